"""Random weeks of several games, played through the service and through the model of what is promised."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import TypeVar

from sqlalchemy import delete, update

from corr.base.heartbeat import JOBS, WEB
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.clock_preferences import ClockPreferences, set_clock_preferences
from corr.clocks.gifts import GiveTime, give_time
from corr.clocks.leave import leave_view
from corr.clocks.outages import credit_next, note_alive
from corr.clocks.reminders import remind_next
from corr.clocks.take_leave import TakeLeave, cancel_leave, come_back, take_leave
from corr.core.days_off import ForDays, OnDates, Wish
from corr.core.pace import Late
from corr.errors import CorrError
from corr.games.seats import Seat
from corr.leagues.extensions import ExtendTime, extend_time
from corr.players.profiles import grant
from corr.store.base import table
from corr.store.tables.clocks import Pulse
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import Player
from tests.clocks.comparing import Watch
from tests.clocks.model import DAY, HOUR, MINUTE, NONE, Board, Person, World, midnight
from tests.clocks.ticking import claim, enforce
from tests.playing import Room, TestGame, another_game, terms

T = TypeVar("T")
SECOND = timedelta(seconds=1)
GRACE = 5 * SECOND
"""For so long turns that came in time may be under way; for this, a tick finds no deadline."""
PACES = {
    "3d/turn": (72, 72, 72),
    "10d+1d/10d": (240, 24, 240),
    "48h+24h/96h": (48, 24, 96),
    "30h+5h/40h": (30, 5, 40),
    "2d+0d/2d": (48, 0, 48),
    "20h/turn": (20, 20, 20),
}
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Auckland", "America/Santiago", "UTC")
TURNS = ("hide C3", "hide C3", "out", "out", "A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2")
"""A game of hide and seek in which nobody is found."""


@dataclass
class Weeks:
    """Games of the same two players, and what became of them by the model."""

    room: Room
    chance: Random
    people: dict[int, Person] = field(default_factory=dict)
    games: list[TestGame] = field(default_factory=list)
    world: World = field(default_factory=World)
    told: list[str] = field(default_factory=list)
    """What was done, for whoever looks for a fault."""
    admin: int = 0
    back: Person | None = None
    """Who has just ended a leave."""

    def __post_init__(self) -> None:
        """Somebody looks at everything."""
        self.watch = Watch(self.room)

    @property
    def now(self) -> datetime:
        """The moment it is."""
        return self.room.clock.now()

    def begin(self) -> None:
        """Two players, somebody who may add time, and a first game."""
        self.people = {self.room.player(name): Person(self.now) for name in ("Ada", "Bob")}
        self.admin = self.room.player("Ida")
        self.write(lambda uow: grant(uow, "Ida"))
        self.start()

    def step(self) -> None:
        """Anything that can happen, and then perhaps a while of nothing."""
        kinds: tuple[tuple[Callable[[], None], int], ...] = (
            (self.play, 12),
            (self.tick, 8),
            (self.go_away, 4),
            (self.return_, 3),
            (self.give, 2),
            (self.extend, 1),
            (self.close_doors, 1),
            (self.move_house, 2),
            (self.wish, 2),
            (self.claim, 2),
            (self.start, 1),
        )
        (act,) = self.chance.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])
        self.told.append(f"{self.now:%a %d %b %H:%M:%S} {act.__name__}")
        self.back = None
        act()
        self.compare()
        self.back = None
        self.wait()

    def wait(self) -> None:
        """Let time pass: up to just before or after something, or for any while."""
        deadlines = [found for board in self.world.boards for seat in (0, 1) if (found := board.deadline(seat))]
        near = [at - lead for at in deadlines for lead in (DAY, 4 * HOUR, SECOND, NONE, -GRACE)]
        ahead = [at - self.now for at in near if NONE < at - self.now < 3 * DAY]
        if ahead and self.chance.random() < 0.4:
            by = self.chance.choice(ahead)
        else:
            by = self.chance.choice((1, 7, 60, 60, 400)) * self.chance.randint(0, 6) * MINUTE
        until = self.now + by
        # Reminders come as time goes by; only the tick of deadlines may be late here.
        while coming := [at for at in self.reminders() if self.now < at < until]:
            self.room.clock.move(min(coming) - self.now)
            self.remind()
        self.room.clock.move(until - self.now)
        self.remind()
        self.compare()

    def reminders(self) -> list[datetime]:
        """The moments at which players may be reminded of something."""
        return [
            deadline - lead
            for board in self.world.boards
            for seat in (0, 1)
            for lead in board.seats[seat].person.leads
            if (deadline := board.deadline(seat))
        ]

    def compare(self) -> None:
        """Every clock is what the model says."""
        self.watch.look(self.games, self.world.boards, back=self.back)
        self.watch.look_at_leave(self.people)

    def start(self) -> None:
        """A further game at any terms."""
        if len(self.games) == 3:
            return
        pace = self.chance.choice(tuple(PACES))
        weekends, claimed, leave = (self.chance.random() < share for share in (0.5, 0.3, 0.8))
        late = Late.CLAIM if claimed else Late.LOSE
        agreed = terms(pace, weekends_off=weekends, late=late, leave=leave)
        first, second = self.chance.sample(sorted(self.people), 2)
        self.games.append(another_game(self.room, (first, second), ruleset="hide/1", agreed=agreed))
        bank, bonus, cap = (hours * HOUR for hours in PACES[pace])
        people = (self.people[first], self.people[second])
        board = Board(bank, bonus, cap, people, weekends, claimed, leave)
        self.world.boards.append(board)
        for seat in (0, 1):
            board.begin(seat, self.now)
        self.told[-1:] = [f"{self.now:%a %d %b %H:%M:%S} {agreed}"]

    def play(self) -> None:
        """The next turn of somebody who is due."""
        due = [
            (number, seat)
            for number, board in enumerate(self.world.boards)
            for seat in (0, 1)
            if board.seats[seat].since
        ]
        if not due:
            return
        number, seat = self.chance.choice(due)
        game, board = self.games[number], self.world.boards[number]
        made = sum(one.turns for one in board.seats)
        if made == len(TURNS):
            return
        is_late = not board.claim and any(board.is_over_time(one, self.now) for one in (0, 1))
        assert is_refused(lambda: game.play(TURNS[made], seat=seat)) == is_late
        if is_late:
            return
        board.turn(seat, self.now)
        if made:
            # Both hide at the same time; then the first begins to search.
            board.begin(0 if made == 1 else 1 - seat, self.now)

    def tick(self) -> None:
        """The tick of deadlines."""
        enforce(self.room)
        self.world.tick(self.now - GRACE, self.now)

    def remind(self) -> None:
        """The tick of reminders: the letters are the model's."""
        before = self.room.count(Outbox)
        while self.write(remind_next):
            pass
        letters = [row for row in self.room.rows(Outbox)[before:] if row["kind"] == "reminder"]
        ids = [game.id for game in self.games]
        sent = {(row["player_id"], frozenset(ids.index(turn[0]) for turn in row["facts"]["turns"])) for row in letters}
        wanted = {(self.id_of(person), numbers) for person, numbers in self.world.remind(self.now)}
        assert (sent, len(sent)) == (wanted, len(letters))

    def go_away(self) -> None:
        """A leave from now on, or on some days to come."""
        player, person = self.chance.choice(list(self.people.items()))
        days = self.chance.choice((1, 1, 2, 3, 9))
        if self.chance.random() < 0.5:
            wish: Wish = ForDays(days)
            span = (self.now, self.now + days * DAY)
        else:
            first = (self.now + self.chance.randint(2, 8) * DAY).date()
            wish = OnDates(first, first + (days - 1) * DAY)
            span = (midnight(first, person.zone), midnight(first + days * DAY, person.zone))
        if any(begin <= self.now < end for begin, end in person.leaves):
            return
        order = TakeLeave(player, wish, "web", f"leave {len(self.told)}")
        may = person.may_take(span, days, self.now)
        assert is_refused(lambda: self.write(lambda uow: take_leave(uow, order))) != may
        if may:
            self.world.leave(person, span, days, self.now)

    def return_(self) -> None:
        """Somebody comes back from leave, or calls one off."""
        player, person = self.chance.choice(list(self.people.items()))
        view = self.read(lambda reader: leave_view(reader, player))
        self.back = person
        if view.current:
            self.write(lambda uow: come_back(uow, player))
            self.world.end_leave(person, (view.current.begins_at, view.current.ends_at), self.now)
        elif view.planned:
            leave = view.planned[0]
            self.write(lambda uow: cancel_leave(uow, player, leave.id))
            self.world.end_leave(person, (leave.begins_at, leave.ends_at), self.now)

    def give(self) -> None:
        """A day from one player to the other."""
        number, seat = self.any_running()
        if number is None:
            return
        game, board = self.games[number], self.world.boards[number]
        order = GiveTime(game.id, game.players[1 - seat], f"give {len(self.told)}", "web", self.now)
        is_late = not board.claim and any(board.is_over_time(one, self.now) for one in (0, 1))
        assert is_refused(lambda: self.write(lambda uow: give_time(uow, order))) == is_late
        if not is_late:
            board.give(seat, DAY, self.now)

    def extend(self) -> None:
        """Days from an administrator."""
        number, seat = self.any_running()
        if number is None:
            return
        game, days = self.games[number], self.chance.randint(1, 3)
        key = f"extend {len(self.told)}"
        self.write(lambda uow: extend_time(uow, ExtendTime(game.id, self.admin, Seat(seat), str(days), "storm", key)))
        self.world.boards[number].give(seat, days * DAY, self.now)

    def close_doors(self) -> None:
        """All processes are down for a while; when they are back, clocks are credited."""
        self.write(lambda uow: note_alive(uow, "one", (WEB, JOBS)))
        began = self.now
        self.room.clock.move(self.chance.choice((5, 15, 16, 90, 600, 1500)) * MINUTE)
        self.write(lambda uow: note_alive(uow, "two", (WEB, JOBS)))
        while self.write(credit_next):
            pass
        self.world.credit((began, self.now))
        # From here on it is as if there were no such processes: else every while of nothing would be an outage.
        self.write(lambda uow: uow.connection.execute(delete(table(Pulse))))

    def move_house(self) -> None:
        """Somebody lives elsewhere from now on."""
        player, person = self.chance.choice(list(self.people.items()))
        person.zone = self.chance.choice(ZONES)
        rows = table(Player)
        self.write(lambda uow: uow.connection.execute(update(rows).where(rows.c.id == player).values(zone=person.zone)))

    def wish(self) -> None:
        """Somebody wishes something else of clocks; what has been reached already is not reminded of."""
        player, person = self.chance.choice(list(self.people.items()))
        days = sorted(self.chance.sample(range(7), self.chance.randint(0, 2)))
        leads = self.chance.choice(((24, 4), (48, 12, 2), (), (36,)))
        person.wants_automatic = self.chance.random() < 0.7
        person.rest, person.leads = frozenset(days), tuple(lead * HOUR for lead in leads)
        wishes = ClockPreferences(leads, person.wants_automatic, "".join(str(day + 1) for day in days))
        self.write(lambda uow: set_clock_preferences(uow, player, wishes))
        for board, seat in self.world.seats_of(person):
            if deadline := board.deadline(seat):
                board.seats[seat].skipped = (deadline, self.now)

    def claim(self) -> None:
        """Somebody claims a game whose deadline passed."""
        claimable = [
            (number, late[0])
            for number, board in enumerate(self.world.boards)
            if board.claim and len(late := [seat for seat in (0, 1) if board.is_over_time(seat, self.now)]) == 1
        ]
        if not claimable or self.world.is_quiet(self.now):
            return
        self.tick()
        number, seat = claimable[0]
        board = self.world.boards[number]
        is_late = board.seats[seat].is_late
        assert is_refused(lambda: claim(self.games[number], 1 - seat)) != is_late
        if is_late:
            has_played = board.seats[seat].turns > 0
            board.end("time" if has_played else "cancelled", 1 - seat if has_played else None)

    def any_running(self) -> tuple[int | None, int]:
        """Some game that is not over, and a seat."""
        running = [number for number, board in enumerate(self.world.boards) if not board.over]
        return (self.chance.choice(running) if running else None), self.chance.randint(0, 1)

    def id_of(self, person: Person) -> int:
        """The player that somebody of the model is."""
        return next(player for player, found in self.people.items() if found is person)

    def write(self, act: Callable[[UnitOfWork], T]) -> T:
        """Do something in a transaction of its own."""
        with self.room.workshop.open() as uow:
            return act(uow)

    def read(self, question: Callable[[Reader], T]) -> T:
        """Look something up."""
        with self.room.workshop.look() as reader:
            return question(reader)


def is_refused(act: Callable[[], object]) -> bool:
    """Whether somebody is told that this cannot be done."""
    try:
        act()
    except CorrError:
        return True
    return False
