"""The pictures of Kerd's rules page."""

from corr.games.scene import Diagram, squares

_REGIONS = (
    Diagram(
        name="regions",
        caption="The three regions. Air is a cross: files F and G, ranks 6 and 7. Land lies on both sides of files F "
        "and G. Water is outside.",
        position="10k1/12/12/12/12/12/12/12/12/12/12/10K1 w - - - -,-",
    ),
    Diagram(
        name="region-rule",
        caption="The region rule: this Bishop starts on land. It may enter the air and stay in it, as far as H7. "
        "I8 is land again, and out of its reach.",
        position="10k1/12/12/12/12/12/12/12/12/3B8/12/10K1 w - - - -,-",
        picks=("D3",),
        targets=squares("A6 B1 B5 C2 C4 E2 E4 F1 F5 G6 H7"),
        window=("A9", "J1"),
    ),
    Diagram(
        name="bishop-air",
        caption="A Bishop that starts in air goes wherever its lines lead: at E5 out of the air, "
        "and at D6 into it again.",
        position="10k1/12/12/12/12/12/12/12/5B6/12/12/10K1 w - - - -,-",
        picks=("F4",),
        targets=squares("A9 B8 C1 C7 D2 D6 E3 E5 G3 G5 H2 H6 I1 I7 J8 K9 L10"),
        window=("A10", "L1"),
    ),
)
_PAWNS = (
    Diagram(
        name="pawn",
        caption="A Pawn goes one square straight forward, and captures one square diagonally forward.",
        position="10k1/12/12/12/12/12/12/2p1s7/3P8/12/12/10K1 w - - - -,-",
        picks=("D4",),
        targets=squares("C5 D5 E5"),
        window=("B7", "F3"),
    ),
    Diagram(
        name="first-water",
        caption="From water, B2, the first step is one square, like any other.",
        position="10k1/12/12/12/12/12/12/12/12/12/1P*1P*1P*6/10K1 w - - - -,-",
        picks=("B2",),
        targets=squares("B3"),
        window=("A6", "H1"),
    ),
    Diagram(
        name="first-land",
        caption="From land, D2, it is one or two squares. The small dot says that a Pawn has not moved yet.",
        position="10k1/12/12/12/12/12/12/12/12/12/1P*1P*1P*6/10K1 w - - - -,-",
        picks=("D2",),
        targets=squares("D3 D4"),
        window=("A6", "H1"),
    ),
    Diagram(
        name="first-air",
        caption="From air, F2, it is up to three squares.",
        position="10k1/12/12/12/12/12/12/12/12/12/1P*1P*1P*6/10K1 w - - - -,-",
        picks=("F2",),
        targets=squares("F3 F4 F5"),
        window=("A6", "H1"),
    ),
    Diagram(
        name="bringing-back",
        caption="The Pawn on A7 goes from air to rank 8. On A8, or after a capture on B8, "
        "it may be replaced by a piece from White’s reserve.",
        position="10k1/12/12/12/1t10/P11/12/12/12/12/12/10K1 w - - BHQ -,-",
        picks=("A7",),
        targets=squares("A8 B8"),
        window=("A10", "F5"),
    ),
    Diagram(
        name="brought-back",
        caption="White has chosen the Hussar. The Pawn is gone for good.",
        position="10k1/12/12/12/1t10/P11/12/12/12/12/12/10K1 w - - BHQ -,-",
        begun="A7-A8=H",
        window=("A10", "F5"),
    ),
)
_COMMANDERS = (
    Diagram(
        name="pair",
        caption="The Commander Pawn on F2 takes the Pawn on E2 along. Alone it could go three squares from air, "
        "but the Pawn starts on land: so one or two for both.",
        position="10k1/12/12/12/12/12/12/12/12/6P5/4P*C*6/10K1 w - - - -,-",
        picks=("F2", "with-E2"),
        targets=squares("F3 F4"),
        window=("C6", "I1"),
    ),
    Diagram(
        name="paired",
        caption="Both have gone two squares, in one turn.",
        position="10k1/12/12/12/12/12/12/12/12/6P5/4P*C*6/10K1 w - - - -,-",
        begun="F2-F4&E2-E4",
        window=("C6", "I1"),
    ),
    Diagram(
        name="recapture",
        caption="Black’s Scout has just captured a Pawn on E4. In this turn only, the Commander Pawn on E5 beside it "
        "may capture the Scout, even backwards.",
        position="10k1/12/12/12/12/12/12/4C7/4s7/12/12/10K1 w - E4 - -,-",
        picks=("E5",),
        targets=squares("E4 E6"),
        window=("B7", "H2"),
    ),
)
_PIECES = (
    Diagram(
        name="scout",
        caption="A Scout goes diagonally like a Bishop, but regions do not matter to it: it flies on over I8 to L11.",
        position="10k1/12/12/12/12/12/12/12/12/3S8/12/10K1 w - - - -,-",
        picks=("D3",),
        targets=squares("A6 B1 B5 C2 C4 E2 E4 F1 F5 G6 H7 I8 J9 K10 L11"),
        window=("A11", "L1"),
    ),
    Diagram(
        name="hussar",
        caption="A Hussar leaps like a chess knight, or goes exactly three squares straight. The own piece on D4 "
        "does not matter, but the enemy on E5 blocks the way up. H4 breaks the region rule: through air and out again.",
        position="10k1/12/12/12/12/12/12/4p7/3PH7/12/12/10K1 w - - - -,-",
        picks=("E4",),
        targets=squares("B4 C3 C5 D2 D6 E1 F2 F6 G3 G5"),
        window=("A8", "I1"),
    ),
    Diagram(
        name="jumper",
        caption="A Jumper steps to any empty square around it. It captures only forward, straight or diagonally: "
        "D5 yes, D3 no.",
        position="10k1/12/12/12/12/12/3p8/3p8/3J8/3p8/3P8/10K1 w - - - -,-",
        picks=("D4",),
        targets=squares("C3 C4 C5 D5 E3 E4 E5"),
        window=("B7", "F1"),
    ),
    Diagram(
        name="jump-water",
        caption="From water a Jumper jumps only over a piece right beside it: over C4 to D5, but not over B5.",
        position="10k1/12/12/12/12/12/12/1p10/2P9/1J10/12/10K1 w - - - -,-",
        picks=("B3",),
        targets=squares("A2 A3 A4 B2 B4 C2 C3 D5"),
        window=("A7", "F1"),
    ),
    Diagram(
        name="jump-land",
        caption="From land there may be one empty square between: over E4 to F5, over D5 to D6. G3 is too far.",
        position="10k1/12/12/12/12/12/12/3p8/4P7/3J2p5/12/10K1 w - - - -,-",
        picks=("D3",),
        targets=squares("C2 C3 C4 D2 D4 D6 E2 E3 F5"),
        window=("B7", "H1"),
    ),
    Diagram(
        name="jump-air",
        caption="From air there may be two empty squares between: over G4 to H4, over D4 to C4, over F7 to F8.",
        position="10k1/12/12/12/12/5p6/12/12/3p1JP5/12/12/10K1 w - - - -,-",
        picks=("F4",),
        targets=squares("C4 E3 E4 E5 F3 F5 F8 G3 G5 H4"),
        window=("B9", "I2"),
    ),
    Diagram(
        name="tower",
        caption="A Tower goes any distance along ranks and files. Regions do not matter to it.",
        position="10k1/12/12/3b8/12/12/12/12/3T5P2/12/3P8/10K1 w - - - -,-",
        picks=("D4",),
        targets=squares("A4 B4 C4 D3 D5 D6 D7 D8 D9 E4 F4 G4 H4 I4"),
        window=("A10", "K1"),
    ),
    Diagram(
        name="queen",
        caption="A Queen goes any distance in all eight directions. Regions do not matter to her, either.",
        position="10k1/12/12/12/12/12/3P1h6/12/1P1Q2p5/12/12/10K1 w - - - -,-",
        picks=("D4",),
        targets=squares("A1 A7 B2 B6 C3 C4 C5 D1 D2 D3 D5 E3 E4 E5 F2 F4 F6 G1 G4"),
        window=("A8", "I1"),
    ),
    Diagram(
        name="castling",
        caption="The King steps one square in any direction, or castles: to J1 with the Tower from L1, "
        "to C1 with the Tower from A1. None of the three has moved yet. The Jumpers at home do not matter.",
        position="6k5/12/12/12/12/12/12/12/12/12/5C*C*P*4/T*J4K*3JT* w - - - -,-",
        picks=("G1",),
        targets=squares("C1 F1 H1 J1"),
        window=("A4", "L1"),
    ),
    Diagram(
        name="castled",
        caption="After the short castling the King stands on J1 and the Tower on I1.",
        position="6k5/12/12/12/12/12/12/12/12/12/5C*C*P*4/T*J4K*3JT* w - - - -,-",
        begun="O-O",
        window=("A4", "L1"),
    ),
)
_INFILTRATORS = (
    Diagram(
        name="execute",
        caption="White may execute the Pawn, the Jumper or the Hussar, but not the Scout: it can be no infiltrator.",
        position="10k1/12/12/12/12/12/12/12/3PHJS5/12/12/10K1 w - - - -,-",
        picks=("execute",),
        targets=squares("D4 E4 F4"),
        window=("B6", "I2"),
    ),
    Diagram(
        name="infiltrator",
        caption="White’s infiltrator is Black’s Hussar on E9. Only White sees the mark.",
        position="10k1/12/3p1p6/4h7/12/12/12/12/12/12/12/10K1 w + - - E9,-",
        window=("B12", "H7"),
    ),
    Diagram(
        name="revealed",
        caption="White has revealed it: the Hussar is White’s now. That was White’s whole turn.",
        position="10k1/12/3p1p6/4h7/12/12/12/12/12/12/12/10K1 w + - - E9,-",
        begun="reveal E9",
        window=("B12", "H7"),
    ),
)

DIAGRAMS = (*_REGIONS, *_PAWNS, *_COMMANDERS, *_PIECES, *_INFILTRATORS)
