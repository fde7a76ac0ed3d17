"""Clients that hand mails over, and how many mails each may send; mail servers of our own are not counted."""

import ipaddress
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from corr.base.rate_limits import Charge, Limit, is_reached
from corr.base.uow import Reader

_HOUR = timedelta(hours=1)
_BAD_ADDRESSES = Limit("mail-bad-address", 20, _HOUR)
_MAILS = Limit("mail-in", 600, _HOUR)
"""A large provider sends the mails of many players from one address."""
_TO_PEOPLE = Limit("mail-to-people", 60, _HOUR)
"""To addresses that anybody knows; all others hold a token of ours."""
_TO_PEOPLE_FROM_OUR_OWN = Limit("mail-to-people-own", 600, _HOUR)
_V6_HOUSEHOLD = 64
_CLIENTS_KEPT = 200
UNJUDGED = "smtp-unjudged"
"""The source of mails that came by SMTP from another machine: its client can write any header, so
Authentication-Results and Received are not believed."""


@dataclass(frozen=True, slots=True)
class MailClient:
    """A client that hands mails over."""

    protocol: str
    """ "smtp" or "lmtp"."""
    limit_key: str
    """What it is counted by, see `limit_key_of`; empty for a mail server of our own, which is never turned away."""

    @property
    def source(self) -> str:
        """The source that is noted with its mails."""
        return UNJUDGED if self.limit_key else self.protocol

    def is_turned_away(self, reader: Reader) -> bool:
        """Whether it has tried too many addresses that do not exist."""
        return bool(self.limit_key) and is_reached(reader, _BAD_ADDRESSES, self.limit_key)

    @property
    def to_err(self) -> tuple[Charge, ...]:
        """What is counted for an address that does not exist."""
        return (Charge(_BAD_ADDRESSES, self.limit_key),) if self.limit_key else ()

    @property
    def to_send(self) -> tuple[Charge, ...]:
        """What is counted for a mail."""
        return (Charge(_MAILS, self.limit_key),) if self.limit_key else ()

    @property
    def to_write_to_people(self) -> Charge:
        """
        What is counted for a mail to an address that anybody knows.

        Such mails are kept for weeks, so that even a mail server of our own must not bring them without end.
        """
        return Charge(_TO_PEOPLE if self.limit_key else _TO_PEOPLE_FROM_OUR_OWN, self.limit_key)


def client_at(protocol: str, peer: object, *, is_own: bool) -> MailClient:
    """
    The client at the other end of a connection.

    :param peer: its network address as the system gives it: a tuple that begins with the host.
    :param is_own: whether only mail servers of our own connect there.
    """
    return MailClient(protocol, "" if is_own else limit_key_of(peer))


def limit_key_of(peer: object) -> str:
    """
    What the client at the other end of a connection is counted by: its IPv4 address or its IPv6 network of 64 bits;
    empty for this machine.

    :param peer: its network address as the system gives it: a tuple that begins with the host.
    """
    return _household(str(peer[0])) if isinstance(peer, tuple) and peer else ""


@lru_cache(_CLIENTS_KEPT)
def _household(host: str) -> str:
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            household = ipaddress.ip_network((address.packed, _V6_HOUSEHOLD), strict=False)
            return "" if address.is_loopback else str(household)
        address = address.ipv4_mapped
    return "" if address.is_loopback else str(address)
