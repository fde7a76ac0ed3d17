"""Whom players want no dealings with."""

from datetime import datetime
from enum import StrEnum

from sqlmodel import Field

from corr.store.base import Row, one_of


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
