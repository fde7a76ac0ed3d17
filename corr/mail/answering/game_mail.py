"""Mails that answer a letter about a game: checked step by step, then carried out, asked back or refused."""

import re
from dataclasses import replace

from corr.base.uow import Reader, UnitOfWork
from corr.errors import TurnError
from corr.game.game_row import get_game_row, get_game_row_locked
from corr.games.api import AnyRules
from corr.games.seats import other
from corr.mail.answering import answers, questions
from corr.mail.answering.answers import MailOutcome
from corr.mail.answering.asked_back import Delay, ask_back, ask_back_for_player, hold_back, play_and_ask
from corr.mail.answering.authority import (
    GameRequester,
    LetterReference,
    Right,
    Sender,
    Writer,
    asked_beside_turn,
    may_stop,
    reason_to_ask,
    right,
)
from corr.mail.answering.confirmations import (
    DECIDING,
    ConfirmationAnswer,
    after_stop,
    as_answer,
    find_draw_offer,
    find_question_about_another,
    is_same_turn,
    lock_with_game,
    settle_by_reply,
    settle_question,
    told_again,
    with_open_question,
    with_yes,
)
from corr.mail.answering.information import played_already
from corr.mail.answering.leave_by_mail import lock_for_leave
from corr.mail.answering.order_execution import CHANGING, IN_GAME, carry_out
from corr.mail.answering.received_mail import ReceivedMail, unpacked
from corr.mail.queues.delayed_orders import find_delayed
from corr.mail.queues.held_orders import HeldView, HoldReason, held_of_game, reject_held
from corr.mail.queues.inbox_limits import count_mail_of_player, hint_left, is_found_mail_taken
from corr.mail.reading.mail_facts import LeftOut, Reading
from corr.mail.reading.words.commands import OF_ACCOUNT, OF_PLAYING, Act
from corr.mail.reading.words.free_requests import is_about_undoing, is_no, is_no_with_reason
from corr.mail.reading.words.orders import Orders, asks_for_something, only
from corr.mail.reading.words.turn_text import stray_pair
from corr.mail.reading.words.verdicts import Verdict, VerdictRow
from corr.players.listing import note_seen
from corr.players.mail_preferences import come_back
from corr.players.reply_tokens import ReplyTarget, renew_if_known, revoke_token

_BEFORE_SUBJECT = re.compile(r"^(?:\s*(?:[^\W\d_]{1,5}\s?[:：]|\[[^\]]{0,40}\]))+\s*")
"""What mail programs and lists put before a subject: "Re:", "[Games]"."""
_RETIRED = (
    "Your mail also went to somebody else, who can see the address that you replied to. So that nobody else can use "
    "it, that address has been retired. Please reply to this letter instead, or to a later one."
)

_RENEWED = (
    "Your mail also went to somebody else, who can see your address for commands. So that nobody else can use it, you "
    "have a new one: it stands at the end of this letter."
)


def settle_in_game(uow: UnitOfWork, mail: ReceivedMail, target: ReplyTarget, writer: Writer) -> MailOutcome:
    """Carry out, hold or refuse what *mail*, written by a person, asks for in a game; its outcome."""
    mail = replace(mail, reading=replace(mail.reading, orders=meant_in_game(mail.reading.orders, target.game_id)))
    if not writer.is_player:
        return hold_back(
            uow, mail, target, why=reason_to_ask(writer.sender, LetterReference(has_token=bool(mail.token)))
        )
    if not is_taken(uow, writer):
        return MailOutcome("too-many")
    held = find_delayed(uow, target.player_id, target.game_id)
    if held is None:
        outcome = _judge(uow, mail, target, writer.sender)
    else:
        outcome = _judge_beside_delayed(uow, mail, target, writer.sender, seen=held)
    return retire_if_copied(uow, mail, writer, outcome)


def meant_in_game(orders: Orders, game_id: str) -> Orders:
    """
    *orders* of an answer to a letter about a game: there “accept” and “decline” mean a draw, and nothing else; and
    “withdraw” alone, which may mean a turn, means nothing.
    """
    draws = {Act.ACCEPT: Act.ACCEPT_DRAW, Act.DECLINE: Act.DECLINE_DRAW}
    # A seat or a reason goes with a challenge, and is refused with a word about that.
    others = {Act.ACCEPT: Act.ACCEPT_CHALLENGE, Act.DECLINE: Act.DECLINE_CHALLENGE}
    meant = others if orders.wanted else draws
    about = game_id if Act.REMATCH in orders.acts else ""
    typed = orders.typed or orders.asked
    orders = replace(orders, acts=tuple(meant.get(act, act) for act in orders.acts), typed=typed, about=about)
    return orders if orders.wanted else only(orders, set(orders.acts) - {Act.WITHDRAW})


def stopped_early(uow: UnitOfWork, mail: ReceivedMail, writer: Writer) -> MailOutcome | None:
    """The outcome of a mail that no person wrote, without an author, or for a closed account; None for any other."""
    if mail.silence not in {"", "list"}:
        return MailOutcome(mail.silence)
    if not mail.reading.written_by:
        return MailOutcome("no-author")
    if writer.player.is_open:
        return None
    # The owner is told once a day at most, in words that tell nobody else anything.
    is_told = writer.is_player and hint_left(uow, mail.reading.written_by.lower())
    return MailOutcome("closed", answers.no_account() if is_told else None)


def is_taken(uow: UnitOfWork, writer: Writer) -> bool:
    """
    Whether a mail of *writer*, which counts as the player's own, is within the limits; it is counted.

    :raises PlayerWaitsError: it is to be carried out in the next hour.
    """
    player = writer.player
    if writer.is_anybody:
        return is_found_mail_taken(uow, player.id)
    count_mail_of_player(uow, player.id, is_proved=writer.sender is Sender.PROVED)
    if player.is_silent:
        come_back(uow, player.id)
    note_seen(uow, player.id)
    return True


def retire_if_copied(uow: UnitOfWork, mail: ReceivedMail, writer: Writer, outcome: MailOutcome) -> MailOutcome:
    """
    Revoke the reply address that *mail* came to if others have seen it; the *outcome* says so then.

    The player's own addresses do not count.
    """
    if not mail.token or all(map(writer.player.has, mail.others)):
        return outcome
    is_for_commands = renew_if_known(uow, mail.token)
    revoke_token(uow, mail.token)
    answer, said = outcome.answer, _RENEWED if is_for_commands else _RETIRED
    if answer is None:
        return outcome
    tells_commands = answer.tells_commands or is_for_commands
    return replace(outcome, answer=replace(answer, lines=(*answer.lines, said), tells_commands=tells_commands))


def not_heard(orders: Orders) -> MailOutcome:
    """The outcome of a yes or no that is no reply to a question."""
    answer = answers.not_heard()
    return MailOutcome("not-heard", answer, tuple((text, answer.title) for text in orders.asked))


def _judge_beside_delayed(
    uow: UnitOfWork, mail: ReceivedMail, target: ReplyTarget, sender: Sender, *, seen: HeldView
) -> MailOutcome:
    """
    The outcome of a mail whose writer has a delayed turn, which was just *seen*.

    A yes or no decides about it, in answer to any letter of the game. The same turn again is a yes, or if it is unsure
    too, changes nothing. After anything else that turn is not played without a yes.
    """
    lock_for_leave(uow, target.player_id, mail.reading.orders)
    lock_with_game(uow, seen)
    held = find_delayed(uow, target.player_id, target.game_id)
    if held is None:
        return _judge(uow, mail, target, sender)
    if not may_stop(sender, held, has_token=bool(mail.token)):
        return MailOutcome("not-heard", questions.still_delayed(unpacked(held.orders).turn))
    orders = mail.reading.orders
    if orders.verdict is Verdict.UNSURE and is_same_turn(uow, target, held, orders.turn):
        return MailOutcome("repeated", told_again(held))
    # Whichever letter it answers, it counts as an answer to the one that tells of the delayed turn.
    asked = target if target.held_order_id is not None else target._replace(held_order_id=held.id)
    return after_stop(uow, held, _judge(uow, mail, asked, sender, delayed=held))


def _judge(
    uow: UnitOfWork, mail: ReceivedMail, target: ReplyTarget, sender: Sender, *, delayed: HeldView | None = None
) -> MailOutcome:
    """
    The outcome of a mail of the player.

    :param delayed: a turn of the player that is delayed, which the mail may stop; None if there is none.
    """
    reading = mail.reading
    if reading.fault:
        return MailOutcome(reading.fault_code or "too-complex", answers.unreadable(reading))
    if target.is_expired:
        return MailOutcome("expired", answers.too_old())
    mail = _with_draw_declined(uow, mail, target)
    reading = mail.reading
    instead = _turn_after_no(uow, mail, target, sender, delayed=delayed)
    if instead is not None:
        return instead
    if reading.orders.rivals:
        return with_open_question(uow, target, _unclear(reading.orders))
    if not reading.orders.acts:
        return with_open_question(uow, target, _nothing_found(uow, target, reading))
    return _carry_out(uow, mail, target, sender, delayed=delayed)


def _with_draw_declined(reader: Reader, mail: ReceivedMail, target: ReplyTarget) -> ReceivedMail:
    """
    *mail* with a no as declining the draw that the answered letter shows, if no question waits in the game.

    The no is plain, or begins the mail and is followed by a reason.
    """
    orders = mail.reading.orders
    is_bare_no = orders.acts == (Act.REJECT,) and is_no(orders.typed[0])
    is_explained = not orders.rivals and orders.acts in {(), (Act.REJECT,)} and is_no_with_reason(mail.reading.new_text)
    if not (is_bare_no or is_explained) or target.draw_offer_id is None:
        return mail
    if target.held_order_id is not None or held_of_game(reader, target.player_id, target.game_id):
        return mail
    if find_draw_offer(reader, target.game_id, target.player_id) != target.draw_offer_id:
        return mail
    row = VerdictRow.NOTHING if is_explained else orders.row
    declined = replace(orders, acts=(Act.DECLINE_DRAW,), typed=orders.typed or ("no",), row=row)
    return replace(mail, reading=replace(mail.reading, orders=declined))


def _turn_after_no(
    uow: UnitOfWork, mail: ReceivedMail, target: ReplyTarget, sender: Sender, *, delayed: HeldView | None
) -> MailOutcome | None:
    """The outcome of another turn after a no to the letter that asks, which is dropped; None for any other mail."""
    orders = mail.reading.orders_after_no
    is_question, stops = target.held_order_id is not None, delayed is not None
    reference = LetterReference(bool(mail.token), is_question=is_question, stops=stops)
    if orders is None or right(sender, reference, DECIDING) is not Right.DO:
        return None
    held = find_question_about_another(uow, target, orders.turn)
    if held is None:
        return None
    is_dropped = reject_held(uow, held.id)
    reading = replace(mail.reading, orders=meant_in_game(orders, target.game_id))
    outcome = _carry_out(uow, replace(mail, reading=reading), target, sender, delayed=None)
    if outcome.answer is None or not is_dropped:
        return outcome
    commands = ((Act.REJECT.value, questions.DROPPED), *outcome.commands)
    answer = replace(outcome.answer, lines=(*outcome.answer.lines, questions.DROPPED))
    return replace(outcome, answer=answer, commands=commands)


def _unclear(orders: Orders) -> MailOutcome:
    answer = answers.unclear(orders)
    return MailOutcome("unclear", answer, tuple((rival, answer.title) for rival in orders.rivals[:10]))


def _nothing_found(reader: Reader, target: ReplyTarget, reading: Reading) -> MailOutcome:
    if reading.new_text.strip():
        words = reading.new_text
        played = played_already(reader, target, words) if is_about_undoing(words) else None
        if played is not None:
            return MailOutcome("nothing-found", answers.with_way_out(played, words))
        game_row = get_game_row(reader, target.game_id)
        opponent = game_row.seats[other(game_row.get_seat(target.player_id).seat)].name
        return _off_board(reader, target, words) or MailOutcome(
            "nothing-found", answers.nothing_found(words, reading.left_out, opponent)
        )
    rules = get_game_row(reader, target.game_id).rules(reader)
    asks = asks_in_subject(reading.subject, rules)
    answer = answers.empty(reading.left_out, has_order_in_subject=asks)
    return MailOutcome("attachments" if LeftOut.ATTACHMENTS in reading.left_out else "empty", answer)


def _off_board(reader: Reader, target: ReplyTarget, words: str) -> MailOutcome | None:
    """The outcome of a pair of squares within *words* that is no turn; None without one, or if no turn is theirs."""
    game_row, pair = get_game_row(reader, target.game_id), stray_pair(words)
    seated = game_row.find_seat(target.player_id)
    if not pair or seated is None or not seated.is_due:
        return None
    rules = game_row.rules(reader)
    try:
        rules.read_typed(rules.parse_position(game_row.position), seated.seat, pair)
    except TurnError as fault:
        answer = answers.refused(fault, Orders((Act.TURN,), pair), target.turn_number)
        yours = answers.quoted(words)
        return MailOutcome(fault.code, replace(answer, yours=yours, not_passed_on=yours))
    return None


def asks_in_subject(subject: str, rules: AnyRules | None) -> bool:
    """Whether *subject* would ask for something if it stood in the mail itself, which is for a game or for none."""
    return any(asks_for_something(words, rules) for words in (subject, _BEFORE_SUBJECT.sub("", subject)))


def _carry_out(
    uow: UnitOfWork, mail: ReceivedMail, target: ReplyTarget, sender: Sender, *, delayed: HeldView | None
) -> MailOutcome:
    """Carry out the orders as far as the mail may do so, or ask the player."""
    orders = as_answer(mail.reading.orders, target.held_order_id)
    deciding = DECIDING & set(orders.acts)
    if IN_GAME & set(orders.acts) and not deciding:
        # Locked and read once for all that follows; before it what leave locks.
        lock_for_leave(uow, target.player_id, orders)
        get_game_row_locked(uow, target.game_id)
    is_due = target.turn_number == get_game_row(uow, target.game_id).turn_number
    is_question, stops = target.held_order_id is not None, delayed is not None
    reference = LetterReference(bool(mail.token), is_due=is_due, is_question=is_question, stops=stops)
    requester = GameRequester(target, f"mail:{mail.key}", mail.received_at, mail.claimed.id)
    # With a yes or no, everything else is judged together with the held order.
    found = right(sender, reference, deciding or orders.acts)
    if found is Right.LEAVE:
        return not_heard(orders)
    if found is Right.ASK:
        why, apart = reason_to_ask(sender, reference), asked_beside_turn(sender, reference, orders.acts)
        if apart and not orders.row:
            return play_and_ask(uow, mail, requester, apart, why=why)
        return _asked(uow, mail, requester, orders, why=why)
    if orders.row and not deciding:
        delay = Delay(is_proved=sender is Sender.PROVED) if orders.verdict is Verdict.UNSURE and not stops else None
        return _asked(uow, mail, requester, orders, why=HoldReason(orders.row.value), delay=delay)
    return _done_at_once(uow, mail, requester, orders, delayed=delayed)


def _done_at_once(
    uow: UnitOfWork, mail: ReceivedMail, requester: GameRequester, orders: Orders, *, delayed: HeldView | None
) -> MailOutcome:
    """Carry orders out that are clear; they may be, or hold, an answer to a question."""
    target = requester.target
    said = ConfirmationAnswer(orders, mail.claimed.id, mail.received_at, target.draw_offer_id)
    if DECIDING & set(orders.acts):
        return settle_by_reply(uow, target, said)
    if delayed is not None and is_same_turn(uow, target, delayed, orders.turn):
        again = replace(said, orders=with_yes(delayed, orders))
        return settle_question(uow, target.player_id, delayed.id, again)
    return carry_out(uow, requester, orders)


def _asked(
    uow: UnitOfWork,
    mail: ReceivedMail,
    requester: GameRequester,
    orders: Orders,
    *,
    why: HoldReason,
    delay: Delay | None = None,
) -> MailOutcome:
    """Ask back; what only proposes a game has nothing to do with the one whose letter was answered."""
    changing = CHANGING & set(orders.acts)
    if not changing or changing - OF_PLAYING - OF_ACCOUNT:
        return ask_back(uow, mail, requester, why=why, delay=delay)
    return ask_back_for_player(uow, mail, requester.of_player, orders, why=why)
