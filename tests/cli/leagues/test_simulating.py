"""`corr league simulate`: seasons that invented players play in seconds."""

import re
from pathlib import Path

import pytest

from tests.cli.leagues.terminal import REGISTRY, a_file, run, settings, written
from tests.cli.leagues.test_files import told

SMALL = {"players_per_division": "4", "up": "1", "down": "1"}


def played(*words: str, **typed: str) -> str:
    """What a simulation with these settings prints."""
    result = run("simulate", "-", *words, typed=written(a_file(settings(**{**SMALL, **typed}))))
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def plans(text: str) -> list[dict[int, list[str]]]:
    """Who is in which division, season by season."""
    found: list[dict[int, list[str]]] = []
    for line in text.splitlines():
        if re.fullmatch(r"Summer Cup, season \d+: \d+ players, \d+ games", line):
            found.append({})
        elif heading := re.fullmatch(r"  Division (\d+)", line):
            found[-1][int(heading[1])] = []
        elif player := re.fullmatch(r" {4,5}\d+  (.+) \(\d+\): .+", line):
            found[-1][max(found[-1])].append(player[1])
    return found


@pytest.mark.slow
def test_seasons_are_played_to_their_end_one_after_the_other() -> None:
    text = played("--players", "8", "--seasons", "2")

    first, second, third = plans(text)
    # In order of strength, whatever numbers the pairing table gives.
    assert [int(line.split()[0]) for line in text.splitlines() if line.startswith("     ") and ": " in line] == [
        *range(1, 5)
    ] * 6
    assert [len(first[tier]) for tier in first] == [4, 4]
    assert sum(map(len, second.values())) == sum(map(len, third.values())) == 8
    assert text.count("Division 1\n      ") >= 2
    assert "promoted" in text
    assert "relegated" in text


def test_what_organisers_decided_is_told_by_the_names_of_players() -> None:
    text = played("--players", "8", "--seed", "3", legs="double")

    decided = [line for line in text.splitlines() if line.startswith("- The result is set.")]
    assert decided
    for line in decided:
        found = re.fullmatch(r"- The result is set\. (?P<one>[^–]+) – (?P<other>[^–:]+): (?P<what>.+)\.", line)
        assert found is not None, line
        assert found["what"] in {f"{found['one']} wins", f"{found['other']} wins", "draw"}


@pytest.mark.slow
def test_the_same_seed_plays_the_same_seasons() -> None:
    # Two of the three share a place, which only a lot can order.
    assert len({played("--players", "3") for _ in range(6)}) == 1


def test_another_seed_plays_others() -> None:
    assert played("--players", "3") != played("--players", "3", "--seed", "2")


@pytest.mark.parametrize("unfinished", ["adjudicate", "draw", "no-result", "play-on"])
@pytest.mark.parametrize("late", ["lose", "claim"])
def test_a_season_ends_whatever_the_rules_are(unfinished: str, late: str) -> None:
    text = played("--players", "5", unfinished=unfinished, late=late, legs="double", pace="1d/turn", rolls_over="yes")

    assert len(plans(text)) == 2


@pytest.mark.parametrize("game", [info.game for info in REGISTRY.games()])
def test_seasons_of_every_game_can_be_played(game: str) -> None:
    result = run("simulate", "-", "--players", "3", typed=run("sample", game).stdout)

    assert (result.exit_code, result.stderr) == (0, "")
    assert len(plans(result.stdout)) == 2


@pytest.mark.parametrize("pace", ["1h/turn", "90d/turn", "1h+0h/1h"])
def test_nobody_is_too_slow_for_a_short_pace_or_too_quick_for_a_long_one(pace: str) -> None:
    assert len(plans(played("--players", "4", pace=pace))) == 2


def test_places_are_explained_on_request() -> None:
    assert " has place 1." in played("--players", "4", "--why")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--players", "2"), "Error: Invalid value for '--players': 2 is not in the range 3<=x<=200."),
        (("--players", "many"), "Error: Invalid value for '--players':"),
        (("--seasons", "0"), "Error: Invalid value for '--seasons': 0 is not in the range 1<=x<=20."),
    ],
)
def test_numbers_that_cannot_be_are_refused(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in told(run("simulate", "-", *words, typed=written(a_file())))


def test_a_file_with_a_fault_is_not_played() -> None:
    assert told(run("simulate", "-", typed="name: x\n")).startswith("Key game: Which game is played?")


def test_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)

    played("--players", "3")

    assert list(tmp_path.iterdir()) == []
