"""What tests of faults share: a service whose data lies at the other end of a wire."""

from collections.abc import Iterator

import pytest
from sqlalchemy.engine import make_url

from tests.faults.wire import Wire
from tests.playing import Room, a_room
from tests.postgresql import Cluster

LIMIT = 60.0
"""Seconds for which the services of these tests wait, by the stopwatch of the wire."""


@pytest.fixture
def wire(postgresql: Cluster) -> Iterator[Wire]:
    """A wire to the run's PostgreSQL, over which everything passes as yet."""
    with Wire(postgresql.folder / ".s.PGSQL.5432") as found:
        yield found


@pytest.fixture
def room(wire: Wire, postgresql_url: str) -> Iterator[Room]:
    """A service that reaches its data over the wire."""
    name = make_url(postgresql_url).database
    assert name is not None
    with a_room(wire.url(name), limit=LIMIT) as found:
        found.database.patience.elapsed = wire.elapsed
        yield found
