"""
Letters as bytes: fields, parts and boundaries.

The same letter always has the same bytes, and nothing in them invites a server on the way to change any: short lines of
ASCII, no blanks at their ends, none that begins with "From " and none that is a single full stop.
"""

from base64 import encodebytes
from binascii import b2a_qp
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

Field = tuple[str, str]
"""A name and a value of one line of ASCII."""

_FOLDED_FROM = 78
"""RFC 5322: lines should not be longer."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a letter: its fields, and its body as it is sent."""

    fields: tuple[Field, ...]
    body: bytes


@dataclass(frozen=True, slots=True)
class Image:
    """A picture within a letter."""

    content_id: str
    filename: str
    encoded: bytes
    """PNG in base64, as `encoded` makes it."""


def written(fields: Sequence[Field], text: str, html: str, images: Sequence[Image]) -> bytes:
    """
    A whole letter: *text*, and beside it *html* with its *images*.

    :param fields: those of the letter, the Message-ID among them.
    """
    seed = sha256(dict(fields)["Message-ID"].encode()).hexdigest()[:24]
    beside = _text("html", html)
    if images:
        beside = _many("related", f"{seed}_1", [beside, *map(_image, images)], more='; type="text/html"')
    both = _many("alternative", f"{seed}_0", [_text("plain", text), beside])
    return _bytes(Part((*fields, ("MIME-Version", "1.0"), *both.fields), both.body))


def encoded(png: bytes) -> bytes:
    """A picture in base64, in lines."""
    return encodebytes(png).replace(b"\n", b"\r\n")


def _many(kind: str, boundary: str, parts: Iterable[Part], *, more: str = "") -> Part:
    # Neither quoted-printable nor base64 can hold "=_".
    border = f"=_{boundary}"
    opening = f"--{border}\r\n".encode()
    body = b"".join(opening + _bytes(part) + b"\r\n" for part in parts) + f"--{border}--\r\n".encode()
    return Part((("Content-Type", f'multipart/{kind}{more}; boundary="{border}"'),), body)


def _text(kind: str, text: str) -> Part:
    """Quoted-printable, which no server on the way needs to touch."""
    body = b2a_qp(text.replace("\n", "\r\n").encode("utf-8", "replace"), quotetabs=False, istext=True)
    # A mailbox file would put a sign before such a line, and a signature would no longer fit.
    body = body.replace(b"\nFrom ", b"\n=46rom ")
    if body.startswith(b"From "):
        body = b"=46" + body[1:]
    fields = (("Content-Type", f'text/{kind}; charset="utf-8"'), ("Content-Transfer-Encoding", "quoted-printable"))
    return Part(fields, body)


def _image(image: Image) -> Part:
    fields = (
        ("Content-Type", f'image/png; name="{image.filename}"'),
        ("Content-Transfer-Encoding", "base64"),
        ("Content-ID", f"<{image.content_id}>"),
        ("Content-Disposition", f'inline; filename="{image.filename}"'),
    )
    return Part(fields, image.encoded)


def _bytes(part: Part) -> bytes:
    head = "".join(f"{_folded(name, value)}\r\n" for name, value in part.fields)
    return f"{head}\r\n".encode("ascii") + part.body


def _folded(name: str, value: str) -> str:
    """A field, broken at blanks where it is long; what is read again is the same."""
    first, *rest = value.split(" ")
    lines = [f"{name}: {first}"]
    for word in rest:
        if len(lines[-1]) + 1 + len(word) > _FOLDED_FROM:
            lines.append("")
        lines[-1] += f" {word}"
    return "\r\n".join(lines)
