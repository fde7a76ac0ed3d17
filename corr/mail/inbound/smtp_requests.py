"""
What the sessions of a listener ask of the database: whether an address is ours, and to store a mail; and how many mails
each client may send. Mail servers of our own are not counted.

All that is asked while a thread is at work is answered by its next transaction, as databases do it with a group commit:
most of what a mail costs is the transaction and the way to a thread and back.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import chain

from corr.base.connection_limits import address_group, peer_address
from corr.base.rate_limits import Charge, Counts, Limit, is_reached
from corr.base.uow import Reader, UnitOfWork, Workshop
from corr.errors import UnreachableError
from corr.mail.inbound.intake import MAX_SIZE, UNKNOWN, IncomingMail, find_recipients, put_off, store_in_room
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.inbox import UNJUDGED
from corr.mail.queues.inbox_limits import Recipient, room_needed
from corr.mail.queues.inbox_order import crowded, sender_key

_HOUR = timedelta(hours=1)
_BAD_ADDRESSES = Limit("mail-bad-address", 20, _HOUR)
_MAILS = Limit("mail-in", 600, _HOUR)
"""A large provider sends the mails of many players from one address."""
_TO_PEOPLE = Limit("mail-to-people", 60, _HOUR)
"""To addresses that anybody knows; all others hold a token of ours."""
_TO_PEOPLE_FROM_OUR_OWN = Limit("mail-to-people-own", 600, _HOUR)
OK = "250 2.1.5 OK"
"""The answer for an address that is ours."""
GONE = "421"
"""The code after which we close the connection."""
_STORED = "250 2.0.0 Stored"
_UNKNOWN = f"550 5.1.1 {UNKNOWN}"
_TOO_OFTEN = "451 4.7.0 Too many mails, please try again later"
_NO_ROOM = "452 4.3.1 No room for this mail now, please try again later"
_TOO_MANY_WAIT = "452 4.7.0 Too many mails of yours wait to be read, please try again later"
_TURNED_AWAY = f"{GONE} 4.7.0 Too many addresses that do not exist, please try again later"
_MOST_AT_ONCE = 20
"""Requests in one transaction."""
Answers = Sequence[str]
"""One for each address of a request."""
_AreWithin = Callable[[Iterable[Charge]], bool]


@dataclass(frozen=True, slots=True)
class MailClient:
    """A client that hands mails over."""

    protocol: str
    """ "smtp" or "lmtp"."""
    limit_key: str
    """What it is counted by, see `limit_key_of`; empty for a mail server of our own, which is never turned away."""

    @property
    def source(self) -> str:
        """The source that is noted with its mails."""
        return UNJUDGED if self.limit_key else self.protocol

    def is_turned_away(self, reader: Reader) -> bool:
        """Whether it has tried too many addresses that do not exist."""
        return bool(self.limit_key) and is_reached(reader, _BAD_ADDRESSES, self.limit_key)

    @property
    def to_err(self) -> tuple[Charge, ...]:
        """What is counted for an address that does not exist."""
        return (Charge(_BAD_ADDRESSES, self.limit_key),) if self.limit_key else ()

    @property
    def to_send(self) -> tuple[Charge, ...]:
        """What is counted for a mail."""
        return (Charge(_MAILS, self.limit_key),) if self.limit_key else ()

    @property
    def to_write_to_people(self) -> Charge:
        """
        What is counted for a mail to an address that anybody knows.

        Such mails are kept for weeks, so that even a mail server of our own must not bring them without end.
        """
        return Charge(_TO_PEOPLE if self.limit_key else _TO_PEOPLE_FROM_OUR_OWN, self.limit_key)


def client_at(protocol: str, peer: object, *, is_own: bool) -> MailClient:
    """
    The client at the other end of a connection.

    :param peer: its network address as the system gives it: a tuple that begins with the host.
    :param is_own: whether only mail servers of our own connect there.
    """
    return MailClient(protocol, "" if is_own else limit_key_of(peer))


def limit_key_of(peer: object) -> str:
    """
    What the client at the other end of a connection is counted by: its IPv4 address or its IPv6 network of 64 bits;
    empty for this machine.

    :param peer: its network address as the system gives it: a tuple that begins with the host.
    """
    if not (isinstance(peer, tuple) and peer):
        return ""
    address = peer_address(str(peer[0]))
    return "" if address is not None and address.is_loopback else address_group(str(peer[0]))


@dataclass(frozen=True, slots=True)
class Lookup:
    """A recipient that a client names."""

    client: MailClient
    address: str = field(repr=False)
    sender: str = ""
    """The envelope sender; empty for a bounce."""

    @property
    def addresses(self) -> Sequence[str]:
        """The addresses that it is about."""
        return (self.address,)


@dataclass(frozen=True, slots=True)
class Delivery:
    """A mail that a client hands over for recipients that were ours when it named them."""

    client: MailClient
    mail: IncomingMail
    addresses: Sequence[str] = field(repr=False)


Request = Lookup | Delivery
_Waiting = tuple[Request, "asyncio.Future[Answers]"]


class Requests:
    """The requests of all sessions of one listener, and the thread that answers them."""

    def __init__(self, workshop: Workshop, identity: MailIdentity) -> None:
        self._answer_all = _Answering(workshop, identity).answers
        self._waiting: deque[_Waiting] = deque()
        self._task: asyncio.Task[None] | None = None

    async def answers(self, request: Request) -> Answers:
        """
        One answer for each address of *request*.

        :raises UnreachableError: the data cannot be reached.
        :raises SQLAlchemyError: the database met another fault.
        """
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[Answers] = loop.create_future()
        self._waiting.append((request, answered))
        if self._task is None:
            self._task = loop.create_task(self._answer_waiting())
        return await answered

    async def _answer_waiting(self) -> None:
        try:
            while self._waiting:
                batch = list(self._next_batch())
                found = await asyncio.to_thread(self._answer_all, [request for request, _ in batch])
                for (_, answered), answers in zip(batch, found, strict=True):
                    # Whoever hung up meanwhile waits no more.
                    if answered.done():
                        continue
                    if isinstance(answers, Exception):
                        answered.set_exception(answers)
                    else:
                        answered.set_result(answers)
        finally:
            self._task = None

    def _next_batch(self) -> Iterator[_Waiting]:
        """So many that wait, with not much more to store than one large mail."""
        size = 0
        for _ in range(_MOST_AT_ONCE):
            if not self._waiting or size > MAX_SIZE:
                return
            request, answered = self._waiting.popleft()
            size += len(request.mail.raw) if isinstance(request, Delivery) else 0
            yield request, answered


class _Answering:
    """How requests that came at once are answered, in a thread."""

    def __init__(self, workshop: Workshop, identity: MailIdentity) -> None:
        self._workshop = workshop
        self._identity = identity

    def answers(self, requests: Sequence[Request]) -> list[Answers | Exception]:
        """The answers to each of *requests*, or the fault that it met."""
        try:
            return [*self._answers_together(requests)]
        except UnreachableError as fault:
            return [fault] * len(requests)
        except Exception as fault:  # noqa: BLE001 - it is raised again in the session that asked
            if len(requests) == 1:
                return [fault]
            # Nothing was stored, and only one of them may be to blame.
            return [answers for request in requests for answers in self.answers([request])]

    def _answers_together(self, requests: Sequence[Request]) -> list[Answers]:
        if all(isinstance(request, Lookup) for request in requests):
            # Usually one statement; if clients are counted it takes more, none of which depends on another.
            judged = self._workshop.glance(lambda reader: self._judged(reader, requests))
            if not any(one.charges for one in judged):
                return [one.answers(_nothing_counts) for one in judged]
        with self._workshop.open() as uow:
            judged = self._judged(uow, requests)
            counts = Counts(uow, chain.from_iterable(one.charges for one in judged))
            answers = [one.answers(counts.are_within) for one in judged]
            counts.settle()
            for one in judged:
                one.store(uow)
        return answers

    def _judged(self, reader: Reader, requests: Sequence[Request]) -> list["_JudgedLookup | _JudgedDelivery"]:
        addresses = chain.from_iterable(request.addresses for request in requests)
        found = find_recipients(reader, self._identity, addresses)
        # An address that is ours is taken, whatever its client tried before.
        erring = {one.client for one in requests if isinstance(one, Lookup) and found[one.address] is None}
        turned_away = {client for client in erring if client.is_turned_away(reader)}
        keys = {
            one: sender_key(reader, one.sender, one.client.limit_key, recipient.player_id or one.address)
            for one in requests
            if isinstance(one, Lookup) and (recipient := found[one.address]) is not None
        }
        full = crowded(reader, set(keys.values()))
        return [
            _JudgedLookup(
                request,
                found[request.address],
                is_turned_away=request.client in turned_away,
                is_crowded=keys.get(request) in full,
            )
            if isinstance(request, Lookup)
            else _JudgedDelivery(request, _copies(reader, request, found))
            for request in requests
        ]


@dataclass(frozen=True, slots=True)
class _JudgedLookup:
    """A recipient that a client names, and what is known of both."""

    request: Lookup
    recipient: Recipient | None
    is_turned_away: bool
    is_crowded: bool
    """Whether too many mails of its sender wait already."""

    @property
    def charges(self) -> tuple[Charge, ...]:
        return self.request.client.to_err if self.recipient is None and not self.is_turned_away else ()

    def answers(self, are_within: _AreWithin) -> Answers:
        if self.recipient is not None:
            return (_TOO_MANY_WAIT if self.is_crowded else OK,)
        return (_UNKNOWN if not self.is_turned_away and are_within(self.charges) else _TURNED_AWAY,)

    def store(self, uow: UnitOfWork) -> None:
        """Nothing is to be stored."""


@dataclass(frozen=True, slots=True)
class _JudgedDelivery:
    """A mail, and its copies for those of its recipients that are still ours."""

    request: Delivery
    copies: Mapping[str, "_Copy"]
    """By address in lower case: a recipient that is named twice gets one mail."""

    @property
    def charges(self) -> tuple[Charge, ...]:
        return (*self.request.client.to_send, *chain.from_iterable(copy.charges for copy in self.copies.values()))

    def answers(self, are_within: _AreWithin) -> Answers:
        if not are_within(self.request.client.to_send):
            return [_TOO_OFTEN] * len(self.request.addresses)
        for copy in self.copies.values():
            copy.judge(are_within)
        found = {address: copy.answer for address, copy in self.copies.items()}
        return [found.get(address.lower(), _UNKNOWN) for address in self.request.addresses]

    def store(self, uow: UnitOfWork) -> None:
        for copy in self.copies.values():
            if copy.answer == _STORED:
                store_in_room(uow, self.request.mail, copy.address, copy.recipient)
            elif copy.answer == _NO_ROOM:
                put_off(self.request.mail)


@dataclass(slots=True)
class _Copy:
    """A mail for one of its recipients."""

    address: str
    recipient: Recipient
    to_write: tuple[Charge, ...]
    room: tuple[Charge, ...] | None
    """What is counted for the room that it takes; None if the disk is too full."""
    answer: str = ""

    @property
    def charges(self) -> tuple[Charge, ...]:
        return (*self.to_write, *(self.room or ()))

    def judge(self, are_within: _AreWithin) -> None:
        if not are_within(self.to_write):
            self.answer = _TOO_OFTEN
        else:
            self.answer = _STORED if self.room is not None and are_within(self.room) else _NO_ROOM


def _copies(reader: Reader, request: Delivery, found: Mapping[str, Recipient | None]) -> dict[str, _Copy]:
    copies: dict[str, _Copy] = {}
    for address in request.addresses:
        recipient = found[address]
        if recipient is not None and address.lower() not in copies:
            to_write = () if recipient.has_token else (request.client.to_write_to_people,)
            room = room_needed(reader, recipient, address, len(request.mail.raw))
            copies[address.lower()] = _Copy(address, recipient, to_write, room)
    return copies


def _nothing_counts(_charges: Iterable[Charge]) -> bool:
    return True
