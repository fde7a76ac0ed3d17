"""Rosters: the players of a season as CSV, to take home and to bring in."""

from dataclasses import dataclass, field

from corr.service.leagues.acting import LeagueReceipt
from corr.service.uow import Reader, UnitOfWork


@dataclass(frozen=True, slots=True)
class ImportRoster:
    """Players are to enter a season by a list."""

    season_id: int
    by_player_id: int
    body: bytes = field(repr=False)
    """The file as it came."""
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class RosterPreview:
    """What a roster would do."""

    new: tuple[str, ...]
    """The names of those who would enter."""
    known: tuple[str, ...]
    """The names of those who are in the season already."""
    version: int


def roster_csv(reader: Reader, season_id: int, by_player_id: int) -> str:
    """
    The players of a season as CSV, safe to be opened in a spreadsheet.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    """
    raise NotImplementedError


def roster_preview(reader: Reader, order: ImportRoster) -> RosterPreview:
    """
    What bringing in the roster would do.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: the season has begun.
    :raises InputError: the file cannot be used; the sentence names the lines.
    """
    raise NotImplementedError


def import_roster(uow: UnitOfWork, order: ImportRoster) -> LeagueReceipt:
    """
    Let the players of a roster enter a season: all of them or, if one line cannot be used, none.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: the season has begun.
    :raises InputError: the file cannot be used; the sentence names the lines.
    """
    raise NotImplementedError
