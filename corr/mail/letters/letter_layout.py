"""The layout of letters as text, and the filters of their templates: moments, turns, tables, paragraphs."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from textwrap import wrap

from corr.base.sentences import ENGLISH, Catalogue, Sentence
from corr.base.time_zones import zone_of
from corr.core.spans import filled, left_words, width_of
from corr.games.api import AnyRules
from corr.games.notation import action_beginning
from corr.leagues.letter_contents import TableLine
from corr.leagues.views.season_view import AskedGame
from corr.mail.reading.words.orders import asks_for_something
from corr.players.names import isolated
from corr.render.text import text_board

WIDTH = 72
"""Columns of a text letter, so that a mail program that quotes it does not break its lines."""
_WIDTHS = (WIDTH, WIDTH - 6, WIDTH - 12, WIDTH - 18)
"""Further widths to try if a line of a paragraph would read as an order."""
_KEPT = 4096
"""The number of lines in the cache: most lines of a letter are in every letter of its game."""
_SENTENCE = re.compile(r"(?:[^\W\d_]|[.,;:!?’“”…–-]| (?! ))*")
"""Words with single spaces between them, without digits: nothing in it can be taken away but at its ends."""
_NAME = 30
"""The longest name of a player in a table, in characters."""
_BOARD = "\x01"
"""The mark before each line that must not be broken."""
_BAR = "| "
"""The mark before turns in letters: a line that begins with it is never read as a turn."""


def moment(at: datetime, zone: str) -> str:
    """*at* in the reader's *zone*, with the zone's name: "Tuesday 5 January 2027, 14:30 CET (Europe/Berlin)"."""
    place = zone_of(zone)
    local = at.astimezone(place)
    name = local.tzname() or ""
    known_as = f"{name} ({place})" if name.isalpha() and name != str(place) else str(place)
    return f"{local:%A} {local.day} {local:%B %Y, %H:%M} {known_as}"


def in_zone(sentence: Sentence, zone: str, catalogue: Catalogue = ENGLISH) -> str:
    """*sentence* with its moments in the reader's *zone*, in the language of *catalogue*."""
    in_words = sentence.translated(catalogue) if catalogue else sentence
    return in_words.told(lambda at: moment(at, zone))


def board(text: str) -> str:
    """*text* with its lines marked so that they are not broken."""
    return "\n".join(f"{_BOARD}{line}" for line in text.rstrip("\n").split("\n"))


def drawn(asked: AskedGame) -> str:
    """The board, as text, of a game that somebody is asked to take over."""
    return text_board(asked.game.scene, flipped=asked.is_flipped, last=asked.game.course.touched)


def barred(text: str, head: str = "") -> str:
    """A turn with *head* before it, over as many lines as it needs, none of which can be read as a turn."""
    label = f"{head}: " if head else ""
    line = f"{label}{text}".rstrip()
    is_short = line and len(line) <= WIDTH - 4 and line.isprintable()
    lines = [line] if is_short else wrap(line, WIDTH - 4, break_long_words=False, break_on_hyphens=False)
    return "\n".join(f"{_BOARD}  {_BAR}{line}" for line in lines or [label.strip()])


def paragraph(lines: str) -> str:
    """The lines of a template joined to one, so that `laid_out` breaks it anew."""
    return " ".join(bare for line in lines.split("\n") if (bare := line.strip(" "))) + "\n"


def said(text: str, head: str = "") -> str:
    """The words of somebody below *head*, in lines none of which can be read as a turn; long words are broken."""
    lines = [f"{head}:"] if head else []
    for line in text.split("\n"):
        lines += wrap(line, WIDTH - 4, break_on_hyphens=False) or [""]
    return "\n".join(f"{_BOARD}  {_BAR}{line}" for line in lines)


def shortened(text: str, most: int) -> str:
    """*text* on one line, cut to *most* characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def table(lines: Sequence[TableLine]) -> str:
    """The table of a division in columns; the reader's own row has a mark, and long names are cut."""
    names = [isolated(shortened(line.name, _NAME)) for line in lines]
    width = max(map(width_of, names), default=0)
    rows = (
        (
            f"{'>' if line.is_you else ' '} {line.place:>3} {filled(name, width)}",
            f"{line.points:>7}",
            line.record,
            line.moved,
        )
        for line, name in zip(lines, names, strict=True)
    )
    head = f"        {'Player':<{width}}   Points  W–D–L"
    return "\n".join([head, *(f"  {name}  {points}  {record:<8}  {change}" for name, points, record, change in rows)])


def laid_out(text: str, rules: AnyRules | None) -> str:
    """
    The text of a letter with its paragraphs broken into lines and several blank lines made one.

    No line of it would be read as an order if an answer repeated it without a quotation mark.

    :param rules: of the letter's game; None for a letter without a game, in which no turn is looked for.
    """
    lines: list[str] = []
    for paragraph in text.strip("\n").split("\n"):
        for line in _lines(paragraph, rules):
            if line or (lines and lines[-1]):
                lines.append(line)
    return "\n".join([*lines, ""])


def _lines(paragraph: str, rules: AnyRules | None) -> Sequence[str]:
    """The lines of a paragraph, broken so that none reads as an order, or else with a bar before one that does."""
    if paragraph.startswith(_BOARD):
        # Turns have a bar already, and no line of a board reads as a turn.
        return [paragraph.removeprefix(_BOARD).rstrip()]
    for width in _WIDTHS:
        lines = _broken(paragraph, width)
        if not any(reads_as_order(line, rules) for line in lines if line):
            return lines
    lines = _broken(paragraph, WIDTH)
    return [f"{_BAR}{line}" if reads_as_order(line, rules) else line for line in lines]


def _broken(paragraph: str, width: int) -> list[str]:
    if len(paragraph) <= WIDTH:
        return [paragraph.rstrip()]
    indent = " " * (len(paragraph) - len(paragraph.lstrip()))
    further = f"{indent}  " if indent else ""
    return wrap(paragraph, width, subsequent_indent=further, break_long_words=False, break_on_hyphens=False)


@lru_cache(maxsize=_KEPT)
def reads_as_order(line: str, rules: AnyRules | None) -> bool:
    """Whether *line* would be read as a turn or a command if it came back without a quotation mark."""
    # Nearly all lines of letters are sentences in which no action of the game begins.
    is_sentence = rules is not None and _SENTENCE.fullmatch(line) is not None
    if is_sentence and rules and not action_beginning(rules.form).search(rules.plain(line)):
        return asks_for_something(line, None)
    return asks_for_something(line, rules)


FILTERS: dict[str, Callable[..., str | Sentence]] = {
    "moment": moment,
    "in_zone": in_zone,
    "left": left_words,
    "board": board,
    "drawn": drawn,
    "barred": barred,
    "paragraph": paragraph,
    "said": said,
    "shortened": shortened,
    "table": table,
}
"""The filters of the templates of letters."""
