"""The entries of a season that has not begun: written down, and taken back."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import bindparam, func, insert, select, update

from corr.base.uow import UnitOfWork
from corr.errors import ConflictError
from corr.leagues.rows import ENTRY, SeasonRow
from corr.states import EntryState

MOST_PLAYERS = 400
"""In one season: 20 divisions of 20."""
_COUNT = select(func.count()).where(ENTRY.c.season_id == bindparam("season"), ENTRY.c.state == EntryState.JOINED.value)
_THESE = update(ENTRY).where(
    ENTRY.c.season_id == bindparam("of_season"), ENTRY.c.player_id.in_(bindparam("players", expanding=True))
)
_JOIN_AGAIN = _THESE.values(state=EntryState.JOINED.value, left_at=None, planned_tier=None, door=bindparam("through"))
_WISH = (
    update(ENTRY)
    .where(ENTRY.c.season_id == bindparam("of_season"), ENTRY.c.player_id == bindparam("of_player"))
    .values(planned_tier=bindparam("tier"))
)
_LEAVE = _THESE.values(state=EntryState.LEFT.value, left_at=bindparam("at"), planned_tier=None)


def check_room(uow: UnitOfWork, season: SeasonRow, more: int) -> None:
    """
    Refuse *more* players than there is room for.

    :raises ConflictError: a season that is locked would have too many.
    """
    count = int(uow.connection.execute(_COUNT, {"season": season.id}).scalar_one())
    if more and count + more > MOST_PLAYERS:
        raise ConflictError(f"A season has room for {MOST_PLAYERS} players, and {count} are in this one.")


def write_entries(
    uow: UnitOfWork, season: SeasonRow, players: Sequence[int], known: Collection[int], *, door: str
) -> None:
    """Write down that *players* enter; *known* are those who were in it before and left."""
    rows = [
        {
            "season_id": season.id,
            "player_id": player_id,
            "state": EntryState.JOINED.value,
            "door": door,
            "joined_at": uow.now,
        }
        for player_id in players
        if player_id not in known
    ]
    if rows:
        uow.connection.execute(insert(ENTRY), rows)
    again = [player_id for player_id in players if player_id in known]
    if again:
        uow.connection.execute(_JOIN_AGAIN, {"of_season": season.id, "players": again, "through": door})


def wish_divisions(uow: UnitOfWork, season: SeasonRow, tiers: Mapping[int, int]) -> None:
    """Keep the divisions that an organiser wishes for players."""
    rows = [{"of_season": season.id, "of_player": player_id, "tier": tier} for player_id, tier in tiers.items()]
    if rows:
        uow.session.connection().execute(_WISH, rows)


def let_leave(uow: UnitOfWork, season: SeasonRow, players: Sequence[int]) -> None:
    """Write down that *players* are not in a season any more before it begins."""
    if players:
        uow.connection.execute(_LEAVE, {"of_season": season.id, "players": players, "at": uow.now})
