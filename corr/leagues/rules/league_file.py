"""
The league file: the settings and dates of a league and its season, each key with a comment that explains it.

The file is YAML, of which only keys, texts, lists and nested keys are used. Here it is written; it is parsed in the
commands, since this package is pure and does not import the YAML library.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC
from textwrap import wrap

from corr.games.api import Info
from corr.leagues.rules.setting_table import DATES, GAME, OPTIONS, SETTINGS
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.rules.settings_conversion import words_of, write_moment

ID, NAME, DESCRIPTION, ORGANISERS, ZONE = "id", "name", "description", "organisers", "zone"
_COMMENTS: Mapping[str, str] = {
    ID: "The short name for addresses: letters a to z, digits and hyphens. Left out, it is made from the name.",
    NAME: "What the league is called.",
    DESCRIPTION: "Description, in as many lines as it takes.",
    ORGANISERS: "Who runs it: names of players, or their mail addresses. The first one founds it.",
    ZONE: "The time zone of the dates below.",
    **{setting.key: setting.comment for setting in (*DATES, GAME, *SETTINGS)},
}
ALL_KEYS = tuple(_COMMENTS)
"""The paths of all keys that a file may have, but those below "options"."""
_ABOVE = {OPTIONS: "The options of the game.", "points": "What a game is worth: 1, ½, 0.5 or 1/2."}
_HEADINGS = {
    ID: "The league",
    ZONE: "The dates of the season",
    **{setting.key: setting.heading for setting in (GAME, *SETTINGS) if setting.heading},
}
_NEEDED = frozenset({NAME, ORGANISERS, GAME.key, *(date.key for date in DATES)})
_ZONE = "UTC"
"""The time zone in which a file is written, and the default where it names none."""
_PLAIN = re.compile(r"[\w½¼¾⅓⅔](?:[\w½¼¾⅓⅔ .,/+:()&-]*[\w½¼¾⅓⅔.)])?")
"""A text that needs no quotation marks in YAML; colons are checked by `_COLON`."""
_COLON = re.compile(r":(?!\S)")
_WIDTH = 94
"""Of a comment, without its sign."""


@dataclass(frozen=True, slots=True)
class LeagueFile:
    """The content of a league file."""

    id: str
    """Empty to have one made from the name."""
    name: str
    description: str
    organisers: tuple[str, ...]
    """Names of players, or mail addresses; the first one founds the league."""
    dates: Dates
    settings: SeasonSettings


def write_document(file: LeagueFile, info: Info) -> str:
    """The text of a league file; its dates are in UTC."""
    values: dict[str, str | list[str]] = {
        ID: file.id,
        NAME: file.name,
        DESCRIPTION: file.description,
        ORGANISERS: list(file.organisers),
        ZONE: _ZONE,
        **{date.key: write_moment(date.value(file.dates).astimezone(UTC)) for date in DATES},
        **words_of(file.settings),
    }
    lines = ["# A league, its season, and everything that is settled about them."]
    begun = set()
    for path, value in values.items():
        key, _, name = path.partition(".")
        if key not in begun:
            begun.add(key)
            lines += ["", f"## {_HEADINGS[key]}", ""] if key in _HEADINGS else []
            comment = _ABOVE[key] if name else _COMMENTS[key]
            lines += [f"# {line}" for line in wrap(comment, _WIDTH, break_on_hyphens=False)]
            lines += [f"{key}:"] if name else []
        if key == OPTIONS:
            lines.append(f"  # {_option_comment(info, name)}")
        lines += _entry(name or key, value, indent="  " if name else "")
    return "\n".join(lines) + "\n"


def write_schema() -> str:
    """A description for people of all keys, with their defaults."""
    usual = {ZONE: _ZONE, **words_of(SeasonSettings(""))}
    lines = [f"{path}\n    {comment}{_otherwise(path, usual.get(path))}" for path, comment in _COMMENTS.items()]
    lines.append(f"{OPTIONS}.NAME\n    An option of the game; “corr league sample GAME” prints them.")
    return "\n".join(lines)


def _otherwise(path: str, usual: str | list[str] | None) -> str:
    """What happens if a key is left out, in a sentence."""
    if path in _NEEDED:
        return " It has to be there."
    if usual is None:
        return ""
    return f" Left out, it is {usual if isinstance(usual, str) else ', '.join(usual)}."


def _option_comment(info: Info, name: str) -> str:
    option = next(option for option in info.options if option.name == name)
    words = " or ".join(word for word, _ in option.choices) or "yes or no"
    return f"{option.title}: {words}."


def _entry(key: str, value: str | list[str], *, indent: str) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"{indent}{key}: [{', '.join(_scalar(each, is_listed=True) for each in value)}]"
    elif _may_be_block(value):
        yield f"{indent}{key}: |-"
        yield from (f"{indent}  {line}".rstrip() for line in value.split("\n"))
    else:
        yield f"{indent}{key}: {_scalar(value)}"


def _may_be_block(value: str) -> bool:
    """Whether a text can be written as a YAML block, line by line."""
    lines = value.split("\n")
    is_plain = all(line.isprintable() and line == line.strip() for line in lines)
    return is_plain and len(lines) > 1 and bool(lines[0] and lines[-1])


def _scalar(value: str, *, is_listed: bool = False) -> str:
    is_plain = _PLAIN.fullmatch(value) and not _COLON.search(value) and not (is_listed and set(value) & set(",:"))
    # A JSON string is valid YAML.
    return value if is_plain else json.dumps(value, ensure_ascii=False)
