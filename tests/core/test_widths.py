"""Words where every letter has the same width."""

import pytest

from corr.core.spans import filled, width_of


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("Ada", 3), ("山田太郎", 8), ("Ｄａｎ", 6), ("עבד", 3), ("e\u0301", 1), ("\u2068Ada\u2069", 3), ("½", 1)],
)
def test_signs_of_east_asia_take_two_columns_and_unseen_ones_none(text: str, width: int) -> None:
    assert width_of(text) == width


def test_what_is_filled_has_the_wished_width_and_is_never_cut() -> None:
    assert filled("山田", 6) == "山田  "
    assert filled("Wilhelmine", 4) == "Wilhelmine"
