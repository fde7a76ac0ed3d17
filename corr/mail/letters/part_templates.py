"""The templates of letters, ready to be filled in."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from corr.mail.letters.wording import FILTERS


def mail_templates(folder: Path) -> Environment:
    """The environment of the templates of letters, which lie in `mail` below *folder*."""
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    environment.filters.update(FILTERS)
    return environment
