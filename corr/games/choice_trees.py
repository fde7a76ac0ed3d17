"""
The choices of the next action as a tree: a question, what can be picked, and so on down to finished actions.

A tree is small enough to be sent with a page, however many actions there are. It grows level by level, so that what can
be picked first is always there; a question for which there is no room is left out, and is asked for by its picks.

Most picks differ in their squares alone: those are one entry, with signs in the place of the squares.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from corr.games.api import AnyDraft, AnyRules
from corr.games.guide import Choices, Gathering, Pick, place_of, ways_on

MOST_NODES = 400
"""How many picks that differ in more than their squares a tree has at most, if its first question has no more."""
MOST_BYTES = 8100
"""How long a tree is at most when it is written down, if its first question is no longer."""
FIRST_SQUARE, OWN_SQUARE, SQUARES = "\ue000", "\ue001", "\ue002"
"""
What stands in texts of a tree for the square of its first pick, for a pick's own one, and, with a number behind it, for
all squares of one entry. Nobody writes these signs: Unicode leaves them to private use.
"""
_MISFITS = 8
"""After so many questions for which there was no room, no more are tried."""
_NUMBERED = 10
"""So many entries can be named in a question: their numbers have one digit."""
_ENDS = ";."
"""What stands behind squares that a question names, if it names no more of them."""
_NODE_BYTES, _ENTRY_BYTES, _DEED_BYTES, _TEXT_BYTES, _GATHER_BYTES, _NAME_BYTES = 5, 8, 3, 3, 110, 3
"""What takes up room besides texts: around a question, an entry, a deed, each of its texts, a set, and its names."""
Deed = tuple[str, ...]
"""
What picks are that differ in their squares alone: label, action, value and kind.

Label and value are empty if they only repeat the name of the square, and what is empty at the end is left out.
"""
_Ways = list[tuple[tuple[Pick, ...], Any]]
"""Every action that can still be made, with all of its picks."""
_Following = Choices[Any] | _Ways


@dataclass(slots=True, eq=False)
class Branch:
    """A pick, and what it leads to: a finished action or another question; neither where there was no room for that."""

    pick: Pick
    action: str = ""
    """The finished action in canonical notation; empty if there is none yet."""
    then: "ChoiceTree | None" = None


@dataclass(slots=True, eq=False)
class ChoiceTree:
    """A question and what can be picked. It is equal to itself alone, and not changed any more once it is given out."""

    question: str
    branches: list[Branch] = field(default_factory=list)
    gather: Gathering | None = None
    """The set of squares that is picked instead, in any order; what follows them is asked for."""
    asked: str = ""
    """The question, with signs for the squares of entries."""
    entries: "list[Entry]" = field(default_factory=list)
    """The branches, those together that differ in their squares alone."""


class Entry(NamedTuple):
    """Branches that are written down together; only finished actions are more than one."""

    deed: Deed
    squares: list[str]
    """Of one pick beside the board, an empty name."""
    branch: Branch
    """The first of them."""


def _fill_entries(tree: ChoiceTree, first: str) -> None:
    """
    Write down a question and its picks in few words.

    :param first: the square of the first pick that led here; empty if the tree begins with it.
    """
    alike: dict[Deed, list[str]] = {}
    for branch in tree.branches:
        square, deed = branch.pick.square, _deed(branch, first)
        if deed in alike:
            alike[deed].append(square)
            continue
        squares = [square]
        if branch.action and square:
            alike[deed] = squares
        tree.entries.append(Entry(deed, squares, branch))
    tree.asked = tree.question
    for number, (_, squares, branch) in enumerate(tree.entries[:_NUMBERED]):
        if branch.action and squares[0]:
            names = f" {', '.join(sorted(squares))}"
            if names in tree.asked:
                for end in _ENDS:
                    tree.asked = tree.asked.replace(names + end, f" {SQUARES}{number}{end}", 1)


def _deed(branch: Branch, first: str) -> Deed:
    pick, action = branch.pick, branch.action
    label, value, square = pick.label, pick.value, pick.square
    if square:
        label = "" if label == square else label.replace(square, OWN_SQUARE)
        value = "" if value == square else value.replace(square, OWN_SQUARE)
        action = action.replace(square, OWN_SQUARE)
    if first:
        action = action.replace(first, FIRST_SQUARE)
    if pick.kind:
        return label, action, value, pick.kind
    return (label, action, value) if value else (label, action) if action else (label,)


@dataclass(slots=True, eq=False)
class _Growing:
    """A tree that is being made, for the choices after some picks."""

    rules: AnyRules
    draft: AnyDraft
    nodes: int = MOST_NODES
    bytes_left: int = MOST_BYTES
    misfits: int = _MISFITS
    known: set[Deed | str] = field(default_factory=set)
    """The deeds and questions that are written down already."""

    def grow(self, picks: tuple[str, ...], following: _Following) -> ChoiceTree:
        """The tree of what follows *picks*."""
        tree, below = self._question(picks, following)
        _fill_entries(tree, "")
        self.bytes_left -= self._written(tree)
        self.nodes -= len(tree.entries)
        waiting = deque([(picks, "", tree, below)])
        while waiting and self.misfits:
            picks, first, asked, below = waiting.popleft()
            for branch, after in zip(asked.branches, below, strict=False):
                if branch.action or not self.misfits:
                    continue
                path = (*picks, branch.pick.value)
                square = first or branch.pick.square
                then, further = self._question(path, after)
                if self._takes(then, square):
                    branch.then = then
                    waiting.append((path, square, then, further))
        return tree

    def _takes(self, tree: ChoiceTree, first: str) -> bool:
        """Whether there is room for a question, which is then taken."""
        _fill_entries(tree, first)
        size = self._written(tree)
        if len(tree.entries) > self.nodes or size > self.bytes_left:
            self.misfits -= 1
            return False
        self.bytes_left -= size
        self.nodes -= len(tree.entries)
        self.known.update([tree.asked, *[entry.deed for entry in tree.entries]])
        return True

    def _written(self, tree: ChoiceTree) -> int:
        """How many more bytes a tree takes with a question when it is written down; rather too many than too few."""
        gather, size = tree.gather, _NODE_BYTES
        if tree.asked not in self.known:
            size += _TEXT_BYTES + len(tree.asked.encode())
        if gather is not None:
            size += _GATHER_BYTES + len(f"{gather.question}{gather.last}".encode())
            size += sum([_NAME_BYTES + len(name) for name in (*gather.squares, *gather.chosen)])
        for deed, squares, _ in tree.entries:
            size += _ENTRY_BYTES + len(" ".join(squares))
            if deed not in self.known:
                size += _DEED_BYTES + _TEXT_BYTES * len(deed) + len("".join(deed).encode())
        return size

    def _question(self, picks: tuple[str, ...], following: _Following) -> tuple[ChoiceTree, list[_Following]]:
        """A question with its picks, and what follows each of these."""
        if isinstance(following, Choices):
            return self._asked(picks, following)
        place, rules = len(picks), self.rules
        groups: dict[str, _Ways] = {}
        for found in following:
            groups.setdefault(found[0][place].value, []).append(found)
        question = rules.question(self.draft, picks, [action for _, action in following])
        below = sorted(groups.values(), key=lambda ways: place_of(ways[-1][0][place]))
        branches = [
            Branch(ways[-1][0][place], rules.write_action(ways[0][1]) if len(ways[0][0]) == place + 1 else "")
            for ways in below
        ]
        return ChoiceTree(question, branches), [*below]

    def _asked(self, picks: tuple[str, ...], choices: Choices[Any]) -> tuple[ChoiceTree, list[_Following]]:
        if choices.gather is not None:
            return ChoiceTree(choices.question, gather=choices.gather), []
        if len(choices.picks) > self.nodes:
            # Stacks of hundreds of chips can be set up: where there is no room, nothing is looked at.
            return ChoiceTree(choices.question, list(map(Branch, choices.picks))), []
        tree = ChoiceTree(choices.question, [Branch(pick) for pick in choices.picks])
        if sum(len(branch.pick.label) for branch in tree.branches) > self.bytes_left:
            # Nobody will see what follows.
            return tree, []
        found = [_following(self.rules, self.draft, (*picks, pick.value)) for pick in choices.picks]
        for branch, after in zip(tree.branches, found, strict=True):
            branch.action = self._finished(after)
        return tree, found

    def _finished(self, following: _Following) -> str:
        if isinstance(following, Choices) and following.action is not None:
            return self.rules.write_action(following.action)
        return ""


def choice_tree(rules: AnyRules, draft: AnyDraft, picks: tuple[str, ...] = ()) -> ChoiceTree | None:
    """
    What may follow *picks* in *draft*; None if nothing may follow any more.

    :raises IllegalError: the picks lead nowhere, because they are old or were made up.
    """
    following = _following(rules, draft, picks)
    tree = _Growing(rules, draft).grow(picks, following)
    return tree if tree.branches or tree.gather else None


def _following(rules: AnyRules, draft: AnyDraft, picks: tuple[str, ...]) -> _Following:
    """What *picks* lead to: every action with all of its picks, where a game lists them, which takes one pass."""
    found = rules.ways(draft, picks)
    return rules.choices(draft, picks) if found is None else ways_on(picks, found)
