"""
The purge: deletes what nobody needs any more.

It takes few rows at a time, so that nobody has to wait for it, and skips locked ones: any number of processes may call
at once.
"""

from datetime import timedelta

from sqlalchemy import ColumnElement, Table, and_, delete, literal_column, or_, update

from corr.base.rate_limits import forget_full
from corr.base.uow import UnitOfWork
from corr.mail.queues.inbox_limits import is_short
from corr.mail.queues.outbox import forget_failed
from corr.players import sessions
from corr.players.profiles import HELD_FOR
from corr.players.sessions import forget_old_browsers
from corr.players.sign_in_letters import forget_unwritten
from corr.store.base import changed, some_of, table
from corr.store.tables.mails import (
    IS_NEEDLESS,
    AccountToken,
    AccountTokenPurpose,
    HeldOrder,
    HeldState,
    Inbox,
    InboxState,
    ReplyToken,
)
from corr.store.tables.player_accounts import FormerName, KeptForm, RateCount, Session, SignIn

AT_ONCE = 200
"""How many rows of each kind are deleted in one transaction."""
_RAW_KEPT = timedelta(days=30)
_NEEDLESS_KEPT = timedelta(days=2)
_TOKENS_KEPT = timedelta(days=30)
_SIGN_INS_KEPT = timedelta(days=1)
_COUNTS_KEPT = timedelta(days=2)


def purge(uow: UnitOfWork) -> bool:
    """Delete some old mails, orders, letters, tokens, sessions and counts; whether there may be more."""
    tokens, asked, counts = table(ReplyToken), table(SignIn), table(RateCount)
    forms, names = table(KeptForm), table(FormerName)
    forgotten = (
        _forget_raw(uow),
        _forget_needless(uow),
        _forget_held(uow),
        forget_failed(uow, AT_ONCE),
        _delete(uow, tokens, tokens.c.expires_at < uow.now - _TOKENS_KEPT),
        _delete_account_tokens(uow),
        _delete(uow, asked, asked.c.expires_at < uow.now - _SIGN_INS_KEPT),
        _delete(uow, names, names.c.left_at < uow.now - HELD_FOR),
        _delete(uow, forms, forms.c.expires_at <= uow.now),
        _delete(uow, counts, counts.c.window_at < uow.now - _COUNTS_KEPT),
        _delete(uow, table(Session), sessions.has_ended(uow)),
        forget_unwritten(uow, AT_ONCE),
        forget_old_browsers(uow, AT_ONCE),
        forget_full(uow, AT_ONCE),
    )
    return max(forgotten) >= AT_ONCE


def _forget_raw(uow: UnitOfWork) -> int:
    """Remove raw mails, which hold tokens, and their recipients, which hold reply tokens in clear."""
    mails = table(Inbox)
    old = (mails.c.received_at < uow.now - _RAW_KEPT) & mails.c.raw.is_not(None)
    which = some_of(mails, old & (mails.c.state != InboxState.NEW.value), AT_ONCE)
    return changed(uow.connection, update(mails).where(which).values(raw=None, recipient=""))


def _forget_needless(uow: UnitOfWork) -> int:
    """Remove raw mails that nobody has to look at any more; without delay if the disk is nearly full."""
    mails = table(Inbox)
    before = uow.now - (timedelta() if is_short(uow) else _NEEDLESS_KEPT)
    which = some_of(mails, and_(mails.c.received_at < before, IS_NEEDLESS), AT_ONCE)
    return changed(uow.connection, update(mails).where(which).values(raw=None, recipient=""))


def _forget_held(uow: UnitOfWork) -> int:
    """Empty held orders that nobody confirmed in time."""
    orders = table(HeldOrder)
    # Spelled out as in the partial index, which covers only orders that are not empty.
    says_something = orders.c.orders != literal_column("'{}'")
    old = (orders.c.expires_at <= uow.now) & says_something & (orders.c.state == HeldState.WAITING.value)
    return changed(uow.connection, update(orders).where(some_of(orders, old, AT_ONCE)).values(orders="{}"))


def _delete_account_tokens(uow: UnitOfWork) -> int:
    tokens = table(AccountToken)
    # An answered test letter is the proof that its player's mail works.
    is_no_proof = or_(tokens.c.purpose != AccountTokenPurpose.TEST.value, tokens.c.answered_at.is_(None))
    return _delete(uow, tokens, (tokens.c.expires_at < uow.now - _TOKENS_KEPT) & is_no_proof)


def _delete(uow: UnitOfWork, rows: Table, old: ColumnElement[bool]) -> int:
    return changed(uow.connection, delete(rows).where(some_of(rows, old, AT_ONCE)))
