"""
A show: whole seasons of a league, played by invented players in seconds, on a temporary database.

The service's own use cases play them: players sign up, games begin, turns are made, clocks run out, and the end date
comes. The same seed plays the same seasons.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import bindparam, update

from corr.base.uow import Reader, UnitOfWork, Workshop
from corr.errors import ConflictError, NotAllowedError
from corr.games.registry import Registry
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.withdrawal import Withdraw
from corr.leagues.division_tables import division_tables
from corr.leagues.rows import EVERY, SeasonRow, entries_of, find_latest_season, get_season, get_season_numbered
from corr.leagues.rules.league_file import LeagueFile
from corr.leagues.rules.settings import SMALLEST_DIVISION, Unfinished
from corr.leagues.season_tick import advance_next_season
from corr.leagues.seasons.division_plans import SeasonPlan, plan_of
from corr.leagues.seasons.entries import JoinSeason, join_season
from corr.leagues.seasons.league_founding import MakeLeague, make_league
from corr.leagues.seasons.season_opening import OpenSeason, open_season, suggested_next
from corr.leagues.show_games import DOOR, ManualClock, ShowGames, below, people, pick
from corr.leagues.views.division_view import DivisionView, division_view
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
