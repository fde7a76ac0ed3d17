"""What open pages ask now and then: whether anything has changed, and when to ask again."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import request_started
from werkzeug.test import EnvironBuilder, TestResponse, run_wsgi_app

from corr.players.sessions import IDLE
from corr.store.tables.player_accounts import Session
from corr.web.app import create_app
from tests.play.proposing import propose
from tests.playing import TestGame, a_game, another_game, statements_of
from tests.web.browsing import Browser, Site

WON = ("A1", "B1", "A2", "B2", "A3")
_SOON, _LATER = range(12, 19), range(48, 73)


def asked(browser: Browser, address: str, tag: str = "") -> TestResponse:
    """What a script is answered."""
    return browser.get(address, Accept="application/json", If_None_Match=tag)


def shown(browser: Browser, game: TestGame) -> dict[str, Any]:
    """What somebody's page of a game is told."""
    found: dict[str, Any] = asked(browser, f"/live?game={game.id}").get_json()
    return found


CHANGES: dict[str, Callable[[TestGame, Browser], object]] = {
    "a turn": lambda game, _: game.play("A2"),
    "a message": lambda game, bob: bob.post(f"/games/{game.id}/messages", text="Hello", version="0"),
    "a draw offered": lambda game, bob: bob.post(f"/games/{game.id}/draw", act="offer"),
    "a resignation": lambda game, bob: bob.post(f"/games/{game.id}/resign", sure="yes"),
    "a new game": lambda game, _: another_game(game.room, game.players),
    "a challenge": lambda game, _: propose(game.room, game.players[1], opponent="Ada"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_player_is_told_that_something_has_changed(any_site: Site, change: str) -> None:
    game = a_game(any_site.room, "A1", "B1")
    ada, bob = (any_site.browser(player) for player in game.players)
    before = asked(ada, f"/live?game={game.id}")
    assert before.status_code == 200
    assert asked(ada, f"/live?game={game.id}", before.headers["ETag"]).status_code == 304

    CHANGES[change](game, bob)

    after = asked(ada, f"/live?game={game.id}", before.headers["ETag"])
    assert after.status_code == 200
    assert after.get_json() != before.get_json()


@pytest.mark.both_databases
@pytest.mark.parametrize("change", CHANGES)
def test_an_open_list_of_games_is_told_of_whatever_it_shows(any_site: Site, change: str) -> None:
    game = a_game(any_site.room, "A1", "B1")
    ada, bob = (any_site.browser(player) for player in game.players)
    before = asked(ada, "/live")

    CHANGES[change](game, bob)

    after = asked(ada, "/live", before.headers["ETag"])
    assert after.status_code == 200
    assert f'data-version="{after.get_json()["games"]}"' in ada.get("/").text


@pytest.mark.both_databases
def test_a_message_that_was_read_changes_an_open_list_too(any_site: Site) -> None:
    game = a_game(any_site.room, "A1", "B1")
    other = another_game(any_site.room, game.players, "A1", "B1")
    ada, bob = (any_site.browser(player) for player in game.players)
    told = [asked(ada, "/live").get_json()["games"]]
    for written in (game, other):
        bob.post(f"/games/{written.id}/messages", text="Hello", version="0")
        told.append(asked(ada, "/live").get_json()["games"])

    for read in (game, other):
        ada.post(f"/games/{read.id}/messages/read", up_to="99")
        told.append(asked(ada, "/live").get_json()["games"])

    assert len(set(told)) == len(told) - 1
    assert told[0] == told[-1]


@pytest.mark.both_databases
def test_an_invitation_to_the_address_of_somebody_else_changes_nothing(any_site: Site) -> None:
    game = a_game(any_site.room, "A1", "B1")
    ada, carol = any_site.browser(game.players[0]), any_site.browser(any_site.room.player("Carol"))
    before = [asked(browser, "/live").get_json()["games"] for browser in (ada, carol)]

    propose(any_site.room, game.players[1], opponent="carol@example.org")

    after = [asked(browser, "/live").get_json()["games"] for browser in (ada, carol)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False]


def test_a_stranger_is_told_of_turns_and_never_of_messages(any_site: Site) -> None:
    game = a_game(any_site.room, "A1", "B1")
    bob, stranger = any_site.browser(game.players[1]), any_site.browser()
    eve = any_site.browser(any_site.room.player("Eve"))
    before = [shown(watching, game) for watching in (stranger, eve)]
    tags = [asked(watching, f"/live?game={game.id}").headers["ETag"] for watching in (stranger, eve)]

    bob.post(f"/games/{game.id}/messages", text="Hello", version="0")
    another_game(any_site.room, game.players)
    assert [shown(watching, game) for watching in (stranger, eve)] == before
    game.play("A2")
    after = [shown(watching, game) for watching in (stranger, eve)]

    assert [set(told) for told in before] == [{"version", "said"}, {"games", "waiting", "version", "said"}]
    assert [told["said"] for told in after] == [0, 0]
    assert all(one != other for one, other in zip(before, after, strict=True))
    for watching, tag in zip((stranger, eve), tags, strict=True):
        assert asked(watching, f"/live?game={game.id}", tag).status_code == 200


def test_a_half_made_turn_changes_nothing(site: Site) -> None:
    game = a_game(site.room, ruleset="kelasu/1")
    watching = [site.browser(player) for player in (*game.players, None)]
    before = [asked(browser, f"/live?game={game.id}").data for browser in watching]

    game.keep_draft("B3-C3", seat=0)

    assert [asked(browser, f"/live?game={game.id}").data for browser in watching] == before


def test_the_page_says_what_it_is_compared_with(site: Site) -> None:
    game = a_game(site.room, "A1")
    ada, bob = (site.browser(player) for player in game.players)
    bob.post(f"/games/{game.id}/messages", text="Hello", version="0")

    for browser in (ada, bob, site.browser()):
        told, page = shown(browser, game), browser.get(f"/games/{game.id}").text
        assert f'data-version="{told["version"]}"' in page
        assert (f'data-said="{told["said"]}"' in page) == (told["said"] > 0)
    for browser in (ada, bob):
        assert f'data-version="{asked(browser, "/live").get_json()["games"]}"' in browser.get("/").text


def test_one_statement_is_asked_and_nothing_written(any_site: Site) -> None:
    game = a_game(any_site.room)
    browsers = [any_site.browser(game.players[0]), any_site.browser()]
    any_site.room.clock.move(IDLE / 2)
    before = any_site.room.rows(Session)

    for browser in browsers:
        with statements_of(any_site.room) as seen:
            asked(browser, f"/live?game={game.id}")
        assert len([text for text in seen if text.startswith("SELECT")]) == 1, seen

    # A page that asks by itself is no visit.
    assert any_site.room.rows(Session) == before


@pytest.mark.parametrize("query", ["game=ID", "game=ID&waited=7", "waited=7", "", "game=ID&waited=300"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_before_flask_the_answer_is_the_same_as_behind_it(site: Site, query: str, method: str) -> None:
    game = a_game(site.room, "A1", "B1")
    asked_here = query.replace("ID", game.id)
    behind: list[str] = []

    def answers(browser: Browser, tag: str) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """What is answered to scripts of ours, and to another request for the same."""
        headers = {"Accept": "application/json", "If-None-Match": tag}
        both = [
            browser.client.open(f"/live?{text}", method=method, base_url=browser.url, buffered=True, headers=headers)
            for text in (asked_here, f"{asked_here}&other=1")
        ]
        one, other = (
            (found.status, found.data, {**found.headers, "Retry-After": "Retry-After" in found.headers})
            for found in both
        )
        return one, other

    with request_started.connected_to(lambda *_, **__: behind.append("asked")):
        for person in (game.players[0], None) if "game" in query else (game.players[0],):
            browser = site.browser(person)
            first, again = answers(browser, "")
            assert first == again
            assert (first[0], bool(first[1])) == ("200 OK", method == "GET")
            for tag in (first[2]["ETag"], f'"other", W/{first[2]["ETag"]}', '"other"', "*", "nonsense"):
                first, again = answers(browser, tag)
                assert first == again
            assert len(behind) == 6
            behind.clear()


@pytest.mark.parametrize("cookie", ["x=\xff", "\xe9=1", "x=\xc3"])
def test_a_cookie_that_is_no_text_is_none_of_ours(site: Site, cookie: str) -> None:
    game = a_game(site.room)
    # As servers hand it over, and no client of tests: each byte as one character.
    environ = EnvironBuilder(f"/live?game={game.id}", base_url=site.browser().url).get_environ()

    body, status, headers = run_wsgi_app(
        create_app(site.room.workshop, site.settings), environ | {"HTTP_COOKIE": cookie}
    )

    assert (status, headers["Content-Type"]) == ("200 OK", "application/json")
    assert b"".join(body)


def test_the_answer_says_when_to_ask_again(site: Site) -> None:
    game = a_game(site.room)
    ada, bob = (site.browser(player) for player in game.players)

    def pauses(browser: Browser, address: str) -> set[int]:
        return {int(asked(browser, address).headers["Retry-After"]) for _ in range(40)}

    waiting = pauses(bob, f"/live?game={game.id}")
    assert waiting <= {*_SOON}
    assert len(waiting) > 1
    assert pauses(site.browser(), f"/live?game={game.id}&waited=299") <= {*_SOON}
    assert pauses(bob, f"/live?game={game.id}&waited=300") <= {*_LATER}
    # Whose turn it is waits for messages and draw offers.
    assert pauses(ada, f"/live?game={game.id}") <= {*_SOON}
    assert pauses(ada, "/live") <= {*_SOON}
    tag = asked(bob, f"/live?game={game.id}").headers["ETag"]
    unchanged = asked(bob, f"/live?game={game.id}", tag)
    assert (unchanged.status_code, int(unchanged.headers["Retry-After"]) in _SOON) == (304, True)


def test_who_asks_without_end_is_told_to_wait_and_nobody_else_is(site: Site) -> None:
    game = a_game(site.room)
    ada, again, bob = (site.browser(player) for player in (game.players[0], *game.players))
    for _ in range(120):
        assert asked(ada, "/live").status_code == 200

    with statements_of(site.room) as seen:
        refused = asked(ada, f"/live?game={game.id}")

    assert (refused.status_code, seen) == (429, [])
    assert int(refused.headers["Retry-After"]) in _LATER
    assert "asks for news very often" in refused.get_json()["sentence"]
    assert {asked(other, "/live").status_code for other in (again, bob)} == {200}
    assert ada.get("/").status_code == 200
    site.room.clock.move(timedelta(seconds=0.5))
    assert [asked(ada, "/live").status_code for _ in range(2)] == [200, 429]


def test_twenty_four_windows_beside_each_other_are_never_told_to_wait(site: Site) -> None:
    ada = site.browser(a_game(site.room).players[0])

    for _ in range(20):
        assert {asked(ada, "/live").status_code for _ in range(24)} == {200}
        site.room.clock.move(timedelta(seconds=12))


def test_strangers_are_counted_by_their_network(site: Site) -> None:
    address = f"/live?game={a_game(site.room).id}"
    client, url = site.browser().client, site.settings.url

    def status(source: str) -> int:
        return client.get(address, base_url=url, environ_overrides={"REMOTE_ADDR": source}).status_code

    assert {status("192.0.2.7") for _ in range(1200)} == {200}
    assert [status(source) for source in ("192.0.2.8", "198.51.100.7", "127.0.0.1")] == [429, 200, 200]


def test_after_the_end_only_the_players_go_on_asking(site: Site) -> None:
    game = a_game(site.room, *WON)

    assert "Retry-After" not in asked(site.browser(), f"/live?game={game.id}").headers
    assert int(asked(site.browser(game.players[0]), f"/live?game={game.id}").headers["Retry-After"]) in _LATER


def test_whoever_is_signed_out_is_told_so(site: Site) -> None:
    game = a_game(site.room)
    ada, stranger = site.browser(game.players[0]), site.browser()
    assert asked(ada, "/live").status_code == 200

    site.room.clock.move(IDLE)

    assert asked(stranger, "/live").status_code == 401
    assert asked(ada, f"/live?game={game.id}").status_code == 401
    assert asked(ada, "/live").get_json() == {"sentence": "Please sign in first."}
    assert asked(stranger, f"/live?game={game.id}").status_code == 200


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("game=unknown", 404),
        ("game=N%27--", 404),
        ("game=" + "m" * 17, 400),
        ("game=a&game=b", 400),
        ("waited=soon", 400),
        ("waited=-1", 400),
        ("waited=9999999999", 400),
    ],
)
def test_what_cannot_be_read_is_refused(any_site: Site, query: str, status: int) -> None:
    game = a_game(any_site.room)

    for browser in (any_site.browser(game.players[0]), any_site.browser()):
        answer = asked(browser, f"/live?{query}")
        expected = 401 if status != 400 and "game" not in query else status
        assert (answer.status_code, "sentence" in answer.get_json()) == (expected, True)
