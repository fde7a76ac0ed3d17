"""Setting the result of a game of a season, with a reason that everybody reads, and taking that back."""

from dataclasses import dataclass, field

from corr.service.leagues.acting import LeagueReceipt, Preview
from corr.service.uow import Reader, UnitOfWork


@dataclass(frozen=True, slots=True)
class SetResult:
    """The result of a game is to be set."""

    game_id: str
    by_player_id: int
    """The organiser."""
    result: str
    """ "first", "second", "draw" or "none", as `core.leagues.table.Result` has it."""
    reason: str
    version: int
    """The version of the game that the organiser saw."""
    is_forfeit: bool = False
    """Whether the loser did not play on: such a game counts in the table, and for no ratings."""
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class UndoResult:
    """The result that was set is to be taken back."""

    game_id: str
    by_player_id: int
    reason: str
    version: int
    """The version of the game that the organiser saw."""
    order_key: str | None = field(default=None, repr=False)


def ruling_preview(reader: Reader, game_id: str, *, result: str, is_forfeit: bool, by_player_id: int) -> Preview:
    """
    What setting that result would do; the version is the game's.

    :raises NotFoundError: there is no such game, or it belongs to no season.
    :raises NotAllowedError: that is no organiser, or one who plays in the division.
    :raises ConflictError: the season is over.
    :raises InputError: there is no such result.
    """
    raise NotImplementedError


def undoing_preview(reader: Reader, game_id: str, *, by_player_id: int) -> Preview:
    """
    What taking the result back would do; the version is the game's.

    :raises NotFoundError: there is no such game, or it belongs to no season.
    :raises NotAllowedError: that is no organiser, or one who plays in the division.
    :raises ConflictError: no result was set, or the game was running when it was.
    """
    raise NotImplementedError


def set_result(uow: UnitOfWork, order: SetResult) -> LeagueReceipt:
    """
    Set the result of a game, whether it runs or is over, and tell both players.

    :raises NotFoundError: there is no such game, or it belongs to no season.
    :raises NotAllowedError: that is no organiser, or one who plays in the division.
    :raises ConflictError: the season is over, or the game has changed since the organiser saw it.
    :raises InputError: there is no such result, or the reason cannot be used.
    """
    raise NotImplementedError


def undo_result(uow: UnitOfWork, order: UndoResult) -> LeagueReceipt:
    """
    Let the result that was played stand again, and tell both players.

    :raises NotFoundError: there is no such game, or it belongs to no season.
    :raises NotAllowedError: that is no organiser, or one who plays in the division.
    :raises ConflictError: no result was set, the game was running when it was, or has changed since.
    :raises InputError: the reason cannot be used.
    """
    raise NotImplementedError
