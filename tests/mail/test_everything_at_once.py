"""All that the service does, done at the same time by several: nobody stops anybody, and nothing is left over."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from threading import Event

import pytest

from corr.administration.purge import purge
from corr.base.notices import Category
from corr.base.uow import UnitOfWork
from corr.clocks.reminders import remind_next
from corr.errors import CorrError
from corr.mail.letters.dispatch import send_next
from corr.mail.queues.digests import digest_next
from corr.play.deadlines import enforce_next_deadline
from corr.play.messages import SendMessage, send_message
from corr.players.mail_preferences import MailPreferences, come_back, set_preferences
from corr.players.reply_tokens import mint_reply_token
from corr.store.tables.games import Game, Message, Turn
from corr.store.tables.mails import Inbox, Outbox, TurnMail
from tests.builders import token_to_end
from tests.mail.office import IDENTITY, PROVED, FakeTransport, take_in, understand_next
from tests.playing import Room, TestGame, a_game, a_room, another_game
from tests.posting import mint_account_token
from tests.racing import at_once

pytestmark = pytest.mark.both_databases

GAMES = 6
REPORT = (
    "From: MAILER-DAEMON@example.org\nMessage-ID: <{0}@mta>\nContent-Type: multipart/report; "
    'report-type=delivery-status; boundary="b"\n\n--b\nContent-Type: text/plain\n\nno\n--b\n'
    "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mta\n\nFinal-Recipient: rfc822; x@example.org\n"
    "Action: failed\nStatus: 4.2.2\n\n--b--\n"
)


@pytest.fixture
def room(database_url: str) -> Iterator[Room]:
    """A service on an empty database."""
    with a_room(database_url) as room:
        yield room


def several_games(room: Room) -> list[TestGame]:
    """Games of the same two, of which each begins some."""
    first = a_game(room)
    both = first.players
    return [first, *(another_game(room, both if number % 2 else both[::-1]) for number in range(1, GAMES))]


def mails_for(room: Room, game: TestGame, number: int) -> None:
    """A turn that comes twice, words, a stranger's turn, a question, and what ends letters, about one game."""
    addresses = [reply_addresses(room, game, player_id) for player_id in game.players]
    for seat, text in ((0, "B2\n\nGood luck!"), (0, "B2\n\nGood luck!"), (1, "say: hello"), (1, "games"), (1, "C3")):
        name = "eve" if text == "C3" else ("ada", "bob")[game.players[seat] - 1]
        raw = f"{PROVED}From: {name}@example.org\nMessage-ID: <{number}.{seat}.{len(text)}@x>\n\n{text}\n"
        for address in addresses[seat]:
            take_in(room.workshop, raw, address, f"{name}@example.org")
    token = token_to_end(room, game.players[number % 2], Category.REMINDERS)
    take_in(
        room.workshop, f"From: x@example.org\nMessage-ID: <u{number}@x>\n\n", f"u+{token}@play.example", "x@example.org"
    )


def reply_addresses(room: Room, game: TestGame, player_id: int) -> tuple[str, str]:
    """Of a letter about the game, and of a digest."""
    with room.workshop.open() as uow:
        of_game = mint_reply_token(uow, player_id, game.id, 1)
        return IDENTITY.reply.address(of_game), IDENTITY.reply.address(mint_account_token(uow, player_id, "digest", 1))


def bounces(room: Room, transport: FakeTransport) -> None:
    """Reports about the letters that were sent by now."""
    for number, (sender, _, _) in enumerate(list(transport.sent)):
        if sender:
            take_in(room.workshop, REPORT.format(number), sender, "")


def until(stopping: Event, *works: Callable[[], object]) -> None:
    """Do *works* again and again, whatever is refused."""
    while not stopping.is_set():
        for work in works:
            with suppress(CorrError):
                work()


def in_one(room: Room, work: Callable[[UnitOfWork], object]) -> object:
    with room.workshop.open() as uow:
        return work(uow)


@pytest.mark.slow
def test_all_that_is_done_at_once_is_done_and_nobody_is_in_anybodys_way(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    games = several_games(room)
    ada, bob = games[0].players
    transport = FakeTransport()
    while send_next(room.workshop, IDENTITY, transport, "first"):
        pass
    for number, game in enumerate(games):
        mails_for(room, game, number)
    bounces(room, transport)
    stopping = Event()

    def read(owner: str) -> None:
        while understand_next(room, owner):
            pass
        stopping.set()

    def wishes(turns: TurnMail, player_id: int) -> object:
        return in_one(room, partial(set_preferences, player_id=player_id, wanted=MailPreferences(turns)))

    def talk() -> object:
        words = SendMessage(games[0].id, bob, "On the page", "web", "one form")
        return in_one(room, partial(send_message, order=words))

    ticks = [partial(in_one, room, tick) for tick in (digest_next, remind_next, enforce_next_deadline, purge)]
    back = [partial(in_one, room, partial(come_back, player_id=player)) for player in (ada, bob)]
    at_once(
        *(partial(read, f"reader {number}") for number in range(3)),
        *(
            partial(until, stopping, partial(send_next, room.workshop, IDENTITY, transport, f"sender {number}"))
            for number in range(2)
        ),
        partial(until, stopping, talk, *back),
        partial(until, stopping, partial(wishes, TurnMail.ONE, ada), partial(wishes, TurnMail.EACH, bob)),
        partial(until, stopping, *ticks),
    )
    read("last")
    while send_next(room.workshop, IDENTITY, transport, "last"):
        pass

    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert {row["state"] for row in room.rows(Inbox)} == {"done"}
    reasons = Counter(row["reason"] for row in room.rows(Inbox))
    assert (reasons["played"], reasons["duplicate"]) == (GAMES, 2 * GAMES)
    assert Counter(row["game_id"] for row in room.rows(Turn)) == {game.id: 1 for game in games}
    assert {row["turn_number"] for row in room.rows(Game)} == {2}
    assert Counter(row["text"] for row in room.rows(Message)) == {
        "Good luck!": GAMES,
        "hello": GAMES,
        "On the page": 1,
    }
    assert "waiting" not in {row["state"] for row in room.rows(Outbox)}
    identities = [raw.split(b"Message-ID: ")[1].split(b"\r\n")[0] for _, _, raw in transport.sent]
    assert len(identities) == len(set(identities))
