"""
Which games there are.

A game is a package below `corr.games`, or one that another distribution names as an entry point of the group
`corr.games`. Its `RULES` is its class of rules; a changed ruleset is a further entry: `RULES` may also be a tuple of
classes, oldest first. Corr does not start with a game that cannot be used: its running games would stand still.
"""

import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Self

from corr import games
from corr.errors import BrokenGameError, NotFoundError, OptionError
from corr.games.api import AnyRules, Info, Option, Options, OptionValue, Rules
from corr.games.notation import shown
from corr.resources import game_folder

RulesClass = type[Rules[Any, Any, Any]]

GROUP = "corr.games"
"""The group of entry points by which a distribution brings games."""
RULESET = re.compile(r"([a-z][a-z-]{1,20})/[1-9][0-9]*")
"""The form of a ruleset's id: the name of its game and a number."""
_LONGEST_FAULT = 300
_YES = frozenset({"true", "yes", "on", "1", "y", "t"})
_NO = frozenset({"false", "no", "off", "0", "n", "f"})


class UnknownGameError(NotFoundError):
    """There is no game of that name."""

    def __init__(self, name: str, games: Sequence[Info]) -> None:
        *most, last = (info.title for info in games)
        known = f"{', '.join(most)} and {last}" if most else last
        super().__init__(f"There’s no game called “{shown(name)}”. We have {known}.")
        self.games = games
        """Those that there are."""


class Registry:
    """The games that can be played; a value, so that a test may have others."""

    def __init__(self, classes: Iterable[RulesClass]) -> None:
        self._classes = {found.info.ruleset: found for found in classes}
        self._bound: dict[tuple[str, tuple[tuple[str, OptionValue], ...]], AnyRules] = {}

    @classmethod
    def discover(cls) -> Self:
        """
        The games of this installation.

        :raises BrokenGameError: one of them cannot be used.
        """
        found: list[RulesClass] = []
        for point in _entry_points():
            rules = _loaded(point)
            _check_names(point, rules, [known.info for known in found])
            found += rules
        return cls(found)

    def games(self) -> tuple[Info, ...]:
        """The newest ruleset of each game, by place and title."""
        newest = {found.info.game: found.info for found in sorted(self._classes.values(), key=_number)}
        return tuple(sorted(newest.values(), key=lambda info: (info.place, info.title)))

    def rulesets(self) -> tuple[Info, ...]:
        """Every ruleset, of each game the oldest first."""
        order = [info.game for info in self.games()]
        found = sorted(self._classes.values(), key=lambda one: (order.index(one.info.game), _number(one)))
        return tuple(one.info for one in found)

    def get_rules(self, ruleset: str, options: Options | None = None) -> AnyRules:
        """
        The rules of "game/number" with *options* set; the same object each time.

        :raises NotFoundError: there is no such ruleset.
        """
        found = self._classes.get(ruleset)
        if found is None:
            known = ", ".join(info.ruleset for info in self.rulesets())
            raise NotFoundError(f"There is no ruleset “{shown(ruleset)}”; there are: {known}.")
        key = (ruleset, tuple(sorted((options or {}).items())))
        if key not in self._bound:
            self._bound[key] = found(options)
        return self._bound[key]

    def get_rules_of_game(self, name: str, options: Options | None = None) -> AnyRules:
        """
        The newest rules of a game by its name, or those of a ruleset by its id.

        :raises NotFoundError: there is no such game.
        """
        return self.get_rules(self.get_info(name).ruleset, options)

    def get_info(self, name: str) -> Info:
        """
        The facts about a game by its name, or about a ruleset by its id.

        :raises UnknownGameError: there is no such game.
        """
        wanted = name.strip().lower()
        for info in self.rulesets():
            if wanted == info.ruleset:
                return info
        for info in self.games():
            if wanted in {info.game, info.title.lower()}:
                return info
        raise UnknownGameError(name, self.games())


def _number(rules: RulesClass) -> int:
    number = rules.info.ruleset.partition("/")[2]
    return int(number) if number.isdecimal() else 0


def _entry_points() -> Iterator[EntryPoint]:
    """The games below `corr.games`, and then those that other distributions bring, by their names."""
    for module in pkgutil.iter_modules(games.__path__):
        if module.ispkg:
            yield EntryPoint(module.name, f"{games.__name__}.{module.name}:RULES", GROUP)
    yield from sorted(entry_points(group=GROUP), key=lambda point: point.name)


def _loaded(point: EntryPoint) -> tuple[RulesClass, ...]:
    """
    The classes of rules of a game.

    :raises BrokenGameError: there are none that can be used.
    """
    try:
        found = point.load()
    except (Exception, SystemExit) as fault:
        kind = "" if isinstance(fault, BrokenGameError) else f"{type(fault).__name__}: "
        words = " ".join(str(fault).split())[:_LONGEST_FAULT].rstrip(".")
        raise _broken(point, f"cannot be loaded: {kind}{words}") from fault
    classes = found if isinstance(found, tuple) else (found,)
    if not classes:
        raise _broken(point, "has no class of rules")
    for rules in classes:
        if not (isinstance(rules, type) and issubclass(rules, Rules)):
            raise _broken(point, f"has {shown(repr(rules))} where its class of rules should be")
        if missing := ", ".join(sorted(rules.__abstractmethods__)):
            raise _broken(point, f"leaves something out of its rules: {missing}")
        if not isinstance(getattr(rules, "info", None), Info):
            raise _broken(point, f"has rules without info: {rules.__name__}")
    return classes


def _check_names(point: EntryPoint, classes: Iterable[RulesClass], known: Iterable[Info]) -> None:
    """
    Refuse names that do not fit together.

    :raises BrokenGameError: they do not.
    """
    taken = {name for info in known for name in (info.game, info.title.lower())}
    for info in (rules.info for rules in classes):
        form = RULESET.fullmatch(info.ruleset)
        if form is None or form[1] != point.name:
            raise _broken(point, f"has the ruleset “{shown(info.ruleset)}”, not “{point.name}/1” or a later one")
        if taken & {info.game, info.title.lower()}:
            raise _broken(point, "has the name of another game")


def _broken(point: EntryPoint, reason: str) -> BrokenGameError:
    brought = f" of the package {point.dist.name} {point.dist.version}" if point.dist else ""
    return BrokenGameError(f"The game “{shown(point.name)}”{brought} {reason}. Mend it, or take it away.")


def game_text(rules: AnyRules, name: str) -> str:
    """
    The text of a file in the folder of a game; empty if the game brings none.

    :raises BrokenGameError: it cannot be read.
    """
    path = game_folder(type(rules)) / name
    try:
        return path.read_text("utf-8") if path.is_file() else ""
    except (OSError, UnicodeDecodeError) as fault:
        raise broken_file(rules, name, "cannot be read as UTF-8 text") from fault


def broken_file(rules: AnyRules, name: str, reason: str) -> BrokenGameError:
    """The error about a file of a game that cannot be used."""
    return BrokenGameError(f"The file {name} of {rules.info.title} {reason}. Mend it, or take it away.")


def read_options(info: Info, typed: Mapping[str, str]) -> dict[str, OptionValue]:
    """
    Every option of a game from words that a person typed; what is not given takes its default.

    :raises OptionError: there is no such option, or it cannot have that value.
    """
    known = {option.name: option for option in info.options}
    values = {option.name: option.default for option in info.options}
    for name, word in typed.items():
        option = known.get(name.strip().lower().replace("-", "_"))
        if option is None:
            there = f"its options are: {', '.join(known)}" if known else "it has none"
            raise OptionError(f"{info.title} has no option “{shown(name)}”; {there}.")
        values[option.name] = _value(option, word)
    return values


def option_text(value: OptionValue) -> str:
    """The value of an option as text, which `read_options` reads."""
    return value if isinstance(value, str) else str(value).lower()


def _value(option: Option, word: str) -> OptionValue:
    """The value that a word stands for."""
    wanted = word.strip().lower()
    if not option.choices and wanted in _YES | _NO:
        return wanted in _YES
    words = [choice for choice, _ in option.choices]
    if wanted in words:
        return wanted
    expected = " or ".join(words) if words else "yes or no"
    given = f"“{shown(word)}”" if wanted else "nothing"
    raise OptionError(f"The option “{option.name}” is {expected}, not {given}.")
