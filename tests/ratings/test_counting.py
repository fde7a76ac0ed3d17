"""Counting games for ratings: which count, in small parts, and everything anew that follows from a change."""

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from sqlalchemy import delete, select, update

from corr.game.game_row import GAME, SEAT
from corr.play.endings import resign
from corr.play.lifecycle import NewGame, start_game
from corr.ratings.counting import count_next, is_counting
from corr.ratings.glicko2 import (
    PERIOD_DAYS,
    Evidence,
    Played,
    Strength,
    aged,
    improved,
    term_of,
    updated,
)
from corr.store.base import table
from corr.store.tables.games import Game, Turn
from corr.store.tables.player_accounts import MailAddress
from corr.store.tables.ratings import ConductDue, Rating, RatingDay, RatingDue
from tests.clocks.test_absences import migrate_from
from tests.examples import FEW
from tests.playing import Room, TestGame, a_room, terms
from tests.ratings.building import (
    DAYS,
    Ended,
    change,
    count,
    days_of,
    from_the_beginning,
    present,
    write,
)

NEW = Strength()


@pytest.fixture
def ada(room: Room) -> int:
    return room.player("Ada")


@pytest.fixture
def bob(room: Room) -> int:
    return room.player("Bob")


def test_the_winner_of_a_rated_game_rises_and_the_loser_falls(room: Room, ada: int, bob: int) -> None:
    write(room, {"a": Ended(0, ada, bob, winner=1)})

    count(room)

    lost, won = updated(NEW, [Played(NEW, 0)], 0), updated(NEW, [Played(NEW, 1)], 0)
    assert days_of(room) == {
        (ada, DAYS[0]): (lost.rating, lost.deviation, lost.volatility, 1),
        (bob, DAYS[0]): (won.rating, won.deviation, won.volatility, 1),
    }
    assert present(room) == days_of(room)


@pytest.mark.parametrize(
    ("reason", "winner", "counts"),
    [
        ("line", 0, True),
        ("resignation", 1, True),
        ("time", 0, True),
        ("agreement", None, True),
        ("adjudicated", 0, False),
        ("adjudicated", None, False),
        ("forfeit", 0, False),
        ("annulled", None, False),
        ("cancelled", None, False),
        ("abandoned", None, False),
        ("voided", None, False),
    ],
)
def test_games_with_a_result_count_unless_they_were_forfeited_or_decided_by_somebody(
    room: Room, *, reason: str, winner: int | None, counts: bool
) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    write(room, {"a": Ended(0, ada, bob, winner, reason, turns=4)})

    count(room)

    assert bool(room.rows(RatingDay)) == counts
    assert room.rows(Game)[0]["counted_at"] is not None


def test_unrated_games_never_count(room: Room, ada: int, bob: int) -> None:
    write(room, {"a": Ended(0, ada, bob, is_rated=False)})

    count(room)

    assert not room.rows(RatingDay)


def test_a_running_game_does_not_count(room: Room, ada: int, bob: int) -> None:
    with room.workshop.open() as uow:
        start_game(uow, NewGame("tiny/1", {}, terms("3d/turn"), (ada, bob), is_rated=True))

    assert count(room) == 0
    assert not room.rows(RatingDay)


def test_a_rated_game_counts_as_soon_as_it_is_given_up(room: Room, ada: int, bob: int) -> None:
    with room.workshop.open() as uow:
        game_id = start_game(uow, NewGame("tiny/1", {}, terms("3d/turn"), (ada, bob), is_rated=True))
    for text in ("A1", "B1", "A2", "B2"):
        TestGame(room, game_id, (ada, bob)).play(text)
    room.clock.move(timedelta(days=1))
    with room.workshop.open() as uow:
        resign(uow, game_id, ada, "web")

    count(room)

    assert [(row["player_id"], row["games"], row["last_day"]) for row in room.rows(Rating)] == [
        (ada, 1, DAYS[1]),
        (bob, 1, DAYS[1]),
    ]


def test_a_game_with_a_player_without_a_verified_address_is_not_rated(room: Room, ada: int, bob: int) -> None:
    with room.workshop.open() as uow:
        addresses = table(MailAddress)
        uow.connection.execute(delete(addresses).where(addresses.c.player_id == bob))

    with room.workshop.open() as uow:
        start_game(uow, NewGame("tiny/1", {}, terms("3d/turn"), (ada, bob), is_rated=True))

    assert not room.rows(Game)[0]["is_rated"]


def test_each_game_has_a_list_of_its_own_and_all_rulesets_of_a_game_share_one(room: Room, ada: int, bob: int) -> None:
    games = {"a": Ended(0, ada, bob), "b": Ended(1, ada, bob, game="hide"), "c": Ended(2, ada, bob)}
    write(room, games)
    change(room, "c", ruleset="tiny/2")

    count(room)

    assert days_of(room) == from_the_beginning(games)
    assert days_of(room, "hide") == from_the_beginning(games, "hide")


def test_a_day_begins_at_midnight_in_utc(room: Room, ada: int, bob: int) -> None:
    write(room, {"a": Ended(0, ada, bob), "b": Ended(0, ada, bob)})
    midnight = room.clock.now().replace(hour=0) + timedelta(days=1)
    change(room, "a", ended_at=midnight - timedelta(microseconds=1))
    change(room, "b", ended_at=midnight)

    count(room)

    assert sorted({row["day"] for row in room.rows(RatingDay)}) == DAYS[:2]


@pytest.mark.both_databases
def test_an_annulled_game_leaves_no_trace(room: Room, ada: int, bob: int) -> None:
    games = {"a": Ended(0, ada, bob), "b": Ended(3, ada, bob, None), "c": Ended(9, bob, ada)}
    write(room, games)
    count(room)

    change(room, "b", reason="annulled", winner=None)
    count(room)

    del games["b"]
    assert days_of(room) == from_the_beginning(games)
    assert {key[1] for key in present(room)} == {DAYS[9]}


def test_players_whose_only_game_is_annulled_have_no_rating(room: Room, ada: int, bob: int) -> None:
    write(room, {"a": Ended(0, ada, bob)})
    count(room)

    change(room, "a", reason="annulled", winner=None)
    count(room)

    assert not room.rows(Rating)
    assert not room.rows(RatingDay)


def test_the_last_day_is_that_of_the_game_before_when_the_last_one_is_annulled(room: Room, ada: int, bob: int) -> None:
    write(room, {"a": Ended(0, ada, bob), "b": Ended(5, ada, bob)})
    count(room)

    change(room, "b", reason="annulled", winner=None)
    count(room)

    assert present(room) == from_the_beginning({"a": Ended(0, ada, bob)})


@pytest.mark.both_databases
def test_a_result_changed_in_the_past_changes_all_that_followed_from_it(room: Room, ada: int, bob: int) -> None:
    cy, di, eve = (room.player(name) for name in ("Cy", "Di", "Eve"))
    games = {
        "a": Ended(0, ada, bob),
        "b": Ended(2, bob, cy),
        "c": Ended(4, cy, di),
        "d": Ended(1, di, eve),
    }
    write(room, games)
    count(room)
    before = days_of(room)

    change(room, "a", winner=1)
    count(room)

    after = days_of(room)
    assert after == from_the_beginning(games | {"a": replace(games["a"], winner=1)})
    changed = {key for key in after if after[key] != before[key]}
    assert changed == {(ada, DAYS[0]), (bob, DAYS[0]), (bob, DAYS[2]), (cy, DAYS[2]), (cy, DAYS[4]), (di, DAYS[4])}


@pytest.mark.both_databases
def test_counting_goes_on_where_it_was_cut_off(room: Room) -> None:
    players = [room.player(f"Player{number}") for number in range(6)]
    games = {
        f"g{number}": Ended(number % 7, players[number % 6], players[(number * 5 + 1) % 6], (0, 1, None)[number % 3])
        for number in range(60)
        if number % 6 != (number * 5 + 1) % 6
    }
    write(room, games)

    for _ in range(1_000):
        # What is cut off in the middle is as if it had never begun.
        with pytest.raises(ZeroDivisionError):
            _count_and_fail(room)
        if not count(room, 1):
            break

    assert days_of(room) == from_the_beginning(games)
    assert not room.rows(RatingDue)
    assert not room.rows(ConductDue)


@pytest.mark.both_databases
def test_several_processes_at_once_do_no_harm(room: Room) -> None:
    players = [room.player(f"Player{number}") for number in range(8)]
    games = {f"g{number}": Ended(number % 5, players[number % 8], players[(number + 3) % 8]) for number in range(80)}
    write(room, games)

    with ThreadPoolExecutor(4) as processes:
        list(processes.map(lambda _number: count(room), range(4)))
    count(room)

    assert days_of(room) == from_the_beginning(games)


@pytest.mark.both_databases
def test_days_with_more_games_than_are_worked_out_at_once_are_counted_whole(room: Room, ada: int, bob: int) -> None:
    games = {f"a{number}": Ended(0, ada, bob, number % 2) for number in range(1_100)}
    games |= {f"b{number}": Ended(1 + number // 400, ada, bob, number % 3 // 2) for number in range(1_300)}
    write(room, games)
    count(room)

    expected = from_the_beginning(games)
    assert days_of(room) == expected
    assert present(room) == {(player, DAYS[4]): expected[player, DAYS[4]] for player in (ada, bob)}


@pytest.mark.both_databases
def test_the_lost_games_of_one_absence_cost_their_loser_one_game_and_give_each_opponent_a_whole_win(room: Room) -> None:
    away, *opponents = (room.player(f"Player{number}") for number in range(11))
    # Everybody is rated differently before.
    before = {f"w{number}": Ended(0, away, opponent, number % 2) for number, opponent in enumerate(opponents)}
    before |= {f"v{number}": Ended(1, opponents[0], opponents[number], number % 3 // 2) for number in range(1, 10)}
    lost = {
        f"l{number}": Ended(9, opponent, away, reason="time", turns=4, was_absent=True)
        for number, opponent in enumerate(opponents)
    }
    write(room, before)
    count(room)
    strengths = {player: Strength(*cells[:3]) for (player, _), cells in present(room).items()}
    days = {player: (DAYS[9] - day).days / PERIOD_DAYS for player, day in present(room)}

    write(room, lost)
    count(room)

    after = {player: Strength(*cells[:3]) for (player, day), cells in days_of(room).items() if day == DAYS[9]}
    entering = {player: aged(strengths[player], days[player]) for player in strengths}
    losses = [term_of(strengths[away], Played(entering[opponent], 0)) for opponent in opponents]
    information = math.fsum(loss.weight**2 * loss.expected * (1 - loss.expected) for loss in losses) / 10
    surplus = math.fsum(loss.weight * -loss.expected for loss in losses) / 10
    assert after[away] == improved(strengths[away], Evidence(1 / information, surplus), days[away])
    for opponent in opponents:
        won = Played(entering[away], 1)
        assert after[opponent] == updated(strengths[opponent], [won], days[opponent], counted=2)


def test_games_lost_on_one_day_by_someone_who_was_there_weigh_as_fifteen_at_most(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    won = {f"w{number}": Ended(number, ada, bob) for number in range(40)}
    games = won | {f"l{number}": Ended(41, bob, ada, reason="time", turns=4) for number in range(100)}
    write(room, games)

    count(room)

    assert days_of(room) == from_the_beginning(games)
    before, after = (days_of(room)[ada, DAYS[day]] for day in (39, 41))
    assert before[0] - after[0] == pytest.approx(350)
    assert 0 < after[2] <= 0.12


@pytest.mark.both_databases
def test_at_an_upgrade_all_days_are_counted_again_by_the_present_bounds(room: Room, ada: int, bob: int) -> None:
    games = {f"g{number}": Ended(number // 9, ada, bob, number % 3 // 2) for number in range(60)}
    write(room, games)
    count(room)
    expected = days_of(room), present(room)
    with room.workshop.open() as uow:
        for rows in (RatingDay, Rating):
            uow.connection.execute(update(table(rows)).values(rating=-4056, volatility=7e14))

    migrate_from("0041", room)
    count(room)

    assert (days_of(room), present(room)) == expected


def test_what_was_counted_stays_as_it_is(room: Room, ada: int, bob: int) -> None:
    write(room, {"a": Ended(0, ada, bob)})
    count(room)
    before = days_of(room)

    assert count(room) == 0
    change(room, "a")
    count(room)

    assert days_of(room) == before


@pytest.mark.both_databases
def test_it_is_known_whether_everything_is_counted(room: Room, ada: int, bob: int) -> None:
    def known() -> bool:
        with room.workshop.look() as reader:
            return is_counting(reader)

    assert not known()
    write(room, {"a": Ended(0, ada, bob)})
    assert known()
    count(room, 1)
    assert known()
    count(room)
    assert not known()


histories = some.lists(
    some.tuples(
        # Some of them so often on one day that it weighs less than all of its games.
        some.sampled_from((1, 1, 1, 9)),
        some.builds(
            lambda day, pair, winner, rated, turns, away: Ended(
                day,
                pair[0],
                pair[1],
                winner,
                reason="time" if away else "line",
                is_rated=rated,
                turns=turns,
                was_absent=away,
            ),
            # Some of them further apart than what is worked out at once.
            some.integers(0, 20) | some.integers(30, 55),
            some.permutations(range(5)),
            some.sampled_from((0, 1, None)),
            some.sampled_from((True, True, True, False)),
            some.sampled_from((0, 4)),
            some.booleans(),
        ),
    ),
    min_size=1,
    max_size=25,
)
rulings = some.lists(
    some.tuples(
        some.integers(0, 100),
        some.sampled_from(((0, "resignation"), (0, "adjudicated"), (1, "line"), (None, "annulled"))),
    ),
    max_size=6,
)


@settings(max_examples=FEW // 2, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(histories, rulings, some.integers(1, 5))
def test_whatever_is_counted_and_changed_when_it_is_as_if_it_had_always_been_so(
    sqlite_url: str, drawn: list[tuple[int, Ended]], ruled: list[tuple[int, tuple[int | None, str]]], parts: int
) -> None:
    with a_room(sqlite_url) as room:
        _clear(room)
        players = _players(room)
        games = {
            f"g{number}": replace(ended, first=players[ended.first], second=players[ended.second])
            for number, ended in enumerate(ended for times, ended in drawn for _ in range(times))
        }
        # In any order, a few at a time, while some of it is counted.
        for number, (game_id, ended) in enumerate(games.items()):
            write(room, {game_id: ended})
            count(room, number % parts)
        for number, (which, (winner, reason)) in enumerate(ruled):
            game_id = f"g{which % len(games)}"
            games[game_id] = replace(games[game_id], winner=winner, reason=reason)
            change(room, game_id, winner=winner, reason=reason)
            count(room, number % parts)
        count(room)

        expected = from_the_beginning(games)
        assert days_of(room) == expected
        last = dict(sorted(expected))
        assert present(room) == {(player, day): expected[player, day] for player, day in last.items()}


def _count_and_fail(room: Room) -> None:
    with room.workshop.open() as uow:
        count_next(uow)
        raise ZeroDivisionError


def _players(room: Room) -> list[int]:
    with room.workshop.look() as reader:
        addresses = table(MailAddress)
        found = list(reader.connection.execute(select(addresses.c.player_id)).scalars())
    return found or [room.player(f"Player{number}") for number in range(5)]


def _clear(room: Room) -> None:
    """Leave nothing of the example before but its players."""
    with room.workshop.open() as uow:
        for rows in (RatingDay, Rating, RatingDue, ConductDue, Turn):
            uow.connection.execute(delete(table(rows)))
        uow.connection.execute(delete(SEAT))
        uow.connection.execute(delete(GAME))
