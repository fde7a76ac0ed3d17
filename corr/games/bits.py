"""Sets of squares as whole numbers, one bit a square, for games that keep a column of bits empty beside the board."""

from collections.abc import Iterator


def each(squares: int) -> Iterator[int]:
    """The squares of a set one by one, ascending."""
    while squares:
        lowest = squares & -squares
        yield lowest
        squares ^= lowest


def shifted(squares: int, by: int) -> int:
    """A set moved by so many bits; the caller cuts off what left the board."""
    return squares << by if by > 0 else squares >> -by
