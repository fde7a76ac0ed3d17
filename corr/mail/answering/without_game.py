"""Mails that are for no game: to letters without one, to envelope senders, to addresses that end letters."""

from corr.base.notices import NoticeKind
from corr.base.uow import UnitOfWork
from corr.mail.answering import answers
from corr.mail.answering.asked_back import ask_back_for_player
from corr.mail.answering.authority import Key, Right, Sender, is_of_player, reason_to_ask, right
from corr.mail.answering.confirmations import DECIDING, Decision, as_answer, settle_question
from corr.mail.answering.game_mail import is_taken, not_heard, retire_if_copied, sender_in, stopped_early
from corr.mail.answering.information import games_of
from corr.mail.answering.joining_by_mail import Member
from corr.mail.answering.leave_by_mail import LEAVE_ACTS
from corr.mail.answering.order_execution import OF_PLAYER, carry_out_for_player
from corr.mail.answering.part_seasons import meant, settle_about_season
from corr.mail.answering.received import Outcome, ReceivedMail
from corr.mail.queues.held_orders import Why
from corr.mail.queues.unsubscribing import unsubscribe
from corr.mail.reading.mail_facts import MailClass, Report, ReportKind
from corr.mail.reading.words.orders import Orders
from corr.players.address_reputation import note_report
from corr.players.reply_tokens import AccountTarget, mark_answered


def settle_account_mail(uow: UnitOfWork, mail: ReceivedMail, target: AccountTarget) -> Outcome:
    """What becomes of an answer to a letter about all games, about a league, or to a test letter."""
    stopped = stopped_early(uow, mail, target.player_id)
    if stopped:
        return stopped
    sender = sender_in(uow, mail, target.player_id)
    if not is_of_player(sender):
        # It can play nothing, so there is nothing to ask about; leave is taken and a league joined only for who surely
        # asked for it.
        return Outcome("list" if mail.silence else "stranger")
    if not is_taken(uow, mail, target.player_id):
        return Outcome("too-many")
    key = Key(has_token=bool(mail.token), is_question=target.held_order_id is not None)
    return retire_if_copied(uow, mail, target.player_id, _settle(uow, mail, target, (sender, key)))


def _settle(uow: UnitOfWork, mail: ReceivedMail, target: AccountTarget, by: tuple[Sender, Key]) -> Outcome:
    """
    What becomes of a mail of the right player.

    :param by: what it may do goes by.
    """
    orders = meant(as_answer(mail.reading.orders, target.held_order_id), target)
    if target.held_order_id is not None and DECIDING & set(orders.acts):
        if right(*by, DECIDING & set(orders.acts)) is Right.LEAVE:
            return not_heard(orders)
        said = Decision(orders, mail.claimed.id, mail.received_at)
        return settle_question(uow, target.player_id, target.held_order_id, said)
    if OF_PLAYER & set(orders.acts):
        found = right(*by, OF_PLAYER & set(orders.acts))
        why = reason_to_ask(*by) if found is Right.ASK else Why(orders.doubt.value) if orders.doubt else None
        return _settle_for_player(uow, mail, target, orders, why=why)
    if target.season_id is not None:
        return settle_about_season(uow, mail, target)
    return _answered(uow, mail, target)


def _answered(uow: UnitOfWork, mail: ReceivedMail, target: AccountTarget) -> Outcome:
    """What becomes of an answer in which nothing is asked for."""
    if target.kind == NoticeKind.ANSWER:
        return Outcome("no-game", answers.not_to_an_answer())
    if not target.is_test or not mail.token:
        return Outcome("digest", answers.not_to_a_digest(games_of(uow, target.player_id)))
    if target.is_expired:
        return Outcome("expired", answers.not_to_a_test())
    mark_answered(uow, mail.token)
    return Outcome("test", answers.round_trip())


def _settle_for_player(
    uow: UnitOfWork, mail: ReceivedMail, target: AccountTarget, orders: Orders, *, why: Why | None
) -> Outcome:
    """
    What becomes of leave, or of a part in a league, that is asked for in an answer to a letter about no game.

    :param why: the reason to ask the player first; None if there is none.
    """
    if target.is_expired:
        is_leave = LEAVE_ACTS & set(orders.acts)
        return Outcome("expired", answers.too_old_for_leave() if is_leave else answers.too_old_for_leagues())
    member = Member(target.player_id, f"mail:{mail.key}", target.season_id, mail.claimed.id)
    if why is not None:
        return ask_back_for_player(uow, mail, member, orders, why=why)
    return carry_out_for_player(uow, member, mail.received_at, orders)


def settle_bounce(uow: UnitOfWork, mail: ReceivedMail, bounce_token: str) -> Outcome:
    """What becomes of a mail to where bounces go: its report is noted, and nobody is answered."""
    reading = mail.reading
    report = reading.report
    if report is None and reading.mail_class is MailClass.BOUNCE:
        # Nobody knows what it says, so it is believed as little as possible.
        report = Report(ReportKind.DELAYED, "", reading.subject)
    if mail.is_from_us or report is None:
        # Robots on leave answer there too. That says nothing about the address.
        return Outcome(mail.silence or "not-for-the-game")
    if not note_report(uow, bounce_token, report.kind.value, status=report.status, words=report.words):
        return Outcome("not-for-the-game")
    return Outcome(mail.silence or "report")


def settle_unsubscribing(uow: UnitOfWork, unsubscribe_token: str) -> Outcome:
    """What becomes of a mail that ends letters: it does so whoever wrote it and whatever it says. No answer."""
    return Outcome("unsubscribed" if unsubscribe(uow, unsubscribe_token) else "not-for-the-game")
