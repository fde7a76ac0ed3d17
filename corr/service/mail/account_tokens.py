"""The tokens in reply addresses of letters that belong to no game: an answer to them proves or asks something."""

from dataclasses import dataclass

from sqlalchemy import insert, select, update

from corr.service.chance import hash_given, hash_token, new_token
from corr.service.mail.reply_tokens import VALID_FOR
from corr.service.notices import season_of
from corr.service.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.tables.mailing import AccountToken, AccountTokenPurpose
from corr.store.tables.post import Outbox

_LETTER = table(Outbox)


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
    uow.session.execute(insert(table(AccountToken)).values(**values))
    return token


def find_account_target(reader: Reader, token: str) -> AccountTarget | None:
    """What *token* stands for, whatever its case; None if it is unknown, or nothing like a token."""
    rows = table(AccountToken)
    own = (rows.c.player_id, rows.c.purpose, rows.c.outbox_id, rows.c.expires_at, rows.c.held_order_id)
    query = select(*own, _LETTER.c.kind, _LETTER.c.key).join(_LETTER, _LETTER.c.id == rows.c.outbox_id)
    row = reader.connection.execute(query.where(rows.c.token_hash == hash_given(token))).first()
    if row is None:
        return None
    is_expired = row.expires_at <= reader.now
    season_id = season_of(row.key)
    return AccountTarget(row.player_id, row.purpose, row.outbox_id, is_expired, row.kind, season_id, row.held_order_id)


def mark_answered(uow: UnitOfWork, token: str) -> bool:
    """Note that an answer to the letter came; False if one had come before."""
    rows = table(AccountToken)
    mine = (rows.c.token_hash == hash_given(token), rows.c.answered_at.is_(None))
    changed = update(rows).where(*mine).values(answered_at=uow.now).returning(rows.c.token_hash)
    return uow.session.execute(changed).first() is not None
