"""An organiser's mail to everybody in a season, or to one of its divisions."""

from dataclasses import dataclass, field
from datetime import timedelta

from sqlalchemy import bindparam, func, select

from corr.base.rate_limits import Limit, count
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, InputError, NotFoundError
from corr.leagues.act_basics import LeagueReceipt, find_repeated, name_of, note_act
from corr.leagues.journal import LEAGUE_EVENT, LeagueAct
from corr.leagues.league_news import Announcement, tell_announcement
from corr.leagues.rows import DIVISION, SeasonRow, check_organiser, entries_of, get_season, get_season_locked
from corr.play.messages import read_message
from corr.store.base import is_id

LONGEST_TITLE = 100
"""How many characters a subject has at most."""
LONGEST_TEXT = 5000
"""How many characters a text has at most."""
_PER_SEASON = Limit("announcements", 5, timedelta(days=1), "Five mails were sent to this season today.")
_EARLIER = select(func.count()).where(
    LEAGUE_EVENT.c.season_id == bindparam("season"), LEAGUE_EVENT.c.kind == LeagueAct.ANNOUNCED.value
)
_DIVISION = select(DIVISION.c.name).where(
    DIVISION.c.id == bindparam("division"), DIVISION.c.season_id == bindparam("season")
)


@dataclass(frozen=True, slots=True)
class Announce:
    """A mail of an organiser to everybody in a season, or in a division."""

    season_id: int
    by_player_id: int
    title: str
    """The subject."""
    text: str = field(repr=False)
    division_id: int | None = None
    """The division; None for all players of the season."""
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class AnnouncementPreview:
    """An announcement as it would be sent."""

    title: str
    text: str
    names: tuple[str, ...]
    """The names of those who get it."""
    division: str
    """The name of the division; empty for all."""


@dataclass(frozen=True, slots=True)
class _Read:
    """An announcement that was checked, with its receivers."""

    shown: AnnouncementPreview
    player_ids: tuple[int, ...]


def announcement_preview(reader: Reader, order: Announce) -> AnnouncementPreview:
    """
    The announcement as it would be sent.

    :raises InputError: the title or the text cannot be used.
    :raises ConflictError: nobody is there to get it.
    """
    season = get_season(reader, order.season_id)
    check_organiser(reader, season.league_id, order.by_player_id)
    return _read(reader, season, order).shown


def announce(uow: UnitOfWork, order: Announce) -> LeagueReceipt:
    """
    Send a mail to everybody in a season or in a division.

    :raises NotFoundError: there is no such season or division.
    :raises NotAllowedError: that is no organiser.
    :raises InputError: the title or the text cannot be used.
    :raises TooManyError: too many were sent.
    :raises ConflictError: nobody is there to get it.
    """
    season = get_season_locked(uow, order.season_id)
    check_organiser(uow, season.league_id, order.by_player_id)
    repeated = find_repeated(uow, season, order.by_player_id, order.order_key)
    if repeated:
        return repeated
    read = _read(uow, season, order)
    count(uow, {_PER_SEASON: str(season.id)})
    shown = read.shown
    said = Announcement(
        by=name_of(uow, order.by_player_id),
        to=shown.division or "all players",
        title=shown.title,
        text=shown.text,
    )
    tell_announcement(uow, season, read.player_ids, said, occasion=str(_count(uow, season)))
    facts = {"title": shown.title, "division": shown.division, "players": len(read.player_ids)}
    by, key = order.by_player_id, order.order_key
    note_act(uow, season, LeagueAct.ANNOUNCED, facts=facts, by_player_id=by, order_key=key)
    people = "1 player" if len(read.player_ids) == 1 else f"{len(read.player_ids)} players"
    return LeagueReceipt(f"Your mail goes to {people}.")


def _count(reader: Reader, season: SeasonRow) -> int:
    """The number of earlier mails to the season; unique for each mail, since the season is locked."""
    return int(reader.connection.execute(_EARLIER, {"season": season.id}).scalar_one())


def _read(reader: Reader, season: SeasonRow, order: Announce) -> _Read:
    division = "" if order.division_id is None else _division(reader, season, order.division_id)
    title, text = _title(order.title), read_message(order.text, longest=LONGEST_TEXT)
    entries = [each for each in entries_of(reader, season.id) if order.division_id in {None, each.division_id}]
    if not entries:
        raise ConflictError("There is nobody who would get it.")
    names = tuple(sorted(entry.name for entry in entries))
    return _Read(AnnouncementPreview(title, text, names, division), tuple(entry.player_id for entry in entries))


def _division(reader: Reader, season: SeasonRow, division_id: int) -> str:
    asked = {"division": division_id if is_id(division_id) else 0, "season": season.id}
    name = reader.connection.execute(_DIVISION, asked).scalar()
    if name is None:
        raise NotFoundError("There is no such division in this season.")
    return str(name)


def _title(text: str) -> str:
    """The subject on one line."""
    title = " ".join(text.split())
    if not title:
        raise InputError("Write what the mail is about, in a few words.", field="title")
    if len(title) > LONGEST_TITLE:
        raise InputError(f"A subject has at most {LONGEST_TITLE} letters; this one has {len(title)}.", field="title")
    if not title.isprintable():
        raise InputError("The subject has characters that cannot be shown; please type it again.", field="title")
    return title
