"""The page of a held mail: looking changes nothing however often, a button acts once, and late is told kindly."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.mail.answering.received_mail import packed
from corr.mail.queues.held_orders import HoldReason, NewHeldOrder, hold
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.orders import Orders
from corr.store.base import table
from corr.store.tables.games import Message, Turn
from corr.store.tables.mails import HeldOrder
from corr.store.tables.player_accounts import Player
from tests.playing import TestGame, a_game, another_game
from tests.posting import a_read_mail
from tests.web.browsing import Browser, Site, links, words

_WAITS = "Did you write this email?"
_NASTY = "<script>alert(1)</script>{{7*'x'}}"


def held_turn(
    game: TestGame,
    text: str = "A1",
    *,
    written_by: str = "eve@example.net",
    said: str = "",
    why: HoldReason = HoldReason.STRANGER,
    act: Act = Act.TURN,
) -> tuple[int, str]:
    """A mail in Ada's name that asks for a turn, or another act: its number, and the token of the link."""
    room = game.room
    mail_id = a_read_mail(room, game.players[0], game.id, reason="held", outcome="You are asked whether you mean it.")
    turn = text if act is Act.TURN else ""
    orders = Orders(acts=(act,), turn=turn, typed=(text,), words=said)
    with room.workshop.open() as uow:
        order = NewHeldOrder(mail_id, game.players[0], game.id, 1, packed(orders), written_by, uow.now, why)
        return mail_id, hold(uow, order).token


def _state(game: TestGame) -> str:
    return str(game.room.rows(HeldOrder)[-1]["state"])


def _flash(browser: Browser, path: str) -> str:
    found = re.search(r'<p class="flash"[^>]*>(.*?)</p>', browser.get(path).text)
    return found[1] if found else ""


def test_the_page_says_what_was_asked_for_and_by_whom(any_site: Site) -> None:
    game = a_game(any_site.room)
    _, token = held_turn(game)

    page = any_site.browser().get(f"/held/{token}")

    assert page.status_code == 200
    assert _WAITS in words(page)
    assert "Tiny, Ada – Bob" in words(page)
    assert "from eve@example.net" in words(page)
    assert "It asks for this: A1" in words(page)


def test_whoever_is_signed_in_as_somebody_else_is_told_whom_the_question_is_for(site: Site) -> None:
    game = a_game(site.room)
    _, token = held_turn(game)

    by_bob, by_ada = (words(site.browser(player).get(f"/held/{token}")) for player in reversed(game.players))

    assert "This question is for Ada . You are signed in as Bob ." in by_bob
    assert "This question is for" not in by_ada
    assert "This question is for" not in words(site.browser().get(f"/held/{token}"))


def test_whoever_is_signed_in_as_somebody_else_is_not_told_to_have_answered(site: Site) -> None:
    game = a_game(site.room)
    _, token = held_turn(game)
    site.browser().post(f"/held/{token}/reject")

    by_bob, by_ada = (words(site.browser(player).get(f"/held/{token}")) for player in reversed(game.players))

    assert "This question is settled" in by_bob
    assert "You said" not in by_bob
    assert "You said that you did not mean it" in by_ada


def test_the_board_is_seen_from_the_seat_of_the_player_only_if_the_player_is_signed_in(site: Site) -> None:
    game = a_game(site.room)
    _, token = held_turn(game)
    ada, bob = game.players

    boards = {
        who: re.findall(r'small-board\.svg[^"]*', browser.get(f"/held/{token}").text)
        for who, browser in (("ada", site.browser(ada)), ("bob", site.browser(bob)), ("nobody", site.browser()))
    }

    assert [len(found) for found in boards.values()] == [1, 1, 1]
    assert ["seat=" in found[0] for found in boards.values()] == [True, False, False]
    assert "A1 The board before it Nothing has been done yet." in words(site.browser().get(f"/held/{token}"))


def test_what_is_no_turn_is_asked_about_beside_the_board_as_it_is(site: Site) -> None:
    game = a_game(site.room)
    mail_id, token = held_turn(game, "offer draw", act=Act.OFFER_DRAW)
    ada = site.browser(game.players[0])

    for path in (f"/held/{token}", f"/account/mails/{mail_id}"):
        assert "offer draw" in words(ada.get(path))
        assert "The board now" in words(ada.get(path))


def test_the_page_shows_the_words_that_would_be_passed_on(site: Site) -> None:
    game = a_game(site.room)
    _, with_words = held_turn(game, said=f"You play badly.\n{_NASTY}")

    page = site.browser().get(f"/held/{with_words}")

    assert "With these words for Bob: You play badly." in words(page)
    assert _NASTY in words(page)
    assert "<script>" not in page.text


def test_the_page_speaks_of_no_words_where_there_are_none(site: Site) -> None:
    _, token = held_turn(a_game(site.room))

    assert "these words" not in words(site.browser().get(f"/held/{token}"))


def test_looking_at_the_link_changes_nothing_however_often(any_site: Site) -> None:
    game = a_game(any_site.room)
    _, token = held_turn(game)

    for _ in range(5):
        browser = any_site.browser()
        browser.get(f"/held/{token}", User_Agent="a scanner of links")
        browser.client.head(f"/held/{token}", base_url=browser.url)

    assert _state(game) == "waiting"
    assert any_site.room.count(Turn) == 0


def test_confirming_plays_the_turn_once_without_signing_in(any_site: Site) -> None:
    game = a_game(any_site.room)
    _, token = held_turn(game)
    browser = any_site.browser()

    answers = [browser.post(f"/held/{token}/confirm") for _ in range(3)]

    assert [(answer.status_code, answer.location) for answer in answers] == [(303, f"/held/{token}")] * 3
    assert [row["text"] for row in any_site.room.rows(Turn)] == ["A1"]
    assert _state(game) == "confirmed"


def test_the_answer_says_what_became_of_it(site: Site) -> None:
    game = a_game(site.room)
    _, token = held_turn(game)
    browser = site.browser()
    browser.post(f"/held/{token}/confirm")

    said = _flash(browser, f"/held/{token}")
    after = browser.get(f"/held/{token}")

    assert " was played." in said
    assert after.status_code == 410
    assert "You have confirmed this email" in words(after)
    assert f"/games/{game.id}" in links(after)


def test_rejecting_forgets_it_for_good(any_site: Site) -> None:
    game = a_game(any_site.room)
    _, token = held_turn(game)
    browser = any_site.browser()

    browser.post(f"/held/{token}/reject")
    browser.post(f"/held/{token}/confirm")

    assert (_state(game), any_site.room.count(Turn)) == ("rejected", 0)
    assert any_site.room.rows(HeldOrder)[0]["orders"] == "{}"
    assert "not meant" in words(browser.get(f"/held/{token}"))


def test_nobody_confirms_for_a_player_whose_account_is_closed(site: Site) -> None:
    game = a_game(site.room)
    _, token = held_turn(game)
    players = table(Player)
    with site.room.workshop.open() as uow:
        closed = update(players).where(players.c.id == game.players[0]).values(closed_at=uow.now)
        uow.connection.execute(closed)

    site.browser().post(f"/held/{token}/confirm")

    assert (_state(game), site.room.count(Turn)) == ("waiting", 0)


def test_what_was_confirmed_cannot_be_rejected_any_more(site: Site) -> None:
    game = a_game(site.room)
    _, token = held_turn(game)
    browser = site.browser()
    browser.post(f"/held/{token}/confirm")

    browser.post(f"/held/{token}/reject")

    assert (_state(game), site.room.count(Turn)) == ("confirmed", 1)
    assert "It was confirmed already" in _flash(browser, f"/held/{token}")


def test_after_a_day_it_is_too_late_and_the_page_says_so(any_site: Site) -> None:
    game = a_game(any_site.room)
    _, token = held_turn(game)
    any_site.room.clock.move(timedelta(days=1))
    browser = any_site.browser()

    page = browser.get(f"/held/{token}")
    browser.post(f"/held/{token}/confirm")

    assert page.status_code == 410
    assert "It is too late to confirm this email" in words(page)
    assert any_site.room.count(Turn) == 0


def test_when_the_game_has_moved_on_nothing_is_done_and_the_answer_says_so(any_site: Site) -> None:
    game = a_game(any_site.room)
    _, token = held_turn(game)
    game.play("B1")
    game.play("A2")
    browser = any_site.browser()

    browser.post(f"/held/{token}/confirm")

    assert [row["text"] for row in any_site.room.rows(Turn)] == ["B1", "A2"]
    assert _flash(browser, f"/held/{token}")


def test_a_turn_that_is_not_legal_is_not_played_and_the_answer_says_why(site: Site) -> None:
    game = a_game(site.room)
    _, token = held_turn(game, "Z9")
    browser = site.browser()

    browser.post(f"/held/{token}/confirm")

    assert site.room.count(Turn) == 0
    assert "not played" in _flash(browser, f"/held/{token}")


@pytest.mark.parametrize("token", ["x", "a" * 26, "A" * 64, "0", "a" * 65, "%00", "%ff", "..", "9" * 5000])
def test_a_link_that_never_was_leads_nowhere(any_site: Site, token: str) -> None:
    browser = any_site.browser()

    assert browser.get(f"/held/{token}").status_code in {308, 404}
    assert browser.post(f"/held/{token}/confirm").status_code == 404
    assert browser.post(f"/held/{token}/reject").status_code == 404


def test_a_form_of_another_site_confirms_nothing(site: Site) -> None:
    game = a_game(site.room)
    _, token = held_turn(game)
    browser = site.browser()
    form = {"csrf": browser.csrf()}

    without = browser.post_raw(f"/held/{token}/confirm", {})
    foreign = browser.post_raw(f"/held/{token}/confirm", form, Origin="https://evil.example")

    assert (without.status_code, foreign.status_code) == (403, 403)
    assert _state(game) == "waiting"


def test_what_a_stranger_wrote_is_never_taken_for_markup(site: Site) -> None:
    game = a_game(site.room)
    _, token = held_turn(game, _NASTY, written_by=_NASTY)

    page = site.browser().get(f"/held/{token}").text

    assert "<script>alert" not in page
    assert "xxxxxxx" not in page


def test_the_page_of_the_mail_asks_and_needs_no_link_of_a_letter(any_site: Site) -> None:
    game = a_game(any_site.room)
    mail_id, _ = held_turn(game)
    browser = any_site.browser(game.players[0])
    address = f"/account/mails/{mail_id}/held"

    shown = browser.get(f"/account/mails/{mail_id}")
    looked_at = browser.get(address)
    confirmed = browser.post(f"{address}/confirm")
    again = browser.post(f"{address}/confirm")

    assert f'action="{address}/confirm"' in shown.text
    assert "Did you write this email? A1 Nothing has been done yet." in words(shown)
    assert _WAITS in words(looked_at)
    assert (confirmed.location, again.status_code) == (f"/account/mails/{mail_id}", 303)
    assert [row["text"] for row in any_site.room.rows(Turn)] == ["A1"]
    assert address not in browser.get(f"/account/mails/{mail_id}").text


def test_a_mail_of_ones_own_can_be_said_not_to_be_meant(site: Site) -> None:
    game = a_game(site.room)
    mail_id, _ = held_turn(game)
    browser = site.browser(game.players[0])

    browser.post(f"/account/mails/{mail_id}/held/reject")

    assert _state(game) == "rejected"
    assert "not meant" in words(browser.get(f"/account/mails/{mail_id}"))


def test_nobody_decides_about_the_mail_of_another(any_site: Site) -> None:
    game = a_game(any_site.room)
    mail_id, _ = held_turn(game)
    other, stranger = any_site.browser(game.players[1]), any_site.browser()
    address = f"/account/mails/{mail_id}/held"

    assert other.get(address).status_code == 404
    assert stranger.get(address).status_code == 303
    for act in ("confirm", "reject"):
        assert other.post(f"{address}/{act}").status_code == 404
        assert stranger.post(f"{address}/{act}").status_code == 403
    assert (_state(game), any_site.room.count(Turn)) == ("waiting", 0)


def test_nothing_is_passed_on_by_looking(site: Site) -> None:
    game = a_game(site.room)
    mail_id, token = held_turn(game)

    site.browser().get(f"/held/{token}")
    site.browser(game.players[0]).get(f"/account/mails/{mail_id}/held")

    assert site.room.count(Message) == 0
    assert _state(game) == "waiting"


_DOUBTED = "There is a question right beside it, which might be about it."


@pytest.mark.both_databases
def test_the_page_of_the_game_asks_its_owner_alone(any_site: Site) -> None:
    game = a_game(any_site.room)
    mail_id, _ = held_turn(game, said="Take that!", why=HoldReason.QUESTION)

    mine, other, stranger = (
        any_site.browser(player).get(f"/games/{game.id}") for player in (game.players[0], game.players[1], None)
    )

    assert "Do you mean this?" in words(mine)
    assert f"A1 With these words for Bob: Take that! Nothing has been done yet. {_DOUBTED}" in words(mine)
    assert f'action="/games/{game.id}/held/{mail_id}/confirm"' in mine.text
    for page in (other, stranger):
        assert "Do you mean this?" not in page.text
        assert "Take that!" not in page.text
        assert f"/held/{mail_id}" not in page.text


def test_a_yes_on_the_page_of_the_game_plays_the_turn_and_leads_back(any_site: Site) -> None:
    game = a_game(any_site.room)
    mail_id, _ = held_turn(game, why=HoldReason.FOLLOW_UP)
    browser = any_site.browser(game.players[0])

    answers = [browser.post(f"/games/{game.id}/held/{mail_id}/confirm") for _ in range(2)]

    assert {(answer.status_code, answer.location) for answer in answers} == {(303, f"/games/{game.id}")}
    assert [row["text"] for row in any_site.room.rows(Turn)] == ["A1"]
    assert "Do you mean this?" not in browser.get(f"/games/{game.id}").text


def test_a_no_on_the_page_of_the_game_drops_it(any_site: Site) -> None:
    game = a_game(any_site.room)
    mail_id, _ = held_turn(game, why=HoldReason.FOLLOW_UP)
    browser = any_site.browser(game.players[0])
    assert "Do you mean this?" in browser.get(f"/games/{game.id}").text

    browser.post(f"/games/{game.id}/held/{mail_id}/reject")

    assert (_state(game), any_site.room.count(Turn)) == ("rejected", 0)
    assert "Do you mean this?" not in browser.get(f"/games/{game.id}").text


def test_a_question_is_shown_anew_on_a_page_that_was_kept(any_site: Site) -> None:
    game = a_game(any_site.room)
    browser = any_site.browser(game.players[0])
    tag = browser.get(f"/games/{game.id}").headers["ETag"]
    held_turn(game, why=HoldReason.FOLLOW_UP)

    again = browser.get(f"/games/{game.id}", If_None_Match=tag)

    assert again.status_code == 200
    assert "Do you mean this?" in again.text


def test_nobody_else_answers_on_the_page_of_the_game_nor_by_that_of_another(any_site: Site) -> None:
    game = a_game(any_site.room)
    elsewhere = another_game(any_site.room, game.players)
    mail_id, _ = held_turn(game, why=HoldReason.FOLLOW_UP)
    mine, other = any_site.browser(game.players[0]), any_site.browser(game.players[1])

    assert other.post(f"/games/{game.id}/held/{mail_id}/confirm").status_code == 404
    assert any_site.browser().post(f"/games/{game.id}/held/{mail_id}/confirm").status_code == 403
    assert mine.post(f"/games/{elsewhere.id}/held/{mail_id}/confirm").status_code == 404
    assert _state(game) == "waiting"


def test_the_page_says_what_took_its_place(site: Site) -> None:
    game = a_game(site.room)
    _, token = held_turn(game, why=HoldReason.FOLLOW_UP)
    game.play("B1")

    page = site.browser().get(f"/held/{token}")

    assert page.status_code == 410
    assert "The game has gone on since" in words(page)


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("confirm", "You were asked whether you mean it, and said yes."),
        ("reject", "You were asked whether you mean it, and said no."),
    ],
)
def test_my_mails_say_what_became_of_a_question(site: Site, act: str, expected: str) -> None:
    game = a_game(site.room)
    mail_id, token = held_turn(game, why=HoldReason.FOLLOW_UP)
    browser = site.browser(game.players[0])
    assert "Do you mean this?" in browser.get(f"/account/mails/{mail_id}").text

    browser.post(f"/held/{token}/{act}")

    assert expected in words(browser.get(f"/account/mails/{mail_id}"))


@pytest.mark.parametrize(("seat", "is_chosen_later", "waits"), [(0, True, False), (0, False, True), (1, True, True)])
def test_a_choice_that_its_player_makes_later_in_secret_takes_the_place_of_what_is_asked(
    site: Site, seat: int, *, is_chosen_later: bool, waits: bool
) -> None:
    game = a_game(site.room, ruleset="hide/1")
    if not is_chosen_later:
        game.play("hide B2", seat=seat)
    site.room.clock.move(timedelta(minutes=5))
    _, token = held_turn(game, "hide A1")
    site.room.clock.move(timedelta(minutes=5))
    if is_chosen_later:
        game.play("hide B2", seat=seat)

    page = site.browser().get(f"/held/{token}")

    assert (_WAITS in words(page)) == waits
