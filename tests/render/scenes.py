"""Scenes made by hand, as engines would make them."""

from collections.abc import Mapping
from functools import cache

from corr.games.drawing import Shape
from corr.games.kelasu import guide as kelasu
from corr.games.kerd import guide as kerd
from corr.games.kyo import guide as kyo
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
_SIGNS = {**kelasu.SIGNS, **kerd.SIGNS, **kyo.SIGNS}
VICTORY = ("E4", "E5", "F4", "F5")


def shape_of(name: str) -> str:
    """The shape of a piece that is called *name*."""
    return name.lower().replace(" ", "-")


def sign_of(name: str) -> tuple[Shape, ...]:
    """The sign that its game brings for a piece that is called *name*; empty for one that all games may use."""
    return _SIGNS.get(shape_of(name), ())


@cache
def kelasu_piece(letter: str) -> Piece:
    """A piece as the engine of Kelasu would give it."""
    blue = letter.isupper()
    kind = KINDS[letter.upper()]
    return Piece(
        FIRST if blue else SECOND, kind.lower(), letter, f"{'Blue' if blue else 'Red'} {kind}", sign=sign_of(kind)
    )


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


STACK_NAMES = {
    "D": "Dark Mana",
    "L": "Light Mana",
    "H": "Heavy Pawn",
    "P": "Light Pawn",
    "T": "Tower",
    "K": "King",
    "Q": "Queen",
}
STACKS_START = """
    DDDH,DDLH,DLLH,LLLH,+++K,DL+Q,LLLH,DLLH,DDLH,DDDH ....,++T,++T,.... ..........
    P,P,P,P,..,P,P,P,P .......... ..........
    p,p,p,p,..,p,p,p,p .......... ....,++t,++t,.... dddh,ddlh,dllh,lllh,+++k,dl+q,lllh,dllh,ddlh,dddh
"""
REGION_NAMES = {
    "P": "Pawn",
    "C": "Commander Pawn",
    "B": "Bishop",
    "S": "Scout",
    "H": "Hussar",
    "J": "Jumper",
    "T": "Tower",
    "Q": "Queen",
    "K": "King",
}


@cache
def stack_piece(letter: str) -> Piece:
    """A chip or pawn of a game with stacks."""
    if letter == "+":
        return Piece(None, "shield", "+", "Shield", is_chip=True)
    owner = FIRST if letter.isupper() else SECOND
    name = STACK_NAMES[letter.upper()]
    title = "Gold" if owner == FIRST else "Red"
    is_chip = letter in "DdLl"
    return Piece(owner, shape_of(name), letter, f"{title} {name}", is_chip=is_chip, sign=sign_of(name))


def stacks_scene(stacks: Mapping[str, str]) -> Scene:
    """A board of ten by ten whose squares hold *stacks*, each written from bottom to top."""
    squares = tuple(
        Square(f"{column}{row}", tuple(map(stack_piece, stacks.get(f"{column}{row}", ""))))
        for row in range(10)
        for column in "ABCDEFGHIJ"
    )
    return Scene(tuple(map(str, range(10))), tuple("ABCDEFGHIJ"), squares)


def stacks_start() -> Scene:
    """A game with stacks, before its first turn."""
    stacks = {}
    for row, line in enumerate(STACKS_START.split()):
        tiles = [tile for part in line.split(",") for tile in ("." * len(part) if part[0] == "." else [part])]
        stacks.update({f"{column}{row}": tile for column, tile in zip("ABCDEFGHIJ", tiles, strict=True) if tile != "."})
    return stacks_scene(stacks)


def stacks_spread() -> Scene:
    """All pieces of a game with stacks, spread so that no square is empty: the most work that a game can give."""
    mana = "DLdl" * 13
    pawns = "PPPPPPPPHHHHHHHHTTQKpppppppphhhhhhhhttqk"
    names = [f"{column}{row}" for row in range(10) for column in "ABCDEFGHIJ"]
    stacks = dict.fromkeys(names, "")
    for number, chip in enumerate(f"{mana}{'+' * 16}"):
        stacks[names[number * 7 % 60]] += chip
    for number, pawn in enumerate(pawns):
        stacks[names[60 + number]] = pawn
    return stacks_scene(stacks)


def stacks_tall() -> Scene:
    """A board that nobody plays: a tall stack on each square, no two alike."""
    names = [f"{column}{row}" for row in range(10) for column in "ABCDEFGHIJ"]
    return stacks_scene(
        {
            name: f"{('DLLdddlD' * 3)[number % 8 :]}{'Dl' * (number // 8)}{'+' * (number % 3)}{'HtQk'[number % 4]}"
            for number, name in enumerate(names)
        }
    )


@cache
def region_piece(letter: str, *marks: str) -> Piece:
    """A piece of a game with kinds of ground."""
    name = REGION_NAMES[letter.upper()]
    owner, title = (FIRST, "White") if letter.isupper() else (SECOND, "Black")
    shape = name.split()[0].lower()
    return Piece(owner, shape, letter, f"{title} {name}", frozenset(marks), sign=sign_of(shape))


def regions_start() -> Scene:
    """A game with kinds of ground, before its first turn."""
    ranks = {1: "TJSHBQKBHSJT", 2: "PPPPPCCPPPPP", 3: ".....PP....."}
    pieces = {}
    for rank, line in ranks.items():
        for file, letter in zip("ABCDEFGHIJKL", line, strict=True):
            marks = ["unmoved"] if letter in "PCKT" else []
            if letter != ".":
                pieces[f"{file}{rank}"] = region_piece(letter, *marks)
                secret = ["infiltrator"] if (file, rank) == ("F", 2) else []
                pieces[f"{file}{13 - rank}"] = region_piece(letter.lower(), *marks, *secret)
    return regions_scene(pieces)


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
