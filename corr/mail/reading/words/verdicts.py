"""How surely a mail's orders are meant: the table of what may be left beside them, and the three verdicts."""

from enum import StrEnum


class VerdictRow(StrEnum):
    """What is left beside the orders of a mail once everything harmless is taken away: the row that decides."""

    NOTHING = ""
    ALTERNATIVES = "alternatives"
    """Lettered alternatives, "or" between actions, or text that is struck through."""
    AHEAD = "ahead"
    """Other words ahead of the turn in its own sentence: "Should I go for B3-C3"."""
    QUESTION = "question"
    """A question that may be about them: "Is this legal?"."""
    LED_INTO = "led-into"
    """The words right above lead into them: "For example:"."""
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
