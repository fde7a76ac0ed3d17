"""Administrators: made and unmade by name or by address, and only those who are there."""

import pytest
from sqlalchemy import update

from corr.errors import NotFoundError
from corr.players import profiles
from corr.players.profiles import AdminReceipt, is_admin
from corr.store.base import table
from corr.store.tables.player_accounts import Player
from tests.playing import Room


def granted(room: Room, who: str) -> AdminReceipt:
    with room.workshop.open() as uow:
        return profiles.grant(uow, who)


def is_one(room: Room, player_id: int) -> bool:
    with room.workshop.look() as reader:
        return is_admin(reader, player_id)


def test_nobody_is_an_administrator_at_first(room: Room) -> None:
    ada = room.player("Ada")

    assert not is_one(room, ada)


@pytest.mark.both_databases
@pytest.mark.parametrize("who", ["Ada", "ADA", "ada@example.org", "Ada@Example.org"])
def test_a_player_becomes_an_administrator_by_name_or_by_address(room: Room, who: str) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")

    receipt = granted(room, who)

    assert receipt == AdminReceipt("Ada", is_changed=True)
    assert (is_one(room, ada), is_one(room, bob)) == (True, False)


def test_whoever_has_closed_the_account_is_an_administrator_no_more(room: Room) -> None:
    ada = room.player("Ada")
    granted(room, "Ada")

    with room.workshop.open() as uow:
        uow.connection.execute(update(table(Player)).where(table(Player).c.id == ada).values(closed_at=uow.now))

    assert not is_one(room, ada)


def test_a_second_time_changes_nothing_and_says_so(room: Room) -> None:
    room.player("Ada")

    receipts = [granted(room, "Ada") for _ in range(2)]

    assert [receipt.is_changed for receipt in receipts] == [True, False]


@pytest.mark.both_databases
def test_an_administrator_becomes_a_plain_player_again(room: Room) -> None:
    ada = room.player("Ada")
    granted(room, "Ada")

    with room.workshop.open() as uow:
        receipts = [profiles.revoke(uow, "Ada") for _ in range(2)]

    assert [receipt.is_changed for receipt in receipts] == [True, False]
    assert not is_one(room, ada)


@pytest.mark.parametrize("who", ["Zoe", "", "zoe@example.org", "@", "ada@", "x" * 5000, "\x00", "a\nb", "a@b\x00.org"])
def test_who_is_no_player_becomes_nothing(room: Room, who: str) -> None:
    ada = room.player("Ada")

    with pytest.raises(NotFoundError):
        granted(room, who)
    assert not is_one(room, ada)


@pytest.mark.both_databases
def test_all_administrators_are_listed_by_name(room: Room) -> None:
    for name in ("Zoe", "Ada", "Bob"):
        room.player(name)
    granted(room, "Zoe")
    granted(room, "Ada")

    with room.workshop.look() as reader:
        found = profiles.admins(reader)

    assert [(line.name, line.addresses) for line in found] == [
        ("Ada", ("ada@example.org",)),
        ("Zoe", ("zoe@example.org",)),
    ]


@pytest.mark.parametrize("player_id", [0, -1, 2**31 - 1])
def test_who_is_not_there_is_no_administrator(room: Room, player_id: int) -> None:
    assert not is_one(room, player_id)
