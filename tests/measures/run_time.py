"""
What `make run` costs a newcomer: `python -m tests.measures.run_time`, on a quiet machine.

In a copy of the checkout without any environment, until the first page is answered; the caches of pip and uv are left
as they are, so a first measurement may spend its time with downloads.
"""

import resource
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.making import Making

_LONGEST = 600
_ROW = "{:40} {:>6} {:>5}"


def main() -> None:
    """Print what it costs beside what it should."""
    with TemporaryDirectory() as folder:
        began = time.perf_counter()
        with Making(Path(folder) / "checkout", "--silent", "run") as making:
            making.wait_until(bool, seconds=_LONGEST)
            seconds = time.perf_counter() - began
        size = subprocess.run(
            ["du", "-sm", ".venv"], check=True, cwd=making.folder, capture_output=True, text=True
        ).stdout.split()[0]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(_ROW.format("make run", "now", "aim"))
    print(_ROW.format("seconds until the first page", round(seconds), 20))
    print(_ROW.format("of them seconds of a processor", round(used.ru_utime + used.ru_stime), ""))
    print(_ROW.format("MB of .venv", size, 200))


if __name__ == "__main__":
    main()
