"""Players entered in a season before it begins by an organiser's list, and taken out again."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import bindparam, select

from corr.core.leagues.states import EntryState
from corr.errors import InputError
from corr.service.leagues.acting import check_in_sign_up, find_repeated, note_act
from corr.service.leagues.journal import LeagueAct
from corr.service.leagues.often import count_list
from corr.service.leagues.rows import (
    ENTRY,
    SeasonRow,
    check_organiser,
    get_season_locked,
    show_season_anew,
)
from corr.service.leagues.seasons.entries import check_room, let_leave, write_entries
from corr.service.leagues.telling import tell_news
from corr.service.sentences import Sentence
from corr.service.standing import PLAYER
from corr.service.uow import UnitOfWork
from corr.store.base import is_id

_PLAYERS = select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.closed_at).where(
    PLAYER.c.id.in_(bindparam("players", expanding=True))
)


@dataclass(frozen=True, slots=True)
class EnterPlayers:
    """An organiser enters players before the season begins, or takes them out again."""

    by_player_id: int
    season_id: int
    player_ids: Sequence[int]
    door: str = "roster"
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class EnterReceipt:
    """Who was entered, or taken out."""

    season: SeasonRow
    changed: tuple[str, ...]
    """The names of those for whom something changed."""
    unchanged: tuple[str, ...]
    """The names of those for whom it was so already."""


def enter_players(uow: UnitOfWork, order: EnterPlayers) -> EnterReceipt:
    """
    Enter players by an organiser's act, also after the sign-up has ended, and tell them; those in it already stay.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: the player who asks does not run its league.
    :raises ConflictError: it has begun, or was called off.
    :raises InputError: one of the players does not exist or has no account any more, or there are too many.
    :raises TooManyError: the organiser enters players too often, or one of them was entered too often.
    """
    season = get_season_locked(uow, order.season_id)
    check_organiser(uow, season.league_id, order.by_player_id)
    wanted = list(dict.fromkeys(order.player_ids))
    names = _open_names(uow, wanted)
    if find_repeated(uow, season, order.by_player_id, order.order_key):
        return EnterReceipt(season, (), tuple(names.values()))
    check_in_sign_up(season)
    entries = _entries(uow, season, wanted)
    new = [player_id for player_id in wanted if not _is_in(entries.get(player_id))]
    check_room(uow, season, len(new))
    if new:
        count_list(uow, order.by_player_id, new)
        write_entries(uow, season, new, entries, door=order.door)
        _note(uow, season, order, LeagueAct.ENTERED, names=[names[player_id] for player_id in new])
        _tell_entered(uow, season, new)
    stayed = tuple(names[player_id] for player_id in wanted if player_id not in new)
    return EnterReceipt(season, tuple(names[player_id] for player_id in new), stayed)


def remove_players(uow: UnitOfWork, order: EnterPlayers) -> EnterReceipt:
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
    entries = _entries(uow, season, wanted)
    names = _names(uow, wanted)
    if find_repeated(uow, season, order.by_player_id, order.order_key):
        return EnterReceipt(season, (), tuple(names.values()))
    check_in_sign_up(season)
    gone = [player_id for player_id in wanted if _is_in(entries.get(player_id))]
    if gone:
        let_leave(uow, season, gone)
        _note(uow, season, order, LeagueAct.REMOVED, names=[names[player_id] for player_id in gone])
        _tell_removed(uow, season, gone)
    stayed = tuple(names[player_id] for player_id in wanted if player_id not in gone)
    return EnterReceipt(season, tuple(names[player_id] for player_id in gone), stayed)


def _entries(uow: UnitOfWork, season: SeasonRow, players: Sequence[int]) -> dict[int, EntryState]:
    asked = select(ENTRY.c.player_id, ENTRY.c.state).where(
        ENTRY.c.season_id == season.id, ENTRY.c.player_id.in_(players)
    )
    return {row.player_id: EntryState(row.state) for row in uow.connection.execute(asked)}


def _is_in(state: EntryState | None) -> bool:
    return state is EntryState.JOINED


def _open_names(uow: UnitOfWork, players: Sequence[int]) -> dict[int, str]:
    """
    The names of *players*, in their order.

    :raises InputError: one of them does not exist, or has no account any more.
    """
    found = uow.connection.execute(_PLAYERS, {"players": [each for each in players if is_id(each)]})
    for row in found:
        if row.closed_at is not None:
            raise InputError(f"{row.name} has no account any more.", field="players")
    return _names(uow, players)


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


def _note(uow: UnitOfWork, season: SeasonRow, order: EnterPlayers, act: LeagueAct, *, names: Sequence[str]) -> None:
    facts = {"players": list(names)}
    note_act(uow, season, act, facts=facts, by_player_id=order.by_player_id, order_key=order.order_key)
    show_season_anew(uow, season.id)


def _tell_entered(uow: UnitOfWork, season: SeasonRow, players: Sequence[int]) -> None:
    game, pace = uow.registry.get_rules(season.settings.ruleset).info.title, season.settings.terms.pace
    said = (
        Sentence.of("The organisers have entered you in the season. It begins on ", season.dates.starts_at, "."),
        Sentence.of(f"You play {game}, {pace.words}. All that is settled stands on the season’s page."),
        Sentence.of("If you do not want to play, you may leave on its page until then."),
    )
    occasion = f"roster:{season.version + 1}"
    tell_news(uow, season, players, occasion=occasion, title="You were entered", sentences=said)


def _tell_removed(uow: UnitOfWork, season: SeasonRow, players: Sequence[int]) -> None:
    said = (Sentence.of("The organisers have taken you out of the season before it begins."),)
    occasion = f"roster:{season.version + 1}"
    tell_news(uow, season, players, occasion=occasion, title="You were taken out", sentences=said)
