"""Letters composed from their templates: their fields, their text laid out in lines, and the filters for both."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from email.utils import format_datetime
from functools import lru_cache, partial
from pathlib import Path
from textwrap import wrap
from typing import Any

from css_inline import CSSInliner
from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound, select_autoescape
from markupsafe import Markup

from corr.base.notices import NoticeKind
from corr.base.sentences import ENGLISH, Catalogue, Sentence
from corr.base.time_zones import zone_of, zone_words
from corr.base.tokens import new_token
from corr.core.spans import filled as padded
from corr.core.spans import left_words, width_of
from corr.game.views import GameView
from corr.games.api import AnyRules
from corr.games.notation import action_beginning
from corr.leagues.letter_contents import TableLine
from corr.leagues.views.season_view import AskedGame
from corr.mail.envelope_addresses import encoded_words, one_line, with_name
from corr.mail.letters.letter import UNBROKEN, Letter
from corr.mail.letters.mime import Field, Image, picture, written
from corr.mail.letters.since_last_turn import is_flipped
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.outbox import RenderedLetter
from corr.mail.reading.robots import INSTANCE_FIELD
from corr.mail.reading.words.commands import grouped_commands
from corr.mail.reading.words.orders import asks_for_something
from corr.players.names import isolated
from corr.render.text import text_board

WIDTH = 72
"""Columns of a text letter, so that a mail program that quotes it does not break its lines."""
_WIDTHS = (WIDTH, WIDTH - 6, WIDTH - 12, WIDTH - 18)
"""Further widths to try if a line of a paragraph would read as an order."""
_KEPT = 4096
"""The number of lines in the cache: most lines of a letter are in every letter of its game."""
_SENTENCE = re.compile(r"(?:[^\W\d_]|\d(?![.):])|[.,;:!?/’“”…–-]| (?! ))*")
"""
Words with single spaces between them, without numbers of items such as "1.": nothing in it can be taken away but at its
ends.
"""
_NAME = 30
"""The longest name of a player in a table, in characters."""
_ODD = frozenset("#<>|»＞")
"""Signs with which a name could be taken for a mark of ours or of a quotation."""
_BOARD = "\x01"
"""The mark before each line that must not be broken."""
_BAR = "| "
"""The mark before turns in letters: a line that begins with it is never read as a turn."""
_SHARED = ("parts", "challenges", "accounts", "seasons")
"""Templates with what several kinds of letters share."""
_ID = 900
"""The longest Message-ID of somebody else, in characters."""
_INLINER = CSSInliner(keep_style_tags=False, keep_at_rules=True, load_remote_stylesheets=False)


def fields(letter: Letter, identity: MailIdentity, subject: str) -> list[Field]:
    """
    The header fields of *letter*, without those of its parts; every value is one line of ASCII.

    Mail programs copy References into answers to anybody, so it holds only ids that give no right.
    """
    is_answer = letter.kind == NoticeKind.ANSWER
    token = letter.reply_token
    # The root of the thread, so that mail programs show all letters of a game together. No letter has that id, so
    # nothing is a reply to it.
    root, parents = [identity.root_id(letter.game.id)] if letter.game else [], _parents(letter)
    found = [
        ("From", with_name(_sender(letter, identity), identity.sender_address)),
        ("To", with_name(letter.to.name, letter.to.address)),
        ("Reply-To", with_name(_reply_name(letter.game), identity.reply.address(token)) if token else ""),
        ("Subject", encoded_words(subject)),
        ("Date", format_datetime(letter.written_at)),
        ("Message-ID", letter.message_id),
        ("In-Reply-To", " ".join(parents)),
        ("References", " ".join([*root, *parents])),
        *_list_fields(letter, identity),
        ("Auto-Submitted", "auto-replied" if is_answer else "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
        (INSTANCE_FIELD.title(), identity.domain),
    ]
    return [(name, value) for name, value in found if value]


def _list_fields(letter: Letter, identity: MailIdentity) -> list[Field]:
    """The fields for sorting and ending letters of a kind: RFC 2919, RFC 2369, RFC 8058."""
    if letter.category is None:
        return []
    named, token = ("List-Id", f"<{letter.category}.{identity.domain}>"), letter.unsubscribe_token
    if not token:
        return [named]
    by_mail = f"mailto:{identity.unsubscribe.address(token)}?subject=unsubscribe"
    return [
        named,
        ("List-Unsubscribe", f"<{letter.words.unsubscribe_url}>, <{by_mail}>"),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
    ]


def _sender(letter: Letter, identity: MailIdentity) -> str:
    other = one_line(letter.words.opponent, 40) if letter.is_from_opponent else ""
    return f"{other} via {identity.sender_name}" if other else identity.sender_name


def _reply_name(game: GameView | None) -> str:
    if game is None:
        return "Reply to this letter"
    return "Reply with your turn" if game.may_play else "Reply to this game"


def _parents(letter: Letter) -> list[str]:
    """The Message-ID that the letter follows: of the mail that it answers, or of the letter before."""
    answered = one_line(str(letter.facts.get("in_reply_to", "")), _ID)
    # Somebody else has made it up, so it is used only if it is safe in a header.
    if answered.isascii() and "@" in answered and not set(answered) & set(" <>"):
        return [f"<{answered}>"]
    return [letter.previous_id] if letter.previous_id and letter.kind != NoticeKind.ANSWER else []


def filled(letter: Letter, identity: MailIdentity, form: str, subject: str = "") -> str:
    """The templates of *letter* filled: its subject, or one of its bodies; *form* is "subject", "txt" or "html"."""
    template = identity.templates.get_template(f"mail/{letter.kind}.{form}")
    forms = identity.templates.globals["forms"]
    assert isinstance(forms, dict)
    text = template.render(forms[form], letter=letter, subject=subject, layout=f"mail/layout.{form}")
    # A lone surrogate, wherever it came from, must not hold a letter back.
    return text.encode("utf-8", "replace").decode()


class _LetterLoader(FileSystemLoader):
    """Loads `kind.body` for `kind.txt`, `kind.html` and `kind.subject`: each sentence of a letter is written once."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        try:
            return super().get_source(environment, template)
        except TemplateNotFound:
            return super().get_source(environment, f"{template.rpartition('.')[0]}.body")


def mail_templates(folder: Path, catalogue: Catalogue = ENGLISH) -> Environment:
    """
    The environment of the templates of letters, which lie in `mail` below *folder*; *catalogue* has the sentences that
    they are given.

    Its global `forms` has what they get in each form: the marks of the form, and what letters share.
    """
    environment = Environment(
        loader=_LetterLoader(folder),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        # Templates come with the program and stay as they are while it runs.
        auto_reload=False,
    )
    environment.filters.update(FILTERS)
    environment.filters["table_lines"] = table_lines
    environment.filters["in_zone"] = partial(in_zone, catalogue=catalogue)
    environment.globals["command_groups"] = grouped_commands()
    text, html = (_form(environment, ending) for ending in ("txt", "html"))
    environment.globals["forms"] = {"txt": text, "html": html, "subject": text}
    return environment


def _form(environment: Environment, ending: str) -> dict[str, object]:
    is_text = ending == "txt"
    marks = environment.get_template(f"mail/marks.{ending}").module
    form = {"is_text": is_text, "m": marks, "br": "" if is_text else Markup("<br>")}
    shared = {name: environment.get_template(f"mail/{name}.{ending}").make_module(form) for name in _SHARED}
    return form | shared


def compose_letter(letter: Letter, identity: MailIdentity) -> RenderedLetter:
    """*letter* rendered and signed, ready to be sent."""
    subject = one_line(filled(letter, identity, "subject"))
    message = written(
        fields(letter, identity, subject),
        laid_out(filled(letter, identity, "txt"), letter.rules),
        _INLINER.inline(filled(letter, identity, "html", subject)),
        list(_images(letter)),
    )
    signed = identity.signer.signed(message) if identity.signer else message
    ready = RenderedLetter(signed, letter.message_id, letter.to.address)
    if letter.kind == NoticeKind.ANSWER and letter.claimed.game_id is None:
        # No bounce of an answer to somebody whose address is unproved is wanted.
        return ready
    token = new_token()
    return replace(ready, envelope_sender=identity.bounce.address(token), bounce_token=token)


def _images(letter: Letter) -> Iterator[Image]:
    """The pictures that the letter shows: the board, and earlier ones."""
    if letter.picture:
        yield Image(letter.words.picture_id, letter.picture.encoded)
    boards = {board.turn_number: board for board in letter.boards}
    for passage in letter.since.passages:
        if passage.board and letter.game:
            past = boards[passage.turn.number]
            flipped, theme = is_flipped(letter.game), letter.to.theme
            drawn = picture(past.scene, flipped=flipped, course=past.course, theme=theme)
            yield Image(passage.board.picture, drawn.encoded)


def moment(at: datetime, zone: str) -> str:
    """*at* in the reader's *zone*, with the zone's name: "Tuesday 5 January 2027, 14:30 CET (Europe/Berlin)"."""
    place = zone_of(zone)
    local = at.astimezone(place)
    name, words = local.tzname() or "", zone_words(str(place))
    known_as = f"{name} ({words})" if name.isalpha() and name != words else words
    return f"{local:%A} {local.day} {local:%B %Y, %H:%M} {known_as}"


def brief_moment(at: datetime, zone: str) -> str:
    """The same where there is little room: "Tue 5 Jan, 14:30"."""
    local = at.astimezone(zone_of(zone))
    return f"{local:%a} {local.day} {local:%b, %H:%M}"


def sentence(text: str) -> str:
    """The lines of *text* as one sentence, with a full stop if nothing else ends it."""
    joined = re.sub(r"[ \n]+(?=[,;:.]?)", " ", text).strip(" ")
    full = joined if joined.endswith((".", "!", "?", "…")) else f"{joined}."
    return Markup(full) if isinstance(text, Markup) else full  # noqa: S704 - it was escaped before.


def unbroken(text: str) -> str:
    """*text* with spaces at which no line is broken."""
    return text.replace(" ", UNBROKEN)


def opponent(letter: Letter) -> str:
    """The other player's name for the first line of *letter*, which must not be read as anything else; or the seat."""
    name = one_line(letter.words.opponent, _NAME)
    is_plain = name[:1].isalnum() and not _ODD & set(name) and not reads_as_order(name, letter.rules)
    return isolated(name) if is_plain else letter.words.opponent_title


def hour(at: datetime, zone: str) -> str:
    """The time of day of *at* in the reader's *zone*, with the zone's name: "14:30 CET (Europe/Berlin)"."""
    return moment(at, zone).rpartition(", ")[2]


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


def table_lines(facts: Sequence[Mapping[str, Any]]) -> list[TableLine]:
    """The lines of a table that were stored with a notice."""
    return [TableLine(**line) for line in facts]


def table(lines: Sequence[TableLine]) -> str:
    """The table of a division in columns; the reader's own row has a mark, and long names are cut."""
    names = [isolated(shortened(line.name, _NAME)) for line in lines]
    width = max(map(width_of, names), default=0)
    rows = (
        (
            f"{'>' if line.is_you else ' '} {line.place:>3} {padded(name, width)}",
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
    "brief_moment": brief_moment,
    "sentence": sentence,
    "unbroken": unbroken,
    "opponent": opponent,
    "hour": hour,
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
