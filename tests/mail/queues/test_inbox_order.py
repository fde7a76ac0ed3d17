"""Whose mail is read next: senders take turns, each in the order of its own mails, and nothing is lost by a limit."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.mail.queues.inbox import LEASE, ArrivedMail, claim_mail, finish_mail, put_off_mail, store_mail
from corr.mail.queues.inbox import Understood as Outcome
from corr.mail.queues.inbox_limits import MOST_MAILS
from corr.mail.queues.inbox_order import MOST_WAITING, crowded, sender_key
from corr.store.tables.mails import Inbox
from tests.playing import Room, a_room
from tests.racing import together

pytestmark = pytest.mark.both_databases

HOUR = timedelta(hours=1, seconds=1)


@pytest.fixture
def place(database_url: str) -> Iterator[Room]:
    """A service on an empty database."""
    with a_room(database_url) as room:
        yield room


def store(place: Room, sender: str, *texts: str, network: str = "", recipient: str = "r@play.example") -> None:
    with place.workshop.open() as uow:
        for text in texts:
            store_mail(uow, ArrivedMail("smtp", sender, recipient, text.encode(), network=network))


def read(place: Room, most: int = 10_000) -> list[str]:
    """Read what may be read now, up to so many; the texts in the order in which they were read."""
    texts: list[str] = []
    while len(texts) < most:
        with place.workshop.open() as uow:
            mail = claim_mail(uow, "reader")
            if mail is None:
                return texts
            finish_mail(uow, mail.id, Outcome(f"key {mail.id}", "played"))
        texts.append(mail.raw.decode())
    return texts


def flood(place: Room, sender: str, number: int) -> list[str]:
    """So many mails of one sender that wait; their texts in the order in which they came."""
    texts = [f"{sender} {index}" for index in range(number)]
    store(place, sender, *texts)
    return texts


def test_who_sends_one_mail_waits_for_one_mail_of_each_other_sender(place: Room) -> None:
    eve, mallory = flood(place, "eve", 50), flood(place, "mallory", 50)
    first = read(place, 3)
    place.clock.move(timedelta(minutes=1))
    store(place, "bob", "bob 0")

    then = read(place, 3)

    assert first == [eve[0], mallory[0], eve[1]]
    assert then == [mallory[1], "bob 0", eve[2]]


def test_several_that_send_many_take_turns_and_each_keeps_its_order(place: Room) -> None:
    eve = flood(place, "eve", 20)
    read(place, 10)
    bob = flood(place, "bob", 5)

    then = read(place)

    assert [text for text in then if text in bob] == bob
    assert [text for text in then if text in eve] == eve[10:]
    assert then[:6] == [eve[10], bob[0], eve[11], bob[1], eve[12], bob[2]]


@pytest.mark.slow
def test_beyond_the_limit_of_an_hour_mails_wait_and_are_read_in_their_order(place: Room) -> None:
    texts = flood(place, "eve", 2 * MOST_MAILS + 30)
    hours = [read(place)]
    store(place, "eve", "the last")
    store(place, "bob", "bob 0")
    hours.append(read(place))
    for _ in range(3):
        place.clock.move(HOUR)
        hours.append(read(place))

    assert hours[:2] == [texts[:MOST_MAILS], ["bob 0"]]
    assert hours[2] == texts[MOST_MAILS : 2 * MOST_MAILS]
    assert hours[3] == [*texts[2 * MOST_MAILS :], "the last"]
    assert hours[4] == []


def test_another_sender_comes_between_those_that_have_waited_for_an_hour(place: Room) -> None:
    texts = flood(place, "eve", MOST_MAILS + 20)
    read(place)
    place.clock.move(HOUR)
    store(place, "bob", "bob 0")

    assert read(place, 3) == [texts[MOST_MAILS], "bob 0", texts[MOST_MAILS + 1]]


def test_a_mail_whose_reader_was_killed_is_read_again_though_the_hour_is_used_up(place: Room) -> None:
    flood(place, "eve", MOST_MAILS - 1)
    read(place)
    store(place, "eve", "the last")
    with place.workshop.open() as uow:
        assert claim_mail(uow, "the dead one") is not None
    store(place, "eve", "one too many")
    before = read(place)
    place.clock.move(LEASE)

    assert before == []
    assert read(place) == ["the last"]


def test_a_mail_that_causes_a_fault_delays_no_other_of_its_sender(place: Room) -> None:
    store(place, "bob", "poison")
    with place.workshop.open() as uow:
        mail = claim_mail(uow, "reader")
        assert mail is not None
        put_off_mail(uow, mail.id, "fault")
    store(place, "bob", "fine")

    assert read(place) == ["fine"]


@pytest.mark.slow
def test_several_readers_lose_nothing_of_a_flood_and_read_nothing_twice(place: Room) -> None:
    texts = flood(place, "eve", MOST_MAILS + 40)
    store(place, "bob", "bob 0")
    found: list[str] = []

    def one(owner: str) -> bool:
        with place.workshop.open() as uow:
            mail = claim_mail(uow, owner)
            if mail is not None:
                finish_mail(uow, mail.id, Outcome(f"key {mail.id}", "played"))
        if mail is not None:
            found.append(mail.raw.decode())
        return mail is not None

    together(one)
    in_the_first_hour = len(found)
    place.clock.move(HOUR)
    together(one)

    assert in_the_first_hour == MOST_MAILS + 1
    assert sorted(found) == sorted([*texts, "bob 0"])
    assert {row["state"] for row in place.rows(Inbox)} == {"done"}


def test_a_sender_is_an_address_with_the_network_from_which_it_writes_to_one_player(place: Room) -> None:
    with place.workshop.look() as reader:
        bob = sender_key(reader, "bob@example.org", "192.0.2.7", 1)
        same = sender_key(reader, "Bob@Example.org", "192.0.2.7", 1)
        others = {
            sender_key(reader, "bob@example.org", "192.0.2.8", 1),
            sender_key(reader, "eve@example.org", "192.0.2.7", 1),
            sender_key(reader, "bob@example.org", "192.0.2.7", 2),
            sender_key(reader, "bob@example.org", "192.0.2.7", "game@play.example"),
            sender_key(reader, "", "192.0.2.7", "b+1@play.example"),
            sender_key(reader, "", "192.0.2.7", "b+2@play.example"),
        }

    assert same == bob
    assert bob not in others
    assert len(others) == 6
    assert "bob" not in bob


def test_a_sender_of_whom_five_hundred_mails_wait_is_known_and_no_other(place: Room) -> None:
    flood(place, "eve", MOST_WAITING - 1)
    with place.workshop.look() as reader:
        keys = {name: sender_key(reader, name, "", "r@play.example") for name in ("eve", "bob")}
        before = crowded(reader, set(keys.values()))
    store(place, "eve", "one more")

    with place.workshop.look() as reader:
        assert (before, crowded(reader, set(keys.values()))) == (set(), {keys["eve"]})
