"""What must hold for every position and every text in Kelasu, tried on many."""

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from corr.errors import AmbiguousError, IllegalError, UnreadableError
from corr.games.kelasu.draft import Action, KelasuDraft
from corr.games.kelasu.merges import PRICES, Merge
from corr.games.kelasu.moves import Move
from corr.games.kelasu.position import BITS, BOARD
from tests.examples import up_to
from tests.games.conformance.mutilating import Change, changes, mutilated
from tests.games.kelasu.samples import (
    RULES,
    a_draft,
    choices_of_actions,
    chosen,
    positions,
)
from tests.games.kelasu.test_merges import slow_sets

_SQUARES = tuple(BITS.values())
few_blanks = positions(letters="BBBbbbWRDCGSwrdcgsSs", most=16)


@up_to(30)
@given(few_blanks, choices_of_actions)
def test_every_accepted_move_is_listed(position: str, numbers: list[int]) -> None:
    draft = chosen(a_draft(position), numbers[:3])
    own, enemy, empty = ([bit for bit in _SQUARES if bit & squares] for squares in _occupation(draft))
    sources = {*own[:5], *enemy[:1], *empty[:1]}
    tried = (Move(sign, source, goal) for sign in "-x%@" for source in sources for goal in _SQUARES)

    accepted = {move for move in tried if draft.accepts(move)}

    assert accepted == {move for move in draft.moves() if move.source in sources}


def _occupation(draft: KelasuDraft) -> tuple[int, int, int]:
    """The squares of the player, of the opponent, and the empty ones."""
    return draft.own, draft.enemy, BOARD & ~(draft.own | draft.enemy)


@up_to(60)
@given(few_blanks, choices_of_actions)
def test_every_accepted_merge_is_listed(position: str, numbers: list[int]) -> None:
    draft = chosen(a_draft(position), numbers[:3])
    own = [name for name, bit in BITS.items() if bit & draft.own]
    sets = chain.from_iterable(((kind, squares) for squares in slow_sets(own, price)) for kind, price in PRICES.items())
    tried: list[Action] = [
        Merge(sum(BITS[name] for name in squares), kind, BITS[goal]) for kind, squares in sets for goal in squares
    ]

    accepted = {action for action in tried if draft.accepts(action)}

    assert accepted == {action for action in draft.actions() if isinstance(action, Merge)}


@given(
    st.sampled_from(
        [
            "B3-C3, B4-C4, B5-C5",
            "D0+D1+D2+D3=R@D3, D4-E4",
            "merge Runner at 33 with 30 31 32, move 34 to 44",
            "[D0|D1|D2]=>(D3)Diplomat; D4→E4",
        ]
    ),
    changes("ABJKbw019-x%@+=:;,. \n[]()|>→×–\x00\u200bА٣𝟗é"),
)
def test_mutilated_turns_raise_nothing_but_the_three_refusals(text: str, changed: list[Change]) -> None:
    draft = a_draft("SSSSSS4/10/10/BBBBBB4/3D1b4/4b5/R8b/10/9b/ss2W5 b 0")
    typed = mutilated(text, changed)
    form = RULES.formed(typed)

    try:
        made = RULES.read(draft, typed).made
    except UnreadableError:
        assert not form
    except (IllegalError, AmbiguousError):
        # Nothing is asserted of the form here: an illegal action may come before a part that is none.
        pass
    else:
        assert form == bool(made)
