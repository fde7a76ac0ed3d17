"""What a demo begins with: two players, a running game, a finished one, and an open challenge."""

from dataclasses import dataclass

from corr.service.challenges import MakeChallenge, make_challenge
from corr.service.games import NewGame, start_game
from corr.service.installation import become_demo
from corr.service.play import SubmitTurn, submit_turn
from corr.service.players import make_player
from corr.service.uow import UnitOfWork, Workshop

_PACE = "7d/turn"
_ZONE = "UTC"
_GAME = "kelasu"
_RUNNING = (
    "B4-C4, B5-C5, A4-B4, A5-B5",
    "I4-H4, I5-H5, J4-I4, J5-I5",
    "C4-D4, C5-D5, B4-C4, B5-C5",
    "H4-G4, H5-G5, I4-H4, I5-H5",
    "C4+C5+D4+D5=R@D5",
    "G4+G5+H4+H5=R@G4",
)
_FINISHED = (
    "B6-C6, A6-B6, B1-C1, B3-C3",
    "I1-H1, I6-H6, I0-I1, I4-H4",
    "C1-D1, C3-D3, B2-B3, C6-D6",
    "J4-I4, H4-H5, H6-G6, J5-J4",
    "D3-D2, D6-E6, A1-B1, B4-C4",
    "H5-H6, I5-H5, J0-I0, I8-H8",
    "A5-A6, E6-E5, C4-C3, D1-E1",
    "J4-J5, I9-I8, I4-H4, H8-G8",
    "E1-E2, D2-D3, E5-E4, C3-C4",
    "I3-H3, J3-I3, J5-I5, H4-G4",
    "D3-D4, E2-F2, B3-B4, C4-C3",
    "G8-G7, G4-F4, G6+H6=W@G6",
    "B1-B2, D4-D3, C3-C4, F2-F3",
    "H3-H4, J9-I9, I5-I6, G6-G5",
    "E4-E5, A6-A5, C4-D4, B2-B3",
    "G5-F5, I6-I5, H5-G5, I3-H3",
    "A2-A1, D4-E4, F3-G3, B6-C6",
    "F5xE4, H4-G4, J6-J5, G5-F5",
    "B3-C3, B0-B1, B5-C5, A3-A2",
    "E4xE5, F4-E4, H3-H4, G7-G6",
    "B4-B5, C3+D3=W@D3, G3-G2",
    "G6-G5, G4+H4=W@G4, G4-F4",
)


@dataclass(frozen=True, slots=True)
class DemoPlayer:
    """Somebody whom anybody at this machine may be."""

    name: str
    address: str


PLAYERS = (DemoPlayer("Ada", "ada@demo.example"), DemoPlayer("Ben", "ben@demo.example"))


def set_up_demo(workshop: Workshop) -> bool:
    """
    Make an empty database a demo, all at once; one that is a demo already is left as it was played.

    :return: whether it was empty.
    :raises NotAllowedError: real people play there.
    """
    with workshop.open() as uow:
        is_new = become_demo(uow)
        if is_new:
            _furnish(uow)
        return is_new


def _furnish(uow: UnitOfWork) -> None:
    ada, ben = (make_player(uow, player.name, player.address, _ZONE, is_demo=True) for player in PLAYERS)
    _play(uow, (ada, ben), _FINISHED)
    _play(uow, (ada, ben), _RUNNING)
    order = MakeChallenge(
        challenger_id=ben,
        opponent=PLAYERS[0].name,
        game=_GAME,
        options={"spend_all": "true"},
        pace="10d+1d/20d",
        seat_wish="first",
        message="Another one, with all energy spent?",
        order_key="demo",
    )
    make_challenge(uow, order)


def _play(uow: UnitOfWork, players: tuple[int, int], turns: tuple[str, ...]) -> None:
    rules = uow.registry.get_rules_of_game(_GAME)
    game_id = start_game(uow, NewGame(rules.info.ruleset, rules.options, _PACE, players))
    for number, text in enumerate(turns, 1):
        player = players[(number - 1) % len(players)]
        submit_turn(uow, SubmitTurn(game_id, player, number, text, door="web", received_at=uow.now))
