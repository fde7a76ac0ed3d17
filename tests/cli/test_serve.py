"""`corr serve`: how it starts, what it says, what it refuses, and that it ends when told to."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.crash.newborn import Nursery
from tests.gates.tree import ROOT
from tests.journeys.browser import Browser
from tests.journeys.served import ForkedService, Served
from tests.ports import free_ports

pytestmark = pytest.mark.slow

PATIENCE = 120.0


def serve(folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Try to serve, with settings that make it end by itself."""
    environ = {"PATH": os.environ["PATH"], "CORR_VAR": str(folder), **settings}
    command = [sys.executable, "-m", "corr", "serve", *arguments]
    return subprocess.run(command, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=False)


def free_listeners() -> dict[str, str]:
    """Settings for two ports that nobody listens on."""
    web, mail = free_ports(2)
    return {"CORR_WEB_LISTEN": f"127.0.0.1:{web}", "CORR_MAIL_LISTEN": f"127.0.0.1:{mail}"}


def test_it_says_where_everything_is(tmp_path: Path) -> None:
    with Served(tmp_path / "var") as served:
        said = served.said

    assert f"pages at {served.origin} and takes mail at 127.0.0.1:{served.mail_port}" in said
    assert f"{served.origin}/mailbox" in said
    assert "Demo" not in said


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_when_told_to(tmp_path: Path, by: signal.Signals) -> None:
    with Served(tmp_path / "var") as served:
        status = served.stop(by)

    assert status == 0
    assert served.said.rstrip().endswith("Stopped.")


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_is_passed_on_twice_is_one(tmp_path: Path, by: signal.Signals) -> None:
    with Served(tmp_path / "var", module="tests.cli.unhurried", PYTHONPATH=str(ROOT)) as served:
        served.send(by)
        while "Stopping" not in served.said:
            time.sleep(0.01)
        status = served.stop(by)

    assert status == 0
    assert served.said.rstrip().endswith("Stopped.")


def test_a_service_says_that_it_is_well(tmp_path: Path, nursery: Nursery) -> None:
    with ForkedService(nursery, tmp_path / "var") as served, Browser(served.origin) as browser:
        page = browser.get("/healthz")

    assert page.status == 200


def test_faults_in_the_settings_are_told_and_nothing_is_made(tmp_path: Path) -> None:
    ended = serve(tmp_path / "var", CORR_WEB_LISTEN="here", CORR_POXIES="1")

    assert ended.returncode == 2
    assert "CORR_WEB_LISTEN is “here”" in ended.stderr
    assert "Did you mean CORR_PROXIES?" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize("setting", ["CORR_WEB_LISTEN", "CORR_MAIL_LISTEN"])
def test_a_port_in_use_is_told(tmp_path: Path, setting: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = serve(tmp_path / "var", **{**free_listeners(), setting: f"127.0.0.1:{port}"})

    assert ended.returncode == 2
    assert f"Corr cannot listen on 127.0.0.1:{port}" in ended.stderr
    assert setting in ended.stderr


def test_two_settings_with_the_same_address_are_told(tmp_path: Path) -> None:
    ended = serve(tmp_path / "var", CORR_WEB_LISTEN="127.0.0.1:8728", CORR_MAIL_LISTEN="127.0.0.1:8728")

    assert ended.returncode == 2
    assert "CORR_WEB_LISTEN and CORR_MAIL_LISTEN are both 127.0.0.1:8728. Give each a port of its own." in ended.stderr


def test_two_processes_may_serve_the_same_folder(tmp_path: Path, nursery: Nursery) -> None:
    with (
        ForkedService(nursery, tmp_path / "var") as one,
        ForkedService(nursery, tmp_path / "var") as other,
        Browser(other.origin) as browser,
    ):
        page = browser.get("/healthz")
        statuses = one.stop(), other.stop()

    assert page.status == 200
    assert statuses == (0, 0)


def test_the_port_can_be_chosen_on_the_command_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = serve(tmp_path / "var", "--port", str(port))

    assert f"Corr cannot listen on 127.0.0.1:{port}" in ended.stderr


REAL = {
    "CORR_URL": "https://play.example.org",
    "CORR_SMTP_URL": "smtp://127.0.0.1:9",
}


def test_a_service_that_others_can_reach_never_begins_a_demo(tmp_path: Path) -> None:
    ended = serve(tmp_path / "var", "--demo", **REAL)

    assert ended.returncode == 2
    assert "--demo lets anybody sign in as its players" in ended.stderr
    assert not (tmp_path / "var").exists()


def test_a_service_that_others_can_reach_has_no_mailbox_and_no_demo_page(tmp_path: Path, nursery: Nursery) -> None:
    real = {"CORR_URL": "https://127.0.0.1", "CORR_SMTP_URL": "smtp://127.0.0.1:9", "CORR_MAIL_DOMAIN": "example.org"}
    with ForkedService(nursery, tmp_path / "var", **real) as served, Browser(served.origin) as browser:
        statuses = [browser.get(path).status for path in ("/mailbox", "/demo")]

    assert statuses == [404, 404]
    assert "/mailbox" not in served.said


def test_a_demo_shows_its_players_and_its_mailbox(tmp_path: Path, nursery: Nursery) -> None:
    with ForkedService(nursery, tmp_path / "var", "--demo") as served, Browser(served.origin) as browser:
        demo, mailbox = browser.get("/demo"), browser.get("/mailbox")
        said = served.said

    assert "Ada" in demo.words
    assert "Ben" in demo.words
    assert mailbox.status == 200
    assert "sign in as Ada, Ben or Cleo" in said
    assert "this database will never serve as a real one" in said


def test_without_demo_nobody_can_sign_in_without_mail(tmp_path: Path, nursery: Nursery) -> None:
    with ForkedService(nursery, tmp_path / "var") as served, Browser(served.origin) as browser:
        assert browser.get("/demo").status == 404


def test_a_demo_database_serves_nothing_else(tmp_path: Path, nursery: Nursery) -> None:
    with ForkedService(nursery, tmp_path / "var", "--demo") as served:
        served.stop()

    ended = serve(tmp_path / "var", **free_listeners())

    assert ended.returncode == 2
    assert "This database belongs to a demo" in ended.stderr


def test_it_serves_on_postgresql(tmp_path: Path, postgresql_url: str, nursery: Nursery) -> None:
    shared = {"CORR_DATABASE_URL": postgresql_url, "CORR_SECRET": "s" * 32}
    with ForkedService(nursery, tmp_path / "var", "--demo", **shared) as served, Browser(served.origin) as browser:
        page = browser.get("/games")
        status = served.stop()

    assert "Ada" in page.words
    assert status == 0
    assert '"level": "error"' not in served.said
