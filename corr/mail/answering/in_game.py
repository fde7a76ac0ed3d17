"""A mail to the reply address of a game's letter: judged step by step, each of which may be the last."""

from corr.mail.answering import answers
from corr.mail.answering.acting import carry_out
from corr.mail.answering.confirming import DECIDING, Decision, settle_by_reply
from corr.mail.answering.holding import ask_back, hold_back
from corr.mail.answering.received import Outcome, ReceivedMail
from corr.mail.answering.warrant import Warrant
from corr.mail.reading.reading import LeftOut, Reading, Verdict
from corr.service.mail.held import Why
from corr.service.mail.limits import hint_left, is_mail_taken
from corr.service.mail.preferences import come_back
from corr.service.mail.reply_tokens import ReplyTarget, is_address_of
from corr.service.players import is_open
from corr.service.uow import UnitOfWork


def settle_in_game(uow: UnitOfWork, mail: ReceivedMail, target: ReplyTarget) -> Outcome:
    """What becomes of *mail*, with its effect."""
    stopped = stopped_early(uow, mail, target.player_id)
    if stopped:
        return stopped
    why = doubt(uow, mail, target.player_id)
    if why:
        return hold_back(uow, mail, target, why=why)
    if not is_mail_taken(uow, target.player_id, mail.token, mail.reading.written_by):
        return Outcome("too-many")
    come_back(uow, target.player_id)
    return _judge(uow, mail, target)


def stopped_early(uow: UnitOfWork, mail: ReceivedMail, player_id: int) -> Outcome | None:
    """The outcome of a mail that no person wrote, or that comes to nobody; None if there is something to judge."""
    if mail.silence not in {"", "list"}:
        return Outcome(mail.silence)
    if not mail.reading.written_by:
        return Outcome("no-author")
    if is_open(uow, player_id):
        return None
    # Whoever had the account is told so once a day, in words that tell nothing.
    is_told = not doubt(uow, mail, player_id) and hint_left(uow, mail.reading.written_by.lower())
    return Outcome("closed", answers.no_account() if is_told else None)


def doubt(uow: UnitOfWork, mail: ReceivedMail, player_id: int) -> Why | None:
    """Why the mail may not be the player's own; None if it surely is."""
    if mail.silence == "list":
        return Why.LIST
    if not is_address_of(uow, player_id, mail.reading.written_by):
        return Why.STRANGER
    return Why.FORGED if mail.reading.verdict is Verdict.FAIL else None


def _judge(uow: UnitOfWork, mail: ReceivedMail, target: ReplyTarget) -> Outcome:
    """What becomes of a mail of the right player."""
    reading = mail.reading
    if reading.fault:
        return Outcome(reading.fault_code or "too-complex", answers.unreadable(reading))
    if target.is_expired:
        return Outcome("expired", answers.too_old())
    return _unclear(reading) or _carry_out(uow, mail, target)


def _unclear(reading: Reading) -> Outcome | None:
    """The outcome where nothing can be told that might be meant; None if there is something to do, or to ask."""
    orders = reading.orders
    if orders.rivals:
        answer = answers.unclear(orders)
        return Outcome("unclear", answer, tuple((rival, answer.title) for rival in orders.rivals[:10]))
    if not orders.acts:
        return _nothing_found(reading)
    return None


def _nothing_found(reading: Reading) -> Outcome:
    """The outcome where there is no turn and no command."""
    if reading.new_text.strip():
        return Outcome("nothing-found", answers.nothing_found(reading.new_text, reading.left_out))
    return Outcome(
        "attachments" if LeftOut.ATTACHMENTS in reading.left_out else "empty", answers.empty(reading.left_out)
    )


def _carry_out(uow: UnitOfWork, mail: ReceivedMail, target: ReplyTarget) -> Outcome:
    orders = mail.reading.orders
    warrant = Warrant(target, f"mail:{mail.key}", mail.received_at, mail.claimed.id)
    if DECIDING & set(orders.acts):
        return settle_by_reply(uow, target, Decision(orders, mail.claimed.id))
    if orders.doubt:
        return ask_back(uow, mail, warrant, why=Why(orders.doubt.value))
    return carry_out(uow, warrant, orders)
