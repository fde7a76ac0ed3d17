"""The tokens in reply addresses of letters that belong to no game: an answer to them proves or asks something."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, insert, select, update

from corr.base.notices import season_of
from corr.base.tokens import hash_given, hash_token, new_token
from corr.base.uow import Reader, UnitOfWork
from corr.players.reply_tokens import VALID_FOR, is_valid
from corr.store.base import table
from corr.store.tables.mailing import AccountToken, AccountTokenPurpose
from corr.store.tables.post import Outbox

_TOKEN, _LETTER = table(AccountToken), table(Outbox)


@dataclass(frozen=True, slots=True)
class AccountTarget:
    """What an account token stands for."""

    player_id: int
    purpose: str
    """What the letter is: "test", or "digest" for any that is about all games at once."""
    outbox_id: int
    """The letter that carries it."""
    is_expired: bool
    kind: str = ""
    """The kind of notice that the letter was."""
    season_id: int | None = None
    """The season of a league that the letter is about."""
    held_order_id: int | None = None
    """What the letter asks about; None for one that asks nothing."""

    @property
    def is_test(self) -> bool:
        """Whether an answer proves that letters arrive and come back."""
        return self.purpose == AccountTokenPurpose.TEST


def mint_account_token(
    uow: UnitOfWork, player_id: int, purpose: str, outbox_id: int, *, held_order_id: int | None = None
) -> str:
    """
    A new token for the reply address of one letter. Earlier ones stay valid.

    :param purpose: what the letter is: "test", or "digest" for any that is about all games at once.
    :param held_order_id: what the letter asks about, if it asks something.
    """
    token = new_token()
    values = {
        "token_hash": hash_token(token),
        "player_id": player_id,
        "purpose": AccountTokenPurpose(purpose).value,
        "outbox_id": outbox_id,
        "created_at": uow.now,
        "expires_at": uow.now + VALID_FOR,
        "held_order_id": held_order_id,
    }
    uow.session.execute(insert(_TOKEN).values(**values))
    return token


def find_account_target(reader: Reader, token: str, *, at: datetime | None = None) -> AccountTarget | None:
    """
    What *token* stands for, whatever its case; None if it is unknown, revoked, or nothing like a token.

    :param at: when the mail came; a token that was revoked only later is told then as well. None for now.
    """
    row = reader.connection.execute(_targets().where(is_valid(_TOKEN, token, at))).first()
    return None if row is None else _target(reader, row)


def account_targets_of_letters(reader: Reader, message_ids: Sequence[str]) -> tuple[AccountTarget, ...]:
    """What the tokens stand for that the letters with these Message-IDs carry and that are not revoked."""
    theirs = (_LETTER.c.message_id.in_(message_ids), _TOKEN.c.revoked_at.is_(None))
    return tuple(_target(reader, row) for row in reader.connection.execute(_targets().where(*theirs)))


def mark_answered(uow: UnitOfWork, token: str) -> bool:
    """Note that an answer to the letter came; False if one had come before."""
    mine = (_TOKEN.c.token_hash == hash_given(token), _TOKEN.c.answered_at.is_(None))
    changed = update(_TOKEN).where(*mine).values(answered_at=uow.now).returning(_TOKEN.c.token_hash)
    return uow.session.execute(changed).first() is not None


def _targets() -> Select[Any]:
    own = (_TOKEN.c.player_id, _TOKEN.c.purpose, _TOKEN.c.outbox_id, _TOKEN.c.expires_at, _TOKEN.c.held_order_id)
    return select(*own, _LETTER.c.kind, _LETTER.c.key).join(_LETTER, _LETTER.c.id == _TOKEN.c.outbox_id)


def _target(reader: Reader, row: Row[Any]) -> AccountTarget:
    is_expired = row.expires_at <= reader.now
    season_id = season_of(row.key)
    return AccountTarget(row.player_id, row.purpose, row.outbox_id, is_expired, row.kind, season_id, row.held_order_id)
