"""Games as records: right when they are played again, and silent about what their reader may not know."""

from dataclasses import replace
from datetime import timedelta

import pytest

from corr.errors import NotFoundError
from corr.game.game_row import get_game_row
from corr.games.replay import Track
from corr.play.endings import accept_draw, offer_draw, resign
from corr.play.game_record import record_of
from corr.play.turn_log import track_of, turns_of
from corr.records.format import Record, RecordedEvent, RecordedTurn, SeenPosition, write_record
from corr.records.parser import read_record
from corr.records.validation import replay_record
from tests.playing import DAY, Room, TestGame, a_game, another_game

SITE = "https://play.example"
HOUR = timedelta(hours=1)
WON = ("A1", "B1", "A2", "B2", "A3")
HIDDEN = ("hide A1", "hide B2")


def record(game: TestGame, viewer: int | None = None) -> Record:
    """The record of a game as it was read back from its text."""
    with game.room.workshop.look() as reader:
        text = write_record(record_of(reader, game.id, viewer, site=SITE))
    found = read_record(text)
    assert write_record(found) == text
    return found


def replayed(game: TestGame, viewer: int | None = None) -> Track:
    """The game played again from its record, by the very rules of the log."""
    return replace(replay_record(record(game, viewer), game.room.workshop.registry), rules=logged(game).rules)


def logged(game: TestGame) -> Track:
    """The game played again from its log."""
    with game.room.workshop.look() as reader:
        return track_of(get_game_row(reader, game.id).rules(reader), turns_of(reader, game.id))


def hiding(room: Room, *turns: str, hidden: tuple[str, str] = HIDDEN) -> TestGame:
    """A game of hide and seek in which both hid, the second one first, and *turns* followed."""
    game = a_game(room, ruleset="hide/1")
    for seat in (1, 0):
        room.clock.move(HOUR)
        game.play(hidden[seat], seat=seat, number=1, door="mail")
    for text in turns:
        room.clock.move(HOUR)
        game.play(text)
    return game


@pytest.mark.parametrize("count", [0, 1, 4, 5])
def test_a_record_tells_the_same_game_as_the_log(room: Room, count: int) -> None:
    game = a_game(room, *WON[:count])

    assert replayed(game) == logged(game)


def test_a_game_with_turns_of_many_actions_is_the_same_again(room: Room) -> None:
    game = a_game(room, "B3-C3, B4-C4", "I3-H3", "C3-D3", ruleset="kelasu/1")

    assert replayed(game) == logged(game)


def test_a_record_has_who_played_what_and_when(room: Room) -> None:
    begin = room.clock.now()
    game = a_game(room, *WON)

    found = record(game)

    assert (found.game, found.site, found.ruleset, found.pace) == (game.id, SITE, "tiny/1", "3d/turn")
    assert (found.players, found.options) == (("Ada", "Bob"), (("misery", "false"), ("edge", "sea")))
    assert (found.started, found.ended, found.result, found.reason, found.view) == (
        begin,
        begin + 5 * HOUR,
        "x",
        "line",
        "all",
    )
    assert found.turns[:2] == (
        RecordedTurn(1, "x", begin + HOUR, "web", "A1"),
        RecordedTurn(2, "o", begin + 2 * HOUR, "web", "B1"),
    )
    assert found.position == SeenPosition(6, "xxxoo.... o")


def test_what_happened_beside_turns_stands_between_them(room: Room) -> None:
    game = a_game(room, "A1")
    with room.workshop.open() as uow:
        offer_draw(uow, game.id, game.players[0], "mail")
    game.play("B1")
    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")

    found = record(game)

    kinds = [entry.kind if isinstance(entry, RecordedEvent) else entry.text for entry in found.entries]
    assert kinds == ["A1", "draw-offered", "draw-passed", "B1", "resigned"]
    assert (found.result, found.reason) == ("x", "resignation")
    assert replayed(game) == logged(game)


def test_a_draw_that_was_agreed_is_right(room: Room) -> None:
    game = a_game(room, "A1")
    for act, player in ((offer_draw, 0), (accept_draw, 1)):
        with room.workshop.open() as uow:
            act(uow, game.id, game.players[player], "web")

    assert (record(game).result, record(game).reason) == ("draw", "agreement")
    assert replayed(game) == logged(game)


def test_the_same_game_gives_the_same_bytes(room: Room) -> None:
    game = a_game(room, *WON)
    first = record(game)
    room.clock.move(30 * DAY)

    assert {write_record(record(game, viewer)) for viewer in (None, *game.players)} == {write_record(first)}


def test_a_turn_that_lay_in_the_mail_before_its_time_does_not_go_back(room: Room) -> None:
    game = a_game(room, "A1")
    game.play("B1", received_at=room.clock.now() - 2 * HOUR, door="mail")

    found = record(game)

    assert [turn.at for turn in found.turns] == [room.clock.now()] * 2
    assert replayed(game) == logged(game)


def test_there_is_no_record_of_no_game(room: Room) -> None:
    for game_id in ("nothing", "", "A" * 50):
        with room.workshop.look() as reader, pytest.raises(NotFoundError):
            record_of(reader, game_id, None, site=SITE)


# -- secrets ----------------------------------------------------------------------------------------------------------


def test_everybody_sees_that_both_hid_and_nobody_where(room: Room) -> None:
    found = record(hiding(room, "C3"))

    assert [turn.text for turn in found.turns] == ["hide ?", "hide ?", "C3"]
    assert [entry.text for entry in found.entries if isinstance(entry, SeenPosition)] == ["- r !,! -"]
    assert found.position.text == "C3 g !,! -"
    assert (found.view, [commitment.is_open for commitment in found.commitments]) == ("public", [False, False])


def test_a_player_sees_the_own_secret_alone(room: Room) -> None:
    game = hiding(room, "C3")

    found = record(game, game.players[0])

    assert [turn.text for turn in found.turns] == ["hide ?", "hide A1", "C3"]
    assert (found.view, found.position.text) == ("r", "C3 g A1,! -")


@pytest.mark.parametrize("turns", [(), ("C3",), ("C3", "C2", "out"), ("out", "C2", "C3", "out", "B1")])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_record_with_secrets_is_right_as_far_as_it_goes(room: Room, turns: tuple[str, ...], seat: int | None) -> None:
    game = hiding(room, *turns)
    viewer = None if seat is None else game.players[seat]

    track = replayed(game, viewer)

    assert (track.text, track.rounds) == (game.view(viewer).position, len(turns) + 1)


@pytest.mark.parametrize("seat", [None, 0])
def test_games_that_differ_in_secrets_alone_have_the_same_record(room: Room, seat: int | None) -> None:
    game = a_game(room, ruleset="hide/1")
    twins = (game, another_game(room, game.players, ruleset="hide/1"))
    for twin, square in zip(twins, ("B2", "C1"), strict=True):
        twin.play("hide A1", seat=0, number=1)
        twin.play(f"hide {square}", seat=1, number=1)
        for text in ("C3", "C2", "out"):
            twin.play(text)

    records = [record(twin, None if seat is None else twin.players[seat]) for twin in twins]

    # A commitment is as different as the id of a game, and tells as little.
    first, second = (write_record(replace(found, game="-", commitments=())) for found in records)
    assert first == second


def test_of_a_choice_that_waits_the_commitment_alone_is_in_a_record(room: Room) -> None:
    game = a_game(room, ruleset="hide/1")
    game.play("hide A1", seat=0, number=1)

    for viewer in (None, *game.players):
        found = record(game, viewer)
        (bound,) = found.commitments
        assert (found.turns, found.position.text) == ((), "- r ?,? -")
        assert (bound.number, bound.side, bound.is_open) == (1, "r", False)
        replayed(game, viewer)


@pytest.mark.both_databases
def test_a_game_that_ended_while_a_choice_waited_is_right(room: Room) -> None:
    game = a_game(room, ruleset="hide/1")
    game.play("hide A1", seat=0, number=1)
    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")

    assert [(bound.side, bound.word) for bound in record(game).commitments] == [("r", "A1")]
    assert replayed(game) == logged(game)


def test_the_end_opens_all(room: Room) -> None:
    game = hiding(room, "C3", "A1")

    found = record(game)

    assert [turn.text for turn in found.turns] == ["hide B2", "hide A1", "C3", "A1"]
    assert {(commitment.side, commitment.word) for commitment in found.commitments} == {("r", "A1"), ("g", "B2")}
    assert (found.view, found.result) == ("all", "g")
    assert replayed(game) == logged(game)
