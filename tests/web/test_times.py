"""Giving time, claiming games and adding time on pages, and what pages foretell of clocks."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.core.pace import Late
from corr.game.game_row import GAME
from corr.play.deadlines import enforce_next_deadline
from corr.play.endings import resign
from corr.players.profiles import grant
from corr.store.base import table
from corr.store.tables.games import Game
from tests.playing import DAY, TestGame, a_game, terms
from tests.web.browsing import Browser, Site, words

_KEY = re.compile(r'name="order_key" value="([^"]*)"')


def a_late_game(site: Site, *turns: str) -> TestGame:
    """A game to be claimed in which Ada's time ran out, and the service has noted that."""
    game = a_game(site.room, *turns, agreed=terms("3d/turn", late=Late.CLAIM, leave=False))
    site.room.clock.move(4 * DAY)
    with site.room.workshop.open() as uow:
        enforce_next_deadline(uow)
    return game


def an_admin(site: Site) -> Browser:
    """The browser of an administrator."""
    player_id = site.room.player("Ida")
    with site.room.workshop.open() as uow:
        grant(uow, "Ida")
    return site.browser(player_id)


def key_of(browser: Browser, path: str) -> str:
    """The key of the form on a page."""
    found = _KEY.search(browser.get(path).text)
    assert found is not None
    return found[1]


@pytest.mark.both_databases
def test_a_day_is_given_after_a_question(any_site: Site) -> None:
    game = a_game(any_site.room, "B2")
    ada = any_site.browser(game.players[0])
    before = game.seats()[1]["due_at"]

    page = words(ada.get(f"/games/{game.id}"))
    path = f"/games/{game.id}/time"
    asked = words(ada.get(path))
    key = key_of(ada, path)
    answers = [ada.post(path, order_key=key) for _ in range(2)]

    assert "Give Bob a day …" in page
    assert "You may give 7 days more in this game." in asked
    assert [answer.location for answer in answers] == [f"/games/{game.id}"] * 2
    assert game.seats()[1]["due_at"] == before + DAY
    assert "Cross gave Nought 1 day." in words(ada.get(f"/games/{game.id}"))


def test_who_has_given_seven_days_is_told_so(site: Site) -> None:
    game = a_game(site.room)
    bob = site.browser(game.players[1])
    path = f"/games/{game.id}/time"
    for _ in range(7):
        assert bob.post(path, order_key=key_of(bob, path)).status_code == 303

    assert "You have given Ada 7 days, the most you can give in one game." in words(bob.get(path))
    assert bob.post(path, order_key="one more").status_code == 429


def test_a_game_is_claimed_after_a_question(any_site: Site) -> None:
    game = a_late_game(any_site, "A1", "B1")
    bob = any_site.browser(game.players[1])

    page = words(bob.get(f"/games/{game.id}"))
    asked = words(bob.get(f"/games/{game.id}/claim"))
    claimed = bob.post(f"/games/{game.id}/claim")

    assert "you may claim the game, or wait." in page
    assert "Claim the game …" in page
    assert "The game ends at once, and you win." in asked
    assert claimed.status_code == 303
    assert "Nought won: Cross’s time ran out." in words(bob.get(f"/games/{game.id}"))


@pytest.mark.parametrize("turns", [("A1", "B1"), ("A1", "B1", "A2", "B2")])
def test_whoever_claims_reads_before_whether_it_counts(site: Site, turns: tuple[str, ...]) -> None:
    game = a_late_game(site, *turns)
    with site.room.workshop.open() as uow:
        uow.connection.execute(update(GAME).values(is_rated=True))
    bob = site.browser(game.players[1])

    asked = words(bob.get(f"/games/{game.id}/claim"))
    bob.post(f"/games/{game.id}/claim")
    page = words(bob.get(f"/games/{game.id}"))

    is_early = len(turns) < 4
    assert ("You have not both made two turns yet, so the game will not be rated." in asked) == is_early
    assert ("counts for no ratings" in page) == is_early
    assert ("· rated" in page) == (not is_early)


def test_a_game_that_was_never_begun_is_cancelled_by_the_claim(site: Site) -> None:
    game = a_late_game(site)
    bob = site.browser(game.players[1])

    offered = words(bob.get(f"/games/{game.id}"))
    asked = words(bob.get(f"/games/{game.id}/claim"))
    bob.post(f"/games/{game.id}/claim")
    page = words(bob.get(f"/games/{game.id}"))

    assert "Cancel the game …" in offered
    assert "it ends at once, without a result" in asked
    assert "There is no result." in page
    assert "draw" not in page
    assert "There is no result." in words(bob.get("/"))


def test_only_the_other_player_is_offered_the_claim(site: Site) -> None:
    game = a_late_game(site, "A1", "B1")

    for browser in (site.browser(game.players[0]), site.browser(site.room.player("Eve"))):
        assert "Claim the game …" not in words(browser.get(f"/games/{game.id}"))
        assert browser.get(f"/games/{game.id}/claim").status_code == 409


@pytest.mark.both_databases
def test_an_administrator_adds_time_with_a_reason(any_site: Site) -> None:
    game = a_game(any_site.room)
    ida = an_admin(any_site)
    path = f"/games/{game.id}/extension"
    before = game.seats()[0]["due_at"]

    page = words(ida.get(f"/games/{game.id}"))
    form = {"order_key": key_of(ida, path), "seat": "first", "days": "3", "reason": "<b>storm</b>"}
    answers = [ida.post(path, **form) for _ in range(2)]

    assert "Add time …" in page
    assert [answer.status_code for answer in answers] == [303, 303]
    assert game.seats()[0]["due_at"] == before + 3 * DAY
    shown = any_site.browser(game.players[1]).get(f"/games/{game.id}")
    assert "The administrator Ida gave Cross 3 days: “<b>storm</b>”." in words(shown)
    assert "<b>storm" not in shown.text


@pytest.mark.parametrize(
    ("changed", "field"),
    [({"days": "31"}, "days"), ({"days": "３"}, "days"), ({"reason": " "}, "reason"), ({"seat": "third"}, "seat")],
)
def test_what_cannot_be_added_is_told_at_its_field_and_kept(site: Site, changed: dict[str, str], field: str) -> None:
    game = a_game(site.room)
    ida = an_admin(site)
    form = {"order_key": "k", "seat": "second", "days": "3", "reason": "a storm"} | changed

    answer = ida.post(f"/games/{game.id}/extension", **form)

    assert answer.status_code == 400
    assert f'name="{field}"' in answer.text.split('aria-invalid="true"')[0].rsplit("<", 1)[1]
    assert site.room.events() == []


def test_nobody_else_sees_or_uses_the_administrators_form(site: Site) -> None:
    game = a_game(site.room)
    an_admin(site)

    for player_id in (*game.players, site.room.player("Eve")):
        browser = site.browser(player_id)
        assert "Add time …" not in words(browser.get(f"/games/{game.id}"))
        assert browser.get(f"/games/{game.id}/extension").status_code in {403, 404}
        answer = browser.post(f"/games/{game.id}/extension", order_key="k", days="1", reason="x")
        assert answer.status_code in {403, 404}

    assert site.room.events() == []


@pytest.mark.parametrize("path", ["time", "extension", "claim"])
def test_nothing_is_done_about_the_clocks_of_a_game_that_is_over(site: Site, path: str) -> None:
    game = a_game(site.room)
    with site.room.workshop.open() as uow:
        resign(uow, game.id, game.players[0], "web")
    browser = an_admin(site) if path == "extension" else site.browser(game.players[1])

    answers = [
        browser.get(f"/games/{game.id}/{path}"),
        browser.post(f"/games/{game.id}/{path}", order_key="k", days="1", reason="x"),
    ]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert site.room.events() == ["resigned"]


def test_what_is_foretold_is_on_the_page_and_on_the_list(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")
    ada, bob = (site.browser(player_id) for player_id in game.players)

    mine = "You have until Thu 5 Mar 2026, 15:00 CET"
    assert f"{mine} (3 days). After that you lose on time, unless automatic leave gives another day." in words(
        ada.get(f"/games/{game.id}")
    )
    told = 'title="Thu 5 Mar 2026, 15:00 CET">3 days</time> left'
    assert told in ada.get("/").text
    assert told in bob.get("/").text


def test_a_page_that_is_kept_is_anew_as_soon_as_other_words_are_told(site: Site) -> None:
    game = a_game(site.room, "A1", "B1")
    ada = site.browser(game.players[0])
    tag = ada.get(f"/games/{game.id}").headers["ETag"]

    same = ada.get(f"/games/{game.id}", If_None_Match=tag)
    site.room.clock.move(timedelta(hours=1))
    later = ada.get(f"/games/{game.id}", If_None_Match=tag)

    assert (same.status_code, later.status_code) == (304, 200)


@pytest.mark.parametrize("pace", ["untimed", "3d/turn"])
def test_a_frozen_or_untimed_game_has_no_buttons_for_time(site: Site, pace: str) -> None:
    game = a_game(site.room, pace=pace)
    if pace != "untimed":
        with site.room.workshop.open() as uow:
            uow.connection.execute(update(table(Game)).values(frozen_at=uow.now))

    page = words(site.browser(game.players[1]).get(f"/games/{game.id}"))

    assert "a day …" not in page
    assert "no time limit" in page if pace == "untimed" else "frozen" in page
