"""The view of a season for its organisers: how it stands, what happens next, and what needs their attention."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.core.spans import counted
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.rows import EntryRow, LeagueRow, SeasonRow, check_organiser, entries_of, get_league
from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.settings import SMALLEST_DIVISION, Unfinished
from corr.leagues.views.late_list import late_list
from corr.states import SeasonState

_THEN = {
    Unfinished.ADJUDICATE: "Games that are unfinished then stand still until you decide about them.",
    Unfinished.DRAW: "Games that are unfinished then end as draws.",
    Unfinished.NO_RESULT: "Games that are unfinished then end without a result.",
    Unfinished.PLAY_ON: "Games that are unfinished then are played on.",
}


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
    open: frozenset[EntryId] = frozenset()
    """Those of them with open games, which somebody else could take over."""


def organiser_view(reader: Reader, season: SeasonRow, by_player_id: int) -> OrganiserView:
    """A season for its organisers: some ten statements."""
    check_organiser(reader, season.league_id, by_player_id)
    tables = division_tables(reader, season) if season.is_running else ()
    open_games = sum(len(division.table.open()) for division in tables)
    players = len(entries_of(reader, season.id))
    attention = _before_start(season, players) if season.state is SeasonState.SIGN_UP else ()
    if season.is_running:
        attention = tuple(_while_running(reader, season, open_games, by_player_id=by_player_id))
    return OrganiserView(
        league=get_league(reader, season.league_id),
        season=season,
        is_open=season.state is SeasonState.SIGN_UP and season.dates.sign_up_until > reader.now,
        players=players,
        finished=sum(len(division.table.counted()) for division in tables),
        open=open_games,
        due=tuple(_due(reader, season)),
        attention=attention,
    )


def listed_divisions(reader: Reader, season: SeasonRow, by_player_id: int) -> tuple[ListedDivision, ...]:
    """Everybody in a season, by division once it has begun."""
    check_organiser(reader, season.league_id, by_player_id)
    if season.state in {SeasonState.SIGN_UP, SeasonState.CALLED_OFF}:
        return (ListedDivision("", entries_of(reader, season.id)),)
    return tuple(_listed(division) for division in division_tables(reader, season))


def _listed(division: DivisionTable) -> ListedDivision:
    playing = frozenset(entry for met in division.table.open() for entry in (met.first, met.second))
    return ListedDivision(division.name, division.entries, playing)


def may_open_next(season: SeasonRow) -> bool:
    """Whether a further season can be opened after this one."""
    return season.state in {SeasonState.OVER, SeasonState.CALLED_OFF}


def _due(reader: Reader, season: SeasonRow) -> Iterator[Sentence]:
    dates = season.dates
    if season.state is SeasonState.SIGN_UP:
        if dates.sign_up_until > reader.now:
            yield Sentence.of("The sign-up ends on ", dates.sign_up_until, ".")
        yield Sentence.of("All games begin by themselves on ", dates.starts_at, ".")
        yield Sentence.of("The end date is ", dates.ends_at, ".")
    elif season.is_running:
        yield from _due_while_running(season, reader.now)
    elif season.state is SeasonState.OVER:
        ended = ["The season is over"] if season.ended_at is None else ["The season ended on ", season.ended_at]
        yield Sentence.of(*ended, ".")
    else:
        yield Sentence.of("The season was called off. It never began.")


def _due_while_running(season: SeasonRow, now: datetime) -> Iterator[Sentence]:
    if season.paused_at is not None:
        yield Sentence.of("The season has been paused since ", season.paused_at, ". The dates move by the pause.")
    if season.tighter_pace is not None and season.tighter_from is not None and season.tightened_at is None:
        yield Sentence.of("Turns that begin after ", season.tighter_from, f" have {season.tighter_pace.words}.")
    if season.paused_at is None and season.dates.ends_at <= now:
        yield Sentence.of("The end date was ", season.dates.ends_at, ".")
    else:
        yield Sentence.of("The end date is ", season.dates.ends_at, f". {_THEN[season.settings.unfinished]}")


def _before_start(season: SeasonRow, players: int) -> tuple[Attention, ...]:
    if players >= SMALLEST_DIVISION:
        return ()
    who = f"{counted(players, 'player')} {'has' if players == 1 else 'have'}" if players else "Nobody has"
    said = f"{who} joined. With fewer than {SMALLEST_DIVISION} the season is called off when it should begin."
    return (Attention(Sentence.of(said), f"{season.path}/organise/ask", "Ask players"),)


def _while_running(reader: Reader, season: SeasonRow, open_games: int, *, by_player_id: int) -> Iterator[Attention]:
    path = f"{season.path}/organise"
    is_time_up = season.dates.ends_at <= reader.now
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
        yield Attention(said, f"{path}/late", "Who is late")
