"""The text and the HTML of one mail, read side by side: they must not contradict each other."""

from dataclasses import replace

from corr.games.api import AnyRules
from corr.games.registry import Registry
from corr.mail.reading.words.acts import Doubt
from corr.mail.reading.words.lines import Formed
from corr.mail.reading.words.orders import Orders, formed_in_any, read_orders, same
from corr.mail.reading.words.quoting import NewText


def read_both(text: NewText, html: NewText, rules: AnyRules, writer: frozenset[str] = frozenset()) -> Orders:
    """
    What a mail asks for by its text and by its HTML; where they differ, both become rivals.

    :param writer: the words of the writer's name, in small letters, as far as they are known.
    """
    return _both(text, html, rules.formed, writer)


def read_both_of_any(text: NewText, html: NewText, registry: Registry, writer: frozenset[str] = frozenset()) -> Orders:
    """The same where it is not known which game is meant: whatever is formed like a turn of any of them is one."""
    return _both(text, html, formed_in_any(registry), writer)


def _both(text: NewText, html: NewText, formed: Formed, writer: frozenset[str]) -> Orders:
    by_text, by_html = read_orders(text, formed, writer), read_orders(html, formed, writer)
    if by_text.rivals or by_html.rivals:
        return by_text if by_text.rivals else by_html
    if not by_text.acts and not text.text.strip():
        return by_html
    # A part that has nothing in it says nothing; one in which all is quoted says that there is nothing new.
    if not by_html.acts and not html.text.strip() and not html.cut.strip():
        return by_text
    if same(by_text, by_html):
        return by_text if by_text.doubt else replace(by_text, doubt=by_html.doubt)
    if by_text.acts and by_html.acts:
        return Orders(rivals=tuple(dict.fromkeys((*by_text.asked, *by_html.asked))))
    return replace(by_text if by_text.acts else by_html, doubt=Doubt.OTHER_PART)
