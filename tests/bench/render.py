"""How long boards take to draw, next to each other and to a Jinja loop over the squares, timed in the same run."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from statistics import median
from time import perf_counter

from jinja2 import Environment, Template

from corr.games.scene import Scene
from corr.render.png import png_board
from corr.render.svg import svg_board
from corr.render.text import text_board
from tests.render.scenes import (
    KELASU_MIDDLE,
    kelasu_scene,
    regions_start,
    stacks_spread,
    stacks_start,
    stacks_tall,
)

RUNS = 9
"""Repetitions, of which the median counts."""

BOARDS: Mapping[str, Callable[[], Scene]] = {
    "Kelasu, the start": kelasu_scene,
    "Kelasu, in the middle": lambda: kelasu_scene(KELASU_MIDDLE),
    "Kyo, the start": stacks_start,
    "Kyo, all pieces on 100 tiles": stacks_spread,
    "Kyo, 100 stacks of 19 to 49": stacks_tall,
    "Kerd, the start": regions_start,
}
"""What is drawn; the first is what the others are compared with."""

_LOOP = """<svg class="board" viewBox="-40 -40 1080 1080">
{%- for square in scene.squares %}{% set row, column = loop.index0 // 10, loop.index0 % 10 %}
<rect class="ground {{ square.region }} {{ 'dark' if (row + column) % 2 }}"
 x="{{ column * 100 }}" y="{{ row * 100 }}" width="100" height="100"/>
{%- for piece in square.pieces %}
<g class="owner-{{ piece.owner }} {{ piece.shape }}" transform="translate({{ column * 100 }} {{ row * 100 }})">
<title>{{ piece.name }}</title><use href="#{{ piece.shape }}"/><text x="50" y="80">{{ piece.letter }}</text></g>
{%- endfor %}
{%- if square.name in links %}<a href="{{ links[square.name] }}" aria-label="{{ square.name }}">
<rect x="{{ column * 100 }}" y="{{ row * 100 }}" width="100" height="100"/></a>{% endif %}
{%- endfor %}</svg>"""


@dataclass(frozen=True, slots=True)
class Board:
    """One board to be drawn again and again, each time as if it were new."""

    scene: Scene
    links: dict[str, str]
    loop: Template

    def fresh(self, number: int) -> Scene:
        """The same board with another note, so that no finished drawing of it is kept."""
        return replace(self.scene, notes=(f"Turn {number}",))


def seconds(draw: Callable[[int], object], times: int) -> float:
    """How long one call takes: the median of several runs."""
    return median(_span(draw, times, run) for run in range(RUNS))


def _span(draw: Callable[[int], object], times: int, run: int) -> float:
    """How long one call takes in one run."""
    start = perf_counter()
    for number in range(times):
        draw(run * times + number)
    return (perf_counter() - start) / times


def lines() -> list[str]:
    """The table: what is drawn, how long it takes, and its ratio to the Jinja loop where that draws the same."""
    scene = kelasu_scene(KELASU_MIDDLE, marked=frozenset({"D3"}))
    links = {square.name: f"/games/1234/compose?picks={square.name}" for square in scene.squares}
    board = Board(scene, links, Environment(autoescape=True).from_string(_LOOP))
    loop = seconds(lambda n: board.loop.render(scene=board.fresh(n), links=links), 100)
    new = seconds(lambda n: svg_board(board.fresh(n), links=links), 100)
    plain = seconds(lambda n: svg_board(board.fresh(n)), 100)
    kept = seconds(lambda _: svg_board(scene, links=links), 100)
    words = seconds(lambda _: text_board(scene), 100)
    return [
        f"Jinja loop over the squares, with links  {1000 * loop:8.3f} ms   1.00 x",
        f"SVG of a new board, with links           {1000 * new:8.3f} ms {loop / new:6.2f} x as fast",
        f"SVG of a new board, without links        {1000 * plain:8.3f} ms",
        f"SVG of a board that was drawn before     {1000 * kept:8.3f} ms {loop / kept:6.2f} x as fast",
        f"text board                               {1000 * words:8.3f} ms",
    ]


@dataclass(frozen=True, slots=True)
class Measured:
    """How long one board takes in each form."""

    name: str
    svg: tuple[float, ...]
    """As SVG that was never drawn, in each run."""
    svg_bytes: int
    png_first: float
    png: float
    png_bytes: int

    def line(self, first: "Measured") -> str:
        """The medians, and how many times as long it takes as the *first* one."""
        ratio = median(mine / theirs for mine, theirs in zip(self.svg, first.svg, strict=True))
        svg = f"{1000 * median(self.svg):8.3f} ms{ratio:7.2f} x{self.svg_bytes:8}"
        return f"{self.name:30}{svg}{1000 * self.png_first:10.1f} ms{1000 * self.png:10.1f} ms{self.png_bytes:8}"


def measured() -> list[Measured]:
    """All boards. As SVG they take turns, so that a busy machine is busy for all of them."""
    scenes = {name: scene() for name, scene in BOARDS.items()}
    firsts = [_span(_png(scene), 1, 0) for scene in scenes.values()]
    runs = [[_new_svg(scene, run) for scene in scenes.values()] for run in range(RUNS + 1)]
    return [
        # The first run pays for what is kept.
        Measured(name, svg[1:], len(svg_board(scene)), png_first, seconds(_png(scene), 10), len(png_board(scene)))
        for (name, scene), png_first, svg in zip(scenes.items(), firsts, zip(*runs, strict=True), strict=True)
    ]


def _new_svg(scene: Scene, run: int) -> float:
    board = Board(scene, {}, Template(""))
    return _span(lambda number: svg_board(board.fresh(number)), 100, run)


def _png(scene: Scene) -> Callable[[int], object]:
    return lambda _: png_board(scene)


def board_lines() -> list[str]:
    """The table of boards of all kinds, with the ratio of their SVG to the first one's."""
    found = measured()
    head = f"{'':30}{'new SVG':>11}{'ratio':>9}{'bytes':>8}{'first PNG':>13}{'later PNG':>13}{'bytes':>8}"
    return [head, *(one.line(found[0]) for one in found)]


def main() -> None:
    """Print the tables."""
    sys.stdout.write("Boards, a Kelasu game in the middle\n" + "".join(f"  {line}\n" for line in lines()))
    sys.stdout.write("\nBoards of all kinds\n" + "".join(f"  {line}\n" for line in board_lines()))


if __name__ == "__main__":
    main()
