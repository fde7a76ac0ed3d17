"""
Stacks, seen from the side: a bar for each flat piece, from the bottom of the square upwards.

A bar tells its owner by its ends (round, notched, pointed) and its kind by what fills it (full, hollow, ribbed). Where
there are too many bars, equal ones that lie on each other are one thick bar with their number, and if that does not
help, the lowest are one bar that says how many there are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from corr.games.drawing import Polygon, Shape, Stroke, Tone
from corr.games.scene import Piece
from corr.render.glyphs import BOX, FLAT, Form, color, form

FLOOR = 97
"""Where the lowest bar ends."""


class Filling(StrEnum):
    """The pattern that tells the kinds of flat pieces apart."""

    FULL = "full"
    HOLLOW = "hollow"
    RIBBED = "ribbed"
    PLAIN = "plain"


class Size(StrEnum):
    """The room that a bar takes."""

    THICK = "thick"
    MEDIUM = "medium"
    NARROW = "narrow"


STEPS = {Size.THICK: 18.0, Size.MEDIUM: 13.0, Size.NARROW: 9.0}
"""The height of a bar with the gap above it."""

_LEFT, _RIGHT = 9, BOX - 9
_FILLINGS = {"dark-mana": Filling.FULL, "light-mana": Filling.HOLLOW, "shield": Filling.RIBBED}


@dataclass(frozen=True, slots=True)
class Bar:
    """The look of one bar."""

    color: str
    form: Form
    filling: Filling
    size: Size = Size.MEDIUM


@dataclass(frozen=True, slots=True)
class Layer:
    """A bar at its place."""

    bar: Bar
    top: float
    count: int = 1
    """How many pieces it stands for: the number on it if there is more than one."""


@dataclass(frozen=True, slots=True)
class Stack:
    """The bars of one stack, from bottom to top."""

    layers: tuple[Layer, ...]
    hidden: int
    """For how many of the lowest pieces there was no bar of their own: they share one that says so."""
    top: float
    """Where the highest bar begins."""


def stack(pieces: Sequence[Piece]) -> Stack:
    """The bars for *pieces*, from bottom to top; a piece on top that is not flat has none, and gets its room."""
    flat = pieces if pieces[-1].is_chip else pieces[:-1]
    room = FLOOR if pieces[-1].is_chip else FLOOR - FLAT
    for size in Size:
        if len(flat) * STEPS[size] <= room:
            return _piled([(bar_of(piece, size), 1) for piece in flat])
    runs = [_joined(bar, len(list(same))) for bar, same in groupby(bar_of(piece, Size.NARROW) for piece in flat)]
    hidden = 0
    while _height(runs) + (STEPS[Size.THICK] if hidden else 0) > room:
        hidden += runs.pop(0)[1]
    return _piled(runs, hidden)


def bar_of(piece: Piece, size: Size) -> Bar:
    """The look of *piece* in a stack."""
    return Bar(color(piece), form(piece), _FILLINGS.get(piece.shape, Filling.PLAIN), size)


def bar_shapes(bar: Bar) -> tuple[Shape, ...]:
    """The shapes of *bar*, whose room begins at the top of the box."""
    height = STEPS[bar.size] - (2.2 if bar.size is Size.NARROW else 3)
    outer = _outline(bar.form, height, 0, Tone.EDGE)
    if bar.filling is Filling.FULL:
        # One tone throughout: the edge is what it is filled with.
        return (_outline(bar.form, height, 0, Tone.DARK),)
    edge = 2.4 if bar.size is Size.NARROW else 3.2
    inner = _outline(bar.form, height, edge, Tone.BODY if bar.filling is Filling.PLAIN else Tone.LIGHT)
    return (outer, inner, *(_ribs(height) if bar.filling is Filling.RIBBED else ()))


def _joined(bar: Bar, count: int) -> tuple[Bar, int]:
    return (Bar(bar.color, bar.form, bar.filling, Size.THICK) if count > 1 else bar), count


def _height(runs: Sequence[tuple[Bar, int]]) -> float:
    return sum(STEPS[bar.size] for bar, _ in runs)


def _piled(runs: Sequence[tuple[Bar, int]], hidden: int = 0) -> Stack:
    top = FLOOR - (STEPS[Size.THICK] if hidden else 0.0)
    layers = []
    for bar, count in runs:
        top -= STEPS[bar.size]
        layers.append(Layer(bar, top, count))
    return Stack(tuple(layers), hidden, top)


def _outline(form: Form, height: float, edge: float, tone: Tone) -> Shape:
    """The outline of a bar, *edge* smaller on all sides."""
    middle, bottom, reach = height / 2, height - edge, min(height / 2, 8)
    if form is Form.ROUND:
        return Stroke(((_LEFT + middle, middle), (_RIGHT - middle, middle)), height - 2 * edge, tone)
    # The ends go in for the second seat, and out for nobody.
    corner = _LEFT + edge + (reach if form is Form.RHOMB else 0.0)
    tip = _LEFT + edge + (reach if form is Form.SQUARE else 0.0)
    left = ((corner, bottom), (tip, middle), (corner, edge))
    return Polygon((*left, *((BOX - x, y) for x, y in reversed(left))), tone)


def _ribs(height: float) -> Iterator[Stroke]:
    ribs = (22.0, 31.0, 69.0, 78.0) if height > STEPS[Size.NARROW] else (22.0, 31.0, 40.5, 50.0, 59.5, 69.0, 78.0)
    for x in ribs:
        yield Stroke(((x, 2), (x, height - 2)), 3.4, Tone.EDGE)
