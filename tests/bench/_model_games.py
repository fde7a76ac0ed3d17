"""The games of which a large demo has copies: played by the engines, turn by turn, on a small database of their own."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from tempfile import TemporaryDirectory

from corr.base.tokens import new_order_key
from corr.base.uow import Workshop
from corr.core.pace import Terms, read_pace
from corr.demo.sample_games import FINISHED, turns_of
from corr.game.game_row import GameRow, Seated, get_game_row
from corr.games.api import AnyRules, Progress
from corr.games.registry import Registry
from corr.leagues.show_games import ManualClock, below, drafted, pick
from corr.play.deadlines import enforce_next_deadline
from corr.play.endings import accept_draw, offer_draw, resign
from corr.play.lifecycle import NewGame, start_game
from corr.play.turns import SubmitTurn, submit_turn
from corr.players.profiles import make_player
from corr.store.db import Database
from corr.store.migrate import upgrade
from tests.bench._game_copies import Model, model_of

_START = datetime(2024, 1, 1, tzinfo=UTC)
"""When they are played; copies are moved from there."""
_UNTIMED = "untimed"
_PACES = ("3d/turn", "7d/turn", "10d+1d/20d", "1d/turn", "3d/turn", "7d+1d/14d", "6h/turn", _UNTIMED)
_NAMES = ("One", "Two")
_DOORS = ("web", "web", "mail")
_LONGEST_WAIT = 170
"""The longest wait before a turn, in minutes; at any pace, both turns of a round are in time."""
_OVERSLEPT = timedelta(days=40)
_HUNDRED, _STRIDE = 100, 61
_BY_RESIGNING, _BY_TIME, _BY_AGREEMENT, _WAYS = 0, 1, 2, 4
"""The ways in which players end games; the fourth way, 3, means resigning too."""
_TRIES = 12
_WHOLE = 5
"""One of so many finished games is a whole game that people played."""


@dataclass(frozen=True, slots=True)
class DemoGamesWish:
    """The kind of games in a large demo."""

    games: int
    turns: int = 20
    """The average number of turns in a game."""
    models: int = 300
    """The number of games that are played; all others are copies of them."""
    running: int = 60
    """How many of a hundred games are still running."""
    paces: tuple[str, ...] = _PACES
    bundle: int = 5_000
    """The number of games that are written in one transaction."""


@dataclass(frozen=True, slots=True)
class _Table:
    """The workshop, clock and players with which one game is played after the other."""

    workshop: Workshop
    clock: ManualClock
    players: tuple[int, int]

    def game_row(self, game_id: str) -> GameRow:
        """The game as it is now."""
        with self.workshop.look() as reader:
            return get_game_row(reader, game_id)


def played_models(wish: DemoGamesWish) -> tuple[Model, ...]:
    """The model games that *wish* asks for, always the same ones."""
    return _played(replace(wish, games=wish.models, bundle=0))[: wish.games]


@cache
def model_of_length(turns: int) -> Model:
    """A running game of so many turns, always the same one."""
    with _a_table() as table:
        for number in range(_TRIES):
            game_id = _play_by_chance(table, _PACES[0], number, turns=turns)
            game_row = table.game_row(game_id)
            with table.workshop.look() as reader:
                model = model_of(reader, game_id)
            if game_row.turn_number > turns and len(model.due) == 1:
                return model
            _end(table, game_id, _BY_RESIGNING)
    raise AssertionError(f"no game has {turns} turns")


@cache
def _played(wish: DemoGamesWish) -> tuple[Model, ...]:
    """The same, played once for all databases of a run."""
    with _a_table() as table:
        return tuple(_model(table, wish, number) for number in range(wish.models))


@contextmanager
def _a_table() -> Iterator[_Table]:
    with (
        TemporaryDirectory(prefix="corr-demo-") as folder,
        closing(Database(f"sqlite:///{folder}/m.sqlite")) as database,
    ):
        upgrade(database)
        clock = ManualClock(_START)
        workshop = Workshop(database, clock, Registry.discover(), secret=b"")
        with workshop.open() as uow:
            first, second = (make_player(uow, name, f"{name}@demo.example", "UTC", is_demo=True) for name in _NAMES)
        yield _Table(workshop, clock, (first, second))


def _model(table: _Table, wish: DemoGamesWish, number: int) -> Model:
    """The model game with that *number*."""
    is_running = number * _STRIDE % _HUNDRED < wish.running
    # Finished games may have ended by a time-out.
    paces = [pace for pace in wish.paces if is_running or pace != _UNTIMED]
    pace = pick(paces, "pace", number)
    if not is_running and number % _WHOLE == 0:
        game_id = _play_as_people_did(table, pace)
    else:
        game_id = _play_by_chance(table, pace, number, turns=below(2 * wish.turns + 1, "turns", number))
    if not is_running:
        _end(table, game_id, below(_WAYS, "way", number))
    with table.workshop.look() as reader:
        model = model_of(reader, game_id)
    # So that its deadline does not pass while the next game is played.
    _end(table, game_id, _BY_RESIGNING)
    return model


def _play_as_people_did(table: _Table, pace: str) -> str:
    rules = table.workshop.registry.get_rules_of_game(FINISHED.game)
    game_id = _start(table, rules, pace)
    for number, text in enumerate(turns_of(FINISHED, rules)):
        game_row = table.game_row(game_id)
        _submit(table, game_row, game_row.seats[number % 2], text)
    return game_id


def _play_by_chance(table: _Table, pace: str, number: int, *, turns: int) -> str:
    infos = table.workshop.registry.games()
    rules = table.workshop.registry.get_rules(infos[number % len(infos)].ruleset)
    game_id = _start(table, rules, pace)
    while (game_row := table.game_row(game_id)).turn_number <= turns and not game_row.is_over:
        position = rules.parse_position(game_row.position)
        for seat in sorted(rules.due(position)):
            draft = drafted(rules, rules.begin(position, seat), (number, game_row.turn_number, seat))
            if rules.progress(draft) is Progress.MUST_GO_ON:
                # The turn has reached a dead end; the game stays as it is.
                return game_id
            table.clock.move(timedelta(minutes=1 + below(_LONGEST_WAIT, "wait", number, game_row.turn_number, seat)))
            _submit(table, game_row, game_row.seats[seat], rules.write(draft.made))
    return game_id


def _start(table: _Table, rules: AnyRules, pace: str) -> str:
    # No automatic leave: when a deadline passes, the game is over at once.
    terms = Terms(read_pace(pace), allows_leave=False)
    table.clock.move(timedelta(minutes=1))
    with table.workshop.open() as uow:
        return start_game(uow, NewGame(rules.info.ruleset, dict(rules.options), terms, table.players))


def _submit(table: _Table, game_row: GameRow, seated: Seated, text: str) -> None:
    number = game_row.turn_number
    door = pick(_DOORS, "door", game_row.created_at, number)
    with table.workshop.open() as uow:
        order = SubmitTurn(game_row.id, seated.player_id, number, text, door, uow.now, new_order_key())
        submit_turn(uow, order)


def _end(table: _Table, game_id: str, way: int) -> None:
    """End the game, if it is not over, in one of the ways in which players end games."""
    if table.game_row(game_id).is_over:
        return
    table.clock.move(timedelta(minutes=1))
    {_BY_TIME: _oversleep, _BY_AGREEMENT: _agree}.get(way, _give_up)(table, game_id)


def _give_up(table: _Table, game_id: str) -> None:
    with table.workshop.open() as uow:
        resign(uow, game_id, pick(table.players, "resign", uow.now), "web")


def _agree(table: _Table, game_id: str) -> None:
    mine, theirs = table.players
    with table.workshop.open() as uow:
        offer_draw(uow, game_id, mine, "web")
    with table.workshop.open() as uow:
        accept_draw(uow, game_id, theirs, "mail")


def _oversleep(table: _Table, game_id: str) -> None:
    table.clock.move(_OVERSLEPT)
    with table.workshop.open() as uow:
        ended = enforce_next_deadline(uow)
    assert ended == game_id, "a game of the past is in the way"
