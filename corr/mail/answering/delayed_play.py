"""Delayed turns carried out by themselves: each is played once at most, and never before its moment without a yes."""

import logging

from corr.base.uow import UnitOfWork
from corr.clocks.outages import is_outage
from corr.game.game_row import GameRow
from corr.game.words import EventKind
from corr.mail.answering import questions
from corr.mail.answering.answer_limits import send_answer
from corr.mail.answering.answers import Answer
from corr.mail.answering.authority import GameRequester
from corr.mail.answering.confirmations import lock_with_game
from corr.mail.answering.order_execution import carry_out
from corr.mail.answering.received_mail import Route, unpacked
from corr.mail.queues.delayed_orders import (
    DueOrder,
    ask_instead,
    begin_delays_anew,
    mark_overtaken,
    mark_played,
    next_due,
)
from corr.mail.queues.held_orders import HeldView, find_held_of_player
from corr.mail.queues.inbox import tell_clock_runs_on
from corr.mail.queues.inbox_limits import Room
from corr.players.profiles import is_open
from corr.players.reply_tokens import ReplyTarget

_LOG = logging.getLogger(__name__)
_PLAYED = frozenset({"played", "sealed", "repeated"})
"""The outcomes of a turn that was played, now or before."""


def play_next_delayed(uow: UnitOfWork) -> bool:
    """
    Play the delayed turn that came first among those whose moment has come, and tell its player; False if none is left.

    After an outage the time to say no begins anew. A turn whose game has gone on is overtaken. One that meets a fault
    becomes a question, so that it does not stop the others, or the deadline of its game.
    """
    if is_outage(uow):
        return False
    begin_delays_anew(uow)
    due = next_due(uow)
    if due is None:
        return False
    with uow.guarded() as part:
        _settle(uow, due)
    if part.fault is not None:
        _LOG.error("the delayed turn %s becomes a question: %s", due.id, part.fault_words)
        ask_instead(uow, due.id)
    return True


def _settle(uow: UnitOfWork, due: DueOrder) -> None:
    seen = find_held_of_player(uow, due.player_id, due.id)
    assert seen is not None
    game_row = lock_with_game(uow, seen)
    held = find_held_of_player(uow, due.player_id, due.id)
    assert held is not None
    if not held.is_unsettled_delay or game_row.frozen_at is not None:
        # Somebody was faster; a game that is frozen is looked at again once it is not.
        return
    is_gone = game_row.find_seat(held.player_id) is None or not is_open(uow, held.player_id)
    if held.is_overtaken or is_gone:
        _overtake(uow, held, game_row)
    elif due.is_asked:
        _ask(uow, held)
    elif mark_played(uow, held.id):
        _play(uow, held)


def _play(uow: UnitOfWork, held: HeldView) -> None:
    target = _target(held)
    requester = GameRequester(target, f"held:{held.id}", held.received_at, held.inbox_id)
    outcome = carry_out(uow, requester, unpacked(held.orders))
    assert outcome.answer is not None
    if outcome.code not in _PLAYED:
        mark_overtaken(uow, held.id)
    _tell(uow, held, outcome.answer)


def _overtake(uow: UnitOfWork, held: HeldView, game_row: GameRow) -> None:
    """Drop a turn that comes too late; its player is told, unless a later turn of the same player took its place."""
    mark_overtaken(uow, held.id)
    if game_row.is_over and game_row.find_seat(held.player_id) is not None:
        _tell(uow, held, questions.not_played(unpacked(held.orders).turn))


def _ask(uow: UnitOfWork, held: HeldView) -> None:
    """Ask about a turn whose letter could not be sent, as what is asked back waits."""
    if held.plays_at is None and ask_instead(uow, held.id):
        tell_clock_runs_on(uow, EventKind.MAIL_HELD, held.inbox_id, game_id=held.game_id, player_id=held.player_id)


def _target(held: HeldView) -> ReplyTarget:
    assert held.game_id is not None
    assert held.turn_number is not None
    return ReplyTarget(
        held.player_id, held.game_id, held.turn_number, is_expired=False, draw_offer_id=held.draw_offer_id
    )


def _tell(uow: UnitOfWork, held: HeldView, answer: Answer) -> None:
    route = Route(game=_target(held), player_id=held.player_id)
    send_answer(uow, held.inbox_id, route, answer, room=Room.ENOUGH, occasion="delayed")
