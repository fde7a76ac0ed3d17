"""All turns of a game, a page at a time: in notation, and each action in words as far as a viewer may know it."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final

from corr.base.paging import Page
from corr.base.uow import Reader
from corr.errors import TurnError
from corr.game.game_row import get_game_row
from corr.game.views import StepView, TurnLine
from corr.games.replay import CorruptLogError, Track
from corr.games.seats import Seat
from corr.play.past_positions import known_actions
from corr.play.turn_log import Logged, rounds_of, some_turns, track_before
from corr.play.views import viewer_of
from corr.play.visibility import GameViewer, turn_lines

PAGE: Final = 50
"""How many turns one page shows; a position is kept where each page begins, so that nothing before it is replayed."""
_KEPT = 64
"""Of how many pages the words are kept: some ten kilobytes each."""
_Texts = tuple[tuple[tuple[Seat, str], ...], ...]
"""For each number the turns of the seats, in notation."""


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn in a list of all turns."""

    line: TurnLine
    steps: tuple[StepView, ...]
    """Its actions, each in words too; none where both chose together, or where the viewer may not know them."""


@dataclass(frozen=True, slots=True)
class ToldTurns:
    """A page of them, the oldest first."""

    page: Page[ToldTurn]
    last: int
    """The number of the last page."""
    turns: int
    """How many turns the game has."""

    @property
    def span(self) -> str:
        """Which turns these are: "1–50 of 120"; empty if they are all."""
        items = self.page.items
        return f"{items[0].line.number}–{items[-1].line.number} of {self.turns}" if items and self.last > 1 else ""


def told_turns(reader: Reader, game_id: str, viewer: int | None, number: int | None) -> ToldTurns:
    """The page of that *number*; the last one if none is given. Three statements."""
    game_row = get_game_row(reader, game_id)
    sees, made = viewer_of(reader, game_row, viewer), game_row.turn_number - 1
    last = max(1, ceil(made / PAGE))
    # A page beyond the last one is empty, wherever it would begin.
    shown = last if number is None else min(max(1, number), last + 1)
    first = (shown - 1) * PAGE + 1
    turns = some_turns(reader, game_id, first, min(first + PAGE, game_row.turn_number))
    lines = turn_lines(game_row, sees, turns)
    steps: Sequence[tuple[StepView, ...]] = ()
    try:
        start = track_before(reader, game_row, first) if turns else None
        if start is not None:
            steps = _steps(sees, start.position, _texts(turns), _texts(lines))
    except (CorruptLogError, TurnError):
        # A game that cannot be replayed is listed as it was written.
        steps = ()
    told = dict(zip(sorted({line.number for line in lines}), steps, strict=False))
    items = tuple(ToldTurn(line, told.get(line.number, ())) for line in lines)
    return ToldTurns(Page(items, shown, has_more=shown < last), last, made)


def _texts(turns: Sequence[Logged | TurnLine]) -> _Texts:
    return tuple(tuple(texts.items()) for texts in rounds_of(turns))


@lru_cache(maxsize=_KEPT)
def _steps(sees: GameViewer, start: Hashable, made: _Texts, known: _Texts) -> tuple[tuple[StepView, ...], ...]:
    """
    For each number the actions; kept by all that they depend on, so that they are never outdated.

    :param start: the position before the first of them, as the service knows it.
    :param made: the turns as they were made.
    :param known: the same as the viewer may know them.
    """
    return tuple(_told(sees, start, made, known))


def _told(sees: GameViewer, start: Hashable, made: _Texts, known: _Texts) -> Iterator[tuple[StepView, ...]]:
    track = Track.begin(sees.rules, start)
    for texts, shown in zip(made, known, strict=True):
        if len(shown) == 1:
            seat, text = shown[0]
            yield known_actions(sees.rules, sees.rules.begin(sees.seen(track.position), seat), text)[1]
        else:
            yield ()
        track = track.after_texts(dict(texts))
