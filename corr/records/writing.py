"""Writing a record as text; what its lines mean is told in `corr.records.format`."""

from collections.abc import Iterator
from datetime import UTC, datetime

from corr.records.format import (
    FORM,
    NOTHING,
    TAGS,
    Entry,
    Record,
    RecordedCommitment,
    RecordedEvent,
    SeenPosition,
    digest_of,
    quoted,
)


def write_record(record: Record) -> str:
    """The record as text, which is the same each time; `read_record` reads it back."""
    tags = [f"[{name} {quoted(value)}]" for name, value in _tags(record)]
    lines = [_entry(entry) for entry in record.entries]
    lines += [f"position {record.position.number} {record.position.text}"]
    lines += map(_commitment, record.commitments)
    text = "\n".join([*tags, "", *lines, ""])
    return f"{text}digest {digest_of(text)}\n"


def write_moment(moment: datetime) -> str:
    """A moment in UTC, to the second."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    values = (
        FORM,
        record.game,
        record.site,
        record.ruleset,
        " ".join(f"{name}={value}" for name, value in record.options),
        *record.players,
        record.pace,
        write_moment(record.started),
        write_moment(record.ended) if record.ended else "",
        record.result,
        record.reason,
        record.view,
    )
    yield from zip(TAGS, values, strict=True)
    yield from record.others


def _entry(entry: Entry) -> str:
    if isinstance(entry, SeenPosition):
        return f"seen {entry.number} {entry.text}"
    moment = write_moment(entry.at)
    if isinstance(entry, RecordedEvent):
        return f"event {entry.number} {entry.side or NOTHING} {moment} {entry.door or NOTHING} {entry.kind}"
    return f"turn {entry.number} {entry.side} {moment} {entry.door} {entry.text}"


def _commitment(commitment: RecordedCommitment) -> str:
    word, nonce = commitment.word or NOTHING, commitment.nonce or NOTHING
    return f"commitment {commitment.number} {commitment.side} {commitment.digest} {word} {nonce}"
