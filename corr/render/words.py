"""Boards in words, for screen readers: pieces, stacks from top to bottom, marks and kinds of ground."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from math import inf

from corr.games.scene import Piece, Scene, Square
from corr.render.layout import split_name
from corr.render.marks import mark, mark_keys, marks_of

_KEPT = 4096
"""How many stacks are kept in words: a few hundred kilobytes."""
_LONGEST = 8000
"""Letters in which every position that occurs in a game can be told."""
_RUN = 3
"""So many squares side by side are said as "A0 to A2"; two are as short by their names."""
_COUNTS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def told_board(scene: Scene, most: int = _LONGEST) -> str:
    """
    The board in words: what nobody may overlook, the pieces of each seat, stacks, marks, notes, ground.

    Each stack is told from its top down; only if that takes more than *most* letters, just its top and its height are.
    """
    words = _whole(scene)
    return words if len(words) <= most else _short(scene)


def _whole(scene: Scene) -> str:
    single = [index for index, square in enumerate(scene.squares) if len(square.pieces) == 1]
    return _paragraph([*scene.alerts, *_owners(scene, single), *told_stacks(scene), *_others(scene)])


def _short(scene: Scene) -> str:
    occupied = [index for index, square in enumerate(scene.squares) if square.pieces]
    return _paragraph([*scene.alerts, *_owners(scene, occupied), *_others(scene)])


def told_stacks(scene: Scene) -> tuple[str, ...]:
    """Every stack from its top down, equal ones together: "E0: Gold King on three Shields"."""
    places: dict[tuple[Piece, ...], list[str]] = defaultdict(list)
    for square in scene.squares:
        if len(square.pieces) > 1:
            places[square.pieces].append(square.name)
    return tuple(f"{', '.join(names)}: {stack_words(pieces)}" for pieces, names in places.items())


def square_words(square: Square) -> str:
    """What stands on *square*: "Blue Warrior", "Gold King on three Shields", "empty"."""
    return stack_words(square.pieces) if square.pieces else "empty"


@lru_cache(maxsize=_KEPT)
def stack_words(pieces: tuple[Piece, ...]) -> str:
    """*pieces*, which lie on each other, from the top down: "Gold Queen on a Shield and two Red Light Mana"."""
    runs = [(name, len(list(same))) for name, same in groupby(map(_piece_words, reversed(pieces)))]
    (first, count), *rest = runs
    top = first if count == 1 else _counted(first, count)
    # A single chip on top is no name but a thing: "a Shield on two Red Light Mana".
    if rest and count == 1 and pieces[-1].is_chip:
        top = _counted(first, 1)
    return f"{top} on {_joined([_counted(name, number) for name, number in rest])}" if rest else top


def mark_places(scene: Scene) -> Iterator[tuple[str, list[int]]]:
    """Each extra sign on the board with the places of its pieces, in the order of the legend."""
    places: dict[str, list[int]] = defaultdict(list)
    for index, square in enumerate(scene.squares):
        for key in {key for piece in square.pieces for key in piece.marks}:
            places[key].append(index)
    yield from ((key, places[key]) for key in mark_keys(scene))


def sentence(head: str, parts: Iterable[str], *, between: str = ", ") -> str:
    """*parts* after *head* with a colon, and a full stop; nothing if there are no parts."""
    text = between.join(parts)
    return (f"{head}: {text}." if head else f"{text}.") if text else ""


def runs(scene: Scene, places: Sequence[int]) -> Iterator[str]:
    """The names of the squares at *places*, three or more side by side in a row drawn together: "A0 to A9"."""
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


def areas(scene: Scene, key: str) -> list[str]:
    """The ground called *key* as blocks of squares: "A12 to C8", from one corner to the other."""
    width = len(scene.columns)
    open_blocks: dict[tuple[int, int], int] = {}
    found: list[tuple[int, int, int, int]] = []
    for row in range(len(scene.rows) + 1):
        spans = set(_spans(scene.squares[row * width : (row + 1) * width], key))
        for span in sorted(open_blocks.keys() - spans):
            found += [(open_blocks.pop(span), span[0], row - 1, span[1])]
        open_blocks |= dict.fromkeys(spans - open_blocks.keys(), row)
    return [_block(scene, block) for block in sorted(found)]


def _spans(squares: Sequence[Square], key: str) -> Iterator[tuple[int, int]]:
    """The first and last column of each run of squares with the ground *key* in one row."""
    for is_it, same in groupby(enumerate(squares), lambda item: item[1].region == key):
        columns = [column for column, _ in same]
        if is_it:
            yield columns[0], columns[-1]


def _block(scene: Scene, block: tuple[int, int, int, int]) -> str:
    top, left, bottom, right = block
    first, last = (
        scene.squares[row * len(scene.columns) + column].name for row, column in ((top, left), (bottom, right))
    )
    return first if first == last else f"{first} to {last}"


def _paragraph(sentences: list[str]) -> str:
    if not sentences:
        return "An empty board."
    return " ".join(f"{text.rstrip('.')}." for text in sentences if text)


def _others(scene: Scene) -> Iterator[str]:
    """What is said of a board after its pieces."""
    for key, places in mark_places(scene):
        words = mark(key).words
        yield sentence(words[:1].upper() + words[1:], runs(scene, places))
    yield from scene.notes
    for region in scene.regions:
        name = region.name[:1].upper() + region.name[1:]
        if region.is_rare:
            squares = [square.name for square in scene.squares if square.region == region.key]
            yield sentence(_plural(name, len(squares)), squares)
        else:
            yield sentence(name, areas(scene, region.key))


def _owners(scene: Scene, places: Iterable[int]) -> list[str]:
    """One sentence for each owner of a piece on top at *places*, in the order of the seats, pieces of nobody last."""
    kinds: dict[tuple[str, str], list[int]] = defaultdict(list)
    owners: dict[str, float] = {}
    for index in places:
        top = scene.squares[index].pieces[-1]
        owner, kind = split_name(top)
        owners[owner] = inf if top.owner is None else top.owner
        kinds[owner, kind].append(index)
    fewest_first = sorted(kinds.items(), key=lambda item: len(item[1]))
    return [
        sentence(
            owner or "Nobody’s",
            (
                f"{_plural(kind, len(squares))} {', '.join(runs(scene, squares))}"
                for (whose, kind), squares in fewest_first
                if whose == owner
            ),
            between="; ",
        )
        for owner in sorted(owners, key=owners.__getitem__)
    ]


def _piece_words(piece: Piece) -> str:
    """A piece with its marks: "Black Pawn (not moved yet)"."""
    return f"{piece.name} ({', '.join(mark.words for mark in marks_of(piece))})" if piece.marks else piece.name


def _counted(name: str, count: int) -> str:
    """So many of a piece: "a Shield", "three Shields", "13 Gold Dark Mana"."""
    if count == 1:
        return f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"
    return f"{_COUNTS[count] if count < len(_COUNTS) else count} {_plural(name, count)}"


def _plural(kind: str, count: int) -> str:
    """*kind* for *count* pieces; what ends in -a or -s ("Mana") stays as it is."""
    return kind if count == 1 or kind.endswith(("a", "s", ")")) else f"{kind}s"


def _joined(parts: list[str]) -> str:
    """The *parts* in one: "a, b and c"."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
