"""Boards in words, for screen readers: pieces, stacks from top to bottom, marks and kinds of ground."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import inf

from corr.games.scene import Piece, Region, Scene, Square, split_name
from corr.render.glyphs import mark, mark_places, marks_of

_KEPT = 1024
"""How many stacks are kept in words: a few hundred kilobytes."""
_TOLD = 256
"""How many boards are kept in words, as a page tells its own to its scripts, too: two megabytes at most."""
_LONGEST = 8000
"""Letters in which every position that occurs in a game can be told."""
_RUN = 3
"""So many squares side by side are said as "A0 to A2"; two are as short by their names."""
_Span = tuple[str, int, int]
"""A kind of ground, and the first and last column of a run of it in one row."""
_COUNTS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@lru_cache(maxsize=_TOLD)
def told_board(scene: Scene) -> str:
    """
    The board in words: what nobody may overlook, the pieces of each seat, stacks, marks, notes, ground.

    Each stack is told from its top down; only if that takes far too many letters, just its top and its height are.
    """
    occupied = [index for index, square in enumerate(scene.squares) if square.pieces]
    single = [index for index in occupied if len(scene.squares[index].pieces) == 1]
    others = list(_others(scene))
    words = _paragraph([*scene.alerts, *_owners(scene, single), *told_stacks(scene), *others])
    if len(words) <= _LONGEST:
        return words
    return _paragraph([*scene.alerts, *_owners(scene, occupied), *others])


def told_stacks(scene: Scene) -> tuple[str, ...]:
    """Every stack from its top down, equal ones together: "E0: Gold King on three Shields"."""
    places: dict[str, list[str]] = defaultdict(list)
    for square in scene.squares:
        if len(square.pieces) > 1:
            places[stack_words(square.pieces)].append(square.name)
    return tuple(f"{', '.join(names)}: {words}" for words, names in places.items())


def square_words(square: Square) -> str:
    """The pieces on *square*: "Blue Warrior", "Gold King on three Shields", "empty"."""
    pieces = square.pieces
    if len(pieces) == 1 and not pieces[0].marks:
        return pieces[0].name
    return stack_words(pieces) if pieces else "empty"


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


def sentence(head: str, parts: Iterable[str], *, between: str = ", ") -> str:
    """*parts* after *head* with a colon, and a full stop; nothing if there are no parts."""
    text = between.join(parts)
    return (f"{head}: {text}." if head else f"{text}.") if text else ""


def runs(scene: Scene, places: Sequence[int]) -> Iterator[str]:
    """The names of the squares at *places*, three or more side by side in a row drawn together: "A0 to A9"."""
    squares, width = scene.squares, len(scene.columns)
    first, count = 0, len(places)
    while first < count:
        place = places[first]
        if len(squares[place].pieces) > 1:
            yield f"{squares[place].name} ({len(squares[place].pieces)} high)"
            first += 1
            continue
        most = min(count - first, width - place % width)
        length = 1
        while length < most and places[first + length] == place + length and len(squares[place + length].pieces) == 1:
            length += 1
        if length < _RUN:
            yield from (squares[one].name for one in range(place, place + length))
        else:
            yield f"{squares[place].name} to {squares[place + length - 1].name}"
        first += length


@lru_cache(maxsize=64)
def _areas(grounds: tuple[str, ...], names: tuple[str, ...], width: int) -> Mapping[str, list[str]]:
    """Each kind of ground as blocks of squares: "A12 to C8", from one corner to the other."""
    open_blocks: dict[_Span, int] = {}
    found: list[tuple[int, _Span, int]] = []
    for row in range(len(grounds) // width + 1):
        spans = set(_spans(grounds[row * width : (row + 1) * width]))
        found += [(open_blocks.pop(span), span, row - 1) for span in open_blocks.keys() - spans]
        open_blocks |= dict.fromkeys(spans - open_blocks.keys(), row)
    areas = defaultdict(list)
    for top, (key, left, right), bottom in sorted(found):
        first, last = names[top * width + left], names[bottom * width + right]
        areas[key].append(first if first == last else f"{first} to {last}")
    return areas


def _spans(row: Sequence[str]) -> Iterator[_Span]:
    for key, same in groupby(enumerate(row), lambda item: item[1]):
        columns = [column for column, _ in same]
        yield key, columns[0], columns[-1]


def _paragraph(sentences: list[str]) -> str:
    if not sentences:
        return "An empty board."
    return " ".join(f"{text.rstrip('.')}." for text in sentences if text)


def _others(scene: Scene) -> Iterator[str]:
    """What is said of a board after its pieces."""
    for key, places in mark_places(scene).items():
        words = mark(key).words
        yield sentence(words[:1].upper() + words[1:], runs(scene, places))
    yield from scene.facts
    if scene.regions:
        grounds, names = zip(*((square.region, square.name) for square in scene.squares), strict=True)
        areas = _areas(grounds, names, len(scene.columns))
        yield from (_region(region, grounds, names, areas.get(region.key, [])) for region in scene.regions)


def _region(region: Region, grounds: Sequence[str], names: Sequence[str], blocks: list[str]) -> str:
    name = region.name[:1].upper() + region.name[1:]
    if not region.is_rare:
        return sentence(name, blocks)
    squares = [square for square, ground in zip(names, grounds, strict=True) if ground == region.key]
    return sentence(_plural(name, len(squares)), squares)


def _owners(scene: Scene, places: Iterable[int]) -> list[str]:
    """One sentence for each owner of a piece on top at *places*, in the order of the seats, pieces of nobody last."""
    tops: dict[str, Piece] = {}
    by_name: dict[str, list[int]] = defaultdict(list)
    for index in places:
        top = scene.squares[index].pieces[-1]
        tops[top.name] = top
        by_name[top.name].append(index)
    kinds = {split_name(tops[name]): squares for name, squares in by_name.items()}
    owners = {split_name(top)[0]: inf if top.owner is None else top.owner for top in tops.values()}
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
