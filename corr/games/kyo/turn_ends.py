"""Why a turn of Kyo is over, in words."""

from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.stacks import KING, KINGS, TITLES, pawn_of
from corr.games.kyo.steps import DEPLOY, STRIKE, STRIKE_SHIELD, Phase, Shuffle
from corr.games.kyo.tiles import BOARD, NAMES
from corr.games.seats import other


def why_over(draft: KyoDraft) -> str:
    """Why no action may follow those of *draft*, in a sentence; empty if none was made or one may follow."""
    if not draft.made or draft.has_action():
        return ""
    if not draft.planes >> KINGS[other(draft.seat)] & BOARD:
        return f"The {TITLES[KING]} was struck, which ends the game."
    if draft.phase is Phase.OVER:
        return _ended_by(draft)
    tile = NAMES[draft.actor]
    if draft.phase is Phase.MANA:
        return f"No further Mana move is possible from {tile}{_no_mana_left(draft)}."
    if draft.phase is Phase.DEPLOYS:
        return f"After {last_but_deploys(draft)} a Tower may only deploy, and it has nothing to deploy on {tile}."
    return f"Nothing further is possible from {tile}."


def _ended_by(draft: KyoDraft) -> str:
    """The rule by which the last action ended the turn."""
    last = draft.made[-1]
    if isinstance(last, Shuffle):
        return "A shuffle ends the turn, except for a Queen."
    if last.sign == STRIKE_SHIELD:
        return f"Striking a Shield ends the turn; the {TITLES[pawn_of(draft.stacks[last.source])]} stays where it is."
    if last.sign == STRIKE:
        return "A strike ends the turn."
    if last.sign == DEPLOY:
        return "A deploy ends the turn, except for a Tower."
    return "A Direct move ends the turn."


def _no_mana_left(draft: KyoDraft) -> str:
    """That nothing would be left to step off, if that is so."""
    lifted = draft.lift(draft.actor)
    return "" if lifted.left.strip() else ": however many chips are lifted, no Mana is on top of what stays"


def last_but_deploys(draft: KyoDraft) -> str:
    """What a Tower did that lets it do nothing more but deploy: "a strike"."""
    last = next(action for action in reversed(draft.made) if isinstance(action, Shuffle) or action.sign != DEPLOY)
    if isinstance(last, Shuffle):
        return "a shuffle"
    return "a strike" if last.sign == STRIKE else "a Direct move"
