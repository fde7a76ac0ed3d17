"""A form for a challenge that comes a second time: the same is the same, and another one is never taken for it."""

from typing import Any

import pytest

from corr.errors import ConflictError
from tests.play import proposing
from tests.playing import Room


@pytest.fixture
def ada(room: Room) -> int:
    return room.player("Ada")


@pytest.fixture
def bob(room: Room) -> int:
    return room.player("Bob")


def propose(room: Room, challenger: int, **changed: Any) -> str:  # noqa: ANN401 - fields of the order
    """Send the form, always the same one; the challenge's id."""
    return proposing.propose(room, challenger, order_key="form", **changed).id


@pytest.mark.parametrize(
    "other",
    [
        {"opponent": "cy@example.org"},
        {"pace": "1d/turn"},
        {"message": "Another one?"},
        {"seat_wish": "second"},
        {"options": {"misery": "no"}},
    ],
)
def test_a_form_that_was_used_makes_no_other_challenge(room: Room, ada: int, bob: int, other: dict[str, Any]) -> None:
    propose(room, ada)

    with pytest.raises(ConflictError, match="used before, for your challenge to Bob"):
        propose(room, ada, **other)

    assert room.letters("challenge") == [(bob, None)]


def test_an_invitation_sent_twice_is_one(room: Room, ada: int) -> None:
    made = {propose(room, ada, opponent=address) for address in ("cy@example.org", "Cy@Example.org")}

    assert len(made) == 1
