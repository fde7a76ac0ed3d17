"""What belongs to a game of a league: its division and round, and a tighter pace that was announced."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime

from sqlalchemy import bindparam, select

from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.core.pace import Pace, read_pace
from corr.game.views import GameView, LeaguePlace
from corr.leagues.rows import DIVISION, LEAGUE, PAIRING, SEASON

_PLACE = (
    select(
        LEAGUE.c.id.label("league_id"),
        LEAGUE.c.name.label("league"),
        SEASON.c.number.label("season"),
        DIVISION.c.tier,
        DIVISION.c.name.label("division"),
        PAIRING.c.round,
    )
    .select_from(PAIRING)
    .join(DIVISION, DIVISION.c.id == PAIRING.c.division_id)
    .join(SEASON, SEASON.c.id == PAIRING.c.season_id)
    .join(LEAGUE, LEAGUE.c.id == SEASON.c.league_id)
    .where(PAIRING.c.game_id == bindparam("game"))
)
_COMING = select(SEASON.c.id, SEASON.c.tighter_pace, SEASON.c.tighter_from).where(
    SEASON.c.id.in_(bindparam("seasons", expanding=True)),
    SEASON.c.tighter_pace != "",
    SEASON.c.tighter_from.is_not(None),
    SEASON.c.tightened_at.is_(None),
)


def with_place(reader: Reader, view: GameView) -> GameView:
    """*view* with the place of its game in its league, if it belongs to one."""
    return replace(view, place=_place(reader, view.id)) if view.season_id is not None else view


def _place(reader: Reader, game_id: str) -> LeaguePlace | None:
    row = reader.connection.execute(_PLACE, {"game": game_id}).first()
    return (
        None if row is None else LeaguePlace(row.league_id, row.league, row.season, row.tier, row.division, row.round)
    )


def coming_paces(reader: Reader, seasons: Collection[int]) -> Mapping[int, Sentence]:
    """The announced paces that do not hold yet, as sentences by season; seasons without one are left out."""
    if not seasons:
        return {}
    rows = reader.connection.execute(_COMING, {"seasons": list(seasons)})
    return {row.id: coming_words(read_pace(row.tighter_pace), row.tighter_from) for row in rows}


def no_coming_paces(_reader: Reader, _seasons: Collection[int]) -> Mapping[int, Sentence]:
    """The same where it is known that there is none."""
    return {}


def coming_words(pace: Pace, holds_from: datetime) -> Sentence:
    """The sentence that says from when a tighter pace holds."""
    return Sentence.of("For turns that begin from ", holds_from, f" on: {pace.words}.")
