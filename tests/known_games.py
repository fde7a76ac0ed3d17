"""The games of this installation, which no test knows: as refusals list them, and with games of tests beside them."""

from corr.games.registry import Registry, RulesClass

_REGISTRY = Registry.discover()

KNOWN_GAMES = ", ".join(info.game for info in _REGISTRY.games())
KNOWN_TITLES = " and ".join(", ".join(info.title for info in _REGISTRY.games()).rsplit(", ", 1))
KNOWN_RULESETS = ", ".join(info.ruleset for info in _REGISTRY.rulesets())
FIRST_GAME = _REGISTRY.games()[0].game
"""The game that stands first wherever games are listed."""


def registry_with(*classes: RulesClass) -> Registry:
    """The games of this installation, and those of *classes*."""
    found = (type(_REGISTRY.get_rules(info.ruleset)) for info in _REGISTRY.rulesets())
    return Registry([*found, *classes])
