"""
Letters for the mailbox page: those that the service would have sent, and replies to them through the real listener.

It exists only on a machine that nobody else reaches; see `corr.web.pages.mailbox` for who may look.
"""

import base64
import mailbox
import re
import smtplib
import struct
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import policy
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.parser import BytesHeaderParser, BytesParser
from email.utils import make_msgid, parseaddr, parsedate_to_datetime
from functools import lru_cache
from html import unescape
from itertools import pairwise
from pathlib import Path

from corr.base.paging import Page
from corr.errors import ConflictError, NotFoundError

_PAGE = 50
_LAST = 10_000
"""The last page that can be asked for."""
_BEGINNING = 16 * 1024
"""How many bytes of a letter are read for its line in the list: its headers and how its text begins."""
_OPENING = 100
_WORDS_MORE = 3
_SHEET = """.page { box-sizing: border-box; min-height: 100vh; }
body { background: #fffcf5 !important; }
@media (prefers-color-scheme: dark) { body { background: #23211b !important; } }"""
_LONGEST_REFUSAL = 300
_ADDRESS = re.compile(r"[^\s<>@]+@[^\s<>@]+")
_KEY = re.compile(r"[A-Za-z0-9._-]{1,200}", re.ASCII)
_UNSEEN = re.compile(r"(?is)<(head|style|script|title)\b.*?</\1>")
_PICTURE = re.compile(r"(?i)(<img\b[^>]*?\bwidth=\"\d{1,4}\"[^>]*>)")
_WIDTH = re.compile(r"(?i)\bwidth=\"(\d+)")
_PNG = re.compile(r"data:image/png;base64,([A-Za-z0-9+/]{32})")
"""A picture within the HTML, as far as it tells its size."""
_PARAGRAPH = re.compile(r"(?i)</(?:p|h\d|li|tr|table|div)>")
_TAG = re.compile(r"<[^>]*>")
_BREAK = re.compile(r"(?i) ?<br ?/?> ?")
_SETTINGS = {
    "h1": "<h1",
    "h2": "<h2",
    "button": 'class="button"',
    "brand": 'class="brand"',
    "head": 'class="head"',
    "digest": 'class="digits digest"',
    "command": 'class="digits command"',
    "item": "<li",
    "row": 'class="name"',
    "foot": 'class="foot"',
    "alert": 'class="alert"',
    "hint": "quiet hint",
    "quiet": "quiet",
}
_BOARD_LINE = re.compile(r"(?m)^ *\S+(?: {2,}\S.*){5}$")
"""Words do not stand so far apart, six times in a line."""
_TABLE_LINES = re.compile(r"(?m)(?:^ *\S.*\S {2,}\S.*\n){2}")
"""Two lines, one after the other, of two columns."""
_LONGEST_LINE = 72
"""Where letters break lines."""
_DIGITS = re.compile(r" *\| [0-9a-f]{64}")
_LONGEST_WORD = 40
"""Longer ones, such as digits and addresses, begin a line of their own."""
_FEWEST_WORDS = 3
"""A line of fewer words is no sentence that goes on."""
_WORD = re.compile(r"\w+")
_MARKED = re.compile(r"(\[\w+\]) (.+)")
_LINK = re.compile(r"(https?://[^\s<>\"]+[^\s<>\".,;:!?)])")
_SEEN_HEADERS = ("From", "To", "Reply-To", "Subject", "Date", "Message-ID", "In-Reply-To", "References")
_MARK = re.compile(r" Write above this line\. #\w+#$")
"""The end of the first line of a letter, which tells where answers are written."""
_BLANK_LINE = re.compile(r"\r?\n[ \t]*\r?\n")
_OF_LEAGUES = "<leagues."
"""How the List-Id begins of what leagues report to all their players."""
_WAITED_FOR_NS = 15 * 60 * 1_000_000_000
"""How long what somebody did stands above what leagues report meanwhile, in nanoseconds."""
_LATEST = datetime(1970, 1, 1, tzinfo=UTC)
# The library reads a header anew each time when it asks for one, some seventy times a letter: most of what one costs.
_POLICY = policy.default.clone(header_factory=lru_cache(256)(HeaderRegistry()))


@dataclass(frozen=True, slots=True)
class LetterLine:
    """A letter in the list."""

    key: str
    recipient: str
    name: str
    """The recipient's name; the address if the letter has none."""
    subject: str
    mark: str
    """What its subject begins with if it is about a game, so that answers find it: "[p78488m]"; else empty."""
    about: str
    """The subject without it."""
    opening: str
    """The beginning of its text, as mail programs list it: the letters of one game have the same subject."""
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class LetterList:
    """A page of the list."""

    letters: Page[LetterLine]
    to: str
    """The address whose letters are listed; empty for all."""
    version: str
    """A text that changes when a letter comes or goes."""
    recipients: Mapping[str, str]
    """All to whom there are letters: their names, by their addresses."""


@dataclass(frozen=True, slots=True)
class _Filed:
    """A file in the Maildir; what is in it never changes."""

    path: Path
    place_ns: int
    """Its place in the list: when it was written, or somewhat before for what nobody waits for."""
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class KeptLetter:
    """One whole letter."""

    line: LetterLine
    sender: str
    headers: tuple[tuple[str, str], ...]
    text: str = field(repr=False)
    html: str = field(repr=False)
    """The HTML with its pictures inside and links that open new windows; empty if the letter has none."""
    reply_to: str = field(repr=False)
    message_id: str
    may_be_answered: bool
    """Whether a reply would be read; letters about signing in, for example, take none."""

    @property
    def room(self) -> tuple[tuple[str, str | tuple[int, int]], ...]:
        """
        What takes room in its HTML: texts, and the widths and heights of pictures, and how each is set. A frame cannot
        tell how tall its page is.
        """
        body = _BREAK.sub("\n", " ".join(_UNSEEN.sub("", self.html).split()))
        parts = (part for text in _PARAGRAPH.split(body) for part in _PICTURE.split(text))
        found = (
            ("", _size(part)) if _PICTURE.match(part) else (_setting(part), unescape(_TAG.sub("", part)).strip())
            for part in parts
        )
        return tuple((setting, part) for setting, part in found if part)

    @property
    def blocks(self) -> tuple["Block", ...]:
        """The text in blocks."""
        return tuple(map(_block, _BLANK_LINE.split(self.text.strip())))


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of a letter's text between two empty ones."""

    is_board: bool
    """Whether it is a board, whose lines stay whole."""
    has_columns: bool
    """Whether it is a board or a table."""
    lines: tuple[tuple[bool, tuple[tuple[str, bool], ...]], ...] = field(repr=False)
    """Each line: whether it is set in from the left, and its pieces; each piece, and whether it is a link."""


def _block(text: str) -> Block:
    is_board = _BOARD_LINE.search(text) is not None
    has_columns = is_board or _TABLE_LINES.search(f"{text}\n") is not None
    whole = text if has_columns else _unbroken(text)
    return Block(is_board, has_columns, tuple((line[:1] == " ", _pieces(_glued(line))) for line in whole.splitlines()))


def _glued(line: str) -> str:
    """*line*; digits behind a bar begin beside it where they do not fit."""
    return line.replace(" ", "\N{NO-BREAK SPACE}").replace("|", "|\N{WORD JOINER}") if _DIGITS.fullmatch(line) else line


def _unbroken(block: str) -> str:
    """The lines of a block as they were before they were broken, so that a narrow window breaks them where it ends."""
    lines = block.splitlines()
    parts = lines[:1]
    for before, line in pairwise(lines):
        further = _without_bar(line) if _without_bar(before) != before.lstrip() else line.lstrip()
        if _goes_on(before, further):
            parts[-1] += f" {further}"
        else:
            parts.append(line)
    return "\n".join(parts)


def _without_bar(line: str) -> str:
    return line.lstrip().removeprefix("| ")


def _goes_on(before: str, further: str) -> bool:
    """Whether a line was broken because the next word would have made it too long."""
    words = further.split()
    is_full = bool(words) and _LONGEST_LINE - len(before) <= len(words[0]) <= _LONGEST_WORD
    return is_full and len(before.split()) >= _FEWEST_WORDS and not before.endswith("\\")


class Letterbox:
    """
    The letters in a Maildir.

    :param folder: the Maildir.
    :param host: the host of our own mail listener.
    :param port: its port.
    """

    def __init__(self, folder: Path, host: str, port: int) -> None:
        self._folder = folder
        self._host = host
        self._port = port
        self._files: dict[Path, _Filed] = {}
        self._lines: dict[Path, LetterLine] = {}
        """What was listed before, by files; a letter is read once for it, as it never changes."""

    def version(self) -> str:
        """A text that changes when a letter comes or goes."""
        return _version(self._paths())

    def letters(self, number: int, to: str) -> LetterList:
        """The page of that *number*, from 1, of the letters *to* an address, or of all if it is empty, newest first."""
        files = self._newest_first()
        found = [each for each in files if to in {"", each.address}]
        number = max(1, min(number, _LAST))
        first = (number - 1) * _PAGE
        lines = tuple(self._line_of(each.path) for each in found[first : first + _PAGE])
        names = {each.address: each.name or each.address for each in files}
        recipients = dict(sorted(names.items(), key=lambda item: (item[1].casefold(), item[0])))
        shown, version = (
            Page(lines, number, has_more=len(found) > first + _PAGE),
            _version([each.path for each in files]),
        )
        return LetterList(shown, to, version, recipients)

    def get_letter(self, key: str) -> KeptLetter:
        """
        The letter with that key.

        :raises NotFoundError: there is none.
        """
        found = [path for path in self._paths() if _key(path) == key] if _KEY.fullmatch(key) else []
        if not found:
            raise NotFoundError("There is no such letter.")
        return _letter(found[0], _parsed(found[0]))

    def reply(self, key: str, text: str) -> None:
        """
        Answer a letter as its recipient would, by mail to our own listener.

        :raises NotFoundError: there is no such letter.
        :raises ConflictError: the listener did not take the mail.
        """
        letter = self.get_letter(key)
        answer = EmailMessage(policy=policy.SMTP.clone(max_line_length=998))
        answer["From"] = letter.line.recipient
        answer["To"] = letter.reply_to
        answer["Subject"] = f"Re: {letter.line.subject}"
        answer["Message-ID"] = make_msgid(domain="mailbox.invalid")
        if letter.message_id:
            answer["In-Reply-To"] = letter.message_id
            answer["References"] = letter.message_id
        answer.set_content(f"{text}\n\n{_quoted(letter)}")
        try:
            with smtplib.SMTP(self._host, self._port, timeout=10) as server:
                server.send_message(answer, parseaddr(letter.line.recipient)[1], [parseaddr(letter.reply_to)[1]])
        except (smtplib.SMTPException, OSError) as fault:
            raise ConflictError(f"The mail listener did not take the reply: {_refusal_words(fault)}") from fault

    def _newest_first(self) -> list[_Filed]:
        known, lines = self._files, self._lines
        files = {path: known.get(path) or _filed(path) for path in self._paths()}
        self._files = files
        self._lines = {path: line for path, line in lines.items() if path in files}
        return sorted(files.values(), key=lambda each: each.place_ns, reverse=True)

    def _line_of(self, path: Path) -> LetterLine:
        line = self._lines.get(path) or _line(path, _begun(path))
        self._lines[path] = line
        return line

    def _paths(self) -> list[Path]:
        folders = [folder for part in ("new", "cur") if (folder := self._folder / part).is_dir()]
        return [path for folder in folders for path in folder.iterdir()]


def _setting(part: str) -> str:
    """How a part of HTML is set: as the class of what holds its room; empty for plain words."""
    return next((name for name, sign in _SETTINGS.items() if sign in part), "")


def _size(picture: str) -> tuple[int, int]:
    """How wide and tall the tag of a picture is shown; as tall as wide where nothing tells its height."""
    width, png = _WIDTH.findall(picture)[0], _PNG.search(picture)
    if not png:
        return int(width), int(width)
    # PNG, 11.2.1: the first chunk is IHDR, and begins with the width and the height.
    across, down = struct.unpack(">2I", base64.b64decode(png[1])[16:24])
    return int(width), round(int(width) * down / max(1, across))


def _pieces(text: str) -> tuple[tuple[str, bool], ...]:
    """*text* split at its links: each piece, and whether it is a link."""
    return tuple((piece, index % 2 == 1) for index, piece in enumerate(_LINK.split(text)) if piece)


def _refusal_words(fault: smtplib.SMTPException | OSError) -> str:
    """The listener's answer, or why it could not be asked; without addresses, as they contain tokens."""
    said = str(fault)
    answers: list[tuple[int, bytes | str]] = []
    if isinstance(fault, smtplib.SMTPRecipientsRefused):
        answers = list(fault.recipients.values())
    elif isinstance(fault, smtplib.SMTPResponseException):
        answers = [(fault.smtp_code, fault.smtp_error)]
    for code, answer in answers[:1]:
        said = f"{code} {answer.decode('utf-8', 'replace') if isinstance(answer, bytes) else answer}"
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in said).split())
    hidden = _ADDRESS.sub("…", plain)
    return hidden if len(hidden) <= _LONGEST_REFUSAL else f"{hidden[:_LONGEST_REFUSAL]}…"


def _key(path: Path) -> str:
    """The key of a letter in addresses: its file name without flags, in plain characters."""
    return re.sub(r"[^A-Za-z0-9._-]", "-", path.name.partition(mailbox.Maildir.colon)[0])


def _parsed(path: Path) -> EmailMessage:
    return BytesParser(policy=_POLICY).parsebytes(path.read_bytes())


def _begun(path: Path) -> EmailMessage:
    """A letter as far as its line needs it; pictures come at its end."""
    with path.open("rb") as file:
        return BytesParser(policy=_POLICY).parsebytes(file.read(_BEGINNING))


def _filed(path: Path) -> _Filed:
    with path.open("rb") as file:
        headers = BytesHeaderParser(policy=_POLICY).parsebytes(file.read(_BEGINNING))
    is_of_league = str(headers.get("List-Id", "")).startswith(_OF_LEAGUES)
    written_at_ns = path.stat().st_mtime_ns
    return _Filed(path, written_at_ns - is_of_league * _WAITED_FOR_NS, *parseaddr(str(headers.get("To", ""))))


def _version(paths: Collection[Path]) -> str:
    """How many letters there are, and the last by its name, which tells when it was written."""
    return f"{len(paths)}-{max((path.name for path in paths), default='')}"


def _line(path: Path, message: EmailMessage) -> LetterLine:
    recipient, subject = str(message.get("To", "")), str(message.get("Subject", "")) or "(no subject)"
    mark, about = found.groups() if (found := _MARKED.fullmatch(subject)) else ("", subject)
    return LetterLine(
        key=_key(path),
        recipient=recipient,
        name=" ".join(parseaddr(recipient)[0].split()) or recipient,
        subject=subject,
        mark=mark,
        about=about,
        opening=_opening(_content(message.get_body(("plain",))), about),
        sent_at=_moment(str(message.get("Date", ""))),
    )


def _opening(text: str, about: str) -> str:
    """The first paragraph that says more than the subject, apart from the line above which answers are written."""
    paragraphs = (_MARK.sub("", " ".join(part.split())) for part in _BLANK_LINE.split(text[:2000]))
    said = (part for part in paragraphs if part and not part.isupper())
    first = next((part for part in said if not _repeats(about, part)), "")
    return first if len(first) <= _OPENING else f"{first[:_OPENING].rstrip()}…"


def _repeats(about: str, part: str) -> bool:
    """Whether *part* has all words of a subject, and hardly any other."""
    known, words = (set(_WORD.findall(text.lower())) for text in (about, part))
    return known <= words and len(words - known) < _WORDS_MORE


def _moment(text: str) -> datetime:
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return _LATEST
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _letter(path: Path, message: EmailMessage) -> KeptLetter:
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    reply_to = str(message.get("Reply-To", ""))
    return KeptLetter(
        line=_line(path, message),
        sender=str(message.get("From", "")),
        headers=tuple((name, str(message[name])) for name in _SEEN_HEADERS if message[name]),
        text=_content(plain),
        html=_for_a_frame(_with_pictures(_content(html), message)),
        reply_to=reply_to,
        message_id=str(message.get("Message-ID", "")).strip(),
        may_be_answered=bool(reply_to),
    )


def _content(part: object) -> str:
    return str(part.get_content()) if isinstance(part, EmailMessage) else ""


def _with_pictures(html: str, message: EmailMessage) -> str:
    for part in message.walk():
        name = str(part.get("Content-ID", "")).strip().strip("<>")
        content = part.get_payload(decode=True) if name and part.get_content_maintype() == "image" else None
        if isinstance(content, bytes):
            picture = f"data:{part.get_content_type()};base64,{base64.b64encode(content).decode()}"
            html = html.replace(f"cid:{name}", picture)
    return html


def _for_a_frame(html: str) -> str:
    """*html* with links that open new windows, as they cannot open in the frame, on a sheet that fills it."""
    start = html.lower().find("</head>")
    ours = f'<base target="_blank"><style>{_SHEET}</style>'
    return f"{html[:start]}{ours}{html[start:]}" if start >= 0 else html


def _quoted(letter: KeptLetter) -> str:
    """The letter as a quote, as mail programs put it below an answer."""
    lines = "\n".join(f"> {line}".rstrip() for line in letter.text.splitlines()[:60])
    return f"On {letter.line.sent_at:%d %b %Y at %H:%M}, {letter.sender} wrote:\n{lines}\n"
