"""What somebody writes below the turn for the other player to read, without the way in which letters are closed."""

from corr.mail.reading.words.closings import is_close
from corr.mail.reading.words.speech import is_greeting

_NAME_LINES = 4
_NAME_LENGTH = 40
_NAME_WORDS = 2


def free_words(lines: list[str], taken: frozenset[int], turn: int) -> str:
    """The lines below number *turn* that are no commands, as one text; empty if there are none to pass on."""
    rest = ["" if number in taken else lines[number].rstrip() for number in range(turn + 1, len(lines))]
    while rest and (not rest[0].strip() or is_greeting(rest[0])):
        rest.pop(0)
    for number, line in enumerate(rest):
        below = [text for text in rest[number + 1 :] if text.strip()]
        if is_close(line) and len(below) <= _NAME_LINES and all(len(text) <= _NAME_LENGTH for text in below):
            rest = rest[:number]
            break
    return "\n".join(_without_name(_trimmed(rest)))


def _trimmed(lines: list[str]) -> list[str]:
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def _without_name(lines: list[str]) -> list[str]:
    """*lines* without a name that stands alone at the end, with a dash before it or a blank line above it."""
    if not lines:
        return lines
    last = lines[-1].strip()
    bare = last.lstrip("-–—~ ")
    words = bare.split()
    is_name = 0 < len(words) <= _NAME_WORDS and all(word[:1].isupper() and word.isalpha() for word in words)
    is_apart = bare != last or len(lines) == 1 or not lines[-2].strip()
    return _trimmed(lines[:-1]) if is_name and is_apart else lines
