"""
The league file: the settings and dates of a league and its season, each key with a comment that explains it.

The file is YAML, of which only keys, texts, lists and nested keys are used. Here it is written; it is parsed in the
commands, since this package is pure and does not import the YAML library.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC

from corr.games.api import Info
from corr.leagues.rules.read_settings import (
    DATE_KEYS,
    ENDS_AT,
    GAME,
    KEYS,
    OPTIONS,
    SIGN_UP_UNTIL,
    STARTS_AT,
    words_of,
    write_moment,
)
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.rules.tiebreaks import codes_with_labels

ID, NAME, DESCRIPTION, ORGANISERS, ZONE = "id", "name", "description", "organisers", "zone"
LEAGUE_KEYS = (ID, NAME, DESCRIPTION, ORGANISERS, ZONE)
ALL_KEYS = (*LEAGUE_KEYS, *DATE_KEYS, *KEYS)
"""The paths of all keys that a file may have, but those below "options"."""
_NEEDED = frozenset({NAME, ORGANISERS, *DATE_KEYS, GAME})
_ZONE = "UTC"
"""The time zone in which a file is written, and the default where it names none."""
_PLAIN = re.compile(r"[\w½¼¾⅓⅔](?:[\w½¼¾⅓⅔ .,/+:()&-]*[\w½¼¾⅓⅔.)])?")
"""A text that needs no quotation marks in YAML; colons are checked by `_COLON`."""
_COLON = re.compile(r":(?!\S)")
_COMMENTS: Mapping[str, str] = {
    ID: "The short name for addresses: letters a to z, digits and hyphens. Left out, it is made from the name.",
    NAME: "What the league is called.",
    DESCRIPTION: "Description, in as many lines as it takes.",
    ORGANISERS: "Who runs it: names of players, or their mail addresses. The first one founds it.",
    ZONE: "The time zone of the dates below.",
    SIGN_UP_UNTIL: (
        "Until when players sign up: a day with a time, such as 2027-03-01 18:00, or a day alone, which is its end."
    ),
    STARTS_AT: "When all games begin: a day alone is its beginning.",
    ENDS_AT: "The end date: a day alone is its end.",
    GAME: "The game that is played.",
    OPTIONS: "The options of the game.",
    "pace": "The time for turns: 3d/turn is 3 days for each; 7d+1d/14d is 7 days, 1 more after each turn, at most 14.",
    "weekends_off": "Whether each player’s clock stands still on that player’s rest days: yes or no.",
    "late": "What becomes of a late player: lose (the game is lost), or claim (the other player may claim it).",
    "leave": "Whether clocks stand still while a player is on leave: yes or no.",
    "rated": "Whether the games count for ratings: yes or no.",
    "legs": "Whether each pair meets once (single), or twice with the seats exchanged (double).",
    "points": "What a game is worth: 1, ½, 0.5 or 1/2.",
    "points.win": "What a win is worth: 1, ½, 0.5 or 1/2.",
    "points.draw": "What a draw is worth: 1, ½, 0.5 or 1/2.",
    "points.loss": "What a loss is worth: 1, ½, 0.5 or 1/2.",
    "tie_breaks": (
        f"What parts players with equal points, in order: {codes_with_labels()}. What is still equal shares the place."
    ),
    "higher_rating_first": "Whether the tie-break by rating puts the higher one first: yes or no.",
    "players_per_division": "How many players a division has, about: 3 to 20.",
    "up": "How many are promoted from each division but the highest.",
    "down": "How many are relegated from each division but the lowest.",
    "newcomers": "Where newcomers begin: in the lowest division (lowest), or by their ratings (rating).",
    "unfinished": (
        "What becomes of games that are unfinished at the end date: adjudicate (the organisers set each result), "
        "draw, no-result, or play-on."
    ),
    "withdrawal": (
        "When a player withdraws: half (with less than half of the games finished all results leave the table, "
        "from then on the rest are forfeits), or forfeits (the rest are forfeits in any case)."
    ),
    "minimum_reliability": "The least share of games kept to that a player needs to join, in percent: 0 to 100.",
    "reports": "Whether a report goes out each week: yes or no.",
    "rolls_over": "Whether the next season opens by itself when this one is over: yes or no.",
    "sign_up_days": "How many days the sign-up for a season that opens by itself lasts.",
}
_HEADINGS = {
    ID: "The league",
    ZONE: "The dates of the season",
    GAME: "The games",
    "legs": "The table",
    "players_per_division": "The divisions",
    "unfinished": "When something goes wrong",
    "reports": "Reports, and the next season",
}
"""The headings, by the key that begins the part below them."""
_WIDTH = 96


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
    dates, words = file.dates, words_of(file.settings)
    league: dict[str, str | list[str]] = {
        ID: file.id,
        NAME: file.name,
        DESCRIPTION: file.description,
        ORGANISERS: list(file.organisers),
        ZONE: _ZONE,
        SIGN_UP_UNTIL: write_moment(dates.sign_up_until.astimezone(UTC)),
        STARTS_AT: write_moment(dates.starts_at.astimezone(UTC)),
        ENDS_AT: write_moment(dates.ends_at.astimezone(UTC)),
    }
    lines = ["# A league, its season, and everything that is settled about them."]
    above = ""
    for path, value in (league | words).items():
        key, _, name = path.partition(".")
        if key != above:
            lines += _introduction(key, has_value=not name)
            above = key
        if key == OPTIONS:
            lines.append(f"  # {_option_comment(info, name)}")
        lines += _entry(name or key, value, indent="  " if name else "")
    return "\n".join(lines) + "\n"


def write_schema() -> str:
    """A description for people of all keys, with their defaults."""
    usual: dict[str, str | list[str]] = {ZONE: _ZONE, **words_of(SeasonSettings(""))}
    lines = [f"{path}\n    {_COMMENTS[path]}{_otherwise(path, usual)}" for path in ALL_KEYS]
    lines.append(f"{OPTIONS}.NAME\n    An option of the game; “corr league sample GAME” prints them.")
    return "\n".join(lines)


def _otherwise(path: str, usual: Mapping[str, str | list[str]]) -> str:
    """What happens if a key is left out, in a sentence."""
    if path in _NEEDED:
        return " It has to be there."
    words = usual.get(path)
    if words is None:
        return ""
    return f" Left out, it is {words if isinstance(words, str) else ', '.join(words)}."


def _introduction(key: str, *, has_value: bool) -> Iterator[str]:
    """The lines before a key, and the key itself if it has keys below it."""
    if key in _HEADINGS:
        yield from ("", f"## {_HEADINGS[key]}", "")
    yield from _comment(_COMMENTS[key])
    if not has_value:
        yield f"{key}:"


def _comment(text: str) -> Iterator[str]:
    line = "#"
    for word in text.split():
        if len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = "#"
        line += f" {word}"
    yield line


def _option_comment(info: Info, name: str) -> str:
    option = next(option for option in info.options if option.name == name)
    words = " or ".join(word for word, _ in option.choices) or "yes or no"
    return f"{option.title}: {words}."


def _entry(key: str, value: str | Sequence[str], *, indent: str) -> Iterator[str]:
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
    begins, ends = lines[0], lines[-1]
    return len(lines) > 1 and bool(ends.strip()) and bool(begins.strip()) and all(map(_is_plain_line, lines))


def _is_plain_line(line: str) -> bool:
    return line.isprintable() and line == line.strip()


def _scalar(value: str, *, is_listed: bool = False) -> str:
    is_plain = _PLAIN.fullmatch(value) and not _COLON.search(value) and not (is_listed and set(value) & set(",:"))
    # A JSON string is valid YAML.
    return value if is_plain else json.dumps(value, ensure_ascii=False)
