"""
Verification: every game is replayed from its log, and all that is kept beside the log is compared with it.

Games are read in batches, each in one transaction: a turn that is played meanwhile makes no finding, and any number of
games needs no more memory than one batch. What is kept beside a log can be rewritten from it; and games that come out
differently by corrected rules can be frozen.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from sqlalchemy import Row, bindparam, func, select, update

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
    read_running,
)
from corr.administration.game_checks import (
    check_belongings,
    check_clocks,
    check_due,
    check_ends,
    check_league,
    check_log,
    check_sealed,
    replayed,
)
from corr.administration.game_freezes import FreezeOrder, freeze
from corr.administration.letter_checks import check_letters
from corr.administration.replay import Replay, check_length, fault_words, replay_log
from corr.administration.row_checks import check_players, check_ratings, check_references, check_service
from corr.base.uow import Reader, UnitOfWork, Workshop
from corr.errors import CorrError, NotFoundError
from corr.game.game_row import GAME, SEAT, TURN, change_games, check_id, get_game_row_locked
from corr.games.api import AnyRules
from corr.games.replay import CorruptLogError
from corr.play.turn_log import turns_of
from corr.store.tables.games import GameState

_LOG = logging.getLogger(__name__)
Check = Callable[[Case, Replay], Iterable[Finding]]
_CHECKS: Sequence[Check] = (check_log, check_ends, check_sealed, check_clocks, check_letters)
"""The checks that compare a game with its log."""

OnProgress = Callable[[int], None]
"""Called with the number of games that were verified since the last call."""
_ADVICE = "An administrator decides about it on the page “Games that need you”."
_SNAPSHOT = (
    update(GAME)
    .where(GAME.c.id == bindparam("of_game"), GAME.c.turn_number == bindparam("of_turn"))
    .values(position=bindparam("new_position"), last_squares=bindparam("new_squares"), version=GAME.c.version + 1)
)
_SEATS = (
    update(SEAT)
    .where(SEAT.c.game_id == bindparam("of_game"), SEAT.c.ended_at.is_distinct_from(bindparam("at")))
    .values(ended_at=bindparam("at"))
)
_OF_TURN = (
    TURN.c.game_id == bindparam("of_game"),
    TURN.c.number == bindparam("of_number"),
    TURN.c.seat == bindparam("of_seat"),
)
_KEY = (
    update(TURN)
    .where(*_OF_TURN, TURN.c.repeat_key.is_distinct_from(bindparam("new_key")))
    .values(repeat_key=bindparam("new_key"))
)
_EARLIER = (
    update(TURN)
    .where(*_OF_TURN, TURN.c.position.is_distinct_from(bindparam("new_position")))
    .values(position=bindparam("new_position"))
)


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


def differing(workshop: Workshop, ruleset: str, *, on_progress: OnProgress = lambda _count: None) -> Iterator[Finding]:
    """
    The running games of a ruleset whose logs cannot be replayed by it now, or lead to other positions than before.

    :param on_progress: told how many games were looked at, a batch at a time.
    """
    info = workshop.registry.get_rules(ruleset).info
    after = ""
    while True:
        with workshop.look() as reader:
            batch = read_running(reader, info.ruleset, after)
        if not batch.games:
            return
        for game in batch.games:
            yield from _differing(workshop, batch, game)
        on_progress(len(batch.games))
        after = batch.games[-1].id


def freeze_differing(workshop: Workshop, finding: Finding) -> str:
    """Freeze a game that comes out differently; gives what became of it, in one sentence."""
    assert finding.game_id is not None
    order = FreezeOrder(finding.game_id, "Its rules were corrected, and by them it comes out differently now.")
    try:
        with workshop.open() as uow:
            return freeze(uow, order).sentence
    except CorrError as refused:
        # It may have ended in the meantime.
        return refused.sentence


def _differing(workshop: Workshop, batch: CaseBatch, game: Row[Any]) -> Iterator[Finding]:
    rules = rules_of(workshop, game)
    found = [rules] if isinstance(rules, Finding) else differences(batch.case(game, rules))
    if found:
        state = " It is frozen already." if game.frozen_at is not None else ""
        yield Finding(game.id, f"{found[0].sentence}{state}", _ADVICE)


def repair(uow: UnitOfWork, game_id: str) -> str:
    """Rewrite a game's snapshots and the keys that repetitions are counted by; gives what was done, in one sentence."""
    game_row = get_game_row_locked(uow, game_id)
    rules = game_row.rules(uow)
    try:
        replay = replay_log(rules, turns_of(uow, game_id))
        check_length(replay, game_row.turn_number)
    except CorruptLogError as fault:
        return f"Not repaired. {fault_words(rules, fault, is_over=game_row.is_over)}"
    is_same = game_row.position == replay.track.text and replay.has_led_to(game_row.last_squares)
    connection = uow.connection
    if not is_same:
        asked = {"of_game": game_id, "of_turn": game_row.turn_number}
        values = {"new_position": replay.track.text, "new_squares": replay.course}
        change_games(uow, _SNAPSHOT, {**asked, **values})
    keys = boards = 0
    for (number, seat), digest in replay.digests.items():
        turn = {"of_game": game_id, "of_number": number, "of_seat": seat}
        keys += connection.execute(_KEY, {**turn, "new_key": digest}).rowcount
        text = replay.snapshots.get((number, seat))
        boards += connection.execute(_EARLIER, {**turn, "new_position": text}).rowcount
    seats = change_games(uow, _SEATS, {"of_game": game_id, "at": game_row.ended_at}).rowcount
    return _words(is_same=is_same, keys=keys, seats=seats, boards=boards)


def _words(*, is_same: bool, keys: int, seats: int, boards: int) -> str:
    parts = [] if is_same else ["its board"]
    if boards:
        parts.append(f"{boards} earlier board{'' if boards == 1 else 's'}")
    if seats:
        parts.append("when it ended")
    if keys:
        parts.append(f"what repetitions are counted by in {keys} turn{'' if keys == 1 else 's'}")
    return f"Written anew from the log: {' and '.join(parts)}." if parts else "Nothing had to be repaired."
