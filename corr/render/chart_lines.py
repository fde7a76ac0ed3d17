"""
A line of a chart: its values, and how it, its band, its marks and its name are drawn.

Everything of one line stands in one group, so that it is told from the others as a whole when somebody points at it,
reaches it with the keyboard or has chosen it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape

from corr.render.scales import Scale

COLORS = 8
"""How many colours `chart.css` has for lines."""
DASHES = ("", "8 3", "2 3")
MARKS = ("M0-4A4 4 0 1 0 .01-4z", "M-3.5-3.5h7v7h-7z", "M0-4.5L4.5 3.5h-9z", "M0-5L5 0 0 5-5 0z", "M0 4.5L4.5-3.5h-9z")
"""The numbers of colours, dashes and marks have no common part: the first lines of a chart differ in all three."""
TOP, LEFT = 14, 9.0
"""Pixels above the lines; percent of the width for the numbers beside them."""
ABOVE = 72
"""Pixels above the chart that stay in sight when a line is chosen: for the heading."""
_LONGEST_NAME, _LONGEST_LABEL = 13, 14
"""Letters of a name, and of a name with its last value."""
_PLOT = 1000
"""Units across the lines, however wide the picture is."""
_LEFT_TO_RIGHT, _ALONE, _END_ALONE = "\u200e", "\u2068", "\u2069"
"""Signs that nobody sees: a number stays before its name, in whichever direction that is written."""
_HEAD = f'<rect fill="none" width="1" height="1" y="-{ABOVE}"/>'
"""Nothing to be seen: a browser that goes to a chosen line shows the chart from here on, however low that is."""
_MARKED = 6
"""How many marks a line has at most."""


@dataclass(frozen=True, slots=True)
class Dot:
    """What a line says of one day."""

    day: date
    value: float
    low: float | None = None
    """With *high* the band within which the truth probably lies; None for no band."""
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """One line."""

    name: str
    dots: tuple[Dot, ...]
    """In order of their days; of several of one day the last counts."""
    ends_at: str = ""
    """What its last value is called, such as "6½"; the rounded number if empty."""
    is_own: bool = False
    """Whether it is drawn stronger, as the one that the reader looks for."""
    anchor: str = ""
    """The id in the page by which it can be chosen; empty if its name is no link."""

    @property
    def last(self) -> str:
        """Its last value as it is called."""
        return self.ends_at or f"{self.dots[-1].value:.0f}"

    @property
    def label(self) -> str:
        """What stands at its end."""
        return f"{self.last} {self.short_name}"

    @property
    def short_name(self) -> str:
        """Its name, cut where it would take too much room beside the last value."""
        name, most = self.name, min(_LONGEST_NAME, max(1, _LONGEST_LABEL - len(self.last)))
        return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"

    @property
    def told(self) -> str:
        """The line in words: where it began and where it ended."""
        first, last = self.dots[0], self.dots[-1]
        end = f"{self.last} on {_day_words(last.day)}"
        if first.day == last.day:
            return f"{self.name}: {end}."
        return f"{self.name}: from {round(first.value, 2):g} on {_day_words(first.day)} to {end}."


@dataclass(frozen=True, slots=True)
class Frame:
    """Where days and values stand."""

    days: Scale
    values: Scale
    right: float
    """Percent of the width at which the lines end."""
    height: int
    """Of the lines, in pixels."""
    key: str
    """What the ids within the chart begin with."""

    def across(self, day: date) -> float:
        """In percent of the whole width."""
        return LEFT + (self.right - LEFT) * self.days.share(day.toordinal())

    def down(self, value: float) -> float:
        """In pixels from the top."""
        return TOP + self.inner(value)

    def inner(self, value: float) -> float:
        """In pixels from the upper edge of the lines."""
        return self.height * self.values.share(value)


def line_group(frame: Frame, number: int, line: Series, *, named_at: float) -> str:
    """
    The line with all that belongs to it.

    :param number: its number among the lines, which settles its colour, dashes and mark.
    :param named_at: how far down its name stands, in pixels.
    """
    own = " chart-own" if line.is_own else ""
    anchor = f' id="{escape(line.anchor)}"' if line.anchor else ""
    parts = (
        f'<g class="chart-series chart-color-{number % COLORS}{own}"{anchor}><title>{escape(line.told)}</title>',
        _HEAD if line.anchor else "",
        _plot(frame, _band(frame, line) + _line(frame, number, line)),
        _marks(frame, number, line),
        _name(frame, line, named_at),
        "</g>",
    )
    return "".join(parts)


def _day_words(day: date) -> str:
    return f"{day.day} {day:%b %Y}"


def _plot(frame: Frame, drawn: str) -> str:
    """What is stretched to the width, while its strokes keep theirs."""
    return (
        f'<svg x="{LEFT:g}%" y="{TOP}" width="{frame.right - LEFT:.2f}%" height="{frame.height}" '
        f'viewBox="0 0 {_PLOT} {frame.height}" preserveAspectRatio="none" overflow="visible">{drawn}</svg>'
    )


def _line(frame: Frame, number: int, line: Series) -> str:
    dash = DASHES[number % len(DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    path = _path((frame.days.share(dot.day.toordinal()), frame.inner(dot.value)) for dot in line.dots)
    return f'<path class="chart-line"{dashes} d="M{path}"/>'


def _band(frame: Frame, line: Series) -> str:
    edges = [(frame.days.share(dot.day.toordinal()), dot.low, dot.high) for dot in line.dots]
    upper = [(x, frame.inner(high)) for x, _, high in edges if high is not None]
    lower = [(x, frame.inner(low)) for x, low, _ in edges if low is not None]
    if not upper or not lower:
        return ""
    there, back = _path(upper), _path(lower)
    return f'<path class="chart-band" d="M{there}L{" ".join(reversed(back.split(" ")))}z"/>'


def _path(places: Iterable[tuple[float, float]]) -> str:
    """
    The corners of a line, as "0,12 5,12": one for each unit across, and none within a straight piece along the grid.
    """
    by_unit = {round(x * _PLOT): f"{y:.1f}" for x, y in places}
    units = list(by_unit)
    kept = [
        f"{unit},{by_unit[unit]}"
        for index, unit in enumerate(units)
        if index in {0, len(units) - 1} or not by_unit[units[index - 1]] == by_unit[unit] == by_unit[units[index + 1]]
    ]
    return " ".join(kept)


def _marks(frame: Frame, number: int, line: Series) -> str:
    """A few marks along a line, and one at its end."""
    count = len(line.dots)
    shown = sorted({count - 1 - round(step * (count - 1) / (_MARKED - 1)) for step in range(_MARKED)})
    places = dict.fromkeys(
        (f"{frame.across(dot.day):.2f}", f"{frame.down(dot.value):.1f}") for dot in _picked(line, shown)
    )
    mark = f'href="#{frame.key}-m{number % len(MARKS)}"'
    uses = "".join(f'<use {mark} x="{x}%" y="{y}"/>' for x, y in places)
    return f'<g class="chart-mark">{uses}</g>'


def _picked(line: Series, indexes: Sequence[int]) -> Iterable[Dot]:
    return (line.dots[index] for index in indexes)


def _name(frame: Frame, line: Series, height: float) -> str:
    """The line's last value and name, beside its end; where it can be chosen, that is how."""
    last = line.dots[-1]
    leader = (
        f'<line class="chart-leader" x1="{frame.across(last.day):.2f}%" y1="{frame.down(last.value):.1f}" '
        f'x2="{frame.right + 2:.2f}%" y2="{height:.1f}"/>'
    )
    name = (
        f'<text class="chart-name" x="{frame.right + 2.6:.2f}%" y="{height:.1f}" dy=".35em">'
        f"{_LEFT_TO_RIGHT}{escape(line.last)} {_ALONE}{escape(line.short_name)}{_END_ALONE}</text>"
    )
    return f'{leader}<a href="#{escape(line.anchor)}">{name}</a>' if line.anchor else f"{leader}{name}"
