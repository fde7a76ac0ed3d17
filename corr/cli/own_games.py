"""`corr game`: a game of one's own from the first file to the last check."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from corr.cli.engine import check_order, counted
from corr.cli.game_parameters import AskedGames, GameCommand, about_a_position, asked, instead, standard_input
from corr.errors import InputError, TurnError
from corr.games.recorded_games import RecordedGame, play_recorded, write_game
from corr.games.registry import Registry
from corr.resources import conformance_folder, game_folder

CHECKED, MORE = "CORR_CHECKED_GAMES", "CORR_CHECKED_RULES"
"""The variables by which the tests of conformance know what to look at: games, and a class that is not installed."""
_MOST_COUNTED = 100_000
_DEEPEST = 5
_LARGEST = 1_000_000
"""The most bytes of turns that are read."""


@click.group()
def game() -> None:
    """Check a game, and keep games and counts beside its engine."""


@game.command(context_settings={"ignore_unknown_options": True})
@click.argument("name")
@click.argument("more", nargs=-1, type=click.UNPROCESSED)
def check(name: str, more: tuple[str, ...]) -> None:
    """
    Check whether the game NAME does all that Corr asks of a game.

    Plays it at random with every value of its options, and looks at its notation, clicks, pictures, page of rules and
    recorded games. Needs pytest and hypothesis; further words are options for pytest, such as -x or -k pictures. Ends
    with status 1 if anything is wrong.
    """
    info = Registry.discover().get_info(name)
    if missing := [part for part in ("pytest", "hypothesis") if importlib.util.find_spec(part) is None]:
        raise InputError(f"This needs what is not installed here: pip install {' '.join(missing)}")
    folder = str(conformance_folder())
    with TemporaryDirectory(prefix="corr-check-") as kept:
        environ = {**os.environ, CHECKED: info.game, "HYPOTHESIS_STORAGE_DIRECTORY": kept}
        environ.pop(MORE, None)
        alone = ["-c", os.devnull, "--rootdir", folder, "--confcutdir", folder, "-p", "no:cacheprovider"]
        words = ["--quiet", "-rs", "--no-header", "--hypothesis-profile", "conformance", *more]
        command = [sys.executable, "-m", "pytest", folder, *alone, *words]
        ended = subprocess.run(command, env=environ, check=False)  # noqa: S603 - our own interpreter
    sys.exit(min(ended.returncode, 1))


@game.command(cls=GameCommand)
@about_a_position()
@click.option("--what", metavar="WORDS", help="What the game is there for, if not for its length.")
def record(game: str, position: str | None, option: tuple[str, ...], what: str | None) -> None:
    """
    Keep a game of GAME beside its engine, so that a change that plays it otherwise is noticed.

    The turns come on standard input, one a line, as for `corr check`. The game is added to data/games.txt in the folder
    of GAME, and the counts of the position where it begins to data/perft.json. They say what the engine does now:
    compare them with another engine's, or by hand, before you trust them.
    """
    about = asked(game, position, option)
    if option:
        raise InputError("Games are kept with the usual options only.")
    check_order(about)
    played = _played(about, what)
    folder = game_folder(type(about.rules)) / "data"
    try:
        folder.mkdir(exist_ok=True)
        said = [_keep_game(folder / "games.txt", played)] if played.turns else []
        said.append(_keep_counts(folder / "perft.json", about, played.start))
    except OSError as fault:
        raise _unwritable(fault) from fault
    click.echo("\n".join(said))


def _played(about: AskedGames, what: str | None) -> RecordedGame:
    """
    The game of the turns that were typed.

    :raises InputError: a turn cannot be played.
    """
    turns = [line.strip() for line in _typed().splitlines() if line.strip()]
    start = about.rules.format_position(about.position)
    words = what or f"{len(turns)} turn{'' if len(turns) == 1 else 's'}"
    try:
        return play_recorded(about.rules, " ".join(words.split()), start, turns)
    except TurnError as refused:
        raise InputError(f"{refused.sentence}{instead(refused)}") from refused


def _typed() -> str:
    """
    The text on standard input.

    :raises InputError: it is none, or too long.
    """
    raw = standard_input().read(_LARGEST + 1)
    if len(raw) > _LARGEST:
        raise InputError(f"There are more than {_LARGEST:,} bytes of turns.")
    try:
        return raw.decode()
    except UnicodeDecodeError as fault:
        raise InputError(f"The turns are not UTF-8 text: see byte {fault.start + 1}.") from fault


def _keep_game(path: Path, played: RecordedGame) -> str:
    kept = path.read_text("ascii").strip() if path.is_file() else ""
    paragraph = write_game(played)
    if paragraph in kept.split("\n\n"):
        return f"{path} has this game already."
    path.write_text("\n\n".join(filter(None, [kept, paragraph])) + "\n", "ascii")
    return f"{path} has one game more: {played.what}."


def _keep_counts(path: Path, about: AskedGames, position: str) -> str:
    kept = json.loads(path.read_text("ascii")) if path.is_file() else []
    if any(case["position"] == position for case in kept):
        return f"{path} has the counts of this position already."
    counts = _counts(about)
    lines = ",\n".join(json.dumps(case) for case in [*kept, {"position": position, "counts": counts}])
    path.write_text(f"[\n{lines}\n]\n", "ascii")
    return f"{path} has the counts of one position more: {', '.join(map(str, counts))}."


def _counts(about: AskedGames) -> list[int]:
    """How many sequences of one action there are, of two, and so on, as long as they are not too many."""
    found: list[int] = []
    while len(found) < _DEEPEST and (not found or 0 < found[-1] * (found[0] + 1) <= _MOST_COUNTED):
        found.append(counted(about, len(found) + 1))
    return found


def _unwritable(fault: OSError) -> InputError:
    return InputError(f"{fault.filename} cannot be written: {(fault.strerror or str(fault)).lower()}.")
