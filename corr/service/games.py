"""Starting a game, and writing down what happens in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, select, update

from corr.core.pace import deadline, read_pace
from corr.core.reminders import reminder_moment
from corr.errors import ConflictError
from corr.games.api import OptionValue
from corr.games.seats import Seat
from corr.service import chance, notices
from corr.service.standing import AS_IT_STANDS, GAME, SEAT, Standing
from corr.service.uow import UnitOfWork
from corr.service.words import EventKind
from corr.store.base import table
from corr.store.tables.games import GameEvent, GameState

_EVENT = table(GameEvent)
_FINISH = AS_IT_STANDS.values(
    state=GameState.OVER.value,
    version=GAME.c.version + 1,
    winner=bindparam("winner"),
    reason=bindparam("reason"),
    draw_offer=None,
    changed_at=bindparam("at"),
    ended_at=bindparam("at"),
)
_STOP_CLOCKS = (
    update(SEAT)
    .where(SEAT.c.game_id == bindparam("of_game"))
    .values(since=None, due_at=None, remind_at=None, held_until=None)
)
STOPPED: dict[str, datetime | None] = {"since": None, "due_at": None, "remind_at": None}
"""The columns of a clock that does not run."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a game is started with; all of it was judged before."""

    ruleset: str
    options: Mapping[str, OptionValue]
    pace: str
    players: tuple[int, int]
    """The players, in the order of the seats."""
    challenger_id: int | None = None
    """Whose challenge was accepted, and who is told so with the game's first letter."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ends by something other than a turn."""

    winner: Seat | None
    reason: str
    event: EventKind
    seat: Seat
    """Whose act, or whose clock, it was."""
    door: str = ""


def start_game(uow: UnitOfWork, order: NewGame) -> str:
    """Start a game, let the clock of whoever is due run, and tell both players; gives the game's id."""
    rules = uow.registry.get_rules(order.ruleset, order.options)
    pace = read_pace(order.pace)
    position = rules.start()
    game_id = _free_id(uow)
    connection = uow.session.connection()
    connection.execute(
        insert(GAME).values(
            id=game_id,
            ruleset=order.ruleset,
            options=dict(order.options),
            pace=pace.text,
            turn_number=1,
            position=rules.format_position(position),
            last_squares="",
            version=0,
            state=GameState.RUNNING.value,
            reason="",
            created_at=uow.now,
            changed_at=uow.now,
        )
    )
    due = rules.due(position)
    rows = []
    for number, player_id in enumerate(order.players):
        is_due = number in due
        row: dict[str, Any] = {"game_id": game_id, "seat": number, "player_id": player_id, "bank_ms": pace.bank_ms}
        rows.append(row | (clock(uow.now, pace.bank_ms) if is_due else STOPPED))
        facts = {"is_accepted": player_id == order.challenger_id}
        notice = notices.first_turn if is_due else notices.game_started
        uow.tell(notice(game_id, player_id, facts))
    connection.execute(insert(SEAT), rows)
    return game_id


def clock(since: datetime, bank_ms: int) -> dict[str, datetime | None]:
    """The columns of a clock that runs *since* then with *bank_ms* in the bank."""
    due_at = deadline(since, bank_ms)
    return {"since": since, "due_at": due_at, "remind_at": reminder_moment(since, due_at)}


def end_game(uow: UnitOfWork, standing: Standing, ending: Ending) -> None:
    """
    End a game by something other than a turn, and write it into its history.

    :raises ConflictError: the game has gone on in the meantime.
    """
    connection = uow.session.connection()
    ended = connection.execute(
        _FINISH,
        {
            "of_game": standing.id,
            "of_turn": standing.turn_number,
            "winner": ending.winner,
            "reason": ending.reason,
            "at": uow.now,
        },
    )
    if ended.rowcount != 1:
        raise ConflictError("The game has gone on in the meantime; please look at it again.")
    connection.execute(_STOP_CLOCKS, {"of_game": standing.id})
    record_event(uow, standing, ending.event, seat=ending.seat, door=ending.door)


def record_event(uow: UnitOfWork, standing: Standing, kind: EventKind, *, seat: Seat, door: str) -> None:
    """Write something that is not a turn into the game's history."""
    row: dict[str, Any] = {
        "game_id": standing.id,
        "turn_number": standing.turn_number,
        "seat": seat,
        "kind": kind.value,
        "at": uow.now,
        "door": door,
    }
    uow.session.connection().execute(insert(_EVENT), row)


def _free_id(uow: UnitOfWork) -> str:
    connection = uow.session.connection()
    while True:
        game_id = chance.new_game_id()
        if connection.execute(select(GAME.c.id).where(GAME.c.id == game_id)).first() is None:
            return game_id
