"""What is special about the rows and games of a division: results that were set, and players who left or came."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, bindparam, select

from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.game.game_row import GAME, PLAYER
from corr.game.words import outcome_words
from corr.games.api import Info
from corr.games.seats import Seat
from corr.leagues.rows import PAIRING, EntryRow
from corr.leagues.rules.division_table import EntryId
from corr.players.names import isolated
from corr.states import EntryState, Withdrawal

_RULED: Select[Any] = (
    select(PAIRING, PLAYER.c.name, GAME.c.winner, GAME.c.reason)
    .join(GAME, GAME.c.id == PAIRING.c.game_id)
    .outerjoin(PLAYER, PLAYER.c.id == PAIRING.c.ruled_by)
    .where(PAIRING.c.season_id == bindparam("season"), PAIRING.c.ruling.is_not(None))
    .order_by(PAIRING.c.ruled_at, PAIRING.c.id)
)
_NAMES: Select[Any] = select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.id.in_(bindparam("players", expanding=True)))


@dataclass(frozen=True, slots=True)
class SetResult:
    """A result that an organiser set, or the season's rule."""

    game_id: str
    division_id: int
    first: EntryId
    second: EntryId
    outcome: str
    """What it is now, in a sentence."""
    reason: str
    """Why it was set."""
    by: str
    """Who set it; empty for the season's rule."""
    at: datetime | None
    was: str
    """What had been played, in a sentence; empty if the game was running."""


def set_results(reader: Reader, season_id: int, info: Info) -> tuple[SetResult, ...]:
    """The results of a season that were set, the oldest first."""
    rows = reader.connection.execute(_RULED, {"season": season_id})
    return tuple(
        SetResult(
            game_id=row.game_id,
            division_id=row.division_id,
            first=EntryId(row.first_id),
            second=EntryId(row.second_id),
            outcome=_outcome(info, row.winner, row.reason),
            reason=row.ruled_for,
            by=row.name or "",
            at=row.ruled_at,
            was=_outcome(info, row.played_winner, row.played_reason),
        )
        for row in rows
    )


def notes_of(reader: Reader, entries: Sequence[EntryRow]) -> Mapping[EntryId, Sentence]:
    """What is said beside the rows of players who withdrew, or who play on for somebody else."""
    wanted = [entry.began_by for entry in entries if entry.began_by is not None]
    names: dict[int, str] = {}
    if wanted:
        names = {row.id: row.name for row in reader.connection.execute(_NAMES, {"players": wanted})}
    notes = {entry.id: Sentence(tuple(_note(entry, names))) for entry in entries}
    return {entry: note for entry, note in notes.items() if note}


def _note(entry: EntryRow, names: Mapping[int, str]) -> list[str | datetime]:
    parts: list[str | datetime] = []
    name = isolated(entry.name)
    if entry.began_by is not None and entry.took_over_at is not None:
        parts += [f"{name} plays for {isolated(names[entry.began_by])} since ", entry.took_over_at, "."]
    if entry.state is EntryState.WITHDRAWN:
        removed = entry.withdrawal == Withdrawal.REMOVED
        became = "all results left the table" if removed else "the remaining games are forfeits"
        parts.append(f"{' ' if parts else ''}{name} withdrew: {became}.")
    return parts


def _outcome(info: Info, winner: int | None, reason: str) -> str:
    return outcome_words(info, None if winner is None else Seat(winner), reason) if reason else ""
