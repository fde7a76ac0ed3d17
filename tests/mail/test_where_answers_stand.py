"""Answers on the line of an attribution, between it and the quoted letter, and below the line of a device."""

import pytest

from corr.mail.reading.words.new_text import NewText, new_text

LINE = "On Mon, 4 Jan 2027 at 10:00, Alice <alice@play.example> wrote:"
MARKED = "> Theirs\n> B9-C9"
OURS = "> Your turn 9: write above this line. #mnp3q7x#\n> B9-C9"


@pytest.mark.parametrize("quote", [OURS, OURS.replace("> ", "")])
@pytest.mark.parametrize("gap", ["", " "])
@pytest.mark.parametrize("words", ["H3-G3", "I am fine with that.", "h3 to g3: done"])
@pytest.mark.parametrize(
    "attribution",
    [
        LINE,
        "Am 04.01.2027 um 10:00 schrieb Alice via Corr:",
        "Le 4 janv. 2027 à 10:00, Alice a écrit :",
        "El lun, 4 ene 2027 a las 10:00, Alice (<alice@play.example>) escribió:",
    ],
)
def test_words_behind_the_colon_of_an_attribution_are_new_where_a_letter_of_ours_is_quoted_below(
    attribution: str, words: str, gap: str, quote: str
) -> None:
    assert new_text(f"{attribution}{gap}{words}\n{quote}").text == words
    assert new_text(f"Hi!\n\n{attribution}{gap}{words}\n\n{quote}").text == f"Hi!\n\n{words}"


def test_words_behind_an_attribution_that_was_broken_are_not_parted_from_it() -> None:
    text = f"On Mon, 4 Jan 2027 at 10:00, Alice\n<a@play.example> wrote: H3-G3\n{OURS}"

    assert new_text(text).text == text.removesuffix(f"\n{OURS}")


@pytest.mark.parametrize("line", [f"{LINE} > Theirs\n> B9-C9", f"{LINE}  Theirs\n> B9-C9"])
def test_a_quotation_that_begins_behind_the_colon_of_an_attribution_is_quoted(line: str) -> None:
    assert new_text(f"Mine\n\n{line}").text == "Mine"


@pytest.mark.parametrize("words", ["H3-G3", "Thanks!", "H3-G3, H4-G4.", "H3-G3 H4-G4 I5:J5"])
@pytest.mark.parametrize(
    "heading",
    [
        LINE,
        f" {LINE}",
        "Am 04.01.2027 um 10:00 schrieb Alice via Corr:",
        " Alice Miller <alice@play.example> schrieb am Mo., 4. Jan. 2027, 10:00:",
        " 2027-01-04 10:00 GMT+01:00 Alice <alice@play.example>:",
        " -----Original Message-----\nFrom: Alice <a@play.example>\nSent: Monday, 4 January 2027 10:00\nTo: Bob",
        " -----Ursprüngliche Nachricht-----\nVon: Alice <a@play.example>\nGesendet: 04.01.2027 10:00\nAn: Bob",
        " From: Alice <a@play.example>\nSent: Monday, 4 January 2027 10:00\nTo: Bob\nSubject: Kelasu",
        " *Von:* Alice <a@play.example>\n*Gesendet:* 04.01.2027 10:00\n*An:* Bob\n*Betreff:* Kelasu",
        " From: Alice <a@play.example> Sent: Monday, 4 January 2027 10:00 To: Bob Subject: Kelasu",
    ],
)
@pytest.mark.parametrize("quote", ["> Theirs\n> B9-C9", "\nTheirs\nB9-C9"])
def test_words_right_ahead_of_what_introduces_a_quotation_are_new(words: str, heading: str, quote: str) -> None:
    assert new_text(f"{words}{heading}\n{quote}").text == words


@pytest.mark.parametrize(
    "text",
    [
        "I come from: nowhere", "The letter from: Ada, sent: never", "See you in 2027-01-04 or later", "OnOff 4 is on",
        "A line ----- with dashes -----", "I met her --- by chance --- in 2027",
    ],
)  # fmt: skip
def test_prose_that_looks_a_little_like_a_heading_is_kept(text: str) -> None:
    assert new_text(text).text == text


@pytest.mark.parametrize(
    "attribution",
    [LINE, "Am 04.01.2027 um 10:00 schrieb Alice via Corr:", "2027-01-04 10:00 GMT+01:00 Alice <a@b.example>:"],
)
@pytest.mark.parametrize("words", ["H3-G3", "H3-G3\nH4-G4", "Hi!\n\nH3-G3\n\nBob"])
def test_words_between_an_attribution_and_the_quoted_letter_of_ours_are_new(attribution: str, words: str) -> None:
    assert new_text(f"{attribution}\n\n{words}\n\n{OURS}").text == words
    assert new_text(f"{attribution}\n{words}\n{OURS}").text == words


@pytest.mark.parametrize("quote", [OURS, OURS.replace("> ", "")])
@pytest.mark.parametrize(
    "heading", [LINE, "Am 04.01.2027 schrieb Corr:", "From: Corr <g@play.example>\nSent: 4 Jan 2027"]
)
def test_an_older_answer_that_is_quoted_without_marks_is_not_new(heading: str, quote: str) -> None:
    assert new_text(f"{LINE}\n\nB9-C9\n\n{heading}\n\n{quote}").text == ""
    assert new_text(f"{LINE} B9-C9\n\n{heading}\n\n{quote}").text in {"", f"{LINE} B9-C9"}


def test_words_between_an_attribution_and_what_else_is_quoted_may_be_quoted() -> None:
    assert new_text(f"Mine\n\n{LINE}\n\nB9-C9\n\n{MARKED}").text == "Mine"


DEVICES = ["Sent from my iPhone", "Von meinem iPhone gesendet", "Get Outlook for iOS"]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("above", ["", "Hi Ada\n\n"])
def test_words_below_the_line_of_a_device_are_new_where_none_stand_above(device: str, above: str) -> None:
    assert new_text(f"{above}{device}\n\nH3-G3").text == f"{above}H3-G3"
    assert new_text(f"{above}{device}\n\nH3-G3\n\n{LINE}\n\n{OURS}").text == f"{above}H3-G3"


@pytest.mark.parametrize("device", DEVICES)
def test_a_turn_below_the_line_of_a_device_is_kept_apart_from_words_above(device: str) -> None:
    assert new_text(f"I am back.\n\n{device}\n\nH3-G3\nH4-G4\n\nBob") == NewText("I am back.", "H3-G3\nH4-G4")


@pytest.mark.parametrize("device", DEVICES)
def test_what_its_writer_says_below_the_line_of_a_device_is_new(device: str) -> None:
    text = new_text(f"H3-G3\n\n{device}\n\nI forgot to say that my brother will visit.\n\n{LINE}\n{MARKED}").text

    assert text == "H3-G3\n\nI forgot to say that my brother will visit."


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(
    "below",
    [
        "Bob Miller", "Bob Miller\n+1 555 12345678", "Bob Miller\nSuite B12\nTel. +1 555 12345678", "-- \nB9-C9",
        "Please excuse my typos.", "#mnp3q7x# Write\n\nB9-C9", f"{LINE}\n\nB9-C9",
        "This email is confidential, for the intended recipient only.",
    ],
)  # fmt: skip
def test_signatures_and_quotations_below_the_line_of_a_device_go(device: str, below: str) -> None:
    assert new_text(f"Mine\n\n{device}\n\n{below}") == NewText("Mine", "")
