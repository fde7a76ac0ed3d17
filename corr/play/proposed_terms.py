"""The terms of a game that somebody proposes, to one person or to anybody, read as they were typed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from sqlalchemy import select

from corr.base.uow import Reader, UnitOfWork
from corr.core.pace import Late, read_pace
from corr.errors import InputError, NotFoundError
from corr.game.game_row import PLAYER
from corr.games.api import Info
from corr.games.registry import read_options
from corr.store.tables.games import SeatWish

MESSAGE_LENGTH = 500
"""How long the few words with a proposal may be."""
_RATHER = "rather "


@dataclass(frozen=True, slots=True)
class TypedTerms:
    """What somebody typed into a form that proposes a game."""

    game: str
    options: Mapping[str, str]
    pace: str
    seat_wish: str
    """
    The proposer's seat: "first", "second" or "either"; "rather first" or "rather second" for a wish that is no
    condition.
    """
    message: str = ""
    has_weekends_off: bool = False
    """Whether clocks stand still on their players' rest days."""
    late: str = Late.LOSE.value
    """What becomes of the game when time runs out: "lose" or "claim"."""
    allows_leave: bool = True
    is_rated: bool = False
    """Whether the result of the game counts for the players' ratings."""


@dataclass(frozen=True, slots=True)
class ProposedSeat:
    """The seat that a proposal gives its proposer."""

    of_proposer: SeatWish
    is_wish: bool
    """Whether a wish of whoever agrees can change it; else it is a condition."""

    @classmethod
    def read(cls, word: str) -> Self:
        """
        The seat that was typed: "first", "second" or "either", or one of the first two after "rather".

        :raises InputError: it is none of these.
        """
        bare = word.strip().lower()
        seat = bare.removeprefix(_RATHER)
        if not bare or (seat == SeatWish.EITHER and seat != bare):
            raise InputError("Choose who moves first: first, second or either.", field="seat_wish")
        return cls(read_wish(seat), seat != bare)

    @property
    def word(self) -> str:
        """The seat as forms have it."""
        return f"{_RATHER}{self.of_proposer.value}" if self.is_wish else self.of_proposer.value

    @property
    def is_open(self) -> bool:
        """Whether whoever agrees may add a wish."""
        return self.is_wish or self.of_proposer is SeatWish.EITHER

    @property
    def cells(self) -> dict[str, object]:
        """The same in the columns of a proposal."""
        return {"seat_wish": self.of_proposer.value, "seat_is_wish": self.is_wish}


def read_terms(reader: Reader, typed: TypedTerms) -> dict[str, object]:
    """
    The cells of a proposal's row that say which game is proposed.

    :raises InputError: something cannot be proposed; the field says what.
    :raises OptionError: the game has no such option.
    """
    info = _get_info(reader, typed.game)
    return {
        "ruleset": info.ruleset,
        "options": read_options(info, typed.options),
        "pace": read_pace(typed.pace).text,
        "weekends_off": typed.has_weekends_off,
        "late": _read_late(typed.late).value,
        "allows_leave": typed.allows_leave,
        "is_rated": typed.is_rated,
        **ProposedSeat.read(typed.seat_wish).cells,
        "message": _read_message(typed.message),
    }


def lock_proposer(uow: UnitOfWork, player_id: int) -> None:
    """Let one proposal of a player be made at a time, so that limits and order keys hold."""
    # The weaker lock (FOR NO KEY UPDATE): other rows may refer to the player, else two who challenge each other
    # would deadlock.
    mine = select(PLAYER.c.id).where(PLAYER.c.id == player_id).with_for_update(key_share=True)
    uow.connection.execute(mine)


def _get_info(reader: Reader, game: str) -> Info:
    try:
        return reader.registry.get_info(game)
    except NotFoundError as unknown:
        raise InputError(unknown.sentence, field="game") from None


def read_wish(word: str) -> SeatWish:
    """
    The seat that somebody who agrees to a game would like; an empty *word* is either.

    :raises InputError: it is no seat.
    """
    try:
        return SeatWish(word.strip().lower() or SeatWish.EITHER.value)
    except ValueError:
        raise InputError("Choose who moves first: first, second or either.", field="seat_wish") from None


def _read_late(word: str) -> Late:
    try:
        return Late(word.strip().lower())
    except ValueError:
        raise InputError("Choose what happens when time runs out: lose or claim.", field="late") from None


def _read_message(text: str) -> str:
    message = "\n".join(line.rstrip() for line in text.strip().splitlines())
    if len(message) > MESSAGE_LENGTH:
        raise InputError(f"A message has at most {MESSAGE_LENGTH} letters.", field="message")
    if not message.replace("\n", "").isprintable():
        raise InputError("The message has characters that cannot be shown; please type it again.", field="message")
    return message
