"""Rate limits, counted in the database so that all processes share them: windows, and token buckets that fill again."""

import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from threading import Lock
from typing import NamedTuple

from sqlalchemy import BigInteger, bindparam, case, delete, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

from corr.base.connection_limits import peer_address
from corr.base.tokens import hash_with
from corr.base.uow import Reader, UnitOfWork
from corr.errors import TooManyError
from corr.store.base import changed, some_of, table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.player_accounts import RateBucket, RateCount

_V4_PLACE, _V6_PLACE, _V6_SITE = 24, 64, 48
_MINUTE, _HOUR = 60, 60
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_BUCKET, _COUNT = table(RateBucket), table(RateCount)
_UNIT = timedelta(milliseconds=1)
_AT_ONCE = 8
"""How many counts one statement raises, at most: there is one for each number of them."""


class _NewCount(NamedTuple):
    key: str
    times: int


class _Count(NamedTuple):
    times: int


_COUNTED = CompiledQuery(
    select(_COUNT.c.count.label("times")).where(
        _COUNT.c.key == bindparam("of"), _COUNT.c.window_at == bindparam("since")
    ),
    _Count,
)


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many times in a window of time."""

    name: str
    """What is counted: "sign-in"."""
    times: int
    window: timedelta
    too_often: str = ""
    """A sentence for somebody who has reached the limit, about what was too often; empty if nobody is told."""

    def key(self, reader: Reader, whose: str) -> str:
        """The key of the count for *whose*; nothing personal can be read from it."""
        return f"{self.name}:{hash_with(reader.secret, 'rate', whose)}" if whose else self.name


@dataclass(frozen=True, slots=True)
class Charge:
    """What is counted under a limit when somebody does something."""

    limit: Limit
    whose: str
    amount: int = 1


class Counts:
    """
    The counts after several charges at once.

    Each charge is judged as if it were counted only now, after those that were judged before. In the end, `settle`
    takes back those that were not judged.
    """

    def __init__(self, uow: UnitOfWork, charges: Iterable[Charge]) -> None:
        self._uow = uow
        self._unused: Counter[tuple[Limit, str]] = Counter()
        for charge in charges:
            self._unused[charge.limit, charge.whose] += charge.amount
        by_key = {limit.key(uow, whose): (limit, whose) for limit, whose in self._unused}
        # Everybody counts in the same order, so that two transactions never wait for each other.
        keys = sorted(by_key)
        self.times: dict[tuple[Limit, str], int] = {}
        """The counts of all charges, by limit and whose it is."""
        for begin in range(0, len(keys), _AT_ONCE):
            asked: dict[str, object] = {}
            for place, key in enumerate(keys[begin : begin + _AT_ONCE]):
                whose = by_key[key]
                asked |= {f"key_{place}": key, f"window_{place}": _window(uow.now, whose[0])}
                asked[f"amount_{place}"] = self._unused[whose]
            statement = _counting(len(keys[begin : begin + _AT_ONCE]), is_sqlite=uow.is_sqlite)
            self.times |= {by_key[row.key]: row.times for row in statement.all(uow.connection, asked)}

    def are_within(self, charges: Iterable[Charge]) -> bool:
        """Whether all of *charges* are within their limits; those after the first that is not do not count."""
        for charge in charges:
            whose = charge.limit, charge.whose
            self._unused[whose] -= charge.amount
            if self.times[whose] - self._unused[whose] > charge.limit.times:
                return False
        return True

    def settle(self) -> None:
        """Take back what was counted for charges that were not judged."""
        for (limit, whose), amount in self._unused.items():
            if amount:
                take_back(self._uow, limit, whose, amount)


def count(uow: UnitOfWork, limits: Mapping[Limit, str]) -> None:
    """
    Count one more time for each of *limits*, for the person or place given with it; empty means all together.

    :raises TooManyError: one of them is exceeded. Then nothing is counted, since the transaction is rolled back.
    """
    found = counted(uow, limits)
    reached = {limit: _left(uow.now, limit) for limit, times in found.items() if times > limit.times}
    if reached:
        raise _too_many(uow, max(reached, key=reached.__getitem__))


def counted(uow: UnitOfWork, limits: Mapping[Limit, str]) -> dict[Limit, int]:
    """Count one more time for each of *limits* and give the new counts; nothing is refused."""
    times = Counts(uow, [Charge(limit, whose) for limit, whose in limits.items()]).times
    return {limit: times[limit, whose] for limit, whose in limits.items()}


def take_back(uow: UnitOfWork, limit: Limit, whose: str, amount: int = 1) -> None:
    """Uncount the last time, or the last *amount*."""
    here = (_COUNT.c.key == limit.key(uow, whose)) & (_COUNT.c.window_at == _window(uow.now, limit))
    uow.connection.execute(update(_COUNT).where(here).values(count=_COUNT.c.count - amount))


def begins_again(now: datetime, limit: Limit) -> datetime:
    """When the limit begins anew."""
    return _window(now, limit) + limit.window


def time_left(now: datetime, limit: Limit) -> str:
    """How long it takes until the limit begins anew, in words: "5 minutes"."""
    return _words(_left(now, limit))


def is_within(uow: UnitOfWork, limit: Limit, whose: str) -> bool:
    """Whether one more time is within the limit; it is counted either way."""
    return are_within(uow, Charge(limit, whose))


def are_within(uow: UnitOfWork, *charges: Charge) -> bool:
    """
    Whether all of *charges* are within their limits.

    They are counted either way, but not those that come after the first that is not.
    """
    counts = Counts(uow, charges)
    if counts.are_within(charges):
        return True
    counts.settle()
    return False


def is_reached(reader: Reader, limit: Limit, whose: str) -> bool:
    """Whether the limit is used up; nothing is counted."""
    asked = {"of": limit.key(reader, whose), "since": _window(reader.now, limit)}
    found = _COUNTED.first(reader.connection, asked)
    return found is not None and found.times >= limit.times


def place(source: str) -> str:
    """
    The network around an address, such as that of a household or an office: /24 for IPv4, /64 for IPv6. Empty for this
    machine itself.
    """
    address = peer_address(source)
    if address is None:
        return source[:100]
    if address.is_loopback:
        return ""
    length = _V4_PLACE if isinstance(address, ipaddress.IPv4Address) else _V6_PLACE
    return str(ipaddress.ip_network((address.packed, length), strict=False))


def site(source: str) -> str:
    """The /48 network that a provider gives to a customer, with 65,536 places; empty for IPv4 and for this machine."""
    address = peer_address(source)
    if address is None or address.is_loopback or isinstance(address, ipaddress.IPv4Address):
        return ""
    return str(ipaddress.ip_network((address.packed, _V6_SITE), strict=False))


def place_words(source: str) -> str:
    """The origin of a request for a log."""
    return place(source) or "this machine"


@cache
def _counting(keys: int, *, is_sqlite: bool) -> CompiledQuery[_NewCount]:
    """The statement that counts under so many *keys*."""
    new = (sqlite.insert if is_sqlite else postgresql.insert)(_COUNT)
    # Of several rows only those of the first would get their types from the columns.
    rows: list[dict[str, object]] = [
        {
            "key": bindparam(f"key_{place}", type_=_COUNT.c.key.type),
            "window_at": bindparam(f"window_{place}", type_=_COUNT.c.window_at.type),
            "count": bindparam(f"amount_{place}", type_=_COUNT.c.count.type),
        }
        for place in range(keys)
    ]
    return CompiledQuery(
        new.values(rows)
        .on_conflict_do_update(index_elements=["key", "window_at"], set_={"count": _COUNT.c.count + new.excluded.count})
        .returning(_COUNT.c.key, _COUNT.c.count.label("times")),
        _NewCount,
    )


def _window(now: datetime, limit: Limit) -> datetime:
    return now - (now - _EPOCH) % limit.window


def _too_many(reader: Reader, limit: Limit) -> TooManyError:
    return TooManyError(f"{limit.too_often} Try again in {_words(_left(reader.now, limit))}.")


def _left(now: datetime, limit: Limit) -> timedelta:
    return begins_again(now, limit) - now


def _words(left: timedelta) -> str:
    minutes = max(1, -(-int(left.total_seconds()) // _MINUTE))
    if minutes < _HOUR:
        return "one minute" if minutes == 1 else f"{minutes} minutes"
    hours = -(-minutes // _HOUR)
    return "one hour" if hours == 1 else f"{hours} hours"


@dataclass(frozen=True, slots=True)
class Bucket:
    """A limit of so many times at once, and one more time after each *every*."""

    name: str
    """What is limited: "sign-in"."""
    at_once: int
    every: timedelta
    emptied_for: timedelta = timedelta()
    """The longest span that `empty` is called with; a row further ahead was written before the clock was set back."""

    def key(self, reader: Reader, whose: str) -> str:
        """The key of the bucket of *whose*; nothing personal can be read from it."""
        return f"{self.name}:{hash_with(reader.secret, 'rate', whose)}" if whose else self.name

    @property
    def span(self) -> int:
        """How long an empty bucket takes to be full again, in milliseconds."""
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
    """Leave nothing to take for the next *span*; calling it again begins the span anew and does not add to it."""
    _set(uow, bucket, whose, moment(uow.now + span - bucket.every) + bucket.span)


def leave_one(uow: UnitOfWork, bucket: Bucket, whose: str) -> None:
    """Leave at least one to take."""
    latest = moment(uow.now - bucket.every) + bucket.span
    full_at = _full_at(uow, bucket, whose)
    if full_at is not None and full_at > latest:
        _set(uow, bucket, whose, latest)


def is_emptied(reader: Reader, bucket: Bucket, whose: str) -> bool:
    """Whether a call of `empty` still counts: a bucket never stays empty for so long just because of what was taken."""
    full_at = _full_at(reader, bucket, whose)
    return full_at is not None and full_at > moment(reader.now) + bucket.span


def forget_full(uow: UnitOfWork, most: int) -> int:
    """Forget up to *most* buckets that are full again; how many they were."""
    is_full = _BUCKET.c.full_at <= moment(uow.now)
    return changed(uow.connection, delete(_BUCKET).where(some_of(_BUCKET, is_full, most)))


def moment(at: datetime) -> int:
    """*at* in milliseconds since 1970, as the rows of buckets hold it."""
    return (at - _EPOCH) // _UNIT


def _full_at(reader: Reader, bucket: Bucket, whose: str) -> int | None:
    asked = select(_BUCKET.c.full_at).where(_BUCKET.c.key == bucket.key(reader, whose))
    return reader.connection.execute(asked).scalar_one_or_none()


def _set(uow: UnitOfWork, bucket: Bucket, whose: str, full_at: int) -> None:
    make = sqlite.insert if uow.is_sqlite else postgresql.insert
    made = make(_BUCKET).values(key=bucket.key(uow, whose), full_at=full_at)
    uow.connection.execute(made.on_conflict_do_update(index_elements=["key"], set_={"full_at": full_at}))


class LocalBuckets:
    """
    Buckets that this process alone counts, in memory: for what is asked so often, and is worth so little, that a row
    for it would cost more than the answer.

    :param places: how many persons and places are known at most; those that asked least recently are forgotten.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._guard = Lock()
        self._full_at: OrderedDict[str, int] = OrderedDict()

    def take(self, now: datetime, bucket: Bucket, whose: str) -> bool:
        """Take one from the bucket of a person or place; False if there is none."""
        at, key = moment(now), f"{bucket.name}:{whose}"
        with self._guard:
            full_at = self._full_at.get(key, at)
            # A clock that was set back empties nothing.
            since = at if full_at > at + bucket.span else max(at, full_at)
            full_at = since + bucket.every // _UNIT
            if full_at > at + bucket.span:
                return False
            self._full_at[key] = full_at
            self._full_at.move_to_end(key)
            if len(self._full_at) > self._places:
                self._full_at.popitem(last=False)
        return True


@cache
def _taking(*, is_sqlite: bool) -> ReturningInsert[tuple[str]]:
    """A single statement, so that two who take at the same time both count."""
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
