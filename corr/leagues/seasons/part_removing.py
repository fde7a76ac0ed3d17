"""Players taken out of a season before it begins, by an organiser."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import bindparam, select

from corr.base.sentences import Sentence
from corr.base.uow import UnitOfWork
from corr.errors import InputError
from corr.game.game_row import PLAYER
from corr.leagues.acting import check_in_sign_up, find_repeated, note_act
from corr.leagues.journal import LeagueAct
from corr.leagues.league_news import tell_news
from corr.leagues.rows import ENTRY, SeasonRow, check_organiser, get_season_locked, show_season_anew
from corr.leagues.seasons.part_entries import let_leave
from corr.states import EntryState
from corr.store.base import is_id

_PLAYERS = select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.closed_at).where(
    PLAYER.c.id.in_(bindparam("players", expanding=True))
)


@dataclass(frozen=True, slots=True)
class RemovePlayers:
    """An organiser takes players out before the season begins."""

    by_player_id: int
    season_id: int
    player_ids: Sequence[int]
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class RemoveReceipt:
    """Who was taken out."""

    season: SeasonRow
    changed: tuple[str, ...]
    """The names of those for whom something changed."""
    unchanged: tuple[str, ...]
    """The names of those for whom it was so already."""


def remove_players(uow: UnitOfWork, order: RemovePlayers) -> RemoveReceipt:
    """
    Take players out of a season before it begins, by an organiser's act, and tell them.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: the player who asks does not run its league.
    :raises ConflictError: it has begun, or was called off.
    :raises InputError: one of the players does not exist.
    """
    season = get_season_locked(uow, order.season_id)
    check_organiser(uow, season.league_id, order.by_player_id)
    wanted = list(dict.fromkeys(order.player_ids))
    names = _names(uow, wanted)
    entries = _entries(uow, season, wanted)
    if find_repeated(uow, season, order.by_player_id, order.order_key):
        return RemoveReceipt(season, (), tuple(names.values()))
    check_in_sign_up(season)
    gone = [player_id for player_id in wanted if _is_in(entries.get(player_id))]
    if gone:
        let_leave(uow, season, gone)
        _note(uow, season, order, LeagueAct.REMOVED, names=[names[player_id] for player_id in gone])
        _tell_removed(uow, season, gone)
    stayed = tuple(names[player_id] for player_id in wanted if player_id not in gone)
    return RemoveReceipt(season, tuple(names[player_id] for player_id in gone), stayed)


def _entries(uow: UnitOfWork, season: SeasonRow, players: Sequence[int]) -> dict[int, EntryState]:
    asked = select(ENTRY.c.player_id, ENTRY.c.state).where(
        ENTRY.c.season_id == season.id, ENTRY.c.player_id.in_(players)
    )
    return {row.player_id: EntryState(row.state) for row in uow.connection.execute(asked)}


def _is_in(state: EntryState | None) -> bool:
    return state is EntryState.JOINED


def _names(uow: UnitOfWork, players: Sequence[int]) -> dict[int, str]:
    """
    The names of *players*, in their order, also of those who have closed their accounts.

    :raises InputError: one of them does not exist.
    """
    rows = uow.connection.execute(_PLAYERS, {"players": [each for each in players if is_id(each)]})
    found = {row.id: row.name for row in rows}
    if len(found) != len(players):
        raise InputError("One of these players does not exist.", field="players")
    return {player_id: found[player_id] for player_id in players}


def _note(uow: UnitOfWork, season: SeasonRow, order: RemovePlayers, act: LeagueAct, *, names: Sequence[str]) -> None:
    facts = {"players": list(names)}
    note_act(uow, season, act, facts=facts, by_player_id=order.by_player_id, order_key=order.order_key)
    show_season_anew(uow, season.id)


def _tell_removed(uow: UnitOfWork, season: SeasonRow, players: Sequence[int]) -> None:
    said = (Sentence.of("The organisers have taken you out of the season before it begins."),)
    occasion = f"roster:{season.version + 1}"
    tell_news(uow, season, players, occasion=occasion, title="You were taken out", sentences=said)
