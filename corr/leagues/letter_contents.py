"""The contents of letters about seasons, worked out when the letters are about to be sent."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator, TypeAdapter
from sqlalchemy import Select, and_, bindparam, select

from corr.base.notices import NoticeKind
from corr.base.sentences import Sentence, restored, stored
from corr.base.uow import Reader
from corr.core.pace import league_terms_sentences
from corr.core.spans import ordinal
from corr.errors import NotFoundError
from corr.game.game_row import GAME, PLAYER, SEAT
from corr.leagues.division_tables import DivisionTable, division_tables, movers_of
from corr.leagues.rows import DIVISION, PAIRING, EntryRow, SeasonRow, find_entry, find_latest_season, get_season
from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.divisions import Move
from corr.leagues.rules.explanations import why_above
from corr.leagues.rules.standings import Standings, standings
from corr.leagues.rules.table_words import listed, written
from corr.leagues.settings_words import SettingLine
from corr.leagues.views.season_view import AskedView, find_asked
from corr.players.names import isolated
from corr.states import EntryState, SeasonState

_MINE, _OTHER = SEAT.alias("mine"), SEAT.alias("other")
_OPPONENTS: Select[Any] = (
    select(PAIRING.c.round, PAIRING.c.game_id, PLAYER.c.name, _MINE.c.seat, _MINE.c.since, GAME.c.ruleset)
    .join(GAME, GAME.c.id == PAIRING.c.game_id)
    .join(_MINE, _MINE.c.game_id == PAIRING.c.game_id)
    .join(_OTHER, and_(_OTHER.c.game_id == PAIRING.c.game_id, _OTHER.c.seat != _MINE.c.seat))
    .join(PLAYER, PLAYER.c.id == _OTHER.c.player_id)
    .where(PAIRING.c.season_id == bindparam("season"), _MINE.c.player_id == bindparam("player"))
    .order_by(PAIRING.c.round, PAIRING.c.id)
)
_DIVISION = select(DIVISION.c.name).where(DIVISION.c.id == bindparam("division"))
_MOVES = {
    Move.PROMOTED: "You go up to {}.",
    Move.RELEGATED: "You go down to {}.",
}


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """One game of the reader when a season begins."""

    round: int
    name: str
    """The opponent's."""
    seat_title: str
    """The name that the game has for the reader's seat."""
    game_id: str
    is_your_turn: bool


@dataclass(frozen=True, slots=True)
class TableLine:
    """A row of a division's table."""

    place: str
    """Empty for somebody whose results left the table."""
    name: str
    points: str
    record: str
    """Games won, drawn and lost: "3–1–0"."""
    is_you: bool = False
    moved: str = ""
    """The change of place since the last report: "up 2", "down 1"; empty without one, and outside of reports."""


@dataclass(frozen=True, slots=True)
class WeekView:
    """What happened in a division within a week."""

    division: str
    results: tuple[str, ...]
    """The results in the order in which the games ended."""
    left_out: int
    """How many more results there are, which are not listed."""
    dramatic: str
    """The most dramatic game of the week, in a sentence or two; empty if none ended."""
    dramatic_game: str
    """Its id."""
    at_risk: tuple[Annotated[Sentence, PlainSerializer(stored), PlainValidator(restored)], ...]
    """Games whose deadlines are near or past, or that hold the division up."""
    away: tuple[str, ...]
    """The names of players who are away."""
    open: int
    """How many games are unfinished."""
    is_time_up: bool = False
    """Whether these games wait for the organisers' decision, since the end date has come."""


WEEK = TypeAdapter(WeekView)
"""Writes a week as JSON values, and reads it."""


@dataclass(frozen=True, slots=True)
class SeasonLetter:
    """The content of a letter about a season; what its kind of letter does not need is empty."""

    row: SeasonRow
    joined: int = 0
    """How many have entered."""
    is_in: bool = False
    """Whether the reader takes part."""
    settings: tuple[SettingLine, ...] = ()
    division: str = ""
    """The name of the reader's division."""
    opponents: tuple[OpponentLine, ...] = ()
    terms: tuple[str, ...] = ()
    """The agreements about time, in sentences."""
    table: tuple[TableLine, ...] = ()
    verdict: str = ""
    """The reader's final place and move, in a sentence or two."""
    explanation: str = ""
    """Why the reader has that place, in a sentence."""
    next_season: SeasonRow | None = None
    """The next season, if players can join it now."""
    week: WeekView | None = None
    sentences: tuple[Sentence, ...] = ()
    """The news."""
    asked: AskedView | None = None
    """The question to the reader."""


def season_letter(reader: Reader, kind: NoticeKind, facts: Mapping[str, Any], player_id: int) -> SeasonLetter | None:
    """The content of a letter of *kind* to the player; None if the letter is out of date."""
    try:
        season = get_season(reader, int(facts["season_id"]))
    except NotFoundError:
        return None
    return _TELLING[kind](reader, season, facts, player_id)


def _opens(reader: Reader, season: SeasonRow, _facts: Mapping[str, Any], player_id: int) -> SeasonLetter | None:
    """
    The question whether the player joins; None for whoever has joined or answered by now.

    After the sign-up only questions by an organiser are still sent.
    """
    asked = find_asked(reader, season, player_id)
    if asked is None or asked.is_replacement:
        return None
    if asked.ask.by_player_id is None and season.dates.sign_up_until <= reader.now:
        return None
    return SeasonLetter(season, asked.joined, settings=asked.settings, asked=asked)


def _replaces(reader: Reader, season: SeasonRow, _facts: Mapping[str, Any], player_id: int) -> SeasonLetter | None:
    """The question whether the player plays on for another one; None once it is answered or closed."""
    asked = find_asked(reader, season, player_id)
    if asked is None or not asked.is_replacement:
        return None
    return SeasonLetter(season, asked.joined, settings=asked.settings, asked=asked)


def _started(reader: Reader, season: SeasonRow, _facts: Mapping[str, Any], player_id: int) -> SeasonLetter | None:
    """The player's games; None for somebody who does not play any more."""
    entry = find_entry(reader, season.id, player_id)
    if entry is None or entry.state is not EntryState.PLAYING or not season.is_running:
        return None
    asked = {"season": season.id, "player": player_id}
    info = reader.registry.get_rules(season.settings.ruleset).info
    return SeasonLetter(
        season,
        is_in=True,
        division=str(reader.connection.execute(_DIVISION, {"division": entry.division_id}).scalar() or ""),
        opponents=tuple(_opponent(reader, row) for row in reader.connection.execute(_OPPONENTS, asked)),
        terms=league_terms_sentences(season.settings.terms, info.length),
    )


def _ended(reader: Reader, season: SeasonRow, _facts: Mapping[str, Any], player_id: int) -> SeasonLetter | None:
    """The final table of the player's division, and what it means to the player."""
    if season.state is not SeasonState.OVER:
        return None
    divisions = division_tables(reader, season)
    found = next((one for one in divisions if one.find_entry(player_id) is not None), None)
    latest = find_latest_season(reader, season.league_id)
    upcoming = latest if latest and latest.number > season.number and latest.takes_players(reader.now) else None
    if found is None:
        return SeasonLetter(season, next_season=upcoming)
    final = standings(found.table, season.settings)
    mine = found.find_entry(player_id)
    assert mine is not None
    return SeasonLetter(
        season,
        is_in=True,
        division=found.name,
        table=table_lines(found, final, player_id),
        verdict=_verdict(divisions, found, mine),
        explanation=_explained(found, final, mine.id),
        next_season=upcoming,
    )


def _reported(reader: Reader, season: SeasonRow, facts: Mapping[str, Any], player_id: int) -> SeasonLetter | None:
    """The report as it was worked out; None for somebody who does not play in its division any more."""
    entry = find_entry(reader, season.id, player_id)
    if entry is None or not entry.is_in or entry.division_id != facts["division_id"]:
        return None
    table = tuple(TableLine(**{**line, "is_you": line["name"] == entry.name}) for line in facts["table"])
    return SeasonLetter(season, is_in=True, division=facts["division"], table=table, week=WEEK.validate_python(facts))


def _announced(reader: Reader, season: SeasonRow, _facts: Mapping[str, Any], player_id: int) -> SeasonLetter:
    return SeasonLetter(season, is_in=find_entry(reader, season.id, player_id) is not None)


def _news(_reader: Reader, season: SeasonRow, facts: Mapping[str, Any], _player_id: int) -> SeasonLetter:
    return SeasonLetter(season, sentences=tuple(map(restored, facts["sentences"])))


_TELLING: Mapping[NoticeKind, Callable[[Reader, SeasonRow, Mapping[str, Any], int], SeasonLetter | None]] = {
    NoticeKind.SEASON_OPENS: _opens,
    NoticeKind.REPLACEMENT: _replaces,
    NoticeKind.SEASON_STARTED: _started,
    NoticeKind.SEASON_ENDED: _ended,
    NoticeKind.SEASON_REPORT: _reported,
    NoticeKind.ANNOUNCEMENT: _announced,
    NoticeKind.LEAGUE_NEWS: _news,
}


def table_lines(division: DivisionTable, found: Standings, player_id: int | None = None) -> tuple[TableLine, ...]:
    """The standings of a division line by line; players whose results left the table come last."""
    entries = {entry.id: entry for entry in division.entries}
    lines = [
        TableLine(
            place=f"{place.place}.",
            name=entries[place.entry].name,
            points=written(place.points),
            record=f"{place.won}–{place.drawn}–{place.lost}",
            is_you=entries[place.entry].player_id == player_id,
        )
        for place in found.places
    ]
    gone = (TableLine("", entries[entry].name, "withdrawn", "") for entry in found.removed)
    return (*lines, *gone)


def _opponent(reader: Reader, row: Any) -> OpponentLine:  # noqa: ANN401 - a row of a statement
    seats = reader.registry.get_rules(row.ruleset).info.seats
    return OpponentLine(row.round, row.name, seats[row.seat], row.game_id, row.since is not None)


def _verdict(divisions: Sequence[DivisionTable], mine: DivisionTable, entry: EntryRow) -> str:
    """The player's final place and move, in a sentence or two."""
    if entry.final_place is None:
        return f"Your results are not in the table of {mine.name}."
    shared = [one.name for one in mine.entries if one.final_place == entry.final_place and one.id != entry.id]
    if mine.tier == 1 and entry.final_place == 1:
        with_whom = f" together with {listed(shared)}" if shared else ""
        return f"You are the champion{with_whom}: place 1 of {mine.name}. Congratulations!"
    placed = sum(one.final_place is not None for one in mine.entries)
    place = f"place {entry.final_place} of {placed} in {mine.name}"
    reached = (
        f"You share {place} with {listed(shared)}."
        if shared
        else f"You finished {ordinal(entry.final_place)} of {placed} in {mine.name}."
    )
    return " ".join(filter(None, (reached, _move_words(divisions, entry))))


def _explained(division: DivisionTable, final: Standings, entry: EntryId) -> str:
    """Why the player stands below the next one above; for the first, why above the second."""
    order = [place.entry for place in final.places]
    if entry not in order or len(order) == 1:
        return ""
    at = max(1, order.index(entry))
    names = {each: isolated(name) for each, name in division.names().items()}
    return " ".join(why_above(final, order[at - 1], order[at], names).sentences)


def _move_words(divisions: Sequence[DivisionTable], entry: EntryRow) -> str:
    movers = movers_of(divisions, {each.id: each.final_place for division in divisions for each in division.entries})
    mine = next((mover for mover in movers if mover.player_id == entry.player_id), None)
    if mine is None or mine.move not in _MOVES or not 0 < mine.tier <= len(divisions):
        return ""
    return _MOVES[mine.move].format(divisions[mine.tier - 1].name)
