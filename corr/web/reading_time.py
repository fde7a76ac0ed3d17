"""How long the rules of a game take to read, worked out from the words of their page."""

import re
from collections.abc import Iterable

from jinja2 import Environment, TemplateNotFound

from corr.games.diagrams import Diagram

_WORDS_A_MINUTE = 230
"""What people read of such a text in a minute."""
_INCLUDED = re.compile(r"\{%-?\s*include\s+\"([^\"]+)\"")
_NO_WORDS = re.compile(r"<nav\b.*?</nav>|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<[^>]*>", re.DOTALL)
_WORD = re.compile(r"\w[\w’'-]*")


def minutes_to_read(templates: Environment, name: str, diagrams: Iterable[Diagram]) -> int | None:
    """
    The minutes that the template *name* and the captions of *diagrams* take to read; None if there is no such template.
    """
    try:
        source = _source(templates, name)
    except TemplateNotFound:
        return None
    text = " ".join([_NO_WORDS.sub(" ", source), *(diagram.caption for diagram in diagrams)])
    return max(1, round(len(_WORD.findall(text)) / _WORDS_A_MINUTE))


def _source(templates: Environment, name: str) -> str:
    """The text of a template with those that it includes."""
    assert templates.loader is not None, "pages are made from templates"
    source, _, _ = templates.loader.get_source(templates, name)
    return _INCLUDED.sub(lambda found: f"{_source(templates, found[1])}{found[0]}", source)
