"""Muting and blocking on pages: the form, the list in the settings, and what a game's page shows afterwards."""

import pytest

from tests.playing import TestGame, a_game
from tests.web.browsing import Browser, Site, links, words

TAKES_NONE = "Bob takes no messages at the moment."


def write(browser: Browser, game: TestGame, text: str) -> str:
    answer = browser.post(f"/games/{game.id}/messages", version="0", text=text)
    return words(browser.get(answer.location) if answer.status_code == 303 else answer)


def wish(browser: Browser, name: str, word: str, game: str = "") -> str:
    return words(browser.get(browser.post(f"/players/{name}/block", wish=word, game=game).location))


@pytest.mark.parametrize("word", ["game", "mute", "block"])
def test_words_do_not_pass_and_their_sender_reads_the_same_whatever_the_wish(any_site: Site, word: str) -> None:
    game = a_game(any_site.room)
    ada, bob = (any_site.browser(player) for player in game.players)
    write(ada, game, "An early word.")

    wish(bob, "Ada", word, game.id)

    refused = write(ada, game, "A later word.")
    assert TAKES_NONE in refused
    assert "A later word." in refused
    assert all(hint not in refused.lower() for hint in ("block", "mute "))
    seen = words(bob.get(f"/games/{game.id}"))
    assert "word." not in seen
    assert "word." not in words(bob.get(f"/games/{game.id}/messages"))
    assert "An early word." in words(ada.get(f"/games/{game.id}"))
    assert "(1)" not in words(bob.get("/"))


def test_a_turn_passes_and_the_words_with_it_do_not(any_site: Site) -> None:
    game = a_game(any_site.room)
    ada, bob = (any_site.browser(player) for player in game.players)
    wish(bob, "Ada", "block")

    answer = ada.post(f"/games/{game.id}/turns", turn="1", text="A1", words="Hello!")

    said = words(ada.get(answer.location))
    assert "Turn submitted: A1" in said
    assert f"Your message was not sent. {TAKES_NONE}" in said
    assert "Hello!" not in words(bob.get(f"/games/{game.id}"))
    assert "Your turn" in words(bob.get(f"/games/{game.id}"))


def test_draws_and_results_pass(any_site: Site) -> None:
    game = a_game(any_site.room)
    ada, bob = (any_site.browser(player) for player in game.players)
    wish(bob, "Ada", "block")

    ada.post(f"/games/{game.id}/draw", act="offer")
    offered = words(bob.get(f"/games/{game.id}"))
    bob.post(f"/games/{game.id}/draw", act="accept")

    assert "offers a draw" in offered
    assert "draw" in words(ada.get(f"/games/{game.id}")).lower()


def test_whoever_blocked_reads_why_own_words_do_not_pass(any_site: Site) -> None:
    game = a_game(any_site.room)
    _, bob = (any_site.browser(player) for player in game.players)
    wish(bob, "Ada", "block")

    assert "You have blocked Ada, so no messages pass between you." in write(bob, game, "Hm.")
    page = bob.get(f"/games/{game.id}")
    assert "You have blocked Ada: no messages pass between you." in words(page)
    assert "Write to Ada" not in words(page)


def test_no_message_with_a_turn_is_offered_to_somebody_blocked(any_site: Site) -> None:
    game = a_game(any_site.room)
    ada, _ = (any_site.browser(player) for player in game.players)
    pages = [f"/games/{game.id}{rest}" for rest in ("", "/preview?turn=1&text=A1", "/preview?turn=1&text=A9")]
    before = [words(ada.get(page)) for page in pages]
    wish(ada, "Bob", "block")
    blocked = [words(ada.get(page)) for page in pages]
    wish(ada, "Bob", "mute")
    muted = [words(ada.get(page)) for page in pages]

    assert all("Add a message to Bob" in text for text in (*before, *muted))
    assert not any("Add a message" in text for text in blocked)


def test_whoever_muted_can_write(any_site: Site) -> None:
    game = a_game(any_site.room)
    ada, bob = (any_site.browser(player) for player in game.players)
    wish(bob, "Ada", "mute")

    write(bob, game, "Sorry, I am busy.")

    assert "Sorry, I am busy." in words(ada.get(f"/games/{game.id}"))


def test_what_was_written_before_is_shown_again_after_the_wish_is_taken_back(any_site: Site) -> None:
    game = a_game(any_site.room)
    ada, bob = (any_site.browser(player) for player in game.players)
    write(ada, game, "An early word.")
    wish(bob, "Ada", "game", game.id)
    assert "An early word." not in words(bob.get(f"/games/{game.id}"))

    wish(bob, "Ada", "none", game.id)

    assert "An early word." in words(bob.get(f"/games/{game.id}"))
    write(ada, game, "A later word.")
    assert "A later word." in words(bob.get(f"/games/{game.id}"))


def test_the_settings_list_who_is_muted_or_blocked_and_take_it_back(any_site: Site) -> None:
    game = a_game(any_site.room)
    any_site.room.player("Cy")
    bob = any_site.browser(game.players[1])
    wish(bob, "Cy", "block")
    wish(bob, "Ada", "game", game.id)
    wish(bob, "Ada", "game", game.id)

    shown = words(bob.get("/account/people"))
    assert "Ada muted in one game since" in shown
    assert "Cy blocked since" in shown

    bob.post("/account/blocks/end", player=str(game.players[0]), game=game.id)

    assert "Ada muted" not in words(bob.get("/account/people"))
    assert "Cy blocked" in words(bob.get("/account/people"))


def test_whose_challenges_come_is_chosen_in_the_settings(any_site: Site) -> None:
    any_site.room.player("Bob")
    ada, bob = any_site.browser(any_site.room.player("Ada")), any_site.browser(1)

    bob.post("/account", challenges_from="none")
    assert "Saved: who can challenge you." in words(bob.get("/account"))

    refused = ada.post("/challenge", opponent="Bob", game="tiny", pace="3d/turn", seat_wish="first", order_key="k")
    assert "Bob takes no new games at the moment." in words(refused)
    assert bob.post("/account", challenges_from="few").status_code == 400


def test_a_challenge_of_somebody_muted_comes_without_words(any_site: Site) -> None:
    game = a_game(any_site.room)
    ada, bob = (any_site.browser(player) for player in game.players)
    wish(bob, "Ada", "mute")
    order = {"opponent": "Bob", "game": "tiny", "pace": "3d/turn", "seat_wish": "first", "order_key": "k"}

    made = ada.post("/challenge", **order, message="Now!")
    again = ada.post("/challenge", **order, message="Now!")

    assert made.location == again.location
    assert f"Your words were not passed on: {TAKES_NONE}" in words(ada.get(made.location))
    assert "Now!" not in words(bob.get(made.location))
    assert "Now!" not in words(bob.get("/"))


def test_offers_of_somebody_muted_are_shown_without_words(any_site: Site) -> None:
    game = a_game(any_site.room)
    ada, bob = (any_site.browser(player) for player in game.players)
    made = ada.post("/offers", game="tiny", pace="3d/turn", seat_wish="first", order_key="k", message="Anybody?")
    assert "Anybody?" in words(bob.get(made.location))

    wish(bob, "Ada", "mute")

    assert "Anybody?" not in words(bob.get(made.location))
    assert "Anybody?" in words(any_site.browser().get(made.location))


def test_nobody_is_led_to_block_themselves_and_no_stranger_to_block_anybody(any_site: Site) -> None:
    ada = any_site.browser(any_site.room.player("Ada"))
    any_site.room.player("Bob")

    assert ada.get("/players/Ada/block").status_code == 403
    assert ada.post("/players/Ada/block", wish="block").status_code == 403
    assert "/players/Ada/block" not in links(ada.get("/players/Ada"))
    assert "/players/Bob/block" in links(ada.get("/players/Bob"))
    assert any_site.browser().get("/players/Bob/block").location == "/sign-in"
    assert ada.get("/players/Nobody/block").status_code == 404


def test_only_a_game_of_ones_own_can_be_named(any_site: Site) -> None:
    game = a_game(any_site.room)
    cy = any_site.browser(any_site.room.player("Cy"))

    assert cy.get(f"/players/Ada/block?game={game.id}").status_code == 403
    assert cy.post("/players/Ada/block", wish="game", game=game.id).status_code == 403
    assert cy.post("/players/Ada/block", wish="game", game="").status_code == 400


def test_looking_at_the_form_changes_nothing(any_site: Site) -> None:
    game = a_game(any_site.room)
    ada, bob = (any_site.browser(player) for player in game.players)

    bob.get(f"/players/Ada/block?game={game.id}&wish=block")

    assert "passed on to Bob" in write(ada, game, "Hello.")
