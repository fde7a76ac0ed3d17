"""Examples for each property: 25 by `make test`, 100 by `make test-slow`, fewer where each costs much."""

from hypothesis import settings

FEW = 25
MANY = 100


def up_to(number: int, *, few: int = FEW) -> settings:
    """*number* examples, fewer than 100, by `make test-slow`; by `make test` as many, but no more than *few*."""
    usual = settings().max_examples
    return settings(max_examples=number if usual >= MANY else min(number, few, usual))
