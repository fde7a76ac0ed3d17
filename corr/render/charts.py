"""
Charts of lines over time as SVG for pages, in classes that `chart.css` colours: standings of a season, ratings.

One picture fits every width: across, everything stands at a share of the width, so that words and marks keep their size
on a phone; down, it stands in pixels. Each line ends at its name, and has a mark and dashes of its own beside its
colour. Where there are many, all are quiet but the reader's own and the one that was chosen by its name. Everything
that comes from outside is escaped here, so the result is `Markup`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from html import escape
from math import ceil, floor
from zlib import crc32

from markupsafe import Markup

MANY = 7
"""So many lines cannot be followed all at once."""
_ROW = 24
"""Pixels from one name to the next, so that a finger hits one."""
_BELOW = 30
_LEAST_HEIGHT = 190
_NAMES_FROM, _NAMES_TO = 8.0, 33.0
"""The least and the most percent of the width that names get."""
_TICK_ROOM = 16
"""Pixels that a number needs."""
_MOST_DAYS = 4
"""How many days are written below a chart: on a phone there is no room for more."""
_DAY_STEPS = (1, 2, 3, 7, 14)
_MONTH_STEPS = (1, 2, 3, 6, 12, 24, 60, 120, 600, 1200)
_MONTHS = 12
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
class Scale:
    """A scale from the lowest to the highest value, as shares from 0 to 1."""

    low: float
    high: float
    is_turned: bool = False
    """Whether the highest is at 0."""

    def share(self, value: float) -> float:
        """The place of *value* on the scale; the middle if there is only one."""
        if self.high == self.low:
            return 0.5
        share = (value - self.low) / (self.high - self.low)
        return 1 - share if self.is_turned else share


@dataclass(frozen=True, slots=True)
class Dot:
    """The value of a line on one day."""

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
        """The words at its end."""
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
    """The places of days and values in a chart."""

    days: Scale
    values: Scale
    right: float
    """Percent of the width at which the lines end."""
    height: int
    """Of the lines, in pixels."""
    key: str
    """What the ids within the chart begin with."""

    def across(self, day: date) -> float:
        """The place of a day, in percent of the whole width."""
        return LEFT + (self.right - LEFT) * self.days.share(day.toordinal())

    def down(self, value: float) -> float:
        """The place of a value, in pixels from the top."""
        return TOP + self.inner(value)

    def inner(self, value: float) -> float:
        """The place of a value, in pixels from the upper edge of the lines."""
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
    parts = (
        _head(frame, title, [each for _, each in lines]),
        _grid(frame, is_inverted=is_inverted),
        *_groups(frame, lines),
        "</svg>",
    )
    return Markup("".join(parts))  # noqa: S704 - whatever comes from outside is escaped where it goes in


def _empty(title: str, nothing: str) -> Markup:
    words = f'<text class="chart-nothing" x="50%" y="36" text-anchor="middle">{escape(nothing)}</text>'
    svg = '<svg class="chart" xmlns="http://www.w3.org/2000/svg" width="100%" height="60" role="img" aria-label="'
    return Markup(f'{svg}{escape(title)}">{words}</svg>')  # noqa: S704 - as in `line_chart`


def _framed(lines: Sequence[Series], title: str, *, is_inverted: bool) -> Frame:
    days = [dot.day.toordinal() for line in lines for dot in line.dots]
    reached = [
        value for line in lines for dot in line.dots for value in (dot.value, dot.low, dot.high) if value is not None
    ]
    longest = max(len(line.label) for line in lines)
    facts = ";".join([title, *(f"{line.name}{line.dots[-1]}{line.ends_at}{line.is_own}" for line in lines)])
    return Frame(
        days=Scale(min(days), max(days)),
        values=Scale(floor(min(reached)), ceil(max(reached)), is_turned=not is_inverted),
        right=100 - min(_NAMES_TO, max(_NAMES_FROM, 2.2 * longest + 3.5)),
        height=max(_LEAST_HEIGHT, _ROW * len(lines)),
        key=f"c{crc32(facts.encode()):x}",
    )


def _head(frame: Frame, title: str, lines: Sequence[Series]) -> str:
    key = frame.key
    marks = "".join(f'<path id="{key}-m{number}" d="{path}"/>' for number, path in enumerate(MARKS))
    many = " chart-many" if len(lines) >= MANY else ""
    # Within an image nobody who listens would find the links.
    role = "group" if any(line.anchor for line in lines) else "img"
    return (
        f'<svg class="chart{many}" xmlns="http://www.w3.org/2000/svg" width="100%" '
        f'height="{TOP + frame.height + _BELOW}" role="{role}" aria-labelledby="{key}-t" aria-describedby="{key}-d">'
        f'<title id="{key}-t">{escape(title)}</title>'
        f'<desc id="{key}-d">{escape(" ".join(line.told for line in lines))}</desc>'
        f"<defs>{marks}</defs>"
    )


def _grid(frame: Frame, *, is_inverted: bool) -> str:
    """The numbers with a thin line each, and the days below; they are told in other words to those who listen."""
    parts = []
    for number in number_ticks(frame.values.low, frame.values.high, frame.height, is_inverted=is_inverted):
        y = f"{frame.down(number):.1f}"
        parts.append(
            f'<line class="chart-grid" x1="{LEFT:g}%" x2="{frame.right:.2f}%" y1="{y}" y2="{y}"/>'
            f'<text class="chart-tick" x="{LEFT - 1.5:g}%" y="{y}" dy=".35em" text-anchor="end">{number}</text>'
        )
    foot = TOP + frame.height
    for day, words in day_ticks(int(frame.days.low), int(frame.days.high)):
        x = f"{frame.across(day):.2f}%"
        parts.append(
            f'<line class="chart-tick-line" x1="{x}" x2="{x}" y1="{foot + 4}" y2="{foot + 9}"/>'
            f'<text class="chart-tick" x="{x}" y="{foot + 22}" text-anchor="middle">{words}</text>'
        )
    return f'<g aria-hidden="true">{"".join(parts)}</g>'


def _groups(frame: Frame, lines: Sequence[tuple[int, Series]]) -> Iterable[str]:
    """All lines from the uppermost end to the lowest: as one reads their names, and goes from one to the next."""
    ends = sorted(lines, key=lambda line: frame.down(line[1].dots[-1].value))
    heights = _parted([frame.down(line.dots[-1].value) for _, line in ends], TOP + frame.height)
    for (number, line), height in zip(ends, heights, strict=True):
        yield line_group(frame, number, line, named_at=height)


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


# -- one line ---------------------------------------------------------------------------------------------------


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


@lru_cache(maxsize=1024)
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


# -- numbers and days along the edges ---------------------------------------------------------------------------


def number_ticks(low: float, high: float, room: int, *, is_inverted: bool = False) -> Iterable[int]:
    """
    Round numbers from *low* to *high* for *room* pixels; the first place is always among places.

    :param is_inverted: whether they are places, which are counted from the lowest.
    """
    step = _step(high - low, max(2, room // (_TICK_ROOM if is_inverted else 2 * _TICK_ROOM)))
    if is_inverted:
        return range(ceil(low), floor(high) + 1, step)
    return range(ceil(low / step) * step, floor(high / step) * step + 1, step)


def day_ticks(first: int, last: int) -> Iterable[tuple[date, str]]:
    """
    Round days from *first* to *last* with their words: "24 Mar", "Mar", or the year for January.

    :param first: as an ordinal number, like *last*.
    """
    for step in _DAY_STEPS:
        if (last - first) // step < _MOST_DAYS:
            days = (date.fromordinal(day) for day in range(first, last + 1, step))
            return [(day, f"{day.day} {day:%b}") for day in days]
    return _month_ticks(date.fromordinal(first), date.fromordinal(last))


def _month_ticks(first: date, last: date) -> list[tuple[date, str]]:
    months = range(_month(first) + (first.day > 1), _month(last) + 1)
    step = next((step for step in _MONTH_STEPS if len(months) <= step * _MOST_DAYS), _MONTH_STEPS[-1])
    days = (date(month // _MONTHS, month % _MONTHS + 1, 1) for month in months if month % step == 0)
    return [(day, f"{day.year}" if day.month == 1 else f"{day:%b}") for day in days]


def _month(day: date) -> int:
    return day.year * _MONTHS + day.month - 1


def _step(span: float, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that parts *span* into at most *most* steps."""
    step = 1
    while span / step > most:
        step = step * 5 // 2 if str(step).startswith("2") else step * 2
    return step
