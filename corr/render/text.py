"""
Boards in plain ASCII for mails and terminals.

No line of a text board reads as a turn, because people answer letters with the board quoted below.
"""

from collections.abc import Iterable, Mapping
from textwrap import wrap

from corr.games.scene import Layout, Piece, Scene, Square, split_name
from corr.games.seats import FIRST, SECOND
from corr.render.glyphs import mark, mark_places, marks_of
from corr.render.words import runs, sentence

WIDTH = 76
"""Columns of a text board: what a mail client shows without breaking lines, even in the first quotation."""

_EMPTY = "."
_LONGEST_CELL = 5
_FEW = 8
"""So many squares are listed where a sign could be looked up on the board as well."""
_STACKED = "Several letters on one square are a stack, from bottom to top."
_PLAIN = str.maketrans({"·": "-", "–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "…": "...", "×": "x"})
"""What ASCII has for the signs of good typesetting."""
_GLUE = "\N{NO-BREAK SPACE}"
"""Keeps a letter and its meaning on one line while the legend is broken into lines."""


def text_board(scene: Scene, *, flipped: bool = False, last: frozenset[str] = frozenset()) -> str:
    """
    The board as lines of ASCII, at most `WIDTH` wide, with the legend and the scene's notes below.

    :param last: the names of the squares that the last turn touched, shown in square brackets.
    """
    layout, facts = scene.layout(flipped=flipped), scene.facts
    stacks = {square.name: _stack(square.pieces) for square in scene.squares}
    inner = _cell_width(scene, stacks)
    lines = _board(scene, layout, last, stacks, inner=inner)
    signs = (("[ ] last turn.", last), ("( ) this turn so far.", scene.marked))
    legend = [
        " ".join(scene.alerts),
        _pieces_legend(scene),
        _STACKED if any(len(square.pieces) > 1 for square in scene.squares) else "",
        " ".join(_marks_legend(scene)),
        _regions_legend(scene),
        " ".join(sign for sign, squares in signs if squares),
        *_stacks_legend(layout, stacks, inner),
        " ".join(f"{note.rstrip('.')}." for note in facts),
    ]
    for paragraph in filter(None, legend):
        lines += wrap(paragraph, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    text = "\n".join([*lines, ""]).replace(_GLUE, " ").translate(_PLAIN)
    return text.encode("ascii", "replace").decode("ascii")


def _board(scene: Scene, layout: Layout, last: frozenset[str], stacks: Mapping[str, str], *, inner: int) -> list[str]:
    """The squares, each with room for so many letters, with their names on all four edges."""
    edge = max(map(len, scene.rows))
    letters = {region.key: region.letter for region in scene.regions}
    head = " " * (edge + 1) + "".join(f" {name:^{inner}} " for name in layout.columns).rstrip()
    lines = [head]
    # The half-made turn goes before the last one.
    signs = dict.fromkeys(last, "[]") | dict.fromkeys(scene.marked, "()")
    for name, squares in layout.rows:
        cells = (
            _cell(
                square, stacks[square.name] or letters.get(square.region, _EMPTY), inner, signs.get(square.name, "  ")
            )
            for square in squares
        )
        lines.append(f"{name:>{edge}} {''.join(cells)} {name}")
    return [*lines, head, ""]


def _cell_width(scene: Scene, stacks: Mapping[str, str]) -> int:
    """How many letters each square gets between its brackets: as many as the longest stack wants, within reason."""
    edge = max(map(len, scene.rows))
    room = (WIDTH - 2 * (edge + 1)) // len(scene.columns) - 2
    longest = max(map(len, stacks.values()), default=1)
    wanted = max(longest, *map(len, scene.columns))
    return max(1, min(room, wanted, _LONGEST_CELL))


def _cell(square: Square, shown: str, inner: int, brackets: str) -> str:
    """One square with its brackets; a stack is written from bottom to top."""
    if len(shown) > inner:
        shown = _short(square)
    return f"{brackets[0]}{shown:^{inner}}{brackets[1]}"


def _short(square: Square) -> str:
    """A stack that is too tall: its height, and the top piece, which decides whose it is."""
    # The number comes first, since "D7" is the name of a square.
    return f"{len(square.pieces)}{square.pieces[-1].letter}"


def _stack(pieces: Iterable[Piece]) -> str:
    return "".join(
        piece.letter + "".join(mark.sign for mark in marks_of(piece)) if piece.marks else piece.letter
        for piece in pieces
    )


def _pieces_legend(scene: Scene) -> str:
    """What the letters on this board mean: short where upper and lower case tell the seats apart."""
    pieces = dict.fromkeys(piece for square in scene.squares for piece in square.pieces)
    kinds = {piece.letter.upper(): split_name(piece)[1] for piece in pieces}
    by_case = all(
        kinds[piece.letter.upper()] == split_name(piece)[1]
        and (piece.owner != FIRST or piece.letter.isupper())
        and (piece.owner != SECOND or piece.letter.islower())
        for piece in pieces
    )
    if not by_case:
        names = {piece.letter: piece.name for piece in pieces}
        return sentence("", (f"{letter}{_GLUE}{name}" for letter, name in names.items()))
    owners = {piece.owner: split_name(piece)[0] for piece in pieces if split_name(piece)[0]}
    cases = [
        f"{case} {owners[seat]}" for seat, case in ((FIRST, "UPPER CASE"), (SECOND, "lower case")) if seat in owners
    ]
    return sentence(", ".join(cases), (f"{letter}{_GLUE}{kind}" for letter, kind in kinds.items()))


def _regions_legend(scene: Scene) -> str:
    kinds = []
    for region in scene.regions:
        names = [square.name for square in scene.squares if square.region == region.key and region.is_rare]
        squares = f" ({', '.join(names)})" if names else ""
        kinds.append(f"{region.letter}{_GLUE}{region.name}{squares}")
    return sentence("", kinds)


def _stacks_legend(layout: Layout, stacks: Mapping[str, str], inner: int) -> list[str]:
    """Every stack that its square had no room for, whole."""
    squares = (square for _, row in layout.rows for square in row)
    tall = [(square, stacks[square.name]) for square in squares if len(stacks[square.name]) > inner]
    if not tall:
        return []
    first = tall[0][0]
    return [
        f"{_short(first)} means {len(first.pieces)} pieces with {first.pieces[-1].letter} on top.",
        sentence("Whole stacks, from bottom to top", (f"{square.name}{_GLUE}({letters})" for square, letters in tall)),
    ]


def _marks_legend(scene: Scene) -> list[str]:
    """What each extra sign means; where only a few pieces have it, and where it has no letter, their squares, too."""
    return [
        f"{mark(key).sign}{_GLUE}{mark(key).words}{_listed(scene, places)}."
        if mark(key).sign
        else sentence(f"Pieces with the mark {key}", runs(scene, places))
        for key, places in mark_places(scene).items()
    ]


def _listed(scene: Scene, places: list[int]) -> str:
    return f" ({', '.join(scene.squares[place].name for place in places)})" if len(places) <= _FEW else ""
