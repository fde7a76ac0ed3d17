"""Held orders, confirmed by their player: what a mail asked for is done once, however often it is confirmed."""

from corr.mail.answering.acting import carry_out
from corr.mail.answering.answers import Answer
from corr.mail.answering.packing import unpacked
from corr.mail.answering.received import Outcome
from corr.mail.answering.warrant import Warrant
from corr.service.mail.held import HeldView, confirm_held, find_held, find_held_of_mail, held_of_game
from corr.service.mail.reply_tokens import ReplyTarget
from corr.service.players import is_open
from corr.service.uow import UnitOfWork

_CODE = "confirm"
_UNKNOWN = Answer(
    "There is nothing to confirm.",
    ("The link is not complete, or what it was for is long gone. Nothing was done.",),
    has_board=False,
    has_hints=False,
)
_REJECTED = Answer(
    "You have said that it was not meant.",
    ("So nothing of it was done. If it was meant after all, answer the last letter of that game.",),
    has_board=False,
    has_hints=False,
)
_CONFIRMED = Answer(
    "It was confirmed already.",
    ("Nothing was done a second time. The page of the game shows what became of it.",),
    has_board=False,
    has_hints=False,
    stands=True,
)
_EXPIRED = Answer(
    "It is too late to confirm that.",
    ("It waited for a day and was then forgotten. Nothing was done. Answer the last letter of that game instead.",),
    has_board=False,
)
_NONE_WAITS = Answer(
    "There is nothing to confirm.", ("No mail waits in this game for your word, so nothing was done.",)
)
_SEVERAL_WAIT = Answer(
    "Which one do you mean?",
    ("More than one mail waits in this game for your word. Please use the link in the letter about the one you mean.",),
)


def confirm(uow: UnitOfWork, token: str) -> Answer:
    """Do what a held mail asked for, if that was not done yet; what became of it, for the page that was asked."""
    return _confirm_by_page(uow, find_held(uow, token))


def confirm_of_mail(uow: UnitOfWork, player_id: int, inbox_id: int) -> Answer:
    """The same by the page of the player's own mail."""
    return _confirm_by_page(uow, find_held_of_mail(uow, player_id, inbox_id))


def asked_for(held: HeldView) -> tuple[str, ...]:
    """What a held mail asks for, as it was written, a line for each thing; nothing once that was settled."""
    return unpacked(held.orders).typed


def words_with(held: HeldView) -> str:
    """The words that would be passed on with it, as they were written."""
    orders = unpacked(held.orders)
    return "\n\n".join(filter(None, (orders.say, orders.rest)))


def confirm_by_reply(uow: UnitOfWork, target: ReplyTarget) -> Outcome:
    """Do what the one held mail of a game asked for, since its player answered "confirm"."""
    waiting = held_of_game(uow, target.player_id, target.game_id)
    if len(waiting) == 1:
        return _confirm(uow, waiting[0])
    answer = _SEVERAL_WAIT if waiting else _NONE_WAITS
    return Outcome("unclear" if waiting else "conflict", answer, ((_CODE, answer.title),))


def _confirm_by_page(uow: UnitOfWork, held: HeldView | None) -> Answer:
    if held is None or not is_open(uow, held.player_id):
        return _UNKNOWN
    answer = _confirm(uow, held).answer
    assert answer is not None
    return answer


def _confirm(uow: UnitOfWork, held: HeldView) -> Outcome:
    if not confirm_held(uow, held.id):
        # Whoever was faster may have settled it between the two statements.
        now = find_held_of_mail(uow, held.player_id, held.inbox_id)
        return Outcome("repeated", _settled(now or held))
    target = ReplyTarget(held.player_id, held.game_id, held.turn_number, is_expired=False)
    return carry_out(uow, Warrant(target, f"held:{held.id}", held.received_at), unpacked(held.orders))


def _settled(held: HeldView) -> Answer:
    if held.is_rejected:
        return _REJECTED
    return _EXPIRED if held.is_expired and not held.is_confirmed else _CONFIRMED
