"""
What is promised about clocks, said once more: slowly, simply, and knowing nothing of how the service does it.

Time is walked over from one moment at which something changes to the next. Nothing is kept that could be worked out.
"""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
NONE = timedelta(0)
QUIET = 15 * MINUTE
"""An outage as long as this is not credited, and that long after one no deadline falls."""
Span = tuple[datetime, datetime]


@dataclass
class Person:
    """A player: wishes, and the leave that was taken."""

    joined: datetime
    zone: str = "Europe/Berlin"
    rest: frozenset[int] = frozenset({5, 6})
    leads: tuple[timedelta, ...] = (24 * HOUR, 4 * HOUR)
    wants_automatic: bool = True
    leaves: dict[Span, int] = field(default_factory=dict)
    """With the days that each costs."""

    def is_away(self, now: datetime) -> bool:
        """Whether a leave runs."""
        return any(begin <= now < end for begin, end in self.leaves)

    def days(self, now: datetime) -> int:
        """How many days of leave are left; nobody here is a member for so long that thirty would be reached."""
        return 10 + (now - self.joined) // (12 * DAY) - sum(self.leaves.values())

    def may_take(self, span: Span, cost: int, now: datetime) -> bool:
        """Whether that leave can be taken."""
        begin, end = span
        is_free = all(last <= begin or end <= first for first, last in self.leaves)
        return is_free and begin < end and cost <= self.days(now)


@dataclass
class Seat:
    """A player at a board. Who is due has *since*."""

    person: Person
    left: timedelta
    since: datetime | None = None
    rest: frozenset[int] = frozenset()
    zone: str = "UTC"
    had: timedelta = NONE
    turns: int = 0
    told: timedelta | None = None
    """The last lead of a reminder of this turn; those before it count as told."""
    skipped: tuple[datetime, datetime] | tuple[()] = ()
    """A deadline that was worked out anew, and when that was: leads that had passed by then are not told."""
    shown: datetime | None = None
    is_late: bool = False
    """Whether it was found that the time ran out, in a game to be claimed."""


@dataclass
class Board:
    """A game, as far as clocks go."""

    bank: timedelta
    bonus: timedelta
    cap: timedelta
    people: tuple[Person, Person]
    weekends: bool = False
    claim: bool = False
    leave: bool = True
    seats: list[Seat] = field(default_factory=list)
    over: str = ""
    winner: int | None = None

    def __post_init__(self) -> None:
        """Both have the bank."""
        self.seats = [Seat(person, self.bank) for person in self.people]

    def begin(self, seat: int, now: datetime) -> None:
        """The turn passes to a seat; what its player wishes of rest and where that is holds for all of the turn."""
        mine = self.seats[seat]
        mine.since, mine.had, mine.zone = now, mine.left, mine.person.zone
        mine.rest = mine.person.rest if self.weekends else frozenset()
        mine.told, mine.skipped, mine.shown, mine.is_late = None, (), None, False
        mine.shown = self.deadline(seat)

    def deadline(self, seat: int) -> datetime | None:
        """When the time of a seat runs out, as far as is known; never earlier than was shown."""
        mine = self.seats[seat]
        if mine.since is None:
            return None
        found = reached(mine.since, mine.left, self.stills(seat))
        return max(found, mine.shown) if mine.shown else found

    def stills(self, seat: int) -> list[Span]:
        """When the clock of a seat stands: days of rest, and leave."""
        mine = self.seats[seat]
        assert mine.since is not None
        return [*rests(mine.zone, mine.rest, mine.since), *(mine.person.leaves if self.leave else ())]

    def is_over_time(self, seat: int, now: datetime) -> bool:
        """Whether what comes from a seat now is late: in time is strictly before the deadline."""
        deadline = self.deadline(seat)
        return deadline is not None and now >= deadline

    def turn(self, seat: int, now: datetime) -> None:
        """A seat has made its turn."""
        mine = self.seats[seat]
        assert mine.since is not None
        left = mine.left - min(mine.left, run(mine.since, now, self.stills(seat)))
        if self.is_over_time(seat, now):
            mine.left = max(self.bonus, DAY)
        elif self.leave and mine.person.is_away(now):
            mine.left = max(left, self.bonus / 2)
        else:
            mine.left = max(left, min(self.cap, left + self.bonus))
        mine.since, mine.shown, mine.is_late = None, None, False
        mine.turns += 1

    def give(self, seat: int, amount: timedelta, now: datetime) -> None:
        """Time for a seat, whether it is due or not; who is due has it as if it had been there all along."""
        self.seats[seat].left += amount
        self.seats[seat].had += amount
        self.show(seat, now)

    def show(self, seat: int, now: datetime, *, by_own_act: bool = False) -> None:
        """Work a deadline out anew; it never moves earlier but by the player's own act."""
        mine = self.seats[seat]
        mine.shown = None if by_own_act else mine.shown
        mine.shown = self.deadline(seat)
        mine.is_late = mine.is_late and self.is_over_time(seat, now)
        mine.skipped = (mine.shown, now) if mine.shown else ()

    def fall(self, late: list[int]) -> None:
        """Deadlines have passed for good, at the same moment if they are two."""
        played = [seat for seat in late if self.seats[seat].turns]
        if len(played) < len(late):
            self.end("cancelled")
        elif len(late) > 1:
            self.end("abandoned")
        else:
            self.end("time", 1 - late[0])

    def end(self, why: str, winner: int | None = None) -> None:
        """The game is over."""
        self.over, self.winner = why, winner
        for seat in self.seats:
            seat.since, seat.shown, seat.is_late = None, None, False

    def leads(self, seat: int, now: datetime) -> set[timedelta]:
        """What a player was not reminded of yet, and should have been by now."""
        mine, deadline = self.seats[seat], self.deadline(seat)
        if deadline is None:
            return set()
        after = mine.skipped[1] if mine.skipped and mine.skipped[0] == deadline else datetime.min.replace(tzinfo=UTC)
        untold = [lead for lead in mine.person.leads if mine.told is None or lead < mine.told]
        return {lead for lead in untold if lead <= mine.had / 2 and after < deadline - lead <= now}


@dataclass
class World:
    """All games and people, and the doors."""

    boards: list[Board] = field(default_factory=list)
    quiet_until: datetime | None = None

    def leave(self, person: Person, span: Span, cost: int, now: datetime) -> None:
        """Somebody is away for *span*."""
        person.leaves[span] = cost
        self.rework(person, now)

    def end_leave(self, person: Person, span: Span, now: datetime) -> None:
        """Somebody is back, or calls a leave off: what was used counts, in whole days."""
        begin, _ = span
        cost = person.leaves.pop(span)
        if begin <= now:
            person.leaves[begin, now] = min(cost, max(1, -((begin - now) // DAY)))
        self.rework(person, now, by_own_act=True)

    def rework(self, person: Person, now: datetime, *, by_own_act: bool = False) -> None:
        """All deadlines of somebody are worked out anew."""
        for board, seat in self.seats_of(person):
            board.show(seat, now, by_own_act=by_own_act)

    def seats_of(self, person: Person) -> list[tuple[Board, int]]:
        """Where somebody sits."""
        return [(board, seat) for board in self.boards for seat in (0, 1) if board.seats[seat].person is person]

    def credit(self, outage: Span) -> None:
        """The doors were closed: whoever's clock ran then gets the whole time, and in any case a while."""
        begin, end = outage
        self.quiet_until = end + QUIET
        for board in self.boards:
            for seat, mine in enumerate(board.seats):
                deadline = board.deadline(seat)
                if mine.since is None or deadline is None or deadline <= begin:
                    continue
                ran = run(max(mine.since, begin), end, board.stills(seat))
                owed = end - begin if ran and end - begin > QUIET else NONE
                amount = max(owed, end + QUIET - deadline)
                if amount > NONE:
                    board.give(seat, amount, end)

    def remind(self, now: datetime) -> list[tuple[Person, frozenset[int]]]:
        """The letters that go out now: who is reminded, and of which games."""
        reminded: dict[int, tuple[Person, set[int]]] = {}
        for number, board in enumerate(self.boards):
            for seat, mine in enumerate(board.seats):
                leads = board.leads(seat, now)
                if leads and not board.is_over_time(seat, now):
                    mine.told = min(leads)
                    reminded.setdefault(id(mine.person), (mine.person, set()))[1].add(number)
        return [(person, frozenset(numbers)) for person, numbers in reminded.values()]

    def tick(self, found: datetime, now: datetime) -> None:
        """Do what is due about all deadlines that have passed by *found*, the earliest first."""
        while passed := None if self.is_quiet(now) else self._first_passed(found):
            deadline, board, late = passed
            saved = [seat for seat in late if self._is_saved(board.seats[seat].person, board, now)]
            if saved:
                person = board.seats[saved[0]].person
                begin = max([deadline - MINUTE, *(end for _, end in person.leaves if end <= deadline)])
                end = min([begin + DAY, *(first for first, last in person.leaves if last > first > begin)])
                self.leave(person, (begin, end), 1, now)
            elif board.claim:
                for seat in late:
                    board.seats[seat].is_late = True
            else:
                board.fall(late)

    def is_quiet(self, now: datetime) -> bool:
        """Whether the doors were closed just now."""
        return self.quiet_until is not None and now < self.quiet_until

    @staticmethod
    def _is_saved(person: Person, board: Board, now: datetime) -> bool:
        return board.leave and person.wants_automatic and person.days(now) > 0

    def _first_passed(self, found: datetime) -> tuple[datetime, Board, list[int]] | None:
        passed: list[tuple[datetime, Board, list[int]]] = []
        for board in self.boards:
            open_ = [seat for seat in (0, 1) if not board.seats[seat].is_late and board.is_over_time(seat, found)]
            first = min((board.deadline(seat) or found for seat in open_), default=None)
            if first is not None:
                passed.append((first, board, [seat for seat in open_ if board.deadline(seat) == first]))
        return min(passed, key=lambda one: one[0], default=None)


def reached(since: datetime, left: timedelta, stills: list[Span]) -> datetime:
    """When a clock that began at *since* has run for *left*."""
    now = since
    while True:
        standing = [end for begin, end in stills if begin <= now < end]
        if standing:
            now = max(standing)
            continue
        ahead = min((begin for begin, _ in stills if begin > now), default=None)
        if ahead is None or ahead - now >= left:
            return now + left
        left -= ahead - now
        now = ahead


def run(since: datetime, until: datetime, stills: list[Span]) -> timedelta:
    """How long a clock runs between two moments."""
    now, ran = since, NONE
    while now < until:
        standing = [end for begin, end in stills if begin <= now < end]
        if standing:
            now = max(standing)
            continue
        ahead = min([until, *(begin for begin, _ in stills if begin > now)])
        ran += ahead - now
        now = ahead
    return ran


def rests(zone: str, weekdays: frozenset[int], since: datetime) -> list[Span]:
    """The days of rest of a calendar, for as long as anything here can last."""
    place = ZoneInfo(zone)
    first = since.astimezone(place).date() - DAY
    days = [first + number * DAY for number in range(120)] if weekdays else []
    return [(midnight(day, zone), midnight(day + DAY, zone)) for day in days if day.weekday() in weekdays]


def midnight(day: date, zone: str) -> datetime:
    """When a day begins somewhere."""
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)
