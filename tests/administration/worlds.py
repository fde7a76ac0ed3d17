"""Whole services of chance games, in which everything happens that can happen to a game."""

from collections.abc import Callable
from datetime import timedelta
from random import Random

from corr.administration.game_freezes import FreezeOrder, freeze, thaw, void
from corr.clocks.gifts import GiveTime, give_time
from corr.clocks.take_leave import TakeLeave, come_back, take_leave
from corr.core.days_off import ForDays
from corr.core.pace import Late, Terms, read_pace
from corr.errors import CorrError
from corr.game.game_row import get_game_row
from corr.games.registry import Registry
from corr.games.seats import Seat
from corr.leagues.extensions import ExtendTime, extend_time
from corr.play.deadlines import ClaimTime, claim_time, enforce_next_deadline
from corr.play.endings import accept_draw, decline_draw, offer_draw, resign, withdraw_draw
from corr.play.lifecycle import NewGame, start_game
from corr.play.messages import SendMessage, send_message
from corr.play.turns import SubmitTurn, submit_turn
from corr.players.profiles import grant
from tests.play.test_records_of_all_games import chance_turn
from tests.playing import Room, TestGame

RULESETS = (*sorted(info.ruleset for info in Registry.discover().rulesets()), "tiny/1", "hide/1")
_PACES = ("3d/turn", "2d+12h/4d", "1h/turn", "untimed")
_Deed = Callable[["World", TestGame, int], None]


class World:
    """A room, a dice, and what has happened."""

    def __init__(self, room: Room, seed: int) -> None:
        self.room = room
        self.chance = Random(seed)
        self.players = [room.player(name) for name in ("Ada", "Bob", "Cleo", "Dan")]
        self.admin = room.player("Zoe")
        with room.workshop.open() as uow:
            grant(uow, "Zoe")
        self.games: list[TestGame] = []

    def begin(self, ruleset: str) -> TestGame:
        """A further game of two of the players."""
        first, second = self.chance.sample(self.players, 2)
        terms = Terms(
            read_pace(self.chance.choice(_PACES)),
            has_weekends_off=self.chance.random() < 0.5,
            late=self.chance.choice(list(Late)),
            allows_leave=self.chance.random() < 0.8,
        )
        with self.room.workshop.open() as uow:
            game_id = start_game(uow, NewGame(ruleset, {}, terms, (first, second)))
        game = TestGame(self.room, game_id, (first, second))
        self.games.append(game)
        return game

    def go_on(self, steps: int) -> None:
        """Let things happen in games, one after the other."""
        for _ in range(steps):
            self.room.clock.move(timedelta(minutes=self.chance.randint(0, 600)))
            self.tick()
            game, seat = self.chance.choice(self.games), self.chance.choice((0, 1))
            deed = self.chance.choices(list(_DEEDS), list(_DEEDS.values()))[0]
            try:
                deed(self, game, game.players[seat])
            except CorrError:
                # Not everything can be done at any time.
                continue

    def tick(self) -> None:
        """Enforce deadlines until none is left."""
        while True:
            with self.room.workshop.open() as uow:
                if enforce_next_deadline(uow) is None:
                    return


def _play(world: World, game: TestGame, player_id: int) -> None:
    with world.room.workshop.look() as reader:
        game_row = get_game_row(reader, game.id)
        rules = game_row.rules(reader)
    seat = Seat(game.players.index(player_id))
    position = rules.parse_position(game_row.position)
    turn = chance_turn(rules, rules.begin(position, seat), world.chance)
    seen_offer = world.chance.choice((game_row.draw_offer_id, game_row.draw_offer_id, None))
    order = SubmitTurn(
        game.id,
        player_id,
        game_row.turn_number,
        rules.write(turn.made),
        "web",
        world.room.clock.now(),
        seen_offer=seen_offer,
    )
    with world.room.workshop.open() as uow:
        submit_turn(uow, order)


def _draw(world: World, game: TestGame, player_id: int) -> None:
    deed = world.chance.choice((offer_draw, offer_draw, offer_draw, withdraw_draw, decline_draw, accept_draw))
    with world.room.workshop.open() as uow:
        deed(uow, game.id, player_id, "web")


def _resign(world: World, game: TestGame, player_id: int) -> None:
    with world.room.workshop.open() as uow:
        resign(uow, game.id, player_id, "web")


def _say(world: World, game: TestGame, player_id: int) -> None:
    with world.room.workshop.open() as uow:
        send_message(uow, SendMessage(game.id, player_id, "Hello!", "web", f"said {world.chance.random()}"))


def _give(world: World, game: TestGame, player_id: int) -> None:
    with world.room.workshop.open() as uow:
        give_time(uow, GiveTime(game.id, player_id, f"given {world.chance.random()}", "web", uow.now))


def _freeze(world: World, game: TestGame, _player_id: int) -> None:
    deed = world.chance.choice((freeze, thaw, thaw, thaw, void))
    with world.room.workshop.open() as uow:
        deed(uow, FreezeOrder(game.id, "Somebody wants to have a look."))


def _leave(world: World, _game: TestGame, player_id: int) -> None:
    order = TakeLeave(player_id, ForDays(world.chance.randint(1, 3)), "web", f"leave {world.chance.random()}")
    with world.room.workshop.open() as uow:
        take_leave(uow, order)


def _return(world: World, _game: TestGame, player_id: int) -> None:
    with world.room.workshop.open() as uow:
        come_back(uow, player_id)


def _claim(world: World, game: TestGame, player_id: int) -> None:
    with world.room.workshop.open() as uow:
        claim_time(uow, ClaimTime(game.id, player_id, "web", uow.now))


def _extend(world: World, game: TestGame, _player_id: int) -> None:
    seat = world.chance.choice((Seat(0), Seat(1), None))
    order = ExtendTime(game.id, world.admin, seat, "2", "The post was slow.", f"extended {world.chance.random()}")
    with world.room.workshop.open() as uow:
        extend_time(uow, order)


_DEEDS: dict[_Deed, int] = {
    _play: 80,
    _draw: 8,
    _resign: 1,
    _say: 4,
    _give: 4,
    _freeze: 4,
    _leave: 2,
    _return: 2,
    _claim: 2,
    _extend: 2,
}
"""What can happen, and how often."""
