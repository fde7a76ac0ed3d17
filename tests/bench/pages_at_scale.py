"""
Pages of a service with very many games, next to those of one with a thousand: the same player's share, the same pages.

Aim: at most 1.3 times as long, and the same number of queries. Each page is asked for once after PostgreSQL was started
anew, when its own cache is empty ("first"; what the system keeps of its files is still there), and then again and again
("later"), ever another player or game, so that the service itself keeps no page.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median

from flask.testing import FlaskClient
from sqlalchemy import Engine, event, func, select

from corr.base.uow import Workshop
from corr.demo.people import DOMAIN
from corr.game.game_row import GAME, PLAYER, SEAT
from corr.games.registry import Registry
from corr.players.profiles import find_owner
from corr.players.sessions import open_session
from corr.store.base import table
from corr.store.db import Database
from corr.store.tables.games import GameState, Turn
from corr.store.tables.player_accounts import MailAddress
from corr.web.app import create_app
from corr.web.app_state import WebSettings
from corr.web.auth import SESSION
from corr.wiring.service_clock import SystemClock
from tests.bench._model_games import DemoGamesWish
from tests.bench._worlds import HINT, IS_BIG, a_cluster, a_world
from tests.postgresql import find_programs

FEW = 1_000
MANY = 1_000_000 if IS_BIG else 100_000
SAMPLES = 400
"""Players and games whose pages are asked for: more than the service keeps pages of."""
_FIRSTS = 60
_ROUNDS = 1
_FAR = 15
_ADDRESS = table(MailAddress)
_ORIGIN = "http://127.0.0.1:9999"


@dataclass(frozen=True)
class Place:
    """One service, with some of its players and games."""

    database: Database
    workshop: Workshop
    browser: FlaskClient
    tokens: Sequence[str]
    """The sessions of some players."""
    names: Sequence[str]
    addresses: Sequence[str]
    games: Sequence[tuple[str, str]]
    """The session of one of its players, and the id of a running game."""


Visit = Callable[[Place, int], object]


def main() -> None:
    """Print the table, on PostgreSQL."""
    with a_cluster() as cluster, ExitStack() as stack:
        programs = find_programs()
        if cluster is None or programs is None:
            print("no PostgreSQL on this machine")
            return
        cluster.run("CREATE DATABASE few")
        few = stack.enter_context(a_world(cluster.url("few"), DemoGamesWish(FEW), SystemClock().now())).database
        cluster.run("CREATE DATABASE many")
        many = stack.enter_context(a_world(cluster.url("many"), DemoGamesWish(MANY), SystemClock().now())).database
        places = [_place(database) for database in (few, many)]
        for place in places:
            place.database.engine.dispose()
        cluster.control(programs, "--mode", "fast", "restart")
        for line in lines(*places):
            print(line, flush=True)


def lines(few: Place, many: Place) -> Iterator[str]:
    """The table."""
    yield f"{_size(many)}, next to {_size(few)}{HINT}"
    visits: dict[str, Visit] = {
        "my games": lambda place, number: _get(place, "/", place.tokens[number % len(place.tokens)]),
        "a game, for its player": _game,
        "a player, for a stranger": lambda place, number: _get(
            place, f"/players/{place.names[number % len(place.names)]}"
        ),
        "games to watch": lambda place, _: _get(place, "/games"),
        "games that are over": lambda place, _: _get(place, "/games?state=over"),
        f"page {_FAR} of them": lambda place, _: _get(place, f"/games?state=over&page={_FAR}"),
        "whose address it is": _owner,
    }
    firsts = {name: _pairs(few, many, visit, range(_FIRSTS)) for name, visit in visits.items()}
    for name, visit in visits.items():
        queries = " and ".join(str(_queries(place, visit)) for place in (few, many))
        later = _pairs(few, many, visit, list(range(SAMPLES)) * _ROUNDS)
        yield f"{name:26}{_told('first', firsts[name])}   {_told('later', later)}   {queries} queries"


def _told(when: str, pairs: Sequence[tuple[float, float]]) -> str:
    few, many = (1000 * median(column) for column in zip(*pairs, strict=True))
    return f"{when} {few:6.2f} {many:6.2f} ms {many / few:5.2f} x"


def _pairs(few: Place, many: Place, visit: Visit, numbers: Iterable[int]) -> list[tuple[float, float]]:
    return [(_timed(few, visit, number), _timed(many, visit, number)) for number in numbers]


def _timed(place: Place, visit: Visit, number: int) -> float:
    begin = time.perf_counter()
    visit(place, number)
    return time.perf_counter() - begin


def _queries(place: Place, visit: Visit) -> int:
    seen: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        seen.append(statement)

    engine: Engine = place.database.engine
    event.listen(engine, "before_cursor_execute", note)
    counts = []
    for number in range(_FIRSTS):
        seen.clear()
        visit(place, number)
        counts.append(len(seen))
    event.remove(engine, "before_cursor_execute", note)
    # Games that hide something need one or two more.
    return max(counts)


def _get(place: Place, path: str, token: str = "") -> None:
    headers = {"Cookie": f"{SESSION}={token}"} if token else {}
    answer = place.browser.get(path, base_url=_ORIGIN, headers=headers)
    assert answer.status == "200 OK", (path, answer.status)


def _game(place: Place, number: int) -> None:
    token, game_id = place.games[number % len(place.games)]
    _get(place, f"/games/{game_id}", token)


def _owner(place: Place, number: int) -> None:
    with place.workshop.look() as reader:
        assert find_owner(reader, place.addresses[number % len(place.addresses)]) is not None


def _place(database: Database) -> Place:
    workshop = Workshop(database, SystemClock(), Registry.discover(), b"a secret of benchmarks")
    with workshop.look() as reader:
        many = reader.connection.execute(
            select(_ADDRESS.c.player_id, PLAYER.c.name, _ADDRESS.c.address_key).join(PLAYER)
        )
        people = {row.player_id: row for row in many if row.address_key.endswith(DOMAIN)}
    step = max(1, len(people) // SAMPLES)
    players = list(people)[::step][:SAMPLES]
    with workshop.open() as uow:
        tokens = {player_id: open_session(uow, player_id, "bench").token for player_id in players}
        mine = select(SEAT.c.player_id, func.min(SEAT.c.game_id)).join(GAME, GAME.c.id == SEAT.c.game_id)
        running = mine.where(GAME.c.state == GameState.RUNNING.value, SEAT.c.player_id.in_(players))
        # Of those who play few different games there are several each.
        by = SEAT.c.player_id, func.substr(SEAT.c.game_id, 1, 1)
        games = [(tokens[row[0]], row[1]) for row in uow.connection.execute(running.group_by(*by).limit(SAMPLES))]
    app = create_app(workshop, WebSettings(_ORIGIN))
    return Place(
        database,
        workshop,
        app.test_client(use_cookies=False),
        tokens=tuple(tokens.values()),
        names=tuple(people[player_id].name for player_id in players),
        addresses=tuple(people[player_id].address_key for player_id in players),
        games=tuple(games),
    )


def _size(place: Place) -> str:
    with place.workshop.look() as reader:
        count = [
            reader.connection.execute(select(func.count()).select_from(rows)).scalar_one()
            for rows in (GAME, table(Turn))
        ]
    return f"{count[0]:,} games with {count[1]:,} turns"


if __name__ == "__main__":
    main()
