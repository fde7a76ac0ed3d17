"""
What is found by its name: the templates and the migrations, which lie in the package once it is installed and beside
it in a checkout; and those parts of the program that are loaded when they are needed.
"""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Generic, TypeVar

_Part = TypeVar("_Part")
_PACKAGE = Path(__file__).parent


def templates_folder() -> Path:
    """The folder of the Jinja templates of pages and letters."""
    return _folder("templates")


def migrations_folder() -> Path:
    """The folder of the Alembic environment with its versions."""
    return _folder("migrations")


@dataclass(frozen=True, slots=True)
class Later(Generic[_Part]):
    """What is heavy and not needed by every process, such as a command, or the driver of a database."""

    place: str
    """Its module and its name there, "module:name"."""

    def load(self) -> _Part:
        """The thing itself. Its module is loaded now if it was not before; a thread that is at it is waited for."""
        module, _, name = self.place.partition(":")
        found: _Part = getattr(import_module(module), name)
        return found


def _folder(name: str) -> Path:
    packaged = _PACKAGE / f"_{name}"
    return packaged if packaged.is_dir() else _PACKAGE.parent / name
