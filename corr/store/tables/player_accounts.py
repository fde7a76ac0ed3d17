"""Players, their addresses, sign-in, sessions, kept forms, and the counts of rate limits."""

from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint, Index, String, UniqueConstraint, false, text
from sqlmodel import Field

from corr.store.base import Row, one_of

_HAS_RANK = text("rank IS NOT NULL")
"""Requests whose letter is not written yet, or that get none: a small part of all sign-ins."""
HAS_PLACE = text("(rank = 2 OR has_place)")
"""Requests whose place in the queue of sign-in letters is not reached yet; the previous version knows only ranks."""

_IS_DUE = text("is_due")
_IS_ACTIVE = text("is_active")
BYTEWISE = String().with_variant(String(collation="C"), "postgresql")
"""Text that both databases order by the numbers of its characters, so that an index finds all with one beginning."""


class Theme(StrEnum):
    """The colours of boards and pieces."""

    WARM = "warm"
    PLAIN = "plain"
    CONTRAST = "contrast"
    SAFE = "safe"
    """Told apart without any one kind of cones in the eye."""


class Scheme(StrEnum):
    """Light pages or dark ones."""

    SYSTEM = "system"
    """As the reader's system has it."""
    LIGHT = "light"
    DARK = "dark"


class Coordinates(StrEnum):
    """Where the names of rows and columns stand."""

    FIT = "fit"
    """Beside the board where there is room, or else in its squares."""
    BESIDE = "beside"
    INSIDE = "inside"
    OFF = "off"


class Orientation(StrEnum):
    """The side that is at the bottom of boards."""

    OWN = "own"
    FIRST = "first"
    SECOND = "second"


class AfterTurn(StrEnum):
    """Where a player goes once a turn is submitted."""

    STAY = "stay"
    NEXT = "next"
    """To the next game that waits."""
    GAMES = "games"


class ChallengesFrom(StrEnum):
    """Whose challenges a player takes."""

    ALL = "all"
    PLAYED = "played"
    """People with whom the player has a game, or had one."""
    NONE = "none"


class OffersPaused(StrEnum):
    """Why a player's offers wait, and nobody can take one."""

    NO = ""
    LEAVE = "leave"
    """The player is on leave."""
    LIMIT = "limit"
    """As many games run as the player wants at most."""
    SILENT = "silent"
    """Nothing was heard of the player for two weeks."""


class Player(Row, table=True):
    """A player's account."""

    __tablename__ = "player"
    __table_args__ = (
        UniqueConstraint("name_key"),
        UniqueConstraint("look_key"),
        one_of("theme", Theme),
        one_of("scheme", Scheme),
        one_of("coordinates", Coordinates),
        one_of("orientation", Orientation),
        one_of("after_turn", AfterTurn),
        one_of("challenges_from", ChallengesFrom),
        one_of("offers_paused", OffersPaused),
    )

    id: int | None = Field(default=None, primary_key=True)
    name: str
    """The display name as the player wrote it, in NFC."""
    name_key: str
    """The case-folded name: two players cannot differ in case alone."""
    look_key: str
    """The name's look, which is equal for names that could be mistaken for each other."""
    zone: str
    """The IANA name of the time zone in which pages and letters show moments."""
    created_at: datetime
    is_demo: bool = False
    """Whether anybody at this machine may sign in as this player."""
    is_admin: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether the player is an administrator."""
    closed_at: datetime | None = None
    theme: str = Field(default=Theme.WARM, sa_column_kwargs={"server_default": text("'warm'")})
    scheme: str = Field(default=Scheme.SYSTEM, sa_column_kwargs={"server_default": text("'system'")})
    coordinates: str = Field(default=Coordinates.FIT, sa_column_kwargs={"server_default": text("'fit'")})
    orientation: str = Field(default=Orientation.OWN, sa_column_kwargs={"server_default": text("'own'")})
    after_turn: str = Field(default=AfterTurn.STAY, sa_column_kwargs={"server_default": text("'stay'")})
    most_games: int | None = None
    """With how many running games the player's offers wait; None for no limit."""
    offers_paused: str = Field(default=OffersPaused.NO, sa_column_kwargs={"server_default": text("''")})
    challenges_from: str = Field(default=ChallengesFrom.ALL, sa_column_kwargs={"server_default": text("'all'")})
    is_unlisted: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether the list of players and its search leave the player out."""


class ListedPlayer(Row, table=True):
    """
    A copy of what the list of players is filtered and ordered by, so that each of its pages is found in one index.

    Each player who is listed has a row for the list of all players, and one for each game with a rating.
    """

    __tablename__ = "listed_player"
    __table_args__ = (
        Index("ix_listed_player_name", "game", "name_key"),
        Index("ix_listed_player_active_on", "game", "active_on", "player_id"),
        Index("ix_listed_player_rating", "game", "rating", "player_id"),
        Index("ix_listed_player_active_name", "game", "name_key", sqlite_where=_IS_ACTIVE, postgresql_where=_IS_ACTIVE),
        Index(
            "ix_listed_player_active_rating",
            "game",
            "rating",
            "player_id",
            sqlite_where=_IS_ACTIVE,
            postgresql_where=_IS_ACTIVE,
        ),
        Index("ix_listed_player_idle", "active_on", sqlite_where=_IS_ACTIVE, postgresql_where=_IS_ACTIVE),
    )

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    game: str = Field(primary_key=True)
    """The name of the game; empty in the row for the list of all players."""
    name_key: str = Field(sa_type=BYTEWISE)
    rating: float | None = None
    active_on: date
    """The last day on which the player was here or wrote a mail."""
    is_active: bool
    """Whether that is not long ago."""


class NameWord(Row, table=True):
    """The name of a listed player from one of its words on, as it is searched for."""

    __tablename__ = "name_word"

    word: str = Field(primary_key=True, sa_type=BYTEWISE)
    player_id: int = Field(primary_key=True, foreign_key="player.id", index=True)


class Seen(Row, table=True):
    """
    When a player was last here, or last wrote a mail, to within minutes, and whether the list of players knows that.

    Beside the account, so that nobody who holds a lock on that waits for a visit.
    """

    __tablename__ = "seen"
    __table_args__ = (Index("ix_seen_due", "player_id", sqlite_where=_IS_DUE, postgresql_where=_IS_DUE),)

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    at: datetime | None = None
    """None if the player was not here since that is noted."""
    is_due: bool
    """Whether the player's rows in the list of players have to be written anew."""


class FormerName(Row, table=True):
    """A name that a player gave up. For a while nobody else can have it."""

    __tablename__ = "former_name"
    __table_args__ = (
        Index("ix_former_name_name_key", "name_key"),
        Index("ix_former_name_look_key", "look_key"),
        Index("ix_former_name_left_at", "left_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    name: str
    name_key: str
    look_key: str
    left_at: datetime


class MailAddress(Row, table=True):
    """A verified mail address of a player."""

    __tablename__ = "mail_address"
    __table_args__ = (UniqueConstraint("address_key"),)

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    address: str
    """As the player wrote it, with the domain in ASCII form."""
    address_key: str
    """The address in lower case: addresses of two players cannot differ in case alone."""
    is_main: bool = True
    """Whether letters are sent here."""
    verified_at: datetime


class AddressChangeState(StrEnum):
    """The state of a change of address."""

    OPEN = "open"
    DONE = "done"
    STOPPED = "stopped"
    EXPIRED = "expired"


class AddressChange(Row, table=True):
    """A change of a player's mail address, which both addresses are asked about. Its links are stored as hashes."""

    __tablename__ = "address_change"
    __table_args__ = (
        one_of("state", AddressChangeState),
        UniqueConstraint("new_hash"),
        UniqueConstraint("old_hash"),
        Index("ix_address_change_due", "state", "due_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    address: str
    """The new address."""
    address_key: str
    old_address: str
    is_second: bool
    """Whether the new address is added and the old one stays."""
    new_hash: str
    """SHA-256 of the token in the link to the new address."""
    old_hash: str
    session_id: int | None = None
    """The session that asked, which does not end with the change; no foreign key, as it may have ended by itself."""
    admin_id: int | None = Field(default=None, foreign_key="player.id")
    """The administrator who asked for the change; None if the player did."""
    reason: str = ""
    state: str
    asked_at: datetime
    new_confirmed_at: datetime | None = None
    old_confirmed_at: datetime | None = None
    due_at: datetime
    """When the change happens; before the new address has confirmed it, when it expires."""
    ended_at: datetime | None = None


class SignInPurpose(StrEnum):
    """The purpose of a sign-in letter."""

    SIGN_IN = "sign-in"
    SIGN_UP = "sign-up"


class SignIn(Row, table=True):
    """
    A request for a letter with a link and a code, which work once and for a short time. Only hashes are stored.

    Each request has a row, even if no letter is sent for it, so that nobody can tell the two apart.
    """

    __tablename__ = "sign_in"
    __table_args__ = (
        UniqueConstraint("link_hash"),
        one_of("purpose", SignInPurpose),
        CheckConstraint("rank BETWEEN 0 AND 3", name="rank"),
        Index("ix_sign_in_rank", "rank", "asked_before", "id", sqlite_where=_HAS_RANK, postgresql_where=_HAS_RANK),
        Index("ix_sign_in_place", "asked_before", "id", sqlite_where=HAS_PLACE, postgresql_where=HAS_PLACE),
        Index("ix_sign_in_oldest", "created_at", sqlite_where=HAS_PLACE, postgresql_where=HAS_PLACE),
    )

    id: int | None = Field(default=None, primary_key=True)
    purpose: str
    address: str
    address_key: str = Field(index=True)
    name: str = ""
    """The display name asked for at sign-up."""
    zone: str = "UTC"
    link_hash: str
    """SHA-256 of the token in the link; of a token that nobody has, until the letter is written."""
    code_hash: str
    """Keyed hash of the six-digit code; empty until the letter is written."""
    browser_hash: str = Field(index=True)
    """SHA-256 of the cookie of the browser that asked: the code works only there."""
    tries: int = 0
    """The number of wrong codes."""
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None = None
    rank: int | None = None
    """The order in which letters are written: 0 is first, 3 means no letter. None after the letter was written."""
    has_place: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether its place in the queue is not reached yet, although its letter may be written already."""
    asked_before: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    """How many letters the same network had asked for in that hour; the fewest come first."""
    known_browser_id: int | None = Field(default=None, foreign_key="known_browser.id", index=True)
    """The browser that asked, if the account knows it."""
    offer_id: str | None = Field(default=None, foreign_key="offer.id")
    """The offer that whoever confirms the address takes; None for none."""


class Session(Row, table=True):
    """A signed-in browser. Ending it deletes the row."""

    __tablename__ = "session"
    __table_args__ = (UniqueConstraint("token_hash"),)

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    token_hash: str
    agent: str
    """The User-Agent of the browser, cut to 200 characters."""
    created_at: datetime
    seen_at: datetime
    """When it was last used; written at most once an hour."""
    known_browser_id: int | None = Field(default=None, foreign_key="known_browser.id", index=True)
    """The browser's row, which outlives the session; None if nobody signed in by a letter."""


class KnownBrowser(Row, table=True):
    """A browser in which a player has signed in. It may ask for letters under a rate limit of its own."""

    __tablename__ = "known_browser"
    __table_args__ = (UniqueConstraint("token_hash", "player_id"),)

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    token_hash: str
    """SHA-256 of the cookie that outlives the session; the same for all accounts of one browser."""
    agent: str
    """The User-Agent of the browser, cut to 200 characters."""
    used_at: datetime = Field(index=True)
    """When the player was last signed in there; written at most once an hour."""


class KeptForm(Row, table=True):
    """A form that was posted after its player was signed out; that player may post it again."""

    __tablename__ = "kept_form"
    __table_args__ = (UniqueConstraint("token_hash"), Index("ix_kept_form_expires_at", "expires_at"))

    id: int | None = Field(default=None, primary_key=True)
    token_hash: str
    player_id: int = Field(foreign_key="player.id", index=True)
    path: str
    """The path that it was posted to."""
    fields: str
    """Names and values as JSON."""
    expires_at: datetime


class RateCount(Row, table=True):
    """How often something was done in a window of time, for rate limits."""

    __tablename__ = "rate_count"
    __table_args__ = (Index("ix_rate_count_window_at", "window_at"),)

    key: str = Field(primary_key=True)
    """What is counted, such as "sign-in:address:…" with a hash in place of anything personal."""
    window_at: datetime = Field(primary_key=True)
    """When the window began."""
    count: int = 0


class RateBucket(Row, table=True):
    """The state of a rate limit that recovers step by step with time."""

    __tablename__ = "rate_bucket"

    key: str = Field(primary_key=True)
    """What is limited for whom, as in `RateCount`."""
    full_at: int = Field(sa_type=BigInteger, index=True)
    """When the limit has fully recovered, in milliseconds since 1970, so that statements can calculate with it."""
