"""Half-made turns that scripts keep on the server: JSON for the player alone."""

from corr.play.turn_drafts import KeptDraft
from tests.playing import TestGame, a_game
from tests.web.browsing import Browser, Site

HALF = "B3-C3, B5-C5"


def the_game(site: Site) -> tuple[TestGame, Browser, Browser]:
    game = a_game(site.room, ruleset="kelasu/1")
    return game, site.browser(game.players[0]), site.browser(game.players[1])


def kept_of(game: TestGame) -> KeptDraft:
    kept = game.kept_draft(0)
    assert kept is not None
    return kept


def test_a_half_made_turn_is_found_again_by_its_player_alone(any_site: Site) -> None:
    game, ada, bob = the_game(any_site)
    address = f"/games/{game.id}/kept-draft"
    assert ada.get(f"{address}?turn=1").get_json() == {}

    answer = ada.post(address, turn="1", text="b3-c3 b5-c5")

    assert (answer.status_code, answer.get_json()) == (200, {"at": kept_of(game).at.isoformat()})
    assert ada.get(f"{address}?turn=1").get_json() == {"text": HALF, "at": kept_of(game).at.isoformat()}
    assert ada.get(f"{address}?turn=2").get_json() == {}
    assert bob.get(f"{address}?turn=1").get_json() == {}


def test_a_newer_one_of_another_device_is_told_with_the_refusal(site: Site) -> None:
    game, ada, _ = the_game(site)
    address = f"/games/{game.id}/kept-draft"
    at = ada.post(address, turn="1", text="B3-C3").get_json()["at"]

    refused = ada.post(address, turn="1", text=HALF)

    assert refused.status_code == 409
    assert refused.get_json()["kept"] == {"text": "B3-C3", "at": at}
    assert ada.post(address, turn="1", text=HALF, since=at).status_code == 200
    assert kept_of(game).text == HALF


def test_an_empty_one_is_forgotten(site: Site) -> None:
    game, ada, _ = the_game(site)
    address = f"/games/{game.id}/kept-draft"
    at = ada.post(address, turn="1", text=HALF).get_json()["at"]

    assert ada.post(address, turn="1", text="", since=at).get_json() == {}

    assert game.kept_draft(0) is None


def test_what_is_not_understood_is_refused_and_nothing_is_changed(site: Site) -> None:
    game, ada, bob = the_game(site)
    address = f"/games/{game.id}/kept-draft"
    ada.post(address, turn="1", text=HALF)
    eve = site.browser(site.room.player("Eve"))

    assert ada.post(address, turn="1", text="B3-J9").status_code == 422
    assert ada.post(address, turn="1", text="B3-C3", since="yesterday").status_code == 400
    assert ada.post(address, turn="1", text="B3-C3", since="2026-01-01").status_code == 400
    assert ada.post(address, turn="one", text="B3-C3").status_code == 400
    assert ada.post(address, turn="1", text="B" * 4001).status_code == 400
    assert ada.post(address, turn="2", text="B3-C3").status_code == 409
    assert bob.post(address, turn="1", text="B3-C3").status_code == 409
    for stranger in (eve, site.browser()):
        assert stranger.post(address, turn="1", text="B3-C3").status_code == 403
    assert eve.get(f"{address}?turn=1").status_code == 403

    assert kept_of(game).text == HALF
