"""Actions of Kyo in words, the board as it is shown, and the beginnings that are possible, for letters."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from corr.games.api import Rules
from corr.games.guide import hint_lines
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.effects import cleared
from corr.games.kyo.position import SIDES, Position
from corr.games.kyo.signs import SIGNS
from corr.games.kyo.stacks import DARK, LIGHT, LOOSE, MANA, MANA_OF, SHIELD, TITLES, mana_part, owner, pawn_of
from corr.games.kyo.steps import DEPLOY, DIRECT, MANA_MOVE, STRIKE, STRIKE_SHIELD, UNDER, Action, Shuffle, Step
from corr.games.kyo.tiles import GRID, HEADING, NAMES, each
from corr.games.scene import Piece, Scene, Square
from corr.games.seats import FIRST, SECOND, other

_SHORT = {DARK: "Dark", LIGHT: "Light", SHIELD: "Shield"}
_MOST_RUNS = 26
"""No side has more Mana than that; only a text that was made up has taller stacks."""
MANA_LEFT = (f"{_SHORT[DARK]} Mana", f"{_SHORT[LIGHT]} Mana")
"""What a Mana move leaves on top: by orthogonal steps, and by diagonal ones."""
_WAYS = {
    MANA_MOVE: "Mana move to",
    DIRECT: "Direct move to",
    STRIKE: "strike on",
    STRIKE_SHIELD: "strike at the Shield on",
    UNDER: "chips from under it to",
    DEPLOY: "deploy to",
}
"""What an action of each sign is, before the tiles."""
_SIGNS = (
    "how it is written: > Mana move, - Direct move, x strike, * strike at a Shield, / chips from under a pawn, "
    "^ deploy, ~ shuffle; :2 at the end says how many chips go"
)


class KyoGuide(Rules[Position, Action, KyoDraft]):
    """The part of the rules that is for people, but for clicks."""

    def scene(self, draft: KyoDraft) -> Scene:
        squares = tuple(Square(name, _pieces(stack)) for name, stack in zip(NAMES, draft.stacks, strict=True))
        return Scene(GRID.rows, GRID.columns, squares, notes=_notes(draft), marked=self.touched_by([draft]))

    def describe(self, draft: KyoDraft, action: Action) -> str:
        stack = draft.stacks[action.source]
        actor = f"{actor_title(stack)} on {NAMES[action.source]}"
        if isinstance(action, Shuffle):
            return f"{actor}: the topmost {len(action.order)} Mana are put back as {chips(action.order)}, bottom to top"
        if pawn_of(stack) == LOOSE:
            moved, verb = number(action.count, "Mana"), "goes" if action.count == 1 else "go"
            source, goal = NAMES[action.source], NAMES[action.goal]
            return f"{moved} from {source} {verb} to {goal}{_slid(draft, action)}, a Direct move"
        return f"{actor} {_deed(draft, action)}"

    def hints(self, draft: KyoDraft) -> tuple[str, ...]:
        """The legal beginnings, one line for each stack that may act, and what the signs are."""
        lines = [_hint(draft, tile) for tile in each(draft.acting()) if draft.steps(tile)]
        return hint_lines(lines, (_SIGNS,) if lines else (), left="more stacks can act")


def title(piece: str) -> str:
    """The name of a piece for people, without its owner: "Heavy Pawn"."""
    return TITLES[piece.upper()]


def actor_title(stack: str) -> str:
    """The acting part of a stack that somebody owns: its pawn, or its Mana."""
    return TITLES[pawn_of(stack)] if pawn_of(stack) else "Mana"


def owned(piece: str) -> str:
    """A piece with its owner: "Red's Heavy Pawn"; a Shield has none."""
    return "a Shield" if piece == SHIELD else f"{SIDES[owner(piece)]}’s {title(piece)}"


def number(count: int, noun: str) -> str:
    """A count and what is counted: "1 chip", "2 chips"; of Mana there is no plural."""
    return f"{count} {noun}" if count == 1 or noun == "Mana" else f"{count} {noun}s"


def chips(letters: str) -> str:
    """Chips one by one, bottom to top: "Dark, Light, Shield"; many alike are counted."""
    runs = [(_SHORT[letter], len(list(run))) for letter, run in groupby(letters.upper())]
    said = [name if count == 1 else f"{count} × {name}" for name, count in runs[:_MOST_RUNS]]
    return ", ".join(said) + (" …" if len(runs) > _MOST_RUNS else "")


def _deed(draft: KyoDraft, action: Step) -> str:
    goal, count = NAMES[action.goal], action.count
    carried = f" with {number(count, 'chip')}" if count else ""
    kind = MANA_LEFT[HEADING[action.source, action.goal] & 1]
    deeds = {
        MANA_MOVE: f"makes a Mana move to {goal}{carried}, over {kind}",
        DIRECT: f"makes a Direct move to {goal}{carried}",
        STRIKE_SHIELD: f"strikes the Shield on {goal} and stays",
        DEPLOY: f"deploys {number(count, 'Shield')} to {goal}",
    }
    if action.sign == UNDER:
        return f"stays and sends {number(count, 'chip')} to {goal}{_slid(draft, action)}, a Direct move"
    if action.sign == STRIKE:
        struck = draft.stacks[action.goal]
        return f"strikes {owned(struck[-1])} on {goal}{carried}{_gone_with(struck)}"
    return deeds[action.sign]


def _gone_with(struck: str) -> str:
    """How much Mana is removed with a pawn that is struck."""
    below, pawn = struck[:-1], struck[-1]
    gone = len(below) - len(below.rstrip(MANA_OF[owner(pawn)]))
    return f"; the {gone} Mana directly below it {'goes' if gone == 1 else 'go'}, too" if gone else ""


def _slid(draft: KyoDraft, action: Step) -> str:
    """Below what chips slide in on their new tile, if they do."""
    above = draft.stacks[action.goal].removeprefix(mana_part(draft.stacks[action.goal]))
    moving = draft.stacks[action.source].removesuffix(draft.stacks[action.source][-1]) if action.sign == UNDER else ""
    if not above or SHIELD in moving[len(moving) - action.count :]:
        return ""
    return f", below {owned(above[-1]) if above[-1] != SHIELD else 'the Shields'}"


def _hint(draft: KyoDraft, tile: int) -> str:
    actions = draft.steps(tile)
    ways = [told_ways(action for action in actions if isinstance(action, Step))]
    if tile in draft.tall() or any(isinstance(action, Shuffle) for action in actions):
        ways.append("may shuffle its Mana")
    return f"{actor_title(draft.stacks[tile])} from {NAMES[tile]}: {'; '.join(filter(None, ways))}"


def told_ways(steps: Iterable[Step]) -> str:
    """The kinds and goals of *steps*: "Mana move to D3, D5; strike on E5"."""
    goals: dict[str, set[str]] = {}
    for step in steps:
        goals.setdefault(step.sign, set()).add(NAMES[step.goal])
    return "; ".join(f"{way} {', '.join(sorted(goals[sign]))}" for sign, way in _WAYS.items() if sign in goals)


# -- the board -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def _pieces(stack: str) -> tuple[Piece, ...]:
    """The pieces of a stack from bottom to top."""
    return tuple(map(_piece, stack))


@lru_cache(maxsize=32)
def _piece(letter: str) -> Piece:
    title = TITLES[letter.upper()]
    shape = title.lower().replace(" ", "-")
    if letter == SHIELD:
        return Piece(None, shape, letter, title, is_chip=True)
    seat = owner(letter)
    is_chip, sign = letter.upper() in MANA, SIGNS.get(shape, ())
    return Piece(seat, shape, letter, f"{SIDES[seat]} {title}", is_chip=is_chip, sign=sign)


def _notes(draft: KyoDraft) -> tuple[str, ...]:
    """Whose turn it is, and how much Mana each side has: a side without any has lost."""
    board = "".join(draft.stacks)
    counts = (sum(map(board.count, MANA)), sum(map(board.count, MANA.lower())))
    left = " · ".join(f"{SIDES[seat]}: {counts[seat]}" for seat in (FIRST, SECOND))
    return f"Mana left (none = lost): {left}", *_doomed(draft)


def _doomed(draft: KyoDraft) -> tuple[str, ...]:
    """What the end of the turn would remove."""
    if draft.brought < 0:
        return ()
    stack = draft.stacks[draft.actor]
    gone = len(stack) - len(cleared(stack, draft.brought, draft.seat))
    side, pawn = SIDES[other(draft.seat)], actor_title(stack)
    where = f"{side}’s Mana under the {pawn} on {NAMES[draft.actor]}"
    return (f"If the turn ends here, {gone} of {where} {'is' if gone == 1 else 'are'} removed",) if gone else ()
