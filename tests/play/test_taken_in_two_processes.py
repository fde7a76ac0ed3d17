"""Offers and links that two processes of the service take, and fill up again, at the same moment."""

from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier

import pytest

from corr.errors import ConflictError, CorrError
from corr.play.links import take_link, token_of
from corr.play.offer_rows import Conditions
from corr.play.offers import MakeOffer, make_offer, refill_next, take_offer
from corr.play.proposed_terms import TypedTerms
from corr.store.tables.games import Game, Offer
from tests.playing import Room, a_room

_TERMS = TypedTerms("tiny", {}, "3d/turn", "first")
_ROUNDS, _STANDING = 3, 2
_PATIENCE = 60
_FASTER = "Someone else got there first."
Said = tuple[int, str]
"""Which of the offers and links it is about, and the id of the game, or why there is none."""


def take_all(
    url: str, wanted: Sequence[tuple[bool, str]], player: int, *, ready: Barrier, said: "SimpleQueue[Said]"
) -> None:
    """Take one offer or link after the other, each at the moment at which the other process does."""
    with a_room(url) as room:
        for number, (is_link, name) in enumerate(wanted):
            ready.wait(_PATIENCE)
            try:
                with room.workshop.open() as uow:
                    begun = (take_link if is_link else take_offer)(uow, name, player)
            except ConflictError as refusal:
                begun = refusal.sentence
            said.put((number, begun))
        for _ in range(_ROUNDS):
            ready.wait(_PATIENCE)
            offers = standing(room)
            ready.wait(_PATIENCE)
            for offer in offers:
                with suppress(CorrError), room.workshop.open() as uow:
                    take_offer(uow, offer, player)
            ready.wait(_PATIENCE)
            with room.workshop.open() as uow:
                refill_next(uow)


def standing(room: Room) -> list[str]:
    """The standing offers that are open, as every process has them."""
    return sorted(str(row["id"]) for row in room.rows(Offer) if row["standing_id"] and row["state"] == "open")


@pytest.mark.both_databases
def test_of_two_processes_one_begins_the_game_and_one_fills_up_what_stands(room: Room, database_url: str) -> None:
    ada, *takers = (room.player(name) for name in ("Ada", "Bob", "Cleo"))
    for _ in range(_STANDING):
        with room.workshop.open() as uow:
            make_offer(uow, MakeOffer(ada, _TERMS, Conditions(one_at_a_time=False), keeps=_ROUNDS + 1))
    wanted = []
    for is_link in (False, True) * _ROUNDS:
        with room.workshop.open() as uow:
            made = make_offer(uow, MakeOffer(ada, _TERMS, Conditions(one_at_a_time=False), is_link=is_link))
            wanted.append((is_link, token_of(uow, made) if is_link else made))
    context = get_context("spawn")
    ready, said = context.Barrier(len(takers)), context.SimpleQueue()
    processes = [
        context.Process(target=take_all, args=(database_url, wanted, taker), kwargs={"ready": ready, "said": said})
        for taker in takers
    ]

    for process in processes:
        process.start()
    for process in processes:
        process.join(_PATIENCE)

    assert [process.exitcode for process in processes] == [0, 0]
    found = [said.get() for _ in range(len(takers) * len(wanted))]
    begun = {row["id"] for row in room.rows(Game)}
    taken = [row["standing_id"] for row in room.rows(Offer) if row["standing_id"] and row["state"] == "taken"]
    assert len(begun) == len(wanted) + len(taken)
    assert sorted(taken) == sorted(list(set(taken)) * _ROUNDS)
    assert len(standing(room)) == len(set(taken)) == _STANDING
    for number in range(len(wanted)):
        answers = {answer for about, answer in found if about == number}
        assert len(answers & begun) == 1
        assert answers - begun == {_FASTER}
