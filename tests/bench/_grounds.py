"""
A service to measure pages and mails of: games in the middle whose next turns are known, and a player with a long past.

Games are copies of those that the engines played, so that no two that are asked for stand alike after their next turn.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import count, cycle, islice, pairwise

from sqlalchemy import insert

from corr.base.uow import Workshop
from corr.games.api import AnyRules, Progress
from corr.games.registry import Registry
from corr.games.seats import Seat, other
from corr.leagues.show_games import drafted
from corr.play.views import LATEST_MESSAGES
from corr.players.profiles import make_player
from corr.players.sessions import open_session
from corr.store.base import table
from corr.store.db import Database
from corr.store.migrate import upgrade
from corr.store.tables.games import Message
from corr.wiring import SystemClock
from tests.bench._crowd import add_crowd, numbered_game_id, settle
from tests.bench._game_copies import Copy, Model, add_copies, row_format_for
from tests.bench._model_games import DemoGamesWish, model_of_length, played_models
from tests.bench._programs import SECRET

MODELS = DemoGamesWish(1_000, models=90, paces=("3d/turn", "7d/turn"))
"""What all games here are copies of."""
RUNNING = 19
"""How many games a usual player has at once."""
_BUSY = 500
_FEW = 10
"""Games of the newcomer, and turns of a short game."""
_CROWD, _HOMES = 40, 12
_FIRST_NUMBER = 50_000_000
"""Of the games here, which lie apart from those of a crowd."""
_AT_ONCE = 5_000
_TRIES = 30
_TRIES_APART = 1_000_003
_LONG_AGO = timedelta(days=300)
_EVEN = 0.754_877_666_246_692_7
"""A number whose multiples have evenly spread fractional parts."""


@dataclass(frozen=True, slots=True)
class Past:
    """How much has happened before."""

    games: int = 0
    """Of others."""
    finished: int = 5_000
    """Games of the veteran."""
    messages: int = 10_000
    """In one game."""
    turns: int = 500
    """Of one game."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player who is signed in."""

    id: int
    name: str
    address: str
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class NextTurn:
    """A turn that somebody owes, and how it may be made."""

    by: Person
    number: int
    text: str


@dataclass
class Match:
    """A running game, and where it stands."""

    id: str
    rules: AnyRules
    people: tuple[Person, Person]
    """In the order of the seats."""
    number: int
    """Of the turn that is due."""
    _position: object

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/games/{self.id}"

    @property
    def due(self) -> Person:
        """Who owes a turn."""
        (seat,) = self.rules.due(self._position)
        return self.people[seat]

    @property
    def waiting(self) -> Person:
        """The opponent."""
        return self.people[other(Seat(self.people.index(self.due)))]

    def find_next(self) -> NextTurn | None:
        """The next turn, after which it is the other's; it counts as made. None if chance finds none."""
        (seat,) = self.rules.due(self._position)
        for attempt in range(_TRIES):
            seed = (self.number, attempt + int(self.id, 36) % _TRIES_APART, seat)
            draft = drafted(self.rules, self.rules.begin(self._position, seat), seed)
            if self.rules.progress(draft) is Progress.MUST_GO_ON:
                continue
            after = self.rules.resolve(self._position, {seat: draft})
            if self.rules.due(after) == {other(seat)}:
                made = NextTurn(self.people[seat], self.number, self.rules.write(draft.made))
                self._position, self.number = after, self.number + 1
                return made
        return None

    def play(self) -> NextTurn:
        """The next turn of a game that has one."""
        made = self.find_next()
        assert made is not None, f"{self.id} has come to an end"
        return made


@dataclass(frozen=True)
class Grounds:
    """The service, and who plays what."""

    url: str
    past: Past
    matches: Iterator[Match]
    """Games of people who are met there alone, each ready for several turns; each comes once."""
    homes: Sequence[Match]
    """One game each of people who have as many as usual."""
    veteran: Match
    """A game of somebody with a long past, who owes the turn, as all that follow."""
    newcomer: Match
    talk: Match
    """A game with many messages."""
    chat: Match
    """A game with as many messages as its page shows."""
    long: Match
    """A game of many turns."""
    quiet: Match
    """A game without messages, of few turns."""
    busy: Match
    """A game of somebody who has very many running."""
    strangers: Sequence[Person]
    """Some of those who play matches."""


@dataclass
class _Builder:
    workshop: Workshop
    wish: DemoGamesWish
    names: Iterator[int] = field(default_factory=count)
    numbers: Iterator[int] = field(default_factory=lambda: count(_FIRST_NUMBER))
    copies: list[Copy] = field(default_factory=list)

    def people(self, number: int, kind: str) -> list[Person]:
        """So many new players, signed in."""
        found = []
        with self.workshop.open() as uow:
            for _ in range(number):
                name = f"{kind} {next(self.names)}"
                address = f"{name.replace(' ', '.').lower()}@example.org"
                player_id = make_player(uow, name, address, "Europe/Berlin", is_demo=False)
                found.append(Person(player_id, name, address, open_session(uow, player_id, "bench").token))
        return found

    def match(self, model: Model, first: Person, second: Person) -> Match:
        """A game like *model* in which the *first* owes a turn."""
        (due,) = model.due
        people = (second, first) if due else (first, second)
        game_id = self._copy(model, people)
        rules = self.workshop.registry.get_rules(model.game["ruleset"], model.game["options"])
        position = rules.parse_position(model.game["position"])
        return Match(game_id, rules, people, model.game["turn_number"], position)

    def finished(self, model: Model, people: tuple[Person, Person]) -> None:
        """A game like *model* that is over."""
        self._copy(model, people)

    def write(self) -> None:
        """Write all games down."""
        with self.workshop.look() as reader:
            row_format = row_format_for(reader.connection.dialect)
        for begin in range(0, len(self.copies), _AT_ONCE):
            with self.workshop.open() as uow:
                add_copies(uow, self.copies[begin : begin + _AT_ONCE], row_format)

    def talk(self, match: Match, number: int) -> None:
        """Let the two have written so many messages."""
        with self.workshop.open() as uow:
            rows = [
                {
                    "game_id": match.id,
                    "turn_number": match.number,
                    "seat": each % 2,
                    "text": f"Message number {each}, and how are you?",
                    "door": "web",
                    "at": uow.now - _LONG_AGO + timedelta(minutes=each),
                    "order_key": f"message-{each}",
                }
                for each in range(number)
            ]
            uow.connection.execute(insert(table(Message)), rows)

    def _copy(self, model: Model, people: tuple[Person, Person]) -> str:
        number = next(self.numbers)
        span = _LONG_AGO if model.is_over else (model.quiet_until or model.changed_at) - model.changed_at
        moved = self.workshop.now() - model.changed_at - span / 2 * (number * _EVEN % 1)
        game_id = numbered_game_id(number)
        self.copies.append(Copy(model, game_id, (people[0].id, people[1].id), moved))
        return game_id


def grounds(url: str, past: Past, matches: int = 500, wish: DemoGamesWish = MODELS) -> Grounds:
    """Build all of it on an empty database, with so many *matches*, of the games that *wish* asks for."""
    with closing(Database(url)) as database:
        upgrade(database)
        workshop = Workshop(database, SystemClock(), Registry.discover(), SECRET.encode())
        if past.games:
            for _ in add_crowd(workshop, replace(wish, games=past.games)):
                pass
        found = _built(_Builder(workshop, wish), url, past, matches)
        settle(database)
        return found


def _built(builder: _Builder, url: str, past: Past, matches: int) -> Grounds:
    models = played_models(builder.wish)
    # Just one player owes a turn in each that goes on.
    usual = cycle([model for model in models if not model.is_over and len(model.due) == 1])
    over = [model for model in models if model.is_over]
    crowd, famous = builder.people(_CROWD, "Player"), builder.people(_HOMES + 5, "Regular")
    pairs = cycle(pairwise([*crowd, crowd[0]]))
    met = [builder.match(next(usual), *next(pairs)) for _ in range(matches)]
    opponents = cycle(crowd)

    def running(person: Person, number: int = RUNNING) -> Match:
        """So many games of a person, who owes a turn in the last."""
        for _ in range(number - 1):
            builder.match(next(usual), next(opponents), person)
        return builder.match(next(usual), person, next(opponents))

    def with_past(person: Person, finished: int) -> Match:
        for model in islice(cycle(over), finished):
            builder.finished(model, (person, next(opponents)))
        return running(person)

    homes = [running(person) for person in famous[5:]]
    veteran, newcomer = with_past(famous[0], past.finished), with_past(famous[1], _FEW)
    busy = running(famous[2], _BUSY)
    short = model_of_length(_FEW)
    talk, chat, quiet = (builder.match(short, *famous[3:5]) for _ in range(3))
    long = builder.match(model_of_length(past.turns), *famous[3:5])
    builder.write()
    builder.talk(talk, past.messages)
    builder.talk(chat, min(past.messages, LATEST_MESSAGES))
    return Grounds(url, past, iter(met), homes, veteran, newcomer, talk, chat, long, quiet, busy, crowd)
