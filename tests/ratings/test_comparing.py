"""Ratings worked out anew from all games: the same numbers as counting gives, and what was damaged is put right."""

from datetime import date

import pytest
from sqlalchemy import delete, update

from corr.administration.verification import verify_games
from corr.ratings.rated_games import RATING, RATING_DAY
from corr.ratings.recount import Comparison, compare, recompute
from corr.store.tables.ratings import Rating, RatingDay
from tests.playing import Room
from tests.ratings.building import DAYS, Ended, change, count, days_of, from_the_beginning, present, write


@pytest.fixture
def players(room: Room) -> list[int]:
    return [room.player(name) for name in ("Ada", "Bob", "Cy")]


def some_games(players: list[int]) -> dict[str, Ended]:
    """Two months of games of three players, of two kinds."""
    ada, bob, cy = players
    pairs = [(ada, bob), (bob, cy), (cy, ada)]
    return {
        f"g{number}": Ended(
            number * 2, *pairs[number % 3], (0, 1, None, 0)[number % 4], game=("tiny", "hide")[number % 5 == 0]
        )
        for number in range(30)
    }


def compared(room: Room) -> Comparison:
    with room.workshop.look() as reader:
        return compare(reader)


def found(room: Room) -> list[str]:
    """What a verification finds about ratings."""
    return [finding.words for finding in verify_games(room.workshop) if "rating" in finding.words]


def test_a_recomputation_finds_the_very_numbers_that_were_counted(room: Room, players: list[int]) -> None:
    write(room, some_games(players))
    count(room)
    before = room.rows(RatingDay), room.rows(Rating)

    comparison = recompute(room.workshop, pause=lambda _seconds: None)

    assert (comparison.days, comparison.players, comparison.differing) == (60, 3, ())
    assert (room.rows(RatingDay), room.rows(Rating)) == before


@pytest.mark.both_databases
@pytest.mark.parametrize("column", ["rating", "deviation", "volatility", "games"])
def test_a_damaged_day_is_found_and_put_right_with_all_that_followed_from_it(
    room: Room, players: list[int], column: str
) -> None:
    games = some_games(players)
    write(room, games)
    count(room)
    damaged = RATING_DAY.c.player_id == players[0], RATING_DAY.c.day == DAYS[4], RATING_DAY.c.game == "tiny"
    with room.workshop.open() as uow:
        uow.connection.execute(update(RATING_DAY).where(*damaged).values({column: RATING_DAY.c[column] + 1}))
    # Somebody's next game is counted on top of the damage.
    change(room, "g8")
    count(room)

    comparison = recompute(room.workshop, pause=lambda _seconds: None)

    assert (DAYS[4], players[0]) in {(batch.day, player) for batch, player in comparison.differing}
    assert days_of(room) == from_the_beginning(games)


@pytest.mark.both_databases
def test_a_day_that_was_lost_and_one_that_never_was_are_put_right(room: Room, players: list[int]) -> None:
    games = some_games(players)
    write(room, games)
    count(room)
    with room.workshop.open() as uow:
        lost = RATING_DAY.c.player_id == players[1], RATING_DAY.c.day == DAYS[2]
        uow.connection.execute(delete(RATING_DAY).where(*lost))
        moved = RATING_DAY.c.player_id == players[2], RATING_DAY.c.day == DAYS[4]
        uow.connection.execute(update(RATING_DAY).where(*moved).values(day=DAYS[5]))

    recompute(room.workshop, pause=lambda _seconds: None)

    assert days_of(room) == from_the_beginning(games)
    assert compared(room).differing == ()


def test_a_damaged_list_is_put_right(room: Room, players: list[int]) -> None:
    write(room, some_games(players))
    count(room)
    before = present(room)
    stranger = room.player("Di")
    with room.workshop.open() as uow:
        uow.connection.execute(update(RATING).where(RATING.c.player_id == players[0]).values(rating=3000))
        uow.connection.execute(delete(RATING).where(RATING.c.player_id == players[1]))
        uow.connection.execute(update(RATING).where(RATING.c.player_id == players[2]).values(player_id=stranger))

    recompute(room.workshop, pause=lambda _seconds: None)

    assert present(room) == before


def test_a_dry_run_changes_nothing(room: Room, players: list[int]) -> None:
    write(room, some_games(players))
    count(room)
    with room.workshop.open() as uow:
        uow.connection.execute(update(RATING_DAY).values(rating=1234))
    before = room.rows(RatingDay)

    assert len(compared(room).differing) == 60
    assert room.rows(RatingDay) == before


def test_what_waits_to_be_counted_is_no_difference(room: Room, players: list[int]) -> None:
    write(room, some_games(players))
    count(room)
    change(room, "g10", winner=1, reason="adjudicated")

    comparison = compared(room)

    assert comparison.until == DAYS[20]
    assert comparison.differing == ()


@pytest.mark.both_databases
def test_a_recomputation_counts_what_waits_before(room: Room, players: list[int]) -> None:
    games = some_games(players)
    write(room, games)

    recompute(room.workshop, pause=lambda _seconds: None)

    assert days_of(room) == from_the_beginning(games)


def test_without_any_game_there_is_nothing_to_compare(room: Room) -> None:
    assert compared(room) == Comparison(0, 0, (), None)


@pytest.mark.both_databases
def test_a_verification_names_whose_rating_is_wrong_and_what_to_do(room: Room, players: list[int]) -> None:
    write(room, some_games(players))
    count(room)
    assert not found(room)
    with room.workshop.open() as uow:
        last = RATING_DAY.c.player_id == players[0], RATING_DAY.c.day == DAYS[58]
        uow.connection.execute(update(RATING_DAY).where(*last).values(rating=9999))

    (finding,) = found(room)
    assert finding == (
        f"The rating of Ada in tiny on {date(2026, 4, 29)} is not what the games lead to. "
        "Work it out anew with: corr ratings recompute"
    )


@pytest.mark.both_databases
def test_a_verification_tells_how_many_more_there_are_instead_of_naming_all(room: Room, players: list[int]) -> None:
    write(room, some_games(players))
    count(room)
    with room.workshop.open() as uow:
        uow.connection.execute(update(RATING_DAY).values(rating=9999))

    assert len(found(room)) == 21
    assert "40 more ratings" in found(room)[-1]
