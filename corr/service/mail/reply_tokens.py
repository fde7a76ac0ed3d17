"""The tokens in reply addresses: who may answer for which game."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import insert, or_, select, update

from corr.service.addresses import same_address
from corr.service.chance import hash_given, hash_token, new_token
from corr.service.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.tables.accounts import MailAddress
from corr.store.tables.mailing import AccountToken
from corr.store.tables.post import ReplyToken

VALID_FOR = timedelta(days=90)
"""How long a letter can be answered. Longer than most turns take; a later answer gets a fresh letter."""


@dataclass(frozen=True, slots=True)
class ReplyTarget:
    """What a reply token stands for."""

    player_id: int
    game_id: str
    turn_number: int
    """The turn that was due in the letter."""
    is_expired: bool
    held_order_id: int | None = None
    """What the letter asks about; None for one that asks nothing."""


def mint_reply_token(
    uow: UnitOfWork, player_id: int, game_id: str, turn_number: int, *, held_order_id: int | None = None
) -> str:
    """
    A new token for the reply address of one letter. Earlier ones stay valid.

    :param held_order_id: what the letter asks about, if it asks something.
    """
    token = new_token()
    values = {
        "token_hash": hash_token(token),
        "player_id": player_id,
        "game_id": game_id,
        "turn_number": turn_number,
        "held_order_id": held_order_id,
    }
    expires_at = uow.now + VALID_FOR
    uow.session.execute(insert(table(ReplyToken)).values(**values, created_at=uow.now, expires_at=expires_at))
    return token


def revoke_reply_tokens(uow: UnitOfWork, player_id: int, games: Collection[str]) -> None:
    """Let no letter about *games* be answered any more that the player got."""
    rows = table(ReplyToken)
    theirs = (rows.c.player_id == player_id, rows.c.game_id.in_(games), rows.c.revoked_at.is_(None))
    uow.session.execute(update(rows).where(*theirs).values(revoked_at=uow.now))


def revoke_all_tokens(uow: UnitOfWork, player_id: int) -> None:
    """Let no letter be answered any more that the player got."""
    replies, accounts = table(ReplyToken), table(AccountToken)
    theirs = (replies.c.player_id == player_id, replies.c.revoked_at.is_(None))
    uow.session.execute(update(replies).where(*theirs).values(revoked_at=uow.now))
    valid = (accounts.c.player_id == player_id, accounts.c.expires_at > uow.now)
    uow.session.execute(update(accounts).where(*valid).values(expires_at=uow.now))


def find_reply_target(reader: Reader, token: str, *, at: datetime | None = None) -> ReplyTarget | None:
    """
    What *token* stands for, whatever its case; None if it is unknown, revoked, or nothing like a token.

    :param at: when the mail came; a token that was revoked only later is told then as well. None for now.
    """
    rows = table(ReplyToken)
    columns = (rows.c.player_id, rows.c.game_id, rows.c.turn_number, rows.c.expires_at, rows.c.held_order_id)
    wanted = hash_given(token)
    is_open = rows.c.revoked_at.is_(None)
    is_valid = is_open if at is None else or_(is_open, rows.c.revoked_at >= at)
    found = reader.connection.execute(select(*columns).where(rows.c.token_hash == wanted, is_valid))
    row = found.first()
    if row is None:
        return None
    is_expired = row.expires_at <= reader.now
    return ReplyTarget(row.player_id, row.game_id, row.turn_number, is_expired, row.held_order_id)


def is_address_of(reader: Reader, player_id: int, address: str) -> bool:
    """Whether *address* is a verified address of the player, to the letter but for the domain's case."""
    rows = table(MailAddress)
    found = reader.connection.execute(select(rows.c.address).where(rows.c.player_id == player_id))
    return any(same_address(address, mine) for mine in found.scalars())
