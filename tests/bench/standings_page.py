"""
The page of a division of twenty players: drawn afresh after each result, and kept, next to a page of Jinja of its size.
"""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from statistics import median

from corr.base.uow import Workshop
from corr.game.game_row import get_game_row
from corr.games.registry import Registry
from corr.leagues.division_forecasts import work_out_next
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.tiebreaks import TieBreak
from corr.players.sessions import open_session
from corr.store.db import Database
from corr.store.migrate import upgrade
from tests.bench._figures import Figure, Found, ratio
from tests.bench._metering import Request, Work, in_turns
from tests.bench._programs import SECRET, Browser, Installation, Program, bare, corr
from tests.bench._worlds import Site, sites
from tests.fakes import FakeClock
from tests.playing import Room
from tests.web.leagues.grounds import NAMES, Season, a_running_season

_SETTINGS = SeasonSettings("kelasu/1", players_per_division=20, tie_breaks=tuple(TieBreak))
_FINISHED = 133
"""Games of 190 that are over."""
_BETWEEN = timedelta(minutes=10)
"""From the end of one game to that of the next."""
_BEFORE = timedelta(days=9, hours=2) + _FINISHED * _BETWEEN
"""How long ago sign-up began, so that the last of these games ended just now."""
_ROUNDS, _DRAWN, _KEPT = 5, 4, 20
"""Rounds, and pages in one: each that is drawn afresh needs another result."""


def figures() -> Iterator[Found]:
    """All of them, on both databases."""
    for site in sites():
        with ExitStack() as stack:
            database = stack.enter_context(closing(Database(site.new_url("leagues"))))
            upgrade(database)
            clock = FakeClock(datetime.now(UTC) - _BEFORE)
            workshop = Workshop(database, clock, Registry.discover(), SECRET.encode())
            season = _played(Room(database, clock, workshop))
            web = stack.enter_context(corr("web", Installation(database.url, site.folder)))
            beside = stack.enter_context(bare("web", site.new_url("bare")))
            yield from _measured(site, _Reader(season, Browser(web.port), web), beside)


@dataclass
class _Reader:
    """A stranger who reads the page again and again, while players give their games up."""

    season: Season
    browser: Browser
    program: Program

    def __post_init__(self) -> None:
        table = self.season.divisions()[0].table
        self._open = iter([meeting.game_id for meeting in table.meetings if meeting.result is None])
        with self.season.room.workshop.open() as uow:
            self._tokens = {
                player_id: open_session(uow, player_id, "bench").token for player_id in self.season.players.values()
            }

    @property
    def path(self) -> str:
        """The address of the division."""
        return f"{self.season.path}/1"

    def afresh(self) -> Request:
        """The page, after another result."""
        game_id = next(self._open)
        with self.season.room.workshop.look() as reader:
            player_id = get_game_row(reader, game_id).seats[0].player_id
        self.browser.post(f"/games/{game_id}/resign", self._tokens[player_id])
        return partial(self.browser.get, self.path)


def _played(room: Room) -> Season:
    """A season in which most games have ended, one after the other."""
    season = a_running_season(room, NAMES, settings=_SETTINGS)
    division = season.divisions()[0]
    names = division.names()
    meetings = division.table.meetings
    for number, meeting in enumerate(meetings[:_FINISHED]):
        winner = (None, names[meeting.first], names[meeting.second])[number * 7 % 3]
        season.end(meeting.game_id, winner, "resignation" if winner else "agreement")
        room.clock.move(_BETWEEN)
    work_out_next(room.workshop)
    return season


def _measured(site: Site, reader: _Reader, beside: Program) -> Iterator[Figure]:
    browser, path, other = reader.browser, reader.path, Browser(beside.port)
    size = len(browser.get(path).body)
    filler = size - len(other.get("/page").body)
    tag = browser.get(path).tag
    spent = in_turns(
        {
            "afresh": Work(reader.program.cpu, reader.afresh, 1, _DRAWN),
            "kept": Work(reader.program.cpu, lambda: partial(browser.get, path), _KEPT),
            "304": Work(reader.program.cpu, lambda: partial(browser.get, path, "", tag), _KEPT),
            "frame": Work(reader.program.cpu, lambda: partial(browser.get, f"{path}/embed"), _KEPT),
            "page": Work(beside.cpu, lambda: partial(other.get, f"/page?filler={filler}"), _KEPT),
        },
        _ROUNDS,
    )
    name, page = f"{site.name}: division page", spent["page"]
    detail = f"{size / 1000:.0f} kB, a page of Jinja {median(page):.2f} ms"
    yield Figure(f"{name} afresh, after a result", median(spent["afresh"]), 12, "ms")
    yield Figure(f"{name} afresh x a page of Jinja of its size", ratio(spent["afresh"], page), 4, detail=detail)
    for kind, what in (("kept", "kept"), ("304", "unchanged (304)"), ("frame", "kept, its table in a frame")):
        yield Figure(f"{name} {what} x that page", ratio(spent[kind], page), 1, detail=f"{median(spent[kind]):.2f} ms")
