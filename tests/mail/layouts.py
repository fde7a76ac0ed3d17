"""
Replies as the common clients lay them out, in many languages: made up from the forms that the clients write.

Each has a turn as the writer's own words and another one, the decoy, in what is quoted.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import product

from tests.mail.tongues import TONGUES, Tongue

DECOY = "A1-B2"
"""Formed like a turn of every game; it is never the writer's."""


WHO = "Alice via Corr <r+abcdefg@play.example>"
BOARD = f"Alice played:\n{DECOY}\nand now it is your turn.\n\nGood luck!"


@dataclass(frozen=True, slots=True)
class Reply:
    """A mail's body with a turn in it."""

    layout: str
    code: str
    kind: str
    """Text or html."""
    body: str


def replies(words: str) -> Iterator[Reply]:
    """The own *words* in every layout and language."""
    for tongue, (name, lay) in product(TONGUES, TEXT_LAYOUTS.items()):
        yield Reply(name, tongue.code, "text", lay(words, tongue))
    for tongue, (name, dress) in product(TONGUES, HTML_LAYOUTS.items()):
        yield Reply(name, tongue.code, "html", dress(words, tongue))


def _signed(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _wrapped(line: str, width: int = 50) -> str:
    """*line* broken as clients do it, at the last space that fits."""
    if len(line) <= width or " " not in line[:width]:
        return line
    at = line.rindex(" ", 0, width)
    return f"{line[:at]}\n{_wrapped(line[at + 1 :], width)}"


def _block(tongue: Tongue, *, bold: str = "", glue: str = " ", after: str = "") -> str:
    values = (WHO, tongue.moment, "Bob <bob@example.org>", "[7f3a9c] Kelasu: Alice – Bob")
    pairs = zip(tongue.fields, values, strict=True)
    return "\n".join(f"{bold}{label}:{bold}{glue}{value}{after}" for label, value in pairs)


def _gmail(words: str, tongue: Tongue) -> str:
    return f"{words}\n\n{_wrapped(tongue.attribution.format(WHO), 78)}\n\n{_signed(BOARD)}\n"


def _gmail_wrapped(words: str, tongue: Tongue) -> str:
    return f"{words}\n\n{_wrapped(tongue.attribution.format(WHO))}\n\n{_signed(BOARD)}\n"


def _gmail_tight(words: str, tongue: Tongue) -> str:
    return f"{words}\n{tongue.attribution.format(WHO)}\n{_signed(BOARD)}\n"


def _bare_quote(words: str, tongue: Tongue) -> str:
    return f"{words}\n\n{tongue.attribution.format(WHO)}\n\n{BOARD}\n"


def _broken_bracket(words: str, tongue: Tongue) -> str:
    line = tongue.attribution.format("Alice via Corr <\nr+abcdefg@play.example>")
    return f"{words}\n\n{line}\n\n{_signed(BOARD)}\n"


def _apple(words: str, tongue: Tongue) -> str:
    return f"{words}\n\n{tongue.sent_from}\n\n> {tongue.short.format(WHO)}\n> \n{_signed(BOARD)}\n"


def _apple_outside(words: str, tongue: Tongue) -> str:
    return f"{words}\n\n{tongue.short.format(WHO)}\n\n{_signed(BOARD)}\n"


def _thunderbird_bottom(words: str, tongue: Tongue) -> str:
    return f"{tongue.short.format('Alice via Corr')}\n{_signed(BOARD)}\n\n{words}\n"


def _interleaved(words: str, tongue: Tongue) -> str:
    first, second = BOARD.split("\n\n")
    return f"{tongue.attribution.format(WHO)}\n{_signed(first)}\n\n{words}\n\n{_signed(second)}\n"


def _outlook(words: str, tongue: Tongue) -> str:
    return f"{words}\n\n{_block(tongue)}\n\n{BOARD}\n"


def _outlook_ruled(words: str, tongue: Tongue) -> str:
    return f"{words}\n\n________________________________\n{_block(tongue, bold='*')}\n\n{BOARD}\n"


def _outlook_tabs(words: str, tongue: Tongue) -> str:
    return f"{words}\n\n{_block(tongue, glue=chr(9))}\n\n{BOARD}\n"


def _outlook_nbsp(words: str, tongue: Tongue) -> str:
    return f"{words}\n\n\xa0\n{_block(tongue, bold='**', glue=chr(0xA0), after='  ')}\n\n{BOARD}\n"


def _outlook_original(words: str, tongue: Tongue) -> str:
    return f"{words}\n\n-----{tongue.original}-----\n{_block(tongue)}\n\n{BOARD}\n"


def _outlook_mobile(words: str, tongue: Tongue) -> str:
    link = "<https://aka.ms/o0ukef>"
    return f"{words}\n\n{tongue.sent_from}{link}\n________________________________\n{_block(tongue)}\n\n{BOARD}\n"


def _samsung(words: str, tongue: Tongue) -> str:
    label, sent, to, subject = tongue.fields
    fields = f"{label}: {WHO} \n{sent}: 04.01.27  10:00  (GMT+01:00) \n{to}: bob@example.org \n{subject}: Kelasu "
    return f"{words}\n\n\n{tongue.sent_from}\n\n-------- {tongue.original} --------\n{fields}\n\n{BOARD}\n"


def _original_alone(words: str, tongue: Tongue) -> str:
    return f"{words}\n\n-------- {tongue.original} --------\n{_signed(BOARD)}\n"


def _gmx(words: str, tongue: Tongue) -> str:
    label, sent, to, subject = tongue.fields
    fields = f"{sent}: {tongue.moment}\n{label}: {WHO}\n{to}: bob@example.org\n{subject}: Kelasu"
    return f"{words}\n \n\n{fields}\n\n{BOARD}\n"


def _footed(words: str, tongue: Tongue) -> str:
    footer = (
        "\n_______________________________________________\nplayers mailing list\nhttps://lists.example.org/players"
    )
    return f"{words}\n\n-- \nBob\n{DECOY}\n\n{tongue.attribution.format(WHO)}\n{_signed(BOARD)}\n{footer}\n"


def _marked(words: str, tongue: Tongue) -> str:
    return f"{words}\n\n{tongue.short.format('Alice')}\n\n#mnp3q7x# {tongue.original}\n\n{BOARD}\n"


TEXT_LAYOUTS = {
    "Gmail": _gmail,
    "Gmail, wrapped": _gmail_wrapped,
    "Gmail, no blank lines": _gmail_tight,
    "Gmail, bracket broken": _broken_bracket,
    "no quote signs": _bare_quote,
    "Apple": _apple,
    "Apple, attribution outside": _apple_outside,
    "Thunderbird, below": _thunderbird_bottom,
    "interleaved": _interleaved,
    "Outlook": _outlook,
    "Outlook, ruled and bold": _outlook_ruled,
    "Outlook, tabs": _outlook_tabs,
    "Outlook, hard spaces": _outlook_nbsp,
    "Outlook, original message": _outlook_original,
    "Outlook, telephone": _outlook_mobile,
    "Samsung": _samsung,
    "original message alone": _original_alone,
    "GMX": _gmx,
    "signature and list footer": _footed,
    "our marker": _marked,
}


def _html(text: str) -> str:
    return "".join(f"<div>{escape(line, quote=False) or '<br>'}</div>" for line in text.split("\n"))


def _gmail_html(words: str, tongue: Tongue) -> str:
    attr = f'<div dir="ltr" class="gmail_attr">{escape(tongue.attribution.format(WHO))}<br></div>'
    quote = f'<blockquote class="gmail_quote" style="border-left:1px solid">{_html(BOARD)}</blockquote>'
    return f'<div dir="ltr">{_html(words)}</div><br><div class="gmail_quote">{attr}{quote}</div>'


def _outlook_html(words: str, tongue: Tongue) -> str:
    fields = "<br>".join(f"<b>{escape(line)}</b>" for line in _block(tongue).split("\n"))
    ruled = '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
    own = "".join(f'<p class="MsoNormal">{escape(line)}<o:p></o:p></p>' for line in words.split("\n"))
    return f'<div class="WordSection1">{own}<div>{ruled}<p>{fields}</p></div></div>{_html(BOARD)}</div>'


def _outlook_web_html(words: str, tongue: Tongue) -> str:
    fields = "<br>".join(escape(line) for line in _block(tongue).split("\n"))
    split = '<hr style="display:inline-block;width:98%" tabindex="-1"><div id="x_divRplyFwdMsg" dir="ltr">'
    own = f'<div class="elementToProof">{_html(words)}</div><div id="appendonsend"></div>'
    return f"{own}{split}{fields}</div>{_html(BOARD)}"


def _bare_html(words: str, tongue: Tongue) -> str:
    fields = "".join(f"<p>{escape(line)}</p>" for line in _block(tongue).split("\n"))
    return f"<html><body>{_html(words)}<p>&nbsp;</p>{fields}{_html(BOARD)}</body></html>"


def _apple_html(words: str, tongue: Tongue) -> str:
    line = f"<div>{escape(tongue.short.format(WHO))}</div>"
    return f'{_html(words)}<br><blockquote type="cite">{line}<br>{_html(BOARD)}</blockquote>'


def _yahoo_html(words: str, tongue: Tongue) -> str:
    line = f"<div>{escape(tongue.attribution.format(WHO))}</div>"
    own = f'<div class="ydp1a2b3cyahoo-style-wrap">{_html(words)}</div>'
    return f'{own}<div id="ydp9yahoo_quoted_77">{line}{_html(BOARD)}</div>'


def _zimbra_html(words: str, tongue: Tongue) -> str:
    head = '<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__">'
    return f"{_html(words)}{head}{_html(_block(tongue))}</div>{_html(BOARD)}"


def _thunderbird_html(words: str, tongue: Tongue) -> str:
    line = f'<div class="moz-cite-prefix">{escape(tongue.short.format(WHO))}</div>'
    return f'{line}<blockquote type="cite" cite="mid:1@x">{_html(BOARD)}</blockquote>{_html(words)}'


HTML_LAYOUTS = {
    "Gmail, HTML": _gmail_html,
    "Outlook, HTML": _outlook_html,
    "Outlook on the web, HTML": _outlook_web_html,
    "fields alone, HTML": _bare_html,
    "Apple, HTML": _apple_html,
    "Yahoo, HTML": _yahoo_html,
    "Zimbra, HTML": _zimbra_html,
    "Thunderbird below, HTML": _thunderbird_html,
}
