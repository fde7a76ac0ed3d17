"""What must hold for every position and every text in Kerd, tried on many."""

from hypothesis import given
from hypothesis import strategies as st

from corr.errors import IllegalError, UnreadableError
from corr.games.api import Progress
from corr.games.grid import each
from corr.games.kerd.actions import Action, Castling, Execute, Reveal, Step, steps_from
from corr.games.kerd.draft import KerdDraft, listed
from corr.games.kerd.moves import king_goals, moves, pairs
from corr.games.kerd.position import BITS, NAMES, REVEALED, Kind, Position, suspects
from corr.games.seats import FIRST, other
from tests.examples import up_to
from tests.games.conformance.mutilating import Change, changes, mutilated
from tests.games.kerd.samples import BEGUN, RULES, choices_of_actions, crowds, passed, walked

_CLOSE = "PPCCHJTBQppcchjjttbbqs"


def begun(position: Position) -> KerdDraft:
    """An empty turn of the player who is due."""
    assert position.seat is not None
    return RULES.begin(position, position.seat)


def king_can_be_captured(position: Position) -> bool:
    """Whether the player to move could capture the opponent's King, found by listing captures."""
    assert position.seat is not None
    own, king = position.sides[position.seat], position.kinds[Kind.KING] & position.sides[other(position.seat)]
    captures = (action for action in listed(moves(position, own)) if isinstance(action, Step))
    return any(step.goal == king for step in captures) or bool(king_goals(position) & king)


def tried(position: Position) -> list[Action]:
    """Every turn but castling that might be legal, the safety of the King left aside."""
    assert position.seat is not None
    seat = position.seat
    own, enemy = position.sides[seat], position.sides[other(seat)]
    king = position.kinds[Kind.KING] & own
    found = [*listed(moves(position, own)), *listed(pairs(position, own))]
    found += [steps_from("x" if goal & enemy else "-", king)[goal] for goal in each(king_goals(position))]
    if position.marks[other(seat)] != REVEALED:
        found += [Execute(square) for square in each(own & suspects(position.kinds))]
    if position.checked and position.marks[seat] > 0:
        found.append(Reveal(position.marks[seat]))
    return found


@given(crowds(letters=_CLOSE, most=30), choices_of_actions)
def test_legal_is_exactly_what_leaves_the_own_king_safe(position: Position, numbers: list[int]) -> None:
    position = walked(position, numbers[:2])

    safe = {action for action in tried(position) if not king_can_be_captured(passed(position, action))}

    assert {action for action in begun(position).actions() if not isinstance(action, Castling)} == safe


@up_to(60)
@given(st.lists(st.integers(0, 2**32), min_size=20, max_size=60))
def test_no_legal_turn_of_a_game_leaves_the_own_king_attacked(numbers: list[int]) -> None:
    position = RULES.parse_position(BEGUN)
    for number in numbers:
        position = walked(position, [number])

        assert not king_can_be_captured(position)


@up_to(60)
@given(st.lists(st.integers(0, 2**32), min_size=20, max_size=60))
def test_the_number_of_infiltrators_on_the_board_never_grows(numbers: list[int]) -> None:
    position, before = RULES.parse_position(BEGUN), 2
    for number in numbers:
        position = walked(position, [number])
        marked = [mark for mark in position.marks if mark > 0]
        holders = [other(FIRST) if mark == position.marks[FIRST] else FIRST for mark in marked]

        assert len(marked) <= before
        assert all(mark & position.sides[holder] for mark, holder in zip(marked, holders, strict=True))
        assert all(mark & suspects(position.kinds) for mark in marked)
        before = len(marked)


@up_to(6)
@given(crowds(letters=_CLOSE, most=12))
def test_every_accepted_step_is_listed(position: Position) -> None:
    draft = begun(position)
    occupied = [square for side in position.sides for square in [*each(side)][:3]]
    steps = [Step(sign, source, goal, brought) for sign in "-x" for source in occupied for goal in NAMES
             for brought in ("", "Q")]  # fmt: skip

    accepted = {step for step in steps if draft.accepts(step)}

    assert accepted == set(draft.actions()) & set(steps)


@up_to(60)
@given(crowds())
def test_a_turn_is_complete_after_its_action(position: Position) -> None:
    for action in list(begun(position).actions())[:10]:
        draft = begun(position).after(action)

        assert RULES.progress(draft) is Progress.COMPLETE
        assert not draft.may_stop
        assert RULES.resolve(position, {draft.seat: draft}).seat == other(draft.seat)


def answer(draft: KerdDraft, text: str) -> str:
    """The turn that is read, or the sentence of the refusal; whatever cannot be read is not formed."""
    try:
        return RULES.write(RULES.read(draft, text).made)
    except UnreadableError as refused:
        return "not formed, and yet unreadable" if RULES.formed(text) else refused.refusal.rule
    except IllegalError as refused:
        return refused.refusal.rule


@given(
    st.sampled_from(["B1-D3", "F2-F3&F3-F4", "F2&F3-F4", "A7xB8=Q", "O-O-O", "G1-C1", "reveal F11", "execute E2",
                     "infiltrator F11", "reveal"]),
    changes("ABLMbw0129-x&=:;,. \nOo()>→×–\x00\u200bА٣𝟗é", most=6),
)  # fmt: skip
def test_mutilated_turns_raise_nothing_but_the_refusals(text: str, changed: list[Change]) -> None:
    draft = begun(RULES.parse_position(BEGUN.replace("w - -", "w + -")))
    typed = mutilated(text, changed)

    found = answer(draft, typed)

    assert found.endswith(".") or RULES.formed(typed) == bool(found)


@given(
    crowds(letters=_CLOSE), st.sampled_from(sorted(BITS)), st.sampled_from(sorted(BITS)), st.sampled_from(["", "=Q"])
)
def test_every_refusal_of_a_step_is_a_sentence(position: Position, source: str, goal: str, brought: str) -> None:
    found = answer(begun(position), f"{source}-{goal}{brought}")

    assert found.endswith(".") or found in map(RULES.write_action, begun(position).actions())


@given(crowds(letters="CCPPPPpcb"), st.lists(st.sampled_from(sorted(BITS)), min_size=4, max_size=4))
def test_every_refusal_of_a_pair_is_a_sentence(position: Position, squares: list[str]) -> None:
    first, second, third, fourth = squares
    for text in (f"{first}-{third}&{second}-{fourth}", f"{first}&{second}-{third}"):
        found = answer(begun(position), text)

        assert found.endswith(".") or found in map(RULES.write_action, begun(position).actions())
