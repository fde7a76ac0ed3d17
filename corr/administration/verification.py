"""
Verification: every game is replayed from its log, and all that is kept beside the log is compared with it.

Games are read in batches, each in one transaction: a turn that is played meanwhile makes no finding, and any number of
games needs no more memory than one batch.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from sqlalchemy import Row, func, select

from corr.administration.cases import (
    RESTORE,
    TELL,
    Case,
    CaseBatch,
    Finding,
    IdRange,
    id_ranges,
    read_batch,
    read_one,
)
from corr.administration.checks.end_checks import check_ends
from corr.administration.checks.game_checks import (
    check_belongings,
    check_clocks,
    check_due,
    check_league,
    check_log,
    check_sealed,
    replayed,
)
from corr.administration.checks.letter_checks import check_letters
from corr.administration.checks.row_checks import check_players, check_ratings, check_references, check_service
from corr.administration.replay import Replay
from corr.base.uow import Reader, Workshop
from corr.errors import NotFoundError
from corr.game.game_row import GAME, check_id
from corr.games.api import AnyRules
from corr.store.tables.games import GameState

_LOG = logging.getLogger(__name__)
Check = Callable[[Case, Replay], Iterable[Finding]]
_CHECKS: Sequence[Check] = (check_log, check_ends, check_sealed, check_clocks, check_letters)
"""The checks that compare a game with its log."""

OnProgress = Callable[[int], None]
"""Called with the number of games that were verified since the last call."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What a range of games came to."""

    games: int
    findings: tuple[Finding, ...]


VerifyEach = Callable[[Workshop, Sequence[IdRange]], Iterable[Verified]]
"""A way to verify many ranges: one after another, or side by side in several processes."""


def verify_ranges(workshop: Workshop, ranges: Iterable[IdRange]) -> Iterator[Verified]:
    """What each range came to, one after another."""
    return (verify_range(workshop, ids) for ids in ranges)


def verify_range(workshop: Workshop, ids: IdRange) -> Verified:
    """What one range came to."""
    with workshop.look() as reader:
        batch = read_batch(reader, ids)
    return Verified(len(batch.games), tuple(verify_batch(workshop, batch)))


def verify_games(
    workshop: Workshop, *, on_progress: OnProgress = lambda _count: None, verify_each: VerifyEach = verify_ranges
) -> Iterator[Finding]:
    """All findings: game by game, then those that belong to no game."""
    with workshop.look() as reader:
        ranges = id_ranges(reader)
    for verified in verify_each(workshop, ranges):
        yield from verified.findings
        on_progress(verified.games)
    yield from check_references(workshop)
    with workshop.look() as reader:
        yield from check_players(reader)
        yield from check_service(reader)
    with workshop.look() as reader:
        yield from check_ratings(reader)


def count_games(reader: Reader, ruleset: str | None = None) -> int:
    """The number of all games, or of the running games of a ruleset."""
    asked = select(func.count()).select_from(GAME)
    if ruleset is not None:
        asked = asked.where(GAME.c.ruleset == ruleset, GAME.c.state == GameState.RUNNING.value)
    return int(reader.connection.execute(asked).scalar_one())


def verify_game(workshop: Workshop, game_id: str) -> tuple[Finding, ...]:
    """
    All findings in one game.

    :raises NotFoundError: there is no such game.
    """
    check_id(game_id)
    with workshop.look() as reader:
        batch = read_one(reader, game_id)
    if not batch.games:
        raise NotFoundError("There is no such game.")
    return tuple(verify_batch(workshop, batch))


def verify_batch(workshop: Workshop, batch: CaseBatch) -> Iterator[Finding]:
    """All findings in the games of a batch."""
    for game in batch.games:
        rules = rules_of(workshop, game)
        if isinstance(rules, Finding):
            yield rules
            continue
        case = batch.case(game, rules)
        yield from check_belongings(case)
        yield from check_league(case)
        yield from _found(case, _CHECKS)


def rules_of(workshop: Workshop, game: Row[Any]) -> AnyRules | Finding:
    """The rules of a game, or what is wrong if they cannot be made."""
    try:
        return workshop.registry.get_rules(game.ruleset, game.options)
    except NotFoundError as refused:
        return Finding(game.id, refused.sentence, RESTORE)
    except (AttributeError, KeyError, TypeError, ValueError) as fault:
        _LOG.warning("game %s cannot be verified", game.id, exc_info=fault)
        return Finding(game.id, "Its options cannot be read.", RESTORE)


def differences(case: Case) -> list[Finding]:
    """The findings that show that a game comes out differently by the present rules than when it was played."""
    return _found(case, (check_log, check_ends, check_sealed, check_due))


def _found(case: Case, checks: Sequence[Check]) -> list[Finding]:
    """The findings of *checks* in one game, which may be damaged in any way."""
    try:
        replay = replayed(case)
        if isinstance(replay, Finding):
            return [replay]
        return list(chain.from_iterable(check(case, replay) for check in checks))
    except Exception as fault:  # noqa: BLE001 - one damaged game must not stop the verification of all others
        _LOG.warning("game %s cannot be verified", case.id, exc_info=fault)
        return [case.finding(f"It cannot be verified: {type(fault).__name__}.", TELL)]
