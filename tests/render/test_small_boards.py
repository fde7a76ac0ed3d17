"""Boards as small pictures."""

import gzip
from xml.etree import ElementTree as ET

import pytest

from corr.games.game_files import read_games
from corr.games.registry import Registry, game_text
from corr.games.scene import Piece, Scene, Square
from corr.games.seats import FIRST, SECOND
from corr.render.small_boards import small_board
from tests.render.scenes import kelasu_scene, regions_start, stacks_scene, stacks_start
from tests.web.color_vision import THEMES, palette

SVG = "{http://www.w3.org/2000/svg}"
REGISTRY = Registry.discover()
MOST = 4096
"""Bytes of one picture as it is sent."""


def drawn(svg: str) -> ET.Element:
    """The file as elements, which proves that it is well-formed."""
    return ET.fromstring(svg)  # noqa: S314 - made by ourselves a line ago


def one_square(*pieces: Piece) -> Scene:
    return Scene(("1",), ("A",), (Square("A1", pieces),))


@pytest.mark.parametrize("game", [info.game for info in REGISTRY.games()])
def test_the_largest_board_of_each_game_weighs_four_kilobytes_at_most(game: str) -> None:
    rules = REGISTRY.get_rules_of_game(game)
    texts = {text for found in read_games(game_text(rules, "data/games.txt")) for text in found.positions if text}
    heaviest = sorted(texts, key=len)[-20:]
    assert heaviest

    for text in heaviest:
        position = rules.parse_position(text)
        scene = rules.scene(rules.begin(position, min(rules.due(position), default=FIRST)))
        touched = frozenset(square.name for square in scene.squares[::2])
        picture = small_board(scene, touched=touched)
        assert len(gzip.compress(picture.encode(), 6)) <= MOST
        assert drawn(picture).tag == f"{SVG}svg"


def test_a_board_of_the_tallest_stacks_weighs_no_more() -> None:
    piles = ("DLDLDLDLD", "llddlldd++", "+D+L+D+LT", "dLdLdLdLdk", "DDDDDDLLLLLLLLH")
    scene = stacks_scene(
        {f"{row}{column}": piles[(column * 3 + at) % 5] for at, row in enumerate("ABCDEFGHIJ") for column in range(10)}
    )

    assert len(gzip.compress(small_board(scene).encode(), 6)) <= MOST


def test_a_turned_board_is_another_picture_of_the_same_size() -> None:
    scene = regions_start()

    one, other = small_board(scene), small_board(scene, flipped=True)

    assert one != other
    assert drawn(one).get("viewBox") == drawn(other).get("viewBox") == "0 0 1200 1200"


@pytest.mark.parametrize("scene", [kelasu_scene(), stacks_start(), regions_start()])
def test_every_piece_is_drawn(scene: Scene) -> None:
    standing = [square for square in scene.squares if square.pieces and not square.pieces[-1].is_chip]

    picture = drawn(small_board(scene))

    kinds = {f"#{each.get('id')}" for each in picture.iterfind(f"{SVG}defs/{SVG}g")}
    uses = [each.get("href") for each in picture.iterfind(f"{SVG}use")]
    assert len(uses) == len(standing)
    assert set(uses) == kinds


def test_two_owners_differ_by_form_and_not_by_colour_alone() -> None:
    pictures = [small_board(one_square(Piece(owner, "stone", "S", "Stone"))) for owner in (FIRST, SECOND, None)]

    assert ["<circle class=" in picture for picture in pictures] == [True, False, False]
    assert len({picture.partition("</style>")[2] for picture in pictures}) == 3


def test_a_piece_without_a_drawing_is_its_letter_and_nothing_breaks_out_of_it() -> None:
    picture = drawn(small_board(one_square(Piece(FIRST, "no such sign", "<", "Thing"))))

    assert [each.text for each in picture.iter(f"{SVG}text")] == ["<"]


def test_a_mark_that_a_viewer_may_know_is_drawn_and_one_too_small_is_not() -> None:
    plain, marked, unmoved = (
        small_board(one_square(Piece(FIRST, "pawn", "P", "White Pawn", marks=frozenset(marks))))
        for marks in ((), ("infiltrator",), ("unmoved",))
    )

    assert marked != plain
    assert unmoved == plain


def test_the_squares_of_the_last_turn_are_tinted() -> None:
    scene = kelasu_scene()

    assert 'class="m" d=""' in small_board(scene)
    assert 'class="m" d="M0 0h200v100h-200z"' in small_board(scene, touched=frozenset(("A0", "A1")))


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_have_the_colours_of_the_page_on_light_and_on_dark_ones(theme: str) -> None:
    in_light, _, in_dark = small_board(kelasu_scene(), theme=theme).partition("@media")

    for shown, scheme in ((in_light, "light"), (in_dark, "dark")):
        properties = palette(theme, scheme).properties
        for name in ("ground", "frame", "blue-body", "red-edge", "chequers-strength", "shade-strength"):
            assert f":{properties[f'board-{name}']}" in shown
