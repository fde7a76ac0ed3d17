"""Drawings of pieces, as they lie in files beside the games."""

from pathlib import Path

import pytest

from corr.errors import BrokenGameError
from corr.games.drawing import BASE, Disc, Polygon, Stroke, Tone, arc, arrow, read_drawings, star


def _written(folder: Path, content: bytes) -> str:
    """A module, with drawings beside it."""
    (folder / "data").mkdir()
    (folder / "data" / "drawings.txt").write_bytes(content)
    return str(folder / "guide.py")


def test_a_drawing_has_its_shapes_in_the_order_of_the_lines(tmp_path: Path) -> None:
    module = _written(tmp_path, b"one\nAll there is.\ndisc 50,41 11.5 body\nbase\n\n\ntwo\nLess.\ndisc -5,0.25 3")

    assert read_drawings(module) == {
        "one": (Disc((50, 41), 11.5, Tone.BODY), BASE),
        "two": (Disc((-5, 0.25), 3),),
    }


@pytest.mark.parametrize(
    ("line", "shapes"),
    [
        ("polygon 1,2 3,4 5,6 edge", (Polygon(((1, 2), (3, 4), (5, 6)), Tone.EDGE),)),
        ("stroke 1,2 3,4 9.5", (Stroke(((1, 2), (3, 4)), 9.5),)),
        ("arrow 28,19 50,41 16", arrow((28, 19), (50, 41), 16)),
        ("star 50,26 5 20 8.5", (Polygon(star(5, 20, 8.5, (50, 26))),)),
        ("arc 47,44 25 -2 1.6 8", (Stroke(arc((47, 44), 25, (-2, 1.6)), 8),)),
    ],
)
def test_a_line_is_a_shape(line: str, shapes: tuple[object, ...], tmp_path: Path) -> None:
    module = _written(tmp_path, f"one\nWords.\n{line}\n".encode())

    assert read_drawings(module)["one"] == shapes


@pytest.mark.parametrize(
    "line",
    [
        "disk 50,41 11",
        "disc 50,41",
        "disc 50 41 11",
        "disc 11 50,41",
        "disc 50,41 11 pink",
        "disc 50, 11",
        "disc 50,41,3 11",
        "disc 50,41 nan",
        "disc 50,41 1e5",
        "disc 50,41 1_0",
        "disc 50,41 \N{ARABIC-INDIC DIGIT ONE}",
        "disc 50,41 9999999",
        "polygon 1,2 3,4",
        "stroke 1,2 9",
        "arrow 1,2 1,2 9",
        "star 50,41 999 3 4",
        "base 3",
        "body",
    ],
)
def test_a_line_that_is_no_shape_is_told_with_its_number(line: str, tmp_path: Path) -> None:
    module = _written(tmp_path, f"one\nWords.\nbase\n{line}\n".encode())

    with pytest.raises(BrokenGameError, match=r"This is no shape: line 4 in data/drawings\.txt beside .*guide\.py\."):
        read_drawings(module)


@pytest.mark.parametrize("content", [b"one", b"one\nWords.", b"two\nWords.\nbase\n\ntwo\nWords.\nbase"])
def test_a_paragraph_that_is_no_drawing_is_told_with_its_number(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(
        BrokenGameError, match=r"begins in line [15] in data/drawings\.txt beside .* has no shape, or comes twice"
    ):
        read_drawings(_written(tmp_path, content))


def test_drawings_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    with pytest.raises(BrokenGameError, match="cannot be read"):
        read_drawings(str(tmp_path / "guide.py"))
    with pytest.raises(BrokenGameError, match="cannot be read"):
        read_drawings(_written(tmp_path, b"\xff"))
