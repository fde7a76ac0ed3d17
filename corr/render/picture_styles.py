"""The style of a picture of a board: what `board.css` says about all that is drawn on it, in the colours of a theme."""

import re
from collections.abc import Mapping
from functools import lru_cache

from corr.render.themes import SHEETS, theme_colors

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"^([^@\s{}][^{}]*) \{([^{}]*)\}", re.MULTILINE)
"""A rule that holds in every window: those of some windows alone are indented."""
_CLASS = re.compile(r"\.([\w-]+)")
_CLASSES = re.compile(r'class="([^"]*)"')
_COLOR = re.compile(r"var\(--board-([a-z0-9-]+)\)")
_ELEMENT = "board"
"""What only says how large a board is on a page."""


def style_of(drawing: str, theme: str, scheme: str) -> str:
    """
    The style for the elements of *drawing*.

    :param scheme: "light", "dark", or "system" for that of the reader's system.
    """
    classes = frozenset(name for names in _CLASSES.findall(drawing) for name in names.split())
    rules = _rules(classes)
    names = sorted(set(_COLOR.findall(rules)))
    colors = theme_colors(theme, scheme)
    always = colors.light or colors.dark or {}
    dark = colors.dark if colors.light else None
    at_night = f"@media(prefers-color-scheme:dark){{{_values(names, dark)}}}" if dark else ""
    return f"{rules}{_values(names, always)}{at_night}"


@lru_cache(maxsize=256)
def _rules(classes: frozenset[str]) -> str:
    css = _COMMENT.sub("", (SHEETS / "board.css").read_text(encoding="utf-8"))
    found = []
    for selectors, body in _RULE.findall(css):
        parts = [part.strip() for part in selectors.split(",")]
        fitting = [part for part in parts if part != f".{_ELEMENT}" and _fits(part, classes)]
        if fitting:
            found.append(f"{','.join(fitting)}{{{' '.join(body.split())}}}")
    return "".join(found)


def _fits(selector: str, classes: frozenset[str]) -> bool:
    """Whether *selector* may choose something that has no other classes."""
    named = frozenset(_CLASS.findall(selector))
    return bool(named) and named <= classes and ":" not in selector


def _values(names: list[str], colors: Mapping[str, str]) -> str:
    return f"svg{{{';'.join(f'--board-{name}:{colors[name]}' for name in names)}}}"
