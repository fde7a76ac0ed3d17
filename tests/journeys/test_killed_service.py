"""
The service is killed again and again in the middle of its work, while turns come in by both doors.

What a player was told is true afterwards: no accepted turn is missing or there twice, and no letter is lost.
"""

import random
import sqlite3
import time
from collections import Counter, defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from corr.base.uow import Workshop
from corr.games.registry import Registry
from corr.games.replay import replay
from corr.games.seats import Seat
from corr.players.profiles import player_named
from corr.store.db import Database
from corr.wiring import SystemClock
from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.letters import Sink
from tests.journeys.served import ForkedService, Served
from tests.journeys.steps import sign_up
from tests.journeys.table import MailPlayer, Table, WebPlayer

pytestmark = pytest.mark.slow

KILLS = 20
GAMES = 24
LONGEST_WAIT = 0.3
"""Seconds until somebody is killed; to start takes about as long."""
TURNS_OF_A_LIFE = 2
"""How many turns are accepted in each life that comes to work, at least."""
SEED = 20260302
PATIENCE = 180.0
ANNA, ROB = "anna@blue.example", "rob@red.example"


def test_a_service_that_is_killed_twenty_times_loses_nothing_and_does_nothing_twice(
    tmp_path: Path, nursery: Nursery
) -> None:
    print(f"seed {SEED}")  # noqa: T201 - shown where the test fails
    folder = tmp_path / "var"
    with (
        ForkedService(nursery, folder) as served,
        Browser(served.origin) as browser,
        closing(_database(folder)) as database,
    ):
        table = a_table(served, browser, database)
        killed_while_playing(served, table, browser)
        wait_until_all_is_done(folder)
        assert served.stop() == 0

    print(story(folder, Sink(served.letters)))  # noqa: T201 - as above
    assert rows(folder, "PRAGMA integrity_check") == [("ok",)]
    assert_log_is_what_was_accepted(folder, table)
    assert_no_letter_is_lost(folder, Sink(served.letters))


def a_table(served: Served, browser: Browser, database: Database) -> Table:
    """Anna at the browser, Rob at his mail, and some games between them."""
    workshop = Workshop(database, SystemClock(), Registry.discover(), b"")
    sink = Sink(served.letters)
    with Browser(served.origin) as rob:
        sign_up(rob, sink, "Rob", ROB)
    sign_up(browser, sink, "Anna", ANNA)
    with workshop.look() as reader:
        players = player_named(reader, "Anna").id, player_named(reader, "Rob").id
    table = Table(served, workshop, workshop.registry.get_rules_of_game("kelasu"), players)
    table.begin(GAMES)
    return table


def killed_while_playing(served: Served, table: Table, browser: Browser) -> None:
    """Both play while the service dies and comes back."""
    chance = random.Random(SEED)
    threads = [
        WebPlayer(table, Seat(0), random.Random(SEED + 1), browser),
        MailPlayer(table, Seat(1), random.Random(SEED + 2), ROB),
    ]
    for thread in threads:
        thread.start()
    for number in range(1, KILLS + 1):
        if number % 2:
            wait_for_turns(table, TURNS_OF_A_LIFE)
        time.sleep(chance.uniform(0, LONGEST_WAIT))
        served.kill()
        let_leases_run_out(served.folder)
        # Every other time it is left to start by itself, and killed while it does.
        (served.start if number % 2 == 0 else served.launch)()
    wait_for_turns(table, TURNS_OF_A_LIFE)
    for thread in threads:
        thread.finish()


def wait_for_turns(table: Table, count: int) -> None:
    """Wait until so many more turns are accepted."""
    wanted = len(table.accepted) + count
    until = time.monotonic() + PATIENCE
    while len(table.accepted) < wanted:
        assert time.monotonic() < until, "nobody plays any more"
        time.sleep(0.02)


def let_leases_run_out(folder: Path) -> None:
    """Do what two minutes would have done: whatever the killed process had in hand may be taken up by another."""
    rows(folder, "UPDATE inbox SET try_at = received_at WHERE state = 'new'")
    rows(folder, "UPDATE outbox SET try_at = created_at WHERE state = 'waiting'")


def wait_until_all_is_done(folder: Path) -> None:
    """Wait until every mail is understood and every letter is out."""
    until = time.monotonic() + PATIENCE
    waiting = "SELECT id FROM inbox WHERE state = 'new' UNION ALL SELECT id FROM outbox WHERE state = 'waiting'"
    while left := rows(folder, waiting):
        assert time.monotonic() < until, f"{len(left)} mails and letters are never done"
        time.sleep(0.2)


def assert_log_is_what_was_accepted(folder: Path, table: Table) -> None:
    """Every accepted turn is in the log, once, and nothing else; each snapshot is the replay of its log."""
    logs: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for game_id, number, seat, text in rows(folder, "SELECT game_id, number, seat, text FROM turn ORDER BY number"):
        logs[game_id].append((number, seat, text))
    assert {(game, number): text for game, log in logs.items() for number, _, text in log} == table.accepted
    assert len(table.accepted) > KILLS
    for game_id, position, number in rows(folder, "SELECT id, position, turn_number FROM game"):
        track = replay(table.rules, [{Seat(seat): text} for _, seat, text in logs[game_id]])
        assert [line[0] for line in logs[game_id]] == list(range(1, track.rounds + 1))
        assert position == track.text
        assert number == track.rounds + 1


def assert_no_letter_is_lost(folder: Path, sink: Sink) -> None:
    """Every letter lies in the sink; one that lies there twice is the same letter, to the byte."""
    out = rows(folder, "SELECT message_id, state, kind FROM outbox")
    assert {state for _, state, _ in out} <= {"sent", "obsolete"}
    copies: dict[str, set[bytes]] = defaultdict(set)
    for letter in sink.letters():
        copies[letter.message_id].add(letter.raw)
    assert all(len(different) == 1 for different in copies.values())
    assert {message_id for message_id, state, _ in out if state == "sent"} <= set(copies)
    assert set(copies) <= {message_id for message_id, _, _ in out}


def story(folder: Path, sink: Sink) -> str:
    """How much happened, in numbers."""
    turns = dict(rows(folder, "SELECT door, count(*) FROM turn GROUP BY door"))
    mails = dict(rows(folder, "SELECT reason, count(*) FROM inbox GROUP BY reason"))
    tried_again = rows(folder, "SELECT count(*) FROM outbox WHERE tries > 1")[0][0]
    letters = Counter(letter.message_id for letter in sink.letters())
    repeated = sum(count > 1 for count in letters.values())
    return f"turns {turns}, mails {mails}, {len(letters)} letters: {tried_again} tried again, {repeated} sent twice"


def rows(folder: Path, statement: str) -> list[Any]:
    """What the database says, asked past the service."""
    with closing(sqlite3.connect(folder / "corr.sqlite", timeout=PATIENCE)) as connection, connection:
        return connection.execute(statement).fetchall()


def _database(folder: Path) -> Database:
    return Database(f"sqlite:///{folder / 'corr.sqlite'}")
