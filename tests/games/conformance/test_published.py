"""The published games and counts of every game, reproduced to the letter."""

import pytest

from corr.games.api import Info
from corr.games.game_files import play_recorded, read_games, result_of, shown_turns, write_game
from corr.games.perft import perft
from corr.games.replay import replay
from corr.games.seats import Seat

from .cases import REGISTRY
from .published import PublishedCounts, PublishedGame, published_counts, published_games
from .walking import walked_perft

_WALKED = 30_000
"""Counts up to this are also found by making every action."""

_every_count = pytest.mark.parametrize("case", published_counts(), ids=str)
_every_game = pytest.mark.parametrize("case", published_games(), ids=str)


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
def test_the_published_games_are_reproduced_to_the_letter(case: PublishedGame) -> None:
    game = case.game

    assert play_recorded(case.rules, game.what, game.start, game.turns) == game


@_every_game
def test_a_published_game_is_written_as_it_is_read(case: PublishedGame) -> None:
    assert read_games(write_game(case.game)) == [case.game]


@_every_game
def test_the_log_of_a_game_tells_its_result(case: PublishedGame) -> None:
    game = case.game
    start = case.rules.parse_position(game.start)
    (first,) = case.rules.due(start)
    log = [{Seat((first + number) % 2): turn} for number, turn in enumerate(game.turns)]

    track = replay(case.rules, log, start)

    assert result_of(track) == game.result
    assert track.rounds == len(log)


@pytest.mark.parametrize("info", REGISTRY.games(), ids=lambda info: info.game)
def test_the_turns_that_a_demo_shows_can_be_played(info: Info) -> None:
    rules = REGISTRY.get_rules(info.ruleset)
    for turns in shown_turns(rules).values():
        position = rules.start()
        for turn in turns:
            seat = min(rules.due(position))
            draft = rules.read(rules.begin(position, seat), turn)
            assert rules.write(draft.made) == turn
            position = rules.resolve(position, {seat: draft})
