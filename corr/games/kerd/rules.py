"""The rules of Kerd, put together."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from corr.errors import PositionError
from corr.games.api import Info, Outcome, Secret
from corr.games.grid import each, read_fields, read_row
from corr.games.kerd.actions import Choice
from corr.games.kerd.attacks import attackers, may_recapture
from corr.games.kerd.draft import KerdDraft
from corr.games.kerd.effects import after_choices
from corr.games.kerd.guide import KerdGuide
from corr.games.kerd.notation import KerdNotation
from corr.games.kerd.position import (
    BITS,
    GRID,
    HIDDEN,
    LETTERS_OF_KINDS,
    LOST,
    NAMES,
    REVEALED,
    SIDES,
    SUSPECTS,
    UNCHOSEN,
    Kind,
    Kinds,
    Position,
    kind_on,
    names,
    rank_of,
    suspects,
)
from corr.games.kerd.refusals import KerdRefusals
from corr.games.notation import shown
from corr.games.seats import FIRST, SECOND, Seat, other

START = (
    "t*jshbqk*bhsjt*/p*p*p*p*p*c*c*p*p*p*p*p*/5p*p*5/12/12/12/12/12/12/5P*P*5/P*P*P*P*P*C*C*P*P*P*P*P*/T*JSHBQK*BHSJT* "
    "* - - - ?,?"
)
_TURNS = {"w": FIRST, "b": SECOND, "*": None}
"""The field SIDE; the last one while infiltrators are being chosen."""
_PIECES = {letter: (Kind(number), FIRST) for number, letter in enumerate(LETTERS_OF_KINDS)}
_PIECES |= {letter.lower(): (kind, SECOND) for letter, (kind, _) in _PIECES.items()}
_BAD_STAR = re.compile(r"(?: ^ | (?<=[!-~]) (?<![PCKTpckt]) ) \*", re.VERBOSE)
"""Where none may stand; after a letter of another alphabet it is that letter that is wrong."""
_PIECE = re.compile(r"[A-Za-z]\*?")
_FIELDS = ("BOARD", "SIDE", "CHECKED", "RECAPTURE", "RESERVE", "INFILTRATORS")
_RESERVE_ORDER = "CBSHJTQcbshjtq"
_STATES = {"?": UNCHOSEN, "+": REVEALED, "-": LOST, "!": HIDDEN}
_ENTRIES = {number: sign for sign, number in _STATES.items()} | NAMES
_CHOICE = "infiltrator"
_MIDDLE = 6
"""The last rank of White's half of the board."""


@dataclass(frozen=True, slots=True)
class _Board:
    """The pieces that a board's text names."""

    kinds: Kinds
    sides: tuple[int, int]
    unmoved: int


class KerdRules(KerdNotation, KerdRefusals, KerdGuide):
    """Kerd by its rulebook 1.0, the first edition of our readings."""

    info: ClassVar[Info] = Info(
        ruleset="kerd/1",
        title="Kerd",
        place=2,
        kind="Chess in the air, on land and at sea, with one piece in each army that secretly serves the other side.",
        seats=SIDES,
        letters=("w", "b"),
        endings={
            "checkmate": "the King of the player to move was attacked, and no turn could save it",
            "stalemate": "the player to move had no legal turn, and the King was not attacked",
        },
        credits="Game by Cem Ceylan, Ege Altıok and Ozan Yücel, rulebook version 1.0 (2020).",
        bottom=FIRST,
    )

    # -- positions ----------------------------------------------------------------------------------------------

    def start(self) -> Position:
        """The position at the start of a game, before the infiltrators are chosen."""
        return self.parse_position(START)

    def parse_position(self, text: str) -> Position:
        fields = read_fields(text, self.info.title, _FIELDS, START)
        board = _read_board(fields[0])
        if fields[1] not in _TURNS:
            known = "“w” for White, “b” for Black, or “*” while infiltrators are being chosen"
            raise PositionError(f"The side to move is {known}, not “{shown(fields[1])}”.")
        turn = _TURNS[fields[1]]
        if fields[2] not in {"+", "-"}:
            raise PositionError(
                f"The third field is “+” once check was given in the game, else “-”, not “{shown(fields[2])}”."
            )
        recapture = _read_recapture(fields[3], board, turn or FIRST)
        reserves = _read_reserves(fields[4])
        marks = _read_marks(fields[5], board)
        if turn is None and UNCHOSEN not in marks:
            raise PositionError(
                "The side is “*” only while an infiltrator is still to be chosen, “?” in the last field."
            )
        position = Position(board.kinds, board.sides, board.unmoved, turn, fields[2] == "+", recapture, reserves, marks)
        _check_kings(position)
        return position

    def format_position(self, position: Position) -> str:
        fields = (
            GRID.write(_letters_on(position)),
            next(letter for letter, seat in _TURNS.items() if seat == position.seat),
            "+" if position.checked else "-",
            NAMES.get(position.recapture, "-"),
            f"{position.reserves[0]}{position.reserves[1].lower()}" or "-",
            ",".join(_ENTRIES[mark] for mark in position.marks),
        )
        return " ".join(fields)

    def due(self, position: Position) -> frozenset[Seat]:
        """Who must still choose an infiltrator, or whose turn it is, or nobody if the game is over."""
        if position.seat is None:
            return frozenset(seat for seat in (FIRST, SECOND) if position.marks[seat] == UNCHOSEN)
        return super().due(position)

    def outcome(self, position: Position, seen: int = 1) -> Outcome | None:  # noqa: ARG002 - nothing repeats here
        """How the game ended, or None while it goes on, or where the text hides what decides it."""
        turn = position.seat
        if turn is None:
            return None
        draft = KerdDraft(position, turn, (), None)
        # kerd: Position notation. From a text with `!`, mate and stalemate are not decided.
        if draft.has_action() or position.marks[turn] == HIDDEN:
            return None
        # kerd: Check and end. No legal turn: lost if the own King is attacked, else drawn.
        return Outcome(other(turn), "checkmate") if draft.guard().checkers else Outcome(None, "stalemate")

    def observe(self, position: Position, viewer: Seat | None) -> Position:
        """The position with what the others may know of a choice: whether it was made, and whether it was revealed."""
        white, black = (_seen(mark, own=seat == viewer) for seat, mark in enumerate(position.marks))
        return position._replace(marks=(white, black))

    def secret(self, text: str, position: Position) -> Secret | None:
        """The square of a choice, until that infiltrator is revealed."""
        word, _, name = text.partition(" ")
        if word != _CHOICE or name not in BITS:
            return None
        # At the start White's pieces stand in White's half; who names one of the other half is White.
        chooser = FIRST if rank_of(BITS[name]) > _MIDDLE else SECOND
        return None if position.marks[chooser] == REVEALED else Secret(word=name, veiled=f"{_CHOICE} ?")

    # -- turns --------------------------------------------------------------------------------------------------

    def begin(self, position: Position, seat: Seat) -> KerdDraft:
        return KerdDraft(position, seat, (), None)

    def resolve(self, position: Position, drafts: Mapping[Seat, KerdDraft]) -> Position:
        if position.seat is None:
            made = ((seat, draft.made[0]) for seat, draft in drafts.items())
            return after_choices(position, {seat: choice for seat, choice in made if isinstance(choice, Choice)})
        result = drafts[position.seat].result
        assert result is not None
        return result

    def unfinished(self, draft: KerdDraft) -> str:
        if draft.position.seat is None:
            return "First each player names an infiltrator, one piece of the opponent’s."
        return "A turn of this game has one action."


def _seen(mark: int, *, own: bool) -> int:
    """What a choice is to its chooser, or to anybody else."""
    # kerd: Position notation. A lost one is hidden from whoever may not know it.
    return HIDDEN if not own and (mark > 0 or mark == LOST) else mark


# -- positions as text -----------------------------------------------------------------------------------------


def _letters_on(position: Position) -> list[str]:
    """The letter on each square, with the sign of a piece that has not moved yet."""
    letters = {}
    white = position.sides[0]
    for squares, letter in zip(position.kinds, LETTERS_OF_KINDS, strict=True):
        for square in each(squares):
            star = "*" if square & position.unmoved else ""
            letters[NAMES[square]] = (letter if square & white else letter.lower()) + star
    return [letters.get(name, "") for name in GRID.names]


def _read_board(text: str) -> _Board:
    kinds, sides, unmoved = [0] * len(Kind), [0, 0], 0
    for rank, row in GRID.split(text):
        for square, piece in _read_row(row, rank):
            kind, seat = _PIECES[piece[0]]
            kinds[kind] |= square
            sides[seat] |= square
            unmoved |= square if len(piece) > 1 else 0
    return _Board(tuple(kinds), (sides[0], sides[1]), unmoved)


def _read_row(text: str, rank: str) -> list[tuple[int, str]]:
    """The pieces of one row, each with its square."""
    bad = _BAD_STAR.search(text)
    if bad:
        before = text[bad.start() - 1 : bad.start()] if bad.start() else ""
        after = f"after “{shown(before)}”" if before else "at the beginning"
        titles = "a Pawn, Commander Pawn, King or Tower (P, C, K, T)"
        raise PositionError(f"Row {rank}: the “*” {after} is wrong; only {titles} that has not moved yet has one.")
    letters = read_row(text.replace("*", ""), rank, len(GRID.columns), LETTERS_OF_KINDS + LETTERS_OF_KINDS.lower())
    pieces = iter(_PIECE.findall(text))
    return [(BITS[file + rank], next(pieces)) for file, letter in zip(GRID.columns, letters, strict=True) if letter]


def _read_recapture(text: str, board: _Board, turn: Seat) -> int:
    """The square where a Pawn was captured in the turn just played."""
    if text == "-":
        return 0
    if text not in BITS:
        raise PositionError(
            "The fourth field is the square where an ordinary Pawn was captured in the turn just played, or “-”, "
            f"not “{shown(text)}”."
        )
    if not BITS[text] & board.sides[other(turn)]:
        raise PositionError(
            f"The fourth field names {text}, where a Pawn was just captured, but no piece of {SIDES[other(turn)]} "
            "stands there."
        )
    return BITS[text]


def _read_reserves(text: str) -> tuple[str, str]:
    """What White and Black can bring back."""
    if text == "-":
        return "", ""
    strange = next((letter for letter in text if letter not in _RESERVE_ORDER), None)
    if strange or not text:
        raise PositionError(
            f"The fifth field lists the pieces that can be brought back, of the letters {_RESERVE_ORDER}, or is “-”; "
            f"it has “{shown(strange or '')}”."
        )
    ordered = "".join(sorted(text, key=_RESERVE_ORDER.index))
    if ordered != text:
        raise PositionError(
            f"The fifth field lists pieces in the order {_RESERVE_ORDER}, White’s before Black’s: “{shown(ordered)}”, "
            f"not “{shown(text)}”."
        )
    white = sum(letter.isupper() for letter in text)
    return text[:white], text[white:].upper()


def _read_marks(text: str, board: _Board) -> tuple[int, int]:
    """White's and Black's choice of an infiltrator."""
    entries = text.split(",")
    if len(entries) != len(SIDES):
        raise PositionError(
            "The last field has White’s and Black’s infiltrator with a comma between them, such as “F11,E2” or “?,?”, "
            f"not “{shown(text)}”."
        )
    may_be = suspects(board.kinds)
    return _read_mark(entries[0], board, FIRST, may_be), _read_mark(entries[1], board, SECOND, may_be)


def _read_mark(text: str, board: _Board, chooser: Seat, may_be: int) -> int:
    """
    The choice of one player. A square takes the same calls as a sign: the time must not tell which of them it is.

    :param may_be: the squares of the pieces that can be infiltrators.
    """
    if text in _STATES:
        return _STATES[text]
    if text in BITS and BITS[text] & board.sides[1 - chooser] & may_be:
        return BITS[text]
    whose = f"{SIDES[chooser]}’s infiltrator in the last field"
    if text not in BITS:
        raise PositionError(f"{whose} is a square, “?”, “+”, “-” or “!”, not “{shown(text)}”.")
    square = BITS[text]
    holder = other(chooser)
    if not square & (board.sides[0] | board.sides[1]):
        raise PositionError(f"{whose} is on {text}, but no piece stands there.")
    title = kind_on(board.kinds, square).title
    if not square & board.sides[holder]:
        raise PositionError(
            f"{whose} is on {text}, but that {title} is {SIDES[chooser]}’s own; it names a {SIDES[holder]} piece."
        )
    raise PositionError(f"{whose} is on {text}, but a {title} cannot be one; only {SUSPECTS} can.")


def _check_kings(position: Position) -> None:
    """Pass a position in which each side has one King, and that of the side that is not to move is safe."""
    for seat, side in enumerate(SIDES):
        kings = names(position.kinds[Kind.KING] & position.sides[seat])
        if len(kings) != 1:
            found = f"{len(kings)}: {', '.join(kings)}" if kings else "none"
            raise PositionError(f"{side} must have exactly one King; here it has {found}.")
    turn = FIRST if position.seat is None else position.seat
    waiting = other(turn)
    own, enemy = position.sides[waiting], position.sides[turn]
    king = position.kinds[Kind.KING] & own
    checkers = attackers(waiting, king, position.kinds, own=own, enemy=enemy)
    if king == position.recapture:
        checkers |= may_recapture(position.kinds, king, enemy)
    if checkers:
        raise PositionError(
            f"It is {SIDES[turn]}’s turn, but {SIDES[waiting]}’s King on {NAMES[king]} is attacked "
            f"by the {position.piece(checkers & -checkers)}."
        )
