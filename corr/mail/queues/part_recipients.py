"""
Whose an address is that a mail comes to, by the token in it: asked at the door for every recipient of every mail.

All kinds of tokens are looked up by one statement, so that it takes as long whatever the address is.
"""

from dataclasses import dataclass

from sqlalchemy import bindparam, false, null, select, true, union_all

from corr.base.tokens import hash_given, hash_token, invitation_token
from corr.base.uow import Reader
from corr.store.base import table
from corr.store.tables.games import Challenge
from corr.store.tables.mailing import AccountToken, UnsubscribeToken
from corr.store.tables.post import Outbox, ReplyToken

_REPLY, _ACCOUNT, _ENDING, _LETTER = table(ReplyToken), table(AccountToken), table(UnsubscribeToken), table(Outbox)
_CHALLENGE = table(Challenge)
_FIND = union_all(
    select(_REPLY.c.player_id, _REPLY.c.game_id, true()).where(
        _REPLY.c.token_hash == bindparam("reply"), _REPLY.c.revoked_at.is_(None)
    ),
    select(_ACCOUNT.c.player_id, null(), true()).where(
        _ACCOUNT.c.token_hash == bindparam("reply"), _ACCOUNT.c.revoked_at.is_(None)
    ),
    select(_ENDING.c.player_id, null(), false()).where(_ENDING.c.token_hash == bindparam("unsubscribe")),
    select(null(), null(), false()).where(
        _CHALLENGE.c.invitation_hash == bindparam("link"), _CHALLENGE.c.answers_revoked_at.is_(None)
    ),
    select(null(), null(), false()).select_from(_LETTER).where(_LETTER.c.bounce_hash == bindparam("bounce")),
)


@dataclass(frozen=True, slots=True)
class Recipient:
    """An address that is taken, and whose it is as far as that is known."""

    player_id: int | None = None
    game_id: str | None = None
    has_token: bool = False
    """Whether the address holds a token of ours; any other that is taken is known to everybody."""
    is_reply: bool = False
    """Whether it answers a letter, and does not end letters of a kind or take bounces."""


def find_by_token(reader: Reader, *, reply: str, unsubscribe: str, bounce: str) -> Recipient | None:
    """
    Who the one address is for that was read as each kind, whatever its case; None if it is unknown or revoked.

    :param reply: its token if it is a reply address; any text may be asked for and takes as long.
    :param unsubscribe: its token if it ends letters.
    :param bounce: its token if it is a letter's envelope sender.
    """
    hashes = {"reply": hash_given(reply), "unsubscribe": hash_given(unsubscribe), "bounce": hash_given(bounce)}
    link = hash_token(invitation_token(reader.secret, reply))
    found = reader.connection.execute(_FIND, hashes | {"link": link}).first()
    return None if found is None else Recipient(found[0], found[1], has_token=True, is_reply=bool(found[2]))
