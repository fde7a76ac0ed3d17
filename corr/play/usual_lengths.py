"""How long games usually take: the median of the latest that were played here to an end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from statistics import median_low

from sqlalchemy import bindparam, select

from corr.base.uow import Reader
from corr.core.pace import long_words
from corr.core.spans import counted
from corr.game.game_row import GAME
from corr.game.words import FORFEIT, NEVER_BEGAN, NO_RESULT, TIME
from corr.games.api import Info

_LEAST = 10
"""From how many games on their median says more than the engine's estimate."""
_MOST = 200
_DAY = timedelta(days=1)
_PLAYED_TO_AN_END = GAME.c.reason.not_in(sorted({*NO_RESULT, FORFEIT, NEVER_BEGAN, TIME}))
_IS_PUBLIC = GAME.c.is_private.is_(False)
"""Where few games were played, one that nobody may know of would show in the median."""
_ENDED = (
    select(GAME.c.turn_number, GAME.c.pace, GAME.c.created_at, GAME.c.ended_at)
    .where(GAME.c.ruleset == bindparam("ruleset"), GAME.c.ended_at.is_not(None), _PLAYED_TO_AN_END, _IS_PUBLIC)
    .order_by(GAME.c.ended_at.desc(), GAME.c.id.desc())
    .limit(_MOST)
)


@dataclass(frozen=True, slots=True)
class UsualLength:
    """How long a game usually takes."""

    turns: int
    is_counted: bool
    """Whether that was counted; else it is the engine's estimate."""
    days: Mapping[str, int]
    """How many days, for each pace at which enough games were played."""

    def words(self, pace: str = "") -> str:
        """The same in words, in days where they are known for that *pace*."""
        if pace in self.days:
            return f"usually {long_words(self.days[pace])} at this pace, {counted(self.turns, 'turn')}"
        return f"{'usually' if self.is_counted else 'about'} {counted(self.turns, 'turn')}"


def last_ended(reader: Reader, infos: Sequence[Info]) -> tuple[str, ...]:
    """Of each game the one that ended last: while it stays the same, so does the usual length. One statement."""
    last = (
        select(GAME.c.id)
        .where(GAME.c.ruleset == info.ruleset, GAME.c.ended_at.is_not(None))
        .order_by(GAME.c.ended_at.desc(), GAME.c.id.desc())
        .limit(1)
        .scalar_subquery()
        for info in infos
    )
    return tuple(found or "" for found in reader.connection.execute(select(*last)).one())


def usual_length(reader: Reader, info: Info) -> UsualLength:
    """The usual length of a game, from a bounded number of rows."""
    rows = reader.connection.execute(_ENDED, {"ruleset": info.ruleset}).all()
    spans: dict[str, list[int]] = {}
    for row in rows:
        spans.setdefault(row.pace, []).append(max(1, round((row.ended_at - row.created_at) / _DAY)))
    days = {pace: median_low(found) for pace, found in spans.items() if len(found) >= _LEAST}
    if len(rows) < _LEAST:
        return UsualLength(info.length, is_counted=False, days=days)
    return UsualLength(median_low(row.turn_number - 1 for row in rows), is_counted=True, days=days)
