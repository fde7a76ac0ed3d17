"""Senders that are killed while they send: nothing is lost, and a repeated letter is the same letter."""

import base64
import os
import subprocess
import sys
from collections import Counter
from email import message_from_bytes
from pathlib import Path

import pytest

from corr.play.lifecycle import NewGame, start_game
from corr.store.tables.mails import DeliveryEvent, Outbox
from tests.playing import Room, a_room, terms

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("TEST_MANY_LETTERS", "200")) // 2
"""How many games begin, each with two letters; 2,000 letters take some minutes."""


def many_letters(room: Room) -> None:
    """Letters to many players, two for each game."""
    pairs = [(room.player(f"Ann{number}"), room.player(f"Ben{number}")) for number in range(GAMES)]
    with room.workshop.open() as uow:
        for pair in pairs:
            start_game(uow, NewGame("tiny/1", {}, terms("3d/turn"), pair))


def send_all_with_deaths(database_url: str, taken: Path) -> int:
    """Let senders work and die until no letter waits; how many died."""
    program = [sys.executable, "-m", "tests.mail.killed_sender", database_url, str(taken)]
    ended = subprocess.run(program, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return int(ended.stdout)


def test_senders_that_are_killed_lose_nothing_and_repeat_only_what_was_not_marked_yet(
    database_url: str, tmp_path: Path
) -> None:
    taken = tmp_path / "taken"
    with a_room(database_url) as room:
        many_letters(room)
        deaths = send_all_with_deaths(database_url, taken)
        letters = room.rows(Outbox)
        accepted = Counter(row["outbox_id"] for row in room.rows(DeliveryEvent) if row["kind"] == "accepted")

    arrived = [base64.b64decode(line.split()[1]) for line in taken.read_text().splitlines()]
    identities = Counter(str(message_from_bytes(raw)["Message-ID"]) for raw in arrived)
    assert deaths > 0
    assert {row["state"] for row in letters} == {"sent"}
    assert set(identities) == {row["message_id"] for row in letters}
    # A repeated letter has the same bytes, and there are no more of them than deaths.
    assert len(set(arrived)) == len(letters) == 2 * GAMES
    assert sum(identities.values()) - len(identities) <= deaths
    assert set(accepted.values()) == {1}
