"""The text and the HTML of one mail, read side by side: they must not contradict each other."""

from corr.games.api import AnyRules
from corr.games.registry import Registry
from corr.mail.reading.words.lines import Formed
from corr.mail.reading.words.orders import Orders, formed_in_any, read_formed, same
from corr.mail.reading.words.quoting import NewText


def read_both(text: NewText, html: NewText, rules: AnyRules) -> Orders:
    """What a mail asks for by its text and by its HTML; where they differ, both become rivals."""
    return _both(text, html, rules.formed)


def read_both_of_any(text: NewText, html: NewText, registry: Registry) -> Orders:
    """The same where it is not known which game is meant: whatever is formed like a turn of any of them is one."""
    return _both(text, html, formed_in_any(registry))


def _both(text: NewText, html: NewText, formed: Formed) -> Orders:
    by_text, by_html = read_formed(text, formed), read_formed(html, formed)
    if by_text.rivals or by_html.rivals:
        return by_text if by_text.rivals else by_html
    if not by_text.acts and not text.text.strip():
        return by_html
    # A part that has nothing in it says nothing; one in which all is quoted says that there is nothing new.
    if not by_html.acts and not html.text.strip() and not html.cut.strip():
        return by_text
    return by_text if same(by_text, by_html) else Orders(rivals=_meant(by_text, by_html))


def _meant(*readings: Orders) -> tuple[str, ...]:
    """What each reading asks for, once."""
    return tuple(dict.fromkeys(asked for orders in readings for asked in orders.asked))
