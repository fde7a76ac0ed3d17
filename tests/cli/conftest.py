"""What tests of commands share: a command that is run in their own process leaves nothing behind there."""

import logging
import os
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def unchanged() -> Iterator[None]:
    """Whoever comes afterwards makes files that others may read, and logs as before: a command does neither."""
    mask = os.umask(0o022)
    os.umask(mask)
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    yield
    os.umask(mask)
    root.setLevel(level)
    root.handlers[:] = [handler for handler in root.handlers if handler in handlers]
