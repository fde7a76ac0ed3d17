"""What is known when all is over: what was sent and seen, what is stored, what was delivered, and who died when."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction

RUNNING = "running"


class Seen(StrEnum):
    """What whoever sent something saw of it in the end."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    NOTHING = "nothing"
    """No answer came, or one that tells nothing."""


class Act(StrEnum):
    """What people do."""

    TURN = "turn"
    MESSAGE = "message"
    CHALLENGE = "challenge"
    ANSWER = "answer"
    """A challenge is accepted or declined."""
    DRAW = "draw"
    RESIGN = "resign"
    LEAVE = "leave"
    JOIN = "join"
    """A season of a league."""
    WITHDRAW = "withdraw"
    RULE = "rule"
    """An organiser sets the result of a game."""


@dataclass(frozen=True, slots=True)
class Order:
    """Something that a player sent, perhaps several times, until an answer came or patience ended."""

    act: Act
    door: str
    player_id: int
    words: str
    """The canonical turn, the message, the words with a challenge, or what was done about a draw."""
    game_id: str = ""
    number: int = 0
    """The turn that was due."""
    key: str = ""
    """What tells it from all others: of a mail its Message-ID."""
    seen: Seen = Seen.NOTHING
    is_taken: bool = False
    """Whether the door took it: of a mail, that the server said 250."""
    tries: int = 1


@dataclass(frozen=True, slots=True)
class Turn:
    """A line of a game's log."""

    game_id: str
    number: int
    seat: int
    player_id: int
    text: str
    door: str
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands."""

    id: str
    turn_number: int
    state: str
    reason: str
    late: str
    is_frozen: bool = False
    waited: tuple[tuple[int, datetime], ...] = ()
    """Seat and deadline of each clock that runs."""
    lapsed: tuple[int, ...] = ()
    """The seats whose time is noted as run out."""
    told: frozenset[str] = frozenset()
    """The keys of all notices that its log and its end call for."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something in a game's history that is not a turn."""

    game_id: str
    kind: str
    at: datetime
    number: int
    """The turn that was due."""
    seat: int | None = None
    player_id: int | None = None
    door: str = ""


@dataclass(frozen=True, slots=True)
class Stored:
    """Words that are stored: a message, or those with a challenge."""

    act: Act
    player_id: int
    words: str


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail in the inbox."""

    message_id: str
    state: str
    reason: str


@dataclass(frozen=True, slots=True)
class Held:
    """An order from a mail that was not carried out at once."""

    game_id: str
    number: int
    player_id: int
    state: str
    received_at: datetime
    plays_at: datetime | None = None
    """When a turn was to be played by itself; None if it was not, or if that was not known yet."""
    settled_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """A row of the outbox."""

    id: int
    key: str
    kind: str
    state: str
    created_at: datetime
    message_id: str | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Identity:
    """A Message-ID that a notice had at some time; no database forgets it, since the harness keeps it."""

    notice_id: int
    message_id: str


@dataclass(frozen=True, slots=True)
class Delivery:
    """A letter that arrived at the far end."""

    message_id: str
    at: float
    """In seconds of the harness's own clock."""
    was_cut: bool = False
    """Whether the connection was cut before the answer."""


@dataclass(frozen=True, slots=True)
class Disruption:
    """Something after which letters may come again."""

    at: float
    """In seconds of the harness's own clock."""
    what: str
    repeats: int = 1
    """How many letters it can repeat: one for each sender that it hits."""
    lasted: float = 0.0
    """How many seconds before that it began."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline that a seat had at some time; the harness keeps them all, in their order."""

    game_id: str
    number: int
    """The turn that was due."""
    seat: int
    due_at: datetime


@dataclass(frozen=True, slots=True)
class Entry:
    """A player's part in a season."""

    id: int
    player_id: int
    division_id: int | None
    state: str
    is_removed: bool = False
    """Whether the player withdrew so early that no result counts."""
    final_place: int | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entries that meet, with their game and its result as the game itself has it."""

    division_id: int
    first: int
    second: int
    game_id: str
    result: str
    """ "first", "second", "draw", "none", or "open" while it goes on."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of the standings as the service shows them."""

    player_id: int
    place: int | None
    points: Fraction


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a league."""

    id: int
    number: int
    state: str
    entries: tuple[Entry, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    games: frozenset[str] = frozenset()
    """All games that say that they belong to it."""
    acts: tuple[tuple[str, str], ...] = ()
    """What its journal says: the act, and the reason if one was given."""
    shown: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that the laws are about."""

    now: datetime
    """The service's time when all was at rest."""
    patience: timedelta = timedelta(seconds=5)
    """How long, by the service's time, a sweep or a sender may take to come by."""
    orders: tuple[Order, ...] = ()
    turns: tuple[Turn, ...] = ()
    sealed: tuple[Turn, ...] = ()
    """Turns that wait, or waited, for others that count together with them."""
    games: tuple[Game, ...] = ()
    events: tuple[Event, ...] = ()
    words: tuple[Stored, ...] = ()
    mails: tuple[Mail, ...] = ()
    held: tuple[Held, ...] = ()
    notices: tuple[Notice, ...] = ()
    identities: tuple[Identity, ...] = ()
    deliveries: tuple[Delivery, ...] = ()
    disruptions: tuple[Disruption, ...] = ()
    deadlines: tuple[Deadline, ...] = ()
    seasons: tuple[Season, ...] = ()
    ratings: tuple[str, ...] = ()
    """What is other in the ratings than all games lead to, worked out from the first day on."""
    verified: str = ""
    """What `corr verify` complained of; empty if all is well."""
    accidents: tuple[str, ...] = ()
    """Processes that ended though nothing was done to them, and pages that showed a fault of the program."""
    met: frozenset[str] = frozenset()
    """The failpoints at which a process has died."""
    figures: Mapping[str, int] = field(default_factory=dict)
    """Whatever else was counted."""
