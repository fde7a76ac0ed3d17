"""A refused turn teaches: the sentence names the rule, the tiles and the numbers, and shows what is legal."""

import pytest

from corr.errors import IllegalError
from corr.games.kyo.position import TILES
from corr.games.kyo.steps import Shuffle, Step
from corr.games.seats import SECOND
from tests.games.kyo.samples import RULES, a_draft, a_position

Stacks = dict[str, str]


def refused(position: str | None, text: str) -> IllegalError:
    """What is said about an illegal turn."""
    with pytest.raises(IllegalError) as caught:
        a_draft(position, text)
    return caught.value


@pytest.mark.parametrize(
    ("stacks", "typed", "sentence"),
    [
        # Who may act.
        ({}, "D4-E4", "There is nothing on D4."),
        ({"D4": "DD+"}, "D4-E4:1", "The stack on D4 belongs to nobody: a Shield lies on top of it."),
        ({"D4": "Dh"}, "D4-E4", "Red’s Heavy Pawn stands on D4, and it is Gold’s turn."),
        ({"D4": "Dl"}, "D4-E4:1", "The stack on D4 is Red’s, with Red’s Light Mana on top, and it is Gold’s turn."),
        (
            {"D4": "DH", "D5": "L", "G4": "H"},
            "D4>D5, G4-G5",
            "All actions of one turn are made by one stack: now by the Heavy Pawn on D5.",
        ),
        ({"D4": "D+T", "D5": "L"}, "D4^E4:1, D5-D6:1", "now by the Tower on D4."),
        # How far.
        ({"D4": "H"}, "D4-F4", "F4 is not beside D4: a step goes to one of the up to eight tiles around."),
        ({"D4": "H"}, "D4-D4", "D4 is where it already is: a step goes to one of the tiles around it."),
        # What may be lifted.
        ({"D4": "DDP"}, "D4-E4:1", "A Light Pawn lifts no chips and deploys nothing; the one on D4 can only step"),
        ({"D4": "D+P"}, "D4^E4:1", "A Light Pawn lifts no chips and deploys nothing"),
        ({"D4": "D+P"}, "D4/E4:1", "A Light Pawn lifts no chips and deploys nothing"),
        ({"D4": "DDDDDDDH"}, "D4-E4:6", "No more than five chips go with or from under a pawn; 6 are too many."),
        ({"D4": "DDH"}, "D4-E4:3", "Only 2 chips can be lifted on D4."),
        ({"D4": "dDDH"}, "D4-E4:3", "Only 2 chips can be lifted on D4: the reach ends above Red’s Dark Mana."),
        (
            {"D4": "DlH"},
            "D4-E4:1",
            "No chip can be lifted from under the Heavy Pawn on D4: the reach ends above Red’s Light Mana.",
        ),
        ({"D4": "H"}, "D4-E4:1", "No chip can be lifted from under the Heavy Pawn on D4: nothing lies there."),
        ({"D4": "dDD"}, "D4-E4:3", "Only 2 chips can be lifted on D4: the reach ends above Red’s Dark Mana."),
        ({"D4": "DD"}, "D4-E4", "It must be said how many chips go, after a colon at the end."),
        ({"D4": "DDH"}, "D4/E4", "It must be said how many chips go, after a colon at the end."),
        ({"D4": "++T"}, "D4^E4", "It must be said how many Shields are deployed, after a colon at the end."),
        ({"D4": "++T"}, "D4^E4:0", "“:0” would move nothing; write how many Shields are deployed, after the colon."),
        ({"D4": "DDH"}, "D4/E4:0", "“:0” would move nothing; write how many chips go, after the colon."),
        ({"D4": "DD"}, "D4-E4:0", "“:0” would move nothing; write how many chips go, after the colon."),
        ({"D4": "P"}, "D4/E4:0", "A Light Pawn lifts no chips and deploys nothing"),
        # Chips from under the pawn.
        ({"D4": "DD"}, "D4/E4:3", "There is no pawn on D4 to move chips from under"),
        (
            {"D4": "D++H", "E4": "P"},
            "D4/E4:1",
            "Those are Shields alone, which are deployed, with “^”; with “/” at least one Mana goes along.",
        ),
        ({"D4": "D+H", "E4": "d+"}, "D4/E4:2", "A Shield lies on E4: Mana alone would slide in below, but"),
        (
            {"D4": "D+H", "E4": "P"},
            "D4/E4:2",
            "Gold’s Light Pawn stands on E4: Mana alone would slide in below, but a Shield is among these chips.",
        ),
        ({"D4": "D+H", "E4": "P"}, "D4/E4", "Mana alone would slide in below, but a Shield is among these chips."),
        ({"D4": "d+H", "E4": "P"}, "D4/E4", "Those are Shields alone"),
        # Deploys.
        ({"D4": "DD"}, "D4^E4:3", "There is no pawn on D4 to move chips from under"),
        (
            {"D4": "DDT", "E4": "P"},
            "D4^E4:3",
            "No Shield lies directly under the Tower on D4, so it has nothing to deploy.",
        ),
        ({"D4": "D++T"}, "D4^E4:4", "Directly under the Tower on D4 only 2 Shields lie, so 4 cannot be deployed."),
        ({"D4": "D+T"}, "D4^E4:3", "Directly under the Tower on D4 only 1 Shield lies, so 3 cannot be deployed."),
        ({"D4": "++++++T"}, "D4^E4:6", "One deploy moves no more than five Shields; 6 are too many."),
        ({"D4": "D+T", "E4": "P"}, "D4^E4:2", "only 1 Shield lies"),
        (
            {"D4": "D+T", "E4": "P"},
            "D4^E4:1",
            "Shields are deployed to a tile without a pawn, and Gold’s Light Pawn stands",
        ),
        # Where a step may go.
        ({"D4": "H", "E4": "T"}, "D4-E4", "Gold’s own Tower stands on E4, and a pawn never goes onto an own pawn."),
        ({"D4": "DDH", "E4": "d+"}, "D4-E4:3", "A Heavy Pawn cannot step onto the Shield on E4: it can strike it"),
        (
            {"D4": "D+H", "E4": "+"},
            "D4-E4:2",
            "A Heavy Pawn cannot step onto the Shield on E4: it can strike it, D4*E4",
        ),
        ({"D4": "D+H", "E4": "+"}, "D4*E4:2", "the attacker stays and nothing is carried, so no number is written."),
        ({"D4": "DP", "E4": "+"}, "D4*E4:1", "the attacker stays and nothing is carried, so no number is written."),
        ({"D4": "DD"}, "D4*E4:3", "Only 2 chips can be lifted on D4."),
        ({"D4": "D+T", "E4": "+"}, "D4*E4:2", "A Tower steps onto the Shield on E4 only without Mana"),
        ({"D4": "DH", "D5": "l"}, "D4>D5, D5*E6:1", "No chip can be lifted from under the Heavy Pawn on D5"),
        (
            {"D4": "DD+T", "E4": "+"},
            "D4-E4:2",
            "A Tower steps onto the Shield on E4 only without Mana: Mana never lies",
        ),
        ({"D4": "H"}, "D4xE4:1", "No chip can be lifted"),
        (
            {"D4": "D+H", "E4": "d+q"},
            "D4xE4:2",
            "its Shields stay, and Mana never lies above a Shield: no Mana may come along.",
        ),
        (
            {"G5": "P", "G4": "h", "H4": "d", "H3": "D"},
            "G5xG4",
            "To strike Red’s Heavy Pawn, a Light Pawn needs more stacks around G4 than the 2 against it; it has 2.",
        ),
        # After a Mana move.
        (
            {"D4": "LH", "E5": "l"},
            "D4>E5, E5>F4",
            "The second Mana move over Light Mana must keep its direction (south-east); this one goes north-east.",
        ),
        (
            {"D4": "DH", "D5": "D"},
            "D4>D5, D5-E5",
            "The second Mana move over Dark Mana must keep its direction (south); this one goes east.",
        ),
        (
            {"D4": "DH", "D5": "D", "E5": "+"},
            "D4>D5, D5*E5",
            "The second Mana move over Dark Mana must keep its direction (south); this one goes east.",
        ),
        (
            {"D4": "DH", "D5": "D", "E5": "+"},
            "D4>D5, D5>E5:1",
            "The second Mana move over Dark Mana must keep its direction (south); this one goes east.",
        ),
        (
            {"D4": "DH", "D5": "L", "E5": "+"},
            "D4>D5, D5>E5",
            "one to the east leaves Dark Mana on top, and on D5 that is so for no number of lifted chips.",
        ),
        ({"D4": "LDH", "D5": "L", "D6": "h"}, "D4>D5, D5*D6", "After a Mana move every step or strike must be a Mana"),
        (
            {"D4": "DH", "D5": "L"},
            "D4>D5, D5>D6",
            "one to the south leaves Dark Mana on top; lifting no chips on D5 leaves Light Mana.",
        ),
        ({"D4": "DH", "D5": "L"}, "D4>D5, D5-E6:1", "lifting 1 chip on D5 leaves nothing."),
        ({"D4": "D+H", "D5": "L"}, "D4>D5:1, D5-E6", "lifting no chips on D5 leaves a Shield."),
        ({"D4": "DH", "D5": "L", "D6": "+"}, "D4>D5, D5*D6", "and on D5 that is so for no number of lifted chips."),
        (
            {"D4": "DH", "D5": "LL"},
            "D4>D5, D5/D6:1",
            "Chips go from under a pawn only as a first move, not after a Mana move.",
        ),
        (
            {"D4": "D+H", "D5": "L"},
            "D4>D5:1, D5^D6:1",
            "Only a Tower may deploy after a Mana move, and this is a Heavy Pawn.",
        ),
        # Towers.
        ({"D4": "++T"}, "D4-D5:1, D5-D6", "After a Direct move a Tower may only deploy."),
        ({"D4": "++T", "D5": "h"}, "D4xD5:1, D5-D6", "After a strike a Tower may only deploy."),
        ({"D4": "DL+T"}, "D4~LD, D4-D5", "After a shuffle a Tower may only deploy."),
        ({"D4": "DL+T"}, "D4~LD, D4^E4:1, D4~LD", "The turn is over after action 2. After a shuffle a Tower may only"),
        ({"D4": "DL++T"}, "D4-D5:4, D5~LD", "After a Direct move a Tower may only deploy."),
        # Shuffles.
        ({"D4": "DLP"}, "D4~LD", "A Light Pawn lifts no chips, so nothing can be shuffled on D4."),
        ({"D4": "DH"}, "D4~LD", "A shuffle needs at least two Mana that can be lifted; on D4 there is only 1."),
        ({"D4": "DL++++H"}, "D4~LD", "on D4 there is only 1: no more than five chips go with or from under a pawn."),
        (
            {"D4": "DdH"},
            "D4~LD",
            "on D4 there is none: the reach ends above Red’s Dark Mana.",
        ),
        (
            {"D4": "dLDH"},
            "D4~LDD",
            "Only the topmost 2 Mana on D4 can be shuffled: the reach ends above Red’s Dark Mana.",
        ),
        ({"D4": "DLH"}, "D4~L", "at least two Mana change places, so their new order has at least two letters."),
        ({"D4": "DLDLDLDH"}, "D4~DLDLDL", "Only the topmost 5 Mana on D4 can be shuffled: no more than five chips go"),
        ({"D4": "DLH"}, "D4~DL", "A shuffle must change something, and on D4 the order is Dark, Light already."),
        ({"D4": "DLH"}, "D4~LL", "on D4 the topmost 2 from bottom to top are Dark, Light, not 2 × Light."),
        (
            {"D4": "DLQ"},
            "D4~LD, D4~DL",
            "Two shuffles in a row are one shuffle: write the order that you want in the end",
        ),
        (
            {"D4": "DH", "D5": "DL"},
            "D4>D5, D5~LD",
            "Only a Queen may shuffle after a Mana move, and this is a Heavy Pawn.",
        ),
        # The end of the turn.
        ({"D4": "LH"}, "D4-D5, D5-D6", "The turn is over after action 1. A Direct move ends the turn."),
        ({"D4": "H", "D5": "h"}, "D4xD5, D5-D6", "The turn is over after action 1. A strike ends the turn."),
        ({"D4": "DH"}, "D4>D5, D5-D6", "The turn is over after action 1. No further Mana move is possible from D5"),
        (
            {"D4": "H", "D5": "k"},
            "D4xD5, D5-D6",
            "The turn is over after action 1. The King was struck, which ends the game.",
        ),
    ],
)
def test_the_sentence_names_the_rule_that_was_broken(stacks: Stacks, typed: str, sentence: str) -> None:
    assert sentence in refused(a_position(**stacks), typed).refusal.rule


@pytest.mark.parametrize(
    ("stacks", "action", "sentence"),
    [
        ({"D4": "D"}, Step(">", TILES["D4"], TILES["E4"], 1), "That action is written D4-E4:1."),
        ({"D4": "DH"}, Step("-", TILES["D4"], TILES["E4"], 0), "That action is written D4>E4."),
        ({"D4": "T", "E4": "+"}, Step("*", TILES["D4"], TILES["E4"], 0), "A Tower does not strike the Shield on E4"),
        ({"D4": "T", "E4": "+"}, Step("x", TILES["D4"], TILES["E4"], 0), "That action is written D4-E4."),
        ({"D4": "H"}, Step("x", TILES["D4"], TILES["E4"], 0), "There is nothing to strike on E4: it is empty."),
        ({"D4": "H", "E4": "d"}, Step("*", TILES["D4"], TILES["E4"], 0), "strike on E4: Red’s Dark Mana lies on top."),
        ({"D4": "+H"}, Step("^", TILES["D4"], TILES["E4"], 0), "“:0” would move nothing"),
        ({"D4": "DDLH"}, Shuffle(TILES["D4"], "DLD"), "That action is written D4~LD."),
    ],
)
def test_an_action_in_the_wrong_form_is_told_how_it_is_written(
    stacks: Stacks, action: Step | Shuffle, sentence: str
) -> None:
    draft = a_draft(a_position(**stacks))

    assert not draft.accepts(action)
    assert sentence in RULES.refusal(draft, action).rule


def test_a_mana_move_in_the_wrong_form_is_told_how_it_is_written() -> None:
    draft, step = a_draft(a_position(D4="DH", D5="L"), "D4>D5"), Step("-", TILES["D5"], TILES["E6"], 0)

    assert not draft.accepts(step)
    assert RULES.refusal(draft, step).rule == "That action is written D5>E6."


def test_what_is_legal_between_the_two_tiles_is_shown() -> None:
    board = a_position(D4="dDLH", E4="d")

    assert set(refused(board, "D4-E4:3").refusal.legal) == {"D4-E4", "D4>E4:1", "D4>E4:2", "D4/E4:1", "D4/E4:2"}


def test_where_nothing_is_legal_there_what_else_the_stack_may_do_is_shown() -> None:
    assert refused(a_position(A5="P", B5="H"), "A5-B5").refusal.legal == ("A5-A4", "A5-A6", "A5-B4", "A5-B6")


def test_from_an_empty_tile_is_shown_what_may_go_to_the_target() -> None:
    assert refused(a_position(A5="P"), "C5-B5").refusal.legal == ("A5-B5",)


def test_other_orders_are_shown_instead_of_an_impossible_one() -> None:
    assert refused(a_position(D4="DLH"), "D4~LL").refusal.legal == ("D4~LD",)


def test_long_lists_of_legal_actions_are_cut() -> None:
    refusal = refused(a_position(D4="DDDDDH"), "D4-F4").refusal

    assert len(refusal.legal) == 12
    assert refusal.more


def test_a_finished_game_says_so() -> None:
    assert refused("DK,9/10/10/10/10/10/10/10/10/9,d g", "A0-A1").refusal.rule == "The game is over."


def test_the_other_player_is_told_whose_turn_it_is() -> None:
    start = RULES.start()

    with pytest.raises(IllegalError, match="It is Gold’s turn"):
        RULES.read(RULES.begin(start, SECOND), "A6-A5")


def test_the_refused_action_is_quoted_with_what_went_before() -> None:
    error = refused(a_position(D4="DH", D5="DL", E5="d"), "d4 > d5 > e6, e6-e7")

    assert (error.index, error.typed, error.begun) == (2, "e6-e7", "D4>D5, D5>E6")


def test_a_stack_without_any_action_is_said_to_have_none() -> None:
    walls = dict.fromkeys(("A1", "B0", "B1"), "P")
    refusal = refused(a_position(A0="P", **walls), "A0-A1").refusal

    assert refusal.rule.endswith("The Light Pawn on A0 has no legal action at all.")
    assert refusal.legal == ()
