"""Whether something has happened: play goes on, or all rests, until it has, however slow the machine is."""

from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, column, func, select
from sqlalchemy import table as named

from corr.base.uow import Reader
from corr.store.base import table
from corr.store.tables.games import Game, GameEvent, GameSeat, Turn
from corr.store.tables.leagues import Season
from corr.store.tables.mails import HeldOrder, Outbox
from tests.crash.house import House
from tests.crash.script import Happened

_GAME, _SEAT, _EVENT, _TURN = table(Game), table(GameSeat), table(GameEvent), table(Turn)
_OUTBOX, _HELD, _SEASON = table(Outbox), table(HeldOrder), table(Season)
_MANY = 20
_SOON, _LATER = timedelta(seconds=10), timedelta(seconds=60)
"""Of the machine's time."""
_SEVERAL = 3
_ENOUGH = 4
"""So many turns make a game count: two of each player."""
_FALLEN = ("time", "time-lapsed", "cancelled")
_IS_STRICT = _GAME.c.late == "lose"
_NOTED = named("harness_deadline", *map(column, ("seq", "game_id", "number", "seat", "due_at")))
_PLACE = (_NOTED.c.game_id, _NOTED.c.number, _NOTED.c.seat)
_HAD = select(_NOTED).where(_NOTED.c.seq.in_(select(func.max(_NOTED.c.seq)).group_by(*_PLACE))).subquery()
"""The last deadline of each seat in each turn."""
_OF_TURN = (_HAD.c.game_id == _TURN.c.game_id) & (_HAD.c.number == _TURN.c.number) & (_HAD.c.seat == _TURN.c.seat)
_OF_EVENT = (
    (_HAD.c.game_id == _EVENT.c.game_id) & (_HAD.c.number == _EVENT.c.turn_number) & (_HAD.c.seat == _EVENT.c.seat)
)
_WAITING = (
    select(_SEAT.c.game_id)
    .join(_GAME, _GAME.c.id == _SEAT.c.game_id)
    .where(_GAME.c.state == "running", _IS_STRICT, _GAME.c.frozen_at.is_(None))
)


def all_died(house: House) -> bool:
    """Whether a process has died at each point that was laid."""
    return house.stage.met == set(house.stage.laid.failpoints)


def letter_arrived(house: House) -> bool:
    """Whether a letter has come to the far end."""
    return bool(house.far_end.all())


def turn_made(house: House) -> bool:
    """Whether a turn is in the log of a game, and does not wait for the other player's."""
    return _is_there(house, select(_TURN.c.game_id))


def delayed_turn_played(house: House) -> bool:
    """Whether a turn from a mail was played by itself."""
    return _is_there(house, select(_HELD.c.id).where(_HELD.c.state == "played"))


def many_turns_made(house: House) -> bool:
    """Whether so many turns were accepted that several changed a game, even where two count together."""
    return house.journal.turns >= _MANY


def turn_made_late(house: House) -> bool:
    """Whether a turn was accepted that came after its deadline."""
    joined = select(_TURN.c.game_id).join(_HAD, _OF_TURN).join(_GAME, _GAME.c.id == _TURN.c.game_id)
    return _is_there(house, joined.where(_IS_STRICT, _TURN.c.received_at >= _HAD.c.due_at))


def turn_kept_twice(house: House) -> bool:
    """Whether a turn is in the log twice."""
    return _is_twice(house, _TURN.c.game_id, _TURN.c.number, _TURN.c.seat)


def told_twice(house: House) -> bool:
    """Whether a notice is there twice."""
    return _is_twice(house, _OUTBOX.c.key)


def deadline_fell_early(house: House) -> bool:
    """Whether a deadline fell before it had passed."""
    fell = _EVENT.c.kind.in_(_FALLEN) & (_EVENT.c.door == "")
    return _is_there(house, select(_EVENT.c.id).join(_HAD, _OF_EVENT).where(fell, _EVENT.c.at < _HAD.c.due_at))


def deadline_fell_twice(house: House) -> bool:
    """Whether a game ended twice by a deadline."""
    return _is_twice(house, _EVENT.c.game_id, _EVENT.c.turn_number, where=_EVENT.c.kind.in_(("time", "cancelled")))


def game_ended(house: House) -> bool:
    """Whether a game is over that had begun, by something other than a turn."""
    joined = select(_GAME.c.id).join(_EVENT, _EVENT.c.game_id == _GAME.c.id)
    return _is_there(
        house, joined.where(_EVENT.c.kind.in_(("time", "resigned", "draw-agreed")), _GAME.c.turn_number > 1)
    )


def game_played_out(house: House) -> bool:
    """Whether a rated game is over in which enough turns were made that it counts."""
    ended = select(_GAME.c.id).where(_GAME.c.is_rated, _GAME.c.turn_number > _ENOUGH)
    return _is_there(house, ended.where(_GAME.c.reason.in_(("time", "resignation", "agreement"))))


def season_ended(house: House) -> bool:
    """Whether a season is over."""
    return _is_there(house, select(_SEASON.c.id).where(_SEASON.c.state == "over"))


def clock_runs_long(house: House) -> bool:
    """Whether somebody has a while yet for a turn."""
    with house.workshop.look() as reader:
        return _is_found(reader, _WAITING.where(_SEAT.c.due_at > reader.now + reader.machine(_LATER)))


def deadlines_are_near(house: House) -> bool:
    """Whether several deadlines pass soon."""
    with house.workshop.look() as reader:
        near = _WAITING.where(_SEAT.c.due_at < reader.now + reader.machine(_SOON))
        return _is_found(reader, near.offset(_SEVERAL - 1))


def overdue_for(seconds: float) -> Happened:
    """Whether a deadline passed so many seconds ago, by the machine's time, and nothing came of it."""

    def is_overdue(house: House) -> bool:
        with house.workshop.look() as reader:
            ago = reader.machine(timedelta(seconds=seconds))
            return _is_found(reader, _WAITING.where(_SEAT.c.due_at < reader.now - ago))

    return is_overdue


def _is_twice(house: House, *columns: ColumnElement[Any], where: ColumnElement[bool] | None = None) -> bool:
    found = select(*columns).group_by(*columns).having(func.count() > 1)
    return _is_there(house, found if where is None else found.where(where))


def _is_there(house: House, rows: Select[Any]) -> bool:
    with house.workshop.look() as reader:
        return _is_found(reader, rows)


def _is_found(reader: Reader, rows: Select[Any]) -> bool:
    return reader.connection.execute(rows.limit(1)).first() is not None
