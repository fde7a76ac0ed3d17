"""Games that need an administrator: what is wrong with each, and what may be done; to all others it is not there."""

import pytest
from sqlalchemy import update

from corr.administration.game_freezes import FreezeOrder, freeze
from corr.players import profiles
from corr.store.base import table
from corr.store.tables.games import Game, GameEvent, GameSeat, Turn
from tests.playing import DAY, TestGame, a_game
from tests.web.browsing import Browser, Site, links, words

_WHY = "Its rules were corrected."


def _admin(site: Site, name: str = "Zoe") -> Browser:
    player_id = site.room.player(name)
    with site.room.workshop.open() as uow:
        profiles.grant(uow, name)
    return site.browser(player_id)


def _frozen(site: Site, *turns: str, names: str = "Ada Bob") -> TestGame:
    game = a_game(site.room, *turns, names=names)
    with site.room.workshop.open() as uow:
        freeze(uow, FreezeOrder(game.id, _WHY))
    return game


def _damage(game: TestGame) -> None:
    rows = table(Turn)
    with game.room.workshop.open() as uow:
        uow.connection.execute(update(rows).where(rows.c.number == 2).values(text="A1"))


def test_to_players_and_strangers_none_of_it_is_there(any_site: Site) -> None:
    game = _frozen(any_site, "A1", "B2")
    before = (any_site.room.rows(Game), any_site.room.events())

    for browser in (any_site.browser(game.players[0]), any_site.browser()):
        for path in ("/admin/games", f"/admin/games/{game.id}"):
            assert browser.get(path).status_code == 404
        assert browser.post("/admin/games", game=game.id).status_code == 404
        for deed in ("freeze", "thaw", "end"):
            form = {"reason": "Because.", "is_sure": "yes"}
            assert browser.post(f"/admin/games/{game.id}/{deed}", **form).status_code == 404

    assert (any_site.room.rows(Game), any_site.room.events()) == before


def test_the_navigation_counts_the_games_for_administrators_alone(any_site: Site) -> None:
    game = _frozen(any_site, "A1")
    a_game(any_site.room, names="Cleo Dan")
    with any_site.room.workshop.open() as uow:
        rows = table(GameSeat)
        uow.connection.execute(update(rows).where(rows.c.game_id != game.id).values(held_until=uow.now + DAY))

    assert "Games that need you (2)" in words(_admin(any_site).get("/account"))
    assert "/admin/games" not in links(any_site.browser(game.players[0]).get("/account"))


def test_where_nothing_is_wrong_the_page_says_so(any_site: Site) -> None:
    text = words(_admin(any_site).get("/admin/games"))

    assert "No game is frozen." in text
    assert "No deadline failed." in text


@pytest.mark.both_databases
def test_each_frozen_game_says_why_and_what_its_log_gives(any_site: Site) -> None:
    whole, broken = _frozen(any_site, "A1", "B2"), _frozen(any_site, "A1", "B2", names="Cleo Dan")
    rows = table(Turn)
    with any_site.room.workshop.open() as uow:
        changed = update(rows).where(rows.c.game_id == broken.id, rows.c.number == 2).values(text="A1")
        uow.connection.execute(changed)

    response = _admin(any_site).get("/admin/games")

    assert _WHY in words(response)
    assert "Its log can be replayed: it can go on." in words(response)
    assert "Turn 2 cannot be replayed: " in words(response)
    assert "A1 is marked already." in words(response)
    assert {f"/admin/games/{whole.id}", f"/admin/games/{broken.id}"} <= set(links(response))


def test_a_game_whose_deadline_met_a_fault_is_listed(any_site: Site) -> None:
    game = a_game(any_site.room)
    with any_site.room.workshop.open() as uow:
        uow.connection.execute(update(table(GameSeat)).values(held_until=uow.now + DAY))

    assert f"Game {game.id}" in words(_admin(any_site).get("/admin/games"))


@pytest.mark.parametrize("copied", ["{}", " {} ", "https://play.example/games/{}", "https://play.example/games/{}/"])
def test_a_game_is_found_by_its_id_or_its_address(any_site: Site, copied: str) -> None:
    game = a_game(any_site.room)

    response = _admin(any_site).post("/admin/games", game=copied.format(game.id))

    assert response.status_code == 303
    assert response.location == f"/admin/games/{game.id}"


@pytest.mark.parametrize("typed", ["zzzzzz", "\0", "../..", "9" * 20, "<script>"])
def test_what_is_no_game_is_told_so(any_site: Site, typed: str) -> None:
    response = _admin(any_site).post("/admin/games", game=typed)

    assert response.status_code in {400, 404}
    assert "<script>" not in response.text


def test_an_administrator_freezes_a_game_lets_it_go_on_and_ends_it(any_site: Site) -> None:
    game, browser = a_game(any_site.room, "A1"), _admin(any_site)
    address = f"/admin/games/{game.id}"

    for deed, form in (
        ("freeze", {"reason": "Let us see"}),
        ("thaw", {}),
        ("freeze", {"reason": "Once more"}),
        ("end", {"reason": "It cannot be saved", "is_sure": "yes"}),
    ):
        response = browser.post(f"{address}/{deed}", **form)
        assert (response.status_code, response.location) == (303, address)

    kinds = [(row["kind"], row["reason"]) for row in any_site.room.rows(GameEvent)]
    assert kinds == [
        ("frozen", "Let us see."),
        ("thawed", ""),
        ("frozen", "Once more."),
        ("voided", "It cannot be saved."),
    ]
    assert {row["by_player_id"] is None for row in any_site.room.rows(GameEvent)} == {False}
    assert "The game is over" in words(browser.get(address))


def test_nothing_ends_without_a_reason_and_a_tick(any_site: Site) -> None:
    game, browser = _frozen(any_site, "A1"), _admin(any_site)

    for form in ({}, {"reason": "Because."}, {"is_sure": "yes"}, {"reason": "x" * 301, "is_sure": "yes"}):
        assert browser.post(f"/admin/games/{game.id}/end", **form).status_code == 400

    assert any_site.room.events() == ["frozen"]


@pytest.mark.both_databases
def test_a_game_whose_log_is_broken_offers_no_way_on(any_site: Site) -> None:
    game, browser = _frozen(any_site, "A1", "B2"), _admin(any_site)
    _damage(game)

    page = browser.get(f"/admin/games/{game.id}")

    assert "as long as its log cannot be replayed" in words(page)
    assert f"/admin/games/{game.id}/thaw" not in page.text
    assert browser.post(f"/admin/games/{game.id}/thaw").status_code == 409


def test_an_administrator_who_plays_the_game_is_told_that_another_decides(any_site: Site) -> None:
    game = _frozen(any_site, "A1")
    with any_site.room.workshop.open() as uow:
        profiles.grant(uow, "Ada")
    browser = any_site.browser(game.players[0])

    page = browser.get(f"/admin/games/{game.id}")

    assert "another administrator has to decide" in words(page)
    form = {"reason": "Because.", "is_sure": "yes"}
    assert browser.post(f"/admin/games/{game.id}/end", **form).status_code == 403


def test_players_see_on_the_page_of_the_game_that_and_why_it_is_frozen(any_site: Site) -> None:
    game = _frozen(any_site, "A1")

    for viewer in (*game.players, None):
        page = any_site.browser(viewer).get(f"/games/{game.id}")
        assert "This game is frozen" in words(page)
        assert _WHY in words(page)
        assert "resign" not in "".join(links(page))


def test_an_administrator_is_led_from_a_frozen_game_to_what_can_be_done_about_it(site: Site) -> None:
    game = _frozen(site, "A1")
    path = f"/admin/games/{game.id}"

    pages = [_admin(site).get(f"/games/{game.id}"), site.browser(game.players[0]).get(f"/games/{game.id}")]

    assert [path in links(page) for page in pages] == [True, False]


def test_a_broken_log_does_not_break_the_pages_of_a_frozen_game(any_site: Site) -> None:
    game = _frozen(any_site, "A1", "B2")
    rows = table(Turn)
    with any_site.room.workshop.open() as uow:
        uow.connection.execute(update(rows).where(rows.c.number == 1).values(text="Z9"))
    browser = any_site.browser(game.players[0])

    assert browser.get(f"/games/{game.id}").status_code == 200
    past = browser.get(f"/games/{game.id}/turns/1")
    assert past.status_code == 409
    assert "This board cannot be worked out." in words(past)
