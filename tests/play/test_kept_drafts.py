"""Half-made turns that players leave: kept for them alone, and gone with the turn."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.errors import IllegalError, NotAllowedError
from corr.game.refusals import NotYourTurnError, StaleTurnError
from corr.play.endings import resign
from corr.play.turn_drafts import NewerDraftError
from corr.store.base import table
from corr.store.tables.games import Game, GameSeat
from tests.playing import Room, TestGame, a_game, another_game

MINUTE = timedelta(minutes=1)
HALF = "B3-C3, B5-C5"


def kelasu(room: Room) -> TestGame:
    return a_game(room, ruleset="kelasu/1")


def test_a_half_made_turn_waits_in_canonical_notation_and_changes_nothing_that_others_could_notice(room: Room) -> None:
    game = kelasu(room)
    before, views = game.room.rows(Game), [game.view(player) for player in (*game.players, None)]
    room.clock.move(MINUTE)

    kept = game.keep_draft("b3 - c3; b5-c5", seat=0)

    assert kept is not None
    assert (kept.text, kept.at) == (HALF, room.clock.now())
    assert game.kept_draft(0) == kept
    assert game.kept_draft(1) is None
    assert game.room.rows(Game) == before
    assert [game.view(player) for player in (*game.players, None)] == views


def test_the_same_draft_twice_is_kept_once_and_a_later_one_takes_its_place(room: Room) -> None:
    game = kelasu(room)
    first = game.keep_draft("B3-C3", seat=0)
    assert first is not None
    room.clock.move(MINUTE)

    assert game.keep_draft("B3-C3", seat=0, since=first.at) == first
    second = game.keep_draft(HALF, seat=0, since=first.at)

    assert second is not None
    assert (second.text, second.at) == (HALF, room.clock.now())
    assert game.kept_draft(0) == second


def test_what_another_device_kept_meanwhile_is_told_and_stays(room: Room) -> None:
    game = kelasu(room)
    first = game.keep_draft("B3-C3", seat=0)
    room.clock.move(MINUTE)

    for since in (None, room.clock.now()):
        with pytest.raises(NewerDraftError) as refused:
            game.keep_draft(HALF, seat=0, since=since)
        assert refused.value.kept == first
    assert game.kept_draft(0) == first


@pytest.mark.parametrize(
    ("order", "refusal"),
    [((0, None, "B3-J9"), IllegalError), ((0, 2, HALF), StaleTurnError), ((1, None, ""), NotYourTurnError)],
)
def test_what_cannot_be_played_is_not_kept(
    room: Room, order: tuple[int, int | None, str], refusal: type[Exception]
) -> None:
    game = kelasu(room)
    game.keep_draft("B3-C3", seat=0)
    seat, number, text = order

    with pytest.raises(refusal):
        game.keep_draft(text, seat=seat, number=number)

    kept = game.kept_draft(0)
    assert kept is not None
    assert kept.text == "B3-C3"


def test_a_half_made_turn_is_found_in_its_own_game_and_seat_alone(room: Room) -> None:
    here = kelasu(room)
    there = another_game(room, here.players, ruleset="kelasu/1")

    kept = there.keep_draft(HALF, seat=0)

    assert (here.kept_draft(0), here.kept_draft(1), there.kept_draft(1)) == (None, None, None)
    own = here.keep_draft("B3-C3", seat=0)
    assert (here.kept_draft(0), there.kept_draft(0)) == (own, kept)


@pytest.mark.parametrize("number", [1, 2, 4])
def test_what_was_left_in_another_turn_is_found_in_none(room: Room, number: int) -> None:
    game = a_game(room, "B3-C3", "I3-H3", ruleset="kelasu/1")
    game.keep_draft("B4-C4", seat=0)
    # As a copy of older data could have it.
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(GameSeat)).values(draft_turn=number))

    assert [game.kept_draft(0, turn) for turn in (number, 3)] == [None, None]


def test_whoever_only_watches_is_told_nothing(room: Room) -> None:
    game = kelasu(room)
    game.keep_draft("B3-C3", seat=0)
    other = TestGame(room, game.id, (room.player("Eve"), game.players[1]))

    with pytest.raises(NotAllowedError):
        other.kept_draft(0)
    with pytest.raises(NotAllowedError):
        other.keep_draft("", seat=0)


def _resigned(game: TestGame) -> None:
    with game.room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")


def _emptied(game: TestGame) -> None:
    kept = game.kept_draft(0)
    assert kept is not None
    game.keep_draft("", seat=0, since=kept.at)


@pytest.mark.parametrize(
    "act",
    [
        lambda game: game.play("B3-C3"),
        lambda game: game.play("B3-C3", door="mail"),
        _resigned,
        _emptied,
    ],
)
def test_a_half_made_turn_is_gone_from_the_data_with_the_turn_the_game_and_its_last_action(
    room: Room, act: Callable[[TestGame], object]
) -> None:
    game = kelasu(room)
    game.keep_draft(HALF, seat=0)

    act(game)

    assert game.kept_draft(0, 1) is None
    assert all(row[name] is None for row in room.rows(GameSeat) for name in ("draft", "draft_turn", "drafted_at"))


def test_a_sealed_choice_takes_the_half_made_one_of_its_seat_alone_also_when_it_is_changed(room: Room) -> None:
    game = a_game(room, ruleset="hide/1")
    game.keep_draft("hide A1", seat=0)
    game.keep_draft("hide B2", seat=1)

    for text, other in (("hide A1", "hide C3"), ("hide C3", "hide A1")):
        game.play(text, seat=0)
        assert game.kept_draft(0) is None
        kept = game.kept_draft(1)
        assert kept is not None
        assert kept.text == "hide B2"
        game.keep_draft(other, seat=0)

    game.play("hide A2", seat=1)
    assert all(row["draft"] is None for row in room.rows(GameSeat))
