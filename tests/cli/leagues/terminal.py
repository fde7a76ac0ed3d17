"""A terminal at which `corr league` is typed, and a file of a league that is right."""

from click.testing import CliRunner, Result

from corr.cli import main
from corr.games.registry import Registry
from corr.leagues.rules.league_file import LeagueFile, write_document
from corr.leagues.rules.settings import Dates, SeasonSettings
from tests.leagues.rules.test_moments import at
from tests.leagues.typed_settings import read_settings

REGISTRY = Registry.discover()
USUAL = SeasonSettings("kelasu/1", {"spend_all": False})
DATES = Dates(at(2030, 1, 1), at(2030, 1, 8), at(2030, 7, 1))
NOW = at(2029, 12, 24)
SHORT = """\
name: Summer Cup
organisers: [Ada]
sign_up_until: 2030-01-01
starts_at: 2030-01-08
ends_at: 2030-06-30
game: kelasu
"""
"""A file with no more than has to be there."""


def run(*words: str, url: str = "", typed: str | bytes = "") -> Result:
    """What `corr league` did, by a service whose data lies at *url*."""
    environ = {"CORR_DATABASE_URL": url or None, "CORR_URL": None, "CORR_VAR": None}
    return CliRunner(env=environ).invoke(main, ["league", *words], typed)


def a_file(settings: SeasonSettings = USUAL, *, name: str = "Summer Cup", description: str = "") -> LeagueFile:
    """A league as a file describes it."""
    return LeagueFile("summer-cup", name, description, ("Ada",), DATES, settings)


def written(file: LeagueFile) -> bytes:
    """The file as it lies on a disk."""
    return write_document(file, REGISTRY.get_info(file.settings.ruleset)).encode()


def settings(**typed: str) -> SeasonSettings:
    """The settings that somebody typed; usual ones but for these."""
    return read_settings({"game": "kelasu", **typed}, REGISTRY)
