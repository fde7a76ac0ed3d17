"""Where what is not code lies: in the package, or beside it in a checkout."""

import inspect
from functools import cache
from hashlib import sha256
from pathlib import Path

_PACKAGE = Path(__file__).parent
_SOURCES = frozenset({".html", ".py", ".toml", ".txt"})
"""The endings of files that pages and letters are made of."""


def templates_folder() -> Path:
    """The folder of the Jinja templates of pages and letters."""
    return _folder("templates")


def migrations_folder() -> Path:
    """The folder of the Alembic environment with its versions."""
    return _folder("migrations")


def game_folder(rules: type) -> Path:
    """The folder of a game, with its page of rules and its data: where its class of rules is written."""
    return Path(inspect.getfile(rules)).parent


def text_beside(module: str, name: str) -> str:
    """The text of a file that lies beside a module, which is given by its `__file__`."""
    return (Path(module).parent / name).read_text("utf-8")


def conformance_folder() -> Path:
    """The folder of the tests that every game has to pass."""
    packaged = _PACKAGE / "_conformance"
    return packaged if packaged.is_dir() else _PACKAGE.parent / "tests" / "games" / "conformance"


def sources_in(folder: Path) -> list[Path]:
    """The files in *folder* itself and in its data that what people see is made of: code, pages, drawings, words."""
    found = (*folder.glob("*.*"), *folder.glob("data/*.*"))
    return sorted(path for path in found if path.suffix in _SOURCES)


@cache
def package_digest() -> str:
    """A digest of the package's own code and texts; worked out once, since a process keeps what it has loaded."""
    digest = sha256()
    for path in sorted(path for path in _PACKAGE.rglob("*.*") if path.suffix in _SOURCES):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _folder(name: str) -> Path:
    packaged = _PACKAGE / f"_{name}"
    return packaged if packaged.is_dir() else _PACKAGE.parent / name
