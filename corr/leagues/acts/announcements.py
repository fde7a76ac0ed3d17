"""An organiser's mail to everybody in a season, or to one of its divisions."""

from dataclasses import dataclass, field
from datetime import timedelta

from sqlalchemy import bindparam, func, select

from corr.base.rate_limits import Limit
from corr.base.uow import Reader, UnitOfWork
from corr.core.spans import counted
from corr.errors import ConflictError, InputError, NotFoundError
from corr.leagues.acts.organiser_act import ActRequest, Done, SeasonAct
from corr.leagues.journal import LEAGUE_EVENT, LeagueAct, name_of
from corr.leagues.league_news import Announcement, tell_announcement
from corr.leagues.rows import DIVISION, EntryRow, SeasonRow, entries_of
from corr.play.messages import read_message
from corr.players.sanctions import Outreach, check_may_reach
from corr.store.base import is_id

LONGEST_TITLE = 100
"""How many characters a subject has at most."""
LONGEST_TEXT = 5000
"""How many characters a text has at most."""
_EARLIER = select(func.count()).where(
    LEAGUE_EVENT.c.season_id == bindparam("season"), LEAGUE_EVENT.c.kind == LeagueAct.ANNOUNCED.value
)
_DIVISION = select(DIVISION.c.name).where(
    DIVISION.c.id == bindparam("division"), DIVISION.c.season_id == bindparam("season")
)


@dataclass(frozen=True, slots=True)
class AnnouncementDraft:
    """An announcement as it would be sent."""

    title: str
    text: str
    receivers: tuple[EntryRow, ...]
    division: str
    """The name of the division; empty for all."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who get it."""
        return tuple(sorted(entry.name for entry in self.receivers))


@dataclass(frozen=True, slots=True)
class Announce(SeasonAct):
    """A mail of an organiser to everybody in a season, or in a division."""

    title: str
    """The subject."""
    text: str = field(repr=False)
    division_id: int | None = None
    """The division; None for all players of the season."""

    kind = LeagueAct.ANNOUNCED
    is_shown = False
    limit = Limit("announcements", 5, timedelta(days=1), "Five mails were sent to this season today.")

    def draft(self, reader: Reader, by_player_id: int) -> AnnouncementDraft:
        """
        The announcement as it would be sent.

        :raises InputError: the title or the text cannot be used, or the organiser may write to nobody.
        :raises ConflictError: nobody is there to get it.
        """
        season = self.find(reader)
        self.check_right(reader, season, by_player_id)
        check_may_reach(reader, by_player_id, Outreach.ANNOUNCEMENT, "text")
        return self._read(reader, season)

    def judge(self, reader: Reader, season: SeasonRow) -> str:
        self._read(reader, season)
        return ""

    def perform(self, uow: UnitOfWork, season: SeasonRow, request: ActRequest) -> Done:
        check_may_reach(uow, request.by_player_id, Outreach.ANNOUNCEMENT, "text")
        read = self._read(uow, season)
        by, to = name_of(uow, request.by_player_id), read.division or "all players"
        said = Announcement(by=by, to=to, title=read.title, text=read.text)
        # Unique for each mail, since the season is locked.
        occasion = str(uow.connection.execute(_EARLIER, {"season": season.id}).scalar_one())
        tell_announcement(uow, season, [entry.player_id for entry in read.receivers], said, occasion=occasion)
        count = len(read.receivers)
        facts = {"title": read.title, "division": read.division, "players": count}
        return Done(f"Your mail goes to {counted(count, 'player')}.", facts)

    def _read(self, reader: Reader, season: SeasonRow) -> AnnouncementDraft:
        division = "" if self.division_id is None else _division(reader, season, self.division_id)
        title, text = _title(self.title), read_message(self.text, longest=LONGEST_TEXT)
        entries = [each for each in entries_of(reader, season.id) if self.division_id in {None, each.division_id}]
        if not entries:
            raise ConflictError("There is nobody who would get it.")
        return AnnouncementDraft(title, text, tuple(entries), division)


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
