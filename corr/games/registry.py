"""
Which games there are.

A game is a package below `corr.games` whose `RULES` is its class of rules; its name stands nowhere else. A changed
ruleset is a further entry: `RULES` may also be a tuple of classes, oldest first.
"""

import pkgutil
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, Self

from corr import games
from corr.errors import NotFoundError, OptionError
from corr.games.api import AnyRules, Info, Option, Options, OptionValue, Rules
from corr.games.notation import shown

RulesClass = type[Rules[Any, Any]]

_YES = frozenset({"true", "yes", "on", "1", "y", "t"})
_NO = frozenset({"false", "no", "off", "0", "n", "f"})


class Registry:
    """The games that can be played; a value, so that a test may have one more."""

    def __init__(self, classes: Iterable[RulesClass]) -> None:
        self._classes = {found.info.ruleset: found for found in classes}
        self._bound: dict[tuple[str, tuple[tuple[str, OptionValue], ...]], AnyRules] = {}

    @classmethod
    def discover(cls) -> Self:
        """The games of this installation."""
        found: list[RulesClass] = []
        for module in pkgutil.iter_modules(games.__path__, f"{games.__name__}."):
            if module.ispkg:
                rules = import_module(module.name).RULES
                found += rules if isinstance(rules, tuple) else (rules,)
        return cls(found)

    def with_rules(self, rules: RulesClass) -> Self:
        """The same games and one more."""
        return type(self)([*self._classes.values(), rules])

    def games(self) -> tuple[Info, ...]:
        """The newest ruleset of each game, by title."""
        newest = {info.game: info for info in self.rulesets()}
        return tuple(sorted(newest.values(), key=lambda info: info.title))

    def rulesets(self) -> tuple[Info, ...]:
        """Every ruleset, of each game the oldest first."""
        return tuple(found.info for found in sorted(self._classes.values(), key=lambda found: _age(found.info)))

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

        :raises NotFoundError: there is no such game.
        """
        wanted = name.strip().lower()
        for info in self.rulesets():
            if wanted == info.ruleset:
                return info
        for info in self.games():
            if wanted in {info.game, info.title.lower()}:
                return info
        known = ", ".join(info.game for info in self.games())
        raise NotFoundError(f"There is no game “{shown(name)}”; there are: {known}.")


def _age(info: Info) -> tuple[str, int]:
    number = info.ruleset.partition("/")[2]
    return info.game, int(number) if number.isdecimal() else 0


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
