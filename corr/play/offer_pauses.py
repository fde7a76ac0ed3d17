"""
Pauses: when the offers of a player wait, and nobody can take them.

They wait while the player is on leave, while as many games run as the player wants at most, with those of seasons that
are about to begin, and after two weeks without any sign of the player.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import BindParameter, bindparam, func, or_, select, update

from corr.base import notices
from corr.base.uow import Reader, UnitOfWork, Workshop
from corr.clocks.leave import away_until
from corr.errors import InputError
from corr.game.game_row import PLAYER, SEAT
from corr.play.offer_rows import IS_STORED_OPEN, OFFER, STANDING
from corr.states import EntryState, SeasonState
from corr.store.base import table
from corr.store.tables.leagues import Entry, Season
from corr.store.tables.player_accounts import OffersPaused, Seen

SILENT_AFTER = timedelta(days=14)
MOST_GAMES = range(1, 501)
"""The limits that a player may choose."""
_AT_ONCE = 500
_ENTRY, _SEASON, _SEEN = table(Entry), table(Season), table(Seen)
_PLAYERS: BindParameter[int] = bindparam("players", expanding=True)
_SILENT = (
    select(PLAYER.c.id)
    .outerjoin(_SEEN, _SEEN.c.player_id == PLAYER.c.id)
    .where(PLAYER.c.id.in_(_PLAYERS), func.coalesce(_SEEN.c.at, PLAYER.c.created_at) <= bindparam("since"))
)
_LIMITS = select(PLAYER.c.id, PLAYER.c.most_games).where(PLAYER.c.id.in_(_PLAYERS), PLAYER.c.most_games.is_not(None))
_RUNNING = (
    select(SEAT.c.player_id, func.count().label("games"))
    .where(SEAT.c.player_id.in_(_PLAYERS), SEAT.c.ended_at.is_(None))
    .group_by(SEAT.c.player_id)
)
_JOINED = (
    select(_ENTRY.c.player_id, _SEASON.c.settings)
    .join(_SEASON, _SEASON.c.id == _ENTRY.c.season_id)
    .where(
        _ENTRY.c.player_id.in_(_PLAYERS),
        _ENTRY.c.state == EntryState.JOINED.value,
        _SEASON.c.state == SeasonState.SIGN_UP.value,
    )
)
# In the order of the ids, some at a time: whoever offers something, or did and is still paused.
_OFFERERS = (
    select(PLAYER.c.id, PLAYER.c.offers_paused)
    .where(
        PLAYER.c.id > bindparam("after"),
        or_(
            PLAYER.c.id.in_(select(OFFER.c.player_id).where(IS_STORED_OPEN)),
            PLAYER.c.id.in_(select(STANDING.c.player_id).where(STANDING.c.ended_at.is_(None))),
        ),
    )
    .order_by(PLAYER.c.id)
    .limit(_AT_ONCE)
)


@dataclass(frozen=True, slots=True)
class OfferLimit:
    """When the offers of a player wait, as the player sees it."""

    most_games: int | None
    """With how many running games; None for no limit."""
    games: int
    """How many run now, with those of seasons that are about to begin."""
    paused: OffersPaused
    """Why they wait now."""


def offer_limit(reader: Reader, player_id: int) -> OfferLimit:
    """When the offers of a player wait, and whether they do."""
    most = reader.connection.execute(select(PLAYER.c.most_games).where(PLAYER.c.id == player_id)).scalar_one()
    games = games_taken_up(reader, [player_id]).get(player_id, 0)
    return OfferLimit(most, games, pauses_of(reader, [player_id]).get(player_id, OffersPaused.NO))


def pauses_of(reader: Reader, players: Collection[int]) -> Mapping[int, OffersPaused]:
    """Why the offers of each of *players* wait now; those whose offers do not are missing."""
    asked = {"players": sorted(players)}
    if not players:
        return {}
    paused = dict.fromkeys(away_until(reader, players), OffersPaused.LEAVE)
    paused |= dict.fromkeys(_silent(reader, players), OffersPaused.SILENT)
    limits = {row.id: row.most_games for row in reader.connection.execute(_LIMITS, asked)}
    if limits:
        games = games_taken_up(reader, limits)
        paused |= {one: OffersPaused.LIMIT for one, most in limits.items() if games.get(one, 0) >= most}
    return paused


def games_taken_up(reader: Reader, players: Collection[int]) -> Mapping[int, int]:
    """How many games each of *players* has running, with those of seasons that they have joined and that will begin."""
    asked = {"players": sorted(players)}
    games = {row.player_id: row.games for row in reader.connection.execute(_RUNNING, asked)}
    for row in reader.connection.execute(_JOINED, asked):
        games[row.player_id] = games.get(row.player_id, 0) + _most_of_season(row.settings)
    return games


def set_most_games(uow: UnitOfWork, player_id: int, text: str) -> int | None:
    """
    Change with how many running games a player's offers wait; an empty text for no limit.

    :raises InputError: it is no such number.
    """
    most = int(text) if text.isdecimal() and text.isascii() and len(text) <= len(str(MOST_GAMES[-1])) else 0
    if text and most not in MOST_GAMES:
        raise InputError(
            f"Write a number from {MOST_GAMES[0]} to {MOST_GAMES[-1]}, or nothing for no limit.", field="most_games"
        )
    uow.connection.execute(update(PLAYER).where(PLAYER.c.id == player_id).values(most_games=most or None))
    renew_pauses_of(uow, [player_id])
    return most or None


def renew_pauses(workshop: Workshop) -> None:
    """Write anew whose offers wait, as lists read it."""
    after = 0
    while True:
        with workshop.look() as reader:
            rows = reader.connection.execute(_OFFERERS, {"after": after}).all()
            paused = pauses_of(reader, [row.id for row in rows])
        changed = [row.id for row in rows if row.offers_paused != paused.get(row.id, OffersPaused.NO)]
        if changed:
            with workshop.open() as uow:
                renew_pauses_of(uow, changed)
        if len(rows) < _AT_ONCE:
            return
        after = rows[-1].id


def renew_pauses_of(uow: UnitOfWork, players: Collection[int]) -> None:
    """Write anew whether the offers of *players* wait, and tell those who have not been seen for long."""
    paused = pauses_of(uow, players)
    for player_id in sorted(players):
        now = paused.get(player_id, OffersPaused.NO)
        changed = uow.connection.execute(
            update(PLAYER)
            .where(PLAYER.c.id == player_id, PLAYER.c.offers_paused != now.value)
            .values(offers_paused=now.value)
        )
        if changed.rowcount and now is OffersPaused.SILENT:
            uow.tell(notices.offers_paused(player_id, uow.now))


def _silent(reader: Reader, players: Collection[int]) -> Iterator[int]:
    asked = {"players": sorted(players), "since": reader.now - SILENT_AFTER}
    return iter(reader.connection.execute(_SILENT, asked).scalars())


def _most_of_season(settings: Mapping[str, Any]) -> int:
    """How many games a season may bring: nobody knows yet how many players its divisions will have."""
    return (int(settings.get("players_per_division", 2)) - 1) * int(settings.get("legs", 1))
