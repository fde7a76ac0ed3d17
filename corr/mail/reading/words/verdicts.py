"""
How surely a mail's orders are meant: the table of what may be left beside them, and the three verdicts.

What is harmless is taken away first (`harmless`, `own_words`); the first row of `TABLE` that fits what is left decides.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from corr.mail.reading.words.clauses import is_question, words_in
from corr.mail.reading.words.doubts import asks_about_game, takes_back

_FEW = 2
"""Words of a question right beside the orders that names nothing: "And this?"."""


class VerdictRow(StrEnum):
    """What is left beside the orders of a mail once everything harmless is taken away: the row that decides."""

    NOTHING = ""
    ALTERNATIVES = "alternatives"
    """Lettered alternatives, "or" between actions, or text that is struck through."""
    AHEAD = "ahead"
    """Other words ahead of the turn in its own sentence: "Should I go for B3-C3"."""
    LED_INTO = "led-into"
    """The words right above lead into them: "For example:"."""
    QUESTION = "question"
    """A question that may be about them: "Is this legal?"."""
    TAKEN_BACK = "taken-back"
    """Words that take back, put off or doubt: "not final"."""
    OTHER_WORDS = "other-words"
    """Any other words."""
    OTHER_PART = "other-part"
    """Only one of the mail's text and HTML holds them."""


class Verdict(StrEnum):
    """What becomes of the orders of a mail whose writer may do them at once."""

    CLEAR = "clear"
    """They are done at once."""
    UNSURE = "unsure"
    """The turn is played by itself an hour after the letter that says so, unless its writer says no."""
    IN_DOUBT = "in doubt"
    """The writer is asked, and nothing is done without a yes."""


@dataclass(frozen=True, slots=True)
class Left:
    """What is left beside the orders of a mail, without what is harmless."""

    sentences: tuple[str, ...] = ()
    """Every sentence, wherever it stands."""
    nearest: tuple[str, ...] = ()
    """Those of them right above and right below the orders."""
    is_alternative: bool = False
    """Whether the turn is one of several to choose from, or struck through."""
    is_ahead: bool = False
    """Whether words stand ahead of an order in its own sentence."""
    is_asked: bool = False
    """Whether that sentence is a question."""
    is_led_into: bool = False
    """Whether the line right above leads into an order."""
    is_long: bool = False
    """Whether it is more than anybody writes, so that it is not judged sentence by sentence."""
    goes_on: bool = False
    """Whether an order stands in the middle of a sentence, which begins right above and goes on right below it."""


TABLE: tuple[tuple[VerdictRow, Callable[[Left], bool]], ...] = (
    (VerdictRow.ALTERNATIVES, lambda left: left.is_alternative),
    (VerdictRow.AHEAD, lambda left: left.is_ahead),
    (VerdictRow.LED_INTO, lambda left: left.is_led_into),
    (
        VerdictRow.QUESTION,
        lambda left: (
            left.is_asked
            or any(map(asks_about_game, left.sentences))
            or any(is_question(one) and words_in(one) <= _FEW for one in left.nearest)
        ),
    ),
    (VerdictRow.TAKEN_BACK, lambda left: left.is_long or any(map(takes_back, left.sentences))),
    (VerdictRow.OTHER_WORDS, lambda left: bool(left.sentences)),
)
"""The rows in their order; the first that fits decides. All but the last one mean that the orders are in doubt."""


def row_of(left: Left) -> VerdictRow:
    """The row that decides about orders beside which *left* stands."""
    return next((row for row, fits in TABLE if fits(left)), VerdictRow.NOTHING)
