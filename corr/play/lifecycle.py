"""The start of a game, and its end by something other than a turn."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from sqlalchemy import bindparam, insert, select

from corr.base import notices, tokens
from corr.base.uow import UnitOfWork
from corr.clocks.seat_clocks import clock_cells, habits_of
from corr.core.clock import ClockState, Habits, started_clock
from corr.core.pace import Terms
from corr.errors import ConflictError
from corr.game.game_row import (
    GAME,
    PLAYER,
    SEAT,
    UPDATE_WHILE_DUE,
    GameRow,
    Seated,
    change_games,
    end_seats,
    terms_cells,
)
from corr.game.history import Happening, record_event, record_events
from corr.game.words import EventKind
from corr.games.api import OptionValue
from corr.games.seats import Seat
from corr.play.followed_facts import note_games
from corr.ratings.rated_games import rated_within_limit
from corr.store.base import table
from corr.store.tables.follows import FactKind
from corr.store.tables.games import FrozenKind, GameState
from corr.store.tables.player_accounts import MailAddress

_FINISH = UPDATE_WHILE_DUE.values(
    state=GameState.OVER.value,
    version=GAME.c.version + 1,
    winner=bindparam("winner"),
    reason=bindparam("reason"),
    draw_offer=None,
    frozen_at=None,
    frozen_for="",
    frozen_kind=FrozenKind.FAULT.value,
    changed_at=bindparam("at"),
    ended_at=bindparam("at"),
)
# Leave that is taken at the same moment waits for the new game, and then counts in it.
_LOCK_PLAYERS = (
    select(PLAYER.c.id)
    .where(PLAYER.c.id.in_(bindparam("players", expanding=True)))
    .order_by(PLAYER.c.id)
    .with_for_update(read=True)
)
_ADDRESS = table(MailAddress)
_VERIFIED = select(_ADDRESS.c.player_id).where(_ADDRESS.c.player_id.in_(bindparam("players", expanding=True)))
_TAKEN = select(GAME.c.id).where(GAME.c.id.in_(bindparam("games", expanding=True)))


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a game is started with; all of it was checked before."""

    ruleset: str
    options: Mapping[str, OptionValue]
    terms: Terms
    players: tuple[int, int]
    """The players, in the order of the seats."""
    challenger_id: int | None = None
    """The player whose challenge was accepted, or whose offer was taken, who is told so in the game's first letter."""
    is_offered: bool = False
    """Whether it was an offer to anybody."""
    is_rematch: bool = False
    """Whether the two have just finished a game on the same terms."""
    is_rated: bool = False
    """Whether its result counts for the players' ratings, if both have a verified mail address."""
    is_private: bool = False
    """Whether only its players see it; then it must be neither rated nor in a season."""
    season_id: int | None = None
    """The season of a league that it belongs to: players who are not due get no letter about the start of each game."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ends by something other than a turn."""

    winner: Seat | None
    reason: str
    event: EventKind
    seat: Seat | None
    """The seat that acted or whose time ran out; None for neither."""
    door: str = ""
    note: str = ""
    """The reason given by whoever ended it, if that is none of the two players."""
    by_player_id: int | None = None
    """Whoever ended it, if that is none of the two players."""

    @property
    def happening(self) -> Happening:
        """Its line in the history of the game."""
        return Happening(self.event, self.seat, self.door, reason=self.note, by_player_id=self.by_player_id)


def start_game(uow: UnitOfWork, order: NewGame) -> str:
    """Start a game, start the clock of whoever is due, and tell both players; gives the game's id."""
    (game_id,) = start_games(uow, [order])
    return game_id


def start_games(uow: UnitOfWork, orders: Sequence[NewGame]) -> tuple[str, ...]:
    """Start many games at one moment, each as `start_game` does; gives their ids in the same order."""
    players = sorted({player_id for order in orders for player_id in order.players})
    connection = uow.connection
    connection.execute(_LOCK_PLAYERS, {"players": players})
    habits = habits_of(uow, players, since=uow.now)
    started = [
        _Started.of(uow, game_id, order)
        for game_id, order in zip(_free_ids(uow, len(orders)), _rated(uow, orders), strict=True)
    ]
    if started:
        connection.execute(insert(GAME), [game.cells(uow) for game in started])
        connection.execute(insert(SEAT), [row for game in started for row in game.seat_cells(uow, habits)])
        note_games(uow, FactKind.BEGUN, [game.id for game in started])
    return tuple(game.id for game in started)


@dataclass(frozen=True, slots=True)
class _Started:
    """A game that is about to be stored."""

    id: str
    order: NewGame
    position: str
    due: frozenset[Seat]

    @classmethod
    def of(cls, uow: UnitOfWork, game_id: str, order: NewGame) -> Self:
        rules = uow.registry.get_rules(order.ruleset, order.options)
        position = rules.start()
        return cls(game_id, order, rules.format_position(position), rules.due(position))

    def cells(self, uow: UnitOfWork) -> dict[str, Any]:
        order = self.order
        return {
            "id": self.id,
            "ruleset": order.ruleset,
            "options": dict(order.options),
            **terms_cells(order.terms),
            "is_rated": order.is_rated,
            "is_private": order.is_private,
            "season_id": order.season_id,
            "turn_number": 1,
            "position": self.position,
            "last_squares": "",
            "version": 0,
            "state": GameState.RUNNING.value,
            "reason": "",
            "created_at": uow.now,
            "changed_at": uow.now,
        }

    def seat_cells(self, uow: UnitOfWork, habits: Mapping[int, Habits]) -> Iterator[dict[str, Any]]:
        """The rows of the seats; also tells the players that the game has begun."""
        bank_ms = self.order.terms.pace.bank_ms
        for number, player_id in enumerate(self.order.players):
            is_due = number in self.due
            mine = habits[player_id]
            clock = started_clock(self.order.terms, mine, bank_ms, uow.now) if is_due else ClockState(bank_ms)
            fact = "is_taken" if self.order.is_offered else "is_accepted"
            facts = {fact: player_id == self.order.challenger_id, "is_rematch": self.order.is_rematch}
            if is_due:
                uow.tell(notices.first_turn(self.id, player_id, facts))
            elif self.order.season_id is None:
                uow.tell(notices.game_started(self.id, player_id, facts))
            yield {"game_id": self.id, "seat": number, "player_id": player_id, **clock_cells(clock)}


def end_game(uow: UnitOfWork, game_row: GameRow, ending: Ending, told: Iterable[Seated]) -> None:
    """
    End a game by something other than a turn, record that in its history, and tell the players at the seats *told*.

    :raises ConflictError: the game has gone on in the meantime.
    """
    finish_game(uow, game_row, ending.winner, ending.reason)
    record_event(uow, game_row.id, game_row.turn_number, ending.happening)
    tell_end(uow, game_row, told)


def tell_end(uow: UnitOfWork, game_row: GameRow, told: Iterable[Seated]) -> None:
    """Tell the players at the seats *told* that the game is over."""
    for seated in told:
        uow.tell(notices.game_over(game_row.id, game_row.turn_number, seated.player_id))


def end_games(uow: UnitOfWork, endings: Sequence[tuple[GameRow, Ending]]) -> None:
    """End many running, locked games as `end_game` ends one, with a few statements for all of them; nobody is told."""
    if not endings:
        return
    change_games(
        uow,
        _FINISH,
        [
            {
                "of_game": game_row.id,
                "of_turn": game_row.turn_number,
                "winner": ending.winner,
                "reason": ending.reason,
                "at": uow.now,
            }
            for game_row, ending in endings
        ],
    )
    end_seats(uow, [game_row.id for game_row, _ in endings])
    note_games(uow, FactKind.OVER, [game_row.id for game_row, _ in endings])
    record_events(uow, [(game_row.id, game_row.turn_number, ending.happening) for game_row, ending in endings])


def finish_game(uow: UnitOfWork, game_row: GameRow, winner: Seat | None, reason: str) -> None:
    """
    Set a game to over and stop its clocks; nothing is recorded in its history.

    :raises ConflictError: the game has gone on in the meantime.
    """
    asked = {"of_game": game_row.id, "of_turn": game_row.turn_number, "winner": winner, "reason": reason, "at": uow.now}
    if change_games(uow, _FINISH, asked).rowcount != 1:
        raise ConflictError("The game has gone on in the meantime; please look at it again.")
    end_seats(uow, [game_row.id])
    note_games(uow, FactKind.OVER, [game_row.id])


def _rated(uow: UnitOfWork, orders: Sequence[NewGame]) -> list[NewGame]:
    """The same *orders*; those are not rated of whose players one is not verified, or who have met too often."""
    verified = _rated_among_verified(uow, orders)
    pairs = [order.players for order in verified if order.is_rated]
    may_count = iter(rated_within_limit(uow, pairs))
    return [replace(order, is_rated=next(may_count)) if order.is_rated else order for order in verified]


def _rated_among_verified(uow: UnitOfWork, orders: Sequence[NewGame]) -> list[NewGame]:
    """The same *orders*; those with a player who has no verified mail address are not rated."""
    players = sorted({player_id for order in orders if order.is_rated for player_id in order.players})
    verified = set(uow.connection.execute(_VERIFIED, {"players": players}).scalars()) if players else set()
    return [replace(order, is_rated=order.is_rated and verified.issuperset(order.players)) for order in orders]


def _free_ids(uow: UnitOfWork, count: int) -> list[str]:
    connection = uow.connection
    free: dict[str, None] = {}
    while len(free) < count:
        wanted = {tokens.new_game_id(): None for _ in range(count - len(free))}
        taken = set(connection.execute(_TAKEN, {"games": list(wanted)}).scalars())
        free |= {game_id: None for game_id in wanted if game_id not in taken}
    return list(free)
