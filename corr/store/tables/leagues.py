"""
Leagues: their seasons, the divisions of a season, who has entered, and who meets whom.

The result of a game stands with the game alone; a ruling of an organiser is written down here and changes the game.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, UniqueConstraint, text
from sqlmodel import Field

from corr.states import AskAnswer, EntryState, Result, SeasonState, Withdrawal
from corr.store.base import Row, one_of

_IS_LOOKED_AFTER = text("look_at IS NOT NULL")
"""Seasons in which something happens by itself: over ones would lie in the tick's way for ever."""


class League(Row, table=True):
    """Something that organisers run, season after season."""

    __tablename__ = "league"
    __table_args__ = (UniqueConstraint("name_key"), UniqueConstraint("made_by", "order_key"))

    id: str = Field(primary_key=True)
    """A short name for addresses and mails, of lower-case letters, digits and hyphens."""
    name: str
    name_key: str
    """The name folded, so that case makes no second league."""
    description: str = ""
    version: int = 0
    """Counts the changes, so that of two organisers who change it at once the second is told."""
    made_by: int = Field(foreign_key="player.id")
    made_at: datetime
    order_key: str | None = None
    """The idempotency key of the form that made it."""
    closed_at: datetime | None = None
    """Since when there are no more seasons."""


class LeagueOrganiser(Row, table=True):
    """A player who runs a league."""

    __tablename__ = "league_organiser"
    __table_args__ = (Index("ix_league_organiser_player", "player_id"),)

    league_id: str = Field(primary_key=True, foreign_key="league.id")
    player_id: int = Field(primary_key=True, foreign_key="player.id")
    since: datetime


class Season(Row, table=True):
    """One edition of a league."""

    __tablename__ = "season"
    __table_args__ = (
        one_of("state", SeasonState),
        UniqueConstraint("league_id", "number"),
        Index("ix_season_look", "look_at", sqlite_where=_IS_LOOKED_AFTER, postgresql_where=_IS_LOOKED_AFTER),
        Index("ix_season_state", "state", "starts_at", "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    league_id: str = Field(foreign_key="league.id")
    number: int
    """From 1."""
    state: str = SeasonState.SIGN_UP.value
    settings: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    """What `core.leagues.settings` writes; fixed once the season runs."""
    sign_up_until: datetime
    starts_at: datetime
    ends_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    paused_at: datetime | None = None
    """Since when all its games stand still; None while they go on."""
    tighter_pace: str = ""
    """The pace of turns that begin from `tighter_from` on; empty if it stays as it was."""
    tighter_from: datetime | None = None
    tightened_at: datetime | None = None
    """When the tighter pace came into force."""
    seed: str = ""
    """What lots are drawn with, published when the season begins; empty before."""
    version: int = 0
    """Counts the changes of anything that pages of the season show, but for results of games."""
    report_at: datetime | None = None
    """When the next report is due; None for none."""
    look_at: datetime | None = None
    """When something is due next in this season; None if nothing happens by itself any more."""


class Division(Row, table=True):
    """A group of a season whose players all meet each other."""

    __tablename__ = "division"
    __table_args__ = (UniqueConstraint("season_id", "tier"),)

    id: int | None = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id")
    tier: int
    """1 is the highest."""
    name: str


class Entry(Row, table=True):
    """A player's part in a season: a row of its tables. A replacement takes the row over."""

    __tablename__ = "entry"
    __table_args__ = (
        one_of("state", EntryState),
        one_of("withdrawal", Withdrawal),
        UniqueConstraint("season_id", "player_id"),
        Index("ix_entry_player", "player_id", "season_id"),
        Index("ix_entry_division", "division_id", "number"),
    )

    id: int | None = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id")
    player_id: int = Field(foreign_key="player.id")
    """Who plays now."""
    began_by: int | None = Field(default=None, foreign_key="player.id")
    """Who began, if somebody else plays now."""
    state: str = EntryState.JOINED.value
    door: str = ""
    """How the player entered: "web", "mail", or "standing" by an organiser whom the player lets do so."""
    joined_at: datetime
    """What counts for the order of newcomers: it stays when somebody leaves and joins again."""
    left_at: datetime | None = None
    planned_tier: int | None = None
    """The division that an organiser chose before the start; None to let the seeding decide."""
    division_id: int | None = Field(default=None, foreign_key="division.id")
    number: int | None = None
    """The number in the division's pairing table, from 1; None before the start."""
    rating: int | None = None
    """The rating at the start of the season, rounded; None before the start."""
    withdrawal: str | None = None
    """What became of the results of a player who withdrew."""
    took_over_at: datetime | None = None
    final_place: int | None = None
    """The place in the division when the season was over; None before, and for results that left the table."""


class Ask(Row, table=True):
    """The question whether a player joins a season, or takes over an entry of one that runs. Nobody plays without."""

    __tablename__ = "season_ask"
    __table_args__ = (
        one_of("answer", AskAnswer),
        Index("ix_season_ask_season", "season_id", "player_id"),
        Index("ix_season_ask_player", "player_id", "asked_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id")
    player_id: int = Field(foreign_key="player.id")
    """Who is asked."""
    entry_id: int | None = Field(default=None, foreign_key="entry.id")
    """What is to be taken over; None for a question whether somebody joins."""
    replaced_id: int | None = Field(default=None, foreign_key="player.id")
    """Who played that entry then: once that is somebody else, nothing is asked any more."""
    by_player_id: int | None = Field(default=None, foreign_key="player.id")
    """The organiser; None for a season that opened by itself."""
    asked_at: datetime
    planned_tier: int | None = None
    """The division that the organiser wishes for the player."""
    reason: str = ""
    """Why an entry is to be taken over, in one line that everybody may read."""
    answer: str | None = None
    answered_at: datetime | None = None


class AskRefusal(Row, table=True):
    """A player who is not to be asked by an organiser any more."""

    __tablename__ = "ask_refusal"

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    organiser_id: int = Field(primary_key=True, foreign_key="player.id")
    since: datetime


class StandingYes(Row, table=True):
    """A player whom the organisers of a league may enter, for seasons no stricter than the last one played."""

    __tablename__ = "standing_yes"

    league_id: str = Field(primary_key=True, foreign_key="league.id")
    player_id: int = Field(primary_key=True, foreign_key="player.id")
    since: datetime


class Pairing(Row, table=True):
    """Two entries that meet, with their game."""

    __tablename__ = "pairing"
    __table_args__ = (
        one_of("ruling", Result),
        UniqueConstraint("game_id"),
        UniqueConstraint("division_id", "round", "first_id", "second_id"),
        Index("ix_pairing_season", "season_id", "division_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id")
    division_id: int = Field(foreign_key="division.id")
    round: int
    """From 1; in a double round robin the second leg counts on."""
    first_id: int = Field(foreign_key="entry.id")
    """Who has the first seat."""
    second_id: int = Field(foreign_key="entry.id")
    game_id: str = Field(foreign_key="game.id")
    ruling: str | None = None
    """The result that was set; None if the game's own counts."""
    is_forfeit: bool = False
    """Whether that was set because one of the two withdrew or never played."""
    ruled_at: datetime | None = None
    ruled_by: int | None = Field(default=None, foreign_key="player.id")
    """The organiser; None for the service's own, such as at the end date."""
    ruled_for: str = ""
    """Why, in one line that everybody may read."""
    played_winner: int | None = None
    """The seat that had won before the ruling."""
    played_reason: str = ""
    """The end reason before the ruling; empty if the game was running."""


class LeagueEvent(Row, table=True):
    """Something that was done in a league. Rows are only added; members read them."""

    __tablename__ = "league_event"
    __table_args__ = (
        Index("ix_league_event_league", "league_id", "id"),
        UniqueConstraint("league_id", "order_key"),
    )

    id: int | None = Field(default=None, primary_key=True)
    league_id: str = Field(foreign_key="league.id")
    season_id: int | None = Field(default=None, foreign_key="season.id")
    at: datetime
    by_player_id: int | None = Field(default=None, foreign_key="player.id")
    """None for the service's own."""
    kind: str
    facts: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """What its sentence needs."""
    order_key: str | None = None
    """The idempotency key of what did it."""


class Forecast(Row, table=True):
    """What may still become of a division, worked out off the request; the latest for each division."""

    __tablename__ = "forecast"

    division_id: int = Field(primary_key=True, foreign_key="division.id")
    stamp: str
    """The state of the results that it was worked out for; empty before the first."""
    body: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    worked_out_at: datetime
    tried_at: datetime
    """When it was last begun: the longest ago is next, so that one that fails keeps none of the others waiting."""
