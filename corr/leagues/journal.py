"""The journal of a league: all acts in it, for its members to read."""

from dataclasses import dataclass, field
from enum import StrEnum

from sqlalchemy import bindparam, exists, insert, select

from corr.base.notices import Facts
from corr.base.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.tables.leagues import LeagueEvent

LEAGUE_EVENT = table(LeagueEvent)
_OF_KEY = select(
    exists().where(LEAGUE_EVENT.c.league_id == bindparam("league"), LEAGUE_EVENT.c.order_key == bindparam("key"))
)


class LeagueAct(StrEnum):
    """The kinds of acts that a league's journal lists."""

    MADE = "made"
    CHANGED = "changed"
    ORGANISER_ADDED = "organiser-added"
    ORGANISER_REMOVED = "organiser-removed"
    CLOSED = "closed"
    REOPENED = "reopened"
    OPENED = "opened"
    """The sign-up of a season."""
    SETTINGS_CHANGED = "settings-changed"
    JOINED = "joined"
    LEFT = "left"
    ENTERED = "entered"
    """By an organiser whom the player lets do so."""
    REMOVED = "removed"
    """By an organiser, before the start."""
    ASKED = "asked"
    """Players were asked to join."""
    PLANNED = "planned"
    """Divisions were changed by hand before the start."""
    STARTED = "started"
    CALLED_OFF = "called-off"
    WITHDRAWN = "withdrawn"
    ASKED_TO_REPLACE = "asked-to-replace"
    """A player was asked to take over an entry."""
    REPLACED = "replaced"
    RULED = "ruled"
    """A result was set."""
    RULING_UNDONE = "ruling-undone"
    PAUSED = "paused"
    RESUMED = "resumed"
    EXTENDED = "extended"
    """The end date was moved."""
    TIGHTENED = "tightened"
    """A tighter pace was announced."""
    TIGHTENING_UNDONE = "tightening-undone"
    TIGHTENING_IN_FORCE = "tightening-in-force"
    ANNOUNCED = "announced"
    """A mail to all, or to a division."""
    TIME_IS_UP = "time-is-up"
    """The end date came, and the rule for unfinished games was applied."""
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class LeagueHappening:
    """A line of a league's journal."""

    act: LeagueAct
    league_id: str
    season_id: int | None = None
    by_player_id: int | None = None
    """Whoever did it; None for the service itself."""
    facts: Facts = field(default_factory=dict)
    """What its sentence needs: values that JSON can hold."""
    order_key: str | None = None
    """The idempotency key of the order: the same key in one league is the same act."""


def note(uow: UnitOfWork, happening: LeagueHappening) -> None:
    """Write *happening* into the journal."""
    uow.connection.execute(
        insert(LEAGUE_EVENT).values(
            league_id=happening.league_id,
            season_id=happening.season_id,
            at=uow.now,
            by_player_id=happening.by_player_id,
            kind=happening.act.value,
            facts=dict(happening.facts),
            order_key=happening.order_key,
        )
    )


def is_noted(reader: Reader, league_id: str, order_key: str | None) -> bool:
    """Whether an act with that idempotency key is in the journal; False for None."""
    if order_key is None:
        return False
    return bool(reader.connection.execute(_OF_KEY, {"league": league_id, "key": order_key}).scalar_one())
