r"""
A whole game as one value, and what its text means: it is written here, and `corr.records.parser` reads it back.

A record is UTF-8 text for people and programs. First come tags, a name and a value in quotes:

    [Record "corr/1"]                      the form of the record; always the first line
    [Game "k3m9xq"] [Site "https://…"]     the id of the game, and the service where it was played
    [Ruleset "chess/1"] [Options "a=b c=true"]
    [Player1 "Ada"] [Player2 "Ben"]        in the order of the seats
    [Pace "3d/turn"]
    [Started "2027-01-14T09:00:00Z"] [Ended ""]
    [Result "w"] [Reason "checkmate"]      the winner's letter, "draw", or "void" for a game that was ended without a
                                           result; "*" and "" while the game goes on
    [View "all"]                           whose eyes it is for: "public" or a seat's letter while the game goes on

each on a line of its own; tags that later forms may add are kept. In a value, a quote and a backslash have a backslash
before them, and what cannot be seen is written as \u{200b}. Below a blank line follow, one a line:

    turn NUMBER SEAT MOMENT DOOR TEXT      a turn in canonical notation, when it came and how: "web" or "mail"
    event NUMBER SEAT MOMENT DOOR KIND     what else happened while that turn was due; "-" for a seat or door of none;
                                           of a change of a clock neither how much nor why is told
    seen NUMBER POSITION                   what the reader may know of the position in which that turn was due, where it
                                           does not follow from the lines above because a turn is secret
    position NUMBER POSITION               once: the position in which the next turn is due, or the last one
    commitment NUMBER SEAT DIGEST WORD NONCE    of a secret turn, that above or the one that waits for another seat's;
                                           "- -" for word and nonce while they are secret
    digest HEX                             last: SHA-256 of all before this line

Moments are UTC and never go back, neither from turn to turn nor from event to event.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256

from corr.errors import CorrError

FORM = "corr/1"
"""The form of the records that are read and written here."""
TAGS = (
    "Record",
    "Game",
    "Site",
    "Ruleset",
    "Options",
    "Player1",
    "Player2",
    "Pace",
    "Started",
    "Ended",
    "Result",
    "Reason",
    "View",
)
"""The tags that every record has, in their order."""
RUNNING = "*"
"""The result of a game that goes on."""
DRAW = "draw"
VOID = "void"
"""The result of a game that was ended and counts for nothing."""
NOTHING = "-"
"""What stands in a line where there is nothing to say."""
EVERYTHING, PUBLIC = "all", "public"
"""Who a record is for, beside a seat: everybody after the end, or everybody before."""


class RecordError(CorrError):
    """A text that is no record, or a record that is not right; `line` says where, from 1."""

    code = "record"

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"Line {line}: {reason}")
        self.line = line


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """A turn and how it came."""

    number: int
    side: str
    """The letter of the seat."""
    at: datetime
    door: str
    """How it came: "web" or "mail"."""
    text: str
    """In canonical notation, or veiled."""
    line: int = field(default=0, compare=False)
    """Where it stands in the text that it was read from."""


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """Something that is not a turn."""

    number: int
    """The turn that was due when it happened."""
    side: str
    """The letter of the seat whose act it was; empty for none."""
    at: datetime
    door: str
    """How it came; empty for none."""
    kind: str
    """One word, such as "draw-offered"."""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class SeenPosition:
    """The part of a position that the reader of the record may know."""

    number: int
    """The turn that was due in it."""
    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class RecordedCommitment:
    """The digest that binds a seat to a secret turn."""

    number: int
    side: str
    digest: str
    word: str = ""
    """The secret; empty until the game is over."""
    nonce: str = ""
    line: int = field(default=0, compare=False)

    @property
    def is_open(self) -> bool:
        """Whether the secret is told."""
        return bool(self.word)


Entry = RecordedTurn | RecordedEvent | SeenPosition


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game as its reader may know it."""

    game: str
    """The id."""
    site: str
    """The address of the service."""
    ruleset: str
    options: tuple[tuple[str, str], ...]
    """Names and values, each a word."""
    players: tuple[str, str]
    pace: str
    started: datetime
    ended: datetime | None
    result: str
    """The winner's letter, `DRAW`, `VOID` or `RUNNING`."""
    reason: str
    """The end reason, one word; empty while the game goes on."""
    view: str
    """Who it is for: `EVERYTHING`, `PUBLIC`, or a seat's letter."""
    entries: tuple[Entry, ...]
    """What happened, in order."""
    position: SeenPosition
    """Where it came to."""
    commitments: tuple[RecordedCommitment, ...] = ()
    others: tuple[tuple[str, str], ...] = ()
    """Tags that are not known here."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Where each tag stands in the text that it was read from."""

    @property
    def turns(self) -> tuple[RecordedTurn, ...]:
        """The turns alone."""
        return tuple(entry for entry in self.entries if isinstance(entry, RecordedTurn))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result != RUNNING

    def fault(self, tag: str, reason: str) -> RecordError:
        """The error about a tag."""
        return RecordError(self.lines.get(tag, 1), f"the tag {tag}: {reason}")


def digest_of(text: str) -> str:
    """The digest that ends a record whose other lines are *text*."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def commitment_digest(game: str, word: str, nonce: str) -> str:
    """The digest that binds a secret word of a game, as `printf '%s %s %s' GAMEID WORD NONCE | sha256sum` prints it."""
    return sha256(f"{game} {word} {nonce}".encode()).hexdigest()


def quoted(value: str) -> str:
    """A tag's value in its quotes."""
    return '"' + "".join(map(_escaped, value)) + '"'


def _escaped(sign: str) -> str:
    if sign in '"\\':
        return f"\\{sign}"
    return sign if sign.isprintable() else f"\\u{{{ord(sign):x}}}"


# -- writing ----------------------------------------------------------------------------------------------------


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
