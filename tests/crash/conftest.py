"""What the performances of the crash test share."""

from collections.abc import Iterator

import pytest

from tests.crash.newborn import Nursery, a_nursery


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """What processes of the service are forked from."""
    with a_nursery() as nursery:
        yield nursery
