"""Mails that did not surely come from their player: nothing is done before the player has confirmed it."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.mail.queues.held_orders import HoldReason, find_held
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.verdicts import VerdictRow
from corr.store.tables.mails import HeldOrder, Inbox, Outbox
from tests.mail.asking import doubted
from tests.mail.office import IDENTITY, Office, an_office, html_of, text_of
from tests.playing import a_room
from tests.racing import together

EVE = "From: Eve <eve@example.org>\n"
BOB = "From: Bob <bob@example.org>\n"
HOUR = timedelta(hours=1)


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def send(office: Office, head: str = EVE, text: str = "I3-H3", *, address: str = "", sender: str = "x@y.org") -> str:
    """Let a mail to Bob's reply address come in; what became of it."""
    number = office.room.count(Inbox)
    recipient = address or office.new_address("Bob")
    office.arrive(f"{head}Message-ID: <{number}@y.org>\nSubject: Hello\n\n{text}\n", recipient, sender)
    return office.reasons()[-1]


def link(office: Office) -> str:
    """The token of the link in Bob's last letter."""
    found = re.search(rf"{IDENTITY.url}/held/([a-z2-7]+)", text_of(office.letters("Bob")[-1]))
    assert found is not None
    return found[1]


def confirmed(office: Office, token: str) -> str:
    """The title of what a confirmation says."""
    return office.settle(token, Act.CONFIRM).title


def test_every_doubt_about_orders_is_a_reason_to_ask_back() -> None:
    doubts = {doubt.value for doubt in VerdictRow} - {VerdictRow.NOTHING.value}

    assert doubts <= {reason.value for reason in HoldReason}


def test_a_turn_from_a_stranger_is_not_played_and_its_player_is_asked(office: Office) -> None:
    assert send(office) == "held"

    assert office.turns() == ["B3-C3"]
    assert "Is this from you?" in office.last_words()
    assert "came from eve@example.org, which is not an address of your account." in office.last_words()
    assert "This is what it asks for: | I3-H3" in office.last_words()
    assert "eve@example.org" in html_of(office.letters("Bob")[-1])


def test_no_clock_stops_meanwhile_and_its_player_alone_is_told_so(office: Office) -> None:
    before = office.game.view()

    send(office)

    after = office.game.view(office.game.players[0])
    assert after.due_at == before.due_at
    assert after.events == ()
    assert after.version == before.version
    assert "Until then your clock keeps running" in office.last_words()


def test_no_clock_is_said_to_run_during_leave(office: Office) -> None:
    office.answer("Bob", "away 7d")

    send(office)

    assert "Is this from you?" in office.last_words()
    assert "clock keeps running" not in office.last_words()


def test_a_question_of_a_stranger_is_no_line_in_the_history(office: Office) -> None:
    send(office, text="Hello, who is this?")

    assert office.game.view().events == ()


def test_nothing_goes_to_the_stranger(office: Office) -> None:
    send(office)
    send(office, text="Hello, who is this?")
    office.send_all()

    assert {to for _, to, _ in office.transport.sent} == {"bob@example.org"}


def test_an_opponent_who_comes_by_the_address_plays_nothing_with_it(office: Office) -> None:
    assert send(office, "From: Ada <ada@example.org>\n", sender="ada@example.org") == "held"

    assert office.turns() == ["B3-C3"]


@pytest.mark.parametrize("spelled", ["b.ob@example.org", "bob+x@example.org", "BOB@example.org"])
def test_an_address_that_only_looks_like_ones_own_is_a_strangers(office: Office, spelled: str) -> None:
    assert send(office, f"From: Bob <{spelled}>\n") == "held"


@pytest.mark.parametrize("verdict", ["fail", "pass", "none"])
def test_what_our_mail_server_found_out_about_the_sender_counts(office: Office, verdict: str) -> None:
    head = f"Authentication-Results: mx.play.example; dmarc={verdict} header.from=example.org\n{BOB}"

    with office.signed_by("mx.play.example"):
        reason = send(office, head)

    assert reason == ("held" if verdict == "fail" else "played")


def test_what_was_not_confirmed_by_our_mail_server_is_said_so(office: Office) -> None:
    head = f"Authentication-Results: mx.play.example; dmarc=fail header.from=example.org\n{BOB}"

    with office.signed_by("mx.play.example"):
        send(office, head)

    assert "says that it is from bob@example.org, but the mail server could not confirm that" in office.last_words()


@pytest.mark.parametrize("field", ["List-Id: <x.example>", "Precedence: bulk", "X-BeenThere: x@y.org"])
def test_a_turn_that_came_through_a_list_waits_for_its_player(office: Office, field: str) -> None:
    assert send(office, f"{field}\n{BOB}") == "held"

    assert office.turns() == ["B3-C3"]
    assert "came through a mailing list" in office.last_words()


def test_a_list_that_asks_for_nothing_is_not_even_told(office: Office) -> None:
    letters = len(office.letters("Bob"))

    assert send(office, f"List-Id: <x.example>\n{BOB}", "News of the week") == "list"
    assert len(office.letters("Bob")) == letters


def test_a_stranger_who_asks_for_nothing_is_told_of_and_not_held(office: Office) -> None:
    assert send(office, text="What is this?") == "stranger"

    assert "It was sent by eve@example.org, which is not an address of your account" in office.last_words()
    assert office.room.count(HeldOrder) == 0


def test_what_is_confirmed_is_done(office: Office) -> None:
    send(office)

    assert confirmed(office, link(office)) == "Your turn 2 was played."
    assert office.turns() == ["B3-C3", "I3-H3"]


def test_it_is_confirmed_by_answering_the_question_too(office: Office) -> None:
    send(office)

    assert office.answer("Bob", "confirm") == "played"

    assert office.turns() == ["B3-C3", "I3-H3"]
    assert " was played. | I3-H3" in office.last_words()


def test_a_stranger_cannot_confirm(office: Office) -> None:
    send(office)

    assert send(office, text="confirm") == "stranger"
    assert office.turns() == ["B3-C3"]


def test_confirming_twice_does_it_once(office: Office) -> None:
    send(office)
    token = link(office)
    confirmed(office, token)

    assert confirmed(office, token) == "It was confirmed already."
    assert office.answer("Bob", "confirm") == "repeated"
    assert "It was confirmed already." in office.last_words()
    assert office.turns() == ["B3-C3", "I3-H3"]


@pytest.mark.both_databases
def test_confirming_in_many_places_at_once_does_it_once(office: Office) -> None:
    send(office, text="offer draw")
    token = link(office)
    said: list[str] = []

    def once(_owner: str) -> bool:
        said.append(confirmed(office, token))
        return False

    together(once, 6)

    assert sorted(said)[:5] == ["It was confirmed already."] * 5
    assert office.room.events() == ["draw-offered"]


def test_what_is_rejected_is_never_done(office: Office) -> None:
    send(office)
    token = link(office)
    assert office.settle(token, Act.REJECT).title == "It was dropped."

    assert confirmed(office, token) == "You have said that it was not meant."
    assert office.turns() == ["B3-C3"]


def test_rejecting_what_was_confirmed_takes_nothing_back(office: Office) -> None:
    send(office)
    token = link(office)
    confirmed(office, token)

    assert office.settle(token, Act.REJECT).title == "It was confirmed already."

    assert office.turns() == ["B3-C3", "I3-H3"]


def test_after_a_day_it_cannot_be_confirmed_any_more(office: Office) -> None:
    send(office)
    token = link(office)
    office.room.clock.move(timedelta(days=1))

    assert confirmed(office, token) == "It is too late to confirm that."
    assert office.turns() == ["B3-C3"]


def test_it_counts_from_the_moment_when_it_came_in(office: Office) -> None:
    due_at = office.game.view().due_at
    assert due_at is not None
    office.room.clock.move(due_at - HOUR - office.room.clock.now())
    send(office)
    office.room.clock.move(2 * HOUR)

    assert confirmed(office, link(office)) == "Your turn 2 was played."


def test_it_is_not_played_when_the_game_has_gone_on(office: Office) -> None:
    send(office)
    token = link(office)
    office.game.play("I4-H4")

    assert confirmed(office, token) == "Your turn was not played."
    assert office.turns() == ["B3-C3", "I4-H4"]


def test_what_is_wrong_with_it_is_said_when_it_is_confirmed(office: Office) -> None:
    send(office, text="I3-E3")
    token = link(office)

    answer = office.settle(token, Act.CONFIRM)

    assert answer.title == "Your turn was not played."
    assert "I3-E3" in answer.lines[0]


@pytest.mark.parametrize("token", ["a" * 26, "\0"])
def test_a_link_that_nobody_was_sent_leads_to_no_mail(office: Office, token: str) -> None:
    send(office)

    with office.room.workshop.look() as reader:
        assert find_held(reader, token) is None


def test_two_that_wait_are_told_apart_by_the_letters_that_ask(office: Office) -> None:
    send(office)
    first = office.reply_address("Bob")
    send(office, text="I4-H4")

    assert office.answer("Bob", "yes", recipient=first) == "played"
    assert office.turns() == ["B3-C3", "I3-H3"]


def test_two_that_wait_are_told_apart_by_their_links(office: Office) -> None:
    send(office)
    first = link(office)
    send(office, text="I4-H4")

    assert confirmed(office, first) == "Your turn 2 was played."
    assert office.turns() == ["B3-C3", "I3-H3"]


@pytest.mark.parametrize("word", ["yes", "confirm"])
def test_a_yes_to_a_letter_that_asks_nothing_is_asked_which_of_two_it_means(office: Office, word: str) -> None:
    send(office)
    send(office, text="I4-H4")

    assert office.answer("Bob", word, recipient=office.new_address("Bob")) == "unclear"

    assert "More than one thing in this game is waiting for your yes" in office.last_words()
    assert "I3-H3 http://127.0.0.1:8000/account/mails/1/held" in office.last_words()
    assert "I4-H4 http://127.0.0.1:8000/account/mails/2/held" in office.last_words()
    assert office.turns() == ["B3-C3"]


def test_a_yes_to_a_letter_that_asks_nothing_means_the_one_own_thing_that_waits(office: Office) -> None:
    assert doubted(office, "Bob", "I3-H3") == "asked"

    assert office.answer("Bob", "yes", recipient=office.new_address("Bob")) == "played"
    assert office.turns() == ["B3-C3", "I3-H3"]


@pytest.mark.parametrize("word", ["yes", "ok"])
def test_a_yes_to_a_letter_that_asks_nothing_ends_no_game_but_is_asked_again(office: Office, word: str) -> None:
    assert doubted(office, "Bob", "resign") == "asked"

    assert office.answer("Bob", word, recipient=office.new_address("Bob")) == "unclear"

    assert not office.game.view().is_over
    assert "Do you mean this?" in office.last_words()
    assert "| resign" in office.last_words()
    assert office.answer("Bob", word) == "resign"


def test_a_yes_to_a_letter_that_asks_nothing_is_not_about_what_a_stranger_sent(office: Office) -> None:
    send(office)

    assert office.answer("Bob", "yes", recipient=office.new_address("Bob")) == "not-heard"
    assert office.turns() == ["B3-C3"]


def test_a_stranger_cannot_flood_a_player_with_questions(office: Office) -> None:
    letters = len(office.letters("Bob"))

    reasons = [send(office) for _ in range(8)]

    assert reasons == ["held"] * 5 + ["too-many"] * 3
    assert len(office.letters("Bob")) == letters + 5


@pytest.mark.slow
def test_a_stranger_cannot_use_up_what_is_the_players_own(office: Office) -> None:
    for _ in range(70):
        send(office, text="Hello?")

    assert office.answer("Bob", "I3-H3") == "played"
    assert " was played." in office.last_words()


def test_the_same_mail_again_asks_once(office: Office) -> None:
    address = office.new_address("Bob")
    raw = f"{EVE}Message-ID: <one@y.org>\n\nI3-H3\n"

    for _ in range(3):
        office.arrive(raw, address, "eve@example.org")

    assert office.reasons() == ["held", "duplicate", "duplicate"]
    assert [row["kind"] for row in office.room.rows(Outbox)].count("held") == 1
    assert office.room.count(HeldOrder) == 1


def test_words_for_the_other_player_are_passed_on_when_they_are_confirmed(office: Office) -> None:
    send(office, text="I3-H3\n\nThis was a hard one to find, I must say.")
    assert "With these words for Ada: | This was a hard one to find" in office.last_words()

    office.answer("Bob", "confirm")

    assert "This is what Ada is told: | This was a hard one to find" in office.last_words()


def test_a_page_is_told_what_waits(office: Office) -> None:
    send(office)
    token = link(office)

    with office.room.workshop.look() as reader:
        held = find_held(reader, token.upper())

    assert held is not None
    assert held.may_confirm
    assert (held.written_by, held.orders["turn"]) == ("eve@example.org", "I3-H3")


def test_what_was_asked_for_is_forgotten_once_it_is_settled(office: Office) -> None:
    send(office)
    confirmed(office, link(office))

    assert [row["orders"] for row in office.room.rows(HeldOrder)] == ["{}"]


def test_a_secret_choice_that_is_held_is_told_to_its_player_alone(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    with a_room(sqlite_url) as room:
        office = an_office(room, ruleset="hide/1")
        send(office, text="hide B2\n\nI am in the middle, ha!")
        asked = office.last_words()
        office.answer("Bob", "confirm")

        letters = [text_of(letter) + html_of(letter) for letter in office.letters("Ada")]
        assert "| hide B2" in asked
        assert office.game.view(office.game.players[1]).sealed_text == "hide B2"
        assert not any("middle" in letter or "B2" in letter.replace("| hide B2", "") for letter in letters[1:])
        assert "B2" not in caplog.text
        assert "middle" not in caplog.text
