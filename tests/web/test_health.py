"""What load balancers ask."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.playing import Room, a_room
from tests.web.browsing import Site


@pytest.fixture
def bare_room(tmp_path: Path) -> Iterator[Room]:
    """A service whose database has no tables."""
    with a_room(f"sqlite:///{tmp_path / 'bare.sqlite'}") as room:
        yield room


def test_a_service_that_can_read_its_data_is_well(site: Site) -> None:
    assert site.browser().get("/healthz").status_code == 200


def test_a_service_that_cannot_read_its_data_is_not_well(bare_room: Room) -> None:
    assert Site(bare_room).browser().get("/healthz").status_code == 500
