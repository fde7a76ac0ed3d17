"""
What lies in the `data` folder of a game: diagrams of its rules page, turns to show, and whole games.

A diagram in `diagrams.txt` is a paragraph: a name, a line of words, and then lines that begin with the name of a field:
`position`, `options`, `begun`, `picks`, `targets`, `window`, `task`, `goal`.

Turns in `demo.txt`, for a demo and the front page, are a paragraph each, too: a name, and a line for each turn.

Games in `games.txt` are there so that a change that plays them otherwise is noticed. They are paragraphs of lines:
`game` and what it is there for, `result` and the winner's letter, `draw`, or `-` if the record stops before the end,
`start` and a position, and then every turn, with the position after it behind a semicolon: of that only the rows and
fields that the turn changed, each with its number from 0, or all of it behind a colon where their number changed. A
game that is over has no position: there it says `over`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from corr.errors import IllegalError, Refusal
from corr.games.api import AnyRules
from corr.games.courses import course_text, read_course
from corr.games.registry import game_text
from corr.games.replay import Track
from corr.games.scene import Scene
from corr.games.seats import FIRST

TURNS = "data/demo.txt"
USUAL = "running"
"""The name of the turns that are shown of any game."""
_KEPT = 16
"""Of how many games the positions are kept, of some kilobytes each."""
Board = tuple[Scene, frozenset[str]]
"""A position, and the squares on which something happened just before."""
_OVER = "over"
_UNFINISHED, _DRAW = "-", "draw"
_SEPARATORS = re.compile("([/ ])")
_CHANGE = re.compile(r"([0-9]+)=(\S+)")


# -- diagrams ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Diagram:
    """One picture of a rules page."""

    name: str
    """How the page asks for it: "bishop"."""
    caption: str
    """What it shows, in a sentence or two."""
    position: str
    """In the game's notation."""
    picks: tuple[str, ...] = ()
    """What was clicked, as `Rules.choices` takes it: ("C4",), or ("C4", "2") for a stack and a count."""
    targets: frozenset[str] = frozenset()
    """The squares that are marked: exactly those that `Rules.choices` offers after `picks`, written down by hand."""
    begun: str = ""
    """The actions of the turn before the picks, in canonical notation."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options of the game that differ from the usual, as `read_options` takes them."""
    window: tuple[str, str] | None = None
    """The top left and the bottom right square of the part that is shown, as the notation draws it; None for all."""
    task: str = ""
    """What to do on the practice board with this position, in a sentence; empty if there the caption says enough."""
    goal: tuple[str, ...] = ()
    """How the actions of the task end in canonical notation: ("=W@C3",) for any merge into a Warrior there."""

    def is_done_by(self, actions: Iterable[str]) -> bool:
        """Whether the task is done once those actions were made, whatever else was."""
        made = tuple(actions)
        return bool(self.goal) and all(any(action.endswith(end) for action in made) for end in self.goal)


def read_diagrams(text: str) -> tuple[Diagram, ...]:
    """
    The diagrams of a game's file.

    :raises ValueError: a paragraph is none.
    """
    return tuple(_read_diagram(*paragraph.splitlines()) for paragraph in text.strip().split("\n\n") if paragraph)


def _read_diagram(name: str, *lines: str) -> Diagram:
    fields: dict[str, str] = dict(line.split(" ", 1) for line in lines[1:])
    if "position" not in fields:
        raise ValueError(name)
    top_left, _, bottom_right = fields.get("window", "").partition(" ")
    return Diagram(
        name,
        lines[0],
        fields["position"],
        tuple(fields.get("picks", "").split()),
        frozenset(fields.get("targets", "").split()),
        fields.get("begun", ""),
        dict(option.split("=") for option in fields.get("options", "").split()),
        (top_left, bottom_right) if bottom_right else None,
        fields.get("task", ""),
        tuple(filter(None, fields.get("goal", "").split(", "))),
    )


# -- turns to show ----------------------------------------------------------------------------------------------


def shown_turns(rules: AnyRules) -> dict[str, list[str]]:
    """
    All turns that a demo may show of a game, by their names.

    Where several seats choose at the same time, their choices come in the order of the seats.
    """
    paragraphs = game_text(rules, TURNS).split("\n\n")
    return {lines[0]: lines[1:] for lines in map(str.splitlines, paragraphs) if lines}


@lru_cache(_KEPT)
def short_game(rules: AnyRules) -> tuple[Board, ...]:
    """
    The turns that are shown of any game as everybody may know them, for the front page to step through: the start, and
    the board after each turn in which everybody sees something happen.
    """
    start = Track.begin(rules)
    return ((_scene(start), frozenset()), *_played(start, shown_turns(rules).get(USUAL, [])))


def last_of(rules: AnyRules) -> int:
    """The number of the last position of the short game; that of the start is 0."""
    return len(short_game(rules)) - 1


def _played(track: Track, turns: list[str]) -> Iterator[Board]:
    rest, rules = list(turns), track.rules
    while track.due and len(rest) >= len(track.due):
        drafts = {seat: rules.read(rules.begin(track.position, seat), rest.pop(0)) for seat in sorted(track.due)}
        course = read_course(course_text(rules, track.position, drafts))
        track = track.after(drafts)
        if course.touched:
            yield _scene(track), course.touched


def _scene(track: Track) -> Scene:
    seen = track.rules.observe(track.position, None)
    return track.rules.scene(track.rules.begin(seen, min(track.due, default=FIRST)))


# -- whole games ------------------------------------------------------------------------------------------------


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
