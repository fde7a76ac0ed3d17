"""
Boards as SVG for pages: one finished string, in classes that `board.css` colours.

One unit is a hundredth of a square. Everything that comes from outside is escaped here, so the result is `Markup`.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from zlib import crc32

from markupsafe import Markup

from corr.games.scene import Piece, Scene, Square
from corr.render.glyphs import BADGE, BOX, Disc, Form, Letter, Point, Polygon, Shape, form, sign, token
from corr.render.layout import STACK_SCALE, STACKED, Layout, chips, lay_out
from corr.render.text import spoken_board
from corr.render.textures import TEXTURES

_EDGE = 40
"""The room for the squares' names around the board."""
_KEPT = 256
"""How many finished boards are kept: some megabytes at most."""

_Corners = Mapping[str, tuple[int, int]]
"""The upper left corner of each square by its name."""


@dataclass(frozen=True, slots=True)
class _Order:
    """What to draw, as a key for the boards that are kept."""

    scene: Scene
    flipped: bool
    links: tuple[tuple[str, str], ...]
    last: frozenset[str]
    targets: frozenset[str]
    picked: frozenset[str]
    title: str


def svg_board(
    scene: Scene,
    *,
    flipped: bool = False,
    links: Mapping[str, str] | None = None,
    last: frozenset[str] = frozenset(),
    targets: frozenset[str] = frozenset(),
    picked: frozenset[str] = frozenset(),
    title: str = "",
) -> Markup:
    """
    The board as an `<svg>` element.

    :param links: addresses by the names of the squares that lead there.
    :param last: the names of the squares that the last turn touched.
    :param targets: the names of the squares to which what was picked may go.
    :param picked: the names of the squares that were picked.
    :param title: what a screen reader calls the board.
    """
    return _drawn(_Order(scene, flipped, tuple((links or {}).items()), last, targets, picked, title or "Board"))


@lru_cache(maxsize=_KEPT)
def _drawn(order: _Order) -> Markup:
    scene = order.scene
    layout = lay_out(scene, flipped=order.flipped)
    corners = {sq.name: (BOX * x, BOX * y) for y, (_, row) in enumerate(layout.rows) for x, sq in enumerate(row)}
    key = _key(order)
    parts = (
        _head(order, layout, key),
        _ground(scene, corners, key),
        _highlights(corners, order.last, scene.marked),
        _picked(corners, order.picked),
        _openings(corners, order.links),
        _names(layout.columns, tuple(name for name, _ in layout.rows)),
        _pieces(scene, corners, key),
        _targets(scene, corners, order.targets),
        _links(scene, corners, dict(order.links)),
        "</svg>",
    )
    return Markup("".join(parts))  # noqa: S704 - whatever comes from outside is escaped where it goes in


def _key(order: _Order) -> str:
    """The beginning of all ids: another one for each board of a page, and the same whenever a board is drawn again."""
    letters = ["".join(piece.letter for piece in square.pieces) for square in order.scene.squares]
    facts = [order.title, str(order.flipped), *letters]
    for names in (order.scene.marked, order.last, order.targets, order.picked):
        facts += ["", *sorted(names)]
    facts += [part for link in order.links for part in link]
    return f"b{crc32(';'.join(facts).encode()):x}"


def _head(order: _Order, layout: Layout, key: str) -> str:
    width, height = BOX * len(layout.columns) + 2 * _EDGE, BOX * len(layout.rows) + 2 * _EDGE
    # An image hides what is in it from screen readers, so a board with links is a group.
    role = "group" if order.links else "img"
    return (
        f'<svg class="board" xmlns="http://www.w3.org/2000/svg" viewBox="{-_EDGE} {-_EDGE} {width} {height}" '
        f'role="{role}" aria-label="{escape(order.title)}" aria-describedby="{key}">'
        f'<desc id="{key}">{escape(_described(order))}</desc>'
    )


def _described(order: _Order) -> str:
    """The board in words, and where what was picked may go."""
    names = [square.name for square in order.scene.squares]
    picked = ", ".join(name for name in names if name in order.picked)
    goals = ", ".join(name for name in names if name in order.targets)
    if picked and goals:
        return f"{picked} may go to {goals}. {spoken_board(order.scene)}"
    first = f"May go to {goals}. " if goals else f"Picked: {picked}. " if picked else ""
    return first + spoken_board(order.scene)


def _squares_path(corners: Iterable[tuple[int, int]], inset: int = 0) -> str:
    side = BOX - 2 * inset
    rest = f"h{side}v{side}h-{side}z"
    return "".join([f"M{x + inset} {y + inset}{rest}" for x, y in corners])


def _ground(scene: Scene, corners: _Corners, key: str) -> str:
    """Everything below the pieces that no turn changes."""
    width, height = BOX * len(scene.columns), BOX * len(scene.rows)
    whole = f'width="{width}" height="{height}"'
    pattern = f'patternUnits="userSpaceOnUse" width="{2 * BOX}" height="{2 * BOX}"'
    chequers = _squares_path([(BOX, 0), (0, BOX)])
    return (
        f'<rect class="board-ground" {whole}/>{_regions(scene, corners, key)}'
        f'<pattern id="{key}-chequers" {pattern}><path class="board-chequers" d="{chequers}"/></pattern>'
        f'<rect fill="url(#{key}-chequers)" {whole}/><rect class="board-frame" {whole}/>'
    )


def _regions(scene: Scene, corners: _Corners, key: str) -> str:
    """The kinds of ground, each told by its colour and by its pattern; a rare one has a border, too."""
    parts = []
    for index, region in enumerate(scene.regions):
        names = [square.name for square in scene.squares if square.region == region.key]
        path = _squares_path(corners[name] for name in names)
        kind = index % len(TEXTURES)
        side, lines = TEXTURES[kind].side, "".join(map(_line, TEXTURES[kind].lines))
        rare = f'<path class="board-rare" d="{_squares_path((corners[name] for name in names), 4)}"/>'
        parts.append(
            f'<pattern id="{key}-{index}" patternUnits="userSpaceOnUse" width="{side}" height="{side}">'
            f'<path class="board-texture-{kind}" d="{lines}"/></pattern>'
            f'<path class="board-region-{kind}" d="{path}"/><path fill="url(#{key}-{index})" d="{path}"/>'
            f"{rare if region.is_rare else ''}"
        )
    return "".join(parts)


def _highlights(corners: _Corners, last: frozenset[str], marked: frozenset[str]) -> str:
    """A frame around the squares of the last turn, four corners on the squares of the turn so far."""
    parts = []
    if framed := sorted(last & corners.keys()):
        parts.append(f'<path class="board-last" d="{_squares_path((corners[name] for name in framed), 5)}"/>')
    if cornered := sorted(marked & corners.keys()):
        path = _squares_path(corners[name] for name in cornered)
        marks = "".join(_corner_marks(*corners[name]) for name in cornered)
        parts.append(f'<path class="board-marked" d="{path}"/><path class="board-corners" d="{marks}"/>')
    return "".join(parts)


def _corner_marks(x: int, y: int) -> str:
    """The four corners of one square, each as one bent line."""
    low_x, low_y, high_x, high_y = x + 5, y + 5, x + BOX - 5, y + BOX - 5
    return (
        f"M{low_x} {low_y + 22}v-22h22M{high_x - 22} {low_y}h22v22"
        f"M{high_x} {high_y - 22}v22h-22M{low_x + 22} {high_y}h-22v-22"
    )


def _picked(corners: _Corners, picked: frozenset[str]) -> str:
    """A double frame around the squares that were picked."""
    places = [corners[name] for name in sorted(picked & corners.keys())]
    path = _squares_path(places, 4) + _squares_path(places, 13)
    return f'<path class="board-picked" d="{path}"/>' if places else ""


def _targets(scene: Scene, corners: _Corners, targets: frozenset[str]) -> str:
    """A ringed dot on empty squares where something may go, a frame with filled corners on those with pieces."""
    dots, frames = "", ""
    for square in scene.squares:
        if square.name in targets and square.pieces:
            frames += _target_frame(*corners[square.name])
        elif square.name in targets:
            x, y = corners[square.name]
            dots += f'<circle class="board-target" cx="{x + 50}" cy="{y + 50}" r="15"/>'
    return f'{dots}<path class="board-target" d="{frames}"/>' if frames else dots


def _target_frame(x: int, y: int) -> str:
    """Four filled triangles in the corners of one square."""
    low_x, low_y, high_x, high_y = x + 3, y + 3, x + BOX - 3, y + BOX - 3
    return (
        f"M{low_x} {low_y}h26l-26 26zM{high_x} {low_y}v26l-26-26z"
        f"M{high_x} {high_y}h-26l26-26zM{low_x} {high_y}v-26l26 26z"
    )


def _openings(corners: _Corners, links: tuple[tuple[str, str], ...]) -> str:
    """A tint below the pieces on squares with links; the links themselves lie above and must not veil the pieces."""
    path = _squares_path((corners[name] for name, _ in links if name in corners), 3)
    return f'<path class="board-open" d="{path}"/>' if path else ""


@lru_cache(maxsize=_KEPT)
def _names(columns: tuple[str, ...], rows: tuple[str, ...]) -> str:
    """The names of rows and columns on all four edges."""
    width, height = BOX * len(columns), BOX * len(rows)
    places = [(BOX * x + BOX // 2, y, name) for x, name in enumerate(columns) for y in (-18, height + 20)]
    places += [(x, BOX * y + BOX // 2, name) for y, name in enumerate(rows) for x in (-20, width + 20)]
    texts = "".join(f'<text x="{x}" y="{y}">{escape(name)}</text>' for x, y, name in places)
    # The names are in every link's label and in the description already.
    return f'<g class="board-names" aria-hidden="true">{texts}</g>'


def _pieces(scene: Scene, corners: _Corners, key: str) -> str:
    """Each kind of piece once, and then its places."""
    drawings: dict[str, int] = {}
    places: list[str] = []
    stacks: dict[Form, list[str]] = defaultdict(list)
    for square in scene.squares:
        if not square.pieces:
            continue
        x, y = corners[square.name]
        top = square.pieces[-1]
        drawing = _drawing(form(top), top.shape, top.letter)
        number = drawings.setdefault(drawing, len(drawings))
        if len(square.pieces) == 1:
            places.append(f'<use href="#{key}p{number}" x="{x}" y="{y}"/>')
        else:
            moved = f"translate({x + STACKED[0]} {y + STACKED[1]})scale({STACK_SCALE})"
            places.append(f'<use href="#{key}p{number}" transform="{moved}"/>')
            _add_chips(stacks, square, (x, y))
        places += [_badge(mark, x, y) for mark in sorted(top.marks)[:1]]
    defs = "".join(f'<g id="{key}p{number}">{drawing}</g>' for drawing, number in drawings.items())
    below = "".join(f'<path class="board-{kind}-chip" d="{"".join(bars)}"/>' for kind, bars in stacks.items())
    return f"<defs>{defs}</defs>{below}{''.join(places)}" if places else ""


def _add_chips(stacks: dict[Form, list[str]], square: Square, corner: tuple[int, int]) -> None:
    for piece, (x, y, width, height) in zip(square.pieces, chips(len(square.pieces)), strict=True):
        bar = f"M{corner[0] + x:g} {corner[1] + y:g}h{width:g}v{height:g}h-{width:g}z"
        stacks[form(piece)].append(bar)


def _badge(mark: str, x: float, y: float) -> str:
    x, y = x + BADGE.center[0], y + BADGE.center[1]
    return (
        f'<circle class="board-badge" cx="{x:g}" cy="{y:g}" r="{BADGE.radius:g}"/>'
        f'<text class="board-mark" x="{x:g}" y="{y + 1:g}">{escape(mark[:1])}</text>'
    )


@lru_cache(maxsize=_KEPT)
def _drawing(kind: Form, shape: str, letter: str) -> str:
    """A whole token with its sign, in its box."""
    return "".join(_element(kind, part) for part in (*token(kind), *sign(shape, letter)))


def _element(kind: Form, part: Shape) -> str:
    name = f"board-{kind}-{part.tone}"
    match part:
        case Disc((x, y), radius):
            return f'<circle class="{name}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
        case Polygon(points):
            return f'<path class="{name}" d="{_line(points)}z"/>'
        case Letter(text, (x, y), size):
            return f'<text class="{name}" x="{x:g}" y="{y:g}" font-size="{size:g}">{escape(text)}</text>'
        case _:
            return f'<path class="{name} board-line" stroke-width="{part.width:g}" d="{_line(part.points)}"/>'


def _line(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in points)


def _links(scene: Scene, corners: _Corners, links: Mapping[str, str]) -> str:
    """The squares that lead somewhere, above everything else, so that the whole square can be touched."""
    regions = {region.key: region.name for region in scene.regions}
    return "".join(
        f'<a href="{escape(links[square.name])}" aria-label="{escape(_label(square, regions))}">'
        f'<path d="{_squares_path([corners[square.name]])}"/></a>'
        for square in scene.squares
        if square.name in links
    )


def _label(square: Square, regions: Mapping[str, str]) -> str:
    """What a screen reader says about a square: "C4, Blue Warrior", "E4, empty, victory square"."""
    facts = [square.name, _spoken(square.pieces[-1]) if square.pieces else "empty"]
    if len(square.pieces) > 1:
        facts.append(f"{len(square.pieces)} high")
    if square.region in regions:
        facts.append(regions[square.region])
    return ", ".join(facts)


def _spoken(piece: Piece) -> str:
    return f"{piece.name} ({', '.join(sorted(piece.marks))})" if piece.marks else piece.name
