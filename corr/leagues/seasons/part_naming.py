"""What leagues are called in addresses, and what they say about themselves."""

import re
import unicodedata

from sqlalchemy import bindparam, select

from corr.base.uow import Reader
from corr.errors import InputError
from corr.leagues.rows import LEAGUE

LONGEST_DESCRIPTION = 4000
SHORTEST_ID, LONGEST_ID = 3, 40
_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_KEPT_IDS = frozenset({"admin", "all", "closed", "embed", "help", "league", "leagues", "make", "mine", "new", "search"})
"""What stands in addresses beside leagues."""
_WITH_ID = select(LEAGUE.c.id).where(LEAGUE.c.id == bindparam("league"))


def suggested_id(reader: Reader, name: str) -> str:
    """A short name that is free, made from the *name* of a league."""
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[: LONGEST_ID - 4].strip("-")
    if len(stem) < SHORTEST_ID or stem in _KEPT_IDS:
        stem = f"league-{stem}".strip("-")
    wanted, number = stem, 1
    while wanted in _KEPT_IDS or is_taken(reader, wanted):
        number += 1
        wanted = f"{stem}-{number}"
    return wanted


def read_league_id(text: str) -> str:
    """
    The short name that *text* is.

    :raises InputError: it cannot be used as one.
    """
    wanted = text.strip().lower()
    if not SHORTEST_ID <= len(wanted) <= LONGEST_ID:
        raise InputError(f"A short name has {SHORTEST_ID} to {LONGEST_ID} letters.", field="id")
    if not _ID.fullmatch(wanted):
        raise InputError(
            "A short name is made of the letters a to z, digits and hyphens between them, such as “summer-cup”.",
            field="id",
        )
    if wanted in _KEPT_IDS:
        raise InputError("That short name is kept for the service itself. Choose another.", field="id")
    return wanted


def read_description(text: str) -> str:
    """
    What a league says about itself, in lines.

    :raises InputError: it is too long, or cannot be shown.
    """
    description = "\n".join(line.rstrip() for line in text.strip().splitlines())
    if len(description) > LONGEST_DESCRIPTION:
        raise InputError(f"A description has at most {LONGEST_DESCRIPTION} letters.", field="description")
    if not description.replace("\n", "").replace("\t", "").isprintable():
        raise InputError(
            "The description has characters that cannot be shown; please type it again.", field="description"
        )
    return unicodedata.normalize("NFC", description)


def is_taken(reader: Reader, league_id: str) -> bool:
    """Whether a league has that short name."""
    return reader.connection.execute(_WITH_ID, {"league": league_id}).first() is not None
