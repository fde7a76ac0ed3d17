"""
Points at which a process dies exactly there, once: around each step of a turn, a send, a sweep, a mail that comes in.

They hang on what goes over the wire to the database and to the far end, so that no code of the service knows of them.
"""

import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from threading import local

from sqlalchemy import Connection, Engine, event
from sqlalchemy.pool import ConnectionPoolEntry, Pool

from corr.mail.letters.transport import SmtpTransport
from tests.crash.replacing import put


class Moment(Enum):
    """When, seen from the statement that a point hangs on."""

    STATEMENT = auto()
    """Just before it."""
    COMMIT = auto()
    """Just before the commit of its transaction."""
    DONE = auto()
    """Just after that."""
    SEND = auto()
    """Just before a letter is handed over."""
    SENT = auto()
    """Just after the far end took one."""


@dataclass(frozen=True, slots=True)
class Failpoint:
    """A point, by words that its statement holds, and perhaps a value that goes with it."""

    moment: Moment
    words: tuple[str, ...] = ()
    value: str = ""
    at_start: bool = False
    """Whether it is met only while an empty database is brought up to date."""


_TURN = ("INSERT INTO turn ",)
_CLAIM = ("UPDATE outbox SET", "lease_owner=", "tries=", "RETURNING")
_KEEP = ("UPDATE outbox SET", "message=", "bounce_hash=")
_MARK = ("UPDATE outbox SET", "sent_at=")
_EVENT = ("INSERT INTO game_event",)
_ARRIVED = ("INSERT INTO inbox",)
_UNDERSTOOD = ("UPDATE inbox SET", "dedupe_key=")
FAILPOINTS: Mapping[str, Failpoint] = {
    "turn-before-counter": Failpoint(Moment.STATEMENT, ("UPDATE game SET", "position=")),
    "turn-before-insert": Failpoint(Moment.STATEMENT, _TURN),
    "turn-before-clocks": Failpoint(Moment.STATEMENT, ("UPDATE game_seat SET", "bank_ms=")),
    "turn-before-notices": Failpoint(Moment.STATEMENT, ("INSERT INTO outbox",), "your-turn"),
    "turn-before-commit": Failpoint(Moment.COMMIT, _TURN),
    "turn-after-commit": Failpoint(Moment.DONE, _TURN),
    "game-before-commit": Failpoint(Moment.COMMIT, ("INSERT INTO game ",)),
    "game-after-commit": Failpoint(Moment.DONE, ("INSERT INTO game ",)),
    "send-before-claim-commit": Failpoint(Moment.COMMIT, _CLAIM),
    "send-after-claim": Failpoint(Moment.DONE, _CLAIM),
    "send-before-keeping": Failpoint(Moment.STATEMENT, _KEEP),
    "send-after-keeping": Failpoint(Moment.DONE, _KEEP),
    "send-before-250": Failpoint(Moment.SEND),
    "send-after-250": Failpoint(Moment.SENT),
    "send-before-mark-commit": Failpoint(Moment.COMMIT, _MARK),
    "send-after-mark": Failpoint(Moment.DONE, _MARK),
    "sweep-before-event": Failpoint(Moment.STATEMENT, _EVENT, "time"),
    "sweep-before-commit": Failpoint(Moment.COMMIT, _EVENT, "time"),
    "sweep-after-commit": Failpoint(Moment.DONE, _EVENT, "time"),
    "mail-before-stored": Failpoint(Moment.COMMIT, _ARRIVED),
    "mail-stored-before-250": Failpoint(Moment.DONE, _ARRIVED),
    "mail-understood-before-commit": Failpoint(Moment.COMMIT, _UNDERSTOOD),
    "mail-understood-after-commit": Failpoint(Moment.DONE, _UNDERSTOOD),
    "outage-settling-between-batches": Failpoint(Moment.DONE, _EVENT, "outage"),
    "season-end-date-before-commit": Failpoint(Moment.COMMIT, ("UPDATE pairing SET", "ruling=")),
    "season-end-after-commit": Failpoint(Moment.DONE, ("UPDATE entry SET", "final_place=")),
    "rating-before-commit": Failpoint(Moment.COMMIT, ("INSERT INTO rating_day",)),
    "migrate-in-the-middle": Failpoint(Moment.STATEMENT, ("CREATE TABLE leave",), at_start=True),
}
"""All points, by name."""


class Trap:
    """Kills this process at a point, once among all processes: *mark* is the file that says that it did."""

    def __init__(self, failpoint: Failpoint, mark: Path) -> None:
        self._failpoint = failpoint
        self._mark = mark
        self._thread = local()

    def lay(self) -> None:
        """Wait for the point."""
        event.listen(Engine, "before_cursor_execute", self._before)
        event.listen(Engine, "commit", self._committing)
        event.listen(Engine, "rollback", self._forget)
        event.listen(Pool, "checkin", self._returned)
        if self._failpoint.moment in {Moment.SEND, Moment.SENT}:
            self._around_sending()

    def _before(self, _connection: Connection, _cursor: object, statement: str, parameters: object, *_: object) -> None:
        found = self._failpoint
        if not found.words or not all(word in statement for word in found.words):
            return
        if found.value and f"'{found.value}'" not in repr(parameters):
            return
        if found.moment is Moment.STATEMENT:
            self._die()
        self._thread.is_near = True

    def _committing(self, _connection: Connection) -> None:
        if self._failpoint.moment is Moment.COMMIT and getattr(self._thread, "is_near", False):
            self._die()

    def _returned(self, _connection: object, _record: ConnectionPoolEntry) -> None:
        """The connection is back in the pool: what was not undone is committed."""
        if self._failpoint.moment is Moment.DONE and getattr(self._thread, "is_near", False):
            self._die()
        self._thread.is_near = False

    def _forget(self, _connection: Connection) -> None:
        self._thread.is_near = False

    def _around_sending(self) -> None:
        send = SmtpTransport.send

        def dying(transport: SmtpTransport, sender: str, recipient: str, message: bytes) -> str:
            if self._failpoint.moment is Moment.SEND:
                self._die()
            said = send(transport, sender, recipient, message)
            self._die()
            return said

        put(SmtpTransport, "send", dying)

    def _die(self) -> None:
        """End this process, unless one has died here before."""
        try:
            os.close(os.open(self._mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        os.kill(os.getpid(), signal.SIGKILL)
