"""One performance of the crash test: people play, processes die, all comes to rest, and facts are taken."""

import random
import signal
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import select, update
from sqlalchemy.exc import DBAPIError

from corr.errors import CorrError, UnreachableError
from corr.store.base import table
from corr.store.db import Database
from corr.store.tables import Pulse
from tests.crash.cluster import OwnCluster
from tests.crash.collecting import collected
from tests.crash.facts import Facts
from tests.crash.failpoints import FAILPOINTS
from tests.crash.far_end import FarEnd, listening
from tests.crash.house import House, moved_in
from tests.crash.killer import Killer
from tests.crash.league import found_league
from tests.crash.players import Player
from tests.crash.resting import left, left_of_league, let_leases_run_out
from tests.crash.stage import NOTHING, Laid, Stage, free_ports

_LONG = timedelta(minutes=30)
_LIFE_GOES_ON = 1.5
"""Seconds of play after the death at a failpoint."""


@dataclass(frozen=True, slots=True)
class Script:
    """What is performed."""

    kinds: tuple[str, ...]
    """The processes, by the command that each is."""
    seconds: float = 60.0
    """How long people play, at least."""
    turns: int = 0
    """How many turns have to be made, at least, however slow the machine is."""
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
    life: float = 1.0
    """Seconds between two blows, at most."""
    is_hurried: bool = False
    """Whether what the dead had in hand is taken from them by the harness, and not when their leases are over."""
    until_died: bool = False
    """Whether play ends soon after the last failpoint was met."""
    has_outage: bool = False
    """Whether the service seems to be down for long before all comes to rest."""
    leaves: frozenset[str] = frozenset()
    """The tables in which something is left to do for ever; then all rests for a while, so that the laws see it."""
    insists: bool = True
    """Whether players ask again who got no answer."""
    has_mail: bool = True
    """Whether turns are sent by mail too."""
    season: float = 0.0
    """Seconds of play after which the end date of a season comes, which is played besides; with 0 there is none."""
    round: float = 20.0
    """Seconds after which a sweep or a sender must have come by."""


def performed(script: Script, folder: Path, database_url: str, cluster: OwnCluster | None = None) -> Facts:
    """The facts after one performance on an empty database."""
    begun = time.monotonic()
    far_port = free_ports(1)[0]
    far_end = FarEnd(random.Random(f"far end {script.seed}"), script.cut_once_in)
    stage = Stage(folder, database_url, far_port, script.laid, script.kinds)
    with listening(far_end, far_port), _house(stage, far_end, script) as house:
        killer = Killer(stage, cluster, house.journal, random.Random(f"killer {script.seed}"), script.life)
        try:
            for process in stage.processes:
                process.launch()
            _play(house, killer, script)
            rested_at = _come_to_rest(house, killer, script)
        finally:
            stage.end()
        patience = timedelta(seconds=script.round * script.factor)
        facts = collected(house, rested_at, verified=verified(stage), patience=patience)
        rest = {f"{name} left": count for name, count in house.journal.left.items()}
        figures = rest | killer.counts | house.journal.counts | {"seconds": round(time.monotonic() - begun)}
        return replace(facts, figures=figures, accidents=house.journal.accidents, met=stage.met)


def verified(stage: Stage) -> str:
    """What `corr verify` complains of; empty if all is well."""
    ended = stage.run("verify")
    return "" if ended.returncode == 0 else ended.stdout + ended.stderr


@contextmanager
def _house(stage: Stage, far_end: FarEnd, script: Script) -> Iterator[House]:
    if any(FAILPOINTS[name].at_start for name in script.laid.failpoints):
        stage.processes[0].command = stage.launching("migrate")
        stage.processes[0].launch()
        stage.processes[0].wait()
        stage.processes[0].command = stage.launching(script.kinds[0])
    begun = stage.run("rehearse", "--factor", str(script.factor))
    assert begun.returncode == 0, begun.stderr
    with closing(Database(stage.database_url)) as database:
        house = moved_in(stage, database, far_end, script.players, seed=script.seed)
        if script.season:
            lasts = timedelta(seconds=script.season * script.factor)
            with house.workshop.open() as uow:
                found_league(uow, [member.id for member in house.members], house.games[0].info.ruleset, lasts=lasts)
        has_league = bool(script.season)
        yield replace(house, insists=script.insists, has_mail=script.has_mail, has_league=has_league)


def _play(house: House, killer: Killer, script: Script) -> None:
    """Let people play for a while, in which processes die."""
    for process in house.stage.processes:
        assert process.wait_until_open() or script.laid.failpoints, f"it never began:\n{process.said.read_text()}"
    players = [Player(house, member, random.Random(f"{member.name} {script.seed}")) for member in house.members]
    for player in players:
        player.start()
    until = time.monotonic() + script.seconds
    while not _is_enough(house, killer, script, until):
        if script.kills:
            killer.strike()
        else:
            time.sleep(0.1)
            killer.revive()
        for player in players:
            player.check()
    if script.has_outage:
        _be_away_for_long(house)
    if _has_died(house, script):
        time.sleep(_LIFE_GOES_ON)
    for player in players:
        player.stop()
    for player in players:
        player.join(script.drain)
        player.check()


def _is_enough(house: House, killer: Killer, script: Script, until: float) -> bool:
    """Whether everything has happened that is to happen while people play."""
    if script.until_died:
        return _has_died(house, script) or time.monotonic() > until
    has_happened = killer.kills >= script.kills and house.journal.turns >= script.turns
    return has_happened and time.monotonic() > until


def _has_died(house: House, script: Script) -> bool:
    return script.until_died and house.stage.met == set(script.laid.failpoints)


def _be_away_for_long(house: House) -> None:
    """Kill all processes, and let it look as if that had been half an hour ago."""
    for process in house.stage.processes:
        process.kill()
    house.journal.disrupted("all killed", repeats=len(house.stage.processes))
    pulse = table(Pulse)
    with house.workshop.open() as uow:
        for row in uow.connection.execute(select(pulse)).all():
            mine = (pulse.c.loop == row.loop) & (pulse.c.owner == row.owner)
            long_ago = row.at - uow.machine(_LONG)
            uow.connection.execute(update(pulse).where(mine).values(at=long_ago))
    for process in house.stage.processes:
        process.launch()
    for process in house.stage.processes:
        # Whoever listens has noted the outage: all is not at rest before it is settled.
        process.wait_until_open()


def _come_to_rest(house: House, killer: Killer, script: Script) -> datetime:
    """
    Wait until everything is done, and stop all processes; what is not done by then the laws will tell.

    Gives the last moment at which all of them ran.
    """
    until = time.monotonic() + script.drain
    while time.monotonic() < until and not _is_at_rest(house, script):
        time.sleep(0.25)
        killer.revive()
    if script.leaves:
        # Twice as long as things may take: what becomes due in the first half is too late by the end.
        time.sleep(2 * script.round)
    rested_at = house.workshop.now()
    for process in house.stage.processes:
        process.send(signal.SIGTERM)
    for process in house.stage.processes:
        process.wait()
    return rested_at


def _is_at_rest(house: House, script: Script) -> bool:
    try:
        if script.is_hurried:
            let_leases_run_out(house)
        with house.workshop.look() as reader:
            recently = reader.now - timedelta(seconds=script.round / 2 * script.factor)
            rest = {**left(reader, recently), **(left_of_league(reader, recently) if house.has_league else {})}
    except (DBAPIError, UnreachableError, CorrError):
        return False
    house.journal.left = rest
    return not rest.keys() - script.leaves
