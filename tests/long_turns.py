"""The longest turns that were found: they take long to read, to check and to go on with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LongTurn:
    """A turn that takes long to read and to check."""

    name: str
    position: str
    text: str


# A pawn may make Mana moves for ever, so that nothing but the length of a text ends a turn. This one was found among
# random boards with all pieces: on each, every pawn that can was led on by random Mana moves, deploys and shuffles, the
# shorter ones first, until it came back to where it had been, and the whole was repeated to fill 2,000 letters. Of 675
# such turns none had more than 286 actions, and of those as long this one took longest.
_WALK = ("F6>F5, F5~DL, F5>E4, E4>E5:1, E5>F6", *["F6>F5, F5>E4, E4>E5, E5>F6"] * 70)

LONG_TURNS = {
    "kyo": (
        LongTurn(
            "a Queen's walk",
            "p,P,3,D+,1,++H,L,1/3,P,1,dL,LH,H,1,LT/3,D,2,H,3/3,LDl+p,K,1,DdDD,D,Lp,1/1,d,1,DL+h,dL,h,1,d,2/"
            "lH,2,l,1,LD,l,Dp,2/D++h,1,l+++p,2,dQ,1,llk,2/4,LP,DH,l,2,dd/ll,2,l,d,+,4/1,llddd+,LL++P,3,D,+t,Ld+,H g",
            ", ".join(_WALK),
        ),
    )
}
"""The longest turns of each game."""
