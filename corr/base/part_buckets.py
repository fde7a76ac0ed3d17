"""
Token buckets: limits by which something is possible a few times at once, and then again after a while each.

Nobody is shut out by one: however often somebody else asks, the next time comes when it would have come anyway. What is
stored of a bucket is one moment, when it will be full again; a bucket that is full needs no row.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from sqlalchemy import BigInteger, bindparam, case, delete, or_, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

from corr.base.tokens import hash_with
from corr.base.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.queries.writing import changed, some_of
from corr.store.tables.accounts import RateBucket

_BUCKET = table(RateBucket)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_UNIT = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Bucket:
    """So many times at once, and one more after each *every*."""

    name: str
    """What is limited: "sign-in"."""
    at_once: int
    every: timedelta
    emptied_for: timedelta = timedelta()
    """For how long `empty` may be asked to empty it; a later moment was written before the clock was set back."""

    def key(self, reader: Reader, whose: str) -> str:
        """What is limited for whom; nothing personal can be read from it."""
        return f"{self.name}:{hash_with(reader.secret, 'rate', whose)}" if whose else self.name

    @property
    def span(self) -> int:
        """How long it takes to be full again when all is taken, in milliseconds."""
        return self.at_once * (self.every // _UNIT)


def take(uow: UnitOfWork, bucket: Bucket, whose: str) -> bool:
    """
    Take one from the bucket of a person or place; False if there is none, and then nothing changes.

    :param whose: empty means for all together.
    """
    now, every = moment(uow.now), bucket.every // _UNIT
    values = {"key": bucket.key(uow, whose), "full_at": now + every}
    furthest = now + bucket.span + bucket.emptied_for // _UNIT
    more = {"now": now, "every": every, "latest": now + bucket.span - every, "furthest": furthest}
    return uow.connection.execute(_taking(is_sqlite=uow.is_sqlite), {**values, **more}).first() is not None


def empty(uow: UnitOfWork, bucket: Bucket, whose: str, span: timedelta) -> None:
    """Leave nothing to take for the next *span* from now; doing so again begins it anew, and adds nothing to it."""
    _set(uow, bucket, whose, moment(uow.now + span - bucket.every) + bucket.span)


def leave_one(uow: UnitOfWork, bucket: Bucket, whose: str) -> None:
    """Leave at least one to take."""
    latest = moment(uow.now - bucket.every) + bucket.span
    full_at = _full_at(uow, bucket, whose)
    if full_at is not None and full_at > latest:
        _set(uow, bucket, whose, latest)


def is_emptied(reader: Reader, bucket: Bucket, whose: str) -> bool:
    """Whether `empty` still holds: taking alone never leaves nothing for so long."""
    full_at = _full_at(reader, bucket, whose)
    return full_at is not None and full_at > moment(reader.now) + bucket.span


def forget_full(uow: UnitOfWork, most: int) -> int:
    """Forget up to *most* buckets that are full again; how many."""
    is_full = _BUCKET.c.full_at <= moment(uow.now)
    return changed(uow.session, delete(_BUCKET).where(some_of(_BUCKET, is_full, most)))


def moment(at: datetime) -> int:
    """*at* in milliseconds since 1970, as rows of buckets have it."""
    return (at - _EPOCH) // _UNIT


def _full_at(reader: Reader, bucket: Bucket, whose: str) -> int | None:
    asked = select(_BUCKET.c.full_at).where(_BUCKET.c.key == bucket.key(reader, whose))
    return reader.connection.execute(asked).scalar_one_or_none()


def _set(uow: UnitOfWork, bucket: Bucket, whose: str, full_at: int) -> None:
    make = sqlite.insert if uow.is_sqlite else postgresql.insert
    made = make(_BUCKET).values(key=bucket.key(uow, whose), full_at=full_at)
    uow.connection.execute(made.on_conflict_do_update(index_elements=["key"], set_={"full_at": full_at}))


@cache
def _taking(*, is_sqlite: bool) -> ReturningInsert[tuple[str]]:
    """One statement, so that two who take at once both count."""
    make = sqlite.insert if is_sqlite else postgresql.insert
    now, full_at = bindparam("now", type_=BigInteger), _BUCKET.c.full_at
    is_wrong = full_at > bindparam("furthest", type_=BigInteger)
    since = case((is_wrong, now), (full_at > now, full_at), else_=now)
    made = make(_BUCKET).values(key=bindparam("key"), full_at=bindparam("full_at"))
    return made.on_conflict_do_update(
        index_elements=["key"],
        set_={"full_at": since + bindparam("every")},
        where=or_(full_at <= bindparam("latest"), is_wrong),
    ).returning(_BUCKET.c.key)
