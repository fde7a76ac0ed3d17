"""Time zones as people and browsers name them."""

import re
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from corr.errors import InputError

_FORM = re.compile(r"[A-Za-z][A-Za-z0-9_+-]{0,30}(/[A-Za-z0-9_+-]{1,30}){0,2}")


def read_zone(text: str) -> str:
    """
    The IANA name of a time zone.

    :raises InputError: there is no such zone.
    """
    name = text.strip()
    if _FORM.fullmatch(name):
        try:
            return ZoneInfo(name).key
        except (ZoneInfoNotFoundError, OSError, ValueError):
            # A folder of zones, such as "Europe", is an OSError.
            pass
    raise InputError("There is no time zone of that name. Choose one such as Europe/Berlin, or UTC.", field="zone")
