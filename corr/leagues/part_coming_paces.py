"""What is announced about the pace of seasons that run, for whoever plays in them."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import bindparam, select

from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.core.pace import Pace, read_pace
from corr.leagues.rows import SEASON

_COMING = select(SEASON.c.id, SEASON.c.tighter_pace, SEASON.c.tighter_from).where(
    SEASON.c.id.in_(bindparam("seasons", expanding=True)),
    SEASON.c.tighter_pace != "",
    SEASON.c.tighter_from.is_not(None),
    SEASON.c.tightened_at.is_(None),
)


def coming_paces(reader: Reader, seasons: Collection[int]) -> Mapping[int, Sentence]:
    """What is announced and does not hold yet, by season; nothing for those in which the pace stays."""
    if not seasons:
        return {}
    rows = reader.connection.execute(_COMING, {"seasons": list(seasons)})
    return {row.id: coming_words(read_pace(row.tighter_pace), row.tighter_from) for row in rows}


def coming_words(pace: Pace, holds_from: datetime) -> Sentence:
    """From when a tighter pace holds."""
    return Sentence.of("For turns that begin from ", holds_from, f" on: {pace.words}.")
