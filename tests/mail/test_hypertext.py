"""HTML bodies as text."""

import pytest

from corr.mail.reading.hypertext import text_of_html
from corr.mail.reading.quoting import new_text


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
