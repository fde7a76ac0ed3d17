"""Starting a game, and ending it by something other than a turn."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import bindparam, insert, select, update

from corr.core.terms import Terms
from corr.errors import ConflictError
from corr.games.api import OptionValue
from corr.games.seats import Seat
from corr.service import chance, notices
from corr.service.clocks.running import begun, habits_of, stopped
from corr.service.history import Happening, record_event
from corr.service.standing import AS_IT_STANDS, GAME, PLAYER, SEAT, Standing
from corr.service.uow import UnitOfWork
from corr.service.words import EventKind
from corr.store.tables.games import GameState

_FINISH = AS_IT_STANDS.values(
    state=GameState.OVER.value,
    version=GAME.c.version + 1,
    winner=bindparam("winner"),
    reason=bindparam("reason"),
    draw_offer=None,
    frozen_at=None,
    frozen_for="",
    changed_at=bindparam("at"),
    ended_at=bindparam("at"),
)
_STOP_CLOCKS = (
    update(SEAT)
    .where(SEAT.c.game_id == bindparam("of_game"))
    .values(since=None, due_at=None, lapsed_at=None, remind_at=None, held_until=None)
)
# A leave that is taken at the same moment waits for the new game, and then counts in it.
_LOCK_PLAYERS = (
    select(PLAYER.c.id)
    .where(PLAYER.c.id.in_(bindparam("players", expanding=True)))
    .order_by(PLAYER.c.id)
    .with_for_update(read=True)
)


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a game is started with; all of it was judged before."""

    ruleset: str
    options: Mapping[str, OptionValue]
    terms: Terms
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
    seat: Seat | None
    """Whose act, or whose clock, it was; None for nobody's."""
    door: str = ""
    note: str = ""
    """Why, in the words of whoever ended it, if that is none of the two players."""
    by_player_id: int | None = None
    """Who that was."""


def start_game(uow: UnitOfWork, order: NewGame) -> str:
    """Start a game, let the clock of whoever is due run, and tell both players; gives the game's id."""
    rules = uow.registry.get_rules(order.ruleset, order.options)
    position = rules.start()
    game_id = _free_id(uow)
    connection = uow.session.connection()
    connection.execute(
        insert(GAME).values(
            id=game_id,
            ruleset=order.ruleset,
            options=dict(order.options),
            pace=order.terms.pace.text,
            weekends_off=order.terms.has_weekends_off,
            late=order.terms.late.value,
            allows_leave=order.terms.allows_leave,
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
    _seat_players(uow, order, game_id, rules.due(position))
    return game_id


def _seat_players(uow: UnitOfWork, order: NewGame, game_id: str, due: frozenset[Seat]) -> None:
    connection = uow.session.connection()
    connection.execute(_LOCK_PLAYERS, {"players": list(order.players)})
    habits = habits_of(uow, order.players, since=uow.now)
    bank_ms = order.terms.pace.bank_ms
    rows = []
    for number, player_id in enumerate(order.players):
        is_due = number in due
        clock = begun(order.terms, habits[player_id], bank_ms, uow.now) if is_due else stopped(bank_ms)
        rows.append({"game_id": game_id, "seat": number, "player_id": player_id, **clock.cells})
        facts = {"is_accepted": player_id == order.challenger_id}
        notice = notices.first_turn if is_due else notices.game_started
        uow.tell(notice(game_id, player_id, facts))
    connection.execute(insert(SEAT), rows)


def end_game(uow: UnitOfWork, standing: Standing, ending: Ending) -> None:
    """
    End a game by something other than a turn, and write it into its history.

    :raises ConflictError: the game has gone on in the meantime.
    """
    finish_game(uow, standing, ending.winner, ending.reason)
    happening = Happening(ending.event, ending.seat, ending.door, reason=ending.note, by_player_id=ending.by_player_id)
    record_event(uow, standing.id, standing.turn_number, happening)


def finish_game(uow: UnitOfWork, standing: Standing, winner: Seat | None, reason: str) -> None:
    """
    Let a game be over and its clocks stand; nothing is written into its history.

    :raises ConflictError: the game has gone on in the meantime.
    """
    asked = {"of_game": standing.id, "of_turn": standing.turn_number, "winner": winner, "reason": reason, "at": uow.now}
    if uow.connection.execute(_FINISH, asked).rowcount != 1:
        raise ConflictError("The game has gone on in the meantime; please look at it again.")
    uow.connection.execute(_STOP_CLOCKS, {"of_game": standing.id})


def _free_id(uow: UnitOfWork) -> str:
    connection = uow.session.connection()
    while True:
        game_id = chance.new_game_id()
        if connection.execute(select(GAME.c.id).where(GAME.c.id == game_id)).first() is None:
            return game_id
