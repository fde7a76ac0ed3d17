"""The list of games to watch: what it shows, how one chooses, and what it answers to anything else."""

from urllib.parse import quote

import pytest

from corr.play.endings import resign
from corr.play.public_games import PAGE
from tests.playing import a_game, another_game, statements_of
from tests.web.browsing import Site, links, words

LONG = "W" * 30


def test_a_game_says_who_plays_what_whose_turn_it_is_and_when_the_last_turn_was(site: Site) -> None:
    game = a_game(site.room, "A1")

    page = site.browser().get("/games")

    assert "Ada Bob to play Tiny · turn 2 Last turn 2 Mar 2026" in words(page)
    assert f"/games/{game.id}" in links(page)
    assert f'src="/games/{game.id}/small-board.svg?' in page.text


def test_a_finished_game_says_how_and_when_it_ended(site: Site) -> None:
    game = a_game(site.room, "A1")
    with site.room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")

    page = site.browser().get("/games?state=over")

    assert "Ada won Bob Tiny · Cross won: Nought resigned. Ended 2 Mar 2026" in words(page)
    assert "Ada" not in words(site.browser().get("/games"))


def test_choices_hold_on_further_pages_and_for_the_other_state(site: Site) -> None:
    first = a_game(site.room)
    for _ in range(PAGE):
        another_game(site.room, first.players)

    page = site.browser().get("/games?game=tiny&player=ada")

    older = next(link for link in links(page) if "after=" in link)
    assert older.startswith("/games?game=tiny&player=Ada&after=")
    assert "/games?game=tiny&player=Ada&state=over" in links(page)
    back = site.browser().get(older)
    assert [link for link in links(back) if "before=" in link] != []
    assert [link for link in links(back) if "after=" in link] == []


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("player=Adda", "There is no player of that name. Did you mean Ada ?"),
        ("player=Nobody+Knows", "There is no player of that name."),
        ("player=" + "x" * 60, "There is no player of that name."),
        ("game=nosuch", "There’s no game called “nosuch”. We have "),
        ("game=tiny&player=Bob&state=over", "No finished game matches."),
        ("state=over", "No game has ended yet."),
        ("page=999999999", "Tiny · turn 1"),
        ("after=0-a", "No more games."),
    ],
)
def test_whatever_is_chosen_is_answered_in_a_sentence(site: Site, query: str, sentence: str) -> None:
    a_game(site.room)

    page = site.browser().get(f"/games?{query}")

    assert page.status_code == 200
    assert sentence in words(page).replace("  ", " ")


@pytest.mark.parametrize(
    "query",
    [
        "player=" + "x" * 61,
        "player=a%00b",
        "player=%ff",
        "state=whatever",
        "game=%00",
        "game=" + "x" * 5000,
        "player=Ada&player=Bob",
        "after=nonsense",
        "before=1-" + "a" * 100,
        "after=" + "9" * 39,
    ],
)
def test_what_nobody_can_have_chosen_is_refused_in_a_sentence(any_site: Site, query: str) -> None:
    page = any_site.browser().get(f"/games?{query}")

    assert page.status_code == 400
    assert "That cannot be read" in words(page)


def test_names_of_people_are_text(site: Site) -> None:
    a_game(site.room, names=f"{LONG} Bob")
    wanted = quote("<b>&\"'")

    page = site.browser().get(f"/games?player={wanted}&game=<i>")

    assert "<i>" not in page.text
    assert LONG in words(site.browser().get("/games"))


def test_the_page_of_a_stranger_takes_three_statements_however_many_games_there_are(site: Site) -> None:
    first = a_game(site.room)
    browser = site.browser()
    counts = []
    for _ in range(2):
        with statements_of(site.room) as asked:
            browser.get("/games?game=tiny&player=Ada")
        counts.append(len(asked))
        for _ in range(PAGE + 1):
            another_game(site.room, first.players)

    assert counts == [3, 3]
