"""Sample games of a demo, and how they are played: their turns lie in the folders of the games, in `data/demo.txt`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from corr.base.uow import UnitOfWork
from corr.core.pace import Late, Terms, read_pace
from corr.errors import TurnError
from corr.game.game_row import GameRow, get_game_row
from corr.games.api import AnyRules, Info
from corr.games.game_files import TURNS, USUAL, shown_turns
from corr.games.notation import shown
from corr.games.registry import broken_file
from corr.play.endings import resign
from corr.play.lifecycle import NewGame, start_game
from corr.play.turns import SubmitTurn, submit_turn

_DOOR = "web"


@dataclass(frozen=True, slots=True)
class Sample:
    """A game as far as it was played."""

    game: str
    turns: str = USUAL
    """The name of its turns: that of a paragraph in `data/demo.txt`; none were played if there is no such one."""
    most: int | None = None
    """How many of them were played; None for all."""
    is_given_up: bool = False
    """Whether the player who is due resigns in the end."""
    pace: str = "7d/turn"
    has_weekends_off: bool = False
    has_to_be_claimed: bool = False
    """Whether a game whose deadline passed has to be claimed, and no leave stops the clock."""
    ago: timedelta = timedelta(0)
    """How long ago these turns were played."""


RUNNING = Sample("kelasu")
FINISHED = Sample("kelasu", "finished")
OVERSLEPT = Sample("kelasu", most=3, pace="2d/turn", has_to_be_claimed=True, ago=timedelta(days=3))
"""The player who is due is a day late."""
STACKS = Sample("kyo", pace="3d/turn", has_weekends_off=True)
AWAY = Sample("kyo", most=3, pace="10d+1d/20d", ago=timedelta(days=4))
"""The player who is due is on leave."""
IN_CHECK = Sample("kerd")
REVEALED = Sample("kerd", "revealed", is_given_up=True)
CHOOSING = Sample("kerd", "choosing", pace="untimed")
"""Only one of the players has made the choice that both make at the same time."""
BY_MAIL = Sample("kelasu", "none")
"""Nobody has played yet: the first turn comes by mail."""
_TOLD = {sample.game for sample in (RUNNING, STACKS, IN_CHECK)}
"""The games of which more than one state is shown."""


def others(games: Sequence[Info]) -> list[Sample]:
    """A sample of each of *games* that has no part in the demo's story."""
    return [Sample(info.game) for info in games if info.game not in _TOLD]


def turns_of(sample: Sample, rules: AnyRules) -> list[str]:
    """The turns of *sample*, one after the other."""
    return shown_turns(rules).get(sample.turns, [])[: sample.most]


def play(uow: UnitOfWork, players: tuple[int, int], sample: Sample) -> str:
    """Play a sample game; its id."""
    rules = uow.registry.get_rules_of_game(sample.game)
    with earlier(uow, sample.ago):
        new = NewGame(rules.info.ruleset, rules.options, _terms(sample), players, is_rated=True)
        game_id = start_game(uow, new)
        for text in turns_of(sample, rules):
            _play_turn(uow, game_id, rules, text)
        if sample.is_given_up:
            resign(uow, game_id, _due(get_game_row(uow, game_id)), _DOOR)
    return game_id


def _play_turn(uow: UnitOfWork, game_id: str, rules: AnyRules, text: str) -> None:
    game_row = get_game_row(uow, game_id)
    if game_row.is_over:
        raise broken_file(rules, TURNS, "has turns after the end of a game")
    order = SubmitTurn(game_id, _due(game_row), game_row.turn_number, text, _DOOR, received_at=uow.now)
    try:
        submit_turn(uow, order)
    except TurnError as refused:
        reason = f"has a turn that cannot be played, “{shown(text)}”: {refused.sentence.rstrip('.')}"
        raise broken_file(rules, TURNS, reason) from refused


def _due(game_row: GameRow) -> int:
    """The player who is due, the first of several."""
    return next(seated.player_id for seated in game_row.seats if seated.is_due)


def _terms(sample: Sample) -> Terms:
    late = Late.CLAIM if sample.has_to_be_claimed else Late.LOSE
    allows_leave = not sample.has_to_be_claimed
    return Terms(read_pace(sample.pace), sample.has_weekends_off, late, allows_leave)


@contextmanager
def earlier(uow: UnitOfWork, ago: timedelta) -> Iterator[None]:
    """A context in which everything happens as if it were so long *ago*."""
    now: datetime = uow.now
    uow.now = now - ago
    try:
        yield
    finally:
        uow.now = now
