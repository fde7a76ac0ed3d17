"""Words that go to the other player with a turn, in one form with it."""

from corr.play.messages import LONGEST
from corr.store.tables.games import Message
from corr.store.tables.mails import Outbox
from tests.playing import TestGame, a_game
from tests.web.browsing import Browser, Site, words

WORDS = "Well played!\nAnd now?"


def begun(site: Site, *turns: str) -> tuple[TestGame, Browser]:
    game = a_game(site.room, *turns, ruleset="kelasu/1")
    return game, site.browser(game.players[len(turns) % 2])


def submit(game: TestGame, browser: Browser, text: str, **fields: str) -> object:
    return browser.post(f"/games/{game.id}/turns", turn="1", text=text, act="submit", **fields)


def test_words_are_passed_on_with_the_turn_in_one_letter(any_site: Site) -> None:
    game, browser = begun(any_site)
    letters = any_site.room.count(Outbox)

    submit(game, browser, "B3-C3", words=WORDS)

    assert browser.sentence() == "Turn submitted: B3-C3 (3 energy unused). Your message is passed on to Bob."
    shown = words(any_site.browser(game.players[1]).get(f"/games/{game.id}"))
    assert "Ada , turn 1" in shown
    assert "Well played! And now?" in shown
    assert any_site.room.count(Outbox) == letters + 1


def test_a_form_that_comes_twice_sends_its_words_once(any_site: Site) -> None:
    game, browser = begun(any_site)

    for _ in range(2):
        submit(game, browser, "B3-C3", words=WORDS)

    assert any_site.room.count(Message) == 1


def test_other_words_with_the_same_turn_are_passed_on_too(any_site: Site) -> None:
    game, browser = begun(any_site)

    for text in (WORDS, "I forgot: thanks!"):
        submit(game, browser, "B3-C3", words=text)
        assert "Your message is passed on to Bob." in browser.sentence()

    assert [line.text for line in game.view(game.players[1]).messages] == [WORDS, "I forgot: thanks!"]


def test_a_turn_without_words_sends_none(site: Site) -> None:
    game, browser = begun(site)

    submit(game, browser, "B3-C3", words="  \n ")

    assert site.room.count(Message) == 0
    assert "message" not in browser.sentence()


def test_words_that_cannot_be_sent_do_not_keep_the_turn_from_being_played(site: Site) -> None:
    game, browser = begun(site)

    submit(game, browser, "B3-C3", words="x" * (LONGEST + 1))

    assert game.view().turns[-1].text == "B3-C3"
    assert (
        "Your message was not sent. The message has 1,001 characters; at most 1,000 are possible." in browser.sentence()
    )
    assert site.room.count(Message) == 0


def test_words_stay_with_a_turn_that_is_refused_previewed_or_too_late(site: Site) -> None:
    game, browser = begun(site)
    path = f"/games/{game.id}/turns"

    refused = browser.post(path, turn="1", text="B3-B9", act="submit", words=WORDS)
    previewed = browser.post(path, turn="1", text="B3-C3", act="preview", words=WORDS)
    game.play("B3-C3")
    late = browser.post(path, turn="1", text="B4-C4", act="submit", words=WORDS)

    assert (refused.status_code, previewed.status_code, late.status_code) == (422, 200, 409)
    for answer in (refused, previewed):
        assert 'name="words" form="turn-form" rows="2" maxlength="1000"' in answer.text
        assert f">{WORDS}</textarea>" in answer.text
    assert f"Your message was not sent:</p>\n      <blockquote>{WORDS}</blockquote>" in late.text
    assert site.room.count(Message) == 0


def test_a_preview_without_words_keeps_its_address(site: Site) -> None:
    game, browser = begun(site)

    answer = browser.post(f"/games/{game.id}/turns", turn="1", text="B3-C3", act="preview", words="")

    assert answer.location == f"/games/{game.id}/preview?turn=1&text=B3-C3"


def test_a_choice_that_nobody_may_see_yet_has_no_words(site: Site) -> None:
    game = a_game(site.room, ruleset="kerd/1")

    assert 'name="words"' not in site.browser(game.players[0]).get(f"/games/{game.id}").text
