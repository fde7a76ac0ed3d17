"""What tests of pages share."""

from collections.abc import Iterator

import pytest

from tests.playing import a_room
from tests.web.browsing import Site


@pytest.fixture
def site(sqlite_url: str) -> Iterator[Site]:
    """A site on an empty SQLite database."""
    with a_room(sqlite_url) as room:
        yield Site(room)


@pytest.fixture
def any_site(database_url: str) -> Iterator[Site]:
    """A site on an empty database, of either kind."""
    with a_room(database_url) as room:
        yield Site(room)
