"""
A player's feeds: the turns that wait for the player, for calendars and feed readers, which cannot sign in.

Their addresses hold a token that is derived from player and serial number, so that it can be shown again although only
its hash is stored. A new serial number revokes the previous address. Whoever has the address sees which games wait,
against whom and until when, and nothing else: never a turn, let alone a secret one.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import and_, bindparam, or_, select, update

from corr.base.tokens import hash_given, hash_token, keyed_token, new_token
from corr.base.uow import Reader, UnitOfWork
from corr.errors import NotFoundError
from corr.game.game_row import GAME, PLAYER, SEAT
from corr.play.followed_facts import PAGE, News, latest_news, shown_news
from corr.store.base import add_new, table, value_of
from corr.store.tables.clocks import FeedToken
from corr.store.tables.games import GameEvent, GameState, Turn

_MOST = 2000
"""How many waiting turns a feed lists at most."""
_MOST_MADE = 100
_LATELY = timedelta(days=14)

_FEED = table(FeedToken)
_TURN, _EVENT = table(Turn), table(GameEvent)
_OTHER = SEAT.alias("other_seat")
_FEEDS = select(
    _FEED.c.player_id, _FEED.c.created_at, PLAYER.c.name, PLAYER.c.zone, PLAYER.c.created_at.label("joined_at")
).join(PLAYER, and_(PLAYER.c.id == _FEED.c.player_id, PLAYER.c.closed_at.is_(None)))
_GAMES = (
    select(
        GAME.c.id.label("game_id"),
        GAME.c.ruleset,
        GAME.c.version,
        GAME.c.created_at.label("began_on"),
        PLAYER.c.name.label("opponent"),
    )
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .join(_OTHER, and_(_OTHER.c.game_id == SEAT.c.game_id, _OTHER.c.seat != SEAT.c.seat))
    .join(PLAYER, PLAYER.c.id == _OTHER.c.player_id)
    .where(SEAT.c.player_id == bindparam("player"))
)
# Whatever moves a deadline in the middle of a turn is an event: a gift, leave, an outage.
_LAST_EVENT_AT = (
    select(_EVENT.c.at).where(_EVENT.c.game_id == GAME.c.id).order_by(_EVENT.c.id.desc()).limit(1).scalar_subquery()
)
_DUE = (
    _GAMES.add_columns(
        GAME.c.turn_number.label("number"),
        GAME.c.changed_at.label("game_changed_at"),
        _LAST_EVENT_AT.label("last_event_at"),
        SEAT.c.since,
        SEAT.c.due_at,
    )
    .where(
        GAME.c.state == GameState.RUNNING.value,
        SEAT.c.ended_at.is_(None),
        GAME.c.frozen_at.is_(None),
        SEAT.c.since.is_not(None),
    )
    .order_by(SEAT.c.due_at.is_(None), SEAT.c.due_at, GAME.c.id)
    .limit(_MOST)
)
_MADE = (
    _GAMES.add_columns(_TURN.c.number, _TURN.c.received_at.label("since"), _TURN.c.received_at.label("changed_at"))
    .join(_TURN, and_(_TURN.c.game_id == SEAT.c.game_id, _TURN.c.seat == SEAT.c.seat))
    .where(
        or_(SEAT.c.ended_at.is_(None), SEAT.c.ended_at > bindparam("after")), _TURN.c.received_at > bindparam("after")
    )
    .order_by(_TURN.c.received_at.desc(), GAME.c.id)
    .limit(_MOST_MADE)
)


@dataclass(frozen=True, slots=True)
class FeedAddress:
    """The secret part of a player's addresses."""

    serial: int
    """The number of addresses that the player has had; 0 before the first."""
    token: str
    """Empty if the feeds are switched off."""
    created_at: datetime | None


@dataclass(frozen=True, slots=True)
class FeedTurn:
    """A turn that waits for the player, or that the player made lately."""

    game_id: str
    title: str
    """The name of what is played."""
    opponent: str
    number: int
    version: int
    """The number of changes of the game."""
    began_on: datetime
    """When the game began."""
    changed_at: datetime
    """When what is told of it changed last: the turn began or was made, or something happened in its game."""
    since: datetime
    """When the turn became due; for a turn that was made, when it was."""
    due_at: datetime | None
    """Until when it may be made; None without a deadline, and for a turn that was made."""
    is_made: bool = False


@dataclass(frozen=True, slots=True)
class Feed:
    """The content of a feed."""

    player_id: int
    name: str
    zone: str
    joined_at: datetime
    created_at: datetime
    """Since when the address is valid."""
    due: tuple[FeedTurn, ...]
    """What waits for the player, the most urgent first; what has no deadline comes last."""
    made: tuple[FeedTurn, ...]
    """The turns that the player made within the last 14 days, the latest first."""


def feed_address(reader: Reader, player_id: int) -> FeedAddress:
    """The player's present address."""
    columns = (_FEED.c.serial, _FEED.c.token_hash, _FEED.c.created_at)
    found = reader.connection.execute(select(*columns).where(_FEED.c.player_id == player_id)).first()
    if found is None:
        return FeedAddress(0, "", None)
    token = _token(reader, player_id, found.serial)
    # For an address that is switched off, the hash of a token that nobody has is stored.
    return FeedAddress(found.serial, token if found.token_hash == hash_token(token) else "", found.created_at)


def renew_feed(uow: UnitOfWork, player_id: int, serial: int) -> FeedAddress:
    """
    Give the player a new address, and revoke the previous one.

    :param serial: the number of the address that the player saw; if there is another one by now, nothing changes, so
        that a form that is sent twice makes one address.
    """
    _replace(uow, player_id, serial, hash_token(_token(uow, player_id, serial + 1)))
    return feed_address(uow, player_id)


def end_feed(uow: UnitOfWork, player_id: int, serial: int) -> None:
    """Revoke the player's address *serial* without a new one; doing so again changes nothing."""
    if feed_address(uow, player_id).token:
        _replace(uow, player_id, serial, hash_token(new_token()))


def get_feed(reader: Reader, token: str) -> Feed:
    """The present content of the feed at the address with *token*."""
    found = reader.connection.execute(_FEEDS.where(_FEED.c.token_hash == hash_given(token))).mappings().first()
    if found is None:
        raise NotFoundError(
            "There is no feed at this address. If it worked before, new addresses were made: they stand under "
            "“Calendar and feeds” in the settings of the player who made them."
        )
    player_id = found["player_id"]
    return value_of(Feed, found, due=_due(reader, player_id), made=_made(reader, player_id))


def get_news_feed(reader: Reader, token: str) -> tuple[Feed, tuple[News, ...]]:
    """The player of the feed at the address with *token*, and the latest news of what the player follows."""
    feed = get_feed(reader, token)
    rows = reader.connection.execute(latest_news(feed.player_id).limit(PAGE)).mappings().all()
    return feed, shown_news(reader, rows)


def _due(reader: Reader, player_id: int) -> tuple[FeedTurn, ...]:
    rows = reader.connection.execute(_DUE, {"player": player_id}).mappings()
    return tuple(
        value_of(
            FeedTurn,
            row,
            title=reader.registry.get_rules(row["ruleset"]).info.title,
            changed_at=max(row["game_changed_at"], row["since"], row["last_event_at"] or row["since"]),
            is_made=False,
        )
        for row in rows
    )


def _made(reader: Reader, player_id: int) -> tuple[FeedTurn, ...]:
    rows = reader.connection.execute(_MADE, {"player": player_id, "after": reader.now - _LATELY}).mappings()
    return tuple(
        value_of(FeedTurn, row, title=reader.registry.get_rules(row["ruleset"]).info.title, due_at=None, is_made=True)
        for row in rows
    )


def _replace(uow: UnitOfWork, player_id: int, serial: int, token_hash: str) -> None:
    """Replace the address by the next one if its number is still *serial*."""
    fresh = {"serial": serial + 1, "token_hash": token_hash, "created_at": uow.now}
    if serial == 0:
        add_new(uow.connection, _FEED, [{"player_id": player_id, **fresh}], unique="player_id")
        return
    here = and_(_FEED.c.player_id == player_id, _FEED.c.serial == serial)
    uow.connection.execute(update(_FEED).where(here).values(**fresh))


def _token(reader: Reader, player_id: int, serial: int) -> str:
    return keyed_token(reader.secret, "feed", f"player {player_id}\nserial {serial}")
