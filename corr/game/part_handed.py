"""A turn as it was handed in: what the log keeps of it, and what waits sealed where several seats are due."""

from dataclasses import asdict, dataclass, field
from datetime import datetime

from corr.games.seats import Seat


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A turn that came in."""

    seat: Seat
    text: str = field(repr=False)
    """In canonical notation."""
    door: str
    """How it came: "web" or "mail"."""
    received_at: datetime
    order_key: str | None = field(default=None, repr=False)
    """The key of the form or of the mail: the same key is the same order."""
    nonce: str | None = field(default=None, repr=False)
    """What hides its word in a commitment; None if it never waited sealed."""
    is_changed: bool = False
    """Whether it waits in place of an earlier one of its seat."""

    def row(self, game_id: str, number: int) -> dict[str, object]:
        """The columns that every table of turns has."""
        cells = asdict(self)
        del cells["is_changed"]
        return {"game_id": game_id, "number": number, **cells}
