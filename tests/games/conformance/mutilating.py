"""Texts with letters put in, taken out, or replaced: what people mistype, and what they never would."""

from hypothesis import strategies as st

Change = tuple[int, int, str]
"""Where, how many letters are taken out there, and what is put in instead; nothing is if three are taken out."""


def changes(signs: str, most: int = 8) -> st.SearchStrategy[list[Change]]:
    """Some changes with *signs*, at most so many."""
    change = st.tuples(st.integers(0, 300), st.integers(0, 3), st.sampled_from(signs))
    return st.lists(change, min_size=1, max_size=most)


def mutilated(text: str, changed: list[Change]) -> str:
    """*text* after these changes."""
    for place, length, sign in changed:
        start = place % (len(text) + 1)
        text = text[:start] + (sign if length < 3 else "") + text[start + length :]
    return text
