"""A game in which one side makes all the turns: there is always more that happened since the other's last one."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from corr.games.api import Info
from corr.games.seats import FIRST, Seat
from tests.tiny_game import TinyDraft, TinyPosition, TinyRules

_MARKS = "xoxxoxoxo"
"""A full board without three in a row."""
SQUARES = tuple(f"{row}{column}" for row in "ABC" for column in "123")
"""Where turns can be made, each of them once."""


class PatientRules(TinyRules):
    """The tiny game with one player who plays and one who looks on."""

    info: ClassVar[Info] = replace(TinyRules.info, ruleset="patient/1", title="Patient")

    def resolve(self, position: TinyPosition, drafts: Mapping[Seat, TinyDraft]) -> TinyPosition:
        """The square marked, and the same side again."""
        ((_, draft),) = drafts.items()
        marked = SQUARES.index(draft.made[0])
        board = "".join(_MARKS[at] if at == marked else mark for at, mark in enumerate(position.board))
        return TinyPosition(board, FIRST)
