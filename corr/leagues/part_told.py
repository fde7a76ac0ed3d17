"""What letters tell of seasons: frozen values, already cut down to what their reader may know."""

from dataclasses import dataclass

from corr.base.sentences import Sentence
from corr.leagues.rows import SeasonRow
from corr.leagues.settings_words import SettingLine
from corr.leagues.views.request_view import AskedView


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """One game of the reader when a season begins."""

    round: int
    name: str
    """The opponent's."""
    seat_title: str
    """What the game calls the reader's seat."""
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
    """Since the last report: "up 2", "down 1"; empty if nothing moved, or if that is not told."""


@dataclass(frozen=True, slots=True)
class WeekView:
    """What happened in a division within a week."""

    division: str
    results: tuple[str, ...]
    """In the order in which the games ended."""
    left_out: int
    """Results that are not listed, as there are too many."""
    dramatic: str
    """The most dramatic game of the week, in a sentence or two; empty if none ended."""
    dramatic_game: str
    """Its id."""
    at_risk: tuple[Sentence, ...]
    """Games whose deadlines are near or past, or that hold the division up."""
    away: tuple[str, ...]
    """The names of players who are away."""
    open: int
    """How many games are unfinished."""
    is_time_up: bool
    """Whether those wait for the organisers, since the end date has come."""


@dataclass(frozen=True, slots=True)
class SeasonLetter:
    """A season as a letter tells of it; what belongs to other kinds of letters is empty."""

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
    """What is agreed about time."""
    table: tuple[TableLine, ...] = ()
    verdict: str = ""
    """What became of the reader's season, in a sentence."""
    explanation: str = ""
    """Why the reader has that place, in a sentence."""
    next_season: SeasonRow | None = None
    """The one that takes players now."""
    week: WeekView | None = None
    sentences: tuple[Sentence, ...] = ()
    """News, one after the other."""
    asked: AskedView | None = None
    """What the reader is asked, and by whom."""
