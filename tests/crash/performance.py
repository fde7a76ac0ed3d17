"""One performance of the crash test: people play, processes die, all comes to rest, and facts are taken."""

import random
import signal
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from corr.store.db import Database
from tests.crash.cluster import OwnCluster
from tests.crash.collecting import collected
from tests.crash.facts import Facts
from tests.crash.far_end import FarEnd, listening
from tests.crash.house import House, moved_in
from tests.crash.killer import Killer
from tests.crash.players import Player
from tests.crash.stage import NOTHING, Laid, Stage, free_ports

_WAITS = (
    "SELECT count(*) FROM inbox WHERE state = 'new'",
    "SELECT count(*) FROM outbox WHERE state = 'waiting' AND created_at < :recently",
    "SELECT count(*) FROM game_seat WHERE due_at < :recently AND lapsed_at IS NULL",
    "SELECT count(*) FROM outage WHERE settled_at IS NULL",
)


@dataclass(frozen=True, slots=True)
class Script:
    """What is performed."""

    kinds: tuple[str, ...]
    """The processes, by the command that each is."""
    seconds: float = 60.0
    """How long people play, at least."""
    kills: int = 0
    """How many processes are killed by chance, at least; with none, nothing is disturbed but by a failpoint."""
    players: int = 12
    factor: int = 600
    """How many times as fast time runs."""
    seed: int = 1
    laid: Laid = NOTHING
    cut_once_in: int = 60
    """Once in so many letters the far end hangs up after it took one."""
    drain: float = 240.0
    """Seconds within which all has to come to rest."""
    round: float = 20.0
    """Seconds after which a sweep or a sender must have come by."""


def performed(script: Script, folder: Path, database_url: str, cluster: OwnCluster | None = None) -> Facts:
    """The facts after one performance on an empty database."""
    begun = time.monotonic()
    far_port = free_ports(1)[0]
    far_end = FarEnd(random.Random(f"far end {script.seed}"), script.cut_once_in)
    stage = Stage(folder, database_url, far_port, script.laid, script.kinds)
    with listening(far_end, far_port), _house(stage, far_end, script) as house:
        killer = Killer(stage, cluster, house.journal, random.Random(f"killer {script.seed}"))
        try:
            for process in stage.processes:
                process.launch()
            _play(house, killer, script)
            _come_to_rest(house, killer, script)
        finally:
            stage.end()
        patience = timedelta(seconds=script.round * script.factor)
        facts = collected(house, verified=verified(stage), patience=patience)
        figures = killer.counts | house.journal.counts | {"seconds": round(time.monotonic() - begun)}
        return replace(facts, figures=figures)


def verified(stage: Stage) -> str:
    """What `corr verify` complains of; empty if all is well."""
    ended = stage.run("verify")
    return "" if ended.returncode == 0 else ended.stdout + ended.stderr


@contextmanager
def _house(stage: Stage, far_end: FarEnd, script: Script) -> Iterator[House]:
    begun = stage.run("rehearse", "--factor", str(script.factor))
    assert begun.returncode == 0, begun.stderr
    with closing(Database(stage.database_url)) as database:
        yield moved_in(stage, database, far_end, script.players, seed=script.seed)


def _play(house: House, killer: Killer, script: Script) -> None:
    """Let people play for a while, in which processes die."""
    for process in house.stage.processes:
        process.wait_until_open()
    players = [Player(house, member, random.Random(f"{member.name} {script.seed}")) for member in house.members]
    for player in players:
        player.start()
    until = time.monotonic() + script.seconds
    while time.monotonic() < until or killer.kills < script.kills:
        if script.kills:
            killer.strike()
        else:
            time.sleep(0.1)
            killer.revive()
        assert all(player.fault is None for player in players) or not players
    for player in players:
        player.stop()
    for player in players:
        player.join(script.drain)
        if player.fault is not None:
            raise player.fault


def _come_to_rest(house: House, killer: Killer, script: Script) -> None:
    """Wait until everything is done, and stop all processes; what is not done by then the laws will tell."""
    until = time.monotonic() + script.drain
    while time.monotonic() < until and not _is_at_rest(house, script):
        time.sleep(0.25)
        killer.revive()
    for process in house.stage.processes:
        process.send(signal.SIGTERM)
    for process in house.stage.processes:
        process.wait()


def _is_at_rest(house: House, script: Script) -> bool:
    try:
        with house.workshop.look() as reader:
            # Deadlines go on falling while games run, so what has only just come up may wait.
            recently = reader.now - timedelta(seconds=script.round / 2 * script.factor)
            return not any(reader.connection.execute(text(wait), {"recently": recently}).scalar() for wait in _WAITS)
    except DBAPIError:
        return False
