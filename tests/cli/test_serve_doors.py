"""`corr serve` and its further doors for mail: what it says of them, and that each is there."""

import os
import smtplib
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.served import ForkedService, Served
from tests.ports import free_port, free_ports

pytestmark = pytest.mark.slow

SECRET = "a secret between a provider and us"
PATIENCE = 120.0


def test_lmtp_is_spoken_where_the_settings_say_so(tmp_path: Path, nursery: Nursery) -> None:
    lmtp = free_port()
    with ForkedService(nursery, tmp_path / "var", CORR_LMTP_LISTEN=f"127.0.0.1:{lmtp}") as served:
        with smtplib.LMTP("127.0.0.1", lmtp) as client:
            client.ehlo()
            client.mail("bob@example.org")
            codes = [client.rcpt(f"{name}@corr.localhost")[0] for name in ("postmaster", "nobody")]
        said, status = served.said, served.stop()

    assert codes == [250, 550]
    assert f"takes mail by LMTP at 127.0.0.1:{lmtp}" in said
    assert status == 0


def test_a_port_for_lmtp_that_is_in_use_is_told(tmp_path: Path) -> None:
    web, mail = free_ports(2)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        environ = {
            "PATH": os.environ["PATH"],
            "CORR_VAR": str(tmp_path / "var"),
            "CORR_WEB_LISTEN": f"127.0.0.1:{web}",
            "CORR_MAIL_LISTEN": f"127.0.0.1:{mail}",
            "CORR_LMTP_LISTEN": f"127.0.0.1:{port}",
        }
        command = [sys.executable, "-m", "corr", "serve"]
        ended = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=False)

    assert ended.returncode == 2
    assert f"Corr cannot listen on 127.0.0.1:{port}" in ended.stderr
    assert "CORR_LMTP_LISTEN" in ended.stderr


def test_mails_may_be_posted_where_a_secret_is_set(tmp_path: Path, nursery: Nursery) -> None:
    with ForkedService(nursery, tmp_path / "var", CORR_HOOK_SECRET=SECRET) as served:
        said = served.said
        raw = b"From: bob@example.org\r\n\r\n" + b"x" * 3 * 1024 * 1024
        answer = posted(served, raw)

    assert f"posted to {served.origin}/hooks/mail" in said
    assert answer == 200
    assert SECRET not in served.said


def test_without_a_secret_nothing_can_be_posted(tmp_path: Path, nursery: Nursery) -> None:
    with ForkedService(nursery, tmp_path / "var") as served, Browser(served.origin) as browser:
        announced = served.said
        assert posted(served, b"From: x\r\n\r\n") == 404
        assert browser.get("/hooks/mail").status in {404, 405}
    assert "/hooks/mail" not in announced


def test_a_mailbox_that_cannot_be_reached_is_told_once_without_its_password(tmp_path: Path, nursery: Nursery) -> None:
    nobody = free_port()
    url = f"imap://game:hunter2@127.0.0.1:{nobody}"
    with ForkedService(nursery, tmp_path / "var", CORR_IMAP_URL=url) as served:
        until = time.monotonic() + PATIENCE
        while "met a fault" not in served.said and time.monotonic() < until:
            time.sleep(0.05)
        status = served.stop()

    assert "fetches mail from the folder INBOX at 127.0.0.1" in served.said
    assert "The mailbox at 127.0.0.1 cannot be read" in served.said
    assert "hunter2" not in served.said
    assert status == 0


def posted(served: Served, raw: bytes) -> int:
    """The status after a mail for the postmaster was posted."""
    head = f"POST /hooks/mail HTTP/1.1\r\nHost: 127.0.0.1:{served.web_port}\r\nAuthorization: Bearer {SECRET}\r\n"
    head += "Corr-Recipient: postmaster@corr.localhost\r\nContent-Type: message/rfc822\r\nConnection: close\r\n"
    with socket.create_connection(("127.0.0.1", served.web_port), timeout=PATIENCE) as wire:
        wire.sendall(f"{head}Content-Length: {len(raw)}\r\n\r\n".encode() + raw)
        return int(wire.makefile("rb").readline().split()[1])
