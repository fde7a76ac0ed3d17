"""Answers to an invitation: from the invited mailbox they accept or decline, from anywhere else they do nothing."""

from collections.abc import Iterator
from email.utils import parseaddr

import pytest

from corr.mail.inbound.intake import find_recipients
from corr.mail.queues.mail_history import mails_of
from corr.play.invitations import invitation
from corr.store.tables.games import Challenge, Game
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import Player
from tests.mail.office import IDENTITY, PROVED, Office, an_office, text_of
from tests.play.proposing import propose
from tests.playing import a_room

GUEST = "guest@example.org"
FORGED = "Authentication-Results: mx.play.example; dmarc=fail header.from=example.org\n"
MAIL = "From: {sender}\nTo: {to}\nSubject: Re: An invitation\nMessage-ID: <{number}@example.net>\n{more}\n{text}\n"


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A post office, and an invitation of Ada's to an address without an account."""
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3")
        propose(room, office.game.players[0], opponent=GUEST)
        yield office


def invited(office: Office) -> str:
    """The address that answers the invitation."""
    return parseaddr(office.letters("guest")[0]["Reply-To"])[1]


def answer(
    office: Office, text: str, *, sender: str = GUEST, number: int = 1, more: str = "", proof: str = PROVED
) -> str:
    """The code of what becomes of an answer, with what our own mail server says of its sender."""
    raw = MAIL.format(sender=sender, to=invited(office), number=number, more=more, text=text)
    office.arrive(proof + raw, invited(office), sender)
    return office.reasons()[-1]


def told(office: Office) -> str:
    """The title of the last answer to the guest."""
    return next(
        str(row["facts"]["title"])
        for row in office.room.rows(Outbox)[::-1]
        if row["kind"] == "answer" and row["address"] == GUEST
    )


@pytest.mark.parametrize(
    "text",
    [
        "accept as Robin",
        "Hello Ada,\n\nAccept as Robin.\n\nLooking forward to it!\n",
        "> quoted\n\nACCEPT AS Robin",
        "accept as “Robin”",
        "accept Robin 😀",
        "Accept Robin! :)",
    ],
)
def test_the_invited_mailbox_accepts_under_a_name_and_needs_no_code(office: Office, text: str) -> None:
    code = answer(office, text)

    assert code == "accepted"
    assert told(office) == "The game has begun."
    assert [row["name"] for row in office.room.rows(Player)][-1] == "Robin"
    assert office.room.count(Game) == 2


@pytest.mark.parametrize(
    ("seat", "whose"), [("second", "The first turn is yours"), ("first", "The first turn is Ada’s.")]
)
def test_a_newcomer_reads_what_to_do_next(office: Office, seat: str, whose: str) -> None:
    propose(office.room, office.game.players[0], opponent="robin@example.org", seat_wish=seat)
    to = parseaddr(office.letters("robin")[-1]["Reply-To"])[1]
    office.arrive(PROVED + f"From: robin@example.org\nTo: {to}\nMessage-ID: <1@y.org>\n\naccept Robin\n", to)

    welcome = next(letter for letter in office.letters("robin") if "You have an account" in text_of(letter))

    words = " ".join(text_of(welcome).split())
    game = next(row["id"] for row in office.room.rows(Game) if row["id"] != office.game.id)
    assert whose in words
    for told in (
        "under the name Robin", "Reply to it with your turn at the top", "“help”", f"/games/{game}",
        "Keep it to yourself: r+",
        "/account#profile", "your time zone",
    ):  # fmt: skip
        assert told in words, told
    assert welcome["Reply-To"]


def test_a_newcomer_may_answer_the_welcome_with_a_turn(office: Office) -> None:
    terms = {"game": "kelasu", "options": {}, "seat_wish": "second"}
    propose(office.room, office.game.players[0], opponent="robin@example.org", **terms)
    to = parseaddr(office.letters("robin")[-1]["Reply-To"])[1]
    office.arrive(PROVED + f"From: robin@example.org\nTo: {to}\nMessage-ID: <1@y.org>\n\naccept Robin\n", to)
    welcome, first = (
        next(letter for letter in office.letters("robin") if words in text_of(letter))
        for words in ("You have an account", "Your first turn")
    )

    to = parseaddr(welcome["Reply-To"])[1]
    office.arrive(PROVED + f"From: robin@example.org\nTo: {to}\nMessage-ID: <2@y.org>\n\nB3-C3\n", to)

    assert office.reasons()[-1] == "played"
    assert welcome["Subject"] == first["Subject"]


def test_the_link_that_is_passed_on_does_not_tell_where_answers_go(office: Office) -> None:
    to = invited(office)
    reply_token = to.partition("+")[2].partition("@")[0]
    link_token = text_of(office.letters("guest")[0]).partition("/invitations/")[2].split()[0]

    with office.room.workshop.look() as reader:
        addresses = [to.replace(reply_token, token) for token in (reply_token, link_token)]
        found = find_recipients(reader, IDENTITY, addresses)
        shown = [invitation(reader, token, None) for token in (reply_token, link_token)]
    stored = str(office.room.rows(Challenge))

    assert link_token != reply_token
    assert [found[address] is not None for address in addresses] == [True, False]
    assert [one is not None for one in shown] == [False, True]
    assert not {token for token in (reply_token, link_token) if token in stored}


def test_a_forged_answer_is_led_to_the_page_of_the_link(office: Office) -> None:
    answer(office, "accept as Robin", proof=FORGED)

    pages = [row["facts"]["pages"] for row in office.room.rows(Outbox) if row["kind"] == "answer"][-1]

    link_token = text_of(office.letters("guest")[0]).partition("/invitations/")[2].split()[0]
    assert f"/invitations/{link_token}" in str(pages)


def test_an_answer_that_accepted_is_among_the_mails_of_the_account_that_it_made(office: Office) -> None:
    answer(office, "accept as Robin")
    robin = office.room.rows(Player)[-1]["id"]

    with office.room.workshop.look() as reader:
        mine = mails_of(reader, robin).items

    assert [mail.status.tag for mail in mine] == ["accepted"]


def test_an_answer_sent_twice_makes_one_account_and_one_game(office: Office) -> None:
    answer(office, "accept as Robin")
    answer(office, "accept as Robin")
    code = answer(office, "accept", number=2)

    assert code == "accepted"
    assert (office.room.count(Game), office.room.count(Player)) == (2, 3)


def test_the_invited_mailbox_declines(office: Office) -> None:
    assert answer(office, "decline") == "declined"
    assert office.room.rows(Challenge)[0]["state"] == "declined"


@pytest.mark.parametrize("text", ["", "accept as Robin\ndecline", "What is this?", "acceptable", "I decline to say"])
def test_what_is_not_clear_is_asked_back_with_what_to_write(office: Office, text: str) -> None:
    code = answer(office, text)

    assert code in {"nothing-found", "unclear"}
    assert told(office) == "Do you accept?"
    assert office.room.rows(Challenge)[0]["state"] == "open"


@pytest.mark.parametrize("text", ["accept", "accept as Ada", "accept as x", "accept as evil.com"])
def test_a_name_that_is_missing_or_cannot_be_used_is_asked_for(office: Office, text: str) -> None:
    code = answer(office, text)

    assert code == "invalid"
    assert told(office)
    assert office.room.rows(Challenge)[0]["state"] == "open"


@pytest.mark.both_databases
@pytest.mark.parametrize("text", ["accept", "accept as Ada", "What is this?"])
def test_the_letter_that_asks_again_can_be_answered(office: Office, text: str) -> None:
    answer(office, text)
    asked = office.letters("guest")[-1]
    to = parseaddr(asked["Reply-To"])[1]

    office.arrive(PROVED + MAIL.format(sender=GUEST, to=to, number=2, more="", text="accept as Robin"), to, GUEST)

    assert "Reply with “accept” and the name" in text_of(asked)
    assert office.reasons()[-1] == "accepted"
    assert [row["name"] for row in office.room.rows(Player)][-1] == "Robin"


def test_an_answer_to_our_sender_that_names_the_reply_address_is_asked_so_that_it_can_be_answered(
    office: Office,
) -> None:
    to = invited(office)
    raw = MAIL.format(sender=GUEST, to=to, number=1, more="", text="accept")

    office.arrive(PROVED + raw, "game@play.example", GUEST)

    assert office.reasons()[-1] == "invalid"
    assert parseaddr(office.letters("guest")[-1]["Reply-To"])[1] == to


@pytest.mark.parametrize("sender", ["eve@example.org", "guest@example.org.evil", "bob@example.org"])
def test_somebody_else_with_the_letter_can_do_nothing_and_hears_nothing(office: Office, sender: str) -> None:
    before = office.room.count(Outbox)

    code = answer(office, "accept as Mallory", sender=sender)

    assert code == "stranger"
    assert office.room.count(Outbox) == before
    assert office.room.rows(Challenge)[0]["state"] == "open"


@pytest.mark.parametrize("text", ["accept as Robin", "decline"])
@pytest.mark.parametrize("proof", ["", "Authentication-Results: mx.play.example; dmarc=none; spf=pass\n"])
def test_an_answer_needs_no_proof_but_the_address_that_the_letter_came_with(
    office: Office, proof: str, text: str
) -> None:
    code = answer(office, text, proof=proof)

    assert code in {"accepted", "declined"}


def test_a_forged_answer_does_nothing(office: Office) -> None:
    code = answer(office, "accept as Mallory", proof=FORGED)

    assert code == "unproved"
    assert told(office) == "We cannot tell whether that mail was yours."
    assert office.room.rows(Challenge)[0]["state"] == "open"


@pytest.mark.both_databases
def test_whoever_got_a_copy_of_an_answer_cannot_answer_in_its_name(office: Office) -> None:
    to = invited(office)
    link_token = text_of(office.letters("guest")[0]).partition("/invitations/")[2].split()[0]

    code = answer(office, "Eve, what is this?", more="Cc: eve@example.net")

    assert (code, told(office)) == ("nothing-found", "Your mail also went to somebody else.")
    with office.room.workshop.look() as reader:
        assert find_recipients(reader, IDENTITY, [to]) == {to: None}
        assert invitation(reader, link_token, None) is not None


@pytest.mark.parametrize("more", ["Cc: eve@example.net", "Cc: guest@example.org", "Cc: Guest <GUEST@Example.org>"])
def test_an_answer_that_others_get_too_still_counts(office: Office, more: str) -> None:
    assert answer(office, "accept as Robin", more=more, proof="") == "accepted"


@pytest.mark.both_databases
def test_an_own_copy_leaves_the_address_as_it_is(office: Office) -> None:
    answer(office, "What is this?", more="Cc: guest@example.org")

    assert answer(office, "accept as Robin", number=2) == "accepted"


def test_an_invitation_accepted_again_and_again_is_answered_five_times_a_day(office: Office) -> None:
    codes = [answer(office, "accept Robin", number=number) for number in range(7)]

    assert codes == ["accepted"] * 5 + ["too-many"] * 2


def test_the_invited_mailbox_gets_five_answers_a_day_at_most(office: Office) -> None:
    codes = [answer(office, "What is this?", number=number, proof=FORGED) for number in range(8)]

    assert codes == ["unproved"] * 5 + ["too-many"] * 3


@pytest.mark.parametrize(("text", "code"), [("accept Robin", "accepted"), ("decline", "declined")])
def test_after_five_unclear_answers_a_clear_one_still_counts_and_is_answered(
    office: Office, text: str, code: str
) -> None:
    assert [answer(office, "Yes, why not?", number=number) for number in range(6)][-1] == "too-many"

    assert answer(office, text, number=7) == code
    assert told(office) in {"The game has begun.", "You have declined the invitation."}


def test_a_robot_is_not_answered(office: Office) -> None:
    before = office.room.count(Outbox)

    code = answer(office, "accept as Robot", more="Auto-Submitted: auto-replied\n")

    assert code == "auto-reply"
    assert office.room.count(Outbox) == before


def test_the_letter_says_how_it_is_answered(office: Office) -> None:
    assert "such as “accept Robin”, alone on a line; or “decline”" in office.last_words("guest")
