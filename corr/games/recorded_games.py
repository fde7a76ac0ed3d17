"""
Whole games in a file beside their engine, so that a change that plays them otherwise is noticed.

A file of games has paragraphs of lines: `game` and what it is there for, `result` and the winner's letter, `draw`, or
`-` if the record stops before the end, `start` and a position, and then every turn, with the position after it behind a
semicolon: of that only the rows and fields that the turn changed, each with its number from 0, or all of it behind a
colon where their number changed. A game that is over has no position: there it says `over`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from corr.errors import IllegalError, Refusal
from corr.games.api import AnyRules
from corr.games.replay import Track

_OVER = "over"
_UNFINISHED, _DRAW = "-", "draw"
_SEPARATORS = re.compile("([/ ])")
_CHANGE = re.compile(r"([0-9]+)=(\S+)")


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """One whole game."""

    what: str
    """What it is there for, or how long it is."""
    result: str | None
    """The winner's letter, `draw`, or None if the record stops before the end."""
    start: str
    turns: tuple[str, ...]
    positions: tuple[str | None, ...]
    """The position after each turn; None when the game is over."""


def play_recorded(rules: AnyRules, what: str, start: str, turns: Iterable[str]) -> RecordedGame:
    """
    The game of *turns* as the engine plays it, in canonical notation.

    :raises TurnError: a turn cannot be played.
    """
    track = Track.begin(rules, rules.parse_position(start))
    made, positions = list[str](), list[str | None]()
    for turn in turns:
        if len(track.due) != 1:
            over = "The game is over." if track.outcome else "Where several choose at once, no game can be kept."
            raise IllegalError(Refusal(over))
        (seat,) = track.due
        draft = rules.read(rules.begin(rules.parse_position(track.text), seat), turn)
        track = track.after({seat: draft})
        made.append(rules.write(draft.made))
        positions.append(None if track.outcome else track.text)
    return RecordedGame(what, result_of(track), start, tuple(made), tuple(positions))


def result_of(track: Track) -> str | None:
    """The winner's letter, `draw`, or None while the game goes on."""
    if track.outcome is None:
        return None
    return _DRAW if track.outcome.winner is None else str(track.rules.info.letters[track.outcome.winner])


def write_game(game: RecordedGame) -> str:
    """The paragraph of a game."""
    before = game.start
    lines = [f"game {game.what}", f"result {game.result or _UNFINISHED}", f"start {game.start}"]
    for turn, position in zip(game.turns, game.positions, strict=True):
        lines.append(f"{turn}; {_OVER if position is None else _changes(before, position)}")
        before = position or before
    return "\n".join(lines)


def read_games(text: str) -> list[RecordedGame]:
    """The games of a file."""
    return [_game(paragraph) for paragraph in text.strip().split("\n\n") if paragraph]


def _game(paragraph: str) -> RecordedGame:
    what, result, start, *rounds = paragraph.splitlines()
    position = start.removeprefix("start ")
    turns, positions = list[str](), list[str | None]()
    for line in rounds:
        turn, _, changes = line.partition("; ")
        position = _changed(position, changes)
        turns.append(turn)
        positions.append(None if changes == _OVER else position)
    ended = result.removeprefix("result ")
    winner = None if ended == _UNFINISHED else ended
    return RecordedGame(
        what.removeprefix("game "), winner, start.removeprefix("start "), tuple(turns), tuple(positions)
    )


def _changes(before: str, after: str) -> str:
    # Every other part is what stands between two of them.
    old, new = _SEPARATORS.split(before)[::2], _SEPARATORS.split(after)[::2]
    if len(old) != len(new) or "" in new:
        return f":{after}"
    pairs = enumerate(zip(old, new, strict=True))
    return " ".join(f"{number}={text}" for number, (known, text) in pairs if known != text)


def _changed(position: str, changes: str) -> str:
    """*position* with some rows and fields replaced."""
    if changes.startswith(":"):
        return changes[1:]
    parts = _SEPARATORS.split(position)
    for number, text in _CHANGE.findall(changes):
        parts[2 * int(number)] = text
    return "".join(parts)
