"""The rules pages: what each says is looked at in tests/games/conformance; here is what concerns one game, or none."""

import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from corr.games.notation import LONGEST
from corr.render.themes import theme_colors
from tests.games.conformance.test_rules_page import words
from tests.playing import a_game
from tests.web.browsing import Site


@pytest.mark.parametrize(
    ("game", "reading"),
    [
        ("kyo", f"Here a turn has at most {LONGEST:,} characters, written out action by action"),
        ("kelasu", "A conversion sets the count of quiet turns back to nought"),
    ],
)
def test_what_we_decided_stands_under_our_readings(site: Site, game: str, reading: str) -> None:
    page = LexborHTMLParser(site.browser().get(f"/rules/{game}").text)
    readings = [words(node) for node in page.css("ul.readings li")]

    assert [text for text in readings if reading in text] != []


@pytest.mark.parametrize("game", ["kelasu", "kyo", "kerd"])
def test_the_board_stands_as_the_player_sees_it_who_begins(site: Site, game: str) -> None:
    played = a_game(site.room, ruleset=f"{game}/1")
    rows = [
        _rows(browser.get(address).text)
        for browser, address in (
            (site.browser(played.players[0]), f"/games/{played.id}"),
            (site.browser(), f"/rules/{game}"),
            (site.browser(), f"/practice/{game}"),
        )
    ]

    assert rows[0] == rows[1] == rows[2]


def test_a_diagram_stands_as_the_board_does(site: Site) -> None:
    drawing = site.browser().get("/games/diagrams/kelasu/opening.svg").text

    assert drawing.index(">E</text>") < drawing.index(">A</text>")
    assert drawing.index(">9</text>") < drawing.index(">0</text>")


@pytest.mark.parametrize(("look", "is_dark"), [("warm.system.fit.own", True), ("safe.light.fit.own", False)])
def test_a_diagram_has_all_colours_of_the_look_that_was_chosen(site: Site, look: str, *, is_dark: bool) -> None:
    drawing = site.browser().get(f"/games/diagrams/kyo/tower.svg?look={look}").text
    light, _, dark = drawing.partition("@media(prefers-color-scheme:dark)")

    used = set(re.findall(r"var\((--[\w-]+)\)", drawing))
    assert all(f"{name}:" in drawing for name in used)
    colors = theme_colors(look.partition(".")[0], "light").light
    assert colors is not None
    assert colors["ground"] in light
    assert bool(dark) == is_dark


def test_a_diagram_that_does_not_exist_is_not_found(site: Site) -> None:
    assert site.browser().get("/games/diagrams/kelasu/nothing.svg").status_code == 404


def _rows(page: str) -> str:
    board = LexborHTMLParser(page).css_first("svg.board[data-rows]:not(.seat-sign)")
    assert board is not None
    return f"{board.attributes['data-rows']}, {board.attributes['data-columns']}"


def test_the_rules_of_a_game_that_does_not_exist_are_not_found(site: Site) -> None:
    assert site.browser().get("/rules/nothing").status_code == 404


@pytest.mark.parametrize("game", ["kelasu", "kyo", "kerd"])
def test_what_is_looked_up_is_folded_away_behind_the_rules(site: Site, game: str) -> None:
    article = LexborHTMLParser(site.browser().get(f"/rules/{game}").text).css_first("article")
    assert article is not None

    parts = [node.id for node in article.css("article > section, article > details")]
    folded = [node.id for node in article.css("details.reference:not([open])")]

    assert {"notation", "mail", "position", "readings"} <= set(folded)
    assert parts[-len(folded) - 1 :] == [*folded, "credits"]
