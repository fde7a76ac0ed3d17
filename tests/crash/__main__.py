"""The crash test by hand: `python -m tests.crash`, or `make crashtest`. Its exit status says whether all laws hold."""

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.crash.breaks import BREAKS
from tests.crash.cluster import own_cluster
from tests.crash.failpoints import FAILPOINTS
from tests.crash.laws import LAWS, broken
from tests.crash.performance import performed
from tests.crash.script import Script
from tests.crash.stage import Laid
from tests.crash.story import story
from tests.postgresql import find_programs

_MANY = ("web", "web", "jobs", "jobs", "mail", "mail")
_ALONE = ("serve",)
_SHOWN = 20
_HOUR = 3600.0


def main() -> int:
    """Perform as the options say, and tell the figures and what breaks a law."""
    told = _options().parse_args()
    is_alone = told.database == "sqlite"
    script = Script(
        kinds=_ALONE if is_alone else _MANY,
        seconds=told.hours * _HOUR / told.factor or told.seconds,
        kills=told.kills,
        players=told.players,
        factor=told.factor,
        seed=told.seed,
        drain=told.drain,
        laid=Laid(tuple(told.failpoints), tuple(told.faults)),
        life=2.0 if is_alone else 1.0,
        is_hurried=told.is_hurried,
        season=told.season,
    )
    with ExitStack() as stack:
        folder = Path(told.folder or stack.enter_context(tempfile.TemporaryDirectory(prefix="corr-crash-")))
        if is_alone:
            facts = performed(script, folder, f"sqlite:///{folder / 'corr.sqlite'}")
        else:
            programs = find_programs()
            if programs is None:
                sys.exit("There is no PostgreSQL server on this machine (Debian: postgresql).")
            cluster = stack.enter_context(own_cluster(programs))
            facts = performed(script, folder, cluster.url("crash"), cluster)
    found = broken(facts)
    print("\n".join(story(facts, script)))
    for name, law in LAWS.items():
        findings = found.get(name, [])
        print(f"{name:4} {'BROKEN' if findings else 'holds '} {law.sentence}")
        print("".join(f"       {finding}\n" for finding in findings[:_SHOWN]), end="")
    return int(bool(found))


def _options() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    options.add_argument("--database", choices=("postgresql", "sqlite"), default="postgresql")
    options.add_argument("--kills", type=int, default=200, help="how many processes are killed, at least")
    options.add_argument("--seconds", type=float, default=60.0, help="how long people play, at least")
    options.add_argument("--hours", type=float, default=0.0, help="the same by the time of the service, instead")
    options.add_argument("--players", type=int, default=12)
    options.add_argument("--factor", type=int, default=600, help="how many times as fast time runs")
    options.add_argument("--season", type=float, default=30.0, help="after how long a season ends; 0 to play none")
    options.add_argument("--hurry", dest="is_hurried", action="store_true", help="wait for no lease of the dead")
    options.add_argument("--drain", type=float, default=240.0, help="seconds within which all has to come to rest")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument(
        "--failpoint",
        dest="failpoints",
        choices=sorted(FAILPOINTS),
        action="append",
        default=[],
        help="die exactly there, once",
    )
    options.add_argument(
        "--break", dest="faults", choices=sorted(BREAKS), action="append", default=[], help="break it on purpose"
    )
    options.add_argument("--folder", default="", help="where everything is kept, and left afterwards")
    return options


if __name__ == "__main__":
    sys.exit(main())
