"""How fast the engines are, next to python-chess doing the same from its own start position in the same run."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

import chess

from corr.games.api import AnyRules
from corr.games.perft import first_turn, next_turn, perft, walked_perft
from corr.games.registry import Registry
from corr.games.replay import Track

RUNS = 5
"""Repetitions, of which the median counts."""
TURN_LIMIT = 0.3
"""Milliseconds that a whole turn may cost the server without the web."""
_GAME = "kelasu"
_BULK_DEPTHS = {"chess": 4, _GAME: 6}
_WALK_DEPTHS = {"chess": 3, _GAME: 5}
_GAMES = 20
_ACTIONS = 150


@dataclass(frozen=True, slots=True)
class Contest:
    """The same task done by an engine of ours and by the baseline; each gives how many things it did."""

    name: str
    ours: Callable[[], int]
    baseline: Callable[[], int]
    aim: float

    def line(self) -> str:
        """The medians and their ratio. The two take turns, so that a busy machine is busy for both."""
        rates = [(_rate(self.ours), _rate(self.baseline)) for _ in range(RUNS)]
        ours, baseline = (median(column) for column in zip(*rates, strict=True))
        ratio = median(mine / theirs for mine, theirs in rates)
        return f"{self.name:<42} {ours:>12,.0f} {baseline:>12,.0f} {ratio:>7.2f} x   (aim {self.aim:.1f})"


def main() -> None:
    rules = Registry.discover().get_rules_of_game(_GAME)
    print(f"{'per second':<42} {_GAME:>12} {'python-chess':>12}   ratio")
    for contest in contests(rules):
        print(contest.line())
    print(f"a whole turn without the web: {turn_cost(rules):.3f} ms   (aim {TURN_LIMIT} ms)")


def contests(rules: AnyRules) -> list[Contest]:
    """The tasks that are timed."""
    return [
        Contest(
            "perft leaves, the last ply counted",
            lambda: perft(rules, first_turn(rules, rules.start()), _BULK_DEPTHS[_GAME]),
            lambda: _chess_bulk(chess.Board(), _BULK_DEPTHS["chess"]),
            1.0,
        ),
        Contest(
            "perft leaves one ply less, likewise",
            lambda: perft(rules, first_turn(rules, rules.start()), _BULK_DEPTHS[_GAME] - 1),
            lambda: _chess_bulk(chess.Board(), _BULK_DEPTHS["chess"] - 1),
            1.0,
        ),
        Contest(
            "perft leaves, every action made",
            lambda: walked_perft(rules, first_turn(rules, rules.start()), _WALK_DEPTHS[_GAME]),
            lambda: _chess_walk(chess.Board(), _WALK_DEPTHS["chess"]),
            1.5,
        ),
        Contest(
            "actions of random games, all listed each time",
            lambda: sum(_random_game(rules, seed) for seed in range(_GAMES)),
            lambda: sum(map(_random_chess_game, range(_GAMES))),
            1.0,
        ),
    ]


def turn_cost(rules: AnyRules) -> float:
    """Milliseconds for reading the stored position, a turn, its check, and writing what is stored: the median."""
    stored = rules.format_position(rules.start())
    (seat,) = rules.due(rules.start())
    costs = []
    for _ in range(400):
        began = perf_counter()
        track = Track.begin(rules, rules.parse_position(stored))
        draft = rules.read(rules.begin(track.position, seat), rules.info.sample)
        track = track.after({seat: draft})
        rules.write(draft.made)
        rules.repetition_key(track.position)
        assert track.text
        costs.append((perf_counter() - began) * 1000)
    return median(costs)


def _rate(task: Callable[[], int]) -> float:
    began = perf_counter()
    done = task()
    return done / (perf_counter() - began)


def _chess_bulk(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    found = 0
    for move in board.legal_moves:
        board.push(move)
        found += _chess_bulk(board, depth - 1)
        board.pop()
    return found


def _chess_walk(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    found = 0
    for move in board.legal_moves:
        board.push(move)
        found += _chess_walk(board, depth - 1)
        board.pop()
    return found


def _random_game(rules: AnyRules, seed: int) -> int:
    """A game of random actions, each chosen from the whole list; how many there were."""
    chance = random.Random(seed)
    draft = first_turn(rules, rules.start())
    done = 0
    while done < _ACTIONS:
        actions = list(draft.actions())
        if actions:
            draft = draft.after(chance.choice(actions))
            done += 1
        elif draft.made:
            draft = next_turn(rules, draft)
        else:
            break
    return done


def _random_chess_game(seed: int) -> int:
    """The same with chess."""
    chance = random.Random(seed)
    board = chess.Board()
    done = 0
    while done < _ACTIONS and (moves := list(board.legal_moves)):
        board.push(chance.choice(moves))
        done += 1
    return done
