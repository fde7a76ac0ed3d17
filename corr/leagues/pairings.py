"""The rows of pairings, with the rulings about their games."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, bindparam, or_, select, update

from corr.base.uow import Reader, UnitOfWork
from corr.errors import NotFoundError
from corr.game.game_row import GAME
from corr.leagues.rows import PAIRING
from corr.leagues.rules.division_table import EntryId
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
    ruled_at: datetime | None
    ruled_by: int | None
    ruled_for: str
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
