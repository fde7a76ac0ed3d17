"""
Boards in plain ASCII for mails and terminals, and in words for screen readers.

No line of a text board reads as a turn, because people answer letters with the board quoted below.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import inf
from textwrap import wrap

from corr.games.scene import Piece, Region, Scene, Square
from corr.games.seats import FIRST, SECOND
from corr.render.layout import Layout, lay_out, split_name

WIDTH = 76
"""Columns of a text board: what a mail client shows without breaking lines, even in the first quotation."""
SPOKEN = 1000
"""Letters of a board in words at most."""

_EMPTY = "."
_CUT = ".."
_LONGEST_CELL = 5
_RUN = 3
"""So many squares side by side are said as "A0 to A2"; two are as short by their names."""
_GLUE = "\N{NO-BREAK SPACE}"
"""Keeps a letter and its meaning on one line while the legend is broken into lines."""


def text_board(scene: Scene, *, flipped: bool = False, last: frozenset[str] = frozenset()) -> str:
    """
    The board as lines of ASCII, at most `WIDTH` wide, with the legend and the scene's notes below.

    :param last: the names of the squares that the last turn touched, shown in square brackets.
    """
    layout = lay_out(scene, flipped=flipped)
    lines = _board(scene, layout, last)
    legend = [
        _pieces_legend(scene),
        _regions_legend(scene),
        _signs_legend(scene, last),
        _stacks_legend(layout, _cell_width(scene)),
        *_marks_legend(layout),
        " ".join(f"{note.rstrip('.')}." for note in scene.notes),
    ]
    for paragraph in filter(None, legend):
        lines += wrap(paragraph, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    text = "\n".join([*lines, ""]).replace(_GLUE, " ")
    return text.encode("ascii", "replace").decode("ascii")


def _board(scene: Scene, layout: Layout, last: frozenset[str]) -> list[str]:
    """The squares with their names on all four edges."""
    inner = _cell_width(scene)
    edge = max(map(len, scene.rows))
    letters = {region.key: region.letter for region in scene.regions}
    head = " " * (edge + 1) + "".join(f" {name:^{inner}} " for name in layout.columns).rstrip()
    lines = [head]
    for name, squares in layout.rows:
        cells = "".join(_cell(square, inner, letters, _brackets(scene, square, last)) for square in squares)
        lines.append(f"{name:>{edge}} {cells} {name}")
    return [*lines, head, ""]


def _cell_width(scene: Scene) -> int:
    """How many letters each square gets between its brackets: as many as the longest stack wants, within reason."""
    edge = max(map(len, scene.rows))
    room = (WIDTH - 2 * (edge + 1)) // len(scene.columns) - 2
    longest = max((len(square.pieces) for square in scene.squares), default=1)
    wanted = max(longest, *map(len, scene.columns))
    return max(1, min(room, wanted, _LONGEST_CELL))


def _cell(square: Square, inner: int, letters: Mapping[str, str], brackets: tuple[str, str]) -> str:
    """One square with its brackets; a stack is written from bottom to top, and too long a one shows its top."""
    shown = _stack(square.pieces) or letters.get(square.region, _EMPTY)
    if len(shown) > inner:
        # The top piece decides whose stack it is, so it is the bottom that is left out.
        shown = _CUT + shown[len(_CUT) - inner :] if inner > len(_CUT) else shown[-inner:]
    return f"{brackets[0]}{shown:^{inner}}{brackets[1]}"


def _stack(pieces: Iterable[Piece]) -> str:
    return "".join(piece.letter for piece in pieces)


def _brackets(scene: Scene, square: Square, last: frozenset[str]) -> tuple[str, str]:
    """What stands left and right of a square's letter: the half-made turn goes before the last one."""
    if square.name in scene.marked:
        return "(", ")"
    return ("[", "]") if square.name in last else (" ", " ")


def _pieces_legend(scene: Scene) -> str:
    """What the letters on this board mean: short where upper and lower case tell the seats apart."""
    pieces = [piece for square in scene.squares for piece in square.pieces]
    kinds = {piece.letter.upper(): split_name(piece)[1] for piece in pieces}
    by_case = all(
        kinds[piece.letter.upper()] == split_name(piece)[1]
        and (piece.owner != FIRST or piece.letter.isupper())
        and (piece.owner != SECOND or piece.letter.islower())
        for piece in pieces
    )
    if not by_case:
        names = {piece.letter: piece.name for piece in pieces}
        return _sentence("", (f"{letter}{_GLUE}{name}" for letter, name in names.items()))
    owners = {piece.owner: split_name(piece)[0] for piece in pieces if split_name(piece)[0]}
    cases = [
        f"{case} {owners[seat]}" for seat, case in ((FIRST, "UPPER CASE"), (SECOND, "lower case")) if seat in owners
    ]
    return _sentence(", ".join(cases), (f"{letter}{_GLUE}{kind}" for letter, kind in kinds.items()))


def _sentence(head: str, parts: Iterable[str], *, between: str = ", ") -> str:
    text = between.join(parts)
    return (f"{head}: {text}." if head else f"{text}.") if text else ""


def _regions_legend(scene: Scene) -> str:
    return " ".join(_region(scene, region) for region in scene.regions)


def _region(scene: Scene, region: Region) -> str:
    names = [square.name for square in scene.squares if square.region == region.key and region.is_rare]
    squares = f" ({', '.join(names)})" if names else ""
    return f"{region.letter} {region.name}{squares}."


def _signs_legend(scene: Scene, last: frozenset[str]) -> str:
    signs = [sign for sign, squares in (("[ ] last turn.", last), ("( ) this turn so far.", scene.marked)) if squares]
    return " ".join(signs)


def _stacks_legend(layout: Layout, inner: int) -> str:
    """Every stack that its square had no room for, whole."""
    squares = [square for _, row in layout.rows for square in row if len(square.pieces) > inner]
    return _sentence("Whole stacks, from bottom to top", (f"{sq.name}{_GLUE}({_stack(sq.pieces)})" for sq in squares))


def _marks_legend(layout: Layout) -> list[str]:
    """For each extra sign on pieces the squares where they stand."""
    places = defaultdict(list)
    for _, row in layout.rows:
        for square in row:
            for mark in {mark for piece in square.pieces for mark in piece.marks}:
                places[mark].append(square.name)
    return [_sentence(f"Pieces with the mark {mark}", names) for mark, names in sorted(places.items())]


def spoken_board(scene: Scene) -> str:
    """
    The board in words, at most `SPOKEN` letters: "Blue: Stones C0, C2; General D4. Red: …".

    Of a stack its top piece is named, and how high it is. Squares side by side are said as "A0 to A9".
    """
    notes = (f"{note.rstrip('.')}." for note in scene.notes)
    sentences = [*_spoken_pieces(scene), *notes, *_marks_legend(lay_out(scene, flipped=False))]
    if not any(square.pieces for square in scene.squares):
        sentences.insert(0, "An empty board.")
    words = " ".join(sentences)
    if len(words) <= SPOKEN:
        return words
    # Cut between two squares or sentences, never within a name.
    rest = " … and more."
    kept = words[: SPOKEN - len(rest) + 1]
    return kept[: max(kept.rfind(end) for end in (", ", "; ", ". "))] + rest


def _spoken_pieces(scene: Scene) -> list[str]:
    """One sentence for each owner, in the order of the seats, pieces of nobody last."""
    kinds: dict[tuple[str, str], list[int]] = defaultdict(list)
    owners: dict[str, float] = {}
    for index, square in enumerate(scene.squares):
        if square.pieces:
            top = square.pieces[-1]
            owner, kind = split_name(top)
            owners[owner] = inf if top.owner is None else top.owner
            kinds[owner, kind].append(index)
    fewest_first = sorted(kinds.items(), key=lambda item: len(item[1]))
    return [
        _sentence(
            owner or "Nobody’s",
            (
                f"{_plural(kind, len(places))} {', '.join(_runs(scene, places))}"
                for (whose, kind), places in fewest_first
                if whose == owner
            ),
            between="; ",
        )
        for owner in sorted(owners, key=owners.__getitem__)
    ]


def _plural(kind: str, count: int) -> str:
    """*kind* for *count* pieces; what ends in -a or -s ("Mana") stays as it is."""
    return kind if count == 1 or kind.endswith(("a", "s")) else f"{kind}s"


def _runs(scene: Scene, places: list[int]) -> Iterator[str]:
    """The names of the squares at *places*, three or more single pieces side by side in a row drawn together."""
    width = len(scene.columns)
    run: list[int] = []
    for place in places:
        beside = run and place == run[-1] + 1 and place % width
        if run and not (beside and len(scene.squares[place].pieces) == len(scene.squares[run[-1]].pieces) == 1):
            yield from _run(scene, run)
            run = []
        run.append(place)
    yield from _run(scene, run)


def _run(scene: Scene, run: list[int]) -> Iterator[str]:
    if len(run) >= _RUN:
        yield f"{scene.squares[run[0]].name} to {scene.squares[run[-1]].name}"
        return
    for square in (scene.squares[place] for place in run):
        yield square.name if len(square.pieces) == 1 else f"{square.name} ({len(square.pieces)} high)"
