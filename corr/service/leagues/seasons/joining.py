"""Entering a season before it begins, and leaving it again: by a player's own wish, or by an organiser's list."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from sqlalchemy import bindparam, func, insert, select, update

from corr.core.leagues.states import EntryState, SeasonState
from corr.errors import ConflictError, InputError, NotAllowedError
from corr.service.leagues.acting import check_in_sign_up, find_repeated, note_act
from corr.service.leagues.journal import LeagueAct
from corr.service.leagues.often import count_list, count_wish
from corr.service.leagues.rows import (
    ENTRY,
    SeasonRow,
    check_organiser,
    find_entry,
    get_league,
    get_season_locked,
    show_season_anew,
)
from corr.service.leagues.telling import tell_news
from corr.service.players import addresses_of
from corr.service.ratings.conduct import reliability_of
from corr.service.sentences import Sentence
from corr.service.standing import PLAYER
from corr.service.uow import Reader, UnitOfWork
from corr.store.base import is_id

MOST_PLAYERS = 400
"""In one season: 20 divisions of 20."""
_PLAYERS = select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.closed_at).where(
    PLAYER.c.id.in_(bindparam("players", expanding=True))
)
_COUNT = select(func.count()).where(ENTRY.c.season_id == bindparam("season"), ENTRY.c.state == EntryState.JOINED.value)
_SET = update(ENTRY).where(ENTRY.c.season_id == bindparam("of_season"), ENTRY.c.player_id == bindparam("of_player"))
_JOIN_AGAIN = {"state": EntryState.JOINED.value, "left_at": None, "planned_tier": None}


@dataclass(frozen=True, slots=True)
class JoinSeason:
    """A player enters a season."""

    season_id: int
    player_id: int
    door: str
    """How it came: "web" or "mail"."""


@dataclass(frozen=True, slots=True)
class LeaveSeason:
    """A player leaves a season that has not begun."""

    season_id: int
    player_id: int
    door: str


@dataclass(frozen=True, slots=True)
class JoinReceipt:
    """What became of a wish to enter or to leave."""

    season: SeasonRow
    is_changed: bool
    """Whether it was not so before."""


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


def join_season(uow: UnitOfWork, order: JoinSeason) -> JoinReceipt:
    """
    Enter a season; who is in it already stays.

    :raises NotFoundError: there is no such season.
    :raises ConflictError: its sign-up is over, it has begun, or it is full.
    :raises NotAllowedError: the player may not enter it.
    :raises TooManyError: the player joins and leaves too often.
    """
    season = get_season_locked(uow, order.season_id)
    entry = find_entry(uow, season.id, order.player_id)
    if entry is not None and entry.is_in and season.state in {SeasonState.SIGN_UP, SeasonState.RUNNING}:
        return JoinReceipt(season, is_changed=False)
    check_may_join(uow, season, order.player_id)
    _check_room(uow, season, 1)
    count_wish(uow, order.player_id)
    _enter(uow, season, [order.player_id], [] if entry is None else [entry.player_id], door=order.door)
    facts = {"player": _names(uow, [order.player_id])[order.player_id], "door": order.door}
    note_act(uow, season, LeagueAct.JOINED, facts=facts, by_player_id=order.player_id)
    show_season_anew(uow, season.id)
    return JoinReceipt(season, is_changed=True)


def leave_season(uow: UnitOfWork, order: LeaveSeason) -> JoinReceipt:
    """
    Leave a season before it begins; who is not in it stays out.

    :raises NotFoundError: there is no such season.
    :raises ConflictError: it has begun: now it takes a withdrawal.
    :raises TooManyError: the player joins and leaves too often.
    """
    season = get_season_locked(uow, order.season_id)
    entry = find_entry(uow, season.id, order.player_id)
    if entry is None or entry.state is EntryState.LEFT:
        return JoinReceipt(season, is_changed=False)
    if season.is_running:
        raise ConflictError(f"{season.name} has begun. You can withdraw from it on its page; that ends your games.")
    check_in_sign_up(season)
    count_wish(uow, order.player_id)
    _set(uow, season, order.player_id, state=EntryState.LEFT.value, left_at=uow.now, planned_tier=None)
    facts = {"player": entry.name, "door": order.door}
    note_act(uow, season, LeagueAct.LEFT, facts=facts, by_player_id=order.player_id)
    show_season_anew(uow, season.id)
    return JoinReceipt(season, is_changed=True)


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
    names = _names(uow, wanted)
    if find_repeated(uow, season, order.by_player_id, order.order_key):
        return EnterReceipt(season, (), tuple(names.values()))
    check_in_sign_up(season)
    entries = _entries(uow, season, wanted)
    new = [player_id for player_id in wanted if not _is_in(entries.get(player_id))]
    _check_room(uow, season, len(new))
    if new:
        count_list(uow, order.by_player_id, new)
        _enter(uow, season, new, entries, door=order.door)
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
    names = _names(uow, wanted, are_closed_ok=True)
    if find_repeated(uow, season, order.by_player_id, order.order_key):
        return EnterReceipt(season, (), tuple(names.values()))
    check_in_sign_up(season)
    gone = [player_id for player_id in wanted if _is_in(entries.get(player_id))]
    for player_id in gone:
        _set(uow, season, player_id, state=EntryState.LEFT.value, left_at=uow.now, planned_tier=None)
    if gone:
        _note(uow, season, order, LeagueAct.REMOVED, names=[names[player_id] for player_id in gone])
        _tell_removed(uow, season, gone)
    stayed = tuple(names[player_id] for player_id in wanted if player_id not in gone)
    return EnterReceipt(season, tuple(names[player_id] for player_id in gone), stayed)


def check_may_join(reader: Reader, season: SeasonRow, player_id: int) -> None:
    """
    Refuse a player who may not enter a season now; also for a page that shows a button or the reason why there is none.

    :raises ConflictError: its sign-up is over, or it has begun.
    :raises NotAllowedError: the league is closed, the player has no address, or is not reliable enough.
    """
    check_in_sign_up(season)
    if get_league(reader, season.league_id).closed_at is not None:
        raise NotAllowedError("This league is closed: nobody can join it any more.")
    if reader.now >= season.dates.sign_up_until:
        raise ConflictError(f"The sign-up for {season.name} is over. The organisers may still enter you: ask them.")
    found = reader.connection.execute(_PLAYERS, {"players": [player_id]}).first()
    if found is None or found.closed_at is not None or not addresses_of(reader, player_id):
        raise NotAllowedError("Only players with an account and a verified mail address can join.")
    _check_reliable(reader, season, player_id)


def _check_reliable(reader: Reader, season: SeasonRow, player_id: int) -> None:
    least, mine = season.settings.minimum_reliability, reliability_of(reader, player_id)
    if least and mine is not None and mine.percent < least:
        raise NotAllowedError(
            f"This season asks for a reliability of {least} %, and yours is {mine.percent} %: the share of your last "
            "games that were not lost on time. The organisers may still enter you: ask them."
        )


def _check_room(uow: UnitOfWork, season: SeasonRow, more: int) -> None:
    count = int(uow.connection.execute(_COUNT, {"season": season.id}).scalar_one())
    if more and count + more > MOST_PLAYERS:
        raise ConflictError(f"A season has room for {MOST_PLAYERS} players, and {count} are in this one.")


def _enter(uow: UnitOfWork, season: SeasonRow, players: Sequence[int], known: Collection[int], *, door: str) -> None:
    """Write down that *players* enter; *known* are those who were in it before and left."""
    rows = [
        {"season_id": season.id, "player_id": player_id, "state": EntryState.JOINED.value}
        | {"door": door, "joined_at": uow.now}
        for player_id in players
        if player_id not in known
    ]
    if rows:
        uow.connection.execute(insert(ENTRY), rows)
    for player_id in players:
        if player_id in known:
            _set(uow, season, player_id, door=door, **_JOIN_AGAIN)


def _set(uow: UnitOfWork, season: SeasonRow, player_id: int, **values: object) -> None:
    uow.connection.execute(_SET.values(**values), {"of_season": season.id, "of_player": player_id})


def _entries(uow: UnitOfWork, season: SeasonRow, players: Sequence[int]) -> dict[int, EntryState]:
    asked = select(ENTRY.c.player_id, ENTRY.c.state).where(
        ENTRY.c.season_id == season.id, ENTRY.c.player_id.in_(players)
    )
    return {row.player_id: EntryState(row.state) for row in uow.connection.execute(asked)}


def _is_in(state: EntryState | None) -> bool:
    return state is EntryState.JOINED


def _names(uow: UnitOfWork, players: Sequence[int], *, are_closed_ok: bool = False) -> dict[int, str]:
    """
    The names of *players*, in their order.

    :raises InputError: one of them does not exist, or has no account any more.
    """
    found = {}
    for row in uow.connection.execute(_PLAYERS, {"players": [each for each in players if is_id(each)]}):
        if row.closed_at is not None and not are_closed_ok:
            raise InputError(f"{row.name} has no account any more.", field="players")
        found[row.id] = row.name
    if len(found) != len(players):
        raise InputError("One of these players does not exist.", field="players")
    return {player_id: found[player_id] for player_id in players}


def _note(uow: UnitOfWork, season: SeasonRow, order: EnterPlayers, act: LeagueAct, *, names: Sequence[str]) -> None:
    facts = {"players": list(names)}
    note_act(uow, season, act, facts=facts, by_player_id=order.by_player_id, order_key=order.order_key)
    show_season_anew(uow, season.id)


def _tell_entered(uow: UnitOfWork, season: SeasonRow, players: Sequence[int]) -> None:
    said = (
        Sentence.of("The organisers have entered you in the season. It begins ", season.dates.starts_at, "."),
        Sentence.of("If you do not want to play, you may leave on its page until then."),
    )
    occasion = f"roster:{season.version + 1}"
    tell_news(uow, season, players, occasion=occasion, title="You were entered", sentences=said)


def _tell_removed(uow: UnitOfWork, season: SeasonRow, players: Sequence[int]) -> None:
    said = (Sentence.of("The organisers have taken you out of the season before it begins."),)
    occasion = f"roster:{season.version + 1}"
    tell_news(uow, season, players, occasion=occasion, title="You were taken out", sentences=said)
