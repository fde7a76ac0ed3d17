"""Own words, cut out of everything that clients put around them."""

import textwrap

import pytest

from corr.mail.reading.words.new_text import NewText, new_text

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


OURS = "Your turn 9: Ben has played, until Mon 7 Dec, 15:00. Write above this line. #mnp3q7x#"
REMINDER = (
    "Reminder: your turn 9 against Benjamin Longfellow, 5 hours left, until Mon 7 Dec, 15:00. "
    "Write above this line. #mnp3q7x#"
)
_TRANSLATED = "Dein Zug 9: Ben hat gespielt, bis Mo 7. Dez, 15:00. Schreib über diese Zeile. #mnp3q7x#"


def _broken(text: str, width: int) -> str:
    """*text* over lines of at most *width*, as clients break it."""
    return "\n".join(textwrap.wrap(text, width, break_on_hyphens=False))


@pytest.mark.parametrize(
    "ours",
    [
        OURS,
        REMINDER,
        _TRANSLATED,
        OURS.replace(" Write", "\nWrite"),
        OURS.replace(" #", "\n#"),
        _TRANSLATED.replace(" #", "\n#"),
        _TRANSLATED.replace(" Zeile", "\nZeile"),
        *(_broken(line, width) for line in (OURS, REMINDER) for width in (60, 64, 72, 76)),
    ],
)
@pytest.mark.parametrize(
    "way", ["{}", "On Mon, 7 Dec 2026 at 10:00, Ben via Corr wrote:\n\n{}", "Ben <b@c.de> 7.12.2026:\n\n{}"]
)
def test_our_own_first_line_with_its_mark_at_the_end_ends_the_new_text_however_it_is_broken(
    ours: str, way: str
) -> None:
    mine = "B3-C3, B4-C4, B5-C5, B6-C6, B7-C7, B8-C8, B9-C9, C3-D3\nB0-C0"

    assert new_text(f"{mine}\n\n{way.format(ours)}\n\nTheirs").text == mine


@pytest.mark.parametrize("width", [200, 76, 74, 64, 48])
@pytest.mark.parametrize("ours", [OURS, REMINDER, _TRANSLATED])
def test_our_own_first_line_in_a_quotation_is_cut_however_it_is_broken(ours: str, width: int) -> None:
    quoted = "\n".join(f"> {line}" for line in [*_broken(ours, width).split("\n"), "", "Theirs"])

    assert new_text(f"Mine\n\n{quoted}").text == "Mine"
    assert new_text(f"{quoted}\n\nMine").text == "Mine"


@pytest.mark.parametrize("ours", [OURS, REMINDER, _TRANSLATED])
@pytest.mark.parametrize("words_before_mark", [0, 1, 3])
def test_the_end_of_our_quoted_first_line_without_a_quotation_mark_is_quoted(ours: str, words_before_mark: int) -> None:
    words = ours.split()
    at = len(words) - 1 - words_before_mark
    quoted = f"> {' '.join(words[:at])}\n{' '.join(words[at:])}\n> Theirs"

    assert new_text(f"Mine\n\n{quoted}").text == "Mine"
    assert new_text(f"{quoted}\n\nMine").text == "Mine"


@pytest.mark.parametrize(
    "mine", ["B3-C3", "B3-C3, B4-C4, B5-C5, B6-C6, B7-C7, B8-C8, B9-C9", "b3-c3, b4-c4, b5-c5, b6-c6, b7-c7, b8-c8"]
)
@pytest.mark.parametrize("ours", [OURS, REMINDER, _TRANSLATED, "#mnp3q7x# Write your turn above this line.",
                                  "#mnp3q7x#\nWrite your turn above this line."])  # fmt: skip
def test_a_turn_right_above_our_own_first_line_is_kept(mine: str, ours: str) -> None:
    assert new_text(f"{mine}\n{ours}\n\nTheirs").text == mine


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


@pytest.mark.parametrize(
    "text",
    [
        "I need mails from: ada@play.example and from: bob@example.org",
        "On Monday:\n\nit is my turn",
        "Points:\n----\n\n1. Good\n2. Bad\n\n----\n\nMore below the line.",
        "I wrote about it on 4 Jan 2027.\nIt was long.",
        "With regards to the rules: they are fine.",
        "My turn:\n\nB3-C3",
        "Name: Bob\nTown: York",
        "H3-G3\nH0+H1+H2+I0+I1=W@H0",
    ],
)
def test_lists_labels_and_rules_of_a_person_are_kept(text: str) -> None:
    assert new_text(text).text == text


@pytest.mark.parametrize("line", ["B3-C3 at 10:30, I think", "See you on Monday at 10:30!", "away until 2027-01-03"])
def test_own_words_right_above_an_attribution_are_kept_even_with_a_time_in_them(line: str) -> None:
    assert new_text(f"{line}\n{LINE}\n> Theirs").text == line


@pytest.mark.parametrize(
    "attribution",
    [
        "On Mon, 4 Jan 2027 at 10:00, Alice\n\n<\nmailto:alice@play.example\n> wrote:",
        "Alice with a long name <\nalice@play.example> 于2027年1月4日周一 10:00写道：",
        "On Mon,\n4 Jan 2027 at 10:00, Alice <alice@play.example>\nwrote:",
        "Alice <alice@play.example> schrieb am Mo., 4.\nJan. 2027 um 10:00 Uhr:",
        "On Mon, 4 Jan 2027 at 10:00, Alice <alice@play.example\n> wrote:",
        "2027-01-04 10:00 GMT+01:00 Alice",
        "Quoting Alice <alice@play.example>:",
        "---- On Mon, 04 Jan 2027 10:00:00 +0100 Alice <alice@play.example> wrote ----",
    ],
)
def test_a_broken_attribution_goes_as_a_whole(attribution: str) -> None:
    assert new_text(f"Mine\n\n{attribution}\n\n> Theirs\n").text == "Mine"


@pytest.mark.parametrize(
    "quoted", ["> #mnp3q7x# Write", "  > #mnp3q7x#\n> above", "#mnp3q7x#\nWrite your turn\nabove this line."]
)
def test_our_own_first_line_never_makes_new_words_vanish(quoted: str) -> None:
    assert new_text(f"Mine\n\n{quoted}\n").text == "Mine"
    assert "mnp3q7x" in new_text(f"Mine\n\n{quoted}\n").cut


def test_words_below_our_quoted_first_line_are_new() -> None:
    assert new_text("> #mnp3q7x# Write your turn above this line.\n> Theirs\n\nMine").text == "Mine"


@pytest.mark.parametrize(
    "footer",
    [
        "Virus-free. www.avast.com",
        "This email has been checked for viruses by Avast antivirus software.\nwww.avast.com",
        "Diese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.\nwww.avast.com",
        "L'absence de virus dans ce courrier électronique a été vérifiée par le logiciel antivirus Avast.",
        "_______________________________________________\nplayers mailing list\nhttps://lists.example.org/players",
        "-- \nYou received this message because you are subscribed to the Google Groups “players” group.",
        "To unsubscribe from this group, visit https://groups.example.org/players/unsubscribe",
        "CONFIDENTIALITY NOTICE: this message is for the addressee alone.\nB9-C9",
        "This e-mail and any attachments are confidential and intended solely for the addressee.",
        "Diese E-Mail enthält vertrauliche Informationen.",
        "Best regards,\n\nBob Miller\nActing Head of Play\n+1 555 1234",
        "Mit freundlichen Grüßen\nBob Müller",
        "Please consider the environment before printing this e-mail.",
        "Mit der GMX Mail App gesendet",
        "Sent from my phone, apologies for brevity",
        "הודעה נשלחה מה-iPhone שלי",
        "Este correo electrónico ha sido verificado por Avast\nwww.avast.com",
        "Aquest missatge és confidencial i s'adreça exclusivament al destinatari.",
        "Prije ispisa ove poruke razmislite o okolišu.",
        "Um sich abzumelden, klicken Sie hier: https://lists.example.org/players",
    ],
)
def test_footers_of_programs_lists_and_firms_go(footer: str) -> None:
    assert new_text(f"Mine\n\n{footer}\n").text == "Mine"


@pytest.mark.parametrize(
    "banner",
    [
        "CAUTION: This email originated from outside of the organization. Do not click links.",
        "[EXTERNAL]",
        "ACHTUNG: Diese E-Mail stammt von einem externen Absender.",
        "You don't often get email from bob@example.org. Learn why this is important",
    ],
)
def test_the_warning_of_a_gateway_above_own_words_goes(banner: str) -> None:
    assert new_text(f"{banner}\n\nMine\n").text == "Mine"


def test_a_close_alone_is_kept_as_it_may_be_all_that_is_said() -> None:
    assert new_text("Best regards").text == "Best regards"


@pytest.mark.parametrize(
    "text",
    [
        f"{LINE}\n\nB9-C9",
        "> B9-C9",
        "From: Alice <alice@play.example>\nSent: Monday\nTo: Bob\nSubject: Kelasu\n\nB9-C9",
        "-----Original Message-----\nFrom: Alice\n\nB9-C9",
        "---------- Forwarded message ----------\nFrom: Alice <alice@play.example>\nSubject: Kelasu\n\nB9-C9",
    ],
)
def test_a_mail_with_nothing_but_a_quote_has_no_new_words_and_shows_what_was_cut(text: str) -> None:
    found = new_text(text)

    assert found.text == ""
    assert "B9-C9" in found.cut


def test_what_was_cut_and_what_was_kept_is_the_whole_mail() -> None:
    theirs = f"{LINE}\n> Theirs\n\n--\nBob"

    found = new_text(f"Mine\n\n{theirs}")

    assert (found.text, found.cut) == ("Mine", theirs)


def test_the_fields_of_a_quoted_mail_may_stand_on_one_line() -> None:
    flat = "From: Alice <alice@play.example> Sent: Monday, 4 January 2027 To: Bob Subject: Kelasu"

    assert new_text(f"Mine\n\n{flat}\n\nTheirs").text == "Mine"


@pytest.mark.parametrize(
    "line", ["On " * 20_000, "a@" * 20_000, "From: " * 20_000, "> " * 20_000, "-- " * 20_000, "#" * 60_000]
)
def test_a_line_of_any_length_is_looked_at_by_its_beginning(line: str) -> None:
    assert len(new_text(f"Mine\n\n{line}").text) <= 100_000


AMID = "\n\n" + LINE + "\n> Theirs\n> B9-C9"


@pytest.mark.parametrize(
    ("text", "own"),
    [
        (f"Mine\n> theirs\nMore{AMID}", "Mine\nMore"),
        (f"> theirs\nMine\n> theirs\nMore{AMID}", "Mine\nMore"),
        (f"Mine\n\n> theirs\n\nMore\n\n> theirs{AMID}", "Mine\n\n\nMore"),
        ("Mine\n> theirs\nMore", "Mine\nMore"),
        ("Mine\n| B9-C9\nMore", "Mine\nMore"),
    ],
)
def test_words_below_a_quote_within_them_are_kept(text: str, own: str) -> None:
    assert new_text(text).text == own


@pytest.mark.parametrize("by_hand", ["You wrote:", "Ada schrieb:", "Tu as écrit :", "*Ada* wrote:"])
@pytest.mark.parametrize("tail", ["", AMID, "\n\n> Your turn 9: write above this line. #mnp3q7x#\n> B9-C9"])
def test_words_below_what_their_writer_quotes_by_hand_go_on_with_those_above(by_hand: str, tail: str) -> None:
    assert new_text(f"I think so.\n\n{by_hand}\n> theirs\n\nMine{tail}") == NewText("I think so.\n\n\nMine", "")


@pytest.mark.parametrize("quote", ["> Your turn 9. #mnp3q7x#\n> B9-C9", "> Theirs. #mnp3q7x#"])
def test_a_short_attribution_above_a_letter_of_ours_is_not_by_hand(quote: str) -> None:
    assert new_text(f"Mine\n\nAlice wrote:\n\n{quote}\n\nMore") == NewText("Mine", "More")


@pytest.mark.parametrize("tail", [f"> {'x' * 9}\nMore", "> #mnp3q7x# Write\n> B9-C9\n\nMore"])
def test_words_below_the_quoted_letter_are_not_joined_to_those_above(tail: str) -> None:
    introduced = tail if "#" in tail else f"{LINE}\n{tail}"

    assert new_text(f"Mine\n\n{introduced}") == NewText("Mine", "More")


@pytest.mark.parametrize(
    "attribution",
    [
        LINE,
        "Am 04.01.2027 um 10:00 schrieb Alice via Corr:",
        "Le 4 janv. 2027 à 10:00, Alice a écrit :",
        "On Mon, 4 Jan 2027 at 10:00, Alice with a long name <\nalice@play.example> wrote:",
    ],
)
@pytest.mark.parametrize("words", ["H3-G3, H4-G4", "I am fine with that.", "H3-G3"])
def test_words_on_the_line_of_the_attribution_are_kept(words: str, attribution: str) -> None:
    assert new_text(f"{words} {attribution}\n> Theirs").text == words
    assert new_text(f"{words} {attribution}\n\nB9-C9").text == words


@pytest.mark.parametrize(
    "line",
    [
        "On Mon, 4 Jan 2027 at 10:00, Alice <alice@play.example> wrote: H3-G3",
        "Am 04.01.2027 um 10:00 schrieb Alice: H3-G3",
        "On Mon, 4 Jan 2027 at 10:00, Alice wrote: I am fine with that.",
    ],
)
def test_words_behind_the_colon_of_an_attribution_are_kept_with_it_if_they_may_be_quoted(line: str) -> None:
    assert new_text(line).text == line
    assert new_text(f"{line}\n> Theirs").text == line


@pytest.mark.parametrize(
    "attribution",
    [
        "Alice Miller on 4 Jan 2027 wrote:",
        "Alice via Corr <alice@play.example> On 4 Jan 2027 wrote:",
        "4 Jan 2027 at 10:00, On Time <alice@play.example> wrote:",
        "Dr. Alice Miller <alice@play.example> schrieb am Mo., 4. Jan. 2027, 10:00:",
        "Alice B2 Miller <alice@play.example> schrieb am Mo., 4. Jan. 2027, 10:00:",
    ],
)
def test_nothing_is_kept_of_an_attribution_alone(attribution: str) -> None:
    assert new_text(f"Mine\n\n{attribution}\n> Theirs").text == "Mine"


@pytest.mark.parametrize(
    "text",
    [
        "I was on the train.\nSent from my iPad.\nMy turn comes below.\n\nH3-G3",
        "I will think about it. Sent from my iPad.\nH3-G3",
        "My last one was just\nSent from my iPad.\nSorry for that.",
    ],
)
def test_words_after_a_device_within_prose_are_kept(text: str) -> None:
    assert new_text(text).text == text


@pytest.mark.parametrize("end", ["-", "\n-", "-\nBob", "\n-\nBob Miller", "-\nBob\nYork"])
def test_a_dash_alone_at_the_end_goes_with_the_name_below_it(end: str) -> None:
    assert new_text(f"Mine\n{end}").text == "Mine"


@pytest.mark.parametrize("text", ["Mine\n-\nH3-G3", "Mine\n-\nand more words of mine", "-\nH3-G3"])
def test_a_dash_alone_above_more_than_a_name_stays(text: str) -> None:
    assert new_text(text).text == text


@pytest.mark.parametrize("below", ["", "\nGet Outlook for iOS", "\n\nB9-C9"])
def test_a_device_below_the_words_ends_them_as_ever(below: str) -> None:
    assert new_text(f"Mine\nSent from my iPad{below}").text == "Mine"


@pytest.mark.parametrize(
    "signature",
    [
        "--Bob",
        "--Bob Miller",
        "-- Bob\nHead of Play",
        "—Bob",
        "--Bob Miller\n+1 555 1234\nwww.example.org",
        "--Bob M.,",
    ],
)
def test_a_name_right_behind_the_sign_of_a_signature_goes(signature: str) -> None:
    assert new_text(f"Mine\n\n{signature}").text == "Mine"


@pytest.mark.parametrize("text", ["--Hi\nH3-G3", "--Well\n\nH3-G3, H4-G4", "Mine --Bob said so", "--not a name"])
def test_a_turn_below_dashes_is_never_taken_for_a_signature(text: str) -> None:
    assert new_text(text).text == text


@pytest.mark.parametrize(
    "heading",
    [
        "Monday, 4 January 2027 10:00\nFrom: Alice\nTo: Bob",
        "04.01.2027 10:00\nAlice <alice@play.example>",
        "Mon 4 Jan 2027 10:00\n\nFrom: Alice",
        "January 4, 2027, 10:00\nVon: Alice",
        "Date: Mon, 4 Jan 2027 10:00\nSubject: x\nFrom: alice@play.example",
    ],
)
def test_a_heading_that_begins_with_a_date_ends_the_new_text(heading: str) -> None:
    assert new_text(f"Mine\n\n{heading}\n\nB9-C9").text == "Mine"


@pytest.mark.parametrize("text", ["4 January 2027\nH3-G3", "Monday, 4 January 2027 10:00\n\nH3-G3"])
def test_a_date_above_ones_own_words_is_no_heading(text: str) -> None:
    assert new_text(text).text == text


@pytest.mark.parametrize(
    "footer",
    [
        "Email Disclaimer: see below.\nB9-C9",
        "***** DISCLAIMER *****\nB9-C9",
        "We may monitor email traffic and the content of emails.",
        "Example GmbH, Sitz der Gesellschaft: Berlin, HRB 12345",
        "Registered office: 1 High Street, London. Registered in England No. 12345",
        "Ce message et les pièces jointes sont à l'intention exclusive de ses destinataires.",
    ],
)
def test_more_footers_of_firms_go(footer: str) -> None:
    assert new_text(f"Mine\n\n{footer}").text == "Mine"


@pytest.mark.parametrize("wrote", ["さんは書きました:", "さんは書きました：", " さんが書きました:"])
def test_a_japanese_heading_ends_the_new_text_where_nothing_is_quoted_with_signs(wrote: str) -> None:
    assert new_text(f"Mine\n\nBen{wrote}\n\nTheirs\nB9-C9") == NewText("Mine", "")
    assert new_text(f"Ben{wrote}\n> Theirs\n\nMine").text == "Mine"


@pytest.mark.parametrize("hidden", ["[Quoted text hidden]", "[Zitierter Text ausgeblendet]", "[引用テキストを非表示]"])
def test_what_stands_below_quoted_text_that_was_left_out_is_quoted(hidden: str) -> None:
    assert new_text(f"Mine\n\n{hidden}\nTheirs\n\nB9-C9") == NewText("Mine", "")
    assert new_text(f"{LINE}\n{hidden}\n\nB9-C9") == NewText("", "")


@pytest.mark.parametrize("width", [20, 40])
def test_a_turn_behind_a_bar_is_quoted_however_its_line_was_broken(width: int) -> None:
    turns = "| Turn 1, Blue: " + ", ".join(f"B{number}-C{number}" for number in range(9))

    assert new_text(f"Mine\n\n{textwrap.fill(turns, width, break_on_hyphens=False)}\n\nMore").text == "Mine\n\n\nMore"
