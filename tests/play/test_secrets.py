"""Twins: whoever may not know a secret is told the same, at the same cost, whatever it is."""

import logging
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from corr.base.uow import Reader, UnitOfWork
from corr.errors import CorrError, TurnError
from corr.play.endings import offer_draw, resign
from corr.play.game_lists import my_games
from corr.play.public_games import GamesWanted, public_games
from corr.play.turn_drafts import compose_turn, game_and_turn, preview_turn
from corr.play.turns import submit_turn
from corr.store.tables.games import GameSeat
from corr.store.tables.mails import Outbox
from tests.late_game import LateRules
from tests.playing import TestGame, a_room
from tests.twins import STORIES, Effort, Step, Story, a_twin, copied, effort, told_alike
from tests.worlds import unchanged

SEATS = (1, None)
"""Who may not know: the other seat, and the public."""


@dataclass(frozen=True)
class Twins:
    """Two services with a game each, which went in the two ways of a story."""

    games: tuple[TestGame, TestGame]
    efforts: tuple[list[Effort], list[Effort]]
    """What the first answers of each cost."""


@pytest.fixture(scope="module", params=list(STORIES))
def story(request: pytest.FixtureRequest) -> Story:
    return STORIES[request.param]


@pytest.fixture(scope="module")
def made(story: Story, migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Twins]:
    """The twins of a story, for all tests that only look at them."""
    folder = tmp_path_factory.mktemp("twins")
    with ExitStack() as stack:
        games: list[TestGame] = []
        # The first is thrown away: it fills what is computed once for all.
        for number, steps in enumerate((story.one, story.one, story.other)):
            path = folder / f"{number}.sqlite"
            shutil.copyfile(migrated_sqlite, path)
            game = a_twin(stack.enter_context(a_room(f"sqlite:///{path}", LateRules)), story, steps)
            if not games:
                everything(game, story)
            games.append(game)
        _, one, other = games
        # Counted before anything else is asked, which might be kept.
        yield Twins((one, other), (efforts(one, story), efforts(other, story)))


@pytest.fixture
def twins(made: Twins) -> Iterator[tuple[TestGame, TestGame]]:
    """The games, to be looked at."""
    with unchanged(*(game.room for game in made.games)):
        yield made.games


@pytest.fixture
def copies(made: Twins, tmp_path: Path) -> Iterator[list[TestGame]]:
    """The games, to be played on."""
    with ExitStack() as stack:
        yield [stack.enter_context(copied(game, tmp_path / f"{at}.sqlite")) for at, game in enumerate(made.games)]


def efforts(game: TestGame, story: Story) -> list[Effort]:
    """What it costs to show or tell whoever may not know, piece by piece."""
    player, number = game.players[1], game.view().turn_number
    works: list[Callable[[], object]] = [
        *(partial(page, game, viewer) for viewer in viewers(game)),
        *(partial(game.view, viewer, 1) for viewer in viewers(game)),
        *(partial(game.stamp, viewer) for viewer in viewers(game)),
        partial(look, game, partial(compose_turn, game_id=game.id, player_id=player, turn_number=number)),
        *(partial(answer, game, text) for text in story.tries),
    ]
    return [effort(game.room, partial(refused, work)) for work in works]


def everything(game: TestGame, story: Story) -> list[object]:
    """All that whoever may not know is shown, or told in answer to any question."""
    return [
        *(page(game, viewer) for viewer in viewers(game)),
        *(game.view(viewer, number) for viewer in viewers(game) for number in range(1, game.view().turn_number + 1)),
        *(game.stamp(viewer) for viewer in viewers(game)),
        look(game, lambda reader: my_games(reader, game.players[1])),
        look(game, lambda reader: public_games(reader, GamesWanted())),
        *(answer(game, text) for text in story.tries),
        [row["due_at"] for row in game.room.rows(GameSeat)],
        [(row["kind"], row["player_id"], row["turn_number"]) for row in game.room.rows(Outbox)],
    ]


def viewers(game: TestGame) -> tuple[int | None, ...]:
    return tuple(None if seat is None else game.players[seat] for seat in SEATS)


def look(game: TestGame, question: Callable[[Reader], object]) -> object:
    with game.room.workshop.look() as reader:
        return question(reader)


def page(game: TestGame, viewer: int | None) -> object:
    return look(game, partial(game_and_turn, game_id=game.id, viewer=viewer))


def answer(game: TestGame, text: str) -> object:
    """What seat 1 is told of *text*: as a preview, clicked together, and handed in without effect."""
    number, player = game.view().turn_number, game.players[1]
    return [
        refused(lambda: look(game, lambda reader: preview_turn(reader, game.id, player, number, text=text))),
        refused(lambda: look(game, lambda reader: compose_turn(reader, game.id, player, number, begun=text))),
        refused(lambda: handed_in(game, text)),
    ]


class _UndoneError(Exception):
    """What was tried is undone."""


def handed_in(game: TestGame, text: str) -> object:
    """The receipt, and what the game looks like afterwards; then all of it is undone."""
    order = game.order(text, seat=1)
    told: list[object] = []
    with suppress(_UndoneError), game.room.workshop.open() as uow:
        told += [submit_turn(uow, order), game_and_turn(uow, game.id, game.players[1])]
        undo()
    return told


def undo() -> None:
    raise _UndoneError


def refused(work: Callable[[], object]) -> object:
    try:
        return work()
    except TurnError as refusal:
        return type(refusal), refusal.sentence, refusal.refusal, refusal.begun
    except CorrError as refusal:
        return type(refusal), refusal.sentence


def test_nothing_that_is_told_differs(twins: tuple[TestGame, TestGame], story: Story) -> None:
    one, other = (told_alike(everything(game, story), game) for game in twins)

    assert one == other


def test_nothing_that_is_told_takes_more_work(made: Twins) -> None:
    one, other = made.efforts

    assert one == other
    assert all(found.statements for found in one)


def test_no_log_tells_a_secret(
    twins: tuple[TestGame, TestGame], story: Story, caplog: pytest.LogCaptureFixture
) -> None:
    texts = []
    for game in twins:
        caplog.clear()
        with caplog.at_level(logging.INFO):
            everything(game, story)
        texts.append(told_alike(caplog.text, game))

    assert texts[0] == texts[1]


@pytest.mark.parametrize("act", [offer_draw, resign])
def test_no_act_tells_a_secret_before_the_end(
    copies: list[TestGame], act: Callable[[UnitOfWork, str, int, str], object]
) -> None:
    told = []
    for game in copies:
        with game.room.workshop.open() as uow:
            told.append(told_alike(act(uow, game.id, game.players[1], "web"), game))

    assert told[0] == told[1]


def test_twins_differ_to_who_made_the_choice(twins: tuple[TestGame, TestGame], story: Story) -> None:
    one, other = (game.view(game.players[0]).position for game in twins)

    assert (one == other) == (last_choice(story.one) == last_choice(story.other))


def last_choice(steps: Iterable[Step]) -> str:
    return [text for seat, text in steps if seat == 0 and " " in text][-1]
