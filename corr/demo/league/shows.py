"""
A show: whole seasons of a league, played by invented players in seconds, on a temporary database.

The service's own use cases play them: players sign up, games begin, turns are made, clocks run out, and the end date
comes. The same seed plays the same seasons. The leagues of a demo are made and played in the same way.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import bindparam, update

from corr.base.uow import Reader, UnitOfWork, Workshop
from corr.core.pace import Terms, read_pace
from corr.demo.league.show_games import DOOR, ManualClock, ShowGames, below, people, pick
from corr.errors import ConflictError, NotAllowedError
from corr.games.registry import Registry
from corr.leagues.acts.before_start import StartSeason
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.withdrawal import Withdraw
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.rows import EVERY, SeasonRow, entries_of, find_latest_season, get_season, get_season_numbered
from corr.leagues.rules.division_table import Meeting
from corr.leagues.rules.league_file import LeagueFile
from corr.leagues.rules.settings import SMALLEST_DIVISION, Dates, SeasonSettings, Unfinished
from corr.leagues.rules.tiebreaks import TieBreak
from corr.leagues.season_tick import advance_next_season
from corr.leagues.seasons.division_plans import SeasonPlan, plan_of
from corr.leagues.seasons.entries import JoinSeason, join_season
from corr.leagues.seasons.entry_requests import AskPlayers, ask_players
from corr.leagues.seasons.league_founding import MakeLeague, make_league
from corr.leagues.seasons.season_opening import OpenSeason, open_season, suggested_next
from corr.leagues.views.division_view import DivisionView, division_view
from corr.play.endings import accept_draw, offer_draw, resign
from corr.players.profiles import make_player
from corr.ratings.counting import count_next
from corr.states import EntryState, SeasonState
from corr.store.base import table
from corr.store.db import Database
from corr.store.migrate import upgrade
from corr.store.tables.leagues import Season

MOST_PLAYERS, MOST_SEASONS = 200, 20
_ORGANISER = "Show Organiser"
_REASON = "No time any more."
_HUNDRED, _RETURNING = 100, 90
"""How many of a hundred players join the next season."""
_ENOUGH_TO_WITHDRAW = 8
"""The number of players from which on one withdraws in each season."""
_WITHDRAWAL_AFTER = 3
"""The part of the games after which a player withdraws: one of so many."""
_BEFORE_END = timedelta(hours=1)
_SEASON = table(Season)
_LOTS = update(_SEASON).where(_SEASON.c.id == bindparam("of_season")).values(seed=bindparam("new_seed"))
_MOST_LOOKS = 1000
"""The number of ticks by which a season has to end."""
Earlier = Callable[[UnitOfWork, timedelta], AbstractContextManager[None]]
"""A context in which everything happens as if it were so long ago."""

GUESTS = ("Dana", "Emil", "Frida", "Goran", "Hanna", "Ivo", "Jale", "Karim", "Lena")
"""The names of the league's players besides the demo players."""
_DOOR = "web"
_FOUNDED = timedelta(days=30)
_STARTED = timedelta(days=20)
_BEFORE = timedelta(days=1)
"""How long before the start everybody joins."""
_LASTS = timedelta(days=90)
_RESULTS = ("x10110", "0x½00½", "1½x½11", "01½x½1", "010½x1", "1½000x")
"""The results of each player of a division against each other player, by their numbers."""
_FINISHED = 10
"""The number of finished games of a division."""


@dataclass(frozen=True, slots=True)
class ShowWish:
    """The size and the seed of a show."""

    players: int
    seasons: int
    seed: str


@dataclass(frozen=True, slots=True)
class PlayedSeason:
    """A season of the show that is over."""

    season: SeasonRow
    divisions: tuple[DivisionView, ...]
    """The divisions at the end."""
    news: tuple[str, ...]
    """What happened besides games, in sentences."""


Progress = Callable[[SeasonRow, int, int], None]
"""A function that is called with a season, the number of games that are over, and the number of all."""


@contextmanager
def a_show(file: LeagueFile, registry: Registry, wish: ShowWish) -> Iterator["Show"]:
    """
    A show of the league that a file describes, with its first season open for sign-up.

    :raises InputError: the file describes a league that cannot exist.
    """
    with TemporaryDirectory(prefix="corr-show-") as folder:
        database = Database(f"sqlite:///{Path(folder)}/show.sqlite")
        try:
            upgrade(database)
            clock = ManualClock(file.dates.sign_up_until - _BEFORE_END)
            yield Show(Workshop(database, clock, registry, secret=b""), clock, file, wish)
        finally:
            database.close()


class Show:
    """A show of a league, season after season."""

    def __init__(self, workshop: Workshop, clock: ManualClock, file: LeagueFile, wish: ShowWish) -> None:
        self._workshop, self._clock, self._wish = workshop, clock, wish
        self._people = iter(people(wish.players * (wish.seasons + 1)))
        with workshop.open() as uow:
            self._organiser = make_player(uow, _ORGANISER, "organiser@show.example", "UTC", is_demo=False)
            league = (file.id, file.name, file.description, file.settings)
            self._league_id = make_league(uow, MakeLeague(self._organiser, *league, file.dates)).id

    def sign_up(self) -> SeasonPlan:
        """Let players sign up for the open season; the planned divisions."""
        season = self._latest()
        self._clock.move_to(season.dates.sign_up_until - _BEFORE_END)
        with self._workshop.open() as uow:
            for player_id in self._wishing(uow, season):
                # Players who were late too often may not join, if the settings say so.
                with suppress(NotAllowedError):
                    join_season(uow, JoinSeason(season.id, player_id, DOOR))
        with self._workshop.look() as reader:
            return plan_of(reader, season)

    def play(self, progress: Progress) -> PlayedSeason:
        """
        Play the season that players have signed up for to its end.

        :raises ConflictError: too few signed up.
        """
        self._clock.move_to(self._latest().dates.starts_at)
        self._tick()
        season = self._draw_lots(self._latest())
        if not season.is_running:
            raise ConflictError(f"{season.name} was called off: fewer than {SMALLEST_DIVISION} players signed up.")
        news = [*self._play(season, progress), *self._end(season)]
        self._count_ratings()
        with self._workshop.look() as reader:
            over = get_season(reader, season.id)
            tiers = [division.tier for division in division_tables(reader, over)]
            return PlayedSeason(over, tuple(division_view(reader, over, tier) for tier in tiers), tuple(news))

    def open_next(self) -> None:
        """Open the next season, unless the service has opened it."""
        last = self._latest()
        if last.state is SeasonState.OVER:
            with self._workshop.open() as uow:
                settings, dates = suggested_next(last, uow)
                open_season(uow, OpenSeason(self._organiser, self._league_id, settings, dates))

    def _latest(self) -> SeasonRow:
        with self._workshop.look() as reader:
            season = find_latest_season(reader, self._league_id)
        assert season is not None, "a show has a season"
        return season

    def _draw_lots(self, season: SeasonRow) -> SeasonRow:
        """Let those who share a place be parted in the same way whenever the show is played with this seed."""
        season = replace(season, seed=f"{self._wish.seed}:{season.number}")
        with self._workshop.open() as uow:
            uow.connection.execute(_LOTS, {"of_season": season.id, "new_seed": season.seed})
        return season

    def _wishing(self, uow: UnitOfWork, season: SeasonRow) -> list[int]:
        """The players who want to join: most of those of the last season, and new ones for the rest."""
        last = [] if season.number == 1 else self._playing(uow, season.number - 1)
        lots = ((player, below(_HUNDRED, "returns", self._wish.seed, season.number, player)) for player in last)
        wishing = [player for player, lot in lots if lot < _RETURNING]
        while len(wishing) < self._wish.players:
            name, address = next(self._people)
            wishing.append(make_player(uow, name.name, address, "UTC", is_demo=False))
        return wishing

    def _playing(self, reader: Reader, number: int) -> list[int]:
        season = get_season_numbered(reader, self._league_id, number)
        states = (EntryState.PLAYING, EntryState.WITHDRAWN)
        return [entry.player_id for entry in entries_of(reader, season.id, states)]

    def _play(self, season: SeasonRow, progress: Progress) -> list[str]:
        """Play the games, with a withdrawal among them; sentences about what else happened."""
        games = ShowGames(self._workshop, self._clock, season, self._wish.seed)
        done = count(1)

        def told() -> None:
            progress(season, next(done), games.count)

        early = len(games.played) // _WITHDRAWAL_AFTER
        games.play(games.played[:early], told)
        news = self._withdraw(season)
        games.play(games.played[early:], told)
        games.oversleep(games.overslept, told)
        return news

    def _withdraw(self, season: SeasonRow) -> list[str]:
        """Withdraw one player, if there are enough; a sentence about that."""
        with self._workshop.open() as uow:
            entries = entries_of(uow, season.id)
            if len(entries) < _ENOUGH_TO_WITHDRAW:
                return []
            player_id = pick(entries, "withdraws", self._wish.seed, season.number).player_id
            return [Withdraw(season.id, player_id).carry_out(uow, ActRequest(self._organiser, _REASON)).sentence]

    def _end(self, season: SeasonRow) -> list[str]:
        """Let the end date come, and act until the season is over; sentences about what was decided."""
        games = ShowGames(self._workshop, self._clock, season, self._wish.seed)
        news = []
        self._tick()
        for _ in range(_MOST_LOOKS):
            with self._workshop.look() as reader:
                if not get_season(reader, season.id).is_running:
                    break
            if self._clock.now() > season.dates.ends_at:
                news += self._finish(season, games)
            self._clock.move_to(season.dates.ends_at)
            self._clock.move(EVERY)
            self._tick()
        return news

    def _finish(self, season: SeasonRow, games: ShowGames) -> list[str]:
        if season.settings.unfinished is Unfinished.ADJUDICATE:
            return games.decide(self._organiser)
        if season.settings.unfinished is Unfinished.PLAY_ON:
            games.let_all_run_out()
        return []

    def _tick(self) -> None:
        """Do what the service's tick does for seasons."""
        is_done = True
        while is_done:
            with self._workshop.open() as uow:
                is_done = advance_next_season(uow)

    def _count_ratings(self) -> None:
        is_done = True
        while is_done:
            with self._workshop.open() as uow:
                is_done = count_next(uow)


def furnish_leagues(uow: UnitOfWork, demo_players: Sequence[int], earlier: Earlier) -> None:
    """
    Make a league of two divisions with the demo players, run by the first of them; and a second league, whose organiser
    is the second player and asks the first one to join.
    """
    with earlier(uow, _FOUNDED + timedelta(days=10)):
        guests = [make_player(uow, name, f"{name.lower()}@demo.example", "UTC", is_demo=False) for name in GUESTS]
    with earlier(uow, _FOUNDED):
        season_id = _found_cup(uow, demo_players[0])
    players = [*demo_players, *guests]
    with earlier(uow, _STARTED + _BEFORE):
        for player_id in players:
            # These players are invented, so nobody has to agree.
            join_season(uow, JoinSeason(season_id, player_id, _DOOR))
    with earlier(uow, _STARTED):
        request = ActRequest(demo_players[0], version=get_season(uow, season_id).version)
        StartSeason(season_id).carry_out(uow, request)
    for tier, division in enumerate(division_tables(uow, get_season(uow, season_id))):
        _play(uow, division, earlier, ahead=tier)
    _open_sign_up(uow, demo_players)


def _found_cup(uow: UnitOfWork, player_id: int) -> int:
    settings = SeasonSettings(
        ruleset=uow.registry.get_info("kyo").ruleset,
        terms=Terms(read_pace("30d+1d/40d")),
        tie_breaks=(TieBreak.SONNEBORN_BERGER, TieBreak.WINS, TieBreak.LOT),
        players_per_division=6,
    )
    starts_at = uow.now + _FOUNDED - _STARTED
    dates = Dates(starts_at, starts_at, starts_at + _LASTS)
    words = "Two divisions, friendly people, a month for whoever needs it. The two best of the second division go up."
    return make_league(uow, MakeLeague(player_id, "autumn-cup", "Autumn Cup", words, settings, dates)).season_id


def _play(uow: UnitOfWork, division: DivisionTable, earlier: Earlier, *, ahead: int) -> None:
    """End the first games of a division, one a day."""
    entries = {entry.id: entry for entry in division.entries}
    order = {entry.id: at for at, entry in enumerate(reversed(division.entries) if ahead else division.entries)}
    for day, meeting in enumerate(division.table.meetings[:_FINISHED]):
        players = (entries[meeting.first].player_id, entries[meeting.second].player_id)
        with earlier(uow, _STARTED - timedelta(days=3 + day, hours=ahead)):
            _end(uow, meeting, players, _RESULTS[order[meeting.first]][order[meeting.second]])


def _end(uow: UnitOfWork, meeting: Meeting, players: tuple[int, int], result: str) -> None:
    first, second = players
    if result == "½":
        offer_draw(uow, meeting.game_id, first, _DOOR)
        accept_draw(uow, meeting.game_id, second, _DOOR)
    else:
        resign(uow, meeting.game_id, second if result == "1" else first, _DOOR)


def _open_sign_up(uow: UnitOfWork, demo_players: Sequence[int]) -> None:
    settings = SeasonSettings(
        ruleset=uow.registry.get_info("kelasu").ruleset, legs=2, players_per_division=5, up=1, down=1, rolls_over=True
    )
    starts_at = (uow.now + timedelta(days=15)).replace(hour=18, minute=0, second=0, microsecond=0)
    dates = Dates(starts_at - timedelta(days=1), starts_at, starts_at + timedelta(days=120))
    words = "Everybody meets everybody twice, once with each seat. It opens again by itself."
    order = MakeLeague(demo_players[1], "winter-league", "Winter League", words, settings, dates)
    season_id = make_league(uow, order).season_id
    ask_players(uow, AskPlayers(demo_players[1], season_id, ["Ada"]))
