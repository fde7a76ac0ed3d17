"""The course of turns over a board: arrows, their order, and what became of pieces."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from corr.games.courses import Course
from corr.games.scene import Check, Scene, Trace
from corr.render.sketches import MOST_NUMBERED
from corr.render.svg import board_layer
from tests.render.scenes import KELASU_MIDDLE, kelasu_scene, region_piece, regions_scene, stacks_start

SVG = "{http://www.w3.org/2000/svg}"
FRAMES = {
    "board-picked",
    "board-target-frame",
    "board-check",
    "board-check-by",
    "board-corners",
    "board-last-frame",
    "board-open-frames",
}


def layer(
    scene: Scene,
    course: Course,
    *,
    openings: frozenset[str] = frozenset(),
    picked: frozenset[str] = frozenset(),
    targets: frozenset[str] = frozenset(),
) -> ET.Element:
    """The layer of a board as elements."""
    drawn = board_layer(scene, course=course, openings=openings, picked=picked, targets=targets)
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>')  # noqa: S314 - our own drawing


def paths(root: ET.Element) -> dict[str, str]:
    """What is drawn in each class."""
    return {path.get("class") or "": path.get("d") or "" for path in root.iter(f"{SVG}path")}


def numbers(root: ET.Element) -> list[str]:
    """The numbers on arrows."""
    group = root.iter(f"{SVG}g")
    return [text.text or "" for part in group if part.get("class") == "board-course-numbers" for text in part]


def moves(count: int) -> tuple[Trace, ...]:
    """Actions of as many pieces."""
    return tuple(Trace((f"{'ABCDEFGHIJ'[at % 10]}{at // 10}", f"J{at % 9 + 1}")) for at in range(count))


def test_an_arrow_leads_from_the_first_square_of_an_action_to_the_last() -> None:
    drawn = paths(layer(kelasu_scene(), Course((Trace(("C4", "E4")),))))

    assert drawn["board-course-line"] == "M450 268L450 394"
    assert drawn["board-course-heads"].startswith("M450 416L")


def test_arrows_are_turned_with_the_board() -> None:
    upright, flipped = (
        board_layer(kelasu_scene(), flipped=flipped, course=Course((Trace(("C4", "E4")),))) for flipped in (False, True)
    )

    assert "M450 268L450 394" in upright
    assert "M550 732L550 606" in flipped


def test_several_actions_are_numbered_in_their_order() -> None:
    root = layer(kelasu_scene(), Course((Trace(("C4", "E4")), Trace(("A0", "B0")), Trace(("J1", "H1")))))

    assert numbers(root) == ["1", "2", "3"]


def test_a_single_action_needs_no_number() -> None:
    assert numbers(layer(kelasu_scene(), Course((Trace(("C4", "E4")),)))) == []


@pytest.mark.parametrize("count", [MOST_NUMBERED, MOST_NUMBERED + 1])
def test_of_very_many_actions_only_the_first_and_the_last_are_numbered(count: int) -> None:
    shown = numbers(layer(kelasu_scene(), Course(moves(count))))

    wanted = range(1, count + 1) if count <= MOST_NUMBERED else (1, count)
    assert shown == [str(number) for number in wanted]


def test_actions_that_one_piece_does_after_each_other_are_one_line_with_its_stops() -> None:
    chain = (Trace(("E1", "E3")), Trace(("E3", "G3")), Trace(("G3", "G5")))

    root = layer(stacks_start(), Course(chain))

    drawn = paths(root)
    assert drawn["board-course-line"].count("M") == 1
    assert drawn["board-course-stops"] == "M450 350h0M650 350h0"
    assert drawn["board-course-heads"].count("M") == 1
    assert numbers(root) == ["1", "2", "3"]


def test_a_chain_of_hundreds_of_actions_is_drawn_once_on_each_way() -> None:
    ways = ("E1", "E3"), ("E3", "G3"), ("G3", "E1")
    chain = tuple(map(Trace, ways * 94))

    drawn = board_layer(stacks_start(), course=Course(made=chain))

    assert "is-long" in drawn
    # What scripts are told of it stands in the first tag.
    assert len(drawn.partition('">')[2]) < len(board_layer(stacks_start())) + 1500


def test_a_piece_that_comes_back_to_a_square_has_both_numbers_there() -> None:
    chain = (Trace(("E1", "E3")), Trace(("E3", "E1")), Trace(("E1", "E3")), Trace(("E3", "G3")))

    assert numbers(layer(stacks_start(), Course(chain)))[1:] == ["2 4", "3"]


def test_what_was_captured_has_a_cross_and_what_was_converted_another_sign() -> None:
    scene = kelasu_scene(KELASU_MIDDLE)

    captured = paths(layer(scene, Course((Trace(("G4", "E4"), ("E4",)),))))
    converted = paths(layer(scene, Course((Trace(("G4", "E4"), converted=("E4",)),))))

    assert captured["board-course-badges"] == converted["board-course-badges"] == "M417 483h0"
    assert captured["board-course-signs"] != converted["board-course-signs"]


def test_a_captured_piece_in_whose_place_nothing_stands_leaves_a_large_cross() -> None:
    drawn = paths(layer(kelasu_scene(KELASU_MIDDLE), Course((Trace(("G4", "E4"), ("E0",)),))))

    assert drawn["board-gone"].startswith("M26 426")
    assert "board-course-badges" not in drawn


def test_merged_pieces_leave_ghosts_that_lead_to_what_they_became() -> None:
    merge = Trace(("D3",), merged=("C3", "D2", "D3"))

    drawn = paths(layer(kelasu_scene(KELASU_MIDDLE), Course(made=(merge,))))

    assert drawn["board-ghosts"].count("M") == 2
    assert drawn["board-course-rays"].count("L") == 2
    assert drawn["board-course-badges"] == "M317 383h0"


def test_pieces_that_go_along_have_arrows_without_numbers() -> None:
    castling = Trace(("G1", "I1"), further=(("L1", "H1"),))

    root = layer(regions_scene({}), Course((castling, Trace(("A1", "A2")))))

    assert paths(root)["board-course-heads"].count("z") == 3
    assert numbers(root) == ["1", "2"]


def test_two_that_meet_on_one_line_have_arrows_beside_each_other() -> None:
    castling = Trace(("G1", "J1"), further=(("L1", "I1"),))
    following = Trace(("G1", "H1"), further=(("F1", "G1"),))

    line, apart = (
        paths(layer(regions_scene({}), Course((made,))))["board-course-line"] for made in (castling, following)
    )

    # King and rook keep to their right, each in its square's room; who only takes another's place goes straight on.
    tower, king = [re.findall(r"[ML][\d.]+ ([\d.]+)", part) for part in re.findall("M[^M]+", line)]
    assert tower[1:3] == ["1118", "1118"]
    assert king[1:3] == ["1182", "1182"]
    assert all(map(str.__lt__, tower, king))
    assert set(re.findall(r"[ML][\d.]+ ([\d.]+)", apart)) == {"1150"}


def test_two_that_change_places_have_arrows_beside_each_other() -> None:
    change = Trace(("A1", "A2"), further=(("A2", "A1"),))

    line = paths(layer(regions_scene({}), Course((change,))))["board-course-line"]

    lanes = re.findall(r"L([\d.]+) ", line)
    assert (min(lanes), max(lanes)) == ("18", "82")


def test_a_secret_action_leaves_nothing() -> None:
    assert board_layer(kelasu_scene(), course=Course((Trace(()),))) == board_layer(kelasu_scene())


def test_the_last_turn_and_the_half_made_one_are_of_different_colours() -> None:
    trace = Trace(("C4", "E4"))

    assert "board-course is-last" in board_layer(kelasu_scene(), course=Course((trace,)))
    assert "board-course is-made" in board_layer(kelasu_scene(), course=Course(made=(trace,)))


def test_a_checked_king_and_its_attackers_are_marked() -> None:
    scene = replace(
        regions_scene({"G1": region_piece("K"), "D4": region_piece("b"), "K1": region_piece("t")}),
        checks=(Check("G1", ("D4", "K1")),),
    )

    root = layer(scene, Course())

    drawn = paths(root)
    assert drawn["board-check"].startswith("M605 1105h90")
    assert drawn["board-check-by"].count("z") == 2
    assert drawn["board-check-rays"].count("L") == 2
    assert [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "board-check-text"] == ["!"]


def test_what_lies_beyond_a_part_of_a_board_is_left_out() -> None:
    part = replace(kelasu_scene(KELASU_MIDDLE), checks=(Check("A1", ("J9",)),)).window("B2", "D5")
    traces = (Trace(("A0", "J9"), ("J9",), ("A0", "A1")), Trace(("B2", "D4")), Trace(("J9",), converted=("J9",)))

    drawn = paths(layer(part, Course(traces, touched=frozenset({"A0", "C3"}))))

    assert drawn["board-course-line"].count("M") == 1
    assert "board-check" not in drawn
    assert drawn["board-last"].count("z") == 1


def test_a_square_has_one_frame_at_most() -> None:
    names = frozenset({"E4", "F5", "G4", "D3"})
    scene = replace(kelasu_scene(KELASU_MIDDLE, marked=names), checks=(Check("E4", ("F5", "G4")),))
    course = Course(touched=names)
    orders: list[dict[str, frozenset[str]]] = [
        {},
        {"openings": names},
        {"openings": names, "picked": frozenset({"E4"})},
        {"targets": frozenset({"F5", "D3"}), "picked": frozenset({"E4"})},
    ]

    for order in orders:
        frames = [
            part
            for name, path in paths(layer(scene, course, **order)).items()
            if name in FRAMES
            for part in corners(path)
        ]

        assert len(frames) == len(set(frames))


def corners(path: str) -> list[tuple[int, int]]:
    """The squares that a path of frames, or of corners of frames, belongs to."""
    starts = [part.split("h")[0].split("v")[0] for part in path.split("M")[1:]]
    squares = [tuple(int(float(number)) // 100 for number in start.split()) for start in starts]
    return [(x, y) for x, y in dict.fromkeys(squares)]
