"""Sample games of a demo, and how they are played: their turns lie in the folders of the games, in `data/demo.txt`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from corr.base.uow import UnitOfWork
from corr.core.pace import Late, Terms, read_pace
from corr.errors import TurnError
from corr.game.game_row import GameRow, get_game_row
from corr.games.api import AnyRules, Info
from corr.games.game_files import TURNS, USUAL, shown_turns
from corr.games.notation import shown
from corr.games.registry import broken_file
from corr.games.seats import other
from corr.play.deadlines import enforce_deadline_of
from corr.play.endings import accept_draw, offer_draw, resign
from corr.play.lifecycle import NewGame, start_game
from corr.play.turns import SubmitTurn, submit_turn

_DOOR = "web"
_LATE = timedelta(hours=1)


class End(Enum):
    """What happens after the turns of a sample."""

    NOTHING = "nothing"
    RESIGNATION = "resignation"
    """The player who is due resigns."""
    DRAW = "draw"
    """The player who is due accepts a draw."""
    TIME_OUT = "time-out"
    """The player who is due loses on time."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A game as far as it was played."""

    game: str
    turns: str = USUAL
    """The name of its turns: that of a paragraph in `data/demo.txt`; none were played if there is no such one."""
    most: int | None = None
    """How many of them were played; None for all."""
    end: End = End.NOTHING
    pace: str = "7d/turn"
    has_weekends_off: bool = False
    has_to_be_claimed: bool = False
    """Whether a game whose deadline passed has to be claimed, and no leave stops the clock."""
    ago: timedelta = timedelta(0)
    """How long ago the last of these turns was played."""
    lasted: timedelta = timedelta(0)
    """How long before the last turn the game began; turns come at equal distances."""


RUNNING = Sample("kelasu")
FINISHED = Sample("kelasu", "finished", ago=timedelta(days=2), lasted=timedelta(days=26))
OVERSLEPT = Sample("kelasu", most=3, pace="2d/turn", has_to_be_claimed=True, ago=timedelta(days=3))
"""The player who is due is a day late."""
STACKS = Sample("kyo", pace="3d/turn", has_weekends_off=True)
AWAY = Sample("kyo", most=3, pace="10d+1d/20d", ago=timedelta(days=4))
"""The player who is due is on leave."""
IN_CHECK = Sample("kerd")
REVEALED = Sample("kerd", "revealed", end=End.RESIGNATION, ago=timedelta(days=5), lasted=timedelta(days=12))
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
    with earlier(uow, sample.ago + sample.lasted):
        new = NewGame(rules.info.ruleset, rules.options, _terms(sample), players, is_rated=True)
        game_id = start_game(uow, new)
    play_turns(uow, game_id, turns_of(sample, rules), ago=sample.ago, lasted=sample.lasted)
    with earlier(uow, sample.ago):
        _end(uow, game_id, sample.end)
    return game_id


def play_turns(
    uow: UnitOfWork, game_id: str, turns: Sequence[str], *, ago: timedelta, lasted: timedelta = timedelta(0)
) -> None:
    """Play *turns* in a game that began *lasted* before the last of them, which was so long *ago*."""
    rules = get_game_row(uow, game_id).rules(uow)
    for left, text in zip(reversed(range(len(turns))), turns, strict=True):
        with earlier(uow, ago + lasted * left / len(turns)):
            _play_turn(uow, game_id, rules, text)


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


def _end(uow: UnitOfWork, game_id: str, end: End) -> None:
    if end is End.NOTHING:
        return
    game_row = get_game_row(uow, game_id)
    due = next(seated for seated in game_row.seats if seated.is_due)
    if end is End.RESIGNATION:
        resign(uow, game_id, due.player_id, _DOOR)
    elif end is End.DRAW:
        draw(uow, game_id, game_row.seats[other(due.seat)].player_id, due.player_id)
    elif due.due_at is not None:
        with earlier(uow, uow.now - due.due_at - _LATE):
            enforce_deadline_of(uow, game_id)


def draw(uow: UnitOfWork, game_id: str, offering: int, accepting: int) -> None:
    """End a game as a draw that one player offers and the other accepts."""
    offer_draw(uow, game_id, offering, _DOOR)
    accept_draw(uow, game_id, accepting, _DOOR)


def _due(game_row: GameRow) -> int:
    """The player who is due, the first of several."""
    return next(seated.player_id for seated in game_row.seats if seated.is_due)


def _terms(sample: Sample) -> Terms:
    late = Late.CLAIM if sample.has_to_be_claimed else Late.LOSE
    allows_leave = not sample.has_to_be_claimed and sample.end is not End.TIME_OUT
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
