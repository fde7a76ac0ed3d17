"""
The pages under load: one server process with our pages and, beside them, bare routes that serve as baselines.

The bare routes do the least that such a page could do: one INSERT and COMMIT, one Jinja page with a loop over
the squares, and nothing at all, which is what the server and Flask themselves cost. Run by `tests.bench.web` as a
program of its own, so that its processor time is its own.
"""

import json
import logging
import socket
import sys
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import islice
from random import Random

from flask import Flask, Response, request
from jinja2 import Environment
from sqlalchemy import insert
from sqlmodel import Field, SQLModel
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from corr.base.uow import UnitOfWork, Workshop
from corr.cli.webserver import WebServer
from corr.games.api import Info
from corr.games.registry import Registry
from corr.games.replay import Track
from corr.games.seats import FIRST, Seat
from corr.play.lifecycle import NewGame, start_game
from corr.play.turns import SubmitTurn, submit_turn
from corr.players.accounts import open_demo_session
from corr.players.profiles import make_player
from corr.store.db import Database
from corr.store.migrate import upgrade
from corr.web.app import create_app
from corr.web.app_state import WebSettings
from corr.wiring.service_clock import SystemClock
from tests.playing import terms

CLIENTS = 16
MIDDLE_GAMES = 300
"""Games in the middle: more than pages and boards are kept, so that asking for one after another draws all afresh."""
_ROUNDS = 20
_TRIED = 3
"""How many ways to go on are tried each time: the one with the most stacks is gone."""
_LISTED = 200
TURN = "B6-C6, A6-B6"
"""The first turn that is handed in again and again, each time in another game."""
_SQUARES = 100
_PAGE = Environment(autoescape=True).from_string(
    "<!doctype html><title>{{ title }}</title><svg>"
    "{% for square in squares %}<a href='/g?pick={{ square.name }}'><rect class='{{ square.ground }}' "
    "x='{{ square.x }}' y='{{ square.y }}' width='10' height='10'/>"
    "{% if square.piece %}<use href='#{{ square.piece }}' x='{{ square.x }}' y='{{ square.y }}'/>{% endif %}</a>"
    "{% endfor %}</svg><p>{{ filler }}</p>"
)


class BareTurn(SQLModel, table=True):
    """The row that the bare route inserts, as wide as a turn of ours."""

    __tablename__ = "bare_turn"

    id: int | None = Field(default=None, primary_key=True)
    game_id: str
    number: int
    text: str
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Prepared:
    """What the clients are told."""

    port: int
    tokens: list[str]
    """The session of each client."""
    games: list[list[str]]
    """For each client the games in which it owes the first turn."""
    middle_games: dict[str, list[str]]
    """Of each game some in the middle, in which the first client is due, each at another position."""


def main() -> None:
    """
    Serve until killed.

    The command line names the empty database, another one for the bare routes, how many games the first client has for
    itself, and how many each client has for the rounds together.
    """
    url, bare_url, alone, together = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    database = Database(url)
    upgrade(database)
    workshop = Workshop(database, SystemClock(), Registry.discover(), b"bench" * 8)
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    prepared = _prepared(workshop, port, (alone, together))
    app = create_app(workshop, WebSettings(f"http://127.0.0.1:{port}"))
    app.wsgi_app = DispatcherMiddleware(app.wsgi_app, {"/bare": _bare(bare_url)})  # type: ignore[method-assign]  # Flask's documented way
    # A full queue is what is measured here, and no news.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = WebServer(app, listening)
    server.start()
    print(json.dumps(asdict(prepared)), flush=True)
    sys.stdin.read()


def _prepared(workshop: Workshop, port: int, numbers: tuple[int, int]) -> Prepared:
    with workshop.open() as uow:
        players = [
            make_player(uow, f"Player {i}", f"player{i}@example.org", "Europe/Berlin", is_demo=True)
            for i in range(CLIENTS + 1)
        ]
        tokens = [open_demo_session(uow, player, "bench").token for player in players[:CLIENTS]]
    games = []
    for player in players[:CLIENTS]:
        with workshop.open() as uow:
            count = sum(numbers) if player == players[0] else numbers[1]
            games.append([_game(uow, player, players[-1]) for _ in range(count)])
    middle = {
        info.game: [_middle_game(workshop, info, (players[0], players[1]), Random(n)) for n in range(MIDDLE_GAMES)]
        for info in workshop.registry.games()
    }
    return Prepared(port, tokens, games, middle)


def _game(uow: UnitOfWork, first: int, second: int, ruleset: str = "kelasu/1") -> str:
    return start_game(uow, NewGame(ruleset, {}, terms("3d/turn"), (first, second)))


def _middle_game(workshop: Workshop, info: Info, players: tuple[int, int], chance: Random) -> str:
    """A game after twenty random rounds or a few more, with as many stacks as came up."""
    rules = workshop.registry.get_rules(info.ruleset)
    track, rounds = Track.begin(rules), list[dict[Seat, str]]()
    while len(rounds) < _ROUNDS or track.due != {FIRST}:
        if not track.due:
            # It ended too soon: another one.
            track, rounds = Track.begin(rules), []
        found = [_random_round(track, chance) for _ in range(_TRIED)]
        texts, track = max(found, key=lambda one: _stacks(one[1]))
        rounds.append(texts)
    with workshop.open() as uow:
        game_id = _game(uow, *players, info.ruleset)
        for number, texts in enumerate(rounds, 1):
            for seat, text in texts.items():
                submit_turn(uow, SubmitTurn(game_id, players[seat], number, text, door="web", received_at=_now()))
    return game_id


def _random_round(track: Track, chance: Random) -> tuple[dict[Seat, str], Track]:
    """A round of turns of up to three actions, and the game after it."""
    drafts = {}
    for seat in sorted(track.due):
        draft = track.rules.begin(track.position, seat)
        for _ in range(3):
            if actions := list(islice(draft.actions(), _LISTED)):
                draft = draft.after(chance.choice(actions))
        drafts[seat] = draft
    return {seat: track.rules.write(draft.made) for seat, draft in drafts.items()}, track.after(drafts)


def _stacks(track: Track) -> int:
    """How many squares have more than one piece."""
    scene = track.rules.scene(track.rules.begin(track.position, FIRST))
    return sum(len(square.pieces) > 1 for square in scene.squares)


def _now() -> datetime:
    return datetime.now(UTC)


def _bare(url: str) -> Flask:
    app = Flask("bare")
    # The same settings and order among writers as ours, so that only the work differs.
    database = Database(url)
    SQLModel.metadata.create_all(database.engine)
    squares = [
        {"name": f"{n // 10}{n % 10}", "ground": "plain", "x": n % 10, "y": n // 10, "piece": "w" if n % 3 else ""}
        for n in range(_SQUARES)
    ]

    @app.post("/turn")
    def turn() -> Response:
        form = request.form
        row = {"game_id": form["game"], "number": int(form["turn"]), "text": form["text"], "received_at": _now()}
        with database.writing() as connection:
            connection.execute(insert(BareTurn), row)
        return Response(status=303, headers={"Location": "/bare/page"})

    @app.get("/page")
    def page() -> str:
        return _PAGE.render(title="bare", squares=squares, filler="x" * int(request.args.get("filler", "0")))

    @app.get("/nothing")
    def nothing() -> str:
        return ""

    @app.get("/cpu")
    def cpu() -> str:
        return str(time.process_time())

    return app


if __name__ == "__main__":
    main()
