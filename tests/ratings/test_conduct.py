"""How players keep to their games and how fast they answer."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import insert

from corr.clocks.take_leave import TakeLeave, take_leave
from corr.core.days_off import ForDays
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.season_changes import Pause, Resume
from corr.play.deadlines import enforce_next_deadline
from corr.play.endings import resign
from corr.ratings.reliability import Reliability, reliability_of
from corr.store.base import table
from corr.store.tables.games import Turn
from corr.store.tables.ratings import Conduct
from tests.fakes import START
from tests.leagues import running
from tests.leagues.acts.test_replacing import replaced
from tests.playing import STRICT, Room, TestGame, a_game, terms
from tests.ratings.building import Ended, change, count, write

HOUR = timedelta(hours=1)


@pytest.fixture
def ada(room: Room) -> int:
    return room.player("Ada")


@pytest.fixture
def bob(room: Room) -> int:
    return room.player("Bob")


def known(room: Room, player_id: int) -> Reliability | None:
    """What is known of a player once everything is counted."""
    count(room)
    with room.workshop.look() as reader:
        return reliability_of(reader, player_id)


def kept(room: Room, player_id: int) -> tuple[int, int]:
    """How many games the player kept, of how many."""
    count(room)
    (row,) = (row for row in room.rows(Conduct) if row["player_id"] == player_id)
    return row["kept"], row["games"]


def end_by_time(game: TestGame) -> None:
    """Let the time of whoever is due run out."""
    game.room.clock.move(timedelta(days=5))
    with game.room.workshop.open() as uow:
        assert enforce_next_deadline(uow) is not None


def write_turns(room: Room, game_id: str, waits: list[timedelta]) -> None:
    """Turns of a game that was written down, the first seat's first, each after so long a wait."""
    at = START
    for number, wait in enumerate(waits, 1):
        at += wait
        row = {"game_id": game_id, "number": number, "seat": (number - 1) % 2, "text": "", "door": "web"}
        with room.workshop.open() as uow:
            uow.connection.execute(insert(table(Turn)).values(**row, received_at=at))


@pytest.mark.both_databases
def test_nothing_is_said_before_five_games_are_over(room: Room, ada: int, bob: int) -> None:
    write(room, {f"g{number}": Ended(number, ada, bob, 0, "line") for number in range(4)})
    assert known(room, ada) is None

    write(room, {"fifth": Ended(4, ada, bob, 0, "line")})

    assert known(room, ada) == Reliability(5, 5, None, None)


def test_nothing_is_known_of_who_never_played(room: Room, ada: int) -> None:
    assert known(room, ada) is None


@pytest.mark.parametrize(
    ("reason", "winner", "expected"),
    [
        ("time", 1, (0, 1)),
        ("time", 0, (1, 1)),
        ("forfeit", 1, (0, 1)),
        ("forfeit", 0, (1, 1)),
        ("resignation", 1, (1, 1)),
        ("line", 1, (1, 1)),
        ("agreement", None, (1, 1)),
        ("adjudicated", 1, (1, 1)),
        ("voided", None, (0, 0)),
        ("annulled", None, (0, 0)),
    ],
)
def test_games_lost_on_time_or_forfeited_are_not_kept(
    room: Room, *, reason: str, winner: int | None, expected: tuple[int, int]
) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    write(room, {"a": Ended(0, ada, bob, winner, reason, is_rated=False, turns=4)})

    assert kept(room, ada) == expected


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize(
    ("reason", "winner", "first", "second"),
    [
        ("time", 1, (0, 1), (0, 0)),
        ("time", 0, (0, 0), (0, 1)),
        ("forfeit", 1, (0, 1), (0, 0)),
        ("resignation", 1, (0, 0), (0, 0)),
        ("agreement", None, (0, 0), (0, 0)),
        ("adjudicated", 1, (0, 0), (0, 0)),
        ("line", 1, (1, 1), (1, 1)),
    ],
)
def test_a_game_that_ended_early_counts_at_most_against_whose_doing_it_was(
    room: Room, *, reason: str, winner: int | None, first: tuple[int, int], second: tuple[int, int], turns: int
) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    write(room, {"a": Ended(0, ada, bob, winner, reason, turns=turns)})

    assert (kept(room, ada), kept(room, bob)) == (first, second)


def test_three_games_may_be_given_up_early_and_the_fourth_within_ninety_days_counts(
    room: Room, ada: int, bob: int
) -> None:
    write(room, {f"g{number}": Ended(number, ada, bob, 1, "resignation") for number in range(3)})
    assert kept(room, ada) == (0, 0)

    write(room, {"fourth": Ended(50, ada, bob, 1, "resignation")})

    assert kept(room, ada) == (0, 1)
    assert kept(room, bob) == (0, 0)


@pytest.mark.parametrize(("day", "expected"), [(89, (0, 1)), (91, (0, 0))])
def test_after_ninety_days_giving_up_early_is_free_again(
    room: Room, ada: int, bob: int, *, day: int, expected: tuple[int, int]
) -> None:
    write(room, {f"g{number}": Ended(0, ada, bob, 1, "resignation") for number in range(3)})
    write(room, {"fourth": Ended(day, ada, bob, 1, "resignation")})

    assert kept(room, ada) == expected


@pytest.mark.both_databases
def test_neither_later_resignations_nor_those_of_the_other_use_up_what_is_free(room: Room, ada: int, bob: int) -> None:
    early = {f"bob{number}": Ended(number, ada, bob, 0, "resignation") for number in range(5)}
    late = {f"ada{number}": Ended(number, ada, bob, 1, "resignation", turns=4) for number in range(5)}
    write(room, early | late | {"last": Ended(9, ada, bob, 1, "resignation")})

    assert kept(room, ada) == (5, 5)
    assert kept(room, bob) == (5, 7)


@pytest.mark.both_databases
def test_games_that_say_nothing_take_no_place_among_the_last_hundred(room: Room, ada: int, bob: int) -> None:
    write(room, {f"old{number}": Ended(0, ada, bob, 1, "time", turns=4) for number in range(5)})
    write(room, {f"new{number}": Ended(1 + number % 50, ada, bob, 0, "time") for number in range(250)})

    assert kept(room, ada) == (0, 5)


def test_a_real_game_lost_on_time_is_not_kept_by_who_was_late(room: Room) -> None:
    game = a_game(room, "A1", "B2", "A2", "B3", agreed=STRICT)
    end_by_time(game)

    assert kept(room, game.players[0]) == (0, 1)
    assert kept(room, game.players[1]) == (1, 1)


def test_a_cancelled_game_counts_against_who_never_began_alone(room: Room) -> None:
    game = a_game(room, "A1", agreed=STRICT)
    end_by_time(game)

    assert kept(room, game.players[0]) == (0, 0)
    assert kept(room, game.players[1]) == (0, 1)


@pytest.mark.parametrize(
    ("turns", "first", "second"),
    [
        (0, (0, 1), (0, 1)),
        (1, (0, 0), (0, 1)),
        (2, (0, 1), (0, 0)),
        (4, (0, 1), (1, 1)),
        (5, (1, 1), (0, 1)),
    ],
)
def test_an_abandoned_game_is_not_kept_by_who_owed_the_turn(
    room: Room, ada: int, bob: int, *, turns: int, first: tuple[int, int], second: tuple[int, int]
) -> None:
    write(room, {"a": Ended(50, ada, bob, None, "abandoned", turns=turns)})

    assert (kept(room, ada), kept(room, bob)) == (first, second)


def test_unrated_games_count_for_conduct(room: Room) -> None:
    game = a_game(room, "A1", "B2", "A2", "B3")
    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[0], "web")

    assert kept(room, game.players[0]) == (1, 1)


@pytest.mark.both_databases
def test_only_the_last_hundred_games_count(room: Room, ada: int, bob: int) -> None:
    old = {f"old{number}": Ended(0, ada, bob, 1, "time", turns=4) for number in range(3)}
    write(room, old | {f"new{number}": Ended(1 + number % 50, ada, bob, 1, "line") for number in range(98)})

    assert kept(room, ada) == (98, 100)
    found = known(room, ada)
    assert found is not None
    assert found.percent == 98


def test_only_who_kept_all_has_a_hundred_percent() -> None:
    assert Reliability(99, 98, None, None).percent == 98
    assert Reliability(100, 100, None, None).percent == 100


def test_a_changed_result_changes_the_conduct(room: Room, ada: int, bob: int) -> None:
    write(room, {"a": Ended(0, ada, bob, 1, "time", turns=4)})
    assert kept(room, ada) == (0, 1)

    change(room, "a", reason="adjudicated")

    assert kept(room, ada) == (1, 1)


def test_half_of_the_turns_came_within_the_median_and_nine_of_ten_within_the_longer_time(
    room: Room, ada: int, bob: int
) -> None:
    write(room, {f"g{number}": Ended(30, ada, bob, 0, "line") for number in range(5)})
    # Ada needs 1 to 10 hours, and Bob always 2.
    write_turns(room, "g0", [wait for number in range(1, 11) for wait in (HOUR * number, HOUR * 2)])

    ada_known, bob_known = known(room, ada), known(room, bob)

    assert ada_known is not None
    assert bob_known is not None
    assert (ada_known.median, ada_known.ninetieth) == (HOUR * 5, HOUR * 9)
    assert (bob_known.median, bob_known.ninetieth) == (HOUR * 2, HOUR * 2)


@pytest.mark.parametrize("leave", [True, False])
def test_leave_is_no_time_to_answer_where_it_stops_the_clock(room: Room, *, leave: bool) -> None:
    first = a_game(room, agreed=terms("9d/turn", leave=leave))
    ada, bob = first.players
    with room.workshop.open() as uow:
        taken = take_leave(uow, TakeLeave(ada, ForDays(2), "web", "k")).leave
    room.clock.move(taken.ends_at - room.clock.now() + timedelta(hours=12))
    first.play("A1")
    with room.workshop.open() as uow:
        resign(uow, first.id, bob, "web")
    write(room, {f"g{number}": Ended(50, ada, bob) for number in range(5)})

    found = known(room, ada)

    assert found is not None
    away = taken.ends_at - max(taken.begins_at, START)
    whole = taken.ends_at - START + timedelta(hours=12)
    assert away >= timedelta(days=1)
    assert found.median == (whole - away if leave else whole)


@pytest.mark.both_databases
def test_both_answers_to_a_common_turn_count_from_the_same_moment(room: Room, ada: int, bob: int) -> None:
    write(room, {f"g{number}": Ended(30, ada, bob, 0, "line") for number in range(5)})
    rows = [
        {"number": 1, "seat": 0, "received_at": START + HOUR},
        {"number": 1, "seat": 1, "received_at": START + HOUR * 3},
        {"number": 2, "seat": 0, "received_at": START + HOUR * 4},
    ]
    with room.workshop.open() as uow:
        for row in rows:
            uow.connection.execute(insert(table(Turn)).values(game_id="g0", text="", door="web", **row))

    ada_known, bob_known = known(room, ada), known(room, bob)

    assert ada_known is not None
    assert bob_known is not None
    # The second turn was wanted when the later of the first two was in.
    assert (ada_known.median, ada_known.ninetieth, bob_known.median) == (HOUR, HOUR, HOUR * 3)


def replies(room: Room, player_id: int) -> tuple[int | None, int | None]:
    """In how many seconds half of the player's turns came, and nine of ten."""
    count(room)
    (row,) = (row for row in room.rows(Conduct) if row["player_id"] == player_id)
    return row["median_s"], row["ninetieth_s"]


def test_the_time_in_which_a_game_stood_still_is_no_time_to_answer(room: Room) -> None:
    season = running.a_running_season(room, pace="9d/turn")
    game, request = season.games["Ada-Bob"], ActRequest(season.organiser, running.REASON)
    room.clock.move(HOUR)
    with room.workshop.open() as uow:
        Pause(season.id).carry_out(uow, request)
    room.clock.move(timedelta(days=20))
    with room.workshop.open() as uow:
        Resume(season.id).carry_out(uow, request)
    room.clock.move(HOUR * 2)
    game.play("A1")
    season.resign("Ada-Bob", 1)

    assert replies(room, season.players["Ada"]) == (3 * 3600, 3 * 3600)


def test_who_takes_a_seat_over_answers_from_then_on_and_not_for_the_one_before(room: Room) -> None:
    season = running.a_running_season(room, pace="9d/turn")
    game, eve = season.games["Ada-Bob"], room.player("Eve")
    room.clock.move(HOUR * 70)
    game.play("A1")
    room.clock.move(HOUR)
    game.play("B1")
    room.clock.move(HOUR * 30)
    replaced(season, "Ada", "Eve")
    room.clock.move(HOUR * 2)
    replace(game, players=(eve, season.players["Bob"])).play("A2")
    season.resign("Ada-Bob", 1)

    assert replies(room, eve) == (2 * 3600, 2 * 3600)
    assert replies(room, season.players["Bob"]) == (3600, 3600)
