"""`corr league create`, `export`, `sample` and `schema`: a league as one file."""

import os
from datetime import UTC, datetime, timedelta

import click

from corr.base.uow import UnitOfWork
from corr.cli.game_parameters import read_file, write_text
from corr.cli.leagues.file_reader import LARGEST, Keys, read_league_file
from corr.config import read_settings
from corr.errors import CorrError, InputError
from corr.games.notation import shown
from corr.games.registry import Registry, read_options
from corr.leagues.acts.league_changes import AddOrganiser
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.rows import get_season
from corr.leagues.rules.league_file import NAME, ORGANISERS, LeagueFile, write_document, write_schema
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.rules.typed_values import SettingFault
from corr.leagues.season_search import league_named
from corr.leagues.seasons.league_founding import FoundedLeague, MakeLeague, make_league
from corr.leagues.views.league_files import league_document
from corr.players.profiles import PlayerView, get_player
from corr.wiring import SystemClock, changing, looking

_AT = 18
"""The hour of all dates in the sample."""


@click.command(short_help="Found a league from a file.")
@click.argument("file", metavar="FILE")
def create(file: str) -> None:
    """
    Found the league that FILE describes, and open its first season.

    FILE is YAML, or “-” for standard input; `corr league sample` prints one to begin with, and `corr league schema`
    says what each key means. Nothing is founded if anything in it is wrong: every fault is told with its line and key.
    The first of the organisers founds the league.
    """
    body, settings = read_file(file, LARGEST), read_settings(os.environ)
    with changing(settings) as uow:
        made = create_league(uow, body)
        season = get_season(uow, made.season_id)
    until = season.dates.sign_up_until
    click.echo(f"{season.league} is founded, and its first season is open: {settings.url}{season.path}")
    click.echo(f"Players may sign up until {until:%Y-%m-%d %H:%M} UTC.")


@click.command(short_help="Write a league as a file.")
@click.argument("league")
@click.option("--season", type=int, metavar="NUMBER", help="Which season; without it, the latest.")
@click.option("--output", "-o", metavar="FILE", default="-", help="Where to write it, if not to standard output.")
def export(league: str, season: int | None, output: str) -> None:
    """
    Write LEAGUE with all that is settled about its season as one file.

    It is the same that `corr league create` reads; LEAGUE is the short name in its address.
    """
    with looking(read_settings(os.environ)) as reader:
        text = league_document(reader, league_named(reader, league).id, season)
    write_text(output, text)


@click.command(short_help="Print a file to begin with.")
@click.argument("game", required=False)
def sample(game: str | None) -> None:
    """
    Print the file of a league to begin with, every key with what it means.

    GAME is the game that is played; without it, the first that there is.
    """
    registry = Registry.discover()
    info = registry.games()[0] if game is None else registry.get_info(game)
    day = SystemClock().now().replace(hour=_AT, minute=0, second=0, microsecond=0)
    settings = SeasonSettings(info.ruleset, read_options(info, {}))
    write_text("-", write_document(_sample(settings, day), info))


@click.command(short_help="Explain all keys of a file.")
def schema() -> None:
    """Print all keys that the file of a league may have, and what they mean."""
    click.echo(write_schema())


def create_league(uow: UnitOfWork, body: bytes) -> FoundedLeague:
    """
    Found the league that a file describes.

    :raises InputError: the file cannot be used; the sentence has a line for each fault, with its line and key.
    :raises NotAllowedError: the player who would found it may not.
    :raises TooManyError: that player has founded too many leagues today.
    """
    file, keys = read_league_file(body, uow.registry, uow.now)
    founder, *others = _organisers(uow, file, keys)
    league = (file.id, file.name, file.description, file.settings)
    try:
        made = make_league(uow, MakeLeague(founder.id, *league, file.dates))
    except InputError as refused:
        raise keys.refusal([SettingFault(refused.field or NAME, refused.sentence)]) from refused
    for other in others:
        AddOrganiser(made.id, other.name).carry_out(uow, ActRequest(founder.id))
    return made


def _organisers(uow: UnitOfWork, file: LeagueFile, keys: Keys) -> list[PlayerView]:
    """
    The organisers that the file names.

    :raises InputError: one is no player, or none is named.
    """
    if not file.organisers:
        raise keys.refusal([SettingFault(ORGANISERS, "Who runs the league? Write, for example, “organisers: [Ada]”.")])
    found, wrong = [], []
    for who in file.organisers:
        try:
            found.append(get_player(uow, who))
        except CorrError as refused:
            wrong.append(SettingFault(ORGANISERS, f"“{shown(who)}”: {refused.sentence}"))
    if wrong:
        raise keys.refusal(wrong)
    return found


def _sample(settings: SeasonSettings, day: datetime) -> LeagueFile:
    dates = Dates(*((day + timedelta(days=days)).astimezone(UTC) for days in (14, 21, 203)))
    description = "Everybody is welcome.\nWrite to the organisers if you have a question."
    return LeagueFile("summer-cup", "Summer Cup", description, ("Ada",), dates, settings)
