"""Pages of open offers: the list, one offer, the form, taking and withdrawing."""

import re
from datetime import date, timedelta

import pytest

from corr.core.days_off import OnDates
from corr.store.tables.games import Game, Offer
from tests.clocks import leaving
from tests.web.browsing import Browser, Site, words


def _order(**changed: str) -> dict[str, str]:
    form = {"order_key": "k1", "game": "kelasu", "pace": "3d/turn", "seat_wish": "first", "one_at_a_time": "no"}
    return form | changed


def _two(site: Site) -> tuple[Browser, Browser]:
    return site.browser(site.room.player("Ada")), site.browser(site.room.player("Bob"))


def test_an_offer_is_made_listed_and_taken(any_site: Site) -> None:
    ada, bob = _two(any_site)

    made = ada.post("/offers", **_order(message="Beginners welcome."))
    listed = words(bob.get("/offers"))
    shown = words(bob.get(made.location))
    begun = bob.post(f"{made.location}/take")

    assert "Kelasu, 3 days for each turn Ada" in listed
    assert "You play Red and move second." in listed
    assert "Beginners welcome." in shown
    assert begun.status_code == 303
    assert "Your turn" in words(ada.get(begun.location))
    assert "Accepted by Bob" in words(ada.get("/offers"))


def test_a_stranger_sees_offers_and_is_asked_for_a_name_and_an_address(any_site: Site) -> None:
    ada, _ = _two(any_site)
    made = ada.post("/offers", **_order())
    stranger = any_site.browser()

    page = stranger.get("/offers")
    assert "Play Kelasu against Ada" in words(page)
    assert page.text.count('<h2 class="unseen">') == 1
    assert "Display name" in words(stranger.get(made.location))
    assert stranger.post(f"{made.location}/take").status_code in {303, 403}
    assert any_site.room.count(Game) == 0


def test_only_who_is_signed_in_reads_that_a_seat_can_be_chosen(site: Site) -> None:
    ada, bob = _two(site)
    made = ada.post("/offers", **_order(seat_wish="either"))

    assert "Who moves first is decided at random, unless you choose." in words(bob.get(made.location))
    assert "Who moves first is decided at random." in words(site.browser().get(made.location))


def test_whoever_signs_in_to_take_an_offer_comes_back_to_it(site: Site) -> None:
    ada, _ = _two(site)
    made = ada.post("/offers", **_order())
    stranger = site.browser()

    asked = stranger.get(f"{made.location}?take=1")

    assert asked.location == "/sign-in"
    assert any("wanted" in cookie for cookie in asked.headers.getlist("Set-Cookie"))


def test_looking_at_an_offer_takes_nothing(any_site: Site) -> None:
    ada, bob = _two(any_site)
    made = ada.post("/offers", **_order())

    for _ in range(5):
        bob.get(made.location)
        bob.get(f"{made.location}/take")

    assert any_site.room.rows(Offer)[0]["state"] == "open"


def test_whoever_may_not_take_an_offer_reads_why_and_has_no_button(site: Site) -> None:
    ada, bob = _two(site)
    made = ada.post("/offers", **_order(known_only="yes"))

    assert "with a rating in Kelasu and at least five finished games" in words(bob.get("/offers"))
    assert f"{made.location}/take" not in bob.get("/offers").text
    assert bob.post(f"{made.location}/take").status_code == 403


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"lowest_rating": "strong"}, "Write a whole number"),
        ({"lowest_rating": "9999"}, "from 0 to 3000"),
        ({"highest_rating": "١٥٠٠"}, "Write a whole number"),
        ({"lowest_rating": "1700", "highest_rating": "1500"}, "lowest rating is above"),
        ({"lowest_reliability": "101"}, "percent from 0 to 100"),
        ({"known_only": "maybe"}, "Choose yes or no."),
        ({"own_pace": "soon"}, "pace"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_what_cannot_be_offered_is_told_and_the_form_is_kept(
    any_site: Site, changed: dict[str, str], expected: str
) -> None:
    ada, _ = _two(any_site)

    answer = ada.post("/offers", **_order(message="Keep me", **changed))

    assert answer.status_code == 400
    assert expected in words(answer)
    assert "Keep me" in answer.text
    assert any_site.room.count(Offer) == 0


def test_a_second_click_makes_no_second_offer(any_site: Site) -> None:
    ada, _ = _two(any_site)

    assert len({ada.post("/offers", **_order()).location for _ in range(2)}) == 1
    assert any_site.room.count(Offer) == 1


def test_the_form_begins_with_the_terms_of_the_latest_game(site: Site) -> None:
    ada, bob = _two(site)
    made = ada.post("/offers", **_order(own_pace="5d/turn", weekends_off="yes"))
    bob.post(f"{made.location}/take")

    form = bob.get("/offers/new").text

    assert re.search(r'name="own_pace" value="5d/turn"', form)
    assert re.search(r'<option value="kelasu" selected>', form)


def test_an_offer_of_somebody_on_leave_says_until_when_it_waits(any_site: Site) -> None:
    ada, bob = _two(any_site)
    made = [ada.post("/offers", **_order(order_key=kind, takers=kind)).location for kind in ("0", "1")]
    back = _go_away(any_site)
    waits = "Ada is on leave until Sun 8 Mar 2026. You can accept"

    for address in made:
        shown, strangers = bob.get(address), any_site.browser().get(address)
        refused = bob.post(f"{address}/take")
        asked = any_site.browser().post(f"{address}/join", name="Cy", address="cy@example.org", zone="UTC")
        assert waits in words(shown)
        assert waits in words(strangers)
        assert "no clock runs before the game starts" in words(shown)
        assert not {f"{address}/take", f"{address}/join"} & set(shown.text.split('"') + strangers.text.split('"'))
        assert (refused.status_code, asked.status_code) == (409, 409)
        assert waits in words(refused)
        assert "waits until you are back" in words(ada.get(address))
    own = words(ada.get("/offers"))
    assert own.count("On leave until Sun 8 Mar 2026") == 2
    assert "You’re on leave, so your offers and links wait until you’re back." in own

    any_site.room.clock.move(back)
    assert all(bob.post(f"{address}/take").status_code == 303 for address in made)


def _go_away(site: Site) -> timedelta:
    """Let the player of the first offer go on leave; how long it takes."""
    player = site.room.rows(Offer)[0]["player_id"]
    planned = leaving.take(site.room, player, OnDates(date(2026, 3, 6), date(2026, 3, 8))).leave
    site.room.clock.move(planned.begins_at - site.room.clock.now() + timedelta(seconds=1))
    return planned.ends_at - site.room.clock.now()


def test_an_offer_is_withdrawn_by_its_player_alone(any_site: Site) -> None:
    ada, bob = _two(any_site)
    made = ada.post("/offers", **_order())

    assert bob.post(f"{made.location}/withdraw").status_code == 403
    assert ada.post(f"{made.location}/withdraw").status_code == 303
    assert "withdrawn" in words(bob.get(made.location))
    assert bob.post(f"{made.location}/take").status_code == 409


def test_a_game_that_nobody_knows_is_told_beside_all_offers(site: Site) -> None:
    ada, _ = _two(site)
    ada.post("/offers", **_order())

    page = words(ada.get("/offers?game=chess"))

    assert "chess" in page
    assert "Kelasu, 3 days for each turn" in page


def test_words_of_an_offer_are_text(site: Site) -> None:
    ada, bob = _two(site)
    made = ada.post("/offers", **_order(message="<script>alert(1)</script>"))

    assert "<script>alert" not in bob.get(made.location).text


def test_a_newcomer_reads_how_many_offers_are_open_to_newcomers(site: Site) -> None:
    ada, bob = _two(site)
    for key, known in (("a", "no"), ("b", "no"), ("c", "yes")):
        ada.post("/offers", **_order(order_key=key, known_only=known))

    assert "You can accept 2 of these 3 offers." in words(bob.get("/offers"))
    assert "You can accept" not in words(ada.get("/offers"))
    assert "You can accept" not in words(site.browser().get("/offers"))
