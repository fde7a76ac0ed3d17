"""What two players agree about time, on pages: proposed, read before it is accepted, and told in the game."""

import pytest

from corr.store.tables.games import Challenge, Game
from corr.store.tables.mails import Outbox
from tests.web.browsing import Browser, Site, words

CLAIM = "When a player’s time runs out, the opponent may claim the game; until then it continues."
WEEKENDS = "Rest days do not count: Saturdays and Sundays, or the days that a player has chosen instead."
NO_LEAVE = "Leave does not stop the clocks of this game."
LENGTH = "At this pace a 60-turn game lasts half a year at most; most games are faster."
OTHER_TERMS = {"late": "claim", "weekends_off": "yes", "leave": "no"}


def order(**changed: str) -> dict[str, str]:
    """A form for a challenge to Bob."""
    form = {"order_key": "k1", "opponent": "Bob", "game": "kelasu", "pace": "3d/turn", "seat_wish": "first"}
    return form | changed


def two(site: Site) -> tuple[Browser, Browser]:
    """The browsers of Ada and of Bob."""
    return site.browser(site.room.player("Ada")), site.browser(site.room.player("Bob"))


def test_all_that_is_agreed_is_read_before_it_is_accepted(any_site: Site) -> None:
    ada, bob = two(any_site)

    made = ada.post("/challenge", **order(**OTHER_TERMS))

    for browser in (ada, bob):
        page = words(browser.get(made.location))
        assert all(sentence in page for sentence in ("3 days for each turn.", CLAIM, NO_LEAVE))


@pytest.mark.both_databases
def test_what_was_agreed_holds_in_the_game_and_is_told_there(any_site: Site) -> None:
    ada, bob = two(any_site)
    made = ada.post("/challenge", **order(**OTHER_TERMS))

    begun = bob.post(f"{made.location}/accept")

    row = any_site.room.rows(Game)[0]
    assert (row["pace"], row["late"], row["weekends_off"], row["allows_leave"]) == ("3d/turn", "claim", True, False)
    assert all(sentence in words(ada.get(begun.location)) for sentence in (CLAIM, WEEKENDS, NO_LEAVE))


def test_what_is_usual_is_proposed_where_nothing_is_chosen(site: Site) -> None:
    ada, bob = two(site)

    made = ada.post("/challenge", **order())

    page = words(bob.get(made.location))
    assert LENGTH in page
    assert "A player whose time runs out loses automatically. A player’s leave stops that player’s clock." in page
    assert WEEKENDS not in page


def test_an_invitation_tells_the_terms_to_who_has_no_account(site: Site) -> None:
    ada, _ = two(site)
    ada.post("/challenge", **order(opponent="eve@example.org", **OTHER_TERMS))
    token = next(row["facts"] for row in site.room.rows(Outbox) if row["kind"] == "invitation")["token"]

    page = words(site.browser().get(f"/invitations/{token}"))

    assert all(sentence in page for sentence in (CLAIM, WEEKENDS, NO_LEAVE))


def test_a_game_without_a_time_limit_can_be_proposed(site: Site) -> None:
    ada, bob = two(site)

    made = ada.post("/challenge", **order(pace="untimed"))

    page = words(bob.get(made.location))
    assert "Time to think No time limit." in page
    assert "A game in which nothing happens for 60 days is closed without a result" in page


@pytest.mark.parametrize("other", [{"late": "claim"}, {"weekends_off": "yes"}, {"leave": "no"}, {"pace": "1d/turn"}])
def test_the_same_form_with_other_terms_is_another_challenge(site: Site, other: dict[str, str]) -> None:
    ada, _ = two(site)
    ada.post("/challenge", **order())

    again = ada.post("/challenge", **order(**other))

    assert again.status_code == 409
    assert "This form was used before" in words(again)
    assert site.room.count(Challenge) == 1


@pytest.mark.parametrize(
    ("changed", "field", "sentence"),
    [
        ({"late": "never"}, "late", "Choose what happens when time runs out: lose or claim."),
        ({"weekends_off": "maybe"}, "weekends_off", "Choose yes or no."),
        ({"leave": "1"}, "leave", "Choose yes or no."),
        ({"own_pace": "0d/turn"}, "own_pace", "The time for a turn of a pace is from 1 hour to 90 days."),
        ({"own_pace": "91d/turn"}, "own_pace", "The time for a turn of a pace is from 1 hour to 90 days."),
        ({"own_pace": "1e3d/turn"}, "own_pace", "A pace looks like “3d/turn”"),
        ({"own_pace": "３d/turn"}, "own_pace", "A pace looks like “3d/turn”"),
        ({"own_pace": "10d+1d/9d"}, "own_pace", "The cap of a pace, its last part, is at least the bank"),
        ({"own_pace": "1h+2d/1d"}, "own_pace", "The cap of a pace, its last part, is at least the bonus"),
    ],
)
def test_terms_that_cannot_be_are_refused_at_their_field(
    site: Site, changed: dict[str, str], field: str, sentence: str
) -> None:
    ada, _ = two(site)

    answer = ada.post("/challenge", **order(**changed))

    assert answer.status_code == 400
    assert sentence in words(answer)
    marked = answer.text.split('aria-invalid="true"')[0].rsplit("<", 1)[1]
    assert f'name="{field}"' in marked
    assert site.room.count(Challenge) == 0


def test_a_refused_form_keeps_what_was_chosen(site: Site) -> None:
    ada, _ = two(site)

    answer = ada.post("/challenge", **order(opponent="nobody", **OTHER_TERMS))

    for word in ("claim", "yes", "no"):
        assert f'<option value="{word}" selected>' in answer.text
