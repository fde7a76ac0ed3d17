"""
Charts of lines over time as SVG for pages, in classes that `chart.css` colours: standings of a season, ratings.

One picture fits every width: across, everything stands at a share of the width, so that words and marks keep their size
on a phone; down, it stands in pixels. Each line ends at its name, and has a mark and dashes of its own beside its
colour. Where there are many, all are quiet but the reader's own and the one that was chosen by its name. Everything
that comes from outside is escaped here, so the result is `Markup`.
"""

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor
from zlib import crc32

from markupsafe import Markup

from corr.render.chart_lines import LEFT, MARKS, TOP, Frame, Series, line_group
from corr.render.scales import Scale, day_ticks, number_ticks

MANY = 7
"""So many lines cannot be followed all at once."""
_ROW = 24
"""Pixels from one name to the next, so that a finger hits one."""
_BELOW = 30
_LEAST_HEIGHT = 190
_NAMES_FROM, _NAMES_TO = 8.0, 33.0
"""The least and the most percent of the width that names get."""


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
    facts = ";".join([title, *(f"{line.name}{line.dots}{line.ends_at}{line.is_own}" for line in lines)])
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
