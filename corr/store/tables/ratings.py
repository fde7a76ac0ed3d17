"""What is worked out from finished games: ratings with their history, and the conduct of players."""

from datetime import date, datetime

from sqlalchemy import JSON, Column, Index, false
from sqlmodel import Field

from corr.store.base import Row


class Rating(Row, table=True):
    """A player's present rating in one game: a copy of the last day of the history, for sorted lists."""

    __tablename__ = "rating"
    __table_args__ = (
        Index("ix_rating_order", "game", "rating", "player_id"),
        Index("ix_rating_player", "player_id"),
    )

    game: str = Field(primary_key=True)
    """The game's name without a version: all its rulesets share one list."""
    player_id: int = Field(primary_key=True, foreign_key="player.id")
    rating: float
    deviation: float
    """The deviation on the last day."""
    volatility: float
    games: int
    """The number of games that counted so far."""
    last_day: date
    """The last day on which a game that counts was finished, in UTC."""


class RatingDay(Row, table=True):
    """A player's rating in one game after the games that were finished on one day."""

    __tablename__ = "rating_day"
    __table_args__ = (Index("ix_rating_day_day", "game", "day"),)

    game: str = Field(primary_key=True)
    player_id: int = Field(primary_key=True, foreign_key="player.id")
    day: date = Field(primary_key=True)
    rating: float
    deviation: float
    volatility: float
    games: int
    """The number of games that counted up to that day, which is included."""


class RatingDue(Row, table=True):
    """A day of one player in one game whose rating has to be worked out, for the first time or again."""

    __tablename__ = "rating_due"

    day: date = Field(primary_key=True)
    """First in the key: earlier days are worked out before later ones, which depend on them."""
    game: str = Field(primary_key=True)
    player_id: int = Field(primary_key=True, foreign_key="player.id")


class RatingFault(Row, table=True):
    """A list that waits: one of its days could not be counted, and is tried again now and then."""

    __tablename__ = "rating_fault"

    game: str = Field(primary_key=True)
    day: date
    players: list[int] = Field(sa_column=Column(JSON, nullable=False))
    """The ids of a player whose rating after that day could not be worked out, and of the opponents of that day."""
    fault: str
    """The kind of the fault, and where it was met."""
    since: datetime
    try_at: datetime
    """When the list is counted again; its days wait till then."""


class ConductDue(Row, table=True):
    """A player whose conduct has to be worked out again."""

    __tablename__ = "conduct_due"

    player_id: int = Field(primary_key=True, foreign_key="player.id")


class Conduct(Row, table=True):
    """How reliably and how fast a player played, over the last hundred games."""

    __tablename__ = "conduct"

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    games: int
    """How many of these games count for the player's reliability."""
    kept: int
    """How many of them the player neither lost on time nor abandoned."""
    median_s: int | None = None
    """The median time of a turn in seconds; None without any turn."""
    ninetieth_s: int | None = None
    """The seconds within which nine of ten turns came."""
    worked_out_at: datetime


class HeadToHead(Row, table=True):
    """How the games of a player against another one ended."""

    __tablename__ = "head_to_head"

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    opponent_id: int = Field(primary_key=True, foreign_key="player.id")
    ruleset: str = Field(primary_key=True)
    is_private: bool = Field(default=False, primary_key=True, sa_column_kwargs={"server_default": false()})
    """Whether these were private games, which only the two may know of."""
    won: int
    """The number of games that the player won."""
    drawn: int
    lost: int
