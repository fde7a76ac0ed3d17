"""The body of a part: out of its transfer encoding, into letters."""

import binascii
from dataclasses import dataclass

from corr.mail.reading.form.bodies import text_of
from corr.mail.reading.form.fields import first_word
from corr.mail.reading.form.part_flowed import unflowed
from corr.mail.reading.form.structure import Part

_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
_STRANGE = bytes(set(range(256)) - set(_ALPHABET))
_EXPANDED = 4
"""Bytes at most that stand for one in what clients encode, line ends among them."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a part says, as far as it is read."""

    text: str
    is_whole: bool
    """Whether that is all of it."""


def content_of(part: Part, most: int) -> Content:
    """
    The text of a part, by the charset and the layout that it claims as far as they fit.

    :param most: bytes that are read of it once they are decoded.
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
    """What *content* stands for, as far as it goes; words in plain text that somebody added below are left out."""
    lines: list[bytes] = []
    for line in content.split(b"\n"):
        if lines and b" " in line.strip():
            break
        lines.append(line)
    signs = b"".join(lines).translate(None, _STRANGE).partition(b"=")[0]
    whole = signs[: len(signs) - (len(signs) % 4 == 1)]
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))
