"""
`corr verify`: whether all games are what their logs tell.

Replaying is arithmetic, of which a Python process does one thing at a time; so several verify several ranges of games.
Each opens the database for itself and only reads it. The process that was asked is one of them, so that no processor
waits for the others to start.
"""

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context

import click

from corr.administration.cases import Finding, IdRange
from corr.administration.verification import (
    Verified,
    VerifyEach,
    count_games,
    differing,
    freeze_differing,
    repair,
    verify_game,
    verify_games,
    verify_range,
    verify_ranges,
)
from corr.base.uow import Workshop
from corr.cli import loaded
from corr.config import read_settings
from corr.errors import ConflictError, InputError
from corr.lazy_import import LazyImport
from corr.wiring import keeping

FOUND = 1
"""The exit status if there are findings."""
_SAY_EVERY = 5.0
"""Seconds between two lines of progress where no bar is shown."""
_WIPED = "\r\x1b[K"
"""The characters that wipe a progress bar from a terminal's line."""

_MOST = 32
"""The largest number of processes."""
_WORTH_IT = 20
"""Fewer ranges than this for each process cost more to start one than it saves."""
_AHEAD = 2
"""How many ranges are given to each of the others: the one it verifies, and the next."""

OnProgress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class VerificationPool:
    """
    A number of processes that verify ranges of games; they end with the verification.

    :param processes: how many, at most, with the one that asks.
    :param least: how many ranges there must be for each.
    """

    processes: int
    least: int = _WORTH_IT

    def __call__(self, workshop: Workshop, ranges: Sequence[IdRange]) -> Iterator[Verified]:
        """
        What each range came to, in the order of the ranges. Few ranges are verified by this process itself.

        :raises ConflictError: a process died.
        """
        processes = min(self.processes, len(ranges) // self.least)
        if processes <= 1:
            yield from verify_ranges(workshop, ranges)
            return
        with ProcessPoolExecutor(processes - 1, get_context("spawn"), loaded, (_VERIFY,)) as pool:
            try:
                yield from _in_order(pool, workshop, deque(ranges), (processes - 1) * _AHEAD)
            except BrokenProcessPool as fault:
                raise ConflictError(
                    "A process that verified games ended before it was done, perhaps for lack of memory. Nothing was "
                    "changed. Please try again with fewer: --processes 1."
                ) from fault
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


@dataclass(slots=True)
class _Process:
    """What a process of the pool keeps from range to range."""

    workshop: Workshop | None = None
    opened: ExitStack = field(default_factory=ExitStack)


_THIS = _Process()


@click.command()
@click.option("--game", metavar="ID", help="This game alone.")
@click.option("--repair", "is_repairing", is_flag=True, help="Write what follows from the logs anew from them.")
@click.option(
    "--ruleset", metavar="ID", help="After its rules were corrected: freeze the running games that differ by them now."
)
@click.option("--dry-run", is_flag=True, help="With --ruleset: only list them.")
@click.option(
    "--processes",
    type=click.IntRange(1, _MOST),
    default=min(os.cpu_count() or 1, 4),
    show_default="one for each processor, 4 at most",
    help="How many processes share the work where there are thousands of games.",
)
def verify(game: str | None, *, is_repairing: bool, ruleset: str | None, dry_run: bool, processes: int) -> None:
    """
    Play every game again, and compare all that is kept.

    Games are played from their logs. Each finding is one line. The exit status is 0 if there is none, and 1 if there
    are some. The log itself is never changed. Games may be played meanwhile.
    """
    _check_together(game, ruleset, is_repairing=is_repairing, dry_run=dry_run)
    with keeping(read_settings(os.environ)) as workshop:
        if ruleset is not None:
            status = _correct(workshop, ruleset, dry_run=dry_run)
        elif game is not None:
            status = _sum_up(1, _report(workshop, verify_game(workshop, game), is_repairing=is_repairing))
        else:
            status = _verify_all(workshop, VerificationPool(processes), is_repairing=is_repairing)
    sys.exit(status)


def _check_together(game: str | None, ruleset: str | None, *, is_repairing: bool, dry_run: bool) -> None:
    """
    Check that the options go together.

    :raises InputError: they do not.
    """
    if ruleset is not None and (game is not None or is_repairing):
        raise InputError(
            "--ruleset goes with neither --game nor --repair: it looks at all running games of the ruleset."
        )
    if dry_run and ruleset is None:
        raise InputError("--dry-run goes with --ruleset. Without --repair, nothing is changed anyway.")


def _verify_all(workshop: Workshop, verify_each: VerifyEach, *, is_repairing: bool) -> int:
    with _progress(_count(workshop)) as (on_progress, verified):
        findings = verify_games(workshop, on_progress=on_progress, verify_each=verify_each)
        found = _report(workshop, findings, is_repairing=is_repairing)
    return _sum_up(verified(), found)


def _report(workshop: Workshop, findings: Iterable[Finding], *, is_repairing: bool) -> tuple[int, int]:
    """Print each finding, and repair its game if wanted; the number of games with findings, and of other findings."""
    games: set[str] = set()
    repaired: set[str] = set()
    others = 0
    for finding in findings:
        _say(finding.words)
        if finding.game_id is None:
            others += 1
            continue
        games.add(finding.game_id)
        if is_repairing and finding.is_repairable and finding.game_id not in repaired:
            repaired.add(finding.game_id)
            with workshop.open() as uow:
                _say(f"Game {finding.game_id}: {repair(uow, finding.game_id)}")
    return len(games), others


def _sum_up(verified: int, found: tuple[int, int]) -> int:
    """Print the numbers; the exit status."""
    games, others = found
    beside = f" {others:,} finding{'' if others == 1 else 's'} beside them." if others else ""
    click.echo(f"{_games(verified)} verified, {games:,} with findings.{beside}")
    return FOUND if games or others else 0


def _correct(workshop: Workshop, ruleset: str, *, dry_run: bool) -> int:
    """
    List the running games that differ by the corrected rules, and freeze them; the exit status.

    :raises NotFoundError: there is no such ruleset.
    """
    # Checked before the database is asked, which could not even look for an id that is no valid text.
    workshop.registry.get_rules(ruleset)
    found = 0
    with _progress(_count(workshop, ruleset)) as (on_progress, verified):
        for finding in differing(workshop, ruleset, on_progress=on_progress):
            found += 1
            _say(finding.words)
            if not dry_run:
                _say(f"Game {finding.game_id}: {freeze_differing(workshop, finding)}")
    click.echo(f"{_games(verified(), 'running ')} of {ruleset} verified, {found:,} with findings.")
    return FOUND if found else 0


def _count(workshop: Workshop, ruleset: str | None = None) -> int:
    with workshop.look() as reader:
        return count_games(reader, ruleset)


def _games(count: int, kind: str = "") -> str:
    return f"{count:,} {kind}game{'' if count == 1 else 's'}"


def _say(words: str) -> None:
    """Print a line while games are verified, in place of the progress bar if there is one."""
    if sys.stderr.isatty():
        click.echo(_WIPED, err=True, nl=False)
    click.echo(words)


@contextmanager
def _progress(games: int) -> Iterator[tuple[OnProgress, Callable[[], int]]]:
    """Progress on the error stream: a function that adds games that were just verified, and one that gives the sum."""
    counts: list[int] = []
    if not sys.stderr.isatty():
        yield _lines(counts, games), lambda: sum(counts)
        return
    with click.progressbar(length=games, label="Games", show_pos=True, file=sys.stderr) as bar:

        def on_progress(count: int) -> None:
            counts.append(count)
            bar.update(count)

        yield on_progress, lambda: sum(counts)


def _lines(counts: list[int], games: int) -> OnProgress:
    said = [time.monotonic()]

    def on_progress(count: int) -> None:
        counts.append(count)
        now = time.monotonic()
        if now - said[-1] >= _SAY_EVERY:
            said.append(now)
            click.echo(f"{sum(counts):,} of {games:,} games verified", err=True)

    return on_progress


def _in_order(pool: ProcessPoolExecutor, workshop: Workshop, left: deque[IdRange], ahead: int) -> Iterator[Verified]:
    waiting: deque[Future[Verified]] = deque()
    while left:
        while left and sum(not future.done() for future in waiting) < ahead:
            waiting.append(pool.submit(_verify, left.popleft()))
        if left:
            waiting.append(Future())
            waiting[-1].set_result(verify_range(workshop, left.popleft()))
        while waiting and waiting[0].done():
            yield waiting.popleft().result()
    for future in waiting:
        yield future.result()


def _verify(ids: IdRange) -> Verified:
    if _THIS.workshop is None:
        # Ctrl-C reaches all processes of a terminal; the one that prints ends the others.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _THIS.workshop = _THIS.opened.enter_context(keeping(read_settings(os.environ)))
    return verify_range(_THIS.workshop, ids)


_VERIFY: LazyImport[Callable[[IdRange], Verified]] = LazyImport("corr.cli.verify:_verify")
"""What the others load first, as a command is loaded: garbage is not looked for meanwhile."""
