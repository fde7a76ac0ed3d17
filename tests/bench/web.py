"""How much a turn and a page cost through the web stack, next to bare routes in the same server and the same run."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from itertools import cycle, islice, repeat
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from corr.games.registry import Registry
from tests.bench._served import MIDDLE_GAMES, TURN, Prepared
from tests.bench._turns import CROWDED

ROUNDS = 7
"""Rounds of each kind in turn, of which the median counts."""
ALONE = 120
"""Turns of one client in a round."""
TOGETHER = 40
"""Turns of each of the clients in a round together."""
PAGES = 150
"""Pages in a round."""
BASELINE = "kelasu"
"""The game whose pages those of the others are compared with: they may cost half as much again."""
_CROWDED_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Spent:
    """What one round took."""

    cpu: float
    """Processor seconds of the server per request."""
    waits: list[float]
    """Seconds of each request as the client saw them."""
    seconds: float
    """The whole round."""

    @property
    def rate(self) -> float:
        """Requests per second."""
        return len(self.waits) / self.seconds


class Client:
    """One browser: a connection that is kept, a session, and the token of its forms."""

    def __init__(self, port: int, token: str, game: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port)
        self._cookie = {"Cookie": f"sid={token}"}
        page = self.get(f"/games/{game}")[1].decode()
        found = re.search(r'name="csrf" value="([^"]+)"', page)
        assert found is not None
        self.csrf = found[1]

    def get(self, path: str, **headers: str) -> tuple[int, bytes, str]:
        """Status, body and ETag of a page."""
        self._connection.request("GET", path, headers=self._cookie | headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read(), answer.headers.get("ETag", "")

    def post(self, path: str, form: dict[str, str]) -> None:
        """Hand a form in; it must be taken."""
        headers = self._cookie | {"Content-Type": "application/x-www-form-urlencoded"}
        self._connection.request("POST", path, urlencode(form), headers)
        answer = self._connection.getresponse()
        body = answer.read()
        assert answer.status == 303, (answer.status, body[:500])

    def turn(self, game: str) -> None:
        """Hand in the first turn of *game*."""
        self.post(f"/games/{game}/turns", {"csrf": self.csrf, "turn": "1", "text": TURN, "act": "submit"})

    def bare_turn(self, game: str) -> None:
        """The same form to the bare route."""
        self.post("/bare/turn", {"game": game, "csrf": self.csrf, "turn": "1", "text": TURN})


@contextmanager
def served(url: str, bare_url: str) -> Iterator[Prepared]:
    """A server process of its own, on two empty databases."""
    numbers = (ALONE * (ROUNDS + 1), TOGETHER * (_CROWDED_ROUNDS + 1) + 1)
    command = [sys.executable, "-m", "tests.bench._served", url, bare_url, *map(str, numbers)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield Prepared(**json.loads(server.stdout.readline()))
        finally:
            server.kill()


def measured(clients: list[Client], works: list[list[Callable[[], object]]]) -> Spent:
    """What it takes when every client does its works, one after another, all clients at once."""
    before, start = _cpu(clients[0]), time.perf_counter()
    if len(clients) == 1:
        waits = [_timed(work) for work in works[0]]
    else:
        with ThreadPoolExecutor(len(clients)) as pool:
            waits = [wait for found in pool.map(lambda todo: [_timed(work) for work in todo], works) for wait in found]
    seconds = time.perf_counter() - start
    return Spent((_cpu(clients[0]) - before) / len(waits), waits, seconds)


def _cpu(client: Client) -> float:
    return float(client.get("/bare/cpu")[1])


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def alternated(ours: Callable[[], Spent], bare: Callable[[], Spent], rounds: int) -> tuple[list[Spent], list[Spent]]:
    """Rounds of both in turn, after one of each that does not count."""
    ours(), bare()
    pairs = [(ours(), bare()) for _ in range(rounds)]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def turn_lines(prepared: Prepared, clients: list[Client]) -> Iterator[str]:
    """Turns of one client, and of all at once."""
    left = [iter(games) for games in prepared.games]

    def todo(count: int, many: int, *, bare: bool) -> Spent:
        works: list[list[Callable[[], object]]] = []
        for client, games in list(zip(clients, left, strict=True))[:many]:
            hand_in = client.bare_turn if bare else client.turn
            chosen = ["bare"] * count if bare else [next(games) for _ in range(count)]
            works.append([lambda game=game, hand_in=hand_in: hand_in(game) for game in chosen])  # type: ignore[misc]  # mypy cannot infer a lambda with defaults
        return measured(clients[:many], works)

    ours, bare = alternated(lambda: todo(ALONE, 1, bare=False), lambda: todo(ALONE, 1, bare=True), ROUNDS)
    yield from ratios("a turn, one client", ours, bare)
    many = len(clients)
    ours, bare = alternated(
        lambda: todo(TOGETHER, many, bare=False), lambda: todo(TOGETHER, many, bare=True), _CROWDED_ROUNDS
    )
    yield from ratios(f"a turn, {many} clients", ours, bare)
    for name, spent in (("ours", ours), ("bare", bare)):
        waits = [wait for one in spent for wait in one.waits]
        middle, worst = median(waits), quantiles(waits, n=100)[98]
        both = f"median {1000 * middle:6.1f} ms  p99 {1000 * worst:6.1f} ms"
        yield f"{many} clients, {name}: {both} {worst / middle:5.2f} x"


def page_lines(prepared: Prepared, client: Client) -> Iterator[str]:
    """Pages of games in the middle, for the player who is due: drawn afresh, kept here, and kept by the browser."""
    middle_games = prepared.middle_games[BASELINE]
    path = f"/games/{middle_games[0]}"
    _, page, tag = client.get(path)
    _, least, _ = client.get("/bare/page")
    bare_path = f"/bare/page?filler={max(0, len(page) - len(least))}"
    yield f"the game page is {len(page) / 1000:.1f} kB, the bare page {len(client.get(bare_path)[1]) / 1000:.1f} kB"

    def fetch(expected: int, address: str, headers: dict[str, str]) -> None:
        status = client.get(address, **headers)[0]
        assert status == expected, status

    def todo(addresses: Iterator[str], expected: int = 200, **headers: str) -> Spent:
        chosen = islice(addresses, PAGES)
        return measured([client], [[partial(fetch, expected, address, headers) for address in chosen]])

    all_pages = cycle(f"/games/{game}" for game in middle_games)
    kinds: dict[str, Callable[[], Spent]] = {
        "game pages, drawn afresh": lambda: todo(all_pages),
        "a game page, kept here": lambda: todo(repeat(path)),
        "a game page, unchanged (304)": lambda: todo(repeat(path), 304, **{"If-None-Match": tag}),
        "a route that does nothing": lambda: todo(repeat("/bare/nothing")),
    }
    for name, work in kinds.items():
        yield from ratios(name, *alternated(work, lambda: todo(repeat(bare_path)), ROUNDS))


def game_lines(prepared: Prepared, client: Client) -> Iterator[str]:
    """Pages of each other game in the middle, next to those of the first game there was; all drawn afresh."""

    def pages(addresses: Iterator[str]) -> Spent:
        return measured([client], [[partial(_fetch, client, address) for address in islice(addresses, PAGES)]])

    def rounds_of(addresses: list[str]) -> Callable[[], Spent]:
        endless = cycle(addresses)
        return lambda: pages(endless)

    for game, games in prepared.middle_games.items():
        if game != BASELINE:
            others = [f"/games/{found}" for found in prepared.middle_games[BASELINE]]
            ours = rounds_of([f"/games/{found}" for found in games])
            yield from ratios(f"pages of {game}", *alternated(ours, rounds_of(others), ROUNDS), BASELINE)
    others = crowded_boards(BASELINE)
    for game in CROWDED:
        if game != BASELINE and game in prepared.middle_games:
            works = rounds_of(crowded_boards(game)), rounds_of(others)
            yield from ratios(f"crowded boards of {game}", *alternated(*works, ROUNDS), BASELINE)


def crowded_boards(game: str) -> list[str]:
    """Addresses of practice boards with the same rows in ever another order, so that none is kept for long."""
    board, _, rest = CROWDED[game].partition(" ")
    rules, chance = Registry.discover().get_rules_of_game(game), Random(0)
    found: list[str] = []
    while len(found) < MIDDLE_GAMES:
        rows = board.split("/")
        position = f"{'/'.join(chance.sample(rows, len(rows)))} {rest}"
        if rules.due(rules.parse_position(position)):
            found.append(f"/practice/{game}?{urlencode({'position': position})}")
    return found


def _fetch(client: Client, address: str) -> None:
    status = client.get(address)[0]
    assert status == 200, status


def ratios(what: str, ours: list[Spent], bare: list[Spent], against: str = "bare") -> Iterator[str]:
    """A line with what ours cost next to the bare ones."""
    own, other = median([spent.cpu for spent in ours]), median([spent.cpu for spent in bare])
    cost = median([mine.cpu / theirs.cpu for mine, theirs in zip(ours, bare, strict=True)])
    speed = median([mine.rate / theirs.rate for mine, theirs in zip(ours, bare, strict=True)])
    costs = f"{1000 * own:6.2f} ms CPU, {against} {1000 * other:6.2f} ms"
    yield f"{what:28} {costs}: {cost:5.2f} x the cost, {speed:5.2f} x the rate"


def lines(url: str, bare_url: str) -> Iterator[str]:
    """The table, measured on two empty databases."""
    with served(url, bare_url) as prepared:
        game = prepared.games[0][-1]
        clients = [
            Client(prepared.port, token, games[-1])
            for token, games in zip(prepared.tokens, prepared.games, strict=True)
        ]
        yield from turn_lines(prepared, clients)
        reader = Client(prepared.port, prepared.tokens[0], game)
        yield from page_lines(prepared, reader)
        yield from game_lines(prepared, reader)


def main() -> None:
    """Print the table, on SQLite."""
    with TemporaryDirectory() as folder:
        for line in lines(f"sqlite:///{folder}/corr.sqlite", f"sqlite:///{folder}/bare.sqlite"):
            print(line, flush=True)


if __name__ == "__main__":
    main()
