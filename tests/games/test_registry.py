"""Which games there are, and how their options are read."""

from dataclasses import replace

import pytest

from corr.errors import NotFoundError, OptionError
from corr.games.api import Info
from corr.games.registry import Registry, read_options
from tests.games.counting import Counting
from tests.known_games import registry_with


class NewerCounting(Counting):
    """The same game with a later id."""

    info = Info("counting/2", "Counting", ("One", "Two"), ("1", "2"), Counting.info.endings, "Nobody.")


def registry() -> Registry:
    """The games of the installation and a small one in two rulesets, the newer one first."""
    return registry_with(NewerCounting, Counting)


def test_games_are_found_by_their_packages_alone() -> None:
    assert "kelasu/1" in [info.ruleset for info in Registry.discover().rulesets()]


def test_a_game_is_listed_once_with_its_newest_ruleset() -> None:
    listed = [info.ruleset for info in registry().games()]

    assert "counting/2" in listed
    assert "counting/1" not in listed
    assert [info.ruleset for info in registry().rulesets() if info.game == "counting"] == ["counting/1", "counting/2"]


@pytest.mark.parametrize(
    ("name", "ruleset"),
    [("counting", "counting/2"), ("Counting", "counting/2"), ("counting/1", "counting/1"), (" kelasu ", "kelasu/1")],
)
def test_a_game_is_found_by_name_or_by_ruleset(name: str, ruleset: str) -> None:
    assert registry().get_rules_of_game(name).info.ruleset == ruleset


def test_the_same_rules_are_the_same_object() -> None:
    games = registry()

    assert games.get_rules("counting/1", {"start": "high"}) is games.get_rules("counting/1", {"start": "high"})
    assert games.get_rules("counting/1") is not games.get_rules("counting/1", {"start": "high"})


def test_options_are_bound_to_the_rules() -> None:
    assert registry().get_rules("counting/1", {"start": "high"}).start().total == 3


@pytest.mark.parametrize("name", ["chess", "counting/9", "", "kelasu/", "x" * 500])
def test_an_unknown_game_is_refused_with_those_that_exist(name: str) -> None:
    with pytest.raises(NotFoundError, match="Kelasu") as caught:
        registry().get_rules_of_game(name)

    assert len(caught.value.sentence) < 300
    with pytest.raises(NotFoundError, match="kelasu/1"):
        registry().get_rules(name)


@pytest.mark.parametrize(("word", "value"), [("true", True), ("YES", True), (" on ", True), ("1", True), ("no", False)])
def test_a_switch_is_read_from_words(word: str, value: bool) -> None:  # noqa: FBT001 - a case of a table
    assert read_options(Counting.info, {"loud": word}) == {"start": "low", "loud": value}


def test_a_choice_is_read_whatever_its_case() -> None:
    assert read_options(Counting.info, {"Start": "HIGH"})["start"] == "high"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"loud": "perhaps"}, "The option “loud” is yes or no, not “perhaps”."),
        ({"loud": ""}, "The option “loud” is yes or no, not nothing."),
        ({"start": " "}, "The option “start” is low or high, not nothing."),
        ({"start": "middle"}, "The option “start” is low or high, not “middle”."),
        ({"start": "yes"}, "The option “start” is low or high, not “yes”."),
        ({"speed": "1"}, "Counting has no option “speed”; its options are: start, loud."),
    ],
)
def test_a_wrong_option_is_refused_with_what_is_expected(typed: dict[str, str], sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        read_options(Counting.info, typed)

    assert caught.value.sentence == sentence


class EarlyCounting(Counting):
    """The same game, which wants to stand first."""

    info = replace(Counting.info, ruleset="early/1", title="Zealous", place=0)


def test_games_stand_by_their_place_and_then_by_title() -> None:
    found = registry_with(Counting, EarlyCounting)

    assert found.games()[0].game == "early"
    assert found.rulesets()[0].game == "early"
    assert [info.place for info in found.games()] == sorted(info.place for info in found.games())
