"""How many letters to sign in go to a mailbox, on request of a network, and in all; and that nobody is refused."""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import islice

import pytest
from sqlalchemy import RowMapping, func, insert, select

from corr.administration.purge import purge
from corr.errors import InputError
from corr.players.accounts import RequestSignIn, request_sign_in
from corr.players.sign_in_letters import LETTERS_AN_HOUR
from corr.store.base import table
from corr.store.tables.player_accounts import RateCount, SignIn
from tests.builders import (
    a_member,
    ask_to_sign_in,
    follow,
    request,
    sign_in_letters,
    write_sign_ins,
)
from tests.players.signing import (
    ADA,
    DAY,
    MINUTE,
    by_code,
    flood,
    networks,
    newest,
    newest_known,
    stop,
    waiting_count,
    wrong,
)
from tests.playing import Room, a_room, statements_of


def test_requests_without_a_letter_are_forgotten_after_a_quarter_of_an_hour(room: Room) -> None:
    room.player("Ada")
    flood(room, ADA, 100)
    room.clock.move(16 * MINUTE)

    with room.workshop.open() as uow:
        purge(uow)

    assert room.count(SignIn) == 5


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "spelled",
    [
        lambda number: f"v{'.' if number % 2 else ''}i{'.' * (number % 3 == 0)}ctim+{number}@gmail.com",
        lambda number: f"victim+{number}@googlemail.com" if number % 2 else f"vic.tim+{number}@gmail.com",
        lambda number: f"victim+{number}@example.org",
    ],
)
def test_many_spellings_of_one_mailbox_get_five_letters_together(room: Room, spelled: object) -> None:
    assert callable(spelled)
    with room.workshop.open() as uow:
        for number in range(45):
            request_sign_in(uow, RequestSignIn(spelled(number), f"b{number}", f"198.51.{number}.1"))
    write_sign_ins(room)

    assert len(sign_in_letters(room)) == 5


def test_dots_are_parts_of_a_name_where_the_provider_says_nothing_else(room: Room) -> None:
    for number in range(10):
        request(room, f"a{'.' * (number % 2)}b@example.org", source=f"198.51.{number}.1")
    write_sign_ins(room)

    assert len(sign_in_letters(room)) == 10


@pytest.mark.both_databases
def test_letters_to_other_spellings_use_up_none_of_an_accounts_own(room: Room) -> None:
    victim = a_member(room, "Victim", "victim@gmail.com")
    room.clock.move(DAY)
    with room.workshop.open() as uow:
        for number in range(100):
            request_sign_in(uow, RequestSignIn(f"vic.tim+{number}@gmail.com", f"b{number}", f"198.51.{number}.1"))

    request(room, "victim@gmail.com")
    write_sign_ins(room)

    asked = newest(room, "victim@gmail.com")
    assert (asked.kind, follow(room, asked).player_id) == ("sign-in", victim.player_id)


@pytest.mark.parametrize("state", ["fresh", "in between", "stopped", "from a busy network", "among other spellings"])
def test_known_and_unknown_addresses_take_the_same_statements_and_words(room: Room, state: str) -> None:
    room.player("Ada")
    room.player("Owner")
    traces = []
    for number, name in enumerate(("ada", "nobody")):
        address = f"{name}@example.org"
        source = f"203.0.{number}.1"
        if state == "in between":
            flood(room, address, 10)
        if state == "stopped":
            stop(room, ask_to_sign_in(room, address))
        if state == "from a busy network":
            flood(room, f"other{number}@example.org", 70, source)
        if state == "among other spellings":
            flood(room, f"{name}+more@example.org", 10)
        with statements_of(room) as seen:
            said = request(room, address, source=source)
        traces.append((seen, said))

    assert traces[0] == traces[1]
    assert bool(traces[0][1]) == (state == "from a busy network")


@pytest.mark.both_databases
def test_a_busy_network_gets_letters_to_accounts_and_is_told_about_new_addresses(room: Room) -> None:
    ada = room.player("Ada")
    for number in range(60):
        assert request(room, f"new{number}@example.org", source=f"198.51.100.{number}") == ""

    said = [request(room, to, source="198.51.100.200") for to in ("late@example.org", ADA)]
    write_sign_ins(room)

    assert said[0] == said[1]
    assert "from your network" in said[0]
    assert "try again in" in said[0]
    assert sign_in_letters(room, "late@example.org") == []
    assert follow(room, ask_to_sign_in(room, ADA, source="198.51.100.200")).player_id == ada
    assert request(room, "late@example.org", source="198.51.101.1") == ""


@pytest.mark.both_databases
@pytest.mark.slow
def test_a_site_with_many_networks_is_one_network_that_asks(room: Room) -> None:
    said = {request(room, f"new{number}@example.org", source=f"2001:db8:5:{number:x}::1") for number in range(241)}
    write_sign_ins(room)

    assert len(said) == 2
    assert request(room, "another@example.org", source="2001:db8:6::1") == ""


@pytest.mark.both_databases
@pytest.mark.slow
def test_whoever_wants_a_letter_waits_while_too_many_are_asked_for_and_is_refused_by_nobody(room: Room) -> None:
    with room.workshop.open() as uow:
        for number, source in enumerate(networks(500)):
            request_sign_in(uow, RequestSignIn(f"new{number}@example.org", f"b{number}", source))
    write_sign_ins(room)
    first, left = len(sign_in_letters(room)), waiting_count(room)

    sent = []
    for _ in range(6):
        room.clock.move(10 * MINUTE)
        write_sign_ins(room)
        sent.append(len(sign_in_letters(room)) - first)

    assert (first, first + left) == (100, 500 - max(0, 250 - 240))
    assert sent[0] < LETTERS_AN_HOUR / 6 + 1
    assert waiting_count(room) == 0


def test_of_new_addresses_those_come_first_whose_network_asked_least(room: Room) -> None:
    with room.workshop.open() as uow:
        for number in range(200):
            source = f"2001:db8:5:{number:x}::1"
            request_sign_in(uow, RequestSignIn(f"new{number}@example.org", f"b{number}", source))
    write_sign_ins(room)
    before = len(sign_in_letters(room))
    request(room, "late@example.org", source="192.0.2.1")

    room.clock.move(timedelta(seconds=8))
    write_sign_ins(room)

    assert [letter.to for letter in sign_in_letters(room)[before:]] == ["late@example.org"]


def test_a_letter_that_waited_works_from_when_it_is_written(room: Room) -> None:
    with room.workshop.open() as uow:
        for number, source in enumerate(networks(200)):
            request_sign_in(uow, RequestSignIn(f"new{number}@example.org", f"b{number}", source))
    write_sign_ins(room)
    request(room, "late@example.org", browser="late", source="192.0.2.1")
    room.clock.move(timedelta(hours=2))
    write_sign_ins(room)

    room.clock.move(9 * MINUTE)

    (asked,) = sign_in_letters(room, "late@example.org")
    with pytest.raises(InputError) as refusal:
        by_code(room, asked.code, browser="late")
    assert refusal.value.field == "name"


def test_a_letter_that_still_waits_when_somebody_signs_in_works_afterwards(room: Room) -> None:
    ada = room.player("Ada")
    asked = ask_to_sign_in(room, ADA)
    request(room, ADA, browser="another")
    follow(room, asked)

    write_sign_ins(room)

    assert follow(room, newest(room)).player_id == ada


@pytest.mark.both_databases
def test_two_processes_write_each_letter_once(room: Room) -> None:
    for number in range(30):
        request(room, f"new{number}@example.org", source=f"198.51.{number}.1")

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: write_sign_ins(room), range(4)))

    assert sorted(letter.to or "" for letter in sign_in_letters(room)) == sorted(
        f"new{number}@example.org" for number in range(30)
    )


@pytest.mark.both_databases
def test_five_who_ask_at_once_take_five_letters_and_a_sixth_none(room: Room) -> None:
    room.player("Ada")

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda number: request(room, ADA, source=f"198.51.{number}.1"), range(12)))
    write_sign_ins(room)

    assert len(sign_in_letters(room)) == 5


def test_signing_in_and_limits_that_were_hit_are_logged_with_the_network(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    ada = room.player("Ada")
    asked = ask_to_sign_in(room, ADA, browser="mine", source="203.0.113.77")
    with pytest.raises(InputError):
        by_code(room, wrong(asked), browser="mine", source="2001:db8:1:2:3::4")
    by_code(room, asked.code, browser="mine", source="203.0.113.77")
    flood(room, ADA, 70, "198.51.100.9")
    stop(room, newest(room))

    said = [record.getMessage() for record in caplog.records]

    assert "a player signed in by the code of a letter from 203.0.113.0/24" in said
    assert "a wrong code to sign in came from 2001:db8:1:2::/64" in said
    assert "limit: no further letter to sign in to one address, asked for from 198.51.100.0/24" in said
    assert "limit: too many letters to sign in are asked for from 198.51.100.0/24" in said
    assert "a letter to sign in was not asked for, says its reader at 192.0.2.0/24" in said
    assert {getattr(record, "player_id", ada) for record in caplog.records} == {ada}
    secrets = (asked.code, asked.token, newest(room).token, newest(room).code, ADA, "203.0.113.77", "192.0.2.55")
    assert [secret for secret in secrets if any(secret in line for line in said)] == []


def test_that_letters_wait_is_logged_once_an_hour(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    with room.workshop.open() as uow:
        for number, source in enumerate(networks(300)):
            request_sign_in(uow, RequestSignIn(f"new{number}@example.org", f"b{number}", source))
    for _ in range(5):
        write_sign_ins(room)
        room.clock.move(timedelta(seconds=10))

    said = [record.getMessage() for record in caplog.records if "are asked for than the 500" in record.getMessage()]

    assert len(said) == 1


def _ask_from_networks(room: Room, sources: Sequence[str]) -> None:
    """Strangers ask from *sources*: one in sixteen in truth, and the others leave such rows as that one."""
    asked, counted = table(SignIn), table(RateCount)
    with room.workshop.open() as uow:
        last_id = uow.connection.execute(select(func.max(asked.c.id))).scalar_one()
        counts = select(counted.c.key).where(counted.c.key.startswith("sign-in-place:"))
        known = set(uow.connection.execute(counts).scalars())
        for number, source in enumerate(sources[: len(sources) // 16], last_id):
            # Most are after Ada; others after spellings of her mailbox, or after anybody.
            address = ADA if number % 4 else f"{'ada+' if number % 8 else 'anybody'}{number}@example.org"
            request_sign_in(uow, RequestSignIn(address, f"stranger {number}", source))
        rows = uow.connection.execute(select(asked).where(asked.c.id > last_id)).mappings().all()
        window_at = uow.connection.execute(select(func.max(counted.c.window_at))).scalar_one()
        new = [key for key in uow.connection.execute(counts).scalars() if key not in known]
        for number in range(1, 16):
            uow.connection.execute(insert(asked), [_of_another(row, number) for row in rows])
            of_places = [{"key": f"{key} {number}", "window_at": window_at, "count": 1} for key in new]
            uow.connection.execute(insert(counted), of_places)


def _of_another(asked: RowMapping, number: int) -> dict[str, object]:
    """The row of a request like *asked* from another network."""
    to_ada = asked["address"] == ADA
    changed = {name: f"{number} {asked[name]}" for name in ("link_hash", "browser_hash")}
    address = {} if to_ada else {name: f"{number}{asked[name]}" for name in ("address", "address_key")}
    return {name: value for name, value in asked.items() if name != "id"} | changed | address


@pytest.mark.slow
def test_under_65536_networks_the_owner_signs_in_from_a_new_browser_and_a_known_one(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR, logger="corr.players.accounts")
    with a_room(sqlite_url) as room:
        member = a_member(room, "Ada")
        sources, signed_in = networks(65_536), []
        for _ in range(16):
            _ask_from_networks(room, list(islice(sources, 4096)))
            room.clock.move(MINUTE)
            request(room, ADA, browser="new", source="192.0.2.1")
            request(room, ADA, browser="known", known=member.known_token, source="192.0.2.2")
            write_sign_ins(room)
            letters = sign_in_letters(room, "")
            of_ada = [letter for letter in letters if letter.facts["has_account"]]
            signed_in.append(follow(room, of_ada[-1]).player_id)
            room.clock.move(4 * MINUTE)
        known = [follow(room, newest_known(room, member), known=member.known_token).player_id]
        asked_for = room.count(SignIn)

    assert len(signed_in) == 16
    assert set(signed_in) == set(known) == {member.player_id}
    assert asked_for > 65_536
