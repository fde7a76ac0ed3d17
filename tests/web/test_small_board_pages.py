"""Small boards as images: the right one for whoever asks, and kept as long as its address says."""

import gzip

import pytest

from corr.play.endings import resign
from corr.web.rendering import small_board_version
from tests.playing import TestGame, a_game, statements_of
from tests.web.browsing import Browser, Site

FOR_EVER = "private, max-age=31536000, immutable"
CHOSEN = ("infiltrator F11", "infiltrator E2")
MARK = 'class="mark"'
"""What a picture has in which somebody sees an infiltrator."""


def address_of(site: Site, game: TestGame, seat: int | None = None, *, ahead: int = 0) -> str:
    """The address of a game's picture, as lists have it."""
    browser = site.browser()
    browser.get("/rules")
    app = browser.client.application
    app.state = site.house  # type: ignore[attr-defined]  # as its client sets it
    with app.app_context():
        version = small_board_version(game.view().version + ahead)
    return f"/games/{game.id}/small-board.svg?v={version}{'' if seat is None else f'&seat={seat}'}"


def caching(browser: Browser, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return answer.headers["Cache-Control"]


def test_a_picture_with_its_version_is_kept_for_ever(site: Site) -> None:
    game = a_game(site.room, "A1")
    own, anybody = site.browser(game.players[1]), site.browser()

    assert caching(own, address_of(site, game, 1)) == FOR_EVER
    assert caching(own, address_of(site, game)) == FOR_EVER
    assert caching(anybody, address_of(site, game)) == FOR_EVER
    assert own.get(address_of(site, game)).mimetype == "image/svg+xml"


@pytest.mark.parametrize(
    "query", ["", "?v=", "?v=0-000000", "?seat=1", "?v=1&seat=x", "?v=%00", "?seat=-1", "?v=1&v=2"]
)
def test_any_other_address_is_asked_for_each_time(site: Site, query: str) -> None:
    game = a_game(site.room, "A1")

    answer = site.browser(game.players[1]).get(f"/games/{game.id}/small-board.svg{query}")

    assert (answer.status_code, answer.headers["Cache-Control"]) in {(200, "private, no-cache"), (400, "no-store")}


def test_a_picture_of_a_version_that_is_gone_or_to_come_is_that_of_now(site: Site) -> None:
    game = a_game(site.room, "A1")
    before, browser = address_of(site, game), site.browser()
    then = browser.get(before).text
    assert caching(browser, address_of(site, game, ahead=1)) == "private, no-cache"

    game.play("B1")

    assert browser.get(before).text != then
    assert caching(browser, before) == "private, no-cache"
    assert caching(browser, address_of(site, game)) == FOR_EVER


@pytest.mark.parametrize("is_over", [False, True])
def test_each_player_has_the_own_side_at_the_bottom(site: Site, is_over: bool) -> None:  # noqa: FBT001 - a parameter
    game = a_game(site.room, *CHOSEN, ruleset="kerd/1")
    if is_over:
        with site.room.workshop.open() as uow:
            resign(uow, game.id, game.players[0], "web")
    first, second = (site.browser(player) for player in game.players)

    pictures = [
        first.get(address_of(site, game, 0)).text,
        second.get(address_of(site, game, 1)).text,
        first.get(address_of(site, game)).text,
    ]

    assert (pictures[0] == pictures[2]) == is_over
    assert pictures[1] not in {pictures[0], pictures[2]}


def test_only_a_seat_sees_its_secret_and_only_in_its_own_picture(site: Site) -> None:
    game = a_game(site.room, *CHOSEN, ruleset="kerd/1")
    own, other, anybody = site.browser(game.players[0]), site.browser(game.players[1]), site.browser()
    secret = address_of(site, game, 0)

    assert MARK in own.get(secret).text
    shown = [
        own.get(address_of(site, game)),
        other.get(secret),
        anybody.get(secret),
        anybody.get(address_of(site, game)),
    ]

    assert len({answer.text for answer in shown}) == 1
    assert MARK not in shown[0].text
    assert [answer.headers["Cache-Control"] == FOR_EVER for answer in shown] == [True, False, False, True]


def test_a_browser_that_has_it_is_told_so(site: Site) -> None:
    game = a_game(site.room, "A1")
    ada, bob = (site.browser(player) for player in game.players)
    address = address_of(site, game, 0)
    tag = ada.get(address).headers["ETag"]

    again = ada.get(address, If_None_Match=tag)

    assert (again.status_code, again.data, again.headers["Cache-Control"]) == (304, b"", FOR_EVER)
    assert bob.get(address_of(site, game, 1), If_None_Match=tag).status_code == 200
    game.play("B1")
    assert ada.get(address, If_None_Match=tag).status_code == 200


def test_it_is_compressed_once_for_everybody(site: Site) -> None:
    game = a_game(site.room, *CHOSEN, ruleset="kerd/1")

    for browser, address in (
        (site.browser(), address_of(site, game)),
        (site.browser(game.players[0]), address_of(site, game, 0)),
    ):
        plain = browser.get(address)
        packed, own = (
            browser.get(address, Accept_Encoding="gzip", Sec_Fetch_Site=asking)
            for asking in ("cross-site", "same-origin")
        )
        assert packed.headers["Content-Encoding"] == own.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.data) == gzip.decompress(own.data) == plain.data
        assert len(packed.data) < 4096
        assert "Content-Encoding" not in plain.headers
        assert {"Accept-Encoding"} <= set(plain.vary)
        assert "script" not in packed.headers["Content-Security-Policy"]


def test_a_picture_takes_two_statements_and_none_more_when_it_is_drawn(site: Site) -> None:
    game = a_game(site.room, "A1")
    browser, address = site.browser(game.players[0]), address_of(site, game, 0)

    for _ in range(2):
        with statements_of(site.room) as seen:
            browser.get(address)
        # The session and the game.
        assert len([statement for statement in seen if statement.startswith(("SELECT", "WITH"))]) == 2


def test_there_is_no_picture_of_no_game(site: Site) -> None:
    assert site.browser().get("/games/nosuchgame/small-board.svg?v=1").status_code == 404


@pytest.mark.parametrize("look", ["plain.light.fit.own", "warm.dark.fit.own", "warm.system.fit.own"])
def test_the_start_of_a_game_is_another_picture_in_another_look(site: Site, look: str) -> None:
    browser, address = site.browser(), "/games/start/kelasu.svg?look="
    before = browser.get(f"{address}warm.light.fit.own")

    answers = [browser.get(f"{address}{look}"), browser.get(f"{address}{look}", If_None_Match=before.headers["ETag"])]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert all(answer.text != before.text for answer in answers)
