"""Every door between two players, tried while one of them has blocked the other: each is shut either way."""

from collections.abc import Callable

import pytest

from corr.errors import CorrError
from corr.leagues.consents import refusers
from corr.play.blocking import block_player
from corr.play.challenges import AskRematch, accept_challenge, ask_rematch
from corr.play.endings import resign
from corr.play.links import take_asked_for, take_link, token_of
from corr.play.offer_rows import Conditions
from corr.play.offers import MakeOffer, make_offer
from corr.players.blocks import unblock
from corr.store.tables.games import Game
from corr.store.tables.mails import Outbox
from tests.play.proposing import propose
from tests.play.test_messages import write
from tests.play.test_offers import ANYBODY, TERMS, offer, take
from tests.playing import Room, a_game

Door = Callable[[Room, int, int], object]
"""What the second of two players asks of the first."""


def _challenge(room: Room, first: int, second: int) -> object:
    return propose(room, second, opponent="Ada" if first == 1 else "Bob")


def _accept(room: Room, first: int, second: int) -> object:
    # Made while there was no block: the service declines or withdraws it when the block comes.
    with room.workshop.open() as uow:
        return accept_challenge(uow, _MADE[first], second)


def _offer(room: Room, first: int, second: int) -> object:
    return take(room, offer(room, first), second)


def _link(room: Room, first: int, second: int) -> object:
    with room.workshop.open() as uow:
        made = make_offer(uow, MakeOffer(first, TERMS, ANYBODY, is_link=True))
        token = token_of(uow, made)
    with room.workshop.open() as uow:
        return take_link(uow, token, second)


def _standing_offer(room: Room, first: int, second: int) -> object:
    with room.workshop.open() as uow:
        made = make_offer(uow, MakeOffer(first, TERMS, Conditions(one_at_a_time=False), keeps=2))
    return take(room, made, second)


def _letter_of_a_link(room: Room, first: int, second: int) -> object:
    with room.workshop.open() as uow:
        made = make_offer(uow, MakeOffer(first, TERMS, ANYBODY, is_link=True))
    with room.workshop.open() as uow:
        taken = take_asked_for(uow, made, second)
    if taken.why_not:
        raise CorrError(taken.why_not)
    return taken.game_id


def _rematch(room: Room, first: int, second: int) -> object:
    assert first
    over = next(row["id"] for row in room.rows(Game) if row["ended_at"])
    with room.workshop.open() as uow:
        return ask_rematch(uow, AskRematch(over, second))


def _roster(room: Room, first: int, second: int) -> object:
    with room.workshop.look() as reader:
        if first in refusers(reader, second, [first]):
            raise CorrError("not asked")
    return True


_MADE: dict[int, str] = {}
_DOORS: dict[str, Door] = {
    "challenge": _challenge,
    "accept": _accept,
    "offer": _offer,
    "standing offer": _standing_offer,
    "link": _link,
    "letter of a link": _letter_of_a_link,
    "rematch": _rematch,
    "roster": _roster,
}


@pytest.mark.both_databases
@pytest.mark.parametrize("blocker", [0, 1])
@pytest.mark.parametrize("door", _DOORS)
def test_no_door_is_open_while_one_has_blocked_the_other_and_each_is_before(
    room: Room, door: str, blocker: int
) -> None:
    game = a_game(room)
    ada, bob = game.players
    with room.workshop.open() as uow:
        resign(uow, game.id, ada, "web")
    _MADE[ada] = propose(room, ada).id
    with room.workshop.open() as uow:
        block_player(uow, game.players[blocker], game.players[1 - blocker])
    begun, told = room.count(Game), room.count(Outbox)

    with pytest.raises(CorrError) as refused:
        _DOORS[door](room, ada, bob)

    assert room.count(Game) == begun
    assert room.count(Outbox) == told
    if blocker == 0:
        assert "block" not in refused.value.sentence.lower()
    if door != "accept":
        with room.workshop.open() as uow:
            unblock(uow, game.players[blocker], game.players[1 - blocker])
        assert _DOORS[door](room, ada, bob)


@pytest.mark.parametrize("blocker", [0, 1])
def test_no_words_pass_either_way_while_one_has_blocked_the_other(room: Room, blocker: int) -> None:
    game = a_game(room)
    with room.workshop.open() as uow:
        block_player(uow, game.players[blocker], game.players[1 - blocker])

    for seat in (0, 1):
        with pytest.raises(CorrError):
            write(game, seat=seat, key=f"key {seat}")
    assert room.letters("message") == []
