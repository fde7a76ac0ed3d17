"""The body of a part: out of its transfer encoding, into letters."""

import binascii

from corr.mail.reading.form.charsets import text_of
from corr.mail.reading.form.fields import first_word
from corr.mail.reading.form.flowed import unflowed
from corr.mail.reading.form.structure import Part

_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
_STRANGE = bytes(set(range(256)) - set(_ALPHABET))


def text_in(part: Part, most: int) -> str:
    """The text in the first *most* bytes of a part, by the charset and the layout that it claims as far as they fit."""
    encoding = first_word(part.first("content-transfer-encoding"))
    parameters = part.parameters("content-type")
    content, is_8bit = part.body(most), True
    if encoding == "base64":
        content, is_8bit = _base64(content), False
    elif encoding == "quoted-printable":
        content, is_8bit = binascii.a2b_qp(content), False
    text = text_of(content, parameters.get("charset", ""), is_8bit=is_8bit)
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\x00", "")
    if parameters.get("format", "").lower() == "flowed":
        return unflowed(text, joins=parameters.get("delsp", "").lower() == "yes")
    return text


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
