"""Sign-in cannot be blocked by a stranger: whoever reads the letters comes in, however many others ask for them."""

from datetime import timedelta

import pytest

from corr.administration.purge import purge
from corr.errors import ConflictError, InputError, NotFoundError
from corr.players.accounts import find_sign_in, find_unasked, resume_unasked, stop_unasked
from corr.players.sessions import end_other_sessions, end_session, known_without_session, touch_session
from corr.store.tables.player_accounts import KnownBrowser, RateBucket, Session, SignIn
from tests.builders import (
    SOURCE,
    a_member,
    ask_to_sign_in,
    ask_to_sign_up,
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
    is_signed_in,
    newest,
    stop,
)
from tests.playing import Room


@pytest.mark.parametrize("times", [6, 30, 200])
def test_after_any_number_of_requests_the_owner_signs_in_by_the_newest_link(room: Room, times: int) -> None:
    ada = room.player("Ada")
    flood(room, ADA, times)

    request(room, ADA, browser="the owner's new one", source="192.0.2.1")
    write_sign_ins(room)

    assert follow(room, newest(room)).player_id == ada


@pytest.mark.parametrize("address", [ADA, "stranger@example.org"])
def test_an_address_gets_five_letters_at_once_and_then_one_every_five_minutes(room: Room, address: str) -> None:
    room.player("Ada")
    counts = []
    for _ in range(4):
        flood(room, address, 12)
        counts.append(len(sign_in_letters(room, address)))
        room.clock.move(5 * MINUTE)

    assert counts == [5, 6, 7, 8]


def test_a_letter_is_not_sent_sooner_because_nobody_asked_before(room: Room) -> None:
    room.player("Ada")
    flood(room, ADA, 5)
    room.clock.move(10 * MINUTE)

    flood(room, ADA, 20)

    assert len(sign_in_letters(room)) == 7


def test_there_is_always_a_link_that_works_however_long_others_ask(room: Room) -> None:
    ada = room.player("Ada")
    for _ in range(60):
        flood(room, ADA, 3)
        with room.workshop.look() as reader:
            found = find_sign_in(reader, newest(room).token)
        assert found is not None
        assert found.is_usable
        room.clock.move(MINUTE)

    assert follow(room, newest(room)).player_id == ada


def test_after_a_link_was_used_the_next_browser_gets_a_letter_at_once(room: Room) -> None:
    ada = room.player("Ada")
    flood(room, ADA, 30)
    follow(room, newest(room))

    flood(room, ADA, 1)

    assert follow(room, newest(room)).player_id == ada


def test_a_newer_letter_leaves_the_links_before_it_good(room: Room) -> None:
    ada = room.player("Ada")
    first = ask_to_sign_in(room, ADA)
    flood(room, ADA, 10)

    assert follow(room, first).player_id == ada


def test_a_link_works_in_a_browser_that_did_not_ask(room: Room) -> None:
    ada = room.player("Ada")
    asked = ask_to_sign_in(room, ADA, browser="a stranger's", source="203.0.113.9")

    assert follow(room, asked).player_id == ada


def test_a_browser_that_asks_in_between_keeps_the_code_that_it_has(room: Room) -> None:
    ada = room.player("Ada")
    asked = ask_to_sign_in(room, ADA, browser="mine")
    flood(room, ADA, 10)

    request(room, ADA, browser="mine")
    write_sign_ins(room)

    assert by_code(room, asked.code, browser="mine").player_id == ada


def test_a_code_is_too_old_after_ten_minutes_and_a_link_after_fifteen(room: Room) -> None:
    ada = room.player("Ada")
    asked = ask_to_sign_in(room, ADA, browser="mine")

    room.clock.move(10 * MINUTE)
    with pytest.raises(InputError):
        by_code(room, asked.code, browser="mine")
    room.clock.move(5 * MINUTE - timedelta(seconds=1))

    assert follow(room, asked).player_id == ada


@pytest.mark.parametrize("known_at", [timedelta(), timedelta(days=89)])
def test_a_known_browser_gets_letters_of_its_own_while_a_stranger_asks(room: Room, known_at: timedelta) -> None:
    member = a_member(room, "Ada")
    room.clock.move(known_at)
    flood(room, ADA, 30)
    before = len(sign_in_letters(room))

    request(room, ADA, browser="mine", known=member.known_token)
    write_sign_ins(room)

    assert len(sign_in_letters(room)) == before + 1
    assert by_code(room, newest(room).code, browser="mine", known=member.known_token).player_id == member.player_id


def test_a_known_browser_has_a_limit_too(room: Room) -> None:
    member = a_member(room, "Ada")
    before = len(sign_in_letters(room))
    for _ in range(30):
        request(room, ADA, known=member.known_token)
    write_sign_ins(room)

    assert len(sign_in_letters(room)) == before + 5


def test_after_ninety_days_a_browser_is_known_no_more(room: Room) -> None:
    member = a_member(room, "Ada")
    room.clock.move(timedelta(days=90))
    flood(room, ADA, 30)
    before = len(sign_in_letters(room))

    request(room, ADA, known=member.known_token)
    write_sign_ins(room)

    assert len(sign_in_letters(room)) == before


def test_a_browser_stays_known_while_its_session_is_in_use(room: Room) -> None:
    member = a_member(room, "Ada")
    for _ in range(8):
        room.clock.move(timedelta(days=10))
        with room.workshop.open() as uow:
            touch_session(uow, int(room.rows(Session)[0]["id"]), member.player_id)
    room.clock.move(timedelta(days=60))
    flood(room, ADA, 30)
    before = len(sign_in_letters(room))

    request(room, ADA, known=member.known_token)
    write_sign_ins(room)

    assert len(sign_in_letters(room)) == before + 1


def test_a_browser_is_known_to_each_account_that_used_it_and_to_no_other(room: Room) -> None:
    ada = a_member(room, "Ada")
    bob = follow(room, ask_to_sign_up(room, "bob@example.org", "Bob"), known=ada.known_token)
    room.player("Eve")
    room.clock.move(DAY)
    letters = {}
    for name in ("ada", "bob", "eve"):
        address = f"{name}@example.org"
        flood(room, address, 10)
        before = len(sign_in_letters(room, address))
        request(room, address, known=bob.known_token)
        write_sign_ins(room)
        letters[name] = len(sign_in_letters(room, address)) - before

    assert letters == {"ada": 1, "bob": 1, "eve": 0}


@pytest.mark.both_databases
def test_what_a_browser_is_known_by_is_new_after_each_signing_in(room: Room) -> None:
    first = a_member(room, "Ada")

    second = follow(room, ask_to_sign_in(room, ADA), known=first.known_token)

    assert first.known_token != second.known_token
    assert room.count(KnownBrowser) == 1
    assert first.known_token not in str(room.rows(KnownBrowser))
    assert second.known_token not in str(room.rows(KnownBrowser))


@pytest.mark.both_databases
def test_a_browser_is_known_after_signing_out_until_all_others_are_ended(room: Room) -> None:
    a_member(room, "Ada")
    here = follow(room, ask_to_sign_in(room, ADA))
    ids = {row["player_id"]: row["id"] for row in room.rows(Session)}
    with room.workshop.open() as uow:
        end_session(uow, here.player_id, int(room.rows(Session)[0]["id"]))
    with room.workshop.look() as reader:
        before = known_without_session(reader, here.player_id)

    with room.workshop.open() as uow:
        end_other_sessions(uow, here.player_id, int(ids[here.player_id]))

    with room.workshop.look() as reader:
        assert (len(before), known_without_session(reader, here.player_id)) == (1, ())
    assert room.count(KnownBrowser) == 1
    assert is_signed_in(room, here)


@pytest.mark.both_databases
def test_known_browsers_and_full_buckets_are_forgotten(room: Room) -> None:
    a_member(room, "Ada")
    flood(room, ADA, 30)
    kept = [room.count(of) for of in (KnownBrowser, RateBucket)]

    room.clock.move(timedelta(days=91))
    with room.workshop.open() as uow:
        purge(uow)

    assert all(kept)
    assert [room.count(of) for of in (KnownBrowser, RateBucket, SignIn)] == [0, 0, 0]


def test_after_did_not_ask_new_browsers_get_no_letter_for_a_day(room: Room) -> None:
    member = a_member(room, "Ada")
    asked = ask_to_sign_in(room, ADA, browser="a stranger's")
    stop(room, asked)
    before = len(sign_in_letters(room))

    counts = []
    for hours in (0, 12, 11):
        room.clock.move(timedelta(hours=hours))
        flood(room, ADA, 10)
        counts.append(len(sign_in_letters(room)) - before)
    room.clock.move(timedelta(hours=1))
    flood(room, ADA, 10)

    assert counts == [0, 0, 0]
    assert len(sign_in_letters(room)) - before == 1
    assert is_signed_in(room, member)


def test_after_did_not_ask_known_browsers_get_their_letters(room: Room) -> None:
    member = a_member(room, "Ada")
    stop(room, ask_to_sign_in(room, ADA))
    before = len(sign_in_letters(room))

    request(room, ADA, known=member.known_token)
    request(room, ADA, by=member.player_id)
    write_sign_ins(room)

    assert len(sign_in_letters(room)) == before + 2


@pytest.mark.both_databases
def test_a_letter_that_was_not_asked_for_signs_nobody_in_and_earlier_ones_still_do(room: Room) -> None:
    ada = room.player("Ada")
    mine, theirs = ask_to_sign_in(room, ADA), ask_to_sign_in(room, ADA, browser="a stranger's")

    stop(room, theirs)

    with pytest.raises(ConflictError):
        follow(room, theirs)
    with pytest.raises(InputError):
        by_code(room, theirs.code, browser="a stranger's")
    assert follow(room, mine).player_id == ada


def test_did_not_ask_can_be_taken_back(room: Room) -> None:
    ada = room.player("Ada")
    asked = ask_to_sign_in(room, ADA)
    for _ in range(2):
        stop(room, asked)
    with room.workshop.look() as reader:
        stopped = find_unasked(reader, asked.token)

    with room.workshop.open() as uow:
        resume_unasked(uow, asked.token)

    assert stopped is not None
    assert stopped.is_stopped
    assert follow(room, ask_to_sign_in(room, ADA)).player_id == ada


@pytest.mark.parametrize("token", ["", "x", "\0", "\ud800", "a" * 26])
def test_what_is_no_letter_stops_nothing(room: Room, token: str) -> None:
    with pytest.raises(NotFoundError), room.workshop.open() as uow:
        stop_unasked(uow, token, SOURCE)
    with pytest.raises(NotFoundError), room.workshop.open() as uow:
        resume_unasked(uow, token)

    assert room.count(RateBucket) == 0
