"""
What a game is to the rest of Corr: the engine interface.

An engine is a `Rules` object bound to the options of one game. It is pure: it knows no clock, chance, file, table or
page. What is legal is said once, in the `Draft` of a turn; checking, counting, previews and hints derive from it.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Any, ClassVar, Generic, Self, TypeVar, final

from corr.errors import IllegalError, Refusal
from corr.games.scene import Diagram, Scene
from corr.games.seats import FIRST, SECOND, Seat

P = TypeVar("P", bound=Hashable)
"""A position: frozen and hashable, always the moment between two turns."""
A = TypeVar("A", bound=Hashable)
"""One action: frozen and hashable."""

OptionValue = bool | str
"""The value of a game option: a switch, or one word of a few."""
Options = Mapping[str, OptionValue]
"""Every option of a game by its name."""

_SQUARE = re.compile(r"[A-Za-z]\d{1,2}")
_SAMPLED = 2
"""Actions of an example, where a turn may have as many."""
_LOOKED_AT = 60
"""Actions among which one for an example is looked for."""
LISTED = 1000
"""How many actions of one kind a listing shows at most: merges can be astronomically many."""
FEW = 12
"""How many legal actions a refusal shows at most."""
MOST_HINTS = 60
"""How many lines of hints a letter has at most."""


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


@dataclass(frozen=True, slots=True)
class Cut:
    """A kind of action of which a listing shows only the first `LISTED`."""

    kind: str
    """What was cut, for people: "merges to a General"."""
    more: int | None
    """How many are missing; None where counting them would take too long."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Legal next actions in canonical notation, sorted, with the astronomical kinds cut short."""

    actions: tuple[str, ...]
    cuts: tuple[Cut, ...] = ()


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing that can be chosen next while an action is built click by click."""

    value: str
    """What stands in the address: a square's name, a count, or another short word without spaces."""
    label: str
    """What the link says: "C4", "2 chips", "merge to a Runner". On a square it begins with its name: "C4 – strike"."""
    square: str = ""
    """The square of the board that this pick is a click on; empty for a button beside the board."""


@dataclass(frozen=True, slots=True)
class Choices(Generic[A]):
    """The next choices; exactly one of `picks` and `action` is filled unless nothing is possible at all."""

    question: str
    """What to do now, for people: "Choose a piece.", "Where to?"."""
    picks: tuple[Pick, ...] = ()
    action: A | None = None
    """The finished action, once the picks determine it."""


class Draft(ABC, Generic[P, A]):
    """A half-made turn as a value: the position that it started from and the actions made so far."""

    __slots__ = ()

    position: P
    """The position before the turn."""
    seat: Seat
    """Whose turn it is."""
    made: tuple[A, ...]
    """The actions so far."""

    @abstractmethod
    def actions(self) -> Iterator[A]:
        """The legal next actions, lazily, each once; none when the turn is complete."""

    @abstractmethod
    def accepts(self, action: A) -> bool:
        """Whether *action* may be played next. It never lists all actions."""

    @abstractmethod
    def after(self, action: A) -> Self:
        """The draft with *action* made, which must be one that `accepts` lets pass. Nothing is replayed."""

    @property
    @abstractmethod
    def may_stop(self) -> bool:
        """Whether the player may choose to end the turn here although another action is possible."""

    def has_action(self) -> bool:
        """Whether any action is possible; never lists all."""
        return next(self.actions(), None) is not None

    def count(self) -> int:
        """The number of possible actions; an engine overrides it where counting is cheaper than listing."""
        return sum(1 for _ in self.actions())

    def unused(self) -> str:
        """The loss of a player who stops here, for people: "3 energy unused"; empty if there is none."""
        return ""


class Rules(ABC, Generic[P, A]):
    """
    The rules of one game with its options set.

    :param options: every option by name, already read by `read_options`; missing ones take their default.
    """

    info: ClassVar[Info]
    diagrams: ClassVar[tuple[Diagram, ...]] = ()
    """The pictures of the game's rules page."""

    def __init__(self, options: Options | None = None) -> None:
        self.options: dict[str, OptionValue] = {o.name: o.default for o in self.info.options} | dict(options or {})

    # -- positions ----------------------------------------------------------------------------------------------

    @abstractmethod
    def start(self) -> P:
        """The position at the start of a game."""

    @abstractmethod
    def due(self, position: P) -> frozenset[Seat]:
        """The seats that owe a turn. Two of them: they choose at the same time, sealed. Empty: the game is over."""

    @abstractmethod
    def outcome(self, position: P, seen: int = 1) -> Outcome | None:
        """
        How the game ended, or None while it goes on.

        :param seen: how often the `repetition_key` of *position* has occurred in the game, this time included.
        """

    @abstractmethod
    def repetition_key(self, position: P) -> Hashable | None:
        """The part of a position that counts for repetition; None if the game knows no repetition."""

    @abstractmethod
    def parse_position(self, text: str) -> P:
        """
        The position that *text* describes.

        :raises PositionError: it describes none; the sentence names the place.
        """

    @abstractmethod
    def format_position(self, position: P) -> str:
        """The position as one line of printable ASCII; the inverse of `parse_position`."""

    @abstractmethod
    def observe(self, position: P, viewer: Seat | None) -> P:
        """The part of *position* that *viewer* (a seat, or None for the public) may know while the game goes on."""

    def secret(self, text: str, position: P) -> Secret | None:  # noqa: ARG002 - most games hide nothing
        """
        What the turn *text*, in canonical notation, still hides when the game has come to *position*; None if nothing.

        :param position: all of it, as nobody but the service knows it.
        """
        return None

    # -- turns --------------------------------------------------------------------------------------------------

    @abstractmethod
    def begin(self, position: P, seat: Seat) -> Draft[P, A]:
        """An empty turn of *seat*. If the game is over or the seat is not due, it has no actions."""

    @final
    def empty_turn(self, position: P) -> Draft[P, A]:
        """The empty turn of the seat that is due, the first of several; without actions if the game is over."""
        return self.begin(position, min(self.due(position), default=FIRST))

    @abstractmethod
    def resolve(self, position: P, drafts: Mapping[Seat, Draft[P, A]]) -> P:
        """
        The position after complete turns of seats that were due.

        Where several seats are due, turns of some of them give a position in which only the others are due any more.
        """

    @final
    def progress(self, draft: Draft[P, A]) -> Progress:
        """The state of *draft*: it must go on, may stop, or is complete by itself."""
        if draft.may_stop:
            return Progress.MAY_STOP
        return Progress.MUST_GO_ON if draft.has_action() else Progress.COMPLETE

    @final
    def play(self, position: P, drafts: Mapping[Seat, Draft[P, A]]) -> P:
        """
        The position after *drafts*, which must hold a turn of each due seat, begun from *position*.

        :raises IllegalError: a turn may not stop where it does.
        """
        for draft in drafts.values():
            if self.progress(draft) is Progress.MUST_GO_ON:
                raise IllegalError(Refusal(self.unfinished(draft), *self.examples(draft)))
        return self.resolve(position, drafts)

    def unfinished(self, draft: Draft[P, A]) -> str:
        """The reason, in one sentence, why the turn may not stop where *draft* does."""
        if not draft.made:
            return "A turn has at least one action."
        return "The turn may not stop here: another action must follow."

    def why_over(self, draft: Draft[P, A]) -> str:  # noqa: ARG002 - in most games it is plain
        """The reason why no action may follow those of *draft*: "A strike ends the turn."; empty if it is plain."""
        return ""

    @final
    def sample(self, draft: Draft[P, A]) -> str:
        """A short legal turn that begins as *draft* does, as an example of how turns are written; empty if over."""
        while (draft.may_stop and len(draft.made) < _SAMPLED) or self.progress(draft) is Progress.MUST_GO_ON:
            draft = draft.after(self._plainest(draft))
        return self.write(draft.made)

    def _plainest(self, draft: Draft[P, A]) -> A:
        """The next action that best shows how actions are written: from one square to another, and both new ones."""
        used = set(_SQUARE.findall(self.write(draft.made)))

        def difficulty(action: A) -> tuple[int, bool, int, str]:
            text = self.write_action(action)
            squares = set(_SQUARE.findall(text))
            return len(squares & used), len(squares) != len(("from", "to")), len(text), text

        return min(islice(draft.actions(), _LOOKED_AT), key=difficulty)

    @abstractmethod
    def refusal(self, draft: Draft[P, A], action: A) -> Refusal:
        """The reason why *draft* does not accept *action*, and a few actions that it does accept."""

    @abstractmethod
    def listing(self, draft: Draft[P, A], most: int = LISTED) -> Listing:
        """The legal next actions for people, at most *most* of each kind that can be astronomically many."""

    def examples(self, draft: Draft[P, A], most: int = FEW) -> tuple[tuple[str, ...], bool]:
        """A few legal next actions in canonical notation, and whether there are more: what a refusal shows."""
        listing = self.listing(draft, most)
        return listing.actions[:most], bool(listing.cuts) or len(listing.actions) > most

    # -- text ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def read(self, draft: Draft[P, A], text: str) -> Draft[P, A]:
        """
        *draft* with the actions of *text* made after its own: lenient, and legal as far as it goes.

        Whether the turn may stop there is for `play` to judge. An empty text returns *draft*.

        :raises UnreadableError: a part of *text* is no action of this game.
        :raises IllegalError: an action breaks a rule; the refusal names it.
        :raises AmbiguousError: an action can be read as more than one legal one.
        """

    @abstractmethod
    def formed(self, text: str) -> bool:
        """Whether *text* is one or more actions by its form and nothing else, legal or not: it sifts a mail's lines."""

    @abstractmethod
    def write_action(self, action: A) -> str:
        """One action in canonical notation."""

    def write(self, turn: tuple[A, ...]) -> str:
        """A turn in canonical notation: its actions joined by comma and space."""
        return ", ".join(self.write_action(action) for action in turn)

    # -- for people ---------------------------------------------------------------------------------------------

    @abstractmethod
    def scene(self, draft: Draft[P, A]) -> Scene:
        """The board as it stands in the middle of *draft* (an empty draft: the position itself)."""

    @abstractmethod
    def touched(self, action: A) -> tuple[str, ...]:
        """The names of the squares that *action* starts from, uses and ends on: what a board highlights."""

    @final
    def touched_by(self, drafts: Iterable[Draft[P, A]]) -> frozenset[str]:
        """The names of the squares that the actions of *drafts* touch."""
        return frozenset(square for draft in drafts for action in draft.made for square in self.touched(action))

    @abstractmethod
    def describe(self, draft: Draft[P, A], action: A) -> str:
        """*action*, about to be made in *draft*, in words: "Warrior captures the Stone on H2"."""

    @abstractmethod
    def choices(self, draft: Draft[P, A], picks: tuple[str, ...]) -> Choices[A]:
        """
        The next choices after *picks*, so that a page can build an action click by click.

        :raises IllegalError: the picks lead nowhere, because they are old or were made up.
        """

    @abstractmethod
    def hints(self, draft: Draft[P, A]) -> tuple[str, ...]:
        """
        The legal beginnings as short lines for a letter, such as "from B3: to C3, B2".

        No line reads as a turn of this game (`formed` is false for each), and there are at most `MOST_HINTS`.
        """


AnyRules = Rules[Any, Any]
"""A rules object where engines are mixed."""
AnyDraft = Draft[Any, Any]
"""A draft where engines are mixed."""
D = TypeVar("D", bound=AnyDraft)
"""The drafts of one game."""


def own_drafts(kind: type[D]) -> Callable[[AnyDraft], D]:
    """A function that takes any draft and gives it as one of *kind*: an engine's methods get only its own drafts."""

    def own(draft: AnyDraft) -> D:
        if not isinstance(draft, kind):
            raise TypeError(type(draft))
        return draft

    return own
