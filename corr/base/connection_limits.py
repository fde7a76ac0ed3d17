"""Limits on the connections of a server that anyone can reach: how slowly a client may send, and who makes room."""

import ipaddress
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Generic, TypeVar

_ADDRESSES_KEPT = 1000
_V6_NETWORK = 64
_NEWEST = 10
"""Connections of one group that have not come to the point yet, and for which others that rest make room."""
_Client = TypeVar("_Client")


@dataclass(frozen=True, slots=True)
class TransferLimits:
    """How slowly a client may send what it has begun to send."""

    stall: float = 30.0
    """Seconds without a single byte."""
    grace: float = 30.0
    """Seconds before the average counts."""
    rate: float = 4096.0
    """Bytes a second on average after that, so that a byte now and then does not hold a connection."""

    def is_too_slow(self, size: int, seconds: float, quiet: float) -> bool:
        """
        Whether a client is given up that has sent *size* bytes in *seconds*.

        :param quiet: seconds since the last byte.
        """
        return quiet > self.stall or size < self.rate * (seconds - self.grace)


class Rank(IntEnum):
    """What a connection is worth; where some have to be closed, those of the lowest rank are closed first."""

    STALE = 0
    """Something was begun, and should have come by now."""
    RESTING = 1
    """Nothing has to come; but if its client says something just now, that is lost."""
    ACTIVE = 2


@dataclass(frozen=True, slots=True)
class Waiting(Generic[_Client]):
    """A connection that waits for its client, so that it may be closed."""

    client: _Client
    group: str
    """Whose it is, see `address_group`."""
    is_own: bool
    """Whether a server of our own is at the other end, a proxy for instance; they may have any number."""
    since: float
    is_over: bool
    """Whether it has waited too long."""
    rank: Rank
    is_counted: bool = True
    """Whether it counts among those that one group may have."""


def to_close(waiting: Iterable[Waiting[_Client]], count: int, most: int, most_of_one: int) -> list[_Client]:
    """
    The clients whose connections have to be closed, for they waited too long or make room for others.

    Where a group has more than *most_of_one*, the oldest go, but for active ones. If there are more than *most* in all,
    it is each time one of the group that has most at that point: the oldest of its lowest rank, where of those that
    count all but the newest are stale. Our own come last.

    :param count: how many connections there are, those that do not wait among them.
    """
    groups = defaultdict[str, list[Waiting[_Client]]](list)
    gone = list[_Client]()
    for each in waiting:
        if each.is_over:
            gone.append(each.client)
        else:
            groups[each.group].append(each)
    left = list[tuple[bool, int, Rank, float, Waiting[_Client]]]()
    for members in groups.values():
        counted = sum(each.is_counted for each in members)
        surplus = 0 if members[0].is_own else counted - most_of_one
        ranked = list[tuple[Rank, float, Waiting[_Client]]]()
        for each in sorted(members, key=lambda each: each.since):
            is_stale = each.rank == Rank.STALE or (each.is_counted and counted > _NEWEST)
            ranked.append((Rank.STALE if is_stale else each.rank, each.since, each))
            counted -= each.is_counted
        ranked.sort(key=lambda entry: entry[:2])
        for place, (rank, since, each) in enumerate(ranked):
            if surplus > 0 and each.is_counted and each.rank != Rank.ACTIVE:
                surplus -= 1
                gone.append(each.client)
            else:
                left.append((each.is_own, place - len(members), rank, since, each))
    left.sort(key=lambda entry: entry[:4])
    return gone + [each.client for *_, each in left[: max(0, count - len(gone) - most)]]


@lru_cache(_ADDRESSES_KEPT)
def peer_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address of a client, as one of IPv4 also where it is written as one of IPv6; None if it is none."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None) or address


@lru_cache(_ADDRESSES_KEPT)
def address_group(host: str) -> str:
    """What the connections of a client are counted by: its IPv4 address, or its IPv6 network of 64 bits."""
    address = peer_address(host)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address.packed, _V6_NETWORK), strict=False))
    return host if address is None else str(address)
