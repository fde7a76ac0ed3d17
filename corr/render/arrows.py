"""The course of a turn as SVG elements: arrows with their order, and signs of what became of pieces."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from corr.games.drawing import Point
from corr.games.scene import Check, Trace
from corr.render.shapes import BOX
from corr.render.sketches import GONE, PLUS, SIGN, Line, Places, Sketch, Way, sketched, sketched_checks, strokes_of


def draw_course(name: str, traces: Sequence[Trace], places: Places, occupied: frozenset[str]) -> str:
    """
    The arrows and signs of a turn.

    :param name: what the style sheet calls it: "is-last" or "is-made".
    :param places: the squares that are drawn; what lies beyond them is left out.
    :param occupied: the names of the squares on which something stands.
    """
    if not traces:
        return ""
    sketch = sketched(traces, places, occupied)
    inner = "".join([_merges(sketch), _lines(sketch.lines, sketch.stops), _signs(sketch), _numbers(sketch.numbers)])
    size = " is-long" if sketch.is_long else ""
    return f'<g class="board-course {name}{size}" aria-hidden="true">{inner}</g>' if inner else ""


def draw_checks(checks: Sequence[Check], places: Places, framed: AbstractSet[str]) -> str:
    """
    A sign on each piece that is attacked and must not be lost, lines from its attackers, and frames.

    :param framed: the names of the squares that get a frame; others have one already.
    """
    parts = []
    for check in sketched_checks(checks, places):
        dashed = "".join([_frame(corner) for name, corner in check.by.items() if name in framed])
        x, y = check.at
        parts.append(
            f'<path class="board-check-rays" d="{_ways(check.rays)}"/><path class="board-check-by" d="{dashed}"/>'
            f'<path class="board-check" d="{_frame(check.at) if check.king in framed else ""}"/>'
            f'<path class="board-check-sign" d="M{x + 22} {y + 58}l20 37h-40z"/>'
            f'<text class="board-check-text" x="{x + 22}" y="{y + 82}">!</text>'
        )
    # The notes and steps of a page say all of it in words.
    return f'<g class="board-checks" aria-hidden="true">{"".join(parts)}</g>' if parts else ""


def _lines(lines: Sequence[Line], stops: Way) -> str:
    """Each line with a border, lest it is lost on pieces, and with the head of its arrow."""
    if not lines:
        return ""
    ways = "".join([_ways(strokes_of(line)) for line in lines])
    heads = "".join([f"{_ways((line.head,))}z" for line in lines])
    dots = f'<path class="board-course-stops" d="{_dots(stops)}"/>' if stops else ""
    return (
        f'<path class="board-course-border" d="{ways}"/><path class="board-course-line" d="{ways}"/>{dots}'
        f'<path class="board-course-heads" d="{heads}"/>'
    )


def _merges(sketch: Sketch) -> str:
    """A ghost for each piece that became part of another one, and a line to where that stands."""
    if not sketch.ghosts:
        return ""
    ghosts = "".join([_sign(here, PLUS) for here in sketch.ghosts])
    return f'<path class="board-course-rays" d="{_ways(sketch.rays)}"/><path class="board-ghosts" d="{ghosts}"/>'


def _signs(sketch: Sketch) -> str:
    """What became of pieces: a sign beside who stands there now, or a large one where nobody does."""
    beside = [((x + SIGN[0], y + SIGN[1]), sign) for (x, y), sign in sketch.beside]
    dots, drawn = _dots(place for place, _ in beside), "".join([_sign(place, sign) for place, sign in beside])
    shown = (
        f'<path class="board-course-badges" d="{dots}"/><path class="board-course-signs" d="{drawn}"/>' if dots else ""
    )
    gone = "".join([_sign(here, GONE) for here in sketch.gone])
    return shown + (f'<path class="board-gone" d="{gone}"/>' if gone else "")


def _numbers(numbers: Mapping[Point, str]) -> str:
    if not numbers:
        return ""
    widths = {place: 5 * (len(text) - 1) for place, text in numbers.items()}
    badges = "".join([f"M{x - widths[x, y]:.4g} {y:.4g}h{2 * widths[x, y]}" for x, y in numbers])
    written = "".join([f'<text x="{x:.4g}" y="{y:.4g}">{text}</text>' for (x, y), text in numbers.items()])
    return f'<path class="board-course-badges" d="{badges}"/><g class="board-course-numbers">{written}</g>'


def _frame(corner: tuple[int, int]) -> str:
    return f"M{corner[0] + 5} {corner[1] + 5}h{BOX - 10}v{BOX - 10}h{10 - BOX}z"


def _sign(place: Point, strokes: Sequence[Way]) -> str:
    """A sign around *place*: its first point in full, and the others from the one before."""
    parts, at = [f"M{_written((place[0] + strokes[0][0][0], place[1] + strokes[0][0][1]))}"], strokes[0][0]
    for stroke in strokes:
        for number, point in enumerate(stroke):
            if point != at:
                parts.append(f"{'l' if number else 'm'}{_written((point[0] - at[0], point[1] - at[1]))}")
            at = point
    return "".join(parts)


def _dots(places: Iterable[Point]) -> str:
    return "".join([f"M{_written(place)}h0" for place in places])


def _ways(ways: Iterable[Way]) -> str:
    return "".join([f"M{'L'.join(map(_written, way))}" for way in ways])


def _written(point: Point) -> str:
    return f"{point[0]:.4g} {point[1]:.4g}"
