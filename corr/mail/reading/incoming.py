"""
A mail as it came over the wire, taken apart: headers, bodies, and what kind of thing it is.

Everything hostile is met before the parser sees it: size, the number and depth of parts, the length of headers. The
standard library's old `compat32` policy is used, because the new one raises on real mails and can be made to take
seconds.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.header import decode_header
from email.message import Message
from hashlib import sha256

from corr.errors import CorrError
from corr.mail.reading.charsets import text_of
from corr.mail.reading.flowed import unflowed

MAX_SIZE = 256 * 1024
"""Bytes of a mail at most; the listener refuses larger ones."""
_MAX_PARTS = 50
_MAX_DEPTH = 10
_MAX_FIELD = 8 * 1024
_MAX_HEADERS = 64 * 1024
_MAX_SEPARATORS = 1000
_MAX_PARAMETERS = 1000
_HEAD = re.compile(rb"\r?\n\r?\n")
_ON_ITS_WAY = re.compile(
    rb"^(?:received|return-path|delivered-to|x-original-to|arc-[a-z-]+|authentication-results|x-received)"
    rb":[^\n]*\n(?:[ \t][^\n]*\n)*",
    re.IGNORECASE | re.MULTILINE,
)
_MULTIPART = re.compile(rb"content-type\s*:\s*(?:multipart|message)/", re.IGNORECASE)
_SEPARATOR = re.compile(rb"^--", re.MULTILINE)
_ENCRYPTED = frozenset({"multipart/encrypted", "application/pgp-encrypted"})
_PARAMETER = re.compile(r";\s*([a-z-]{1,20})\s*=\s*(\"[^\"]{0,200}\"|[^;\s]{1,200})", re.IGNORECASE)
_KIND = re.compile(r"\s*([a-z0-9.+-]{1,60})/([a-z0-9.+-]{1,80})\s*(?:;|$|\s)", re.IGNORECASE)


class TooComplexError(CorrError):
    """A mail that is too large or too intricate to be taken apart; it is never parsed."""

    code = "too-complex"


@dataclass(frozen=True, slots=True)
class Incoming:
    """What there is to know about a mail before anybody asks what it says."""

    headers: Mapping[str, tuple[str, ...]]
    """The fields of the mail by lower-case name, unfolded and undecoded, in order."""
    text: str
    """The plain text parts joined, attachments left out."""
    html: str
    """The HTML parts joined, attachments left out."""
    kinds: frozenset[str]
    """The content types of all parts: "text/plain", "text/calendar" …"""
    is_encrypted: bool
    subject: str
    """Decoded, on one line."""
    message_id: str
    """As sent, without angle brackets; empty if there is none that is usable."""

    def all(self, name: str) -> tuple[str, ...]:
        """Every field called *name*, in lower case."""
        return self.headers.get(name, ())

    def first(self, name: str) -> str:
        """The first field called *name*, or an empty string."""
        return next(iter(self.all(name)), "")


def read_mail(raw: bytes) -> Incoming:
    """
    The mail in *raw*.

    :raises TooComplexError: it is larger or more deeply nested than any person's mail.
    """
    raw = raw.lstrip(b"\r\n \t")
    _check(raw)
    root = message_from_bytes(_without_long_fields(raw), policy=policy.compat32)
    parts = list(_parts(root))
    headers = _headers(root)
    bodies = [(kind, part) for kind, part in parts if kind in {"text/plain", "text/html"} and not _is_attached(part)]
    return Incoming(
        headers=headers,
        text="\n".join(_body(part) for kind, part in bodies if kind == "text/plain"),
        html="\n".join(_body(part) for kind, part in bodies if kind == "text/html"),
        kinds=frozenset({_kind(root), *(kind for kind, _ in parts)}),
        is_encrypted=any(_is_encrypted(kind, part) for kind, part in parts),
        subject=decoded(next(iter(headers.get("subject", ())), "")),
        message_id=_message_id(headers),
    )


def read_head(raw: bytes) -> Incoming:
    """The headers alone of a mail that is too complex to be taken apart."""
    head = _HEAD.split(raw.lstrip(b"\r\n \t")[:_MAX_HEADERS], maxsplit=1)[0]
    root = message_from_bytes(_without_long_fields(head) + b"\n\n", policy=policy.compat32)
    headers = _headers(root)
    subject = decoded(next(iter(headers.get("subject", ())), ""))
    return Incoming(headers, "", "", frozenset({_kind(root)}), is_encrypted=False, subject=subject, message_id="")


def dedupe_key(raw: bytes, mail: Incoming, door: str) -> str:
    """
    What is the same when the same mail arrives again at the same *door*, the reply token it came to.

    Without a Message-ID it is the mail itself, less what servers write on it on its way.
    """
    own = mail.message_id.encode("utf-8", "replace") or _ON_ITS_WAY.sub(b"", raw)
    return sha256(b"\n".join((door.lower().encode("utf-8", "replace"), own))).hexdigest()


def decoded(field: str) -> str:
    """*field* with its encoded words read, on one line; what cannot be decoded stays as it is."""
    try:
        pieces = decode_header(field[:_MAX_PARAMETERS])
    except (ValueError, LookupError):
        return " ".join(field.split())
    texts = [piece if isinstance(piece, str) else text_of(piece, charset or "") for piece, charset in pieces]
    return " ".join("".join(texts).split())


def _check(raw: bytes) -> None:
    if len(raw) > MAX_SIZE:
        raise TooComplexError("The mail is too large.")
    if len(_MULTIPART.findall(raw)) > _MAX_PARTS or len(_SEPARATOR.findall(raw)) > _MAX_SEPARATORS:
        raise TooComplexError("The mail has too many parts.")


def _without_long_fields(raw: bytes) -> bytes:
    """
    *raw* without header fields that are too long to be worth reading.

    :raises TooComplexError: the headers as a whole are too long.
    """
    lines = raw.splitlines(keepends=True)
    end = next((number for number, line in enumerate(lines) if not line.strip(b"\r\n")), len(lines))
    if sum(map(len, lines[:end])) > _MAX_HEADERS:
        raise TooComplexError("The mail's headers are too long.")
    fields: list[list[bytes]] = []
    for line in lines[:end]:
        if fields and line[:1] in b" \t":
            fields[-1].append(line)
        else:
            fields.append([line])
    kept = [line for field in fields if sum(map(len, field)) <= _MAX_FIELD for line in field]
    return b"".join([*kept, *lines[end:]])


def _parts(root: Message) -> Iterator[tuple[str, Message]]:
    """
    Every part with its content type, in order; mails within the mail are named but not entered.

    :raises TooComplexError: there are too many, or they are nested too deeply.
    """
    stack = [(root, 0)]
    count = 0
    while stack:
        part, depth = stack.pop()
        count += 1
        if count > _MAX_PARTS or depth > _MAX_DEPTH:
            raise TooComplexError("The mail has too many parts.")
        kind = _kind(part)
        if part.is_multipart():
            yield kind, part
            if not kind.startswith("message/"):
                stack += [(child, depth + 1) for child in reversed(list(_children(part)))]
        else:
            # A mail that says it has parts and has none is taken for text.
            yield ("text/plain" if kind.startswith("multipart/") else kind), part


def _children(part: Message) -> Iterator[Message]:
    # Asked for parts, the parser answers without looking at charsets, which may raise.
    children = part.get_payload()
    return (child for child in children if isinstance(child, Message)) if isinstance(children, list) else iter(())


def _kind(part: Message) -> str:
    found = _KIND.match(_field(part, "content-type"))
    return f"{found[1]}/{found[2]}".lower() if found else "text/plain"


def _parameters(field: str) -> dict[str, str]:
    return {name.lower(): value.strip('"') for name, value in _PARAMETER.findall(field[:_MAX_PARAMETERS])}


def _field(part: Message, name: str) -> str:
    """The first field called *name*, raw: the parser's own access may raise on what it did not expect."""
    return next((_clean(str(value)) for key, value in part.raw_items() if key.lower() == name), "")


def _clean(value: str) -> str:
    """A raw field unfolded; bytes beyond ASCII are read as UTF-8."""
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace").replace("\r", "").replace("\n", "")


def _headers(root: Message) -> dict[str, tuple[str, ...]]:
    headers: dict[str, tuple[str, ...]] = {}
    for name, value in root.raw_items():
        key = name.lower()
        headers[key] = (*headers.get(key, ()), _clean(str(value)).strip())
    return headers


def _is_attached(part: Message) -> bool:
    """Whether the part is a file: those are never read."""
    disposition = _field(part, "content-disposition")
    if disposition.strip().lower().startswith("attachment"):
        return True
    names = _parameters(disposition) | _parameters(_field(part, "content-type"))
    return "filename" in names or "name" in names


def _is_encrypted(kind: str, part: Message) -> bool:
    if kind in _ENCRYPTED:
        return True
    if kind in {"application/pkcs7-mime", "application/x-pkcs7-mime"}:
        return "signed" not in _field(part, "content-type").lower()
    return kind == "text/plain" and not part.is_multipart() and "-----BEGIN PGP MESSAGE-----" in _body(part)


def _body(part: Message) -> str:
    parameters = _parameters(_field(part, "content-type"))
    encoding = _field(part, "content-transfer-encoding").strip().lower()
    try:
        content = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError):
        content = b""
    if not isinstance(content, bytes):
        return ""
    is_8bit = encoding not in {"base64", "quoted-printable"}
    text = text_of(content, parameters.get("charset", ""), is_8bit=is_8bit).replace("\x00", "")
    if parameters.get("format", "").lower() == "flowed":
        return unflowed(text, joins=parameters.get("delsp", "").lower() == "yes")
    return text


def _message_id(headers: Mapping[str, tuple[str, ...]]) -> str:
    """The one Message-ID, if it can be used as a key."""
    given = headers.get("message-id", ())
    inside = given[0].strip().strip("<>") if len(given) == 1 else ""
    return inside if 3 <= len(inside) <= 998 and " " not in inside else ""  # noqa: PLR2004 - shorter than a@b is none
