"""Where a mail is for: by the address that it was delivered to, or else by the letter that it refers to."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from corr.base.tokens import invitation_token
from corr.base.uow import Reader
from corr.game.game_row import get_game_row
from corr.mail.mail_identity import MailIdentity
from corr.mail.reading.mail_facts import Reading
from corr.play.invitations import has_reply_address
from corr.players.reply_tokens import (
    AccountTarget,
    ReplyTarget,
    account_targets_of_letters,
    find_account_target,
    find_reply_target,
    is_address_of,
    reply_targets_of_letters,
)

_MOST_REFERENCES = 100


@dataclass(frozen=True, slots=True)
class Route:
    """Where a mail is for."""

    token: str = field(default="", repr=False)
    """The token in the address that was answered, or of the invitation's link; empty if there is none."""
    game: ReplyTarget | None = None
    account: AccountTarget | None = None
    is_invitation: bool = False
    """Whether the token is that of an invitation's link."""
    ruleset: str | None = None
    """By which turns are read."""

    @property
    def player_id(self) -> int | None:
        """Whose letter it answers."""
        owner = self.game or self.account
        return owner.player_id if owner else None


NOWHERE = Route()


def route_of(reader: Reader, identity: MailIdentity, recipient: str, received_at: datetime) -> Route:
    """Where a mail to *recipient* is for that came at that moment: whoever lost a seat since is answered too."""
    return _route(reader, identity.reply_token(recipient), received_at)


def route_from_desk(reader: Reader, identity: MailIdentity, reading: Reading) -> Route:
    """
    Where a mail is for that came to the address of our letters; `NOWHERE` if that could be one game or another.

    A reply address in To or its like is as good as if the mail had come to it, as it most likely did. Else the ids in
    References tell, but only those of letters to whoever wrote the mail: they are copied into answers to anybody.
    """
    return _the_one(_addressed(reader, identity, reading)) or _the_one(_referred(reader, identity, reading)) or NOWHERE


def _the_one(found: Iterable[Route]) -> Route | None:
    """The latest letter of *found*; None if they are of several games."""
    routes = list(found)
    if len({(route.player_id, route.game and route.game.game_id) for route in routes}) != 1:
        return None
    return max(routes, key=lambda route: route.game.turn_number if route.game else 0)


def _addressed(reader: Reader, identity: MailIdentity, reading: Reading) -> list[Route]:
    tokens = dict.fromkeys(map(identity.reply_token, reading.addressed[:_MOST_REFERENCES]))
    return [route for route in (_route(reader, token) for token in tokens if token) if route != NOWHERE]


def _referred(reader: Reader, identity: MailIdentity, reading: Reading) -> list[Route]:
    ids = identity.letter_ids(reading.references[:_MOST_REFERENCES])
    if not ids or not reading.written_by:
        return []
    games = [Route(game=game, ruleset=_ruleset(reader, game)) for game in reply_targets_of_letters(reader, ids)]
    accounts = [Route(account=account) for account in account_targets_of_letters(reader, ids)]
    found = [(route, route.player_id) for route in (*games, *accounts)]
    return [route for route, whose in found if whose is not None and is_address_of(reader, whose, reading.written_by)]


def _route(reader: Reader, token: str, received_at: datetime | None = None) -> Route:
    if not token:
        return NOWHERE
    game = find_reply_target(reader, token, at=received_at)
    if game is not None:
        return Route(token, game=game, ruleset=_ruleset(reader, game))
    account = find_account_target(reader, token, at=received_at)
    if account is not None:
        return Route(token, account=account)
    link_token = invitation_token(reader.secret, token)
    return Route(link_token, is_invitation=True) if has_reply_address(reader, link_token) else NOWHERE


def _ruleset(reader: Reader, game: ReplyTarget) -> str:
    return get_game_row(reader, game.game_id).ruleset
