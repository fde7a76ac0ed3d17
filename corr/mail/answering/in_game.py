"""A mail to the reply address of a game's letter: judged step by step, each of which may be the last."""

from corr.mail.answering import answers
from corr.mail.answering.acting import carry_out
from corr.mail.answering.confirming import confirm_by_reply
from corr.mail.answering.holding import held_back
from corr.mail.answering.letter import Letter, Outcome
from corr.mail.answering.warrant import Warrant
from corr.mail.reading.orders import Act, Orders
from corr.mail.reading.reading import Verdict
from corr.service.mail.limits import hint_left, is_mail_taken
from corr.service.mail.preferences import come_back
from corr.service.mail.reply_tokens import ReplyTarget, is_address_of
from corr.service.players import is_open
from corr.service.uow import UnitOfWork


def settled(uow: UnitOfWork, letter: Letter, target: ReplyTarget) -> Outcome:
    """What becomes of *letter*, with its effect."""
    stopped = stopped_early(uow, letter, target.player_id)
    if stopped:
        return stopped
    why = doubt(uow, letter, target.player_id)
    if why:
        return held_back(uow, letter, target, why=why)
    if not is_mail_taken(uow, target.player_id, letter.token, letter.reading.written_by):
        return Outcome("too-many")
    come_back(uow, target.player_id)
    return _judged(uow, letter, target)


def stopped_early(uow: UnitOfWork, letter: Letter, player_id: int) -> Outcome | None:
    """The outcome of a mail that no person wrote, or that comes to nobody; None if there is something to judge."""
    if letter.silence not in {"", "list"}:
        return Outcome(letter.silence)
    if not letter.reading.written_by:
        return Outcome("no-author")
    if is_open(uow, player_id):
        return None
    # Whoever had the account is told so once a day, in words that tell nothing.
    is_told = not doubt(uow, letter, player_id) and hint_left(uow, letter.reading.written_by.lower())
    return Outcome("closed", answers.no_account() if is_told else None)


def doubt(uow: UnitOfWork, letter: Letter, player_id: int) -> str:
    """Why the mail may not be the player's own, as a code: "list", "stranger" or "forged"; empty if it surely is."""
    if letter.silence == "list":
        return "list"
    if not is_address_of(uow, player_id, letter.reading.written_by):
        return "stranger"
    return "forged" if letter.reading.verdict is Verdict.FAIL else ""


def _judged(uow: UnitOfWork, letter: Letter, target: ReplyTarget) -> Outcome:
    """What becomes of a mail of the right player."""
    reading = letter.reading
    if reading.fault:
        return Outcome(reading.fault_code or "too-complex", answers.unreadable(reading.fault))
    if target.is_expired:
        return Outcome("expired", answers.too_old())
    return _asked_back(reading.orders, reading.new_text) or _carried_out(uow, letter, target)


def _asked_back(orders: Orders, own_words: str) -> Outcome | None:
    """The outcome where nothing is clear; None if there is something to do."""
    if orders.rivals:
        answer = answers.unclear(orders)
        return Outcome("unclear", answer, tuple((rival, answer.title) for rival in orders.rivals[:10]))
    if Act.CONFIRM in orders.acts and len(orders.acts) > 1:
        rivals = Orders(rivals=tuple(orders.turn if act is Act.TURN else act.value for act in orders.acts))
        return Outcome("unclear", answers.unclear(rivals))
    if not orders.acts:
        return Outcome("nothing-found" if own_words.strip() else "empty", answers.nothing_found(own_words))
    return None


def _carried_out(uow: UnitOfWork, letter: Letter, target: ReplyTarget) -> Outcome:
    orders = letter.reading.orders
    if Act.CONFIRM in orders.acts:
        return confirm_by_reply(uow, target)
    return carry_out(uow, Warrant(target, f"mail:{letter.key}", letter.received_at), orders)
