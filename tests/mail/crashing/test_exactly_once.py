"""The same mails, delivered again and again by processes that are killed: each turn once, each answer once."""

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path

import pytest

from corr.base.notices import NoticeKind
from corr.players.reply_tokens import mint_reply_token
from corr.store.tables.games import Turn
from corr.store.tables.mails import Inbox, Outbox
from tests.mail.crashing.deliverer import Delivery, Place
from tests.playing import Room, TestGame, a_room, another_game

pytestmark = pytest.mark.slow

GAMES = 60
GAMES_OF_A_PAIR = 5
"""So few that nobody is told too much in an hour."""
DELIVERIES = 5
"""Of each mail."""
PROCESSES = 8
ONCE_IN = 200
"""How many statements and commits a process outlives on average: several mails."""


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

    place = Place(room.database.url, str(clock), ONCE_IN)
    deaths = deliver(place, mails * DELIVERIES)
    room.clock.move(timedelta(hours=4))
    clock.write_text(room.clock.now().isoformat(), encoding="ascii")
    let_one_finish(place)

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


def deliver(place: Place, mails: list[Delivery]) -> int:
    """Hand *mails* over by several processes at once until all are acknowledged; how many processes died."""
    random.Random(1).shuffle(mails)
    return _delivered(place, [mails[number::PROCESSES] for number in range(PROCESSES)])


def let_one_finish(place: Place) -> None:
    """Let a process that nothing happens to do what the dead had in hand."""
    assert _delivered(replace(place, once_in=0), [[]]) == 0


def _delivered(place: Place, shares: list[list[Delivery]]) -> int:
    told = {"place": asdict(place), "shares": [[asdict(delivery) for delivery in share] for share in shares]}
    ended = subprocess.run(COMMAND, input=json.dumps(told), capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return int(ended.stdout)


COMMAND = [sys.executable, "-m", "tests.mail.crashing.nursery"]
