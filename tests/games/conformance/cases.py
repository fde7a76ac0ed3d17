"""Every game with every value of its options, and random games of each to look at."""

import os
import random
import re
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import islice

import pytest

from corr.games.api import AnyDraft, AnyRules, Info, Option, OptionValue, Progress
from corr.games.registry import Registry
from corr.games.replay import Track
from corr.games.seats import Seat

GAMES = 4
"""Random games of each case."""
ROUNDS = 50
"""Rounds of a random game at most."""
MOMENTS = 36
"""Half-made turns of each case that are looked at closely, about evenly spread over its games."""
LOOKED_AT = 250
"""Actions of one moment that are looked at, at most."""
_STOPPING = 0.3
"""How likely a random turn stops where it may."""
_SQUARE = re.compile(r"\b[A-Z]\d{1,2}\b|\d")

CHECKED = "CONFORMANCE_GAMES"
"""The variable of the environment that names the games to be looked at; without it, all that are installed are."""
MORE = "CONFORMANCE_RULES"
"""That of a class of rules, "module:Name", of a game that is not installed."""


def _registry(installed: Registry) -> Registry:
    """The games that are looked at."""
    names = os.environ.get(CHECKED, "").split() or [info.game for info in installed.games()]
    found = [type(installed.get_rules(info.ruleset)) for info in installed.rulesets() if info.game in names]
    module, _, name = os.environ.get(MORE, "").partition(":")
    return Registry([*found, getattr(import_module(module), name)] if module else found)


_ALL = Registry.discover()
REGISTRY = _registry(_ALL)
INFOS = REGISTRY.rulesets()
INSTALLED = frozenset(info.ruleset for info in INFOS if info in _ALL.rulesets())


@dataclass(frozen=True, slots=True)
class Case:
    """A ruleset with its options set."""

    ruleset: str
    options: tuple[tuple[str, OptionValue], ...]

    @property
    def rules(self) -> AnyRules:
        """Its engine."""
        return REGISTRY.get_rules(self.ruleset, dict(self.options))

    def __str__(self) -> str:
        return ",".join([self.ruleset, *(f"{name}={value}" for name, value in self.options)])


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a random game."""

    track: Track
    """The game before it."""
    drafts: Mapping[Seat, AnyDraft]
    """The complete turns of all that were due."""

    @property
    def texts(self) -> dict[Seat, str]:
        """The turns as they are written."""
        return {seat: self.track.rules.write(draft.made) for seat, draft in self.drafts.items()}


@dataclass(frozen=True, slots=True)
class RandomGame:
    """A game that nobody thought about."""

    rounds: tuple[Round, ...]
    last: Track
    """How it stands after them."""

    @property
    def positions(self) -> tuple[Hashable, ...]:
        """All its positions, the last one included."""
        return (*(one.track.position for one in self.rounds), self.last.position)


def _values(option: Option) -> list[OptionValue]:
    return [word for word, _ in option.choices] or [False, True]


def _cases(info: Info) -> Iterator[Case]:
    """All options as they are by default, and each of them set to each other value."""
    defaults = {option.name: option.default for option in info.options}
    yield Case(info.ruleset, tuple(defaults.items()))
    for option in info.options:
        for value in _values(option):
            if value != option.default:
                yield Case(info.ruleset, tuple((defaults | {option.name: value}).items()))


CASES = tuple(case for info in INFOS for case in _cases(info))

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_ruleset = pytest.mark.parametrize("info", INFOS, ids=lambda info: info.ruleset)


@cache
def games(case: Case) -> tuple[RandomGame, ...]:
    """The random games of a case: always the same ones."""
    return tuple(
        _played(case.rules, random.Random(f"{case} {number}"), even=number % 2 == 0) for number in range(GAMES)
    )


def rounds(case: Case) -> Iterator[Round]:
    """All rounds of all random games."""
    for game in games(case):
        yield from game.rounds


@cache
def positions(case: Case) -> tuple[Hashable, ...]:
    """All positions of all random games, each once."""
    return tuple(dict.fromkeys(position for game in games(case) for position in game.positions))


@cache
def moments(case: Case) -> tuple[AnyDraft, ...]:
    """Half-made and finished turns, from all over the games, the first and the last ones among them."""
    rules = case.rules
    found = [draft for one in rounds(case) for whole in one.drafts.values() for draft in _parts(rules, whole)]
    ended = [rules.begin(game.last.position, Seat(seat)) for game in games(case) for seat in (0, 1)]
    step = max(1, len(found) // MOMENTS)
    return (*found[::step], found[-1], *ended)


@cache
def some_actions(case: Case) -> tuple[Hashable, ...]:
    """Actions that were possible somewhere, and are not in most other places."""
    chance = random.Random(0)
    found = dict.fromkeys(action for draft in moments(case) for action in some(draft, chance, 12))
    return tuple(found)


def some(draft: AnyDraft, chance: random.Random, most: int) -> list[Hashable]:
    """A few of the next actions."""
    actions = first(draft)
    return actions if len(actions) <= most else chance.sample(actions, most)


def first(draft: AnyDraft, most: int = LOOKED_AT) -> list[Hashable]:
    """The next actions, so many at most."""
    return list(islice(draft.actions(), most))


def _parts(rules: AnyRules, whole: AnyDraft) -> Iterator[AnyDraft]:
    """A turn from its beginning to its end."""
    draft = rules.begin(whole.position, whole.seat)
    yield draft
    for action in whole.made:
        draft = draft.after(action)
        yield draft


def _played(rules: AnyRules, chance: random.Random, *, even: bool) -> RandomGame:
    track, found = Track.begin(rules), list[Round]()
    while track.due and len(found) < ROUNDS:
        turns = {
            seat: random_turn(rules, rules.begin(track.position, seat), chance, even=even) for seat in sorted(track.due)
        }
        found.append(Round(track, turns))
        track = track.after(turns)
    return RandomGame(tuple(found), track)


def random_turn(rules: AnyRules, draft: AnyDraft, chance: random.Random, *, even: bool = False) -> AnyDraft:
    """*draft* finished somehow: each action as likely as any other if *even*, else each kind of action."""
    while (progress := rules.progress(draft)) is not Progress.COMPLETE:
        if progress is Progress.MAY_STOP and chance.random() < _STOPPING:
            break
        actions = first(draft)
        draft = draft.after(chance.choice(actions if even else _kind(rules, actions, chance)))
    return draft


def _kind(rules: AnyRules, actions: list[Hashable], chance: random.Random) -> list[Hashable]:
    """All actions of one kind: what remains of their text without the squares."""
    kinds = defaultdict(list)
    for action in actions:
        kinds[_SQUARE.sub("", rules.write_action(action))].append(action)
    return chance.choice(list(kinds.values()))
