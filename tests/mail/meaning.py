"""What is done at once of what a mail asks for, and what is asked back."""

from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.orders import Orders


def is_asked_back(orders: Orders) -> bool:
    """Whether the writer is asked before anything is done."""
    return bool(orders.rivals or orders.row)


def done(orders: Orders) -> tuple[Act, ...]:
    """What is done at once."""
    return () if is_asked_back(orders) else orders.acts
