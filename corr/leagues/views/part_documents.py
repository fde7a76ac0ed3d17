"""A league as the file that founds one like it."""

from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.leagues.rows import find_latest_season, get_league, get_season_numbered, organisers_of
from corr.leagues.rules.league_file import LeagueFile, write_document


def league_document(reader: Reader, league_id: str, number: int | None = None) -> str:
    """
    A league as a file, with what is settled about a season of it, or about the latest.

    :raises NotFoundError: there is no such league, or no such season.
    """
    league = get_league(reader, league_id)
    season = find_latest_season(reader, league.id)
    if number is not None:
        season = get_season_numbered(reader, league.id, number)
    if season is None:
        raise NotFoundError(f"{league.name} has no season yet.")
    names = tuple(name for _, name in organisers_of(reader, league.id))
    file = LeagueFile(league.id, league.name, league.description, names, season.dates_so_far, season.settings)
    return write_document(file, reader.registry.get_info(season.settings.ruleset))
