"""
The choices of the next action as a tree: a question, what can be picked, and so on down to finished actions.

A tree is small enough to be sent with a page, however many actions there are. It grows level by level, so that what can
be picked first is always there; a question for which there is no room is left out, and is asked for by its picks.

Most picks differ in their squares alone: those are one entry, with signs in the place of the squares.
"""

from collections import deque
from collections.abc import Sequence
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
What picks are that differ in their squares alone: label, action, value, kind and group.

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
    asked: str
    """The question, with signs for the squares of entries."""
    branches: list[Branch] = field(default_factory=list)
    entries: "list[Entry]" = field(default_factory=list)
    """The branches, those together that differ in their squares alone."""
    gather: Gathering | None = None
    """The set of squares that is picked instead, in any order; what follows them is asked for."""


class Entry(NamedTuple):
    """Branches that are written down together; only finished actions are more than one."""

    deed: Deed
    squares: list[str]
    """Of one pick beside the board, an empty name."""
    branch: Branch
    """The first of them."""


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
        tree, below = self._question(picks, "", following)
        self.bytes_left -= self._written(tree)
        self.nodes -= len(tree.entries)
        waiting = deque([(picks, "", tree, below)])
        while waiting and self.misfits:
            picks, first, asked, below = waiting.popleft()
            for branch, after in zip(asked.branches, below, strict=False):
                if branch.action or not self.misfits:
                    continue
                path, square = (*picks, branch.pick.value), first or branch.pick.square
                then, further = self._question(path, square, after)
                if self._takes(then):
                    branch.then = then
                    waiting.append((path, square, then, further))
        return tree

    def _takes(self, tree: ChoiceTree) -> bool:
        """Whether there is room for a question, which is then taken."""
        size = self._written(tree)
        if len(tree.entries) > self.nodes or size > self.bytes_left:
            self.misfits -= 1
            return False
        self.bytes_left -= size
        self.nodes -= len(tree.entries)
        self.known.add(tree.asked)
        self.known.update([entry.deed for entry in tree.entries])
        return True

    def _written(self, tree: ChoiceTree) -> int:
        """How many more bytes a tree takes with a question when it is written down; rather too many than too few."""
        gather, known, size = tree.gather, self.known, _NODE_BYTES
        if tree.asked not in known:
            size += _TEXT_BYTES + len(tree.asked.encode())
        if gather is not None:
            size += _GATHER_BYTES + len(f"{gather.question}{gather.last}".encode())
            size += sum([_NAME_BYTES + len(name) for name in (*gather.squares, *gather.chosen)])
        for deed, squares, _ in tree.entries:
            size += _ENTRY_BYTES + len(" ".join(squares))
            if deed not in known:
                size += _DEED_BYTES + _TEXT_BYTES * len(deed) + len("".join(deed).encode())
        return size

    def _question(
        self, picks: tuple[str, ...], first: str, following: _Following
    ) -> tuple[ChoiceTree, Sequence[_Following]]:
        """A question with its picks, and what follows each of these as far as it was looked at."""
        if isinstance(following, Choices):
            return self._offered(picks, first, following)
        rules, place = self.rules, len(picks)
        groups: dict[str, _Ways] = {}
        for way in following:
            value = way[0][place].value
            if value in groups:
                groups[value].append(way)
            else:
                groups[value] = [way]
        below = sorted(groups.values(), key=lambda ways: place_of(ways[-1][0][place]))
        branches = []
        for ways in below:
            (clicks, action), pick = ways[0], ways[-1][0][place]
            branches.append(Branch(pick, rules.write_action(action) if len(clicks) == place + 1 else ""))
        question = rules.question(self.draft, picks, [action for _, action in following])
        return _tree(question, branches, first), below

    def _offered(
        self, picks: tuple[str, ...], first: str, choices: Choices[Any]
    ) -> tuple[ChoiceTree, Sequence[_Following]]:
        question = choices.question
        if choices.gather is not None:
            return ChoiceTree(question, question, gather=choices.gather), ()
        branches, below = list(map(Branch, choices.picks)), list[_Following]()
        # Stacks of hundreds of chips can be set up: where there is no room, nothing is looked at.
        if len(branches) <= self.nodes and sum([len(pick.label) for pick in choices.picks]) <= self.bytes_left:
            for branch in branches:
                after = _following(self.rules, self.draft, (*picks, branch.pick.value))
                if isinstance(after, Choices) and after.action is not None:
                    branch.action = self.rules.write_action(after.action)
                below.append(after)
        return _tree(question, branches, first), below


def _tree(question: str, branches: list[Branch], first: str) -> ChoiceTree:
    """
    A question with its picks, and the same in few words.

    :param first: the square of the first pick that led here; empty if the tree begins with it.
    """
    entries = _entries(branches, first)
    return ChoiceTree(question, _asked(question, entries), branches, entries)


def _entries(branches: list[Branch], first: str) -> list[Entry]:
    """*branches* in few words."""
    alike: dict[Deed, list[str]] = {}
    found = []
    for branch in branches:
        square, deed = branch.pick.square, _deed(branch.pick, branch.action, first)
        together = alike.get(deed)
        if together is not None:
            together.append(square)
            continue
        squares = [square]
        if square and branch.action:
            alike[deed] = squares
        found.append(Entry(deed, squares, branch))
    return found


def _deed(pick: Pick, action: str, first: str) -> Deed:
    label, value, square = pick.label, pick.value, pick.square
    if square:
        label = "" if label == square else label.replace(square, OWN_SQUARE)
        value = "" if value == square else value.replace(square, OWN_SQUARE)
        if action:
            action = action.replace(square, OWN_SQUARE)
    if first and action:
        action = action.replace(first, FIRST_SQUARE)
    if pick.group:
        return label, action, value, pick.kind, pick.group
    if pick.kind:
        return label, action, value, pick.kind
    return (label, action, value) if value else (label, action) if action else (label,)


def _asked(question: str, entries: list[Entry]) -> str:
    """*question* with signs for the squares of *entries*."""
    asked = question
    for number, (_, squares, branch) in enumerate(entries[:_NUMBERED]):
        if branch.action and squares[0] and squares[0] in question:
            names = f" {', '.join(sorted(squares))}"
            if names in asked:
                for end in _ENDS:
                    asked = asked.replace(names + end, f" {SQUARES}{number}{end}", 1)
    return asked


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
