"""
Charts of lines over time as SVG for pages, in classes that `chart.css` colours: standings of a season, ratings.

One picture fits every width: across, everything stands at a share of the width, so that words and marks keep their size
on a phone; down, it stands in pixels. Each line ends at its name, and has a mark and dashes of its own beside its
colour. Everything that comes from outside is escaped here, so the result is `Markup`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from math import ceil, floor
from zlib import crc32

from markupsafe import Markup

from corr.render.scales import Scale, day_ticks, number_ticks

COLORS = 8
"""How many colours `chart.css` has for lines."""
DASHES = ("", "8 3", "2 3")
MARKS = ("M0-4A4 4 0 1 0 .01-4z", "M-3.5-3.5h7v7h-7z", "M0-4.5L4.5 3.5h-9z", "M0-5L5 0 0 5-5 0z", "M0 4.5L4.5-3.5h-9z")
"""The numbers of colours, dashes and marks have no common part: the first lines of a chart differ in all three."""
_ROW = 17
"""Pixels from one name to the next."""
_TOP, _BELOW = 14, 30
_LEAST_HEIGHT = 190
_LEFT = 9.0
"""Percent of the width for the numbers."""
_NAMES_FROM, _NAMES_TO = 8.0, 33.0
"""The least and the most percent of the width that names get."""
_LONGEST_LABEL = 13
_PLOT = 1000
"""Units across the lines, however wide the picture is."""
_LEFT_TO_RIGHT, _ALONE, _END_ALONE = "\u200e", "\u2068", "\u2069"
"""Signs that nobody sees: a number stays before its name, in whichever direction that is written."""
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


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where days and values stand."""

    days: Scale
    values: Scale
    right: float
    """Percent of the width at which the lines end."""
    height: int
    """Of the lines, in pixels."""
    key: str

    def across(self, day: date) -> float:
        """In percent of the whole width."""
        return _LEFT + (self.right - _LEFT) * self.days.share(day.toordinal())

    def down(self, value: float) -> float:
        """In pixels from the top."""
        return _TOP + self.inner(value)

    def inner(self, value: float) -> float:
        """In pixels from the upper edge of the lines."""
        return self.height * self.values.share(value)


def line_chart(
    series: Sequence[Series], *, title: str, is_inverted: bool = False, nothing: str = "Nothing to show yet."
) -> Markup:
    """
    The lines as an `<svg>` element that fills the width of its place.

    :param title: what a screen reader calls the chart.
    :param is_inverted: whether the lowest value is at the top, as of places.
    :param nothing: what stands there while no line has a dot.
    """
    lines = [(number, each) for number, each in enumerate(series) if each.dots]
    if not lines:
        return _empty(title, nothing)
    frame = _framed([each for _, each in lines], title, is_inverted=is_inverted)
    drawn = sorted(lines, key=lambda line: line[1].is_own)
    parts = (
        _head(frame, title, [each for _, each in lines]),
        _grid(frame, is_inverted=is_inverted),
        _plot(frame, drawn),
        *(_marks(frame, number, each) for number, each in drawn),
        _labels(frame, lines),
        "</svg>",
    )
    return Markup("".join(parts))  # noqa: S704 - whatever comes from outside is escaped where it goes in


def _empty(title: str, nothing: str) -> Markup:
    words = f'<text class="chart-nothing" x="50%" y="36" text-anchor="middle">{escape(nothing)}</text>'
    svg = '<svg class="chart" xmlns="http://www.w3.org/2000/svg" width="100%" height="60" role="img" aria-label="'
    return Markup(f'{svg}{escape(title)}">{words}</svg>')  # noqa: S704 - as in `line_chart`


def _framed(lines: Sequence[Series], title: str, *, is_inverted: bool) -> _Frame:
    days = [dot.day.toordinal() for line in lines for dot in line.dots]
    reached = [
        value for line in lines for dot in line.dots for value in (dot.value, dot.low, dot.high) if value is not None
    ]
    longest = max(len(_label(line)) for line in lines)
    facts = ";".join([title, *(f"{line.name}{line.dots}{line.ends_at}{line.is_own}" for line in lines)])
    return _Frame(
        days=Scale(min(days), max(days)),
        values=Scale(floor(min(reached)), ceil(max(reached)), is_turned=not is_inverted),
        right=100 - min(_NAMES_TO, max(_NAMES_FROM, 2.2 * longest + 3.5)),
        height=max(_LEAST_HEIGHT, _ROW * len(lines)),
        key=f"c{crc32(facts.encode()):x}",
    )


def _head(frame: _Frame, title: str, lines: Iterable[Series]) -> str:
    key = frame.key
    marks = "".join(f'<path id="{key}-m{number}" d="{path}"/>' for number, path in enumerate(MARKS))
    return (
        f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" width="100%" height="{_TOP + frame.height + _BELOW}" '
        f'role="img" aria-labelledby="{key}-t" aria-describedby="{key}-d">'
        f'<title id="{key}-t">{escape(title)}</title><desc id="{key}-d">{escape(_described(lines))}</desc>'
        f"<defs>{marks}</defs>"
    )


def _described(lines: Iterable[Series]) -> str:
    """The lines in words: where each began and where it ended."""
    return " ".join(_told(line) for line in lines)


def _told(line: Series) -> str:
    first, last = line.dots[0], line.dots[-1]
    end = f"{_last(line)} on {_day_words(last.day)}"
    if first.day == last.day:
        return f"{line.name}: {end}."
    return f"{line.name}: from {round(first.value, 2):g} on {_day_words(first.day)} to {end}."


def _day_words(day: date) -> str:
    return f"{day.day} {day:%b %Y}"


def _last(line: Series) -> str:
    return line.ends_at or f"{line.dots[-1].value:.0f}"


def _grid(frame: _Frame, *, is_inverted: bool) -> str:
    """The numbers with a thin line each, and the days below."""
    parts = []
    for number in number_ticks(frame.values.low, frame.values.high, frame.height, is_inverted=is_inverted):
        y = f"{frame.down(number):.1f}"
        parts.append(
            f'<line class="chart-grid" x1="{_LEFT:g}%" x2="{frame.right:.2f}%" y1="{y}" y2="{y}"/>'
            f'<text class="chart-tick" x="{_LEFT - 1.5:g}%" y="{y}" dy=".35em" text-anchor="end">{number}</text>'
        )
    foot = _TOP + frame.height
    for day, words in day_ticks(int(frame.days.low), int(frame.days.high)):
        x = f"{frame.across(day):.2f}%"
        parts.append(
            f'<line class="chart-tick-line" x1="{x}" x2="{x}" y1="{foot + 4}" y2="{foot + 9}"/>'
            f'<text class="chart-tick" x="{x}" y="{foot + 22}" text-anchor="middle">{words}</text>'
        )
    return "".join(parts)


def _plot(frame: _Frame, lines: Iterable[tuple[int, Series]]) -> str:
    """The lines themselves, stretched to the width while their strokes keep theirs."""
    drawn = "".join(_band(frame, number, line) + _line(frame, number, line) for number, line in lines)
    return (
        f'<svg x="{_LEFT:g}%" y="{_TOP}" width="{frame.right - _LEFT:.2f}%" height="{frame.height}" '
        f'viewBox="0 0 {_PLOT} {frame.height}" preserveAspectRatio="none" overflow="visible">{drawn}</svg>'
    )


def _line(frame: _Frame, number: int, line: Series) -> str:
    dash = DASHES[number % len(DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    path = _path((frame.days.share(dot.day.toordinal()), frame.inner(dot.value)) for dot in line.dots)
    own = " chart-own" if line.is_own else ""
    return f'<path class="chart-line{own} chart-color-{number % COLORS}"{dashes} d="M{path}"/>'


def _band(frame: _Frame, number: int, line: Series) -> str:
    edges = [(frame.days.share(dot.day.toordinal()), dot.low, dot.high) for dot in line.dots]
    upper = [(x, frame.inner(high)) for x, _, high in edges if high is not None]
    lower = [(x, frame.inner(low)) for x, low, _ in edges if low is not None]
    if not upper or not lower:
        return ""
    there, back = _path(upper), _path(lower)
    return (
        f'<path class="chart-band chart-color-{number % COLORS}" d="M{there}L{" ".join(reversed(back.split(" ")))}z"/>'
    )


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


def _marks(frame: _Frame, number: int, line: Series) -> str:
    """A few marks along a line, and one at its end."""
    count = len(line.dots)
    shown = sorted({count - 1 - round(step * (count - 1) / (_MARKED - 1)) for step in range(_MARKED)})
    places = dict.fromkeys(
        (f"{frame.across(dot.day):.2f}", f"{frame.down(dot.value):.1f}") for dot in _picked(line, shown)
    )
    mark = f'href="#{frame.key}-m{number % len(MARKS)}"'
    uses = "".join(f'<use {mark} x="{x}%" y="{y}"/>' for x, y in places)
    return f'<g class="chart-mark chart-color-{number % COLORS}">{uses}</g>'


def _picked(line: Series, indexes: Iterable[int]) -> Iterable[Dot]:
    return (line.dots[index] for index in indexes)


def _labels(frame: _Frame, lines: Sequence[tuple[int, Series]]) -> str:
    """Each line's last value and name, beside its end and clear of the others."""
    ends = sorted(lines, key=lambda line: frame.down(line[1].dots[-1].value))
    heights = _parted([frame.down(line.dots[-1].value) for _, line in ends], _TOP + frame.height)
    return "".join(_named(frame, number, line, height) for (number, line), height in zip(ends, heights, strict=True))


def _named(frame: _Frame, number: int, line: Series, height: float) -> str:
    last = line.dots[-1]
    own = " chart-own" if line.is_own else ""
    return (
        f'<line class="chart-leader chart-color-{number % COLORS}" x1="{frame.across(last.day):.2f}%" '
        f'y1="{frame.down(last.value):.1f}" x2="{frame.right + 2:.2f}%" y2="{height:.1f}"/>'
        f'<text class="chart-name{own} chart-color-{number % COLORS}" x="{frame.right + 2.6:.2f}%" y="{height:.1f}" '
        f'dy=".35em">{_LEFT_TO_RIGHT}{escape(_last(line))} {_ALONE}{escape(_short(line.name))}{_END_ALONE}</text>'
    )


def _label(line: Series) -> str:
    return f"{_last(line)} {_short(line.name)}"


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_LABEL else f"{name[: _LONGEST_LABEL - 1].rstrip()}…"


def _parted(wanted: Sequence[float], lowest: float) -> list[float]:
    """Heights in the same order, as near to the wanted ones as `_ROW` from each to the next allows."""
    heights: list[float] = []
    for height in wanted:
        heights.append(max(height, heights[-1] + _ROW) if heights else height)
    below = lowest
    for index in reversed(range(len(heights))):
        heights[index] = min(heights[index], below)
        below = heights[index] - _ROW
    return heights
