"""The choices of an action as a tree: the same that is offered pick by pick."""

import random

import pytest

from corr.errors import IllegalError
from corr.games.choice_trees import FIRST_SQUARE, MOST_NODES, OWN_SQUARE, SQUARES, ChoiceTree, choice_tree

from .cases import Case, every_case, moments
from .walking import assert_offers, assert_tree_fits, branches_of

_STEP = 2
_FEW = 25
"""Questions of one tree that are compared with what is offered after the same picks."""


@every_case
def test_a_tree_offers_what_is_offered_pick_by_pick(case: Case) -> None:
    chance, rules = random.Random(17), case.rules
    for draft in moments(case)[::_STEP]:
        assert_tree_fits(rules, draft, chance, _FEW)


@every_case
def test_what_a_tree_has_no_room_for_is_asked_for_by_its_picks(case: Case) -> None:
    chance, rules = random.Random(18), case.rules
    for draft in moments(case)[::_STEP]:
        tree = choice_tree(rules, draft)
        left = (
            [picks for picks, branch in branches_of(tree) if not branch.action and branch.then is None] if tree else []
        )
        for picks in chance.sample(left, min(_FEW, len(left))):
            further = choice_tree(rules, draft, picks)

            assert further is not None
            assert_offers(further, rules.choices(draft, picks))


@every_case
def test_a_tree_is_small(case: Case) -> None:
    for draft in moments(case)[::_STEP]:
        tree = choice_tree(case.rules, draft)
        if tree is not None:
            trees = [tree, *(branch.then for _, branch in branches_of(tree) if branch.then)]
            assert sum(len(asked.entries) for asked in trees) <= max(len(tree.entries), MOST_NODES)


@every_case
def test_what_is_told_together_says_the_same_as_each_pick(case: Case) -> None:
    for draft in moments(case)[::_STEP]:
        tree = choice_tree(case.rules, draft)
        if tree is not None:
            _assert_told(tree, "")


def _assert_told(tree: ChoiceTree, first: str) -> None:
    question, told = tree.asked, list[tuple[str, ...]]()
    for place, (deed, squares, _) in enumerate(tree.entries):
        question = question.replace(f"{SQUARES}{place}", ", ".join(sorted(squares)))
        for square in squares:
            texts = [text.replace(OWN_SQUARE, square).replace(FIRST_SQUARE, first) for text in deed]
            label, action, value, kind = [*texts, "", "", ""][:4]
            told.append((square, label or square, action, value or square, kind))
    assert question == tree.question
    picks = [
        (branch.pick.square, branch.pick.label, branch.action, branch.pick.value, branch.pick.kind)
        for branch in tree.branches
    ]
    assert sorted(told) == sorted(picks)
    for branch in tree.branches:
        if branch.then:
            _assert_told(branch.then, first or branch.pick.square)


@every_case
def test_a_tree_of_picks_that_were_made_up_is_refused(case: Case) -> None:
    for draft in moments(case)[::_STEP]:
        with pytest.raises(IllegalError):
            choice_tree(case.rules, draft, ("zz",))
