"""Which signs look like each other, as Unicode has it."""

from collections.abc import Sequence

from confusable_homoglyphs.confusables import confusables_data


def alike(sign: str) -> Sequence[str]:
    """The signs that look like *sign*."""
    return [found["c"] for found in confusables_data.get(sign, ()) if len(found["c"]) == 1]
