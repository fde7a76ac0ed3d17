"""Seats: places at a board, counted from 0 in the order of the first turns."""

from typing import NewType

Seat = NewType("Seat", int)
"""A place at a board, from 0."""

FIRST = Seat(0)
"""The seat that moves first."""
SECOND = Seat(1)
"""The other one."""


def other(seat: Seat) -> Seat:
    """The opponent's seat in a game for two."""
    return SECOND if seat == FIRST else FIRST
