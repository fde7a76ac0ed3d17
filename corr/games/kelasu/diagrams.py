"""The pictures of Kelasu's rules page."""

from corr.games.scene import Diagram, squares

_PIECES = (
    Diagram(
        name="blank",
        caption="A Blank goes one step forward or sideways. It never captures, so the Red Runner on E5 is safe.",
        position="10/10/9S/4B4S/5r3S/9S/10/10/10/6ssss b 0",
        picks=("D4",),
        targets=squares("D3 D5 E4"),
        window=("B2", "G6"),
    ),
    Diagram(
        name="warrior",
        caption="A Warrior steps forward or sideways and captures there, too: D5. Diagonally forward it may only "
        "capture: E3 yes, E5 no. It never looks back, so C4 is safe.",
        position="10/10/4b4S/4Wb3S/3b5S/9S/10/10/10/6ssss b 0",
        picks=("D4",),
        targets=squares("D3 D5 E3 E4"),
        window=("B2", "G6"),
    ),
    Diagram(
        name="runner",
        caption="A Runner goes any distance along a diagonal and captures from two squares away: G1. "
        "E5 is too near to be captured, and in the way.",
        position="10/6B3/9S/4R4S/5b3S/9S/1b8/10/10/6ssss b 0",
        picks=("D4",),
        targets=squares("A1 B2 C3 C5 E3 F2 G1"),
        window=("A0", "H7"),
    ),
    Diagram(
        name="diplomat",
        caption="A Diplomat goes up to three squares straight, but captures nothing. "
        "Diagonally it converts: the Blank on C3 or the Champion on E5 would become Blue’s.",
        position="10/10/3b5S/4D1B2S/5c3S/4b4S/10/10/10/6ssss b 0",
        picks=("D4",),
        targets=squares("A4 B4 C3 C4 D1 D2 D3 D5 E4 E5"),
        window=("A0", "G7"),
    ),
    Diagram(
        name="converted",
        caption="The Diplomat has converted the Champion on E5 and is gone. The Champion is Blue’s now, "
        "has not moved yet, and may go on at once, with the next energy.",
        position="10/10/3b5S/4D1B2S/5c3S/4b4S/10/10/10/6ssss b 0",
        begun="D4%E5",
        picks=("E5",),
        targets=squares("A5 B5 C5 D5 E2 E3 E4 E6 E7 E8 F4 F5 F6 G5 H5 I5 J5"),
        window=("A2", "J8"),
    ),
    Diagram(
        name="champion",
        caption="A Champion goes any distance forward, up to three squares sideways, and one diagonally forward; "
        "it captures in all these ways. Back it goes any distance, too, but captures nothing: not A4.",
        position="4b5/10/9S/4C1w2S/5b3S/9S/10/4b5/10/6ssss b 0",
        picks=("D4",),
        targets=squares("B4 C4 D1 D2 D3 D5 D6 E3 E4 E5 F4 G4 H4"),
        window=("A1", "I7"),
    ),
    Diagram(
        name="general",
        caption="A General goes any distance in all eight directions, and captures at the end of its way.",
        position="4b5/2B7/9S/4G2b1S/9S/2B3b2S/4b5/10/10/6ssss b 0",
        picks=("D4",),
        targets=squares("A4 A7 B4 B6 C3 C4 C5 D0 D1 D2 D3 D5 D6 D7 E3 E4 E5 F4 F6 G4"),
        window=("A0", "H8"),
    ),
    Diagram(
        name="recall",
        caption="Recall: from the far row J, Blue’s Warrior may go home to A3, over everything in between. "
        "The Runner on A3 is Red’s, so it is captured.",
        position="3r6/10/3B5S/9S/3b5S/3b5S/10/10/10/3W2ssss b 0",
        picks=("J3",),
        targets=squares("A3 J2 J4"),
        window=("A1", "J5"),
    ),
)
_MERGING = (
    Diagram(
        name="merge",
        caption="Four Blanks that touch along edges merge into a Runner. It will stand on one of their four squares: "
        "you choose. The Blank on B4 is still at home and cannot take part.",
        position="10/4B4S/3BB4S/4BB3S/9S/2b3b2S/10/10/10/6ssss b 0",
        picks=("C4", "=R", "C3", "D4", "D5"),
        targets=squares("C3 C4 D4 D5"),
        window=("A1", "G7"),
    ),
    Diagram(
        name="merged",
        caption="Blue has five Stones, so five energy. The merge took four; the new Runner on D4 has not moved yet "
        "and may use the one that is left.",
        position="10/4B4S/3BB4S/4BB3S/9S/2b3b2S/10/10/10/6ssss b 0",
        begun="C3+C4+D4+D5=R@D4",
        picks=("D4",),
        targets=squares("A1 A7 B2 B6 C3 C5 E3 E5 F2 F6"),
        window=("A1", "G7"),
    ),
)
_ENDS = (
    Diagram(
        name="victory",
        caption="Blue wins: the Warrior goes to F5, and all four victory squares are Blue’s.",
        position="10/10/9S/9S/4BB3S/4B1W2S/10/2b7/10/6ssss b 0",
        picks=("F6",),
        targets=squares("F5 F7 G6"),
        window=("C2", "H7"),
    ),
)

DIAGRAMS = (*_PIECES, *_MERGING, *_ENDS)
