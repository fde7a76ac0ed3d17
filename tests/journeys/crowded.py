"""A demo in which Ada has as much as gathers in years: 300 more running games, a game of 500 turns, 10,000 messages."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from sqlalchemy import insert

from corr.base.uow import UnitOfWork, Workshop
from corr.games.registry import Registry
from corr.players.profiles import demo_players
from corr.store.base import table
from corr.store.db import Database
from corr.store.tables.games import Message
from corr.wiring import SystemClock
from tests.bench._crowd import numbered_game_id
from tests.bench._game_copies import Copy, Model, add_copies, model_of, row_format_for
from tests.journeys.scripted_boards import TURNS, Demo
from tests.playing import a_game, a_room
from tests.wandering import wandering

RUNNING, TURNS_OF_LONGEST, MESSAGES = 300, 500, 10_000
LONGEST, TALK = "longest", "talk"
"""The names of the game with most turns and of that with most messages."""


def a_crowded_demo(demo: Demo, folder: Path, empty: Path) -> Demo:
    """
    A copy of *demo* in a *folder*, with all that.

    :param empty: a migrated SQLite database without rows.
    """
    shutil.copytree(demo.folder, folder)
    longest = _longest(shutil.copyfile(empty, folder.with_suffix(".sqlite")))
    with closing(Database(f"sqlite:///{folder / 'corr.sqlite'}")) as database:
        workshop = Workshop(database, SystemClock(), Registry.discover(), b"")
        with workshop.open() as uow:
            ada, ben = (player.id for player in demo_players(uow) if player.name in {"Ada", "Ben"})
            usual = [model_of(uow, demo.games[game].rpartition("/")[2]) for game in TURNS]
            copies = list(_copies(usual, (ada, ben)))
            talk = Copy(usual[0], numbered_game_id(RUNNING), (ada, ben), timedelta(0))
            ago = uow.now - longest.changed_at
            long = Copy(longest, numbered_game_id(RUNNING + 1), (ada, ben), ago)
            add_copies(uow, [*copies, talk, long], row_format_for(uow.connection.dialect))
            _talk(uow, talk)
    return replace(demo, folder=folder, games={**demo.games, LONGEST: f"/games/{long.id}", TALK: f"/games/{talk.id}"})


def _copies(models: Sequence[Model], players: tuple[int, int]) -> Iterator[Copy]:
    """Games like *models*, in turn, of the same players; each of them is due in half of them."""
    for number in range(RUNNING):
        seats = players if number // len(models) % 2 else players[::-1]
        yield Copy(models[number % len(models)], numbered_game_id(number), seats, timedelta(seconds=-number))


def _longest(path: Path) -> Model:
    """A game of that many turns, played in the database at *path*."""
    with a_room(f"sqlite:///{path}") as room:
        game = a_game(room, *wandering(TURNS_OF_LONGEST), ruleset="kelasu/1", pace="30d/turn")
        with room.workshop.look() as reader:
            return model_of(reader, game.id)


def _talk(uow: UnitOfWork, game: Copy) -> None:
    """Let both players of a game have written in turn, and have read it all."""
    last = game.model.game["turn_number"]
    said = [
        {
            "game_id": game.id,
            "turn_number": 1 + number * last // MESSAGES,
            "seat": number % 2,
            "text": f"Word {number + 1}",
            "door": "web",
            "at": uow.now - timedelta(minutes=MESSAGES - number),
            "order_key": f"word {number}",
        }
        for number in range(MESSAGES)
    ]
    uow.connection.execute(insert(table(Message)), said)
