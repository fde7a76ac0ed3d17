"""What must hold for every position and every text in Kyo, tried on many."""

import re
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from corr.errors import AmbiguousError, IllegalError, Refusal, UnreadableError
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.position import NAMES, NEIGHBOURS
from corr.games.kyo.stacks import planes
from corr.games.kyo.steps import Action, Shuffle, Step
from corr.games.seats import other
from tests.examples import up_to
from tests.games.conformance.mutilating import Change, changes, mutilated
from tests.games.kyo.samples import (
    RULES,
    a_draft,
    a_position,
    choices_of_actions,
    chosen,
    first_actions,
    legal,
    played,
    positions,
)

_FORM = re.compile(r"[DLdl]*\+*[PHTQKphtqk]?")
_NAMED = re.compile(r"[A-J][0-9][->x*/^][A-J][0-9](?::[0-9]+)?|[A-J][0-9]~[DL]+")
"""An action in canonical notation within a sentence."""


@up_to(30)
@given(positions(), choices_of_actions)
def test_every_accepted_action_is_listed(position: str, numbers: list[int]) -> None:
    draft = chosen(a_draft(position), numbers[:3])
    sources = sorted(
        {tile for tile, stack in enumerate(draft.stacks) if stack}, key=lambda tile: -len(draft.stacks[tile])
    )
    tried = {action for source in [*sources[:6], 55] for action in _tried(source)}

    accepted = {action for action in tried if draft.accepts(action)}

    listed = {action for action in draft.actions() if action.source in {*sources[:6], 55}}
    assert accepted == listed & tried
    assert {action for action in listed - tried if _is_small(action)} == set()


def _tried(source: int) -> set[Action]:
    """Actions of every kind from a tile, most of them not legal."""
    row, column = divmod(source, 10)
    around = [10 * y + x for y in range(row - 1, row + 2) for x in range(column - 1, column + 2)]
    goals = [tile for tile in around if 0 <= tile < 100]
    steps: set[Action] = {Step(sign, source, goal, k) for sign in ">-x*/^" for goal in goals for k in range(7)}
    orders = [""]
    for _ in range(4):
        orders += [order + letter for order in orders for letter in "DL" if len(order) < 4]
    return steps | {Shuffle(source, order) for order in orders}


def _is_small(action: Action) -> bool:
    """Whether `_tried` should have tried it."""
    return len(action.order) <= 4 if isinstance(action, Shuffle) else action.count < 7


@given(positions(), choices_of_actions)
def test_a_stack_is_mana_then_shields_then_at_most_one_pawn_after_every_action(
    position: str, numbers: list[int]
) -> None:
    draft = a_draft(position)
    for number in numbers:
        draft = chosen(draft, [number])

        assert [stack for stack in draft.stacks if not _FORM.fullmatch(stack)] == []
        assert draft.planes == planes(draft.stacks)


random_games = st.lists(st.integers(0, 2**32), min_size=50, max_size=200)
"""Numbers that choose the actions of a whole game, and where its turns stop."""


@up_to(15)
@given(random_games)
def test_a_stack_keeps_its_form_in_whole_games(numbers: list[int]) -> None:
    for draft in _random_game(numbers):
        assert [stack for stack in draft.stacks if not _FORM.fullmatch(stack)] == []


@up_to(15, few=8)
@given(random_games)
def test_the_facts_that_are_kept_of_stacks_are_those_of_the_position_as_text(numbers: list[int]) -> None:
    for draft in _random_game(numbers):
        parsed = RULES.parse_position(RULES.format_position(draft.position))

        assert (parsed, parsed.planes) == (draft.position, draft.position.planes)


@up_to(15)
@given(random_games)
def test_no_piece_ever_comes_back(numbers: list[int]) -> None:
    counts = [sum(map(len, draft.stacks)) for draft in _random_game(numbers)]

    assert counts == sorted(counts, reverse=True)


@up_to(15)
@given(random_games)
def test_why_the_turn_is_over_is_said_when_it_is_and_never_else(numbers: list[int]) -> None:
    for draft in _random_game(numbers):
        assert bool(RULES.why_over(draft)) == (bool(draft.made) and not draft.has_action())


def _random_game(numbers: list[int]) -> Iterator[KyoDraft]:
    """Every half-made turn of a game, from its start on."""
    draft = a_draft()
    for number in numbers:
        yield draft
        actions = first_actions(draft, 400)
        if draft.made and (not actions or number % 5 == 0):
            draft = RULES.begin(played(draft), other(draft.seat))
        elif actions:
            draft = draft.after(actions[number % len(actions)])
        else:
            break


_TYPED = ["D4>D5:1, D5>E6", "D4>D5:1>E6:1xF7", "E3^E2:1, E3-D2, D2^D1:1", "G4~LD, G4↺▮▯, G4>H4", "D4⎯→D5:1, D4⇏C4:1"]


@given(st.sampled_from(_TYPED), changes("ABDJKLdx019-x>/^*~:;,. \n→⇒⇏⇥↺▮▯⎯×–\x00\u200bА٣𝟗é"))
def test_mutilated_turns_raise_nothing_but_the_three_refusals(text: str, changed: list[Change]) -> None:
    draft = a_draft(a_position(D4="DDH", D5="LL", E3="+++T", F7="dh", G4="DLQ", C4="d+", E6="d"))
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


@given(positions(), choices_of_actions, st.sampled_from(">-x*/^"), st.integers(0, 7), st.integers(0, 800))
def test_every_refused_action_is_told_a_rule(  # noqa: PLR0917 - all of it is drawn
    position: str, numbers: list[int], sign: str, count: int, place: int
) -> None:
    draft = chosen(a_draft(position), numbers[:2])

    for refusal in _refused(draft, sign, count, place):
        assert refusal.rule.endswith(".")


@given(positions(), choices_of_actions, st.sampled_from(">-x*/^"), st.integers(0, 7), st.integers(0, 800))
def test_an_action_that_the_rule_names_is_legal(  # noqa: PLR0917 - all of it is drawn
    position: str, numbers: list[int], sign: str, count: int, place: int
) -> None:
    draft = chosen(a_draft(position), numbers[:2])

    for refusal in _refused(draft, sign, count, place):
        assert set(_NAMED.findall(refusal.rule)) <= legal(draft)


def _refused(draft: KyoDraft, sign: str, count: int, place: int) -> list[Refusal]:
    """What is said about actions of one kind of one stack, most of them of the one that acts."""
    tiles = [draft.actor] if draft.actor >= 0 and place % 8 else range(len(NAMES))
    sources = [tile for tile in tiles if draft.stacks[tile]] or [place % 100]
    source = sources[place % len(sources)]
    goals = {*(goal for _, goal in NEIGHBOURS[source]), source, place % 100}
    steps = (Step(sign, source, goal, count) for goal in goals)
    return [RULES.refusal(draft, step) for step in steps if not draft.accepts(step)]
