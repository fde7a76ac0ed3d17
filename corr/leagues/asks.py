"""
Questions to players whether they play in a season: nobody plays in a league without having said yes.

A question stays open until it is answered, or until the season or the entry that it is about cannot be joined or taken
over any more.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, and_, bindparam, func, insert, or_, select, update

from corr.base.uow import Reader, UnitOfWork
from corr.game.game_row import PLAYER
from corr.leagues.rows import ENTRY, SEASON
from corr.leagues.rules.division_table import EntryId
from corr.states import AskAnswer, EntryState, SeasonState
from corr.store.base import table, value_of
from corr.store.tables.leagues import Ask

ASK = table(Ask)
MOST_UNANSWERED = 3
"""How many unanswered questions a player gets within a day, whoever asks."""
_DAY = timedelta(days=1)
_BY, _REPLACED = PLAYER.alias("by"), PLAYER.alias("replaced")
IS_OPEN = and_(
    ASK.c.answer.is_(None),
    or_(
        and_(ASK.c.entry_id.is_(None), SEASON.c.state == SeasonState.SIGN_UP.value),
        and_(
            ENTRY.c.player_id == ASK.c.replaced_id,
            ENTRY.c.state == EntryState.PLAYING.value,
            SEASON.c.state == SeasonState.RUNNING.value,
        ),
    ),
)
"""The condition that a question still waits for an answer; needs the season and the entry joined."""
_ASKS: Select[Any] = (
    select(
        ASK,
        PLAYER.c.name,
        func.coalesce(_BY.c.name, "").label("by_name"),
        func.coalesce(_REPLACED.c.name, "").label("replaced_name"),
        IS_OPEN.label("is_open"),
    )
    .join(SEASON, SEASON.c.id == ASK.c.season_id)
    .join(PLAYER, PLAYER.c.id == ASK.c.player_id)
    .outerjoin(ENTRY, ENTRY.c.id == ASK.c.entry_id)
    .outerjoin(_BY, _BY.c.id == ASK.c.by_player_id)
    .outerjoin(_REPLACED, _REPLACED.c.id == ASK.c.replaced_id)
    .order_by(ASK.c.id)
)
_OF_SEASON = _ASKS.where(ASK.c.season_id == bindparam("season"))
_OPEN_OF_SEASON = _OF_SEASON.where(IS_OPEN)
_OPEN_OF_PLAYER = _OPEN_OF_SEASON.where(ASK.c.player_id == bindparam("player"))
_UNANSWERED = (
    select(ASK.c.player_id)
    .where(
        ASK.c.player_id.in_(bindparam("players", expanding=True)),
        ASK.c.answer.is_(None),
        ASK.c.asked_at > bindparam("since"),
    )
    .group_by(ASK.c.player_id)
    .having(func.count() >= MOST_UNANSWERED)
)
_ANSWER = (
    update(ASK)
    .where(ASK.c.id == bindparam("of_ask"), ASK.c.answer.is_(None))
    .values(answer=bindparam("given"), answered_at=bindparam("at"))
)
_DROP = update(ASK).where(ASK.c.entry_id == bindparam("of_entry"), ASK.c.answer.is_(None)).values(replaced_id=None)
_WISH = (
    update(ASK)
    .where(ASK.c.season_id == bindparam("of_season"), ASK.c.player_id == bindparam("of_player"), ASK.c.answer.is_(None))
    .values(planned_tier=bindparam("tier"))
)
# Without the lock, two who ask the same player at once would both find room for one more question.
_LOCK = (
    select(PLAYER.c.id)
    .where(PLAYER.c.id.in_(bindparam("players", expanding=True)))
    .order_by(PLAYER.c.id)
    .with_for_update(key_share=True)
)


@dataclass(frozen=True, slots=True)
class AskRow:
    """The row of a question, with the names of the players in it."""

    id: int
    season_id: int
    player_id: int
    name: str
    entry_id: EntryId | None
    """The entry that is to be taken over; None for a question whether somebody joins."""
    replaced_id: int | None
    replaced_name: str
    """The player who would be replaced; empty for a question whether somebody joins."""
    by_player_id: int | None
    by_name: str
    """The organiser who asks; empty for a season that opened by itself."""
    asked_at: datetime
    planned_tier: int | None
    reason: str
    answer: AskAnswer | None
    is_open: bool
    """Whether it still waits for an answer."""


@dataclass(frozen=True, slots=True)
class AskQuestion:
    """A question without the player who is asked."""

    season_id: int
    by_player_id: int | None = None
    entry_id: EntryId | None = None
    replaced_id: int | None = None
    reason: str = ""


def asks_of(reader: Reader, season_id: int) -> tuple[AskRow, ...]:
    """All questions of a season, answered or not."""
    return tuple(_ask(row) for row in reader.connection.execute(_OF_SEASON, {"season": season_id}).mappings())


def open_asks_of(reader: Reader, season_id: int) -> tuple[AskRow, ...]:
    """The questions of a season that wait for an answer."""
    return tuple(_ask(row) for row in reader.connection.execute(_OPEN_OF_SEASON, {"season": season_id}).mappings())


def find_open_ask(reader: Reader, season_id: int, player_id: int) -> AskRow | None:
    """The open question to a player in a season; there is one at most."""
    asked = {"season": season_id, "player": player_id}
    row = reader.connection.execute(_OPEN_OF_PLAYER, asked).mappings().first()
    return None if row is None else _ask(row)


def asked_too_often(uow: UnitOfWork, players: Collection[int]) -> frozenset[int]:
    """Those of *players* who got `MOST_UNANSWERED` questions within a day that they did not answer; locks *players*."""
    if not players:
        return frozenset()
    uow.connection.execute(_LOCK, {"players": list(players)})
    asked = {"players": list(players), "since": uow.now - _DAY}
    return frozenset(uow.connection.execute(_UNANSWERED, asked).scalars())


def write_asks(
    uow: UnitOfWork, question: AskQuestion, players: Sequence[int], tiers: Mapping[int, int] | None = None
) -> None:
    """Store the question for *players*; *tiers* are the divisions that an organiser chose for some of them."""
    rows = [
        {
            "season_id": question.season_id,
            "player_id": player_id,
            "entry_id": question.entry_id,
            "replaced_id": question.replaced_id,
            "by_player_id": question.by_player_id,
            "asked_at": uow.now,
            "planned_tier": (tiers or {}).get(player_id),
            "reason": question.reason,
        }
        for player_id in players
    ]
    if rows:
        uow.connection.execute(insert(ASK), rows)


def note_answer(uow: UnitOfWork, ask: AskRow, answer: AskAnswer) -> None:
    """Store the answer to a question."""
    uow.connection.execute(_ANSWER, {"of_ask": ask.id, "given": answer.value, "at": uow.now})


def drop_asks_about(uow: UnitOfWork, entry_id: EntryId) -> None:
    """Close the open questions about an entry; they still count as unanswered questions to their players."""
    uow.connection.execute(_DROP, {"of_entry": entry_id})


def plan_asked_divisions(uow: UnitOfWork, season_id: int, tiers: Mapping[int, int]) -> None:
    """Change the divisions that were chosen for players who have not answered."""
    rows = [{"of_season": season_id, "of_player": player_id, "tier": tier} for player_id, tier in tiers.items()]
    if rows:
        uow.connection.execute(_WISH, rows)


def _ask(row: Mapping[Any, Any]) -> AskRow:
    return value_of(AskRow, row, is_open=bool(row["is_open"]))
