"""Private games: their players see them as any game, and nobody else learns that there is one."""

import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode

import pytest

from corr.play.endings import resign
from corr.play.lifecycle import NewGame, start_game
from corr.play.messages import SendMessage, send_message
from corr.play.turns import SubmitTurn, submit_turn
from corr.players import profiles
from corr.ratings.counting import count_next
from tests.league_builders import a_running_season, some_players
from tests.playing import STRICT, Room, TestGame, a_game, a_room, another_game
from tests.twins import copied
from tests.web.browsing import URL, Browser, Site, words

PLACES = (
    "",
    "/turns",
    "/turns/0",
    "/turns/1",
    "/turns/1.json",
    "/turns/1.png",
    "/board.png",
    "/small-board.svg",
    "/small-board.svg?seat=0",
    "/record.txt",
    "/messages",
    "/commitments",
    "/compose",
    "/preview?turn=3&text=C1",
    "/draft?turn=3",
    "/kept-draft?turn=3",
    "/resign",
    "/time",
    "/claim",
    "/extension",
    "/turns/9",
    "/turns/1?action=9",
)
ELSEWHERE = (
    "/live?game=ID",
    "/next?after=ID",
    "/challenge?rematch=ID",
    "/follow?kind=game&what=ID",
    "/players/Ada/block?game=ID",
    "/players/Ada/report?game=ID",
)
"""Pages that are about a game which their address names."""
ORDERS = ("/turns", "/draw", "/messages", "/messages/read", "/resign", "/time", "/claim", "/extension", "/kept-draft")
FIELDS = {"turn": "3", "text": "C1", "act": "submit", "hours": "24", "reason": "why", "version": "2"}
MORE = (
    "order_key=k&days=1&up_to=1&winner=first&result=draw&is_sure=yes&game=ID&after=ID&rematch=ID&what=ID&kind=game"
    "&wish=block&opponent=Ada&pace=3d/turn&seat_wish=first&serial=0&seat=both"
)
METHODS = ("GET", "HEAD", "OPTIONS", "PUT")


def private_game(room: Room, players: tuple[int, int], *turns: str) -> str:
    """The id of a private game in which *turns* were made, an hour apart."""
    with room.workshop.open() as uow:
        game_id = start_game(uow, NewGame("tiny/1", {}, STRICT, players, is_private=True))
    for number, text in enumerate(turns):
        room.clock.move(timedelta(hours=1))
        order = SubmitTurn(game_id, players[number % 2], number + 1, text, "web", room.clock.now(), None)
        with room.workshop.open() as uow:
            submit_turn(uow, order)
    return game_id


def count(room: Room) -> None:
    """Let all results be counted."""
    while True:
        with room.workshop.open() as uow:
            if not count_next(uow):
                return


def lived(game: TestGame) -> TestGame:
    """Let two further games of the same players end, and their results be counted."""
    for _ in range(2):
        ended = another_game(game.room, game.players, "A1", "B1")
        with game.room.workshop.open() as uow:
            resign(uow, ended.id, game.players[0], "web")
    count(game.room)
    return game


def test_its_players_see_it_as_any_game_and_read_that_nobody_else_does(site: Site) -> None:
    game = a_game(site.room)
    game_id = private_game(site.room, game.players, "A1", "B1")

    for player in game.players:
        browser = site.browser(player)
        assert "private" in words(browser.get(f"/games/{game_id}"))
        assert f"/games/{game_id}" in browser.get("/").text
        assert browser.get(f"/live?game={game_id}").status_code == 200
        assert [browser.get(f"/games/{game_id}{place}").status_code for place in PLACES[:11]] == [200] * 11


@pytest.mark.both_databases
def test_every_address_of_it_is_unknown_to_everybody_else(any_site: Site) -> None:
    room = any_site.room
    game = a_game(room)
    game_id = private_game(room, game.players, "A1", "B1")

    for stranger in (None, room.player("Cleo")):
        for place in (*(f"/games/ID{place}" for place in PLACES), *ELSEWHERE):
            # Each asks with a browser of its own: a page may say something about the one before.
            browsers = {one: any_site.browser(stranger) for one in (game_id, "nosuchgame")}
            told, unknown = (browser.get(place.replace("ID", one)) for one, browser in browsers.items())
            assert _told(told, game_id) == _told(unknown, "nosuchgame"), place
            later, as_usual = (browser.get("/") for browser in browsers.values())
            assert words(later) == words(as_usual), place


@pytest.mark.parametrize("order", ORDERS)
def test_nobody_else_is_told_of_it_by_a_refusal(site: Site, order: str) -> None:
    game = a_game(site.room)
    game_id = private_game(site.room, game.players, "A1", "B1")
    browser = site.browser(site.room.player("Cleo"))
    csrf = browser.csrf()

    told, unknown = (
        browser.post_raw(f"/games/{one}{order}", {"csrf": csrf, **FIELDS}) for one in (game_id, "nosuchgame")
    )

    assert _told(told, game_id) == _told(unknown, "nosuchgame")
    assert told.status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("viewer", ["nobody", "a stranger", "an organiser", "an administrator"])
def test_no_address_with_a_game_in_it_answers_otherwise_than_for_no_game(site: Site, viewer: str) -> None:
    season = a_running_season(site.room)
    game_id = private_game(site.room, (season.player("Ada"), season.player("Bob")), "A1", "B1")
    viewers = {"nobody": None, "a stranger": "Cleo", "an organiser": "Olga", "an administrator": "Zoe"}
    name = viewers[viewer]
    player_id = None if name is None else some_players(site.room, [name])[0]
    if name == "Zoe":
        with site.room.workshop.open() as uow:
            profiles.grant(uow, name)
    begun = site.browser(player_id)
    csrf = begun.csrf()
    rules = [rule for rule in begun.client.application.url_map.iter_rules() if "game_id" in rule.arguments]
    places = {_filled(rule.rule, season.league_id) for rule in rules if name != "Zoe" or "/admin/" not in rule.rule}
    own, some = f"csrf={csrf}", urlencode(FIELDS)
    forms = ("", "text=%FF", own, f"{own}&text=%FF", f"{own}&{some}", f"{own}&{some}&{MORE}")
    orders = [(method, place, "") for method in METHODS for place in (*places, *ELSEWHERE)]
    orders += [("POST", place, form) for place in (*places, *ELSEWHERE, "/challenge") for form in forms]

    different = [
        order
        for order in orders
        if _whole_answer(begun, order, game_id) != _whole_answer(begun, order, "0" * len(game_id))
    ]

    assert different == []
    assert len(places) > 20


def test_no_page_of_others_changes_by_it_whether_it_runs_or_is_over(migrated_sqlite: Path, tmp_path: Path) -> None:
    shutil.copyfile(migrated_sqlite, tmp_path / "begun.sqlite")
    with ExitStack() as stack:
        room = stack.enter_context(a_room(f"sqlite:///{tmp_path}/begun.sqlite"))
        game = lived(a_game(room, "A1"))
        cleo = Site(room).browser(room.player("Cleo")).client.get_cookie("sid", domain="localhost")
        assert cleo is not None
        without, beside, after = (
            stack.enter_context(copied(game, tmp_path / f"{name}.sqlite")) for name in ("without", "beside", "after")
        )
        for twin in (beside, after):
            game_id = private_game(twin.room, twin.players, "A1", "B1")
            with twin.room.workshop.open() as uow:
                send_message(uow, SendMessage(game_id, twin.players[0], "Good luck!", "web", "key-of-a-message"))
                if twin is after:
                    resign(uow, game_id, twin.players[1], "web")
        for twin in (without, beside, after):
            count(twin.room)
            twin.room.clock.move(room.clock.now() + timedelta(days=1) - twin.room.clock.now())

        told = [list(_pages(twin, cleo.value)) for twin in (without, beside, after)]

    assert told[1] == told[0]
    assert told[2] == told[0]


def test_the_two_find_it_in_their_totals_and_nobody_else_does(site: Site) -> None:
    game = lived(a_game(site.room))
    game_id = private_game(site.room, game.players, "A1", "B1")
    with site.room.workshop.open() as uow:
        resign(uow, game_id, game.players[0], "web")
    count(site.room)

    viewers = (*game.players, site.room.player("Cleo"), None)
    pages = [words(site.browser(viewer).get("/players/Bob")) for viewer in viewers]

    assert [re.findall(r"(\d) won", page)[0] for page in pages] == ["3", "3", "2", "2"]


def test_a_challenge_may_be_to_a_private_game_which_both_read_before_it_begins(site: Site) -> None:
    ada, bob = (site.browser(site.room.player(name)) for name in ("Ada", "Bob"))
    fields = {"opponent": "Bob", "game": "tiny", "pace": "3d/turn", "seat_wish": "first"}
    assert '<option value="private">' in ada.get("/challenge?opponent=Bob").text

    page = ada.post("/challenge", **fields, rated="private").headers["Location"]

    told = "Only the two of you can see the game, and its result counts for no ratings."
    assert [told in words(browser.get(page)) for browser in (ada, bob)] == [True, True]
    begun = bob.post(f"{page}/accept").headers["Location"]
    assert [browser.get(begun).status_code for browser in (ada, bob, site.browser())] == [200, 200, 404]
    rematch = ada.get(f"/challenge?rematch={begun.rpartition('/')[2]}")
    assert '<option value="private" selected>' in rematch.text


def test_an_offer_to_anybody_cannot_be_private(site: Site) -> None:
    ada = site.browser(site.room.player("Ada"))
    fields = {"game": "tiny", "pace": "3d/turn", "seat_wish": "either"}
    assert "private" not in words(ada.get("/offers/new"))

    refused = ada.post("/offers", **fields, rated="private")

    assert refused.status_code == 400
    assert "Choose yes or no." in words(refused)


def _pages(game: TestGame, session: str) -> Iterator[str]:
    site = Site(game.room)
    signed_in = site.browser()
    signed_in.client.set_cookie("sid", session, domain="localhost")
    paths = ("/", "/games", "/games?state=over", "/games?player=Ada", "/games?player=Bob&state=over", "/ratings")
    for browser in (site.browser(), signed_in):
        for path in (*paths, "/players/Ada", "/players/Bob", "/offers", f"/games/{game.id}", "/live"):
            yield _plain(browser, path)


def _plain(browser: Browser, path: str) -> str:
    answer = browser.get(path)
    return f"{path}: {answer.status_code} {words(answer) if answer.mimetype == 'text/html' else answer.text}"


def _told(answer: object, game_id: str) -> str:
    assert hasattr(answer, "text")
    assert hasattr(answer, "status")
    return f"{answer.status} {answer.text}".replace(game_id, "ID")


def _filled(rule: str, league_id: str) -> str:
    """The address of a *rule* in that league, with ID for the game."""
    given = {"game_id": "ID", "league_id": league_id}
    return re.sub(r"<(?:[^:<>]+:)?(\w+)>", lambda part: given.get(part[1], "1"), rule)


def _whole_answer(begun: Browser, order: tuple[str, str, str], game_id: str) -> tuple[object, ...]:
    """
    Status, headers and content of the answer to an order of a browser that has done nothing since it has *begun*.

    When cookies expire is left out: it follows from the moment of the answer.
    """
    method, place, form = order
    browser = begun.client.application.test_client()
    for name in ("sid", "visit"):
        cookie = begun.client.get_cookie(name, domain="localhost")
        if cookie is not None:
            browser.set_cookie(name, cookie.value, domain="localhost")
    answer = browser.open(
        place.replace("ID", game_id),
        method=method,
        base_url=URL,
        buffered=True,
        data=form.replace("ID", game_id),
        content_type="application/x-www-form-urlencoded",
    )
    lines = [(name, re.sub("Expires=[^;]*", "", value)) for name, value in answer.headers]
    headers = [(name, re.sub("=[^;]*", _width, value, count=1)) for name, value in lines if name == "Set-Cookie"]
    headers += [(name, value.replace(game_id, "ID")) for name, value in lines if name != "Set-Cookie"]
    return answer.status, headers, answer.text.replace(game_id, "ID")


def _width(value: re.Match[str]) -> str:
    """How long a cookie is: what is sealed in it may name the address that was asked for."""
    return str(len(value[0]))
