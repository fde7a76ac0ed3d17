"""Whole mails, from their bytes to what they ask for: which of their parts are read, and how."""

from corr.games.registry import Registry
from corr.mail.reading.mail_facts import Reading
from corr.mail.reading.reader import read
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.orders import Orders
from tests.mail.meaning import done, is_asked_back

GAMES = Registry.discover()
HEAD = "From: Bob <bob@example.org>\nTo: r+abc@play.example\nSubject: {}\nMIME-Version: 1.0\n"


def reading(rest: str, subject: str = "Re: Kelasu", ruleset: str | None = "kelasu/1") -> Reading:
    """The mail with the headers and bodies in *rest*, read."""
    raw = (HEAD.format(subject) + rest).encode()
    return read(raw, sender="bob@example.org", ruleset=ruleset, authserv_id="", registry=GAMES)


def alternative(text: str, html: str) -> str:
    """The same words as text and as HTML."""
    parts = (("plain", text), ("html", html))
    bodies = "".join(f"--x\nContent-Type: text/{kind}; charset=utf-8\n\n{body}\n" for kind, body in parts)
    return f"Content-Type: multipart/alternative; boundary=x\n\n{bodies}--x--\n"


def test_the_same_turn_as_text_and_as_html_is_one_turn() -> None:
    found = reading(alternative("d4-e5\n\n> a1-b2", "<p>d4-e5</p><blockquote>a1-b2</blockquote>"))

    assert found.orders.acts == (Act.TURN,)
    assert (found.new_text, found.cut_text) == ("d4-e5", "> a1-b2")


def test_a_blank_text_leaves_it_to_the_html() -> None:
    assert reading(alternative(" \n\t\n", "<p>d4-e5</p>")).orders.turn == "d4-e5"


def test_different_turns_as_text_and_as_html_are_asked_about() -> None:
    assert reading(alternative("d4-e5", "<p>d4-d5</p>")).orders.rivals == ("d4-e5", "d4-d5")


def test_texts_between_pictures_are_all_read_in_their_order() -> None:
    picture = "--x\nContent-Type: image/png\nContent-Disposition: inline\nContent-Transfer-Encoding: base64\n\nAAAA\n"
    texts = [f"--x\nContent-Type: text/plain\n\n{text}\n" for text in ("Hello Alice!", "d4-e5", "> a1-b2")]
    body = f"Content-Type: multipart/mixed; boundary=x\n\n{texts[0]}{picture}{texts[1]}{picture}{texts[2]}--x--\n"

    found = reading(body)

    assert found.orders.turn == "d4-e5"
    assert found.new_text.split() == ["Hello", "Alice!", "d4-e5"]


def test_a_turn_in_the_subject_alone_is_not_played() -> None:
    found = reading("\n\n", subject="d4-e5")

    assert (found.orders, found.new_text) == (Orders(), "")


def test_a_list_of_actions_that_was_wrapped_as_flowed_text_is_put_together() -> None:
    flowed = "Content-Type: text/plain; format=flowed; delsp=yes\n\n"

    found = reading(f"{flowed}H3-G3, H4-G4, H0+H1+H2+ \nI0+I1=W@H0\n\n> a1-b2\n >not quoted\n")

    assert found.orders.turn == "H3-G3, H4-G4, H0+H1+H2+I0+I1=W@H0"
    assert ">not quoted" in found.new_text or ">not quoted" in found.cut_text


def test_commands_are_read_in_mails_that_belong_to_no_game() -> None:
    assert reading("\nmy games\n", ruleset=None).orders.acts == (Act.GAMES,)
    assert reading("\nd4-e5\n", ruleset=None).orders.acts == (Act.TURN,)


def test_a_name_below_what_cannot_be_undone_is_known_by_the_sender() -> None:
    assert done(reading("\nresign\n\nBob\n").orders) == (Act.RESIGN,)
    assert is_asked_back(reading("\nresign\n\nFloep\n").orders)
