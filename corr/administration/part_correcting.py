"""
After the rules of a game were corrected: which running games come out differently now, before anybody plays on.

They are frozen, and an administrator decides about each: it goes on from where its log leads now, or ends without a
result.
"""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row

from corr.administration.cases import Batch, read_running
from corr.administration.freezing import Decision, freeze
from corr.administration.part_findings import Finding
from corr.administration.verification import Heard, differences, rules_of
from corr.base.uow import Workshop
from corr.errors import CorrError

_AT_ONCE = 100
_ADVICE = "An administrator decides about it on the page “Games that need you”."


def differing(workshop: Workshop, ruleset: str, *, heard: Heard = lambda _count: None) -> Iterator[Finding]:
    """
    The running games of a ruleset whose logs cannot be replayed by it now, or lead somewhere else than they did.

    :raises NotFoundError: there is no such ruleset.
    """
    info = workshop.registry.get_rules(ruleset).info
    after = ""
    while True:
        with workshop.look() as reader:
            batch = read_running(reader, info.ruleset, after, _AT_ONCE)
        if not batch.games:
            return
        for game in batch.games:
            yield from _differing(workshop, batch, game)
        heard(len(batch.games))
        after = batch.games[-1].id


def freeze_differing(workshop: Workshop, finding: Finding) -> str:
    """Freeze a game that comes out differently; what became of it, in one sentence."""
    assert finding.game_id is not None
    order = Decision(finding.game_id, "Its rules were corrected, and by them it comes out differently now.")
    try:
        with workshop.open() as uow:
            return freeze(uow, order).sentence
    except CorrError as refused:
        # It may have ended in the meantime.
        return refused.sentence


def _differing(workshop: Workshop, batch: Batch, game: Row[Any]) -> Iterator[Finding]:
    rules = rules_of(workshop, game)
    found = [rules] if isinstance(rules, Finding) else differences(batch.case(game, rules))
    if found:
        state = " It is frozen already." if game.frozen_at is not None else ""
        yield Finding(game.id, f"{found[0].sentence}{state}", _ADVICE)
