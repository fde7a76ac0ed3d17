"""Builders for mail: a post office without a network, and people who answer letters."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from email import message_from_bytes
from email.message import Message
from email.utils import parseaddr

from corr.base.uow import Workshop
from corr.core.pace import Terms
from corr.errors import CorrError
from corr.mail.answering import gateway
from corr.mail.answering.answers import Answer
from corr.mail.answering.confirmations import settle_by_page
from corr.mail.inbound.intake import IncomingMail, find_recipients, store
from corr.mail.letters.compose import mail_templates
from corr.mail.letters.dispatch import send_next
from corr.mail.letters.transport import PutOffError, RefusedError, RelayError
from corr.mail.mail_identity import AddressPattern, MailIdentity
from corr.mail.queues.held_orders import find_held, find_held_of_mail
from corr.mail.reading.words.commands import Act
from corr.play.turns import SubmitTurn, submit_turn
from corr.players.address_reputation import reputation_of
from corr.players.profiles import player_named
from corr.players.reply_tokens import mint_reply_token
from corr.resources import templates_folder
from corr.store.tables.games import Turn
from corr.store.tables.mails import Inbox, Outbox
from tests.builders import write_sign_ins
from tests.mail.in_process_reader import InProcessReader
from tests.playing import Room, TestGame, a_game

IDENTITY = MailIdentity(
    domain="play.example",
    sender_name="Corr",
    sender_address="game@play.example",
    reply=AddressPattern("r+{token}@{domain}", "play.example"),
    bounce=AddressPattern("b+{token}@{domain}", "play.example"),
    unsubscribe=AddressPattern("u+{token}@{domain}", "play.example"),
    url="http://127.0.0.1:8000",
    templates=mail_templates(templates_folder()),
    secret=b"the ids of letters",
    authserv_id="mx.play.example",
)
WHERE = re.compile(r" Write above this line\. #\w+#")
"""The end of the first line of a letter."""
PROVED = "Authentication-Results: mx.play.example; dmarc=pass header.from=example.org\n"
"""What our own mail server writes on top of a mail that is surely from its sender."""


@dataclass
class FakeTransport:
    """A far end that keeps what it is given, or fails as it is told to."""

    sent: list[tuple[str, str, bytes]] = field(default_factory=list)
    fault: RefusedError | PutOffError | RelayError | None = None
    relay: str = "the far end"

    def send(self, sender: str, recipient: str, message: bytes) -> str:
        """Keep one letter."""
        if self.fault is not None:
            raise self.fault
        self.sent.append((sender, recipient, message))
        return "250 OK"

    def rest(self) -> None:
        """Nothing is held open."""

    def close(self) -> None:
        """Nothing is held open."""


@dataclass(frozen=True)
class Office:
    """A game with its post: letters go out to a fake, mails come in by hand."""

    game: TestGame
    transport: FakeTransport = field(default_factory=FakeTransport)
    identities: list[MailIdentity] = field(default_factory=lambda: [IDENTITY])
    """The post office that understands mails now."""

    @property
    def room(self) -> Room:
        """Where it all happens."""
        return self.game.room

    def send_all(self) -> None:
        """Send every letter that waits."""
        write_sign_ins(self.room)
        while send_next(self.room.workshop, IDENTITY, self.transport, "sender"):
            pass

    def letters(self, name: str) -> list[Message]:
        """All letters that *name* got so far, oldest first."""
        self.send_all()
        return [message_from_bytes(raw) for _, to, raw in self.transport.sent if to == f"{name.lower()}@example.org"]

    def last_text(self, name: str = "Bob") -> str:
        """The text of the last letter that *name* got."""
        return text_of(self.letters(name)[-1])

    def last_words(self, name: str = "Bob") -> str:
        """The same with its lines put together, without what tells where answers are written."""
        return WHERE.sub("", " ".join(self.last_text(name).split()))

    def turns(self) -> list[str]:
        """The log of the game."""
        return [row["text"] for row in self.room.rows(Turn) if row["game_id"] == self.game.id]

    def reply_address(self, name: str) -> str:
        """The reply address in the last letter of *name* that has one."""
        found = [parseaddr(letter["Reply-To"])[1] for letter in self.letters(name) if letter["Reply-To"]]
        return found[-1]

    def new_address(self, name: str, turn_number: int | None = None) -> str:
        """A reply address of *name* as in a letter about that turn, or about the one that is due."""
        number = self.game.view().turn_number if turn_number is None else turn_number
        with self.room.workshop.open() as uow:
            player_id = player_named(uow, name).id
            return IDENTITY.reply.address(mint_reply_token(uow, player_id, self.game.id, number))

    def store(self, raw: str, recipient: str, sender: str = "bob@example.org", *, door: str = "smtp") -> None:
        """Take a mail in, as a door does, which is not understood yet."""
        take_in(self.room.workshop, raw, recipient, sender, door=door)

    def store_reply(self, name: str, text: str, *, received_at: datetime | None = None) -> None:
        """Take in an answer of *name* to a letter about the game, which is not understood yet."""
        sender = f"{name.lower()}@example.org"
        raw = f"From: {sender}\n\n{text}\n"
        take_in(self.room.workshop, raw, self.new_address(name), sender, received_at=received_at)

    def is_refused(self, address: str) -> bool:
        """Whether every door refuses mails to an address."""
        with self.room.workshop.look() as reader:
            return find_recipients(reader, IDENTITY, [address])[address] is None

    def submit(self, order: SubmitTurn) -> None:
        """Hand a turn in on the page, whatever becomes of it."""
        with suppress(CorrError), self.room.workshop.open() as uow:
            submit_turn(uow, order)

    def arrive(self, raw: str, recipient: str, sender: str = "bob@example.org", *, door: str = "smtp") -> None:
        """Store a mail and let it be understood."""
        self.store(raw, recipient, sender, door=door)
        self.understand_all()

    @contextmanager
    def signed_by(self, authserv_id: str) -> Iterator[None]:
        """A while in which our own mail server has that name."""
        before, self.identities[:] = list(self.identities), [replace(IDENTITY, authserv_id=authserv_id)]
        try:
            yield
        finally:
            self.identities[:] = before

    def understand_all(self) -> None:
        """Let every mail that waits be understood."""
        while understand_next(self.room, identity=self.identities[0]):
            pass

    def answer(self, name: str, text: str, *, recipient: str = "", headers: str = "", mail_id: str = "") -> str:
        """
        Let *name* reply to the last letter, as our own mail server can prove.

        :return: the code for what became of the mail.
        """
        given = f"Message-ID: <{mail_id}@example.org>\n" if mail_id else ""
        more = f"{headers}\n" if headers else ""
        raw = f"{PROVED}From: {name} <{name.lower()}@example.org>\nSubject: Re\n{given}{more}\n{text}\n"
        self.arrive(raw, recipient or self.reply_address(name))
        return self.reasons()[-1]

    def play(self, name: str, text: str, *, recipient: str = "", headers: str = "", mail_id: str = "") -> str:
        """The same, and confirm the turn at once if it would be played by itself later."""
        code = self.answer(name, text, recipient=recipient, headers=headers, mail_id=mail_id)
        return self.answer(name, "yes") if code == "delayed" else code

    def settle(self, token: str, act: Act) -> Answer:
        """What a page says once what a letter's link leads to is confirmed, or rejected."""
        with self.room.workshop.open() as uow:
            held = find_held(uow, token)
            assert held is not None
            return settle_by_page(uow, held, act)

    def settle_first(self, act: Act) -> Answer:
        """The same for what the first mail of all asked for, on its player's own pages."""
        first = self.room.rows(Inbox)[0]
        with self.room.workshop.open() as uow:
            held = find_held_of_mail(uow, first["player_id"], first["id"])
            assert held is not None
            return settle_by_page(uow, held, act)

    def reasons(self) -> list[str]:
        """What became of each mail, oldest first."""
        return [row["reason"] for row in self.room.rows(Inbox)]

    def score(self, address: str) -> float:
        """How much trouble letters to an address have met."""
        with self.room.workshop.look() as reader:
            return reputation_of(reader, address).score

    def answers(self) -> list[dict[str, object]]:
        """The facts of every answer that waits."""
        return [row["facts"] for row in self.room.rows(Outbox) if row["kind"] == "answer" and row["facts"]]


def take_in(
    workshop: Workshop,
    raw: str,
    address: str,
    sender: str = "bob@example.org",
    *,
    door: str = "smtp",
    received_at: datetime | None = None,
) -> None:
    """Take a mail in as every door does: it is stored for the owner of its address, and refused if there is none."""
    with workshop.open() as uow:
        recipient = find_recipients(uow, IDENTITY, [address])[address]
        assert recipient is not None, "every door refuses this address"
        assert store(uow, IncomingMail(door, sender, raw.encode(), received_at or uow.now), address, recipient)


def understand_next(room: Room, owner: str = "reader", identity: MailIdentity = IDENTITY) -> bool:
    """Understand the mail that has waited longest; False if none waits."""
    return gateway.understand_next(room.workshop, identity, InProcessReader(room.workshop.registry), owner)


def an_office(room: Room, *turns: str, ruleset: str = "kelasu/1", agreed: Terms | None = None) -> Office:
    """A game of Ada and Bob in which *turns* were made, with its post."""
    return Office(a_game(room, *turns, ruleset=ruleset, agreed=agreed))


def text_of(letter: Message) -> str:
    """The plain text of a letter."""
    return _part(letter, "text/plain")


def html_of(letter: Message) -> str:
    """The HTML of a letter."""
    return _part(letter, "text/html")


def _part(letter: Message, kind: str) -> str:
    part = next(part for part in letter.walk() if part.get_content_type() == kind)
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content.decode().replace("\r\n", "\n")
