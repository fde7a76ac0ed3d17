"""What is worked out from finished games: ratings with their history, and how players keep to their games."""

from datetime import date, datetime

from sqlalchemy import Index
from sqlmodel import Field

from corr.store.base import Row


class Rating(Row, table=True):
    """A player's present rating in one game: the last day of the history again, to be listed in order."""

    __tablename__ = "rating"
    __table_args__ = (
        Index("ix_rating_order", "game", "rating", "player_id"),
        Index("ix_rating_player", "player_id"),
    )

    game: str = Field(primary_key=True)
    """The name of the game without its version: all its rulesets share one list."""
    player_id: int = Field(primary_key=True, foreign_key="player.id")
    rating: float
    deviation: float
    """As of the last day."""
    volatility: float
    games: int
    """How many games counted so far."""
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
    """How many games counted up to and with that day."""


class RatingDue(Row, table=True):
    """A batch of games whose outcome for one player has to be worked out, for the first time or anew."""

    __tablename__ = "rating_due"

    day: date = Field(primary_key=True)
    """First in the key: earlier days are worked out before later ones, which follow from them."""
    game: str = Field(primary_key=True)
    player_id: int = Field(primary_key=True, foreign_key="player.id")


class ConductDue(Row, table=True):
    """A player whose conduct has to be worked out anew."""

    __tablename__ = "conduct_due"

    player_id: int = Field(primary_key=True, foreign_key="player.id")


class Conduct(Row, table=True):
    """How a player keeps to games and answers turns, over the last hundred games."""

    __tablename__ = "conduct"

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    games: int
    """How many of the last games say something about the player."""
    kept: int
    """How many of them the player neither lost on time nor abandoned."""
    median_s: int | None = None
    """Half of the player's turns came within so many seconds; None without any."""
    ninetieth_s: int | None = None
    """Nine of ten turns came within so many seconds."""
    worked_out_at: datetime
