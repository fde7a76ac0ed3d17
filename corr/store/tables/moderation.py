"""Whom players want no dealings with, what they report, and what administrators do about it."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, text
from sqlmodel import Field

from corr.store.base import Row, one_of

_IS_OPEN = text("settled_at IS NULL")


class BlockKind(StrEnum):
    """What somebody wants no more of."""

    BLOCK = "block"
    """No words, and no new games."""
    MUTE = "mute"
    """No words."""


class Block(Row, table=True):
    """A player who is blocked or muted by another one, who alone knows."""

    __tablename__ = "block"
    __table_args__ = (one_of("kind", BlockKind),)

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    """Whose wish it is."""
    blocked_id: int = Field(primary_key=True, foreign_key="player.id", index=True)
    game_id: str = Field(primary_key=True, default="")
    """The game in which the other one is muted; empty if it holds everywhere."""
    kind: str
    created_at: datetime


class Report(Row, table=True):
    """What a player told the administrators about another one."""

    __tablename__ = "report"
    __table_args__ = (Index("ix_report_open", "id", sqlite_where=_IS_OPEN, postgresql_where=_IS_OPEN),)

    id: int | None = Field(default=None, primary_key=True)
    by_player_id: int = Field(foreign_key="player.id", index=True)
    about_id: int = Field(foreign_key="player.id", index=True)
    game_id: str | None = Field(default=None, foreign_key="game.id")
    last_message_id: int | None = None
    """The last message of the evidence; no foreign key, since the evidence outlives it."""
    evidence: str
    """A copy of what the reported player wrote in the game last; empty if there is none."""
    reason: str
    made_at: datetime
    settled_at: datetime | None = None


class SanctionKind(StrEnum):
    """What an administrator did after a report."""

    NOTHING = "nothing"
    HIDE = "hide"
    """Hid the reported words."""
    WORDS = "words"
    """Forbade words for others for some days."""
    OFFERS = "offers"
    """Forbade offers, challenges, and questions to players of leagues for some days."""
    INVITATIONS = "invitations"
    """Forbade invitations by mail address for some days."""
    CLOSE = "close"
    """Closed the account."""


class Sanction(Row, table=True):
    """An act of an administrator about a player; all of them are the journal."""

    __tablename__ = "sanction"
    __table_args__ = (one_of("kind", SanctionKind), Index("ix_sanction_of_player", "player_id", "kind", "until"))

    id: int | None = Field(default=None, primary_key=True)
    report_id: int = Field(foreign_key="report.id")
    player_id: int = Field(foreign_key="player.id")
    by_player_id: int = Field(foreign_key="player.id")
    kind: str
    reason: str
    at: datetime
    until: datetime | None = None
    """Until when it holds, if for some days; the same as *at* if from then on it is allowed again."""
