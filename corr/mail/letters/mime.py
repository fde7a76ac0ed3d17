"""Letters as MIME: fields, parts and boundaries, and pictures of boards."""

from base64 import encodebytes
from binascii import b2a_qp
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256

from corr.games.courses import Course
from corr.games.scene import Scene
from corr.render.png import png_board

_KEPT = 256
"""The number of pictures in the cache, of ten to twenty kilobytes each."""
Field = tuple[str, str]
"""A name and a value of one line of ASCII."""

_FOLDED_FROM = 78
"""RFC 5322: lines should not be longer."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as it goes into a letter."""

    encoded: bytes
    """PNG in base64, in lines."""
    width: int
    """In pixels."""


def picture(scene: Scene, *, flipped: bool, course: Course, theme: str) -> Picture:
    """
    The board as a picture in the colours of a *theme*, from a cache.

    Everything that it shows is part of the cache key, so no viewer is shown what only another one may know.

    :param course: the last turn, which is drawn as arrows, as that viewer may know it.
    """
    # Notes are not drawn, and change with every turn and viewer.
    return _drawn(replace(scene, notes=(), turn_notes=(), alerts=()), course, flipped=flipped, theme=theme)


@lru_cache(maxsize=_KEPT)
def _drawn(scene: Scene, course: Course, *, flipped: bool, theme: str) -> Picture:
    png = png_board(scene, flipped=flipped, course=course, theme=theme)
    # PNG, 11.2.1: the first chunk is IHDR, and begins with the width.
    return Picture(encodebytes(png).replace(b"\n", b"\r\n"), int.from_bytes(png[16:20], "big"))


@dataclass(frozen=True, slots=True)
class LetterPart:
    """A part of a letter: its fields, and its encoded body."""

    fields: tuple[Field, ...]
    body: bytes


@dataclass(frozen=True, slots=True)
class Image:
    """A picture within a letter."""

    content_id: str
    """Its first word is the name of the file."""
    encoded: bytes
    """PNG in base64, in lines."""


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
    return _bytes(LetterPart((*fields, ("MIME-Version", "1.0"), *both.fields), both.body))


def _many(kind: str, boundary: str, parts: Iterable[LetterPart], *, more: str = "") -> LetterPart:
    # Neither quoted-printable nor base64 can hold "=_".
    border = f"=_{boundary}"
    opening = f"--{border}\r\n".encode()
    body = b"".join(opening + _bytes(part) + b"\r\n" for part in parts) + f"--{border}--\r\n".encode()
    return LetterPart((("Content-Type", f'multipart/{kind}{more}; boundary="{border}"'),), body)


def _text(kind: str, text: str) -> LetterPart:
    """A text part in quoted-printable, which no mail server needs to change."""
    body = b2a_qp(text.replace("\n", "\r\n").encode("utf-8", "replace"), quotetabs=False, istext=True)
    # A mailbox file would put ">" before such a line, and the DKIM signature would no longer match.
    body = body.replace(b"\nFrom ", b"\n=46rom ")
    if body.startswith(b"From "):
        body = b"=46" + body[1:]
    fields = (("Content-Type", f'text/{kind}; charset="utf-8"'), ("Content-Transfer-Encoding", "quoted-printable"))
    return LetterPart(fields, body)


def _image(image: Image) -> LetterPart:
    filename = f"{image.content_id.partition('.')[0]}.png"
    fields = (
        ("Content-Type", f'image/png; name="{filename}"'),
        ("Content-Transfer-Encoding", "base64"),
        ("Content-ID", f"<{image.content_id}>"),
        ("Content-Disposition", f'inline; filename="{filename}"'),
    )
    return LetterPart(fields, image.encoded)


def _bytes(part: LetterPart) -> bytes:
    """A part with its fields, which are folded at blanks if they are long (RFC 5322, 2.2.3)."""
    lines: list[str] = []
    for name, value in part.fields:
        first, *rest = value.split(" ")
        lines.append(f"{name}: {first}")
        for word in rest:
            if len(lines[-1]) + 1 + len(word) > _FOLDED_FROM:
                lines.append("")
            lines[-1] += f" {word}"
    return "\r\n".join([*lines, "", ""]).encode("ascii") + part.body
