"""Practice boards: positions and turns in the address, both sides by one hand, and nothing that changes."""

from html import unescape
from urllib.parse import parse_qs, quote_plus, urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser
from werkzeug.test import TestResponse

from tests.playing import a_game, statements_of
from tests.wandering import wandering
from tests.web.browsing import Browser, Site, links, words

_WON = "xxxoo.... o"


def _position(page: TestResponse) -> str:
    """The text of the position that a page shows."""
    return unescape(page.text.partition('id="position-now">')[2].partition("</code>")[0])


def _follow(browser: Browser, address: str) -> TestResponse:
    """The page behind a link, after the browser was sent on."""
    page = browser.get(address)
    while page.status_code == 303:
        page = browser.get(page.location)
    return page


def _click(browser: Browser, page: TestResponse, *values: str) -> TestResponse:
    """The page after clicks on what is offered."""
    for value in values:
        page = _follow(browser, next(link for link in links(page) if f"pick={value}#" in link))
    return page


def _play(browser: Browser, page: TestResponse, *values: str) -> TestResponse:
    """The page after turns of one click each, every one of them played."""
    for value in values:
        page = _end_turn(browser, _click(browser, page, value))
    return page


def _end_turn(browser: Browser, page: TestResponse) -> TestResponse:
    """The page after a click on “Play the turn”."""
    button = LexborHTMLParser(page.text).css_first("#turn-submit")
    assert button is not None
    return browser.get(button.attributes["href"] or "")


@pytest.mark.parametrize("tag", ["*", ""])
def test_what_cannot_be_read_is_told_whatever_the_browser_has(site: Site, tag: str) -> None:
    browser = site.browser()
    first = browser.get("/practice/kelasu?text=zzz")

    again = browser.get("/practice/kelasu?text=zzz", If_None_Match=tag or first.headers.get("ETag", '"none"'))

    assert (first.status_code, again.status_code) == (422, 422)


def test_the_games_to_try_are_listed_and_lead_to_their_boards(site: Site) -> None:
    page = site.browser().get("/practice")

    assert page.status_code == 200
    assert {"/practice/tiny", "/practice/kelasu"} <= set(links(page))


def test_a_game_that_there_is_none_of_is_told_so(site: Site) -> None:
    assert site.browser().get("/practice/nosuch").status_code == 404


def test_both_sides_are_played_by_clicks_without_an_account(site: Site) -> None:
    browser = site.browser()

    page = _play(browser, browser.get("/practice/tiny"), "A1", "B2", "A2")

    assert _position(page) == "xx..o.... o"
    assert "Nought to play" in words(page)
    assert "Cross on A2" in words(page)


def test_a_turn_of_several_actions_is_clicked_together_and_played_when_it_may_stop(site: Site) -> None:
    browser = site.browser()

    page = _click(browser, browser.get("/practice/kelasu"), "B3", "C3", "B4", "C4")
    page = _follow(
        browser, next(link for link in links(page) if "turns=B3-C3,+B4-C4" in unescape(link).replace("%2C", ","))
    )

    assert "Red to play" in words(page)
    assert "Blank on B4 moves to C4" in words(page)


def test_the_address_is_the_board(site: Site) -> None:
    browser, other = site.browser(), site.browser()
    page = _play(browser, browser.get("/practice/tiny"), "A1", "B2")

    kept = next(link for link in links(page) if link == "/practice/tiny?turns=A1_B2")

    assert _position(other.get(kept)) == _position(page) == "x...o.... x"
    assert f'<link rel="canonical" href="http://localhost:8000{kept}">' in page.text


def test_an_undo_takes_back_a_click_an_action_and_a_turn(site: Site) -> None:
    browser = site.browser()
    page = browser.get("/practice/kelasu?turns=B3-C3,+B4-C4&begun=I3-H3&pick=I4")
    seen = []

    for _ in range(5):
        page = _follow(
            browser, next(link for link in links(page) if f">{'Undo'}<" in page.text and _is_undo(page, link))
        )
        asked = parse_qs(urlsplit(page.request.url).query)
        seen.append({name: asked[name][0] for name in ("turns", "begun", "pick") if name in asked})

    assert seen == [
        {"turns": "B3-C3, B4-C4", "begun": "I3-H3"},
        {"turns": "B3-C3, B4-C4"},
        {"begun": "B3-C3, B4-C4"},
        {"begun": "B3-C3"},
        {},
    ]


def _is_undo(page: TestResponse, link: str) -> bool:
    return f'href="{link.replace("&", "&amp;")}">Undo</a>' in page.text


def test_a_whole_turn_waits_until_it_is_played_and_an_undo_opens_it_again(site: Site) -> None:
    browser = site.browser()

    whole = _click(browser, browser.get("/practice/kelasu"), *("B3", "C3", "B4", "C4", "B5", "C5", "B6", "C6"))
    played = _end_turn(browser, whole)
    undone = browser.get(next(link for link in links(played) if _is_undo(played, link)))

    for page in (whole, undone):
        assert "Blue to play" in words(page)
        assert "Blank on B6 moves to C6" in words(page)
        assert "turns=" not in page.request.url
    assert "Red to play" in words(played)


def test_each_moment_of_the_line_is_one_click_away(site: Site) -> None:
    browser = site.browser()

    page = browser.get("/practice/tiny?turns=A1_B2_A2")

    assert {"/practice/tiny?turns=A1#board", "/practice/tiny?turns=A1_B2#board"} <= set(links(page))
    assert "/practice/tiny#board" in links(page)


def test_a_turn_is_played_by_writing_it(site: Site) -> None:
    answer = site.browser().get("/practice/kelasu?turns=&text=b3-c3;+b4%E2%86%92c4")

    assert (answer.status_code, answer.location) == (303, "/practice/kelasu?turns=B3-C3,+B4-C4#board")


def test_a_written_turn_that_is_refused_is_kept_and_answered_with_what_would_go(site: Site) -> None:
    browser = site.browser()

    page = browser.get("/practice/kelasu?turns=B3-C3&text=I3-H3,+I4-G4")
    mended = browser.get(next(link for link in links(page) if "begun=I3-H3%2C+I4-H4" in link))

    assert page.status_code == 422
    assert "Action 2, “I4-G4”" in words(page)
    assert ">I3-H3, I4-G4</textarea>" in page.text
    assert "Blank on I4 moves to H4" in words(mended)


def test_a_position_is_set_up_by_text(site: Site) -> None:
    browser = site.browser()

    page = browser.get(f"/practice/tiny?position={quote_plus('x...o.... x')}")
    played = _play(browser, page, "C3")

    assert "Cross to play" in words(page)
    assert _position(played) == "x...o...x o"
    assert "/practice/tiny#board" in links(played)


def test_a_text_that_is_no_position_is_kept_beside_the_sentence_about_it(site: Site) -> None:
    page = site.browser().get("/practice/tiny?position=not+a+position&turns=A1")

    assert page.status_code == 422
    assert "A position is nine letters and a side." in words(page)
    assert ">not a position</textarea>" in page.text
    assert _position(page) == "......... x"


def test_a_position_in_which_the_game_is_over_is_shown_as_such(site: Site) -> None:
    page = site.browser().get(f"/practice/tiny?position={quote_plus(_WON)}")

    assert page.status_code == 200
    assert "The game is over here" in words(page)
    assert "Cross won: three stood in a row." in words(page)
    assert not [link for link in links(page) if "pick=" in link]


def test_a_game_that_ends_on_the_board_says_how_and_can_be_taken_back(site: Site) -> None:
    browser = site.browser()

    page = _play(browser, browser.get("/practice/tiny?turns=A1_B1_A2_B2"), "A3")

    assert "Cross won: three stood in a row." in words(page)
    assert any(_is_undo(page, link) for link in links(page))


def test_a_repetition_counts_as_in_play(site: Site) -> None:
    beginning, again = "B4-C4_I4-H4", "_C4-C3_H4-H3_C3-C4_H3-H4"

    twice = site.browser().get(f"/practice/kelasu?turns={beginning}{again * 2}")
    often = site.browser().get(f"/practice/kelasu?turns={beginning}{again * 3}")

    assert "Blue to play" in words(twice)
    assert "The game is a draw" in words(often)


def test_a_broken_turn_in_the_middle_is_named_and_the_board_before_it_shown(site: Site) -> None:
    page = site.browser().get("/practice/tiny?turns=A1_B2_B2_C3")

    assert page.status_code == 422
    assert "Turn 3 (Cross) cannot be played" in words(page)
    assert "/practice/tiny?turns=A1_B2" in links(page)
    assert _position(page) == "x...o.... x"


def test_turns_after_the_end_are_left_out_with_a_sentence(site: Site) -> None:
    page = site.browser().get("/practice/tiny?turns=A1_B1_A2_B2_A3_B3")

    assert page.status_code == 422
    assert "The game is over here, so turn 6 cannot follow." in words(page)


def test_the_options_of_a_game_can_be_chosen_and_stay(site: Site) -> None:
    browser = site.browser()

    page = browser.get("/practice/tiny?option.edge=sand&option.misery=false")
    played = _play(browser, page, "A1")

    assert '<option value="sand" selected>' in played.text
    assert "/practice/tiny?option.edge=sand&turns=A1" in links(played)


@pytest.mark.parametrize("query", ["option.edge=lava", "option.nosuch=1", "option.=1", "option.misery=perhaps"])
def test_an_option_that_cannot_be_is_refused_and_the_board_stays(site: Site, query: str) -> None:
    page = site.browser().get(f"/practice/tiny?{query}")

    assert page.status_code == 422
    assert "option" in words(page)
    assert "The board has the usual rules." in words(page)


def test_very_many_turns_are_folded_into_the_position(site: Site) -> None:
    browser = site.browser()
    turns = wandering(200)

    before = browser.get(f"/practice/kelasu?turns={quote_plus('_'.join(turns[:90]))}")
    sent_on = browser.get(f"/practice/kelasu?turns={quote_plus('_'.join(turns))}")
    folded = browser.get(sent_on.location)

    assert before.status_code == 200
    assert sent_on.status_code == 303
    assert len(sent_on.location) < 300
    assert "folded into the position" in words(folded)
    assert "folded=1" in next(link for link in links(folded) if "pick=" in link)


def test_a_board_leads_back_to_the_game_from_which_one_came(site: Site) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    browser = site.browser(game.players[1])
    (address,) = [link for link in links(browser.get(f"/games/{game.id}")) if link.startswith("/practice/kelasu?")]

    page = browser.get(address)
    clicks = [link for link in links(page) if "pick=" in link]

    assert f"/games/{game.id}" in links(page)
    assert clicks
    assert all(f"from={game.id}" in link for link in clicks)
    assert f"/games/{game.id}" in links(browser.get(clicks[0]))
    assert f'name="from" value="{game.id}"' in page.text
    # Whoever is shown the board knows nothing of the game.
    assert address.replace(f"&from={game.id}#board", "") in links(page)
    assert not [link for link in links(browser.get("/practice/kelasu?from=../evil")) if link.startswith("/games/")]


def test_a_task_of_the_rules_is_done_by_any_turn_that_does_it_and_leads_back(site: Site) -> None:
    browser = site.browser()
    page = browser.get("/practice/kelasu?task=opening")
    others = browser.get("/practice/kelasu?task=opening&turns=B6-C6,+B4-C4_I3-H3&begun=B3-C3")

    done = browser.get("/practice/kelasu?task=opening&turns=B6-C6,+B4-C4_I3-H3&begun=B3-C3,+B5-C5")

    task = "Bring the Blanks from B3, B4, B5 and B6 to row C."
    assert f"Your task: {task} Back to the rules" in words(page)
    assert f"Your task: {task}" in words(others)
    assert f"Done! {task}" in words(done)
    assert "/rules/kelasu#diagram-opening" in links(page)
    assert all("task=opening" in link for link in links(done) if "begun=" in link)


def test_a_diagram_without_a_task_says_what_it_shows_and_an_unknown_one_nothing(site: Site) -> None:
    browser = site.browser()

    shown, unknown = (browser.get(f"/practice/kyo?task={name}") for name in ("slid-in", "<b>nothing"))

    assert "It went to D5. There it lies above the Mana" in words(shown)
    assert "Your task" not in words(shown)
    assert "Back to the rules" not in words(unknown)
    assert "<b>nothing" not in unknown.text


def test_a_board_can_be_turned_round_and_stays_so(site: Site) -> None:
    browser = site.browser()
    page = browser.get("/practice/tiny")

    turned = browser.get(next(link for link in links(page) if "turned=1" in link))

    # It stands first as the player sees it who begins.
    assert page.text.index(">3</text>") < page.text.index(">1</text>")
    assert turned.text.index(">1</text>") < turned.text.index(">3</text>")
    assert all("turned=1" in link for link in links(turned) if "pick=" in link)


@pytest.mark.parametrize(
    "query",
    [
        "turns=" + "_" * 7000,
        "turns=" + "A1_" * 2000,
        "position=" + "x" * 100_000,
        "turns=" + "x" * 100_000,
        "begun=" + "x" * 100_000,
        "text=" + "x" * 3000,
        "text=%D0%90" + "1",
        "position=%00",
        "turns=%00",
        "turns=A1&turns=B2",
        "pick=zz",
        "pick=A1&pick=A1&pick=A1",
        "begun=Z9",
        "pick=" + "&pick=".join(["A1"] * 60),
        "position=<script>alert(1)</script>",
        "turns=<script>alert(1)</script>",
        "text=<script>alert(1)</script>",
        "option.<script>=1",
    ],
)
def test_a_strange_address_is_answered_with_a_page(site: Site, query: str) -> None:
    for game in ("tiny", "kelasu"):
        answer = site.browser().get(f"/practice/{game}?{query}")

        assert answer.status_code in {400, 422}
        assert b"<script>alert" not in answer.data
        assert len(answer.data) < 100_000


def test_looking_at_a_board_changes_nothing_and_asks_nothing_of_the_data(site: Site) -> None:
    with statements_of(site.room) as seen:
        site.browser().get("/practice/tiny?turns=A1&pick=B2")

    assert [statement for statement in seen if not statement.startswith("SELECT")] == []


def test_a_form_cannot_be_posted_to_a_board(site: Site) -> None:
    assert site.browser().post("/practice/tiny", turns="A1").status_code == 405


def test_a_board_that_did_not_change_is_not_sent_again(site: Site) -> None:
    browser = site.browser()
    first = browser.get("/practice/tiny?turns=A1")

    again = browser.get("/practice/tiny?turns=A1", If_None_Match=first.headers["ETag"])

    assert first.headers["Cache-Control"] == "private, no-cache"
    assert (again.status_code, again.data) == (304, b"")


def test_a_practice_board_does_not_promise_to_hide_a_choice_that_it_shows(site: Site) -> None:
    shown = words(site.browser().get("/practice/kerd"))

    assert "you make both choices, one after the other, and you see both: first White." in shown
    assert "in secret" not in shown
    assert "Nobody else" not in shown
