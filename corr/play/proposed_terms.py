"""The game that somebody proposes, to one person or to anybody: its terms, read as they were typed, and its seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from sqlalchemy import RowMapping, select

from corr.base import tokens
from corr.base.uow import Reader, UnitOfWork
from corr.core.pace import Late, Terms, read_pace
from corr.errors import InputError, NotFoundError, read_choice
from corr.game.game_row import PLAYER, terms_cells
from corr.game.words import seat_words
from corr.games.api import Info, OptionValue
from corr.games.registry import read_options
from corr.games.seats import FIRST, SECOND, Seat, other
from corr.store.tables.games import SeatWish

MESSAGE_LENGTH = 500
"""How long the few words with a proposal may be."""
_RATHER = "rather "
ORDER = ("first", "second")
"""When each seat moves, in words."""


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


@dataclass(frozen=True, slots=True)
class ProposedGame:
    """The game that somebody proposes."""

    ruleset: str
    options: Mapping[str, OptionValue]
    terms: Terms
    is_rated: bool
    seat: ProposedSeat

    @property
    def cells(self) -> dict[str, object]:
        """The same in the columns of a proposal."""
        return {
            "ruleset": self.ruleset,
            "options": dict(self.options),
            **terms_cells(self.terms),
            "is_rated": self.is_rated,
            **self.seat.cells,
        }


def read_terms(reader: Reader, typed: TypedTerms) -> dict[str, object]:
    """
    The cells of a proposal's row that say which game is proposed.

    :raises InputError: something cannot be proposed; the field says what.
    :raises OptionError: the game has no such option.
    """
    info = _get_info(reader, typed.game)
    options = read_options(info, typed.options)
    terms = Terms(read_pace(typed.pace), typed.has_weekends_off, _read_late(typed.late), typed.allows_leave)
    proposed = ProposedGame(info.ruleset, options, terms, typed.is_rated, ProposedSeat.read(typed.seat_wish))
    return {**proposed.cells, "message": _read_message(typed.message)}


def lock_proposer(uow: UnitOfWork, player_id: int) -> None:
    """Let one proposal of a player be made at a time, so that limits and order keys hold."""
    # The weaker lock (FOR NO KEY UPDATE): other rows may refer to the player, else two who challenge each other
    # would deadlock.
    mine = select(PLAYER.c.id).where(PLAYER.c.id == player_id).with_for_update(key_share=True)
    uow.connection.execute(mine)


def read_wish(word: str) -> SeatWish:
    """
    The seat that somebody who agrees to a game would like; an empty *word* is either.

    :raises InputError: it is no seat.
    """
    wish = word.strip().lower() or SeatWish.EITHER.value
    return read_choice(SeatWish, wish, "Choose who moves first: first, second or either.", field="seat_wish")


def proposed_seat(row: RowMapping) -> ProposedSeat:
    """The seat in the row of a proposal."""
    return ProposedSeat(SeatWish(row["seat_wish"]), row["seat_is_wish"])


def seat_of(wish: SeatWish) -> Seat | None:
    """The seat that somebody wishes for; None for either."""
    return {SeatWish.FIRST: FIRST, SeatWish.SECOND: SECOND}.get(wish)


def seated(proposed: ProposedSeat, proposer_id: int, other_id: int, wish: SeatWish) -> tuple[int, int]:
    """
    Who proposed a game and who agreed to it, in the order of the seats.

    :param wish: of whoever agrees; it counts if the proposer made no condition. Of two equal wishes, or none, a lot
        decides.
    """
    first, second = seat_of(proposed.of_proposer), seat_of(wish) if proposed.is_open else None
    if first is None and second is not None:
        first = other(second)
    elif first is not None and first == second:
        first = None
    is_proposer_first = first == FIRST if first is not None else tokens.number_below(2) == 0
    return (proposer_id, other_id) if is_proposer_first else (other_id, proposer_id)


def wished_seat_words(info: Info, proposed: ProposedSeat, proposer: str, *, may_wish: bool = True) -> str:
    """
    What a proposal says of the seats, in a sentence for whoever may agree to it.

    :param may_wish: whether they can say which seat they would like, if the proposer made no condition.
    """
    seat = seat_of(proposed.of_proposer)
    if seat is None:
        return f"Who moves first is decided at random{', unless you choose' if may_wish else ''}."
    if proposed.is_wish:
        words = f"{proposer} would like to play {info.seats[seat]} and move {ORDER[seat]}"
        return f"{words}; you may wish for that too." if may_wish else f"{words}."
    return seat_words(info, other(seat))


def _get_info(reader: Reader, game: str) -> Info:
    try:
        return reader.registry.get_info(game)
    except NotFoundError as unknown:
        raise InputError(unknown.sentence, field="game") from None


def _read_late(word: str) -> Late:
    return read_choice(
        Late, word.strip().lower(), "Choose what happens when time runs out: lose or claim.", field="late"
    )


def _read_message(text: str) -> str:
    message = "\n".join(line.rstrip() for line in text.strip().splitlines())
    if len(message) > MESSAGE_LENGTH:
        raise InputError(f"A message has at most {MESSAGE_LENGTH} letters.", field="message")
    if not message.replace("\n", "").isprintable():
        raise InputError("The message has characters that cannot be shown; please type it again.", field="message")
    return message
