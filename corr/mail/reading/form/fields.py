"""Values of header fields: comments, quoted words and parameters, read once from left to right."""

import re

_LONGEST = 8 * 1024
_PIECE = re.compile(r"\\.?|[\"()]|[^\\\"()]+", re.DOTALL)
_SEPARATORS = re.compile(r"[\s<>,;\"()\[\]]+")
_MOST = 200
_LONGEST_ADDRESS = 320


def without_comments(field: str) -> str:
    """
    *field* without comments, and with an underscore for each quoted text, so that neither is read as part of its value.
    """
    kept: list[str] = []
    comments, is_quoted = 0, False
    for piece in _PIECE.findall(field[:_LONGEST]):
        if is_quoted:
            is_quoted = piece != '"'
        elif piece == "(":
            comments += 1
        elif piece == ")":
            comments = max(0, comments - 1)
        elif comments:
            continue
        elif piece == '"':
            is_quoted = True
            kept.append("_")
        else:
            kept.append(piece)
    return "".join(kept)


def first_word(field: str) -> str:
    """The first word of a field in small letters: "auto-replied" of `Auto-Submitted: Auto-Replied (vacation); by=x`."""
    words = without_comments(field).partition(";")[0].lower().split()
    return words[0].strip(",.'") if words else ""


def addresses_in(fields: tuple[str, ...]) -> tuple[str, ...]:
    """Everything in *fields* that has the form of an address or a message id, each once, without brackets."""
    found: dict[str, None] = {}
    for field in fields:
        for word in _SEPARATORS.split(field[:_LONGEST]):
            if "@" in word[1:-1] and len(word) <= _LONGEST_ADDRESS:
                found[word] = None
    return tuple(found)[:_MOST]
