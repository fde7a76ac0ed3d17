"""The board of a game as it is drawn, printed and said."""

import random
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from corr.games.api import AnyRules
from corr.games.notation import forms
from corr.games.scene import Piece, Scene
from corr.games.seats import FIRST
from corr.render.png import png_board
from corr.render.svg import svg_board
from corr.render.text import WIDTH, text_board
from corr.render.words import told_board
from corr.resources import game_folder

from .cases import CASES, INSTALLED, Case, every_case, moments

_PICTURES = 4
"""Boards of a case that are painted: that takes longest."""


@every_case
def test_a_scene_is_whole(case: Case) -> None:
    for scene in _scenes(case):
        names = [square.name for square in scene.squares]

        assert len(names) == len(scene.rows) * len(scene.columns)
        assert len(set(names)) == len(names)
        assert {square.region for square in scene.squares} <= {"", *(region.key for region in scene.regions)}
        assert scene.marked <= set(names)
        assert all(note.strip() for note in (*scene.facts, *scene.alerts))


@every_case
def test_material_is_counted_beside_names_and_explained_on_the_page_of_rules(case: Case) -> None:
    scenes = list(_scenes(case))
    headings = {scene.explained for scene in scenes} - {""}
    page = game_folder(type(case.rules)) / "rules.html"

    for material in [material for scene in scenes for material in scene.material]:
        assert material.words.startswith(f"{case.rules.info.seats[material.seat]}’s {material.title}: ")
        assert all(count > 0 for _, count in material.pieces)
    assert all(f'id="{heading}"' in page.read_text(encoding="utf-8") for heading in headings)


@every_case
def test_every_piece_has_a_letter_a_name_and_a_drawing(case: Case) -> None:
    info = case.rules.info
    for scene in _scenes(case):
        for piece in {piece for square in scene.squares for piece in square.pieces}:
            assert len(piece.letter) == 1
            assert piece.letter.isascii()
            assert piece.letter.isprintable()
            assert piece.owner is None or piece.name.split()[0] == info.seats[piece.owner]
            assert piece.owner is not None or piece.name


@pytest.mark.parametrize("case", [case for case in CASES if case.ruleset in INSTALLED], ids=str)
def test_kinds_of_pieces_of_an_installed_game_are_told_apart_without_their_letters(case: Case) -> None:
    """Of a piece that the drawings do not know, such as the tiny game's, the letter alone is drawn."""
    scenes = list(_scenes(case))
    pieces = {piece.shape: piece for scene in scenes for square in scene.squares for piece in square.pieces}
    alike = [replace(piece, owner=FIRST, letter="X", marks=frozenset()) for piece in pieces.values()]
    unknown = replace(alike[0], shape="no such drawing", sign=(), is_chip=False)

    drawings = {piece.shape: _alone(scenes[0], piece) for piece in (*alike, unknown)}

    assert len(set(drawings.values())) == len(drawings)


def _alone(scene: Scene, piece: Piece) -> bytes:
    """The board with nothing else on it."""
    first, *others = scene.squares
    squares = (replace(first, pieces=(piece,)), *(replace(square, pieces=()) for square in others))
    return png_board(replace(scene, squares=squares))


@every_case
def test_a_text_board_is_narrow_and_none_of_its_lines_is_a_turn(case: Case) -> None:
    for scene in _scenes(case):
        for flipped in (False, True):
            text = text_board(scene, flipped=flipped, last=frozenset(square.name for square in scene.squares[:3]))

            assert text.isascii()
            for line in text.splitlines():
                assert len(line) <= WIDTH, line
                assert not _is_turn(case.rules, line), line


@every_case
def test_a_text_board_stays_narrow_however_high_the_stacks_are(case: Case) -> None:
    chance = random.Random(10)
    scenes = [scene for scene in _scenes(case) if any(len(square.pieces) > 1 for square in scene.squares)]
    for scene in scenes[::4]:
        text = text_board(_piled(scene, chance), flipped=True)

        for line in text.splitlines():
            assert len(line) <= WIDTH, line
            assert not _is_turn(case.rules, line), line


def _piled(scene: Scene, chance: random.Random) -> Scene:
    """The same board with the pieces of half of its squares thrown onto the others."""
    piles = [square.pieces for square in scene.squares]
    for index in chance.sample(range(len(piles)), len(piles) // 2):
        target = chance.randrange(len(piles))
        if target != index:
            piles[target], piles[index] = piles[index] + piles[target], ()
    squares = (replace(square, pieces=pile) for square, pile in zip(scene.squares, piles, strict=True))
    return replace(scene, squares=tuple(squares))


@every_case
def test_no_line_that_a_letter_quotes_reads_as_a_turn(case: Case) -> None:
    for draft in moments(case):
        hints = case.rules.hints(draft)

        assert len(hints) <= 60
        for line in (
            *hints,
            case.rules.info.signs,
            case.rules.unfinished(draft),
            case.rules.why_over(draft),
            draft.unused(),
        ):
            assert not _is_turn(case.rules, line), line
            assert "\n" not in line
        assert bool(hints) == draft.has_action()


def _is_turn(rules: AnyRules, line: str) -> bool:
    """Whether a line of a mail is taken for a turn, in any of the ways in which lines are looked at."""
    return any(rules.formed(form) for form in (line, *forms(line)))


@every_case
def test_a_board_is_said_in_words(case: Case) -> None:
    for scene in _scenes(case):
        assert told_board(scene).strip()


@every_case
def test_an_svg_board_is_well_formed(case: Case) -> None:
    for scene in _scenes(case):
        links = {square.name: f"/x?pick={square.name}&y=1" for square in scene.squares[::3]}

        drawing = ET.fromstring(svg_board(scene, links=links, flipped=True))  # noqa: S314 - our own drawing

        assert drawing.tag.endswith("svg")
        assert len([node for node in drawing.iter() if node.tag.endswith("}a") or node.tag == "a"]) == len(links)


@every_case
def test_a_png_board_opens(case: Case) -> None:
    scenes = list(_scenes(case))
    for scene in scenes[:: max(1, len(scenes) // _PICTURES)]:
        with Image.open(BytesIO(png_board(scene))) as picture:
            picture.load()

            assert picture.width <= 600


def _scenes(case: Case) -> Iterator[Scene]:
    """Boards from all over the games, and the emptiest and fullest ones that were met."""
    return map(case.rules.scene, moments(case))
