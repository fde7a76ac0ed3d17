"""
Consents of players: nobody plays in a league without having said yes.

A question to a player stays open until it is answered, or until the season or the entry that it is about cannot be
joined or taken over any more. Organisers of one league may enter a player without asking, or one organiser may not ask
a player at all. The first is a standing yes. It covers seasons that are no stricter than the last one played, and ends
with a season that the player does not play.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, and_, bindparam, delete, exists, func, insert, or_, select, update

from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, NotFoundError
from corr.game.game_row import PLAYER
from corr.leagues.rows import (
    ENTRY,
    ORGANISER,
    SEASON,
    EntryRow,
    SeasonRow,
    find_entry,
    find_last_begun,
    find_latest_season,
    get_league,
)
from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.settings import is_no_stricter
from corr.players.blocks import blocks_between
from corr.states import AskAnswer, EntryState, SeasonState
from corr.store.base import add_missing, is_id, table, value_of
from corr.store.tables.leagues import Ask, AskRefusal, StandingYes

STANDING = "standing"
"""The door of an entry that an organiser made by a standing yes."""
_YES, _REFUSAL = table(StandingYes), table(AskRefusal)
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
        raise ConflictError(f"Join {league.name} first: you can let its organisers sign you up while you take part.")
    add_missing(uow.connection, _YES, [{"league_id": league.id, "player_id": player_id, "since": uow.now}])


def revoke_standing_yes(uow: UnitOfWork, league_id: str, player_id: int) -> None:
    """Revoke a player's standing yes to the organisers of a league; doing so again changes nothing."""
    uow.connection.execute(_REVOKE, {"league": get_league(uow, league_id).id, "player": player_id})


def covered_by_standing_yes(reader: Reader, season: SeasonRow, players: Collection[int]) -> frozenset[int]:
    """Those of *players* whom the organisers may enter in *season* without asking: nothing in it is stricter."""
    last = find_last_begun(reader, season) if players else None
    if last is None or not is_no_stricter(season.settings, last.settings):
        return frozenset()
    if 10 * season.length < 9 * last.length:
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
