"""Whether everybody was told by letter what the log says they had to be told, once."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row

from corr.administration.cases import TELL, Case, Finding
from corr.administration.replay import Retold
from corr.base.notices import NoticeKind
from corr.base.tokens import is_numbered
from corr.game.takeovers import exchanged
from corr.game.words import AGREEMENT, NEVER_BEGAN, RESIGNATION, TIME, EventKind
from corr.games.seats import Seat, other

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
    known = set(wanted) | _may_be_told(case)
    for key, letter in sorted(found.items()):
        if key in known or _told_before(key) in known:
            continue
        yield case.finding(
            f"There is a letter “{letter.kind}” for turn {letter.turn_number} that nobody had to get.", TELL
        )


_AGAIN = 3
"""Colons between game, turn, player and the count of changes."""
_Told = tuple[NoticeKind, int, Seat]
"""What had to be told: the kind of letter, the turn that was due then, and to which seat."""


def _told(case: Case, retold: Retold) -> Iterator[_Told]:
    for seat in (Seat(0), Seat(1)):
        if seat in retold.due_after[0]:
            yield NoticeKind.YOUR_TURN, 1, seat
        elif case.game.season_id is None:
            # That a season has begun is told in one letter for all its games.
            yield NoticeKind.GAME_STARTED, 1, seat
    for number in range(1, retold.turn_number):
        yield from _told_after(case, retold, number)
    if case.is_over and retold.track.outcome is None and not _is_told_otherwise(case):
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


def _is_told_otherwise(case: Case) -> bool:
    """Whether a season ended the game: one letter of its own tells all who are concerned."""
    end = next((event for event in case.events if event.kind in _BY_SEASON), None)
    is_by_rule = end is not None and end.kind in {EventKind.RULED, EventKind.ANNULLED}
    return end is not None and is_by_rule and end.by_player_id is None and not end.door


def _mover(case: Case, number: int) -> Seat:
    """Whose turn of that number came last."""
    sealed = [row.seat for row in case.sealed if row.number == number]
    return Seat(sealed[-1] if sealed else next(row.seat for row in case.turns if row.number == number))


def _told_of_end(case: Case) -> Iterator[Seat]:
    """Who had to be told of an end by something other than a turn: whoever did it knows."""
    # What is ruled of a game that is over already comes later.
    end = next((event for event in case.events if event.kind in _BY_ONE), None)
    if end is not None and end.kind == EventKind.CANCELLED and end.door and end.seat is not None:
        # Claimed by the other.
        yield Seat(end.seat)
    elif end is not None and end.kind in _BY_SEASON and end.door and end.seat is not None:
        # Somebody withdrew and knows, or did not play and the other claimed the game: then that one was told.
        yield Seat(end.seat) if end.reason == NEVER_BEGAN else other(Seat(end.seat))
    elif case.result[1] in {RESIGNATION, AGREEMENT, TIME} and end is not None and end.seat is not None:
        yield other(Seat(end.seat))
    else:
        yield from (Seat(0), Seat(1))


_BY_SEASON = frozenset({EventKind.FORFEITED, EventKind.RULED, EventKind.ANNULLED})
_BY_ONE = _BY_SEASON | {EventKind.RESIGNED, EventKind.DRAW_AGREED, EventKind.TIME_CLAIMED, EventKind.CANCELLED}
"""Ends that one player can bring about."""


def _may_be_told(case: Case) -> set[str]:
    """Letters about the end that do no harm: whoever brought it about may be told too."""
    ends = {_key(case, NoticeKind.GAME_OVER, 0, Seat(seat)) for seat in (0, 1)} if case.is_over else set()
    # Whoever takes a seat over in the middle of a turn is told of that turn too.
    turns = {
        f"{NoticeKind.YOUR_TURN}:{case.id}:{event.turn_number}:{exchanged(event.order_key)[1]}"
        for event in _replacements(case)
    }
    return ends | turns


def _told_before(key: str) -> str:
    """
    The key of the letter that one with this *key* repeats, as `notices.your_turn_again` makes it.

    A turn is told again where the letter about it cannot be answered: after a pause, or after a take-over.
    """
    again = key.removeprefix(f"{NoticeKind.YOUR_TURN}:")
    return key.rpartition(":")[0] if again != key and again.count(":") == _AGAIN else ""


def _replacements(case: Case) -> list[Row[Any]]:
    return [event for event in case.events if event.kind == EventKind.REPLACED]


def _player_at(case: Case, kind: NoticeKind, number: int, seat: Seat) -> int:
    """Who had the seat when the turn of that number began; at the end of the game for a letter about that."""
    of_seat = [event for event in _replacements(case) if event.seat == seat and kind is not NoticeKind.GAME_OVER]
    later = [exchanged(event.order_key)[0] for event in of_seat if event.turn_number >= number]
    return later[0] if later else next(int(row.player_id) for row in case.seats if row.seat == seat)


def _key(case: Case, kind: NoticeKind, number: int, seat: Seat) -> str:
    player_id = _player_at(case, kind, number, seat)
    middle = f"{case.id}:{number}" if kind is NoticeKind.YOUR_TURN else case.id
    return f"{kind}:{middle}:{player_id}"
