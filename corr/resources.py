"""The folders of templates and migrations: in the package once it is installed, beside it in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def templates_folder() -> Path:
    """The folder of the Jinja templates of pages and letters."""
    return _folder("templates")


def migrations_folder() -> Path:
    """The folder of the Alembic environment with its versions."""
    return _folder("migrations")


def _folder(name: str) -> Path:
    packaged = _PACKAGE / f"_{name}"
    return packaged if packaged.is_dir() else _PACKAGE.parent / name
