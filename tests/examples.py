"""How many examples a property is tried with: few by `make test`, as many as it can bear by `make test-slow`."""

from hypothesis import settings

FEW = 25
MANY = 100


def up_to(number: int, *, few: int = FEW) -> settings:
    """*number* examples where there is time, and else no more than *few*, or than other properties have."""
    usual = settings().max_examples
    return settings(max_examples=number if usual >= MANY else min(number, few, usual))
