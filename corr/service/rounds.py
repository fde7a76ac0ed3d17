"""
Turns of seats that choose at the same time: each waits sealed, and may be changed, until those of all are in.

That a seat has handed in is for all to see; what it chose, and whether it was changed, is not.
"""

from collections.abc import Sequence
from dataclasses import replace

from corr.games.api import AnyDraft
from corr.games.seats import Seat
from corr.service.passing import Line, Table, note_sealed, play_round
from corr.service.sealing import Sealed, drafts_of, keep_sealed, sealed_turns, that_count
from corr.service.shown import TurnReceipt
from corr.service.standing import StaleTurnError


def seal_turn(at: Table, draft: AnyDraft, line: Line, due: frozenset[Seat]) -> TurnReceipt:
    """
    Let the turn *draft* wait for those of the other seats that are *due*, or play all of them if it is the last.

    :param line: what the log will keep of it.
    :raises IllegalError: it may not stop where it does.
    :raises StaleTurnError: one that came later stands.
    :raises TooManyError: it was changed too often.
    :raises ConflictError: its order was used before for something else.
    """
    # Only to be told whether it may stop where it does: what it makes of the board is nobody's business yet.
    at.rules.play(at.position, {at.mine.seat: draft})
    waiting = sealed_turns(at.uow, at.standing.id, at.standing.turn_number, at.mine.seat)
    earlier = [turn for turn in waiting if turn.seat == at.mine.seat]
    same = _same(earlier, line)
    if same is not None:
        stands = "" if same.text == earlier[-1].text else earlier[-1].text
        first = drafts_of(at.rules, at.position, [same])[at.mine.seat]
        return replace(_receipt(at, first), repeated=True, stands=stands)
    if earlier and line["received_at"] < earlier[-1].received_at:
        raise StaleTurnError(at.standing.turn_number, f"You chose {earlier[-1].text} after that, and that stands.")
    nonce = keep_sealed(at.uow, line, len(earlier))
    others = {seat: turn for seat, turn in that_count(waiting).items() if seat != at.mine.seat}
    if due == {at.mine.seat, *others}:
        drafts = {at.mine.seat: draft, **drafts_of(at.rules, at.position, others.values())}
        lines = {seat: _line(at, turn) for seat, turn in others.items()}
        return play_round(at, drafts, {at.mine.seat: {**line, "nonce": nonce}, **lines})
    if not earlier:
        note_sealed(at)
    return replace(_receipt(at, draft), is_changed=bool(earlier))


def _same(earlier: Sequence[Sealed], line: Line) -> Sealed | None:
    """The turn that came by the same order, or that stands and says the same."""
    key = line["order_key"]
    by_order = next((turn for turn in earlier if key is not None and turn.order_key == key), None)
    by_text = earlier[-1] if earlier and earlier[-1].text == line["text"] else None
    return by_order or by_text


def _receipt(at: Table, draft: AnyDraft) -> TurnReceipt:
    text = at.rules.write(draft.made)
    number = at.standing.turn_number
    return TurnReceipt(at.standing.id, number, text, draft.unused(), repeated=False, outcome_words="", is_sealed=True)


def _line(at: Table, turn: Sealed) -> Line:
    """What the log keeps of a turn that waited."""
    return {
        "game_id": at.standing.id,
        "number": at.standing.turn_number,
        "seat": turn.seat,
        "text": turn.text,
        "door": turn.door,
        "received_at": turn.received_at,
        "order_key": turn.order_key,
        "nonce": turn.nonce,
    }
