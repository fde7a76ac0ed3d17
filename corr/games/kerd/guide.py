"""
Turns of Kerd in words, the board as it is shown, hints, and turns built click by click.

First the piece is clicked, then its target. A Commander Pawn may be joined by a Pawn before that (`with-F3`), and a
Pawn that comes back from air may be replaced after it (`=Q`, or `leave`). Revealing and executing begin with a button
beside the board and end with a confirmation, since they cannot be taken back.
"""

from functools import cache

from corr.games.api import Rules
from corr.games.drawing import read_drawings
from corr.games.grid import each
from corr.games.guide import Pick, Ways, hint_lines, square_pick
from corr.games.kerd.actions import CAPTURE, Action, Castling, Choice, Execute, Pair, Reveal, Step, brought_kind
from corr.games.kerd.attacks import may_recapture
from corr.games.kerd.draft import KerdDraft, begins, told_by
from corr.games.kerd.lines import corners, ring, way_to
from corr.games.kerd.moves import may_return
from corr.games.kerd.position import (
    BITS,
    GRID,
    HIDDEN,
    LOST,
    NAMES,
    REVEALED,
    SIDES,
    SUSPECTS,
    UNCHOSEN,
    WATER,
    Kind,
    Position,
    counted,
    kind_on,
    names,
    region,
)
from corr.games.scene import Check, Material, Piece, Region, Scene, Square, Trace
from corr.games.seats import FIRST, SECOND, Seat, other

_REGIONS = (Region("air", ":", "air"), Region("land", ".", "land"), Region("water", "~", "water"))
_EMPTY = {BITS[name]: Square(name, (), region(BITS[name])) for name in GRID.names}
_HOMES = {FIRST: "1", SECOND: "12"}
SIGNS = read_drawings(__file__)
"""The signs on Kerd’s pieces that no other game has."""


class KerdGuide(Rules[Position, Action, KerdDraft]):
    """The part of the rules that is for people."""

    def scene(self, draft: KerdDraft) -> Scene:
        """The board before or after the action of *draft*."""
        position = draft.result or draft.position
        notes, turn_notes, checks = _notes(position), _turn_notes(position), _checks(position)
        alerts = (f"{SIDES[position.seat or FIRST]} is in check.",) if checks else ()
        marked = self.touched_by([draft])
        return Scene(
            GRID.rows,
            GRID.columns,
            _squares(position),
            _REGIONS,
            notes,
            turn_notes,
            alerts,
            marked,
            checks,
            _material(position),
            _counts(position),
            "infiltrators",
        )

    def touched(self, action: Action) -> tuple[str, ...]:
        """The names of the squares that *action* uses; none for a choice, which must not show."""
        if isinstance(action, Castling):
            return tuple(NAMES[bit] for bit in (action.king, action.king_goal, action.tower, action.tower_goal))
        if isinstance(action, Pair):
            return tuple(NAMES[bit] for bit in (action.commander, action.commander_goal, action.pawn, action.pawn_goal))
        return () if isinstance(action, Choice) else super().touched(action)

    def trace(self, draft: KerdDraft, action: Action) -> Trace:
        path = self.touched(action)
        if isinstance(action, (Pair, Castling)):
            return Trace(path[:2], further=(path[2:],))
        if isinstance(action, Reveal):
            return Trace(path, converted=path)
        if not isinstance(action, Step):
            return Trace(path, path)
        jumped = _jumped(draft.position, action)
        return Trace((path[0], NAMES[jumped], path[1]) if jumped else path, path[1:] if action.sign == CAPTURE else ())

    def describe(self, draft: KerdDraft, action: Action) -> str:
        if isinstance(action, Step):
            return _step_in_words(draft, action)
        if isinstance(action, Pair):
            first = f"Commander Pawn on {NAMES[action.commander]} moves to {NAMES[action.commander_goal]}"
            second = f"the Pawn on {NAMES[action.pawn]}, which goes to {NAMES[action.pawn_goal]}"
            return f"{first} together with {second}{_replaced(action.brought)}"
        if isinstance(action, Castling):
            side = "short" if action.text == "O-O" else "long"
            towers = f"the Tower on {NAMES[action.tower]} goes to {NAMES[action.tower_goal]}"
            return f"King on {NAMES[action.king]} castles {side} to {NAMES[action.king_goal]}, and {towers}"
        piece = draft.position.piece(action.square)
        side, opponent = SIDES[draft.seat], SIDES[other(draft.seat)]
        if isinstance(action, Choice):
            return f"{opponent}’s {piece} is named as {side}’s infiltrator"
        if isinstance(action, Reveal):
            return f"{side}’s infiltrator is revealed: the {piece} changes its colour where it stands"
        fate = "is gone for good" if draft.position.kinds[Kind.PAWN] & action.square else "goes to the reserve"
        return f"{side} executes the own {piece}, which {fate}"

    def chosen(self, draft: KerdDraft) -> str:
        return " and ".join(
            f"the {draft.position.piece(action.square)}" for action in draft.made if isinstance(action, Choice)
        )

    def hints(self, draft: KerdDraft) -> tuple[str, ...]:
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

    def ways(self, draft: KerdDraft, picks: tuple[str, ...]) -> Ways[Action]:  # noqa: ARG002 - all are soon listed
        return [(self.clicks(draft, action), action) for action in draft.actions()]

    def clicks(self, draft: KerdDraft, action: Action) -> tuple[Pick, ...]:
        source = square_pick(NAMES[begins(action)])
        if isinstance(action, (Step, Pair, Castling)):
            return source, *_goal_clicks(action), *_replacing(draft, action)
        if isinstance(action, Choice):
            return (source,)
        if isinstance(action, Reveal):
            confirmation = Pick("yes", f"Yes, reveal the {draft.position.piece(action.square)}", kind="confirm")
            return Pick("reveal", "reveal your infiltrator"), confirmation
        confirmation = Pick("yes", f"Yes, execute the {draft.position.piece(action.square)}", kind="confirm")
        return Pick("execute", "execute a piece of your own"), source, confirmation

    def question(self, draft: KerdDraft, picks: tuple[str, ...], actions: list[Action]) -> str:
        if draft.position.seat is None:
            infiltrator = "Choose your infiltrator: one of your opponent’s pieces."
            return infiltrator if actions else "Your infiltrator is chosen."
        if not picks:
            return "Choose a piece." if actions else "No turn is possible."
        if isinstance(actions[0], (Reveal, Execute)):
            return _confirming(draft, picks, actions[0].square)
        if len(picks) == 1:
            may_join = any(isinstance(action, Pair) for action in actions)
            return "Where to, or together with a Pawn?" if may_join else "Where to?"
        if isinstance(actions[0], Pair) and len(picks) < len(("commander", "pawn", "goal")):
            return "Where does the Commander Pawn go? The Pawn goes as far."
        return "Replace the Pawn with a piece from your reserve?"


# -- words -----------------------------------------------------------------------------------------------------


def _step_in_words(draft: KerdDraft, step: Step) -> str:
    position = draft.position
    kind = kind_on(position.kinds, step.source)
    piece, goal = position.piece(step.source), NAMES[step.goal]
    replaced = _replaced(step.brought)
    if step.goal & position.sides[other(draft.seat)]:
        victim = f"{SIDES[other(draft.seat)]}’s {kind_on(position.kinds, step.goal).title}"
        if kind is Kind.COMMANDER and step.goal == position.recapture:
            reason = "" if corners(draft.seat, step.source) & step.goal else ", which has just captured a Pawn there"
            return f"{piece} recaptures {victim} on {goal}{reason}"
        return f"{piece} captures {victim} on {goal}{replaced}"
    over = _jumped(position, step)
    if over:
        owner = SIDES[draft.seat if over & position.sides[draft.seat] else other(draft.seat)]
        return f"{piece} jumps over {owner}’s {position.piece(over)} to {goal}"
    return f"{piece} moves to {goal}{replaced}"


def _jumped(position: Position, step: Step) -> int:
    """The square over which a Jumper jumps; 0 if it does not."""
    jumps = step.source & position.kinds[Kind.JUMPER] & ~ring(step.goal)
    return way_to(step.source, step.goal)[-2] if jumps else 0


def _replaced(brought: str) -> str:
    return f" and is replaced by a {brought_kind(brought).title} from the reserve" if brought else ""


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
        f"like {brought[0]}"
        for goal, brought in ways.items()
    ]


def _pair_ways(pairs: list[Pair]) -> list[str]:
    """With which Pawns a Commander Pawn may go, and where."""
    ways: dict[int, list[str]] = {}
    for pair in pairs:
        if not pair.brought:
            ways.setdefault(pair.pawn, []).append(str(pair))
    found = [f"with the Pawn on {NAMES[pawn]} {', '.join(pairs)}" for pawn, pairs in ways.items()]
    replaced = {NAMES[pair.pawn_goal]: str(pair) for pair in reversed(pairs) if pair.brought}
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


# -- the board -------------------------------------------------------------------------------------------------


def worth_knowing(position: Position) -> int:
    """The squares of unmoved pieces that may do what they could not once they moved: a first move, or castling."""
    kinds, unmoved = position.kinds, position.unmoved
    # In water a first move is no longer than any other.
    found = (kinds[Kind.PAWN] | kinds[Kind.COMMANDER]) & unmoved & ~WATER
    for seat, rank in _HOMES.items():
        own = position.sides[seat] & unmoved
        king, towers = kinds[Kind.KING] & own, kinds[Kind.TOWER] & own & (BITS["A" + rank] | BITS["L" + rank])
        if king == BITS["G" + rank] and towers:
            found |= king | towers
    return found


def _squares(position: Position) -> tuple[Square, ...]:
    squares, unmoved = dict(_EMPTY), worth_knowing(position)
    for kind in Kind:
        for seat in (FIRST, SECOND):
            for bit in each(position.kinds[kind] & position.sides[seat]):
                piece = _piece(kind, seat, bool(unmoved & bit), bit in position.marks)
                squares[bit] = Square(NAMES[bit], (piece,), region(bit))
    return tuple(squares.values())


@cache
def _piece(kind: Kind, seat: Seat, is_unmoved: bool, is_infiltrator: bool) -> Piece:  # noqa: FBT001 - a key
    marks = [mark for mark, has in (("unmoved", is_unmoved), ("infiltrator", is_infiltrator)) if has]
    shape, letter = kind.name.lower(), kind.letter if seat == FIRST else kind.letter.lower()
    return Piece(seat, shape, letter, f"{SIDES[seat]} {kind.title}", frozenset(marks), sign=SIGNS.get(shape, ()))


def _checks(position: Position) -> tuple[Check, ...]:
    """The check in which the player to move is, if it is in one."""
    seat = position.seat
    checkers = 0 if seat is None else KerdDraft(position, seat, (), None).guard().checkers
    king = position.kinds[Kind.KING] & position.sides[seat or FIRST]
    return (Check(NAMES[king], tuple(names(checkers))),) if checkers else ()


def _notes(position: Position) -> tuple[str, ...]:
    """What is known of the infiltrators, in one line."""
    return ("Infiltrators: " + "; ".join(_infiltrator(position, seat) for seat in (FIRST, SECOND)),)


def _counts(position: Position) -> tuple[str, ...]:
    full = [seat for seat in (FIRST, SECOND) if position.reserves[seat]]
    return tuple(f"{SIDES[seat]}’s reserve: {counted(position.reserves[seat])}" for seat in full)


def _material(position: Position) -> tuple[Material, ...]:
    """The Pawns of each seat, and what it can bring back."""
    found = []
    for seat in (FIRST, SECOND):
        own, reserve = position.sides[seat], position.reserves[seat].upper()
        pawns = [(kind, (position.kinds[kind] & own).bit_count()) for kind in (Kind.PAWN, Kind.COMMANDER)]
        back = [(kind, reserve.count(kind.letter)) for kind in Kind]
        for title, counts in (("Pawns", pawns), ("reserve", back)):
            pieces = tuple((_piece(kind, seat, False, False), count) for kind, count in counts if count)  # noqa: FBT003 - a key
            found += [Material(seat, title, pieces)] if pieces else []
    return tuple(found)


def _turn_notes(position: Position) -> tuple[str, ...]:
    """What only this turn may do, in one line at most."""
    if position.seat is None:
        return ("Each player names one of the opponent’s pieces as their infiltrator",)
    return _recapture(position, position.seat) or _revealing(position)


def _revealing(position: Position) -> tuple[str, ...]:
    """Whether infiltrators may be revealed, while there is one."""
    if set(position.marks) <= {UNCHOSEN, REVEALED, LOST}:
        return ()
    if position.checked:
        return ("There has been a check: an infiltrator may be revealed",)
    return ("No infiltrator may be revealed before the first check",)


def _recapture(position: Position, seat: Seat) -> tuple[str, ...]:
    """Whether a Pawn was just captured where it may be avenged."""
    if not position.recapture or not may_recapture(position.kinds, position.recapture, position.sides[seat]):
        return ()
    return (f"A Pawn was just captured on {NAMES[position.recapture]}, next to a Commander Pawn of {SIDES[seat]}",)


def _infiltrator(position: Position, chooser: Seat) -> str:
    """What is known of a player's infiltrator."""
    mark, side = position.marks[chooser], SIDES[chooser]
    told = {
        # A draft does not know whether the other player has handed one in, which they may still change.
        UNCHOSEN: f"{side}’s is being chosen" if position.seat is None else f"{side} has none",
        REVEALED: f"{side}’s was revealed",
        LOST: f"{side}’s was lost",
        HIDDEN: f"{side}’s is secret",
    }
    return told[mark] if mark in told else f"{side}’s is the {position.piece(mark)}"


# -- clicks ----------------------------------------------------------------------------------------------------


def _goal_clicks(action: Step | Pair | Castling) -> tuple[Pick, ...]:
    """Where the piece that was clicked goes, and before that with whom."""
    goal = NAMES[told_by(action)]
    if isinstance(action, Pair):
        pawn = NAMES[action.pawn]
        together = Pick(f"with-{pawn}", f"together with the Pawn on {pawn}", kind="way")
        return together, Pick(goal, f"{goal}, and the Pawn to {NAMES[action.pawn_goal]}", goal)
    if isinstance(action, Castling):
        return (Pick(goal, f"{goal} – castle, {action}", goal),)
    return (Pick(goal, f"{goal} – capture", goal) if action.sign == CAPTURE else square_pick(goal),)


def _replacing(draft: KerdDraft, action: Step | Pair | Castling) -> tuple[Pick, ...]:
    """What replaces a Pawn that comes back, if anything may."""
    if isinstance(action, Castling) or not may_return(draft.position, action):
        return ()
    if action.brought:
        return (Pick(f"={action.brought}", f"replace it with the {brought_kind(action.brought).title}", kind="way"),)
    return (Pick("leave", "keep the Pawn", kind="way"),)


def _confirming(draft: KerdDraft, picks: tuple[str, ...], square: int) -> str:
    """What is asked before a piece is revealed or executed, or which is to be executed."""
    end = "This uses your turn and can’t be undone."
    if picks == ("reveal",):
        return f"Reveal your infiltrator, the {draft.position.piece(square)}? It becomes yours where it stands. {end}"
    if picks == ("execute",):
        return "Which piece do you want to execute as a suspected infiltrator?"
    fate = "is gone for good" if draft.position.kinds[Kind.PAWN] & square else "goes to your reserve"
    return f"Execute your own {draft.position.piece(square)}? It {fate}. {end}"
