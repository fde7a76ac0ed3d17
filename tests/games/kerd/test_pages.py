"""What pages and letters show of Kerd: boards, choices by clicks, words, hints, lists."""

import pytest

from corr.errors import IllegalError
from corr.games.guide import Pick
from corr.games.kerd.draft import KerdDraft
from corr.games.scene import Check, Piece, Trace
from corr.games.seats import FIRST, SECOND
from tests.games.conformance.walking import reachable
from tests.games.kerd.samples import BEGUN, RULES, a_draft, a_position, legal

_RICH = a_position("KG1* TA1* TL1* kC12 CF7 PE7 pD8 bB10", checked="+", reserve="BQ", marks="B10,-")
"""Nearly everything is possible here: castling, pairs, bringing back, revealing and executing."""


def values(picks: tuple[Pick, ...]) -> str:
    """The values of picks in a line."""
    return " ".join(pick.value for pick in picks)


def clicked(position: str, *picks: str) -> str:
    """What can be picked after some picks."""
    return values(RULES.choices(a_draft(position), picks).picks)


def finished(position: str, *picks: str) -> str:
    """The action that some picks lead to."""
    action = RULES.choices(a_draft(position), picks).action
    return RULES.write_action(action) if action else ""


def piece_on(draft: KerdDraft, square: str) -> Piece:
    """What the scene shows on a square."""
    (found,) = (shown.pieces[0] for shown in RULES.scene(draft).squares if shown.name == square)
    return found


# -- clicks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", [BEGUN, _RICH])
def test_clicks_lead_to_every_legal_action_once_and_to_no_other(position: str) -> None:
    draft = a_draft(position)
    found = reachable(RULES, draft)

    assert len(found) == len(set(found))
    assert set(found) == set(draft.actions())


@pytest.mark.parametrize("seat", [FIRST, SECOND])
def test_an_infiltrator_is_chosen_with_one_click(seat: int) -> None:
    draft = RULES.begin(RULES.start(), FIRST if seat == 0 else SECOND)

    assert set(reachable(RULES, draft)) == set(draft.actions())
    assert RULES.choices(draft, ()).question.startswith("Choose your infiltrator")


def test_a_move_takes_two_clicks() -> None:
    assert finished(BEGUN, "B1", "B3") == "B1-B3"
    assert clicked(BEGUN, "F3") == "F4 F5 F6"


def test_a_pawn_that_comes_back_is_left_or_replaced() -> None:
    board = a_position("KL1 kA12 PB7", reserve="BQ")

    assert clicked(board, "B7", "B8") == "leave =B =Q"
    assert [pick.label for pick in RULES.choices(a_draft(board), ("B7", "B8")).picks] == [
        "keep the Pawn", "replace it with the Bishop", "replace it with the Queen",
    ]  # fmt: skip
    assert finished(board, "B7", "B8", "leave") == "B7-B8"
    assert finished(board, "B7", "B8", "=Q") == "B7-B8=Q"


def test_a_pair_is_chosen_by_the_commander_then_the_pawn_then_the_target() -> None:
    assert clicked(BEGUN, "F2") == "with-F3"
    assert RULES.choices(a_draft(), ("F2",)).picks[0].label == "together with the Pawn on F3"
    assert clicked(BEGUN, "F2", "with-F3") == "F3 F4 F5"
    assert finished(BEGUN, "F2", "with-F3", "F4") == "F2-F4&F3-F5"


def test_the_pawn_of_a_pair_may_be_replaced_by_a_click() -> None:
    assert clicked(_RICH, "F7", "with-E7", "F8") == "leave =B =Q"
    assert finished(_RICH, "F7", "with-E7", "F8", "=Q") == "F7-F8&E7-E8=Q"


def test_castling_is_a_click_on_the_king_and_on_its_target() -> None:
    assert {"J1", "C1"} <= set(clicked(_RICH, "G1").split())
    assert finished(_RICH, "G1", "J1") == "O-O"
    assert finished(_RICH, "G1", "C1") == "O-O-O"


def test_a_reveal_is_confirmed() -> None:
    found = RULES.choices(a_draft(_RICH), ("reveal",))

    assert "reveal your infiltrator" in {pick.label for pick in RULES.choices(a_draft(_RICH), ()).picks}
    assert "can’t be undone" in found.question
    assert [(pick.value, pick.label) for pick in found.picks] == [("yes", "Yes, reveal the Bishop on B10")]
    assert finished(_RICH, "reveal", "yes") == "reveal B10"


def test_an_execution_is_confirmed() -> None:
    found = RULES.choices(a_draft(), ("execute", "E2"))

    assert "can’t be undone" in found.question
    assert "gone for good" in found.question
    assert "goes to your reserve" in RULES.choices(a_draft(), ("execute", "F2")).question
    assert [(pick.value, pick.label) for pick in found.picks] == [("yes", "Yes, execute the Pawn on E2")]
    assert finished(BEGUN, "execute", "E2", "yes") == "execute E2"


@pytest.mark.parametrize(
    ("picks", "kinds"),
    [
        ((), {""}),
        (("E7",), {""}),
        (("F7",), {"", "way"}),
        (("F7", "with-E7", "F8"), {"way"}),
        (("reveal",), {"confirm"}),
        (("execute",), {""}),
        (("execute", "E7"), {"confirm"}),
    ],
)
def test_picks_say_what_they_are_for(picks: tuple[str, ...], kinds: set[str]) -> None:
    assert {pick.kind for pick in RULES.choices(a_draft(_RICH), picks).picks} == kinds


@pytest.mark.parametrize(
    "picks",
    [
        ("A5",),
        ("A11",),
        ("Z9",),
        ("",),
        ("B1", "C3"),
        ("B1", "B3", "more"),
        ("B1", "B3", "leave"),
        ("F2", "with-E2"),
        ("F2", "with-F3", "F9"),
        ("F2", "with-F3", "F3", "leave"),
        ("F2", "F3"),
        ("reveal",),
        ("reveal", "yes"),
        ("execute", "A1"),
        ("execute", "E2", "no"),
        ("execute", "E2", "yes", "yes"),
        ("F11",),
    ],
)
def test_made_up_clicks_are_refused(picks: tuple[str, ...]) -> None:
    with pytest.raises(IllegalError, match="do not lead to a legal action"):
        RULES.choices(a_draft(), picks)


@pytest.mark.parametrize("picks", [("F2",), ("F12",), ("F11", "yes"), ("execute",), ("reveal", "yes")])
def test_made_up_clicks_for_a_choice_are_refused(picks: tuple[str, ...]) -> None:
    with pytest.raises(IllegalError, match="do not lead to a legal action"):
        RULES.choices(RULES.begin(RULES.start(), FIRST), picks)


# -- the board --------------------------------------------------------------------------------------------------


def test_the_scene_shows_the_board_from_rank_12_down() -> None:
    scene = RULES.scene(a_draft())

    assert (scene.rows[0], scene.rows[-1], scene.columns) == ("12", "1", tuple("ABCDEFGHIJKL"))
    assert [square.name for square in scene.squares[:2]] == ["A12", "B12"]
    assert len(scene.squares) == 144
    assert (piece_on(a_draft(), "F2").shape, piece_on(a_draft(), "F2").name) == ("commander", "White Commander Pawn")
    assert (piece_on(a_draft(), "G12").letter, piece_on(a_draft(), "G12").owner) == ("k", SECOND)


def test_the_scene_shows_the_regions() -> None:
    regions = {square.name: square.region for square in RULES.scene(a_draft()).squares}

    assert {regions[name] for name in ("F1", "G12", "A6", "L7", "F6")} == {"air"}
    assert {regions[name] for name in ("D1", "E5", "H8", "I12")} == {"land"}
    assert {regions[name] for name in ("A1", "C5", "J8", "L12")} == {"water"}
    assert [region.key for region in RULES.scene(a_draft()).regions] == ["air", "land", "water"]


def test_the_scene_shows_the_board_after_the_action() -> None:
    draft = a_draft(None, "F2-F3&F3-F4")
    occupied = {square.name: square.pieces[0].letter for square in RULES.scene(draft).squares if square.pieces}

    assert (occupied["F3"], occupied["F4"], occupied.get("F2")) == ("C", "P", None)
    assert RULES.scene(draft).marked == {"F2", "F3", "F4"}


@pytest.mark.parametrize(
    ("pieces", "square", "shown"),
    [
        ("KL1 kA12 PD2*", "D2", True),
        ("KL1 kA12 PF2*", "F2", True),
        ("KL1 kA12 PA2*", "A2", False),
        ("KL1 kA12 PD2", "D2", False),
        ("KG1* kA12 TL1*", "G1", True),
        ("KG1* kA12 TL1*", "L1", True),
        ("KG1* kA12 TL1", "G1", False),
        ("KG1 kA12 TL1*", "L1", False),
    ],
)
def test_a_piece_is_marked_as_unmoved_where_it_matters(pieces: str, square: str, shown: bool) -> None:  # noqa: FBT001
    assert ("unmoved" in piece_on(a_draft(a_position(pieces)), square).marks) == shown


def test_an_infiltrator_is_marked_for_whoever_may_know_it() -> None:
    position = RULES.parse_position(BEGUN)
    for viewer, known in ((FIRST, {"F11"}), (SECOND, {"E2"}), (None, set[str]())):
        scene = RULES.scene(RULES.begin(RULES.observe(position, viewer), FIRST))

        assert {s.name for s in scene.squares if s.pieces and "infiltrator" in s.pieces[0].marks} == known


def test_a_choice_does_not_show() -> None:
    draft = RULES.read(RULES.begin(RULES.start(), FIRST), "infiltrator F11")

    assert RULES.touched(draft.made[0]) == ()
    assert RULES.scene(draft) == RULES.scene(RULES.begin(RULES.start(), SECOND))


def test_check_is_announced() -> None:
    assert RULES.scene(a_draft(a_position("KA1 kL12 tA9"))).alerts == ("White is in check.",)
    assert RULES.scene(a_draft(a_position("KL1 kA12 TB1"), "B1-A1")).alerts == ("Black is in check.",)
    assert RULES.scene(a_draft()).alerts == ()


@pytest.mark.parametrize(
    ("pieces", "turn", "checks"),
    [
        ("KA1 kL12 tA9", "", (Check("A1", ("A9",)),)),
        ("KA1 kL12 tA9 bC3 pB2", "", (Check("A1", ("B2", "A9")),)),
        ("KL1 kA12 TB1", "B1-A1", (Check("A12", ("A1",)),)),
        ("KL1 kA12 TB1", "", ()),
    ],
)
def test_a_check_names_the_king_and_all_that_attack_it(pieces: str, turn: str, checks: tuple[Check, ...]) -> None:
    scene = RULES.scene(a_draft(a_position(pieces), turn))

    assert scene.checks == checks
    assert bool(scene.alerts) == bool(checks)


def test_a_part_of_a_board_shows_only_attackers_in_it() -> None:
    scene = RULES.scene(a_draft(a_position("KA1 kL12 tA9 pB2")))

    assert scene.window("A3", "C1").checks == (Check("A1", ("B2",)),)
    assert scene.window("A12", "C3").checks == ()


_HOPS = a_position("KG1* TA1* TL1* kC12 JI5 pI6 CF4 pG4 CF7 PE7 pB9 BC8", checked="+", recapture="G4", marks="B9,-")


@pytest.mark.parametrize(
    ("turn", "trace"),
    [
        ("A1-A5", Trace(("A1", "A5"))),
        ("C8xB9", Trace(("C8", "B9"), ("B9",))),
        ("I5-I7", Trace(("I5", "I6", "I7"))),
        ("I5-J6", Trace(("I5", "J6"))),
        ("F4xG4", Trace(("F4", "G4"), ("G4",))),
        ("F7-F8&E7-E8", Trace(("F7", "F8"), further=(("E7", "E8"),))),
        ("O-O", Trace(("G1", "J1"), further=(("L1", "I1"),))),
        ("O-O-O", Trace(("G1", "C1"), further=(("A1", "E1"),))),
        ("reveal B9", Trace(("B9",), converted=("B9",))),
        ("execute I5", Trace(("I5",), ("I5",))),
    ],
)
def test_a_trace_shows_jumps_captures_and_pieces_that_go_together(turn: str, trace: Trace) -> None:
    draft = a_draft(_HOPS)
    (made,) = RULES.read(draft, turn).made

    assert RULES.trace(draft, made) == trace


def test_a_choice_leaves_no_trace() -> None:
    draft = RULES.begin(RULES.start(), FIRST)

    assert {RULES.trace(draft, action) for action in draft.actions()} == {Trace(())}


def test_the_notes_say_what_is_not_on_the_squares() -> None:
    board = a_position("KL1 kA12 bB9 hC3 CC4", checked="+", recapture="C3", reserve="CCBq", marks="B9,+")

    assert RULES.scene(a_draft(board)).facts == (
        "A Pawn was just captured on C3, next to a Commander Pawn of White",
        "White’s reserve: 2 Commander Pawns, Bishop",
        "Black’s reserve: Queen",
        "Infiltrators: White’s is the Bishop on B9; Black’s was revealed",
    )


@pytest.mark.parametrize(
    ("marks", "note"),
    [
        ("-,!", "Infiltrators: White’s was lost; Black’s is secret"),
        ("?,-", "Infiltrators: White has none; Black’s was lost"),
    ],
)
def test_the_notes_tell_of_infiltrators_what_is_known(marks: str, note: str) -> None:
    assert RULES.scene(a_draft(a_position("KL1 kA12", marks=marks))).facts[-1] == note


def test_the_notes_ask_for_the_choice() -> None:
    half = RULES.parse_position(RULES.format_position(RULES.start()).replace("?,?", "!,?"))

    assert RULES.scene(RULES.begin(half, SECOND)).facts == (
        "Each player names one of the opponent’s pieces as their infiltrator",
        "Infiltrators: White’s is secret; Black’s is being chosen",
    )


@pytest.mark.parametrize(
    ("checked", "marks", "notes"),
    [
        ("-", "!,!", ("No infiltrator may be revealed before the first check",)),
        ("+", "!,!", ("There has been a check: an infiltrator may be revealed",)),
        ("+", "+,-", ()),
    ],
)
def test_the_notes_say_when_infiltrators_may_be_revealed(checked: str, marks: str, notes: tuple[str, ...]) -> None:
    assert RULES.scene(a_draft(a_position("KL1 kA12", checked=checked, marks=marks))).turn_notes == notes


def test_pawns_and_reserve_are_counted_for_each_player() -> None:
    scene = RULES.scene(a_draft(a_position("KL1 kA12 hC3 CC4 PD5 PE5", reserve="CCBq")))

    assert [material.words for material in scene.material] == [
        "White’s Pawns: 2 × Pawn, Commander Pawn",
        "White’s reserve: 2 × Commander Pawn, Bishop",
        "Black’s reserve: Queen",
    ]


# -- words ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "action", "words"),
    [
        (BEGUN, "A2-A3", "Pawn on A2 moves to A3"),
        (BEGUN, "K1-I3", "Jumper on K1 jumps over White’s Pawn on J2 to I3"),
        (BEGUN, "execute F2", "White executes the own Commander Pawn on F2, which goes to the reserve"),
        (BEGUN, "execute E2", "White executes the own Pawn on E2, which is gone for good"),
        (BEGUN, "F2-F4&F3-F5", "Commander Pawn on F2 moves to F4 together with the Pawn on F3, which goes to F5"),
        (_RICH, "E7xD8=Q", "Pawn on E7 captures Black’s Pawn on D8 and is replaced by a Queen from the reserve"),
        (_RICH, "E7-E8=B", "Pawn on E7 moves to E8 and is replaced by a Bishop from the reserve"),
        (
            _RICH,
            "F7-F8&E7-E8=B",
            (
                "Commander Pawn on F7 moves to F8 together with the Pawn on E7, which goes to E8 and "
                "is replaced by a Bishop from the reserve"
            ),
        ),
        (_RICH, "O-O", "King on G1 castles short to J1, and the Tower on L1 goes to I1"),
        (_RICH, "O-O-O", "King on G1 castles long to C1, and the Tower on A1 goes to E1"),
        (_RICH, "reveal B10", "White’s infiltrator is revealed: the Bishop on B10 changes its colour where it stands"),
        (
            a_position("KL1 kA12 CB3 hB4", recapture="B4"),
            "B3xB4",
            "Commander Pawn on B3 recaptures Black’s Hussar on B4, which has just captured a Pawn there",
        ),
        (
            a_position("KL1 kA12 CB3 hC4", recapture="C4"),
            "B3xC4",
            "Commander Pawn on B3 recaptures Black’s Hussar on C4",
        ),
    ],
)
def test_an_action_is_described_in_words(position: str, action: str, words: str) -> None:
    draft = a_draft(position)
    (made,) = RULES.read(draft, action).made

    assert RULES.describe(draft, made) == words


def test_a_choice_is_described_in_words() -> None:
    draft = RULES.begin(RULES.start(), FIRST)
    (made,) = RULES.read(draft, "infiltrator F11").made

    assert RULES.describe(draft, made) == "Black’s Commander Pawn on F11 is named as White’s infiltrator"


# -- hints and lists --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", [BEGUN, _RICH, a_position("KL1 kA12 TC12 TC11", "b")])
def test_hints_are_few_lines_that_do_not_read_as_turns(position: str) -> None:
    hints = RULES.hints(a_draft(position))

    assert len(hints) <= 60
    assert not any(RULES.formed(line) for line in hints)


def test_a_crowd_of_pieces_still_gives_few_hints() -> None:
    queens = " ".join(f"Q{file}{rank}" for file in "ACEGIKBDFHJL" for rank in (2, 3, 5, 6, 8, 9))
    hints = RULES.hints(a_draft(a_position(f"KL1 kL12 {queens} pK12 pK11 pL11 pC1 pD1".replace("QL2", ""))))

    assert len(hints) <= 60
    assert "more pieces can move" in " ".join(hints)


def test_clicks_say_where_they_capture_and_castle() -> None:
    draft = a_draft(_RICH)
    labels = {pick.value: pick.label for name in ("E7", "G1") for pick in RULES.choices(draft, (name,)).picks}

    assert labels["E8"] == "E8"
    assert labels["D8"] == "D8 – capture"
    assert labels["J1"] == "J1 – castle, O-O"
    assert labels["C1"] == "C1 – castle, O-O-O"


def test_hints_name_what_every_piece_may_do() -> None:
    hints = RULES.hints(a_draft(_RICH))

    (pawn,) = (line for line in hints if line.startswith("Pawn from E7: "))
    (king,) = (line for line in hints if line.startswith("King from G1: "))
    assert "to E8; captures on D8; may be replaced on E8 by Bishop, Queen, like E7-E8=B" in pawn
    assert "castles O-O" in king
    assert "castles O-O-O" in king
    assert (
        "Commander Pawn from F7: to F8; with the Pawn on E7 F7-F8&E7-E8; "
        "that Pawn may be replaced on E8, like F7-F8&E7-E8=B"
    ) in hints
    assert "the infiltrator may be revealed: reveal B10" in hints
    assert "instead of a move, one own piece may be executed, like execute E7: E7, F7" in hints


def test_hints_name_what_may_be_chosen() -> None:
    (line,) = RULES.hints(RULES.begin(RULES.start(), FIRST))

    assert line.startswith(
        "name a Pawn, Commander Pawn, Bishop, Hussar or Jumper of Black as infiltrator: F10, G10, A11"
    )
    assert not RULES.formed(line)


def test_a_listing_is_sorted_and_whole() -> None:
    listing = RULES.listing(a_draft())

    assert listing.actions == tuple(sorted(legal(a_draft())))
    assert len(listing.actions) == 56
    assert listing.cuts == ()
