"""The front page for strangers: what there is to play, ways to begin, and games that are being played."""

import pytest

from corr.games.registry import Registry
from tests.playing import a_game, another_game, statements_of
from tests.web.browsing import Site, links, words

FOR_EVER = "private, max-age=31536000, immutable"


def test_every_game_has_a_board_a_line_and_ways_to_try_and_to_learn_it(site: Site) -> None:
    page = site.browser().get("/")

    for info in Registry.discover().games():
        assert f'src="/games/start/{info.game}.svg?v=' in page.text
        assert info.kind in words(page)
        assert {f"/practice/{info.game}", f"/rules/{info.game}"} <= set(links(page))
    assert {"/sign-up", "/practice", "/games"} <= set(links(page))


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
    for _ in range(2):
        with statements_of(site.room) as asked:
            site.browser().get("/")
        counts.append(len(asked))
        for _ in range(6):
            another_game(site.room, first.players)

    assert counts == [2, 2]


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
