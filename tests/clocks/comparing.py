"""What the service shows of clocks and leave, beside what the model says."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from corr.clocks.leave import leave_view
from tests.clocks.model import Board, Person, Span
from tests.playing import Room, TestGame

_MILLISECOND = timedelta(milliseconds=1)
Clock = tuple[datetime | None, timedelta]
"""A deadline, and what is in the bank."""


@dataclass(frozen=True)
class Seen:
    """A game as it is shown."""

    over: str
    winner: int | None
    clocks: tuple[Clock, ...]


@dataclass
class Watch:
    """Somebody who looks at all pages and remembers the deadlines that stood there."""

    room: Room
    shown: dict[tuple[str, int, datetime], datetime] = field(default_factory=dict)

    def look(self, games: Iterable[TestGame], boards: Iterable[Board], *, back: Person | None) -> None:
        """
        Compare games with the model.

        :param back: who has just ended a leave: nobody else's deadline moves earlier.
        """
        for game, board in zip(games, boards, strict=True):
            assert _shown(game) == _said(board)
            for seat, row in enumerate(game.seats()):
                if row["due_at"] is not None:
                    turn = (game.id, seat, row["since"])
                    is_earlier = row["due_at"] < self.shown.get(turn, row["due_at"])
                    assert not is_earlier or board.people[seat] is back
                    self.shown[turn] = row["due_at"]

    def look_at_leave(self, people: Mapping[int, Person]) -> None:
        """Compare what players have of leave, and when they are away, with the model."""
        for player, person in people.items():
            assert self._leave(player) == _leave_said(person, self.room.clock.now())

    def _leave(self, player: int) -> tuple[int, dict[Span, int]]:
        with self.room.workshop.look() as reader:
            view = leave_view(reader, player)
        leaves = [*view.past, *([view.current] if view.current else []), *view.planned]
        return view.balance, {(leave.begins_at, leave.ends_at): leave.days for leave in leaves}


def _shown(game: TestGame) -> Seen:
    view, rows = game.view(), game.seats()
    clocks = [(seat.due_at, row["bank_ms"] * _MILLISECOND) for seat, row in zip(view.seats, rows, strict=True)]
    return Seen(view.reason if view.is_over else "", view.winner if view.is_over else None, tuple(clocks))


def _said(board: Board) -> Seen:
    clocks = tuple((board.deadline(seat), board.seats[seat].left) for seat in (0, 1))
    return Seen(board.over, board.winner, clocks)


def _leave_said(person: Person, now: datetime) -> tuple[int, dict[Span, int]]:
    return max(0, person.days(now)), {span: cost for span, cost in person.leaves.items() if span[0] < span[1]}
