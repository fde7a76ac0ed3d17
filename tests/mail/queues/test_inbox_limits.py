"""How many mails are read and answered."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.mail.queues.inbox_limits import (
    MOST_MAILS,
    PlayerWaitsError,
    Room,
    count_mail_of_player,
    hint_left,
    may_tell_of_stranger,
    room_for_answer,
)
from tests.playing import Room as Place
from tests.playing import a_room

HOUR = timedelta(hours=1)


@pytest.fixture
def place(database_url: str) -> Iterator[Place]:
    """A service on an empty database."""
    with a_room(database_url) as found:
        yield found


def test_twenty_answers_an_hour_are_enough_and_the_last_is_known_to_be(place: Place) -> None:
    with place.workshop.open() as uow:
        rooms = [room_for_answer(uow, 7) for _ in range(22)]
        for_another = room_for_answer(uow, 8)
    place.clock.move(HOUR)
    with place.workshop.open() as uow:
        an_hour_later = room_for_answer(uow, 7)

    assert rooms == [Room.ENOUGH] * 19 + [Room.LAST] + [Room.NONE] * 2
    assert for_another is an_hour_later is Room.ENOUGH


def test_silence_is_said_once_an_hour(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    with place.workshop.open() as uow:
        for _ in range(30):
            room_for_answer(uow, 7)

    assert [record.getMessage() for record in caplog.records] == [
        "player 7 has had the last answer to mails of this hour"
    ]


def test_mails_of_a_player_are_limited_by_the_hour_and_those_of_another_are_not(place: Place) -> None:
    with place.workshop.open() as uow:
        for _ in range(MOST_MAILS):
            count_mail_of_player(uow, 7, is_proved=False)
    with place.workshop.open() as uow, pytest.raises(PlayerWaitsError):
        count_mail_of_player(uow, 7, is_proved=False)

    with place.workshop.open() as uow:
        count_mail_of_player(uow, 8, is_proved=False)


def test_what_others_may_have_written_uses_up_nothing_of_what_a_player_surely_wrote(place: Place) -> None:
    with place.workshop.open() as uow:
        for _ in range(MOST_MAILS):
            count_mail_of_player(uow, 7, is_proved=False)

    with place.workshop.open() as uow:
        count_mail_of_player(uow, 7, is_proved=True)


@pytest.mark.both_databases
def test_a_player_is_told_of_five_strangers_a_day_and_of_one_wrong_address(place: Place) -> None:
    with place.workshop.open() as uow:
        strangers = [may_tell_of_stranger(uow, 7) for _ in range(6)]
        hints = [hint_left(uow, 7) for _ in range(2)]

    assert strangers == [True] * 5 + [False]
    assert hints == [True, False]
