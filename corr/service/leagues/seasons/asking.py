"""Asking players by letter to join a season: those whom an organiser names, and those of the last season."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from sqlalchemy import bindparam, exists, func, or_, select

from corr.core.leagues.states import SeasonState
from corr.errors import InputError, NotFoundError
from corr.service import notices, rates
from corr.service.leagues.acting import check_in_sign_up, find_repeated, note_act
from corr.service.leagues.journal import LEAGUE_EVENT, LeagueAct
from corr.service.leagues.rows import ENTRY, SEASON, SeasonRow, check_organiser, entries_of, get_season_locked
from corr.service.notices import NoticeKind
from corr.service.players import player_named
from corr.service.standing import PLAYER
from corr.service.uow import Reader, UnitOfWork

MOST_AT_ONCE = 100
_TO_ONE = rates.Limit(
    "asked-to-join", 10, timedelta(days=1), "One of these players was asked to join 10 leagues today, which is enough."
)
_BY_ONE = rates.Limit(
    "asks-to-join", 20, timedelta(days=1), "You have asked players to join 20 times, the most for one day."
)
_ASKED = select(LEAGUE_EVENT.c.facts).where(
    LEAGUE_EVENT.c.league_id == bindparam("league"),
    LEAGUE_EVENT.c.season_id == bindparam("season"),
    LEAGUE_EVENT.c.kind == LeagueAct.ASKED.value,
)
_LAST_OVER = (
    select(func.max(SEASON.c.id))
    .where(SEASON.c.league_id == bindparam("league"), SEASON.c.state == SeasonState.OVER.value)
    .scalar_subquery()
)
_PLAYERS_OF = (
    select(PLAYER.c.id, PLAYER.c.name)
    .where(
        PLAYER.c.closed_at.is_(None),
        exists().where(
            ENTRY.c.season_id == _LAST_OVER,
            ENTRY.c.division_id.is_not(None),
            or_(ENTRY.c.player_id == PLAYER.c.id, ENTRY.c.began_by == PLAYER.c.id),
        ),
    )
    .order_by(PLAYER.c.id)
)


@dataclass(frozen=True, slots=True)
class AskPlayers:
    """An organiser asks players to join a season."""

    by_player_id: int
    season_id: int
    names: Sequence[str]
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class AskReceipt:
    """Who was asked."""

    asked: tuple[str, ...]
    known: tuple[str, ...] = ()
    """Those who were asked before, or are in the season already: they get no letter."""


def ask_players(uow: UnitOfWork, order: AskPlayers) -> AskReceipt:
    """
    Ask players by letter to join a season; nobody is asked twice for one season.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: the player does not run its league.
    :raises ConflictError: it has begun, or was called off.
    :raises InputError: there are too many names, or some that nobody has.
    :raises TooManyError: somebody was asked too often today.
    """
    season = get_season_locked(uow, order.season_id)
    check_organiser(uow, season.league_id, order.by_player_id)
    if find_repeated(uow, season, order.by_player_id, order.order_key):
        return AskReceipt(())
    check_in_sign_up(season)
    named = _read_names(uow, order.names)
    known = _known(uow, season)
    new = {player_id: name for player_id, name in named.items() if player_id not in known}
    if new:
        rates.count(uow, {_BY_ONE: str(order.by_player_id)})
        rates.count_each(uow, _TO_ONE, map(str, new))
        _ask(uow, season, new)
        facts = {"player_ids": list(new), "players": list(new.values())}
        note_act(uow, season, LeagueAct.ASKED, facts=facts, by_player_id=order.by_player_id, order_key=order.order_key)
    return AskReceipt(tuple(new.values()), tuple(name for player_id, name in named.items() if player_id in known))


def ask_again(uow: UnitOfWork, season: SeasonRow) -> None:
    """Ask everybody who played in the season before whether they join *season* too, each once."""
    known = _known(uow, season)
    new = {player_id: name for player_id, name in _players_of(uow, season) if player_id not in known}
    if new:
        _ask(uow, season, new)
        facts = {"player_ids": list(new), "players": list(new.values())}
        note_act(uow, season, LeagueAct.ASKED, facts=facts)


def names_to_ask(reader: Reader, season: SeasonRow) -> tuple[str, ...]:
    """Those who played in the last season and are neither asked nor in *season*, for a form to begin with."""
    known = _known(reader, season)
    return tuple(name for player_id, name in _players_of(reader, season) if player_id not in known)[:MOST_AT_ONCE]


def asked_ids(reader: Reader, season: SeasonRow) -> frozenset[int]:
    """The players who were asked to join a season."""
    found = reader.connection.execute(_ASKED, {"league": season.league_id, "season": season.id}).scalars()
    return frozenset(player_id for facts in found for player_id in facts["player_ids"])


def _known(reader: Reader, season: SeasonRow) -> frozenset[int]:
    """Those who were asked already, and those who are in the season; who left it may be asked."""
    return asked_ids(reader, season) | {entry.player_id for entry in entries_of(reader, season.id)}


def _players_of(reader: Reader, season: SeasonRow) -> tuple[tuple[int, str], ...]:
    """
    The ids and names of all who played in the season before, also those who withdrew, or for whom somebody else played.

    Those without an account are left out.
    """
    found = reader.connection.execute(_PLAYERS_OF, {"league": season.league_id})
    return tuple((row.id, row.name) for row in found)


def _ask(uow: UnitOfWork, season: SeasonRow, players: Iterable[int]) -> None:
    for player_id in players:
        uow.tell(notices.about_season(NoticeKind.SEASON_OPENS, season.id, player_id, occasion="", facts={}))


def _read_names(uow: UnitOfWork, names: Sequence[str]) -> dict[int, str]:
    """
    The players of these names, without those of empty lines.

    :raises InputError: there are none or too many, or nobody has one of them; the sentence says which.
    """
    # No name of a player has a comma or a semicolon in it, so several names may stand in one line.
    parted = (name for line in names for name in line.replace(";", ",").split(","))
    wanted = list(dict.fromkeys(filter(None, (" ".join(name.split()) for name in parted))))
    if not wanted:
        raise InputError("Write the names of those whom you want to ask, one on each line.", field="names")
    if len(wanted) > MOST_AT_ONCE:
        raise InputError(f"At most {MOST_AT_ONCE} players can be asked at once.", field="names")
    found, unknown = {}, []
    for name in wanted:
        try:
            player = player_named(uow, name)
        except NotFoundError:
            unknown.append(name)
        else:
            found[player.id] = player.name
    if unknown:
        listed = ", ".join(f"“{name[:40]}”" for name in unknown[:10])
        raise InputError(f"There is no player called {listed}. Nobody was asked.", field="names")
    return found
