"""By what right and since when something is asked for by mail."""

from dataclasses import dataclass, field
from datetime import datetime

from corr.players.reply_tokens import ReplyTarget

DOOR = "mail"
"""How everything comes in that a mail asks for."""


@dataclass(frozen=True, slots=True)
class Warrant:
    """Who asks, for which game, and since when."""

    target: ReplyTarget
    order_key: str = field(repr=False)
    """The same key is the same order, however often it comes."""
    received_at: datetime
    """The moment that it counts from."""
    mail_id: int = 0
    """The mail that is being read; 0 if it is asked for on a page."""
    leave_asked_at: datetime | None = None
    """When leave was asked for, where that came later than the rest."""
