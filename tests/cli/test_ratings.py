"""`corr ratings recompute`, as a person at a terminal sees it."""

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import update

from corr.cli import main
from corr.ratings import rating_days
from corr.ratings.glicko2 import Strength
from corr.ratings.rated_games import RATING_DAY
from corr.store.tables.ratings import RatingDay
from tests.playing import Room, a_room
from tests.ratings.building import Ended, count, days_of, from_the_beginning, write


@pytest.fixture
def games() -> dict[str, Ended]:
    return {"a": Ended(0, 1, 2), "b": Ended(3, 2, 1, None), "c": Ended(7, 1, 2)}


def run(url: str, *words: str) -> Result:
    """What the command did for a service whose data lies at *url*."""
    environ = {"CORR_DATABASE_URL": url, "CORR_SECRET": "x" * 64, "CORR_URL": None, "CORR_VAR": None}
    return CliRunner(env=environ).invoke(main, ["ratings", "recompute", *words])


def fill(room: Room, games: dict[str, Ended]) -> None:
    """Two players whose *games* are counted."""
    assert [room.player(name) for name in ("Ada", "Bob")] == [1, 2]
    write(room, games)
    count(room)


def damage(room: Room) -> None:
    """Let something else be stored than the games lead to."""
    with room.workshop.open() as uow:
        wrong = RATING_DAY.c.player_id == 1, RATING_DAY.c.games == 1
        uow.connection.execute(update(RATING_DAY).where(*wrong).values(rating=2000))


def test_where_all_is_well_it_says_so(database_url: str, games: dict[str, Ended]) -> None:
    with a_room(database_url) as room:
        fill(room, games)

        result = run(database_url)

    assert (result.exit_code, result.stdout) == (0, "6 days of 2 players worked out: all as it was.\n")


@pytest.mark.both_databases
def test_what_differs_is_put_right_and_told(database_url: str, games: dict[str, Ended]) -> None:
    with a_room(database_url) as room:
        fill(room, games)
        damage(room)

        result = run(database_url)

        assert days_of(room) == from_the_beginning(games)
    assert result.stdout == "6 days of 2 players worked out: 1 day of 1 player changed.\n"


def test_a_dry_run_tells_what_would_change_and_changes_nothing(sqlite_url: str, games: dict[str, Ended]) -> None:
    with a_room(sqlite_url) as room:
        fill(room, games)
        damage(room)
        before = room.rows(RatingDay)

        result = run(sqlite_url, "--dry-run")

        assert room.rows(RatingDay) == before
    assert result.stdout == "6 days of 2 players worked out: 1 day of 1 player would change.\n"


def test_a_dry_run_that_could_compare_nothing_does_not_say_that_all_is_well(
    sqlite_url: str, games: dict[str, Ended]
) -> None:
    with a_room(sqlite_url) as room:
        assert [room.player(name) for name in ("Ada", "Bob")] == [1, 2]
        write(room, games)

        result = run(sqlite_url, "--dry-run")

    assert result.stdout == "Games of 2026-03-02 wait to be counted: from that day on nothing was compared.\n"


@pytest.mark.parametrize("words", [(), ("--dry-run",)])
def test_a_list_that_cannot_be_counted_is_named_in_a_sentence(
    sqlite_url: str, games: dict[str, Ended], words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_games: object, **_more: object) -> Strength:
        raise ZeroDivisionError

    with a_room(sqlite_url) as room:
        fill(room, games)
        monkeypatch.setattr(rating_days, "updated", stumble)

        result = run(sqlite_url, *words)

    assert result.exit_code == 1
    assert result.stderr == (
        "The ratings in tiny wait: the games of Ada and Bob on 2026-03-02 met a fault, ZeroDivisionError in stumble. "
        "From that day on nothing of it was compared.\n"
    )


@pytest.mark.parametrize("words", [(), ("--dry-run",)])
def test_where_nobody_is_rated_it_says_so(sqlite_url: str, words: tuple[str, ...]) -> None:
    with a_room(sqlite_url):
        result = run(sqlite_url, *words)

    assert (result.exit_code, result.stdout) == (0, "No rated game is over yet: there is nothing to work out.\n")


def test_a_dry_run_tells_where_games_wait_to_be_counted(sqlite_url: str, games: dict[str, Ended]) -> None:
    with a_room(sqlite_url) as room:
        fill(room, games)
        write(room, {"d": Ended(9, 1, 2)})

        result = run(sqlite_url, "--dry-run")

    assert result.stdout.splitlines() == [
        "6 days of 2 players worked out: all as it was.",
        "Games of 2026-03-11 wait to be counted: from that day on nothing was compared.",
    ]
