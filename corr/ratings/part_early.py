"""
Games that ended early: by resignation, on time or by agreement, before both players had made two turns.

Nobody showed much in them, so they are void for ratings, and for reliability they count at most against one player. A
choice that was sealed is a turn; one that still waits makes no difference, since the other's is missing too.
"""

from collections import Counter
from collections.abc import Iterable

from sqlalchemy import ColumnElement, and_, exists, select

from corr.game.game_row import GAME
from corr.game.repetition import TURN
from corr.game.words import ADJUDICATED, AGREEMENT, ANNULLED, FORFEIT, RESIGNATION, TIME, EventKind
from corr.games.seats import FIRST, SECOND, Seat
from corr.store.base import table
from corr.store.tables.games import GameEvent

ENOUGH_TURNS = 2
"""So many turns of each player make a game that counts however it ends."""
BROKEN_OFF = frozenset({RESIGNATION, TIME, AGREEMENT})
"""The end reasons by which a game that counts later on can end early."""
_EVENT = table(GameEvent)


def _has_made_enough(seat: Seat) -> ColumnElement[bool]:
    """Whether a seat has made that many turns: no more of them are looked at."""
    found = select(TURN.c.number).where(TURN.c.game_id == GAME.c.id, TURN.c.seat == seat)
    return exists(found.limit(1).offset(ENOUGH_TURNS - 1).correlate(GAME))


HAVE_MADE_ENOUGH: ColumnElement[bool] = and_(*(_has_made_enough(seat) for seat in (FIRST, SECOND)))
"""Whether both players of a game have made two turns."""
HAS_CHANGED_HANDS: ColumnElement[bool] = and_(
    GAME.c.season_id.is_not(None),
    exists().where(_EVENT.c.game_id == GAME.c.id, _EVENT.c.kind == EventKind.REPLACED.value),
)
"""Whether somebody took a seat of the game over; only games of leagues can be."""


def have_made_enough(seats: Iterable[Seat]) -> bool:
    """Whether both players have made two turns, by the seats of all turns."""
    made = Counter(seats)
    return min(made[FIRST], made[SECOND]) >= ENOUGH_TURNS


def void_words(reason: str, *, is_early: bool, has_changed_hands: bool) -> str:
    """
    Why a game that ended for that *reason* does not count for ratings as it did, in a sentence; empty if it counts.

    :param reason: empty for a game that runs.
    :param is_early: whether one of the two had not made two turns.
    """
    if reason in {ADJUDICATED, ANNULLED}:
        return "Only play counts for ratings, so this decision changes none."
    if reason == FORFEIT:
        return "A forfeit counts for no ratings."
    if has_changed_hands:
        return "This game counts for no ratings, because somebody took a seat over."
    if is_early and reason in BROKEN_OFF:
        return "It counts for no ratings, because the players had not both made two turns."
    return ""
