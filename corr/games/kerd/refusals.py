"""
Why an action of Kerd cannot be played: the sentences that teach the rules.

What is legal is not decided here. An action that the draft does not let pass is looked at until the rule that it
breaks is found. Nothing here looks at what the opponent has chosen in secret.
"""

from collections.abc import Iterator

from corr.errors import Refusal
from corr.games.grid import each
from corr.games.guide import few
from corr.games.kerd.actions import CAPTURE, MOVE, Action, Castling, Choice, Execute, Pair, Reveal, Step, write_action
from corr.games.kerd.draft import KerdDraft
from corr.games.kerd.faults import castling_fault, danger, execution_fault, pair_fault, reveal_fault
from corr.games.kerd.moves import king_goals, moves
from corr.games.kerd.position import HIDDEN, SAMPLE_CHOICES, SIDES, SUSPECTS, UNCHOSEN, Kind, kind_on
from corr.games.kerd.squares import NAMES
from corr.games.kerd.step_faults import way_fault
from corr.games.seats import other


def refusal(draft: KerdDraft, action: Action) -> Refusal:
    """Why *action*, which is not legal, cannot be played next in *draft*, and what could instead."""
    closed = _closed(draft, action)
    if closed:
        return Refusal(closed)
    if draft.position.turn is None:
        return Refusal(_choice_fault(draft, action), *_legal(draft, action))
    if isinstance(action, Choice):
        sentence = "Infiltrators are named before the first turn only; the game goes on with moves."
        return Refusal(sentence, *_legal(draft, action))
    idle = _idle(draft, action)
    return (
        Refusal(f"{_fault(draft, action)} {idle}") if idle else Refusal(_fault(draft, action), *_legal(draft, action))
    )


def _idle(draft: KerdDraft, action: Action) -> str:
    """That the piece which would move has no move at all; empty if it has one."""
    if not isinstance(action, Step) or not action.source & draft.position.sides[draft.seat]:
        return ""
    if any(_moving(draft, action.source)):
        return ""
    return (
        f"The {kind_on(draft.position.kinds, action.source).title} on {NAMES[action.source]} has no legal move at all."
    )


def _closed(draft: KerdDraft, action: Action) -> str | None:
    """Why nothing at all can be played, if that is so."""
    position, seat = draft.position, draft.seat
    if draft.made:
        return _second_action(draft, action)
    if position.turn is None:
        chosen = f"{SIDES[seat]}’s infiltrator is chosen already; {SIDES[other(seat)]} is still to choose one."
        return chosen if position.marks[seat] != UNCHOSEN else None
    if position.turn != seat:
        return f"It is {SIDES[position.turn]}’s turn."
    if draft.has_action() or position.marks[seat] == HIDDEN:
        return None
    return "The game is over."


def _second_action(draft: KerdDraft, action: Action) -> str:
    """That a turn has one action, and how two pieces move in one."""
    sentence = "A turn of this game has one action."
    (first,) = draft.made
    if not (isinstance(first, Step) and isinstance(action, Step)):
        return sentence
    pawns, commanders, *_ = draft.position.kinds
    both = first.source | action.source
    if both & commanders and both & pawns:
        return f"{sentence} A Commander Pawn and a Pawn that move together are written like F2-F3&F3-F4."
    return sentence


def _choice_fault(draft: KerdDraft, action: Action) -> str:
    """Why something cannot be played while the infiltrators are chosen."""
    kinds, side, opponent = draft.position.kinds, SIDES[draft.seat], SIDES[other(draft.seat)]
    if not isinstance(action, Choice):
        return (
            f"Before the first turn {side} names one of {opponent}’s pieces as infiltrator; write it like "
            f"infiltrator {SAMPLE_CHOICES[draft.seat]}."
        )
    name = NAMES[action.square]
    if not action.square & (draft.position.sides[0] | draft.position.sides[1]):
        return f"There is no piece on {name}."
    title = kind_on(kinds, action.square).title
    if action.square & draft.position.sides[draft.seat]:
        return f"The {title} on {name} is {side}’s own; an infiltrator is one of {opponent}’s pieces."
    return f"A {title} cannot be an infiltrator; only {SUSPECTS} can."


def _fault(draft: KerdDraft, action: Action) -> str:
    """The rule that a turn breaks."""
    if isinstance(action, Step):
        return _step_fault(draft, action)
    if isinstance(action, Pair):
        stranger = _stranger(draft, action.commander) or _stranger(draft, action.pawn)
        return stranger or pair_fault(draft, action) or danger(draft, action)
    if isinstance(action, Castling):
        return castling_fault(draft, action)
    if isinstance(action, Reveal):
        return reveal_fault(draft, action) or danger(draft, action)
    assert isinstance(action, Execute)
    return _stranger(draft, action.square) or execution_fault(draft, action) or danger(draft, action)


def _step_fault(draft: KerdDraft, step: Step) -> str:
    """The rule that a move of one piece breaks."""
    position, seat = draft.position, draft.seat
    stranger = _stranger(draft, step.source)
    if stranger:
        return stranger
    kind = kind_on(position.kinds, step.source)
    if step.source == step.goal:
        return f"The {kind.title} on {NAMES[step.source]} must leave its square."
    if step.goal & position.sides[seat]:
        return f"{NAMES[step.goal]} is taken by {SIDES[seat]}’s own {kind_on(position.kinds, step.goal).title}."
    if (step.sign == CAPTURE) != bool(step.goal & position.sides[other(seat)]):
        right = Step(MOVE if step.sign == CAPTURE else CAPTURE, step.source, step.goal, step.brought)
        return f"That is written {write_action(right)}."
    goals = sum(goals for known, goals in moves(position, step.source) if known.get(step.goal) == step)
    if kind is Kind.KING and not step.brought:
        goals = king_goals(position)
    return danger(draft, step) if step.goal & goals else way_fault(position, seat, step)


def _stranger(draft: KerdDraft, square: int) -> str | None:
    """Why the player may not move what stands on *square*, if it is not the player's."""
    position, name = draft.position, NAMES.get(square, "")
    if square & position.sides[draft.seat]:
        return None
    if square & position.sides[other(draft.seat)]:
        title = kind_on(position.kinds, square).title
        return f"The {title} on {name} is {SIDES[other(draft.seat)]}’s, and it is {SIDES[draft.seat]}’s turn."
    return f"There is no piece on {name}."


# -- what would be legal ----------------------------------------------------------------------------------------


def _legal(draft: KerdDraft, action: Action) -> tuple[tuple[str, ...], bool]:
    """What the same piece may do, or the like, or where there is none, anything."""
    if draft.position.turn is None:
        return few(write_action(legal) for legal in draft.actions() if isinstance(legal, Choice))
    if isinstance(action, (Choice, Reveal, Execute)):
        found = few(write_action(legal) for legal in draft.actions() if isinstance(legal, type(action)))
        return found if found[0] else few(map(write_action, _moving(draft, -1)))
    source = (
        action.source if isinstance(action, Step) else action.commander if isinstance(action, Pair) else action.king
    )
    found = few(write_action(legal) for legal in _moving(draft, source))
    if found[0] or isinstance(action, Castling):
        return found
    goal = action.goal if isinstance(action, Step) else action.commander_goal
    found = few(write_action(legal) for legal in _moving(draft, -1) if isinstance(legal, Step) and legal.goal == goal)
    return found if found[0] else few(map(write_action, _moving(draft, -1)))


def _moving(draft: KerdDraft, among: int) -> Iterator[Action]:
    """The legal moves of the pieces on some squares, without executing and revealing."""
    for known, goals in draft.reached(among):
        for goal in each(goals):
            if not isinstance(known[goal], (Execute, Reveal)):
                yield known[goal]
