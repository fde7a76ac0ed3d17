"""What most tests of use cases begin with: a room, once on each kind of database."""

from collections.abc import Iterator

import pytest

from tests.playing import Room, a_room


@pytest.fixture
def room(database_url: str) -> Iterator[Room]:
    with a_room(database_url) as made:
        yield made
