"""
The MIME structure of a mail: its parts, found in one pass over its bytes, and the values of header fields.

The parser of the standard library reads every line once for each level of nesting, calls itself for each level, and
builds an object for every empty part: a hostile mail can cost it minutes. This one goes from one delimiter to the next,
finds open parts by their boundary, and gives up at the first part too many.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from corr.errors import CorrError

_LONGEST = 8 * 1024
_PIECE = re.compile(r"\\.?|[\"()]|[^\\\"()]+", re.DOTALL)
_SEPARATORS = re.compile(r"[\s<>,;\"()\[\]]+")
_MOST = 200
_LONGEST_ADDRESS = 320


def without_comments(field: str) -> str:
    """
    *field* without comments, and with an underscore for each quoted text, so that neither is read as part of its value.
    """
    kept: list[str] = []
    comments, is_quoted = 0, False
    for piece in _PIECE.findall(field[:_LONGEST]):
        if is_quoted:
            is_quoted = piece != '"'
        elif piece == "(":
            comments += 1
        elif piece == ")":
            comments = max(0, comments - 1)
        elif comments:
            continue
        elif piece == '"':
            is_quoted = True
            kept.append("_")
        else:
            kept.append(piece)
    return "".join(kept)


def first_word(field: str) -> str:
    """The first word of a field in small letters: "auto-replied" of `Auto-Submitted: Auto-Replied (vacation); by=x`."""
    words = without_comments(field).partition(";")[0].lower().split()
    return words[0].strip(",.'") if words else ""


def addresses_in(fields: tuple[str, ...]) -> tuple[str, ...]:
    """Everything in *fields* that has the form of an address or a message id, each once, without brackets."""
    found: dict[str, None] = {}
    for value in fields:
        for word in _SEPARATORS.split(value[:_LONGEST]):
            if "@" in word[1:-1] and len(word) <= _LONGEST_ADDRESS:
                found[word] = None
    return tuple(found)[:_MOST]


MAX_MAIL = 8 * 1024 * 1024
"""The largest mail in bytes; intake may allow less."""
_MAX_PARTS = 200
_MAX_DEPTH = 100
_MAX_FIELD = 8 * 1024
"""Bytes of one header field that are kept."""
_MAX_FIELDS = 64 * 1024
"""Bytes of all header fields of a part that may be kept."""
_MOST_FIELDS = 2000
_MAX_HEAD = 256 * 1024
_NESTED_WITHIN = 256 * 1024
_FIELD = re.compile(rb"([\x21-\x39\x3b-\x7e]{1,100}[ \t]{0,20}):([^\n]*)")
_DELIMITER = re.compile(rb"\n--([^\n]+)")
_NESTED = re.compile(rb"content-type[ \t]{0,20}:\s{0,20}(?:multipart|message)/", re.IGNORECASE)
_UNNAMED = re.compile(rb"\n--([^\n]{1,200})\ncontent-", re.IGNORECASE)
_KIND = re.compile(r"\s*([a-z0-9_.+-]{1,60})/([a-z0-9_.+-]{1,80})\s*(?:;|$|\s)", re.IGNORECASE)
_PARAMETER = re.compile(r";\s*([a-z-]{1,20})(?:\*\d{0,2}\*?)?\s*=\s*(\"[^\"]{0,200}\"|[^;\s]{1,200})", re.IGNORECASE)
_WORD = re.compile(r"[a-z-]{1,40}")
_PARAMETERS_WITHIN = 2000


class TooComplexError(CorrError):
    """A mail that is larger or more complex than any that people write; it is not read."""

    code = "too-complex"


@dataclass(frozen=True, slots=True)
class MailPart:
    """A part of a mail without parts of its own, or the head of a part that has some."""

    fields: tuple[tuple[str, str], ...]
    """Lower-case names and unfolded values, in order."""
    kind: str
    """Its content type; "text/plain" if it has none, or an invalid one."""
    depth: int
    """0 for the mail itself."""
    is_multipart: bool
    """Whether it has parts, which follow; then it has no body of its own."""
    _mail: bytes = field(repr=False)
    _span: tuple[int, int]

    @property
    def size(self) -> int:
        """Bytes of its body."""
        return self._span[1] - self._span[0]

    def body(self, most: int) -> bytes:
        """The first *most* bytes of its body, still encoded; lines end in a line feed."""
        return self._mail[self._span[0] : min(self._span[1], self._span[0] + most)]

    def first(self, name: str) -> str:
        """The first field called *name*, or an empty string."""
        return next((value for key, value in self.fields if key == name), "")

    def parameters(self, name: str) -> dict[str, str]:
        """The parameters of the field called *name*, such as "charset" and "filename"."""
        found = _PARAMETER.findall(self.first(name)[:_PARAMETERS_WITHIN])
        return {key.lower(): value.strip('"') for key, value in reversed(found)}


def take_apart(raw: bytes) -> tuple[MailPart, ...]:
    """
    The mail itself and all of its parts, in order; mails within the mail are parts that are not entered.

    :raises TooComplexError: it is too large, has too many parts, or they are nested too deeply.
    """
    if len(raw) > MAX_MAIL:
        raise TooComplexError("The mail is too large.")
    mail = _normal(raw)
    if len(_NESTED.findall(mail[:_NESTED_WITHIN])) > _MAX_PARTS:
        raise TooComplexError("The mail has too many parts.")
    cutter = _Cutter(mail)
    cutter.begin(0)
    for delimiter in _DELIMITER.finditer(mail, max(0, cutter.at - 1)):
        if not cutter.is_waiting:
            break
        if delimiter.start() >= cutter.at - 1:
            cutter.meet(delimiter)
    return cutter.finished()


def head_of(raw: bytes) -> MailPart:
    """The head of the mail, as far as it can be read."""
    mail = _normal(raw[: 2 * _MAX_HEAD])
    head = _Head(mail, 0)
    return MailPart(tuple(head.fields), claimed_kind(head.fields), 0, is_multipart=True, _mail=b"", _span=(0, 0))


def _normal(raw: bytes) -> bytes:
    """*raw* with line feeds alone at line ends, and without what some programs put before the first field."""
    mail = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").lstrip(b"\n \t")
    return mail[mail.find(b"\n") + 1 :] if mail.startswith((b"From ", b">From ")) else mail


class _Head:
    """The header fields from a position on, within limits."""

    def __init__(self, mail: bytes, at: int) -> None:
        self.fields: list[tuple[str, str]] = []
        self.is_whole = True
        end, length = at + _MAX_HEAD, 0
        while at < len(mail) and not mail.startswith((b"\n", b"--"), at):
            found = _FIELD.match(mail, at)
            if found is None:
                # The blank line before the body is missing.
                self.end = at
                return
            at = _end_of_field(mail, found.end(), end)
            value = mail[found.start(2) : min(at, found.start(2) + _MAX_FIELD)]
            length += len(value) + len(found[1])
            if length > _MAX_FIELDS or len(self.fields) >= _MOST_FIELDS or at > end:
                self.is_whole = False
                break
            self.fields.append((found[1].decode("ascii").lower(), _unfolded(value)))
            at += 1
        self.end = min(len(mail), at + 1 if mail.startswith(b"\n", at) else at)


def _end_of_field(mail: bytes, at: int, most: int) -> int:
    """The end of the field that contains *at*: a line feed that no blank follows."""
    while mail[at + 1 : at + 2] in {b" ", b"\t"} and at < most:
        at = mail.find(b"\n", at + 1)
        if at < 0:
            return len(mail)
    return at


def _unfolded(value: bytes) -> str:
    return value.replace(b"\n", b"").decode("utf-8", "replace").strip()


def claimed_kind(fields: Iterable[tuple[str, str]], usual: str = "text/plain") -> str:
    """The first valid content type; the *usual* one if there is none."""
    for name, value in fields:
        found = _KIND.match(value) if name == "content-type" else None
        if found:
            return f"{found[1]}/{found[2]}".lower()
    return usual


@dataclass(slots=True)
class _Open:
    """A part whose end was not found yet."""

    fields: tuple[tuple[str, str], ...]
    kind: str
    depth: int
    start: int
    boundary: bytes = b""
    """The boundary between its parts; empty if it has none."""
    end: int = 0
    has_parts: bool = False


class _Cutter:
    """A pass through a mail from delimiter to delimiter."""

    def __init__(self, mail: bytes) -> None:
        self._mail = mail
        self._parts: list[_Open] = []
        self._open: list[_Open] = []
        """The open parts that have parts, outermost first."""
        self._levels: dict[bytes, list[int]] = {}
        """The indexes in `_open` of each boundary."""
        self._leaf: _Open | None = None
        self.at = 0
        """The start of the newest part's body."""

    @property
    def is_waiting(self) -> bool:
        """Whether a part is open that can have further parts."""
        return bool(self._open)

    def begin(self, at: int) -> None:
        """
        Let a part begin at *at*.

        :raises TooComplexError: it is one too many, or too deep.
        """
        head = _Head(self._mail, at)
        if not head.is_whole:
            raise TooComplexError("The mail's headers are too long.")
        if len(self._parts) >= _MAX_PARTS or len(self._open) > _MAX_DEPTH:
            raise TooComplexError("The mail has too many parts.")
        # A digest is made of mails that do not say what they are (RFC 2046, 5.1.5).
        is_in_digest = bool(self._open) and self._open[-1].kind == "multipart/digest"
        kind = claimed_kind(head.fields, "message/rfc822" if is_in_digest else "text/plain")
        part = _Open(tuple(head.fields), kind, len(self._open), head.end)
        self._parts.append(part)
        self.at = head.end
        part.boundary = self._boundary(part) if part.kind.startswith("multipart/") else b""
        if part.boundary:
            self._levels.setdefault(part.boundary, []).append(len(self._open))
            self._open.append(part)
            self._leaf = None
        else:
            self._leaf = part

    def meet(self, delimiter: re.Match[bytes]) -> None:
        """Take in a line that may be a delimiter."""
        name = delimiter[1].rstrip(b" \t")
        levels, is_last = self._levels.get(name), False
        if not levels and name.endswith(b"--"):
            levels, is_last = self._levels.get(name[:-2]), True
        if not levels:
            return
        level = levels[-1]
        self._open[level].has_parts = True
        self._close(level if is_last else level + 1, delimiter.start())
        if not is_last:
            self.begin(min(delimiter.end() + 1, len(self._mail)))

    def finished(self) -> tuple[MailPart, ...]:
        """All parts; those that were never closed end at the end of the mail."""
        self._close(0, len(self._mail))
        return tuple(map(self._part, self._parts))

    def _close(self, level: int, at: int) -> None:
        """Close the innermost part at *at*, and all open ones from *level* on."""
        if self._leaf is not None:
            self._leaf.end = max(at, self._leaf.start)
            self._leaf = None
        while len(self._open) > level:
            part = self._open.pop()
            part.end = max(at, part.start)
            self._levels[part.boundary].pop()

    def _boundary(self, part: _Open) -> bytes:
        """The boundary between the parts of *part*; empty if there is none, and then the body is text."""
        plain = MailPart(part.fields, part.kind, 0, is_multipart=True, _mail=b"", _span=(0, 0))
        given = plain.parameters("content-type").get("boundary", "").encode().rstrip()
        if given and self._mail.find(b"\n--" + given, max(0, self.at - 1)) >= 0:
            return given
        # Some programs write another boundary than they declare. Searched once only, as it goes through the whole mail.
        found = _UNNAMED.search(self._mail, max(0, self.at - 1)) if part.depth == 0 else None
        return found[1].rstrip(b" \t") if found else b""

    def _part(self, part: _Open) -> MailPart:
        claims = part.kind.startswith("multipart/")
        kind = "text/plain" if claims and not part.has_parts else part.kind
        return MailPart(part.fields, kind, part.depth, part.has_parts, _mail=self._mail, _span=(part.start, part.end))


def is_attached(part: MailPart) -> bool:
    """Whether the part is an attachment, which is never read."""
    disposition = first_word(part.first("content-disposition"))
    # An unknown disposition means attachment (RFC 2183, 2.8); a malformed one is ignored.
    if disposition != "inline" and _WORD.fullmatch(disposition):
        return True
    names = part.parameters("content-disposition") | part.parameters("content-type")
    return part.depth > 0 and ("filename" in names or "name" in names)
