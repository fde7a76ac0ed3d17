"""Choosing, carrying, losing, revealing and executing infiltrators in Kerd."""

import pytest

from corr.errors import IllegalError
from corr.games.kerd.position import Position
from corr.games.seats import FIRST, SECOND, Seat
from tests.games.kerd.samples import BEGUN, RULES, a_draft, a_position, fields_after, goals, legal, specials


def chosen(position: Position, **turns: str) -> Position:
    """The position after the choices of White, Black or both."""
    seats = {"white": FIRST, "black": SECOND}
    return RULES.play(
        position,
        {seats[side]: RULES.read(RULES.begin(position, seats[side]), turn) for side, turn in turns.items()},
    )


def last_fields(position: Position) -> tuple[str, str]:
    """Whose turn it is, and the infiltrators."""
    fields = RULES.format_position(position).split(" ")
    return fields[1], fields[5]


# -- choosing ---------------------------------------------------------------------------------------------------


def test_both_choose_at_the_same_time() -> None:
    assert RULES.due(RULES.start()) == {FIRST, SECOND}
    assert RULES.outcome(RULES.start()) is None


def test_one_choice_turns_only_that_entry_into_a_square() -> None:
    half = chosen(RULES.start(), white="infiltrator F11")

    assert last_fields(half) == ("*", "F11,?")
    assert RULES.due(half) == {SECOND}
    assert last_fields(chosen(RULES.start(), black="infiltrator E2")) == ("*", "?,E2")


def test_when_both_are_in_white_begins() -> None:
    position = chosen(RULES.start(), white="infiltrator F11", black="infiltrator E2")

    assert RULES.format_position(position) == BEGUN
    assert RULES.due(position) == {FIRST}


def test_the_order_of_the_choices_does_not_matter() -> None:
    half = chosen(RULES.start(), black="infiltrator E2")

    assert RULES.format_position(chosen(half, white="infiltrator F11")) == BEGUN


def test_an_enemy_pawn_commander_bishop_hussar_or_jumper_can_be_named() -> None:
    white = {action.removeprefix("infiltrator ") for action in legal(RULES.begin(RULES.start(), FIRST))}
    pawns = {f"{file}11" for file in "ABCDEFGHIJKL"} | {"F10", "G10"}

    assert white == pawns | {"B12", "K12", "D12", "I12", "E12", "H12"}
    assert legal(RULES.begin(RULES.start(), SECOND)) >= {"infiltrator F2", "infiltrator B1", "infiltrator G3"}


def test_whoever_has_chosen_is_not_due_any_more() -> None:
    half = chosen(RULES.start(), white="infiltrator F11")

    assert not RULES.begin(half, FIRST).has_action()
    assert RULES.begin(half, SECOND).has_action()


def test_a_turn_is_not_over_before_a_choice_is_made() -> None:
    with pytest.raises(IllegalError, match="names an infiltrator"):
        chosen(RULES.start(), white="")


# -- carrying and losing ----------------------------------------------------------------------------------------


def test_the_mark_goes_with_the_piece() -> None:
    assert fields_after(BEGUN, "E2-E4")[5] == "F11,E4"
    assert fields_after(BEGUN, "D2-D3", "F11-F9&F10-F8")[5] == "F9,E2"


def test_a_captured_infiltrator_is_lost() -> None:
    board = a_position("KL1 kA12 TB2 bB9", marks="B9,-")

    assert fields_after(board, "B2xB9")[5] == "-,-"


def test_the_mark_of_the_captured_piece_is_lost_before_the_capturers_arrives() -> None:
    board = a_position("KL1 kA12 HB2 bC4", marks="C4,B2")

    assert fields_after(board, "B2xC4")[5] == "-,C4"


def test_an_executed_infiltrator_is_lost() -> None:
    assert fields_after(BEGUN, "execute E2")[5] == "F11,-"
    assert fields_after(BEGUN, "execute D2")[5] == "F11,E2"


def test_until_it_is_revealed_an_infiltrator_is_a_full_piece_of_its_holder() -> None:
    marked = a_position("KL1 kA12 HC3 bD5", marks="D5,C3")
    plain = a_position("KL1 kA12 HC3 bD5")

    assert goals(marked, "C3") == goals(plain, "C3")


# -- revealing --------------------------------------------------------------------------------------------------

_HIDDEN = "KL1 kA12 pD11* hC9"


def test_a_reveal_needs_a_check_given_in_the_game_by_anybody() -> None:
    assert specials(a_position(_HIDDEN, marks="D11,-"), "reveal") == ""
    assert specials(a_position(_HIDDEN, checked="+", marks="D11,-"), "reveal") == "reveal D11"


@pytest.mark.parametrize("mark", ["-", "+", "?", "!"])
def test_nothing_can_be_revealed_that_is_not_known_to_be_on_the_board(mark: str) -> None:
    assert specials(a_position(_HIDDEN, checked="+", marks=f"{mark},-"), "reveal") == ""


def test_a_revealed_piece_changes_colour_where_it_stands() -> None:
    fields = fields_after(a_position(_HIDDEN, checked="+", marks="C9,-"), "reveal C9")

    assert fields[0].split("/")[3] == "2H9"
    assert fields[5] == "+,-"


def test_a_revealed_pawn_keeps_its_first_move_in_its_new_direction() -> None:
    position = a_position("KL1 kA12 pD8* hC9", checked="+", marks="D8,-")
    fields = fields_after(position, "reveal D8", "A12-A11")

    assert fields[0].split("/")[4] == "3P*8"
    assert goals(" ".join(fields), "D8") == "-D10 -D9 xC9"


def test_an_entry_stays_revealed_when_the_piece_is_captured() -> None:
    board = a_position("KL1 kA12 bB9 tB11", checked="+", marks="B9,-")

    assert fields_after(board, "reveal B9", "B11xB9")[5] == "+,-"


def test_a_reveal_may_not_leave_the_own_king_attacked() -> None:
    board = a_position("KL1 kA12 tL9 bC9", checked="+", marks="C9,-")

    assert specials(board, "reveal") == ""


def test_a_reveal_may_take_away_the_attacker() -> None:
    board = a_position("KL1 kA12 hK3", checked="+", marks="K3,-")

    assert specials(board, "reveal") == "reveal K3"


def test_a_reveal_between_stops_a_hussar() -> None:
    board = a_position("KD1 kA12 hD4 pD3", checked="+", marks="D3,-")

    assert specials(board, "reveal") == "reveal D3"


def test_a_reveal_that_attacks_the_enemy_king_gives_check() -> None:
    board = a_position("KL1 kA12 hB10", checked="+", marks="B10,-")

    assert RULES.scene(a_draft(board, "reveal B10")).alerts == ("Black is in check.",)


def test_a_captured_piece_goes_to_the_reserve_of_the_colour_that_it_had_then() -> None:
    board = a_position("KL1 kA12 bB9 tB11", checked="+", marks="B9,-")

    assert fields_after(board, "reveal B9", "B11xB9")[4] == "B"


# -- executing --------------------------------------------------------------------------------------------------


def test_pawns_commanders_bishops_hussars_and_jumpers_may_be_executed() -> None:
    board = a_position("KL1 kA12 PA5 CB5 BC3 SD3 HE3 JF3 TG3 QH3")

    assert specials(board, "execute") == "execute A5 execute B5 execute C3 execute E3 execute F3"


@pytest.mark.parametrize(("mark", "possible"), [("+", False), ("-", True), ("?", True), ("!", True), ("B2", True)])
def test_nothing_is_executed_after_the_opponent_revealed(mark: str, possible: bool) -> None:  # noqa: FBT001
    found = specials(a_position("KL1 kA12 BB2", marks=f"-,{mark}"), "execute")

    assert found == ("execute B2" if possible else "")


def test_the_own_reveal_does_not_forbid_executing() -> None:
    assert specials(a_position("KL1 kA12 BB2", marks="+,-"), "execute") == "execute B2"


@pytest.mark.parametrize(("piece", "reserve"), [("P", "-"), ("C", "C"), ("B", "B"), ("H", "H"), ("J", "J")])
def test_what_was_executed_goes_to_the_reserve_but_for_a_pawn(piece: str, reserve: str) -> None:
    assert fields_after(a_position(f"KL1 kA12 {piece}C3"), "execute C3")[4] == reserve


def test_an_execution_is_no_capture_to_be_avenged() -> None:
    assert fields_after(a_position("KL1 kA12 PC3 CC4"), "execute C3")[3] == "-"


def test_an_execution_may_not_leave_the_own_king_attacked() -> None:
    assert specials(a_position("KA1 kL12 BA3 BC3 tA9"), "execute") == "execute C3"


def test_an_execution_may_give_check() -> None:
    assert fields_after(a_position("KL1 kA12 TA1 BA3"), "execute A3")[2] == "+"


# -- who may know -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "white", "black", "public"),
    [
        ("F11,E2", "F11,!", "!,E2", "!,!"),
        ("-,E2", "-,!", "!,E2", "!,!"),
        ("F11,-", "F11,!", "!,-", "!,!"),
        ("+,E2", "+,!", "+,E2", "+,!"),
        ("+,+", "+,+", "+,+", "+,+"),
    ],
)
def test_nobody_but_the_chooser_knows(marks: str, white: str, black: str, public: str) -> None:
    position = RULES.parse_position(BEGUN.replace("F11,E2", marks))
    viewers: tuple[Seat | None, ...] = (FIRST, SECOND, None)

    assert [last_fields(RULES.observe(position, viewer))[1] for viewer in viewers] == [white, black, public]


def test_what_is_not_chosen_yet_may_be_known() -> None:
    half = chosen(RULES.start(), white="infiltrator F11")

    assert [last_fields(RULES.observe(half, seat))[1] for seat in (FIRST, SECOND, None)] == ["F11,?", "!,?", "!,?"]


@pytest.mark.parametrize(
    ("text", "marks", "word"),
    [
        ("infiltrator F11", "F11,E2", "F11"),
        ("infiltrator F11", "-,E2", "F11"),
        ("infiltrator F11", "D4,+", "F11"),
        ("infiltrator F11", "+,E2", None),
        ("infiltrator E2", "+,E2", "E2"),
        ("infiltrator E2", "F11,+", None),
        ("E2-E4", "F11,E2", None),
        ("execute E2", "F11,E2", None),
        ("reveal F11", "F11,E2", None),
    ],
)
def test_a_choice_is_secret_until_it_is_revealed(text: str, marks: str, word: str | None) -> None:
    board = a_position("KL1 kA12 pF11 PE2 pD4", marks=marks)

    secret = RULES.secret(text, RULES.parse_position(board))

    assert (secret.word if secret else None) == word
    assert secret is None or secret.veiled == "infiltrator ?"


def test_a_veiled_choice_is_no_turn() -> None:
    assert not RULES.formed("infiltrator ?")


@pytest.mark.parametrize(("seat", "sample"), [(FIRST, "infiltrator A11"), (SECOND, "infiltrator A2")])
def test_the_example_is_a_choice_or_a_move(seat: Seat, sample: str) -> None:
    assert RULES.sample(RULES.begin(RULES.start(), seat)) == sample
    assert RULES.sample(a_draft()) == "A2-A3"
