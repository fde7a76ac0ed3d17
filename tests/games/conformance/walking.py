"""Every way in which an action can be picked together click by click, and every action made one after the other."""

import random
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from corr.games.api import AnyDraft, AnyRules
from corr.games.choice_trees import Branch, ChoiceTree, choice_tree
from corr.games.guide import Choices
from corr.games.perft import next_turn

_ASKED = 1500
"""How often the choices of one half-made turn are asked for at most: merges can be picked in very many ways."""


@dataclass
class Walk:
    """Every way of picking, as far as there is time for."""

    rules: AnyRules
    draft: AnyDraft
    asked: int = 0
    found: set[Hashable] = field(default_factory=set)

    @property
    def is_whole(self) -> bool:
        """Whether every way was gone."""
        return self.asked < _ASKED

    def ways(self, picks: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Choices[Hashable]]]:
        """Every list of picks that is offered, with what it leads to."""
        if not self.is_whole:
            return
        self.asked += 1
        offered: Choices[Hashable] = self.rules.choices(self.draft, picks)
        yield picks, offered
        if offered.action is not None:
            self.found.add(offered.action)
        for pick in offered.picks:
            yield from self.ways((*picks, pick.value))


def reachable(rules: AnyRules, draft: AnyDraft, picks: tuple[str, ...] = ()) -> list[Hashable]:
    """Every action that some clicks lead to, as often as they do; no click may be a dead end."""
    found: Choices[Hashable] = rules.choices(draft, picks)
    assert found.question
    assert not found.picks or found.action is None
    if found.action is not None:
        return [found.action]
    assert found.picks or not picks
    assert len({pick.value for pick in found.picks}) == len(found.picks)
    return [action for pick in found.picks for action in reachable(rules, draft, (*picks, pick.value))]


def branches_of(tree: ChoiceTree, picks: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Branch]]:
    """Every branch of a tree, with the picks that lead to it, its own included."""
    for branch in tree.branches:
        path = (*picks, branch.pick.value)
        yield path, branch
        if branch.then is not None:
            yield from branches_of(branch.then, path)


def assert_tree_fits(rules: AnyRules, draft: AnyDraft, chance: random.Random, most: int) -> None:
    """The tree of choices offers what is offered pick by pick; so many of its branches are looked at."""
    tree = choice_tree(rules, draft)
    if tree is None:
        assert not draft.has_action()
        return
    assert_offers(tree, rules.choices(draft, ()))
    branches = list(branches_of(tree))
    for picks, branch in chance.sample(branches, min(most, len(branches))):
        offered: Choices[Hashable] = rules.choices(draft, picks)
        assert branch.action == (rules.write_action(offered.action) if offered.action is not None else "")
        if branch.then is not None:
            assert_offers(branch.then, offered)


def assert_offers(tree: ChoiceTree, offered: Choices[Hashable]) -> None:
    """The question of a tree is the one that is asked, with the same picks."""
    assert (tree.question, tree.gather) == (offered.question, offered.gather)
    assert tuple(branch.pick for branch in tree.branches) == (() if tree.gather else offered.picks)


def walked_perft(rules: AnyRules, draft: AnyDraft, depth: int) -> int:
    """The same number as `perft`, found by making every single action."""
    if depth == 0:
        return 1
    found, any_action = 0, False
    for action in draft.actions():
        any_action = True
        found += walked_perft(rules, draft.after(action), depth - 1)
    if not any_action:
        return walked_perft(rules, next_turn(rules, draft), depth) if draft.made else 0
    return found + walked_perft(rules, next_turn(rules, draft), depth - 1) if draft.may_stop else found
