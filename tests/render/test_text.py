"""Boards as ASCII and in words."""

from dataclasses import replace

import pytest

from corr.games.registry import Registry
from corr.games.scene import Piece, Scene
from corr.games.seats import FIRST, SECOND
from corr.render.text import WIDTH, text_board
from corr.render.words import told_board
from tests.render.scenes import (
    KELASU_MIDDLE,
    kelasu_scene,
    regions_scene,
    regions_start,
    stacks_scene,
    stacks_spread,
    stacks_start,
    stacks_tall,
)

TALL = "DLDLDdllLLD+++++++K"
PAWN = Piece(FIRST, "pawn", "P", "White Pawn", frozenset({"infiltrator"}))
SCENES = [
    kelasu_scene(),
    kelasu_scene(KELASU_MIDDLE, marked=frozenset({"E4"})),
    stacks_scene({f"{column}{row}": TALL for column in "ABCDEFGHIJ" for row in range(10)}),
    regions_scene({"A2": PAWN, "L12": PAWN}),
    regions_start(),
    stacks_start(),
    stacks_spread(),
    stacks_tall(),
]


def board_rows(text: str) -> dict[str, list[str]]:
    """The cells of each row of a text board by the row's name."""
    rows = (line.split() for line in text.partition("\n\n")[0].splitlines()[1:-1])
    return {cells[0]: cells[1:-1] for cells in rows}


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("scene", SCENES)
def test_no_line_is_wider_than_a_mail(scene: Scene, *, flipped: bool) -> None:
    lines = text_board(scene, flipped=flipped, last=frozenset({"E5"})).splitlines()

    assert max(map(len, lines)) <= WIDTH


@pytest.mark.parametrize("scene", SCENES)
def test_a_text_board_is_plain_ascii_without_blanks_at_line_ends(scene: Scene) -> None:
    text = text_board(scene)

    assert text.isascii()
    assert all(line == line.rstrip() for line in text.splitlines())


def test_every_edge_names_the_squares() -> None:
    board = text_board(kelasu_scene()).partition("\n\n")[0].splitlines()

    assert board[0].split() == board[-1].split() == list("0123456789")
    assert [line.split()[0] for line in board[1:-1]] == list("ABCDEFGHIJ")
    assert [line.split()[-1] for line in board[1:-1]] == list("ABCDEFGHIJ")


def test_pieces_and_victory_squares_stand_where_the_scene_has_them() -> None:
    rows = board_rows(text_board(kelasu_scene(KELASU_MIDDLE)))

    assert rows["B"] == ["B", "B", ".", "W", "B", "B", "B", ".", "B", "B"]
    assert rows["F"] == [".", "w", ".", ".", ":", "b", ".", ".", ".", "."]


def test_a_flipped_board_is_turned_by_half_a_turn() -> None:
    straight = board_rows(text_board(kelasu_scene(KELASU_MIDDLE)))

    turned = board_rows(text_board(kelasu_scene(KELASU_MIDDLE), flipped=True))

    assert list(turned) == list("JIHGFEDCBA")
    assert turned == {name: cells[::-1] for name, cells in straight.items()}


def test_the_last_turn_and_the_turn_so_far_have_brackets_of_their_own() -> None:
    scene = kelasu_scene(KELASU_MIDDLE, marked=frozenset({"E4"}))

    text = text_board(scene, last=frozenset({"E4", "F5", "G4"}))

    assert "(g)" in text
    assert "[b]" in text
    assert "[d]" in text
    assert "[ ] last turn. ( ) this turn so far." in text


def test_the_legend_names_the_letters_the_regions_and_the_notes() -> None:
    text = text_board(kelasu_scene())

    assert "UPPER CASE Blue, lower case Red: B Blank, S Stone." in text
    assert ": victory square (E4, E5, F4, F5)." in text
    assert "Energy left: 3 of 4. Quiet turns: 12 of 128." in text


def test_letters_that_case_does_not_tell_apart_are_explained_one_by_one() -> None:
    white, black = Piece(FIRST, "x", "O", "White Disc"), Piece(SECOND, "x", "X", "Black Disc")

    text = text_board(regions_scene({"A1": white, "B1": black}))

    assert "O White Disc, X Black Disc." in text


@pytest.mark.parametrize("ruleset", [info.ruleset for info in Registry.discover().rulesets()])
@pytest.mark.parametrize("scene", SCENES)
def test_no_line_reads_as_a_turn_of_any_game(ruleset: str, scene: Scene) -> None:
    rules = Registry.discover().get_rules(ruleset)
    start = rules.start()
    own = rules.scene(rules.begin(start, min(rules.due(start))))

    for shown in (scene, own):
        lines = text_board(shown, last=frozenset({"E4", "F5"})).splitlines()
        assert [line for line in lines if rules.formed(line)] == []


def test_a_short_stack_stands_in_its_square() -> None:
    text = text_board(stacks_scene({"C3": "DL+H"}))

    assert board_rows(text)["3"][2] == "DL+H"


@pytest.mark.parametrize(("letters", "is_told"), [("DL+H", True), ("H", False)])
def test_it_is_told_in_which_order_a_stack_is_written_where_there_is_one(letters: str, is_told: bool) -> None:  # noqa: FBT001
    text = text_board(stacks_scene({"C3": letters}))

    assert ("a stack, from bottom to top." in text) == is_told


def test_a_tall_stack_shows_its_top_and_is_told_whole_below() -> None:
    text = text_board(stacks_scene({"C3": TALL}))

    assert board_rows(text)["3"][2] == f"{len(TALL)}K"
    assert "19K means 19 pieces with K on top." in text
    assert f"C3 ({TALL})" in text


def test_marks_on_pieces_are_told_below_the_board() -> None:
    text = text_board(regions_scene({"F11": PAWN}))

    assert "! infiltrator (F11)." in text
    assert "P!" in board_rows(text)["11"]


def test_pieces_that_have_not_moved_have_a_star_as_in_the_position() -> None:
    text = text_board(regions_start())

    assert board_rows(text)["12"] == ["t*", "j", "s", "h", "b", "q", "k*", "b", "h", "s", "j", "t*"]
    assert board_rows(text)["11"][5] == "c*!"
    assert "* not moved yet. ! infiltrator (F11)." in text


def test_a_mark_that_nobody_has_drawn_is_told_with_its_squares() -> None:
    text = text_board(regions_scene({"F11": Piece(FIRST, "pawn", "P", "White Pawn", frozenset({"asleep"}))}))

    assert "Pieces with the mark asleep: F11." in text


def test_alerts_come_first_below_the_board_and_in_words() -> None:
    scene = replace(regions_start(), alerts=("White is in check.",))

    assert text_board(scene).partition("\n\n")[2].startswith("White is in check.\n")
    assert told_board(scene).startswith("White is in check. White: Queen F1;")


def test_dashes_and_quotes_have_their_plain_forms() -> None:
    text = text_board(replace(stacks_start(), notes=("Gold’s Mana: 13 · Red: 12",)))

    assert "Gold's Mana: 13 - Red: 12." in text


def test_what_is_not_ascii_is_replaced() -> None:
    text = text_board(regions_scene({"A1": Piece(FIRST, "x", "P", "White Pöwn")}))

    assert "P?wn" in text


def test_the_board_in_words_lists_owners_kinds_and_squares() -> None:
    assert told_board(kelasu_scene()) == (
        "Blue: Stones C0, C2, C7, C9; Blanks A0 to A9, B0 to B9. "
        "Red: Stones H0, H2, H7, H9; Blanks I0 to I9, J0 to J9. "
        "Energy left: 3 of 4. Quiet turns: 12 of 128. "
        "Victory squares: E4, E5, F4, F5."
    )


@pytest.mark.parametrize(
    ("letters", "words"),
    [
        ("+++K", "Gold King on three Shields"),
        ("DL+Q", "Gold Queen on a Shield, a Gold Light Mana and a Gold Dark Mana"),
        ("d+", "a Shield on a Red Dark Mana"),
        ("dLL", "two Gold Light Mana on a Red Dark Mana"),
        ("++", "two Shields"),
        ("D" * 12 + "H", "Gold Heavy Pawn on twelve Gold Dark Mana"),
        ("D" * 13 + "H", "Gold Heavy Pawn on 13 Gold Dark Mana"),
    ],
)
def test_a_stack_is_told_from_its_top_down(letters: str, words: str) -> None:
    assert told_board(stacks_scene({"E0": letters})) == f"E0: {words}."


def test_equal_stacks_are_told_together() -> None:
    assert "E1, F1: Gold Tower on two Shields." in told_board(stacks_start())


def test_too_many_stacks_are_told_by_their_tops_and_heights() -> None:
    stacks = {f"{column}0": "DLdl" * (number + 10) for number, column in enumerate("ABCDEFGHIJ")}

    words = told_board(stacks_scene(stacks))

    assert words.startswith("Red: Light Mana A0 (40 high), B0 (44 high), C0 (48 high), ")


def test_single_pieces_and_chips_are_told_by_owner() -> None:
    words = told_board(stacks_scene({"D3": "l", "J9": "+", "A0": "K"}))

    assert words == "Gold: King A0. Red: Light Mana D3. Nobody’s: Shield J9."


def test_kinds_of_ground_and_marks_are_told_after_the_pieces() -> None:
    words = told_board(regions_start())

    assert "Infiltrator: F11." in words
    assert "Air: F12 to G8, A7 to L6, F5 to G1." in words
    assert words.endswith("Water: A12 to C8, J12 to L8, A5 to C1, J5 to L1.")


def test_an_empty_board_is_said_to_be_empty() -> None:
    assert told_board(stacks_scene({})) == "An empty board."
