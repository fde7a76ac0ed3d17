"""Turns and draw offers that cross: what nobody has seen is not declined, and each offer is told from all others."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from corr.administration.verification import verify_games
from corr.errors import ConflictError
from corr.play.crossing_draws import UnseenDrawOfferError
from corr.play.endings import accept_draw, decline_draw, offer_draw, withdraw_draw
from corr.play.turns import SubmitTurn, submit_turn
from tests.playing import DAY, Room, TestGame, a_game


def act(game: TestGame, what: Callable[..., object], seat: int, **more: object) -> None:
    """Do something about a draw."""
    with game.room.workshop.open() as uow:
        what(uow, game.id, game.players[seat], "web", **more)


def told(game: TestGame) -> list[str]:
    """The history."""
    return [str(event.sentence) for event in game.view().events]


def is_sound(room: Room) -> bool:
    """Whether the verification finds nothing."""
    return list(verify_games(room.workshop)) == []


@pytest.mark.both_databases
def test_an_unseen_offer_stands_until_the_next_turn_of_its_maker(room: Room) -> None:
    game = a_game(room, "A1")
    act(game, offer_draw, 0)

    receipt = game.play("B1", seen_offer=None)
    standing, is_sound_then = game.draw_offered_by(), is_sound(room)
    lapsing = game.play("A2")

    assert (standing, is_sound_then, game.draw_offered_by(), is_sound(room)) == (0, True, None, True)
    assert "the offer stands until Ada’s next turn" in receipt.draw_words
    assert lapsing.draw_words == "Your turn withdrew your draw offer, which Bob had not seen in time."
    assert told(game)[1:] == [
        "Nought had not seen the draw offer when playing by email, so it stayed open.",
        "Cross withdrew the draw offer by playing on.",
    ]


@pytest.mark.both_databases
def test_whoever_is_to_be_asked_first_plays_nothing(room: Room) -> None:
    game = a_game(room, "A1")
    before = game.view(game.players[1]).draw_offer_id
    act(game, offer_draw, 0)

    with pytest.raises(UnseenDrawOfferError, match="Ada offered a draw after you opened this page"):
        game.play("B1", seen_offer=before, asks_first=True)

    assert (game.view().turn_number, game.draw_offered_by(), room.events()) == (2, 0, ["draw-offered"])
    game.play("B1", asks_first=True)
    assert (game.draw_offered_by(), room.events()) == (None, ["draw-offered", "draw-passed"])


def test_a_winning_turn_needs_no_question(room: Room) -> None:
    game = a_game(room, "A1", "B1", "A2", "B2")
    act(game, offer_draw, 1)

    game.play("A3", seen_offer=None, asks_first=True)

    assert (game.view().winner, is_sound(room)) == (0, True)


def test_no_question_tells_what_is_hidden(room: Room) -> None:
    game = hiding(room)
    game.play("hide A1", seat=0)
    game.play("hide B2", seat=1)
    act(game, offer_draw, 1)

    for search in ("C3", "B2"):
        with pytest.raises(UnseenDrawOfferError):
            game.play(search, seen_offer=None, asks_first=True)

    assert game.view().turn_number == 2
    game.play("B2", asks_first=True)
    assert (game.view().winner, is_sound(room)) == (0, True)


@pytest.mark.both_databases
def test_the_offer_that_was_seen_is_not_the_one_that_came_after_it(room: Room) -> None:
    game = a_game(room)
    act(game, offer_draw, 0)
    first = game.view(game.players[1]).draw_offer_id
    act(game, withdraw_draw, 0)
    game.play("A1")
    act(game, offer_draw, 0)
    second = game.view(game.players[1]).draw_offer_id

    assert None not in {first, second}
    assert first != second
    for answer in (accept_draw, decline_draw):
        with pytest.raises(ConflictError, match="Cross has made another one since"):
            act(game, answer, 1, seen_offer=first)
    with pytest.raises(UnseenDrawOfferError):
        game.play("B1", seen_offer=first, asks_first=True)
    act(game, accept_draw, 1, seen_offer=second)
    assert game.view().reason == "agreement"


def test_a_turn_may_decline_and_carry_an_offer_of_its_own(room: Room) -> None:
    game = a_game(room, "A1")
    act(game, offer_draw, 0)
    game.play("B1")
    act(game, offer_draw, 1)

    assert game.draw_offered_by() == 1
    assert game.view(game.players[0]).draw_news is None
    assert is_sound(room)


@pytest.mark.both_databases
@pytest.mark.parametrize("attempt", range(4))
def test_an_offer_and_a_turn_at_once_are_one_after_the_other(room: Room, attempt: int) -> None:
    game = a_game(room, "A1")
    order = game.order("B1", asks_first=True)
    deeds = [partial(act, game, offer_draw, 0), partial(submitted, game, order)]

    with ThreadPoolExecutor(2) as threads:
        results = [threads.submit(deed) for deed in (deeds if attempt % 2 else deeds[::-1])]
    is_played = not any(isinstance(one.exception(), UnseenDrawOfferError) for one in results)

    # Either the turn came first, and the offer is for the next one; or the offer did, and the turn is asked about.
    assert (game.view().turn_number, game.draw_offered_by()) == (3 if is_played else 2, 0)
    assert room.events() == ["draw-offered"]
    assert is_sound(room)


def submitted(game: TestGame, order: SubmitTurn) -> None:
    """Hand a turn in."""
    with game.room.workshop.open() as uow:
        submit_turn(uow, order)


# Where both choose at the same time.


def hiding(room: Room) -> TestGame:
    """A game in which both choose."""
    return a_game(room, ruleset="hide/1")


def test_a_choice_of_a_page_without_the_offer_is_asked_about_and_not_kept(room: Room) -> None:
    game = hiding(room)
    act(game, offer_draw, 0)

    with pytest.raises(UnseenDrawOfferError):
        game.play("hide B2", seat=1, seen_offer=None, asks_first=True)

    assert [seat.has_sealed for seat in game.view().seats] == [False, False]
    game.play("hide B2", seat=1, asks_first=True)
    assert (game.draw_offered_by(), [seat.has_sealed for seat in game.view().seats]) == (None, [False, True])
    assert is_sound(room)


def test_a_choice_that_had_not_seen_an_offer_lets_it_stand_through_the_round(room: Room) -> None:
    game = hiding(room)
    act(game, offer_draw, 0)
    game.play("hide B2", seat=1, seen_offer=None)
    assert game.view(game.players[0]).draw_news is None

    game.play("hide A1", seat=0)

    assert game.view(game.players[0]).draw_news == "draw-stands"
    assert game.view().turn_number == 2
    assert game.draw_offered_by() == 0
    assert game.view(game.players[1]).draw_offered_to_you
    assert is_sound(room)


def test_an_offer_made_with_a_choice_is_no_matter_for_a_choice_made_before(room: Room) -> None:
    game = hiding(room)
    game.play("hide B2", seat=1)
    room.clock.move(DAY / 24)
    act(game, offer_draw, 0)

    changed = game.play("hide C3", seat=1, seen_offer=None, asks_first=True)
    game.play("hide A1", seat=0)

    assert (changed.is_changed, changed.draw_words, game.draw_offered_by()) == (True, "", 0)
    assert is_sound(room)


def test_the_player_whose_offer_was_passed_over_is_told_once(room: Room) -> None:
    game = a_game(room, "A1")
    act(game, offer_draw, 0)
    game.play("B1")
    news = [game.view(player).draw_news for player in game.players]
    game.play("A2")
    game.play("B2")

    assert news == ["draw-passed", None]
    assert game.view(game.players[0]).draw_news is None
