"""Where players go once a turn is submitted."""

import re
from itertools import pairwise

import pytest

from tests.playing import TestGame, a_game, another_game, statements_of
from tests.web.browsing import Browser, Site, links, words


def three_games(site: Site) -> tuple[list[TestGame], Browser]:
    """Games that all wait for Ada, the most urgent one first, and her browser."""
    first = a_game(site.room, pace="2d/turn")
    others = [another_game(site.room, first.players, pace=pace) for pace in ("3d/turn", "5d/turn")]
    return [first, *others], site.browser(first.players[0])


def submit(browser: Browser, game: TestGame) -> str:
    """The address that follows on a turn."""
    answer = browser.post(f"/games/{game.id}/turns", turn="1", text="A1", act="submit")
    assert answer.status_code == 303
    return str(answer.location)


def test_the_next_game_is_offered_through_all_that_wait(any_site: Site) -> None:
    games, ada = three_games(any_site)

    for game, coming in pairwise(games):
        receipt = ada.get(submit(ada, game))
        assert "Turn submitted: A1." in words(receipt)
        assert f"/next?after={game.id}" in links(receipt)
        answer = ada.get(f"/next?after={game.id}")
        assert (answer.status_code, answer.location) == (303, f"/games/{coming.id}")
        page = ada.get(answer.location)
        assert "This game is next. Back to the game you played" in words(page)
        assert f"/games/{game.id}" in links(page)
        assert "Back to the game" not in words(ada.get(answer.location))

    last = ada.get(submit(ada, games[-1]))
    assert "No other game waits for you." in words(last)
    assert not any(link.startswith("/next") for link in links(last))
    assert ada.get(f"/next?after={games[-1].id}").location == "/"
    assert "No other game waits for you. Back to the game you played" in words(ada.get("/"))


def test_the_choice_is_remembered_and_followed(any_site: Site) -> None:
    games, ada = three_games(any_site)
    assert "data-go" not in ada.get(submit(ada, games[0])).text

    to_next = ada.post("/account/after-turn", after="next", game=games[0].id)
    assert to_next.location == f"/next?after={games[0].id}"
    assert f'data-go="/next?after={games[1].id}"' in ada.get(submit(ada, games[1])).text
    to_games = ada.post("/account/after-turn", after="games", game=games[1].id)
    assert to_games.location == "/"
    assert 'data-go="/"' in ada.get(submit(ada, games[2])).text
    staying = ada.post("/account/after-turn", after="stay", game=games[2].id)
    assert staying.location == f"/games/{games[2].id}"
    assert '<option value="stay" selected>' in ada.get(staying.location).text
    assert ada.post("/account/after-turn", after="stay").location == "/account"


def test_with_no_other_game_nothing_goes_on_by_itself(site: Site) -> None:
    game = a_game(site.room)
    ada = site.browser(game.players[0])
    ada.post("/account/after-turn", after="next")

    assert "data-go" not in ada.get(submit(ada, game)).text


def test_who_goes_on_to_the_next_game_stays_where_no_other_waits(site: Site) -> None:
    game = a_game(site.room)
    ada = site.browser(game.players[0])
    submit(ada, game)

    assert ada.post("/account/after-turn", after="next", game=game.id).location == f"/games/{game.id}"


def test_where_to_go_is_asked_after_the_first_three_turns_alone(site: Site) -> None:
    first = a_game(site.room)
    games = [first, *(another_game(site.room, first.players) for _ in range(3))]
    ada = site.browser(first.players[0])

    asked = ["After each turn" in words(ada.get(submit(ada, game))) for game in games]

    assert asked == [True, True, True, False]
    assert "After each turn" in words(ada.get("/account"))


def test_what_comes_next_has_the_focus_after_a_turn(site: Site) -> None:
    games, ada = three_games(site)

    focused = [re.findall(r" autofocus>([^<]*)</a>", ada.get(submit(ada, game)).text) for game in games]

    assert focused == [["Next game (2)"], ["Next game (1)"], ["Your games"]]


def test_what_comes_after_a_turn_takes_one_statement_of_its_own(site: Site) -> None:
    games, ada = three_games(site)
    address = submit(ada, games[0])
    with statements_of(site.room) as offered:
        ada.get(address)
    fresh = Site(site.room).browser(games[0].players[0])
    with statements_of(site.room) as plain:
        fresh.get(address)

    assert len(offered) == len(plain) + 1


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"after": "home"}, 400),
        ({}, 400),
        ({"after": "next", "game": "x" * 17}, 400),
        ({"after": "stay", "game": "//x"}, 303),
    ],
)
def test_what_cannot_be_read_is_refused(site: Site, fields: dict[str, str], status: int) -> None:
    game = a_game(site.room)
    ada = site.browser(game.players[0])

    answer = ada.post("/account/after-turn", **fields)

    assert answer.status_code == status
    assert answer.location in {None, "/account"}
    assert site.browser().post("/account/after-turn", after="next").status_code == 403
    assert ada.get("/next?after=" + "x" * 17).status_code == 400
    assert ada.get("/next?after=//evil").location == f"/games/{game.id}"
    assert site.browser().get("/next").location == "/sign-in"


def test_the_way_back_stands_on_whatever_page_comes_next(site: Site) -> None:
    games, ada = three_games(site)

    submit(ada, games[0])

    assert "Back to the game you played" in words(ada.get("/account"))


def test_nobody_is_led_back_to_a_game_that_does_not_exist(site: Site) -> None:
    (game, *_), ada = three_games(site)

    for after in ("2345678", "nonsense", ""):
        answer = ada.get(f"/next?after={after}")
        assert answer.location == f"/games/{game.id}"
        assert f'/games/{after}"' not in ada.get(str(answer.location)).text
