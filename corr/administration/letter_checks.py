"""Checks of letters: everybody got the letters that follow from the log, once."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row

from corr.administration.cases import TELL, Case, Finding
from corr.administration.replay import Replay
from corr.base.notices import NoticeKind
from corr.game.words import AGREEMENT, NEVER_BEGAN, RESIGNATION, TIME, EventKind
from corr.games.seats import Seat, other
from corr.play.turn_log import exchanged

_ADVICE = "The players may not know: write to them."
_COPY_ID_LENGTH = 8
"""The length of the id of a game that a benchmark copied, without its mails; other ids are one sign shorter."""


def check_letters(case: Case, replay: Replay) -> Iterator[Finding]:
    """Letters that are missing, and letters that nobody had to get."""
    player_of = {Seat(row.seat): row.player_id for row in case.seats}
    if set(player_of) != {0, 1}:
        return
    wanted = {_key(case, *told): told for told in _told(case, replay)}
    found = {letter.key: letter for letter in case.letters}
    missing = set() if len(case.id) == _COPY_ID_LENGTH else set(wanted) - set(found)
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
"""How many colons part game, turn, player and version in the key of a repeated letter."""
_Told = tuple[NoticeKind, int, Seat]
"""A letter that had to be sent: its kind, the turn that was due then, and the seat."""


def _told(case: Case, replay: Replay) -> Iterator[_Told]:
    for seat in (Seat(0), Seat(1)):
        if seat in replay.due_after[0]:
            yield NoticeKind.YOUR_TURN, 1, seat
        elif case.game.season_id is None:
            # One letter about the start of the season covers all its games.
            yield NoticeKind.GAME_STARTED, 1, seat
    for number in range(1, replay.turn_number):
        yield from _told_after(case, replay, number)
    if case.is_over and replay.track.outcome is None and not _is_told_otherwise(case):
        for seat in _told_of_end(case):
            yield NoticeKind.GAME_OVER, replay.turn_number, seat


def _told_after(case: Case, replay: Replay, number: int) -> Iterator[_Told]:
    """The letters after the turns of that number; none to whoever made the last of them, who knows."""
    mover, is_together = _mover(case, number), len(replay.due_after[number - 1]) > 1
    is_end = number == replay.turn_number - 1 and replay.track.outcome is not None
    for seat in (Seat(0), Seat(1)):
        if is_end and seat != mover:
            yield NoticeKind.GAME_OVER, number + 1, seat
        elif seat in replay.due_after[number] and (is_together or seat != mover):
            yield NoticeKind.YOUR_TURN, number + 1, seat


def _is_told_otherwise(case: Case) -> bool:
    """Whether a season ended the game, which sends letters of its own kind."""
    end = next((event for event in case.events if event.kind in _BY_SEASON), None)
    is_by_rule = end is not None and end.kind in {EventKind.RULED, EventKind.ANNULLED}
    return end is not None and is_by_rule and end.by_player_id is None and not end.door


def _mover(case: Case, number: int) -> Seat:
    """The seat whose turn of that number came last."""
    sealed = [row.seat for row in case.sealed if row.number == number]
    return Seat(sealed[-1] if sealed else next(row.seat for row in case.turns if row.number == number))


def _told_of_end(case: Case) -> Iterator[Seat]:
    """The seats that had to be told of an end by something other than a turn: not whoever brought it about."""
    # A ruling about a game that is over already comes later.
    end = next((event for event in case.events if event.kind in _BY_ONE), None)
    if end is not None and end.kind == EventKind.CANCELLED and end.door and end.seat is not None:
        # Claimed by the other.
        yield Seat(end.seat)
    elif end is not None and end.kind in _BY_SEASON and end.door and end.seat is not None:
        # A seat that never began had to be told that the other claimed the game; of a withdrawal, the opponent had to.
        yield Seat(end.seat) if end.reason == NEVER_BEGAN else other(Seat(end.seat))
    elif case.result[1] in {RESIGNATION, AGREEMENT, TIME} and end is not None and end.seat is not None:
        yield other(Seat(end.seat))
    else:
        yield from (Seat(0), Seat(1))


_BY_SEASON = frozenset({EventKind.FORFEITED, EventKind.RULED, EventKind.ANNULLED})
_BY_ONE = _BY_SEASON | {EventKind.RESIGNED, EventKind.DRAW_AGREED, EventKind.TIME_CLAIMED, EventKind.CANCELLED}
"""Ends that one player can bring about."""


def _may_be_told(case: Case) -> set[str]:
    """The keys of letters that need not, but may exist."""
    # Whoever brought the end about may be told of it too.
    ends = {_key(case, NoticeKind.GAME_OVER, 0, Seat(seat)) for seat in (0, 1)} if case.is_over else set()
    # Whoever takes over a seat that is due is told of that turn too.
    turns = {
        f"{NoticeKind.YOUR_TURN}:{case.id}:{event.turn_number}:{exchanged(event.order_key)[1]}"
        for event in _replacements(case)
    }
    return ends | turns


def _told_before(key: str) -> str:
    """
    The key of the letter that one with this *key* repeats, as made by `notices.your_turn_again`; empty if none.

    A turn is told again where the first letter about it cannot be answered: after a pause, or after a take-over.
    """
    again = key.removeprefix(f"{NoticeKind.YOUR_TURN}:")
    return key.rpartition(":")[0] if again != key and again.count(":") == _AGAIN else ""


def _replacements(case: Case) -> list[Row[Any]]:
    return [event for event in case.events if event.kind == EventKind.REPLACED]


def _player_at(case: Case, kind: NoticeKind, number: int, seat: Seat) -> int:
    """The player of the seat when the turn of that number began; for a letter about the end, the last player."""
    of_seat = [event for event in _replacements(case) if event.seat == seat and kind is not NoticeKind.GAME_OVER]
    later = [exchanged(event.order_key)[0] for event in of_seat if event.turn_number >= number]
    return later[0] if later else next(int(row.player_id) for row in case.seats if row.seat == seat)


def _key(case: Case, kind: NoticeKind, number: int, seat: Seat) -> str:
    player_id = _player_at(case, kind, number, seat)
    middle = f"{case.id}:{number}" if kind is NoticeKind.YOUR_TURN else case.id
    return f"{kind}:{middle}:{player_id}"
