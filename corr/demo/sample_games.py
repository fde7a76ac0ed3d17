"""Sample games of a demo."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Sample:
    """A game as far as it was played."""

    game: str
    turns: tuple[str, ...] = ()
    """The turns of the first seat and the second, alternately."""
    choices: tuple[str, ...] = ()
    """The sealed turns before that, in the order of the seats; only one if the second seat has still to choose."""
    is_given_up: bool = False
    """Whether the player who is due resigns in the end."""
    pace: str = "7d/turn"
    has_weekends_off: bool = False
    has_to_be_claimed: bool = False
    """Whether a game whose deadline passed has to be claimed, and no leave stops the clock."""
    ago: timedelta = timedelta(0)
    """How long ago these turns were played."""


RUNNING = Sample(
    "kelasu",
    (
        "B4-C4, B5-C5, A4-B4, A5-B5",
        "I4-H4, I5-H5, J4-I4, J5-I5",
        "C4-D4, C5-D5, B4-C4, B5-C5",
        "H4-G4, H5-G5, I4-H4, I5-H5",
        "C4+C5+D4+D5=R@D5",
        "G4+G5+H4+H5=R@G4",
    ),
)
FINISHED = Sample(
    "kelasu",
    (
        "B6-C6, A6-B6, B1-C1, B3-C3",
        "I1-H1, I6-H6, I0-I1, I4-H4",
        "C1-D1, C3-D3, B2-B3, C6-D6",
        "J4-I4, H4-H5, H6-G6, J5-J4",
        "D3-D2, D6-E6, A1-B1, B4-C4",
        "H5-H6, I5-H5, J0-I0, I8-H8",
        "A5-A6, E6-E5, C4-C3, D1-E1",
        "J4-J5, I9-I8, I4-H4, H8-G8",
        "E1-E2, D2-D3, E5-E4, C3-C4",
        "I3-H3, J3-I3, J5-I5, H4-G4",
        "D3-D4, E2-F2, B3-B4, C4-C3",
        "G8-G7, G4-F4, G6+H6=W@G6",
        "B1-B2, D4-D3, C3-C4, F2-F3",
        "H3-H4, J9-I9, I5-I6, G6-G5",
        "E4-E5, A6-A5, C4-D4, B2-B3",
        "G5-F5, I6-I5, H5-G5, I3-H3",
        "A2-A1, D4-E4, F3-G3, B6-C6",
        "F5xE4, H4-G4, J6-J5, G5-F5",
        "B3-C3, B0-B1, B5-C5, A3-A2",
        "E4xE5, F4-E4, H3-H4, G7-G6",
        "B4-B5, C3+D3=W@D3, G3-G2",
        "G6-G5, G4+H4=W@G4, G4-F4",
    ),
)
OVERSLEPT = Sample("kelasu", RUNNING.turns[:3], pace="2d/turn", has_to_be_claimed=True, ago=timedelta(days=3))
"""The player who is due is a day late."""
STACKS = Sample(
    "kyo",
    (
        "C0>C1:2, C1>D2:1, D2>E3",
        "H9>H8:2, H8>G7:1, G7>F6",
        "B0>B1:1, B1>C0, C0>C1, C1>D2",
        "I9>I8:1, I8>H9, H9>H8, H8>I7",
        "H0>H1:2, H1>G2:1, G2>F3",
        "B9>B8:2, B8>C7",
        "G0>H1, H1>I2",
        "C9>B8, B8>A8:1, A8>B9, B9>C9, C9>D8",
        "I0>H0:2, H0>G0:2, G0>H1:4, H1>H0:1, H0>G1",
        "A9>A8:1, A8>B9:1, B9>C9:1, C9>B8:2, B8>B7",
    ),
    pace="3d/turn",
    has_weekends_off=True,
)
AWAY = Sample("kyo", STACKS.turns[:3], pace="10d+1d/20d", ago=timedelta(days=4))
"""The player who is due is on leave."""
IN_CHECK = Sample(
    "kerd",
    (
        "F2-F3&F3-F4",
        "F11-F8&F10-F7",
        "I1-H3",
        "G11-G9&G10-G8",
        "G2-G4&G3-G5",
        "G9-G8&G8-G7",
        "H3-J4",
        "H12-F10",
        "F3-F4&F4-F5",
        "F10-B6",
    ),
    choices=("infiltrator E11", "infiltrator H2"),
)
REVEALED = Sample(
    "kerd",
    (
        "F2-F5&F3-F6",
        "F11-F8&F10-F7",
        "G2-G4&G3-G5",
        "G11-G10&G10-G9",
        "F1-K6",
        "H11-H9",
        "K6-K8",
        "G12-F11",
        "K8-H11",
        "F11-E10",
        "reveal E11",
    ),
    choices=("infiltrator E11", "infiltrator H2"),
    is_given_up=True,
)
CHOOSING = Sample("kerd", choices=("infiltrator D11",), pace="untimed")
BY_MAIL = Sample("kelasu")
"""Nobody has played yet: the first turn comes by mail."""
