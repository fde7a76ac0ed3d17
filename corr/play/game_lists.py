"""The lists of a player's own games, running and over."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Integer, and_, bindparam, select

from corr.base.paging import Page, page_of_compiled
from corr.base.uow import Reader
from corr.game.game_row import GAME, PLAYER, SEAT
from corr.game.views import GameLine
from corr.game.words import NO_RESULT, outcome_words
from corr.games.seats import Seat
from corr.play.running_games import RunningGames, running_games
from corr.store.base import columns_of
from corr.store.compiled_statements import CompiledQuery

PAGE = 20
"""How many games one page of a list shows."""

_MINE, _THEIRS = SEAT.alias("mine"), SEAT.alias("theirs")
ENDED = (
    select(_MINE.c.game_id, _MINE.c.seat, _MINE.c.ended_at)
    .where(_MINE.c.player_id == bindparam("player"), _MINE.c.ended_at.is_not(None))
    .order_by(_MINE.c.ended_at.desc(), _MINE.c.game_id.desc())
    .limit(bindparam("most", type_=Integer))
    .offset(bindparam("skipped", type_=Integer))
    .subquery("ended")
)
"""The games of a page of a player's finished ones; its rows are as many as `most`, after those `skipped`."""


class _LineRow(NamedTuple):
    id: str
    ruleset: str
    turn_number: int
    winner: int | None
    reason: str
    changed_at: datetime
    version: int
    seat: int
    opponent: str


_OVER = CompiledQuery(
    select(*columns_of(_LineRow._fields[:-1], GAME, ENDED), PLAYER.c.name.label("opponent"))
    .select_from(ENDED)
    .join(GAME, GAME.c.id == ENDED.c.game_id)
    .join(_THEIRS, and_(_THEIRS.c.game_id == ENDED.c.game_id, _THEIRS.c.seat == 1 - ENDED.c.seat))
    .join(PLAYER, PLAYER.c.id == _THEIRS.c.player_id)
    .order_by(ENDED.c.ended_at.desc(), GAME.c.id.desc()),
    _LineRow,
)


@dataclass(frozen=True, slots=True)
class MyGames:
    """
    A page of a player's running games, those in which the player owes a turn, the most urgent first, then the others;
    and a page of those that are over.
    """

    your_turn: tuple[GameLine, ...]
    their_turn: tuple[GameLine, ...]
    over: Page[GameLine]
    running: Page[GameLine]
    """All running games of the page."""
    your_turns: int
    """In how many games the player owes a turn, on all pages."""
    their_turns: int
    """How many games wait for somebody else, on all pages."""


def my_games(reader: Reader, player_id: int) -> MyGames:
    """
    The first games of a player: of those that run, which begin with those that wait for the player, by time left; and
    of those that are over, the latest first.
    """
    return with_finished(reader, running_games(reader, player_id), player_id, 1)


def with_finished(reader: Reader, running: RunningGames, player_id: int, page: int) -> MyGames:
    """The games of a player whose running games are known, with a page of those that are over."""
    lines = running.page.items
    return MyGames(
        your_turn=tuple(line for line in lines if line.is_your_turn),
        their_turn=tuple(line for line in lines if not line.is_your_turn),
        over=_over(reader, player_id, page),
        running=running.page,
        your_turns=running.your_turns,
        their_turns=running.their_turns,
    )


def _over(reader: Reader, player_id: int, page: int) -> Page[GameLine]:
    def shown(rows: Sequence[_LineRow]) -> Iterable[GameLine]:
        return [_line(reader, row) for row in rows]

    return page_of_compiled(reader, _OVER, shown, number=page, size=PAGE, asked={"player": player_id})


def _line(reader: Reader, row: _LineRow) -> GameLine:
    info = reader.registry.get_rules(row.ruleset).info
    winner = None if row.winner is None else Seat(row.winner)
    return GameLine(
        id=row.id,
        title=info.title,
        your_seat=Seat(row.seat),
        opponent=row.opponent,
        turn_number=row.turn_number,
        changed_at=row.changed_at,
        version=row.version,
        result=_result(Seat(row.seat), winner, row.reason),
        outcome_words=outcome_words(info, winner, row.reason),
    )


def _result(seat: Seat, winner: Seat | None, reason: str) -> str:
    if winner is None:
        return "No result" if reason in NO_RESULT else "Draw"
    return "Won" if winner == seat else "Lost"
