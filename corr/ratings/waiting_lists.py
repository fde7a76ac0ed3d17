"""
Lists of ratings that wait, since one of their days met a fault when it was counted; all other lists go on.

They are tried again now and then, and whenever somebody works all ratings out anew.
"""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import bindparam, delete, insert, select, update

from corr.base.faults import log_words, short_words
from corr.base.uow import Reader, UnitOfWork
from corr.errors import NotFoundError
from corr.game.game_row import PLAYER
from corr.ratings.rating_days import UncountableDayError
from corr.store.base import table
from corr.store.tables.ratings import RatingFault

_LOG = logging.getLogger(__name__)
_TRY_AGAIN = timedelta(minutes=10)
"""How long a list waits before it is counted again, in the machine's time."""
_MOST_NAMED = 10
RATING_FAULT = table(RatingFault)
WAITING = select(RATING_FAULT.c.game).where(RATING_FAULT.c.try_at > bindparam("now"))
"""The names of the games whose lists wait."""
_SINCE = select(RATING_FAULT.c.since).where(RATING_FAULT.c.game == bindparam("game"))
_GONE = delete(RATING_FAULT).where(RATING_FAULT.c.game == bindparam("of_game"))
_NAMES = select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.id.in_(bindparam("players", expanding=True)))


@dataclass(frozen=True, slots=True)
class WaitingList:
    """A list that cannot be counted, and what an administrator wants to know of it."""

    game: str
    title: str
    """The title of the game."""
    day: date
    """The day that met the fault; what ended from then on waits, and perhaps what ended in the month before."""
    players: str
    """The names of those whose games of that day met it, in words."""
    fault: str
    """The kind of the fault, and where it was met."""
    since: datetime | None = None
    """None if it is not counted now but compared."""

    @property
    def words(self) -> str:
        """All of it in a sentence."""
        return f"The ratings in {self.title} wait: the games of {self.players} on {self.day} met a fault, {self.fault}."


def waiting_lists(reader: Reader) -> tuple[WaitingList, ...]:
    """All lists that wait, by the names of their games."""
    rows = reader.connection.execute(select(RATING_FAULT).order_by(RATING_FAULT.c.game)).all()
    return tuple(
        WaitingList(row.game, _title(reader, row.game), row.day, _named(reader, row.players), row.fault, row.since)
        for row in rows
    )


def uncountable_list(reader: Reader, game: str, fault: UncountableDayError) -> WaitingList:
    """The list of a *game* that met *fault* when it was worked out without being stored."""
    return WaitingList(game, _title(reader, game), fault.day, _named(reader, fault.players), short_words(_cause(fault)))


def let_wait(uow: UnitOfWork, game: str, due: Sequence[tuple[date, int]], fault: Exception) -> None:
    """Let the list of a *game* wait, since counting what was *due* met a fault; the first time it is logged."""
    if isinstance(fault, UncountableDayError):
        day, players = fault.day, list(fault.players)
    else:
        day = due[0][0]
        players = [player for of_day, player in due if of_day == day]
    since = uow.connection.execute(_SINCE, {"game": game}).scalar()
    cause = _cause(fault)
    level = logging.INFO if since else logging.ERROR
    _LOG.log(level, "the ratings of %s wait, players %s on %s: %s", game, players, day, log_words(cause))
    cells = {"day": day, "players": players, "fault": short_words(cause), "since": since or uow.now}
    uow.connection.execute(_GONE, {"of_game": game})
    again = uow.now + uow.machine(_TRY_AGAIN)
    uow.connection.execute(insert(RATING_FAULT).values(game=game, **cells, try_at=again))


def end_wait(uow: UnitOfWork, game: str, until: date) -> None:
    """Let the list of a *game* wait no longer if it was counted *until* the day that met the fault."""
    uow.connection.execute(_GONE.where(RATING_FAULT.c.day <= until), {"of_game": game})


def try_all_again(uow: UnitOfWork) -> None:
    """Let all lists that wait be counted now."""
    uow.connection.execute(update(RATING_FAULT).values(try_at=uow.now))


def _cause(fault: Exception) -> Exception:
    cause = fault.__cause__ if isinstance(fault, UncountableDayError) else None
    return cause if isinstance(cause, Exception) else fault


def _title(reader: Reader, game: str) -> str:
    try:
        return reader.registry.get_info(game).title
    except NotFoundError:
        return game


def _named(reader: Reader, players: Collection[int]) -> str:
    """The names of *players*, the first of them if they are many."""
    few = list(players)[:_MOST_NAMED]
    names = {row.id: row.name for row in reader.connection.execute(_NAMES, {"players": few})}
    shown = [names.get(player, f"player {player}") for player in few]
    more = len(players) - len(few)
    *others, last = [*shown, f"{more} more"] if more else shown
    return f"{', '.join(others)} and {last}" if others else last
