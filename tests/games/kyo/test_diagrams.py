"""Diagrams of Kyo's rules page that belong together."""

import pytest

from corr.games.api import Options
from corr.games.kyo import RULES
from corr.web.rules_pages import diagrams_of

_DIAGRAMS = {diagram.name: diagram for diagram in diagrams_of(RULES())}


def test_the_picture_of_removed_mana_is_what_becomes_of_the_one_before() -> None:
    rules, before = RULES(), _DIAGRAMS["enemy-mana"]
    position = rules.parse_position(before.position)

    after = rules.play(position, {position.seat: rules.read(rules.begin(position, position.seat), before.begun)})

    assert rules.format_position(after) == _DIAGRAMS["trampled"].position


@pytest.mark.parametrize("start", ["trench", "open-field", "deadlock"])
def test_the_pictures_of_the_starts_are_the_starts(start: str) -> None:
    options: Options = {"start": start}
    rules = RULES(options)

    assert rules.format_position(rules.start()) == _DIAGRAMS[start].position
