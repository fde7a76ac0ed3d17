"""Pages of following: beginning, changing and ending it, the news, the feed, the letter and the link in it."""

import re
from urllib.parse import quote

import pytest
from werkzeug.test import TestResponse

from corr.play.endings import resign
from corr.play.followed_facts import tell_next_followers
from corr.play.following import follows_of, stop_token
from corr.store.tables.follows import Follow
from tests.playing import TestGame, a_game
from tests.web.browsing import Browser, Site, links, words

pytestmark = pytest.mark.both_databases


def _end(site: Site, game: TestGame) -> None:
    with site.room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")
    _tell(site)


def _tell(site: Site) -> None:
    while True:
        with site.room.workshop.open() as uow:
            if not tell_next_followers(uow):
                return


def _button(page: TestResponse) -> str:
    found = re.search(r'<a class="button" href="/follow[^>]*>([^<]*)</a>', page.text)
    return found[1] if found else ""


def _boards(page: TestResponse) -> list[str]:
    """The games whose small boards are shown."""
    return re.findall(r'src="/games/(\w+)/small-board\.svg', page.text)


def _eve(site: Site) -> Browser:
    return site.browser(site.room.player("Eve"))


def test_a_player_is_followed_from_their_page_and_the_news_are_read(any_site: Site) -> None:
    game, eve = a_game(any_site.room), _eve(any_site)
    address = next(link for link in links(eve.get("/players/Ada")) if link.startswith("/follow?"))

    form = eve.get(address)
    done = eve.post("/follow", kind="player", what="Ada", way="feed")
    _end(any_site, game)

    assert "You’ll be told when one of their games starts or ends." in words(form)
    assert (done.status_code, done.location) == (303, "/players/Ada")
    page = eve.get("/following")
    assert "Ada won against Bob in Tiny" in words(page)
    assert f"/games/{game.id}" in links(page)
    assert _boards(page) == [game.id]


def test_the_pages_of_what_one_follows_say_so(any_site: Site) -> None:
    game, eve = a_game(any_site.room), _eve(any_site)
    eve.post("/follow", kind="player", what="Ada", way="feed")

    buttons = {name: _button(eve.get(f"/players/{name}")) for name in ("Ada", "Bob")}

    assert buttons == {"Ada": "Following", "Bob": "Follow"}
    assert _button(any_site.browser(game.players[0]).get("/players/Bob")) == "Follow"
    assert _button(any_site.browser().get("/players/Ada")) == "Follow"


def test_a_game_is_followed_by_those_who_watch_it(any_site: Site) -> None:
    game, eve = a_game(any_site.room), _eve(any_site)

    assert f"/follow?kind=game&what={game.id}" in links(eve.get(f"/games/{game.id}"))
    own = any_site.browser(game.players[0]).get(f"/games/{game.id}")
    assert not [link for link in links(own) if link.startswith("/follow?")]
    eve.post("/follow", kind="game", what=game.id, way="letter", turns="yes")

    assert _boards(eve.get("/following")) == [game.id]
    assert "Ada – Bob, Tiny On this page and by email, each turn" in words(eve.get("/following"))


def test_following_ends_one_by_one_and_all_at_once(any_site: Site) -> None:
    a_game(any_site.room)
    eve = _eve(any_site)
    for name in ("Ada", "Bob"):
        eve.post("/follow", kind="player", what=name, way="feed")
    path = re.findall(r'action="(/following/\d+/end)"', eve.get("/following").text)[0]

    eve.post(path)
    assert any_site.room.count(Follow) == 1
    eve.post("/following/end-all")

    assert any_site.room.count(Follow) == 0
    assert "You aren’t following anything." in words(eve.get("/following"))


def test_nobody_ends_what_others_follow(any_site: Site) -> None:
    a_game(any_site.room)
    eve, zoe = _eve(any_site), any_site.browser(any_site.room.player("Zoe"))
    eve.post("/follow", kind="player", what="Ada", way="feed")
    path = re.findall(r'action="(/following/\d+/end)"', eve.get("/following").text)[0]

    zoe.post(path)

    assert any_site.room.count(Follow) == 1


@pytest.mark.parametrize("path", ["/following", "/follow?kind=player&what=Ada"])
def test_strangers_sign_in_first(site: Site, path: str) -> None:
    a_game(site.room)

    assert site.browser().get(path).location == "/sign-in"


@pytest.mark.parametrize(
    ("kind", "what", "status"),
    [
        ("player", "Nobody", 404),
        ("game", "nosuch", 404),
        ("game", "'--", 404),
        ("league", "nosuch", 404),
        ("moon", "x", 404),
        ("", "", 404),
        ("player", "x" * 61, 400),
    ],
)
def test_what_is_not_there_is_not_found(site: Site, kind: str, what: str, status: int) -> None:
    eve = _eve(site)

    assert eve.get(f"/follow?kind={kind}&what={quote(what)}").status_code == status
    assert eve.post("/follow", kind=kind, what=what, way="feed").status_code == status


def test_a_wrong_way_is_refused_beside_the_form(site: Site) -> None:
    a_game(site.room)

    refused = _eve(site).post("/follow", kind="player", what="Ada", way="pigeon")

    assert refused.status_code == 400
    assert "Choose how you want to hear of it." in words(refused)


def test_the_feed_has_the_news(any_site: Site) -> None:
    game, eve = a_game(any_site.room), _eve(any_site)
    eve.post("/account/feeds/new", serial="0")
    eve.post("/follow", kind="player", what="Ada", way="feed")
    _end(any_site, game)
    address = re.findall(r'value="[^"]*(/feeds/[^"]*/following\.atom)"', eve.get("/account/feeds").text)[0]

    feed = any_site.browser().get(address)

    assert feed.mimetype == "application/atom+xml"
    assert "Ada won against Bob in Tiny" in feed.text
    assert f"/games/{game.id}" in feed.text


def test_names_from_right_to_left_and_long_ones_are_followed(site: Site) -> None:
    names = "\u05d0\u05d1\u05d2", "W" * 30
    for name in names:
        site.room.player(name)
    eve = _eve(site)

    for name in names:
        done = eve.post("/follow", kind="player", what=name, way="feed")
        assert done.location == f"/players/{quote(name)}"

    assert {f"/players/{quote(name)}" for name in names} <= set(links(eve.get("/following")))


def test_the_link_of_a_letter_stops_with_one_click_and_without_signing_in(any_site: Site) -> None:
    a_game(any_site.room)
    eve = _eve(any_site)
    eve.post("/follow", kind="player", what="Ada", way="letter")
    with any_site.room.workshop.look() as reader:
        player_id = any_site.room.rows(Follow)[0]["player_id"]
        path = f"/following/stop/{stop_token(reader, follows_of(reader, player_id)[0].id)}"
    stranger = any_site.browser()

    asked = stranger.get(path)
    assert any_site.room.count(Follow) == 1
    ended = stranger.post_raw(path, {})

    assert "Stop following Ada ?" in words(asked)
    assert "You no longer follow Ada" in words(ended)
    assert any_site.room.count(Follow) == 0
    assert stranger.get(path).status_code == stranger.post_raw(path, {}).status_code == 404
