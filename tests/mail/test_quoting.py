"""Own words, cut out of everything that clients put around them."""

import pytest

from corr.mail.reading.quoting import NewText, new_text

LINE = "On Mon, 4 Jan 2027 at 10:00, Alice <alice@play.example> wrote:"


@pytest.mark.parametrize(
    "text",
    [
        "Hello\nworld",
        "From: here on it gets hard",
        "On second thought: d4-e5",
        "At 10:30 I thought:\nthis is lost",
        "Date: unknown\nbut soon",
        "a -- b",
        "He wrote:\n  nothing",
        "Sent from the heart, with all my love and a great many other words that no telephone would ever write here.",
    ],
)
def test_prose_is_kept(text: str) -> None:
    assert new_text(text).text == text


@pytest.mark.parametrize(
    "attribution",
    [
        LINE,
        "On Mon, 4 Jan 2027 at 10:00, Alice with a long name <\nalice@play.example> wrote:",
        "Am 04.01.2027 um 10:00 schrieb Alice via Corr:",
        "Le 4 janv. 2027 à 10:00, Alice a écrit :",
        "El lun, 4 ene 2027 a las 10:00, Alice (<alice@play.example>) escribió:",
        "Il lun 4 gen 2027, 10:00 Alice ha scritto:",
        "Op ma 4 jan 2027 om 10:00 schreef Alice <alice@play.example>:",
        "Den mån 4 jan. 2027 kl 10:00 skrev Alice <alice@play.example>:",
        "man. den 4. jan. 2027 kl. 10.00 skrev Alice <alice@play.example>:",
        "ma 4. tammik. 2027 klo 10.00 Alice (alice@play.example) kirjoitti:",
        "пн, 4 янв. 2027 г. в 10:00, Alice <alice@play.example>:",
        "po 4. 1. 2027 v 10:00 odesílatel Alice <alice@play.example> napsal:",
        "Em seg., 4 de jan. de 2027 às 10:00, Alice <alice@play.example> escreveu:",
        "2027年1月4日(月) 10:00 Alice <alice@play.example>:",
        "Ar 4 Gen 2027 da 10:00, Alice <alice@play.example> he deus skrivet:",
    ],
)
def test_the_line_above_a_quote_goes_in_any_language(attribution: str) -> None:
    assert new_text(f"Mine\n\n{attribution}\n\n> Theirs\n") == NewText("Mine", "")


def test_what_follows_an_attribution_without_signs_is_nobody_s() -> None:
    assert new_text(f"{LINE}\n\nB9-C9") == NewText("", "")


def test_words_below_a_quote_are_kept_apart() -> None:
    assert new_text(f"Hi\n\n{LINE}\n> Theirs\n\nMine") == NewText("Hi", "Mine")


def test_the_end_of_a_quoted_line_that_was_broken_off_is_quoted() -> None:
    quoted = f"> {'x' * 70}\nB9-C9\n\nMine"

    assert new_text(quoted).text == "Mine"


@pytest.mark.parametrize(
    "marker",
    [
        "#mnp3q7x# Write your turn above this line.",
        "#mnp3q7x# Schreib deinen Zug über diese Zeile.",
        "Your turn: #mnp3q7x#",
    ],
)
def test_our_own_first_line_ends_the_new_text_whatever_became_of_its_words(marker: str) -> None:
    assert new_text(f"Mine\n\n{marker}\n\nTheirs") == NewText("Mine", "")


@pytest.mark.parametrize(
    "signature",
    ["-- \nBob\nB9-C9", "--\nBob", "Sent from my iPhone", "Von meinem iPhone gesendet", "Get Outlook for iOS<https://a>",
     "Envoyé de mon iPhone", "Sent with Proton Mail secure email.", "Отправлено с iPhone", "iPhoneから送信"],
)  # fmt: skip
def test_signatures_go(signature: str) -> None:
    assert new_text(f"Mine\n\n{signature}").text == "Mine"


def test_a_block_of_fields_in_an_unknown_language_ends_the_new_text() -> None:
    block = "Od: Alice <alice@play.example>\nPoslano: 4. 1. 2027 10:00\nZa: Bob <bob@example.org>\nZadeva: Kelasu"

    assert new_text(f"Mine\n\n{block}\n\nTheirs").text == "Mine"


def test_an_inline_signature_by_pgp_is_unwrapped() -> None:
    text = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n- -- Mine\n-----BEGIN PGP SIGNATURE-----\n\nabc\n"

    assert new_text(text).text == "-- Mine"


def test_quote_signs_written_as_entities_are_quote_signs() -> None:
    assert new_text("&gt; B9-C9\n\nMine").text == "Mine"
