"""
What is found by its name: the templates and the migrations, which lie in the package once it is installed and beside
it in a checkout; and those parts of the program that are loaded when they are needed.
"""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from pathlib import Path

_PACKAGE = Path(__file__).parent


def templates_folder() -> Path:
    """The folder of the Jinja templates of pages and letters."""
    return _folder("templates")


def migrations_folder() -> Path:
    """The folder of the Alembic environment with its versions."""
    return _folder("migrations")


def load(place: str) -> object:
    """
    What is found at *place*, "module:name". Its module is loaded now if it was not before.

    This is for what is heavy and not needed by every process: commands, and what only some databases need.
    """
    module, _, name = place.partition(":")
    # Asked again even if it is there: another thread may be at it, and is waited for.
    with nullcontext() if module in sys.modules else _keeping_all():
        return getattr(import_module(module), name)


@contextmanager
def _keeping_all() -> Iterator[None]:
    """
    A while in which all that is made will stay until the process ends.

    So nobody looks for garbage in it, neither meanwhile nor later: that took a third of the time of a short command.
    """
    is_collecting = gc.isenabled()
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        if is_collecting:
            gc.enable()


def _folder(name: str) -> Path:
    packaged = _PACKAGE / f"_{name}"
    return packaged if packaged.is_dir() else _PACKAGE.parent / name
