"""What a game says about itself."""

import re

from corr.games.api import Info, OptionValue
from corr.games.seats import FIRST, SECOND

from .cases import REGISTRY, every_ruleset


@every_ruleset
def test_a_ruleset_is_a_name_and_a_number(info: Info) -> None:
    assert re.fullmatch(r"[a-z][a-z-]{1,20}/[1-9][0-9]*", info.ruleset)
    assert info.title
    assert info.credits.endswith(".")


@every_ruleset
def test_seats_and_their_letters_differ(info: Info) -> None:
    assert len(set(info.seats)) == len(info.seats) == 2
    assert len(set(info.letters)) == len(info.letters) == 2
    assert all(len(letter) == 1 and letter.islower() for letter in info.letters)
    assert info.bottom in {FIRST, SECOND}


@every_ruleset
def test_endings_are_words_with_a_clause_for_people(info: Info) -> None:
    for reason, clause in info.endings.items():
        assert re.fullmatch(r"[a-z][a-z-]*", reason)
        assert clause == clause.strip() != ""
        assert not clause.endswith(".")


@every_ruleset
def test_options_have_a_default_among_their_choices_and_words_for_people(info: Info) -> None:
    names = [option.name for option in info.options]
    assert len(set(names)) == len(names)
    for option in info.options:
        words: list[OptionValue] = [word for word, _ in option.choices] or [False, True]
        assert option.default in words
        assert len(set(words)) == len(words)
        assert re.fullmatch(r"[a-z][a-z_]*", option.name)
        assert option.title.strip()
        assert option.explanation.endswith(".")
        assert all(title.strip() for _, title in option.choices)


@every_ruleset
def test_what_is_not_set_takes_its_default(info: Info) -> None:
    rules = REGISTRY.get_rules(info.ruleset)

    assert rules.options == {option.name: option.default for option in info.options}
