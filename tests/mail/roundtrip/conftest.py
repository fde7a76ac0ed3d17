"""What round trips through real mail servers share."""

import os
import shutil
from pathlib import Path

import pytest

from tests.conftest import lack


@pytest.fixture(scope="session")
def postfix_program() -> str:
    """Postfix, and the right to start it."""
    return _program("postfix", "Postfix (Debian: postfix)")


@pytest.fixture(scope="session")
def dovecot_program() -> str:
    """Dovecot with IMAP and LMTP, and the right to start it."""
    parts = [Path(f"/usr/lib/dovecot/{part}") for part in ("imap", "lmtp")]
    if not all(part.exists() for part in parts):
        lack("Dovecot (Debian: dovecot-imapd, dovecot-lmtpd)")
    return _program("dovecot", "Dovecot (Debian: dovecot-imapd, dovecot-lmtpd)")


def _program(name: str, part: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        lack(part)
    if os.geteuid() != 0:
        lack(f"root, as which {name} has to be started")
    return found
