"""Reading the text of a record: what is no record, or was changed, is refused with the line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from corr.records.format import (
    FORM,
    NOTHING,
    TAGS,
    Entry,
    Record,
    RecordedCommitment,
    RecordedEvent,
    RecordedTurn,
    RecordError,
    SeenPosition,
    digest_of,
    quoted,
)

LARGEST = 1 << 20
"""Bytes of a record at most."""
_MAY_BE_EMPTY = frozenset({"Site", "Options", "Ended", "Reason"})
_TAG = re.compile(r'\[([A-Z][A-Za-z0-9]{0,30}) "((?:[^"\\]|\\["\\]|\\u\{[0-9a-f]{1,6}\})*+)"\]')
_ESCAPE = re.compile(r'\\(?:(["\\])|u\{([0-9a-f]+)\})')
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\dZ", re.ASCII)
_FIELDS = {
    "number": (re.compile(r"[1-9]\d{0,8}", re.ASCII), "the number of a turn"),
    "seat": (re.compile(r"[A-Za-z0-9]"), "the letter of a seat"),
    "seat or -": (re.compile(r"[A-Za-z0-9]|-"), "the letter of a seat or -"),
    "moment": (_MOMENT, "a moment, such as 2027-01-14T09:00:00Z"),
    "door": (re.compile(r"[a-z]{1,20}"), "how it came, such as web or mail"),
    "door or -": (re.compile(r"[a-z]{1,20}|-"), "how it came, such as web or mail, or -"),
    "kind": (re.compile(r"[a-z][a-z-]{0,39}"), "what happened, such as resigned"),
    "text": (re.compile(r"[!-~](?:[ -~]*[!-~])?"), "ASCII text"),
    "digest": (re.compile(r"[0-9a-f]{64}"), "a digest of 64 hex digits"),
    "word": (re.compile(r"[!-~]+"), "the secret word or -"),
    "nonce": (re.compile(r"[0-9a-f]{32}|-"), "a nonce of 32 hex digits or -"),
}
"""What may stand in a field of a line, and what it is for people."""
_TURN = ("number", "seat", "moment", "door", "text")
_EVENT = ("number", "seat or -", "moment", "door or -", "kind")
_POSITION = ("number", "text")
_COMMITMENT = ("number", "seat", "digest", "word", "nonce")
_KINDS = {
    "turn": (_TURN, 0),
    "event": (_EVENT, 0),
    "seen": (_POSITION, 0),
    "position": (_POSITION, 1),
    "commitment": (_COMMITMENT, 2),
    "digest": (("digest",), 3),
}
"""Each kind of line: its fields, and which part of a record it belongs to."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line below the tags."""

    place: int
    kind: str
    fields: tuple[str, ...]

    @property
    def part(self) -> int:
        return _KINDS[self.kind][1]

    @property
    def number(self) -> int:
        return int(self.fields[0])


def decoded(raw: bytes) -> str:
    """
    The text of a file that should be a record.

    :raises RecordError: it is too large, or no UTF-8.
    """
    if len(raw) > LARGEST:
        raise RecordError(1, f"a record has at most {LARGEST:,} bytes; this is more.")
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise RecordError(1, "this is UTF-16 text; save it as UTF-8.")
    try:
        return raw.decode()
    except UnicodeDecodeError as fault:
        line = raw.count(b"\n", 0, fault.start) + 1
        place = fault.start - raw.rfind(b"\n", 0, fault.start)
        raise RecordError(line, f"this is not UTF-8 text: see byte {place} of the line.") from None


def read_record(text: str) -> Record:
    """
    The game that a record tells; whether its turns are right is for `replay_record` to judge.

    :raises RecordError: the text is no record, or something was changed in it.
    """
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n").split("\n")
    _check_begin(rows[0])
    end = next((place for place, row in enumerate(rows) if not row), len(rows))
    tags, places = _tags(rows[:end])
    lines = [_line(place, row) for place, row in enumerate(rows[end + 1 :], end + 2)]
    _check_parts(lines, len(rows))
    if lines[-1].fields[0] != digest_of("\n".join([*rows[:-1], ""])):
        raise RecordError(len(rows), "the digest does not fit what stands above: something was changed there.")
    return _record(tags, places, lines)


def _check_begin(row: str) -> None:
    wanted = f"[Record {quoted(FORM)}]"
    if not row:
        raise RecordError(1, "this is empty; the first line of a record is " + wanted + ".")
    if row == wanted:
        return
    found = _TAG.fullmatch(row)
    if found and found[1] == "Record":
        raise RecordError(1, f"this is a record of another form; the first line of those read here is {wanted}.")
    raise RecordError(1, f"this is no record of a game; the first line of one is {wanted}.")


def _tags(rows: list[str]) -> tuple[dict[str, str], dict[str, int]]:
    tags: dict[str, str] = {}
    places: dict[str, int] = {}
    for place, row in enumerate(rows, 1):
        found = _TAG.fullmatch(row)
        if found is None:
            raise RecordError(place, 'this is no tag; one looks like [Game "k3m9xq"], and a blank line ends the tags.')
        name = found[1]
        if name in tags:
            raise RecordError(place, f"the tag {name} stands in line {places[name]} already.")
        try:
            tags[name] = _ESCAPE.sub(lambda escape: escape[1] or chr(int(escape[2], 16)), found[2])
        except ValueError:
            raise RecordError(place, f"the tag {name} has an escape beyond the last of all letters.") from None
        places[name] = place
        if name in TAGS and not tags[name] and name not in _MAY_BE_EMPTY:
            raise RecordError(place, f"the tag {name} is empty.")
    missing = [name for name in TAGS if name not in tags]
    if missing:
        raise RecordError(len(rows) + 1, f"here the tags end, and {missing[0]} is missing.")
    return tags, places


def _line(place: int, row: str) -> _Line:
    kind, _, rest = row.partition(" ")
    if kind not in _KINDS:
        raise RecordError(place, f"a line begins with one of the words {', '.join(_KINDS)}; this does not.")
    names = _KINDS[kind][0]
    fields = tuple(rest.split(" ", len(names) - 1))
    for name, typed in zip(names, fields, strict=False):
        pattern, meaning = _FIELDS[name]
        if pattern.fullmatch(typed) is None or (name == "moment" and _read_moment(typed) is None):
            raise RecordError(place, f"after “{kind}” field {names.index(name) + 1} should be {meaning}; it is not.")
    if len(fields) < len(names):
        raise RecordError(place, f"after “{kind}” {_FIELDS[names[len(fields)]][1]} is missing.")
    return _Line(place, kind, fields)


def _check_parts(lines: list[_Line], last: int) -> None:
    """Make sure that the parts of a record are there, each in its place."""
    if not lines or lines[-1].kind != "digest":
        raise RecordError(last, "the record ends without its digest: a part of it is missing.")
    part = 0
    for line in lines:
        # Turns and commitments may be many; there is one last position and one digest.
        if line.part < part or (line.part == part and line.kind in {"position", "digest"}):
            raise RecordError(line.place, f"a line “{line.kind}” cannot stand here.")
        part = line.part
    if not any(line.kind == "position" for line in lines):
        raise RecordError(last, "the line with the last position is missing.")


def _record(tags: Mapping[str, str], places: Mapping[str, int], lines: list[_Line]) -> Record:
    position = next(line for line in lines if line.kind == "position")
    return Record(
        game=tags["Game"],
        site=tags["Site"],
        ruleset=tags["Ruleset"],
        options=_options(tags["Options"], places["Options"]),
        players=(tags["Player1"], tags["Player2"]),
        pace=tags["Pace"],
        started=_tagged_moment(tags["Started"], places["Started"]),
        ended=_tagged_moment(tags["Ended"], places["Ended"]) if tags["Ended"] else None,
        result=tags["Result"],
        reason=tags["Reason"],
        view=tags["View"],
        entries=tuple(_entry(line) for line in lines if line.part == 0),
        position=SeenPosition(position.number, position.fields[1], position.place),
        commitments=tuple(_commitment(line) for line in lines if line.kind == "commitment"),
        others=tuple((name, value) for name, value in tags.items() if name not in TAGS),
        lines=places,
    )


def _entry(line: _Line) -> Entry:
    number, *fields = line.fields
    if line.kind == "seen":
        return SeenPosition(int(number), fields[0], line.place)
    side, moment, door, text = fields
    at = _read_moment(moment)
    assert at is not None
    if line.kind == "turn":
        return RecordedTurn(int(number), side, at, door, text, line.place)
    return RecordedEvent(int(number), _told(side), at, _told(door), text, line.place)


def _commitment(line: _Line) -> RecordedCommitment:
    _, side, digest, word, nonce = line.fields
    if (word == NOTHING) != (nonce == NOTHING):
        raise RecordError(line.place, "word and nonce of a commitment are told together or not at all.")
    return RecordedCommitment(line.number, side, digest, _told(word), _told(nonce), line.place)


def _told(field_text: str) -> str:
    return "" if field_text == NOTHING else field_text


def _options(text: str, place: int) -> tuple[tuple[str, str], ...]:
    pairs = [tuple(word.split("=")) for word in text.split(" ")] if text else []
    if any(len(pair) != len(("name", "value")) or not all(pair) for pair in pairs):
        raise RecordError(place, "options are written as name=value, with one space between them.")
    options = tuple((name, value) for name, value in pairs)
    if len(dict(options)) < len(options):
        raise RecordError(place, "an option is given twice.")
    return options


def _tagged_moment(text: str, place: int) -> datetime:
    moment = _read_moment(text)
    if moment is None:
        raise RecordError(place, "this should be a moment, such as 2027-01-14T09:00:00Z.")
    return moment


def _read_moment(text: str) -> datetime | None:
    """The moment that is written so; None if none is."""
    if _MOMENT.fullmatch(text) is None:
        return None
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except ValueError:
        return None
