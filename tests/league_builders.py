"""Builders for leagues: players who have joined, seasons that run, and games that end as a test wants them to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import insert

from corr.base.uow import UnitOfWork
from corr.game.game_row import get_game_row_locked
from corr.game.words import AGREEMENT, RESIGNATION, EventKind
from corr.games.seats import Seat, other
from corr.leagues.acts.before_start import StartSeason
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.replacement import AskToReplace, TakeOver, take_over
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.journal import LeagueReceipt
from corr.leagues.rows import EntryRow, SeasonRow, entries_of, get_season
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.rules.standings import standings
from corr.leagues.season_tick import advance_next_season
from corr.leagues.seasons.entries import JoinSeason, join_season
from corr.leagues.seasons.league_founding import MakeLeague, make_league
from corr.play.lifecycle import Ending, end_game
from corr.players.profiles import player_named
from corr.states import EntryState
from corr.store.base import table
from corr.store.tables.leagues import Season
from corr.store.tables.player_accounts import MailAddress, Player
from tests.playing import Room, terms

SETTINGS = SeasonSettings("tiny/1", terms=terms("3d/turn"), has_reports=False)
"""A small game, three days a turn, divisions of about ten, and no reports."""
SIGN_UP = timedelta(days=14)
"""How long one can sign up for a season here; it begins a day later."""
LASTS = timedelta(days=60)
NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Joan", "Kim", "Leo", "Mia", "Nils")
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class TestSeason:
    """A season of a league, with who runs it."""

    __test__ = False

    room: Room
    league_id: str
    id: int
    organiser: int
    """The id of the player who founded the league, and does not play in it."""

    @property
    def row(self) -> SeasonRow:
        """The season as it stands."""
        with self.room.workshop.look() as reader:
            return get_season(reader, self.id)

    def entries(self, *states: EntryState) -> tuple[EntryRow, ...]:
        """Who is in it, in the order in which they joined; those in one of *states*, if any is given."""
        with self.room.workshop.look() as reader:
            return entries_of(reader, self.id, states or tuple(EntryState))

    def player(self, name: str) -> int:
        """The id of a player who is in it, or was."""
        return next(entry.player_id for entry in self.entries() if entry.name == name)

    def join(self, *players: int) -> None:
        """Let *players* enter it."""
        for player_id in players:
            with self.room.workshop.open() as uow:
                join_season(uow, JoinSeason(self.id, player_id, "web"))

    def start(self) -> None:
        """Let it begin now."""
        act, request = StartSeason(self.id), ActRequest(self.organiser, version=self.row.version)
        with self.room.workshop.open() as uow:
            act.carry_out(uow, request)

    def tables(self) -> tuple[DivisionTable, ...]:
        """Its divisions as they stand, the highest first."""
        with self.room.workshop.look() as reader:
            return division_tables(reader, get_season(reader, self.id))

    def places(self, tier: int = 1) -> list[tuple[int, str]]:
        """The places of a division with the names of the players."""
        division, settings = self.tables()[tier - 1], self.row.settings
        names = division.names()
        found = standings(division.table, settings)
        return [(place.place, names[place.entry]) for place in found.places]

    def games(self) -> list[tuple[str, str, str]]:
        """Its games, each with the names of those who have the first and the second seat."""
        return [
            (meeting.game_id, division.names()[meeting.first], division.names()[meeting.second])
            for division in self.tables()
            for meeting in division.table.meetings
        ]

    def open_games(self) -> list[str]:
        """The ids of those that are not over."""
        return [
            meeting.game_id
            for division in self.tables()
            for meeting in division.table.meetings
            if meeting.result is None
        ]

    def game(self, one: str, another: str) -> str:
        """The game of these two: the first of them, where they have two."""
        return next(game_id for game_id, *names in self.games() if {one, another} == set(names))

    def beat(self, winner: str, loser: str) -> None:
        """Let a player win the game against another."""
        game_id, first, _ = next(found for found in self.games() if {winner, loser} == set(found[1:]))
        end(self.room, game_id, Seat(0) if first == winner else Seat(1))

    def draw(self, one: str, another: str) -> None:
        """Let two players draw."""
        end(self.room, self.game(one, another), None)

    def end_all(self, strongest: Sequence[str] = NAMES) -> None:
        """Let whoever stands first among *strongest* win every game that is open."""
        unfinished = set(self.open_games())
        for game_id, first, second in self.games():
            if game_id in unfinished:
                is_first = strongest.index(first) < strongest.index(second)
                end(self.room, game_id, Seat(0) if is_first else Seat(1))

    def next(self, number: int = 2) -> "TestSeason":
        """A later season of the same league."""
        seasons = self.room.rows(Season)
        season_id = next(row["id"] for row in seasons if (row["league_id"], row["number"]) == (self.league_id, number))
        return TestSeason(self.room, self.league_id, season_id, self.organiser)


def a_league(
    room: Room,
    players: int | Iterable[str] = 4,
    settings: SeasonSettings = SETTINGS,
    *,
    name: str = "Summer Cup",
    organiser: str = "Olga",
    dates: Dates | None = None,
) -> TestSeason:
    """A league of a player named *organiser*, with the sign-up of its first season; *players* have joined it."""
    names = NAMES[:players] if isinstance(players, int) else tuple(players)
    owner, *joined = some_players(room, (organiser, *names))
    order = MakeLeague(owner, "", name, "For everybody.", settings, dates or dates_from(room))
    with room.workshop.open() as uow:
        receipt = make_league(uow, order)
    season = TestSeason(room, receipt.id, receipt.season_id, owner)
    season.join(*joined)
    return season


def a_running_season(
    room: Room,
    players: int | Iterable[str] = 4,
    settings: SeasonSettings = SETTINGS,
    *,
    name: str = "Summer Cup",
    organiser: str = "Olga",
    dates: Dates | None = None,
) -> TestSeason:
    """The same, with all games begun."""
    season = a_league(room, players, settings, name=name, organiser=organiser, dates=dates)
    season.start()
    return season


def dates_from(room: Room) -> Dates:
    """The usual dates of a season that opens now."""
    until = room.clock.now() + SIGN_UP
    return Dates(until, until + _DAY, until + _DAY + LASTS)


def some_players(room: Room, names: Iterable[str]) -> list[int]:
    """The ids of players of these *names*, who have accounts from now on if they had none."""
    known = {row["name"]: int(row["id"]) for row in room.rows(Player)}
    wanted = list(names)
    new = [name for name in wanted if name not in known]
    players, addresses = table(Player), table(MailAddress)
    with room.workshop.open() as uow:
        for name in new:
            key = name.lower()
            row = {"name": name, "name_key": key, "look_key": key, "zone": "Europe/Berlin", "created_at": uow.now}
            made = uow.connection.execute(insert(players).values(**row, is_demo=False).returning(players.c.id))
            known[name] = int(made.scalar_one())
        owned = [
            {"player_id": known[name], "address": f"{name.lower()}@example.org"}
            | {"address_key": f"{name.lower()}@example.org", "is_main": True, "verified_at": uow.now}
            for name in new
        ]
        if owned:
            uow.connection.execute(insert(addresses), owned)
    return [known[name] for name in wanted]


def end(room: Room, game_id: str, winner: Seat | None) -> None:
    """Let a game end now: won by the seat *winner*, for the other resigns, or drawn by agreement."""
    with room.workshop.open() as uow:
        game_row = get_game_row_locked(uow, game_id)
        if winner is None:
            ending = Ending(None, AGREEMENT, EventKind.DRAW_AGREED, Seat(0), "web")
        else:
            ending = Ending(winner, RESIGNATION, EventKind.RESIGNED, other(winner), "web")
        end_game(uow, game_row, ending, ())


def look_after(room: Room) -> int:
    """Let everything happen in seasons that is due by now; gives how often there was something to look at."""
    times = 0
    while True:
        with room.workshop.open() as uow:
            if not advance_next_season(uow):
                return times
        times += 1
        assert times < 1000, "something is due again and again"


def replaced(uow: UnitOfWork, act: AskToReplace, request: ActRequest) -> LeagueReceipt:
    """Somebody is asked to play on for another player, and says yes at once."""
    asked = act.carry_out(uow, request)
    if asked.repeated:
        return asked
    return take_over(uow, TakeOver(act.season_id, player_named(uow, act.new_name).id))
