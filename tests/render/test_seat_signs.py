"""The signs beside players' names."""

from corr.games.seats import FIRST, SECOND
from corr.render.svg import svg_seat


def test_a_sign_has_the_colour_and_the_form_of_the_seat_s_pieces() -> None:
    gold, red = svg_seat(FIRST, "Gold"), svg_seat(SECOND, "Red")

    assert 'class="board-gold"' in gold
    assert "<circle" in gold
    assert 'class="board-red"' in red
    assert "<circle" not in red


def test_a_seat_that_is_called_by_no_colour_has_that_of_its_place() -> None:
    assert 'class="board-blue"' in svg_seat(FIRST, "<Cross>")
    assert "Cross" not in svg_seat(FIRST, "<Cross>")
