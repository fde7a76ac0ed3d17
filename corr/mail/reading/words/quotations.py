"""
Where a quoted mail begins: "On … wrote:", "-----Original Message-----", or the fields of a mail.

It is recognised by its form (a date, an address, a colon at the end) as much as by words, so that unlisted languages
work too. Each line is read with a few that follow it, and only a bounded number of characters.
"""

import re

from corr.mail.reading.words.hypertext import HARD_END, MARKER
from corr.mail.reading.words.vocabulary import WordPattern, word_set

SHOWN = 400
"""The characters of a line, or of joined lines, that are read."""

ADDRESS = re.compile(
    r"(?<![^\s<>@])[^\s<>@]{1,64}@[^\s<>@]{1,80}\.[^\W\d_]{2,20}|(?<![^\s<>@])[^\s<>@]{1,64}@localhost\b"
)
"""An address must have a dot in its domain, since notations use "@" too."""
MOMENT = re.compile(
    r"\b(?:19|20)\d\d\b|\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{2,4}|\b\d{1,2}[:.h]\d{2}\b|20\d\d\s?[年년]|\b25\d\d\b|"
    r"[٠-٩۰-۹]{4}|[٠-٩۰-۹]{1,2}[:٫][٠-٩۰-۹]{2}"
)
_STAMPED = re.compile(
    r"^(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2},? \d{1,2}:\d\d(?::\d\d)? "
    r"(?:(?:GMT|UTC) ?[+-]\d{1,2}:?\d\d|[+-]\d{4})\b.{0,80}$|"
    r"^(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2} .{0,80}<[^\s<>@]{1,64}@[^\s<>@]{1,100}>$"
)
"""A date and a zone, or a date and an address: no person writes such a line, and it needs no colon at its end."""
_RULED = re.compile(r"^\s*[_=─━—-]{10,}\s*$")
_WORDS = sorted({word.lower().replace("ı", "i") for word in word_set("programs.wrote")}, key=len)[::-1]
# Two case-sensitive patterns: one pattern for both cases takes ten times as long.
_WROTE_PLAIN = re.compile(rf"\b(?:{'|'.join(re.escape(word) for word in _WORDS if word.isascii())})\b")
_WROTE_OTHER = re.compile("|".join(re.escape(word) for word in _WORDS if not word.isascii()))
_OPENS = WordPattern(r"^[\s*_>]{0,4}{programs.attribution_begins}\b", re.IGNORECASE)
_OPENED = re.compile(
    rf"(?<=[^\s<>:,]) ?(?=(?:{'|'.join(word.capitalize() for word in word_set('programs.attribution_begins'))})\b"
    rf"[^<>@]{{0,30}}?\d)"
)
"""The beginning of an attribution after own words on the same line."""
_HEADED = WordPattern(
    r"(?<=\S) (?=-{2,40} ?[^-\n]{3,60}? ?-{2,40}$|20\d\d[-/.]\d|"
    r"[*_]{0,2}{programs.from_field}[*_]{0,2}\s?[:：][*_]{0,2}\s)",
    re.IGNORECASE,
)
"""The beginning of the fields of a quoted mail, of a line above them or of a date, after own words on the same line."""
_AHEAD = re.compile(r"(?:[^<>@:\d]{1,80}?[!?] |(?:[A-Za-z]\d{1,2}[^\w\s]\S{1,40} ){1,8})(?=[^\W\d_]{2})")
"""A sentence or some actions ahead of a name, with which some attributions begin."""
_OF_HEADINGS = (":", "：", "--", " 20")
_BEHIND = re.compile(r"(.{5,300}?(?<![\d\s])\s?[:：]) ?(?![\s>|])(?=\S)")
_FIELD = re.compile(r"^[\s*_|]{0,8}([^:：\n]{1,40}?)[\s*_]{0,4}[:：][*_]{0,4}\s?(.*)$")
_BRACKET = re.compile(r"<[^\s<>@]{1,64}@[^\s<>@]{1,100}>")
_DASHED = re.compile(r"^[\s*]*[-_=‐-―─━]{2,40}\s*([^-_=‐-―─━][^\n]{2,80}?)\s*[-_=‐-―─━]{2,40}[\s*]*$")
_FLAT_FIELD = re.compile(r"(?:^|\s)[*_]{0,2}([^\s:*_：][^:：\n*_]{0,24}?)[*_]{0,2}\s?[:：](?=[*_]{0,2}\s)")
_BARRED = re.compile(r"\|(?:$| |[-+=]{3})")
_NAMED = re.compile(r"[^\W\d_]{1,12}>{1,5}(?:\s|$)")
FROM = word_set("programs.from_field")
FIELDS = word_set("programs.fields")
_ORIGINAL = word_set("programs.original_message")
_ENDINGS = (":", "：", ":>", "-", "﹕", "︰")
_SAID = re.compile(r"[:：]\s*[^\s\d>*_]")
"""Words after the colon of an attribution, which may be anybody's."""
_BLOCK_LINES = 10
_ATTRIBUTION_LINES = 5
_ANSWER_LINES = 20
"""The most lines of an answer between an attribution and the quoted letter of ours."""
_FIRST_LINES = 3
_EARLY = 40
"""The longest first line of an attribution that was broken early, in characters."""
_DATE_BEGINS = re.compile(r"[^\W\d_]{1,4}[.,]? \d{1,2}(?::\d\d|\.? [^\W\d_])")
"""A date, or the end of one, after a line was broken: "Mon 7 Dec", "Dec, 15:00"."""
_BROKEN = 3
"""The most lines into which a client breaks the first line of a letter of ours."""
_BREAKABLE = 40
"""The length from which on a client may have broken a line."""
_REST = 36
"""The most that stands before the mark in the rest of our first line: "Write above this line.", in any language."""
_LABEL = 20
_ENOUGH = 3
"""The number of fields that make a block; fewer may stand together by chance."""


def is_quoted(line: str) -> bool:
    """Whether *line* has a quotation mark such as ">", perhaps after a name: "Ada> "."""
    bare = line.lstrip()
    return bare[:1] in {">", "＞", "»"} or _BARRED.match(bare) is not None or _NAMED.match(bare[:SHOWN]) is not None


def ends_the_new(lines: list[str], number: int) -> bool:
    """Whether from this line on everything is a quoted mail."""
    line = lines[number]
    return (
        line == HARD_END
        or _begins_with_ours(lines, number)
        or _is_original(lines, number)
        or _is_block(lines, number)
        or _is_flat_block(line)
    )


def _begins_with_ours(lines: list[str], number: int) -> bool:
    """Whether the first line of a letter of ours begins here, with its mark at either end; clients may break it."""
    for at in range(number, min(number + _BROKEN, len(lines))):
        line = lines[at][:SHOWN]
        if MARKER.search(line):
            return at == number or (ends_ours(line) and not "".join(lines[at + 1 : at + 2]).strip())
        if len(line) < _BREAKABLE or is_quoted(line) or (at > number and not _goes_on_in(line)):
            return False
    return False


def ends_ours(line: str) -> bool:
    """Whether *line* is the rest of the first line of a letter of ours, which a client has broken before it."""
    marker = MARKER.search(line[:SHOWN])
    if marker is None or is_quoted(line) or line[marker.end() :].strip(" *_"):
        return False
    return marker.start() < _REST or _goes_on_in(line)


def _goes_on_in(line: str) -> bool:
    """Whether a sentence goes on in *line*: it begins with a small letter, a number, or in the middle of a date."""
    return line[:1].islower() or line[:1].isdigit() or _DATE_BEGINS.match(line) is not None


def attribution(lines: list[str], number: int) -> int | None:
    """The number of lines of an attribution here; 0 if there is none, None if the quotation below it has no marks."""
    first = lines[number][:SHOWN]
    if _is_stamped(lines, number):
        return 1 if _leads_on(lines, number) or _leads_to_ours(lines, number) else None
    if _DASHED.match(first) and not any(map(str.isdigit, first)) and _leads_on(lines, number):
        return 1
    return _broken_attribution(lines, number) if _signs(first) or _begins(lines, number) else 0


def is_by_hand(lines: list[str]) -> bool:
    """Whether people write such an attribution themselves, above what they quote: "You wrote:"."""
    text = " ".join(lines)[:SHOWN]
    return ADDRESS.search(text) is None and MOMENT.search(text) is None


def words_before(lines: list[str], number: int) -> int:
    """The position of what introduces a quoted mail after own words on the same line; 0 if there is none."""
    line = lines[number][:SHOWN]
    if is_quoted(line):
        return 0
    below = lines[number + 1 : number + _ATTRIBUTION_LINES + _ATTRIBUTION_LINES]
    opened = _OPENED.search(line) if MOMENT.search(line) else None
    if opened is not None and not _signs(line[: opened.start()]):
        return 0 if _broken_attribution([line[opened.end() :], *below], 0) == 0 else opened.end()
    ahead = _AHEAD.match(line)
    if ahead is not None and _signs(line[ahead.end() :]) and _broken_attribution([line[ahead.end() :], *below], 0) != 0:
        return ahead.end()
    headed = _HEADED.search(line) if any(sign in line for sign in _OF_HEADINGS) else None
    if headed is None or ": " in line[: headed.end()]:
        return 0
    rest = [line[headed.end() :], *below]
    return headed.end() if ends_the_new(rest, 0) or _is_stamped(rest, 0) else 0


def words_behind(lines: list[str], number: int) -> int:
    """The position of own words behind the colon of an attribution; 0 if there are none."""
    line = lines[number][:SHOWN]
    behind = _BEHIND.match(line)
    if behind is None or is_quoted(line) or not tells_of_writing(behind[1]) or not _leads_to_ours(lines, number):
        return 0
    # It may be the end of one that was broken.
    is_whole = not number or not lines[number - 1].strip() or _OPENS.match(line) is not None
    return behind.end(1) if is_whole and _signs(behind[1]) > 1 else 0


def _broken_attribution(lines: list[str], number: int) -> int | None:
    """The same as `attribution`, for one that may be broken into some lines."""
    joined, gaps = "", 0
    for count in range(1, _ATTRIBUTION_LINES + 1):
        here = number + count - 1 + gaps
        if here < len(lines) and not lines[here].strip() and joined and _goes_on(lines, here):
            gaps += 1
            here += 1
        if here >= len(lines) or (not lines[here].strip() and count > 1):
            return 0
        joined = f"{joined} {lines[here].strip()}".strip()
        if len(joined) > SHOWN:
            return 0
        leads_on = _leads_on(lines, here)
        if _introduces(joined, leads_on=leads_on):
            length = count + gaps if leads_on or _leads_to_ours(lines, here) else None
            return 0 if _is_led_by_prose(lines[number : here + 1]) else length
    return 0


def _begins(lines: list[str], number: int) -> bool:
    """Whether a line may be the beginning of an attribution that a mail program broke early: "On Mon,"."""
    bare = lines[number][:SHOWN].strip()
    if len(bare) > _EARLY or ":" in bare or bare.endswith((".", "!", "?")):
        return False
    below = lines[number + 1].lstrip() if number + 1 < len(lines) else ""
    is_name = (
        " " in bare and not any(map(str.isdigit, bare)) and (bare.endswith("<") or _BRACKET.match(below) is not None)
    )
    return is_name or _OPENS.match(bare) is not None


def _is_led_by_prose(lines: list[str]) -> bool:
    """Whether an attribution is complete without its first lines, which then are own words."""
    for at in range(1, len(lines)):
        if lines[at - 1].rstrip().endswith(("<", ",")) or lines[at].startswith("<"):
            continue
        rest = " ".join(line.strip() for line in lines[at:])
        is_sentence = lines[at - 1].rstrip().endswith((".", "!", "?", "…"))
        if _introduces(rest, leads_on=False) and _signs(rest) > (1 if is_sentence else 2):
            return True
    return False


def _goes_on(lines: list[str], blank: int) -> bool:
    """Whether the line below a blank one can only be the rest of a broken attribution: an address in its brackets."""
    below = lines[blank + 1].strip() if blank + 1 < len(lines) else ""
    return below == "<" or re.match(r"<(?:mailto:)?\s?[^\s<>@]{0,64}@?[^\n]{0,100}$", below) is not None


def _leads_on(lines: list[str], here: int) -> bool:
    """Whether a quotation with marks follows, or one that ends the new text by itself."""
    below = lines[here + 1 : here + 6]
    first = next((at for at, line in enumerate(below) if line.strip()), len(below))
    after = "".join(below[first : first + 1])
    return is_quoted(after) or after == HARD_END or any(MARKER.search(line[:SHOWN]) for line in below[first:])


def _leads_to_ours(lines: list[str], here: int) -> bool:
    """Whether a letter of ours is quoted some lines below, and no other mail, so that what stands above it is new."""
    below = range(here + 1, min(len(lines), here + _ANSWER_LINES))
    quoted = next((at for at in below if is_quoted(lines[at]) or MARKER.search(lines[at][:SHOWN])), len(lines))
    shown = lines[quoted : quoted + _FIRST_LINES]
    is_ours = any(MARKER.search(line[:SHOWN]) is not None for line in shown)
    return is_ours and not any(_signs(line[:SHOWN]) for line in lines[here + 1 : quoted])


def _is_stamped(lines: list[str], number: int) -> bool:
    stands_alone = number + 1 >= len(lines) or not lines[number + 1].strip() or _leads_on(lines, number)
    return _STAMPED.match(lines[number][:SHOWN].strip()) is not None and stands_alone


def _signs(text: str) -> int:
    """The number of signs of an attribution in *text*: an address, a moment, a word such as "wrote"."""
    return (ADDRESS.search(text) is not None) + (MOMENT.search(text) is not None) + tells_of_writing(text)


def tells_of_writing(text: str) -> bool:
    """Whether there is a word such as "wrote" in *text*, in any of the known languages."""
    lower = text.lower().replace("ı", "i")
    return _WROTE_PLAIN.search(lower) is not None or _WROTE_OTHER.search(lower) is not None


def _introduces(joined: str, *, leads_on: bool) -> bool:
    """Whether *joined* has the signs and the ending of an attribution; fewer are enough right above a quote."""
    ending = joined.rstrip(" *_")
    # Signs are searched for last, as that takes longest.
    if ending.endswith(_ENDINGS) or (tells_of_writing(ending[-15:]) and _SAID.search(ending[-15:]) is None):
        return _signs(joined) >= (1 if leads_on else 2)
    return leads_on and ending.endswith((">", ")")) and _signs(joined) > 1


def _is_original(lines: list[str], number: int) -> bool:
    """Whether the line is a client's "-----Original Message-----"; in a language unknown here, by what follows it."""
    line = lines[number][:SHOWN]
    dashed = _DASHED.match(line)
    words = _lower((dashed[1] if dashed else line).strip(" *:_"))
    if words in _ORIGINAL and (dashed or line.rstrip(" *").endswith((":", "："))):
        return True
    after = next((at for at in range(number + 1, min(number + 3, len(lines))) if lines[at].strip()), None)
    return dashed is not None and after is not None and _is_block(lines, after)


def _lower(words: str) -> str:
    """*words* in lower case, the Turkish İ like any other."""
    return words.replace("İ", "I").casefold()


def _is_block(lines: list[str], number: int) -> bool:
    """Whether the fields of a quoted mail begin here: "From: …, Sent: …, To: …" in any language."""
    if _FIELD.match(lines[number][:SHOWN]) is None:
        return False
    labels: list[str] = []
    # Outlook draws a line above the fields; with that, two of them are enough without anything in them to tell.
    has_moment = bool(number) and _RULED.match(lines[number - 1][:SHOWN]) is not None
    has_address = is_whole = False
    for line in lines[number : number + _BLOCK_LINES]:
        shown = line[:SHOWN]
        field = _FIELD.match(shown)
        if field is None and line.strip() and not ADDRESS.search(shown) and len(labels) > 1:
            break
        if field is None:
            is_whole = is_whole and (not line.strip() or ADDRESS.search(shown) is not None)
            has_address = has_address or ADDRESS.search(shown) is not None
            continue
        # In a language unknown here the first field is taken for the writer's, who has an address, or for the moment.
        is_whole = is_whole if labels else any(sign.search(field[2]) for sign in (ADDRESS, MOMENT))
        labels.append(_lower(field[1].strip(" *_")))
        has_address = has_address or ADDRESS.search(field[2]) is not None
        has_moment = has_moment or MOMENT.search(field[2]) is not None
        if _reads_as_block(labels, has_address=has_address, has_moment=has_moment, is_whole=is_whole):
            return True
    return False


def _reads_as_block(labels: list[str], *, has_address: bool, has_moment: bool, is_whole: bool) -> bool:
    known = {label for label in labels if label in FROM or label in FIELDS}
    told = has_address or has_moment or len(known) >= _ENOUGH
    if labels[0] in known and known & FROM and len(known) > 1 and told:
        return True
    may_be = labels[0] in known or (is_whole and len(labels[0]) <= _LABEL)
    return len(set(labels)) >= _ENOUGH and has_address and has_moment and may_be


def _is_flat_block(line: str) -> bool:
    """Whether all the fields of a quoted mail stand on one line, as some programs make it of HTML."""
    labels = [found.strip().casefold() for found in _FLAT_FIELD.findall(line[:SHOWN])]
    # A label is what stands right before its colon, whatever the value before it was.
    words = [label.rsplit(" ", 1)[-1] if label not in FROM | FIELDS else label for label in labels]
    known = {word for word in words if word in FROM or word in FIELDS}
    return bool(words) and words[0] in FROM and len(known) >= _ENOUGH and _signs(line[:SHOWN]) > 0


_SENDER = re.compile(
    r"^[\s\"'*]{0,4}[^<>@\n]{0,60}<(?:mailto:)?[^\s<>@]{1,64}@[^\s<>@]{1,100}>[\s*]{0,3}(?P<rest>.{0,60})$"
)
_TIME = re.compile(r"\b\d{1,2}[:.]\d{2}\b")
_MOMENT_ALONE = re.compile(
    r"^[\s*]{0,4}(?:[^\W\d_]{1,12}[.,]? )?[\d./ -]{6,12}[,.]? ?\d{1,2}[:.]\d\d(?:[:.]\d\d)?.{0,12}$"
)
_DAY_ALONE = re.compile(
    r"^[\s*]{0,4}(?:[^\W\d_]{2,12}[.,]{0,2} )?"
    r"(?:\d{1,2}\.? [^\W\d_]{3,12}\.?|[^\W\d_]{3,12}\.? \d{1,2}),? (?:19|20)\d\d"
    r"(?:,? (?:at |um |à )?\d{1,2}[:.]\d\d(?:[:.]\d\d)?.{0,12})?$"
)
"""With the month in letters: "Monday, 4 January 2027 10:00"."""
_ARROWS = re.compile(r"^\s{0,3}>>>? .{3,300} >>>?\s*$")
_DASHED_WROTE = re.compile(r"^\s*-{2,20} ?(?:[^-\n]|-(?!-)){3,200}? ?-{2,20}\s*$")
_RUN_ON = re.compile(
    r"^\s*[^\W\d_]{1,8}\b.{0,80}\d.{0,120}<[^\s<>@]{1,64}@[^\s<>@]{1,100}>(?P<words>[^:<>]{2,30}):\s{2,}\S"
)
_ABOVE = WordPattern(r"^\W{2,20}.{0,60}\b{programs.above_this_line}\b.{0,40}$", re.IGNORECASE)
_WROTE_WITHOUT_MARKS = WordPattern(r"^\s{0,3}[^\s>|:：].{0,60}?\s?{programs.wrote_without_marks}\s?[:：]\s*$")
"""A line that no person writes, but a mail program above quoted words without quotation marks."""
_SIGNS = " \t>|»*"
_FRAME = re.compile(r"^[\s>|+=_-]*$")
_BEFORE_COLON = re.compile(r"^([^:：]{1,40}?)\s?[:：]")
_DASHED_ALONE = re.compile(r"^-{2,40}[^-\n]{2,60}-{2,40}$")
_KNOWN = FROM | FIELDS
_HIDDEN = word_set("programs.quotation_hidden")
_RUN = 20
"""Lines at most of fields behind quote signs."""
_BELOW = 3
_FEW = 2


def is_heading(lines: list[str], number: int) -> bool:
    """Whether a quoted mail without quote signs begins on this line."""
    line = lines[number][:SHOWN]
    if line.lstrip().startswith(">"):
        return _is_between_arrows(line) or _is_run_of_fields(lines, number)
    if line.lstrip().startswith("|"):
        return _is_run_of_fields(lines, number)
    return (
        _is_sender(lines, number)
        or _is_dated(lines, number)
        or (_DASHED_WROTE.match(line) is not None and _ends_with_writing(line))
        or _is_run_on(line)
        or _ABOVE.match(line) is not None
        or (
            _WROTE_WITHOUT_MARKS.match(line) is not None
            and not is_quoted(next(filter(None, lines[number + 1 : number + 3]), ""))
        )
        or _is_hidden(line)
    )


def _is_between_arrows(line: str) -> bool:
    """Whether it is ">>> Ada <ada@example.org> 1/4/2027 10:00 AM >>>"."""
    return _ARROWS.match(line) is not None and ADDRESS.search(line) is not None and MOMENT.search(line) is not None


def _is_sender(lines: list[str], number: int) -> bool:
    """Whether a sender stands here with a moment behind or below it, and a field of a mail or nothing more below."""
    sender = _SENDER.match(lines[number][:SHOWN])
    if sender is None:
        return False
    below = [line for line in lines[number + 1 : number + 1 + _BELOW] if line.strip()]
    if below and not sender["rest"].strip() and _MOMENT_ALONE.match(below[0][:SHOWN]):
        return True
    is_dated = MOMENT.search(sender["rest"]) is not None and _TIME.search(sender["rest"]) is not None
    return is_dated and bool(below) and _field(below[0]) is not None


def _is_dated(lines: list[str], number: int) -> bool:
    """Whether a day and a time stand alone here, with the sender or a field of a mail right below."""
    if _MOMENT_ALONE.match(lines[number][:SHOWN]) is None and _DAY_ALONE.match(lines[number][:SHOWN]) is None:
        return False
    below = next((line for line in lines[number + 1 : number + 1 + _FEW] if line.strip()), "")[:SHOWN]
    sender = _SENDER.match(below)
    return _field(below) in FROM or (sender is not None and not sender["rest"].strip())


def _ends_with_writing(line: str) -> bool:
    words = line.strip(" -")
    return tells_of_writing(words[-20:]) and len(words.split()) > 1


def _is_hidden(line: str) -> bool:
    bare = line.strip(" *_")
    return bare[:1] == "[" and bare[-1:] == "]" and bare[1:-1].strip(" .-").casefold() in _HIDDEN


def _is_run_on(line: str) -> bool:
    """Whether an attribution has the first quoted words behind it on the same line."""
    found = _RUN_ON.match(line)
    return found is not None and MOMENT.search(line) is not None and tells_of_writing(found["words"])


def _is_run_of_fields(lines: list[str], number: int) -> bool:
    """Whether behind the quote signs from here on there is nothing but the fields of a mail, and words below them."""
    if not lines[number].strip(_SIGNS):
        return False
    known, at = 0, number
    while at < min(len(lines), number + _RUN):
        line = lines[at][:SHOWN]
        if line.strip() and not is_quoted(line):
            break
        bare = line.strip(_SIGNS)
        label = _field(bare)
        known += label is not None
        if bare and not _BEFORE_COLON.match(bare) and not _is_frame(line, bare) and not (known and MOMENT.search(bare)):
            return False
        at += 1
    return known >= _FEW and at < len(lines)


def _is_frame(line: str, bare: str) -> bool:
    return _FRAME.match(line) is not None or _DASHED_ALONE.match(bare) is not None


def _field(line: str) -> str | None:
    """The label of a field of mails at the beginning of *line*."""
    found = _BEFORE_COLON.match(line.strip(_SIGNS))
    label = found[1].strip(" *_").casefold() if found else ""
    return label if label in _KNOWN else None
