"""The files of the tree, as the gates see them: all that is in the repository or could be committed to it."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@cache
def files() -> tuple[Path, ...]:
    """Every file that is not ignored."""
    # The checkout may belong to another account than the one that judges it.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, check=True, cwd=ROOT, capture_output=True).stdout.decode()
    paths = (ROOT / name for name in listed.split("\0") if name)
    return tuple(path for path in sorted(paths) if path.is_file())


def name(path: Path) -> str:
    """A file's path from the root of the tree."""
    return path.relative_to(ROOT).as_posix()


def texts(*suffixes: str) -> dict[str, str]:
    """The text of every file with one of *suffixes*, by its path from the root."""
    return {name(path): path.read_text("utf-8") for path in files() if path.suffix in suffixes}


def everything(*folders: str) -> dict[str, str]:
    """The text of every file below *folders*, whatever its kind, by its path from the root."""
    inside = [path for path in files() if name(path).startswith(folders)]
    return {name(path): path.read_bytes().decode("utf-8", "replace") for path in inside}


def copy_to(folder: Path) -> None:
    """Put a copy of every file into *folder*: a checkout without history, and without what is ignored."""
    for path in files():
        copy = folder / name(path)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)
