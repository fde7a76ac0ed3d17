"""What pages and letters show of Kelasu: boards, choices by clicks, hints, lists."""

import pytest

from corr.errors import IllegalError
from corr.games.api import Rules
from corr.games.guide import LISTED, Cut, Gathering, Pick
from corr.games.kelasu.draft import KelasuDraft
from corr.games.scene import Trace
from tests.games.conformance.walking import reachable
from tests.games.kelasu.samples import (
    BLOCK,
    LARGE_BLOCK,
    RULES,
    a_draft,
    a_position,
    legal,
)

_SMALL = a_position("SS8", "10", "10", "2BB6", "2B1D5", "5b4", "10", "10", "9b", "9s")


def values(picks: tuple[Pick, ...]) -> str:
    """The values of picks in a line."""
    return " ".join(pick.value for pick in picks)


def clicked(draft: KelasuDraft, *picks: str) -> str:
    """What can be picked after some picks."""
    return values(RULES.choices(draft, picks).picks)


def test_clicks_lead_to_every_legal_action_and_to_no_other() -> None:
    assert set(reachable(RULES, a_draft(_SMALL))) == set(a_draft(_SMALL).actions())


def test_a_move_takes_two_clicks() -> None:
    draft = a_draft(_SMALL)

    assert clicked(draft) == "D2 D3 E2 E4"
    assert clicked(draft, "E2") == "E1 E3 F2 =W"
    assert RULES.choices(draft, ("E2", "E3")).action == next(
        a for a in draft.actions() if RULES.touched(a) == ("E2", "E3")
    )


def test_a_merge_is_clicked_blank_by_blank_and_then_its_target() -> None:
    draft = a_draft(_SMALL)

    assert clicked(draft, "D3", "=W") == "D2"
    assert clicked(draft, "D3", "=W", "D2") == "@D2 @D3"
    assert RULES.choices(draft, ("D3", "=W", "D2", "@D3")).action is not None


@pytest.mark.parametrize(
    "picks",
    [
        ("A0",),
        ("D5",),
        ("Z9",),
        ("D2", "H8"),
        ("D2", "E2"),
        ("D2", "=G"),
        ("D2", "=W", "E4"),
        ("D2", "=W", "D3", "@E2"),
        ("D2", "=W", "D3", "D3"),
        ("D2", "=W", "D3", "@D3", "more"),
        ("E2", "E3", "more"),
        ("", ""),
    ],
)
def test_made_up_clicks_are_refused(picks: tuple[str, ...]) -> None:
    with pytest.raises(IllegalError, match="do not lead to a legal action"):
        RULES.choices(a_draft(_SMALL), picks)


def test_the_blanks_of_a_merge_are_picked_in_any_order() -> None:
    draft = a_draft(BLOCK)

    for picks in ("D0 =R D1 D2 D3 @D2", "D3 =R D0 D2 D1 @D2", "D2 =R D3 D0 D1 @D2"):
        assert str(RULES.choices(draft, tuple(picks.split())).action) == "D0+D1+D2+D3=R@D2"


def test_a_merge_says_which_blanks_may_belong_to_it_and_how_many() -> None:
    gather = RULES.choices(a_draft(a_position("SS8", "10", "10", "BB1BBB4", "10", "10", "10", "10", "9b", "9s")),
                           ("D4", "=W")).gather  # fmt: skip

    assert gather == Gathering(
        ("D3", "D4", "D5"),
        2,
        ("D4",),
        "Choose 2 Blanks that touch by edges for the Warrior.",
        "On which square shall the Warrior stand?",
        "@",
    )


def test_what_is_not_picked_as_a_set_has_none() -> None:
    for picks in ((), ("D0",), ("D0", "=W", "D1")):
        assert RULES.choices(a_draft(BLOCK), picks).gather is None


@pytest.mark.parametrize(
    ("picks", "apart"),
    [
        ("D0 =C D5 D6 E6 E7", "D0 is not connected with D5"),
        ("D5 =C D0 D6 E6 E7", "D0 is not connected with D5"),
        ("D0 =R E0 E5 E6", "E5 and E6 are not connected with D0"),
        ("D0 =W E1", "E1 is not connected with D0"),
    ],
)
def test_blanks_that_do_not_hang_together_are_named_when_there_are_enough(picks: str, apart: str) -> None:
    *first, last = picks.split()
    assert RULES.choices(a_draft(BLOCK), tuple(first)).gather

    with pytest.raises(IllegalError) as caught:
        RULES.choices(a_draft(BLOCK), (*first, last))

    assert caught.value.sentence == f"{apart}: the Blanks must touch by edges; diagonals do not connect."


def test_what_a_blank_merges_into_is_a_way() -> None:
    kinds = {pick.value: pick.kind for pick in RULES.choices(a_draft(_SMALL), ("E2",)).picks}

    assert kinds == {"E1": "", "E3": "", "F2": "", "=W": "way"}


@pytest.mark.parametrize(
    ("position", "action", "trace"),
    [
        (None, "B3-C3", Trace(("B3", "C3"))),
        (_SMALL, "E4%F5", Trace(("E4", "F5"), converted=("F5",))),
        (_SMALL, "D2+D3=W@D3", Trace(("D3",), merged=("D2", "D3"))),
        (a_position("SS2b5", *["10"] * 7, "9b", "ss2W5"), "J4@A4", Trace(("J4", "A4"), ("A4",))),
        (a_position("SS8", *["10"] * 7, "9b", "ss2W5"), "J4@A4", Trace(("J4", "A4"))),
        (a_position("SS8", "4W5", "4r5", *["10"] * 5, "9b", "ss8"), "B4xC4", Trace(("B4", "C4"), ("C4",))),
    ],
)
def test_a_trace_shows_captures_conversions_and_merges(position: str | None, action: str, trace: Trace) -> None:
    draft = a_draft(position)
    (made,) = RULES.read(draft, action).made

    assert RULES.trace(draft, made) == trace


def test_a_game_that_says_nothing_of_traces_shows_what_the_opponent_loses() -> None:
    draft = a_draft(a_position("SS8", "4W5", "4r5", *["10"] * 5, "9b", "ss8"))

    traces = {str(action): Rules.trace(RULES, draft, action) for action in draft.moves()}

    assert traces["B4xC4"] == Trace(("B4", "C4"), ("C4",))
    assert traces["B4-B5"] == Trace(("B4", "B5"))


def test_the_scene_shows_the_board_in_the_middle_of_the_turn() -> None:
    scene = RULES.scene(a_draft(None, "B3-C3"))
    by_name = {square.name: square for square in scene.squares}

    assert len(scene.squares) == 100
    assert by_name["B3"].pieces == ()
    assert by_name["C3"].pieces[0].name == "Blue Blank"
    assert by_name["H0"].pieces[0].letter == "s"
    assert {square.name for square in scene.squares if square.region} == {"E4", "E5", "F4", "F5"}
    assert scene.marked == {"B3", "C3"}
    assert scene.facts == ("Blue’s energy left: 3 of 4", "Quiet turns: 0 of 128")


@pytest.mark.parametrize(
    ("position", "action", "words"),
    [
        (None, "B3-C3", "Blank on B3 moves to C3"),
        (_SMALL, "E4%F5", "Diplomat on E4 converts Red’s Blank on F5"),
        (_SMALL, "D2+D3=W@D3", "Blanks on D2 and D3 merge into a Warrior on D3"),
        (
            a_position("SS2b5", *["10"] * 7, "9b", "ss2W5"),
            "J4@A4",
            "Warrior on J4 is recalled to A4 and captures Red’s Blank",
        ),
        (a_position("SS8", *["10"] * 7, "9b", "ss2W5"), "J4@A4", "Warrior on J4 is recalled to A4"),
        (
            a_position("SS8", "4W5", "4r5", *["10"] * 5, "9b", "ss8"),
            "B4xC4",
            "Warrior on B4 captures Red’s Runner on C4",
        ),
    ],
)
def test_an_action_is_described_in_words(position: str | None, action: str, words: str) -> None:
    draft = a_draft(position)
    (made,) = RULES.read(draft, action).made

    assert RULES.describe(draft, made) == words


@pytest.mark.parametrize("position", [None, _SMALL, BLOCK, LARGE_BLOCK, a_position(*["SGGGGGGGG1"] * 9, "s8b")])
def test_hints_are_few_lines_that_do_not_read_as_turns(position: str | None) -> None:
    hints = RULES.hints(a_draft(position))

    assert 0 < len(hints) <= 60
    assert not any(RULES.formed(line) for line in hints)


def test_hints_name_every_piece_that_may_move() -> None:
    assert RULES.hints(a_draft(_SMALL))[0] == "Blank from D2: to D1"
    assert RULES.hints(a_draft(_SMALL))[3].startswith("Diplomat from E4: to ")
    assert RULES.hints(a_draft(_SMALL))[3].endswith("; converts on F5")


def test_a_listing_is_sorted_and_whole_where_it_is_short() -> None:
    listing = RULES.listing(a_draft(_SMALL))

    assert listing.actions == tuple(sorted(legal(a_draft(_SMALL))))
    assert listing.cuts == ()


def test_a_listing_cuts_each_kind_of_merge_and_says_how_many_are_missing() -> None:
    draft = a_draft(BLOCK)
    listing = RULES.listing(draft)

    assert [cut.kind for cut in listing.cuts] == ["merges to a General"]
    assert sum("=G@" in action for action in listing.actions) == LISTED
    assert len(listing.actions) + sum(cut.more or 0 for cut in listing.cuts) == draft.count()


def test_a_listing_of_very_many_blanks_does_not_count_them() -> None:
    draft = a_draft(a_position("SS8", "10", *["BBBBBBBBBB"] * 6, "9b", "9s"))

    assert Cut("merges to a Stone", None) in RULES.listing(draft, 10).cuts


def test_examples_show_moves_before_merges() -> None:
    assert RULES.examples(a_draft(_SMALL), 3) == (("D2-D1", "D3-D4", "D3-E3"), True)


def test_what_stopping_gives_away_is_said() -> None:
    assert a_draft(None).unused() == "4 energy unused"
    assert a_draft(None, "B1-C1 B3-C3 B4-C4 B5-C5").unused() == ""
