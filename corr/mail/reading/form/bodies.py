"""The bodies of a mail as text: transfer encodings, charsets and flowed lines decoded."""

import binascii
import codecs
import re
from dataclasses import dataclass

from corr.mail.reading.form.fields import first_word
from corr.mail.reading.form.structure import MailPart

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
