"""What is done of what a mail asks for, at once or by itself, and what is asked back."""

from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.orders import Orders
from corr.mail.reading.words.verdicts import Verdict


def is_asked_back(orders: Orders) -> bool:
    """Whether the writer is asked before anything is done."""
    return orders.verdict is Verdict.IN_DOUBT


def done(orders: Orders) -> tuple[Act, ...]:
    """What is done without a question: at once, or by itself an hour later."""
    return () if is_asked_back(orders) else orders.acts


def done_at_once(orders: Orders) -> tuple[Act, ...]:
    """What is done at once."""
    return orders.acts if orders.verdict is Verdict.CLEAR else ()
