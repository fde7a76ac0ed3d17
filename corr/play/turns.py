"""
What becomes of a game when a turn comes in: the log grows, clocks pass, and whoever is due is told.

Nothing is judged here but what the rules make of complete turns; the turn number is compared and set.
"""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from corr.base import notices
from corr.base.uow import UnitOfWork
from corr.clocks.seat_clocks import ClockColumns, Habits, begun, clock_of, habits_of, set_clocks, stopped
from corr.core.pace import is_late
from corr.errors import ConflictError
from corr.game.game_row import AS_IT_STANDS, GAME, Seated, Standing
from corr.game.part_handed import HandedIn
from corr.game.refusals import StaleTurnError
from corr.game.repetition import TURN, repeat_digest, times_seen
from corr.game.views import TurnReceipt
from corr.game.words import outcome_words
from corr.games.api import AnyDraft, AnyRules, Outcome
from corr.games.seats import Seat
from corr.play.turn_log import squares_of
from corr.store.base import table
from corr.store.tables.games import GameState
from corr.store.tables.leagues import Season

_SEASON = table(Season)
_PASS = AS_IT_STANDS.values(
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
_SEAL = AS_IT_STANDS.values(version=GAME.c.version + 1, draw_offer=bindparam("new_offer"), changed_at=bindparam("at"))
_LOG = insert(TURN)
_TIGHTENED = select(_SEASON.c.id).where(
    _SEASON.c.id == bindparam("season"), _SEASON.c.tightened_at > bindparam("since")
)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A running game, locked, and the seat whose turn came in."""

    uow: UnitOfWork
    standing: Standing
    rules: AnyRules
    position: Hashable
    mine: Seated
    received_at: datetime


@dataclass(frozen=True, slots=True)
class _Played:
    """What complete turns make of a game."""

    drafts: Mapping[Seat, AnyDraft]
    after: Hashable
    digest: str | None
    outcome: Outcome | None
    due: frozenset[Seat]


def play_round(at: Arrival, drafts: Mapping[Seat, AnyDraft], turns: Collection[HandedIn]) -> TurnReceipt:
    """
    Play the turns that count together, of which that of `at.mine` came last, and tell who has to know.

    :param drafts: the turns as the rules read them.
    :param turns: the same as they were handed in.
    :raises IllegalError: one of them may not stop where it does.
    :raises ConflictError: somebody was faster, or the form of the turn was used before.
    """
    rules = at.rules
    after: Hashable = rules.play(at.position, drafts)
    outcome = rules.outcome(after, times_seen(at.uow, at.standing.id, rules, after))
    due: frozenset[Seat] = frozenset() if outcome else rules.due(after)
    played = _Played(drafts, after, repeat_digest(rules, after), outcome, due)
    _pass_turn(at, played)
    _write_log(at, played, turns)
    _pass_clocks(at, played)
    _tell(at, played)
    mine = drafts[at.mine.seat]
    ended = outcome_words(rules.info, outcome.winner, outcome.reason) if outcome else ""
    text, number = rules.write(mine.made), at.standing.turn_number
    return TurnReceipt(at.standing.id, number, text, mine.unused(), repeated=False, outcome_words=ended)


def note_sealed(at: Arrival) -> None:
    """
    Stop the clock of a seat whose turn waits sealed, and let every page of the game say that it does.

    :raises StaleTurnError: somebody was faster.
    """
    asked = {
        "of_game": at.standing.id,
        "of_turn": at.standing.turn_number,
        "new_offer": _offer_after(at),
        "at": at.uow.now,
    }
    connection = at.uow.session.connection()
    if connection.execute(_SEAL, asked).rowcount != 1:
        raise StaleTurnError(at.standing.turn_number + 1)
    habits = habits_of(at.uow, [at.mine.player_id], since=at.mine.since or at.uow.now)
    set_clocks(at.uow, at.standing.id, {at.mine.seat: stopped(_bank_after(at, habits[at.mine.player_id]))})


def _pass_turn(at: Arrival, played: _Played) -> None:
    standing, outcome = at.standing, played.outcome
    squares = frozenset[str]().union(*(squares_of(at.rules, draft) for draft in played.drafts.values()))
    changed = at.uow.session.connection().execute(
        _PASS,
        {
            "of_game": standing.id,
            "of_turn": standing.turn_number,
            "new_position": at.rules.format_position(played.after),
            "new_squares": " ".join(sorted(squares)),
            "new_state": (GameState.OVER if outcome else GameState.RUNNING).value,
            "new_winner": outcome.winner if outcome else None,
            "new_reason": outcome.reason if outcome else "",
            "new_offer": None if outcome else _offer_after(at),
            "at": at.uow.now,
            "new_end": at.uow.now if outcome else None,
        },
    )
    if changed.rowcount != 1:
        raise StaleTurnError(standing.turn_number + 1)


def _offer_after(at: Arrival) -> Seat | None:
    """A draw offer stands until the other player's next turn: one's own turn leaves it standing."""
    return at.standing.draw_offer if at.standing.draw_offer == at.mine.seat else None


def _write_log(at: Arrival, played: _Played, turns: Collection[HandedIn]) -> None:
    rows = []
    last = max(turn.seat for turn in turns)
    for turn in sorted(turns, key=lambda turn: turn.seat):
        secret = at.rules.secret(turn.text, played.after) if turn.nonce else None
        kept = {"secret": secret.word, "nonce": turn.nonce} if secret else {"secret": None, "nonce": None}
        # One of them alone counts as an occurrence of the position.
        repeat = {"repeat_key": played.digest if turn.seat == last else None}
        rows.append({**turn.row(at.standing.id, at.standing.turn_number), **kept, **repeat})
    try:
        at.uow.session.connection().execute(_LOG, rows)
    except IntegrityError as fault:
        raise ConflictError("This form was used before; please load the page again.") from fault


def _pass_clocks(at: Arrival, played: _Played) -> None:
    standing = at.standing
    players = [seated.player_id for seated in standing.seats]
    habits = habits_of(at.uow, players, since=at.mine.since or at.uow.now)
    clocks: dict[int, ClockColumns] = {}
    for seated in standing.seats:
        mine = habits[seated.player_id]
        bank_ms = _bank_after(at, mine) if seated.seat == at.mine.seat else seated.bank_ms
        is_due = seated.seat in played.due
        clocks[seated.seat] = begun(standing.terms, mine, bank_ms, at.uow.now) if is_due else stopped(bank_ms)
    set_clocks(at.uow, standing.id, clocks)


def _bank_after(at: Arrival, habits: Habits) -> int:
    """What is left in the bank of the seat whose turn came in."""
    pace, mine = at.standing.terms.pace, at.mine
    clock = clock_of(at.standing.terms, mine, habits)
    if clock is None:
        return mine.bank_ms
    received_at = min(at.received_at, at.uow.now)
    if is_late(received_at, mine.due_at):
        return pace.left_after_late
    # A deadline that was shown stands, even where the clock worked out anew would have run out before it.
    used_ms = min(clock.used_ms(received_at), mine.bank_ms)
    left_after = pace.left_after_away if clock.is_away_at(received_at) else pace.left_after
    left_ms = left_after(mine.bank_ms, used_ms)
    if left_ms > pace.cap_ms and _was_tightened(at):
        return pace.cap_ms
    return left_ms


def _was_tightened(at: Arrival) -> bool:
    """Whether the pace became tighter in the middle of the turn: what is left of it is cut to the new cap."""
    asked = {"season": at.standing.season_id, "since": at.mine.since}
    return at.standing.season_id is not None and at.uow.connection.execute(_TIGHTENED, asked).scalar() is not None


def _tell(at: Arrival, played: _Played) -> None:
    """
    Tell everybody who is due now, or that the game is over; whoever made the turn knows.

    Where several chose at the same time, whoever is due is told in any case: only now is there a board to see.
    """
    number = at.standing.turn_number + 1
    is_together = len(played.drafts) > 1
    for seated in at.standing.seats:
        is_mover = seated.seat == at.mine.seat
        if played.outcome and not is_mover:
            at.uow.tell(notices.game_over(at.standing.id, number, seated.player_id))
        elif seated.seat in played.due and (is_together or not is_mover):
            at.uow.tell(notices.your_turn(at.standing.id, number, seated.player_id))
