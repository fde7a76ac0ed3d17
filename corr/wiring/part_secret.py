"""The service's own secret: given, or made once and kept."""

import os
import secrets
from hashlib import sha256
from pathlib import Path

from corr.config import Settings
from corr.errors import ConfigError

_SECRET_LENGTH = 32


def secret_of(settings: Settings) -> bytes:
    """
    What tokens are keyed with: the configured secret, or one that is made once and kept in `var`.

    :raises ConfigError: the file cannot be read or written, or is damaged.
    """
    if settings.secret is not None:
        # Bytes that are no text came through the environment as they are.
        return sha256(settings.secret.encode("utf-8", "surrogateescape")).digest()
    path = settings.var / "secret"
    try:
        if not path.exists():
            _make_secret(path)
        text = path.read_text(encoding="ascii").strip()
    except OSError as fault:
        raise ConfigError(f"The secret in {path} cannot be read or made: {fault.strerror}.") from None
    except UnicodeDecodeError:
        text = ""
    # A crash of the machine may leave zeros in a file.
    if len(text) < _SECRET_LENGTH or not text.isprintable():
        raise ConfigError(f"The secret in {path} is damaged. Restore it, or delete it: then open links stop working.")
    return sha256(text.encode()).digest()


def _make_secret(path: Path) -> None:
    # Written aside and linked, so that two processes that start at once agree on one.
    draft = path.with_name(f"secret.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(_SECRET_LENGTH) + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()
