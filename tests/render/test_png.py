"""Boards as PNG."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from corr.games.scene import Piece, Region, Scene, Square
from corr.games.seats import FIRST, SECOND
from corr.render.pen import PAINTS
from corr.render.png import COLORS, png_board
from tests.render.scenes import (
    KELASU_MIDDLE,
    KINDS,
    kelasu_piece,
    kelasu_scene,
    regions_scene,
    regions_start,
    stacks_scene,
    stacks_start,
    stacks_tall,
)
from tests.web.color_vision import palette

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
    png = png_board(scene, last=frozenset({"A12"}) if last else frozenset())
    return opened(png).convert("RGB").crop((20, 20, 58, 58)).tobytes()


@pytest.mark.parametrize("scene", [kelasu_scene(), stacks_start(), stacks_tall(), regions_start(), EMPTY])
def test_a_picture_fits_a_letter(scene: Scene) -> None:
    image = opened(png_board(scene))

    assert image.format == "PNG"
    assert all(480 <= side <= 560 for side in image.size)


def test_a_picture_has_a_small_palette_and_nothing_transparent() -> None:
    image = opened(png_board(kelasu_scene(KELASU_MIDDLE, marked=frozenset({"D3"})), last=frozenset({"F5"})))

    assert image.mode == "P"
    assert len(image.getcolors() or []) <= COLORS <= 64
    assert "transparency" not in image.info


def test_grounds_and_pieces_have_exactly_their_colours() -> None:
    picture = opened(png_board(kelasu_scene(KELASU_MIDDLE), last=frozenset({"A0"}))).convert("RGB")

    found = {color for _, color in picture.getcolors(COLORS) or []}
    named = ("page", "ground", "region-0", "last", "blue-body", "blue-edge", "red-body", "red-edge")
    assert {PAINTS[name] for name in named} <= found


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


def test_pictures_have_the_light_colours_of_the_page() -> None:
    light = palette("warm", "light").properties

    for name, color in PAINTS.items():
        code = "#" + "".join(f"{part:02x}" for part in color)
        assert name == "page" or light[f"board-{name}"] == code
