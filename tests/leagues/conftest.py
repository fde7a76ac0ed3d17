"""What tests of leagues begin with beside a room on either database."""

from collections.abc import Iterator

import pytest

from tests.playing import Room, a_room


@pytest.fixture
def quick(sqlite_url: str) -> Iterator[Room]:
    """A room on SQLite alone, for what never comes as far as the database."""
    with a_room(sqlite_url) as made:
        yield made
