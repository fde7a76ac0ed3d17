"""Scenes made by hand, as engines would make them."""

from collections.abc import Mapping

from corr.games.scene import Piece, Region, Scene, Square
from corr.games.seats import FIRST, SECOND

KELASU_START = """
    BBBBBBBBBB BBBBBBBBBB S.S....S.S .......... .......... .......... .......... s.s....s.s bbbbbbbbbb bbbbbbbbbb
"""
KELASU_MIDDLE = """
    .BBB..BB.B BB.WBBB.BB S.S.D..S.S ...C..R... ..B.g..W.. .w..:b.... ....d..r.. s.s..c.s.s bb.bbw.bbb b.bbbb.bbb
"""
KINDS = {
    "B": "Blank",
    "W": "Warrior",
    "R": "Runner",
    "D": "Diplomat",
    "C": "Champion",
    "G": "General",
    "S": "Stone",
}
VICTORY = ("E4", "E5", "F4", "F5")


def kelasu_piece(letter: str) -> Piece:
    """A piece as the engine of Kelasu would give it."""
    blue = letter.isupper()
    kind = KINDS[letter.upper()]
    return Piece(FIRST if blue else SECOND, kind.lower(), letter, f"{'Blue' if blue else 'Red'} {kind}")


def kelasu_scene(rows: str = KELASU_START, *, marked: frozenset[str] = frozenset()) -> Scene:
    """A board of Kelasu, drawn as ten words of ten letters."""
    squares = []
    for row, line in zip("ABCDEFGHIJ", rows.split(), strict=True):
        for column, letter in enumerate(line):
            name = f"{row}{column}"
            pieces = (kelasu_piece(letter),) if letter.isalpha() else ()
            squares.append(Square(name, pieces, "victory" if name in VICTORY else ""))
    return Scene(
        tuple("ABCDEFGHIJ"),
        tuple("0123456789"),
        tuple(squares),
        (Region("victory", ":", "victory square", is_rare=True),),
        ("Energy left: 3 of 4", "Quiet turns: 12 of 128"),
        marked=marked,
    )


STACK_NAMES = {"D": "Dark Mana", "L": "Light Mana", "H": "Heavy Pawn", "P": "Light Pawn", "K": "King", "Q": "Queen"}


def stack_piece(letter: str) -> Piece:
    """A chip or pawn of a game with stacks."""
    if letter == "+":
        return Piece(None, "shield", "+", "Shield")
    owner = FIRST if letter.isupper() else SECOND
    name = STACK_NAMES[letter.upper()]
    return Piece(owner, name.lower().replace(" ", "-"), letter, f"{'Gold' if owner == FIRST else 'Red'} {name}")


def stacks_scene(stacks: Mapping[str, str]) -> Scene:
    """A board of ten by ten whose squares hold *stacks*, each written from bottom to top."""
    squares = tuple(
        Square(f"{column}{row}", tuple(map(stack_piece, stacks.get(f"{column}{row}", ""))))
        for row in range(10)
        for column in "ABCDEFGHIJ"
    )
    return Scene(tuple(map(str, range(10))), tuple("ABCDEFGHIJ"), squares)


def regions_scene(pieces: Mapping[str, Piece]) -> Scene:
    """A board of twelve by twelve with three kinds of ground."""
    squares = tuple(
        Square(f"{file}{rank}", (pieces[f"{file}{rank}"],) if f"{file}{rank}" in pieces else (), _ground(file, rank))
        for rank in range(12, 0, -1)
        for file in "ABCDEFGHIJKL"
    )
    regions = (Region("air", ".", "air"), Region("land", "_", "land"), Region("water", "~", "water"))
    return Scene(tuple(str(rank) for rank in range(12, 0, -1)), tuple("ABCDEFGHIJKL"), squares, regions)


def _ground(file: str, rank: int) -> str:
    if file in "FG" or rank in {6, 7}:
        return "air"
    return "land" if file in "DEHI" else "water"
