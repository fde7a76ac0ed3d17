"""The log of the service: lines of JSON on stderr, or plain lines on a terminal."""

import json
import logging
import re
import sys
from datetime import UTC, datetime

_OTHERS = {
    "apscheduler": logging.ERROR,
    "mail.log": logging.ERROR,
    "waitress": logging.WARNING,
    "waitress.queue": logging.ERROR,
    "alembic": logging.WARNING,
    "sqlalchemy.pool": logging.CRITICAL,
}
"""
The least levels of libraries that would log every step, with addresses and tokens in it, every lost connection or every
request that waits.
"""
_SECRET = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z2-7]{26}(?![A-Za-z0-9])"
    r"|(?<![A-Za-z0-9_-])(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,}(?![A-Za-z0-9_-])"
    r"|(?<=://)[^/\s@:]+:[^/\s@]+(?=@)"
    r"|(?<=DETAIL: )[^\n]*"
)
"""Text that looks like a token, or like name and password in a URL; and PostgreSQL's "DETAIL:", which quotes rows."""
_FIELDS = ("request_id", "game_id", "player_id", "letter_id", "mail_id")
"""The keys of `extra` that are logged."""


def set_up_logs(level: str, *, is_watched: bool) -> None:
    """Log to stderr: as plain lines if *is_watched*, else as JSON, one object a line, in UTC."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainLines() if is_watched else JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name, least in _OTHERS.items():
        logging.getLogger(name).setLevel(least)


class JsonLines(logging.Formatter):
    """Log lines as JSON objects; line breaks inside are encoded, so that nobody can forge a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for *record*."""
        facts: dict[str, object] = {
            "at": _moment(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": without_secrets(record.getMessage()),
        }
        facts |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info:
            facts["trace"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(facts, default=str)


class PlainLines(logging.Formatter):
    """Log lines for a person at a terminal; control characters become question marks."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for *record*, and its trace below."""
        message = "".join(c if c.isprintable() else "?" for c in record.getMessage())
        line = without_secrets(f"{_moment(record)} {record.levelname.lower()} {record.name}: {message}")
        trace = f"\n{without_secrets(self.formatException(record.exc_info))}" if record.exc_info else ""
        return line + trace


def without_secrets(text: str) -> str:
    """*text* without anything that looks like a token or a password."""
    return _SECRET.sub("…", text)


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
