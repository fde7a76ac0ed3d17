"""Who sits at this machine: some pages are for nobody else."""

from ipaddress import ip_address

from flask import request
from werkzeug.exceptions import NotFound

from corr.web.app_state import is_loopback_host

_PROXY_HEADERS = frozenset(
    {
        "cdn-loop",
        "cf-connecting-ip",
        "forwarded",
        "true-client-ip",
        "via",
        "x-client-ip",
        "x-cluster-client-ip",
        "x-original-host",
        "x-real-ip",
    }
)
"""Besides all that begin with "x-forwarded"."""


def only_this_machine() -> None:
    """
    Let a request pass that comes from this machine and through no proxy.

    :raises NotFound: for anybody else there is no such page.
    """
    if not _is_loopback(request.remote_addr) or not is_loopback_host(request.host):
        raise NotFound
    if any(_is_from_proxy(name.lower()) for name in request.headers.keys()):  # noqa: SIM118 - these are pairs
        raise NotFound


def _is_loopback(address: str | None) -> bool:
    try:
        return address is not None and ip_address(address).is_loopback
    except ValueError:
        return False


def _is_from_proxy(name: str) -> bool:
    return name.startswith("x-forwarded") or name in _PROXY_HEADERS
