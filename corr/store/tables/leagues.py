"""
Leagues, seasons, divisions, entries and pairings.

The result of a game is kept in the game's row alone; a ruling of an organiser is kept here too, and changes the game.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, UniqueConstraint, text
from sqlmodel import Field

from corr.states import AskAnswer, EntryState, Result, SeasonState, Withdrawal
from corr.store.base import Row, one_of

_IS_LOOKED_AFTER = text("look_at IS NOT NULL")
"""Seasons in which the tick has something to do; those that are over are left out, as they only grow in number."""


class League(Row, table=True):
    """A league, which organisers run season after season."""

    __tablename__ = "league"
    __table_args__ = (UniqueConstraint("name_key"), UniqueConstraint("made_by", "order_key"))

    id: str = Field(primary_key=True)
    """A short name for addresses and mails, of lower-case letters, digits and hyphens."""
    name: str
    name_key: str
    """The case-folded name: two leagues cannot differ in case alone."""
    description: str = ""
    version: int = 0
    """The number of changes; of two organisers who change it at once, the second is refused."""
    made_by: int = Field(foreign_key="player.id")
    made_at: datetime
    order_key: str | None = None
    """The idempotency key of the form that made it."""
    closed_at: datetime | None = None
    """When it was closed: there are no more seasons."""


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
    """What `corr.leagues.rules.settings_conversion.mapping_of` gives; fixed once the season runs."""
    sign_up_until: datetime
    starts_at: datetime
    ends_at: datetime
    planned_ends_at: datetime | None = None
    """The end date when the season began, which later moves and pauses do not change: the next lasts as long."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    paused_at: datetime | None = None
    """Since when it is paused; None if it is not."""
    tighter_pace: str = ""
    """The pace of turns that begin at `tighter_from` or later; empty if the pace does not change."""
    tighter_from: datetime | None = None
    tightened_at: datetime | None = None
    """When the tighter pace came into force."""
    seed: str = ""
    """The seed of drawn lots, published when the season begins; empty before."""
    version: int = 0
    """The number of changes of anything that the season's pages show, except results of games."""
    report_at: datetime | None = None
    """When the next report is due; None for none."""
    look_at: datetime | None = None
    """When the tick has something to do next in this season, or opens the one after it; None if nothing is left."""


class Division(Row, table=True):
    """A group of players of a season who all meet each other."""

    __tablename__ = "division"
    __table_args__ = (UniqueConstraint("season_id", "tier"),)

    id: int | None = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id")
    tier: int
    """1 is the highest."""
    name: str


class Entry(Row, table=True):
    """A player's entry in a season, which is a line of its standings. A replacement takes the entry over."""

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
    """The player now."""
    began_by: int | None = Field(default=None, foreign_key="player.id")
    """The player at the beginning, if it was somebody else."""
    state: str = EntryState.JOINED.value
    door: str = ""
    """How the player entered: "web", "mail", or "standing" if an organiser entered a player who allows that."""
    joined_at: datetime
    """What the order of newcomers goes by; it does not change if somebody leaves and joins again."""
    left_at: datetime | None = None
    planned_tier: int | None = None
    """The division that an organiser chose before the start; None if the seeding decides."""
    division_id: int | None = Field(default=None, foreign_key="division.id")
    number: int | None = None
    """The number in the division's pairing table, from 1; None before the start."""
    rating: int | None = None
    """The rating at the start of the season, rounded; None before the start."""
    withdrawal: str | None = None
    """What happened to the results of a player who withdrew."""
    took_over_at: datetime | None = None
    final_place: int | None = None
    """The place in the division at the end of the season; None before, and if the results do not count."""


class Ask(Row, table=True):
    """The question to a player to join a season, or to take over an entry; nobody is entered without agreeing."""

    __tablename__ = "season_ask"
    __table_args__ = (
        one_of("answer", AskAnswer),
        Index("ix_season_ask_season", "season_id", "player_id"),
        Index("ix_season_ask_player", "player_id", "asked_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id")
    player_id: int = Field(foreign_key="player.id")
    """The player who is asked."""
    entry_id: int | None = Field(default=None, foreign_key="entry.id")
    """The entry to take over; None for a question to join."""
    replaced_id: int | None = Field(default=None, foreign_key="player.id")
    """The player of that entry at the time; the question is void once somebody else has taken it over."""
    by_player_id: int | None = Field(default=None, foreign_key="player.id")
    """The organiser who asks; None for a season that the service opened."""
    asked_at: datetime
    planned_tier: int | None = None
    """The division that the organiser chose for the player."""
    reason: str = ""
    """Why the entry needs a new player, in one line that everybody may read."""
    answer: str | None = None
    answered_at: datetime | None = None


class AskRefusal(Row, table=True):
    """A player who wants no more questions from an organiser."""

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
    """A meeting of two entries, with its game."""

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
    """From 1; in a double round robin the second leg continues the numbers."""
    first_id: int = Field(foreign_key="entry.id")
    """The entry with the first seat."""
    second_id: int = Field(foreign_key="entry.id")
    game_id: str = Field(foreign_key="game.id")
    ruling: str | None = None
    """The result that was set; None if the game's own result counts."""
    is_forfeit: bool = False
    """Whether the result was set because one of the two withdrew or never played."""
    ruled_at: datetime | None = None
    ruled_by: int | None = Field(default=None, foreign_key="player.id")
    """The organiser who ruled; None if the service did, such as at the end date."""
    ruled_for: str = ""
    """Why, in one line that everybody may read."""
    played_winner: int | None = None
    """The seat that had won before the ruling."""
    played_reason: str = ""
    """The end reason before the ruling; empty if the game was running."""


class LeagueEvent(Row, table=True):
    """An entry in a league's journal. Rows are only added."""

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
    """Who did it; None for the service."""
    kind: str
    facts: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """The values in its sentence."""
    order_key: str | None = None
    """The idempotency key of what did it."""


class Forecast(Row, table=True):
    """The latest forecast of a division, worked out by jobs."""

    __tablename__ = "forecast"

    division_id: int = Field(primary_key=True, foreign_key="division.id")
    stamp: str
    """The stamp of the results that it was worked out for; empty before the first."""
    body: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    worked_out_at: datetime
    tried_at: datetime
    """When it was last begun: the oldest is next, so that one that fails does not hold up the others."""
