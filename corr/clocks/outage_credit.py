"""
What clocks are owed for times when the service was down, and how they get it: each minute of an outage once.

An outage is given back to most clocks bit by bit, once it is over. Whoever stops a clock before that, by a turn or by
freezing a game, lets it have its share at once. Each credit says up to when it reaches, so that the next one of the
same clock in the same outage goes on from there.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, select

from corr.base.uow import UnitOfWork
from corr.clocks.part_outage import credited
from corr.clocks.seat_clocks import ClockColumns, Habits, clock_of, habits_of, reworked, set_all_clocks
from corr.game.game_row import Seated, Standing, get_standing_locked, show_anew, standings_locked
from corr.game.history import Happening, record_events
from corr.game.words import EventKind
from corr.store.base import table
from corr.store.tables.clocks import Outage
from corr.store.tables.games import GameEvent

_MILLISECOND = timedelta(milliseconds=1)
_EVENT, _OUTAGE = table(GameEvent), table(Outage)
_UNSETTLED = (
    select(_OUTAGE.c.id, _OUTAGE.c.began_at, _OUTAGE.c.ended_at)
    .where(_OUTAGE.c.settled_at.is_(None))
    .order_by(_OUTAGE.c.id)
)
_GIVEN = select(_EVENT.c.game_id, _EVENT.c.order_key, _EVENT.c.seat, _EVENT.c.until).where(
    _EVENT.c.game_id.in_(bindparam("games", expanding=True)),
    _EVENT.c.kind == EventKind.OUTAGE.value,
    _EVENT.c.until > bindparam("began"),
)

_Reached = Mapping[tuple[str, int], datetime]
"""Up to when the time of an outage was given back, by game and seat."""


@dataclass(frozen=True, slots=True)
class Closure:
    """An outage that was not settled yet, as far as it is known."""

    id: int
    began_at: datetime
    until: datetime
    """When it ended; the present moment as long as it lasts."""
    is_lasting: bool

    def key(self, seat: int) -> str:
        """What makes a credit happen once for each game and seat: the last one, or the one up to this moment."""
        whole = f"outage:{self.id}:{seat}"
        return f"{whole}:{self.until.isoformat()}" if self.is_lasting else whole

    def is_of(self, key: str) -> bool:
        """Whether a credit was one for this outage."""
        return key.split(":")[:2] == ["outage", str(self.id)]

    def has_hit(self, standing: Standing, seated: Seated) -> bool:
        """Whether *seated* was due in it, and had not run out of time before."""
        return (
            not standing.is_over
            and standing.frozen_at is None
            and seated.since is not None
            and seated.due_at is not None
            and seated.since < self.until
            and seated.due_at > self.began_at
        )


@dataclass(frozen=True, slots=True)
class _Credit:
    """What one clock is given."""

    standing: Standing
    seated: Seated
    habits: Habits
    amount: timedelta

    @property
    def amount_ms(self) -> int:
        """The amount in milliseconds, rounded up: in the player's favour."""
        return -(-self.amount // _MILLISECOND)


def get_standing_credited(uow: UnitOfWork, game_id: str) -> Standing:
    """
    The game as it stands, locked, once its clocks have what they are owed by now: for whoever may stop one of them.

    :raises NotFoundError: there is no such game.
    """
    standing = get_standing_locked(uow, game_id)
    if standing.owed_since is None:
        return standing
    for closure in _closures(uow):
        if give_back(uow, closure, [standing]):
            standing = get_standing_locked(uow, game_id)
    return standing


def standings_credited(uow: UnitOfWork, games: Collection[str]) -> tuple[Standing, ...]:
    """These *games* as they stand, by id and locked, once their clocks have what they are owed by now."""
    standings = standings_locked(uow, games)
    if all(standing.owed_since is None for standing in standings):
        return standings
    for closure in _closures(uow):
        if give_back(uow, closure, standings):
            standings = standings_locked(uow, games)
    return standings


def give_back(uow: UnitOfWork, closure: Closure, standings: Sequence[Standing]) -> bool:
    """Give every clock of some games, which are locked, what it is owed for one outage; whether anything was owed."""
    reached = _reached(uow, closure, standings)
    hit = [
        (standing, seated) for standing in standings for seated in standing.seats if closure.has_hit(standing, seated)
    ]
    habits = _habits(uow, [seated for _, seated in hit])
    credits_ = []
    for standing, seated in hit:
        since = reached.get((standing.id, seated.seat), closure.began_at)
        if credit := _find_credit(closure, standing, seated, habits[seated.player_id], since=since):
            credits_.append(credit)
    if credits_:
        _write(uow, closure, credits_)
    return bool(credits_)


def _closures(uow: UnitOfWork) -> list[Closure]:
    """The outages that were not settled yet."""
    return [
        Closure(outage.id, outage.began_at, outage.ended_at or uow.now, is_lasting=outage.ended_at is None)
        for outage in uow.connection.execute(_UNSETTLED)
    ]


def _reached(uow: UnitOfWork, closure: Closure, standings: Sequence[Standing]) -> _Reached:
    asked = {"games": [standing.id for standing in standings], "began": closure.began_at}
    rows = [row for row in uow.connection.execute(_GIVEN, asked) if closure.is_of(row.order_key)]
    return {(row.game_id, row.seat): row.until for row in sorted(rows, key=lambda row: row.until)}


def _habits(uow: UnitOfWork, seats: Sequence[Seated]) -> Mapping[int, Habits]:
    since = min((seated.since for seated in seats if seated.since is not None), default=None)
    return {} if since is None else habits_of(uow, {seated.player_id for seated in seats}, since=since)


def _find_credit(
    closure: Closure, standing: Standing, seated: Seated, habits: Habits, *, since: datetime
) -> _Credit | None:
    """What a clock is owed that had its share up to the moment *since*; None if that is nothing."""
    clock = clock_of(standing.terms, seated, habits)
    if clock is None or seated.due_at is None or since >= closure.until:
        return None
    # On a day of rest and on leave an outage took nothing away.
    stood = clock.used_ms(since) == clock.used_ms(closure.until)
    given_until = closure.until if stood else since
    amount = credited(seated.due_at, closure.began_at, closure.until, given_until=given_until)
    return _Credit(standing, seated, habits, amount) if amount > timedelta(0) else None


def _write(uow: UnitOfWork, closure: Closure, credits_: Collection[_Credit]) -> None:
    """Give the time, and say so in the history of each game."""
    clocks: dict[str, dict[int, ClockColumns]] = {}
    for credit in credits_:
        clocks.setdefault(credit.standing.id, {})[credit.seated.seat] = _clock(uow, credit)
    set_all_clocks(uow, clocks)
    record_events(uow, [_event(closure, credit) for credit in credits_])
    show_anew(uow, clocks)


def _clock(uow: UnitOfWork, credit: _Credit) -> ClockColumns:
    return reworked(credit.standing.terms, credit.seated, credit.habits, now=uow.now, given_ms=credit.amount_ms)


def _event(closure: Closure, credit: _Credit) -> tuple[str, int, Happening]:
    seat = credit.seated.seat
    key = closure.key(seat)
    happening = Happening(EventKind.OUTAGE, seat, amount_ms=credit.amount_ms, until=closure.until, order_key=key)
    return credit.standing.id, credit.standing.turn_number, happening
