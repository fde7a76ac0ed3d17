"""Playing a turn: whether it can be played, whether it was played before, and what follows for the game."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy import bindparam, insert
from sqlalchemy.exc import IntegrityError

from corr.base import notices
from corr.base.tokens import check_order_key
from corr.base.uow import UnitOfWork
from corr.clocks.outages import credit_game
from corr.clocks.seat_clocks import pass_clocks, stop_clock
from corr.errors import ConflictError
from corr.game.game_row import (
    GAME,
    TURN,
    UPDATE_WHILE_DUE,
    GameRow,
    Seated,
    end_seats,
    get_game_row_locked,
    run_changes,
    show_anew,
    times_seen,
)
from corr.game.history import Happening, record_event
from corr.game.refusals import StaleTurnError, check_not_over, check_playable, stale_turn
from corr.game.views import TurnReceipt
from corr.game.words import outcome_words
from corr.games.api import AnyDraft, AnyRules, Outcome
from corr.games.courses import course_text
from corr.games.replay import repeat_digest
from corr.games.seats import Seat
from corr.play.crossing_draws import DrawOffer, check_seen, draw_offer_after
from corr.play.followed_facts import note_games
from corr.play.sealed_turns import (
    HandedIn,
    drafts_of,
    has_secrets,
    keep_sealed,
    latest_by_seat,
    sealed_turns,
    turn_columns,
)
from corr.play.turn_drafts import forget_draft
from corr.play.turn_log import find_repeated, has_snapshot
from corr.store.compiled_statements import CompiledChange
from corr.store.tables.follows import FactKind
from corr.store.tables.games import GameState

_PASS = CompiledChange(
    UPDATE_WHILE_DUE.values(
        turn_number=GAME.c.turn_number + 1,
        version=GAME.c.version + 1,
        position=bindparam("new_position"),
        last_squares=bindparam("new_squares"),
        state=bindparam("new_state"),
        winner=bindparam("new_winner"),
        reason=bindparam("new_reason"),
        draw_offer=bindparam("new_offer"),
        changed_at=bindparam("at"),
        ended_at=bindparam("new_end"),
    )
)
_SEAL = CompiledChange(
    UPDATE_WHILE_DUE.values(version=GAME.c.version + 1, draw_offer=bindparam("new_offer"), changed_at=bindparam("at"))
)
_LOG = CompiledChange(insert(TURN), tuple(TURN.c.keys()))


@dataclass(frozen=True, slots=True)
class IncomingTurn:
    """A running game, locked, and the seat whose turn came in."""

    uow: UnitOfWork
    game_row: GameRow
    rules: AnyRules
    position: Hashable
    mine: Seated
    received_at: datetime
    offer: DrawOffer
    door: str
    asks_first: bool
    """Whether a draw offer that the player has not seen is asked about before the turn counts."""

    def checked_offer(self, outcome: Outcome | None) -> DrawOffer:
        """
        The draw offer after the turn, which leads to *outcome*.

        :raises UnseenDrawOfferError: the player is to be asked first, unless the turn wins. Where something is hidden,
            also if it wins: who is asked of all other turns alone could try one after the other.
        """
        is_won = outcome is not None and outcome.winner == self.mine.seat and not has_secrets(self.rules)
        if self.asks_first and not is_won:
            check_seen(self.game_row, self.offer)
        return self.offer if outcome is None else DrawOffer()


@dataclass(frozen=True, slots=True)
class _Played:
    """What complete turns make of a game, as its rules say."""

    seats: frozenset[Seat]
    """The seats of the turns."""
    after: Hashable
    position: str
    """That position as text."""
    course: str
    """What everybody may know of the turns, as text."""
    digest: str | None
    outcome: Outcome | None
    due: frozenset[Seat]
    offer: DrawOffer


def play_round(at: IncomingTurn, drafts: Mapping[Seat, AnyDraft], turns: Collection[HandedIn]) -> TurnReceipt:
    """
    Play the turns that belong together, of which that of `at.mine` came last, and tell the players.

    :param drafts: the turns as the rules read them.
    :param turns: the same as they were handed in.
    :raises IllegalError: one of them may not stop where it does.
    :raises ConflictError: somebody was faster, or the form of the turn was used before.
    :raises UnseenDrawOfferError: the player has not seen a draw offer, and is to be asked first.
    """
    rules = at.rules
    after: Hashable = rules.play(at.position, drafts)
    digest = repeat_digest(rules, after)
    outcome = rules.outcome(after, times_seen(at.uow, at.game_row.id, rules, digest))
    due: frozenset[Seat] = frozenset() if outcome else rules.due(after)
    position, course = rules.format_position(after), course_text(rules, at.position, drafts)
    offer = at.checked_offer(outcome)
    played = _Played(frozenset(drafts), after, position, course, digest, outcome, due, offer)
    text = next(turn.text for turn in turns if turn.seat == at.mine.seat)
    unused = drafts[at.mine.seat].unused()
    passed = _game_after(at, played)
    _write_log(at, played, turns)
    changed = {
        "of_game": passed.id,
        "of_turn": at.game_row.turn_number,
        "new_position": passed.position,
        "new_squares": passed.last_squares,
        "new_state": (GameState.OVER if passed.is_over else GameState.RUNNING).value,
        "new_winner": passed.winner,
        "new_reason": passed.reason,
        "new_offer": passed.draw_offer,
        "at": passed.changed_at,
        "new_end": passed.ended_at,
    }
    if run_changes(at.uow, _PASS, [changed]) != 1:
        raise StaleTurnError(passed.turn_number)
    _record_fate(at, offer)
    seats = pass_clocks(at.uow, at.game_row, at.mine, due, received_at=at.received_at)
    if passed.is_over:
        end_seats(at.uow, [passed.id])
    at.uow.known[passed.id] = replace(passed, seats=seats)
    _tell(at, played)
    if outcome or at.game_row.has_turns_followed:
        note_games(at.uow, FactKind.OVER if outcome else FactKind.TURN, [passed.id])
    ended = outcome_words(rules.info, outcome.winner, outcome.reason) if outcome else ""
    number = at.game_row.turn_number
    is_together = len(drafts) > 1
    return TurnReceipt(
        at.game_row.id,
        number,
        text,
        unused,
        repeated=False,
        outcome_words=ended,
        is_together=is_together,
        draw_words=offer.receipt(at.game_row, at.mine.seat),
    )


def note_sealed(at: IncomingTurn) -> None:
    """
    Stop the clock of a seat whose turn waits sealed, and count a change of the game so that its pages show that.

    :raises UnseenDrawOfferError: the player has not seen a draw offer, and is to be asked first.
    """
    offer = at.checked_offer(None)
    asked = {
        "of_game": at.game_row.id,
        "of_turn": at.game_row.turn_number,
        "new_offer": offer.stands_by,
        "at": at.uow.now,
    }
    if run_changes(at.uow, _SEAL, [asked]) != 1:
        raise StaleTurnError(at.game_row.turn_number + 1)
    _record_fate(at, offer)
    stop_clock(at.uow, at.game_row, at.mine, received_at=at.received_at)


def _game_after(at: IncomingTurn, played: _Played) -> GameRow:
    """The game after the turns, but for its clocks."""
    outcome = played.outcome
    return replace(
        at.game_row,
        turn_number=at.game_row.turn_number + 1,
        version=at.game_row.version + 1,
        position=played.position,
        last_squares=played.course,
        is_over=outcome is not None,
        winner=outcome.winner if outcome else None,
        reason=outcome.reason if outcome else "",
        draw_offer=played.offer.stands_by,
        changed_at=at.uow.now,
        ended_at=at.uow.now if outcome else None,
    )


def _record_fate(at: IncomingTurn, offer: DrawOffer) -> None:
    """Record in the history what the turn did to a draw offer."""
    if offer.fate is not None:
        record_event(at.uow, at.game_row.id, at.game_row.turn_number, Happening(offer.fate, at.mine.seat, at.door))


def _write_log(at: IncomingTurn, played: _Played, turns: Collection[HandedIn]) -> None:
    rows = []
    last = max(turn.seat for turn in turns)
    for turn in sorted(turns, key=lambda turn: turn.seat):
        secret = at.rules.secret(turn.text, played.after) if turn.nonce else None
        is_last = turn.seat == last
        row = {
            **turn_columns(at.game_row, turn),
            # One of them alone counts as an occurrence of the position.
            "repeat_key": played.digest if is_last else None,
            "secret": secret.word if secret else None,
            "nonce": turn.nonce if secret else None,
            "position": played.position if is_last and has_snapshot(at.game_row.turn_number) else None,
        }
        rows.append(row)
    try:
        _LOG.run_many(at.uow.connection, rows)
    except IntegrityError as fault:
        raise ConflictError("This form was used before; please load the page again.") from fault


def _tell(at: IncomingTurn, played: _Played) -> None:
    """
    Tell the players who is due now, or that the game is over; not whoever made the last turn, who sees that anyway.

    Where several chose at the same time, whoever is due is told in any case: only now is there a board to see.
    """
    number = at.game_row.turn_number + 1
    is_together = len(played.seats) > 1
    for seated in at.game_row.seats:
        is_mover = seated.seat == at.mine.seat
        if played.outcome and not is_mover:
            at.uow.tell(notices.game_over(at.game_row.id, number, seated.player_id))
        elif seated.seat in played.due and (is_together or not is_mover):
            at.uow.tell(notices.your_turn(at.game_row.id, number, seated.player_id))


def seal_turn(at: IncomingTurn, draft: AnyDraft, turn: HandedIn, due: frozenset[Seat]) -> TurnReceipt:
    """
    Let *turn* wait for those of the other seats that are *due*, or play all of them if it is the last.

    :param draft: the turn as the rules read it.
    :raises IllegalError: it may not stop where it does.
    :raises ConflictError: its order was used before for something else.
    """
    # Played only to refuse a turn that may not stop where it does; nobody may know the resulting position yet.
    at.rules.play(at.position, {at.mine.seat: draft})
    waiting = sealed_turns(at.uow, at.game_row.id, at.game_row.turn_number, at.mine.seat)
    earlier = [found for found in waiting if found.seat == turn.seat]
    same = _same(earlier, turn)
    if same is not None:
        stands = "" if same.text == earlier[-1].text else earlier[-1].text
        first = drafts_of(at.rules, at.position, [same])[at.mine.seat]
        return replace(_receipt(at, first), repeated=True, stands=stands)
    if earlier and turn.received_at < earlier[-1].received_at:
        raise StaleTurnError(at.game_row.turn_number, f"You chose {earlier[-1].text} after that, and that stands.")
    kept = keep_sealed(at.uow, at.game_row, turn, earlier=len(earlier))
    counting = {**latest_by_seat(waiting), turn.seat: kept}
    if due == set(counting):
        drafts = drafts_of(at.rules, at.position, counting.values())
        return play_round(at, drafts, counting.values())
    if earlier:
        # The pages of the game show the new commitment.
        show_anew(at.uow, [at.game_row.id])
        forget_draft(at.uow, at.game_row.id, at.mine.seat)
        return replace(_receipt(at, draft), is_changed=True)
    note_sealed(at)
    return replace(_receipt(at, draft), draw_words=at.offer.receipt(at.game_row, at.mine.seat))


def _same(earlier: Sequence[HandedIn], turn: HandedIn) -> HandedIn | None:
    """The turn of *earlier* with the same order key, or the latest if it has the same text."""
    key = turn.order_key
    by_order = next((found for found in earlier if key is not None and found.order_key == key), None)
    by_text = earlier[-1] if earlier and earlier[-1].text == turn.text else None
    return by_order or by_text


def _receipt(at: IncomingTurn, draft: AnyDraft) -> TurnReceipt:
    text = at.rules.write(draft.made)
    number = at.game_row.turn_number
    return TurnReceipt(at.game_row.id, number, text, draft.unused(), repeated=False, outcome_words="", is_sealed=True)


@dataclass(frozen=True, slots=True)
class SubmitTurn:
    """A turn that somebody hands in."""

    game_id: str
    player_id: int
    turn_number: int
    """The turn that was due when the player looked at the board."""
    text: str
    door: str
    """How it came: "web" or "mail"."""
    received_at: datetime
    order_key: str | None = field(default=None, repr=False)
    """The same key is the same order, however often it comes."""
    seen_offer: int | None = None
    """The id of the draw offer that the player had seen; None if none."""
    asks_first: bool = False
    """Whether one that the player has not seen is asked about before the turn counts; else it goes on standing."""


def submit_turn(uow: UnitOfWork, order: SubmitTurn) -> TurnReceipt:
    """
    Play a turn, pass the clock and tell the other player; an order that was carried out before changes nothing.

    Where several seats are due, the turn waits sealed until those of all are in, and may be changed until then. Before
    anything else the clocks get their credit for an outage.

    :raises StaleTurnError: the game has moved on, or a turn that came later waits.
    :raises GameOverError: the game is over.
    :raises LateError: the turn came at or after the deadline.
    :raises NotYourTurnError: the other player is due.
    :raises TurnError: the turn cannot be read or is not legal; nothing of it is applied.
    :raises TooManyError: a turn that waits was changed too often.
    :raises UnseenDrawOfferError: the player has not seen a draw offer, and is to be asked first.
    """
    game_row = get_game_row_locked(uow, order.game_id)
    if game_row.owed_since is not None:
        game_row = credit_game(uow, game_row)
    seated = game_row.get_seat(order.player_id)
    if order.order_key is not None:
        check_order_key(order.order_key)
    if 1 <= order.turn_number < game_row.turn_number:
        return _receipt_of_old(uow, game_row, seated, order)
    check_playable(uow, game_row, seated, turn_number=order.turn_number, at=min(order.received_at, uow.now))
    rules = game_row.rules(uow)
    position: Hashable = rules.parse_position(game_row.position)
    offer = draw_offer_after(uow, game_row, seated.seat, seen=order.seen_offer)
    at = IncomingTurn(
        uow, game_row, rules, position, seated, order.received_at, offer, order.door, asks_first=order.asks_first
    )
    draft = rules.read_typed(at.position, seated.seat, order.text)
    turn = HandedIn(seated.seat, rules.write(draft.made), order.door, order.received_at, order.order_key)
    due = rules.due(at.position)
    if len(due) > 1:
        return seal_turn(at, draft, turn, due)
    return play_round(at, {seated.seat: draft}, [turn])


def _receipt_of_old(uow: UnitOfWork, game_row: GameRow, seated: Seated, order: SubmitTurn) -> TurnReceipt:
    rules = game_row.rules(uow)
    repeated = find_repeated(
        uow, game_row, seated.seat, turn_number=order.turn_number, text=order.text, order_key=order.order_key
    )
    if repeated is None:
        check_not_over(game_row)
        raise stale_turn(uow, game_row, seated, order.turn_number)
    is_last = game_row.is_over and repeated.number == game_row.turn_number - 1 and game_row.reason in rules.info.endings
    ended = outcome_words(rules.info, game_row.winner, game_row.reason) if is_last else ""
    return TurnReceipt(
        game_row.id,
        repeated.number,
        repeated.text,
        repeated.remark,
        repeated=True,
        outcome_words=ended,
        stands=repeated.stands,
    )
