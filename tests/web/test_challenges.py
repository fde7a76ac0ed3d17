"""Getting a game: challenges to players, invitations by mail."""

import re

import pytest

from corr.play.endings import resign
from corr.store.tables.games import Challenge
from corr.store.tables.mails import Outbox
from tests.builders import write_sign_ins
from tests.web.browsing import Browser, Site, words

_RATED = '<select id="rated" name="rated"><option value="{}" selected>'


def _order(**changed: str) -> dict[str, str]:
    form = {
        "order_key": "k1",
        "opponent": "Bob",
        "game": "kelasu",
        "pace": "3d/turn",
        "seat_wish": "first",
        "message": "",
    }
    return form | changed


def _two(site: Site) -> tuple[Browser, Browser]:
    return site.browser(site.room.player("Ada")), site.browser(site.room.player("Bob"))


def _invitation(site: Site) -> str:
    facts = next(row["facts"] for row in site.room.rows(Outbox) if row["kind"] == "invitation")
    return f"/invitations/{facts['token']}"


def test_a_challenge_is_made_seen_and_accepted(any_site: Site) -> None:
    ada, bob = _two(any_site)

    made = ada.post("/challenge", **_order(message="A quick one?"))
    seen = bob.get(made.location)
    begun = bob.post(f"{made.location}/accept")

    assert "Ada challenges you" in words(seen)
    assert "A quick one?" in words(seen)
    assert begun.status_code == 303
    assert "Your turn" in words(ada.get(begun.location))


def test_a_challenge_waits_on_the_front_page_of_both(site: Site) -> None:
    ada, bob = _two(site)
    ada.post("/challenge", **_order())

    assert "Challenges for you Ada" in words(bob.get("/"))
    assert "Challenges you sent Bob" in words(ada.get("/"))


def test_a_second_click_makes_no_second_challenge(any_site: Site) -> None:
    ada, _ = _two(any_site)

    answers = [ada.post("/challenge", **_order()) for _ in range(2)]

    assert answers[0].location == answers[1].location
    assert any_site.room.count(Challenge) == 1


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"opponent": "Nobody Here"}, "no player of that name"),
        ({"opponent": "Ada"}, "That is you"),
        ({"opponent": ""}, "Whom do you challenge?"),
        ({"own_pace": "5 minutes"}, "pace"),
        ({"own_pace": "1000d/turn"}, "90 d"),
        ({"game": "chess"}, "chess"),
        ({"seat_wish": "third"}, "Choose who moves first"),
        ({"option.kelasu.spend_all": "perhaps"}, "perhaps"),
        ({"option.kelasu.nothing": "yes"}, "nothing"),
    ],
)
def test_what_cannot_be_proposed_is_told_and_the_form_is_kept(
    any_site: Site, changed: dict[str, str], expected: str
) -> None:
    ada, _ = _two(any_site)

    answer = ada.post("/challenge", **_order(message="Keep me", **changed))

    assert answer.status_code in {400, 404, 422}
    assert expected in words(answer)
    assert ">Keep me</textarea>" in answer.text
    assert any_site.room.count(Challenge) == 0


@pytest.mark.parametrize(("own_pace", "wrong"), [("5 minutes", "own_pace"), ("", "pace")])
def test_of_two_fields_for_the_pace_the_one_that_was_used_is_marked(site: Site, own_pace: str, wrong: str) -> None:
    ada, _ = _two(site)

    answer = ada.post("/challenge", **_order(pace="soon", own_pace=own_pace))

    assert re.findall(r'name="(\w+)"[^>]* aria-invalid="true"', answer.text) == [wrong]


def test_options_are_agreed_on(site: Site) -> None:
    ada, bob = _two(site)

    made = ada.post("/challenge", **_order(**{"option.kelasu.spend_all": "true"}))

    assert "energy must be spent" in words(bob.get(made.location))


def test_a_form_from_before_makes_another_challenge_only_when_sent_once_more(site: Site) -> None:
    ada, _ = _two(site)
    ada.post("/challenge", **_order())

    refused = ada.post("/challenge", **_order(message="Another one?"))
    key = re.search('name="order_key" value="([^"]+)"', refused.text)
    assert key is not None
    made = ada.post("/challenge", **_order(message="Another one?", order_key=key[1]))

    assert refused.status_code == 409
    assert "Another one?" in refused.text
    assert made.status_code == 303
    assert site.room.count(Challenge) == 2


def test_forms_without_a_key_are_challenges_of_their_own(site: Site) -> None:
    ada, _ = _two(site)

    places = {ada.post("/challenge", **_order(order_key="")).location for _ in range(2)}

    assert len(places) == 2


def test_declining_and_withdrawing_end_a_challenge(site: Site) -> None:
    ada, bob = _two(site)
    first = ada.post("/challenge", **_order()).location
    second = ada.post("/challenge", **_order(order_key="k2")).location

    bob.post(f"{first}/decline")
    ada.post(f"{second}/withdraw")

    assert "Challenge · declined" in words(ada.get(first))
    assert "Open until" not in words(ada.get(first))
    assert bob.post(f"{second}/accept").status_code == 409


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("", "Bob declined. Perhaps another time."),
        ("pace", "Bob would like to play, but at another pace."),
        ("games", "Bob has enough games for now."),
        ("now", "Just now is not a good time for Bob."),
    ],
)
def test_a_challenger_reads_why_a_challenge_was_declined(site: Site, reason: str, told: str) -> None:
    ada, bob = _two(site)
    made = ada.post("/challenge", **_order()).location

    bob.post(f"{made}/decline", reason=reason)

    assert told in words(ada.get(made))
    assert told not in words(bob.get(made))


def test_a_reason_that_is_not_offered_declines_nothing(site: Site) -> None:
    ada, bob = _two(site)
    made = ada.post("/challenge", **_order()).location

    assert bob.post(f"{made}/decline", reason="rude").status_code == 400
    assert "You challenged Bob" in words(ada.get(made))
    assert "Withdraw" in words(ada.get(made))


def test_whoever_accepts_may_wish_for_a_seat(site: Site) -> None:
    ada, bob = _two(site)
    made = ada.post("/challenge", **_order(seat_wish="either")).location

    assert "I would like to move first" in words(bob.get(made))
    begun = bob.post(f"{made}/accept", seat_wish="first")

    assert "Your turn" in words(bob.get(begun.location))


def test_a_seat_that_is_a_condition_takes_no_wish(site: Site) -> None:
    ada, bob = _two(site)
    made = ada.post("/challenge", **_order(seat_wish="first")).location

    assert "I would like to move first" not in words(bob.get(made))


def test_a_rematch_is_one_press_for_each_player(site: Site) -> None:
    ada, bob = _two(site)
    made = ada.post("/challenge", **_order())
    game = bob.post(f"{made.location}/accept").location
    ada.post(f"{game}/resign", is_sure="yes")

    asked = ada.post(f"{game}/rematch")
    again = ada.post(f"{game}/rematch")
    told = words(bob.get(asked.location))
    begun = bob.post(f"{game}/rematch")

    assert "Rematch" in words(ada.get(game))
    assert asked.location == again.location
    assert "This is a rematch of your last game" in told
    assert re.match(r"/games/\w+", begun.location or "")
    assert begun.location != game
    assert ada.post(f"{game}/rematch").location == begun.location


def test_a_challenge_between_others_is_not_there(site: Site) -> None:
    ada, _ = _two(site)
    made = ada.post("/challenge", **_order()).location
    eve = site.browser(site.room.player("Eve"))

    assert eve.get(made).status_code == 404
    assert eve.post(f"{made}/accept").status_code == 404
    assert eve.get("/challenges/zzzzzzz").status_code == 404


def test_an_invitation_is_accepted_after_a_code_that_was_sent_to_the_invited_mailbox(any_site: Site) -> None:
    ada = any_site.browser(any_site.room.player("Ada"))
    ada.post("/challenge", **_order(opponent="new@example.org"))
    guest = any_site.browser()
    link = _invitation(any_site)

    shown = guest.get(link)
    refused = guest.post(f"{link}/accept")
    csrf = {"csrf": guest.csrf()}
    guest.post_raw(f"{link}/code", csrf)
    write_sign_ins(any_site.room)
    letter = next(row for row in any_site.room.rows(Outbox)[::-1] if row["kind"] == "sign-up")
    entered = guest.post_raw("/code", {**csrf, "code": letter["facts"]["code"], "name": "Newcomer"})
    begun = guest.post(f"{link}/accept")

    assert "Ada invites you to a game of Kelasu" in words(shown)
    assert refused.status_code == 403
    assert letter["address"] == "new@example.org"
    assert entered.location == link
    assert re.match(r"/games/\w+", begun.location or "")
    assert "Newcomer" in words(guest.get("/account"))


def test_a_code_is_typed_once_though_the_name_was_forgotten(any_site: Site) -> None:
    ada = any_site.browser(any_site.room.player("Ada"))
    ada.post("/challenge", **_order(opponent="new@example.org"))
    guest = any_site.browser()
    csrf = {"csrf": guest.csrf()}
    guest.post_raw(f"{_invitation(any_site)}/code", csrf)
    assert guest.sentence() == "The letter was sent to the invited address."
    write_sign_ins(any_site.room)
    code = next(row for row in any_site.room.rows(Outbox)[::-1] if row["kind"] == "sign-up")["facts"]["code"]

    asked = guest.post_raw("/code", {**csrf, "code": code})

    assert asked.status_code == 400
    assert "Choose a name" in words(asked)
    assert re.search(f'name="code"[^>]* value="{code}"', asked.text)


def test_whoever_an_invitation_was_forwarded_to_cannot_accept_it(any_site: Site) -> None:
    ada, bob = _two(any_site)
    ada.post("/challenge", **_order(opponent="new@example.org"))
    link = _invitation(any_site)

    shown = words(bob.get(link))
    refused = bob.post(f"{link}/accept")

    assert "we send a code there" in shown
    assert "new@example.org" not in shown
    assert refused.status_code == 403
    assert any_site.room.rows(Challenge)[0]["state"] == "open"


@pytest.mark.both_databases
def test_an_invitation_is_declined_by_whoever_reads_the_mailbox(any_site: Site) -> None:
    site = any_site
    ada = site.browser(site.room.player("Ada"))
    made = ada.post("/challenge", **_order(opponent="new@example.org")).location

    site.browser(site.room.player("New")).post(f"{_invitation(site)}/decline")

    assert "Challenge · declined" in words(ada.get(made))


@pytest.mark.both_databases
def test_whoever_an_invitation_was_forwarded_to_cannot_decline_it(any_site: Site) -> None:
    ada, bob = _two(any_site)
    ada.post("/challenge", **_order(opponent="new@example.org"))
    link = _invitation(any_site)

    found = [browser.post(f"{link}/decline").status_code for browser in (bob, any_site.browser())]

    assert found == [403, 403]
    assert f"{link}/decline" not in bob.get(link).text
    assert any_site.room.rows(Challenge)[0]["state"] == "open"


def test_a_challenge_to_the_address_of_a_player_is_answered_on_its_page(site: Site) -> None:
    ada, bob = _two(site)
    ada.post("/challenge", **_order(opponent="bob@example.org"))
    challenge_id = site.room.rows(Challenge)[0]["id"]

    assert bob.get(f"/challenges/{challenge_id}").status_code == 200
    assert bob.post(f"/challenges/{challenge_id}/accept").status_code == 303


@pytest.mark.both_databases
def test_a_made_up_invitation_is_not_there(any_site: Site) -> None:
    assert any_site.browser().get("/invitations/aaaaaaaaaaaaaaaaaaaaaaaaaa").status_code == 404
    assert any_site.browser().post("/invitations/aaaaaaaaaaaaaaaaaaaaaaaaaa/code").status_code == 404


@pytest.mark.parametrize("form", ["/challenge", "/offers/new", "/offers/new?link=1"])
def test_a_game_is_rated_by_itself_only_once_its_proposer_has_finished_one(site: Site, form: str) -> None:
    ada, bob = _two(site)
    made = ada.post("/challenge", **_order(rated="yes"))
    game = bob.post(f"{made.location}/accept").location.rpartition("/")[2]

    before = ada.get(form)
    with site.room.workshop.open() as uow:
        resign(uow, game, site.room.rows(Challenge)[0]["challenger_id"], "web")
    after = ada.get(form)

    assert _RATED.format("no") in _tight(before.text)
    assert "until you finish your first game here" in words(before)
    assert _RATED.format("yes") in _tight(after.text)
    assert "first game here" not in words(after)


def test_a_rematch_is_rated_like_the_game_before_it(site: Site) -> None:
    ada, bob = _two(site)
    made = ada.post("/challenge", **_order(rated="yes"))
    game = bob.post(f"{made.location}/accept").location.rpartition("/")[2]

    assert _RATED.format("yes") in _tight(ada.get(f"/challenge?rematch={game}").text)


def _tight(text: str) -> str:
    """A page without the space between its elements, and with nothing but the chosen one in each list of choices."""
    return re.sub(r">\s+<", "><", re.sub(r'<option value="\w+">[^<]*</option>', "", text))


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"rated": "yes"}, "The result counts for both players’ ratings."),
        ({"rated": "no"}, "The result counts for no ratings."),
        ({}, "The result counts for no ratings."),
    ],
)
def test_whether_the_game_is_rated_is_read_before_accepting(site: Site, fields: dict[str, str], told: str) -> None:
    ada, bob = _two(site)

    made = ada.post("/challenge", **_order(**fields))

    assert told in words(bob.get(made.location))


def test_rated_is_yes_or_no(site: Site) -> None:
    ada, _ = _two(site)

    answer = ada.post("/challenge", **_order(rated="perhaps"))

    assert answer.status_code in {400, 422}
    assert "Choose yes or no." in words(answer)
    assert site.room.count(Challenge) == 0


def _folds(page: str) -> list[str]:
    """The summaries of the form, each with a "+" before it if its part is open."""
    found = re.findall(r"(?s)<details([^>]*)>\s*<summary>(.*?)</summary>", page.partition("<main")[2])
    return [
        ("+" if "open" in attributes else "") + re.sub(r"<[^>]*>|\s+", " ", said).split()[0]
        for attributes, said in found
    ]


def test_the_form_asks_for_opponent_game_and_pace_and_tells_the_rest(site: Site) -> None:
    ada, _ = _two(site)

    page = ada.get("/challenge")

    assert _folds(page.text) == ["Another", "Usual", "Add"]
    assert "Usual terms : not rated, first move at random ; you lose on time" in words(page)


def test_a_form_without_a_clock_does_not_say_that_time_can_run_out(site: Site) -> None:
    ada, _ = _two(site)

    refused = ada.post(
        "/challenge", **_order(opponent="Nobody Here", pace="untimed", rated="no", seat_wish="either")
    ).text

    assert '<option value="untimed" selected>' in refused
    assert '<span class="of-clock" hidden>; you lose on time' in refused


@pytest.mark.parametrize(
    ("changed", "folds"),
    [
        ({}, ["Another", "Usual", "Add"]),
        ({"own_pace": "2d/turn"}, ["+Another", "Usual", "Add"]),
        ({"leave": "no"}, ["Another", "+Terms", "Add"]),
        ({"late": "never"}, ["Another", "+Terms", "Add"]),
        ({"seat_wish": "first"}, ["Another", "+Terms", "Add"]),
        ({"option.kelasu.spend_all": "true"}, ["Another", "+Terms", "Add"]),
        ({"option.kelasu.spend_all": "false"}, ["Another", "Usual", "Add"]),
        ({"message": "Please"}, ["Another", "Usual", "+Add"]),
    ],
)
def test_what_is_not_as_usual_is_unfolded_in_a_refused_form(
    site: Site, changed: dict[str, str], folds: list[str]
) -> None:
    ada, _ = _two(site)
    usual = {"rated": "no", "seat_wish": "either", "opponent": "nobody"}

    answer = ada.post("/challenge", **_order(**{**usual, **changed}))

    assert answer.status_code == 400
    assert _folds(answer.text) == folds


def test_a_rematch_proposes_the_same_terms_with_the_seats_swapped(site: Site) -> None:
    ada, bob = _two(site)
    terms = {"own_pace": "5d/turn", "late": "claim", "weekends_off": "yes", "leave": "no", "rated": "no"}
    made = ada.post("/challenge", **_order(**terms, **{"option.kelasu.spend_all": "true"}))
    game = bob.post(f"{made.location}/accept").location.rpartition("/")[2]

    forms = [browser.get(f"/challenge?rematch={game}").text for browser in (ada, bob)]

    for form, opponent, wish in zip(forms, ("Bob", "Ada"), ("second", "first"), strict=True):
        assert f'name="opponent" value="{opponent}"' in form
        assert re.search(f'value="{wish}" checked', form)
        assert 'name="own_pace" value="5d/turn"' in form
        chosen = dict(re.findall(r'(?s)<select id="(.*?)".*?<option value="([^"]*)" selected', form))
        agreed = {"late": "claim", "weekends_off": "yes", "leave": "no", "rated": "no", "kelasu.spend_all": "true"}
        assert chosen["game"] == "kelasu"
        assert chosen.items() >= agreed.items()


def test_nobody_else_is_offered_a_rematch(site: Site) -> None:
    ada, bob = _two(site)
    made = ada.post("/challenge", **_order())
    game = bob.post(f"{made.location}/accept").location.rpartition("/")[2]
    eve = site.browser(site.room.player("Eve"))

    assert eve.get(f"/challenge?rematch={game}").status_code == 403
    assert eve.get("/challenge?rematch=nothing").status_code == 404
