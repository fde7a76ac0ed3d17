"""Records of games whose clocks were changed, or that ended by the clock: written, read back and played again."""

from corr.clocks.gifts import GiveTime, give_time
from corr.core.pace import Late
from corr.leagues.extensions import ExtendTime, extend_time
from corr.play.deadlines import ClaimTime, claim_time, enforce_next_deadline
from corr.players.profiles import grant
from corr.records.format import SeenPosition
from tests.play.test_game_record import record, replayed
from tests.playing import DAY, Room, TestGame, a_game, terms


def a_timed_game(room: Room, *turns: str, late: Late = Late.LOSE) -> TestGame:
    """A game without leave, in which some turns were made."""
    return a_game(room, *turns, agreed=terms("3d/turn", late=late, leave=False))


def let_time_run_out(room: Room) -> None:
    """Let the deadline pass, and be noticed."""
    room.clock.move(4 * DAY)
    with room.workshop.open() as uow:
        enforce_next_deadline(uow)


def test_changes_of_clocks_stand_in_a_record_without_amounts_and_reasons(room: Room) -> None:
    game = a_timed_game(room, "A1")
    ida = room.player("Ida")
    with room.workshop.open() as uow:
        grant(uow, "Ida")
        give_time(uow, GiveTime(game.id, game.players[0], "one", "web", room.clock.now()))
        extend_time(uow, ExtendTime(game.id, ida, None, "3", "a storm", "two"))
    game.play("B1")

    found = record(game)

    entries = [entry for entry in found.entries if not isinstance(entry, SeenPosition)]
    told = [(entry.number, getattr(entry, "kind", "turn"), entry.side, entry.door) for entry in entries]
    assert told == [
        (1, "turn", "x", "web"),
        (2, "time-given", "x", "web"),
        (2, "time-extended", "", ""),
        (2, "turn", "o", "web"),
    ]
    assert replayed(game).rounds == 2


def test_a_game_that_was_never_begun_has_the_result_void(room: Room) -> None:
    game = a_timed_game(room, "A1")
    let_time_run_out(room)

    found = record(game)

    assert (found.result, found.reason) == ("void", "cancelled")
    assert replayed(game).outcome is None


def test_a_game_that_was_claimed_is_won_by_who_claimed_it(room: Room) -> None:
    game = a_timed_game(room, "A1", "B1", late=Late.CLAIM)
    let_time_run_out(room)
    with room.workshop.open() as uow:
        claim_time(uow, ClaimTime(game.id, game.players[1], "web", room.clock.now()))

    found = record(game)

    assert (found.result, found.reason) == ("o", "time")
    assert [getattr(entry, "kind", "turn") for entry in found.entries][2:] == ["time-lapsed", "time-claimed"]
    assert replayed(game).outcome is None


def test_a_game_that_was_lost_on_time_is_won_by_the_other(room: Room) -> None:
    game = a_timed_game(room, "A1", "B1")
    let_time_run_out(room)

    assert (record(game).result, record(game).reason) == ("o", "time")
    assert replayed(game).outcome is None
