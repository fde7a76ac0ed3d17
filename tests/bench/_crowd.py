"""
A database as large as that of a service may become: many players, and many copies of games that the engines played.

It is written in bundles, one transaction each, so that it can be continued after it was interrupted.
"""

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, as_completed, wait
from dataclasses import dataclass
from datetime import datetime, timedelta

from corr.base.uow import Workshop
from corr.leagues.show_games import DOMAIN, people
from corr.players.profiles import demo_players
from corr.store.db import Database
from tests.bench._bulk_insert import tidy
from tests.bench._game_copies import (
    Copy,
    Model,
    RowFormat,
    add_copies,
    add_players,
    free_ids,
    players_at,
    row_format_for,
)
from tests.bench._model_games import DemoGamesWish, played_models

_APART = "mnpqrstvwxz23456789"
_NUMBERED = 8
_APART_STRIDE = 10_368_889_717
"""A number that shares no factor with the number of letters, so that different numbers have different ids."""
_WRITERS = 4
_GAMES_OF_A_PLAYER = 40
_GAMES_OF_THE_FIRST = 500
"""The games of each demo player as whom anybody may sign in."""
_FEWEST_PLAYERS = 12
_MIX = 0x9E37_79B9_7F4A_7C15
"""A multiplier that scatters numbers."""
_AGO = timedelta(days=3 * 365)
"""How long ago the players joined."""
_OVER_SINCE = timedelta(days=700)
_UNTIMED_SINCE = timedelta(days=40)
"""The longest time without a turn in untimed games; after more, their players would be warned."""
_SPREAD, _FIRST_STEP, _SECOND_STEP = 0.754_877_666_246_692_7, 48_271, 69_621
"""A number whose multiples have evenly spread fractional parts, and two primes."""


@dataclass(frozen=True, slots=True)
class _Cast:
    """The assignment of models, players and times to games."""

    models: Sequence[Model]
    players: Sequence[int]
    first_players: Sequence[int]
    """The demo players as whom anybody may sign in."""
    every: int
    """The number of games among which each of them plays one."""
    now: datetime

    def copy(self, number: int, game_id: str) -> Copy:
        """The game with that *number*."""
        model = self._model(number)
        return Copy(model, game_id, self._seats(number), self._moved(model, number * _SPREAD % 1))

    def _model(self, number: int) -> Model:
        count = len(self.models)
        # Each model once, and then in an order that does not depend on the players.
        return self.models[number if number < count else number * _MIX % 2**64 // 2**32 % count]

    def _seats(self, number: int) -> tuple[int, int]:
        count = len(self.players)
        first = number * _FIRST_STEP % count
        second = (first + 1 + number * _SECOND_STEP % (count - 1)) % count
        seats = self.players[first], self.players[second]
        place = number % self.every
        if place >= len(self.first_players):
            return seats
        famous = self.first_players[place]
        return (famous, seats[1]) if number // self.every % 2 else (seats[0], famous)

    def _moved(self, model: Model, part: float) -> timedelta:
        """How much later than in the model all happens: before now, but with no deadline or reminder missed."""
        if model.is_over:
            back = _OVER_SINCE * part
        elif model.quiet_until is None:
            back = _UNTIMED_SINCE * part
        else:
            back = (model.quiet_until - model.changed_at) * part
        return self.now - back - model.changed_at


def numbered_game_id(number: int) -> str:
    """
    The id of the copied game of that *number*: one letter longer than random ids, so that it is free.

    :param number: from 0 up to many millions; ids of neighbours do not look alike.
    """
    left, letters = (number + 1) * _APART_STRIDE % len(_APART) ** _NUMBERED, ""
    for _ in range(_NUMBERED):
        left, letter = divmod(left, len(_APART))
        letters += _APART[letter]
    return letters


def add_crowd(workshop: Workshop, wish: DemoGamesWish) -> Generator[int, None, None]:
    """Fill a demo with games, and yield now and then how many there are, first the number from before."""
    with workshop.look() as reader:
        writing = row_format_for(reader.connection.dialect)
        first_players = [player.id for player in demo_players(reader)]
    left = _left(workshop, wish)
    done = wish.games - sum(map(len, left))
    yield done
    if not left:
        return
    now = workshop.now()
    cast = _Cast(
        models=played_models(wish),
        players=_players(workshop, max(_FEWEST_PLAYERS, wish.games // (_GAMES_OF_A_PLAYER // 2))),
        first_players=first_players,
        every=max(10, wish.games // _GAMES_OF_THE_FIRST),
        now=now,
    )
    for written in _written(workshop, cast, left, writing):
        done += written
        yield done


def settle(database: Database) -> None:
    """Let PostgreSQL update the statistics of its tables at once, as it would do after a while."""
    tidy(database)


def _left(workshop: Workshop, wish: DemoGamesWish) -> list[dict[int, str]]:
    """The bundles that are not written yet: ids of games by their numbers."""
    found = []
    for begin in range(0, wish.games, wish.bundle):
        ids = {numbered_game_id(number): number for number in range(begin, min(begin + wish.bundle, wish.games))}
        with workshop.look() as reader:
            bundle = {ids[game_id]: game_id for game_id in free_ids(reader, list(ids))}
        if bundle:
            found.append(bundle)
    return found


def _players(workshop: Workshop, number: int) -> list[int]:
    """The first *number* players of the crowd; those who do not exist yet are made."""
    with workshop.open() as uow:
        there = players_at(uow, DOMAIN)
        new = people(number)[len(there) :]
        return (there + add_players(uow, new, since=uow.now - _AGO))[:number]


def _written(workshop: Workshop, cast: _Cast, left: Sequence[dict[int, str]], writing: RowFormat) -> Iterator[int]:
    """Write all bundles that are left, several at once on PostgreSQL; yields the number of games in each."""

    def write(bundle: dict[int, str]) -> int:
        copies = [cast.copy(number, game_id) for number, game_id in bundle.items()]
        with workshop.open() as uow:
            add_copies(uow, copies, writing)
        return len(copies)

    writers = 1 if workshop.is_sqlite else _WRITERS
    running: set[Future[int]] = set()
    with ThreadPoolExecutor(writers) as pool:
        # If this ends early, as by Ctrl-C, the bundles in progress are finished and no more are begun.
        for bundle in left:
            running.add(pool.submit(write, bundle))
            if len(running) == writers:
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in finished)
        yield from (future.result() for future in as_completed(running))
