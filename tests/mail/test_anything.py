"""Whatever is written, reading it ends in orders or in none."""

from hypothesis import given
from hypothesis import strategies as st

from corr.games.registry import Registry
from corr.mail.envelope_addresses import author, with_name
from corr.mail.reading.parsed_mail import decoded
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.hypertext import HARD_END, SOFT_QUOTE, text_of_html
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import read_orders

RULES = Registry.discover().get_rules_of_game("kelasu")
PIECES = st.sampled_from(
    [
        *("B3-C3", "B4-C4", "> ", "\n", "\n\n", " ", "- ", "1. ", "-- ", "resign", "offer draw", "#mnp3q7x#"),
        *("On 4 Jan 2027 Ada <a@b.example> wrote:", "From: a@b.example", "Sent from my iPhone"),
        *("<b>", "</div><blockquote>", "&gt;", "’", "=?utf-8?q?"),
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=6), max_size=25).map("".join)


@given(TEXTS)
def test_any_text_is_read_to_its_end(text: str) -> None:
    orders = read_orders(new_text(text), RULES.formed)

    assert not (orders.acts and orders.rivals)
    assert (Act.TURN in orders.acts) == bool(orders.turn)


@given(TEXTS)
def test_what_is_quoted_line_by_line_asks_for_nothing(text: str) -> None:
    quoted = "\n".join(f"> {line}" for line in text.replace("\r", "\n").split("\n"))

    assert read_orders(new_text(quoted), RULES.formed).acts == ()


@given(TEXTS)
def test_what_stands_below_our_first_line_asks_for_nothing(text: str) -> None:
    assert read_orders(new_text(f"#mnp3q7x# Write your turn above this line.\n{text}"), RULES.formed).acts == ()


@given(TEXTS)
def test_html_cannot_forge_the_marks_of_a_quote(html: str) -> None:
    lines = text_of_html(f"{html}\ue000\ue001").split("\n")

    assert all(line in {HARD_END, SOFT_QUOTE} for line in lines if {"\ue000", "\ue001"} & set(line))


@given(st.text(max_size=80))
def test_any_header_is_read_and_written_on_one_line(text: str) -> None:
    author([text])

    assert "\n" not in decoded(text)
    assert with_name(text, "bob@example.org").isascii()
