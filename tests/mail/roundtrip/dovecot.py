"""A Dovecot of the suite's own, run with the file in `deploy/dovecot`."""

import re
import shutil
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from imap_tools import MailBoxUnencrypted

from corr.config.values import Mailbox
from tests.mail.roundtrip.daemon import deployed, folder, running
from tests.ports import free_port

PASSWORD = "a password"
_ACCOUNT, _GROUP = "nobody", "nogroup"
_USERS = ("game", "r", "b", "u", "postmaster", "abuse")
_PLACES = """
base_dir = {folder}/run
state_dir = {folder}/run
log_path = /dev/stderr
"""
_ENCRYPTED = """
ssl = yes
ssl_cert = <{folder}/server.pem
ssl_key = <{folder}/server.key
"""


@dataclass(frozen=True)
class Dovecot:
    """A running Dovecot with one mailbox."""

    imap: int
    lmtp: int
    mail: Path
    """Where the mails lie."""

    @property
    def mailbox(self) -> Mailbox:
        """The mailbox as the settings of a service name it."""
        return Mailbox("127.0.0.1", self.imap, is_implicit_tls=False, user="game", password=PASSWORD)

    def deliver(self, recipient: str, raw: bytes, sender: str = "bob@example.org") -> None:
        """Lay a mail into the mailbox, as a mail server in front would."""
        with smtplib.LMTP("127.0.0.1", self.lmtp) as client:
            client.sendmail(sender, [recipient], raw)

    def seen(self) -> list[bool]:
        """For each mail, oldest first, whether it is marked as seen."""
        with MailBoxUnencrypted("127.0.0.1", self.imap).login("game", PASSWORD) as box:
            return ["\\Seen" in mail.flags for mail in box.fetch(mark_seen=False)]

    def number_anew(self) -> None:
        """Let all mails have new numbers, as after a mailbox was restored."""
        for file in self.mail.glob("dovecot.index*"):
            file.unlink()
        numbers = self.mail / "dovecot-uidlist"
        numbers.write_text(re.sub(r" V(\d+) ", lambda found: f" V{int(found[1]) + 1} ", numbers.read_text(), count=1))


@contextmanager
def a_dovecot(program: str, certificates: Path | None = None) -> Iterator[Dovecot]:
    """
    Dovecot with an empty mailbox.

    :param certificates: a folder with a key and a certificate; without one, nothing is encrypted.
    """
    imap, lmtp = free_port(), free_port()
    with folder() as home:
        text = deployed(
            "dovecot/dovecot.conf",
            {
                "port = 143": f"port = {imap}",
                "port = 24\n": f"port = {lmtp}\n",
                "/etc/dovecot": str(home),
                "/var/vmail/corr": f"{home}/mail",
                "mail_uid = vmail": f"mail_uid = {_ACCOUNT}",
                "mail_gid = vmail": f"mail_gid = {_GROUP}",
            },
        )
        encrypted = "" if certificates is None else _ENCRYPTED.format(folder=certificates)
        (home / "dovecot.conf").write_text(text + _PLACES.format(folder=home) + encrypted)
        (home / "corr-logins").write_text(f"game:{{PLAIN}}{PASSWORD}\n")
        (home / "corr-users").write_text("".join(f"{user}::::::\n" for user in _USERS))
        (home / "mail").mkdir()
        shutil.chown(home / "mail", _ACCOUNT, _GROUP)
        with running([program, "-F", "-c", str(home / "dovecot.conf")], home / "log", imap):
            yield Dovecot(imap, lmtp, home / "mail" / "Maildir")
