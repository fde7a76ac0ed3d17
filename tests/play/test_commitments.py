"""What binds a choice that was made in secret: for everybody from when it is made, and opened at the end."""

from datetime import timedelta

import pytest

from corr.play.endings import resign
from corr.records.format import commitment_digest
from tests.playing import Room, TestGame, a_game

HOUR = timedelta(hours=1)


def hiding(room: Room, text: str) -> TestGame:
    """A game in which Ada (Red) has hidden, and Bob (Green) has not."""
    game = a_game(room, ruleset="hide/1")
    game.play(text, seat=0, number=1)
    return game


def test_everybody_gets_a_commitment_when_a_choice_is_made(room: Room) -> None:
    game = hiding(room, "hide A1")

    views = [game.view(viewer) for viewer in (*game.players, None)]

    (bound,) = views[0].commitments
    assert (bound.seat, bound.turn_number, bound.at, bound.is_changed) == (0, 1, room.clock.now(), False)
    assert (len(bound.digest), bound.word, bound.nonce) == (64, "", "")
    assert {view.commitments for view in views} == {(bound,)}


def test_a_commitment_stays_when_the_other_chooses_and_is_opened_at_the_end(room: Room) -> None:
    game = hiding(room, "hide A1")
    (published,) = game.view().commitments
    game.play("hide B2", seat=1)
    first, second = game.view().commitments

    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[0], "web")

    opened = game.view().commitments[0]
    assert (first, second.seat) == (published, 1)
    assert opened.digest == published.digest == commitment_digest(game.id, "A1", opened.nonce)
    assert opened.word == "A1"


def test_a_commitment_to_a_choice_that_never_counted_is_opened_too(room: Room) -> None:
    game = hiding(room, "hide A1")
    (published,) = game.view().commitments

    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")

    (opened,) = game.view().commitments
    assert opened.digest == published.digest == commitment_digest(game.id, "A1", opened.nonce)


@pytest.mark.parametrize("last", [(), ("hide B2",)])
def test_a_change_is_seen_by_another_commitment_and_its_moment(room: Room, last: tuple[str, ...]) -> None:
    game = hiding(room, "hide A1")
    before = game.view().commitments[0]
    room.clock.move(HOUR)
    changed_at = room.clock.now()

    game.play("hide C3", seat=0)

    room.clock.move(HOUR)
    for text in last:
        game.play(text, seat=1)
    after = game.view().commitments[0]
    assert after.digest != before.digest
    assert (after.at, after.is_changed) == (changed_at, True)
