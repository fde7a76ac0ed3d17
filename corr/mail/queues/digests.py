"""
Digests: one letter a day about all games, for players who want that.

The moment of the next digest is a column of the player's preferences; a tick claims one player after the other by
compare-and-set, so that any number of processes may run at once. Whether there is anything to tell is decided when the
digest is claimed; its content is read when it is composed.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, Select, and_, bindparam, exists, or_, select, update

from corr.base import notices
from corr.base.time_zones import day_in, next_at_hour
from corr.base.uow import Reader, UnitOfWork
from corr.core.pace import Late
from corr.game.game_row import GAME, PLAYER, SEAT
from corr.game.views import ChallengeView
from corr.game.words import outcome_words
from corr.games.seats import Seat
from corr.play.followed_facts import news_for_digest
from corr.play.proposals import open_challenges
from corr.players.mail_preferences import PREFERENCE, preferences
from corr.store.base import table
from corr.store.tables.games import GameState
from corr.store.tables.mails import Outbox, TurnMail

_LOG = logging.getLogger(__name__)
_MOST = 100
"""The most games of one kind in one letter."""
_SETTLED = timedelta(minutes=1)
"""Games that ended later than this may not be visible to this transaction yet, and wait for the next digest."""
_HOLD = timedelta(hours=1)
"""How long a digest is put off after a fault."""
_OUTBOX = table(Outbox)
_NEXT: Select[Any] = (
    select(
        PREFERENCE.c.player_id,
        PREFERENCE.c.digest_at,
        PREFERENCE.c.digest_hour,
        PREFERENCE.c.digested_at,
        PLAYER.c.zone,
        PLAYER.c.closed_at,
    )
    .join(PLAYER, PLAYER.c.id == PREFERENCE.c.player_id)
    .where(PREFERENCE.c.digest_at <= bindparam("now"), PREFERENCE.c.turns == TurnMail.DIGEST.value)
    .order_by(PREFERENCE.c.digest_at)
    .limit(1)
    .with_for_update(of=PREFERENCE, skip_locked=True)
)
_CLAIM = (
    update(PREFERENCE)
    .where(
        PREFERENCE.c.player_id == bindparam("of_player"),
        PREFERENCE.c.digest_at == bindparam("was_at"),
        PREFERENCE.c.turns == TurnMail.DIGEST.value,
    )
    .values(digest_at=bindparam("next_at"))
)
_PUT_OFF = (
    update(PREFERENCE).where(PREFERENCE.c.player_id == bindparam("of_player")).values(digest_at=bindparam("next_at"))
)
_TOLD = update(PREFERENCE).where(PREFERENCE.c.player_id == bindparam("of_player")).values(digested_at=bindparam("at"))
_MINE, _OTHER = SEAT.alias("mine"), SEAT.alias("other")
_GAMES: Select[Any] = (
    select(
        GAME.c.id,
        GAME.c.ruleset,
        GAME.c.turn_number,
        GAME.c.winner,
        GAME.c.reason,
        GAME.c.ended_at,
        _MINE.c.due_at,
        _MINE.c.seat,
        PLAYER.c.name,
    )
    .join(_MINE, _MINE.c.game_id == GAME.c.id)
    .join(_OTHER, and_(_OTHER.c.game_id == GAME.c.id, _OTHER.c.seat != _MINE.c.seat))
    .join(PLAYER, PLAYER.c.id == _OTHER.c.player_id)
    .where(_MINE.c.player_id == bindparam("player"))
    .limit(_MOST)
)
# An untimed game has no deadline; in a game that is only claimable, a late turn still counts.
_WAITING = _GAMES.where(
    GAME.c.state == GameState.RUNNING.value,
    _MINE.c.ended_at.is_(None),
    GAME.c.frozen_at.is_(None),
    _MINE.c.since.is_not(None),
    or_(_MINE.c.due_at.is_(None), _MINE.c.due_at > bindparam("now"), GAME.c.late == Late.CLAIM.value),
).order_by(_MINE.c.due_at.is_(None), _MINE.c.due_at, GAME.c.id)
_ENDED = _GAMES.where(
    GAME.c.state == GameState.OVER.value,
    or_(_MINE.c.ended_at.is_(None), _MINE.c.ended_at > bindparam("since")),
    GAME.c.ended_at > bindparam("since"),
    GAME.c.ended_at <= bindparam("until"),
).order_by(GAME.c.ended_at, GAME.c.id)


@dataclass(frozen=True, slots=True)
class DigestGame:
    """A game that waits for a turn of the reader."""

    game_id: str
    title: str
    opponent: str
    turn_number: int
    due_at: datetime | None
    """None in a game without a time limit."""


@dataclass(frozen=True, slots=True)
class DigestEnding:
    """A game of the reader that ended since the last digest."""

    game_id: str
    title: str
    opponent: str
    outcome_words: str
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class DigestChallenge:
    """A challenge that the reader may answer."""

    id: str
    title: str
    """The title of the game."""
    challenger: str
    pace_words: str
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class DigestView:
    """The contents of a digest."""

    waiting: tuple[DigestGame, ...]
    """Those with the least time left first."""
    ended: tuple[DigestEnding, ...]
    """In the order in which they ended."""
    challenges: tuple[DigestChallenge, ...]
    """Those with the least time left to answer first."""
    since: datetime
    """When the last digest was told."""
    followed: tuple[tuple[str, str, str], ...] = ()
    """What happened to whom and what the reader follows: words, a further sentence or nothing, and an address."""

    @property
    def is_worth_telling(self) -> bool:
        """Whether anything is new since the last digest, or has to be said again."""
        # A letter and a digest have told of an open challenge; to repeat it every day would be a nuisance.
        is_new = any(one.created_at >= self.since for one in self.challenges)
        return bool(self.waiting or self.ended or self.followed) or is_new


def digest_next(uow: UnitOfWork) -> bool:
    """
    Tell one player whose digest is due, once a day; False if none is due.

    After a fault a digest is put off and logged, so that it does not stop others.

    :raises OperationalError: the database is in trouble.
    """
    connection = uow.connection
    found = connection.execute(_NEXT, {"now": uow.now}).first()
    if found is None:
        return False
    next_at = None if found.closed_at else next_at_hour(uow.now, found.digest_hour, found.zone)
    claimed = connection.execute(_CLAIM, {"of_player": found.player_id, "was_at": found.digest_at, "next_at": next_at})
    if claimed.rowcount == 1 and not found.closed_at:
        _try_to_tell(uow, found)
    return True


def digest_of(reader: Reader, player_id: int, facts: Mapping[str, Any]) -> DigestView:
    """
    The content of a player's digest now.

    :param facts: of its notice; they say between which moments games must have ended.
    """
    since, until = (datetime.fromisoformat(str(facts[name])) for name in ("since", "until"))
    return _digest(reader, player_id, since=since, until=until)


def _try_to_tell(uow: UnitOfWork, found: Row[Any]) -> None:
    with uow.guarded() as part:
        _tell(uow, found)
    if part.fault is not None:
        # One poisoned game must not stop the digests of all others.
        _LOG.error("the digest of player %s met a fault and is put off: %s", found.player_id, part.fault_words)
        later = {"of_player": found.player_id, "next_at": uow.now + uow.machine(_HOLD)}
        uow.connection.execute(_PUT_OFF, later)


def _tell(uow: UnitOfWork, found: Row[Any]) -> None:
    """Tell the digest of today, unless there was one, or there is nothing in it."""
    day = day_in(uow.now, found.zone)
    key = notices.digest_key(found.player_id, day)
    if uow.connection.execute(select(exists().where(_OUTBOX.c.key == key))).scalar():
        # The hour was changed after today's digest: games that ended since wait for tomorrow's.
        return
    since, until = found.digested_at or found.digest_at, uow.now - _SETTLED
    if _digest(uow, found.player_id, since=since, until=until).is_worth_telling:
        facts = {"since": since.isoformat(), "until": until.isoformat()}
        uow.tell(notices.digest(found.player_id, day, facts))
    uow.connection.execute(_TOLD, {"of_player": found.player_id, "at": until})


def _digest(reader: Reader, player_id: int, *, since: datetime, until: datetime) -> DigestView:
    asked = {"player": player_id, "now": reader.now, "since": since, "until": until}
    waiting, ended = (reader.connection.execute(statement, asked).all() for statement in (_WAITING, _ENDED))
    # Players who want no letters about challenges do not get them here either.
    wants = preferences(reader, player_id).challenges
    challenges = open_challenges(reader, player_id)[0] if wants else ()
    followed = news_for_digest(reader, player_id, since=since, until=until)
    return DigestView(
        waiting=tuple(_waiting(reader, row) for row in waiting),
        ended=tuple(_ending(reader, row) for row in ended),
        challenges=tuple(sorted(map(_challenge, challenges), key=lambda challenge: challenge.expires_at)),
        since=since,
        followed=tuple((news.words, news.detail, news.path) for news in followed),
    )


def _waiting(reader: Reader, row: Row[Any]) -> DigestGame:
    title = reader.registry.get_rules(row.ruleset).info.title
    return DigestGame(row.id, title, row.name, row.turn_number, row.due_at)


def _ending(reader: Reader, row: Row[Any]) -> DigestEnding:
    info = reader.registry.get_rules(row.ruleset).info
    winner = None if row.winner is None else Seat(row.winner)
    words = outcome_words(info, winner, row.reason)
    if winner is not None:
        # Readers do not remember their seat in each of many games.
        words = f"{'You' if winner == row.seat else row.name} won. {words}"
    return DigestEnding(row.id, info.title, row.name, words, row.ended_at)


def _challenge(view: ChallengeView) -> DigestChallenge:
    return DigestChallenge(
        id=view.id,
        title=view.game_title,
        challenger=view.challenger,
        pace_words=view.pace_words,
        created_at=view.created_at,
        expires_at=view.expires_at,
    )
