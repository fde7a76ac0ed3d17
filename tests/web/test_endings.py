"""The end of a game on its page: said once beside the board, with what it did to the ratings, and ways on."""

import re
from datetime import timedelta

from corr.play.endings import resign
from corr.play.lifecycle import NewGame, start_game
from tests.playing import Room, TestGame, a_game, terms
from tests.ratings.building import count
from tests.web.browsing import Site, links, words


def ended(room: Room) -> TestGame:
    """A rated game that the second player gave up after two turns of each."""
    players = room.player("Ada"), room.player("Bob")
    with room.workshop.open() as uow:
        game = TestGame(room, start_game(uow, NewGame("tiny/1", {}, terms("3d/turn"), players, is_rated=True)), players)
    for text in ("A1", "B1", "A2", "B2"):
        game.play(text)
    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")
    count(room)
    return game


def test_an_end_is_said_once_beside_the_board_with_what_the_day_did_to_the_ratings_so_far(site: Site) -> None:
    game = ended(site.room)

    page = site.browser().get(f"/games/{game.id}")

    assert words(page).count(" won: ") == 1
    board, ending, history = (page.text.index(part) for part in ('id="board"', 'id="ending"', 'id="history"'))
    assert board < ending < history
    assert "Ada: so far today 1500 → 1662?" in words(page)
    assert "Bob: so far today 1500 → 1338?" in words(page)
    assert "Rematch" not in words(page)

    site.room.clock.move(timedelta(days=1))
    assert "Ada: 1500 → 1662?" in words(site.browser().get(f"/games/{game.id}"))


def test_who_ends_a_game_reads_it_once_and_goes_on_from_there(site: Site) -> None:
    game = a_game(site.room, "A1", "B1", "A2")
    browser = site.browser(game.players[1])

    browser.post(f"/games/{game.id}/resign")
    page = browser.get(f"/games/{game.id}")

    assert words(page).count(" won: ") == 1
    assert re.search(r'<form[^>]* action="/games/\w+/rematch"', page.text)
    assert f"/next?after={game.id}" in links(page)


def test_who_ends_a_game_by_a_turn_has_one_way_to_the_next_game_and_none_if_no_other_waits(site: Site) -> None:
    game = a_game(site.room, "A1", "B1", "A2", "B2")
    browser = site.browser(game.players[0])

    answer = browser.post(f"/games/{game.id}/turns", turn="5", text="A3", act="submit")
    page = browser.get(answer.location)

    assert words(page).count(" won: ") == 1
    assert "No other game waits for you." in words(page)
    assert not any(link.startswith("/next") for link in links(page))
