"""What a finished action of a half-made turn costs the server: the request that a script sends, answered as JSON."""

import gc
import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import process_time
from urllib.parse import urlencode

from corr.games.registry import Registry
from corr.store.db import Database
from corr.store.migrate import upgrade
from tests.bench._figures import Figure
from tests.bench.engine import opening
from tests.long_turns import LONG_TURNS
from tests.playing import Room, a_room
from tests.web.browsing import Browser, Site

_MEDIAN, _WORST = 10, 40
"""Milliseconds that an answer may take, and that one of a hundred may take."""
_TURNS, _ACTIONS = 40, 6
"""Turns of each game, and actions of each that are clicked."""
_LATE = 200
"""Actions after which a turn counts as long."""


def figures() -> Iterator[Figure]:
    """Those of each game, and those of a turn of hundreds of actions."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'corr.sqlite'}"
        with closing(Database(url)) as database:
            upgrade(database)
        with a_room(url) as room:
            # What a process does once is done before; what it has loaded is left alone by later collections of garbage.
            Site(room).browser().get("/practice/kelasu/draft")
            gc.collect()
            gc.freeze()
            yield from _short(room)
            yield from _long(room)


def _short(room: Room) -> Iterator[Figure]:
    for info in Registry.discover().games():
        yield from _figures(f"{info.game}: a click", list(_clicks(room, info.game)))


def _clicks(room: Room, game: str) -> Iterator[float]:
    """The cost of each click of random turns on a practice board, with all that a game's page does but its row."""
    browser, chance = Site(room).browser(), random.Random(0)
    rules = Registry.discover().get_rules_of_game(game)
    position = opening(rules)
    for _ in range(_TURNS):
        draft = rules.empty_turn(position)
        query = {"position": rules.format_position(position)}
        for _ in range(_ACTIONS):
            actions = list(draft.actions())
            if not actions:
                break
            draft = draft.after(chance.choice(actions))
            yield _cost(browser, game, query | {"begun": rules.write(draft.made)})
        if not draft.made:
            return
        position = rules.play(position, {draft.seat: draft})


def _long(room: Room) -> Iterator[Figure]:
    for game, turns in LONG_TURNS.items():
        rules, browser = Registry.discover().get_rules_of_game(game), Site(room).browser()
        for turn in turns:
            made = rules.read(rules.empty_turn(rules.parse_position(turn.position)), turn.text).made
            spent = [
                _cost(browser, game, {"position": turn.position, "begun": rules.write(made[:count])})
                for count in range(_LATE, len(made) + 1)
            ]
            yield from _figures(f"{game}: a click of {turn.name}, {_LATE} to {len(made)} actions", spent)
            yield Figure(f"{game}: the first answer of such a turn to another process", spent[0], _WORST, "ms")


def _cost(browser: Browser, game: str, query: dict[str, str]) -> float:
    began = process_time()
    answer = browser.get(f"/practice/{game}/draft?{urlencode(query)}", Accept="application/json")
    spent = 1000 * (process_time() - began)
    assert answer.status_code == 200, answer.text
    return spent


def _figures(name: str, spent: list[float]) -> Iterator[Figure]:
    yield Figure(f"{name}, the median", median(spent), _MEDIAN, "ms", detail=f"{len(spent)} answers")
    yield Figure(f"{name}, the hundredth", quantiles(spent, n=100)[-1], _WORST, "ms")
