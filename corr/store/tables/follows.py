"""Whom and what players follow, and what they are told of it."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, Index, UniqueConstraint, false
from sqlmodel import Field

from corr.store.base import Row, one_of


class FollowWay(StrEnum):
    """How a follower is told; each way contains the ones before it."""

    FEED = "feed"
    """On the page of news and in the feed."""
    DIGEST = "digest"
    """In the daily letter, too."""
    LETTER = "letter"
    """By a letter each time."""


class FactKind(StrEnum):
    """What followers are told."""

    BEGUN = "begun"
    TURN = "turn"
    OVER = "over"
    SEASON_OPENED = "season-opened"
    SEASON_STARTED = "season-started"
    SEASON_ENDED = "season-ended"


class Follow(Row, table=True):
    """A player follows another player, a game or a league."""

    __tablename__ = "follow"
    __table_args__ = (
        one_of("way", FollowWay),
        CheckConstraint(
            "(followed_id IS NOT NULL AND game_id IS NULL AND league_id IS NULL)"
            " OR (followed_id IS NULL AND game_id IS NOT NULL AND league_id IS NULL)"
            " OR (followed_id IS NULL AND game_id IS NULL AND league_id IS NOT NULL)",
            name="one_thing",
        ),
        UniqueConstraint("player_id", "followed_id"),
        UniqueConstraint("player_id", "game_id"),
        UniqueConstraint("player_id", "league_id"),
        # The followers of one thing are told in the order of their ids.
        Index("ix_follow_followed_id", "followed_id", "player_id"),
        Index("ix_follow_game_id", "game_id", "player_id"),
        Index("ix_follow_league_id", "league_id", "player_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    """Who follows."""
    followed_id: int | None = Field(default=None, foreign_key="player.id")
    game_id: str | None = Field(default=None, foreign_key="game.id")
    league_id: str | None = Field(default=None, foreign_key="league.id")
    way: str = FollowWay.FEED.value
    each_turn: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether each turn of a followed game is told, not its end alone."""
    created_at: datetime


class FollowedFact(Row, table=True):
    """A fact that is to be told to followers: written with the fact itself, deleted when all of them are told."""

    __tablename__ = "followed_fact"
    __table_args__ = (one_of("kind", FactKind),)

    key: str = Field(primary_key=True)
    """The fact: the same fact is told once."""
    kind: str
    game_id: str | None = Field(default=None, foreign_key="game.id")
    season_id: int | None = Field(default=None, foreign_key="season.id")
    turn_number: int = 0
    at: datetime = Field(index=True)
    told_to: int = 0
    """The last follower who is told; those with higher ids wait."""


class FollowNews(Row, table=True):
    """A fact as it was told to one follower, for the feed and the digest."""

    __tablename__ = "follow_news"
    __table_args__ = (
        one_of("kind", FactKind),
        one_of("way", FollowWay),
        Index("ix_follow_news_latest", "player_id", "told_at"),
        Index("ix_follow_news_told_at", "told_at"),
    )

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    fact: str = Field(primary_key=True)
    """The key of the fact."""
    kind: str
    way: str
    game_id: str | None = Field(default=None, foreign_key="game.id")
    season_id: int | None = Field(default=None, foreign_key="season.id")
    turn_number: int = 0
    at: datetime
    """When it happened."""
    told_at: datetime
