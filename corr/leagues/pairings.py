"""The rows of pairings, with the rulings about their games, and what else belongs to a league's game."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Select, bindparam, or_, select, update

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.core.pace import Pace, read_pace
from corr.errors import NotFoundError
from corr.game.game_row import GAME
from corr.game.views import GameView, LeaguePlace
from corr.leagues.rows import DIVISION, LEAGUE, PAIRING, SEASON
from corr.leagues.rules.division_table import EntryId
from corr.players.names import isolated
from corr.states import Result
from corr.store.base import value_of
from corr.store.tables.games import GameState

_OF_GAME = select(PAIRING).where(PAIRING.c.game_id == bindparam("game"))
_OPEN_OF_ENTRY: Select[Any] = (
    select(PAIRING)
    .join(GAME, GAME.c.id == PAIRING.c.game_id)
    .where(
        PAIRING.c.season_id == bindparam("season"),
        or_(PAIRING.c.first_id == bindparam("entry"), PAIRING.c.second_id == bindparam("entry")),
        GAME.c.state == GameState.RUNNING.value,
    )
    .order_by(PAIRING.c.game_id)
)
_SET = update(PAIRING).where(PAIRING.c.game_id.in_(bindparam("games", expanding=True)))
_PLACE = (
    select(
        LEAGUE.c.id.label("league_id"),
        LEAGUE.c.name.label("league"),
        SEASON.c.number.label("season"),
        DIVISION.c.tier,
        DIVISION.c.name.label("division"),
        PAIRING.c.round,
    )
    .select_from(PAIRING)
    .join(DIVISION, DIVISION.c.id == PAIRING.c.division_id)
    .join(SEASON, SEASON.c.id == PAIRING.c.season_id)
    .join(LEAGUE, LEAGUE.c.id == SEASON.c.league_id)
    .where(PAIRING.c.game_id == bindparam("game"))
)
_COMING = (
    select(SEASON.c.id, SEASON.c.tighter_pace, SEASON.c.tighter_from, LEAGUE.c.name.label("league"))
    .join(LEAGUE, LEAGUE.c.id == SEASON.c.league_id)
    .where(
        SEASON.c.id.in_(bindparam("seasons", expanding=True)),
        SEASON.c.tighter_pace != "",
        SEASON.c.tighter_from.is_not(None),
        SEASON.c.tightened_at.is_(None),
    )
)


@dataclass(frozen=True, slots=True)
class PairingRow:
    """The row of a pairing."""

    id: int
    season_id: int
    division_id: int
    round: int
    first: EntryId
    second: EntryId
    game_id: str
    ruling: Result | None
    is_forfeit: bool
    played_winner: int | None
    played_reason: str

    def entry(self, seat: int) -> EntryId:
        """The entry that has that seat."""
        return (self.first, self.second)[seat]


def get_pairing(reader: Reader, game_id: str) -> PairingRow:
    """
    The pairing of a game.

    :raises NotFoundError: the game belongs to no season.
    """
    row = reader.connection.execute(_OF_GAME, {"game": game_id}).mappings().first()
    if row is None:
        raise NotFoundError("This game belongs to no season of a league.")
    return _pairing(row)


def open_pairings(reader: Reader, season_id: int, entry_id: int) -> tuple[PairingRow, ...]:
    """The pairings of an entry whose games are not over, by the ids of their games."""
    found = reader.connection.execute(_OPEN_OF_ENTRY, {"season": season_id, "entry": entry_id})
    return tuple(map(_pairing, found.mappings()))


def change_pairings(uow: UnitOfWork, games: list[str], **values: object) -> None:
    """Write *values* into the pairings of games that are locked."""
    if games:
        uow.connection.execute(_SET.values(**values), {"games": games})


def _pairing(row: Mapping[Any, Any]) -> PairingRow:
    ruling = Result(row["ruling"]) if row["ruling"] else None
    return value_of(PairingRow, row, first=row["first_id"], second=row["second_id"], ruling=ruling)


def with_place(reader: Reader, view: GameView) -> GameView:
    """*view* with the place of its game in its league, if it belongs to one."""
    return replace(view, place=_place(reader, view.id)) if view.season_id is not None else view


def _place(reader: Reader, game_id: str) -> LeaguePlace | None:
    row = reader.connection.execute(_PLACE, {"game": game_id}).first()
    return (
        None if row is None else LeaguePlace(row.league_id, row.league, row.season, row.tier, row.division, row.round)
    )


def coming_paces(reader: Reader, seasons: Collection[int]) -> Mapping[int, Sentence]:
    """The announced paces that do not hold yet, as sentences by season; seasons without one are left out."""
    if not seasons:
        return {}
    rows = reader.connection.execute(_COMING, {"seasons": list(seasons)})
    return {row.id: coming_words(read_pace(row.tighter_pace), row.tighter_from, row.league) for row in rows}


def no_coming_paces(_reader: Reader, _seasons: Collection[int]) -> Mapping[int, Sentence]:
    """The same where it is known that there is none."""
    return {}


def coming_words(pace: Pace, holds_from: datetime, league: str = "") -> Sentence:
    """The sentence that says from when a tighter pace holds; in which *league*, where it is not read in its pages."""
    begin = f"In {isolated(league)}, for" if league else "For"
    return Sentence.of(f"{begin} turns that begin from ", holds_from, f" on: {pace.words}.")
