"""A program in place of the one that reads mails, which does at certain mails what no mail should make it do."""

import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from corr.mail.reading.child_main import main
from corr.mail.reading.mail_facts import Reading
from corr.mail.reading.reader import read
from corr.mail.reading.words.vocabulary import WordListError


def greedy(raw: bytes, **facts: Any) -> Reading:  # noqa: ANN401 - passed on
    """The reading of *raw*, if it lives to see it."""
    if raw == b"grow":
        return replace(read(raw, **facts), new_text=str(len([bytearray(1024 * 1024) for _ in range(400)])))
    if raw == b"fail":
        msg = "a fault at r+abc@play.example"
        raise AssertionError(msg)
    if raw == b"misspelt":
        raise WordListError("cs.toml", "doubt.taking_back: “(zruš” is not a pattern")
    if raw == b"crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    before, _, mark = raw.partition(b"killed once ")
    if mark and not before and not Path(os.fsdecode(mark)).exists():
        Path(os.fsdecode(mark)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if raw == b"print":
        print("a stray word", flush=True)  # noqa: T201 - what is tried here
    # Where nobody holds it to its limit, "spin" ends as well, and the test that waits for it fails.
    until = time.process_time() + {b"work": 0.15, b"spin": 10.0}.get(raw, 0.0)
    while time.process_time() < until:
        pass
    words = {b"names": [*os.environ], b"modules": [*sys.modules], b"process": [str(os.getpid())]}.get(raw, [])
    return replace(read(raw, **facts), new_text=" ".join(words))


if __name__ == "__main__":
    main(greedy, cpu_seconds=1)
