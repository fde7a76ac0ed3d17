"""A turn of Mana moves can go on for ever; what is kept of it must be readable."""

import pytest

from corr.errors import IllegalError
from corr.games.kyo import RULES
from corr.games.kyo.draft import KyoDraft
from corr.games.notation import LONGEST
from corr.games.seats import FIRST

_BOARD = (
    "p,P,3,D+,1,++H,L,1/3,P,1,dL,LH,H,1,LT/3,D,2,H,3/3,LDl+p,K,1,DdDD,D,Lp,1/1,d,1,DL+h,dL,h,1,d,2/"
    "lH,2,l,1,LD,l,Dp,2/D++h,1,l+++p,2,dQ,1,llk,2/4,LP,DH,l,2,dd/ll,2,l,d,+,4/1,llddd+,LL++P,3,D,+t,Ld+,H g"
)
_BEGUN = "F6>F5, F5~DL, F5>E4>E5:1>F6"
_WALK = "F6>F5>E4>E5>F6"


def a_draft(text: str = "") -> KyoDraft:
    rules = RULES()
    return rules.read(rules.begin(rules.parse_position(_BOARD), FIRST), text)


def test_a_chain_that_fits_is_read() -> None:
    draft = a_draft(" ".join([_BEGUN, *[_WALK] * 70]))

    assert len(draft.made) == 5 + 4 * 70
    assert len(RULES().write(draft.made)) == 1995


def test_a_chain_that_is_too_long_when_written_in_full_is_refused() -> None:
    typed = " ".join([_BEGUN, *[_WALK] * 72])
    assert len(typed) < LONGEST

    with pytest.raises(IllegalError, match=r"written in full, action by action, this has 2,051\."):
        a_draft(typed)


def test_actions_that_were_made_before_count_as_well() -> None:
    begun = a_draft(" ".join([_BEGUN, *[_WALK] * 70]))

    with pytest.raises(IllegalError, match="this has 2,002"):
        RULES().read(begun, "F6>F5")
