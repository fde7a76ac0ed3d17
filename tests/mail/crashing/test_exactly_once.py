"""The same mails, delivered again and again by processes that are killed: each turn once, each answer once."""

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from corr.service.notices import NoticeKind
from corr.service.reply_tokens import mint_reply_token
from corr.store.tables import Inbox, Outbox, Turn
from tests.playing import Room, TestGame, a_room, another_game

GAMES = 100
GAMES_OF_A_PAIR = 5
"""So few that nobody is told too much in an hour."""
DELIVERIES = 5
"""Of each mail."""
PROCESSES = 8
ONCE_IN = 700
"""How many statements and commits a process outlives on average: several mails."""
MOST_LIVES = 400


@dataclass(frozen=True, slots=True)
class Delivery:
    """One mail that somebody hands over until it is acknowledged."""

    number: int
    sender: str
    recipient: str
    raw: str


@pytest.fixture
def room(database_url: str) -> Iterator[Room]:
    """A service on an empty database."""
    with a_room(database_url) as room:
        yield room


def test_mails_delivered_by_processes_that_die_play_and_answer_exactly_once(room: Room, tmp_path: Path) -> None:
    clock = tmp_path / "clock"
    games = many_games(room)
    mails = [the_mail(room, number, game) for number, game in enumerate(games)]
    clock.write_text(room.clock.now().isoformat(), encoding="ascii")

    deaths = deliver(room.database.url, clock, mails * DELIVERIES)
    room.clock.move(timedelta(hours=4))
    clock.write_text(room.clock.now().isoformat(), encoding="ascii")
    let_one_finish(room.database.url, clock)

    turns = Counter(row["game_id"] for row in room.rows(Turn))
    confirmed = Counter(row["game_id"] for row in room.rows(Outbox) if row["kind"] == NoticeKind.ANSWER.value)
    assert deaths >= PROCESSES
    assert turns == {game.id: 1 for game in games}
    assert confirmed == {game.id: 1 for game in games}
    reasons = Counter(row["reason"] for row in room.rows(Inbox))
    assert reasons["played"] == GAMES
    assert reasons.keys() == {"played", "duplicate"}
    assert reasons["duplicate"] >= GAMES * (DELIVERIES - 1)


def many_games(room: Room) -> list[TestGame]:
    """Games of several pairs; in each the first player owes a turn."""
    games = []
    for pair in range(GAMES // GAMES_OF_A_PAIR):
        players = (room.player(f"First{pair}"), room.player(f"Second{pair}"))
        games += [another_game(room, players) for _ in range(GAMES_OF_A_PAIR)]
    return games


def the_mail(room: Room, number: int, game: TestGame) -> Delivery:
    """The answer of the first player to the letter of the first turn."""
    with room.workshop.open() as uow:
        token = mint_reply_token(uow, game.players[0], game.id, 1)
    sender = f"first{number // GAMES_OF_A_PAIR}@example.org"
    raw = f"From: {sender}\nMessage-ID: <mail-{number}@example.org>\nSubject: Re\n\nB2\n"
    return Delivery(number, sender, f"r+{token}@play.example", raw)


def deliver(url: str, clock: Path, mails: list[Delivery]) -> int:
    """Hand *mails* over by several processes at once until all are acknowledged; how many processes died."""
    random.Random(1).shuffle(mails)
    shares = [mails[number::PROCESSES] for number in range(PROCESSES)]
    with ThreadPoolExecutor(PROCESSES) as pool:
        return sum(pool.map(lambda share: _deliver(url, clock, share[0], share[1]), enumerate(shares)))


def _deliver(url: str, clock: Path, line: int, share: list[Delivery]) -> int:
    deaths = 0
    while share:
        assert deaths < MOST_LIVES
        process = subprocess.run(
            [*COMMAND, url, str(clock), f"{line}.{deaths}", str(ONCE_IN)],
            input="".join(f"{json.dumps(vars_of(delivery))}\n" for delivery in share),
            capture_output=True,
            text=True,
            check=False,
        )
        assert process.returncode in {0, -9}, process.stderr
        deaths += process.returncode == -9
        share = share[len(process.stdout.splitlines()) :]
    return deaths


def let_one_finish(url: str, clock: Path) -> None:
    """Let a process that nothing happens to do what the dead had in hand."""
    subprocess.run([*COMMAND, url, str(clock), "last", "0"], input="", check=True, text=True)


def vars_of(delivery: Delivery) -> dict[str, object]:
    """*delivery* as JSON knows it."""
    return {name: getattr(delivery, name) for name in Delivery.__slots__}


COMMAND = [sys.executable, "-m", "tests.mail.crashing.deliverer"]
