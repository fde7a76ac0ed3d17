"""Turns of Kerd in words, and the beginnings that are possible, for letters."""

from corr.games.guide import hint_lines
from corr.games.kerd.actions import Action, Castling, Choice, Execute, Pair, Reveal, Step, brought_kind, write_action
from corr.games.kerd.draft import KerdDraft, begins
from corr.games.kerd.lines import corners, ring, way_to
from corr.games.kerd.position import SIDES, SUSPECTS, Kind, kind_on
from corr.games.kerd.squares import NAMES, names
from corr.games.seats import other


def description(draft: KerdDraft, action: Action) -> str:
    """*action*, about to be made in *draft*, in words."""
    if isinstance(action, Step):
        return _step_in_words(draft, action)
    if isinstance(action, Pair):
        text = f"Commander Pawn on {NAMES[action.commander]} moves to {NAMES[action.commander_goal]} together with the "
        return f"{text}Pawn on {NAMES[action.pawn]}, which goes to {NAMES[action.pawn_goal]}{_replaced(action.brought)}"
    if isinstance(action, Castling):
        side = "short" if action.text == "O-O" else "long"
        towers = f"the Tower on {NAMES[action.tower]} goes to {NAMES[action.tower_goal]}"
        return f"King on {NAMES[action.king]} castles {side} to {NAMES[action.king_goal]}, and {towers}"
    piece = f"{kind_on(draft.position.kinds, action.square).title} on {NAMES[action.square]}"
    side, opponent = SIDES[draft.seat], SIDES[other(draft.seat)]
    if isinstance(action, Choice):
        return f"{opponent}’s {piece} is named as {side}’s infiltrator"
    if isinstance(action, Reveal):
        return f"{side}’s infiltrator is revealed: the {piece} changes its colour where it stands"
    fate = "is gone for good" if draft.position.kinds[Kind.PAWN] & action.square else "goes to the reserve"
    return f"{side} executes the own {piece}, which {fate}"


def _step_in_words(draft: KerdDraft, step: Step) -> str:
    position = draft.position
    kind = kind_on(position.kinds, step.source)
    piece, goal = f"{kind.title} on {NAMES[step.source]}", NAMES[step.goal]
    replaced = _replaced(step.brought)
    if step.goal & position.sides[other(draft.seat)]:
        victim = f"{SIDES[other(draft.seat)]}’s {kind_on(position.kinds, step.goal).title}"
        if kind is Kind.COMMANDER and step.goal == position.recapture:
            reason = "" if corners(draft.seat, step.source) & step.goal else ", which has just captured a Pawn there"
            return f"{piece} recaptures {victim} on {goal}{reason}"
        return f"{piece} captures {victim} on {goal}{replaced}"
    if kind is Kind.JUMPER and not ring(step.source) & step.goal:
        over = way_to(step.source, step.goal)[-2]
        owner = SIDES[draft.seat if over & position.sides[draft.seat] else other(draft.seat)]
        return f"{piece} jumps over {owner}’s {kind_on(position.kinds, over).title} on {NAMES[over]} to {goal}"
    return f"{piece} moves to {goal}{replaced}"


def _replaced(brought: str) -> str:
    return f" and is replaced by a {brought_kind(brought).title} from the reserve" if brought else ""


# -- hints ------------------------------------------------------------------------------------------------------


def hints(draft: KerdDraft) -> tuple[str, ...]:
    """The legal beginnings, one line for each piece that may move, and one each for revealing and executing."""
    found: dict[int, list[Action]] = {}
    special: dict[type[Action], int] = {}
    for action in draft.actions():
        if isinstance(action, (Choice, Execute, Reveal)):
            special[type(action)] = special.get(type(action), 0) | action.square
        else:
            found.setdefault(begins(action), []).append(action)
    lines = [_piece_hint(draft, source, found[source]) for source in sorted(found)]
    return hint_lines(lines, _special_hints(draft, special), left="more pieces can move")


def _piece_hint(draft: KerdDraft, source: int, actions: list[Action]) -> str:
    steps = [action for action in actions if isinstance(action, Step)]
    quiet = sum({step.goal for step in steps if step.sign == "-"})
    taken = sum({step.goal for step in steps if step.sign == "x"})
    ways = [f"{word} {', '.join(names(goals))}" for word, goals in (("to", quiet), ("captures on", taken)) if goals]
    ways += _brought_ways(steps) + _pair_ways([action for action in actions if isinstance(action, Pair)])
    ways += [f"castles {action.text}" for action in actions if isinstance(action, Castling)]
    return f"{kind_on(draft.position.kinds, source).title} from {NAMES[source]}: {'; '.join(ways)}"


def _brought_ways(steps: list[Step]) -> list[str]:
    """By what a Pawn may be replaced."""
    ways: dict[int, list[Step]] = {}
    for step in steps:
        if step.brought:
            ways.setdefault(step.goal, []).append(step)
    return [
        f"may be replaced on {NAMES[goal]} by {', '.join(brought_kind(step.brought).title for step in brought)}, "
        f"like {write_action(brought[0])}"
        for goal, brought in ways.items()
    ]


def _pair_ways(pairs: list[Pair]) -> list[str]:
    """With which Pawns a Commander Pawn may go, and where."""
    ways: dict[int, list[str]] = {}
    for pair in pairs:
        if not pair.brought:
            ways.setdefault(pair.pawn, []).append(write_action(pair))
    found = [f"with the Pawn on {NAMES[pawn]} {', '.join(pairs)}" for pawn, pairs in ways.items()]
    replaced = {NAMES[pair.pawn_goal]: write_action(pair) for pair in reversed(pairs) if pair.brought}
    return found + [f"that Pawn may be replaced on {goal}, like {text}" for goal, text in replaced.items()]


def _special_hints(draft: KerdDraft, special: dict[type[Action], int]) -> list[str]:
    named = {kind: ", ".join(names(squares)) for kind, squares in special.items()}
    lines = []
    if Choice in named:
        lines.append(f"name {SUSPECTS} of {SIDES[other(draft.seat)]} as infiltrator: {named[Choice]}")
    if Reveal in named:
        lines.append(f"the infiltrator may be revealed: reveal {named[Reveal]}")
    if Execute in named:
        like = f"like execute {named[Execute].partition(',')[0]}"
        lines.append(f"instead of a move, one own piece may be executed, {like}: {named[Execute]}")
    return lines
