"""The process that mails are read in: it may die of one, and nothing else does."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corr.games.registry import Registry
from corr.mail.reading.child import ChildReader, MailReader, ReaderKilledError, read_reading
from corr.mail.reading.child_main import BrokenWireError, write_reading
from corr.mail.reading.mail_facts import Reading
from tests.mail.in_process_reader import InProcessReader

TURN = b"From: Bob <bob@example.org>\nTo: r+abc@play.example\nMessage-ID: <1@example.org>\n\nB3-C3 \xe2\x80\x93 hi\n"
STAMPED = b"Received: from a by mx.play.example; Mon, 4 Jan 2027 12:00:00 +0000\n" + TURN
BOUNCE = b"From: MAILER-DAEMON@example.org\n\n550 5.1.1 User unknown\n"


def asked(reads: MailReader, raw: bytes) -> Reading:
    """What *reads* makes of a mail."""
    return reads.read(raw, sender="bob@example.org", ruleset="kelasu/1", authserv_id="mx.play.example")


@pytest.fixture(scope="module")
def reader() -> Iterator[ChildReader]:
    with ChildReader() as reader:
        yield reader


@pytest.fixture
def greedy() -> Iterator[ChildReader]:
    with ChildReader("tests.mail.greedy_reader") as reader:
        yield reader


@pytest.mark.parametrize("raw", [TURN, STAMPED, BOUNCE, b"", b"\x00\xff", b"Subject: =?utf-7?q?+2AA-?=\n\n+2AA-"])
def test_a_mail_read_elsewhere_reads_the_same(reader: ChildReader, raw: bytes) -> None:
    assert asked(reader, raw) == asked(InProcessReader(Registry.discover()), raw)


def test_a_large_mail_gets_through(reader: ChildReader) -> None:
    picture = b"--b\nContent-Type: image/png\n\n" + b"x" * 5_000_000
    raw = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nB3-C3\n" + picture + b"\n--b--\n"

    assert asked(reader, raw).new_text == "B3-C3"


def test_one_process_reads_many_mails(greedy: ChildReader) -> None:
    assert len({asked(greedy, b"process").new_text for _ in range(10)}) == 1


def test_several_threads_get_each_their_own_readings(reader: ChildReader) -> None:
    with ThreadPoolExecutor(8) as pool:
        readings = list(pool.map(lambda number: asked(reader, b"Subject: %d\n\nx" % number), range(100)))

    assert [reading.subject for reading in readings] == [str(number) for number in range(100)]


@pytest.mark.slow
def test_a_mail_that_takes_too_much_time_kills_the_child_alone(greedy: ChildReader) -> None:
    with pytest.raises(ReaderKilledError, match="time"):
        asked(greedy, b"spin")

    assert asked(greedy, TURN).written_by == "bob@example.org"


@pytest.mark.slow
@pytest.mark.parametrize(("raw", "how"), [(b"grow", "memory"), (b"fail", "fault"), (b"crash", "crash")])
def test_a_mail_that_takes_too_much_memory_or_finds_a_fault_kills_the_child_alone(
    greedy: ChildReader, raw: bytes, how: str
) -> None:
    with pytest.raises(ReaderKilledError, match=how):
        asked(greedy, raw)

    assert asked(greedy, TURN).written_by == "bob@example.org"


@pytest.mark.slow
def test_a_mail_that_is_waited_for_too_long_kills_the_child() -> None:
    with ChildReader("tests.mail.sleepy_reader") as sleepy, pytest.raises(ReaderKilledError, match="time"):
        asked(sleepy, TURN)


def test_a_fault_in_the_program_is_told_without_a_word_of_the_mail(
    greedy: ChildReader, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ReaderKilledError):
        asked(greedy, b"fail")

    told = capfd.readouterr().err
    assert "AssertionError" in told
    assert "r+abc@play.example" not in told


def test_a_file_of_words_that_is_wrong_is_named(greedy: ChildReader, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ReaderKilledError, match="fault"):
        asked(greedy, b"misspelt")

    assert "cs.toml: doubt.taking_back" in capfd.readouterr().err


@pytest.mark.slow
def test_a_mail_whose_child_was_killed_from_elsewhere_is_read_once_more(greedy: ChildReader, tmp_path: Path) -> None:
    mark = tmp_path / "here before"

    assert asked(greedy, b"killed once " + bytes(mark)).new_text == ""
    assert mark.exists()


def test_a_child_goes_on_when_all_processes_of_the_service_are_told_to_end(greedy: ChildReader) -> None:
    child = int(asked(greedy, b"process").new_text)
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(child, number)

    assert int(asked(greedy, b"process").new_text) == child


@pytest.mark.slow
def test_time_is_counted_for_each_mail_anew(greedy: ChildReader) -> None:
    before = asked(greedy, b"process").new_text
    for _ in range(16):
        asked(greedy, b"work")

    assert asked(greedy, b"process").new_text == before


@pytest.mark.slow
def test_a_child_that_died_between_two_mails_is_replaced_unnoticed(greedy: ChildReader) -> None:
    first = int(asked(greedy, b"process").new_text)
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)

    assert int(asked(greedy, b"process").new_text) != first


def test_a_stray_word_of_the_program_is_not_taken_for_a_reading(greedy: ChildReader) -> None:
    assert asked(greedy, b"print").new_text == ""


def test_the_child_knows_no_secret_of_ours(greedy: ChildReader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORR_SECRET_KEY", "hush")
    monkeypatch.setenv("DATABASE_URL", "postgresql://hush")

    names = asked(greedy, b"names").new_text.split()

    assert "PATH" in names
    assert not [name for name in names if name.startswith("CORR_") or "DATABASE" in name]


def test_the_child_has_no_database_and_no_page_in_it(greedy: ChildReader) -> None:
    asked(greedy, TURN)

    modules = {name.partition(".")[0] for name in asked(greedy, b"modules").new_text.split()}
    own = set(asked(greedy, b"modules").new_text.split())

    assert "selectolax" in modules
    # It cannot follow a link either.
    assert not modules & {"http", "smtplib", "imaplib", "ssl"}
    assert not modules & {"sqlalchemy", "sqlmodel", "flask", "alembic", "jinja2", "psycopg", "sqlite3"}
    assert not [name for name in own if name.startswith(("corr.service", "corr.store", "corr.web", "corr.config"))]


def test_the_child_ends_with_the_reader(greedy: ChildReader) -> None:
    child = int(asked(greedy, b"process").new_text)

    greedy.close()

    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


@pytest.mark.slow
def test_a_child_whose_parent_was_killed_ends_by_itself() -> None:
    program = (
        "from corr.mail.reading.child import ChildReader\n"
        "reader = ChildReader()\n"
        "reader.read(b'x', sender='', ruleset=None, authserv_id='')\n"
        "print('ready', flush=True)\n"
        "input()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"ready\n"

    parent.kill()

    # The child holds the same standard error: this ends when both are gone.
    parent.communicate(timeout=60)


@pytest.mark.parametrize("ruleset", [None, "no-such-game/1"])
def test_without_a_game_a_turn_of_any_game_is_known(reader: ChildReader, ruleset: str | None) -> None:
    reading = reader.read(
        b"From: bob@example.org\n\nB3-C3\n", sender="bob@example.org", ruleset=ruleset, authserv_id=""
    )

    assert reading.orders.turn == "B3-C3"


@given(st.binary(max_size=60))
def test_nothing_but_a_reading_is_taken_for_one(content: bytes) -> None:
    with pytest.raises(BrokenWireError):
        read_reading(content)


def test_a_reading_survives_the_wire() -> None:
    reading = asked(InProcessReader(Registry.discover()), STAMPED)

    assert reading.stamped_at is not None
    assert read_reading(write_reading(reading)) == reading
