"""The journal of a league as sentences that its members can read."""

from dataclasses import dataclass
from datetime import datetime

from corr.service.sentences import Sentence
from corr.service.shown import Page
from corr.service.uow import Reader

PAGE = 50


@dataclass(frozen=True, slots=True)
class JournalLine:
    """Something that was done in a league."""

    id: int
    at: datetime
    season: int | None
    """The number of the season; None for what is about the league."""
    act: str
    """One word, as `journal.LeagueAct` has it."""
    by: str
    """The name of whoever did it; empty for the service's own."""
    sentence: Sentence


def journal_page(reader: Reader, league_id: str, page: int = 1, season_id: int | None = None) -> Page[JournalLine]:
    """The journal of a league, or of one of its seasons, the latest first."""
    raise NotImplementedError
