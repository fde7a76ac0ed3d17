"""`corr demo`: a demo as large as a service may become, to try pages and jobs with very many games."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from corr.config import read_settings
from corr.demo import set_up_demo
from corr.demo.crowd import MOST_GAMES, add_crowd, check_games, settle
from corr.demo.model_games import DemoGamesWish
from corr.wiring.assembly import Service, build

_INTERRUPTED = 130
"""The usual exit status of a command that was ended by Ctrl-C."""
_SAY_EVERY = 5.0
"""Seconds between two lines of progress where no bar is shown."""


@click.command()
@click.option("--games", type=int, required=True, metavar="N", help=f"How many games, from 1 to {MOST_GAMES:,}.")
def demo(games: int) -> None:
    """
    Fill a demo's database with N games of about 20 turns between many players.

    The database is empty, or a demo's. Cut off in the middle, the same command goes on where it was.
    """
    check_games(games)
    os.umask(0o077)
    service = build(read_settings(os.environ))
    try:
        set_up_demo(service.workshop, service.mail_identity.reply_address)
        _fill(service, games)
    finally:
        service.mail_reader.close()
        service.database.close()


def _fill(service: Service, games: int) -> None:
    steps = add_crowd(service.workshop, DemoGamesWish(games))
    done = next(steps)
    if done == games:
        click.echo(f"All {games:,} games are there already.")
        return
    if done:
        click.echo(f"{done:,} of {games:,} games are there already; the others follow.")
    try:
        click.echo("At first a few hundred games are played; all others will be like one of them.")
        with _progress(done, games) as show:
            for now_done in steps:
                show(now_done)
                done = now_done
    except KeyboardInterrupt:
        # Bundles in progress were finished, so there may be a few more games by now.
        click.echo(f"Stopped. At least {done:,} of {games:,} games are there; the same command goes on.", err=True)
        sys.exit(_INTERRUPTED)
    if not service.settings.is_sqlite:
        click.echo("PostgreSQL looks its tables over.")
    settle(service.database)
    click.echo(f"There are {games:,} games. To see them: corr serve --demo")


@contextmanager
def _progress(begin: int, games: int) -> Iterator[Callable[[int], None]]:
    """A function that shows the progress: as a bar on a terminal, else as a line now and then."""
    if not sys.stdout.isatty():
        yield _lines(games)
        return
    with click.progressbar(length=games, label="Games", show_eta=True, show_pos=True) as bar:
        bar.update(begin)
        yield lambda done: bar.update(done - bar.pos)


def _lines(games: int) -> Callable[[int], None]:
    marks: list[tuple[float, int]] = []

    def show(done: int) -> None:
        now = time.monotonic()
        if marks and done < games and now - marks[-1][0] < _SAY_EVERY:
            return
        marks.append((now, done))
        click.echo(f"{done:,} of {games:,} games ({done * 100 // games} %){_left(marks, games)}")

    return show


def _left(marks: list[tuple[float, int]], games: int) -> str:
    """The estimated time for the rest, by the speed so far; empty before there is any."""
    (began, first), (now, done) = marks[0], marks[-1]
    if done in (first, games):
        return ""
    return f", about {_time((now - began) / (done - first) * (games - done))} left"


def _time(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 60} min {whole % 60} s" if whole >= 60 else f"{whole} s"  # noqa: PLR2004 - a minute
