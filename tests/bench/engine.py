"""How fast the engines are, next to python-chess doing the same from its own start position in the same run."""

import random
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from time import process_time

import chess

from corr.games.api import AnyDraft, AnyRules
from corr.games.perft import next_turn, perft
from corr.games.registry import Registry
from corr.games.replay import Track
from corr.games.seats import Seat
from tests.bench._figures import Figure, ratio
from tests.games.conformance.walking import walked_perft
from tests.long_turns import LONG_TURNS, LongTurn

RUNS = 5
"""Repetitions, of which the median counts."""
TURN_LIMIT = 0.3
"""Milliseconds that a whole turn may cost the server without the web."""
_AIMS = {"kerd": 0.7}
"""How fast a game must be, as a multiple of the baseline; 1.0 where nothing else is said."""
_WALK_AIMS = {"kelasu": 1.5}
"""The same for making every single action, where it is another number."""
_LEAVES = {"bulk": 300_000, "walk": 100_000}
"""We go as deep as there are not more, which is about as many as the baseline finds."""
_DEEPEST = 12
_CHESS_DEPTHS = {"bulk": 4, "walk": 3}
_GAMES = 20
_ACTIONS = 150


_OPENINGS = {"kerd": ((0, "infiltrator F11"), (1, "infiltrator E2"))}
"""Turns that come before anything that can be counted: the seat and what it hands in."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The same task done by an engine of ours and by the baseline; each gives how many things it did."""

    name: str
    ours: Callable[[], int]
    baseline: Callable[[], int]
    aim: float

    def figure(self, game: str) -> Figure:
        """The ratio of the medians. The two take turns, so that a busy machine is busy for both."""
        ours, baseline = zip(*[(_rate(self.ours), _rate(self.baseline)) for _ in range(RUNS)], strict=True)
        detail = f"{median(ours):,.0f}/s, python-chess {median(baseline):,.0f}/s"
        return Figure(f"{game}: {self.name}", ratio(ours, baseline), self.aim, is_floor=True, detail=detail)


def figures() -> Iterator[Figure]:
    """Those of each game."""
    registry = Registry.discover()
    for info in registry.games():
        rules = registry.get_rules_of_game(info.game)
        yield from (contest.figure(info.game) for contest in contests(rules))
        yield Figure(f"{info.game}: a whole turn without the web", turn_cost(rules), TURN_LIMIT, "ms")
        yield from (_long_turn(info.game, rules, turn) for turn in LONG_TURNS.get(info.game, ()))


def contests(rules: AnyRules) -> list[Contest]:
    """The tasks that are timed."""
    aim = _AIMS.get(rules.info.game, 1.0)
    opened = rules.empty_turn(opening(rules))
    bulk, walk = (deepest(rules, opened, most) for most in (_LEAVES["bulk"], _LEAVES["walk"]))
    return [
        *(
            _counted(rules, opened, (bulk - less, _CHESS_DEPTHS["bulk"] - less), aim)
            for less in (0, 1)
            if bulk - less > 1
        ),
        Contest(
            f"perft leaves to {walk} plies, every action made",
            lambda: walked_perft(rules, opened, walk),
            lambda: _chess_walk(chess.Board(), _CHESS_DEPTHS["walk"]),
            _WALK_AIMS.get(rules.info.game, aim),
        ),
        Contest(
            "actions of random games, all listed each time",
            lambda: sum(_random_game(rules, seed) for seed in range(_GAMES)),
            lambda: sum(map(_random_chess_game, range(_GAMES))),
            aim,
        ),
    ]


def _counted(rules: AnyRules, draft: AnyDraft, depths: tuple[int, int], aim: float) -> Contest:
    return Contest(
        f"perft leaves to {depths[0]} plies, the last one counted",
        lambda: perft(rules, draft, depths[0]),
        lambda: _chess_bulk(chess.Board(), depths[1]),
        aim,
    )


def opening(rules: AnyRules) -> Hashable:
    """Where counting begins: the start of the game, or where it begins to be played by turns."""
    position: Hashable = rules.start()
    for seat, text in _OPENINGS.get(rules.info.game, ()):
        position = rules.resolve(position, {Seat(seat): rules.read(rules.begin(position, Seat(seat)), text)})
    return position


def deepest(rules: AnyRules, draft: AnyDraft, most: int) -> int:
    """How many plies can be counted without finding more than *most* leaves."""
    for depth, after in pairwise(range(1, _DEEPEST)):
        if perft(rules, draft, after) > most:
            return depth
    return _DEEPEST


def turn_cost(rules: AnyRules) -> float:
    """Milliseconds for reading the stored position, a turn, its check, and writing what is stored: the median."""
    stored = rules.format_position(opening(rules))
    draft = rules.empty_turn(opening(rules))
    text = rules.write(_random_turn(rules, draft, random.Random(0)).made)
    costs = []
    for _ in range(400):
        began = process_time()
        assert _turn(rules, stored, text)
        costs.append((process_time() - began) * 1000)
    return median(costs)


def _turn(rules: AnyRules, stored: str, text: str) -> str:
    """The position after a turn, from texts to a text."""
    track = Track.begin(rules, rules.parse_position(stored))
    (seat,) = track.due
    draft = rules.read(rules.begin(track.position, seat), text)
    rules.write(draft.made)
    return track.after({seat: draft}).text


def _long_turn(game: str, rules: AnyRules, turn: LongTurn) -> Figure:
    """What a very long turn costs, next to python-chess reading and making as many moves."""
    draft = rules.empty_turn(rules.parse_position(turn.position))
    actions = len(rules.read(draft, turn.text).made)
    moves = _chess_moves(actions)
    pairs = [
        (_milliseconds(lambda: _turn(rules, turn.position, turn.text)), _milliseconds(lambda: _read_chess(moves)))
        for _ in range(4 * RUNS)
    ]
    ours, baseline = zip(*pairs, strict=True)
    name = f"{game}: {turn.name}, {actions} actions in {len(turn.text)} letters"
    return Figure(name, ratio(ours, baseline), 1.0, detail=f"{median(ours):.2f} ms, chess {median(baseline):.2f} ms")


def _milliseconds(task: Callable[[], object]) -> float:
    began = process_time()
    task()
    return (process_time() - began) * 1000


def _rate(task: Callable[[], int]) -> float:
    began = process_time()
    done = task()
    return done / (process_time() - began)


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


def _chess_moves(count: int) -> list[str]:
    """So many moves of a random game in coordinates; when one ends, the next begins."""
    chance, board, found = random.Random(0), chess.Board(), list[str]()
    while len(found) < count:
        moves = list(board.legal_moves)
        if moves:
            board.push(chance.choice(moves))
            found.append(board.peek().uci())
        else:
            found.append("")
            board.reset()
    return found


def _read_chess(moves: list[str]) -> str:
    """The position after moves that are read and checked one by one; an empty one begins a new game."""
    board = chess.Board()
    for text in moves:
        if text:
            board.push_uci(text)
        else:
            board.reset()
    return board.fen()


def _random_turn(rules: AnyRules, draft: AnyDraft, chance: random.Random) -> AnyDraft:
    """*draft* with actions made until the turn is over, or as many as a usual turn has."""
    for _ in range(3):
        if actions := list(draft.actions()):
            draft = draft.after(chance.choice(actions))
    assert draft.may_stop or not draft.has_action(), rules.write(draft.made)
    return draft


def _random_game(rules: AnyRules, seed: int) -> int:
    """A game of random actions, each chosen from the whole list; how many there were."""
    chance = random.Random(seed)
    draft = rules.empty_turn(opening(rules))
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
