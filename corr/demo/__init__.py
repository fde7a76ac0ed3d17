"""What a demo begins with: two players, games of every kind that run or are over, challenges, and mail both ways."""

from dataclasses import dataclass

from corr.core.pace import read_pace
from corr.core.terms import Terms
from corr.demo.mails import ReplyAddress, ask_for_letters, lay_in_mails
from corr.demo.samples import BY_MAIL, CHOOSING, FINISHED, IN_CHECK, REVEALED, RUNNING, STACKS, Sample
from corr.service.admins import grant
from corr.service.challenges import MakeChallenge, make_challenge
from corr.service.endings import resign
from corr.service.games import NewGame, start_game
from corr.service.play import SubmitTurn, submit_turn
from corr.service.players import make_player
from corr.service.uow import UnitOfWork, Workshop
from corr.service.upkeep.installation import become_demo

_PACE = "7d/turn"
_ZONE = "UTC"
_DOOR = "web"

_SAMPLES = (FINISHED, REVEALED, RUNNING, STACKS, IN_CHECK, BY_MAIL)


@dataclass(frozen=True, slots=True)
class DemoPlayer:
    """Somebody whom anybody at this machine may be."""

    name: str
    address: str


PLAYERS = (DemoPlayer("Ada", "ada@demo.example"), DemoPlayer("Ben", "ben@demo.example"))


def set_up_demo(workshop: Workshop, reply_address: ReplyAddress) -> bool:
    """
    Make an empty database a demo, all at once; one that is a demo already is left as it was played.

    :param reply_address: which addresses of ours answers go to.
    :return: whether it was empty.
    :raises NotAllowedError: real people play there.
    """
    with workshop.open() as uow:
        is_new = become_demo(uow)
        if is_new:
            _furnish(uow, reply_address)
        return is_new


def _furnish(uow: UnitOfWork, reply_address: ReplyAddress) -> None:
    ada, ben = (make_player(uow, player.name, player.address, _ZONE, is_demo=True) for player in PLAYERS)
    grant(uow, PLAYERS[0].name)
    games = {sample: _play(uow, (ada, ben), sample) for sample in _SAMPLES}
    _play(uow, (ben, ada), CHOOSING)
    order = MakeChallenge(
        challenger_id=ben,
        opponent=PLAYERS[0].name,
        game="kelasu",
        options={"spend_all": "true"},
        pace="10d+1d/20d",
        seat_wish="first",
        message="Another one, with all energy spent?",
        order_key="demo",
    )
    make_challenge(uow, order)
    ask_for_letters(uow, ada, ben)
    lay_in_mails(uow, ada, games, reply_address)


def _play(uow: UnitOfWork, players: tuple[int, int], sample: Sample) -> str:
    """A game as far as it was played; its id."""
    rules = uow.registry.get_rules_of_game(sample.game)
    game_id = start_game(uow, NewGame(rules.info.ruleset, rules.options, Terms(read_pace(_PACE)), players))
    for player, text in zip(players, sample.choices, strict=False):
        _submit(uow, game_id, player, (1, text))
    for number, text in enumerate(sample.turns, 2 if sample.choices else 1):
        _submit(uow, game_id, players[(number - bool(sample.choices) - 1) % len(players)], (number, text))
    if sample.is_given_up:
        resign(uow, game_id, players[len(sample.turns) % len(players)], _DOOR)
    return game_id


def _submit(uow: UnitOfWork, game_id: str, player: int, turn: tuple[int, str]) -> None:
    number, text = turn
    submit_turn(uow, SubmitTurn(game_id, player, number, text, door=_DOOR, received_at=uow.now))
