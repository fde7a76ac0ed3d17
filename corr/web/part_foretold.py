"""What a page foretells about a game by its clocks, which holds for a minute if nothing happens."""

from dataclasses import dataclass
from datetime import timedelta

from corr.base.uow import Reader
from corr.clocks.forecast import Outlook
from corr.clocks.forecast_words import outlook_sentence
from corr.play.page_stamps import GameStamp

_MINUTE = timedelta(minutes=1)
"""Time that is left is told in minutes at the finest, and rest days and planned leaves begin with one."""


@dataclass(frozen=True, slots=True)
class Foretold:
    """What will happen by the clocks, and what of it would make a page look different."""

    outlook: Outlook | None
    """None if the game is over."""
    words: tuple[object, ...]

    @classmethod
    def of(cls, reader: Reader, outlook: Outlook | None) -> "Foretold":
        """The same with its words as they are now."""
        if outlook is None:
            return cls(None, ())
        return cls(outlook, (str(outlook_sentence(outlook, reader.now)), outlook.claimable is not None))


def foretold_key(reader: Reader, game_id: str, viewer: int | None, stamp: GameStamp) -> str:
    """What is another one whenever something else would be foretold."""
    now = reader.now
    second = now - now.replace(hour=0, minute=0, second=0, microsecond=0)
    left = None if stamp.due_at is None else (stamp.due_at - now) // _MINUTE
    return repr((game_id, viewer, stamp, now.date(), second // _MINUTE, left))
