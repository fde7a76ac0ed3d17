"""Time zones as people and browsers name them."""

import re
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from corr.errors import InputError

_FORM = re.compile(r"(?!(?:posix|right)/)[A-Za-z][A-Za-z0-9_+-]{0,30}(/[A-Za-z0-9_+-]{1,30}){0,2}")
_NO_ZONES = frozenset({"Factory", "localtime", "posixrules"})
"""Files beside the zones: what this machine was set to, or nothing."""


def read_zone(text: str) -> str:
    """
    The IANA name of a time zone.

    :raises InputError: there is no such zone.
    """
    name = text.strip()
    if _FORM.fullmatch(name) and name not in _NO_ZONES:
        try:
            return ZoneInfo(name).key
        except (ZoneInfoNotFoundError, OSError, ValueError):
            # A folder of zones, such as "Europe", is an OSError.
            pass
    raise InputError("There is no time zone of that name. Choose one such as Europe/Berlin, or UTC.", field="zone")
