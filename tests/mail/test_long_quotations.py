"""A turn above or below a quotation that goes on for longer than is read."""

import base64
import quopri
from collections.abc import Callable

import pytest

from corr.games.registry import Registry
from corr.mail.reading.mail_facts import LeftOut, Reading
from corr.mail.reading.parsed_mail import text_of
from corr.mail.reading.reader import read
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.new_text import new_text

REGISTRY = Registry.discover()
LINE = "On Mon, 4 Jan 2027 at 10:00, Alice <alice@play.example> wrote:"
MANY = 40_000
"""Lines of a quotation that fills most of the largest mail that is let in."""
PROSE = "We played B9-C9 and it rained all day.\n"


def reading(raw: str | bytes) -> Reading:
    """What is known of a mail."""
    content = raw.encode() if isinstance(raw, str) else raw
    return read(content, sender="bob@example.org", ruleset="kelasu/1", authserv_id="", registry=REGISTRY)


def a_mail(body: str | bytes, headers: str = "") -> bytes:
    """A mail of Bob's."""
    content = body.encode() if isinstance(body, str) else body
    return f"From: bob@example.org\n{headers}\n".encode() + content


def quoted(words: str) -> str:
    """Own words above very much that is quoted with signs."""
    return f"{words}\n\n{LINE}\n" + f"> {PROSE}" * MANY


def unsigned(words: str) -> str:
    """The same without signs."""
    return f"{words}\n\n{LINE}\n\n" + PROSE * MANY


def in_html(words: str) -> str:
    """The same in HTML."""
    return f"<div>{words}</div><blockquote>{f'<p>{PROSE}</p>' * MANY}</blockquote>"


def behind_a_mark(words: str) -> str:
    """The same in HTML with a client's own mark above what it quotes."""
    return f"<div>{words}</div><div id=divRplyFwdMsg>{f'<p>{PROSE}</p>' * MANY}</div>"


def plain(text: str) -> bytes:
    """A mail of text."""
    return a_mail(text)


def in_base64(text: str) -> bytes:
    """The same in base64."""
    return a_mail(base64.encodebytes(text.encode()), "Content-Transfer-Encoding: base64\n")


def quoted_printable(text: str) -> bytes:
    """The same with lines that are broken softly."""
    return a_mail(quopri.encodestring(text.encode()), "Content-Transfer-Encoding: quoted-printable\n")


def flowed(text: str) -> bytes:
    """The same in lines that flow."""
    return a_mail(text, "Content-Type: text/plain; format=flowed\n")


def of_html(html: str) -> bytes:
    """A mail of HTML."""
    return a_mail(html, "Content-Type: text/html; charset=utf-8\n")


def html_in_base64(html: str) -> bytes:
    """The same in base64."""
    headers = "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n"
    return a_mail(base64.encodebytes(html.encode()), headers)


def both(text: str, html: str) -> bytes:
    """A mail of text and HTML."""
    parts = f"--b\n\n{text}\n--b\nContent-Type: text/html\n\n{html}\n--b--\n"
    return a_mail(parts, "Content-Type: multipart/alternative; boundary=b\n")


@pytest.mark.parametrize("lay", [quoted, unsigned])
@pytest.mark.parametrize("pack", [plain, in_base64, quoted_printable, flowed])
def test_a_turn_above_a_quotation_of_any_length_is_found(
    lay: Callable[[str], str], pack: Callable[[str], bytes]
) -> None:
    found = reading(pack(lay("H3-G3, H4-G4")))

    assert (found.orders.acts, found.orders.turn, found.fault) == ((Act.TURN,), "H3-G3, H4-G4", "")


@pytest.mark.parametrize("lay", [in_html, behind_a_mark])
@pytest.mark.parametrize("pack", [of_html, html_in_base64])
def test_a_turn_above_a_quotation_of_any_length_is_found_in_html(
    lay: Callable[[str], str], pack: Callable[[str], bytes]
) -> None:
    found = reading(pack(lay("H3-G3, H4-G4")))

    assert (found.orders.acts, found.orders.turn, found.fault) == ((Act.TURN,), "H3-G3, H4-G4", "")


def test_text_and_html_that_are_both_very_long_are_one_turn() -> None:
    found = reading(both(f"H3-G3\n\n{LINE}\n" + f"> {PROSE}" * 8000, in_html("H3-G3")))

    assert (found.orders.acts, found.orders.turn) == ((Act.TURN,), "H3-G3")


def test_text_and_html_that_contradict_each_other_are_asked_about_however_long_they_are() -> None:
    found = reading(both(f"H3-G3\n\n{LINE}\n" + f"> {PROSE}" * 8000, in_html("H4-G4")))

    assert (found.orders.acts, found.orders.rivals) == ((), ("H3-G3", "H4-G4"))


def test_letters_that_are_cut_in_two_do_not_change_the_charset() -> None:
    text = f"H3-G3 ö\n\n{LINE}\n> x" + "ö" * 400_000

    assert "H3-G3 ö" in reading(a_mail(text, "Content-Type: text/plain; charset=utf-8\n")).new_text
    assert text_of("aö".encode()[:2], "utf-8", is_whole=False) == "a"
    assert text_of("aö".encode()[:2], "utf-8") == "aÃ"


def test_what_stands_below_such_a_quotation_is_not_read_in_half() -> None:
    long = f"{LINE}\n" + f"> {PROSE}" * 6300 + "\nH3-G3, H4-G4, " + "H5-G5, " * 3000

    found = reading(plain(long))

    assert (found.orders.acts, found.new_text, found.left_out) == ((), "", (LeftOut.END,))


def test_a_turn_below_a_quotation_that_is_read_to_its_end_is_found() -> None:
    assert reading(plain(f"{LINE}\n" + f"> {PROSE}" * 5000 + "\nH3-G3\n")).orders.turn == "H3-G3"


@pytest.mark.parametrize(
    "raw",
    [
        plain("H3-G3\n" + PROSE * MANY),
        plain("H3-G3, " + " " * 400_000 + "H4-G4"),
        of_html("H3-G3<p>" + f"<p>{PROSE}" * MANY),
        of_html(f"H3-G3, <img src='data:image/png;base64,{'A' * 400_000}'>H4-G4"),
        a_mail(f"--b\n\nH3-G3\n--b\n\n{PROSE * MANY}\n--b--\n", "Content-Type: multipart/mixed; boundary=b\n"),
    ],
    ids=["text", "one line", "html", "a picture within", "two parts"],
)
def test_own_words_that_go_on_beyond_what_is_read_are_not_read_in_half(raw: bytes) -> None:
    found = reading(raw)

    assert (found.orders.acts, found.orders.rivals, found.fault_code) == ((), (), "too-long")


def test_html_without_an_end_makes_no_difference_to_the_text_beside_it() -> None:
    assert reading(both("H3-G3", f"H3-G3<p>{f'<p>{PROSE}' * MANY}")).orders.turn == "H3-G3"


def test_own_words_are_known_to_be_whole_by_what_is_quoted_below_them() -> None:
    assert new_text(f"Mine\n{LINE}\n> Theirs", is_whole=False).is_whole
    assert new_text("Mine").is_whole
    assert not new_text("Mine", is_whole=False).is_whole
