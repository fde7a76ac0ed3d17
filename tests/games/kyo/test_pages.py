"""What pages and letters show of Kyo: boards, choices by clicks, hints, lists."""

import random

import pytest

from corr.errors import IllegalError
from corr.games.guide import Cut, Pick
from corr.games.scene import Trace
from tests.games.conformance.walking import assert_tree_fits, reachable
from tests.games.kyo.samples import (
    RULES,
    TALL,
    a_draft,
    a_position,
    legal,
)

_BOARD = a_position(D4="DL+T", E4="d++", C5="h", G4="DDD", H7="DLQ", A5="P")


def values(picks: tuple[Pick, ...]) -> str:
    """The values of picks in a line."""
    return " ".join(pick.value for pick in picks)


def clicked(position: str | None, *picks: str, turn: str = "") -> str:
    """What can be picked after some picks."""
    return values(RULES.choices(a_draft(position, turn), picks).picks)


def labels(position: str | None, *picks: str) -> list[str]:
    """What the picks after some picks say."""
    return [pick.label for pick in RULES.choices(a_draft(position), picks).picks]


def test_clicks_lead_to_every_legal_action_and_to_no_other() -> None:
    for draft in (a_draft(), a_draft(_BOARD), a_draft(a_position(D4="DLDLDLDL"))):
        assert set(reachable(RULES, draft)) == set(draft.actions())


def test_first_the_stack_is_chosen_then_how_many_chips_then_the_tile() -> None:
    assert clicked(_BOARD) == "J0 D4 G4 A5 H7"
    assert clicked(_BOARD, "D4") == "0 1 2 3 /2 /3 ^1 ~"
    assert clicked(_BOARD, "D4", "1") == "C3 D3 E3 C4 E4 C5 D5 E5"
    assert RULES.choices(a_draft(_BOARD), ("D4", "1", "E5")).question == (
        "Tower on D4 moves to E5 with 1 chip, over Light Mana"
    )


@pytest.mark.parametrize(
    ("picks", "turn", "question"),
    [
        ((), "", "Choose a stack."),
        ((), "D4^E5:1", "Go on with the Tower on D4, or stop here."),
        (("D4",), "", "How many chips go, with or without the pawn?"),
        (("D4", "1"), "", "Where to? Mana move to C3, E3, E5; Direct move to C4, D3, D5, E4; strike on C5."),
        (("D4", "/2"), "", "Where to? Chips from under it to C3, C4, D3, D5, E3, E5."),
        (("D4", "^1"), "", "Where to? Deploy to C3, C4, D3, D5, E3, E4, E5."),
        (("F4",), "", "Where to? Direct move to E3, E5, F3, F5, G3, G4, G5; strike at the Shield on E4."),
        (("D4", "~"), "", "In which order, bottom to top?"),
    ],
)
def test_each_question_says_what_the_next_step_is(picks: tuple[str, ...], turn: str, question: str) -> None:
    board = a_position(D4="DL+T", E4="d++", C5="h", F4="P", G4="DDD")

    assert RULES.choices(a_draft(board, turn), picks).question == question


def test_a_count_is_left_out_where_only_one_is_possible() -> None:
    assert clicked(_BOARD, "A5") == "A4 B4 B5 A6 B6"


def test_chips_that_go_along_are_counts_and_all_else_is_a_way() -> None:
    kinds = {pick.value: pick.kind for pick in RULES.choices(a_draft(_BOARD), ("D4",)).picks}

    assert kinds == dict.fromkeys("0123", "count") | dict.fromkeys(["/2", "/3", "^1", "~"], "way")
    assert {pick.kind for pick in RULES.choices(a_draft(_BOARD), ("D4", "~")).picks} == {""}
    assert {pick.kind for pick in RULES.choices(a_draft(TALL), ("E4", "~", "~4")).picks} == {"way"}


@pytest.mark.parametrize(
    ("action", "trace"),
    [
        ("D4>E5:1", Trace(("D4", "E5"))),
        ("D4xC5:1", Trace(("D4", "C5"), ("C5",))),
        ("F4*E4", Trace(("F4", "E4"), ("E4",))),
        ("D4/C3:2", Trace(("D4", "C3"))),
        ("D4^E4:1", Trace(("D4", "E4"))),
        ("G4-G3:2", Trace(("G4", "G3"))),
        ("D4~LD", Trace(("D4",))),
    ],
)
def test_a_trace_shows_strikes(action: str, trace: Trace) -> None:
    draft = a_draft(a_position(D4="DL+T", E4="d++", C5="h", F4="P", G4="DDD"))
    (made,) = RULES.read(draft, action).made

    assert RULES.trace(draft, made) == trace


def test_chips_from_under_the_pawn_and_deploys_have_picks_of_their_own() -> None:
    assert clicked(_BOARD, "D4", "/2") == "C3 D3 E3 C4 D5 E5"
    assert clicked(_BOARD, "D4", "^1") == "C3 D3 E3 C4 E4 D5 E5"


def test_the_picks_say_what_they_mean() -> None:
    assert labels(_BOARD, "D4") == [
        "with 0 chips: the Tower alone",
        "with 1 chip: Shield",
        "with 2 chips: Light, Shield",
        "with 3 chips: Dark, Light, Shield",
        "2 chips go, the pawn stays",
        "3 chips go, the pawn stays",
        "deploy 1 Shield",
        "shuffle the Mana",
    ]
    assert labels(_BOARD, "G4") == ["lift 1 chip: Dark", "lift 2 chips: 2 × Dark", "lift 3 chips: 3 × Dark"]
    assert labels(_BOARD, "D4", "~") == ["put the topmost 2 Mana back as Light, Dark"]


def test_the_tiles_say_what_happens_there() -> None:
    assert labels(_BOARD, "D4", "1") == [
        "C3 – Mana move",
        "D3 – Direct move",
        "E3 – Mana move",
        "C4 – Direct move",
        "E4 – Direct move",
        "C5 – strike",
        "D5 – Direct move",
        "E5 – Mana move",
    ]
    assert "D5 – strike the Shield and stay" in labels(a_position(D4="H", D5="+"), "D4")
    assert "D5 – chips go there, the pawn stays" in labels(a_position(D4="DH"), "D4", "/1")


def test_in_the_middle_of_a_turn_the_picks_go_on_with_the_same_stack() -> None:
    board = a_position(D4="D+T", D5="dL")

    assert clicked(board, turn="D4>D5:1") == "D5"
    assert clicked(board, "D5", turn="D4>D5:1") == "1 2 ^1"
    assert clicked(board, "D5", "2", turn="D4>D5:1") == "D6"
    assert clicked(a_position(D4="DQ", D5="DL"), "D5", "~", turn="D4>D5") == "~LD"


def test_the_shuffle_of_a_tall_stack_is_picked_mana_by_mana() -> None:
    draft = a_draft(TALL)

    assert clicked(TALL, "E4", "~").startswith("~2 ~3 ~4 ")
    assert clicked(TALL, "E4", "~", "~4") == "D L"
    assert clicked(TALL, "E4", "~", "~4", "D") == "D L"
    found = RULES.choices(draft, ("E4", "~", "~4", "D", "D")).action
    assert found is not None
    assert RULES.write_action(found) == "E4~LDDL"
    assert draft.accepts(found)


@pytest.mark.parametrize("position", [None, TALL, _BOARD, a_position(D4="DLDLDLDL"), a_position(D4="DL" * 40)])
def test_a_tree_of_choices_offers_what_is_offered_pick_by_pick(position: str | None) -> None:
    assert_tree_fits(RULES, a_draft(position), random.Random(1), 80)


def test_stacks_taller_than_any_game_has_are_told_in_short() -> None:
    board = a_position(D4="DL" * 400)

    assert max(map(len, labels(board, "D4"))) < 250
    with pytest.raises(IllegalError) as caught:
        a_draft(board, f"D4~{'LD' * 399}LL")
    assert len(caught.value.sentence) < 600


@pytest.mark.parametrize(
    "picks",
    [
        ("A0",),
        ("Z9",),
        ("",),
        ("d4",),
        ("C5",),
        ("D4", "4"),
        ("D4", "/1"),
        ("D4", "^2"),
        ("D4", "E5"),
        ("D4", "1", "F4"),
        ("D4", "1", "E5", "more"),
        ("D4", "~", "~DL"),
        ("D4", "~", "~LD", "more"),
        ("A5", "0"),
        ("A5", "A4", "A4"),
    ],
)
def test_made_up_clicks_are_refused(picks: tuple[str, ...]) -> None:
    with pytest.raises(IllegalError, match="do not lead to a legal action"):
        RULES.choices(a_draft(_BOARD), picks)


@pytest.mark.parametrize("picks", [("~1",), ("~27",), ("~",), ("~2", "D"), ("~4", "X"), ("~4", "D", "D", "L")])
def test_made_up_orders_are_refused(picks: tuple[str, ...]) -> None:
    with pytest.raises(IllegalError, match="do not lead to a legal action"):
        RULES.choices(a_draft(TALL), ("E4", "~", *picks))


def test_the_scene_shows_the_board_in_the_middle_of_the_turn() -> None:
    scene = RULES.scene(a_draft(a_position(D4="dDL+T"), "D4^E4:1"))
    by_name = {square.name: square for square in scene.squares}

    assert [square.name for square in scene.squares[:2]] == ["A0", "B0"]
    assert [piece.name for piece in by_name["D4"].pieces] == [
        "Red Dark Mana",
        "Gold Dark Mana",
        "Gold Light Mana",
        "Gold Tower",
    ]
    assert [piece.letter for piece in by_name["D4"].pieces] == ["d", "D", "L", "T"]
    assert [piece.is_chip for piece in by_name["D4"].pieces] == [True, True, True, False]
    (shield,) = by_name["E4"].pieces
    assert (shield.owner, shield.shape, shield.letter, shield.name, shield.is_chip) == (
        None,
        "shield",
        "+",
        "Shield",
        True,
    )
    assert scene.marked == {"D4", "E4"}
    assert scene.rows == tuple("0123456789")
    assert scene.columns == tuple("ABCDEFGHIJ")


@pytest.mark.parametrize(("turn", "marked"), [("D4~DL", {"D4"}), ("D4>D5, D5>E6", {"D4", "D5", "E6"})])
def test_the_scene_marks_what_the_turn_has_touched(turn: str, marked: set[str]) -> None:
    assert RULES.scene(a_draft(a_position(D4="LDQ", D5="L"), turn)).marked == marked


def test_the_scene_counts_the_mana_of_both_sides() -> None:
    scene = RULES.scene(a_draft())

    assert scene.facts == ("Mana left (none = lost): Gold: 26 · Red: 26",)
    assert scene.material[0].words.startswith(
        "Gold’s Mana and pawns: 13 × Dark Mana, 13 × Light Mana, Queen, 2 × Tower"
    )


def test_the_scene_says_what_the_end_of_the_turn_removes() -> None:
    note = "If the turn ends here, 2 of Red’s Mana under the Heavy Pawn on D5 are removed"

    assert note in RULES.scene(a_draft(a_position(D4="H", D5="dl"), "D4-D5")).notes
    assert RULES.scene(a_draft(a_position(D4="H", D5="L"), "D4-D5")).notes == ()


@pytest.mark.parametrize(
    ("stacks", "action", "words"),
    [
        ({"D4": "LDDH"}, "D4>D5:1", "Heavy Pawn on D4 moves to D5 with 1 chip, over Dark Mana"),
        ({"D4": "LH"}, "D4>E5", "Heavy Pawn on D4 moves to E5, over Light Mana"),
        ({"D4": "DDK"}, "D4-D5:2", "King on D4 moves to D5 with 2 chips, a Direct move"),
        ({"D4": "P", "D5": "+"}, "D4*D5", "Light Pawn on D4 strikes the Shield on D5 and stays"),
        ({"D4": "DQ", "D5": "h"}, "D4xD5:1", "Queen on D4 strikes Red’s Heavy Pawn on D5 with 1 chip"),
        (
            {"D4": "T", "D5": "ddh"},
            "D4xD5",
            "Tower on D4 strikes Red’s Heavy Pawn on D5; the 2 Mana directly below it go, too",
        ),
        (
            {"D4": "DH", "D5": "dDlh"},
            "D4xD5:1",
            "Heavy Pawn on D4 strikes Red’s Heavy Pawn on D5 with 1 chip; the 1 Mana directly below it goes, too",
        ),
        ({"D4": "DDH"}, "D4/D5:2", "Heavy Pawn on D4 stays and sends 2 chips to D5, a Direct move"),
        (
            {"D4": "DH", "D5": "+t"},
            "D4/D5:1",
            "Heavy Pawn on D4 stays and sends 1 chip to D5, below Red’s Tower, a Direct move",
        ),
        ({"D4": "D+H"}, "D4/D5:2", "Heavy Pawn on D4 stays and sends 2 chips to D5, a Direct move"),
        ({"D4": "++T"}, "D4^D5:2", "Tower on D4 deploys 2 Shields to D5"),
        ({"D4": "DD"}, "D4-D5:1", "1 Mana from D4 goes to D5, a Direct move"),
        ({"D4": "DD", "D5": "++"}, "D4-D5:2", "2 Mana from D4 go to D5, below the Shields, a Direct move"),
        ({"D4": "DLQ"}, "D4~LD", "Queen on D4: the topmost 2 Mana are put back as Light, Dark, bottom to top"),
        ({"D4": "DDL"}, "D4~LDD", "Mana on D4: the topmost 3 Mana are put back as Light, 2 × Dark, bottom to top"),
    ],
)
def test_an_action_is_described_in_words(stacks: dict[str, str], action: str, words: str) -> None:
    draft = a_draft(a_position(**stacks))
    (made,) = RULES.read(draft, action).made

    assert RULES.describe(draft, made) == words


@pytest.mark.parametrize("position", [None, _BOARD, TALL, "/".join([",".join(["DDDLLLH"] * 10)] * 9) + "/8,DK,dk g"])
def test_hints_are_few_lines_that_do_not_read_as_turns(position: str | None) -> None:
    hints = RULES.hints(a_draft(position))

    assert 0 < len(hints) <= 60
    assert not any(RULES.formed(line) for line in hints)


def test_hints_name_every_stack_that_may_act_and_how() -> None:
    hints = RULES.hints(a_draft(_BOARD))

    assert "Light Pawn from A5: Direct move to A4, A6, B4, B5, B6" in hints
    assert [line.split(":")[0] for line in hints] == [
        "King from J0",
        "Tower from D4",
        "Mana from G4",
        "Light Pawn from A5",
        "Queen from H7",
    ]
    assert "may shuffle its Mana" in hints[-1]
    assert "may shuffle its Mana" in RULES.hints(a_draft(TALL))[-1]


def test_a_listing_is_sorted_and_whole_where_it_is_short() -> None:
    listing = RULES.listing(a_draft(_BOARD))

    assert listing.actions == tuple(sorted(legal(a_draft(_BOARD))))
    assert listing.cuts == ()


def test_a_listing_cuts_the_shuffles_of_a_tall_stack_and_says_how_many_are_missing() -> None:
    draft = a_draft(TALL)
    listing = RULES.listing(draft)

    assert listing.cuts == (Cut("shuffles on E4", 10_399_599),)
    assert len(listing.actions) + sum(cut.more or 0 for cut in listing.cuts) == draft.count()


def test_nothing_is_given_away_by_stopping() -> None:
    assert a_draft(a_position(D4="DH", D5="L"), "D4>D5").unused() == ""
