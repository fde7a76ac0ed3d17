"""Where a game belongs in its league: the season, the division and the round."""

from sqlalchemy import bindparam, select

from corr.service.leagues.rows import DIVISION, LEAGUE, PAIRING, SEASON
from corr.service.shown import LeaguePlace
from corr.service.standing import Standing
from corr.service.uow import Reader

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


def place_of(reader: Reader, standing: Standing) -> LeaguePlace | None:
    """Where a game belongs in its league; None, and nothing is asked, if it belongs to none."""
    if standing.season_id is None:
        return None
    row = reader.connection.execute(_PLACE, {"game": standing.id}).first()
    return (
        None if row is None else LeaguePlace(row.league_id, row.league, row.season, row.tier, row.division, row.round)
    )
