"""The games of this installation, as refusals list them: no test knows which there are."""

from corr.games.registry import Registry

_REGISTRY = Registry.discover()

KNOWN_GAMES = ", ".join(info.game for info in _REGISTRY.games())
KNOWN_RULESETS = ", ".join(info.ruleset for info in _REGISTRY.rulesets())
FIRST_GAME = _REGISTRY.games()[0].game
"""The game that stands first wherever games are listed."""
