"""Rehearsals: every process of one goes by its time, and nobody else can reach it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from corr.config import read_settings
from corr.core.clock import USUAL_LEADS
from corr.errors import ConfigError
from corr.jobs.tasks import tasks_of
from corr.wiring import looking, rehearse
from corr.wiring.assembly import build

REAL = {"CORR_URL": "https://play.example.org", "CORR_SMTP_URL": "smtp://127.0.0.1"}
ELSEWHERE = [
    REAL,
    {"CORR_PROXIES": "1", "CORR_SMTP_URL": "smtp://127.0.0.1", "CORR_MAIL_DOMAIN": "example.org"},
    {"CORR_SMTP_URL": "smtp://mail.example.org", "CORR_MAIL_DOMAIN": "example.org"},
    {"CORR_IMAP_URL": "imaps://game:password@mail.example.org"},
    {"CORR_LMTP_LISTEN": "0.0.0.0:8024", "CORR_SMTP_URL": "smtp://127.0.0.1", "CORR_MAIL_DOMAIN": "example.org"},
]


def test_all_processes_of_a_rehearsal_have_its_time(tmp_path: Path) -> None:
    settings = read_settings({"CORR_VAR": str(tmp_path / "var")})
    rehearse(settings, 10_000)

    service = build(settings)
    with looking(settings) as reader:
        moments = service.workshop.now(), reader.now
        span = reader.machine(timedelta(seconds=1))
    service.database.close()

    assert min(moments) > datetime.now(UTC)
    assert span == timedelta(seconds=10_000)


@pytest.mark.parametrize("factor", [1, 60, 1440, 10_000])
def test_reminders_are_looked_for_more_often_than_the_shortest_lead_lasts(tmp_path: Path, factor: int) -> None:
    settings = read_settings({"CORR_VAR": str(tmp_path / "var")})
    rehearse(settings, factor)
    service = build(settings)

    reminders = next(task for task in tasks_of(service) if task.name == "reminders")
    service.database.close()

    assert timedelta(seconds=reminders.every * factor) < timedelta(hours=min(USUAL_LEADS))


@pytest.mark.parametrize("real", ELSEWHERE)
def test_a_service_that_reaches_others_is_no_rehearsal(tmp_path: Path, real: dict[str, str]) -> None:
    settings = read_settings({"CORR_VAR": str(tmp_path / "var"), **real})

    with pytest.raises(ConfigError, match="name this machine alone"):
        rehearse(settings, 60)

    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize("real", ELSEWHERE)
def test_a_rehearsal_never_becomes_a_real_service(tmp_path: Path, real: dict[str, str]) -> None:
    environ = {"CORR_VAR": str(tmp_path / "var")}
    rehearse(read_settings(environ), 60)

    with pytest.raises(ConfigError, match="belongs to a rehearsal"):
        build(read_settings(environ | real))


def test_a_mail_server_on_this_machine_may_take_the_letters_of_a_rehearsal(tmp_path: Path) -> None:
    environ = {"CORR_VAR": str(tmp_path / "var"), "CORR_SMTP_URL": "smtp://127.0.0.1:25"}
    settings = read_settings(environ | {"CORR_MAIL_DOMAIN": "example.org"})

    rehearsal = rehearse(settings, 60)

    assert rehearsal.factor == 60
