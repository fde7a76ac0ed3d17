"""Links: offers that only who has their address sees, taken by one or by several, and with a letter by newcomers."""

from dataclasses import replace
from functools import partial

import pytest

from corr.base.uow import UnitOfWork
from corr.errors import ConflictError, InputError, NotAllowedError, NotFoundError, TooManyError
from corr.play.endings import resign
from corr.play.links import (
    AskedFor,
    Awaited,
    LinkView,
    awaited,
    link_page,
    open_offer_id,
    take_asked_for,
    take_link,
    token_of,
)
from corr.play.offer_pauses import set_most_games
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
from corr.play.open_offers import offer_page, offers_of, open_offers
from corr.play.proposed_terms import TypedTerms
from corr.store.tables.games import Game, LinkTaker, Offer
from tests.playing import Room, a_game
from tests.racing import in_units_of_work

TERMS = TypedTerms("tiny", {}, "3d/turn", "first")


def link(room: Room, player: int, seats: int = 1, *, key: str | None = None, **changed: object) -> tuple[str, str]:
    """The id and the token of a new link."""
    conditions = changed.pop("conditions", Conditions(one_at_a_time=False))
    assert isinstance(conditions, Conditions)
    terms = replace(TERMS, **changed)  # type: ignore[arg-type]  # fields of the terms
    with room.workshop.open() as uow:
        offer_id = make_offer(uow, MakeOffer(player, terms, conditions, is_link=True, seats=seats, order_key=key))
        return offer_id, token_of(uow, offer_id)


def take(room: Room, token: str, player: int) -> str:
    with room.workshop.open() as uow:
        return take_link(uow, token, player)


def seen(room: Room, token: str, viewer: int | None = None) -> LinkView:
    with room.workshop.look() as reader:
        return link_page(reader, token, viewer)


@pytest.mark.both_databases
def test_a_link_is_taken_and_the_game_begins_on_its_terms(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    _, token = link(room, ada)

    shown = seen(room, token)
    game_id = take(room, token, bob)

    (game,) = room.rows(Game)
    assert shown.offer is not None
    assert (shown.offer.player, shown.offer.state, shown.offer.link) == ("Ada", "open", "")
    assert (game["id"], game["pace"]) == (game_id, "3d/turn")
    assert seen(room, token, bob).game_id == game_id
    assert seen(room, token).offer is None


def test_a_link_is_in_no_list_and_at_no_public_address(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    offer_id, _ = link(room, ada)

    with room.workshop.look() as reader:
        assert open_offers(reader, bob).items == ()
        for viewer in (None, bob, ada):
            with pytest.raises(NotFoundError):
                offer_page(reader, offer_id, viewer)
    for act in (take_offer, withdraw_offer):
        with room.workshop.open() as uow, pytest.raises(NotFoundError):
            act(uow, offer_id, bob)


def test_its_player_alone_sees_the_address_and_who_took_it(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    _, token = link(room, ada, 3)
    game_id = take(room, token, bob)

    with room.workshop.look() as reader:
        (mine,) = offers_of(reader, ada)
        assert offers_of(reader, bob) == []
    assert (mine.link, mine.seats, mine.seats_left, mine.games) == (token, 3, 2, (("Bob", game_id),))
    theirs = seen(room, token, bob).offer
    assert theirs is not None
    assert (theirs.link, theirs.games) == ("", ())


def test_the_address_of_a_link_is_not_stored(room: Room) -> None:
    _, token = link(room, room.player("Ada"))

    assert all(token not in map(str, row.values()) for row in room.rows(Offer))


@pytest.mark.both_databases
def test_of_two_who_confirm_at_once_one_has_the_game_and_the_other_reads_why_not(room: Room) -> None:
    ada, bob, cy = (room.player(name) for name in ("Ada", "Bob", "Cy"))
    offer_id, _ = link(room, ada)

    def confirmed(uow: UnitOfWork, player: int) -> AskedFor:
        return take_asked_for(uow, offer_id, player)

    said = in_units_of_work(room, partial(confirmed, player=bob), partial(confirmed, player=cy))

    assert room.count(Game) == 1
    assert sorted(answer.why_not for answer in said) == ["", "Someone else got there first."]


@pytest.mark.both_databases
def test_a_club_that_takes_a_link_at_once_gets_as_many_games_as_it_has_seats(room: Room) -> None:
    ada, *club = (room.player(name) for name in ("Ada", "Bob", "Cy", "Dan", "Eve"))
    _, token = link(room, ada, 3)

    def taken(uow: UnitOfWork, player: int) -> str:
        try:
            return take_link(uow, token, player)
        except ConflictError:
            return ""

    begun = in_units_of_work(room, *(partial(taken, player=player) for player in club))

    assert room.count(Game) == room.count(LinkTaker) == 3
    assert begun.count("") == 1
    assert room.rows(Offer)[0]["state"] == "taken"


@pytest.mark.both_databases
def test_the_same_player_who_takes_a_link_often_has_one_game_and_one_seat(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    _, token = link(room, ada, 5)

    at_once = in_units_of_work(room, *(partial(take_link, token=token, player_id=bob) for _ in range(2)))

    assert {*at_once, take(room, token, bob)} == {at_once[0]}
    assert room.rows(Offer)[0]["taken"] == room.count(Game) == 1


def test_an_own_link_cannot_be_taken_and_says_whose_it_is(room: Room) -> None:
    ada = room.player("Ada")
    _, token = link(room, ada)

    with pytest.raises(NotAllowedError, match="your own offer"):
        take(room, token, ada)
    shown = seen(room, token, ada).offer
    assert shown is not None
    assert shown.is_yours


def test_looking_at_a_link_changes_nothing(room: Room) -> None:
    _, token = link(room, room.player("Ada"))
    before = room.rows(Offer)

    for viewer in (None, room.player("Bob")):
        seen(room, token, viewer)
        with room.workshop.look() as reader:
            open_offer_id(reader, token, None)

    assert room.rows(Offer) == before


def test_a_withdrawn_link_tells_nothing_but_that(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    offer_id, token = link(room, ada, 3)
    game_id = take(room, token, room.player("Cy"))

    for _ in range(2):
        with room.workshop.open() as uow:
            withdraw_offer(uow, offer_id, ada)

    assert seen(room, token, bob) == LinkView(None, "This offer was withdrawn.", "")
    for act in (partial(take_link, token=token, player_id=bob), partial(open_offer_id, token=token, viewer_id=bob)):
        with room.workshop.open() as uow, pytest.raises(ConflictError, match="withdrawn"):
            act(uow)
    assert [game["id"] for game in room.rows(Game) if game["state"] == "running"] == [game_id]


def test_a_link_expires_after_thirty_days(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    offer_id, token = link(room, ada)
    room.clock.move(LASTS)

    with pytest.raises(ConflictError, match="expired"):
        take(room, token, bob)
    with room.workshop.open() as uow:
        assert take_asked_for(uow, offer_id, bob).game_id == ""
        assert expire_next_offers(uow)
    assert seen(room, token).offer is None


@pytest.mark.parametrize("token", ["a" * 26, "A" * 26, "'; --", "", "x" * 400, "aaaaa"])
def test_what_is_no_link_is_not_found(room: Room, token: str) -> None:
    link(room, room.player("Ada"))

    with pytest.raises(NotFoundError):
        seen(room, token)
    with pytest.raises(NotFoundError):
        take(room, token, room.player("Bob"))


def test_a_link_waits_while_its_maker_has_as_many_games_as_wanted(room: Room) -> None:
    game = a_game(room)
    ada, cy = game.players[0], room.player("Cy")
    offer_id, token = link(room, ada)
    with room.workshop.open() as uow:
        set_most_games(uow, ada, "1")

    with pytest.raises(ConflictError, match="Ada isn’t taking new games at the moment"), room.workshop.open() as uow:
        take_link(uow, token, cy)
    with room.workshop.open() as uow:
        assert take_asked_for(uow, offer_id, cy).why_not.startswith("Ada isn’t taking new games at the moment")

    assert room.count(Game) == 1
    with room.workshop.open() as uow:
        resign(uow, game.id, ada, "web")
    with room.workshop.open() as uow:
        assert take_link(uow, token, cy)


def test_links_and_offers_share_the_limit_of_ten(room: Room) -> None:
    ada = room.player("Ada")
    for _ in range(5):
        link(room, ada)
        with room.workshop.open() as uow:
            make_offer(uow, MakeOffer(ada, TERMS, Conditions()))

    assert room.count(Offer) == MOST_OPEN
    with pytest.raises(TooManyError, match="10 open offers"):
        link(room, ada)


def test_a_new_account_makes_five_links_a_day(room: Room) -> None:
    ada = room.player("Ada")
    for _ in range(5):
        link(room, ada)

    with pytest.raises(TooManyError, match="5 challenges or links"):
        link(room, ada)


@pytest.mark.parametrize("seats", [0, 21, -1])
def test_a_link_is_for_one_to_twenty(room: Room, seats: int) -> None:
    with pytest.raises(InputError, match="1 to 20"):
        link(room, room.player("Ada"), seats)


def test_a_form_sent_twice_makes_one_link_and_no_offer(room: Room) -> None:
    ada = room.player("Ada")

    assert link(room, ada, key="form") == link(room, ada, key="form")
    with pytest.raises(ConflictError, match="used before"):
        link(room, ada, 2, key="form")
    with room.workshop.open() as uow, pytest.raises(ConflictError, match="used before"):
        make_offer(uow, MakeOffer(ada, TERMS, Conditions(one_at_a_time=False), order_key="form"))
    assert room.count(Offer) == 1


def test_conditions_of_a_link_hold_for_who_takes_it_signed_in_or_with_a_letter(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    offer_id, token = link(room, ada, conditions=Conditions(known_only=True))

    with pytest.raises(NotAllowedError, match="with a rating in Tiny"):
        take(room, token, bob)
    with room.workshop.open() as uow:
        assert "with a rating in Tiny" in take_asked_for(uow, offer_id, bob).why_not
    assert room.count(Game) == 0


def test_a_game_by_a_link_is_rated_only_if_its_taker_has_finished_one(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    _, token = link(room, ada, 2, is_rated=True)

    first = take(room, token, bob)
    with room.workshop.open() as uow:
        resign(uow, first, bob, "web")
    take(room, link(room, ada, is_rated=True)[1], bob)

    assert sorted(game["is_rated"] for game in room.rows(Game)) == [False, True]


def test_a_link_says_once_and_to_whom_it_is_rated(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    _, token = link(room, ada, 2, is_rated=True)

    def told(viewer: int | None) -> tuple[bool, list[str]]:
        shown = seen(room, token, viewer).offer
        assert shown is not None
        sentences = [*shown.terms, *shown.conditions]
        return shown.is_rated, [sentence for sentence in sentences if "rat" in sentence.lower()]

    before = [told(None), told(ada), told(bob)]
    finished = take(room, link(room, ada)[1], bob)
    with room.workshop.open() as uow:
        resign(uow, finished, bob, "web")

    counts = "The result counts for both players’ ratings"
    assert before == [
        (True, [f"{counts} if you have finished a game here before."]),
        (True, [f"{counts} if the player who accepts has finished a game here before."]),
        (False, ["The result counts for no ratings, since you have not finished a game here yet."]),
    ]
    assert told(bob) == (True, [f"{counts}."])


def test_a_letter_says_what_it_begins_while_that_is_open(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    offer_id, token = link(room, ada)

    with room.workshop.look() as reader:
        assert awaited(reader, offer_id) == Awaited("a game of Tiny with Ada")
        assert awaited(reader, None) == Awaited()
    take(room, token, bob)
    with room.workshop.look() as reader:
        assert awaited(reader, offer_id) == Awaited()


def test_a_letter_asked_for_at_an_offer_to_anybody_takes_that(room: Room) -> None:
    ada, bob, cy = (room.player(name) for name in ("Ada", "Bob", "Cy"))
    with room.workshop.open() as uow:
        offer_id = make_offer(uow, MakeOffer(ada, TERMS, Conditions()))

    with room.workshop.open() as uow:
        begun = take_asked_for(uow, offer_id, bob)
    with room.workshop.open() as uow:
        late = take_asked_for(uow, offer_id, cy)

    assert [game["id"] for game in room.rows(Game)] == [begun.game_id]
    assert late == AskedFor("", "Someone else got there first.")
