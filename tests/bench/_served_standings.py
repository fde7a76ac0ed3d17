"""
The page of a division of 20 players under load, beside static pages of the same size.

Run by `tests.bench.standings_page` as a program of its own, so that its processor time is its own.
"""

import json
import logging
import socket
import sys
import time
from dataclasses import asdict, dataclass
from datetime import timedelta

from flask import Flask, Response
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from corr.base.uow import Workshop
from corr.cli.webserver import WebServer
from corr.games.registry import Registry
from corr.leagues.division_forecasts import work_out_next
from corr.leagues.rows import show_season_anew
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.tiebreaks import TieBreak
from corr.players.accounts import open_demo_session
from corr.players.profiles import make_player
from corr.store.db import Database
from corr.store.migrate import upgrade
from corr.web.app import create_app
from corr.web.app_state import WebSettings
from corr.wiring.service_clock import SystemClock
from tests.fakes import FakeClock
from tests.playing import Room
from tests.web.leagues.grounds import NAMES, Season, a_running_season

_SETTINGS = SeasonSettings("kelasu/1", players_per_division=20, tie_breaks=tuple(TieBreak))
_FINISHED = 0.7
_BETWEEN = timedelta(hours=5)
"""From the end of one game to that of the next."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What the clients are told."""

    port: int
    token: str
    """The session of a reader who does not play."""
    path: str
    """The address of the division."""
    size: int
    """Of its page, in bytes."""


def main() -> None:
    """Serve until killed; the command line names the empty database, and whether everybody meets twice."""
    url, legs = sys.argv[1], int(sys.argv[2])
    database = Database(url)
    upgrade(database)
    registry, clock = Registry.discover(), FakeClock()
    season = _season(Room(database, clock, Workshop(database, clock, registry, b"bench" * 8)), legs)
    workshop = Workshop(database, SystemClock(), registry, b"bench" * 8)
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    app = create_app(workshop, WebSettings(f"http://127.0.0.1:{port}"))
    page = app.test_client().get(f"{season.path}/1", base_url=f"http://127.0.0.1:{port}")
    app.wsgi_app = DispatcherMiddleware(app.wsgi_app, {"/bare": _bare(page.text, season)})  # type: ignore[method-assign]  # Flask's documented way
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    with workshop.open() as uow:
        reader = make_player(uow, "A reader", "reader@example.org", "Europe/Berlin", is_demo=True)
        token = open_demo_session(uow, reader, "bench").token
    WebServer(app, listening).start()
    print(json.dumps(asdict(Prepared(port, token, f"{season.path}/1", len(page.data)))), flush=True)
    sys.stdin.read()


def _season(room: Room, legs: int) -> Season:
    """A season in which most games have ended, one after the other."""
    season = a_running_season(room, NAMES, legs=legs, settings=_SETTINGS)
    division = season.divisions()[0]
    names = division.names()
    meetings = division.table.meetings
    for number, meeting in enumerate(meetings[: int(len(meetings) * _FINISHED)]):
        winner = (None, names[meeting.first], names[meeting.second])[number * 7 % 3]
        season.end(meeting.game_id, winner, "resignation" if winner else "agreement")
        room.clock.move(_BETWEEN)
    work_out_next(room.workshop)
    return season


def _bare(text: str, season: Season) -> Flask:
    app = Flask("bare")

    @app.get("/same")
    def same() -> Response:
        return Response(text, content_type="text/html; charset=utf-8")

    @app.get("/anew")
    def anew() -> str:
        with season.room.workshop.open() as uow:
            show_season_anew(uow, season.id)
        return ""

    @app.get("/cpu")
    def cpu() -> str:
        return str(time.process_time())

    return app


if __name__ == "__main__":
    main()
