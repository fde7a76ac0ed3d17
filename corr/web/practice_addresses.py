"""The addresses of practice boards: the whole state of such a board is in its address, and nowhere else."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote_plus

from flask import request

from corr.game.views import GameView
from corr.games.api import Info, OptionValue
from corr.games.registry import read_options
from corr.web import forms
from corr.web.boards import ComposePlace, is_flipped, is_turned

LONGEST_POSITION = 2000
"""Characters of a position; no position of any game has a quarter of it."""
OPTION = "option."
"""The prefix of the fields for options."""

_LONGEST_TURNS = 8000
_LONGEST_ADDRESS = 4000
"""In a longer address the turns are folded into the position, as every link of the page repeats them all."""
_MOST_TURNS = 200
_BETWEEN = "_"
"""The separator of two turns: no notation uses it, and no browser encodes it."""
_LONGEST_ID = 16
_PLAIN = ",:/*~!@"
"""Characters that are not encoded in a query, so that addresses stay short."""


@dataclass(frozen=True, slots=True)
class PracticeAddress:
    """A practice board as its address describes it; its texts may still be invalid."""

    game: str
    options: Mapping[str, str]
    """The values, as words, of options that differ from their defaults, by name."""
    position: str = ""
    """The position that it begins with; empty for the start of the game."""
    turns: tuple[str, ...] = ()
    is_folded: bool = False
    """Whether earlier turns were folded into the position."""
    is_turned: bool = False
    """Whether the reader turned the board."""
    from_game: str = ""
    """The id of the game from which the reader came; empty if from none."""

    @property
    def turns_text(self) -> str:
        """All turns in the form that addresses use."""
        return _BETWEEN.join(self.turns)

    @property
    def query(self) -> str:
        """The query of the address; the turns come last."""
        values = {OPTION + name: word for name, word in self.options.items()}
        values |= {"position": self.position} if self.position else {}
        values |= {"folded": "1"} if self.is_folded else {}
        values |= {"turned": "1"} if self.is_turned else {}
        values |= {"from": self.from_game} if self.from_game else {}
        values |= {"turns": self.turns_text} if self.turns else {}
        return "&".join(f"{name}={quote_plus(value, safe=_PLAIN)}" for name, value in values.items())

    @property
    def address(self) -> str:
        """The address of the board."""
        return f"/practice/{self.game}?{self.query}".rstrip("?")

    @property
    def is_long(self) -> bool:
        """Whether the turns should be folded into the position before the next turn."""
        return len(self.turns) >= _MOST_TURNS or len(self.address) > _LONGEST_ADDRESS

    @property
    def place(self) -> ComposePlace:
        """The addresses for the next turn."""
        start = f"/practice/{self.game}?{self.query}"
        turns = _BETWEEN if self.turns else "&turns=" if self.query else "turns="
        return ComposePlace(start=start, stop=start + turns)

    def upto(self, count: int) -> "PracticeAddress":
        """The board after the first *count* turns."""
        return replace(self, turns=self.turns[:count])

    def after(self, turn: str) -> "PracticeAddress":
        """The board after *turn* too."""
        return replace(self, turns=(*self.turns, turn))

    def at(self, position: str, *, is_folded: bool = False) -> "PracticeAddress":
        """The same game and options with another position and no turns."""
        return replace(self, position=position, turns=(), is_folded=is_folded)


def asked_sheet(info: Info) -> PracticeAddress:
    """
    The board that the present request asks for.

    :raises InputError: a part of the address is too long, or is no text.
    """
    turns = forms.query("turns", _LONGEST_TURNS)
    from_game = forms.query("from", _LONGEST_ID)
    return PracticeAddress(
        game=info.game,
        options=forms.prefixed_queries(OPTION, 40),
        position=" ".join(forms.query("position", LONGEST_POSITION).split()),
        turns=tuple(text.strip() for text in turns.split(_BETWEEN)) if turns else (),
        is_folded=request.args.get("folded") == "1",
        is_turned=is_turned(),
        from_game=from_game if from_game.isalnum() and from_game.isascii() else "",
    )


def practice_of(view: GameView) -> str:
    """The address of a practice board with what the viewer may know of a game's position."""
    words = {name: _word(value) for name, value in view.option_values.items()}
    sheet = PracticeAddress(view.game, words, position=view.position, is_turned=is_flipped(view), from_game=view.id)
    return f"{sheet.address}#board"


def read_choices(info: Info, sheet: PracticeAddress) -> tuple[dict[str, OptionValue], PracticeAddress]:
    """
    Every option of the game, and *sheet* with only those that differ from their defaults.

    :raises OptionError: there is no such option, or it cannot have that value.
    """
    chosen = read_options(info, sheet.options)
    usual = {option.name: option.default for option in info.options}
    words = {name: _word(value) for name, value in chosen.items() if value != usual[name]}
    return chosen, replace(sheet, options=words)


def _word(value: OptionValue) -> str:
    return value if isinstance(value, str) else str(value).lower()
