"""Position texts of Kelasu."""

import pytest

from corr.errors import PositionError
from tests.games.kelasu.samples import RULES, a_position

_START = "BBBBBBBBBB/BBBBBBBBBB/S1S4S1S/10/10/10/10/s1s4s1s/bbbbbbbbbb/bbbbbbbbbb b 0"


def test_the_start_is_that_of_the_rules() -> None:
    assert RULES.format_position(RULES.start()) == _START


def test_positions_are_values() -> None:
    first, second = RULES.parse_position(_START), RULES.parse_position(_START)

    assert first == second
    assert len({first, second}) == 1
    with pytest.raises(AttributeError):
        first.quiet = 3  # type: ignore[misc]  # That it cannot be set is what is tested.


def test_everybody_may_see_everything() -> None:
    start = RULES.start()

    assert RULES.observe(start, None) == start


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("", "three fields"),
        ("10/10/10/10/10/10/10/10/10/10 b", "three fields"),
        (f"{_START} 0", "three fields"),
        (_START.replace(" ", "  "), "three fields"),
        (f" {_START}", "three fields"),
        (f"{_START}\n", "quiet turns"),
        (_START.replace(" b ", " w "), "“b” for Blue or “r” for Red, not “w”"),
        (_START.replace(" b ", " B "), "“b” for Blue or “r” for Red, not “B”"),
        (_START[:-1] + "129", "from 0 to 128"),
        (_START[:-1] + "01", "without leading zeros"),
        (_START[:-1] + "-1", "from 0 to 128"),
        (_START[:-1] + "٣", "from 0 to 128"),
        (_START[:-1] + "9" * 5000, "from 0 to 128"),
        (a_position(*["10"] * 11), "10 rows with “/” between them; this has 11"),
        ("10/10 b 0", "10 rows with “/” between them; this has 2"),
        (a_position("55"), "Row A: “55” is not a run"),
        (a_position("10", "01BBBBBBBBB"), "Row B: “01” is not a run"),
        (a_position("10", "10", "0BBBBBBBBBB"), "Row C: “0” is not a run"),
        (a_position("10", "10", "10", "11"), "Row D: “11” is not a run"),
        (a_position("BBB"), "Row A must have 10 squares; “BBB” has 3"),
        (a_position("B10"), "Row A must have 10 squares; “B10” has 11"),
        (a_position(""), "Row A must have 10 squares; “” has 0"),
        (a_position("X9"), "Row A: “X” is not a piece; the letters are B, W, R, D, C, G, S, b, w, r, d, c, g, s."),
        (a_position("9\u0412"), "Row A: “\u0412” is a Cyrillic letter; write the Latin B."),
        (a_position("9\x00"), "Row A: “�” is not a piece"),
        (a_position("٣BBBBBBB"), "Row A: “٣” is not a piece"),
        (a_position("9" * 100_000), "Row A"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_its_place(position: str, sentence: str) -> None:
    with pytest.raises(PositionError) as caught:
        RULES.parse_position(position)

    assert sentence in caught.value.sentence
    assert len(caught.value.sentence) < 300
