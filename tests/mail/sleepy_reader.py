"""A program in place of the one that reads mails, which waits at each of them."""

import time
from typing import Any

from corr.mail.reading.child_main import main
from corr.mail.reading.mail_facts import Reading
from corr.mail.reading.reader import read


def sleepy(raw: bytes, **facts: Any) -> Reading:  # noqa: ANN401 - passed on
    """The reading of *raw*, much too late."""
    time.sleep(60)
    return read(raw, **facts)


if __name__ == "__main__":
    main(sleepy, wall_seconds=1)
