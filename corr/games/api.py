"""
What a game is to the rest of Corr: the engine interface.

An engine is a `Rules` object bound to the options of one game. It is pure: it knows no clock, chance, file, table or
page. What is legal is said once, in the `Draft` of a turn; checking, counting, previews and hints derive from it.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import islice
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, final

from corr.errors import IllegalError, Refusal, TurnError, UnreadableError
from corr.games.grid import Board
from corr.games.guide import FEW, LISTED, A, Choices, Listing, Pick, Ways, hints_of, sorted_picks, square_pick, ways_on
from corr.games.notation import LONGEST, folded, has_form, is_end, parts, shown, strange_sign, unlisted_turn
from corr.games.scene import Scene, Trace, lost_on
from corr.games.seats import FIRST, SECOND, Seat, other


class AnyPosition(Hashable, Protocol):
    """A position: frozen and hashable, always the moment between two turns."""

    @property
    def seat(self) -> Seat | None:
        """Whose turn is next; None where that is not one seat."""


P = TypeVar("P", bound=AnyPosition)
"""The positions of one game."""
OptionValue = bool | str
"""The value of a game option: a switch, or one word of a few."""
Options = Mapping[str, OptionValue]
"""Every option of a game by its name."""
_SQUARE = re.compile(r"[A-Za-z]\d{1,2}")
_SAMPLED, _LOOKED_AT = 2, 60
"""Actions of an example, where a turn may have as many; and those among which one for an example is looked for."""


class Progress(Enum):
    """The state of a half-made turn."""

    MUST_GO_ON = "must go on"
    MAY_STOP = "may stop"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class Option:
    """One option that a challenge may set."""

    name: str
    title: str
    """What a form shows: "All energy must be spent"."""
    explanation: str
    """One sentence for people."""
    default: OptionValue
    choices: tuple[tuple[str, str], ...] = ()
    """(word, title for people) pairs; empty for a switch."""


@dataclass(frozen=True, slots=True)
class Info:
    """The facts about a game that are known without playing it."""

    ruleset: str
    """The id, such as "chess/1"; an id never changes its meaning."""
    title: str
    """The game's name for people."""
    seats: tuple[str, str]
    """What the seats are called, in the order of their first turns: ("Blue", "Red")."""
    letters: tuple[str, str]
    """The letters of the seats in position texts: ("b", "r")."""
    endings: Mapping[str, str]
    """The end reasons that the rules know, each with a clause for people: "all four victory squares were taken"."""
    credits: str
    """Who made the game."""
    options: tuple[Option, ...] = ()
    bottom: Seat = SECOND
    """The seat whose home is at the bottom of the board as the notation draws it."""
    place: int = 100
    """Where the game stands in lists of games, from 1 on; those of equal place stand by their titles."""
    length: int = 60
    """How many turns, of both players together, a usual game takes."""
    kind: str = ""
    """What kind of game it is, in a sentence for somebody who never heard of it; empty if nobody wrote one."""
    signs: str = ""
    """What the signs in its turns mean, for letters: "x strike, ^ deploy"; empty if they need no words."""

    @property
    def game(self) -> str:
        """The name of the game in commands and addresses: "chess" for the ruleset "chess/1"."""
        return self.ruleset.partition("/")[0]

    @property
    def known_seats(self) -> str:
        """All seats with their letters, for a sentence: "w (White) and b (Black)"."""
        return " and ".join(f"{letter} ({title})" for letter, title in zip(self.letters, self.seats, strict=True))

    def titles(self, seats: Iterable[Seat]) -> str:
        """The names of some seats, for a sentence: "White and Black"."""
        return " and ".join(self.seats[seat] for seat in sorted(seats))


@dataclass(frozen=True, slots=True)
class Secret:
    """The part of a turn that is kept from everybody but the seat that made it."""

    word: str
    """The secret itself, without spaces: "F11". A commitment binds it."""
    veiled: str
    """How the others see the turn meanwhile: "infiltrator ?". It is no turn: `read` refuses it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game by its rules."""

    winner: Seat | None
    """None for a draw."""
    reason: str
    """One of the words of `Info.endings`."""


class Draft(ABC, Generic[P, A]):
    """A half-made turn as a value: the position that it started from and the actions made so far."""

    __slots__ = ("made", "position", "seat")

    def __init__(self, position: P, seat: Seat, made: tuple[A, ...] = ()) -> None:
        self.position = position
        """The position before the turn."""
        self.seat = seat
        """Whose turn it is."""
        self.made = made
        """The actions so far."""

    @abstractmethod
    def actions(self) -> Iterator[A]:
        """The legal next actions, lazily, each once; none when the turn is complete."""

    def accepts(self, action: A) -> bool:
        """Whether *action* may be played next; an engine overrides it where that is cheaper than listing all."""
        return action in self.actions()

    def after(self, action: A) -> Self:
        """The draft with *action* made, which must be one that `accepts` lets pass. Nothing is replayed."""
        return type(self)(self.position, self.seat, (*self.made, action))

    @property
    def may_stop(self) -> bool:
        """Whether the player may choose to end the turn here although another action is possible."""
        return False

    def has_action(self) -> bool:
        """Whether any action is possible; never lists all."""
        return next(self.actions(), None) is not None

    def count(self) -> int:
        """The number of possible actions; an engine overrides it where counting is cheaper than listing."""
        return sum(1 for _ in self.actions())

    def unused(self) -> str:
        """The loss of a player who stops here, for people: "3 energy unused"; empty if there is none."""
        return ""


D = TypeVar("D", bound=Draft[Any, Any])
"""The drafts of one game."""


class Rules(ABC, Generic[P, A, D]):
    """
    The rules of one game with its options set.

    What is alike in most games is written here, and a game that is richer says it anew.

    :param options: every option by name, already read by `read_options`; missing ones take their default.
    """

    info: ClassVar[Info]
    board: ClassVar[Board]
    """The names of its squares."""
    form: ClassVar[re.Pattern[str]]
    """What one action looks like as people type it, made by `action_pattern`."""
    how: ClassVar[str]
    """How an action is written, in one sentence for whoever wrote something else."""

    def __init__(self, options: Options | None = None) -> None:
        self.options: dict[str, OptionValue] = {o.name: o.default for o in self.info.options} | dict(options or {})

    # -- positions ----------------------------------------------------------------------------------------------

    @abstractmethod
    def start(self) -> P:
        """The position at the start of a game."""

    def due(self, position: P) -> frozenset[Seat]:
        """The seats that owe a turn. Two of them: they choose at the same time, sealed. Empty: the game is over."""
        return frozenset() if position.seat is None or self.outcome(position) else frozenset((position.seat,))

    @abstractmethod
    def outcome(self, position: P, seen: int = 1) -> Outcome | None:
        """
        How the game ended, or None while it goes on.

        :param seen: how often the `repetition_key` of *position* has occurred in the game, this time included.
        """

    def repetition_key(self, position: P) -> Hashable | None:  # noqa: ARG002 - in most games nothing comes back
        """The part of a position that counts for repetition; None if the game knows no repetition."""
        return None

    @abstractmethod
    def parse_position(self, text: str) -> P:
        """
        The position that *text* describes.

        :raises PositionError: it describes none; the sentence names the place.
        """

    @abstractmethod
    def format_position(self, position: P) -> str:
        """The position as one line of printable ASCII; the inverse of `parse_position`."""

    def observe(self, position: P, viewer: Seat | None) -> P:  # noqa: ARG002 - most games hide nothing
        """The part of *position* that *viewer* (a seat, or None for the public) may know while the game goes on."""
        return position

    def secret(self, text: str, position: P) -> Secret | None:  # noqa: ARG002 - most games hide nothing
        """
        What the turn *text*, in canonical notation, still hides when the game has come to *position*; None if nothing.

        :param position: all of it, as only the service knows it.
        """
        return None

    # -- turns --------------------------------------------------------------------------------------------------

    @abstractmethod
    def begin(self, position: P, seat: Seat) -> D:
        """An empty turn of *seat*. If the game is over or the seat is not due, it has no actions."""

    @final
    def empty_turn(self, position: P) -> D:
        """The empty turn of the seat that is due, the first of several; without actions if the game is over."""
        return self.begin(position, min(self.due(position), default=FIRST))

    @abstractmethod
    def resolve(self, position: P, drafts: Mapping[Seat, D]) -> P:
        """
        The position after complete turns of seats that were due.

        Where several seats are due, turns of some of them give a position in which only the others are due any more.
        """

    @final
    def progress(self, draft: D) -> Progress:
        """The state of *draft*: it must go on, may stop, or is complete by itself."""
        if draft.may_stop:
            return Progress.MAY_STOP
        return Progress.MUST_GO_ON if draft.has_action() else Progress.COMPLETE

    @final
    def play(self, position: P, drafts: Mapping[Seat, D]) -> P:
        """
        The position after *drafts*, which must hold a turn of each due seat, begun from *position*.

        :raises IllegalError: a turn may not stop where it does.
        """
        for draft in drafts.values():
            if not draft.may_stop and draft.has_action():
                raise IllegalError(Refusal(self.unfinished(draft), *self.examples(draft)))
        return self.resolve(position, drafts)

    def unfinished(self, draft: D) -> str:
        """The reason, in one sentence, why the turn may not stop where *draft* does."""
        if not draft.made:
            return "A turn has at least one action."
        return "The turn may not stop here: another action must follow."

    def why_over(self, draft: D) -> str:  # noqa: ARG002 - in most games it is plain
        """The reason why no action may follow those of *draft*: "A strike ends the turn."; empty if it is plain."""
        return ""

    @final
    def sample(self, draft: D) -> str:
        """A short legal turn that begins as *draft* does, as an example of how turns are written; empty if over."""
        while (draft.may_stop and len(draft.made) < _SAMPLED) or self.progress(draft) is Progress.MUST_GO_ON:
            draft = draft.after(self._plainest(draft))
        return self.write(draft.made)

    def _plainest(self, draft: D) -> A:
        """The next action that best shows how actions are written: from one square to another, and both new ones."""
        used = _squares_in(self.write(draft.made))

        def difficulty(action: A) -> tuple[int, bool, int, str]:
            text = self.write_action(action)
            squares = _squares_in(text)
            return len(squares & used), len(squares) != len(("from", "to")), len(text), text

        actions: Iterator[A] = draft.actions()
        return min(islice(actions, _LOOKED_AT), key=difficulty)

    # -- refusals -----------------------------------------------------------------------------------------------

    def refusal(self, draft: D, action: A) -> Refusal:
        """The reason why *draft* does not accept *action*, and a few actions that it does accept."""
        closed = self.closed(draft)
        return Refusal(closed) if closed else Refusal(self.fault(draft, action), *self.alternatives(draft, action))

    def closed(self, draft: D) -> str:
        """The reason why no action at all is legal; empty if one is."""
        if draft.has_action():
            return ""
        if draft.made:
            return f"The turn is over after action {len(draft.made)}. {self.why_over(draft)}".rstrip()
        due = draft.position.seat
        return "The game is over." if due in {None, draft.seat} else f"It is {self.info.seats[due]}’s turn."

    @abstractmethod
    def fault(self, draft: D, action: A) -> str:
        """The rule that *action* breaks, in one plain sentence that names squares and pieces."""

    def alternatives(self, draft: D, action: A) -> tuple[tuple[str, ...], bool]:  # noqa: ARG002 - any will do
        """A few legal actions that are near to one that is not, and whether there are more."""
        return self.examples(draft)

    def listing(self, draft: D, most: int = LISTED) -> Listing:  # noqa: ARG002 - in most games there are never so many
        """The legal next actions for people, at most *most* of each kind that can be astronomically many."""
        return Listing(tuple(sorted(map(self.write_action, draft.actions()))))

    def examples(self, draft: D, most: int = FEW) -> tuple[tuple[str, ...], bool]:
        """A few legal next actions in canonical notation, and whether there are more: what a refusal shows."""
        listing = self.listing(draft, most)
        return listing.actions[:most], bool(listing.cuts) or len(listing.actions) > most

    # -- text ---------------------------------------------------------------------------------------------------

    @final
    def read_typed(self, position: P, seat: Seat, typed: str) -> D:
        """
        The turn that *seat* typed, as a list or in any other way.

        :raises TurnError: it cannot be read, or is not legal in *position*.
        """
        text = unlisted_turn(typed, self.formed)
        seen = self.observe(position, seat)
        draft = self.read(self.begin(seen, seat), text)
        if seen == position:
            return draft
        # It was read as the player sees the board, so that no refusal tells more; what is played is played on all.
        return self.read(self.begin(position, seat), self.write(draft.made))

    def read(self, draft: D, text: str) -> D:
        """
        *draft* with the actions of *text* made after its own: lenient, and legal as far as it goes.

        Whether the turn may stop there is for `play` to judge. An empty text returns *draft*.

        :raises UnreadableError: a part of *text* is no action of this game.
        :raises IllegalError: an action breaks a rule; the refusal names it.
        :raises AmbiguousError: an action can be read as more than one legal one.
        """
        if len(text) > LONGEST:
            raise UnreadableError(Refusal(f"A turn has at most {LONGEST:,} characters; this has {len(text):,}."))
        for part in parts(self.plain(text), self.form):
            try:
                if part.match is None:
                    raise UnreadableError(Refusal(self.unreadable(draft, part.text)))
                draft = self.read_action(draft, part.match)
            except TurnError as refused:
                raise self.about(refused, draft, part.text) from None
        return draft

    @abstractmethod
    def read_action(self, draft: D, found: re.Match[str]) -> D:
        """
        *draft* with the action made that `form` has found; `make` judges it.

        :raises TurnError: it is not legal, or can be more than one.
        """

    @final
    def make(self, draft: D, action: A) -> D:
        """*draft* with *action* made, or the refusal raised, as an IllegalError."""
        if not draft.accepts(action):
            raise IllegalError(self.refusal(draft, action))
        return draft.after(action)

    @final
    def about(self, refused: TurnError, draft: D, typed: str) -> TurnError:
        """*refused* with the action that it is about, the one that was *typed* after *draft*, if it names none."""
        if refused.typed:
            return refused
        return type(refused)(refused.refusal, index=len(draft.made), typed=shown(typed), begun=self.write(draft.made))

    def unreadable(self, draft: D, text: str) -> str:
        """The reason why *text*, a part of a turn, is no action, and how one is written."""
        strange = strange_sign(text, self.board.letters)
        if strange:
            return strange
        if is_end(text):
            return "The end of a turn is not written: leave it out, and the turn ends after its last action."
        swapped = self.board.swapped(text)
        return f"{swapped} {self.how}" if swapped else self.board.stray(text) or self.formless(draft, text)

    def formless(self, draft: D, text: str) -> str:  # noqa: ARG002 - most games say the same of all
        """What *text* lacks of an action, though all its signs are usual, and how one is written."""
        return f"This is no action of {self.info.title}. {self.how}"

    @staticmethod
    def plain(text: str) -> str:
        """*text* without what only a keyboard or a mail program made of it; signs that have a meaning stay."""
        return folded(text)

    def formed(self, text: str) -> bool:
        """Whether *text* is one or more actions by its form and nothing else, legal or not: it sifts a mail's lines."""
        return has_form(text, self.form, self.plain)

    def write_action(self, action: A) -> str:
        """One action in canonical notation."""
        return str(action)

    def write(self, turn: tuple[A, ...]) -> str:
        """A turn in canonical notation: its actions joined by comma and space."""
        return ", ".join(map(self.write_action, turn))

    # -- for people ---------------------------------------------------------------------------------------------

    @abstractmethod
    def scene(self, draft: D) -> Scene:
        """The board as it stands in the middle of *draft* (an empty draft: the position itself)."""

    def touched(self, action: A) -> tuple[str, ...]:
        """The names of the squares that *action* starts from, uses and ends on: what a board highlights."""
        return tuple(dict.fromkeys(_SQUARE.findall(self.write_action(action))))

    @final
    def touched_by(self, drafts: Iterable[D]) -> frozenset[str]:
        """The names of the squares that the actions of *drafts* touch."""
        return frozenset(square for draft in drafts for action in draft.made for square in self.touched(action))

    def trace(self, draft: D, action: A) -> Trace:
        """The course of *action*, which is legal in *draft*: what a board shows of it by arrows and signs."""
        path, before, after = self.touched(action), self.scene(draft), self.scene(draft.after(action))
        return Trace(path, lost_on(path, other(draft.seat), before=before, after=after))

    @abstractmethod
    def describe(self, draft: D, action: A) -> str:
        """*action*, about to be made in *draft*, in words: "Warrior captures the Stone on H2"."""

    def chosen(self, draft: D) -> str:
        """A turn that waits unseen, as its player is told what was chosen: "the Tower on L1"; else its notation."""
        return self.write(draft.made)

    def choices(self, draft: D, picks: tuple[str, ...]) -> Choices[A]:
        """The next choices after *picks*, click by click. :raises IllegalError: they lead nowhere, or are old."""
        clicked = ((self.clicks(draft, action), action) for action in self.clickable(draft, picks))
        ways = ways_on(picks, self.ways(draft, picks) or clicked)
        for way, action in ways:
            if len(way) == len(picks):
                return Choices(self.describe(draft, action), action=action)
        later = sorted_picks(way[len(picks)] for way, _ in ways)
        return Choices(self.question(draft, picks, [action for _, action in ways]), later)

    def ways(self, draft: D, picks: tuple[str, ...]) -> Ways[A]:  # noqa: ARG002 - most games have few actions
        """All actions that *picks* can lead to, or more, with their picks; None where `choices` alone tells them."""
        return None

    def clickable(self, draft: D, picks: tuple[str, ...]) -> Iterable[A]:  # noqa: ARG002 - most games have few actions
        """The legal actions from which it is seen what may follow *picks*: all, or as many as are needed for that."""
        yield from draft.actions()

    def clicks(self, draft: D, action: A) -> tuple[Pick, ...]:  # noqa: ARG002 - in most games the squares say all
        """The picks that make *action*, one after the other."""
        return tuple(map(square_pick, self.touched(action)))

    def question(self, draft: D, picks: tuple[str, ...], actions: list[A]) -> str:  # noqa: ARG002 - as above
        """What is to be picked after *picks* so that one of *actions* is made, for people."""
        return "Where to?" if picks else "Choose a square." if actions else "No action is possible."

    def hints(self, draft: D) -> tuple[str, ...]:
        """Legal beginnings for a letter, such as "from B3: to C3", at most `MOST_HINTS`, none of them `formed`."""
        return hints_of(map(self.touched, draft.actions()))


@lru_cache(maxsize=4096)
def _squares_in(text: str) -> frozenset[str]:
    return frozenset(_SQUARE.findall(text))


AnyRules = Rules[Any, Any, Any]
"""A rules object where engines are mixed."""
AnyDraft = Draft[Any, Any]
"""A draft where engines are mixed."""
