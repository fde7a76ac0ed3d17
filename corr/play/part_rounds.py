"""
Turns of seats that choose at the same time: each waits sealed, and may be changed, until those of all are in.

That a seat has handed in, and when it changed that, is for all to see, with a commitment to it; what it chose is not.
"""

from collections.abc import Sequence
from dataclasses import replace

from corr.game.game_row import show_anew
from corr.game.part_handed import HandedIn
from corr.game.refusals import StaleTurnError
from corr.game.sealed_turns import drafts_of, keep_sealed, sealed_turns, that_count
from corr.game.views import TurnReceipt
from corr.games.api import AnyDraft
from corr.games.seats import Seat
from corr.play.turns import Arrival, note_sealed, play_round


def seal_turn(at: Arrival, draft: AnyDraft, turn: HandedIn, due: frozenset[Seat]) -> TurnReceipt:
    """
    Let *turn* wait for those of the other seats that are *due*, or play all of them if it is the last.

    :param draft: the turn as the rules read it.
    :raises IllegalError: it may not stop where it does.
    :raises StaleTurnError: one that came later stands.
    :raises TooManyError: it was changed too often.
    :raises ConflictError: its order was used before for something else.
    """
    # Only to be told whether it may stop where it does: what it makes of the board is nobody's business yet.
    at.rules.play(at.position, {at.mine.seat: draft})
    waiting = sealed_turns(at.uow, at.standing.id, at.standing.turn_number, at.mine.seat)
    earlier = [found for found in waiting if found.seat == turn.seat]
    same = _same(earlier, turn)
    if same is not None:
        stands = "" if same.text == earlier[-1].text else earlier[-1].text
        first = drafts_of(at.rules, at.position, [same])[at.mine.seat]
        return replace(_receipt(at, first), repeated=True, stands=stands)
    if earlier and turn.received_at < earlier[-1].received_at:
        raise StaleTurnError(at.standing.turn_number, f"You chose {earlier[-1].text} after that, and that stands.")
    kept = keep_sealed(at.uow, at.standing, turn, earlier=len(earlier))
    counting = {**that_count(waiting), turn.seat: kept}
    if due == set(counting):
        drafts = drafts_of(at.rules, at.position, counting.values())
        return play_round(at, drafts, counting.values())
    if earlier:
        # Everybody is shown the commitment to what is chosen now.
        show_anew(at.uow, [at.standing.id])
    else:
        note_sealed(at)
    return replace(_receipt(at, draft), is_changed=bool(earlier))


def _same(earlier: Sequence[HandedIn], turn: HandedIn) -> HandedIn | None:
    """The turn that came by the same order, or that stands and says the same."""
    key = turn.order_key
    by_order = next((found for found in earlier if key is not None and found.order_key == key), None)
    by_text = earlier[-1] if earlier and earlier[-1].text == turn.text else None
    return by_order or by_text


def _receipt(at: Arrival, draft: AnyDraft) -> TurnReceipt:
    text = at.rules.write(draft.made)
    number = at.standing.turn_number
    return TurnReceipt(at.standing.id, number, text, draft.unused(), repeated=False, outcome_words="", is_sealed=True)
