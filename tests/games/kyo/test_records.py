"""The published counts and games of Kyo, reproduced to the letter."""

from typing import Any

import pytest

from corr.games.perft import perft, walked_perft
from corr.games.replay import Track, replay
from corr.games.seats import Seat
from tests.games.kyo.samples import RULES, stored

_WALKED = 30_000
"""Counts up to this are also found by making every action."""


@pytest.mark.parametrize("case", stored("perft"), ids=lambda case: case.get("what", case["position"]))
def test_the_published_counts_are_reproduced(case: dict[str, Any]) -> None:
    draft = RULES.empty_turn(RULES.parse_position(case["position"]))

    counts = [perft(RULES, draft, depth) for depth in range(1, len(case["counts"]) + 1)]

    assert counts == case["counts"]


@pytest.mark.parametrize("case", stored("perft"), ids=lambda case: case.get("what", case["position"]))
def test_making_every_action_gives_the_same_counts(case: dict[str, Any]) -> None:
    draft = RULES.empty_turn(RULES.parse_position(case["position"]))
    expected = [count for count in case["counts"] if count <= _WALKED]

    counts = [walked_perft(RULES, draft, depth) for depth in range(1, len(expected) + 1)]

    assert counts == expected


@pytest.mark.parametrize("game", stored("games"), ids=lambda game: f"{len(game['turns'])} turns")
def test_the_published_games_are_reproduced_to_the_letter(game: dict[str, Any]) -> None:
    track = Track.begin(RULES, RULES.parse_position(game["start"]))
    turns, positions = [], []

    for turn in game["turns"]:
        (seat,) = track.due
        draft = RULES.read(RULES.begin(RULES.parse_position(track.text), seat), turn)
        track = track.after({seat: draft})
        turns.append(RULES.write(draft.made))
        positions.append(None if track.outcome else track.text)

    assert turns == game["turns"]
    assert positions == game["positions"]
    assert _result(track) == game["result"]


@pytest.mark.parametrize("game", stored("games"), ids=lambda game: f"{len(game['turns'])} turns")
def test_the_log_of_a_game_tells_its_result(game: dict[str, Any]) -> None:
    start = RULES.parse_position(game["start"])
    log = [{Seat((start.seat + number) % 2): turn} for number, turn in enumerate(game["turns"])]

    track = replay(RULES, log, start)

    assert _result(track) == game["result"]
    assert track.rounds == len(log)


def _result(track: Track) -> str | None:
    if track.outcome is None:
        return None
    return "draw" if track.outcome.winner is None else RULES.info.letters[track.outcome.winner]
