"""How long boards take to draw, next to each other and to a Jinja loop over the squares, timed in the same run."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from statistics import median
from time import process_time

from jinja2 import Environment, Template

from corr.games.courses import read_course
from corr.games.registry import Registry
from corr.games.scene import Scene
from corr.games.seats import Seat
from corr.render.png import png_board
from corr.render.svg import svg_board
from corr.render.text import text_board
from tests.bench._figures import Figure, ratio
from tests.bench._grounds import MODELS
from tests.bench._model_games import played_models
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


def _span(draw: Callable[[int], object], times: int, run: int) -> float:
    """How long one call takes in one run."""
    start = process_time()
    for number in range(times):
        draw(run * times + number)
    return (process_time() - start) / times


def loops() -> Iterator[Figure]:
    """A board in the middle of a game, next to a Jinja loop that draws the same."""
    scene = kelasu_scene(KELASU_MIDDLE, marked=frozenset({"D3"}))
    links = {square.name: f"/games/1234/compose?picks={square.name}" for square in scene.squares}
    board = Board(scene, links, Environment(autoescape=True).from_string(_LOOP))
    ways: dict[str, Callable[[int], object]] = {
        "a Jinja loop": lambda n: board.loop.render(scene=board.fresh(n), links=links),
        "SVG of a new board, with links": lambda n: svg_board(board.fresh(n), links=links),
        "SVG of a new board, without links": lambda n: svg_board(board.fresh(n)),
        "SVG of a board that was drawn before": lambda _: svg_board(scene, links=links),
        "a board in letters": lambda _: text_board(scene),
    }
    spans = {name: [_span(draw, 100, run) for run in range(RUNS + 1)][1:] for name, draw in ways.items()}
    base = spans.pop("a Jinja loop")
    for name, found in spans.items():
        yield Figure(f"{name} x a Jinja loop", ratio(found, base), 1.0, detail=f"{1000 * median(found):.3f} ms")


def boards() -> Iterator[Figure]:
    """Boards of all kinds as SVG, next to the first; they take turns."""
    scenes = {name: scene() for name, scene in BOARDS.items()}
    runs = [[_new_svg(scene, run) for scene in scenes.values()] for run in range(RUNS + 1)]
    first, *others = zip(*runs[1:], strict=True)
    for (name, scene), found in zip(list(scenes.items())[1:], others, strict=True):
        detail = f"{1000 * median(found):.3f} ms, {len(svg_board(scene)):,} bytes"
        yield Figure(f"SVG of {name} x {next(iter(scenes))}", ratio(found, first), detail=detail)


def pictures() -> Iterator[Figure]:
    """Boards as PNG, each another position in the middle of a game, from the side of who is due."""
    registry = Registry.discover()
    for info in registry.games():
        rules = registry.get_rules(info.ruleset)
        spans = []
        for model in played_models(MODELS):
            if model.game["ruleset"] == info.ruleset and model.due:
                position = rules.parse_position(model.game["position"])
                scene = rules.scene(rules.begin(position, Seat(model.due[0])))
                course = read_course(model.game["last_squares"])
                began = process_time()
                png_board(scene, flipped=bool(model.due[0]), course=course)
                spans.append(1000 * (process_time() - began))
        # The first of a process draws what all have in common.
        detail = f"at first {spans[0]:.0f} ms"
        yield Figure(f"PNG of a new position of {info.game}", median(spans[1:]), 6, "ms", detail=detail)


def _new_svg(scene: Scene, run: int) -> float:
    board = Board(scene, {}, Template(""))
    return _span(lambda number: svg_board(board.fresh(number)), 100, run)


def figures() -> Iterator[Figure]:
    """All of them."""
    yield from loops()
    yield from boards()
    yield from pictures()
