"""Mails that nobody writes: each asks one place of the program for as much work as it can be made to do."""

import base64
from collections.abc import Callable

_FROM = b"From: Bob <bob@example.org>\n"
_HTML = b"Content-Type: text/html; charset=utf-8\n\n"
_MIXED = b"Content-Type: multipart/mixed; boundary=b\n\n"


def _nested(size: int) -> bytes:
    """Parts within parts, as many as there is room for."""
    heads = (b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(size // 55))
    return _FROM + b"".join(heads) + b"\nB3-C3\n"


def _fifty_deep(size: int) -> bytes:
    """Lines of nothing below fifty levels, each of which is to be looked for at every line."""
    heads = (b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(50))
    return _FROM + b"".join(heads) + b"\n" + b"\n" * size


def _many_multiparts(size: int) -> bytes:
    """Parts that announce parts of their own which stand nowhere, in front of much that looks like them."""
    heads = b"".join(b"--b\nContent-Type: multipart/mixed; boundary=c%d\n\n" % i for i in range(190))
    return _FROM + _MIXED + heads + _filled(b"\n--c", size)


def _encoded(size: int, line: bytes) -> bytes:
    """Lines in base64, which are a third longer then."""
    body = base64.encodebytes(_filled(line, size * 3 // 4 - 1000))
    return _FROM + b"Content-Transfer-Encoding: base64\n\n" + body


def _filled(piece: bytes, size: int) -> bytes:
    return piece * (size // len(piece))


def _text(piece: bytes) -> Callable[[int], bytes]:
    return lambda size: _FROM + b"\n" + _filled(piece, size)


def _flowed(piece: bytes) -> Callable[[int], bytes]:
    return lambda size: _FROM + b"Content-Type: text/plain; format=flowed; delsp=yes\n\n" + _filled(piece, size)


def _html(piece: bytes) -> Callable[[int], bytes]:
    return lambda size: _FROM + _HTML + _filled(piece, size)


def _field(name: bytes, piece: bytes) -> Callable[[int], bytes]:
    return lambda size: _FROM + name + b": " + _filled(piece, size) + b"\n\nB3-C3\n"


def _charset(name: bytes, piece: bytes) -> Callable[[int], bytes]:
    return lambda size: _FROM + b"Content-Type: text/plain; charset=" + name + b"\n\n" + _filled(piece, size)


def _both(size: int) -> bytes:
    """As much of either as is read."""
    parts = (
        b"Content-Type: text/plain\n\n" + _filled(b" " * 390 + b".\n", size // 2),
        _HTML + _filled(b"<p>B3-C3", size // 2),
    )
    return _FROM + _MIXED + b"".join(b"--b\n" + part + b"\n" for part in parts)


SHAPES: dict[str, Callable[[int], bytes]] = {
    "parts within parts": _nested,
    "fifty levels, then newlines": _fifty_deep,
    "parts announced in vain": _many_multiparts,
    "mails within mails": lambda size: _FROM + _filled(b"Content-Type: message/rfc822\n\n", size),
    "empty parts": lambda size: _FROM + _MIXED + _filled(b"--b\n\n", size),
    "empty mails in a digest": lambda size: _FROM + _MIXED.replace(b"mixed", b"digest") + _filled(b"--b\n\n", size),
    "delimiters of nobody": lambda size: _FROM + _MIXED + b"--b\n\n" + _filled(b"--c\n", size),
    "a report of empty blocks": lambda size: (
        _FROM + b"Content-Type: message/delivery-status\n\n" + _filled(b"a\n\n", size)
    ),
    "a subject of encoded words": _field(b"Subject", b"=?utf-8?q?a?= "),
    "a subject of begun words": _field(b"Subject", b"=?"),
    "a To of quotes": _field(b"To", b'"'),
    "a From of brackets": _field(b"From", b"("),
    "references": _field(b"References", b"<a@b.example> "),
    "folded references": _field(b"References", b"<a@b.example>\n "),
    "a type of parameters": _field(b"Content-Type", b';a="'),
    "headers": lambda size: _FROM + _filled(b"a: b\n", size) + b"\nB3-C3\n",
    "headers of servers": lambda size: _FROM + _filled(b"Received: from a by b\n", size) + b"\nB3-C3\n",
    "one line": _text(b"a"),
    "newlines": _text(b"\n"),
    "On On On": _text(b"On "),
    "On, a line each": _text(b"On\n"),
    "attributions": _text(b"On 4 Jan 2027 Ada <ada@example.org> wrote:\n"),
    "attributions without an end": _text(b"On 4 Jan 2027 Ada <ada@example.org>\n"),
    "attributions of one sign": _text(b"2027 " + b"x" * 90 + b":\n"),
    "quotes": _text(b"> > > a\n"),
    "signs of quotes": _text(b">"),
    "fields of letters": _text(b"From: a@b.example\nSent: 4 Jan 2027\n\n"),
    "colons": _text(b":"),
    "blanks and a sign": _text(b" " * 390 + b".\n"),
    "dashes": _text(b"-" * 39 + b"\n"),
    "turns": _text(b"B3-C3\n"),
    "turns in one line": _text(b"B3-C3 "),
    "turns in sentences": _text(b"I play B3-C3 and "),
    "half a turn": _text(b"B3-"),
    "look-alikes": _text("В3–С3\n".encode()),
    "controls": _text("\u202e\u200b".encode()),
    "armour": _text(b"-----BEGIN PGP SIGNED MESSAGE-----\n"),
    "base64 of newlines": lambda size: _encoded(size, b"\n"),
    "base64 of lines": lambda size: _encoded(size, b"On 4 Jan 2027 Ada wrote:\n"),
    "soft line breaks": lambda size: _FROM + b"Content-Transfer-Encoding: quoted-printable\n\n" + _filled(b"=\n", size),
    "flowed lines": _flowed(b"a \n"),
    "flowed quotes": _flowed(b"> > a \n"),
    "blocks within blocks": _html(b"<div>"),
    "letters within letters": _html(b"<b>"),
    "tables within tables": _html(b"<table><td>"),
    "begun tags": _html(b"<"),
    "begun comments": _html(b"<!--"),
    "attributes": lambda size: _FROM + _HTML + b"<p " + _filled(b"a=b ", size) + b">B3-C3",
    "signs by name": _html(b"&amp;"),
    "paragraphs": _html(b"<p>B3-C3"),
    "lists": _html(b"<ul><li>B3-C3"),
    "styles": _html(b'<div style="border:none;border-top:solid">B3-C3</div>'),
    "quoted blocks": _html(b"<blockquote>B3-C3</blockquote>B3-C3"),
    "text and html at once": _both,
    "UTF-7": _charset(b"utf-7", b"+2AA-"),
    "letters of Japan": _charset(b"iso-2022-jp", b"\x1b$B\x1b(B"),
    "letters of China": _charset(b"hz", b"~{~}"),
    "letters of nobody": _charset(b"x-unknown", b"\xff\xfe"),
}
"""By name: what makes a mail of about so many bytes."""
