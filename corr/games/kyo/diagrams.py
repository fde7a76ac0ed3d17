"""The pictures of Kyo's rules page."""

from corr.games.scene import Diagram, squares

_AROUND_D4 = squares("C3 C4 C5 D3 D5 E3 E4 E5")
_MANA_MOVES = (
    Diagram(
        name="dark",
        caption="The Heavy Pawn came from C3 and stands on Dark Mana now. So it may go on straight.",
        position="9,DLK/10/10/2,LH,7/3,D,6/3,L,6/10/10/10/9,dlk g",
        begun="C3>D4",
        picks=("D4",),
        targets=squares("C4 D3 D5 E4"),
        window=("B2", "F6"),
    ),
    Diagram(
        name="light",
        caption="The Heavy Pawn came from C4 and stands on Light Mana now. So it may go on diagonally.",
        position="9,DLK/10/10/10/2,DH,L,6/10/10/10/10/9,dlk g",
        begun="C4>D4",
        picks=("D4",),
        targets=squares("C3 C5 E3 E5"),
        window=("B2", "F6"),
    ),
    Diagram(
        name="lifting",
        caption="On D4 lies a Light Mana, and a Dark one above it. The pawn takes the Dark one along, "
        "so Light Mana is what it leaves: it goes diagonally.",
        position="9,DLK/10/10/10/2,DH,LD,6/10/10/10/10/9,dlk g",
        begun="C4>D4",
        picks=("D4", "1"),
        targets=squares("C3 C5 E3 E5"),
        window=("B2", "F6"),
    ),
    Diagram(
        name="direction",
        caption="The direction rule: the pawn left Dark Mana on C4 and would leave Dark Mana again. "
        "It went right, so it may only go on to the right, to E4.",
        position="9,DLK/10/10/10/2,DH,D,6/10/10/10/10/9,dlk g",
        begun="C4>D4",
        picks=("D4",),
        targets=squares("E4"),
        window=("B2", "F6"),
    ),
)
_DIRECT_MOVES = (
    Diagram(
        name="direct",
        caption="A Light Pawn steps to any adjacent tile that is empty or has Mana on top, Red’s Mana on E4 included. "
        "The own pawn on C4 is in its way, and the enemy pawn on E5 is too strong for it.",
        position="9,DLK/10/10/10/2,DH,P,dd,5/4,dh,5/10/10/10/9,dlk g",
        picks=("D4",),
        targets=squares("C3 C5 D3 D5 E3 E4"),
        window=("B2", "F6"),
    ),
    Diagram(
        name="from-under",
        caption="One Dark Mana leaves from under the pawn, which stays. Mana can go anywhere: on empty tiles, "
        "below the Shield on C4, below the own pawn on E4, even below the enemy on D5.",
        position="9,DLK/10/10/10/2,+,LDH,P,5/3,d+h,6/10/10/10/9,dlk g",
        picks=("D4", "/1"),
        targets=_AROUND_D4,
        window=("B2", "F6"),
    ),
    Diagram(
        name="slid-in",
        caption="It went to D5. There it lies above the Mana that was there, and below the Shield and the pawn.",
        position="9,DLK/10/10/10/2,+,LDH,P,5/3,d+h,6/10/10/10/9,dlk g",
        begun="D4/D5:1",
        window=("B2", "F6"),
    ),
    Diagram(
        name="loose",
        caption="A stack without a pawn: its top two chips go together, to any adjacent tile.",
        position="9,DLK/10/10/10/3,DLL,dh,5/10/10/10/10/9,dlk g",
        picks=("D4", "2"),
        targets=_AROUND_D4,
        window=("B2", "F6"),
    ),
)
_SHUFFLES = (
    Diagram(
        name="shuffled",
        caption="Gold’s Queen at the start has shuffled: her Light Mana lies below the Dark one now. "
        "She may go on. If she lifts the Shield and the Dark Mana, G1 is a Mana move.",
        position="DDDH,DDLH,DLLH,LLLH,+++K,DL+Q,LLLH,DLLH,DDLH,DDDH/4,++T,++T,4/10/P,P,P,P,2,P,P,P,P/10/10/"
        "p,p,p,p,2,p,p,p,p/10/4,++t,++t,4/dddh,ddlh,dllh,lllh,+++k,dl+q,lllh,dllh,ddlh,dddh g",
        begun="F0~LD",
        picks=("F0", "2"),
        targets=squares("G1"),
        window=("D0", "H3"),
    ),
)
_TOWERS = (
    Diagram(
        name="deploy",
        caption="A Heavy Pawn deploys one of its two Shields to an adjacent tile, not to E4, where a pawn stands. "
        "For this pawn it is the whole turn.",
        position="9,DLK/10/10/10/3,D++H,dp,5/2,dd,7/10/10/10/9,dlk g",
        picks=("D4", "^1"),
        targets=squares("C3 C4 C5 D3 D5 E3 E5"),
        window=("B2", "F6"),
    ),
    Diagram(
        name="tower",
        caption="This Tower has deployed a Shield to E4 and goes on: it may step anywhere around, "
        "onto that Shield, too.",
        position="9,DLK/10/10/2,dl,7/3,++T,6/10/10/10/10/9,dlk g",
        begun="D4^E4:1",
        picks=("D4", "0"),
        targets=_AROUND_D4,
        window=("B2", "F6"),
    ),
)
_STRIKES = (
    Diagram(
        name="strike-shield",
        caption="A step at the Shield on D5 is a strike: the Shield is removed, and the pawn stays on D4.",
        position="9,DLK/10/10/10/3,P,6/2,P,d++,6/10/10/10/9,dlk g",
        picks=("D4",),
        targets=squares("C3 C4 D3 D5 E3 E4 E5"),
        window=("B2", "F6"),
    ),
    Diagram(
        name="strike",
        caption="On D5, from bottom to top: a Dark Mana of Red’s, one of Gold’s, a Dark and a Light Mana of Red’s, "
        "and Red’s Light Pawn. The Heavy Pawn can strike it.",
        position="9,DLK/10/10/10/3,DH,6/3,dDdlp,6/10/10/10/9,dlk g",
        picks=("D4", "0"),
        targets=_AROUND_D4,
        window=("B2", "F6"),
    ),
    Diagram(
        name="struck",
        caption="Red’s pawn is gone, and the two Red Mana directly below it. Gold’s own Mana stopped that. "
        "The Heavy Pawn stands on it now, and Red’s last Mana lies safe at the bottom.",
        position="9,DLK/10/10/10/3,DH,6/3,dDdlp,6/10/10/10/9,dlk g",
        begun="D4xD5",
        window=("B2", "F6"),
    ),
    Diagram(
        name="outnumbering",
        caption="The Light Pawn on D4 may strike on E5: two Gold stacks stand around E5, on D4 and E4, "
        "and one Red stack around D4, the target itself.",
        position="9,DLK/10/10/10/3,P,DP,5/4,lp,5/10/10/10/9,dlk g",
        picks=("D4",),
        targets=squares("C3 C4 C5 D3 D5 E3 E5"),
        window=("B2", "F6"),
    ),
    Diagram(
        name="not-outnumbering",
        caption="With another Red pawn on C5 it is two against two. That is not more, so neither can be struck.",
        position="9,DLK/10/10/10/3,P,DP,5/2,dp,1,lp,5/10/10/10/9,dlk g",
        picks=("D4",),
        targets=squares("C3 C4 D3 D5 E3"),
        window=("B2", "F6"),
    ),
)
_ENEMY_MANA = (
    Diagram(
        name="enemy-mana",
        caption="The Heavy Pawn has come to E4, onto two Dark Mana of Red’s. It may use them and go on to F4; "
        "then they stay.",
        position="9,DLK/10/10/10/3,DH,Ddd,5/10/10/10/10/9,dlk g",
        begun="D4>E4",
        picks=("E4",),
        targets=squares("F4"),
        window=("C2", "G6"),
    ),
    Diagram(
        name="trampled",
        caption="If it stops on E4 instead, both are removed. It stands on Gold’s own Mana, which lay below them.",
        position="9,DLK/10/10/10/3,D,DH,5/10/10/10/10/9,dlk r",
        window=("C2", "G6"),
    ),
)
_STARTS = (
    Diagram(
        name="trench",
        caption="Trench, the usual start: Light Pawns on rows 3 and 6.",
        position="DDDH,DDLH,DLLH,LLLH,+++K,DL+Q,LLLH,DLLH,DDLH,DDDH/4,++T,++T,4/10/P,P,P,P,2,P,P,P,P/10/10/"
        "p,p,p,p,2,p,p,p,p/10/4,++t,++t,4/dddh,ddlh,dllh,lllh,+++k,dl+q,lllh,dllh,ddlh,dddh g",
    ),
    Diagram(
        name="open-field",
        caption="Open field: Light Pawns on rows 1 and 8.",
        position="DDDH,DDLH,DLLH,LLLH,+++K,DL+Q,LLLH,DLLH,DDLH,DDDH/P,P,P,P,++T,++T,P,P,P,P/10/10/10/10/10/10/"
        "p,p,p,p,++t,++t,p,p,p,p/dddh,ddlh,dllh,lllh,+++k,dl+q,lllh,dllh,ddlh,dddh g",
        options={"start": "open-field"},
    ),
    Diagram(
        name="deadlock",
        caption="Deadlock: Light Pawns on rows 4 and 5, face to face.",
        position="DDDH,DDLH,DLLH,LLLH,+++K,DL+Q,LLLH,DLLH,DDLH,DDDH/4,++T,++T,4/10/10/P,P,P,P,2,P,P,P,P/"
        "p,p,p,p,2,p,p,p,p/10/10/4,++t,++t,4/dddh,ddlh,dllh,lllh,+++k,dl+q,lllh,dllh,ddlh,dddh g",
        options={"start": "deadlock"},
    ),
)

DIAGRAMS = (*_MANA_MOVES, *_DIRECT_MOVES, *_SHUFFLES, *_TOWERS, *_STRIKES, *_ENEMY_MANA, *_STARTS)
