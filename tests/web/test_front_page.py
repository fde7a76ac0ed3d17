"""The front page for strangers: what there is to play, ways to begin, and games that are being played."""

import pytest

from corr.games.api import Info
from corr.games.game_files import USUAL, last_of, shown_turns
from corr.games.registry import Registry
from corr.play.endings import resign
from tests.playing import DAY, a_game, another_game, statements_of
from tests.web.browsing import Site, links, words

FOR_EVER = "private, max-age=31536000, immutable"


def test_every_game_has_a_board_a_line_and_ways_to_try_and_to_learn_it(site: Site) -> None:
    page = site.browser().get("/")

    for info in Registry.discover().games():
        assert f'src="/games/start/{info.game}.svg?v=' in page.text
        assert info.kind in words(page)
        assert {f"/practice/{info.game}", f"/rules/{info.game}"} <= set(links(page))
    assert {"/offers", "/sign-up", "/practice", "/games"} <= set(links(page))


def test_every_game_of_this_installation_says_what_kind_of_game_it_is() -> None:
    assert [info.game for info in Registry.discover().games() if not info.kind] == []


def test_the_latest_of_the_games_that_are_played_are_shown(site: Site) -> None:
    first = a_game(site.room, "A1")
    games = [first, *(another_game(site.room, first.players, "A1") for _ in range(5))]

    page = site.browser().get("/")

    shown = [link for link in links(page) if link.startswith("/games/")]
    assert shown == [f"/games/{game.id}" for game in games[:1:-1]]


def test_the_page_takes_as_many_statements_however_many_games_are_played(site: Site) -> None:
    first, counts = a_game(site.room), []
    # How long games usually take is counted once.
    site.browser().get("/")
    for _ in range(2):
        with statements_of(site.room) as asked:
            site.browser().get("/")
        counts.append(len(asked))
        for _ in range(6):
            another_game(site.room, first.players)

    assert counts == [4, 4]


def test_how_long_a_game_usually_takes_is_told_here_and_at_its_pace_where_one_is_offered(site: Site) -> None:
    players = a_game(site.room).players
    ada = site.browser(players[0])
    offer = ada.post("/offers", order_key="k", game="tiny", pace="3d/turn", seat_wish="first").location
    before = words(site.browser().get("/")), words(site.browser().get(offer))
    for _ in range(10):
        game = another_game(site.room, players, "A1", "B1")
        site.room.clock.move(2 * DAY)
        with site.room.workshop.open() as uow:
            resign(uow, game.id, players[0], "web")

    after = words(site.browser().get("/")), words(site.browser().get(offer))

    assert all("bout 60 turns" in text for text in before)
    assert "Usually 2 turns." in after[0]
    assert "Usually 2 days at this pace, 2 turns" in after[1]


def test_each_board_steps_through_a_short_game_with_links_alone(site: Site) -> None:
    browser = site.browser()

    first = browser.get("/")
    second = browser.get("/?show=kyo&after=1")
    last = browser.get("/?show=kyo&after=10000")

    assert "/?show=kyo&amp;after=1#kyo" in first.text
    assert "/games/start/kyo.svg" in second.text
    assert "after=1" in second.text
    assert {"/?show=kyo&amp;after=0#kyo", "/?show=kyo&amp;after=2#kyo"} <= set(second.text.split('"'))
    assert 'after=10"' in last.text
    assert browser.get("/?show=nosuch&after=2").status_code == 200


@pytest.mark.parametrize("info", Registry.discover().games(), ids=lambda info: info.game)
def test_the_short_game_of_each_game_has_some_small_pictures(site: Site, info: Info) -> None:
    rules = Registry.discover().get_rules_of_game(info.game)
    last = last_of(rules)

    pictures = [
        site.browser().get(f"/games/start/{info.game}.svg?after={number}", Accept_Encoding="gzip").data
        for number in range(last + 1)
    ]

    # Of the first two turns one alone may be seen, where they are chosen together.
    assert last >= min(5, len(shown_turns(rules)[USUAL]) - 1)
    assert len(set(pictures)) == last + 1
    assert max(map(len, pictures)) < 4096
    assert site.browser().get(f"/games/start/{info.game}.svg?after={last + 1}").status_code == 404


def test_open_offers_are_shown_to_strangers_who_take_one_from_there(site: Site) -> None:
    ada = site.browser(site.room.player("Ada"))
    order = {"order_key": "k", "game": "kyo", "pace": "3d/turn", "seat_wish": "first", "takers": "0"}
    offer = ada.post("/offers", **order).location
    link = ada.post("/offers", **order | {"takers": "1", "order_key": "l"}).location

    page = site.browser().get("/")

    assert f"{offer}#take" in links(page)
    assert link not in page.text


@pytest.mark.parametrize("game", [info.game for info in Registry.discover().games()])
def test_the_picture_of_a_start_is_small_and_kept_for_ever(site: Site, game: str) -> None:
    browser = site.browser()
    address = next(part for part in browser.get("/").text.split('"') if part.startswith(f"/games/start/{game}.svg"))

    answer = browser.get(address, Accept_Encoding="gzip")

    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("image/svg+xml", FOR_EVER)
    assert len(answer.data) < 4096
    assert browser.get(address, If_None_Match=answer.headers["ETag"]).status_code == 304


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/games/start/nosuch.svg", 404),
        ("/games/start/kelasu.svg", 200),
        ("/games/start/kelasu.svg?v=1", 200),
        ("/games/start/kelasu.svg?v=%00", 400),
        ("/games/start/kelasu.svg?look=nonsense", 200),
    ],
)
def test_other_addresses_of_such_pictures_are_not_kept_for_ever(site: Site, path: str, status: int) -> None:
    answer = site.browser().get(path)

    assert answer.status_code == status
    assert answer.headers["Cache-Control"] != FOR_EVER
