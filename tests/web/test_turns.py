"""Turns through pages: clicked, looked at, handed in, refused."""

import re
from html import unescape
from urllib.parse import parse_qs, quote_plus, urlencode, urlsplit

import pytest
from werkzeug.test import TestResponse

from corr.play.lifecycle import NewGame, start_game
from corr.store.tables.games import Turn
from tests.games.kyo.samples import a_position
from tests.playing import TestGame, a_game, statements_of, terms
from tests.web.browsing import Browser, Site, links, words


def _game(site: Site, *turns: str) -> tuple[TestGame, Browser]:
    game = a_game(site.room, *turns, ruleset="kelasu/1")
    return game, site.browser(game.players[len(turns) % 2])


_SUBMIT = re.compile(r'id="turn-submit"[^>]*?( disabled)?>')


def test_a_turn_is_made_by_following_links_alone(site: Site) -> None:
    game, browser = _game(site)

    page = browser.get(f"/games/{game.id}")
    for click in ("pick=B3", "pick=C3"):
        page = browser.get(next(link for link in links(page) if click in link))
    made = words(page)
    answer = browser.post_raw(f"/games/{game.id}/turns", fields_of(page, "turn-form"))

    assert "1 energy" not in made
    assert "Energy left: 3 of 4" in made or "energy left: 3 of 4" in made
    assert "B3-C3 Blank on B3 moves to C3 If you end it now: 3 energy unused. Undo" in made
    assert (answer.status_code, game.view().turns[-1].text) == (303, "B3-C3")


def test_an_undo_in_a_game_takes_back_what_was_clicked_last(site: Site) -> None:
    game, browser = _game(site)
    page = browser.get(f"/games/{game.id}")
    for click in ("pick=B3", "pick=C3"):
        page = browser.get(next(link for link in links(page) if click in link))

    back = re.search(r'id="turn-undo" href="([^"]+)"', page.text)

    assert back is not None
    before = browser.get(unescape(back[1]))
    assert "Blank on B3 moves to C3" in words(page)
    assert before.status_code == 200
    assert "Blank on B3 moves to C3" not in words(before)


def test_a_button_that_is_none_plays_nothing(site: Site) -> None:
    game, browser = _game(site)

    refused = browser.post(f"/games/{game.id}/turns", turn="1", text="B3-C3", act="perhaps")

    assert (refused.status_code, game.view().turns) == (400, ())


def fields_of(page: TestResponse, part: str) -> dict[str, str]:
    """What the form with that id sends when it is submitted by the button of the bar."""
    section = page.text.partition(f'id="{part}"')[2].partition("</form>")[0]
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', section)
    fields += re.findall(r'<textarea[^>]*name="(\w+)"[^>]*>([^<]*)<', section)
    assert re.search(rf'id="turn-submit" form="{part}" name="act" value="submit"', page.text)
    return {name: unescape(value) for name, value in [*fields, ("act", "submit")]}


def test_a_turn_that_may_not_stop_cannot_be_submitted(site: Site) -> None:
    game, browser = _game(site)

    pages = [browser.get(f"/games/{game.id}{path}") for path in ("", "/compose?turn=1", "/compose?turn=1&pick=B3")]
    begun = browser.get(f"/games/{game.id}/compose?turn=1&begun=B3-C3&pick=B4")

    assert all(_SUBMIT.search(page.text)[1] == " disabled" for page in (*pages, begun))  # type: ignore[index]  # each has one


def test_squares_say_to_a_screen_reader_what_a_click_does(site: Site) -> None:
    game = a_game(site.room, ruleset="kyo/1")
    browser = site.browser(game.players[0])

    page = browser.get(f"/games/{game.id}/compose?turn=1&pick=A0&pick=2")

    assert 'aria-label="A1 – Mana move, empty"' in page.text
    assert 'aria-label="B1 – Direct move, empty"' in page.text


def test_what_was_picked_is_told_squares_by_their_names(site: Site) -> None:
    position = "k11/12/12/12/1t10/P11/12/12/12/12/12/K11 w - - Q -,-"

    page = site.browser().get(f"/practice/kerd?position={quote_plus(position)}&pick=A7&pick=B8")

    assert "Replace the Pawn with a piece from your reserve? (A7, B8 chosen)" in words(page)


def test_a_turn_that_is_handed_in_is_played_and_told(site: Site) -> None:
    game, browser = _game(site)

    answer = browser.post(f"/games/{game.id}/turns", turn="1", text="b3-c3, b4-c4", act="submit")

    assert (answer.status_code, answer.location) == (303, f"/games/{game.id}")
    assert browser.sentence() == "Turn submitted: B3-C3, B4-C4 (2 energy unused)."
    assert game.view().turns[-1].text == "B3-C3, B4-C4"


def test_previewing_plays_nothing(site: Site) -> None:
    game, browser = _game(site)

    answer = browser.post(f"/games/{game.id}/turns", turn="1", text="B3-C3", act="preview")

    assert answer.status_code == 303
    assert "Submit the turn" in words(browser.get(answer.location))
    assert site.room.count(Turn) == 0


def test_a_double_click_plays_one_turn_and_says_so(any_site: Site) -> None:
    game, browser = _game(any_site)

    for _ in range(2):
        assert browser.post(f"/games/{game.id}/turns", turn="1", text="B3-C3", act="submit").status_code == 303

    assert any_site.room.count(Turn) == 1
    assert browser.sentence().startswith("Your turn had been played already: B3-C3")


def test_a_second_tab_cannot_play_another_turn_and_keeps_what_was_written(site: Site) -> None:
    game, browser = _game(site)
    browser.post(f"/games/{game.id}/turns", turn="1", text="B3-C3", act="submit")

    answer = browser.post(f"/games/{game.id}/turns", turn="1", text="B4-C4", act="submit")

    assert answer.status_code == 409
    assert "The game has moved on" in words(answer)
    assert "You wrote: B4-C4" in words(answer)
    assert site.room.count(Turn) == 1


def test_stale_links_of_a_half_made_turn_lead_to_the_game_as_it_stands(site: Site) -> None:
    game, browser = _game(site)
    game.play("B3-C3")

    answer = browser.get(f"/games/{game.id}/compose?turn=1&begun=B4-C4&pick=B5")

    assert answer.status_code == 409
    assert f"/games/{game.id}" in links(answer)


def test_a_refused_turn_keeps_the_text_and_says_what_failed_and_what_would_go(site: Site) -> None:
    game, browser = _game(site)

    answer = browser.post(f"/games/{game.id}/turns", turn="1", text="B3-C3, B4-D4", act="submit")

    assert answer.status_code == 422
    assert "Action 2, “B4-D4”" in words(answer)
    assert ">B3-C3, B4-D4</textarea>" in answer.text
    assert "B4-C4" in words(answer)
    assert site.room.count(Turn) == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("draw", "Did you mean “offer draw” or “accept draw”?"),
        ("quit", "Did you mean “resign”?"),
        ("Exit.", "Did you mean “resign”?"),
        ("decline", "Did you mean “decline draw”?"),
    ],
)
def test_a_word_used_elsewhere_is_answered_with_what_does_it_here(site: Site, text: str, sentence: str) -> None:
    game, browser = _game(site)

    answer = browser.post(f"/games/{game.id}/turns", turn="1", text=text, act="submit")

    assert answer.status_code == 422
    assert sentence in words(answer)
    assert game.view().turn_number == 1


def test_what_would_be_legal_instead_is_one_click_away(site: Site) -> None:
    game, browser = _game(site)

    first = browser.get(f"/games/{game.id}/preview?turn=1&text=B4-D4")
    second = browser.get(f"/games/{game.id}/preview?turn=1&text=B3-C3,+B4-D4")
    followed = browser.get(next(link for link in links(second) if "begun=B3-C3%2C+B4-C4" in link))

    assert f"/games/{game.id}/compose?turn=1&begun=B4-C4#board" in links(first)
    assert "Blank on B4 moves to C4" in words(followed)


def test_picks_that_lead_nowhere_are_refused_with_a_page(site: Site) -> None:
    game, browser = _game(site)

    for query in (
        "pick=E5",
        "pick=zz",
        "begun=A0-J9",
        "pick=B3&pick=J9",
        "begun=%00",
        "pick=" + "&pick=".join("abc" * 20),
    ):
        assert browser.get(f"/games/{game.id}/compose?turn=1&{query}").status_code in {400, 422}


def test_an_undo_takes_back_the_last_pick_then_the_last_action(site: Site) -> None:
    game, browser = _game(site)
    address = f"/games/{game.id}/compose?turn=1"

    assert f"{address}&begun=B3-C3#board" in links(browser.get(f"{address}&begun=B3-C3&pick=B4"))
    assert f"{address}#board" in links(browser.get(f"{address}&begun=B3-C3"))


def test_another_piece_can_be_picked_at_once_and_the_picked_one_put_down(site: Site) -> None:
    game, browser = _game(site)
    address = f"/games/{game.id}/compose?turn=1&begun=B3-C3"

    page = browser.get(f"{address}&pick=B4")

    assert {f"{address}&pick=B5#board", f"{address}#board"} <= set(links(page))
    assert 'aria-label="B5 – pick this instead, Blue Blank"' in page.text
    assert 'aria-label="B4 – put it down, Blue Blank"' in page.text
    assert 'aria-label="C4, empty"' in page.text


def test_the_only_way_between_a_piece_and_its_target_is_taken_by_itself(site: Site) -> None:
    position = quote_plus("BBBBB1BBBB/BBB1B1B2B/S1S1W2SBS/4B3B1/5w4/4b5/10/sbsbb2sbs/bbb2bb1bb/1bbbb1b2b b 0", safe="/")
    browser, address = site.browser(), f"/practice/kelasu?position={position}"

    page = browser.get(f"{address}&pick=C8")
    following = parse_qs(urlsplit(next(link for link in links(page) if link.endswith("pick=D8#board"))).query)

    assert "(C8, merge into a Warrior (2 Blanks) chosen)" in words(page)
    assert following["pick"] == ["C8", "=W", "D8"]
    assert f'href="{address.replace("&", "&amp;")}#board">Undo</a>' in page.text


def test_a_square_of_a_set_is_taken_out_again(site: Site) -> None:
    position = "10/10/S1S1S1S3/BBBBB5/BBBBB5/BBBBB5/10/s9/bb8/10 b 0"
    browser = site.browser()
    address = f"/practice/kelasu?{urlencode({'position': position}, safe='/')}"

    page = browser.get(f"{address}&pick=E2&pick==C&pick=E1&pick=D1")

    assert 'aria-label="E1 – take it out again, Blue Blank"' in page.text
    assert f"{address}&pick=E2&pick=%3DC&pick=D1#board" in links(page)
    # Another one stands in the place of the first.
    assert f"{address}&pick=E1&pick=%3DC&pick=D1#board" in links(page)
    assert "Choose 5 Blanks" in words(browser.get(f"{address}&pick=E1&pick=%3DC&pick=D1"))


def test_the_only_stack_that_can_go_on_is_picked_already(site: Site) -> None:
    position = urlencode({"position": a_position(D4="DDH", H8="d")}, safe="/,")
    browser, address = site.browser(), f"/practice/kyo?{position}"

    page = browser.get(f"{address}&begun=D4%3ED5:1")

    assert "(D5 chosen)" in words(page)
    assert [link for link in links(page) if link.endswith("&pick=D6#board")]
    assert "D5 – put it down" not in page.text
    # It may stop there, and an undo takes the action back.
    assert f"{address}&turns=D4%3ED5%3A1#board" in links(page)
    assert f'href="{address.replace("&", "&amp;")}#board">Undo</a>' in page.text


def test_a_merge_is_clicked_together(site: Site) -> None:
    game, browser = _game(site, "B3-C3, B4-C4", "I3-H3")

    page = browser.get(f"/games/{game.id}/compose?turn=3&pick=C3&pick==W&pick=C4&pick=@C4")

    assert "Blanks on C3 and C4 merge into a Warrior on C4" in words(page)


def test_the_opponent_and_strangers_cannot_hand_in_a_turn(any_site: Site) -> None:
    game, _ = _game(any_site)
    fields = {"turn": "1", "text": "B3-C3", "act": "submit"}

    opponent = any_site.browser(game.players[1]).post(f"/games/{game.id}/turns", **fields)
    stranger = any_site.browser(any_site.room.player("Eve")).post(f"/games/{game.id}/turns", **fields)
    nobody = any_site.browser().post(f"/games/{game.id}/turns", **fields)

    assert (opponent.status_code, stranger.status_code, nobody.status_code) == (409, 403, 403)
    assert any_site.room.count(Turn) == 0


def test_handing_in_a_turn_takes_at_most_ten_statements_and_one_commit(any_site: Site) -> None:
    game, browser = _game(any_site)
    csrf = browser.csrf()

    with statements_of(any_site.room) as seen:
        answer = browser.post_raw(
            f"/games/{game.id}/turns", {"csrf": csrf, "turn": "1", "text": "B3-C3", "act": "submit"}
        )

    assert answer.status_code == 303
    assert len(seen) <= 10, seen
    assert len([statement for statement in seen if statement.startswith("BEGIN")]) <= 1


def test_who_offered_a_draw_that_was_passed_over_reads_when_it_can_be_offered_again(site: Site) -> None:
    game = a_game(site.room, ruleset="kelasu/1")
    ada, bob = map(site.browser, game.players)
    again = "You can offer a draw again after your next turn."
    bob.post(f"/games/{game.id}/draw", act="offer")
    asked = [words(browser.get(f"/games/{game.id}")) for browser in (ada, bob)]

    game.play("B3-C3")
    shown = [words(browser.get(f"/games/{game.id}")) for browser in (ada, bob)]

    assert [again in page for page in (*asked, *shown)] == [False, False, False, True]
    assert "Offer a draw" in shown[0]
    assert "Offer a draw" not in shown[1]


def test_a_draw_is_offered_and_accepted(site: Site) -> None:
    game, first = _game(site)
    second = site.browser(game.players[1])

    first.post(f"/games/{game.id}/draw", act="offer")
    assert "You are offered a draw" in words(second.get(f"/games/{game.id}"))
    second.post(f"/games/{game.id}/draw", act="accept")

    assert game.view().is_over
    assert game.view().winner is None


def test_an_offer_of_a_draw_is_seen_beside_the_name_above_the_board(site: Site) -> None:
    game, first = _game(site)
    first.post(f"/games/{game.id}/draw", act="offer")
    way = f"/games/{game.id}#draw"

    pages = [site.browser(player).get(f"/games/{game.id}") for player in (game.players[1], game.players[0])]
    pages.append(site.browser().get(f"/games/{game.id}"))

    assert [way in links(page) for page in pages] == [True, False, False]
    assert 'id="draw"' in pages[0].text


def test_resigning_asks_first(site: Site) -> None:
    game, browser = _game(site)

    question = browser.get(f"/games/{game.id}/resign")
    assert "This cannot be taken back" in words(question)
    assert not game.view().is_over
    browser.post(f"/games/{game.id}/resign")

    assert game.view().winner == 1
    assert browser.get(f"/games/{game.id}/resign").status_code == 403


@pytest.mark.parametrize("turns", [3, 4])
def test_who_resigns_early_reads_before_and_after_what_that_means(site: Site, turns: int) -> None:
    players = (site.room.player("Ada"), site.room.player("Bob"))
    with site.room.workshop.open() as uow:
        order = NewGame("tiny/1", {}, terms("3d/turn"), players, is_rated=True)
        game = TestGame(site.room, start_game(uow, order), players)
    for text in ("A1", "B1", "A2", "B2")[:turns]:
        game.play(text)
    browser = site.browser(players[0])

    assert "· rated" in words(browser.get(f"/games/{game.id}"))
    question = words(browser.get(f"/games/{game.id}/resign"))
    browser.post(f"/games/{game.id}/resign")
    page = words(browser.get(f"/games/{game.id}"))

    assert ("You have not both made two turns yet, so the game will not be rated." in question) == (turns < 4)
    assert ("free three times in 90 days; after that it counts against your reliability" in question) == (turns < 4)
    assert ("counts for no ratings, because the players had not both made two turns" in page) == (turns < 4)


@pytest.mark.parametrize(
    "text",
    ["1. B3-C3\n2. B4-C4", "1) B3-C3 2) B4-C4", "- B3-C3\n- B4-C4", "• B3-C3\r\n\r\n• B4-C4", "/move B3-C3, B4-C4"],
)
def test_a_turn_may_be_a_list_as_in_a_mail(site: Site, text: str) -> None:
    game, browser = _game(site)

    preview = browser.post(f"/games/{game.id}/turns", turn="1", text=text, act="preview")
    shown = words(browser.get(preview.location))
    answers = [browser.post(f"/games/{game.id}/turns", turn="1", text=text, act="submit") for _ in range(2)]

    assert "Blank on B4 moves to C4" in shown
    assert [answer.status_code for answer in answers] == [303, 303]
    assert game.view().turns[-1].text == "B3-C3, B4-C4"
