"""The rules pages: what each says is looked at in tests/games/conformance; here is what concerns one game, or none."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from corr.games.notation import LONGEST
from tests.games.conformance.test_rules_page import words
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


def test_the_rules_of_a_game_that_does_not_exist_are_not_found(site: Site) -> None:
    assert site.browser().get("/rules/nothing").status_code == 404


@pytest.mark.parametrize("game", ["kelasu", "kyo", "kerd"])
def test_what_is_looked_up_is_folded_away_behind_the_rules(site: Site, game: str) -> None:
    article = LexborHTMLParser(site.browser().get(f"/rules/{game}").text).css_first("article")
    assert article is not None

    headings = [node.id for node in article.css("h2") if node.id != "contents"]
    folded = [node.id for node in article.css("details.reference:not([open]) > summary > h2")]

    assert {"notation", "mail", "position", "readings"} <= set(folded)
    assert headings[-len(folded) - 1 :] == [*folded, "credits"]
    assert [node.attributes["href"] for node in article.css(".to-contents a")] == ["#contents"]
