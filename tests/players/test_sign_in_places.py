"""When letters to sign in go out while too many are asked for: no wait tells who has an account."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.players.accounts import RequestSignIn, request_sign_in
from corr.players.sign_in_letters import waiting, write_letters
from corr.store.base import table
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import SignIn
from tests.builders import a_member, follow, request, sign_in_letters, write_sign_ins
from tests.players.signing import ADA, DAY, MINUTE, networks, newest
from tests.playing import Room

_FLOODED = 130
_PROBES = ("probe@example.org", ADA)
_TICK = timedelta(seconds=4)


def _ask_all(room: Room, addresses: Sequence[str]) -> None:
    """Strangers in many networks ask for a letter to each of *addresses*."""
    with room.workshop.open() as uow:
        for number, (address, source) in enumerate(zip(addresses, networks(len(addresses)), strict=True)):
            request_sign_in(uow, RequestSignIn(address, f"stranger {number}", source))


def _tick(room: Room) -> None:
    """What jobs do again and again."""
    with room.workshop.open() as uow:
        write_letters(uow)


def _moments(room: Room, flooded: Sequence[str]) -> tuple[list[tuple[str, timedelta]], list[bool]]:
    """
    When each letter goes out that is asked for before, amid and after the others, to a mailbox with an account and to
    one without; and at which ticks the page says that letters are slow.
    """
    slow, began_at = list[bool](), room.clock.now()
    parts = (flooded[:90], flooded[90:115], flooded[115:])
    for tick in range(75):
        if tick < len(parts):
            _ask_all(room, _PROBES)
            _ask_all(room, parts[tick])
            _ask_all(room, _PROBES)
        _tick(room)
        with room.workshop.look() as reader:
            slow.append(waiting(reader).is_slow)
        room.clock.move(_TICK)
    rows = [row for row in room.rows(Outbox) if row["address"] in _PROBES and row["created_at"] >= began_at]
    return [(row["address"], row["created_at"] - began_at) for row in rows], slow


@pytest.mark.both_databases
@pytest.mark.slow
@pytest.mark.parametrize("members", [1, 15, _FLOODED])
def test_the_wait_for_a_letter_is_the_same_whether_others_have_accounts(room: Room, members: int) -> None:
    room.player("Ada")
    for number in range(members):
        room.player(f"Member{number}")

    found = []
    for name in ("member", "nobody"):
        targets = [f"{name}{number}@example.org" for number in range(members)]
        others = [f"other{number}@example.org" for number in range(_FLOODED - members)]
        found.append(_moments(room, [*others, *targets]))
        room.clock.move(DAY)

    assert found[0] == found[1]
    assert len(found[0][0]) == 10
    assert max(wait for _, wait in found[0][0]) > MINUTE
    assert any(found[0][1])


def test_while_nobody_has_to_wait_letters_go_out_as_asked_for_whoever_has_an_account(room: Room) -> None:
    addresses = [f"{'member' if number % 3 else 'nobody'}{number}@example.org" for number in range(45)]
    for number in range(45):
        room.player(f"Member{number}")
    with room.workshop.open() as uow:
        for number, address in enumerate(addresses):
            request_sign_in(uow, RequestSignIn(address, f"b{number}", f"198.51.{number}.1"))

    write_sign_ins(room)

    assert [letter.to for letter in sign_in_letters(room)] == addresses


def test_nobody_with_an_account_waits_while_others_do(room: Room) -> None:
    room.player("Bob")
    member = a_member(room, "Ada")
    _ask_all(room, [f"new{number}@example.org" for number in range(300)])
    write_sign_ins(room)
    before = len(sign_in_letters(room))
    request(room, "newest@example.org", source="192.0.2.1")
    request(room, "bob@example.org", source="192.0.2.2")
    request(room, ADA, known=member.known_token, source="192.0.2.3")

    write_sign_ins(room)

    assert [letter.facts["name"] for letter in sign_in_letters(room)[before:]] == ["Ada", "Bob"]


@pytest.mark.both_databases
def test_an_account_made_while_its_letter_waits_gets_it_as_one(room: Room) -> None:
    _ask_all(room, [f"new{number}@example.org" for number in range(101)])
    request(room, ADA)
    write_sign_ins(room)
    ada = room.player("Ada")
    room.clock.move(MINUTE)

    write_sign_ins(room)

    assert follow(room, newest(room)).player_id == ada


def test_requests_of_the_version_before_get_their_letters(room: Room) -> None:
    """It knows no places, and may run beside this one for a while."""
    ada = room.player("Ada")
    for address in (ADA, "new@example.org"):
        request(room, address)
    with room.workshop.open() as uow:
        rows = table(SignIn)
        uow.connection.execute(update(rows).values(has_place=False))
        uow.connection.execute(update(rows).where(rows.c.address != ADA).values(rank=2))

    write_sign_ins(room)

    assert follow(room, newest(room)).player_id == ada
    assert newest(room, "new@example.org").kind == "sign-up"


@pytest.mark.slow
@pytest.mark.both_databases
def test_processes_that_write_at_once_reach_each_place_once(room: Room) -> None:
    addresses = [f"{'member' if number % 4 > 1 else 'nobody'}{number}@example.org" for number in range(130)]
    for number in range(130):
        room.player(f"Member{number}")
    _ask_all(room, addresses)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: write_sign_ins(room), range(8)))

    got = [letter.to for letter in sign_in_letters(room)]
    left = [row["address"] for row in room.rows(SignIn) if row["has_place"]]
    members = {address for address in addresses if address.startswith("member")}
    assert (len(left), len(got)) == (30, len(set(got)))
    assert set(got) == set(addresses) - (set(left) - members)


def test_no_letter_waits_for_long_because_the_clock_was_set_back(room: Room) -> None:
    room.player("Bob")
    room.clock.move(DAY)
    _ask_all(room, [f"new{number}@example.org" for number in range(101)])
    write_sign_ins(room)
    room.clock.move(-DAY)

    for address in (ADA, "bob@example.org"):
        request(room, address)
    for _ in range(3):
        write_sign_ins(room)
        room.clock.move(MINUTE)

    assert [len(sign_in_letters(room, address)) for address in (ADA, "bob@example.org")] == [1, 1]
