"""`corr league simulate`: seasons of invented players, which show what settings do."""

import sys
from collections.abc import Iterator

import click

from corr.cli.game_parameters import read_file
from corr.cli.leagues.file_reader import LARGEST, read_league_file
from corr.cli.leagues.tables import division_text
from corr.core.spans import counted
from corr.games.notation import shown
from corr.games.registry import Registry
from corr.leagues.rows import SeasonRow
from corr.leagues.rules.settings import SMALLEST_DIVISION
from corr.leagues.seasons.division_plans import PlannedDivision, SeasonPlan
from corr.leagues.shows import MOST_PLAYERS, MOST_SEASONS, PlayedSeason, ShowWish, a_show

_DIVISIONS = 3
"""The number of divisions if the number of players is not given."""


@click.command(short_help="Play seasons with invented players.")
@click.argument("file", metavar="FILE")
@click.option(
    "--players",
    type=click.IntRange(SMALLEST_DIVISION, MOST_PLAYERS),
    metavar="NUMBER",
    help="How many sign up for each season; without it, enough for three divisions.",
)
@click.option(
    "--seasons",
    type=click.IntRange(1, MOST_SEASONS),
    default=1,
    metavar="NUMBER",
    help="How many seasons are played, one after the other; without it, one.",
)
@click.option("--seed", default="1", metavar="TEXT", help="Another seed gives other players, games and results.")
@click.option("--why", is_flag=True, help="Explain every place.")
def simulate(*, file: str, players: int | None, seasons: int, seed: str, why: bool) -> None:
    """
    Play whole seasons of the league that FILE describes, with invented players.

    It takes some seconds of computing: about 3 for a season of 8 players, and 5 for one of 30.

    Nothing is kept, and nobody gets a mail: see how divisions, tie-breaks, the end date and promotion work out with
    your settings. The same seed plays the same seasons.
    """
    registry = Registry.discover()
    league, _ = read_league_file(read_file(file, LARGEST), registry, None)
    wanted = min(MOST_PLAYERS, _DIVISIONS * league.settings.players_per_division)
    with a_show(league, registry, ShowWish(wanted if players is None else players, seasons, seed)) as show:
        for _ in range(seasons):
            click.echo(plan_text(show.sign_up()))
            played = show.play(_progress)
            _tell("\n")
            click.echo(played_text(played, has_reasons=why))
            show.open_next()
        click.echo(plan_text(show.sign_up()), nl=False)


def plan_text(plan: SeasonPlan) -> str:
    """The planned divisions, with the players and the reasons, as text."""
    title = f"{plan.season.name}: {counted(sum(len(one.players) for one in plan.divisions), 'player')}"
    games = f"{counted(plan.games, 'game')}"
    return "\n".join([f"{title}, {games}", *(line for one in plan.divisions for line in _division_lines(one)), ""])


def played_text(played: PlayedSeason, *, has_reasons: bool = False) -> str:
    """The end of a season as text."""
    parts = [division_text(view, has_reasons=has_reasons) for view in played.divisions]
    news = "\n".join(f"- {sentence}" for sentence in played.news)
    return "\n\n".join([*parts, *([f"What else happened:\n{news}"] if news else [])]) + "\n"


def _division_lines(division: PlannedDivision) -> Iterator[str]:
    yield f"  {division.name}"
    for number, player in enumerate(division.players, 1):
        yield f"    {number:>2}  {shown(player.name)} ({player.rating}): {player.why}"


def _progress(season: SeasonRow, done: int, count: int) -> None:
    """Show the progress on a line that the next call overwrites."""
    _tell(f"\r{season.name}: {done} of {counted(count, 'game')}")


def _tell(text: str) -> None:
    """Write to the error stream if it is a terminal, so that no progress is kept in files."""
    if sys.stderr is not None and sys.stderr.isatty():
        click.echo(text, err=True, nl=False)
