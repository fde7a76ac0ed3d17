"""A Postfix of the suite's own, run with the files in `deploy/postfix`."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.mail.roundtrip.daemon import deployed, folder, running
from tests.ports import free_port

_MASTER = "/usr/lib/postfix/sbin/master"
_SERVICES = """
127.0.0.1:{port} inet n - n - - smtpd
pickup    unix n - n 60 1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
tlsmgr    unix - - n 1000? 1 tlsmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
proxymap  unix - - n - - proxymap
smtp      unix - - n - - smtp
relay     unix - - n - - smtp
showq     unix n - n - - showq
error     unix - - n - - error
retry     unix - - n - - error
local     unix - n n - - local
lmtp      unix - - n - - lmtp
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
"""
_PLACES = """
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = /dev/stdout
alias_maps =
smtpd_peername_lookup = no
smtp_dns_support_level = disabled
smtp_host_lookup = native
relayhost = [127.0.0.1]:{world}
address_verify_poll_count = 60
"""
"""
Nothing here says how mail is handled, but that all mail to the world goes to one port, and that whoever brings a mail
waits for a busy machine until it is known whether there is its recipient.
"""


@dataclass(frozen=True)
class Postfix:
    """A running Postfix."""

    port: int
    log: Path


@contextmanager
def a_postfix(program: str, lmtp: int, world: int) -> Iterator[Postfix]:
    """
    Postfix in front of a service.

    :param program: Postfix's own.
    :param lmtp: the port where the service takes mail by LMTP.
    :param world: the port of the mail server that stands for all others.
    """
    port = free_port()
    with folder() as home:
        settings = home / "etc"
        settings.mkdir()
        _write_settings(settings, home, lmtp=lmtp, world=world)
        (settings / "master.cf").write_text(_SERVICES.format(port=port))
        (home / "queue").mkdir()
        (home / "data").mkdir()
        shutil.chown(home / "data", "postfix", "postfix")
        subprocess.run([program, "-c", str(settings), "check"], check=True, capture_output=True)
        # Postfix's own command would put a shell in between, which ends alone.
        log, master = home / "log", [_MASTER, "-c", str(settings), "-d"]
        with running(master, log, port):
            yield Postfix(port, log)


def _write_settings(settings: Path, home: Path, *, lmtp: int, world: int) -> None:
    own = {"inet_interfaces = all": "inet_interfaces = 127.0.0.1", "inet_protocols = all": "inet_protocols = ipv4"}
    main = deployed("postfix/main.cf", {**own, "play.example.org": "play.example"})
    (settings / "main.cf").write_text(main + _PLACES.format(folder=home, world=world))
    to_us = {"play.example.org": "play.example", "127.0.0.1:8024": f"127.0.0.1:{lmtp}"}
    (settings / "transport").write_text(deployed("postfix/transport", to_us))
    (settings / "header_checks").write_text(deployed("postfix/header_checks", {}))
