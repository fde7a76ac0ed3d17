"""The published games and counts of every game, reproduced to the letter."""

import pytest

from corr.games.perft import perft, walked_perft
from corr.games.replay import Track, replay
from corr.games.seats import Seat

from .published import PublishedCounts, PublishedGame, published_counts, published_games

_WALKED = 30_000
"""Counts up to this are also found by making every action."""

_every_count = pytest.mark.parametrize("case", published_counts(), ids=str)
_every_game = pytest.mark.parametrize("game", published_games(), ids=str)


@_every_count
def test_the_published_counts_are_reproduced(case: PublishedCounts) -> None:
    draft = case.rules.empty_turn(case.rules.parse_position(case.position))

    counts = [perft(case.rules, draft, depth) for depth in range(1, len(case.counts) + 1)]

    assert counts == case.counts


@_every_count
def test_making_every_action_gives_the_same_counts(case: PublishedCounts) -> None:
    draft = case.rules.empty_turn(case.rules.parse_position(case.position))
    expected = [count for count in case.counts if count <= _WALKED]

    counts = [walked_perft(case.rules, draft, depth) for depth in range(1, len(expected) + 1)]

    assert counts == expected


@_every_game
def test_the_published_games_are_reproduced_to_the_letter(game: PublishedGame) -> None:
    rules = game.rules
    track = Track.begin(rules, rules.parse_position(game.start))
    turns, positions = [], []

    for turn in game.turns:
        (seat,) = track.due
        draft = rules.read(rules.begin(rules.parse_position(track.text), seat), turn)
        track = track.after({seat: draft})
        turns.append(rules.write(draft.made))
        positions.append(None if track.outcome else track.text)

    assert turns == game.turns
    assert positions == game.positions
    assert _result(track) == game.result


@_every_game
def test_the_log_of_a_game_tells_its_result(game: PublishedGame) -> None:
    start = game.rules.parse_position(game.start)
    (first,) = game.rules.due(start)
    log = [{Seat((first + number) % 2): turn} for number, turn in enumerate(game.turns)]

    track = replay(game.rules, log, start)

    assert _result(track) == game.result
    assert track.rounds == len(log)


def _result(track: Track) -> str | None:
    if track.outcome is None:
        return None
    return "draw" if track.outcome.winner is None else track.rules.info.letters[track.outcome.winner]
