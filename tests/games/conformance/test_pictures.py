"""The board of a game as it is drawn, printed and said."""

from collections.abc import Iterator
from io import BytesIO
from xml.etree import ElementTree as ET

from PIL import Image

from corr.games.api import AnyRules
from corr.games.lists import forms, is_turn
from corr.games.scene import Scene
from corr.render.glyphs import Letter, sign
from corr.render.png import png_board
from corr.render.svg import svg_board
from corr.render.text import SPOKEN, WIDTH, spoken_board, text_board
from tests.games.conformance.cases import INSTALLED, Case, every_case, moments

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
        assert all(note.strip() for note in (*scene.notes, *scene.alerts))


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
            assert info.ruleset not in INSTALLED or _is_drawn(piece.shape, piece.letter), piece.shape


def _is_drawn(shape: str, letter: str) -> bool:
    return any(not isinstance(part, Letter) for part in sign(shape, letter))


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
def test_no_line_that_a_letter_quotes_reads_as_a_turn(case: Case) -> None:
    for draft in moments(case):
        hints = case.rules.hints(draft)

        assert len(hints) <= 60
        for line in (*hints, case.rules.unfinished(draft), case.rules.why_over(draft), draft.unused()):
            assert not _is_turn(case.rules, line), line
            assert "\n" not in line
        assert bool(hints) == draft.has_action()


def _is_turn(rules: AnyRules, line: str) -> bool:
    """Whether a line of a mail is taken for a turn, in any of the ways in which lines are looked at."""
    return any(is_turn(form, rules.formed) for form in (line, *forms(line)))


@every_case
def test_a_board_is_said_in_words(case: Case) -> None:
    for scene in _scenes(case):
        words = spoken_board(scene)

        assert words.strip()
        assert len(words) <= SPOKEN


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
