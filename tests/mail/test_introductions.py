"""What introduces a quote in the layouts of many more clients: it goes, and so does what follows it."""

import pytest

from corr.mail.reading.words.new_text import new_text

INTRODUCTIONS = [
    "alice@play.example wrote on 04.01.2027 10:00:",
    "Von:\tAlice\nAn:\tBob\nDatum:\t04.01.2027 10:00\nBetreff:\tKelasu",
    "------- Original Message -------\nOn Monday, January 4th, 2027 at 10:00, Alice <alice@play.example> wrote:",
    "‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Monday, January 4th, 2027 10:00, Alice <alice@play.example> wrote:",
    "On Monday, January 4, 2027, 10:00:00 AM GMT+1, Alice <alice@play.example> wrote:  ",
    "On 4 Jan 2027, 10:00 +0100, Alice <alice@play.example>, wrote:",
    "On Mon, Jan 4, 2027, at 10:00 AM, Alice wrote:",
    "4 Jan 2027, 10:00 by alice@play.example:",
    "Monday, January 4, 2027, 10:00:00 AM, you wrote:",
    'On 1/4/2027 at 10:00 AM, "Alice" wrote:',
    "Am 2027-01-04 10:00, schrieb Alice:",
    "On 2027-01-04 10:00, Alice wrote:",
    "On January 4, 2027, Alice <alice@play.example> wrote:",
    "On Monday, 4 January 2027 10:00:00 CET Alice wrote:",
    "On Mon, 4 Jan 2027 10:00:00 +0100\nAlice <alice@play.example> wrote:",
    "On Mon, 4 Jan 2027, Alice wrote:",
    "On Mon, 2027-01-04 at 10:00 +0100, Alice wrote:",
    (
        "------------------ 原始邮件 ------------------\n"
        '发件人: "Alice" <alice@play.example>;\n'
        "发送时间: 2027年1月4日(星期一) 上午10:00\n"
        '收件人: "Bob";\n'
        "主题: x"
    ),
    '在 2027-01-04 10:00:00，"Alice" <alice@play.example> 写道：',
    'At 2027-01-04 10:00:00, "Alice" <alice@play.example> wrote:',
    '04.01.2027, 10:00, "Alice" <alice@play.example>:',
    "Понедельник, 4 января 2027, 10:00 +03:00 от Alice <alice@play.example>:",
    "-----Original-Nachricht-----\nBetreff: Kelasu\nDatum: 2027-01-04T10:00:00+0100\nVon: Alice\nAn: Bob",
    (
        "---------- Původní e-mail ----------\n"
        "Od: Alice <alice@play.example>\n"
        "Komu: bob@x.cz\n"
        "Datum: 4. 1. 2027 10:00:00\n"
        "Předmět: x"
    ),
    "Dnia 4 stycznia 2027 10:00 Alice <alice@play.example> napisał(a):",
    (
        "________________________________________\n"
        "From: Alice [alice@play.example]\n"
        "Sent: Monday, January 04, 2027 10:00 AM\n"
        "To: Bob\n"
        "Subject: x"
    ),
    "From: Alice <alice@play.example>\nDate: Mon, 4 Jan 2027 10:00\nTo: Bob",
    "Alice <alice@play.example> schrieb am 04.01.2027 um 10:00:",
    "Zitat von Alice <alice@play.example>:",
    "Em 04/01/2027 10:00, Alice <alice@play.example> escreveu:",
    "El 04/01/2027 a las 10:00, Alice escribió:",
    "Le 04/01/2027 à 10:00, Alice a écrit :",
    "2027年1月4日(月) 10:00 Alice <alice@play.example>:",
    "差出人: Alice <alice@play.example>\n送信日時: 2027/01/04 10:00\n宛先: Bob\n件名: x",
    "2027-01-04 10:00 GMT+01:00, Alice <alice@play.example>:",
    "2027/1/4 Alice <alice@play.example>",
    'On Jan 4, 2027 10:00 AM, "Alice" <alice@play.example> wrote:',
    "From: Alice <mailto:alice@play.example>\nSent: Monday\nSubject: x",
    "Subject: x\nFrom: Alice <alice@play.example>\nTo: Bob\nDate: Monday",
    "Op maandag 4 januari 2027 10:00 schreef Alice het volgende:",
    "*Von:* Alice\n*Gesendet:* Montag\n*An:* Bob\n*Betreff:* x",
    "Alice via Corr hat am 04.01.2027 10:00 CET geschrieben:",
    "Gesendet: Montag, 04. Januar 2027 um 10:00 Uhr\nVon: Alice\nAn: Bob",
    'Sent: Monday, January 04, 2027 at 10:00 AM\nFrom: "Alice" <a@b.example>\nTo: bob@x.example',
    "--- Alice <alice@play.example> wrote:",
    "--- On Mon, 1/4/27, Alice <alice@play.example> wrote:",
    "Alice Liddell <alice@play.example> 2027-01-04 10:00:",
    "Date: Mon, 4 Jan 2027 10:00:00 +0100\nFrom: alice@play.example\nTo: bob@x.example\nSubject: x",
    'Il 04 gen 2027 10:00 AM, "Alice" <alice@play.example> ha scritto:',
    "Von: Alice <alice@play.example>\nDatum: 04.01.2027 10:00",
    'De: "Alice" <alice@play.example>\nPara: bob@x.example\nEnviados: Lunes, 4 de Enero 2027 10:00\nAsunto: x',
    "-------- Weitergeleitete Nachricht --------\nBetreff: \tx\nDatum: \tMon\nVon: \tAlice",
    "Begin forwarded message:\n\nFrom: Alice <a@b.example>\nSubject: x",
    "Le lun. 4 janv. 2027 à 10:00, Alice via Corr <\nalice@play.example> a\nécrit :",
    "Lähettäjä: Alice\nLähetetty: maanantai\nVastaanottaja: Bob\nAihe: x",
    "From: Alice on behalf of Corr\nSent: 04 January 2027 10:00\nTo: Bob",
    "________________________________\nVon: Alice\nGesendet: Montag",
]


@pytest.mark.parametrize("line", INTRODUCTIONS)
def test_an_introduction_goes_with_the_quote_below_it(line: str) -> None:
    assert new_text(f"Mine\n\n{line}\n> Theirs\n").text == "Mine"


@pytest.mark.parametrize("line", INTRODUCTIONS)
def test_an_introduction_goes_with_what_follows_it_without_any_sign(line: str) -> None:
    found = new_text(f"Mine\n\n{line}\n\nTheirs\nB9-C9\n")

    assert found.text == "Mine"
    assert "B9-C9" in found.cut


@pytest.mark.parametrize("line", INTRODUCTIONS)
def test_an_introduction_alone_leaves_nothing_new(line: str) -> None:
    assert new_text(f"{line}\n\nTheirs\nB9-C9\n").text == ""
