"""
Practice boards: any position of any game, both sides played by one person.

Nothing is stored and nothing is hidden: a board is the position that it was set up with and the turns since then. Where
several seats choose at the same time, they do so one after the other here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from corr.errors import CorrError, TurnError
from corr.game.views import ComposeView, StepView
from corr.game.words import outcome_words
from corr.games.api import AnyDraft, AnyRules, Info, Progress
from corr.games.courses import NOTHING, Course
from corr.games.notation import unlisted_turn
from corr.games.replay import Track
from corr.games.scene import Scene
from corr.games.seats import FIRST, Seat
from corr.play.turn_preview import DraftView, TurnStart, compose_on, draft_on, steps_of, typed_on

MOST_TURNS = 240
"""How many turns are played from a position at most."""


class BrokenLineError(CorrError):
    """A turn cannot follow those before it; the sentence says which turn, and `table` is the board before it."""

    code = "broken-line"

    def __init__(self, sentence: str, table: "PracticeBoard") -> None:
        super().__init__(sentence)
        self.table = table


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn that was made on the board."""

    number: int
    seat: Seat
    seat_title: str
    draft: AnyDraft
    text: str
    """In canonical notation."""


@dataclass(frozen=True, slots=True)
class PracticeBoard:
    """A practice board with the turns that led to its position."""

    track: Track
    turns: tuple[PlayedTurn, ...] = ()

    @property
    def rules(self) -> AnyRules:
        """The rules of the game that is practised."""
        return self.track.rules

    @property
    def info(self) -> Info:
        """What there is to know about the game."""
        return self.rules.info

    @property
    def seat(self) -> Seat:
        """Whose turn it is; the first of those that choose at the same time."""
        return min(self.track.due, default=FIRST)

    @property
    def scene(self) -> Scene:
        """The board as it stands."""
        return self.rules.scene(self._empty)

    @property
    def course(self) -> Course:
        """The last turn as the board shows it."""
        if not self.turns:
            return NOTHING
        traces = tuple(step.trace for step in self.last_steps)
        return Course(traces, touched=self.rules.touched_by([self.turns[-1].draft]))

    @property
    def last_steps(self) -> tuple[StepView, ...]:
        """The last turn, action by action."""
        return steps_of(self.rules, self.turns[-1].draft) if self.turns else ()

    @property
    def last_over(self) -> str:
        """Why no action could follow in the last turn; empty if one could, or if the reason is plain to see."""
        if not self.turns or self.rules.progress(self.turns[-1].draft) is not Progress.COMPLETE:
            return ""
        return self.rules.why_over(self.turns[-1].draft)

    @property
    def sample(self) -> str:
        """A legal turn in canonical notation, as an example."""
        return self.rules.sample(self._empty)

    @property
    def outcome_words(self) -> str:
        """How the game has ended here, in one sentence; empty while it goes on."""
        outcome = self.track.outcome
        return outcome_words(self.info, outcome.winner, outcome.reason) if outcome else ""

    @property
    def due_words(self) -> str:
        """Who is to play, as a heading."""
        if len(self.track.due) > 1:
            return "Both choose"
        return "".join(f"{self.info.seats[seat]} to play" for seat in self.track.due)

    @property
    def _empty(self) -> AnyDraft:
        empty: AnyDraft = self.rules.begin(self.track.position, self.seat)
        return empty

    def turn_start(self) -> TurnStart:
        """Where the next turn is made."""
        return TurnStart(self.rules, self._empty, len(self.turns) + 1, self.track.times_seen, course=self.course)

    def after(self, text: str) -> "PracticeBoard":
        """
        The board one turn further.

        :raises TurnError: *text* is no turn, or not a legal one.
        """
        draft = self.rules.read(self._empty, text)
        track = self.track.after({self.seat: draft})
        played = PlayedTurn(
            len(self.turns) + 1, self.seat, self.info.seats[self.seat], draft, self.rules.write(draft.made)
        )
        return PracticeBoard(track, (*self.turns, played))


def set_up_board(rules: AnyRules, position: str, turns: Sequence[str]) -> PracticeBoard:
    """
    The board after *turns* from *position*, or from the start of the game if that is empty.

    :raises PositionError: *position* describes none of this game.
    :raises BrokenLineError: a turn cannot follow those before it, or there are more than `MOST_TURNS`.
    """
    table = PracticeBoard(Track.begin(rules, rules.parse_position(position) if position else None))
    for number, text in enumerate(turns, 1):
        if not table.track.due:
            raise BrokenLineError(f"The game is over here, so turn {number} cannot follow.", table)
        if number > MOST_TURNS:
            raise BrokenLineError(f"At most {MOST_TURNS} turns can follow a position.", table)
        try:
            table = table.after(text)
        except TurnError as refused:
            where = f"Turn {number} ({rules.info.seats[table.seat]})"
            raise BrokenLineError(f"{where} cannot be played. {refused.sentence}", table) from refused
    return table


def compose_turn(table: PracticeBoard, begun: str, picks: tuple[str, ...] = ()) -> ComposeView:
    """
    The turn *begun* so far, with *picks* made towards its next action, and what can be chosen next.

    :raises TurnError: *begun* is not legal, or the picks lead nowhere.
    """
    return compose_on(table.turn_start(), unlisted_turn(begun, table.rules.formed), picks)


def draft_turn(table: PracticeBoard, begun: str, picks: tuple[str, ...] = ()) -> DraftView:
    """
    The same with all that can be chosen next as a tree.

    :raises TurnError: *begun* is not legal, or the picks lead nowhere.
    """
    return draft_on(table.turn_start(), begun, picks)


def typed_draft(table: PracticeBoard, typed: str) -> DraftView:
    """The turn that was typed, as far as it is legal, and why the rest of it cannot follow."""
    return typed_on(table.turn_start(), typed)
