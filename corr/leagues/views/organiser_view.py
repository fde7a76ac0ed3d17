"""
The view of a season for its organisers: how it stands, what happens next, and what needs their attention; and the late
list: missed deadlines and reminders by player, and turns overdue or due within a day.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, bindparam, exists, func, select

from corr.base.notices import NoticeKind
from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.core.pace import Late, is_late
from corr.core.spans import counted
from corr.game.game_row import GAME, PLAYER, SEAT
from corr.game.words import FORFEIT, EventKind
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.rows import (
    DIVISION,
    ENTRY,
    PAIRING,
    EntryRow,
    LeagueRow,
    SeasonRow,
    check_organiser,
    entries_of,
    get_league,
    get_season,
)
from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.settings import SMALLEST_DIVISION, Unfinished
from corr.leagues.seasons.roll_over import opening_refusal, waits_for_next
from corr.states import EntryState, SeasonState
from corr.store.base import table
from corr.store.tables.games import GameEvent, GameState
from corr.store.tables.mails import Outbox

_THEN = {
    Unfinished.ADJUDICATE: (
        "Games that are unfinished then stand still until you decide about them; where you play yourself, another "
        "organiser or an administrator decides."
    ),
    Unfinished.DRAW: "Games that are unfinished then end as draws.",
    Unfinished.NO_RESULT: "Games that are unfinished then end without a result.",
    Unfinished.PLAY_ON: "Games that are unfinished then are played on.",
}
_DAY, _HOUR = timedelta(days=1), timedelta(hours=1)
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
class Attention:
    """Something that needs an organiser's attention."""

    sentence: Sentence
    path: str
    """The address of the page for it."""
    link: str
    """The words of the link."""


@dataclass(frozen=True, slots=True)
class OrganiserView:
    """A season as its organisers see it on its main page."""

    league: LeagueRow
    season: SeasonRow
    is_open: bool
    """Whether players may still join by themselves."""
    players: int
    finished: int
    open: int
    """How many games are open."""
    due: tuple[Sentence, ...]
    """What happens next, in sentences."""
    attention: tuple[Attention, ...]

    @property
    def is_in_sign_up(self) -> bool:
        """Whether the season has not begun."""
        return self.season.is_in_sign_up

    @property
    def is_running(self) -> bool:
        """Whether its games go on."""
        return self.season.is_running


@dataclass(frozen=True, slots=True)
class ListedDivision:
    """The players of a division, or all of a season that has not begun."""

    name: str
    """Empty before the start."""
    entries: tuple[EntryRow, ...]
    open: Mapping[EntryId, int] = field(default_factory=dict)
    """How many open games each of them has, of those with any: somebody else could take these over."""


def organiser_view(reader: Reader, season: SeasonRow, by_player_id: int) -> OrganiserView:
    """A season for its organisers: some ten statements."""
    check_organiser(reader, season.league_id, by_player_id)
    tables = division_tables(reader, season) if season.is_running else ()
    open_games = sum(len(division.table.open()) for division in tables)
    players = len(entries_of(reader, season.id))
    if season.is_in_sign_up:
        attention = _before_start(season, players, reader.now)
    elif season.is_running:
        attention = _while_running(reader, season, open_games, by_player_id=by_player_id)
    else:
        attention = _after_end(reader, season)
    return OrganiserView(
        league=get_league(reader, season.league_id),
        season=season,
        is_open=season.takes_players(reader.now),
        players=players,
        finished=sum(len(division.table.counted()) for division in tables),
        open=open_games,
        due=tuple(_due(reader, season)),
        attention=tuple(attention),
    )


def listed_divisions(reader: Reader, season: SeasonRow, by_player_id: int) -> tuple[ListedDivision, ...]:
    """Everybody in a season, by division once it has begun."""
    check_organiser(reader, season.league_id, by_player_id)
    if season.state in {SeasonState.SIGN_UP, SeasonState.CALLED_OFF}:
        return (ListedDivision("", entries_of(reader, season.id)),)
    return tuple(_listed(division) for division in division_tables(reader, season))


def _listed(division: DivisionTable) -> ListedDivision:
    games = Counter(entry for met in division.table.open() for entry in (met.first, met.second))
    return ListedDivision(division.name, division.entries, games)


def may_open_next(season: SeasonRow) -> bool:
    """Whether a further season can be opened after this one."""
    return season.state in {SeasonState.OVER, SeasonState.CALLED_OFF}


def _due(reader: Reader, season: SeasonRow) -> Iterator[Sentence]:
    dates = season.dates
    if season.state is SeasonState.SIGN_UP:
        if dates.sign_up_until > reader.now:
            yield Sentence.of("The sign-up ends on ", dates.sign_up_until, ".")
        begin = "All games begin by themselves on " if season.has_possible_dates else "The start would be on "
        yield Sentence.of(begin, dates.starts_at, ".")
        yield Sentence.of("The end date is ", dates.ends_at, ".")
    elif season.is_running:
        yield from _due_while_running(season, reader.now)
    elif season.state is SeasonState.OVER:
        ended = ["The season is over"] if season.ended_at is None else ["The season ended on ", season.ended_at]
        yield Sentence.of(*ended, ".")
    else:
        yield Sentence.of("The season was called off. It never began.")
        if waits_for_next(reader, season):
            yield from _due_after_calling_off(season)


def _due_after_calling_off(season: SeasonRow) -> Iterator[Sentence]:
    if season.look_at is not None:
        yield Sentence.of("The next sign-up opens by itself on ", season.look_at, ".")
    elif season.settings.rolls_over:
        yield Sentence.of("The league rests now: no season opens by itself until you open one.")


def _due_while_running(season: SeasonRow, now: datetime) -> Iterator[Sentence]:
    if season.paused_at is not None:
        yield Sentence.of("The season has been paused since ", season.paused_at, ". The dates move by the pause.")
    if season.tighter_pace is not None and season.tighter_from is not None and season.tightened_at is None:
        yield Sentence.of("Turns that begin after ", season.tighter_from, f" have {season.tighter_pace.words}.")
    if season.paused_at is None and season.dates.ends_at <= now:
        yield Sentence.of("The end date was ", season.dates.ends_at, ".")
    else:
        yield Sentence.of("The end date is ", season.dates.ends_at, f". {_THEN[season.settings.unfinished]}")


def _before_start(season: SeasonRow, players: int, now: datetime) -> Iterator[Attention]:
    path = f"{season.path}/organise"
    if not season.has_possible_dates:
        said = "The end date is before the start, so the season cannot begin."
        yield Attention(Sentence.of(said), f"{path}/settings", "Change the dates")
    elif season.dates.starts_at + _HOUR < now:
        said = "The season should have begun by now, but something went wrong. It is tried again every hour."
        yield Attention(Sentence.of(said), f"{path}/plan", "See the divisions")
    if players < SMALLEST_DIVISION:
        who = f"{counted(players, 'player')} {'has' if players == 1 else 'have'}" if players else "Nobody has"
        said = f"{who} joined. With fewer than {SMALLEST_DIVISION} the season is called off when it should begin."
        yield Attention(Sentence.of(said), f"{path}/ask", "Ask players")


def _after_end(reader: Reader, season: SeasonRow) -> Iterator[Attention]:
    if not season.is_over or not season.settings.rolls_over or not waits_for_next(reader, season):
        return
    if season.look_at is None:
        said = f"The next season did not open by itself. {opening_refusal(reader, season)}".rstrip()
    elif season.look_at != season.ended_at:
        said = "The next season should have opened by now, but something went wrong. It is tried again every hour."
    else:
        return
    yield Attention(Sentence.of(said), season.next_path, "Open the next season")


def _while_running(reader: Reader, season: SeasonRow, open_games: int, *, by_player_id: int) -> Iterator[Attention]:
    path = f"{season.path}/organise"
    is_time_up = season.dates.ends_at <= reader.now
    if not season.has_possible_dates:
        yield Attention(Sentence.of("The end date is before the start."), f"{path}/end", "Move the end date")
    if season.paused_at is not None:
        yield Attention(Sentence.of("All games stand still."), f"{path}/resume", "Let them go on")
    elif is_time_up and open_games and season.settings.unfinished is Unfinished.ADJUDICATE:
        wait = "game waits" if open_games == 1 else "games wait"
        said = Sentence.of(f"The end date has come, and {open_games} {wait} for your decision.")
        yield Attention(said, f"{path}/results?show=open", "Decide")
    late = late_list(reader, season.id, by_player_id)
    overdue = sum(turn.is_overdue for division in late for line in division.lines for turn in line.turns)
    if overdue:
        said = Sentence.of(f"{counted(overdue, 'turn')} {'is' if overdue == 1 else 'are'} overdue.")
        yield Attention(said, f"{path}/late", "Late players")


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
