"""The text and the HTML of one mail, read side by side: they must not contradict each other."""

from corr.games.api import AnyRules
from corr.mail.reading.orders import Act, Orders, read_orders, same
from corr.mail.reading.quoting import NewText


def read_both(text: NewText, html: NewText, rules: AnyRules) -> Orders:
    """What a mail asks for by its text and by its HTML; where they differ, both become rivals."""
    by_text, by_html = read_orders(text, rules), read_orders(html, rules)
    if not (by_html.acts or by_html.rivals):
        return by_text
    if not (by_text.acts or by_text.rivals):
        return by_html
    if by_text.rivals or by_html.rivals:
        return by_text if by_text.rivals else by_html
    return by_text if same(by_text, by_html) else Orders(rivals=(*_meant(by_text), *_meant(by_html)))


def _meant(orders: Orders) -> tuple[str, ...]:
    return tuple(orders.turn if act is Act.TURN else act.value for act in orders.acts)
