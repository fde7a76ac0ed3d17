"""
Reading what people type, as far as it is the same in all games.

People write on telephones, in mail programs that improve on their typing, and in other scripts. What certainly means
the same is folded to plain ASCII; a letter of another alphabet that only looks right is named in the refusal. The
numbers, bullets and emphasis of a list around its actions mean nothing.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

LONGEST = 2000
"""Characters of one turn at most."""
_SHOWN = 60
_LOOKED_AT = 4 * _SHOWN
"""How far behind the beginning of something unreadable the next action is looked for."""
_DASHES = "‐‑‒–—―−⁃➖⸺⸻﹘"
ARROWS = "→⇒⟶⟹➔➙➜➝➞⇾⭢⎯"
"""Arrows, and the line that lengthens them: dashes, but where a game gives them a meaning of their own."""
_TIMES = "×✕✖⨯✗✘"
_TURKISH = {"İ": "I", "ı": "i"}
"""What a Turkish keyboard makes of an i. A pattern without regard to case takes both for one; nothing else does."""
_FOLDS = str.maketrans(
    dict.fromkeys(_DASHES + ARROWS, "-")
    | dict.fromkeys(_TIMES, "x")
    | _TURKISH
    | {"+": "+", "∶": ":", "،": ",", "、": ","}
)
_LOOK_ALIKES = dict(zip("АВЕЅІЈКМНОРСТХԌаеѕіјорсхΑΒΕΗΙΚΜΝΟΡΤΧ", "ABESIJKMHOPCTXGaesijopcxABEHIKMNOPTX", strict=True))
_FOLDED = re.compile(r"[^\n -~]")
"""Signs that may be folded: all that are no visible signs of ASCII."""
_ALPHABETS = ("CYRILLIC", "GREEK")
TURNING_SIGNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction of text, so that it looks different from what is read."""
_ENDS = frozenset({"end", "pass", "stop", "done"})


@dataclass(frozen=True, slots=True)
class Part:
    """One action as it was typed."""

    text: str
    """Folded."""
    match: re.Match[str] | None
    """How the game's pattern understands it; None if it does not."""


def folded(text: str, *, kept: str = "") -> str:
    """
    *text* with digits, dashes, arrows and crosses in ASCII and without invisible signs.

    :param kept: signs that stay as they are, because a game gives them a meaning of their own.
    """
    if text.isascii():
        return text
    normal = unicodedata.normalize("NFKC", text).translate(_folds(kept))
    if normal.isascii():
        return normal
    return _FOLDED.sub(_folded_sign, normal)


@lru_cache
def _folds(kept: str) -> dict[int, str]:
    """What is folded of each sign but for those *kept*."""
    return {sign: plain for sign, plain in _FOLDS.items() if chr(sign) not in kept}


def _folded_sign(found: re.Match[str]) -> str:
    """A sign in ASCII if it is a digit of another script or a space, nothing if it is invisible, else as it is."""
    sign = found[0]
    digit = unicodedata.decimal(sign, None)
    if digit is not None:
        return str(digit)
    if sign.isspace():
        return " "
    return "" if unicodedata.category(sign) == "Cf" else sign


def shown(text: str, most: int = _SHOWN) -> str:
    """*text* as it can be quoted in a sentence: on one line, without invisible signs, cut to a length."""
    visible = "".join(sign if sign.isprintable() else "�" if _is_control(sign) else " " for sign in text[: 4 * most])
    words = " ".join(visible.split())
    return words if len(words) <= most and len(text) <= 4 * most else f"{words[:most]}…"


def _is_control(sign: str) -> bool:
    """Whether a sign is for machines: neither to be seen nor a space, and no part of any text."""
    return unicodedata.category(sign) in {"Cc", "Cs"} and not sign.isspace()


def control_sign(text: str) -> str | None:
    """A sentence about the first control character of *text*, if there is one."""
    for sign in text:
        if _is_control(sign):
            return f"It has a control character, U+{ord(sign):04X}, which cannot be seen; leave that out."
    return None


def foreign_letter(text: str, board: str = "") -> str | None:
    """
    A sentence about the first letter of *text* that is not Latin although it may look so, if there is one.

    :param board: the letters that name squares; no other is proposed before a digit.
    """
    for sign, following in zip(text, f"{text[1:]} ", strict=True):
        name = unicodedata.name(sign, "")
        for alphabet in _ALPHABETS:
            if name.startswith(alphabet):
                latin_letter = _LOOK_ALIKES.get(sign, "")
                if board and following.isdigit() and latin_letter.upper() not in board:
                    latin_letter = ""
                meant = f"the Latin {latin_letter}" if latin_letter else "Latin letters"
                return f"“{sign}” is a {alphabet.capitalize()} letter; write {meant}."
    return None


def latin(text: str) -> str:
    """*text* with letters of other alphabets that look like Latin ones replaced by those: for a guess, never a turn."""
    return text if text.isascii() else "".join(_LOOK_ALIKES.get(sign, sign) for sign in text)


def strange_sign(text: str, board: str = "") -> str | None:
    """
    A sentence about the first sign of *text* that is in no notation although it may not look so, if there is one.

    :param board: the letters that name squares.
    """
    return control_sign(text) or foreign_letter(text, board)


def is_end(text: str) -> bool:
    """Whether *text* is a word by which people end a turn; no notation has one."""
    return text.strip().lower() in _ENDS


_SEPARATORS = re.compile(r"(?:[\s,;]|[.!](?=[\s.!]|\Z))*")
_UNREAD = re.compile(r"[^\s,;]+(?:[ \t]+[^\s,;]+)*")
_END_OF_ACTION = r"(?=[\s,;&]|[.!]+(?:\s|\Z)|\Z)"
JOINING_WORDS = ("and then", "and", "then")
"""Words between two actions of a turn that say no more than a comma."""
_JOINT = re.compile(rf"(?:(?:{'|'.join(JOINING_WORDS).replace(' ', '[ ]+')})\b|&)[\s,;]*", re.IGNORECASE)


def action_pattern(*forms: str) -> re.Pattern[str]:
    r"""
    The pattern of one action that has one of several forms, without regard to case.

    :param forms: regular expressions, in which blanks mean nothing: one that may be typed is `\s`.
    """
    return re.compile(f"(?:{'|'.join(forms)}){_END_OF_ACTION}", re.IGNORECASE | re.VERBOSE)


@lru_cache
def action_beginning(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """What *pattern*, which `action_pattern` made, says of an action, whatever follows it."""
    return re.compile(pattern.pattern.removesuffix(_END_OF_ACTION), pattern.flags)


def parts(text: str, pattern: re.Pattern[str]) -> Iterator[Part]:
    """The actions of a folded text one by one; what *pattern* does not understand ends at the next separator."""
    place = _after_separators(text, 0)
    while place < len(text):
        match = pattern.match(text, place)
        if match:
            yield Part(match[0], match)
            place = _after_joint(text, match.end(), pattern)
        else:
            end = _end_of_unread(text, place, pattern)
            yield Part(text[place:end], None)
            place = _after_separators(text, end)


def has_form(text: str, pattern: re.Pattern[str], plain: Callable[[str], str] = folded) -> bool:
    """
    Whether *text* is made only of one or more actions as *pattern* understands them, and no longer than a turn.

    :param plain: how the game folds what is typed.
    """
    if len(text) > LONGEST:
        return False
    folded_text = plain(text)
    start = place = _after_separators(folded_text, 0)
    while place < len(folded_text):
        match = pattern.match(folded_text, place)
        if match is None:
            # Where the next action would begin is not looked for: lines of prose are many, and may be hostile.
            return False
        place = _after_joint(folded_text, match.end(), pattern)
    return place > start


def _after_joint(text: str, place: int, pattern: re.Pattern[str]) -> int:
    """Where the next action begins after one; a joining word counts only if an action follows it."""
    place = _after_separators(text, place)
    joint = _JOINT.match(text, place)
    return joint.end() if joint and pattern.match(text, joint.end()) else place


def _after_separators(text: str, place: int) -> int:
    found = _SEPARATORS.match(text, place)
    return found.end() if found else place


def _end_of_unread(text: str, place: int, pattern: re.Pattern[str]) -> int:
    """Where a part ends that is no action: at a separator, or where an action follows a space."""
    found = _UNREAD.match(text, place)
    end = found.end() if found else place + 1
    # A refusal quotes only the beginning, so an action far behind it need not be found.
    for space in re.finditer(r"[ \t]+", text[place : min(end, place + _LOOKED_AT)]):
        if pattern.match(text, place + space.end()):
            return place + space.start()
    return end


# -- turns that are typed as lists ------------------------------------------------------------------------------

WRAPPING = " \t*_`\"'“”„‘’«»"
"""What people put around words to make them stand out."""
AROUND_WORDS = f"{WRAPPING}.,;:!?()…¿¡？！。，"
"""The same, and the signs of a sentence."""
_MENTION_WORDS = 8
"""Words of one stretch of actions within a sentence at most."""
_SIGN = re.compile(r"^\s*(?:[-*•·‣▪◦–—]\s+|\(?\d{1,3}[.):]\s+|\(?[A-Za-z][.)]\s+)")
_INNER_NUMBER = re.compile(r"(?:^|(?<=\s))\(?\d{1,3}[.)]\s+")
_SLASHED = re.compile(r"^\s*/(?:move|turn|play)\b[\s:]*", re.IGNORECASE)
_DENYING = "❌❎✖✗✘✕🚫⛔🛑👎❓❔⁉☐⬜🤔🤷✋🗑🔙"
DENYING_SIGNS = re.compile(rf"^[^\w{_DENYING}]*[{_DENYING}]|[{_DENYING}][^\w{_DENYING}]*$")
"""A cross, a question mark or an empty box ahead of something or behind it, which is not meant then."""
_PICTURES = "\u2190-\u23ff\u2460-\u27ff\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001fbff"
_MARK = re.compile(
    rf"^\s*(?:(?:(?![{_DENYING}])[{_PICTURES}•·‣⁃∙・※\ufe0f\u200d\u20e3])+|\d{{1,2}}\ufe0f?\u20e3|[-=]{{1,3}}>|"
    r"[-–—](?=[A-Za-z]{1,2}\s?\d|[A-Za-z]{3}))\s*"
)
"""A picture, a tick or an arrow ahead of an action, or a dash that stands for a bullet without a space behind it."""
_MARKS = 4
_DANGLING = re.compile(r"(?<=\d)\s?[-–—]$")
_APART = re.compile(r"(?<![^\W\d_])([^\W\d_])[ \t]+(\d{1,2})(?!\d)")


def unlisted_turn(text: str, formed: Callable[[str], bool]) -> str:
    """
    *text* without what surrounds the actions on its lines; a line that is not made of actions stays as it is.

    :param formed: whether a text is one or more actions by its form and nothing else.
    """
    if formed(text):
        return text
    return "\n".join(next((form for form in forms(line) if formed(form)), line) for line in text.split("\n"))


def forms(line: str) -> Iterator[str]:
    """A line as it stands, then without what surrounds actions in lists and in emphasis, then with whole squares."""
    plain = unmarked(line)
    return iter(dict.fromkeys(form for text in (line, plain, in_one_piece(plain)) for form in _unlisted(text.strip())))


def _unlisted(text: str) -> Iterator[str]:
    inner = unwrapped(text)
    yield text
    yield inner
    yield _INNER_NUMBER.sub(" ", inner).strip()
    yield inner.strip("()[]").strip(WRAPPING)


def unwrapped(line: str) -> str:
    """A line without its list sign and without emphasis."""
    return without_sign(_SLASHED.sub("", line.strip())).strip(WRAPPING)


def unmarked(line: str) -> str:
    """A line without pictures, arrows and list signs ahead of it and a dash at its end, which may also be notation."""
    text = line.strip()
    for _ in range(_MARKS):
        text = _MARK.sub("", without_sign(text))
    return _DANGLING.sub("", text.strip(WRAPPING))


def in_one_piece(text: str) -> str:
    """*text* with the letter and the number of each square together, which are often apart where they were dictated."""
    return _APART.sub(r"\1\2", text)


def without_sign(line: str) -> str:
    """A line without the number, letter or bullet that makes it an item of a list."""
    return _SIGN.sub("", line)


# -- actions within sentences -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words of a sentence that are one or more actions."""

    text: str
    start: int
    """The number of its first word."""
    end: int
    """The number of the word after its last."""


def actions_among(words: list[str], formed: Callable[[str], bool]) -> list[Stretch]:
    """
    Each stretch of actions among *words*, from each word on the longest.

    :param formed: whether a text is one or more actions by its form and nothing else.
    """
    found: list[Stretch] = []
    at = 0
    while at < len(words):
        stretch = _stretch_from(words, at, formed)
        if stretch is not None:
            found.append(stretch)
        at = stretch.end if stretch is not None else at + 1
    return found


def _stretch_from(words: list[str], start: int, formed: Callable[[str], bool]) -> Stretch | None:
    """The longest stretch of actions that begins with a word, if one does."""
    if not any(map(str.isalnum, words[start])):
        return None
    for end in range(min(start + _MENTION_WORDS, len(words)), start, -1):
        text = " ".join(words[start:end]).strip(AROUND_WORDS)
        if text and formed(text):
            return Stretch(text, start, end)
    return None
