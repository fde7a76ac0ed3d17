"""`corr game`: a game of one's own from the first file to the last check."""

import importlib.util
import json
import keyword
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from corr import games
from corr.cli.engine import check_order, counted
from corr.cli.game_parameters import AskedGames, GameCommand, about_a_position, asked, instead, standard_input
from corr.distribution import NAME, version
from corr.errors import InputError, TurnError
from corr.games.game_files import RecordedGame, play_recorded, write_game
from corr.games.notation import shown
from corr.games.registry import Registry
from corr.resources import conformance_folder, game_folder, templates_folder

CHECKED, MORE = "CONFORMANCE_GAMES", "CONFORMANCE_RULES"
"""The variables by which the tests of conformance know what to look at: games, and a class that is not installed."""
_NAME = re.compile(r"[a-z]{2,20}")
_MOST_COUNTED = 100_000
_DEEPEST = 5
_LARGEST = 1_000_000
"""The most bytes of turns that are read."""
_PROJECT = "pyproject.toml"
_DATA = ("data/demo.txt", "data/diagrams.txt", "data/drawings.txt", "data/games.txt", "data/perft.json")
_PARTS = ("__init__.py", "rules.py", "rules.html", *_DATA)
"""The files of a new game, apart from the project that makes it a package."""
_STAND_IN = "newgame"
"""The name of the game in what `corr game new` copies."""
_SERVER = f"{NAME}>=VERSION"
"""What a new game needs, there."""
_LONGEST_WHAT = 200


@dataclass(frozen=True, slots=True)
class _Change:
    """What becomes of a file."""

    path: Path
    sentence: str
    text: str | None = None
    """Its new text; None if it stays as it is."""


@click.group()
def game() -> None:
    """Write a game of your own, and check any that is installed."""


@game.command()
@click.argument("name")
@click.option("--into", metavar="FOLDER", help="Where its folder is put, if not here.")
@click.option("--inside", is_flag=True, help="Put it among Corr's own games instead, for a checkout that you change.")
def new(name: str, *, into: str | None, inside: bool) -> None:
    """
    Write the folder of a new game NAME, which plays at once.

    It has the rules of noughts and crosses, to be replaced by yours piece by piece. NAME has two to twenty small
    letters.
    """
    _check_name(name)
    if inside and into is not None:
        raise InputError("A game is put --inside or --into a folder, not both.")
    where = _own_games() if inside else _folder("." if into is None else into)
    top = where / (name if inside else f"corr-{name}")
    if top.exists() or top.with_suffix(".py").exists():
        raise InputError(f"{top} is there already; nothing was written.")
    try:
        _write_game(name, top, inside=inside)
    except OSError as fault:
        raise _unwritable(top, fault) from fault
    click.echo(_next_steps(name, top, inside=inside))


def _own_games() -> Path:
    """
    The folder of Corr's own games.

    :raises InputError: it is no part of a checkout, and would be gone with the next version.
    """
    folder = Path(games.__path__[0])
    if not (folder.parents[1] / "pyproject.toml").is_file():
        raise InputError("This Corr is installed and is no checkout, so leave --inside out.")
    return folder


def _folder(typed: str) -> Path:
    """
    The folder that is called so.

    :raises InputError: there is none.
    """
    if not typed:
        raise InputError("The name of the folder is missing.")
    try:
        is_folder = Path(typed).is_dir()
    except OSError:
        # The name is longer than any can be.
        is_folder = False
    if not is_folder:
        raise InputError(f"There is no folder {shown(typed)}.")
    return Path(typed)


def _check_name(name: str) -> None:
    """
    Refuse a name that no game can have.

    :raises InputError: it is one.
    """
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise InputError(f"The name of a game is two to twenty small letters, such as “hexboard”, not “{shown(name)}”.")
    if name in {known for info in Registry.discover().games() for known in (info.game, info.title.lower())}:
        raise InputError(f"There is a game called {name} already: see corr board {name}.")


def _write_game(name: str, top: Path, *, inside: bool) -> None:
    """Write all files of a game into the folder *top*, which is there only once all of them are."""
    sources = templates_folder() / "new_game"
    stand_ins = {_STAND_IN: name, _STAND_IN.title(): name.title(), _SERVER: f"{NAME}>={version()}"}
    with TemporaryDirectory(dir=top.parent, prefix=".corr-new-") as folder:
        project = Path(folder) / top.name
        for part in _PARTS if inside else (*_PARTS, _PROJECT):
            target = project / part if inside or part == _PROJECT else project / f"corr_{name}" / part
            target.parent.mkdir(parents=True, exist_ok=True)
            text = (sources / part).read_text("utf-8")
            for stand_in, word in stand_ins.items():
                text = text.replace(stand_in, word)
            target.write_text(text, "utf-8")
        project.rename(top)


def _next_steps(name: str, top: Path, *, inside: bool) -> str:
    folder = top if inside else top / f"corr_{name}"
    steps = [
        *([] if inside else [_install_command(f"--no-deps --editable {top}")]),
        f"{_own_command()} board {name}",
        f"{_own_command()} game check {name}",
    ]
    listed = "\n".join(f"    {step}" for step in steps)
    return (
        f"{folder} has a game that can be played. See it with\n\n{listed}\n\n"
        f"and write your own rules in its rules.py. What else there is: {Path(games.__path__[0]) / 'README.md'}"
    )


def _own_command() -> str:
    """What runs Corr here: its path where the shell does not find it, as in a checkout."""
    beside = Path(sys.executable).with_name("corr")
    return str(beside) if beside.exists() and shutil.which("corr") != str(beside) else "corr"


def _install_command(what: str) -> str:
    """What installs *what* beside Corr: uv where that lies beside Python, as in a checkout, whose Python has no pip."""
    python = Path(sys.executable)
    uv = python.with_name("uv")
    return f"{uv} pip install --python {python} {what}" if uv.exists() else f"{python} -m pip install {what}"


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
        raise InputError(f"This needs what is not installed here: {_install_command(' '.join(missing))}")
    folder = str(conformance_folder())
    with TemporaryDirectory(prefix="corr-check-") as kept:
        environ = {**os.environ, CHECKED: info.game, "HYPOTHESIS_STORAGE_DIRECTORY": kept}
        environ.pop(MORE, None)
        alone = ["-c", os.devnull, "--rootdir", folder, "--confcutdir", folder, "-p", "no:cacheprovider"]
        words = ["--quiet", "--tb=short", "--no-header", "--hypothesis-profile", "conformance", *more]
        command = [sys.executable, "-m", "pytest", folder, *alone, *words]
        ended = subprocess.run(command, env=environ, check=False)  # noqa: S603 - our own interpreter
    sys.exit(min(ended.returncode, 1))


@game.command(cls=GameCommand)
@about_a_position()
@click.option("--what", metavar="WORDS", help="What the game is there for, if not for its length.")
def record(game: str, position: str | None, option: tuple[str, ...], what: str | None) -> None:
    """
    Keep a game of GAME beside its engine.

    A change that plays it otherwise is noticed from then on. The turns come on standard input, one a line, as for `corr
    check`. The game is added to data/games.txt in the folder of GAME, and the counts of the position where it begins to
    data/perft.json. They say what the engine does now: compare them with another engine's, or by hand, before you trust
    them.
    """
    about = asked(game, position, option)
    if option:
        raise InputError("Games are kept with the usual options only.")
    check_order(about)
    played = _played(about, what)
    folder = game_folder(type(about.rules)) / "data"
    path = folder
    try:
        folder.mkdir(exist_ok=True)
        # Nothing is written before all of it is known to be right.
        changes = [_with_game(folder / "games.txt", played)] if played.turns else []
        changes.append(_with_counts(folder / "perft.json", about, played.start))
        for change in changes:
            path = change.path
            _write_whole(path, change.text)
    except OSError as fault:
        raise _unwritable(path, fault) from fault
    click.echo("\n".join(change.sentence for change in changes))


def _played(about: AskedGames, what: str | None) -> RecordedGame:
    """
    The game of the turns that were typed.

    :raises InputError: a turn cannot be played.
    """
    turns = [line.strip() for line in _typed().splitlines() if line.strip()]
    start = about.rules.format_position(about.position)
    words = what or f"{len(turns)} turn{'' if len(turns) == 1 else 's'}"
    if len(words) > _LONGEST_WHAT:
        raise InputError(f"What a game is there for is said in at most {_LONGEST_WHAT} characters.")
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


def _with_game(path: Path, played: RecordedGame) -> _Change:
    kept = _ascii(path).strip()
    paragraph = write_game(played)
    if not paragraph.isascii():
        sign = next(sign for sign in paragraph if not sign.isascii())
        raise InputError(f"A game is kept in plain ASCII, so “{shown(sign)}” can be no part of it.")
    if paragraph in kept.split("\n\n"):
        return _Change(path, f"{path} has this game already.")
    text = "\n\n".join(filter(None, [kept, paragraph])) + "\n"
    return _Change(path, f"{path} has one game more: {played.what}.", text)


def _with_counts(path: Path, about: AskedGames, position: str) -> _Change:
    kept = _cases(path)
    if any(case["position"] == position for case in kept):
        return _Change(path, f"{path} has the counts of this position already.")
    counts = _counts(about)
    lines = ",\n".join(json.dumps(case) for case in [*kept, {"position": position, "counts": counts}])
    sentence = f"{path} has the counts of one position more: {', '.join(map(str, counts))}."
    return _Change(path, sentence, f"[\n{lines}\n]\n")


def _ascii(path: Path) -> str:
    """
    The text of a file; empty if there is none.

    :raises InputError: it is no plain text.
    """
    try:
        return path.read_text("ascii") if path.is_file() else ""
    except UnicodeDecodeError as fault:
        raise InputError(f"{path} is not plain ASCII text: see byte {fault.start + 1}. Mend it first.") from fault


def _cases(path: Path) -> list[dict[str, object]]:
    """
    The counts in a file; none if there is no such file.

    :raises InputError: it holds something else.
    """
    try:
        cases = json.loads(_ascii(path) or "[]")
    except (ValueError, RecursionError) as fault:
        raise InputError(f"{path} is not JSON. Mend it first.") from fault
    if not isinstance(cases, list) or not all(isinstance(case, dict) and "position" in case for case in cases):
        raise InputError(f"{path} is not a list of objects with a position each. Mend it first.")
    return cases


def _write_whole(path: Path, text: str | None) -> None:
    """Write a file so that it is never there by half; nothing where there is nothing new."""
    if text is not None:
        with TemporaryDirectory(dir=path.parent, prefix=".corr-record-") as folder:
            (Path(folder) / path.name).write_text(text, "ascii")
            (Path(folder) / path.name).replace(path)


def _counts(about: AskedGames) -> list[int]:
    """How many sequences of one action there are, of two, and so on, as long as they are not too many."""
    found: list[int] = []
    while len(found) < _DEEPEST and (not found or 0 < found[-1] * (found[0] + 1) <= _MOST_COUNTED):
        found.append(counted(about, len(found) + 1))
    return found


def _unwritable(path: Path, fault: OSError) -> InputError:
    return InputError(f"{path} cannot be written: {(fault.strerror or str(fault)).lower()}.")
