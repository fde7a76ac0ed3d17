"""Players and how they come in: addresses, sign-in tokens, sessions, and counts against abuse."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint, Index, UniqueConstraint, false, text
from sqlmodel import Field

from corr.store.base import Row, one_of

_HAS_RANK = text("rank IS NOT NULL")
"""What still waits for its letter, or gets none: a small part of all sign-ins."""
HAS_PLACE = text("(rank = 2 OR has_place)")
"""What has a place in the line of letters to sign in that is not reached yet; the version before knows ranks alone."""


class Player(Row, table=True):
    """Somebody who plays."""

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("name_key"), UniqueConstraint("look_key"))

    id: int | None = Field(default=None, primary_key=True)
    name: str
    """The display name as the player wrote it, in NFC."""
    name_key: str
    """The name folded, so that case makes no second player."""
    look_key: str
    """The name's look: equal for names that could be taken for each other."""
    zone: str
    """The IANA name of the time zone in which pages and letters show moments."""
    created_at: datetime
    is_demo: bool = False
    """Whether anybody at this machine may sign in as this player."""
    is_admin: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether the player looks after the service."""
    closed_at: datetime | None = None


class FormerName(Row, table=True):
    """A name that a player left. For a while nobody else can have it."""

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
    """As the player wrote it; the domain in ASCII form."""
    address_key: str
    """The address wholly in lower case: no two players have addresses that differ in case alone."""
    is_main: bool = True
    """Whether letters go here."""
    verified_at: datetime


class AddressChangeState(StrEnum):
    """How far a change of address has come."""

    OPEN = "open"
    DONE = "done"
    STOPPED = "stopped"
    EXPIRED = "expired"


class AddressChange(Row, table=True):
    """A change of a player's mail address that both mailboxes are asked about. Only hashes of its links are stored."""

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
    """The new one."""
    address_key: str
    old_address: str
    is_second: bool
    """Whether the old address stays as well."""
    new_hash: str
    """SHA-256 of the token in the link that the new address got."""
    old_hash: str
    session_id: int | None = None
    """The session that asked, which goes on; no foreign key, as it may have ended."""
    admin_id: int | None = Field(default=None, foreign_key="player.id")
    """The administrator who asked for it."""
    reason: str = ""
    state: str
    asked_at: datetime
    new_confirmed_at: datetime | None = None
    old_confirmed_at: datetime | None = None
    due_at: datetime
    """When it holds, once the new address has confirmed it; before that, when it is forgotten."""
    ended_at: datetime | None = None


class SignInPurpose(StrEnum):
    """What a sign-in token is for."""

    SIGN_IN = "sign-in"
    SIGN_UP = "sign-up"


class SignIn(Row, table=True):
    """
    One letter that was asked for, with a link and a code; used once, short-lived. Only hashes are stored.

    Each request has a row, whether a letter goes out for it or not, so that nobody can tell one from the other.
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
    """SHA-256 of the token in the link; before the letter is written, of a token that nobody has."""
    code_hash: str
    """Keyed hash of the six-digit code; before the letter is written, of nothing."""
    browser_hash: str = Field(index=True)
    """SHA-256 of the cookie of the browser that asked: the code works there alone."""
    tries: int = 0
    """Wrong codes so far."""
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None = None
    rank: int | None = None
    """Which letters are written first, from 0; 3 for none at all. None once the letter was written."""
    has_place: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether its place in the line is not reached yet, although its letter may be written."""
    asked_before: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    """How many letters the same network had asked for in that hour: those who asked for fewer come first."""
    known_browser_id: int | None = Field(default=None, foreign_key="known_browser.id", index=True)
    """The browser that asked, if it was known to the account."""


class Session(Row, table=True):
    """A signed-in browser. Ending it deletes the row."""

    __tablename__ = "session"
    __table_args__ = (UniqueConstraint("token_hash"),)

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    token_hash: str
    agent: str
    """The browser's own words about itself, cut to 200 characters."""
    created_at: datetime
    seen_at: datetime
    """Written at most once an hour."""
    known_browser_id: int | None = Field(default=None, foreign_key="known_browser.id", index=True)
    """What the browser is known by after the session; None where nobody signed in by a letter."""


class KnownBrowser(Row, table=True):
    """A browser in which somebody signed in to an account, and which may ask for letters on a count of its own."""

    __tablename__ = "known_browser"
    __table_args__ = (UniqueConstraint("token_hash", "player_id"),)

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    token_hash: str
    """SHA-256 of the cookie that outlives the session; the same for all accounts of one browser."""
    agent: str
    """The browser's own words about itself, cut to 200 characters."""
    used_at: datetime = Field(index=True)
    """When the player was last signed in there; written as seldom as a session's."""


class KeptForm(Row, table=True):
    """A form that came when its player was not signed in any more, for that player to post again."""

    __tablename__ = "kept_form"
    __table_args__ = (UniqueConstraint("token_hash"), Index("ix_kept_form_expires_at", "expires_at"))

    id: int | None = Field(default=None, primary_key=True)
    token_hash: str
    player_id: int = Field(foreign_key="player.id", index=True)
    path: str
    """Where it was posted to."""
    fields: str
    """Names and values as JSON."""
    expires_at: datetime


class RateCount(Row, table=True):
    """How often something was done in a window of time: the memory behind rate limits."""

    __tablename__ = "rate_count"
    __table_args__ = (Index("ix_rate_count_window_at", "window_at"),)

    key: str = Field(primary_key=True)
    """What is counted, such as "sign-in:address:…" with a hash in place of anything personal."""
    window_at: datetime = Field(primary_key=True)
    """When the window began."""
    count: int = 0


class RateBucket(Row, table=True):
    """How far something that is possible again and again, after a while each, is used up."""

    __tablename__ = "rate_bucket"

    key: str = Field(primary_key=True)
    """What is limited for whom, as in `RateCount`."""
    full_at: int = Field(sa_type=BigInteger, index=True)
    """When all of it is possible again, in milliseconds since 1970: statements reckon with it."""
