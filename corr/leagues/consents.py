"""
Consents of players: organisers of one league may enter them without asking, or one organiser may not ask them at all.

The first is a standing yes. It covers seasons that are no stricter than the last one played, and ends with a season
that the player does not play.
"""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, exists, select

from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, NotFoundError
from corr.game.game_row import PLAYER
from corr.leagues.rows import ENTRY, ORGANISER, SEASON, EntryRow, SeasonRow, find_entry, find_latest_season, get_league
from corr.leagues.rules.settings import SeasonSettings, is_no_stricter
from corr.leagues.rules.settings_conversion import settings_of
from corr.players.blocks import blocks_between
from corr.states import EntryState
from corr.store.base import is_id, table
from corr.store.statements import add_missing
from corr.store.tables.leagues import AskRefusal, StandingYes

STANDING = "standing"
"""The door of an entry that an organiser made by a standing yes."""
_YES, _REFUSAL = table(StandingYes), table(AskRefusal)
_LAST_BEGUN = (
    select(SEASON.c.id, SEASON.c.settings)
    .where(
        SEASON.c.league_id == bindparam("league"),
        SEASON.c.number < bindparam("number"),
        SEASON.c.started_at.is_not(None),
    )
    .order_by(SEASON.c.number.desc())
    .limit(1)
)
_PLAYED = exists().where(
    ENTRY.c.season_id == bindparam("last"),
    ENTRY.c.player_id == _YES.c.player_id,
    ENTRY.c.state == EntryState.PLAYING.value,
)
_COVERED = select(_YES.c.player_id).where(
    _YES.c.league_id == bindparam("league"), _YES.c.player_id.in_(bindparam("players", expanding=True)), _PLAYED
)
_HAS = select(exists().where(_YES.c.league_id == bindparam("league"), _YES.c.player_id == bindparam("player")))
_REVOKE = delete(_YES).where(_YES.c.league_id == bindparam("league"), _YES.c.player_id == bindparam("player"))
_END = delete(_YES).where(
    _YES.c.league_id == bindparam("league"),
    ~exists().where(
        ENTRY.c.season_id == bindparam("season"),
        ENTRY.c.player_id == _YES.c.player_id,
        ENTRY.c.state == EntryState.PLAYING.value,
    ),
)
_REFUSERS = select(_REFUSAL.c.player_id).where(
    _REFUSAL.c.organiser_id == bindparam("organiser"), _REFUSAL.c.player_id.in_(bindparam("players", expanding=True))
)
# A season that opens by itself asks in the name of all its organisers.
_REFUSE_ALL = select(_REFUSAL.c.player_id).where(
    _REFUSAL.c.player_id.in_(bindparam("players", expanding=True)),
    exists().where(ORGANISER.c.league_id == bindparam("league"), ORGANISER.c.player_id == _REFUSAL.c.organiser_id),
)
_REFUSED = (
    select(PLAYER.c.id, PLAYER.c.name)
    .join(_REFUSAL, _REFUSAL.c.organiser_id == PLAYER.c.id)
    .where(_REFUSAL.c.player_id == bindparam("player"))
    .order_by(_REFUSAL.c.since, PLAYER.c.id)
)
_ALLOW = delete(_REFUSAL).where(
    _REFUSAL.c.player_id == bindparam("player"), _REFUSAL.c.organiser_id == bindparam("organiser")
)
_NAME = select(PLAYER.c.name).where(PLAYER.c.id == bindparam("player"))


@dataclass(frozen=True, slots=True)
class Allowed:
    """The consent of a player to the organisers of a league."""

    has_standing_yes: bool
    may_give: bool
    """Whether the player may give a standing yes: whoever takes part in the latest season may."""

    @property
    def may_change(self) -> bool:
        """Whether a standing yes may be given or revoked."""
        return self.may_give or self.has_standing_yes


def allowed_in(reader: Reader, league_id: str, player_id: int) -> Allowed:
    """The consent of a player to the organisers of a league."""
    latest = find_latest_season(reader, league_id)
    entry = None if latest is None else find_entry(reader, latest.id, player_id)
    has = bool(reader.connection.execute(_HAS, {"league": league_id, "player": player_id}).scalar_one())
    return Allowed(has, may_give=_takes_part(entry))


def give_standing_yes(uow: UnitOfWork, league_id: str, player_id: int) -> None:
    """
    Give a player's standing yes to the organisers of a league; doing so again changes nothing.

    :raises ConflictError: the player does not take part in its latest season.
    """
    league = get_league(uow, league_id)
    if not allowed_in(uow, league.id, player_id).may_give:
        raise ConflictError(f"Join {league.name} first: you can let its organisers enter you while you take part.")
    add_missing(uow.connection, _YES, [{"league_id": league.id, "player_id": player_id, "since": uow.now}])


def revoke_standing_yes(uow: UnitOfWork, league_id: str, player_id: int) -> None:
    """Revoke a player's standing yes to the organisers of a league; doing so again changes nothing."""
    uow.connection.execute(_REVOKE, {"league": get_league(uow, league_id).id, "player": player_id})


def covered_by_standing_yes(
    reader: Reader, season: SeasonRow, settings: SeasonSettings, players: Collection[int]
) -> frozenset[int]:
    """Those of *players* whom the organisers may enter without asking in a season with these settings."""
    asked = {"league": season.league_id, "number": season.number}
    last = reader.connection.execute(_LAST_BEGUN, asked).first() if players else None
    if last is None or not is_no_stricter(settings, settings_of(last.settings)):
        return frozenset()
    wanted = {"league": season.league_id, "players": list(players), "last": last.id}
    return frozenset(reader.connection.execute(_COVERED, wanted).scalars())


def end_standing_yeses(uow: UnitOfWork, season: SeasonRow) -> None:
    """End the standing yes of every player who does not play in a season that begins, or that just ended."""
    uow.connection.execute(_END, {"league": season.league_id, "season": season.id})


def refusers(reader: Reader, organiser_id: int, players: Collection[int]) -> frozenset[int]:
    """Those of *players* who do not want to be asked by an organiser, also because one has blocked the other."""
    asked = {"organiser": organiser_id, "players": list(players)}
    blocks = blocks_between(reader, organiser_id, players)
    found = reader.connection.execute(_REFUSERS, asked).scalars() if players else ()
    return frozenset(found) | blocks.by_player | blocks.by_others


def refusers_of_league(reader: Reader, league_id: str, players: Collection[int]) -> frozenset[int]:
    """Those of *players* who do not want to be asked by one of the league's organisers."""
    asked = {"league": league_id, "players": list(players)}
    return frozenset(reader.connection.execute(_REFUSE_ALL, asked).scalars()) if players else frozenset()


def refused_by(reader: Reader, player_id: int) -> tuple[tuple[int, str], ...]:
    """The ids and names of the organisers by whom a player does not want to be asked."""
    return tuple((row.id, row.name) for row in reader.connection.execute(_REFUSED, {"player": player_id}))


def organiser_named(reader: Reader, organiser_id: int) -> str:
    """
    The name of a player who may be an organiser.

    :raises NotFoundError: there is no such player.
    """
    asked = {"player": organiser_id if is_id(organiser_id) else 0}
    name = reader.connection.execute(_NAME, asked).scalar()
    if name is None:
        raise NotFoundError("There is no such player.")
    return str(name)


def refuse_asks(uow: UnitOfWork, player_id: int, organiser_id: int) -> str:
    """
    Refuse all questions of an organiser to a player; doing so again changes nothing. Gives the organiser's name.

    :raises ConflictError: the organiser is the player.
    """
    name = organiser_named(uow, organiser_id)
    if player_id == organiser_id:
        raise ConflictError("That is you.")
    row = {"player_id": player_id, "organiser_id": organiser_id, "since": uow.now}
    add_missing(uow.connection, _REFUSAL, [row])
    return name


def allow_asks(uow: UnitOfWork, player_id: int, organiser_id: int) -> str:
    """Allow questions of an organiser to a player again; doing so twice changes nothing. Gives the organiser's name."""
    name = organiser_named(uow, organiser_id)
    uow.connection.execute(_ALLOW, {"player": player_id, "organiser": organiser_id})
    return name


def _takes_part(entry: EntryRow | None) -> bool:
    return entry is not None and entry.is_in
