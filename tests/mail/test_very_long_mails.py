"""Mails that are as long as any can be: read in few steps, whatever is in them, and never half a line of them."""

from time import perf_counter

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.new_text import NewText
from corr.mail.reading.words.orders import Orders, read_orders
from tests.tiny_game import TinyRules

_LARGEST = 250_000
_GAMES = tuple(info.ruleset for info in Registry.discover().rulesets())
_LINES = {
    "words": "and " * 400,
    "signs of arrows": "⎯" * 1990,
    "a square and tabs": "B2" + "\t" * 1990 + "O",
    "a chain that never ends": "x " + "A0 - " * 390 + "A0-",
    "chains over line ends": "A0-B1:1- " * 200,
    "turns in sentences": "A1-A2 and " * 190,
    "numbers": "1. " * 600,
    "half a pair": "x " + "A1-A2&" * 300,
}


class _CountingRules(TinyRules):
    """Rules that count how often they are asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.signs = 0

    def formed(self, text: str) -> bool:
        """Whether *text* is a turn by its form."""
        self.asked += 1
        self.signs += len(text)
        return super().formed(text)


def _filled(line: str) -> str:
    return f"{line}\n" * (_LARGEST // (len(line) + 1))


@pytest.mark.parametrize("line", _LINES.values(), ids=_LINES)
def test_the_rules_are_asked_about_the_beginning_of_a_mail_alone(line: str) -> None:
    rules = _CountingRules()

    read_orders(NewText(_filled(line), ""), rules.formed)

    assert 0 < rules.asked < 20_000
    assert rules.signs < 2_000_000


@pytest.mark.parametrize("laugh", ["ha", "ха", "哈", "ㅋ", "ㅎ", "ㅋㅎ", "w", "k", "笑", ":)", "🙂"])
def test_a_long_laugh_is_read_as_soon_as_a_short_one(laugh: str) -> None:
    began = perf_counter()

    orders = read_orders(NewText(f"{laugh * 28}\nB2-C3 {laugh * 28}", ""), TinyRules().formed)

    assert perf_counter() - began < 2
    assert len(orders.acts) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", _GAMES)
@pytest.mark.parametrize("line", _LINES.values(), ids=_LINES)
def test_a_mail_full_of_such_lines_is_read_to_its_end(ruleset: str, line: str) -> None:
    orders = read_orders(NewText(_filled(line), ""), Registry.discover().get_rules(ruleset).formed)

    assert not (orders.acts and orders.rivals)


def test_a_turn_above_very_much_prose_is_found() -> None:
    text = "A1\n\n" + _filled("so it goes on and on, " * 4)

    orders = read_orders(NewText(text, ""), TinyRules().formed)

    assert (orders.acts, orders.turn) == ((Act.TURN,), "A1")


def test_a_line_that_does_not_fit_is_left_out_whole() -> None:
    text = "x" * 29_990 + "\n" + "A1 " * 10

    assert read_orders(NewText(text, ""), TinyRules().formed) == Orders()


def test_signs_that_begin_no_action_are_not_tried_as_one() -> None:
    rules = _CountingRules()

    read_orders(NewText("：" * 29_000 + "\n\nA1\n", ""), rules.formed)

    assert 0 < rules.asked < 20_000
