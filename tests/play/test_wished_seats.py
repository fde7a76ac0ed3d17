"""Seats in proposals: a condition holds, a wish gives way, and two equal wishes go to the lot."""

import pytest

from corr.base import tokens
from corr.errors import InputError
from corr.play.challenges import accept_challenge
from corr.play.offer_rows import Conditions
from corr.play.offers import MakeOffer, make_offer, take_offer
from corr.play.open_offers import offer_page
from corr.play.proposals import challenge_page
from corr.play.proposed_terms import TypedTerms
from corr.store.tables.games import GameSeat
from tests.play.proposing import propose
from tests.playing import Room

_SEATS = [
    # The proposer's seat, the wish of whoever agrees, and where the proposer sits.
    ("first", "", "first"),
    ("first", "first", "first"),
    ("second", "second", "second"),
    ("second", "either", "second"),
    ("rather first", "", "first"),
    ("rather first", "second", "first"),
    ("rather second", "first", "second"),
    ("rather second", "either", "second"),
    ("rather first", "first", "lot"),
    ("rather second", "second", "lot"),
    ("either", "first", "second"),
    ("either", "second", "first"),
    ("either", "", "lot"),
]


@pytest.fixture(params=[0, 1])
def lot(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(tokens, "number_below", lambda _limit: request.param)
    return int(request.param)


@pytest.mark.parametrize("door", ["challenge", "offer"])
@pytest.mark.parametrize(("proposed", "wish", "expected"), _SEATS)
def test_who_sits_where(room: Room, lot: int, door: str, proposed: str, wish: str, expected: str) -> None:  # noqa: PLR0917 - a row of the table
    ada, bob = room.player("Ada"), room.player("Bob")

    if door == "challenge":
        made = propose(room, ada, seat_wish=proposed)
        with room.workshop.open() as uow:
            game = accept_challenge(uow, made.id, bob, wish)
    else:
        with room.workshop.open() as uow:
            terms = TypedTerms("tiny", {}, "3d/turn", proposed)
            game = take_offer(uow, make_offer(uow, MakeOffer(ada, terms, Conditions())), bob, wish)

    seat = next(row["seat"] for row in room.rows(GameSeat) if (row["game_id"], row["player_id"]) == (game, ada))
    assert seat == {"first": 0, "second": 1, "lot": lot}[expected]


@pytest.mark.parametrize(
    ("proposed", "theirs", "may_wish"),
    [
        ("first", "You play Cross and move second.", False),
        ("rather first", "Ada would like to play Nought and move first; you may wish for that too.", True),
        ("either", "Who moves first is decided at random, unless you choose.", True),
    ],
)
def test_whoever_may_agree_reads_what_is_proposed(room: Room, proposed: str, theirs: str, *, may_wish: bool) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    made = propose(room, ada, seat_wish=proposed)
    with room.workshop.open() as uow:
        offer_id = make_offer(uow, MakeOffer(ada, TypedTerms("tiny", {}, "3d/turn", proposed), Conditions()))

    with room.workshop.look() as reader:
        challenge, offer = challenge_page(reader, made.id, bob), offer_page(reader, offer_id, bob)

    assert (challenge.your_seat_words, challenge.may_wish) == (offer.seat_words, offer.may_wish)
    assert challenge.may_wish is may_wish
    assert {challenge.your_seat_words.replace("Nought", "Cross")} == {theirs.replace("Nought", "Cross")}


@pytest.mark.parametrize("word", ["", "third", "rather", "rather either"])
def test_other_words_are_no_seats(room: Room, word: str) -> None:
    ada, _ = room.player("Ada"), room.player("Bob")

    with pytest.raises(InputError, match="Choose who moves first"):
        propose(room, ada, seat_wish=word)
