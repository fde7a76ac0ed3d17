"""Where a game belongs in its league: the season, the division and the round."""

from dataclasses import replace

from sqlalchemy import bindparam, select

from corr.base.uow import Reader
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


def with_place(reader: Reader, view: GameView) -> GameView:
    """*view* with the place of its game in its league, if it belongs to one."""
    return replace(view, place=_place(reader, view.id)) if view.season_id is not None else view


def _place(reader: Reader, game_id: str) -> LeaguePlace | None:
    row = reader.connection.execute(_PLACE, {"game": game_id}).first()
    return (
        None if row is None else LeaguePlace(row.league_id, row.league, row.season, row.tier, row.division, row.round)
    )
