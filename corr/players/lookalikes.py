"""Characters that look alike, by the list of Unicode."""

from collections.abc import Sequence

from confusable_homoglyphs.confusables import confusables_data


def alike(sign: str) -> Sequence[str]:
    """The single characters that look like *sign*."""
    return [found["c"] for found in confusables_data.get(sign, ()) if len(found["c"]) == 1]
