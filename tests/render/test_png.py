"""Boards as PNG."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from corr.games.courses import Course
from corr.games.scene import Check, Piece, Region, Scene, Square, Trace
from corr.games.seats import FIRST, SECOND
from corr.render.png import COLORS, png_board
from corr.render.sketches import MOST_NUMBERED
from corr.render.themes import PAGE, paints_of
from tests.render.scenes import (
    KELASU_MIDDLE,
    KINDS,
    kelasu_piece,
    kelasu_scene,
    region_piece,
    regions_scene,
    regions_start,
    stacks_scene,
    stacks_start,
    stacks_tall,
)
from tests.web.color_vision import THEMES, palette

EMPTY = regions_scene({})


def opened(png: bytes) -> Image.Image:
    """The picture as a mail client reads it."""
    return Image.open(BytesIO(png))


def square_of(piece: Piece | None, *, last: bool = False, marked: bool = False) -> bytes:
    """The pixels of square A12, the uppermost and leftmost, with *piece* on it."""
    plain = regions_scene({"A12": piece} if piece else {})
    scene = Scene(
        plain.rows, plain.columns, plain.squares, plain.regions, marked=frozenset({"A12"}) if marked else frozenset()
    )
    png = png_board(scene, course=Course(touched=frozenset({"A12"}) if last else frozenset()))
    return opened(png).convert("RGB").crop((20, 20, 58, 58)).tobytes()


@pytest.mark.parametrize("scene", [kelasu_scene(), stacks_start(), stacks_tall(), regions_start(), EMPTY])
def test_a_picture_fits_a_letter(scene: Scene) -> None:
    image = opened(png_board(scene))

    assert image.format == "PNG"
    assert all(480 <= side <= 560 for side in image.size)


def test_a_picture_has_a_small_palette_and_nothing_transparent() -> None:
    course = Course((Trace(("F5", "G5")),), (Trace(("D3", "D5"), ("D5",)),), touched=frozenset({"F5"}))

    image = opened(png_board(kelasu_scene(KELASU_MIDDLE, marked=frozenset({"D3"})), course=course))

    assert image.mode == "P"
    assert len(image.getcolors() or []) <= COLORS <= 64
    assert "transparency" not in image.info


@pytest.mark.parametrize("theme", THEMES)
def test_grounds_and_pieces_have_exactly_the_light_colours_of_their_theme(theme: str) -> None:
    course = Course((Trace(("A0", "A5")),), touched=frozenset({"A0", "A5"}))

    picture = opened(png_board(kelasu_scene(KELASU_MIDDLE), course=course, theme=theme)).convert("RGB")

    found = {color for _, color in picture.getcolors(COLORS) or []}
    light = palette(theme, "light").properties
    named = ("ground", "region-0", "last", "blue-body", "blue-edge", "red-body", "red-edge")
    assert {PAGE, *(read_code(light[f"board-{name}"]) for name in named)} <= found


def test_a_picture_is_small() -> None:
    assert len(png_board(kelasu_scene(KELASU_MIDDLE))) < 16_000


def test_the_same_board_gives_the_same_bytes_in_every_thread() -> None:
    with ThreadPoolExecutor(8) as pool:
        pictures = set(pool.map(lambda _: png_board(kelasu_scene(KELASU_MIDDLE), flipped=True), range(16)))

    assert len(pictures) == 1


def test_a_flipped_picture_shows_each_square_half_a_turn_round() -> None:
    upper = Piece(FIRST, "x", "O", "White Disc")

    straight = opened(png_board(regions_scene({"A12": upper}))).convert("RGB")
    turned = opened(png_board(regions_scene({"L1": upper}), flipped=True)).convert("RGB")

    # The letter stays upright: only its place is turned.
    assert straight.crop((20, 20, 58, 58)).tobytes() == turned.crop((20, 20, 58, 58)).tobytes()


def test_the_edges_tell_which_way_round_the_board_lies() -> None:
    straight = opened(png_board(EMPTY)).convert("RGB").crop((0, 0, 496, 18))

    turned = opened(png_board(EMPTY, flipped=True)).convert("RGB").crop((0, 0, 496, 18))

    assert ImageChops.difference(straight, turned).getbbox()


def test_every_piece_looks_different_in_black_and_white() -> None:
    pieces = [kelasu_piece(letter) for letter in "".join(KINDS) + "".join(KINDS).lower()]

    squares = [Image.frombytes("RGB", (38, 38), square_of(piece)) for piece in pieces]
    assert len({image.convert("1", dither=Image.Dither.NONE).tobytes() for image in squares}) == len(pieces)


def test_stacks_that_differ_look_different_in_black_and_white() -> None:
    stacks = ["DLH", "LDH", "dLH", "DlH", "+LH", "L+H", "DLh", "DL", "L+", "DDDDDDDDH", "DDDDDDDH", "LLLLLLLLH"]

    pictures = {
        opened(png_board(stacks_scene({"C3": stack}))).crop((112, 158, 158, 204)).convert("1", dither=None).tobytes()
        for stack in stacks
    }
    assert len(pictures) == len(stacks)


def test_a_touched_square_is_shown_and_in_two_ways() -> None:
    assert len({square_of(None), square_of(None, last=True), square_of(None, marked=True)}) == 3


def test_an_unknown_shape_is_drawn_as_its_letter() -> None:
    known, unknown = (square_of(Piece(FIRST, shape, "W", "White W")) for shape in ("pawn", "zeppelin"))
    other = square_of(Piece(FIRST, "zeppelin", "Z", "White Z"))

    assert len({known, unknown, other}) == 3


def test_a_mark_on_a_piece_is_shown() -> None:
    plain = Piece(SECOND, "pawn", "p", "Black Pawn")
    marked = Piece(SECOND, "pawn", "p", "Black Pawn", frozenset({"infiltrator"}))

    assert square_of(plain) != square_of(marked)


def test_chequers_are_fainter_on_kinds_of_ground() -> None:
    def contrast(scene: Scene) -> int:
        """How far the colours of two squares beside each other are apart."""
        with Image.open(BytesIO(png_board(scene))) as image:
            colors = [image.convert("RGB").getpixel((26 + 38 * x, 26)) for x in (0, 1)]
        return sum(abs(one - other) for one, other in zip(*colors, strict=True))

    plain, water = (
        Scene(("1",), tuple("ABCDEFGHIJKL"), tuple(Square(f"{name}1", (), ground) for name in "ABCDEFGHIJKL"), regions)
        for ground, regions in (("", ()), ("water", (Region("water", "~", "water"),)))
    )

    assert 0 < contrast(water) < contrast(plain) / 2


@pytest.mark.parametrize("others", ["D", "DLDLD", "DLDLDdllLLDDLDLDdllLLD++++++++"])
def test_what_lies_under_a_piece_is_shown(others: str) -> None:
    assert png_board(stacks_scene({"C3": f"{others}K"})) != png_board(stacks_scene({"C3": "K"}))


def test_an_arrow_shows_from_where_to_where_a_piece_went() -> None:
    there, back = (changed_by(Course((Trace(path),))) for path in (("C4", "E4"), ("E4", "C4")))

    # The columns begin at 20 and the rows, too; a square has 46 pixels.
    assert there is not None
    assert 204 <= there[0] < there[2] <= 250
    assert 112 <= there[1] < there[3] <= 250
    assert drawn_with(Course((Trace(("C4", "E4")),))) != drawn_with(Course((Trace(("E4", "C4")),)))
    assert back is not None


def test_the_order_of_actions_is_shown() -> None:
    first, second = Trace(("C4", "E4")), Trace(("C8", "E8"))

    assert drawn_with(Course((first, second))) != drawn_with(Course((second, first)))


def test_of_very_many_actions_only_the_first_and_the_last_are_numbered() -> None:
    def pictures(count: int) -> list[bytes]:
        traces = [Trace((f"{row}{column}",)) for column in "0123" for row in "CDEFG"][:count]
        return [drawn_with(Course((traces[0], *order, traces[-1]))) for order in (traces[1:-1], traces[-2:0:-1])]

    few, many = pictures(MOST_NUMBERED), pictures(MOST_NUMBERED + 1)

    assert few[0] != few[1]
    assert many[0] == many[1]


def test_what_became_of_pieces_is_shown() -> None:
    traces = (
        Trace(("G4", "E4")),
        Trace(("G4", "E4"), captured=("E4",)),
        Trace(("G4", "E4"), captured=("E0",)),
        Trace(("G4", "E4"), converted=("E4",)),
        Trace(("G4", "E4"), merged=("G4", "E2", "E4")),
    )

    assert len({drawn_with(Course((trace,))) for trace in traces}) == len(traces)


def test_a_half_made_turn_has_another_colour_than_the_last_one() -> None:
    scene, trace = kelasu_scene(KELASU_MIDDLE, marked=frozenset({"C4", "E4"})), Trace(("C4", "E4"))

    last, made = (opened(png_board(scene, course=course)) for course in (Course((trace,)), Course(made=(trace,))))

    paints = paints_of("safe")
    assert paints["last"] != paints["marked"]
    assert last.tobytes() != made.tobytes()


@pytest.mark.parametrize("flipped", [False, True])
def test_a_checked_king_and_its_attackers_are_marked(*, flipped: bool) -> None:
    plain = regions_scene({"G1": region_piece("K"), "D4": region_piece("b"), "K1": region_piece("t")})
    checked = replace(plain, checks=(Check("G1", ("D4",)),))

    calm, alarmed = (opened(png_board(scene, flipped=flipped)).convert("RGB") for scene in (plain, checked))

    # Another palette changes the edges of letters a little.
    changed = ImageChops.difference(calm, alarmed).convert("L").point([255 * (value > 64) for value in range(256)])
    left, top, right, bottom = changed.getbbox() or (0, 0, 0, 0)
    # From D to G, and from the first row to the fourth, of twelve of 38 pixels; a frame has a thin border.
    columns, rows = ((5, 9), (0, 4)) if flipped else ((3, 7), (8, 12))
    assert 18 + 38 * columns[0] <= left < right <= 22 + 38 * columns[1]
    assert 18 + 38 * rows[0] <= top < bottom <= 22 + 38 * rows[1]


def test_what_lies_beyond_a_part_of_a_board_is_left_out() -> None:
    part = kelasu_scene(KELASU_MIDDLE).window("B2", "D5")
    course = Course((Trace(("A0", "J9"), ("J9",), ("A0", "A1")),), touched=frozenset({"A0"}))

    assert png_board(part, course=course) == png_board(part)


def test_a_long_chain_fits_a_letter() -> None:
    ways = (("E1", "E3"), ("E3", "G3"), ("G3", "E1"))

    assert len(png_board(stacks_start(), course=Course(tuple(map(Trace, ways * 94))))) < 16_000


def drawn_with(course: Course) -> bytes:
    """The picture of a game with that course."""
    return png_board(kelasu_scene(KELASU_MIDDLE), course=course)


def changed_by(course: Course) -> tuple[int, int, int, int] | None:
    """The part of the picture that *course* changes."""
    plain, changed = (opened(drawn_with(found)).convert("RGB") for found in (Course(), course))
    return ImageChops.difference(plain, changed).getbbox()


def read_code(code: str) -> tuple[int, int, int]:
    """A colour of a style sheet."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)
