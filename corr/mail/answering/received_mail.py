"""A mail that was read, what it is for, and its orders as JSON values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from pydantic import TypeAdapter
from sqlalchemy import bindparam, select

from corr.base.tokens import invitation_token
from corr.base.uow import Reader
from corr.game.game_row import PLAYER, SEAT
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.inbox import OLDEST, ClaimedMail
from corr.mail.reading.mail_facts import MailClass, Reading
from corr.mail.reading.words.orders import Orders
from corr.play.invitations import has_reply_address
from corr.players.profiles import letter_owner
from corr.players.reply_tokens import (
    AccountTarget,
    ReplyTarget,
    account_targets_of_letters,
    find_account_target,
    find_command_target,
    find_reply_target,
    reply_targets_of_letters,
)

_ORDERS = TypeAdapter(Orders)
_FROM_OUR_OWN = "lmtp"
"""The source of mails from mail servers of our own, whose Received field on top can be believed."""
_SILENT = {
    MailClass.AUTO: "auto-reply",
    MailClass.BOUNCE: "bounce",
    MailClass.COMPLAINT: "complaint",
    MailClass.RECEIPT: "receipt",
    MailClass.REPORT: "report",
    MailClass.LIST: "list",
    MailClass.REACTION: "reaction",
    MailClass.CALENDAR: "calendar",
    MailClass.OWN: "own-mail",
}
_MOST_REFERENCES = 100


def packed(orders: Orders) -> dict[str, object]:
    """*orders* as JSON values, without rivals: unclear orders are never held."""
    values: dict[str, object] = _ORDERS.dump_python(orders, mode="json", exclude={"rivals", "beside"})
    return values


def unpacked(kept: Mapping[str, object]) -> Orders:
    """The orders that were packed; none if they are no longer kept."""
    # What was held before words had one name waits for a yes too.
    return _ORDERS.validate_python({"words": kept.get("rest", ""), **kept})


@dataclass(frozen=True, slots=True)
class ReceivedMail:
    """A mail that was read."""

    claimed: ClaimedMail
    reading: Reading
    token: str = field(repr=False)
    """The token in the reply address; empty if there is none."""
    key: str = field(repr=False)
    """The deduplication key: the same if the same mail arrives again at the same token or address."""
    received_at: datetime
    """When it came: by Received of our own mail server, if that can be believed."""
    silence: str
    """The code of why nobody is answered; empty for a mail that a person wrote to us."""
    is_from_us: bool
    """Whether From is an address of ours."""
    others: tuple[str, ...]
    """Addresses in To and Cc that are not ours; their owners saw the reply address."""


def received_mail(identity: MailIdentity, claimed: ClaimedMail, reading: Reading, token: str) -> ReceivedMail:
    """
    What is known of a claimed mail after its *reading*.

    :param token: the one in the reply address; empty if there is none.
    """
    is_from_us = any(map(identity.is_ours, reading.from_addresses))
    if is_from_us:
        silence = _SILENT[MailClass.OWN]
    else:
        silence = _SILENT.get(reading.mail_class, "" if claimed.sender else _SILENT[MailClass.BOUNCE])
    return ReceivedMail(
        claimed,
        reading,
        token,
        # Without a Message-ID it is made of the mail itself, without the fields that servers add on the way.
        key=mail_key(token or claimed.recipient, reading.message_id or reading.body_hash),
        received_at=_received_at(claimed, reading.stamped_at),
        silence=silence,
        is_from_us=is_from_us,
        others=tuple(to for to in reading.shown_to if not identity.is_ours(to) and not identity.is_for_people(to)),
    )


def _received_at(claimed: ClaimedMail, stamped_at: datetime | None) -> datetime:
    if claimed.source != _FROM_OUR_OWN or stamped_at is None:
        # A client that talks to us directly writes that field itself, and could gain time by it.
        return claimed.received_at
    return stamped_at if claimed.received_at - OLDEST <= stamped_at <= claimed.received_at else claimed.received_at


def mail_key(place: str, identity: str) -> str:
    """
    The key by which a mail counts once for each token or address that it comes to.

    :param place: the token, or else the address.
    :param identity: the Message-ID, or a hash of the mail.
    """
    return sha256(f"{place.lower()}\n{identity}".encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Route:
    """The game, account or invitation that a mail is for."""

    token: str = field(default="", repr=False)
    """The token in the reply address, or of the invitation's link; empty if there is none."""
    game: ReplyTarget | None = None
    account: AccountTarget | None = None
    is_invitation: bool = False
    """Whether the token is that of an invitation's link."""
    reply_token: str = field(default="", repr=False)
    """The token in the reply address of an invitation."""
    player_id: int | None = None
    """The player whose letter it answers; None if it answers none."""


NOWHERE = Route()
_NAMES = select(PLAYER.c.name).join_from(PLAYER, SEAT, SEAT.c.player_id == PLAYER.c.id)
_NAMES = _NAMES.where(SEAT.c.game_id == bindparam("game"))


def names_on(reader: Reader, route: Route) -> tuple[str, ...]:
    """The names of the players of the game that a mail is for, by which they greet each other and sign."""
    if route.game is None:
        return ()
    return tuple(reader.connection.execute(_NAMES, {"game": route.game.game_id}).scalars())


def route_from_desk(reader: Reader, identity: MailIdentity, reading: Reading) -> Route:
    """
    The route of a mail to the address in From of our letters; `NOWHERE` if it could be for more than one game.

    A reply address in To or a similar field counts like the recipient. Else the Message-IDs in References count, but
    only those of letters to the mail's own writer, since mail programs copy them into answers to anybody.
    """
    return _the_one(_addressed(reader, identity, reading)) or _the_one(_referred(reader, identity, reading)) or NOWHERE


def _the_one(found: Iterable[Route]) -> Route | None:
    """The route with the highest turn number; None if *found* is empty or of several games or players."""
    routes = list(found)
    if len({(route.player_id, route.game and route.game.game_id) for route in routes}) != 1:
        return None
    return max(routes, key=lambda route: route.game.turn_number if route.game else 0)


def _addressed(reader: Reader, identity: MailIdentity, reading: Reading) -> list[Route]:
    tokens = dict.fromkeys(map(identity.reply.token, reading.addressed[:_MOST_REFERENCES]))
    return [route for route in (route_of(reader, token) for token in tokens) if route != NOWHERE]


def _referred(reader: Reader, identity: MailIdentity, reading: Reading) -> list[Route]:
    ids = identity.letter_ids(reading.references[:_MOST_REFERENCES])
    if not ids or not reading.written_by:
        return []
    games = [Route(game=one, player_id=one.player_id) for one in reply_targets_of_letters(reader, ids)]
    accounts = [Route(account=one, player_id=one.player_id) for one in account_targets_of_letters(reader, ids)]
    found = ((route, route.player_id) for route in (*games, *accounts))
    return [route for route, whose in found if whose and letter_owner(reader, whose).has(reading.written_by)]


def route_of(reader: Reader, token: str, received_at: datetime | None = None) -> Route:
    """
    The route of a mail to the reply address that holds *token*; `NOWHERE` if it is empty or unknown.

    :param received_at: when the mail came: who has lost the seat since is answered too. None for now.
    """
    if not token:
        return NOWHERE
    game = find_reply_target(reader, token, at=received_at)
    if game is not None:
        return Route(token, game=game, player_id=game.player_id)
    account = find_account_target(reader, token, at=received_at)
    if account is not None:
        return Route(token, account=account, player_id=account.player_id)
    commands = find_command_target(reader, token)
    if commands is not None:
        return Route(token, account=commands, player_id=commands.player_id)
    link_token = invitation_token(reader.secret, token)
    return (
        Route(link_token, is_invitation=True, reply_token=token) if has_reply_address(reader, link_token) else NOWHERE
    )
