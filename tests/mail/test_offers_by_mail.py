"""Offers by mail: those that wait, and whether a game is rated about which nothing was written."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from corr.core.days_off import OnDates
from corr.play.offer_pauses import renew_pauses
from corr.store.tables.games import Challenge, Game, Offer
from tests.clocks.leaving import take as take_leave
from tests.mail.office import Office, an_office
from tests.mail.test_playing_by_mail import commands_of, finished, offered, send
from tests.playing import a_room


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def test_an_offer_of_somebody_on_leave_is_not_listed_and_says_until_when_it_waits(office: Office) -> None:
    room, offer = office.room, offered(office)
    leave = take_leave(room, office.game.players[0], OnDates(date(2026, 3, 6), date(2026, 3, 8))).leave
    room.clock.move(leave.begins_at - room.clock.now() + timedelta(seconds=1))
    renew_pauses(room.workshop)

    send(office, "offers", commands_of(office))
    listed = office.last_words("bob")
    send(office, f"take {offer}", commands_of(office))
    refused = office.last_words("bob")
    room.clock.move(leave.ends_at - room.clock.now())
    send(office, f"take {offer}", commands_of(office))

    assert "There is no open offer for you at the moment." in listed
    assert "No game has begun. Ada is on leave until Sun 8 Mar 2026. You can accept after that;" in refused
    assert office.room.count(Game) == 2


@pytest.mark.parametrize("order", ["offer kelasu", "challenge Ada kelasu"])
def test_without_a_word_a_game_is_rated_once_its_proposer_has_finished_one(office: Office, order: str) -> None:
    office.send_all()
    proposed = Offer if order.startswith("offer") else Challenge

    send(office, order, commands_of(office))
    hint = office.last_words("bob")
    send(office, f"{order} rated", commands_of(office))
    asked_for = office.last_words("bob")
    finished(office)
    send(office, order, commands_of(office))

    assert sorted(row["is_rated"] for row in office.room.rows(proposed)) == [False, True, True]
    assert "The game is not rated, since you have not finished one here yet." in hint
    assert "not rated" not in asked_for + office.last_words("bob")
