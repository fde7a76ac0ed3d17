"""Quoted mails of clients that neither write "… wrote:" nor the usual fields, and what they add to own words."""

import pytest

from corr.mail.reading.words.new_text import new_text

HEADINGS = [
    ">>> Alice <alice@play.example> 1/4/2027 10:00 AM >>>",
    "Alice via Corr <alice@play.example> on 04/01/2027 10:00:00\n\nTo:   bob@example.org\ncc:\nSubject:  Kelasu",
    "Alice via Corr <alice@play.example>\n04/01/2027 10:00\n\nTo\nbob@example.org\ncc\n\nSubject\nKelasu",
    "---- Alice via Corr a écrit ----",
    "-------- Alice schrieb --------",
    " >-------- Непознати думи --------\n\n >От: Alice\n\n >Относно: Kelasu\n\n >Изпратено: 04.01.2027 10:00",
    "|---------+------------>\n|         | Alice  |\n|---------+------------>\n  | To:      bob   |\n  | Subject: K  |",
    "> From: Alice <alice@play.example>\n> To: bob@example.org\n> Subject: Kelasu",
    "##- Please write above this line -##",
    "--- Bitte über dieser Zeile antworten ---",
]


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_quoted_mail_goes_by_whatever_heading_it_has(heading: str) -> None:
    assert new_text(f"Mine\n\n{heading}\n\nTheirs\nB9-C9\n").text == "Mine"


@pytest.mark.parametrize("heading", [heading for heading in HEADINGS if "|" not in heading])
def test_below_such_a_heading_nothing_is_new(heading: str) -> None:
    assert new_text(f"{heading}\n\nTheirs\nB9-C9\n").text == ""


def test_quoted_words_that_run_on_behind_their_introduction_are_not_new() -> None:
    line = "On Mon, Jan 4, 2027 at 10:00 AM, Alice<alice@play.example> wrote:   Alice played B9-C9."

    assert new_text(f"{line}\n\nYour turn.\nB9-C9").text == ""


def test_lines_that_name_who_is_quoted_are_quoted() -> None:
    quoted = '>>>>> "Alice" == Alice via Corr writes:\n\nAlice> B9-C9\n  AvC> B9-C9'

    assert new_text(f"{quoted}\n\nMine").text == "Mine"


def test_a_greeting_above_a_quote_belongs_to_the_words_below_it() -> None:
    found = new_text("Hello Alice,\n\nMonday, January 4, 2027, 10:00:00 AM, you wrote:\n\nA> B9-C9\n\nMine")

    assert found.text == "Hello Alice,\n\nMine"
    assert "Mine" not in found.cut


@pytest.mark.parametrize(
    "text",
    [
        "D4->E5",
        "My friend <bob@example.org> asks:\nwho is next?",
        "> Theirs\n\nTo: be or not to be\nFrom: here to there",
        "The plan:\n--- first part ---\nB3-C3",
        "Ada <ada@example.org> will be there at 10:30, so will I",
    ],
)
def test_what_only_looks_a_little_like_a_heading_is_kept(text: str) -> None:
    assert new_text(text).text == text.removeprefix("> Theirs\n\n")


@pytest.mark.parametrize(
    "added",
    [
        "Sent using https://mail.example/app/",
        "Sent from my Nettel, Pocket Galaxy smartphone",
        "Sent via Quickmail ( https://quick.example/?v=bob )",
        "Sent from Springmail (https://spring.example/), the best of all programs",
        "Inviato dall'app Posta Facile",
        "[https://front.example/pixel/x.gif]",
        "[cid:image001.png@01D9.A0]",
        "Mit freundlichem Gruß\nBob",
        "Mit freundlichen Grüßen / Best regards\n\nBob Miller\nMiller Ltd",
        "Best regards\n\nBob Miller\nHead\n\nMiller Ltd\nLong Lane 1\nTel.: +44 1632 960123\nmiller.example\nNo. 1",
        "\nbob@example.org",
        "AVISO LEGAL: este mensaje puede contener cosas privadas.",
        "De informatie in dit bericht is uitsluitend bestemd voor de geadresseerde.",
        "P Please consider the environment before printing this e-mail",
        "----------------------------------------\nThis message was sent using Postbote, the web mailer.",
    ],
)
def test_what_more_clients_and_firms_add_goes(added: str) -> None:
    assert new_text(f"Mine\n\n{added}\n").text == "Mine"


def test_a_link_on_its_own_line_below_such_an_addition_goes_with_it() -> None:
    assert new_text("Sent with Pocketmail for Android\nhttps://pocket.example/app\n\nMine").text == "Mine"


@pytest.mark.parametrize(
    "text",
    ["Sent from my desk, as my phone is lost", "See https://example.org/picture", "Regards to your mother / aunt"],
)
def test_words_of_a_person_that_look_like_such_additions_are_kept(text: str) -> None:
    assert new_text(text).text == text
