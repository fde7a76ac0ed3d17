"""Held orders confirmed or rejected by their players: each is done once at most, however often it is confirmed."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from corr.base.uow import Part, Reader, UnitOfWork
from corr.errors import TurnError
from corr.game.game_row import GameRow, get_game_row, get_game_row_locked
from corr.game.words import EventKind
from corr.mail.answering import answers, questions
from corr.mail.answering.answers import Answer, AnswerQuestion, MailOutcome, quoted_in_short
from corr.mail.answering.authority import GameRequester, PlayerRequester
from corr.mail.answering.leave_by_mail import LEAVE_ACTS, lock_for_leave
from corr.mail.answering.order_execution import IN_GAME, NOT_PASSED_ON, carry_out, carry_out_for_player
from corr.mail.answering.received_mail import unpacked
from corr.mail.queues.delayed_orders import ask_instead, find_delayed, mark_overtaken
from corr.mail.queues.held_orders import (
    FROM_ANYBODY,
    FROM_ELSEWHERE,
    HeldView,
    confirm_held,
    find_held_of_player,
    held_of_game,
    reject_held,
)
from corr.mail.queues.inbox import tell_clock_runs_on
from corr.mail.queues.mail_history import why_asked
from corr.mail.reading.words.commands import FINAL, OF_LEAGUES, WITH_WORDS, Act
from corr.mail.reading.words.orders import Beside, Orders, go_together
from corr.mail.reading.words.turn_text import squeezed
from corr.mail.reading.words.verdicts import VerdictRow
from corr.players.profiles import is_open
from corr.players.reply_tokens import ReplyTarget

DECIDING = frozenset({Act.CONFIRM, Act.REJECT})
"""The acts that answer a question."""
_SEE_FOR_THEMSELVES = frozenset({Act.TURN, Act.CLAIM})
"""Acts that the use case itself refuses if the game has gone on."""


@dataclass(frozen=True, slots=True)
class AskedConfirmation:
    """A question about a held order, for pages."""

    mail_id: int
    asked: tuple[str, ...] = field(repr=False)
    """The things that the mail asks for, one a line; empty once settled."""
    words: str = field(repr=False)
    """The words that would be passed on, as written."""
    has_turn: bool
    resigns: bool
    """Whether it resigns a game."""
    why: str
    """The reason for the question, in one sentence."""
    is_from_elsewhere: bool
    """Whether the mail may not be the player's own."""
    received_at: datetime
    expires_at: datetime
    draw_offer_id: int | None = None
    """The draw offer that a yes to a turn declines; None if there is none."""
    is_delayed: bool = False
    """Whether it is carried out by itself."""
    plays_at: datetime | None = None
    """The moment for that; None if it is not known yet."""


@dataclass(frozen=True, slots=True)
class ConfirmationAnswer:
    """A yes or a no."""

    orders: Orders
    """The yes or no, and what else the same mail asks for."""
    mail_id: int = 0
    """The mail that says it; 0 for a page."""
    received_at: datetime | None = None
    """When that mail came; None for a page."""
    seen_offer: int | None = None
    """The id of the draw offer that the letter or page shows that is answered; None if it shows none."""


def as_answer(orders: Orders, held_order_id: int | None) -> Orders:
    """
    *orders* of an answer to a letter, with the yes or no beside them as an act if that letter asks something.

    :param held_order_id: the held order that the letter asks about; None if it asks nothing.
    """
    if held_order_id is None or not orders.beside:
        return orders
    said = Act.REJECT if orders.beside is Beside.NO else Act.CONFIRM
    row = orders.row or (VerdictRow.OTHER_WORDS if orders.beside is Beside.UNCLEAR else VerdictRow.NOTHING)
    typed = (*(orders.typed or orders.asked), said.value)
    return replace(orders, acts=(*orders.acts, said), typed=typed, row=row)


def settle_by_page(uow: UnitOfWork, held: HeldView, act: Act, seen_offer: int | None = None) -> Answer:
    """
    Confirm or reject a held order on a page; the answer says what became of it.

    :param act: `Act.CONFIRM` or `Act.REJECT`.
    :param seen_offer: the id of the draw offer that the page shows; None if it shows none.
    :raises UnseenDrawOfferError: a turn would pass over another one; the player is to be asked first.
    """
    if not is_open(uow, held.player_id):
        return questions.nothing_to_confirm()
    answer = _settle(uow, held, ConfirmationAnswer(Orders((act,)), seen_offer=seen_offer)).answer
    assert answer is not None
    return answer


def asked_of_game(reader: Reader, player_id: int, game_id: str) -> tuple[AskedConfirmation, ...]:
    """The open questions to the player in a game, oldest first, behind a turn that is delayed."""
    delayed = find_delayed(reader, player_id, game_id)
    waiting = held_of_game(reader, player_id, game_id)
    return tuple(asked(reader, held) for held in (*((delayed,) if delayed else ()), *waiting))


def asked(reader: Reader, held: HeldView) -> AskedConfirmation:
    """The question about a held order."""
    orders = unpacked(held.orders)
    return AskedConfirmation(
        mail_id=held.inbox_id,
        asked=questions.asked_for(orders),
        words=orders.message,
        has_turn=Act.TURN in orders.acts,
        resigns=Act.RESIGN in orders.acts,
        why=why_asked(held.why, held.written_by),
        is_from_elsewhere=held.why in FROM_ELSEWHERE,
        received_at=held.received_at,
        expires_at=held.expires_at,
        draw_offer_id=find_draw_offer(reader, held.game_id, held.player_id) if Act.TURN in orders.acts else None,
        is_delayed=held.is_delayed,
        plays_at=held.plays_at,
    )


def find_draw_offer(reader: Reader, game_id: str | None, player_id: int) -> int | None:
    """The id of the draw offer to a player in a game that waits for an answer; None if there is none."""
    game_row = get_game_row(reader, game_id) if game_id else None
    own = None if game_row is None else game_row.find_seat(player_id)
    if game_row is None or own is None or game_row.frozen_at or game_row.draw_offer in {None, own.seat}:
        return None
    return game_row.draw_offer_id


def settle_by_reply(uow: UnitOfWork, target: ReplyTarget, said: ConfirmationAnswer) -> MailOutcome:
    """
    The outcome of a mail for a game that says yes or no.

    It settles what the answered letter asks about. A letter that asks nothing may be answered so too, if exactly one
    order is held in its game, and nobody else can have caused it. What cannot be undone is asked about once more then:
    an "ok" may be for the message, or the draw, that the answered letter tells of.
    """
    if target.held_order_id is not None:
        return settle_question(uow, target.player_id, target.held_order_id, said)
    waiting = held_of_game(uow, target.player_id, target.game_id)
    draw_offer = find_draw_offer(uow, target.game_id, target.player_id)
    if not waiting:
        return _outcome("conflict", questions.none_waits() if draw_offer is None else questions.draw_waits(), said)
    is_draw_shown = draw_offer is not None and draw_offer == said.seen_offer
    if len(waiting) > 1 or (is_draw_shown and Act.REJECT in said.orders.acts):
        return _outcome("unclear", _which(waiting, is_draw_offered=is_draw_shown), said)
    if waiting[0].why in FROM_ANYBODY:
        return _outcome("not-heard", answers.not_heard(), said)
    if Act.CONFIRM in said.orders.acts and FINAL & set(unpacked(waiting[0].orders).acts):
        return _outcome("unclear", _asked_back(_question(waiting[0]), waiting[0]), said)
    return _settle(uow, waiting[0], said)


def with_open_question(reader: Reader, target: ReplyTarget, outcome: MailOutcome) -> MailOutcome:
    """*outcome* of an unclear mail, whose answer also asks what the answered letter asks."""
    held = _find_open_question(reader, target)
    if held is None or outcome.answer is None:
        return outcome
    lines = (*outcome.answer.lines, questions.STILL_OPEN)
    # Hints would be about the board as it would be after a yes.
    return replace(outcome, answer=replace(outcome.answer, lines=lines, question=_question(held), has_hints=False))


def find_question_about_another(reader: Reader, target: ReplyTarget, turn: str) -> HeldView | None:
    """The held order that the answered letter still asks about; None if there is none, or if it is that very *turn*."""
    held = _find_open_question(reader, target)
    if held is None:
        return None
    return None if is_same_turn(reader, target, held, turn) else held


def _find_open_question(reader: Reader, target: ReplyTarget) -> HeldView | None:
    """The held order that the answered letter still asks about; None if there is none."""
    if target.held_order_id is None:
        return None
    held = find_held_of_player(reader, target.player_id, target.held_order_id)
    return held if held is not None and held.may_confirm else None


def _in_full(reader: Reader, target: ReplyTarget, turn: str) -> str:
    """*turn* in canonical notation; as it was written, without spaces, if it cannot be played now."""
    game_row = get_game_row(reader, target.game_id)
    rules, seat = game_row.rules(reader), game_row.get_seat(target.player_id).seat
    try:
        return rules.write(rules.read_typed(rules.parse_position(game_row.position), seat, turn).made)
    except TurnError:
        return squeezed(turn)


def settle_question(uow: UnitOfWork, player_id: int, held_order_id: int, said: ConfirmationAnswer) -> MailOutcome:
    """The outcome of an answer to the letter that asks about a held order, which may be settled already."""
    held = find_held_of_player(uow, player_id, held_order_id)
    return _outcome("conflict", questions.none_waits(), said) if held is None else _settle(uow, held, said)


def _settle(uow: UnitOfWork, held: HeldView, said: ConfirmationAnswer) -> MailOutcome:
    orders = said.orders
    if held.is_delayed:
        # Locked in the order of whoever carries it out by itself.
        lock_with_game(uow, held)
    if orders.row and held.may_confirm:
        return _outcome("unclear", questions.asked_again(_question(held)), said)
    if Act.REJECT in orders.acts:
        is_forgotten = reject_held(uow, held.id)
        answer = questions.forgotten() if is_forgotten else _settled(uow, held)
        return _outcome("reject" if is_forgotten else "repeated", answer, said)
    if held.may_confirm and not _goes_with(held, orders):
        return _outcome("unclear", questions.cannot_be_both(_question(held)), said)
    with uow.attempt() as part:
        return _confirm(uow, held, said, part)


def lock_with_game(uow: UnitOfWork, held: HeldView) -> GameRow:
    """Lock the game of a delayed turn, and before it what else its orders lock; its row."""
    assert held.game_id is not None
    lock_for_leave(uow, held.player_id, unpacked(held.orders))
    return get_game_row_locked(uow, held.game_id)


def is_same_turn(reader: Reader, target: ReplyTarget, held: HeldView, turn: str) -> bool:
    """Whether *turn* is that of a held order, however both are written."""
    return bool(turn) and _in_full(reader, target, unpacked(held.orders).turn) == _in_full(reader, target, turn)


def with_yes(held: HeldView, orders: Orders) -> Orders:
    """*orders* that ask for the turn of a delayed order again, as a yes to that order."""
    typed = (*(orders.typed or orders.asked), Act.CONFIRM.value)
    return replace(orders, acts=(*orders.acts, Act.CONFIRM), typed=typed, turn=unpacked(held.orders).turn)


def told_again(held: HeldView) -> Answer:
    """The answer that says again that a turn is delayed."""
    return _asked_back(replace(_question(held), is_delayed=True), held)


def _asked_back(asked: AnswerQuestion, held: HeldView) -> Answer:
    return questions.asked_back(asked, held.why, held.written_by)


def after_stop(uow: UnitOfWork, held: HeldView, outcome: MailOutcome) -> MailOutcome:
    """
    *outcome* of a mail that came while a turn was delayed, and perhaps stops it.

    Unless that turn is settled by now, it is asked about; if the mail's own turn was played, it is overtaken.
    """
    now = find_held_of_player(uow, held.player_id, held.id)
    if now is None or not now.is_unsettled_delay:
        return outcome
    if now.is_overtaken:
        mark_overtaken(uow, held.id)
        return outcome
    ask_instead(uow, held.id)
    tell_clock_runs_on(uow, EventKind.MAIL_HELD, held.inbox_id, game_id=held.game_id, player_id=held.player_id)
    if outcome.answer is None:
        return outcome
    return replace(outcome, answer=questions.no_longer_delayed(outcome.answer, _question(held)))


def _confirm(uow: UnitOfWork, held: HeldView, said: ConfirmationAnswer, part: Part) -> MailOutcome:
    if not confirm_held(uow, held.id):
        return _outcome("repeated", _settled(uow, held), said)
    wanted, key = _with_more(unpacked(held.orders), said.orders), f"held:{held.id}"
    asked_at = _leave_asked_at(held, said)
    if held.game_id is None or held.turn_number is None:
        wanted = replace(wanted, words="\n\n".join(filter(None, (wanted.words, said.orders.words))))
        return carry_out_for_player(uow, PlayerRequester(held.player_id, key, asked_at, mail_id=said.mail_id), wanted)
    if _is_overtaken(uow, held, wanted):
        part.undo()
        return _outcome("stale", questions.overtaken(), said)
    target = ReplyTarget(
        held.player_id, held.game_id, held.turn_number, is_expired=False, draw_offer_id=said.seen_offer
    )
    requester = GameRequester(target, key, held.received_at, said.mail_id, leave_asked_at=asked_at)
    return _with_words_of_yes(carry_out(uow, requester, wanted), said.orders.words)


def _with_words_of_yes(outcome: MailOutcome, words: str) -> MailOutcome:
    """*outcome* with the *words* beside the yes, which may be for us and so are not passed on."""
    answer, lost = outcome.answer, quoted_in_short(words)
    if not lost or answer is None:
        return outcome
    lines = tuple(dict.fromkeys((*answer.lines, NOT_PASSED_ON)))
    return replace(outcome, answer=replace(answer, lines=lines, not_passed_on=(*answer.not_passed_on, *lost)))


def _leave_asked_at(held: HeldView, said: ConfirmationAnswer) -> datetime:
    """The moment that leave counts from: when the mail came that asked for it."""
    is_held = bool(LEAVE_ACTS & set(unpacked(held.orders).acts))
    return held.received_at if is_held or said.received_at is None else said.received_at


def _goes_with(held: HeldView, answer: Orders) -> bool:
    """
    Whether a held order can be done together with what else the *answer* asks for.

    Acts that cannot be undone, and a turn other than the held one, need a mail of their own.
    """
    wanted = unpacked(held.orders)
    both = set(wanted.acts) & set(answer.acts)
    more = set(answer.acts) - set(wanted.acts) - DECIDING
    is_other = (
        (Act.TURN in both and squeezed(wanted.turn) != squeezed(answer.turn))
        or (Act.AWAY in both and wanted.away != answer.away)
        or (bool(OF_LEAGUES & both) and wanted.league != answer.league)
        or (bool(WITH_WORDS & both) and wanted.wanted != answer.wanted)
        or any(wanted.named[act] != answer.named.get(act, "") for act in both & wanted.named.keys())
    )
    is_elsewhere = held.game_id is None and more & IN_GAME
    is_apart = is_other or is_elsewhere or more & (FINAL | {Act.TURN})
    return not is_apart and go_together(frozenset(both | more | set(wanted.acts)))


def _is_overtaken(uow: UnitOfWork, held: HeldView, wanted: Orders) -> bool:
    """Whether the game has gone on since, so that orders were meant for an earlier position."""
    acts = set(wanted.acts)
    if held.game_id is None or acts & _SEE_FOR_THEMSELVES or not acts & IN_GAME:
        return False
    lock_for_leave(uow, held.player_id, wanted)
    get_game_row_locked(uow, held.game_id)
    now = find_held_of_player(uow, held.player_id, held.id)
    return now is None or now.is_overtaken


def _with_more(held: Orders, answer: Orders) -> Orders:
    """The *held* orders together with what else the *answer* asks for, such as words to pass on."""
    typed = _typed(held) | {act: text for act, text in _typed(answer).items() if act not in DECIDING}
    acts = tuple(act for act in Act if act in typed)
    return replace(
        held,
        acts=acts,
        typed=tuple(typed[act] for act in acts),
        say="\n".join(filter(None, (held.say, answer.say))),
        away=answer.away or held.away,
        league=answer.league or held.league,
        wanted=answer.wanted or held.wanted,
        named={**held.named, **answer.named},
        about=held.about or answer.about,
        row=VerdictRow.NOTHING,
    )


def _typed(orders: Orders) -> dict[Act, str]:
    return dict(zip(orders.acts, orders.typed or orders.asked, strict=True))


def _settled(uow: UnitOfWork, held: HeldView) -> Answer:
    """The answer for a held order that is settled, read anew since another transaction may have settled it."""
    now = find_held_of_player(uow, held.player_id, held.id) or held
    return questions.settled(now.status)


def _question(held: HeldView) -> AnswerQuestion:
    path = f"/account/mails/{held.inbox_id}/held"
    asked_before = questions.question(held.id, path, unpacked(held.orders), is_of_game=held.game_id is not None)
    return replace(asked_before, is_repeated=True)


def _which(waiting: Sequence[HeldView], *, is_draw_offered: bool) -> Answer:
    return questions.which_question([_question(held) for held in waiting], is_draw_offered=is_draw_offered)


def _outcome(code: str, answer: Answer, said: ConfirmationAnswer) -> MailOutcome:
    if not set(said.orders.acts) <= DECIDING:
        answer = replace(answer, lines=(*answer.lines, questions.REST_NOT_DONE))
    if answer.question is None:
        answer = replace(answer, not_passed_on=quoted_in_short(said.orders.all_words))
    decided = [act.value for act in said.orders.acts if act in DECIDING]
    return MailOutcome(code, answer, tuple((word, answer.sentence) for word in decided))
