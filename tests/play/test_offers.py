"""Open offers: made, listed, taken by one, withdrawn, expired, and for whom they are."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import insert

from corr.base.paging import KeysetPage, Place
from corr.base.uow import UnitOfWork
from corr.errors import ConflictError, InputError, NotAllowedError, NotFoundError, TooManyError
from corr.play.endings import resign
from corr.play.links import take_link, token_of
from corr.play.offer_rows import Conditions
from corr.play.offers import (
    LASTS,
    MOST_OPEN,
    MakeOffer,
    expire_next_offers,
    make_offer,
    take_offer,
    withdraw_offer,
)
from corr.play.open_offers import OfferView, offer_page, offers_of, open_offers
from corr.play.proposed_terms import TypedTerms
from corr.store.base import table
from corr.store.tables.games import Game, Offer
from corr.store.tables.ratings import Conduct, Rating
from tests.playing import Room, a_game, statements_of
from tests.racing import in_units_of_work
from tests.ratings.building import DAYS

TERMS = TypedTerms("tiny", {}, "3d/turn", "first")
ANYBODY = Conditions(one_at_a_time=False)


def offer(room: Room, player: int, conditions: Conditions = ANYBODY, key: str | None = None, **changed: Any) -> str:  # noqa: ANN401 - fields of the terms
    with room.workshop.open() as uow:
        return make_offer(uow, MakeOffer(player, replace(TERMS, **changed), conditions, key))


def take(room: Room, offer_id: str, player: int) -> str:
    with room.workshop.open() as uow:
        return take_offer(uow, offer_id, player)


def seen(room: Room, viewer: int | None = None, game: str = "") -> list[OfferView]:
    with room.workshop.look() as reader:
        return list(open_offers(reader, viewer, game=game).items)


def page_of_offers(room: Room, game: str, *, after: str = "", before: str = "") -> KeysetPage[OfferView]:
    with room.workshop.look() as reader:
        there, here = (Place.read(text) if text else None for text in (after, before))
        return open_offers(reader, None, game=game, after=there, before=here)


def one(room: Room, offer_id: str, viewer: int | None = None) -> OfferView:
    with room.workshop.look() as reader:
        return offer_page(reader, offer_id, viewer)


def rate(room: Room, player: int, rating: float) -> None:
    with room.workshop.open() as uow:
        uow.connection.execute(
            insert(table(Rating)).values(
                player_id=player,
                game="tiny",
                rating=rating,
                deviation=50.0,
                volatility=0.06,
                games=20,
                last_day=DAYS[0],
            )
        )


def keep(room: Room, player: int, kept: int) -> None:
    """Let the player have finished so many of ten games."""
    with room.workshop.open() as uow:
        uow.connection.execute(
            insert(table(Conduct)).values(
                player_id=player, games=10, kept=kept, median_s=60, ninetieth_s=600, worked_out_at=uow.now
            )
        )


@pytest.mark.both_databases
def test_an_offer_is_taken_and_the_game_begins_on_its_terms(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")

    offer_id = offer(room, ada)
    listed = seen(room, bob)
    game_id = take(room, offer_id, bob)

    (game,) = room.rows(Game)
    assert [(found.id, found.player, found.why_not) for found in listed] == [(offer_id, "Ada", "")]
    assert (game["id"], game["pace"]) == (game_id, "3d/turn")
    assert seen(room, bob) == []
    assert (one(room, offer_id).state, one(room, offer_id).taker) == ("taken", "Bob")


def test_both_get_a_letter_when_an_offer_is_taken(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")

    take(room, offer(room, ada), bob)

    assert room.letters("your-turn") + room.letters("game-started") == [(ada, 1), (bob, 1)]


@pytest.mark.both_databases
def test_of_two_who_take_at_once_one_has_the_game_and_the_other_reads_why_not(room: Room) -> None:
    ada, bob, cy = (room.player(name) for name in ("Ada", "Bob", "Cy"))
    offer_id = offer(room, ada)

    def taken(uow: UnitOfWork, player: int) -> str:
        try:
            return take_offer(uow, offer_id, player)
        except ConflictError as refusal:
            return refusal.sentence

    said = in_units_of_work(room, partial(taken, player=bob), partial(taken, player=cy))

    assert room.count(Game) == 1
    assert [sentence for sentence in said if " " in sentence] == ["Someone else got there first."]


def test_whoever_takes_twice_has_one_game(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    offer_id = offer(room, ada)

    assert take(room, offer_id, bob) == take(room, offer_id, bob)
    assert room.count(Game) == 1


def test_an_own_offer_cannot_be_taken(room: Room) -> None:
    ada = room.player("Ada")

    with pytest.raises(NotAllowedError, match="your own offer"):
        take(room, offer(room, ada), ada)


@pytest.mark.parametrize(
    ("conditions", "rating", "kept", "expected"),
    [
        (Conditions(lowest_rating=1500), 1499.0, None, "ratings of 1500 and more; yours is 1499"),
        (Conditions(lowest_rating=1500), 1500.0, None, ""),
        (Conditions(highest_rating=1500), 1501.0, None, "ratings of 1500 and less; yours is 1501"),
        (Conditions(lowest_rating=1500), None, None, ""),
        (Conditions(known_only=True), None, 10, "with a rating in Tiny"),
        (Conditions(known_only=True), 1500.0, None, "five finished games"),
        (Conditions(known_only=True), 1500.0, 10, ""),
        (Conditions(lowest_reliability=90), 1500.0, 8, "finished 90 % of their games; you finished 80 %"),
        (Conditions(lowest_reliability=90), 1500.0, None, ""),
    ],
)
def test_conditions_hold_for_the_list_and_for_taking_alike(  # noqa: PLR0917 - a row of the table
    room: Room, conditions: Conditions, rating: float | None, kept: int | None, expected: str
) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    if rating is not None:
        rate(room, bob, rating)
    if kept is not None:
        keep(room, bob, kept)
    offer_id = offer(room, ada, conditions)

    (listed,) = seen(room, bob)

    assert (expected in listed.why_not) if expected else (listed.why_not == "")
    if expected:
        with pytest.raises(NotAllowedError, match=expected):
            take(room, offer_id, bob)
    else:
        take(room, offer_id, bob)


def test_an_offer_may_be_for_others_than_those_one_plays_with(room: Room) -> None:
    game = a_game(room)
    ada, bob = game.players
    only_others, anybody = offer(room, ada, Conditions()), offer(room, ada)

    assert {found.id for found in seen(room, bob) if found.why_not} == {only_others}
    with pytest.raises(NotAllowedError, match="You already have a game with Ada"):
        take(room, only_others, bob)
    with room.workshop.open() as uow:
        resign(uow, game.id, ada, "web")
    take(room, only_others, bob)
    assert one(room, anybody).state == "open"


def test_a_withdrawn_offer_is_gone_and_says_so(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    offer_id = offer(room, ada)

    with room.workshop.open() as uow, pytest.raises(NotAllowedError):
        withdraw_offer(uow, offer_id, bob)
    for _ in range(2):
        with room.workshop.open() as uow:
            withdraw_offer(uow, offer_id, ada)

    assert seen(room) == []
    with pytest.raises(ConflictError, match="withdrawn"):
        take(room, offer_id, bob)


@pytest.mark.parametrize("fate", ["taken", "withdrawn", "expired", "link taken"])
def test_the_terms_of_an_offer_never_change(room: Room, fate: str) -> None:
    """So nobody can take other terms than those that were read."""
    ada, bob = room.player("Ada"), room.player("Bob")
    asked = Conditions(lowest_reliability=0, one_at_a_time=False)
    with room.workshop.open() as uow:
        offer_id = make_offer(uow, MakeOffer(ada, TERMS, asked, is_link=fate == "link taken"))
    (made,) = room.rows(Offer)
    room.clock.move(LASTS if fate == "expired" else timedelta(minutes=1))

    with room.workshop.open() as uow:
        if fate == "taken":
            take_offer(uow, offer_id, bob)
        elif fate == "withdrawn":
            withdraw_offer(uow, offer_id, ada)
        elif fate == "expired":
            assert expire_next_offers(uow)
        else:
            take_link(uow, token_of(uow, offer_id), bob)

    (ended,) = room.rows(Offer)
    changed = {name for name, value in ended.items() if made[name] != value}
    assert {"state", "ended_at"} <= changed <= {"state", "ended_at", "taker_id", "game_id", "taken"}


def test_an_offer_expires_after_thirty_days_and_its_player_still_sees_it(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    offer_id = offer(room, ada)
    room.clock.move(LASTS)

    with pytest.raises(ConflictError, match="expired"):
        take(room, offer_id, bob)
    assert seen(room) == []
    with room.workshop.open() as uow:
        assert expire_next_offers(uow)
        assert not expire_next_offers(uow)

    with room.workshop.look() as reader:
        assert [found.state for found in offers_of(reader, ada)] == ["expired"]
    room.clock.move(timedelta(days=15))
    with room.workshop.look() as reader:
        assert offers_of(reader, ada) == []


def test_a_form_sent_twice_makes_one_offer_and_a_changed_one_is_refused(room: Room) -> None:
    ada = room.player("Ada")

    assert offer(room, ada, key="form") == offer(room, ada, key="form")
    with pytest.raises(ConflictError, match="used before"):
        offer(room, ada, key="form", pace="1d/turn")
    with pytest.raises(ConflictError, match="used before"):
        offer(room, ada, Conditions(), key="form")
    assert room.count(Offer) == 1


def test_nobody_has_more_than_ten_open_offers(room: Room) -> None:
    ada = room.player("Ada")
    first, *_ = (offer(room, ada) for _ in range(MOST_OPEN))

    with pytest.raises(TooManyError, match="10 open offers"):
        offer(room, ada)
    with room.workshop.open() as uow:
        withdraw_offer(uow, first, ada)
    offer(room, ada)


@pytest.mark.parametrize(
    ("conditions", "field"),
    [
        (Conditions(lowest_rating=3001), "lowest_rating"),
        (Conditions(highest_rating=-1), "highest_rating"),
        (Conditions(lowest_rating=1600, highest_rating=1500), "lowest_rating"),
        (Conditions(lowest_reliability=101), "lowest_reliability"),
    ],
)
def test_conditions_that_nobody_can_meet_are_refused(room: Room, conditions: Conditions, field: str) -> None:
    with pytest.raises(InputError) as refused:
        offer(room, room.player("Ada"), conditions)

    assert refused.value.field == field


def test_offers_are_found_by_game_latest_first_page_by_page(room: Room) -> None:
    players = [room.player(f"Player {number}") for number in range(3)]
    made = []
    for number in range(24):
        # Two at a time are of the same moment.
        room.clock.move(timedelta(minutes=number % 2))
        made.append(offer(room, players[number % 3]))
    kelasu = offer(room, players[0], game="kelasu") if len(made) < 30 else ""

    assert [found.id for found in seen(room, game="kelasu")] == [kelasu]
    first = page_of_offers(room, "tiny")
    last = page_of_offers(room, "tiny", after=first.older)
    back = page_of_offers(room, "tiny", before=last.newer)
    beyond = page_of_offers(room, "tiny", after="0-a")
    listed = [offer.id for page in (first, last) for offer in page.items]
    pairs = [set(listed[place : place + 2]) for place in range(1, 23, 2)]
    assert (len(first.items), sorted(listed)) == (20, sorted(made))
    assert pairs == [set(made[place - 2 : place]) for place in range(23, 1, -2)]
    assert (first.newer, last.older, back.items, back.newer) == ("", "", first.items, "")
    assert beyond.is_beyond_end
    with pytest.raises(NotFoundError):
        seen(room, game="chess")


@pytest.mark.parametrize("offer_id", ["nnnnn", "'; --", "", "x" * 40])
def test_what_was_never_offered_is_not_found(room: Room, offer_id: str) -> None:
    with pytest.raises(NotFoundError):
        one(room, offer_id)


def test_a_list_of_offers_takes_as_many_statements_for_one_as_for_twenty(room: Room) -> None:
    players = [room.player(f"Player {number}") for number in range(4)]
    asked = []

    for count in (1, 19):
        for number in range(count):
            offer(room, players[number % 3])
        with statements_of(room) as statements:
            seen(room, players[3])
        asked.append(len(statements))

    assert asked[0] == asked[1] <= 8


@pytest.mark.parametrize(("after", "place"), [("", ()), ("1-a", ("1970-01-01", "a"))])
def test_open_offers_are_found_in_their_index_alone_from_any_place_on(
    room: Room, after: str, place: tuple[str, ...]
) -> None:
    offer(room, room.player("Ada"))
    with statements_of(room) as statements:
        page_of_offers(room, "", after=after)
    (listing,) = [statement for statement in statements if "FROM offer" in statement]

    with room.workshop.look() as reader:
        asked = (str(reader.now), "", *place, 21, 0)
        plan = reader.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {listing}", asked).all()

    words = " ".join(str(row) for row in plan)
    assert "ix_offer_open" in words
    assert ("(created_at,id)<" in words) is bool(place)
    assert "TEMP B-TREE" not in words
