"""Challenges made and taken back, for tests of them."""

from dataclasses import replace
from typing import Any

from corr.game.views import ChallengeReceipt
from corr.play.challenges import MakeChallenge, decline_challenge, make_challenge, withdraw_challenge
from tests.playing import Room


def propose(room: Room, challenger: int, **changed: Any) -> ChallengeReceipt:  # noqa: ANN401 - fields of the order
    """A challenge of the first player to Bob, if nothing else is said."""
    usual = MakeChallenge(challenger, "Bob", "tiny", {"misery": "yes"}, "3d/turn", "either")
    with room.workshop.open() as uow:
        return make_challenge(uow, replace(usual, **changed))


def decline(room: Room, challenge_id: str, player_id: int) -> None:
    """Decline a challenge."""
    with room.workshop.open() as uow:
        decline_challenge(uow, challenge_id, player_id)


def withdraw(room: Room, challenge_id: str, player_id: int) -> None:
    """Take a challenge back."""
    with room.workshop.open() as uow:
        withdraw_challenge(uow, challenge_id, player_id)
