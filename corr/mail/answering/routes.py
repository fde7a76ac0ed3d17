"""The game, account or invitation that a mail is for: by its recipient address, or else by the letter it refers to."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from corr.base.tokens import invitation_token
from corr.base.uow import Reader
from corr.mail.mail_identity import MailIdentity
from corr.mail.reading.mail_facts import Reading
from corr.play.invitations import has_reply_address
from corr.players.command_addresses import find_command_target
from corr.players.profiles import letter_owner
from corr.players.reply_tokens import (
    AccountTarget,
    ReplyTarget,
    account_targets_of_letters,
    find_account_target,
    find_reply_target,
    reply_targets_of_letters,
)

_MOST_REFERENCES = 100


@dataclass(frozen=True, slots=True)
class Route:
    """The game, account or invitation that a mail is for."""

    token: str = field(default="", repr=False)
    """The token in the reply address, or of the invitation's link; empty if there is none."""
    game: ReplyTarget | None = None
    account: AccountTarget | None = None
    is_invitation: bool = False
    """Whether the token is that of an invitation's link."""
    player_id: int | None = None
    """The player whose letter it answers; None if it answers none."""


NOWHERE = Route()


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
    return Route(link_token, is_invitation=True) if has_reply_address(reader, link_token) else NOWHERE
