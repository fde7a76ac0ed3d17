"""Whether everybody was told by letter what the log says they had to be told, once."""

from collections.abc import Iterator

from corr.games.seats import Seat, other
from corr.service.chance import is_numbered
from corr.service.notices import NoticeKind
from corr.service.upkeep.cases import Case
from corr.service.upkeep.findings import TELL, Finding
from corr.service.upkeep.retelling import Retold
from corr.service.words import AGREEMENT, RESIGNATION, TIME, EventKind

_ADVICE = "The players may not know: write to them."


def check_letters(case: Case, retold: Retold) -> Iterator[Finding]:
    """Letters that are missing, and letters that nobody had to get."""
    player_of = {Seat(row.seat): row.player_id for row in case.seats}
    if set(player_of) != {0, 1}:
        return
    wanted = {_key(case, *told): told for told in _told(case, retold)}
    found = {letter.key: letter for letter in case.letters}
    # The many games of a big demo were written without letters.
    missing = set() if is_numbered(case.id) else set(wanted) - set(found)
    for key in sorted(missing):
        kind, number, seat = wanted[key]
        about = f" for turn {number}" if kind is NoticeKind.YOUR_TURN else ""
        yield case.finding(f"{case.title(seat)} was not told “{kind.replace('-', ' ')}”{about}.", _ADVICE)
    for key in sorted(set(found) - set(wanted) - _may_be_told(case)):
        letter = found[key]
        yield case.finding(
            f"There is a letter “{letter.kind}” for turn {letter.turn_number} that nobody had to get.", TELL
        )


_Told = tuple[NoticeKind, int, Seat]
"""What had to be told: the kind of letter, the turn that was due then, and to which seat."""


def _told(case: Case, retold: Retold) -> Iterator[_Told]:
    for seat in (Seat(0), Seat(1)):
        first = NoticeKind.YOUR_TURN if seat in retold.due_after[0] else NoticeKind.GAME_STARTED
        yield first, 1, seat
    for number in range(1, retold.turn_number):
        yield from _told_after(case, retold, number)
    if case.is_over and retold.track.outcome is None:
        for seat in _told_of_end(case):
            yield NoticeKind.GAME_OVER, retold.turn_number, seat


def _told_after(case: Case, retold: Retold, number: int) -> Iterator[_Told]:
    """What the turns of that number made known: whoever made the last of them knows."""
    mover, is_together = _mover(case, number), len(retold.due_after[number - 1]) > 1
    is_end = number == retold.turn_number - 1 and retold.track.outcome is not None
    for seat in (Seat(0), Seat(1)):
        if is_end and seat != mover:
            yield NoticeKind.GAME_OVER, number + 1, seat
        elif seat in retold.due_after[number] and (is_together or seat != mover):
            yield NoticeKind.YOUR_TURN, number + 1, seat


def _mover(case: Case, number: int) -> Seat:
    """Whose turn of that number came last."""
    sealed = [row.seat for row in case.sealed if row.number == number]
    return Seat(sealed[-1] if sealed else next(row.seat for row in case.turns if row.number == number))


def _told_of_end(case: Case) -> Iterator[Seat]:
    """Who had to be told of an end by something other than a turn: whoever did it knows."""
    end = next((event for event in reversed(case.events) if event.kind in _BY_ONE), None)
    if end is not None and end.kind == EventKind.CANCELLED and end.door and end.seat is not None:
        # Claimed by the other.
        yield Seat(end.seat)
    elif case.game.reason in {RESIGNATION, AGREEMENT, TIME} and end is not None and end.seat is not None:
        yield other(Seat(end.seat))
    else:
        yield from (Seat(0), Seat(1))


_BY_ONE = frozenset({EventKind.RESIGNED, EventKind.DRAW_AGREED, EventKind.TIME_CLAIMED, EventKind.CANCELLED})
"""Ends that one player can bring about."""


def _may_be_told(case: Case) -> set[str]:
    """Letters about the end that do no harm: whoever brought it about may be told too."""
    return {_key(case, NoticeKind.GAME_OVER, 0, Seat(seat)) for seat in (0, 1)} if case.is_over else set()


def _key(case: Case, kind: NoticeKind, number: int, seat: Seat) -> str:
    player_id = next(row.player_id for row in case.seats if row.seat == seat)
    middle = f"{case.id}:{number}" if kind is NoticeKind.YOUR_TURN else case.id
    return f"{kind}:{middle}:{player_id}"
