"""
Boards and the signs of seats as SVG for pages: each one finished string, in classes that `board.css` colours.

One unit is a hundredth of a square. Everything that comes from outside is escaped here, so the result is `Markup`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from zlib import crc32

from markupsafe import Markup

from corr.games.scene import Layout, Piece, Region, Scene, Square
from corr.games.seats import Seat
from corr.render.bars import STEPS, Bar
from corr.render.elements import EDGE, KEY, Corners, bar_use, draw_pieces, element, line, mark_drawing
from corr.render.glyphs import blank_token, color
from corr.render.legend import LINE, SWATCH, LegendEntry, entries, flowed, legend_height
from corr.render.marks import mark
from corr.render.shapes import BOX, TEXTURES, texture_index
from corr.render.words import square_words, told_board

_KEPT = 256
"""How many finished boards are kept: up to 25 megabytes, where all squares are links."""


@dataclass(frozen=True, slots=True)
class _Order:
    """What to draw, as a key for the boards that are kept."""

    scene: Scene
    flipped: bool
    links: tuple[tuple[str, str], ...]
    labels: tuple[tuple[str, str], ...]
    last: frozenset[str]
    targets: frozenset[str]
    picked: frozenset[str]
    title: str


def svg_board(
    scene: Scene,
    *,
    flipped: bool = False,
    links: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
    last: frozenset[str] = frozenset(),
    targets: frozenset[str] = frozenset(),
    picked: frozenset[str] = frozenset(),
    title: str = "",
) -> Markup:
    """
    The board as an `<svg>` element.

    :param links: addresses by the names of the squares that lead there.
    :param labels: what links say instead of the square's name, such as "C4 – strike", by the names of the squares.
    :param last: the names of the squares that the last turn touched.
    :param targets: the names of the squares to which what was picked may go.
    :param picked: the names of the squares that were picked.
    :param title: what a screen reader calls the board.
    """
    clicks = tuple((links or {}).items()), tuple((labels or {}).items())
    return _drawn(_Order(scene, flipped, *clicks, last, targets, picked, title or "Board"))


@lru_cache(maxsize=_KEPT)
def _drawn(order: _Order) -> Markup:
    scene = order.scene
    layout = scene.layout(flipped=order.flipped)
    grounds = tuple(tuple(square.region for square in row) for _, row in layout.rows)
    corners = {sq.name: (BOX * x, BOX * y) for y, (_, row) in enumerate(layout.rows) for x, sq in enumerate(row)}
    pieces = draw_pieces(scene, corners)
    legend = _legend(scene, pieces.chips, (BOX * len(layout.columns), BOX * len(layout.rows)))
    words = _described(order)
    key = _key(order, pieces.markup, words)
    parts = (
        _head(order, layout, legend.height, (key, words)),
        _ground(grounds, scene.regions).replace(KEY, key),
        _highlights(corners, order.last, scene.marked),
        _picked(corners, order.picked),
        _openings(corners, order.links),
        _names(layout.columns, tuple(name for name, _ in layout.rows)),
        pieces.markup.replace(KEY, key),
        _targets(scene, corners, order.targets),
        legend.markup.replace(KEY, key),
        _links(scene, corners, dict(order.links), dict(order.labels)),
        "</svg>",
    )
    return Markup("".join(parts))  # noqa: S704 - whatever comes from outside is escaped where it goes in


def _key(order: _Order, *shown: str) -> str:
    """The beginning of all ids: another one for each board of a page, and the same whenever a board is drawn again."""
    facts = [order.title, str(order.flipped), *shown]
    for names in (order.scene.marked, order.last, order.targets, order.picked):
        facts += ["", *sorted(names)]
    facts += [part for link in order.links for part in link]
    return f"b{crc32(';'.join(facts).encode()):x}"


def _head(order: _Order, layout: Layout, below: float, description: tuple[str, str]) -> str:
    key, words = description
    width, height = BOX * len(layout.columns) + 2 * EDGE, BOX * len(layout.rows) + 2 * EDGE + below
    # An image hides what is in it from screen readers, so a board with links is a group.
    role = "group" if order.links else "img"
    return (
        f'<svg class="board" xmlns="http://www.w3.org/2000/svg" viewBox="{-EDGE} {-EDGE} {width} {height:g}" '
        f'role="{role}" aria-label="{escape(order.title)}" aria-describedby="{key}">'
        f'<desc id="{key}">{escape(words)}</desc>'
    )


def _described(order: _Order) -> str:
    """The board in words, and where what was picked may go."""
    names = [square.name for square in order.scene.squares]
    picked = ", ".join(name for name in names if name in order.picked)
    goals = ", ".join(name for name in names if name in order.targets)
    if picked and goals:
        return f"{picked} may go to {goals}. {told_board(order.scene)}"
    first = f"May go to {goals}. " if goals else f"Picked: {picked}. " if picked else ""
    return first + told_board(order.scene)


def _squares_path(corners: Iterable[tuple[int, int]], inset: int = 0) -> str:
    side = BOX - 2 * inset
    rest = f"h{side}v{side}h-{side}z"
    return "".join([f"M{x + inset} {y + inset}{rest}" for x, y in corners])


@lru_cache(maxsize=_KEPT)
def _ground(grounds: tuple[tuple[str, ...], ...], regions: tuple[Region, ...]) -> str:
    """Everything below the pieces that no turn changes, for the kinds of ground in each row from the top."""
    width, height = BOX * len(grounds[0]), BOX * len(grounds)
    whole = f'width="{width}" height="{height}"'
    pattern = f'patternUnits="userSpaceOnUse" width="{2 * BOX}" height="{2 * BOX}"'
    chequers = _squares_path([(BOX, 0), (0, BOX)])
    return (
        f'<rect class="board-ground" {whole}/>{_regions(grounds, regions)}'
        f'<pattern id="{KEY}-chequers" {pattern}><path class="board-chequers" d="{chequers}"/></pattern>'
        f'<rect fill="url(#{KEY}-chequers)" {whole}/><rect class="board-frame" {whole}/>'
    )


def _regions(grounds: tuple[tuple[str, ...], ...], regions: tuple[Region, ...]) -> str:
    """The kinds of ground, each told by its colour and by its pattern; a rare one has a border, too."""
    parts = []
    for index, region in enumerate(regions):
        places = [
            (BOX * x, BOX * y) for y, row in enumerate(grounds) for x, ground in enumerate(row) if ground == region.key
        ]
        path, kind = _squares_path(places), texture_index(regions, region)
        side, lines = TEXTURES[kind].side, "".join(map(line, TEXTURES[kind].lines))
        rare = f'<path class="board-rare" d="{_squares_path(places, 4)}"/>' if region.is_rare else ""
        parts.append(
            f'<pattern id="{KEY}-{index}" patternUnits="userSpaceOnUse" width="{side}" height="{side}">'
            f'<path class="board-texture-{kind}" d="{lines}"/></pattern>'
            f'<path class="board-region-{kind}" d="{path}"/><path fill="url(#{KEY}-{index})" d="{path}"/>{rare}'
        )
    return "".join(parts)


def _highlights(corners: Corners, last: frozenset[str], marked: frozenset[str]) -> str:
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


def _picked(corners: Corners, picked: frozenset[str]) -> str:
    """A thick frame around the squares that were picked, and a tint."""
    path = _squares_path((corners[name] for name in sorted(picked & corners.keys())), 5)
    return f'<path class="board-picked" d="{path}"/>' if path else ""


def _targets(scene: Scene, corners: Corners, targets: frozenset[str]) -> str:
    """A ringed dot on empty squares where something may go, a frame with filled corners on those with pieces."""
    free = [corners[square.name] for square in scene.squares if square.name in targets and not square.pieces]
    taken = [corners[square.name] for square in scene.squares if square.name in targets and square.pieces]
    dots = "".join([f'<circle class="board-target" cx="{x + 50}" cy="{y + 50}" r="16"/>' for x, y in free])
    if not taken:
        return dots
    frames = f'<path class="board-target-frame" d="{_squares_path(taken, 3)}"/>'
    return f'{dots}{frames}<path class="board-target-corners" d="{"".join(_filled_corners(*at) for at in taken)}"/>'


def _filled_corners(x: int, y: int) -> str:
    """Four filled triangles in the corners of one square."""
    low_x, low_y, high_x, high_y = x + 3, y + 3, x + BOX - 3, y + BOX - 3
    return (
        f"M{low_x} {low_y}h20l-20 20zM{high_x} {low_y}v20l-20-20z"
        f"M{high_x} {high_y}h-20l20-20zM{low_x} {high_y}v-20l20 20z"
    )


def _openings(corners: Corners, links: tuple[tuple[str, str], ...]) -> str:
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


def _links(scene: Scene, corners: Corners, links: Mapping[str, str], labels: Mapping[str, str]) -> str:
    """The squares that lead somewhere, above everything else, so that the whole square can be touched."""
    regions = {region.key: region.name for region in scene.regions}
    return "".join(
        f'<a href="{escape(links[square.name])}" aria-label="{escape(_label(square, regions, labels))}">'
        f'<path d="{_squares_path([corners[square.name]])}"/></a>'
        for square in scene.squares
        if square.name in links
    )


def _label(square: Square, regions: Mapping[str, str], labels: Mapping[str, str]) -> str:
    """What a screen reader says about a link: "C4, Blue Warrior", "E4 – castling, empty, victory square"."""
    facts = [labels.get(square.name, square.name), square_words(square)]
    if square.region in regions:
        facts.append(regions[square.region])
    return ", ".join(facts)


# -- legend -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Legend:
    markup: str
    """With `KEY` in its ids."""
    height: float
    """How much room it takes below the board."""


def _legend(scene: Scene, chips: frozenset[Piece], board: tuple[int, int]) -> _Legend:
    """What explains *scene* below a *board* of this width and height, on which *chips* lie."""
    return _laid_legend(entries(scene, chips), scene.regions, board)


@lru_cache(maxsize=256)
def _laid_legend(found: tuple[LegendEntry, ...], regions: tuple[Region, ...], board: tuple[int, int]) -> _Legend:
    # On a screen the letters are about as large for a narrow board as for a wide one.
    size = max(27.0, (board[0] + 2 * EDGE) / 34)
    placed = flowed(found, board[0], size)
    if not placed:
        return _Legend("", 0)
    scale = size * (SWATCH - 0.4) / BOX
    parts = []
    for one in placed:
        y = board[1] + EDGE + size * LINE * (one.row + 0.5)
        place = f"translate({one.x:g} {y - scale * BOX / 2:g})scale({scale:.3g})"
        text = f'<text x="{one.x + size * (SWATCH - 0.1):g}" y="{y:g}">{escape(one.entry.words)}</text>'
        parts.append(f'<g transform="{place}">{_sample(regions, one.entry)}</g>{text}')
    # All of it is in the board's description, too.
    markup = f'<g class="board-legend" font-size="{size:g}" aria-hidden="true">{"".join(parts)}</g>'
    return _Legend(markup, legend_height(placed, size))


def _sample(regions: tuple[Region, ...], entry: LegendEntry) -> str:
    """What *entry* explains, in the middle of a box."""
    match entry.sample:
        case Region():
            whole = f'y="{BOX // 5}" width="{BOX}" height="{BOX * 3 // 5}"'
            pattern = f"#{KEY}-{regions.index(entry.sample)}"
            return (
                f'<rect class="board-region-{texture_index(regions, entry.sample)}" {whole}/>'
                f'<rect class="board-swatch" fill="url({pattern})" {whole}/>'
            )
        case Bar(size=size):
            return (
                f'<g transform="translate(0 {(BOX - STEPS[size] * 1.5) / 2:g})scale(1 1.5)">{bar_use(entry.sample)}</g>'
            )
        case key:
            x, y = mark(key).center
            return f'<g transform="translate({BOX / 2 - 2 * x:g} {BOX / 2 - 2 * y:g})scale(2)">{mark_drawing(key)}</g>'


# -- seat signs -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def svg_seat(seat: Seat, title: str) -> Markup:
    """
    The sign of a seat as an `<svg>` element, in the form and colour of its pieces.

    :param title: what the game calls the seat, as in the names of its pieces.
    """
    piece = Piece(seat, "", "", f"{title} piece")
    shapes = "".join(map(element, blank_token(piece)))
    sign = f'<g class="board-{color(piece)}">{shapes}</g>'
    head = f'<svg class="board seat-sign" viewBox="0 0 {BOX} {BOX}" aria-hidden="true">'
    return Markup(f"{head}{sign}</svg>")  # noqa: S704 - nothing in it comes from outside
