"""Builders for pages of leagues: a league with its organiser, seasons with players, and games that end as wished."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from corr.game.game_row import get_game_row_locked
from corr.game.words import RESIGNATION
from corr.games.seats import Seat
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.rows import SeasonRow, get_season
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.seasons.entries import JoinSeason, join_season
from corr.leagues.seasons.league_founding import MakeLeague, make_league
from corr.leagues.seasons.season_start import start_due
from corr.play.lifecycle import finish_game
from tests.playing import DAY, Room

NAMES = (
    "Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon",
    "Kim", "Lea", "Max", "Nora", "Otto", "Pia", "Quin", "Rosa", "Sven", "Tess",
)  # fmt: skip
TINY = SeasonSettings("tiny/1", players_per_division=20)
"""What the seasons of tests are played with."""


@dataclass(frozen=True)
class Season:
    """A season with its players."""

    room: Room
    organiser: int
    league_id: str
    id: int
    players: Mapping[str, int]
    """By their names."""

    @property
    def path(self) -> str:
        """The address of its page."""
        return self.row().path

    def row(self) -> SeasonRow:
        """The season as it stands."""
        with self.room.workshop.look() as reader:
            return get_season(reader, self.id)

    def divisions(self) -> tuple[DivisionTable, ...]:
        """Its divisions as they stand."""
        with self.room.workshop.look() as reader:
            return division_tables(reader, get_season(reader, self.id))

    def begin(self) -> None:
        """Let its start come."""
        self.room.clock.move(self.row().dates.starts_at - self.room.clock.now())
        with self.room.workshop.open() as uow:
            start_due(uow, self.id)

    def game(self, one: str, other: str) -> str:
        """The first game of two players."""
        return self.games(one, other)[0]

    def games(self, one: str, other: str) -> list[str]:
        """The games of two players in the order of the rounds."""
        pair = {one, other}
        return [
            meeting.game_id
            for division in self.divisions()
            for meeting in division.table.meetings
            if {division.names()[meeting.first], division.names()[meeting.second]} == pair
        ]

    def end(self, game_id: str, winner: str | None, reason: str = RESIGNATION) -> None:
        """Let a game end with a winner, or as a draw."""
        with self.room.workshop.open() as uow:
            game_row = get_game_row_locked(uow, game_id)
            seats = {seated.name: seated.seat for seated in game_row.seats}
            finish_game(uow, game_row, None if winner is None else Seat(seats[winner]), reason)

    def beats(self, winner: str, *losers: str) -> None:
        """Let somebody win the first game against each of others."""
        for loser in losers:
            self.end(self.game(winner, loser), winner)

    def end_all(self) -> None:
        """Let all games end: who comes first in the alphabet wins, and every fourth is a draw."""
        games = [
            (meeting.game_id, min(division.names()[meeting.first], division.names()[meeting.second]))
            for division in self.divisions()
            for meeting in division.table.meetings
            if meeting.result is None
        ]
        for number, (game_id, name) in enumerate(games):
            self.end(game_id, None if number % 4 == 0 else name, "agreement" if number % 4 == 0 else RESIGNATION)


def dates_from(room: Room) -> Dates:
    """A sign-up of a week, a start two days later, and three months to play."""
    now = room.clock.now()
    return Dates(now + 7 * DAY, now + 9 * DAY, now + 100 * DAY)


def a_sign_up(
    room: Room,
    names: Sequence[str] = NAMES[:4],
    *,
    name: str = "Summer Cup",
    description: str = "A cup for the summer.",
    settings: SeasonSettings = TINY,
) -> Season:
    """A league whose first season players have joined."""
    organiser = room.player("Olga")
    with room.workshop.open() as uow:
        made = make_league(uow, MakeLeague(organiser, "summer-cup", name, description, settings, dates_from(room)))
    players = {each: room.player(each) for each in names}
    for player_id in players.values():
        room.clock.move(timedelta(minutes=1))
        with room.workshop.open() as uow:
            join_season(uow, JoinSeason(made.season_id, player_id, "web"))
    return Season(room, organiser, made.id, made.season_id, players)


def a_running_season(
    room: Room, names: Sequence[str] = NAMES[:4], *, legs: int = 1, settings: SeasonSettings = TINY
) -> Season:
    """A season that has begun."""
    season = a_sign_up(room, names, settings=replace(settings, legs=legs))
    season.begin()
    return season
