"""Words for the numbers and names of a table."""

import pytest

from corr.leagues.rules.table_words import shortly_listed


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ("A", "A"),
        ("A B", "A and B"),
        ("A B C D", "A, B, C and D"),
        ("A B C D E", "A, B, C and 2 others"),
        ("A B C D E F G H I", "A, B, C and 6 others"),
    ],
)
def test_of_many_names_only_the_first_are_told(names: str, words: str) -> None:
    assert shortly_listed(names.split(), 4) == words
