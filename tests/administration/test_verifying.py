"""A verification finds nothing where nothing is wrong, and says in words what is."""

import json
from collections.abc import Callable, Mapping

import pytest
from sqlalchemy import text

from corr.administration.verification import verify_game, verify_games
from corr.errors import NotFoundError
from corr.play.endings import accept_draw, offer_draw, resign
from tests.administration.worlds import RULESETS, World
from tests.clocks.ticking import enforce
from tests.playing import DAY, STRICT, Room, TestGame, a_game, another_game


def findings(room: Room) -> list[str]:
    """All that is found."""
    return [finding.words for finding in verify_games(room.workshop)]


def damage(room: Room, statement: str, **more: object) -> None:
    """Change rows past all checks, those of the database too."""
    with room.workshop.open() as uow:
        uow.connection.execute(text(statement), more)


@pytest.mark.both_databases
@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_is_found_where_everything_happened_as_it_should(room: Room, seed: int) -> None:
    world = World(room, seed)
    for ruleset in RULESETS:
        for _ in range(4):
            world.begin(ruleset)

    world.go_on(250)

    assert findings(room) == []


_RUNNING: Mapping[str, str] = {
    "UPDATE game SET position = 'xo......./x'": "The board that is shown is not the one that the log leads to.",
    "UPDATE game SET last_squares = 'C3'": "The squares that are marked are not those of the last turn.",
    "UPDATE game SET turn_number = 9": "Turn 3 cannot be replayed: it is missing from the log, and turn 9 is due.",
    "UPDATE game SET turn_number = 2": "Turn 2 cannot be replayed: it is in the log, and the game still waits for it.",
    "DELETE FROM turn WHERE number = 1": "Turn 1 cannot be replayed: it is missing from the log.",
    "DELETE FROM turn WHERE number = 2": "Turn 2 cannot be replayed: it is missing from the log, and turn 3 is due.",
    "UPDATE turn SET text = 'A1' WHERE number = 2": "A1 is marked already.",
    "UPDATE turn SET seat = 0 WHERE number = 2": "Turn 2 cannot be replayed: Nought should have been due.",
    "UPDATE turn SET text = 'b2' WHERE number = 2": "Turn 2 of Nought is not written as the rules write it.",
    "UPDATE turn SET repeat_key = 'other' WHERE number = 1":
    "What repetitions are counted by is wrong, first after turn 1.",
    "UPDATE turn SET secret = 'B2' WHERE number = 1": "What turn 1 of Cross kept secret is not what the log says.",
    "UPDATE turn SET nonce = 'ff' WHERE number = 1": "The commitment of turn 1 of Cross cannot be checked",
    "UPDATE game SET winner = 1": "The game goes on, and yet a result is noted.",
    "UPDATE game SET state = 'over', reason = 'line', winner = 0": "The game is over for the reason “line”",
    "UPDATE game SET state = 'over', reason = 'resignation', winner = 0": "its history does not tell that end.",
    "UPDATE game SET draw_offer = 1": "A draw offer of Nought stands, though it should not.",
    "UPDATE game SET frozen_at = created_at": "Whether the game is frozen is not what its history says.",
    "UPDATE game SET pace = 'fast'": "The pace “fast” is none.",
    "UPDATE game SET ruleset = 'none/1'": "There is no ruleset “none/1”",
    "UPDATE game_seat SET since = NULL, due_at = NULL": "Cross owes a turn, and yet no clock of theirs runs.",
    "UPDATE game_seat SET since = '2026-01-01 00:00:00+00:00' WHERE seat = 1":
    "Nought owes no turn, and yet a clock of theirs runs.",
    "UPDATE game_seat SET due_at = NULL": "Cross owes a turn, and yet has no deadline.",
    "UPDATE game_seat SET due_at = since": "Cross has a deadline that is earlier than what was left allows.",
    "UPDATE game_seat SET remind_at = due_at": "Cross would be reminded only after the deadline.",
    "UPDATE game_seat SET remind_at = '2026-01-01 00:00:00+00:00' WHERE seat = 1":
    "Nought has a deadline or a reminder to come",
    "UPDATE game_seat SET bank_ms = -1 WHERE seat = 1": "Nought has less than nothing in the bank.",
    "UPDATE game_seat SET bank_ms = 259200001 WHERE seat = 1": "Nought has more in the bank than the pace",
    "UPDATE game_seat SET player_id = (SELECT min(player_id) FROM game_seat)": "Both seats are the same player’s.",
    "DELETE FROM game_seat WHERE seat = 1": "The game does not have its two seats.",
    "DELETE FROM outbox WHERE turn_number = 3": "Cross was not told “your turn” for turn 3.",
    "DELETE FROM outbox WHERE kind = 'game-started'": "Nought was not told “game started”.",
    "UPDATE outbox SET key = key || '9' WHERE turn_number = 3":
    "There is a letter “your-turn” for turn 3 that nobody had to get.",
    "INSERT INTO game_event (game_id, turn_number, kind, at, door) "
    "SELECT id, 3, 'danced', created_at, '' FROM game": "The history has a line of a kind that is not known.",
    "INSERT INTO game_event (game_id, turn_number, kind, at, door) "
    "SELECT id, 8, 'outage', created_at, '' FROM game": "A line of the history, “outage”, is about turn 8",
    "INSERT INTO game_event (game_id, turn_number, kind, seat, at, door) "
    "SELECT id, 3, 'resigned', 0, created_at, '' FROM game": "The game goes on, and yet its history tells of its end.",
    "INSERT INTO game_event (game_id, turn_number, kind, seat, at, door) "
    "SELECT id, 3, 'draw-offered', 1, created_at, '' FROM game":
    "A draw offer of Nought does not stand, though nothing ended it.",
    "INSERT INTO message (game_id, turn_number, seat, text, door, at, order_key) "
    "SELECT id, 9, 0, 'Hello', 'web', created_at, 'key' FROM game":
    "A message belongs to a turn or a seat that there is not.",
    "INSERT INTO reply_token (token_hash, player_id, game_id, turn_number, created_at, expires_at) "
    "SELECT 'hash', max(player.id), max(game.id), 1, max(game.created_at), max(game.created_at) FROM game, player":
    "A reply address of the game is that of somebody who does not play it.",
    "INSERT INTO sealed_turn (game_id, number, seat, text, nonce, door, received_at) "
    "SELECT id, 3, 0, 'C3', 'ff', 'web', created_at FROM game":
    "A turn 3 of Cross waited sealed, where none had to wait.",
    "INSERT INTO reply_token (token_hash, player_id, game_id, turn_number, created_at, expires_at) "
    "SELECT 'hash', player_id, game_id, 9, since, since FROM game_seat WHERE since IS NOT NULL":
    "A reply address belongs to a turn that there is not.",
    "INSERT INTO game_event (game_id, turn_number, kind, seat, at, door) "
    "SELECT id, 3, 'outage', 2, created_at, '' FROM game":
    "A line of the history, “outage”, is about a seat that there is not.",
    "UPDATE game_seat SET since = '2027-01-01 00:00:00+00:00', due_at = '2027-02-01 00:00:00+00:00' "
    "WHERE since IS NOT NULL": "Cross owes a turn since a moment that is still to come.",
}  # fmt: skip
"""What may be wrong with a running game of noughts and crosses after two turns, and what is said of it."""


@pytest.mark.parametrize(("statement", "words"), _RUNNING.items())
def test_each_damage_of_a_running_game_is_found_and_said_in_words(room: Room, statement: str, words: str) -> None:
    game = a_game(room, "A1", "B2")
    room.player("Zoe")
    assert findings(room) == []

    damage(room, statement)

    found = findings(room)
    assert any(f"Game {game.id}: " in line and words in line for line in found), found


_OVER: Mapping[str, str] = {
    "UPDATE game SET winner = 1": "The result is not the one that the log leads to.",
    "UPDATE game SET reason = 'full'": "The result is not the one that the log leads to.",
    "UPDATE game SET state = 'running', ended_at = NULL": "By its log the game is over, and yet it goes on.",
    "UPDATE game SET ended_at = NULL": "The game is over, and yet it is not noted when it ended.",
    "UPDATE game SET draw_offer = 0": "The game is over, and yet a draw offer stands.",
    "UPDATE game SET frozen_at = created_at": "The game is over, and yet frozen.",
    "UPDATE game_seat SET since = '2026-01-01 00:00:00+00:00' WHERE seat = 1": "Nought owes no turn",
    "UPDATE game_seat SET remind_at = '2026-01-01 00:00:00+00:00' WHERE seat = 1": "Nought has a deadline or a",
    "DELETE FROM outbox WHERE kind = 'game-over'": "Nought was not told “game over”.",
}


@pytest.mark.parametrize(("statement", "words"), _OVER.items())
def test_each_damage_of_a_game_that_is_over_is_found(room: Room, statement: str, words: str) -> None:
    a_game(room, "A1", "B1", "A2", "B2", "A3")
    assert findings(room) == []

    damage(room, statement)

    assert any(words in line for line in findings(room)), findings(room)


def _resigned(game: TestGame) -> None:
    with game.room.workshop.open() as uow:
        resign(uow, game.id, game.players[0], "web")


def _agreed(game: TestGame) -> None:
    for act, player_id in zip((offer_draw, accept_draw), game.players, strict=True):
        with game.room.workshop.open() as uow:
            act(uow, game.id, player_id, "web")


@pytest.mark.parametrize("end", [_resigned, _agreed])
@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE game SET winner = 0", "The winner is not the one whom the history leads to."),
        ("DELETE FROM game_event WHERE kind IN ('resigned', 'draw-agreed')", "does not tell that end"),
        ("UPDATE game SET reason = 'time'", "does not tell that end"),
        ("DELETE FROM outbox WHERE kind = 'game-over'", "was not told “game over”"),
    ],
)
def test_an_end_that_players_made_has_to_stand_in_the_history(
    room: Room,
    end: Callable[[TestGame], None],
    statement: str,
    words: str,
) -> None:
    end(a_game(room, "A1"))
    assert findings(room) == []

    damage(room, statement)

    assert any(words in line for line in findings(room)), findings(room)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE game SET ran_out_at = NULL", "Its loser was absent, and yet no deadline is noted"),
        ("UPDATE game SET ran_out_at = '2027-01-01 00:00:00+00:00'", "is later than its end"),
        ("UPDATE game_event SET kind = 'resigned'", "and yet its history does not tell of it"),
        ("UPDATE game SET state = 'running', winner = NULL, reason = '', ended_at = NULL", "and yet a result is noted"),
    ],
)
def test_the_deadline_by_which_a_game_was_lost_has_to_fit_its_end(room: Room, statement: str, words: str) -> None:
    a_game(room, "A1", "C3", agreed=STRICT)
    room.clock.move(4 * DAY)
    enforce(room)
    assert findings(room) == []

    damage(room, statement)

    assert any(words in line for line in findings(room)), findings(room)


_SEALED: Mapping[str, str] = {
    "UPDATE sealed_turn SET text = 'hide C3' WHERE number = 1 AND seat = 1":
    "Turn 1 of Green is not the one that was sealed last.",
    "UPDATE turn SET secret = 'C3' WHERE number = 1 AND seat = 1":
    "What turn 1 of Green kept secret is not what the log",
    "UPDATE turn SET nonce = NULL WHERE number = 1 AND seat = 1": "The commitment of turn 1 of Green cannot be checked",
    "UPDATE turn SET nonce = '0123456789abcdef0123456789abcdef' WHERE number = 1 AND seat = 1":
    "The commitment of turn 1 of Green is not the one that was made when it was sealed.",
    "UPDATE sealed_turn SET nonce = '0123456789abcdef0123456789abcdef' WHERE number = 1 AND seat = 1":
    "The commitment of turn 1 of Green is not the one that was made when it was sealed.",
    "UPDATE turn SET text = 'hide Z9' WHERE number = 1 AND seat = 1": "Turn 1 cannot be replayed.",
    "DELETE FROM turn WHERE number = 1 AND seat = 1": "Turn 1 cannot be replayed.",
}  # fmt: skip


@pytest.mark.parametrize(("statement", "words"), _SEALED.items())
def test_damaged_secrets_are_found_and_never_told(room: Room, statement: str, words: str) -> None:
    game = a_game(room, ruleset="hide/1")
    game.play("hide A1", seat=0, number=1)
    game.play("hide B2", seat=1, number=1)
    assert findings(room) == []

    damage(room, statement)

    found = findings(room)
    assert any(words in line for line in found), found
    assert not any(secret in line for line in found for secret in ("A1", "B2", "C3", "Z9"))


def test_a_turn_that_waits_sealed_and_is_not_legal_is_found_without_being_quoted(room: Room) -> None:
    game = a_game(room, ruleset="hide/1")
    game.play("hide A1", seat=0, number=1)
    assert findings(room) == []

    damage(room, "UPDATE sealed_turn SET text = 'hide Z9'")

    [found] = findings(room)
    assert "A turn that waits sealed cannot be played by the rules." in found


@pytest.mark.parametrize("is_over", [False, True])
def test_a_commitment_of_a_turn_that_waits_sealed_and_cannot_be_checked_is_found(room: Room, *, is_over: bool) -> None:
    game = a_game(room, ruleset="hide/1")
    game.play("hide A1", seat=0, number=1)
    if is_over:
        with room.workshop.open() as uow:
            resign(uow, game.id, game.players[1], "web")
    assert findings(room) == []

    damage(room, "UPDATE sealed_turn SET nonce = 'ff'")

    [found] = findings(room)
    assert "The commitment of turn 1 of Red cannot be checked: what hides its word is missing or damaged." in found


@pytest.mark.both_databases
def test_turns_that_are_all_in_and_were_not_played_are_found(room: Room) -> None:
    game = a_game(room, ruleset="hide/1")
    game.play("hide A1", seat=0, number=1)

    damage(
        room,
        "INSERT INTO sealed_turn (game_id, number, seat, text, nonce, door, received_at) "
        "SELECT game_id, number, 1, 'hide B2', nonce, door, received_at FROM sealed_turn",
    )

    assert any("The turns of all are in, and yet they were not played." in line for line in findings(room))


def test_a_winner_of_a_game_without_a_result_is_found(room: Room) -> None:
    a_game(room, agreed=STRICT)
    room.clock.move(4 * DAY)
    enforce(room)
    assert findings(room) == []

    damage(room, "UPDATE game SET winner = 1")

    assert any("The game ended without a result, and yet somebody won." in line for line in findings(room))


def test_a_clock_that_runs_though_the_turn_waits_sealed_is_found(room: Room) -> None:
    game = a_game(room, ruleset="hide/1")
    game.play("hide A1", seat=0, number=1)

    damage(room, "UPDATE game_seat SET since = '2026-01-01 00:00:00+00:00' WHERE seat = 0")

    assert any("Red owes no turn" in line for line in findings(room))


def test_a_finding_is_one_line_with_the_game_and_what_to_do(room: Room) -> None:
    game = a_game(room, "A1", "B2")

    damage(room, "UPDATE game SET position = 'xo......./x'")

    [line] = findings(room)
    wrong, advice = "The board that is shown is not the one that the log leads to.", "Write it anew from the log with: "
    assert line == f"Game {game.id}: {wrong} {advice}corr verify --repair"


@pytest.mark.both_databases
def test_one_game_is_verified_alone(room: Room) -> None:
    first = a_game(room, "A1", "B2")
    second = another_game(room, first.players, "A1", "B2")
    damage(room, "UPDATE game SET last_squares = 'C3' WHERE id = :game", game=second.id)

    assert verify_game(room.workshop, first.id) == ()
    assert len(verify_game(room.workshop, second.id)) == 1
    with pytest.raises(NotFoundError):
        verify_game(room.workshop, "none")


@pytest.mark.both_databases
def test_many_games_are_counted_a_few_at_a_time(room: Room) -> None:
    first = a_game(room)
    for _ in range(120):
        another_game(room, first.players)
    counts: list[int] = []

    assert list(verify_games(room.workshop, on_progress=counts.append)) == []

    assert sum(counts) == 121
    assert len(counts) > 1


@pytest.mark.both_databases
def test_a_position_that_rules_stumble_over_stops_no_other_game(room: Room) -> None:
    first = a_game(room, "A1", "B2")
    second = another_game(room, first.players, "A1", "B2")
    damage(room, "UPDATE game SET options = :options WHERE id = :game", options=json.dumps([1]), game=first.id)
    damage(room, "UPDATE game SET last_squares = 'C3' WHERE id = :game", game=second.id)

    found = findings(room)

    assert any(first.id in line for line in found)
    assert any(second.id in line for line in found)
