"""
The journal of a league: all acts in it, for its members to read.

With what all acts share before they are noted: receipts, rate limits, checks and reasons.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from sqlalchemy import bindparam, exists, insert, select

from corr.base.notices import Facts
from corr.base.rate_limits import Limit, count
from corr.base.sentences import Sentence
from corr.base.tokens import own_key
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, InputError, NotFoundError
from corr.game.game_row import PLAYER
from corr.game.history import LONGEST_REASON, read_reason
from corr.leagues.rows import EntryRow, SeasonRow, find_entry
from corr.players.profiles import PlayerView, player_named
from corr.states import EntryState, SeasonState
from corr.store.base import table
from corr.store.tables.leagues import LeagueEvent

LEAGUE_EVENT = table(LeagueEvent)
_OF_KEY = select(
    exists().where(LEAGUE_EVENT.c.league_id == bindparam("league"), LEAGUE_EVENT.c.order_key == bindparam("key"))
)
_DAY = timedelta(days=1)
_ACTS = Limit("league-acts", 500, _DAY, "You have done 500 things in leagues, the most for one day.")
CHANGES = Limit(
    "season-changes", 10, _DAY, "The players of this season were told of 10 changes today, which is enough."
)
"""How often everybody in a season is told of a change."""
ALREADY = "This was done already; nothing changed now."
_NAME = select(PLAYER.c.name).where(PLAYER.c.id == bindparam("player"))


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


def count_act(uow: UnitOfWork, by_player_id: int) -> None:
    """
    Count an act in a league by whoever does it.

    :raises TooManyError: it is one too many for one day.
    """
    count(uow, {_ACTS: str(by_player_id)})


@dataclass(frozen=True, slots=True)
class LeagueReceipt:
    """What became of an act in a league."""

    sentence: str
    repeated: bool = False
    """Whether it had been done before, so that nothing changed now."""


def act_key(by_player_id: int, order_key: str | None) -> str | None:
    """
    The key of an order as it is stored: it cannot equal that of another player's order, or of the service's own acts.

    :raises InputError: it cannot be used.
    """
    return None if order_key is None else own_key(f"by {by_player_id}", order_key)


def find_repeated(reader: Reader, season: SeasonRow, by_player_id: int, order_key: str | None) -> LeagueReceipt | None:
    """The receipt of an order that was carried out before; None for a new one."""
    is_old = is_noted(reader, season.league_id, act_key(by_player_id, order_key))
    return LeagueReceipt(ALREADY, repeated=True) if is_old else None


def check_season_runs(season: SeasonRow) -> None:
    """
    Refuse what can be done only while a season runs.

    :raises ConflictError: it has not begun, or is over.
    """
    if season.state is SeasonState.SIGN_UP:
        raise ConflictError("The season has not begun yet.")
    if not season.is_running:
        raise ConflictError("The season is over.")


def check_in_sign_up(season: SeasonRow) -> None:
    """
    Refuse what can be done only before a season begins.

    :raises ConflictError: it has begun, or was called off.
    """
    if season.state is SeasonState.CALLED_OFF:
        raise ConflictError(f"{season.name} was called off.")
    if season.state is not SeasonState.SIGN_UP:
        raise ConflictError(f"{season.name} has begun, so this is fixed now.")


def get_playing(reader: Reader, season: SeasonRow, player_id: int) -> EntryRow:
    """
    The entry of somebody who plays in a season that runs.

    :raises NotFoundError: the player is not in it.
    :raises ConflictError: the season does not run, or the player has withdrawn.
    """
    check_season_runs(season)
    entry = find_entry(reader, season.id, player_id)
    if entry is None or entry.division_id is None:
        raise NotFoundError("That player is not in this season.")
    if entry.state is not EntryState.PLAYING:
        raise ConflictError(f"{entry.name} has withdrawn already, so none of their games is open.")
    return entry


def read_player(reader: Reader, name: str, *, field: str) -> PlayerView:
    """
    The player whose name was written in a field of a form.

    :raises InputError: there is none.
    """
    try:
        return player_named(reader, name)
    except NotFoundError as refused:
        raise InputError(refused.sentence, field=field) from None


def note_act(
    uow: UnitOfWork,
    season: SeasonRow,
    act: LeagueAct,
    *,
    facts: Facts,
    by_player_id: int | None = None,
    order_key: str | None = None,
) -> None:
    """
    Write an act in a season into the journal of its league.

    :raises TooManyError: whoever did it has done too much today.
    """
    if by_player_id is not None:
        count_act(uow, by_player_id)
    key = order_key if by_player_id is None else act_key(by_player_id, order_key)
    note(uow, LeagueHappening(act, season.league_id, season.id, by_player_id, facts, key))


def read_required_reason(text: str) -> str:
    """
    A reason as one line that ends like a sentence.

    :raises InputError: there is none, or it cannot be shown.
    """
    reason = " ".join(text.split())
    if not reason:
        raise InputError("Write a short reason: everybody in the league can read it.", field="reason")
    # The full stop must not make a reason too long that was as long as it may be.
    return read_reason(reason if reason[-1] in ".!?…" or len(reason) == LONGEST_REASON else f"{reason}.")


def read_optional_reason(text: str) -> str:
    """
    The same where a reason may be left out.

    :raises InputError: it cannot be shown.
    """
    return read_required_reason(text) if text.strip() else ""


def because(reason: str) -> Sentence:
    """The reason of an act as a sentence, for those who are told of it."""
    return Sentence.of(f"The reason: “{reason}”")


def name_of(reader: Reader, player_id: int) -> str:
    """The player's name."""
    return str(reader.connection.execute(_NAME, {"player": player_id}).scalar_one())
