"""What is measured among very many players and offers, in small: it asks as many statements among few as among more."""

import pytest

from tests.bench._worlds import World
from tests.bench.meeting_others import QUESTIONS, fill
from tests.playing import Room, statements_of


@pytest.mark.both_databases
def test_every_list_asks_as_many_statements_among_few_as_among_more(room: Room) -> None:
    world = World(room.database, room.clock, room.workshop)
    asked = []
    for players in (range(1, 101), range(101, 501)):
        fill(world, players)
        counts = {}
        for what, ask in QUESTIONS.items():
            with room.workshop.look() as reader, statements_of(room) as statements:
                ask(reader)
            counts[what] = len(statements)
        asked.append(counts)

    assert asked[0] == asked[1]
    assert max(asked[0].values()) <= 9
