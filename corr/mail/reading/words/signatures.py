"""Signatures, disclaimers, and lines that devices and programs add below a person's words."""

import re
from collections.abc import Iterable

from corr.mail.reading.words.doubts import asks_about_game, takes_back
from corr.mail.reading.words.harmless import is_label, is_valediction
from corr.mail.reading.words.vocabulary import WordPattern, word_set

_SHOWN = 400
_SHORTEST = 24
_OPENS = WordPattern(r"^\W{0,6}{programs.disclaimers}", re.IGNORECASE)
_SECRET = WordPattern("{programs.confidential}", re.IGNORECASE)
_MAIL = WordPattern("{programs.mail}", re.IGNORECASE)
_PERSON = WordPattern(r"\b{programs.writer}\b")
"""Who speaks of himself writes it himself."""
_PRINT = WordPattern("{programs.printing}", re.IGNORECASE)
_GREEN = WordPattern("{programs.environment}", re.IGNORECASE)
_OFFICIAL = WordPattern(r"^{programs.official}", re.IGNORECASE)
_SIGNED = re.compile(r"^\s{0,3}(?:--|—|–|__|--\xa0|-\s-)\s?$")
_RULE = re.compile(r"^\s*(?:[-_=*~#+‐-―─━]{3,}|\u1427)\s*$")
"""A line across, or the sign by which a tracker of mails marks them."""
_NAMED = re.compile(r"^[-–—~][^\W\d_]{2,20}(?: [^\W\d_]{1,20}\.?){0,2}$")
"""A name with a dash right before it, as people sign."""
_DASHED_NAME = re.compile(r"^\s{0,3}(?:--|—|–) ?[^\W\d_a-z][^\W\d_]{1,20}(?: [^\W\d_a-z][^\W\d_]{0,20}\.?){0,2},?\s*$")
"""A name right behind the sign of a signature: "--Bob Miller"."""
_SQUARE = re.compile(r"\b[A-Za-z]\d{1,2}\b")
"""Of a board."""
_LONG_RULE = re.compile(r"^\s*[-_=*~—─━]{10,}\s*$")
_FOLLOWED = re.compile(r"(?<![ (\[<:])[ (\[<:]*+(?:https?://|www\.)\S.{0,300}$")
"""A link that a program sends after its own name, with praise behind it perhaps."""
_PRAISED = re.compile(r"(?<=\w) ?\(https?://[^)\s]{1,300}\), \S.{0,100}$")
_LINK = re.compile(
    r"<(?:https?|mailto):[^>\s]{0,300}>|\[(?:https?|cid|image):[^\]\s]{0,300}\]|\(https?:[^)\s]{0,300}\)"
)
_BARE_LINK = re.compile(r"https?://\S{1,300}|www\.\S{1,200}|[^\s<>@]{1,64}@[^\s<>@]{1,100}")
_BRANDED = WordPattern(r"(?=.{0,40}{programs.brands})(?=.{0,40}{programs.sent}).{4,45}", re.IGNORECASE)
"""In languages that put the program before the verb."""
_OFFERED = WordPattern("{programs.offers}", re.IGNORECASE)
"""An offer of the program itself: "Get Outlook for iOS" in any language."""
_SENT_FROM = WordPattern("{programs.sent_from}", re.IGNORECASE)
_CARRIER = WordPattern("{programs.carriers}")
"""The name of a network before that of a telephone, or a whole sentence by a program."""
_SENT_USING = word_set("programs.sent_using")
_TALK = re.compile(r"[,;:?]\s|\bmuch\b|\beasier\b|\bdesk\b", re.IGNORECASE)
_VIRUS = WordPattern("{programs.virus}", re.IGNORECASE)
_GUARDS = WordPattern("{programs.virus_scanners}", re.IGNORECASE)
_BANNER = WordPattern(r"^\W{0,6}(?P<word>{programs.warning})\b.{0,400}$", re.IGNORECASE | re.DOTALL)
_OUTSIDE = WordPattern("{programs.outside}", re.IGNORECASE)
_TAGGED = WordPattern(r"^\W{0,4}\[?{programs.external_tag}(?: (?:e-?mail|sender|mail))?\]?\W{0,4}$", re.IGNORECASE)
_STRANGER = WordPattern("{programs.rare_sender}", re.IGNORECASE)
_LISTED = WordPattern("{programs.mailing_list}", re.IGNORECASE)
_NAME_LINES = 6
_NAME_LENGTH = 60
_NAME = re.compile(r"^[^\W\d_a-z][^\W\d_]{1,20}(?: [^\W\d_a-z][^\W\d_]{0,20}\.?){0,3}$")
_POSTSCRIPT = re.compile(r"^\W{0,3}(?:P\.? ?){1,2}S\b", re.IGNORECASE)
_CARD_LINES = 16
_CARD_LENGTH = 160
_CONTACT = re.compile(
    r"(?:\+|\b00)\d[\d ()/.-]{6,20}\d|\b(?:tel|phone|fon|mob|mobile|fax|tél|tlf|тел|m|t|p)\b[.:]{1,2}\s?[+(]?\d|"
    r"https?://|www\.|[^\s<>@]{1,64}@[^\s<>@]{1,100}\.",
    re.IGNORECASE,
)
"""Signs of a business signature: a telephone number, an address."""
_PICTURE = re.compile(r"^\s*\[(?:https?:|cid:|image:|inline image)[^\]\s]{0,300}[^\]]{0,60}\]\s*$", re.IGNORECASE)
_ADDRESS_ALONE = re.compile(r"^\s*<?[^\s<>@]{1,64}@[^\s<>@]{1,100}\.[^\W\d_]{2,20}>?\s*$")


_UNDECODED = re.compile(r"^\s*(?:=20|=A0|=C2=A0|&nbsp;)+\s*$")
_DASH = re.compile(r"^\s*-\s*$")
_ADDED = (_RULE, _PICTURE, _UNDECODED, _DASH)
"""Lines at the end of a mail that nobody wrote."""


def disclaims(line: str) -> bool:
    """Whether what a firm puts below every mail begins with *line*."""
    shown = line[:_SHOWN].strip()
    if _OPENS.match(shown) is not None:
        return True
    if len(shown) < (_SHORTEST if shown.isascii() else _SHORTEST // 2):
        return False
    if _PRINT.search(shown) is not None and _GREEN.search(shown) is not None:
        return True
    is_secret = _SECRET.search(shown) is not None and _MAIL.search(shown) is not None
    return _OFFICIAL.match(shown) is not None or (is_secret and _PERSON.search(shown) is None)


def unsigned(lines: list[str]) -> list[int]:
    """The places of those of *lines* that somebody wrote: no signature, no footer, nothing blank at the ends."""
    kept, device = _above_signature(lines)
    told = [place for part in _parts_below(lines, device) if _is_told_by_its_writer(lines, part) for place in part]
    return _trimmed(lines, _without_address(lines, _without_name(lines, _trimmed(lines, _trimmed(lines, kept) + told))))


def turns_below_device(lines: list[str]) -> list[int]:
    """
    The places of *lines* with squares of a board that stand below the line of a device below somebody's words.

    Telephones put that line above what is typed last; but what stands below it may be quoted, too.
    """
    parts = _parts_below(lines, _above_signature(lines)[1])
    return _trimmed(lines, [place for part in parts if _has_square(lines, part) for place in part])


def _above_signature(lines: list[str]) -> tuple[list[int], int]:
    """The places of lines above a signature, and that of a device's line if that is one; the number of lines if not."""
    kept: list[int] = []
    skipped = set(_notes(lines))
    is_added = False
    for at, line in enumerate(lines):
        if _ends(lines, at):
            break
        if at in skipped:
            continue
        if _is_sent_from(line) and not _is_amid_prose(lines, at):
            if any(lines[before].strip() for before in kept):
                return kept, at
            is_added = True
            continue
        if is_added and _BARE_LINK.fullmatch(line.strip()[:_SHOWN]):
            continue
        is_added = is_added and not line.strip()
        kept.append(at)
    return kept, len(lines)


def _parts_below(lines: list[str], device: int) -> Iterable[range]:
    """The paragraphs below the line of a device, each with the blank line above it, until a signature or a footer."""
    start = device + 1
    while start < len(lines) and not _ends(lines, start):
        end = next((at for at in range(start, len(lines)) if not lines[at].strip() or _ends(lines, at)), len(lines))
        is_apart = end > start and not lines[start - 1].strip()
        if is_apart and not (_is_contact(lines[start:end]) or any(map(_is_sent_from, lines[start:end]))):
            yield range(start - 1, end)
        start = max(end, start + 1)


def _is_contact(lines: list[str]) -> bool:
    return any(_CONTACT.search(line[:_SHOWN]) for line in lines)


def _has_square(lines: list[str], part: range) -> bool:
    return any(_SQUARE.search(lines[at][:_SHOWN]) for at in part)


def _is_told_by_its_writer(lines: list[str], part: range) -> bool:
    """Whether a paragraph speaks of "I" and "me", and not of a square."""
    told = any(_PERSON.search(lines[at][:_SHOWN]) for at in part)
    return told and not _has_square(lines, part)


def _is_amid_prose(lines: list[str], at: int) -> bool:
    """Whether a line that ends a sentence has words right above and below it: no program writes it so."""
    if not lines[at].rstrip().endswith(".") or not 0 < at < len(lines) - 1:
        return False
    return all(other.strip() and not _is_sent_from(other) for other in (lines[at - 1], lines[at + 1]))


def _without_address(lines: list[str], kept: list[int]) -> list[int]:
    """*kept* without the writer's own address that some clients put at the end, all by itself."""
    if len(kept) > 1 and _ADDRESS_ALONE.match(lines[kept[-1]][:_SHOWN]) and not lines[kept[-2]].strip():
        return kept[:-1]
    return kept


def _trimmed(lines: list[str], kept: list[int]) -> list[int]:
    while kept and (not lines[kept[-1]].strip() or any(sign.match(lines[kept[-1]][:_SHOWN]) for sign in _ADDED)):
        kept.pop()
    first = next((place for place, at in enumerate(kept) if lines[at].strip()), len(kept))
    return kept[first:]


def _ends(lines: list[str], at: int) -> bool:
    """Whether everything from a line on is a signature or a footer."""
    line = lines[at][:_SHOWN]
    if (_SIGNED.match(line) and not _is_said_below(lines, at)) or _is_signed_by_name(lines, at):
        return True
    if (_RULE.match(line) or _DASH.match(line)) and _is_signed_below(lines, at):
        return True
    if _LONG_RULE.match(line):
        below = " ".join(lines[at + 1 : at + 4])[:_SHOWN]
        is_sent = at + 1 < len(lines) and _is_sent_from(lines[at + 1])
        return is_sent or _LISTED.search(below) is not None or disclaims(below) or _warns(below)
    if disclaims(line):
        return True
    return _LISTED.search(line) is not None and (
        _BARE_LINK.search(" ".join(lines[at : at + 3])[:_SHOWN]) is not None or "you received this" in line.casefold()
    )


def _is_signed_by_name(lines: list[str], at: int) -> bool:
    """Whether a name stands here right behind the sign of a signature, and no more than a few short lines below it."""
    if _DASHED_NAME.match(lines[at][:_SHOWN]) is None or len(lines) - at > _NAME_LINES:
        return False
    below = lines[at + 1 :]
    is_short = _is_name(below) and not any(_SQUARE.search(line) for line in below)
    return is_short and any(line.strip() for line in lines[:at])


def _is_said_below(lines: list[str], at: int) -> bool:
    """Whether the line right below the sign of a signature may be about an order, instead of a name."""
    return any(_is_said(line[:_SHOWN]) for line in lines[at + 1 : at + 2])


def _is_signed_below(lines: list[str], at: int) -> bool:
    """Whether nothing but a name and a few short lines stands below a line across, right under it."""
    if len(lines) - at > _CARD_LINES:
        return False
    below = lines[at + 1 :]
    while below and (not below[-1].strip() or _RULE.match(below[-1])):
        below.pop()
    if not below or not _is_name(below) or not all(line.strip() for line in below):
        return False
    return _NAME.match(below[0].strip()) is not None and not is_label(below[0])


def _warns(text: str) -> bool:
    """Whether it speaks of viruses as programs do that look for them."""
    return _VIRUS.search(text) is not None and _GUARDS.search(text) is not None


def _notes(lines: list[str]) -> Iterable[int]:
    """The places of lines that gateways and programs put between what people write."""
    start = 0
    while start < len(lines):
        if not lines[start].strip():
            start += 1
            continue
        end = next((at for at in range(start, len(lines)) if not lines[at].strip()), len(lines))
        yield from _noted(lines, start, end)
        start = end


def _noted(lines: list[str], start: int, end: int) -> Iterable[int]:
    """The places of such lines in the paragraph between two places."""
    few = 6
    first = lines[start][:_SHOWN]
    paragraph = " ".join(lines[start : min(end, start + few)])[:_SHOWN]
    if _TAGGED.match(first) or _STRANGER.search(first):
        yield start
    elif end - start <= few and (_is_banner(paragraph) or _warns(paragraph)):
        yield from range(start, end)


def _is_banner(text: str) -> bool:
    """Whether it warns of a sender from outside, as gateways do."""
    banner = _BANNER.match(text)
    return banner is not None and _OUTSIDE.search(text, banner.end("word")) is not None


def _is_sent_from(line: str) -> bool:
    # A link in the middle has praise behind it: then the words before it decide.
    words = _FOLLOWED.sub("", _LINK.sub("", _PRAISED.sub("", line[:_SHOWN]))).strip(" \t*_[]()-.!").strip()
    if _CARRIER.fullmatch(words) or (words.casefold() in _SENT_USING and words != line.strip()):
        return True
    if not words or _TALK.search(words) is not None:
        return False
    return any(form.fullmatch(words) for form in (_SENT_FROM, _BRANDED, _OFFERED))


def _without_name(lines: list[str], kept: list[int]) -> list[int]:
    """*kept* without a formal close and the name under it; a close alone may be all that is said."""
    if len(kept) > 1 and _NAMED.match(lines[kept[-1]].strip()) and not _is_said(lines[kept[-1]]):
        return kept[:-1]
    for place, at in enumerate(kept):
        if not is_valediction(lines[at]):
            continue
        rest = [lines[below] for below in kept[place + 1 :] if lines[below].strip()]
        if rest and place and (_is_name(rest) or _is_card(rest)):
            return kept[:place]
    return kept


def _is_card(lines: list[str]) -> bool:
    """Whether *lines* are a name with all that a firm puts below it."""
    return _fit(lines, _CARD_LINES, _CARD_LENGTH) and _is_contact(lines)


def _is_name(lines: list[str]) -> bool:
    """Whether *lines* may be a name with a few short lines below it."""
    return _fit(lines, _NAME_LINES, _NAME_LENGTH)


def _fit(lines: list[str], most: int, length: int) -> bool:
    return len(lines) <= most and all(len(line) <= length for line in lines) and not any(map(_is_said, lines))


def _is_said(line: str) -> bool:
    """Whether *line*, where a name may stand, is a postscript or may be about an order: no name, office or address."""
    if _POSTSCRIPT.match(line) or asks_about_game(line):
        return True
    firsts = [word[0] for word in line.split() if word[0].isalpha()]
    # In names of firms and offices most words have capitals.
    is_sentence = 2 * sum(map(str.isupper, firsts)) <= len(firsts) or line.rstrip().endswith("!")
    return is_sentence and takes_back(line)
