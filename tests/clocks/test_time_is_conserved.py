"""
Time is neither lost nor made, whatever happens in a game: clocks against a model that counts quarters of an hour.

The model knows nothing of how clocks are worked out: it takes each quarter of an hour in turn, asks the rules whether
the clock runs in it, and takes it out of the bank.
"""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from corr.clocks.seat_clocks import clock_of, recalculated_clock
from corr.core.clock import ClockState, Habits, started_clock
from corr.core.days_off import Rest, Span
from corr.core.pace import Pace, Terms
from corr.game.game_row import Seated
from corr.games.seats import FIRST

SLOT = timedelta(minutes=15)
SLOT_MS = 15 * 60_000
DAY = timedelta(days=1)
HOUR_MS = 4 * SLOT_MS
MOST_WAITS = 40 * 96
"""Slots."""


@dataclass
class _Model:
    """A player's clock as the rules tell of it."""

    pace: Pace
    rest: Rest
    now: datetime
    left_ms: int
    leaves: list[Span] = field(default_factory=list)

    def is_away(self) -> bool:
        return any(leave.begin <= self.now < leave.end for leave in self.leaves)

    def stands(self) -> bool:
        weekday = self.now.astimezone(ZoneInfo(self.rest.zone)).isoweekday()
        return self.is_away() or str(weekday) in self.rest.days

    def wait(self) -> None:
        """A quarter of an hour goes by."""
        if not self.stands():
            self.left_ms -= SLOT_MS
        self.now += SLOT

    def play(self) -> None:
        """The player makes a turn, and the other answers at once."""
        if self.is_away():
            # Earns no bonus, but the bank never falls below half a bonus by that.
            self.left_ms = max(self.left_ms, self.pace.bonus_ms // 2)
        elif self.left_ms < self.pace.cap_ms:
            self.left_ms = min(self.left_ms + self.pace.bonus_ms, self.pace.cap_ms)


@dataclass
class _Played:
    """The same clock as the service keeps it: what stands in its row."""

    terms: Terms
    rest: Rest
    row: ClockState
    leaves: list[Span] = field(default_factory=list)

    @property
    def habits(self) -> Habits:
        return Habits(self.rest, (24, 4), has_automatic_leave=True, leaves=tuple(self.leaves))

    @property
    def seated(self) -> Seated:
        row = self.row
        return Seated(
            FIRST,
            1,
            "Ada",
            row.bank_ms,
            row.since,
            row.due_at,
            row.rest.days,
            row.rest.zone,
            None,
            None,
            row.reminded,
            None,
        )

    @property
    def due_at(self) -> datetime:
        assert self.row.due_at is not None
        return self.row.due_at

    def left_ms(self, now: datetime) -> int:
        clock = clock_of(self.terms, self.seated, self.habits)
        assert clock is not None
        return clock.left_ms(now)

    def play(self, now: datetime) -> None:
        clock = clock_of(self.terms, self.seated, self.habits)
        assert clock is not None
        pace = self.terms.pace
        left_after = pace.left_after_away if clock.is_away_at(now) else pace.left_after
        bank_ms = left_after(clock.bank_ms, clock.used_ms(now))
        self.row = started_clock(self.terms, self.habits, bank_ms, now)

    def change(self, now: datetime, given_ms: int = 0) -> None:
        self.row = recalculated_clock(self.terms, self.seated, self.habits, now=now, given_ms=given_ms)


paces = st.builds(
    lambda bank, bonus, more: Pace(bank * HOUR_MS, bonus * HOUR_MS, (max(bank, bonus) + more) * HOUR_MS),
    st.integers(1, 24 * 10),
    st.integers(0, 24 * 3),
    st.integers(0, 24 * 5),
)
rests = st.builds(
    Rest,
    st.sampled_from(["", "67", "57", "1"]),
    st.sampled_from(["UTC", "Europe/Berlin", "Africa/Cairo", "America/Santiago", "Australia/Lord_Howe"]),
)
begins = st.builds(
    lambda month, slots: datetime(2026, month, 1, tzinfo=UTC) + slots * SLOT,
    st.sampled_from([3, 4, 9, 10, 12]),
    st.integers(0, 31 * 96),
)
acts = st.lists(
    st.one_of(
        st.tuples(st.just("wait"), st.integers(1, 2 * 96)),
        st.tuples(st.just("play"), st.just(0)),
        st.tuples(st.just("leave"), st.sampled_from([0, 0, 0, 2, 40, 200, 900])),
        st.tuples(st.just("give"), st.integers(1, 2 * 96)),
        st.tuples(st.just("zone"), st.just(0)),
    ),
    max_size=14,
)


@given(paces, rests, begins, acts)
def test_a_clock_is_what_the_rules_say_after_anything_that_can_happen(
    pace: Pace, rest: Rest, begin: datetime, acts: list[tuple[str, int]]
) -> None:
    terms = Terms(pace, has_weekends_off=True)
    model = _Model(pace, rest, begin, pace.bank_ms)
    played = _Played(terms, rest, ClockState(pace.bank_ms))
    played.row = started_clock(terms, played.habits, pace.bank_ms, begin)

    for act, size in acts:
        _do(model, played, act, size)
        if model.left_ms <= 0:
            break
        assert played.left_ms(model.now) == model.left_ms

    waits = 0
    while model.left_ms > 0 and waits < MOST_WAITS:
        model.wait()
        waits += 1
    assert (played.due_at == model.now) or (waits == MOST_WAITS and played.due_at > model.now)


def _do(model: _Model, played: _Played, act: str, size: int) -> None:
    """Let the same happen to both; a deadline that was shown never moves earlier within a turn."""
    shown = played.due_at
    if act == "wait":
        for _ in range(size):
            if model.left_ms > 0:
                model.wait()
        return
    if act == "play":
        model.play()
        played.play(model.now)
        model.rest = played.rest
        return
    if act == "leave":
        leave = Span(model.now + size * SLOT, model.now + size * SLOT + (1 + size % 4) * DAY)
        model.leaves.append(leave)
        played.leaves.append(leave)
        played.change(model.now)
    elif act == "give":
        # A gift of the other player, or what an outage cost.
        model.left_ms += size * SLOT_MS
        played.change(model.now, given_ms=size * SLOT_MS)
    else:
        # The player moves house: that counts from the next turn.
        played.rest = replace(played.rest, zone="Asia/Tokyo")
        played.change(model.now)
        assert played.due_at == shown
    assert played.due_at >= shown


@given(paces, begins, st.integers(0, 200))
def test_a_deadline_that_was_shown_stands_even_where_it_would_be_worked_out_earlier(
    pace: Pace, begin: datetime, slots: int
) -> None:
    terms = Terms(pace)
    played = _Played(terms, Rest(), ClockState(pace.bank_ms))
    played.row = started_clock(terms, played.habits, pace.bank_ms, begin)
    played.row = replace(played.row, due_at=played.due_at + slots * SLOT)
    shown = played.due_at

    played.change(begin)

    assert played.due_at == shown
