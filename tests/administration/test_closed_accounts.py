"""What is left of an account that an administrator has closed: nothing that its player could go on with."""

import pytest

from corr.administration.reports import Decision, MakeReport, decide, report
from corr.errors import ConflictError, NotFoundError
from corr.mail.queues.address_changes import AskForAddress, ask_for_address, confirm_change, hold_next_change
from corr.play.feeds import get_feed, get_news_feed, renew_feed
from corr.players.profiles import grant
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import AddressChange, MailAddress
from tests.builders import ask_to_sign_in, follow
from tests.playing import DAY, Room, TestGame, a_game

NEW = "elsewhere@example.net"


@pytest.fixture
def game(room: Room) -> TestGame:
    """A game of Ada, who will be closed, and Bob, who reports her to Zoe."""
    made = a_game(room)
    zoe = room.player("Zoe")
    with room.workshop.open() as uow:
        grant(uow, "Zoe")
        report(uow, MakeReport(made.players[1], made.players[0], "Rude."))
    assert zoe
    return made


def close(room: Room) -> None:
    zoe = next(row["id"] for row in room.rows(MailAddress) if row["address"].startswith("zoe"))
    with room.workshop.open() as uow:
        decide(uow, Decision(1, zoe, "close", "Enough.", 7))


@pytest.mark.both_databases
def test_whoever_asks_for_an_account_at_its_address_reads_that_it_was_closed(room: Room, game: TestGame) -> None:
    assert game.id
    close(room)
    asked = ask_to_sign_in(room, "ada@example.org")

    with pytest.raises(ConflictError, match="was closed by an administrator"):
        follow(room, asked, name="Ada again")


@pytest.mark.both_databases
def test_its_feeds_are_as_unknown_as_revoked_ones(room: Room, game: TestGame) -> None:
    with room.workshop.open() as uow:
        token = renew_feed(uow, game.players[0], 0).token
    close(room)

    for read in (get_feed, get_news_feed):
        with room.workshop.look() as reader, pytest.raises(NotFoundError):
            read(reader, token)


@pytest.mark.both_databases
@pytest.mark.parametrize("is_confirmed", [True, False])
def test_a_change_of_its_address_that_had_begun_is_stopped(room: Room, game: TestGame, *, is_confirmed: bool) -> None:
    with room.workshop.open() as uow:
        ask_for_address(uow, AskForAddress(game.players[0], NEW))
    token = next(row["facts"]["token"] for row in room.rows(Outbox) if row["address"] == NEW)
    if is_confirmed:
        with room.workshop.open() as uow:
            confirm_change(uow, token)
    close(room)
    room.clock.move(8 * DAY)

    with room.workshop.open() as uow:
        assert not hold_next_change(uow)
    with pytest.raises(ConflictError, match="stopped"), room.workshop.open() as uow:
        confirm_change(uow, token)

    assert [row["state"] for row in room.rows(AddressChange)] == ["stopped"]
    assert "ada@example.org" in [row["address"] for row in room.rows(MailAddress)]
