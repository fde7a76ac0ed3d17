"""HTML bodies as text."""

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.hypertext import text_of_html
from corr.mail.reading.words.new_text import NewText, new_text
from corr.mail.reading.words.orders import Orders, read_both, read_orders
from corr.mail.reading.words.verdicts import Verdict, VerdictRow

KELASU, KYO = (Registry.discover().get_rules_of_game(name) for name in ("kelasu", "kyo"))


def read_html(html: str) -> Orders:
    """What *html*, written as a whole mail without text, asks for."""
    return read_both(NewText("", ""), new_text(text_of_html(html)), KELASU)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<div>B3-C3</div><div>B4-C4</div>", "B3-C3\nB4-C4"),
        ("B3-C3<br>B4-C4", "B3-C3\nB4-C4"),
        ("<p>B3<b>-C3</b></p>", "B3-C3"),
        ("<ul><li>B3-C3</li></ul>", "- B3-C3"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
        ("<pre>a\n  b</pre>", "a\nb"),
        ("a&nbsp;&lt;b", "a\xa0<b"),
        ("<style>x</style><script>B3-C3</script>a<!-- b -->", "a"),
        ("", ""),
    ],
)
def test_what_is_seen_is_read_block_by_block(html: str, text: str) -> None:
    assert text_of_html(html) == text


@pytest.mark.parametrize(
    "quote",
    [
        "<blockquote>B9-C9</blockquote>",
        '<div class="yahoo_quoted">B9-C9</div>',
        '<div class="protonmail_quote">B9-C9</div>',
        '<div name="quote">B9-C9</div>',
        '<div id="divRplyFwdMsg">From: Alice</div><div>B9-C9</div>',
        '<div id="appendonsend"></div><hr><div>B9-C9</div>',
        '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt">From: Alice</div></div><p>B9-C9</p>',
        '<div class="gmail_attr">On Monday Alice wrote:</div><blockquote>B9-C9</blockquote>',
        '<div class="gmail_signature">B9-C9</div>',
    ],
)
def test_what_a_client_quotes_is_not_the_writer_s_own(quote: str) -> None:
    assert new_text(text_of_html(f"<div>Mine</div>{quote}")).text == "Mine"


def test_words_below_a_quoted_block_are_own_words() -> None:
    assert new_text(text_of_html("<blockquote>B9-C9</blockquote><p>Mine</p>")).below == "Mine"


@pytest.mark.parametrize("html", ["<div>" * 40_000, "<blockquote>" * 20_000, "<p>x" * 60_000, "<b><i>" * 20_000])
def test_blocks_within_blocks_without_end_are_survived(html: str) -> None:
    assert "B3-C3" not in text_of_html(f"{html}B3-C3")[:5]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a<br><br>b", "a\n\nb"),
        ("<div>a</div><div><br></div><div>b</div>", "a\n\nb"),
        ("<div>a<br></div><div>b</div>", "a\nb"),
        ("<p>a</p><p>&nbsp;</p><p>b</p>", "a\n\n\xa0\n\nb"),
    ],
)
def test_blank_lines_that_are_seen_are_kept(html: str, text: str) -> None:
    assert text_of_html(html) == text


@pytest.mark.parametrize(
    "quote",
    [
        '<div id="x_divRplyFwdMsg">From: Alice</div><div>B9-C9</div>',
        '<div class="x_gmail_signature">B9-C9</div>',
        '<div id="ydp7a9yahoo_quoted_123">B9-C9</div>',
        '<hr id="zwchr"><div>B9-C9</div>',
        '<div style="border-top: 1px solid #b5c4df; padding: 3pt 0">From: Alice</div><p>B9-C9</p>',
        '<div style="border:none; border-top:solid #B5C4DF 1.0pt">Von: Alice</div><p>B9-C9</p>',
        '<div class="blockquote_zmail">B9-C9</div>',
        "<blockquote>a<blockquote>B9-C9</blockquote>b</blockquote>",
    ],
)
def test_the_quotes_of_more_clients_are_left_out(quote: str) -> None:
    assert new_text(text_of_html(f"<div>Mine</div>{quote}")).text == "Mine"


def test_what_is_quoted_is_kept_as_quoted_lines_for_those_who_look_at_what_was_cut() -> None:
    html = "<p>Mine</p><blockquote><div>One</div><blockquote>Two</blockquote><div>Three</div></blockquote><p>More</p>"

    found = new_text(text_of_html(html))

    assert (found.above, found.below) == ("Mine", "More")
    assert found.cut == "> One\n> Two\n> Three\n\nMore"


def test_long_quotes_are_kept_in_part_and_own_words_below_them_in_full() -> None:
    html = f"<blockquote>{'<div>Theirs, and more of it</div>' * 5000}</blockquote><p>Mine</p>"

    assert new_text(text_of_html(html)).text == "Mine"


def test_the_line_below_a_long_quoted_line_is_own() -> None:
    assert new_text(text_of_html(f"<blockquote>{'x' * 200}</blockquote>d4-e5")).text == "d4-e5"


@pytest.mark.parametrize(
    "unseen",
    [
        '<div style="display:none">B9-C9</div>',
        '<p style="mso-hide: all">B9-C9</p>',
        "<div hidden>B9-C9</div>",
    ],
)
def test_what_is_hidden_is_not_said(unseen: str) -> None:
    assert text_of_html(f"<div>{unseen}</div><div>Mine</div>") == "Mine"


INDENTED = [
    '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">{}</blockquote>',
    '<blockquote style="margin: 0px 0px 0px 40px; border: none; padding: 0px;">{}</blockquote>',
    '<blockquote style="margin: 0 0 0 40px; border: medium; padding: 0px;" dir="ltr"><div>{}</div></blockquote>',
    '<blockquote class="webkit-indent-blockquote" style="margin: 0 0 0 40px; border: none; padding: 0">{}</blockquote>',
    '<blockquote style="margin-top:0;margin-bottom:0"><div>{}</div></blockquote>',
]
GMAIL = (
    '<div class="gmail_quote"><div class="gmail_attr">On Mon, 4 Jan 2027 at 10:00 Corr wrote:</div>'
    '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex">'
    "<p>#mnp3q7x# Write your turn above this line.</p><p>B9-C9</p></blockquote></div>"
)


@pytest.mark.parametrize("element", INDENTED)
@pytest.mark.parametrize(
    "around", ["{}", "<div>Hi Ada</div>{}", "Hi Ada{}Bob", "{}" + GMAIL, "<div>Hi Ada</div>{}" + GMAIL]
)
def test_what_its_writer_moved_to_the_right_is_new(around: str, element: str) -> None:
    orders = read_html(around.format(element.format("B3-C3<br>B4-C4")))

    assert (orders.verdict is Verdict.IN_DOUBT, orders.turn) == (False, "B3-C3\nB4-C4")


@pytest.mark.parametrize("element", INDENTED)
@pytest.mark.parametrize(
    "quote",
    [
        "<div>On Mon, 4 Jan 2027 at 10:00 Alice &lt;a@play.example&gt; wrote:</div>{}",
        '<blockquote type="cite">{}</blockquote>',
        "<blockquote>{}</blockquote>",
        '<div id="divRplyFwdMsg">From: Alice</div>{}',
        "<p>#mnp3q7x# Write your turn above this line.</p>{}",
    ],
)
def test_what_is_moved_to_the_right_within_a_quotation_is_quoted(quote: str, element: str) -> None:
    assert new_text(text_of_html(f"<p>Mine</p>{quote.format(element.format('B9-C9'))}")).text == "Mine"


@pytest.mark.parametrize(
    "attributes",
    [
        'type="cite"', 'cite="mid:1@x"', 'class="gmail_quote"', 'style="border-left:1px solid #ccc;margin:0 0 0 40px"',
        'style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex"', 'style="margin-right:0px" dir="ltr"',
        'style="margin-top:5.0pt;margin-bottom:5.0pt"', 'type="cite" style="margin:0 0 0 40px;border:none;padding:0px"',
        'style="margin:0 0 0 40px;border:none;padding:0px;border-left:1px solid"', "",
    ],
)  # fmt: skip
def test_a_block_that_is_not_only_moved_to_the_right_is_a_quotation(attributes: str) -> None:
    assert new_text(text_of_html(f"<p>Mine</p><blockquote {attributes}>B9-C9</blockquote>")).text == "Mine"


STRUCK = [
    "<s>{}</s>",
    "<strike>{}</strike>",
    "<del>{}</del>",
    "<p><s><b>{}</b></s></p>",
    '<span style="text-decoration: underline line-through">{}</span>',
    '<span style="color: red; text-decoration-line: line-through">{}</span>',
]


@pytest.mark.parametrize("element", STRUCK)
def test_what_is_struck_through_is_no_own_word_and_known(element: str) -> None:
    found = new_text(text_of_html(f"<div>{element.format('B9-C9')}</div><div>Mine</div>"))

    assert (found.text, found.struck) == ("Mine", "B9-C9")


@pytest.mark.parametrize("element", STRUCK)
@pytest.mark.parametrize("html", ["{struck}<div>B3-C3</div>", "<div>B3-C3 {struck}</div>", "<div>B3-C3</div>{struck}"])
@pytest.mark.parametrize("struck", ["B4-C4", "resign", "B3-C4, B4-C4", "I go B4-C4", "C4"])
def test_a_turn_beside_something_struck_through_is_in_doubt(html: str, element: str, struck: str) -> None:
    orders = read_html(html.format(struck=element.format(struck)))

    assert (orders.verdict, orders.row, orders.turn) == (Verdict.IN_DOUBT, VerdictRow.ALTERNATIVES, "B3-C3")


def test_a_turn_of_which_a_part_is_struck_through_is_in_doubt() -> None:
    assert read_html("<div>B3-<s>C</s>C<s>2</s>3</div>").row is VerdictRow.ALTERNATIVES


def test_a_turn_that_is_struck_through_in_the_html_alone_is_in_doubt() -> None:
    html = new_text(text_of_html("<div><s>B3-C3</s></div>"))

    assert read_both(new_text("B3-C3"), html, KELASU).row is VerdictRow.ALTERNATIVES


@pytest.mark.parametrize(
    "html",
    [
        "<s>Dear</s> Hi Ada<div>B3-C3</div>",
        "<div>B3-C3</div><blockquote><s>B4-C4</s></blockquote>",
        '<div>B3-C3</div><div id="divRplyFwdMsg">From: Alice</div><s>B4-C4</s>',
        '<div>B3-C3</div><div style="display:none">B4-C4</div>',
    ],
)
def test_other_words_and_quotations_that_are_struck_through_change_nothing(html: str) -> None:
    assert read_html(html).verdict is Verdict.CLEAR


def test_a_tilde_strikes_nothing_through() -> None:
    assert read_orders(new_text("F0~LD, E0~DL"), KYO.formed).verdict is Verdict.CLEAR


def test_a_hidden_first_line_of_a_letter_of_ours_still_ends_the_new_text() -> None:
    html = '<p>Mine</p><div style="display:none">#mnp3q7x# Write your turn above this line.</div><p>B9-C9</p>'

    assert new_text(text_of_html(html)).text == "Mine"


def test_a_block_that_is_crossed_by_no_line_is_kept_whatever_its_style() -> None:
    assert text_of_html('<div style="display:block; text-decoration:underline">Mine</div>') == "Mine"
