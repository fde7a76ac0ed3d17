"""Deadlines that several processes enforce at once, some of which are killed in the middle: each falls once."""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path

import pytest

from corr.core.pace import Late, Terms
from corr.store.tables.clocks import Leave
from corr.store.tables.games import Game, GameEvent
from corr.store.tables.mails import Outbox
from tests.mail.crashing.deliverer import Place
from tests.playing import STRICT, Room, TestGame, another_game, terms

pytestmark = pytest.mark.slow

COMMAND = [sys.executable, "-m", "tests.clocks.tickers"]
EACH = 8
"""How many games there are of each kind."""
TO_CLAIM = terms("3d/turn", late=Late.CLAIM, leave=False)
LEAVING = terms("3d/turn")


@pytest.mark.parametrize("once_in", [0, 60], ids=["alive", "dying"])
def test_each_deadline_falls_once_whoever_dies_over_it(room: Room, tmp_path: Path, once_in: int) -> None:
    lost = games(room, "lost", "A1", "C3", agreed=STRICT)
    cancelled = games(room, "cancelled", agreed=STRICT)
    lapsed = games(room, "lapsed", "A1", "C3", agreed=TO_CLAIM)
    saved = games(room, "saved", "A1", "C3", agreed=LEAVING)
    room.clock.move(timedelta(days=3, hours=1))

    deaths = tick(room, tmp_path / "clock", once_in)

    expected = {"time": lost, "cancelled": cancelled, "time-lapsed": lapsed, "leave-automatic": saved}
    happened = Counter((row["game_id"], row["kind"]) for row in room.rows(GameEvent))
    assert happened == {(game.id, kind): 1 for kind, found in expected.items() for game in found}
    over = {row["id"] for row in room.rows(Game) if row["state"] == "over"}
    assert over == {game.id for game in (*lost, *cancelled)}
    assert [leave["days"] for leave in room.rows(Leave)] == [1] * EACH
    told = Counter(row["kind"] for row in room.rows(Outbox))
    assert told["game-over"] == 2 * len(over)
    assert (told["lapsed"], told["claimable"], told["automatic-leave"]) == (EACH, EACH, EACH)
    assert bool(deaths) == bool(once_in)


def games(room: Room, kind: str, *turns: str, agreed: Terms) -> list[TestGame]:
    """Games of that kind, each of a pair of its own, in which the first player owes a turn."""
    pairs = [(room.player(f"{kind}{number}"), room.player(f"{kind}{number}b")) for number in range(EACH)]
    return [another_game(room, pair, *turns, agreed=agreed) for pair in pairs]


def tick(room: Room, clock: Path, once_in: int) -> int:
    """Let processes do all that is due at once; how many died."""
    clock.write_text(room.clock.now().isoformat(), encoding="ascii")
    place = Place(room.database.url, str(clock), once_in)
    ended = subprocess.run(COMMAND, input=json.dumps(asdict(place)), capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return int(ended.stdout)
