"""Actions of Kyo in words, and the beginnings that are possible, for letters."""

from corr.games.excerpts import hint_lines
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.stacks import LOOSE, MANA_OF, SHIELD, mana_part, owner, pawn_of
from corr.games.kyo.steps import DEPLOY, DIRECT, MANA_MOVE, STRIKE, STRIKE_SHIELD, UNDER, Action, Shuffle, Step
from corr.games.kyo.tiles import HEADING, NAMES, each
from corr.games.kyo.words import MANA_LEFT, actor_title, chips, number, owned

_WAYS = {
    MANA_MOVE: "Mana move to",
    DIRECT: "Direct move to",
    STRIKE: "strikes on",
    STRIKE_SHIELD: "strikes the Shield on",
    UNDER: "chips from under it to",
    DEPLOY: "deploys to",
}
"""What a stack does with an action of each sign, before the tiles."""


def description(draft: KyoDraft, action: Action) -> str:
    """*action*, about to be made in *draft*, in words."""
    stack = draft.stacks[action.source]
    actor = f"{actor_title(stack)} on {NAMES[action.source]}"
    if isinstance(action, Shuffle):
        return f"{actor}: the topmost {len(action.order)} Mana are put back as {chips(action.order)}, bottom to top"
    if pawn_of(stack) == LOOSE:
        moved, verb = number(action.count, "Mana"), "goes" if action.count == 1 else "go"
        return (
            f"{moved} from {NAMES[action.source]} {verb} to {NAMES[action.goal]}{_slid(draft, action)}, a Direct move"
        )
    return f"{actor} {_deed(draft, action)}"


def _deed(draft: KyoDraft, action: Step) -> str:
    """What a pawn does, in words."""
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
        return f"stays and sends {number(count, 'chip')} to {goal}{_slid(draft, action)}"
    return deeds.get(action.sign) or f"strikes {_victim(draft.stacks[action.goal], goal)}{carried}"


def _victim(stack: str, goal: str) -> str:
    """The pawn that a strike removes, and how much Mana with it."""
    rest = stack[:-1]
    gone = len(rest) - len(rest.rstrip(MANA_OF[owner(stack[-1])]))
    return f"{owned(stack[-1])} on {goal}{f' and the {gone} Mana below it' if gone else ''}"


def _slid(draft: KyoDraft, action: Step) -> str:
    """Below what chips slide in on their new tile, if they do."""
    above = draft.stacks[action.goal].removeprefix(mana_part(draft.stacks[action.goal]))
    moving = draft.stacks[action.source].removesuffix(draft.stacks[action.source][-1]) if action.sign == UNDER else ""
    if not above or SHIELD in moving[len(moving) - action.count :]:
        return ""
    return f", below {owned(above[-1]) if above[-1] != SHIELD else 'the Shields'}"


def hints(draft: KyoDraft) -> tuple[str, ...]:
    """The legal beginnings, one line for each stack that may act."""
    lines = [_hint(draft, tile) for tile in each(draft.acting()) if draft.steps(tile)]
    return hint_lines(lines, left="more stacks can act")


def _hint(draft: KyoDraft, tile: int) -> str:
    """What one stack may do."""
    ways: dict[str, list[str]] = {}
    for action in draft.steps(tile):
        if isinstance(action, Shuffle):
            ways.setdefault("may shuffle its Mana", [])
            continue
        goals = ways.setdefault(_WAYS[action.sign], [])
        if NAMES[action.goal] not in goals:
            goals.append(NAMES[action.goal])
    if tile in draft.tall():
        ways["may shuffle its Mana"] = []
    said = "; ".join(f"{way} {', '.join(sorted(goals))}".strip() for way, goals in ways.items())
    return f"{actor_title(draft.stacks[tile])} from {NAMES[tile]}: {said}"
