"""Twins at a terminal: what a command prints for a seat, or for everybody, is the same whatever the other chose."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from corr.cli import main
from corr.store.tables.games import Game
from tests.playing import TestGame, a_game, a_room
from tests.twins import STORIES, Step, Story, parted
from tests.worlds import unchanged

_TOLD = {name: story for name, story in STORIES.items() if story.ruleset == "kerd/1"}
_CHECKED = [
    name for name, story in _TOLD.items() if {seat for seat, _ in story.one} == {0, 1} and "changed" not in name
]


@pytest.fixture(scope="module", params=list(_TOLD))
def made(
    request: pytest.FixtureRequest, migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[TestGame, ...]]:
    """Two copies of a service, in which the game went in the two ways of a story."""
    story, folder = _TOLD[request.param], tmp_path_factory.mktemp("twins")
    shutil.copyfile(migrated_sqlite, folder / "begun.sqlite")
    with (
        a_room(f"sqlite:///{folder}/begun.sqlite") as room,
        parted(a_game(room, ruleset=story.ruleset), (story.one, story.other), folder) as games,
    ):
        yield games


@pytest.fixture
def twins(made: tuple[TestGame, ...]) -> Iterator[tuple[TestGame, ...]]:
    """The games, to be looked at."""
    with unchanged(*(game.room for game in made)):
        yield made


def printed(*words: str, typed: str = "", url: str = "") -> tuple[int, str, str]:
    """What a command does, but digests, which are drawn by chance."""
    environ = {"CORR_DATABASE_URL": url or None, "CORR_URL": None, "CORR_VAR": None}
    result = CliRunner(env=environ).invoke(main, list(words), typed)
    said, refused = (re.sub(r"\b[0-9a-f]{64}\b", "DIGEST", text) for text in (result.stdout, result.stderr))
    return result.exit_code, said, refused


def whole(game: TestGame) -> str:
    """All of the position, which nobody but the service knows."""
    position = game.room.rows(Game)[0]["position"]
    assert isinstance(position, str)
    return position


@pytest.mark.parametrize("seat", [("--seat", "b"), ()])
def test_a_record_tells_no_secret(twins: tuple[TestGame, ...], seat: tuple[str, ...]) -> None:
    one, other = (printed("record", game.id, *seat, url=game.room.database.url) for game in twins)

    assert one[0] == 0
    assert one == other


def test_a_record_tells_its_own_seat_the_secret(twins: tuple[TestGame, ...]) -> None:
    one, other = (game.view(game.players[0]) for game in twins)
    records = [printed("record", game.id, "--seat", "w", url=game.room.database.url) for game in twins]

    assert (records[0] == records[1]) == (one.turns == other.turns)


@pytest.mark.parametrize("command", ["actions", "board"])
def test_a_seat_is_told_no_secret_of_a_whole_position(twins: tuple[TestGame, ...], command: str) -> None:
    one, other = (printed(command, "kerd", "--seat", "b", "-p", whole(game)) for game in twins)

    assert one == other


@pytest.mark.parametrize("command", ["actions", "board"])
@pytest.mark.parametrize("viewer", [None, 1])
def test_an_observed_position_tells_no_secret(twins: tuple[TestGame, ...], command: str, viewer: int | None) -> None:
    views = [game.view(None if viewer is None else game.players[viewer]) for game in twins]
    one, other = (
        [printed(command, "kerd", "-p", view.position, *seat) for seat in ((), ("--seat", "b"))] for view in views
    )

    assert one == other


def typed(steps: tuple[Step, ...]) -> str:
    """*steps* as Black would write them down: the own choice first."""
    choices = {seat: text for seat, text in steps if text.startswith("infiltrator")}
    turns = [text for _, text in steps if not text.startswith("infiltrator")]
    return "\n".join((choices[1], choices[0], *turns))


@pytest.mark.parametrize("name", _CHECKED)
def test_turns_that_are_checked_for_a_seat_tell_no_secret(name: str) -> None:
    story: Story = _TOLD[name]
    one, other = (printed("check", "kerd", "--seat", "b", typed=typed(steps)) for steps in (story.one, story.other))

    assert one[0] == 0
    assert one == other


@pytest.mark.parametrize("name", _CHECKED)
def test_a_refusal_of_a_turn_that_is_checked_for_a_seat_tells_no_secret(name: str) -> None:
    story: Story = _TOLD[name]
    for text in story.tries:
        one, other = (
            printed("check", "kerd", "--seat", "b", typed=f"{typed(steps)}\n{text}")
            for steps in (story.one, story.other)
        )
        assert one == other
