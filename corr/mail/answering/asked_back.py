"""
Orders that are held and asked back: nothing is done until the player says that it is meant.

The question goes to the registered address, so that a sender who is somebody else learns nothing.
"""

from dataclasses import dataclass, replace

from corr.base.notices import held as held_notice
from corr.base.uow import Reader, UnitOfWork
from corr.errors import CorrError
from corr.game.game_row import get_game_row_locked
from corr.game.words import EventKind
from corr.leagues.rows import get_season
from corr.mail.answering import answers, questions
from corr.mail.answering.account_by_mail import with_letters_named
from corr.mail.answering.answers import MailOutcome
from corr.mail.answering.authority import GameRequester, PlayerRequester
from corr.mail.answering.leave_by_mail import lock_for_leave
from corr.mail.answering.order_execution import (
    BESIDE_A_CHOICE,
    CHANGING,
    IN_GAME,
    OF_PLAYER,
    Rehearsed,
    carry_out,
    carry_out_for_player,
    is_pointless,
    not_done,
    rehearse,
    without_lost_words,
)
from corr.mail.answering.received_mail import ReceivedMail, packed
from corr.mail.queues.delayed_orders import may_delay
from corr.mail.queues.held_orders import FROM_ANYBODY, Held, HoldReason, NewHeldOrder, hold, replace_earlier
from corr.mail.queues.inbox import tell_clock_runs_on
from corr.mail.queues.inbox_limits import may_tell_of_stranger
from corr.mail.reading.mail_facts import MailClass
from corr.mail.reading.words.commands import OF_ACCOUNT, OF_PLAYING, Act
from corr.mail.reading.words.orders import Orders, only
from corr.players.reply_tokens import ReplyTarget

_WAITS = "It waits until you confirm it."
_PLAYS = "It is played by itself, unless you stop it."
_IN_DOUBT = CHANGING - OF_PLAYING - OF_ACCOUNT
"""
Acts that are held if the mail may be somebody else’s: what only proposes a game, or is about the account, is written
again as easily.
"""


@dataclass(frozen=True, slots=True)
class Delay:
    """How a turn is delayed that is unsure."""

    is_proved: bool
    """Whether our own mail server found proof of its sender; then no mail without that stops it."""


def hold_back(uow: UnitOfWork, mail: ReceivedMail, target: ReplyTarget, *, why: HoldReason) -> MailOutcome:
    """
    Hold the orders of a mail that may not be the player's own, or just tell the player if it asks for nothing.

    :param why: why it may not be the player's own.
    """
    reading = mail.reading
    orders = reading.orders
    asks = not target.is_expired and not orders.rivals and _IN_DOUBT & set(orders.acts)
    if not asks and reading.mail_class is MailClass.LIST:
        # A mail from a list is worth a question only if it holds an order.
        return MailOutcome("list")
    if not may_tell_of_stranger(uow, target.player_id):
        return MailOutcome("too-many")
    if not asks:
        said = answers.forged if why is HoldReason.FORGED else answers.stranger
        return MailOutcome("stranger", said(reading.written_by))
    wanted = without_lost_words(uow, target.game_id, only(orders, _IN_DOUBT))
    held = _hold(uow, mail, target, wanted, why=why)
    facts = {
        "held_id": held.id,
        "token": held.token,
        "written_by": reading.written_by,
        "why": why.value,
        "asked": list(questions.asked_for(wanted)),
        "words": list(answers.quoted(wanted.message)),
        "turn": wanted.turn,
        "resigns": Act.RESIGN in wanted.acts,
        "in_reply_to": "",
    }
    uow.tell(held_notice(mail.claimed.id, target.player_id, (target.game_id, target.turn_number), facts))
    return MailOutcome("held", None, _waiting(wanted))


def ask_back(
    uow: UnitOfWork, mail: ReceivedMail, requester: GameRequester, *, why: HoldReason, delay: Delay | None = None
) -> MailOutcome:
    """
    Hold the orders of a mail that is the player's own, and ask the player whether they are meant.

    :param delay: given if they are to be carried out by themselves, unless the player stops that; of too many within an
        hour the rest is asked about.
    What cannot be done anyway is refused at once; what was done before is answered like a repeated mail.
    """
    orders = mail.reading.orders
    wanted = only(orders, CHANGING)
    if not wanted.acts:
        return carry_out(uow, requester, orders)
    # Locked before the rehearsal, which gives its own locks back: nobody may change the game in between.
    lock_for_leave(uow, requester.target.player_id, wanted)
    get_game_row_locked(uow, requester.target.game_id)
    if is_pointless(uow, requester.of_player, wanted):
        return carry_out(uow, requester, wanted)
    try:
        rehearsed = rehearse(uow, requester, wanted)
    except CorrError as refusal:
        return not_done(refusal, requester, wanted)
    if rehearsed.is_repeated:
        return carry_out(uow, requester, wanted)
    if delay is not None and not may_delay(uow, requester.target.player_id, requester.target.game_id):
        delay = None
    return _ask(uow, mail, requester.target, rehearsed, why=why, delay=delay)


def play_and_ask(
    uow: UnitOfWork, mail: ReceivedMail, requester: GameRequester, apart: frozenset[Act], *, why: HoldReason
) -> MailOutcome:
    """
    Play the turn of a mail, and ask about what stands *apart* from it.

    What cannot be done anyway is refused at once. With a turn that is refused or ends the game, only what is about the
    player is asked about.
    """
    orders, of_player = mail.reading.orders, apart & OF_PLAYER
    if of_player and is_pointless(uow, requester.of_player, only(orders, of_player)):
        of_player = frozenset()
    try:
        rehearsed = rehearse(uow, requester, orders)
        is_settled = rehearsed.is_repeated or rehearsed.ends_game
        in_game = apart - OF_PLAYER - (IN_GAME if is_settled else frozenset())
    except CorrError:
        in_game = frozenset()
    later = replace(only(orders, of_player | in_game), turn="", say="", words="")
    at_once = only(orders, frozenset(orders.acts) - set(later.acts))
    if Act.SAY in later.acts:
        later, at_once = replace(later, say=orders.say), replace(at_once, say="")
    outcome = carry_out(uow, requester, at_once)
    if outcome.answer is None or not later.acts:
        return outcome
    if outcome.answer.question is not None:
        # A mail asks one question.
        return replace(outcome, answer=replace(outcome.answer, lines=(*outcome.answer.lines, questions.REST_NOT_DONE)))
    held = _hold(uow, mail, requester.target, later, why=why)
    question = questions.question(held.id, f"/held/{held.token}", later, is_of_game=True)
    answer = questions.with_question(outcome.answer, question, why, mail.reading.written_by)
    return replace(outcome, answer=answer, commands=(*outcome.commands, *_waiting(later)))


def ask_back_for_player(
    uow: UnitOfWork, mail: ReceivedMail, requester: PlayerRequester, orders: Orders, *, why: HoldReason
) -> MailOutcome:
    """
    Hold *orders* of a mail without a game that concern the player, and ask whether they are meant.

    If nothing of it can be done anyway, the answer says that at once.
    """
    kept = replace(only(orders, OF_PLAYER), league=orders.league or _league_of(uow, requester))
    kept = with_letters_named(requester, kept)
    lock_for_leave(uow, requester.player_id, kept)
    if is_pointless(uow, requester, kept):
        return carry_out_for_player(uow, requester, kept)
    order = NewHeldOrder(
        inbox_id=mail.claimed.id,
        player_id=requester.player_id,
        game_id=None,
        turn_number=None,
        orders=packed(kept),
        written_by=mail.reading.written_by,
        received_at=mail.received_at,
        why=why,
    )
    held = hold(uow, order)
    question = questions.question(held.id, f"/held/{held.token}", kept, is_of_game=False)
    answer = replace(questions.asked_back(question, order.why, order.written_by), is_of_player=True)
    return MailOutcome("asked", answer, _waiting(kept))


def _league_of(reader: Reader, requester: PlayerRequester) -> str:
    """The id of the league that the answered letter is about; empty if it is about none."""
    return "" if requester.season_id is None else get_season(reader, requester.season_id).league_id


def _ask(
    uow: UnitOfWork,
    mail: ReceivedMail,
    target: ReplyTarget,
    rehearsed: Rehearsed,
    *,
    why: HoldReason,
    delay: Delay | None,
) -> MailOutcome:
    wanted = without_lost_words(uow, target.game_id, rehearsed.orders)
    held = _hold(uow, mail, target, wanted, why=why, delay=delay)
    if Act.TURN in wanted.acts and why not in FROM_ANYBODY:
        replace_earlier(uow, held, target.player_id, target.game_id)
    question = questions.question(held.id, f"/held/{held.token}", wanted, is_of_game=True)
    answer = questions.asked_back(question, why, mail.reading.written_by)
    if wanted != rehearsed.orders:
        lost = answers.quoted_in_short(rehearsed.orders.words)
        answer = replace(answer, lines=(*answer.lines, BESIDE_A_CHOICE), not_passed_on=lost)
    if delay is None:
        return MailOutcome("asked", answer, _waiting(wanted))
    # Once it is sent, the letter says what has become of it by then. Silence acts, so it goes out in any case.
    answer = replace(answer, question=replace(question, is_delayed=True), counts=False)
    return MailOutcome("delayed", answer, tuple((text, _PLAYS) for text in questions.asked_for(wanted)))


def _hold(
    uow: UnitOfWork,
    mail: ReceivedMail,
    target: ReplyTarget,
    wanted: Orders,
    *,
    why: HoldReason,
    delay: Delay | None = None,
) -> Held:
    """
    Hold *wanted*; if it is a turn that is surely the player's and not delayed, the game's history says that the clock
    runs on.
    """
    # Locked, so that of two turns at once the later one replaces the earlier.
    game_row = get_game_row_locked(uow, target.game_id)
    has_turn = Act.TURN in wanted.acts
    order = NewHeldOrder(
        inbox_id=mail.claimed.id,
        player_id=target.player_id,
        game_id=target.game_id,
        # A turn belongs to the turn number of the answered letter, other orders to the present one.
        turn_number=target.turn_number if has_turn else game_row.turn_number,
        orders=packed(wanted),
        written_by=mail.reading.written_by,
        received_at=mail.received_at,
        why=why,
        asks_to_resign=Act.RESIGN in wanted.acts and why not in FROM_ANYBODY,
        is_delayed=delay is not None,
        is_proved=delay is not None and delay.is_proved,
        draw_offer_id=target.draw_offer_id,
    )
    held = hold(uow, order)
    if delay is None and has_turn and why not in FROM_ANYBODY:
        player_id = target.player_id
        tell_clock_runs_on(uow, EventKind.MAIL_HELD, mail.claimed.id, game_id=target.game_id, player_id=player_id)
    return held


def _waiting(orders: Orders) -> tuple[tuple[str, str], ...]:
    return tuple((text, _WAITS) for text in questions.asked_for(orders))
