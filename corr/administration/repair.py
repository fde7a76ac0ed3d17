"""Repairs: what is kept beside a log is rewritten from it; and games that come out differently by corrected rules."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row, bindparam, update

from corr.administration.cases import CaseBatch, Finding, read_running
from corr.administration.game_freezes import FreezeOrder, freeze
from corr.administration.replay import check_length, fault_words, replay_log
from corr.administration.verification import OnProgress, differences, rules_of
from corr.base.uow import UnitOfWork, Workshop
from corr.errors import CorrError
from corr.game.game_row import GAME, SEAT, TURN, change_games, get_game_row_locked
from corr.games.replay import CorruptLogError
from corr.play.turn_log import turns_of

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
