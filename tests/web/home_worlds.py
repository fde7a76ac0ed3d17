"""A player with games, a league, challenges and opponents of all kinds, and all that changes the front page."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import insert, select

from corr.administration.game_freezes import FreezeOrder, freeze
from corr.base.uow import UnitOfWork
from corr.clocks.clock_preferences import ClockPreferences, set_clock_preferences
from corr.clocks.gifts import GiveTime, give_time
from corr.core.pace import Late
from corr.game.game_row import PLAYER
from corr.leagues.acts.organiser_act import ActRequest, SeasonAct
from corr.leagues.acts.replacement import AskToReplace, TakeOver, take_over
from corr.leagues.acts.season_changes import MoveEnd, Pause, Tighten
from corr.play.challenges import accept_challenge
from corr.play.endings import offer_draw
from corr.play.messages import SendMessage, send_message
from corr.players.profiles import rename
from corr.store.base import table
from corr.store.tables.clocks import Outage
from corr.store.tables.leagues import LeagueOrganiser
from corr.store.tables.ratings import Rating
from tests.clocks.leaving import take
from tests.leagues.running import REASON, RunningSeason, a_running_season, resign_at
from tests.play.proposing import decline, propose, withdraw
from tests.playing import DAY, Room, TestGame, another_game, terms

WON = ("A1", "B1", "A2", "B2", "A3")


@dataclass(frozen=True)
class World:
    """Ada with games, a league, challenges and opponents of all kinds."""

    room: Room
    season: RunningSeason
    usual: TestGame
    """Ada's turn; the opponent is Bob."""
    theirs: TestGame
    """Bob's turn."""
    over: TestGame
    incoming: str
    outgoing: str

    @property
    def ada(self) -> int:
        """The player whose page it is."""
        return self.usual.players[0]

    @property
    def bob(self) -> int:
        """The opponent in most games."""
        return self.usual.players[1]


def a_world(room: Room) -> World:
    """Everything that a front page can show."""
    season = a_running_season(room, "Ada Bob Cleo")
    season.begin(*season.games)
    players = season.players["Ada"], season.players["Bob"]
    another_game(room, players, "A1", "B1", pace="1d/turn")
    over = another_game(room, players, *WON)
    usual = another_game(room, players, "A1", "B1", agreed=terms("3d/turn", weekends_off=True))
    theirs = another_game(room, players[::-1], agreed=terms("5d/turn", late=Late.CLAIM))
    another_game(room, players, pace="untimed")
    another_game(room, players, "A1", agreed=terms("2d/turn", late=Late.CLAIM, leave=False))
    propose(room, room.player("Dora"), opponent="Ada")
    incoming = propose(room, players[1], opponent="Ada").id
    outgoing = propose(room, players[0], opponent="Cleo").id
    return World(room, season, usual, theirs, over, incoming, outgoing)


def in_uow(act: Callable[..., object]) -> Callable[[World], None]:
    """An act with a unit of work and the world."""

    def done(world: World) -> None:
        with world.room.workshop.open() as uow:
            act(uow, world)

    return done


def in_season(act: Callable[[World], SeasonAct]) -> Callable[[World], None]:
    """An act of the organiser of the season."""

    def done(world: World) -> None:
        with world.room.workshop.open() as uow:
            act(world).carry_out(uow, ActRequest(world.season.organiser, REASON, version=world.season.row.version))

    return done


def player_named(uow: UnitOfWork, name: str) -> int:
    """The id of the player of that name."""
    return int(uow.connection.execute(select(PLAYER.c.id).where(PLAYER.c.name == name)).scalar_one())


def write(uow: UnitOfWork, game: TestGame, player: int, text: str = "Hello") -> None:
    """Let a player write to the other."""
    send_message(uow, SendMessage(game.id, player, text, door="web", order_key=f"a key for {text}"))


def exchange(world: World) -> None:
    """Let somebody else take over the player's entry in the season."""
    world.season.players["Eve"] = world.room.player("Eve")
    in_season(lambda world: AskToReplace(world.season.id, world.ada, "Eve"))(world)
    with world.room.workshop.open() as uow:
        take_over(uow, TakeOver(world.season.id, world.season.players["Eve"]))


ACTS: dict[str, Callable[[World], object]] = {
    "one's own turn": lambda world: world.usual.play("A2"),
    "the opponent's turn": lambda world: world.theirs.play("A1"),
    "the opponent's resignation": lambda world: resign_at(world.room, world.usual, 1),
    "one's own resignation": lambda world: resign_at(world.room, world.theirs, 1),
    "a new game": lambda world: another_game(world.room, (world.ada, world.bob)),
    "a game of the league": lambda world: world.season.games["Ada-Bob"].play("A3"),
    "a game given up in the league": lambda world: world.season.resign("Ada-Cleo", 1),
    "a challenge to the player": lambda world: propose(world.room, world.season.players["Cleo"], opponent="Ada"),
    "a challenge by the player": lambda world: propose(world.room, world.ada, opponent="Bob"),
    "a challenge declined": lambda world: decline(world.room, world.incoming, world.ada),
    "a challenge withdrawn": lambda world: withdraw(world.room, world.outgoing, world.ada),
    "a challenge accepted": in_uow(lambda uow, world: accept_challenge(uow, world.incoming, world.ada)),
    "leave of the player": lambda world: take(world.room, world.ada, 7),
    "leave of the opponent": lambda world: take(world.room, world.bob, 7),
    "all days of leave taken": lambda world: take(world.room, world.ada, 10),
    "time given": in_uow(
        lambda uow, world: give_time(uow, GiveTime(world.theirs.id, world.ada, "k" * 20, "web", uow.now))
    ),
    "no automatic leave": in_uow(
        lambda uow, world: set_clock_preferences(
            uow, world.ada, ClockPreferences((24,), has_automatic_leave=False, rest_days="67")
        )
    ),
    "a game frozen": in_uow(lambda uow, world: freeze(uow, FreezeOrder(world.usual.id, "A look is wanted."))),
    "a draw offered": in_uow(lambda uow, world: offer_draw(uow, world.usual.id, world.bob, "web")),
    "a draw offered by the player": in_uow(lambda uow, world: offer_draw(uow, world.usual.id, world.ada, "web")),
    "a message": in_uow(lambda uow, world: write(uow, world.usual, world.bob)),
    "a rating": in_uow(
        lambda uow, world: uow.connection.execute(
            insert(table(Rating)).values(
                game="tiny", player_id=world.bob, rating=1612, deviation=60, volatility=0.06, games=9, last_day=uow.now
            )
        )
    ),
    "an outage": in_uow(lambda uow, _world: uow.connection.execute(insert(table(Outage)).values(began_at=uow.now))),
    "the opponent renamed": in_uow(lambda uow, world: rename(uow, world.bob, "Robert")),
    "a challenger renamed": in_uow(lambda uow, _world: rename(uow, player_named(uow, "Dora"), "Theodora")),
    "leave of an opponent who is not due": lambda world: take(world.room, world.season.players["Cleo"], 7),
    "the player renamed": in_uow(lambda uow, world: rename(uow, world.ada, "Adele")),
    "a season paused": in_season(lambda world: Pause(world.season.id)),
    "a tighter pace": in_season(lambda world: Tighten(world.season.id, "2d/turn", world.room.clock.now() + 20 * DAY)),
    "a later end": in_season(lambda world: MoveEnd(world.season.id, world.room.clock.now() + 90 * DAY)),
    "a replacement": exchange,
    "a league to run": in_uow(
        lambda uow, world: uow.connection.execute(
            insert(table(LeagueOrganiser)).values(league_id="cup", player_id=world.ada, since=uow.now)
        )
    ),
}
"""What changes the page, each done by somebody of whom the server that keeps it knows nothing."""
