"""An organiser's mail to everybody in a season, or to one of its divisions."""

from dataclasses import dataclass, field

from corr.service.leagues.acting import LeagueReceipt
from corr.service.uow import Reader, UnitOfWork


@dataclass(frozen=True, slots=True)
class Announce:
    """A few words for everybody in a season, or in a division."""

    season_id: int
    by_player_id: int
    title: str
    """The subject."""
    text: str = field(repr=False)
    division_id: int | None = None
    """None for all."""
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class AnnouncementPreview:
    """An announcement as it would be sent."""

    title: str
    text: str
    names: tuple[str, ...]
    """Who gets it."""
    division: str
    """The name of the division; empty for all."""


def announcement_preview(reader: Reader, order: Announce) -> AnnouncementPreview:
    """
    The announcement as it would be sent.

    :raises NotFoundError: there is no such season or division.
    :raises NotAllowedError: that is no organiser.
    :raises InputError: the title or the text cannot be used.
    """
    raise NotImplementedError


def announce(uow: UnitOfWork, order: Announce) -> LeagueReceipt:
    """
    Send a mail to everybody in a season or in a division.

    :raises NotFoundError: there is no such season or division.
    :raises NotAllowedError: that is no organiser.
    :raises InputError: the title or the text cannot be used.
    :raises TooManyError: too many were sent.
    :raises ConflictError: nobody is there to get it.
    """
    raise NotImplementedError
