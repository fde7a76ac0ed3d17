"""A mail parsed from its bytes: headers, bodies as text, and a hash to recognise repetitions."""

import binascii
import codecs
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.errors import MessageError
from email.header import decode_header
from hashlib import sha256

from corr.mail.envelope_addresses import one_line
from corr.mail.reading.structure import MailPart, claimed_kind, first_word, head_of, is_attached, take_apart

_ALIASES = {
    "unicode-1-1-utf-7": "utf-7",
    "ks_c_5601": "cp949",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "ascii",
    "ascii": "ascii",
    "iso-8859-8-i": "iso-8859-8",
}
_USUAL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,39}")
# Other codecs are no character sets, or expand their input.
_TEXTUAL = re.compile(
    r"ascii|utf|latin|iso-?8859|iso-?2022|cp\d|windows|koi8|big5|gb|euc|shift|mac|tis|johab|ks_c|hz", re.IGNORECASE
)
_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
_STRANGE = bytes(set(range(256)) - set(_ALPHABET))
_EXPANDED = 4
"""The most encoded bytes for one byte, with line ends, in mails of real programs."""
_SIGNATURE = "-- "
_LONGEST = 20_000


def text_of(content: bytes, charset: str, *, is_8bit: bool = False, is_whole: bool = True) -> str:
    """
    *content* as text: by the declared *charset*, else as UTF-8, else as Windows-1252 with unknown bytes replaced.

    :param is_8bit: whether the bytes came unencoded; then UTF-8 is tried first, as declarations there are often wrong.
    :param is_whole: whether *content* is complete; else a character cut at its end is left out.
    """
    for name in _ladder(content, charset, is_8bit=is_8bit):
        try:
            return codecs.getincrementaldecoder(name)().decode(content, is_whole)
        except (LookupError, UnicodeError, ValueError):
            continue
    return content.decode("cp1252", "replace")


def _ladder(content: bytes, charset: str, *, is_8bit: bool) -> list[str]:
    declared = _codec(charset)
    if not declared and b"\x1b" in content:
        return ["iso-2022-jp", "utf-8"]
    # ASCII bytes are valid UTF-8 in any case, so UTF-8 first would hide charsets that encode letters in ASCII bytes.
    if declared == "ascii" or (is_8bit and not content.isascii()):
        return ["utf-8", declared] if declared else ["utf-8"]
    return [declared, "utf-8"] if declared else ["utf-8"]


def _codec(charset: str) -> str:
    """The name of Python's codec for *charset*, or an empty string if there is none for text."""
    wanted = charset.strip().strip("\"'").lower()
    if not _USUAL.fullmatch(wanted):
        return ""
    wanted = _ALIASES.get(wanted, wanted)
    try:
        found = codecs.lookup(wanted).name
    except (LookupError, ValueError):
        return ""
    return wanted if _TEXTUAL.match(found) else ""


@dataclass(frozen=True, slots=True)
class Content:
    """The text of a part, as far as it is read."""

    text: str
    is_whole: bool
    """Whether it is all of it."""


def content_of(part: MailPart, most: int) -> Content:
    """
    The text of a part, by its declared encoding, charset and format.

    :param most: the decoded bytes that are read.
    """
    encoding = first_word(part.first("content-transfer-encoding"))
    parameters = part.parameters("content-type")
    content, is_8bit = part.body(_EXPANDED * most), True
    if encoding == "base64":
        content, is_8bit = _base64(content), False
    elif encoding == "quoted-printable":
        content, is_8bit = binascii.a2b_qp(content), False
    is_whole = part.size <= _EXPANDED * most and len(content) <= most
    text = text_of(content[:most], parameters.get("charset", ""), is_8bit=is_8bit, is_whole=is_whole)
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\x00", "")
    if parameters.get("format", "").lower() == "flowed":
        text = unflowed(text, joins=parameters.get("delsp", "").lower() == "yes")
    return Content(text, is_whole)


def _base64(content: bytes) -> bytes:
    """*content* decoded as far as it is valid; plain text that some programs add below is left out."""
    lines: list[bytes] = []
    for line in content.split(b"\n"):
        if lines and b" " in line.strip():
            break
        lines.append(line)
    signs = b"".join(lines).translate(None, _STRANGE).partition(b"=")[0]
    whole = signs[: len(signs) - (len(signs) % 4 == 1)]
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))


def unflowed(text: str, *, joins: bool) -> str:
    """
    *text* with its soft line breaks undone, quotations kept apart by their depth (RFC 3676).

    :param joins: whether the space at a soft line break is dropped (`delsp=yes`).
    """
    paragraphs: list[str] = []
    pending, pending_depth = "", -1
    for line in text.replace("\r\n", "\n").split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        if pending and depth == pending_depth and content != _SIGNATURE and len(pending) < _LONGEST:
            content, pending = pending + content, ""
        elif pending:
            paragraphs.append(_quoted(pending, pending_depth))
            pending = ""
        if content.endswith(" ") and content != _SIGNATURE:
            pending, pending_depth = (content[:-1] if joins else content), depth
        else:
            paragraphs.append(_quoted(content, depth))
    if pending:
        paragraphs.append(_quoted(pending, pending_depth))
    return "\n".join(paragraphs)


def _quoted(content: str, depth: int) -> str:
    return f"{'>' * depth} {content}" if depth else content


_END_OF_HEAD = re.compile(rb"\n[ \t]*\n")
# Fields that servers add to a mail on its way.
_ON_ITS_WAY = re.compile(
    rb"(?:^|(?<=\n))(?:received|received-spf|x-received|return-path|delivered-to|x-original-to|envelope-to|x-envelope-to"
    rb"|x-envelope-from|authentication-results|x-spam-[a-z-]{1,40}|x-virus-[a-z-]{1,40}|arc-[a-z-]{1,40})"
    rb"[ \t]*:[^\n]*\n(?:[ \t][^\n]*\n)*",
    re.IGNORECASE,
)
_MOST_READ = 256 * 1024
"""The decoded bytes that are read of the text of a mail, and of its HTML."""
_LONGEST_SUBJECT = 1000
_ENCRYPTED = frozenset({"multipart/encrypted", "application/pgp-encrypted"})
_SEALED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
_SEALED_TEXT = re.compile(r"(?:^|\n)-----BEGIN PGP MESSAGE-----")
_SIGNATURES = frozenset(
    f"application/{name}" for name in ("pgp-signature", "pgp-keys", "pkcs7-signature", "x-pkcs7-signature")
)
"""Parts that mail programs add to every mail."""
_NOTHING = Content("", is_whole=True)
_WINMAIL = frozenset({"application/ms-tnef", "application/vnd.ms-tnef"})
_REPORTS = frozenset({"message/delivery-status", "message/global-delivery-status", "message/feedback-report"})
_REPORT_SIZE = 32 * 1024
_MESSAGE_ID = re.compile(r"\s*<?([\x21-\x3b=\x3f-\x7e]{3,998})>?\s*")


def body_hash(raw: bytes) -> str:
    """The SHA-256 of a mail without the fields that servers add on the way, whatever its line ends are."""
    mail = raw.replace(b"\r\n", b"\n").strip(b"\r\n \t")
    end = _END_OF_HEAD.search(mail)
    at = end.start() + 1 if end else len(mail)
    head = _ON_ITS_WAY.sub(b"", mail[:at] if end else mail + b"\n")
    return sha256(head.strip(b"\n") + b"\n" + mail[at:]).hexdigest()


@dataclass(frozen=True, slots=True)
class ParsedMail:
    """A mail before its words are read."""

    headers: Mapping[str, tuple[str, ...]]
    """The fields of the mail by lower-case name, unfolded and undecoded, in order."""
    text: str
    """The plain text parts joined, attachments left out."""
    html: str
    """The HTML parts joined, attachments left out."""
    kinds: frozenset[str]
    """The content types of the mail and of all parts that are no attachments: "text/plain", "text/calendar" …"""
    fault_code: str
    """Why its words cannot be read: "too-complex", "encrypted", "opaque", "winmail"; empty if they can."""
    subject: str
    """Decoded, on one line."""
    message_id: str
    """As sent, without angle brackets; empty if there is none that is usable."""
    report_type: str = ""
    """The type of report that the mail claims to be: "delivery-status" …; empty if it is none."""
    report: str = ""
    """The fields of a report by a program about another mail, as text."""
    is_text_whole: bool = True
    """Whether all of the text was read; else its end is missing."""
    is_html_whole: bool = True
    has_attachments: bool = False
    """Whether it has files, pictures or other mails, which are not read."""

    def all(self, name: str) -> tuple[str, ...]:
        """Every field called *name*, in lower case."""
        return self.headers.get(name, ())

    def first(self, name: str) -> str:
        """The first field called *name*, or an empty string."""
        return next(iter(self.all(name)), "")


def read_mail(raw: bytes) -> ParsedMail:
    """
    The mail in *raw*.

    :raises TooComplexError: it is too large or too deeply nested.
    """
    parts = take_apart(raw)
    own = [part for part in parts if not is_attached(part)]
    text, html = _joined(own, "text/plain"), _joined(own, "text/html")
    return _incoming(
        parts[0],
        text=text,
        html=html,
        kinds=frozenset(part.kind for part in own) | _calendars(parts),
        fault_code=_fault(parts, own, text=text.text, html=html.text),
        report="\n\n".join(content_of(part, _REPORT_SIZE).text for part in parts if part.kind in _REPORTS),
        has_attachments=any(map(_is_unread, parts)),
    )


def read_head(raw: bytes) -> ParsedMail:
    """The headers alone of a mail that is too complex to be parsed."""
    root = head_of(raw)
    return _incoming(root, kinds=frozenset(), fault_code="too-complex")


def decoded(field: str) -> str:
    """*field* on one line with its encoded words decoded (RFC 2047); unchanged where that fails."""
    try:
        pieces = decode_header(field[:_LONGEST_SUBJECT])
    except (ValueError, LookupError, MessageError):
        return one_line(field)
    texts = [piece if isinstance(piece, str) else text_of(piece, charset or "") for piece, charset in pieces]
    return one_line("".join(texts), _LONGEST_SUBJECT)


def _joined(parts: Sequence[MailPart], kind: str) -> Content:
    """The texts of all *parts* of a kind, joined, as far as they are read."""
    texts: list[str] = []
    left, is_whole = _MOST_READ, True
    for part in parts:
        if part.is_multipart or part.kind != kind:
            continue
        content = content_of(part, left)
        texts.append(content.text)
        left -= min(left, len(content.text))
        is_whole = is_whole and content.is_whole
    return Content("\n".join(texts), is_whole)


def _is_unread(part: MailPart) -> bool:
    """Whether the part is something that its writer may take for read: a file, a picture, another mail."""
    if part.is_multipart or part.kind in _SIGNATURES:
        return False
    return is_attached(part) or not part.kind.startswith("text/")


def _incoming(
    root: MailPart,
    *,
    kinds: frozenset[str],
    fault_code: str,
    text: Content = _NOTHING,
    html: Content = _NOTHING,
    report: str = "",
    has_attachments: bool = False,
) -> ParsedMail:
    lists: dict[str, list[str]] = {}
    for name, value in root.fields:
        lists.setdefault(name, []).append(value)
    headers = {name: tuple(values) for name, values in lists.items()}
    return ParsedMail(
        headers=headers,
        text=text.text,
        html=html.text,
        kinds=kinds | {claimed_kind(root.fields)},
        fault_code=fault_code,
        subject=decoded(root.first("subject")),
        message_id=_message_id(headers.get("message-id", ())),
        report_type=root.parameters("content-type").get("report-type", "").lower(),
        report=report,
        is_text_whole=text.is_whole,
        is_html_whole=html.is_whole,
        has_attachments=has_attachments,
    )


def _calendars(parts: Sequence[MailPart]) -> frozenset[str]:
    """The type of a calendar answer if there is one: it has a file name, but is no mere attachment."""
    is_meant = any(part.kind == "text/calendar" and "method" in part.parameters("content-type") for part in parts)
    return frozenset({"text/calendar"}) if is_meant else frozenset()


def _fault(parts: Sequence[MailPart], own: Sequence[MailPart], *, text: str, html: str) -> str:
    """The code of why a mail that is not too complex cannot be read; empty if it can."""
    if any(part.kind in _ENCRYPTED for part in own) or _SEALED_TEXT.search(text):
        return "encrypted"
    sealed = [part for part in parts if part.kind in _SEALED]
    if sealed and not text.strip() and not html.strip():
        is_signed = all("signed" in part.parameters("content-type").get("smime-type", "") for part in sealed)
        return "opaque" if is_signed else "encrypted"
    is_winmail = any(part.kind in _WINMAIL or _name(part) == "winmail.dat" for part in parts)
    return "winmail" if is_winmail and not text.strip() and not html.strip() else ""


def _name(part: MailPart) -> str:
    names = part.parameters("content-type") | part.parameters("content-disposition")
    return (names.get("filename") or names.get("name") or "").lower()


def _message_id(given: Sequence[str]) -> str:
    """The one Message-ID, if it can be used as a key."""
    found = _MESSAGE_ID.fullmatch(given[0]) if len(given) == 1 else None
    return found[1] if found else ""
