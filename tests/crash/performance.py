"""One performance of the crash test: people play, processes die, all comes to rest, and facts are taken."""

import random
import signal
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import select, update
from sqlalchemy.exc import DBAPIError

from corr.errors import CorrError, UnreachableError
from corr.store.base import table
from corr.store.db import Database
from corr.store.tables.clocks import Pulse
from corr.wiring import rehearse
from tests.crash.cluster import OwnCluster
from tests.crash.collecting import collected
from tests.crash.facts import Facts
from tests.crash.failpoints import FAILPOINTS
from tests.crash.far_end import FarEnd, listening
from tests.crash.house import House, moved_in
from tests.crash.killer import Killer
from tests.crash.league import found_league
from tests.crash.newborn import Starts, started
from tests.crash.players import Player
from tests.crash.resting import is_any_uncounted, left, left_of_league, let_leases_run_out
from tests.crash.script import Happened, Script
from tests.crash.stage import Stage
from tests.ports import free_port

_LONG = timedelta(minutes=30)
_LIFE_GOES_ON = 1.0
"""Seconds of play after the last death at a failpoint."""
_OFTEN = 0.1


def performed(
    script: Script,
    folder: Path,
    database_url: str,
    cluster: OwnCluster | None = None,
    *,
    starts: Starts = started,
) -> Facts:
    """
    The facts after one performance on an empty database.

    :param starts: how processes are started.
    """
    begun = time.monotonic()
    far_port = free_port()
    far_end = FarEnd(random.Random(f"far end {script.seed}"), script.cut_once_in)
    stage = Stage(folder, database_url, far_port, script.laid, script.kinds, starts)
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
    return "" if ended.exit_code == 0 else ended.output


@contextmanager
def _house(stage: Stage, far_end: FarEnd, script: Script) -> Iterator[House]:
    if any(FAILPOINTS[name].at_start for name in script.laid.failpoints):
        stage.processes[0].command = "migrate"
        stage.processes[0].launch()
        stage.processes[0].wait()
        stage.processes[0].command = script.kinds[0]
    rehearse(stage.settings, script.factor)
    with closing(Database(stage.database_url)) as database:
        house = moved_in(stage, database, far_end, script.players, seed=script.seed)
        if script.season:
            lasts = timedelta(seconds=script.season * script.factor)
            with house.workshop.open() as uow:
                found_league(uow, [member.id for member in house.members], house.games[0].info.ruleset, lasts=lasts)
        has_league = bool(script.season)
        yield replace(house, manners=script.manners, has_league=has_league)


def _play(house: House, killer: Killer, script: Script) -> None:
    """Let people play for a while, in which processes die."""
    for process in house.stage.processes:
        assert process.wait_until_open() or script.laid.failpoints, f"it never began:\n{process.said.read_text()}"
    players = [Player(house, member, random.Random(f"{member.name} {script.seed}")) for member in house.members]
    for player in players:
        player.start()
    begun = time.monotonic()
    while not _is_enough(house, killer, script, time.monotonic() - begun):
        if script.kills:
            killer.strike()
        else:
            time.sleep(0.1)
            killer.revive()
        for player in players:
            player.check()
    if script.has_outage:
        _be_away_for_long(house)
    elif script.until_died:
        time.sleep(_LIFE_GOES_ON)
    for player in players:
        player.stop()
    for player in players:
        player.join(script.drain)
        player.check()


def _is_enough(house: House, killer: Killer, script: Script, seconds: float) -> bool:
    """Whether everything has happened, after so many *seconds*, that is to happen while people play."""
    if seconds > script.limit:
        return True
    counts = killer.kills >= script.kills and house.journal.turns >= script.turns
    has_died = house.stage.met == set(script.laid.failpoints) or not script.until_died
    return seconds >= script.seconds and counts and has_died and _has_happened(house, script.until)


def _has_happened(house: House, what: Happened) -> bool:
    try:
        return what(house)
    except (DBAPIError, UnreachableError):
        return False


def _be_away_for_long(house: House) -> None:
    """Kill all processes, and let it look as if that had been half an hour ago."""
    for process in house.stage.processes:
        process.kill()
    house.journal.disrupted("all killed", repeats=sum(process.senders for process in house.stage.processes))
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

    Gives the moment at which that was seen, or the last one at which all of them ran.
    """
    played_until = house.workshop.now()
    until = time.monotonic() + script.drain
    while True:
        while (rested_at := _rested_at(house, script, played_until)) is None and time.monotonic() < until:
            time.sleep(_OFTEN)
            killer.revive()
        rested_at = rested_at or house.workshop.now()
        stopped_at = time.monotonic()
        _stop_all(house)
        if stopped_at > until or not _is_left_at_the_end(house):
            return rested_at
        for process in house.stage.processes:
            house.journal.disrupted(f"SIGTERM {process.name}", repeats=process.senders, since=stopped_at)
            process.launch()


def _stop_all(house: House) -> None:
    for process in house.stage.processes:
        process.send(signal.SIGTERM)
    for process in house.stage.processes:
        process.wait()


def _is_left_at_the_end(house: House) -> bool:
    """Whether a deadline fell just before the end, so that its game is not counted yet."""
    with house.workshop.look() as reader:
        return house.has_league and is_any_uncounted(reader)


def _rested_at(house: House, script: Script, played_until: datetime) -> datetime | None:
    """The moment of a look at which all was at rest; None if something was left to do, as all that people played."""
    try:
        if script.is_hurried:
            let_leases_run_out(house)
        # Asked first, so that what has to have happened for so long has done so at the moment that is given.
        has_happened = _has_happened(house, script.at_rest)
        with house.workshop.look() as reader:
            now = reader.now
            recently = max(played_until, now - timedelta(seconds=script.round / 2 * script.factor))
            rest = {**left(reader, recently), **(left_of_league(reader, recently) if house.has_league else {})}
    except (DBAPIError, UnreachableError, CorrError):
        return None
    house.journal.left = rest
    return now if has_happened and not rest.keys() - script.leaves else None
