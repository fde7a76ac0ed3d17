"""
Boards as SVG for pages: each one finished string, in classes that `board.css` colours.

One unit is a hundredth of a square. Everything that comes from outside is escaped here, so the result is `Markup`.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from zlib import crc32

from markupsafe import Markup

from corr.games.courses import NOTHING, Course, trace_word
from corr.games.scene import Layout, Region, Scene, Square, Trace
from corr.render.bars import STEPS, Bar
from corr.render.elements import (
    KEY,
    Corners,
    bar_drawing,
    draw_checks,
    draw_course,
    draw_pieces,
    line,
    mark_drawing,
)
from corr.render.glyphs import BOX, TEXTURES, mark, texture_index
from corr.render.legend import LegendEntry, chips_of, entries
from corr.render.picture_styles import style_of
from corr.render.themes import WARM
from corr.render.words import square_words, told_board

_EDGE = 48
"""The room for the squares' names around the board."""
_AROUND = 56
"""The room for them in a picture, where they are larger."""
WIDE = 8
"""From so many columns on, a board takes the whole width of a narrow screen, with the squares' names inside."""
_MANY = 10
"""With more columns, squares are small on a narrow screen, and their names large beside them."""
_NEAR = 16
"""How far a picture of an extra sign reaches on all sides."""
_WHOLE = f"h{BOX}v{BOX}h-{BOX}z"
"""The way around a square from its upper left corner."""
_KEPT = 64
"""
How many finished boards are kept, and parts of boards of each kind: up to six megabytes, where all squares are links.
"""


@dataclass(frozen=True, slots=True)
class _LayerOrder:
    """What to draw of all that a turn changes."""

    scene: Scene
    flipped: bool
    openings: frozenset[str]
    course: Course
    targets: frozenset[str]
    picked: frozenset[str]
    title: str


@dataclass(frozen=True, slots=True)
class _Order:
    """What to draw, as a key for the boards that are kept."""

    layer: _LayerOrder
    links: tuple[tuple[str, str], ...]
    labels: tuple[tuple[str, str], ...]


def svg_board(
    scene: Scene,
    *,
    flipped: bool = False,
    links: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
    course: Course = NOTHING,
    targets: frozenset[str] | None = None,
    picked: frozenset[str] = frozenset(),
    title: str = "",
) -> Markup:
    """
    The board as an `<svg>` element.

    :param links: addresses by the names of the squares that lead there.
    :param labels: what links say instead of the square's name, such as "C4 – strike", by the names of the squares.
    :param course: the last turn and the half-made one, to be drawn as arrows.
    :param targets: the names of the squares to which what was picked may go; if None, all that have links.
    :param picked: the names of the squares that were picked.
    :param title: what a screen reader calls the board.
    """
    clicks = tuple((links or {}).items()), tuple((labels or {}).items())
    openings = frozenset(links or ())
    if targets is not None:
        openings &= targets
    layer = _LayerOrder(scene, flipped, openings, course, targets or frozenset(), picked, title or "Board")
    return _drawn(_Order(layer, *clicks))


def board_layer(
    scene: Scene,
    *,
    flipped: bool = False,
    openings: frozenset[str] = frozenset(),
    course: Course = NOTHING,
    targets: frozenset[str] = frozenset(),
    picked: frozenset[str] = frozenset(),
    title: str = "",
) -> Markup:
    """
    All of a board that a turn changes, as one `<g class="board-layer">` to be put in the place of another one.

    :param openings: the names of the squares that can be picked next; everything else as in `svg_board`.
    """
    order = _LayerOrder(scene, flipped, openings, course, targets, picked, title or "Board")
    return _layer(order)


def board_picture(
    scene: Scene,
    *,
    flipped: bool = False,
    targets: frozenset[str] = frozenset(),
    picked: frozenset[str] = frozenset(),
    theme: str = WARM,
    scheme: str = "system",
) -> str:
    """
    The board as a whole SVG file with colours of its own, and with the names of rows and columns around it.

    :param scheme: "light", "dark", or "system" for that of the reader's system; everything else as in `svg_board`.
    """
    layout = scene.layout(flipped=flipped)
    grounds = tuple(tuple(square.region for square in row) for _, row in layout.rows)
    drawn = (
        _ground(grounds, scene.regions).replace(KEY, "b"),
        _layer_drawn(_LayerOrder(scene, flipped, frozenset(), NOTHING, targets, picked, "")),
        _names(layout.columns, tuple(name for name, _ in layout.rows)),
    )
    width, height = picture_size(scene)
    drawing = f'<g class="board">{"".join(drawn)}</g>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_AROUND} {-_AROUND} {width} {height}">'
        f"<style>{style_of(drawing, theme, scheme)}.board-names{{font-size:36px}}</style>{drawing}</svg>"
    )


def picture_size(scene: Scene) -> tuple[int, int]:
    """The width and the height of that file."""
    return BOX * len(scene.columns) + 2 * _AROUND, BOX * len(scene.rows) + 2 * _AROUND


def picture_words(scene: Scene, *, targets: frozenset[str], picked: frozenset[str]) -> str:
    """The same in words."""
    return _described(
        _LayerOrder(
            scene, flipped=False, openings=frozenset(), course=NOTHING, targets=targets, picked=picked, title=""
        )
    )


@lru_cache(maxsize=_KEPT)
def _layer(order: _LayerOrder) -> Markup:
    return Markup(_layer_drawn(order))  # noqa: S704 - as for the whole board


@lru_cache(maxsize=_KEPT)
def _drawn(order: _Order) -> Markup:
    scene = order.layer.scene
    layout = scene.layout(flipped=order.layer.flipped)
    grounds = tuple(tuple(square.region for square in row) for _, row in layout.rows)
    columns, rows = layout.columns, tuple(name for name, _ in layout.rows)
    layer = _layer_drawn(order.layer)
    words = _described(order.layer)
    key = _key("b", order.layer.title, words, layer)
    parts = (
        _head(order, layout, (key, words)),
        _ground(grounds, scene.regions).replace(KEY, key),
        layer,
        _names(columns, rows),
        _inner_names(columns, rows),
        _links(scene, _corners(scene, flipped=order.layer.flipped), dict(order.links), dict(order.labels)),
        "</svg>",
    )
    return Markup("".join(parts))  # noqa: S704 - whatever comes from outside is escaped where it goes in


def _layer_drawn(order: _LayerOrder) -> str:
    scene = order.scene
    corners = _corners(scene, flipped=order.flipped)
    occupied = frozenset(square.name for square in scene.squares if square.pieces)
    # What follows on a pick is where it may go.
    targets = (order.targets | (order.openings if order.picked else frozenset())) - order.picked
    # A square has one frame, that which matters most now.
    checked = {name for check in scene.checks for name in (check.king, *check.by)} - order.picked - (targets & occupied)
    framed = order.picked | checked | (targets & occupied)
    parts = (
        _highlights(corners, order, framed),
        _picked(corners, order.picked),
        "" if order.picked else _openings(corners, order.openings, framed | scene.marked | order.course.framed),
        draw_pieces(scene, corners),
        draw_course("is-last", order.course.last, corners, occupied),
        draw_course("is-made", order.course.made, corners, occupied),
        draw_checks(scene.checks, corners, checked),
        _targets(corners, targets, occupied),
    )
    inner = "".join(parts)
    # Its ids are its own, so that a board may get another layer. Description and links say what it shows.
    told = _told("last", order.course.last) + _told("made", order.course.made)
    return f'<g class="board-layer"{told} aria-hidden="true">{inner.replace(KEY, _key("l", order.title, inner))}</g>'


def _told(name: str, traces: Iterable[Trace]) -> str:
    """The actions of a turn for scripts, which let pieces slide."""
    words = " ".join(filter(None, map(trace_word, traces)))
    return f' data-{name}="{escape(words)}"' if words else ""


def _corners(scene: Scene, *, flipped: bool) -> Corners:
    names = tuple([square.name for square in scene.squares])
    return _placed(names[::-1] if flipped else names, len(scene.columns))


@lru_cache(maxsize=_KEPT)
def _placed(names: tuple[str, ...], width: int) -> Corners:
    return {name: (BOX * (place % width), BOX * (place // width)) for place, name in enumerate(names)}


def _key(letter: str, *shown: str) -> str:
    """The beginning of ids: another one for each board of a page, and the same whenever a board is drawn again."""
    return f"{letter}{crc32(';'.join(shown).encode()):x}"


def _head(order: _Order, layout: Layout, description: tuple[str, str]) -> str:
    key, words = description
    width, height = BOX * len(layout.columns), BOX * len(layout.rows)
    name, box = "board is-wide" if len(layout.columns) > _MANY else "board", f"0 0 {width} {height}"
    if len(layout.columns) < WIDE:
        # It never fills a narrow screen, so the names around it need no room that can be taken away.
        name, box = "board is-small", f"{-_EDGE} {-_EDGE} {width + 2 * _EDGE} {height + 2 * _EDGE}"
    # An image hides what is in it from screen readers, so a board with links is a group.
    role = "group" if order.links else "img"
    return (
        f'<svg class="{name}" xmlns="http://www.w3.org/2000/svg" viewBox="{box}" '
        f'data-columns="{_spaced(layout.columns)}" data-rows="{_spaced(name for name, _ in layout.rows)}" '
        f'role="{role}" aria-label="{escape(order.layer.title)}" aria-describedby="{key}">'
        f'<desc id="{key}">{escape(words)}</desc>'
    )


def _spaced(names: Iterable[str]) -> str:
    return escape(" ".join(names))


def _described(order: _LayerOrder) -> str:
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
        f'<pattern id="{KEY}-chequers" {pattern}><path class="board-chequers" d="{chequers}"/></pattern>'
        f'<rect class="board-ground" {whole}/><rect fill="url(#{KEY}-chequers)" {whole}/>'
        f'{_regions(grounds, regions)}<rect class="board-frame" {whole}/>'
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
        dark = _squares_path([(x, y) for x, y in places if (x + y) // BOX % 2])
        shade = f'<path class="board-shade" d="{dark}"/>' if dark else ""
        rare = f'<path class="board-rare" d="{_squares_path(places, 4)}"/>' if region.is_rare else ""
        parts.append(
            f'<pattern id="{KEY}-{index}" patternUnits="userSpaceOnUse" width="{side}" height="{side}">'
            f'<path class="board-texture-{kind}" d="{lines}"/></pattern>'
            # Chequers as strong as on plain ground would make two colours of each kind.
            f'<path class="board-region-{kind}" d="{path}"/>{shade}<path fill="url(#{KEY}-{index})" d="{path}"/>{rare}'
        )
    return "".join(parts)


def _highlights(corners: Corners, order: _LayerOrder, framed: AbstractSet[str]) -> str:
    """
    A tint on the squares of the last turn and of the turn so far.

    Where no arrows tell what happened there, the former have a frame as well, and the latter four corners.
    """
    last, marked = sorted(order.course.touched & corners.keys()), sorted(order.scene.marked & corners.keys())
    parts = []
    if last:
        parts.append(f'<path class="board-last" d="{_squares_path((corners[name] for name in last), 5)}"/>')
    if marked:
        parts.append(f'<path class="board-marked" d="{_squares_path(corners[name] for name in marked)}"/>')
    if marked and not order.course.made:
        marks = "".join(_corner_marks(*corners[name]) for name in marked if name not in framed)
        parts.append(f'<path class="board-corners" d="{marks}"/>' if marks else "")
    if frames := sorted((order.course.framed - framed - order.scene.marked) & corners.keys()):
        parts.append(f'<path class="board-last-frame" d="{_squares_path((corners[name] for name in frames), 5)}"/>')
    return "".join(parts)


def _corner_marks(x: int, y: int) -> str:
    """The four corners of one square, each as one bent line."""
    low_x, low_y, high_x, high_y = x + 5, y + 5, x + BOX - 5, y + BOX - 5
    return (
        f"M{low_x} {low_y + 22}v-22h22M{high_x - 22} {low_y}h22v22"
        f"M{high_x} {high_y - 22}v22h-22M{low_x + 22} {high_y}h-22v-22"
    )


def _picked(corners: Corners, picked: frozenset[str]) -> str:
    """A thick ring around what was picked, and a tint: nobody takes it for the frame of a checked King."""
    path = "".join(_ring(*corners[name]) for name in sorted(picked & corners.keys()))
    return f'<path class="board-picked" d="{path}"/>' if path else ""


def _ring(x: int, y: int) -> str:
    """A round frame within one square."""
    return f"M{x + 45} {y + 5}h10{_turn(40, 40)}v10{_turn(-40, 40)}h-10{_turn(-40, -40)}v-10{_turn(40, -40)}z"


def _turn(right: int, down: int) -> str:
    return f"a40 40 0 0 1 {right} {down}"


def _targets(corners: Corners, targets: frozenset[str], occupied: frozenset[str]) -> str:
    """A ringed dot on empty squares where something may go, a frame with filled corners on those with pieces."""
    free = [corners[name] for name in sorted(targets - occupied & corners.keys())]
    taken = [corners[name] for name in sorted(targets & occupied & corners.keys())]
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


def _openings(corners: Corners, openings: frozenset[str], framed: AbstractSet[str]) -> str:
    """
    What can be picked next: a tint and a short line below the piece, and a frame for who asks for it.

    Both lie below the pieces; the links themselves lie above and must not veil them.
    """
    places = [corners[name] for name in sorted(openings & corners.keys())]
    if not places:
        return ""
    lines = "".join([f"M{x + 30} {y + 97}h40" for x, y in places])
    frames = _squares_path((corners[name] for name in sorted(openings - framed & corners.keys())), 3)
    return (
        f'<path class="board-open" d="{_squares_path(places)}"/><path class="board-open-lines" d="{lines}"/>'
        f'<path class="board-open-frames" d="{frames}"/>'
    )


@lru_cache(maxsize=_KEPT)
def _names(columns: tuple[str, ...], rows: tuple[str, ...]) -> str:
    """The names of rows and columns on all four edges; they are in every link's label and in the description, too."""
    width, height = BOX * len(columns), BOX * len(rows)
    around = [(BOX * x + BOX // 2, y, name) for x, name in enumerate(columns) for y in (-22, height + 24)]
    around += [(x, BOX * y + BOX // 2, name) for y, name in enumerate(rows) for x in (-30, width + 30)]
    return f'<g class="board-names" aria-hidden="true">{_texts(around)}</g>'


@lru_cache(maxsize=_KEPT)
def _inner_names(columns: tuple[str, ...], rows: tuple[str, ...]) -> str:
    """The same in corners of squares, or moved beside them by the style, for screens without room around."""
    height = BOX * len(rows)
    inside = [(3, BOX * y + 13, name) for y, name in enumerate(rows)]
    below = [(BOX * x + BOX - 3, height - 12, name) for x, name in enumerate(columns)]
    return (
        f'<g class="board-inner-names" aria-hidden="true">{_texts(inside)}</g>'
        f'<g class="board-inner-names is-below" aria-hidden="true">{_texts(below)}</g>'
    )


def _texts(places: Iterable[tuple[int, int, str]]) -> str:
    return "".join([f'<text x="{x}" y="{y}">{escape(name)}</text>' for x, y, name in places])


def _links(scene: Scene, corners: Corners, links: Mapping[str, str], labels: Mapping[str, str]) -> str:
    """The squares that lead somewhere, above everything else, so that the whole square can be touched."""
    if not links:
        return ""
    regions = {region.key: region.name for region in scene.regions}
    ways = "".join(
        f'<a href="{escape(links[square.name])}" aria-label="{escape(_label(square, regions, labels))}">'
        f'<path d="M{corners[square.name][0]} {corners[square.name][1]}{_WHOLE}"/></a>'
        for square in scene.squares
        if square.name in links
    )
    return f'<g class="board-links">{ways}</g>'


def _label(square: Square, regions: Mapping[str, str], labels: Mapping[str, str]) -> str:
    """What a screen reader says about a link: "C4, Blue Warrior", "E4 – castling, empty, victory square"."""
    facts = [labels.get(square.name, square.name), square_words(square)]
    if square.region in regions:
        facts.append(regions[square.region])
    return ", ".join(facts)


# -- legend -----------------------------------------------------------------------------------------------------


def board_legend(scene: Scene) -> Markup:
    """A list of what the signs on *scene* mean, to stand below its board; it may have no lines."""
    return _legend(entries(scene, chips_of(scene)), scene.regions)


@lru_cache(maxsize=_KEPT)
def _legend(found: tuple[LegendEntry, ...], regions: tuple[Region, ...]) -> Markup:
    lines = "".join(f"<li>{_sample(regions, entry)}{escape(entry.words)}</li>" for entry in found)
    return Markup(f'<ul class="board-legend">{lines}</ul>')  # noqa: S704 - words are escaped


def _sample(regions: tuple[Region, ...], entry: LegendEntry) -> str:
    """What *entry* explains, as a small picture."""
    match entry.sample:
        case Region():
            kind = texture_index(regions, entry.sample)
            box, drawing = f"0 0 {BOX} {BOX}", _ground_sample(kind)
        case Bar(size=size):
            box, drawing = f"0 -4 {BOX} {STEPS[size] + 8:g}", bar_drawing(entry.sample)
        case key:
            x, y = mark(key).center
            box, drawing = f"{x - _NEAR:g} {y - _NEAR:g} {2 * _NEAR} {2 * _NEAR}", mark_drawing(key)
    return f'<svg viewBox="{box}">{drawing}</svg>'


def _ground_sample(kind: int) -> str:
    side, lines = TEXTURES[kind].side, TEXTURES[kind].lines
    shifts = [(x, y) for x in range(0, BOX, side) for y in range(0, BOX, side)]
    drawn = "".join([line((x + right, y + down) for x, y in points) for right, down in shifts for points in lines])
    whole = f'width="{BOX}" height="{BOX}"'
    return (
        f'<rect class="board-region-{kind}" {whole}/><path class="board-texture-{kind}" d="{drawn}"/>'
        f'<rect class="board-swatch" {whole}/>'
    )
