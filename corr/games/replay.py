"""A game from its log: every position is the replay of the turns from the start."""

import hashlib
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from corr.errors import TurnError
from corr.games.api import AnyDraft, AnyRules, Outcome
from corr.games.seats import Seat

RoundTexts = Mapping[Seat, str]
"""The canonical turns that count together, by the seat that made them."""


class CorruptLogError(Exception):
    """A stored log cannot be replayed: no refusal of something that a person did, but damage or a changed engine."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"round {number} of the log cannot be replayed")
        self.number = number
        """Which round, from 1."""
        self.reason = reason
        """Why, in words that may hold what is secret."""


@dataclass(frozen=True, slots=True)
class Track:
    """The course of a game so far: a value, stepped on by making the next one."""

    rules: AnyRules
    position: Hashable
    """The position after the rounds so far."""
    occurrences: Mapping[Hashable, int]
    """How often each repetition key has occurred; never changed."""
    outcome: Outcome | None
    """How the game ended by its rules, or None while it goes on."""
    rounds: int = 0
    """How many rounds were played."""

    @classmethod
    def begin(cls, rules: AnyRules, position: Hashable | None = None) -> Self:
        """A game at its start, or at a position that was set up and counts as its first occurrence."""
        start: Hashable = rules.start() if position is None else position
        key = rules.repetition_key(start)
        return cls(rules, start, {} if key is None else {key: 1}, rules.outcome(start))

    @property
    def due(self) -> frozenset[Seat]:
        """The seats that owe a turn; none when the game is over, by repetition too."""
        return frozenset() if self.outcome else self.rules.due(self.position)

    @property
    def text(self) -> str:
        """The position as text."""
        return self.rules.format_position(self.position)

    def after(self, drafts: Mapping[Seat, AnyDraft]) -> "Track":
        """
        The game one round further.

        :raises IllegalError: a turn may not stop where it does.
        """
        return self.after_position(self.rules.play(self.position, drafts))

    def after_position(self, position: Hashable) -> "Track":
        """The game one round further, at a position that came out of a legal round."""
        key, seen = self.rules.repetition_key(position), self.times_seen(position)
        occurrences = self.occurrences if key is None else {**self.occurrences, key: seen}
        return Track(self.rules, position, occurrences, self.rules.outcome(position, seen), self.rounds + 1)

    def times_seen(self, position: Hashable) -> int:
        """The number of times that *position* will have occurred if it comes next."""
        key = self.rules.repetition_key(position)
        return 1 if key is None else self.occurrences.get(key, 0) + 1

    def after_texts(self, texts: RoundTexts) -> "Track":
        """
        The game one round further, by the turns as they are written.

        :raises TurnError: a turn is none, or is not legal here.
        """
        begun = {seat: self.rules.begin(self.position, seat) for seat in texts}
        return self.after({seat: self.rules.read(begun[seat], text) for seat, text in texts.items()})


def replay(rules: AnyRules, log: Iterable[RoundTexts], position: Hashable | None = None) -> Track:
    """
    The game that a log tells.

    :param position: where it started, if not at the start of the rules.
    :raises CorruptLogError: the log is not one of a game by these rules.
    """
    track = Track.begin(rules, position)
    for number, texts in enumerate(log, 1):
        if track.due != frozenset(texts):
            due = ", ".join(rules.info.seats[seat] for seat in sorted(track.due)) or "nobody"
            raise CorruptLogError(number, f"{due} should have been due")
        try:
            track = track.after_texts(texts)
        except TurnError as refused:
            # Not even where it comes from: a refusal quotes the turn, which may be secret, and whoever logs this error
            # would write it down.
            raise CorruptLogError(number, refused.sentence) from None
    return track


def repeat_digest(rules: AnyRules, position: Hashable) -> str | None:
    """A short text that is equal for positions that count as a repetition; None if the game knows none."""
    key = rules.repetition_key(position)
    # The key is a plain value, a text or a tuple of such, whose repr is the same in every process.
    return None if key is None else hashlib.sha256(repr(key).encode()).hexdigest()[:32]
