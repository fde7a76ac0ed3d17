"""A list of ratings with a day that cannot be counted waits: it stops no other, and says what it waits for."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from corr.administration.verification import verify_games
from corr.base.uow import UnitOfWork
from corr.ratings import counting, rating_days
from corr.ratings.counting import is_any_due
from corr.ratings.glicko2 import Played, Strength, updated
from corr.ratings.recount import Comparison, compare, recompute
from corr.ratings.reliability import count_conduct
from corr.ratings.waiting_lists import WaitingList, waiting_lists
from corr.store.tables.ratings import Conduct, RatingDue
from tests.playing import Room
from tests.ratings.building import DAYS, Ended, change, count, days_of, from_the_beginning, present, write

WORDS = "The ratings in Tiny wait: the games of Ada and Bob on 2026-03-06 met a fault, ZeroDivisionError in stumble."


@pytest.fixture
def fault(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A fault that is met on each day on which somebody has three games, until it is undone."""

    def stumble(strength: Strength, games: Sequence[Played], periods: float = 1, *, counted: int = 0) -> Strength:
        if len(games) == 3:
            raise ZeroDivisionError(str(strength))
        return updated(strength, games, periods, counted=counted)

    monkeypatch.setattr(rating_days, "updated", stumble)
    return monkeypatch


@pytest.fixture
def games(room: Room) -> dict[str, Ended]:
    """Games of two kinds; on the fifth day there are three in one of them."""
    ada, bob, cy = (room.player(name) for name in ("Ada", "Bob", "Cy"))
    pairs = [(ada, bob), (bob, cy), (cy, ada)]
    found = {f"t{number}": Ended(number, *pairs[number % 3]) for number in range(8)}
    found |= {f"h{number}": Ended(number, *pairs[number % 3], game="hide") for number in range(8)}
    return found | {f"three{number}": Ended(4, ada, bob, number) for number in range(2)} | {"t4": Ended(4, ada, bob)}


def waiting(room: Room) -> tuple[WaitingList, ...]:
    with room.workshop.look() as reader:
        return waiting_lists(reader)


def is_due(room: Room) -> bool:
    with room.workshop.look() as reader:
        return is_any_due(reader)


def again(room: Room) -> Comparison:
    return recompute(room.workshop, pause=lambda _seconds: None)


@pytest.mark.both_databases
@pytest.mark.usefixtures("fault")
def test_other_lists_and_conduct_are_counted_while_one_list_waits(room: Room, games: dict[str, Ended]) -> None:
    write(room, games)

    count(room)

    assert days_of(room, "hide") == from_the_beginning(games, "hide")
    assert len(present(room, "hide")) == len(room.rows(Conduct)) == 3
    assert {row["game"] for row in room.rows(RatingDue)} == {"tiny"}
    assert not is_due(room)


@pytest.mark.usefixtures("fault")
def test_games_that_end_later_are_counted_in_the_other_lists(room: Room, games: dict[str, Ended]) -> None:
    write(room, games)
    count(room)
    later = {"late1": Ended(20, 1, 2), "late2": Ended(20, 1, 2, game="hide")}

    write(room, later)
    count(room)

    assert days_of(room, "hide") == from_the_beginning(games | later, "hide")


@pytest.mark.usefixtures("fault")
def test_a_list_that_waits_names_its_game_the_day_the_players_and_the_fault_but_not_what_it_says(
    room: Room, games: dict[str, Ended], caplog: pytest.LogCaptureFixture
) -> None:
    write(room, games)
    begun = room.clock.now()

    for _ in range(5):
        count(room)
        room.clock.move(timedelta(minutes=10))

    (found,) = waiting(room)
    assert (found.game, found.day, found.players, found.since) == ("tiny", DAYS[4], "Ada and Bob", begun)
    assert found.words == WORDS
    (logged,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert "tiny" in logged
    assert "stumble" in logged
    assert "Strength(rating=" not in caplog.text


@pytest.mark.both_databases
def test_a_list_is_counted_again_ten_minutes_later_and_comes_out_as_if_nothing_had_been(
    room: Room, games: dict[str, Ended], fault: pytest.MonkeyPatch
) -> None:
    write(room, games)
    count(room)
    fault.undo()
    count(room)
    assert waiting(room)

    room.clock.move(timedelta(minutes=10))
    count(room)

    assert not waiting(room)
    assert days_of(room) == from_the_beginning(games)


@pytest.mark.usefixtures("fault")
def test_a_list_waits_no_longer_when_the_games_that_met_the_fault_count_no_more(
    room: Room, games: dict[str, Ended]
) -> None:
    write(room, games)
    count(room)

    change(room, "three1", reason="annulled", winner=None)
    room.clock.move(timedelta(minutes=10))
    count(room)

    assert not waiting(room)
    del games["three1"]
    assert days_of(room) == from_the_beginning(games)


@pytest.mark.both_databases
def test_a_recomputation_tries_all_lists_again_at_once(
    room: Room, games: dict[str, Ended], fault: pytest.MonkeyPatch
) -> None:
    write(room, games)
    count(room)
    fault.undo()

    assert again(room).waiting == ()
    assert days_of(room) == from_the_beginning(games)


@pytest.mark.both_databases
@pytest.mark.usefixtures("fault")
def test_a_recomputation_puts_the_other_lists_right_and_names_the_one_that_waits(
    room: Room, games: dict[str, Ended]
) -> None:
    write(room, games)

    found = again(room)

    assert [each.words for each in found.waiting] == [WORDS]
    assert found.until is None
    assert days_of(room, "hide") == from_the_beginning(games, "hide")


@pytest.mark.both_databases
def test_the_conduct_of_one_player_that_cannot_be_counted_stops_no_other(
    room: Room, games: dict[str, Ended], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(uow: UnitOfWork, players: Sequence[int]) -> None:
        count_conduct(uow, players)
        if 1 in players:
            raise ZeroDivisionError

    monkeypatch.setattr(counting, "count_conduct", stumble)
    write(room, games)

    count(room)

    assert {row["player_id"] for row in room.rows(Conduct)} == {2, 3}
    assert "player 1" in caplog.text
    assert not is_due(room)


def test_a_day_that_was_counted_and_cannot_be_compared_stops_no_comparison_of_other_lists(
    room: Room, games: dict[str, Ended], request: pytest.FixtureRequest
) -> None:
    write(room, games)
    count(room)
    before = days_of(room), days_of(room, "hide")
    request.getfixturevalue("fault")

    with room.workshop.look() as reader:
        found = compare(reader)

    assert [each.words for each in found.waiting] == [WORDS]
    # Of the list of the other game all days were compared.
    assert found.days >= len(before[1])
    assert (days_of(room), days_of(room, "hide")) == before
    assert [finding.words for finding in verify_games(room.workshop) if "rating" in finding.words] == [
        f"{WORDS} Work it out anew with: corr ratings recompute"
    ]
