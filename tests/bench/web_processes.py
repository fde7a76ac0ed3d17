"""
Turns handed in a second with 1, 2 and 4 processes of `corr web` over one PostgreSQL.

Aim: 1.7 times as many with two as with one, where there are cores for it. PostgreSQL, which keeps its promises about
the disk here, and the clients share the machine with them; how many cores there are is printed, and what each side
used of them.
"""

import os
import resource
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import IO

from corr.base.uow import Workshop
from corr.games.registry import Registry
from corr.play.lifecycle import NewGame, start_game
from corr.players.profiles import make_player
from corr.players.sessions import open_session
from corr.store.db import Database
from corr.store.migrate import upgrade
from corr.wiring.service_clock import SystemClock
from tests.bench._worlds import a_cluster, a_folder
from tests.bench.web import Client
from tests.journeys.served import READY
from tests.playing import terms
from tests.ports import free_port

COUNTS = (1, 2, 4)
CLIENTS = 16
TURNS = 40
"""Of each client in a round."""
ROUNDS = 3
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Server:
    """One process of `corr web`."""

    port: int
    process: subprocess.Popen[str]

    @property
    def cpu(self) -> float:
        """Processor seconds so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS


@dataclass(frozen=True)
class Round:
    """What one round took."""

    seconds: float
    cpu: float
    """Processor seconds of the web processes."""
    own: float
    """Those of the clients."""

    @property
    def rate(self) -> float:
        """Turns a second."""
        return CLIENTS * TURNS / self.seconds


def main() -> None:
    """Print the table."""
    with a_cluster() as cluster, a_folder() as folder, ExitStack() as stack:
        if cluster is None:
            print("no PostgreSQL on this machine")
            return
        cluster.run("CREATE DATABASE web")
        tokens, games = _prepared(cluster.url("web"))
        secret = secrets.token_hex(32)
        servers = [stack.enter_context(_served(folder, cluster.url("web"), secret)) for _ in range(max(COUNTS))]
        for line in lines(servers, tokens, games):
            print(line, flush=True)


def lines(servers: Sequence[Server], tokens: Sequence[str], games: Sequence[Iterator[str]]) -> Iterator[str]:
    """The table."""
    yield f"{os.cpu_count()} cores for web processes, PostgreSQL and {CLIENTS} clients together"
    clients = {
        count: [
            Client(servers[number % count].port, token, next(mine))
            for number, (token, mine) in enumerate(zip(tokens, games, strict=True))
        ]
        for count in COUNTS
    }
    # The first round of each pays for what is made once.
    rounds = [{count: _round(servers, clients[count], games) for count in COUNTS} for _ in range(ROUNDS + 1)][1:]
    for count in COUNTS:
        found = [one[count] for one in rounds]
        rate, ratio = median(one.rate for one in found), median(one[count].rate / one[COUNTS[0]].rate for one in rounds)
        web, own = (
            median(part / one.seconds for one, part in parts)
            for parts in ([(one, one.cpu) for one in found], [(one, one.own) for one in found])
        )
        aim = ", aim 1.7" if count == COUNTS[1] else ""
        busy = f"web {web:.2f} and clients {own:.2f} cores busy"
        yield f"{count} of them: {rate:7.0f} turns/s {ratio:5.2f} x{aim:9}   {busy}"


def _round(servers: Sequence[Server], clients: Sequence[Client], games: Sequence[Iterator[str]]) -> Round:
    chosen = [[next(mine) for _ in range(TURNS)] for mine in games]

    def play(number: int) -> None:
        for game in chosen[number]:
            clients[number].turn(game)

    cpu, own, begin = sum(server.cpu for server in servers), _own(), time.perf_counter()
    with ThreadPoolExecutor(len(clients)) as pool:
        list(pool.map(play, range(len(clients))))
    seconds = time.perf_counter() - begin
    return Round(seconds, sum(server.cpu for server in servers) - cpu, _own() - own)


def _own() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _prepared(url: str) -> tuple[list[str], list[Iterator[str]]]:
    """A session for each client, and the games in which it owes the first turn."""
    database = Database(url)
    upgrade(database)
    workshop = Workshop(database, SystemClock(), Registry.discover(), b"a secret of benchmarks")
    tokens, games = [], []
    each = len(COUNTS) * (1 + TURNS * (ROUNDS + 1))
    for number in range(CLIENTS):
        with workshop.open() as uow:
            mine, theirs = (
                make_player(uow, f"{name} {number}", f"{name}{number}@example.org", "UTC", is_demo=False)
                for name in ("ada", "ben")
            )
            tokens.append(open_session(uow, mine, "bench").token)
            new = NewGame("kelasu/1", {}, terms("3d/turn"), (mine, theirs))
            games.append(iter([start_game(uow, new) for _ in range(each)]))
    database.close()
    return tokens, games


@contextmanager
def _served(folder: Path, url: str, secret: str) -> Iterator[Server]:
    port = free_port()
    settings = {
        "CORR_VAR": str(folder / f"var-{port}"),
        "CORR_DATABASE_URL": url,
        "CORR_SECRET": secret,
        "CORR_URL": f"http://127.0.0.1:{port}",
        "CORR_WEB_LISTEN": f"127.0.0.1:{port}",
        "CORR_LOG_LEVEL": "error",
    }
    command = [sys.executable, "-m", "corr", "web"]
    environ = {"PATH": os.environ["PATH"], **settings}
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout is not None
            _wait_until_ready(process.stdout)
            yield Server(port, process)
        finally:
            process.kill()


def _wait_until_ready(said: IO[str]) -> None:
    heard = []
    for line in said:
        heard.append(line)
        if READY in line:
            return
    raise AssertionError("it ended by itself:\n" + "".join(heard))


if __name__ == "__main__":
    main()
