"""Challenges made and taken back, for tests of them."""

from dataclasses import fields, replace
from typing import Any

from corr.game.views import ChallengeReceipt
from corr.play.challenges import MakeChallenge, decline_challenge, make_challenge, withdraw_challenge
from corr.play.proposed_terms import TypedTerms
from tests.playing import Room

_TERMS = {field.name for field in fields(TypedTerms)}


def propose(room: Room, challenger: int, **changed: Any) -> ChallengeReceipt:  # noqa: ANN401 - fields of the order
    """A challenge of the first player to Bob, if nothing else is said."""
    terms = TypedTerms("tiny", {"misery": "yes"}, "3d/turn", "either")
    usual = MakeChallenge(challenger, "Bob", terms)
    of_terms = {name: value for name, value in changed.items() if name in _TERMS}
    others = {name: value for name, value in changed.items() if name not in _TERMS}
    with room.workshop.open() as uow:
        return make_challenge(uow, replace(usual, terms=replace(terms, **of_terms), **others))


def decline(room: Room, challenge_id: str, player_id: int) -> None:
    """Decline a challenge."""
    with room.workshop.open() as uow:
        decline_challenge(uow, challenge_id, player_id)


def withdraw(room: Room, challenge_id: str, player_id: int) -> None:
    """Take a challenge back."""
    with room.workshop.open() as uow:
        withdraw_challenge(uow, challenge_id, player_id)
