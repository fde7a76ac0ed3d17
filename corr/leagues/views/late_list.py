"""The late list of a season: missed deadlines and reminders by player, and turns overdue or due within a day."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, bindparam, exists, func, select

from corr.base.notices import NoticeKind
from corr.base.uow import Reader
from corr.core.pace import Late, is_late
from corr.game.game_row import GAME, PLAYER, SEAT
from corr.game.words import FORFEIT, EventKind
from corr.leagues.rows import DIVISION, ENTRY, PAIRING, check_organiser, get_season
from corr.states import EntryState
from corr.store.base import table
from corr.store.tables.games import GameEvent, GameState
from corr.store.tables.mails import Outbox

_DAY = timedelta(days=1)
_EVENT, _LETTER = table(GameEvent), table(Outbox)
_LATER = _EVENT.alias("later")
_OTHER_SEAT, _OTHER = SEAT.alias("other_seat"), PLAYER.alias("other")
_LOST = (EventKind.TIME.value, EventKind.TIME_CLAIMED.value, EventKind.FORFEITED.value)
_LATE = (
    *_LOST,
    EventKind.TIME_LAPSED.value,
    EventKind.LEAVE_AUTOMATIC.value,
    # The end of a game in which neither player made a turn.
    EventKind.CANCELLED.value,
)
_ENTRIES: Select[Any] = (
    select(ENTRY.c.player_id, PLAYER.c.name, DIVISION.c.name.label("division"))
    .join(PLAYER, PLAYER.c.id == ENTRY.c.player_id)
    .join(DIVISION, DIVISION.c.id == ENTRY.c.division_id)
    .where(ENTRY.c.season_id == bindparam("season"), ENTRY.c.state == EntryState.PLAYING.value)
    .order_by(DIVISION.c.tier, ENTRY.c.number)
)
# A claim is an event of the claimer's seat, about the time of the other.
_IS_LATE = (SEAT.c.seat == _EVENT.c.seat) != (_EVENT.c.kind == EventKind.TIME_CLAIMED.value)
# Before a replacement the seat belonged to another player, who was the late one.
_IS_OF_OTHER = exists().where(
    _LATER.c.game_id == _EVENT.c.game_id,
    _LATER.c.id > _EVENT.c.id,
    _LATER.c.seat == SEAT.c.seat,
    _LATER.c.kind == EventKind.REPLACED.value,
)
_IS_WITHDRAWN = (_EVENT.c.kind == EventKind.FORFEITED.value) & (
    (GAME.c.reason != FORFEIT) | _EVENT.c.by_player_id.is_not(None)
)
_IS_SAVED = _EVENT.c.kind == EventKind.LEAVE_AUTOMATIC.value
# Where time-outs are claimed, the missed deadline has an event of its own before the end: it is not counted twice.
_IS_MISSED = _IS_SAVED | (_EVENT.c.kind == EventKind.TIME_LAPSED.value) | (GAME.c.late != Late.CLAIM.value)
_IS_LOST = _EVENT.c.kind.in_(_LOST)
_DEADLINES: Select[Any] = (
    select(
        SEAT.c.player_id,
        func.count().filter(_IS_MISSED).label("missed"),
        func.count().filter(_IS_SAVED).label("saved"),
        func.count().filter(_IS_LOST).label("lost"),
    )
    .join(PAIRING, PAIRING.c.game_id == _EVENT.c.game_id)
    .join(GAME, GAME.c.id == _EVENT.c.game_id)
    .join(SEAT, (SEAT.c.game_id == _EVENT.c.game_id) & _IS_LATE)
    .where(
        PAIRING.c.season_id == bindparam("season"),
        _EVENT.c.kind.in_(_LATE),
        ~_IS_WITHDRAWN,
        ~_IS_OF_OTHER,
    )
    .group_by(SEAT.c.player_id)
)
_REMINDERS = (
    select(_LETTER.c.player_id, func.count().label("times"))
    .where(
        _LETTER.c.kind == NoticeKind.REMINDER.value,
        _LETTER.c.game_id.in_(select(PAIRING.c.game_id).where(PAIRING.c.season_id == bindparam("season"))),
    )
    .group_by(_LETTER.c.player_id)
)
_URGENT: Select[Any] = (
    select(SEAT.c.game_id, SEAT.c.player_id, SEAT.c.due_at, _OTHER.c.name.label("opponent"))
    .join(PAIRING, PAIRING.c.game_id == SEAT.c.game_id)
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .join(_OTHER_SEAT, (_OTHER_SEAT.c.game_id == SEAT.c.game_id) & (_OTHER_SEAT.c.seat != SEAT.c.seat))
    .join(_OTHER, _OTHER.c.id == _OTHER_SEAT.c.player_id)
    .where(
        PAIRING.c.season_id == bindparam("season"),
        GAME.c.state == GameState.RUNNING.value,
        SEAT.c.due_at <= bindparam("soon"),
    )
    .order_by(SEAT.c.due_at)
)


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn that is overdue, or due within a day."""

    game_id: str
    opponent: str
    due_at: datetime
    is_overdue: bool


@dataclass(frozen=True, slots=True)
class LateLine:
    """The lateness of one player in a season."""

    name: str
    missed: int
    """How many deadlines the player missed, those that automatic leave saved included."""
    saved: int
    """How many of them were saved by automatic leave."""
    lost: int
    """How many games the player lost by missed deadlines, forfeits included."""
    reminders: int
    """How many reminders went out."""
    turns: tuple[OpenTurn, ...]
    """The turns that are overdue now or due within a day, the most urgent first."""


@dataclass(frozen=True, slots=True)
class LateDivision:
    """The late list of a division: players who were or are late, those with the most overdue turns first."""

    name: str
    lines: tuple[LateLine, ...]


def late_list(reader: Reader, season_id: int, by_player_id: int) -> tuple[LateDivision, ...]:
    """The late list of a season, by division: four statements."""
    season = get_season(reader, season_id)
    check_organiser(reader, season.league_id, by_player_id)
    asked = {"season": season.id}
    deadlines = {row.player_id: row[1:] for row in reader.connection.execute(_DEADLINES, asked)}
    reminders = {row.player_id: row.times for row in reader.connection.execute(_REMINDERS, asked)}
    turns: dict[int, list[OpenTurn]] = {}
    for row in reader.connection.execute(_URGENT, asked | {"soon": reader.now + _DAY}):
        turn = OpenTurn(row.game_id, row.opponent, row.due_at, is_overdue=is_late(reader.now, row.due_at))
        turns.setdefault(row.player_id, []).append(turn)
    divisions: dict[str, list[LateLine]] = {}
    for row in reader.connection.execute(_ENTRIES, asked):
        lines = divisions.setdefault(row.division, [])
        missed, saved, lost = deadlines.get(row.player_id, (0, 0, 0))
        own = tuple(turns.get(row.player_id, ()))
        line = LateLine(row.name, missed, saved, lost, reminders.get(row.player_id, 0), own)
        if line.missed or line.reminders or line.turns:
            lines.append(line)
    return tuple(LateDivision(name, tuple(sorted(lines, key=_order))) for name, lines in divisions.items())


def _order(line: LateLine) -> tuple[int, int, int, str]:
    """The players with the most overdue turns first, then those who missed most."""
    return -sum(turn.is_overdue for turn in line.turns), -line.missed, -len(line.turns), line.name
