"""
What `make run` costs a newcomer: `python -m tests.measures.run_time`, on a quiet machine.

In a copy of the checkout without any environment, until the first page is answered; pip's cache is left as it is, so a
first measurement may spend its time with downloads.
"""

import os
import resource
import signal
import subprocess
import sys
import time
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.gates import tree
from tests.ports import free_ports

_PATIENCE = 600
_NOT_OURS = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE")
_ROW = "{:40} {:>6} {:>5}"


def main() -> None:
    with TemporaryDirectory() as folder:
        tree.copy_to(Path(folder))
        seconds = _seconds_of_make_run(Path(folder))
        size = subprocess.run(["du", "-sm", ".venv"], check=True, cwd=folder, capture_output=True, text=True).stdout
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(_ROW.format("make run", "now", "aim"))
    print(_ROW.format("seconds until the first page", round(seconds), 20))
    print(_ROW.format("of them seconds of a processor", round(used.ru_utime + used.ru_stime), ""))
    print(_ROW.format("MB of .venv", size.split()[0], 200))


def _seconds_of_make_run(folder: Path) -> float:
    web, mail = free_ports(2)
    environ = {name: value for name, value in os.environ.items() if name not in _NOT_OURS} | {
        "CORR_WEB_LISTEN": f"127.0.0.1:{web}",
        "CORR_MAIL_LISTEN": f"127.0.0.1:{mail}",
    }
    began = time.perf_counter()
    with (folder / "said").open("wb") as said:
        make = subprocess.Popen(
            ["make", "--silent", "run"], cwd=folder, env=environ, stdout=said, stderr=said, start_new_session=True
        )
    try:
        while not _answers(web):
            if make.poll() is not None or time.perf_counter() - began > _PATIENCE:
                sys.exit("no page was answered:\n" + (folder / "said").read_text("utf-8"))
            time.sleep(0.05)
        return time.perf_counter() - began
    finally:
        if make.poll() is None:
            os.killpg(make.pid, signal.SIGINT)
        make.wait()


def _answers(port: int) -> bool:
    """Whether the front page is there."""
    pages = HTTPConnection("127.0.0.1", port)
    try:
        pages.request("GET", "/")
        return pages.getresponse().status == HTTPStatus.OK
    except OSError:
        return False
    finally:
        pages.close()


if __name__ == "__main__":
    main()
