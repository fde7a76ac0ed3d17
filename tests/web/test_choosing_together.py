"""Pages of a game in which both choose at the same time, each unseen by the other, and what binds the choices."""

import re
import subprocess
from hashlib import sha256

import pytest
from werkzeug.test import TestResponse

from corr.play.endings import resign
from tests.playing import TestGame, a_game, another_game
from tests.web.browsing import Browser, Site, links, words


def _hiding(site: Site) -> tuple[TestGame, Browser, Browser]:
    """A game of hide and seek at its start, and the browsers of Ada (Red) and Bob (Green)."""
    game = a_game(site.room, ruleset="hide/1")
    return game, site.browser(game.players[0]), site.browser(game.players[1])


def _hand_in(browser: Browser, game: TestGame, text: str) -> str:
    answer = browser.post(f"/games/{game.id}/turns", turn="1", text=text, act="submit")
    assert answer.status_code == 303
    return browser.sentence()


def _board(answer: TestResponse) -> str:
    """The picture of the board on a page."""
    found = re.search(r'(?s)id="board".*?(<svg.*?</svg>)', answer.text)
    assert found is not None
    return found[1]


def test_both_are_asked_at_once_and_told_so(site: Site) -> None:
    game, ada, bob = _hiding(site)

    for browser in (ada, bob):
        page = browser.get(f"/games/{game.id}")
        assert "Your choice" in words(page)
        assert "Ada and Bob choose at the same time" in words(page)
        assert "Where do you hide?" in words(page)
        assert [link for link in links(page) if "pick=A1" in link]


def test_the_page_of_secret_choices_shows_players_their_own_alone(site: Site) -> None:
    game, ada, bob = _hiding(site)
    _hand_in(ada, game, "hide A1")
    _hand_in(bob, game, "hide B2")

    hers, his, public = (words(b.get(f"/games/{game.id}/commitments")) for b in (ada, bob, site.browser()))

    assert "You chose hide A1 ." in hers
    assert "You chose hide B2 ." in his
    assert "hide B2" not in hers
    assert "hide A1" not in his
    assert "You chose" not in public


def test_a_watcher_sees_who_is_to_choose_and_nothing_to_click(site: Site) -> None:
    game, ada, _ = _hiding(site)
    _hand_in(ada, game, "hide A1")

    page = site.browser().get(f"/games/{game.id}")

    assert "Red · has chosen" in words(page)
    assert "Green · to choose" in words(page)
    assert "Bob to choose" in words(page)
    assert not [link for link in links(page) if "/compose" in link]


def test_whoever_chooses_last_is_told_of_a_choice_too(site: Site) -> None:
    game, ada, bob = _hiding(site)
    _hand_in(ada, game, "hide A1")

    assert _hand_in(bob, game, "hide B1") == "Your choice is made: hide B1. Both players have chosen."


def test_the_own_choice_is_shown_and_can_be_changed(site: Site) -> None:
    game, ada, _ = _hiding(site)

    kept = _hand_in(ada, game, "hide a1")
    page = ada.get(f"/games/{game.id}")
    preview = ada.get(f"/games/{game.id}/preview?turn=1&text=hide+B2")
    changed = _hand_in(ada, game, "hide B2")

    assert kept == "Your choice is kept."
    assert "You have chosen hide A1. Waiting for Bob. Change it …" in words(page)
    assert f"/games/{game.id}/compose?turn=1#board" in links(page)
    # What is chosen is not asked again.
    assert "Where do you hide?" not in words(page)
    assert 'id="turn-submit"' not in page.text
    assert "Your choice: hide A1" in words(page)
    assert "You may change it until Bob has chosen." in words(page)
    assert "Submit the choice" in words(preview)
    assert changed == "Your choice is changed."
    assert "Your choice: hide B2" in words(ada.get(f"/games/{game.id}"))


def test_a_choice_that_waits_does_not_hide_another_game_that_does(site: Site) -> None:
    game, ada, _ = _hiding(site)
    _hand_in(ada, game, "hide A1")
    alone = words(ada.get(f"/games/{game.id}"))
    second = another_game(site.room, game.players)

    ada.post(f"/games/{game.id}/turns", turn="1", text="hide B2", act="submit")
    page = ada.get(f"/games/{game.id}")

    assert "Next game" not in alone
    assert "Next game (1)" in words(page)
    assert ada.get(f"/next?after={game.id}").location == f"/games/{second.id}"


def test_it_is_told_that_a_choice_is_made_and_how_it_is_changed(site: Site) -> None:
    game, ada, _ = _hiding(site)

    clicked = ada.get(f"/games/{game.id}/compose?turn=1&pick=A1")
    _hand_in(ada, game, "hide A1")

    assert "Your choice is complete." in words(clicked)
    assert "You may change it until Bob has chosen." in words(ada.get(f"/games/{game.id}"))


def test_a_page_that_the_browser_kept_is_sent_anew_when_a_choice_changes(site: Site) -> None:
    game, ada, bob = _hiding(site)
    _hand_in(ada, game, "hide A1")
    before = [browser.get(f"/games/{game.id}").headers["ETag"] for browser in (ada, bob)]

    _hand_in(ada, game, "hide B2")

    for browser, kept in zip((ada, bob), before, strict=True):
        assert browser.get(f"/games/{game.id}", If_None_Match=kept).status_code == 200


def test_the_other_s_pages_are_the_same_whatever_was_chosen(site: Site) -> None:
    game, ada, bob = _hiding(site)
    twin = another_game(site.room, game.players, ruleset="hide/1")
    _hand_in(ada, game, "hide A1")
    _hand_in(ada, twin, "hide C3")

    for path in ("", "/turns", "/turns/1", "/compose?turn=1", "/preview?turn=1&text=hide+B2", "/board.png"):
        for browser in (bob, site.browser()):
            first, second = (_without_ids(browser.get(f"/games/{one.id}{path}").data, one) for one in (game, twin))
            assert first == second, path


def _without_ids(page: bytes, game: TestGame) -> bytes:
    """A page without the game's id, without what a board makes of addresses that hold it, and without digests."""
    told = re.sub(rb"\b[0-9a-f]{64}\b", b"DIGEST", page.replace(game.id.encode(), b"ID"))
    return re.sub(rb"\bb[0-9a-f]{4,8}\b|\bb[0-9a-f]{4,8}(?=[-p])", b"KEY", told)


def test_a_refused_turn_is_answered_with_the_board_as_its_player_sees_it(site: Site) -> None:
    game, ada, bob = _hiding(site)
    _hand_in(ada, game, "hide A1")
    _hand_in(bob, game, "hide B2")

    refused = ada.post(f"/games/{game.id}/turns", turn="2", text="Z9", act="submit")

    looked_at = ada.get(f"/games/{game.id}/preview?turn=2&text=Z9")
    assert (refused.status_code, _board(refused)) == (422, _board(looked_at))
    assert _board(refused) != _board(site.browser().get(f"/games/{game.id}"))


def test_what_binds_a_choice_is_shown_to_all_before_the_other_has_chosen(any_site: Site) -> None:
    game, ada, bob = _hiding(any_site)
    kept = [browser.get(f"/games/{game.id}").headers["ETag"] for browser in (bob, any_site.browser())]
    _hand_in(ada, game, "hide A1")

    (commitment,) = game.view().commitments
    for browser, tag in zip((bob, any_site.browser()), kept, strict=True):
        page = browser.get(f"/games/{game.id}", If_None_Match=tag)
        told = browser.get(f"/games/{game.id}/commitments")
        record = browser.get(f"/games/{game.id}/record.txt").text
        assert f"Red (Ada) {commitment.digest} Chosen" in words(page)
        assert f"Red (Ada) {commitment.digest} Chosen" in words(told)
        assert f"commitment 1 r {commitment.digest} - -" in record
        assert "A1" not in words(told)


def test_that_a_choice_was_changed_is_said_with_the_new_number(site: Site) -> None:
    game, ada, bob = _hiding(site)
    _hand_in(ada, game, "hide A1")
    first = game.view().commitments[0].digest

    _hand_in(ada, game, "hide B2")

    second = game.view().commitments[0].digest
    for path in ("", "/commitments"):
        told = words(bob.get(f"/games/{game.id}{path}"))
        assert f"Red (Ada) {second} Changed" in told
        assert first not in told


def test_what_binds_the_choices_is_shown_to_all_once_both_are_in(any_site: Site) -> None:
    game, ada, bob = _hiding(any_site)
    early = any_site.browser().get(f"/games/{game.id}/commitments")
    _hand_in(ada, game, "hide A1")
    _hand_in(bob, game, "hide B2")

    page = any_site.browser().get(f"/games/{game.id}")
    told = any_site.browser().get(f"/games/{game.id}/commitments")

    assert early.status_code == 404
    digests = [commitment.digest for commitment in game.view().commitments]
    assert len(digests) == 2
    for digest in digests:
        assert digest in words(page)
        assert digest in words(told)
    assert f"printf '%s %s %s' {game.id} CHOICE RANDOM | sha256sum" in words(told)
    assert "hide A1" not in words(told)
    assert f"/games/{game.id}/commitments" in links(page)


def test_the_line_is_filled_in_when_the_game_is_over_and_prints_the_digest(site: Site) -> None:
    game, ada, bob = _hiding(site)
    _hand_in(ada, game, "hide A1")
    _hand_in(bob, game, "hide B2")
    with site.room.workshop.open() as uow:
        resign(uow, game.id, game.players[0], "web")

    told = words(site.browser().get(f"/games/{game.id}/commitments"))

    for commitment in game.view().commitments:
        line = f"printf '%s %s %s' {game.id} {commitment.word} {commitment.nonce} | sha256sum"
        printed = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True).stdout
        assert line in told
        assert printed.split() == [commitment.digest, "-"]
        assert sha256(f"{game.id} {commitment.word} {commitment.nonce}".encode()).hexdigest() == commitment.digest


def test_a_game_without_secrets_has_no_such_page(site: Site) -> None:
    game = a_game(site.room)

    assert site.browser().get(f"/games/{game.id}/commitments").status_code == 404
    assert "Commitments" not in words(site.browser().get(f"/games/{game.id}"))


@pytest.mark.parametrize("path", ["nosuchgame/commitments", "%00/commitments", "../commitments"])
def test_commitments_of_no_game_are_not_found(site: Site, path: str) -> None:
    assert site.browser().get(f"/games/{path}").status_code == 404


def test_the_practice_board_opens_with_what_the_viewer_may_know(site: Site) -> None:
    game, ada, bob = _hiding(site)
    _hand_in(ada, game, "hide A1")
    _hand_in(bob, game, "hide B2")

    hers = next(link for link in links(ada.get(f"/games/{game.id}")) if link.startswith("/practice/hide"))
    public = next(link for link in links(site.browser().get(f"/games/{game.id}")) if link.startswith("/practice/hide"))

    assert "position=-+r+A1,!+-" in hers
    assert "position=-+r+!,!+-" in public
    assert ada.get(hers).status_code == 200


def test_on_the_practice_board_one_hand_chooses_for_both(site: Site) -> None:
    browser = site.browser()

    first = browser.get("/practice/hide")
    second = browser.get("/practice/hide?turns=hide+A1")
    third = browser.get("/practice/hide?turns=hide+A1_hide+B2")

    assert "Both choose" in words(first)
    assert "first Red" in words(first)
    assert "Green to play" in words(second)
    assert "- r A1,B2 -" in words(third)


def test_what_nobody_may_overlook_stands_before_all_else_below_the_board(site: Site) -> None:
    page = site.browser().get("/practice/hide?turns=hide+A1_hide+B2_C1_C2")

    alert = page.text.index('class="alert"')
    assert page.text.index("</svg>") < alert < page.text.index('id="turn-question"')
    assert "2 squares were searched." in page.text[alert:]
