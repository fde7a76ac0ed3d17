"""What use cases tell arrives as a letter that can be acted upon."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.base import notices
from corr.clocks.reminders import remind_next
from corr.core.pace import Late
from corr.mail.queues.address_changes import AskForAddress, ask_for_address, confirm_change, remove_address
from corr.mail.queues.digests import digest_next
from corr.mail.queues.subscriptions import find_subscription
from corr.play.challenges import (
    MakeChallenge,
    accept_challenge,
    decline_challenge,
    expire_next,
    make_challenge,
    withdraw_challenge,
)
from corr.play.deadlines import enforce_next_deadline
from corr.play.messages import SendMessage, send_message
from corr.play.proposed_terms import TypedTerms
from corr.players.accounts import RequestSignIn, RequestSignUp, find_sign_in, request_sign_in, request_sign_up
from corr.players.mail_preferences import MailPreferences, set_preferences
from corr.store.tables.mails import Outbox, TurnMail
from tests.mail.office import Office, an_office, text_of
from tests.playing import STRICT, a_room, another_game, terms


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3", agreed=STRICT)


def challenge(office: Office, opponent: str, wish: str = "first") -> str:
    """Ada challenges somebody."""
    order = MakeChallenge(office.game.players[0], opponent, TypedTerms("kelasu", {}, "3d/turn", wish, "Hello!"))
    with office.room.workshop.open() as uow:
        return make_challenge(uow, order).id


def last(office: Office, name: str) -> str:
    """The text of the last letter to *name*; no letter may have failed."""
    letters = office.letters(name)
    assert {row["fault"] for row in office.room.rows(Outbox)} == {""}
    return text_of(letters[-1])


def link_in(text: str) -> str:
    """The token of the sign-in link in a letter."""
    return text.partition("/link/")[2].partition("\n")[0]


@pytest.mark.parametrize(("name", "words"), [("Bob", "to sign in:"), ("Eve", "There is no account")])
def test_whoever_asks_to_sign_in_gets_a_link_that_works(office: Office, name: str, words: str) -> None:
    with office.room.workshop.open() as uow:
        request_sign_in(uow, RequestSignIn(f"{name.lower()}@example.org", "browser", "127.0.0.1"))

    text = last(office, name)

    assert words in text
    with office.room.workshop.look() as reader:
        assert find_sign_in(reader, link_in(text)) is not None


@pytest.mark.parametrize(("name", "words"), [("Bob", "have an account"), ("Eve", "Welcome!")])
def test_whoever_signs_up_gets_a_link_that_works(office: Office, name: str, words: str) -> None:
    order = RequestSignUp(f"{name.lower()}@example.org", "Somebody", "UTC", "browser", "127.0.0.1")
    with office.room.workshop.open() as uow:
        request_sign_up(uow, order)

    text = last(office, name)

    assert words in text
    assert link_in(text)


def test_a_challenge_arrives_with_its_terms_and_a_link(office: Office) -> None:
    identity = challenge(office, "Bob")

    text = last(office, "Bob")

    assert "Ada challenges you" in text
    assert "  | Hello!" in text
    assert f"/challenges/{identity}\n" in text


def test_a_removed_address_and_the_other_one_get_the_same_letter(office: Office) -> None:
    bob = office.game.players[1]
    with office.room.workshop.open() as uow:
        ask_for_address(uow, AskForAddress(bob, "second@example.org", is_second=True))
    for kind in ("address-to-confirm", "address-asked-for"):
        (token,) = (row["facts"]["token"] for row in office.room.rows(Outbox) if row["kind"] == kind)
        with office.room.workshop.open() as uow:
            confirm_change(uow, token)
    with office.room.workshop.open() as uow:
        remove_address(uow, bob, "second@example.org", 0)

    at_second = last(office, "Second")
    (at_main,) = (text_of(letter) for letter in office.letters("Bob") if "was removed" in letter["Subject"])

    assert at_main == at_second
    assert "The address second@example.org no longer belongs to your account" in " ".join(at_main.split())
    assert "If it was not you who removed it" in at_main
    assert "/account" in at_main
    assert "It is your turn against Ada" in last(office, "Bob")


def test_an_invitation_arrives_with_a_link_of_its_own(office: Office) -> None:
    challenge(office, "eve@example.org")

    assert "/invitations/" in last(office, "Eve")


@pytest.mark.parametrize("wish", ["first", "second"])
def test_an_accepted_challenge_is_told_in_one_letter_with_the_game(office: Office, wish: str) -> None:
    identity = challenge(office, "Bob", wish)
    office.send_all()
    before = len(office.letters("Ada"))
    with office.room.workshop.open() as uow:
        game_id = accept_challenge(uow, identity, office.game.players[1])

    theirs, mine = last(office, "Ada"), last(office, "Bob")

    assert len(office.letters("Ada")) == before + 1
    assert "Bob has accepted your challenge" in " ".join(theirs.split())
    assert f"/games/{game_id}\n" in theirs
    assert "accepted" not in mine


def test_a_declined_a_withdrawn_and_an_expired_challenge_are_told(office: Office) -> None:
    bob = office.game.players[1]
    declined, withdrawn, _ = (challenge(office, "Bob") for _ in range(3))
    with office.room.workshop.open() as uow:
        decline_challenge(uow, declined, bob)
        withdraw_challenge(uow, withdrawn, office.game.players[0])
    office.send_all()

    office.room.clock.move(timedelta(days=15))
    with office.room.workshop.open() as uow:
        assert expire_next(uow)

    assert "expired" in last(office, "Ada")
    subjects = {letter["Subject"] for name in ("Ada", "Bob") for letter in office.letters(name)}
    assert {"Your challenge was declined", "A challenge was withdrawn", "A challenge has expired"} <= subjects


def test_a_reminder_names_the_game_and_the_deadline(office: Office) -> None:
    office.send_all()
    office.room.clock.move(timedelta(days=2, hours=1))
    with office.room.workshop.open() as uow:
        assert remind_next(uow)

    text = last(office, "Bob")

    assert "Kelasu against Ada" in text
    assert "You have until Thursday 5 March 2026, 14:00 CET (Europe/Berlin)." in " ".join(text.split())
    assert "Time left when this was written: 23 hours." in " ".join(text.split())
    assert f"/games/{office.game.id}" in text


def test_the_end_by_a_deadline_is_told_to_both(office: Office) -> None:
    office.game.play("I3-H3")
    office.room.clock.move(timedelta(days=4))
    with office.room.workshop.open() as uow:
        assert enforce_next_deadline(uow) == office.game.id

    assert "time" in last(office, "Ada")
    assert "time" in last(office, "Bob")
    assert "HOW TO ANSWER" not in last(office, "Bob")


def test_a_game_that_was_never_begun_is_told_to_have_no_result(office: Office) -> None:
    office.room.clock.move(timedelta(days=4))
    with office.room.workshop.open() as uow:
        assert enforce_next_deadline(uow) == office.game.id

    assert "a first turn was never made. There is no result." in " ".join(last(office, "Ada").split())


def lapsed(office: Office) -> Office:
    """Another game of the same two, in which Bob's time ran out and which Ada may claim."""
    agreed = terms("1d/turn", late=Late.CLAIM, leave=False)
    other = Office(another_game(office.room, office.game.players, "A1", agreed=agreed))
    office.room.clock.move(timedelta(days=1, seconds=5))
    with office.room.workshop.open() as uow:
        assert enforce_next_deadline(uow) == other.game.id
    return other


def test_a_game_that_may_be_claimed_is_told_to_both(office: Office) -> None:
    other = lapsed(office)

    ada, bob = other.last_words("Ada"), other.last_words("Bob")
    assert "You can now end your game of Tiny against Bob: on its page, or by replying with the word “claim”" in ada
    assert "Until you do, Bob can still play." in ada
    assert "| claim cancels the game" in ada
    assert "| claim" not in bob
    assert "In your game of Tiny against Ada it is still your turn." in bob
    assert [words.count("time ran out") for words in (ada, bob)] == [1, 1]
    assert f"Write\xa0above\xa0this\xa0line.\xa0#{other.game.id}#" in other.last_text("Bob")


@pytest.mark.parametrize("kind", ["lapsed", "claimable"])
def test_that_a_game_may_be_claimed_is_not_told_once_the_late_player_has_played(office: Office, kind: str) -> None:
    other = lapsed(office)
    other.game.play("C3")

    other.send_all()

    assert [row["state"] for row in office.room.rows(Outbox) if row["kind"] == kind] == ["obsolete"]


def test_a_letter_carries_the_address_that_ends_its_kind(office: Office) -> None:
    letter = office.letters("Bob")[-1]
    token = letter["List-Unsubscribe"].partition("/u/")[2].partition(">")[0]

    with office.room.workshop.look() as reader:
        found = find_subscription(reader, token)

    assert found is not None
    assert (found.category, found.player_id) == ("turns", office.game.players[1])
    assert f"/u/{token}\n" in text_of(letter)


def test_an_invitation_can_be_refused_for_good_by_whoever_has_no_account(office: Office) -> None:
    challenge(office, "eve@example.org")

    letter = office.letters("Eve")[-1]

    assert "List-Unsubscribe" in letter
    assert "No more invitations:" in text_of(letter)
    assert "/account/mail" not in text_of(letter)


def test_a_test_letter_can_be_answered(office: Office) -> None:
    with office.room.workshop.open() as uow:
        uow.tell(notices.test_letter(office.game.players[1], "once"))

    letter = office.letters("Bob")[-1]

    assert letter["Subject"] == "A test letter from Corr"
    assert letter["Reply-To"].startswith('"Reply to this letter" <r+')


def test_what_the_other_player_writes_arrives_as_a_letter_that_can_be_played(office: Office) -> None:
    order = SendMessage(office.game.id, office.game.players[0], "Take your time!", "web", "once")
    with office.room.workshop.open() as uow:
        send_message(uow, order)

    text = last(office, "Bob")

    assert "  | Take your time!\n\nTo write back without a turn, begin your reply with “say:”.\n" in text
    assert office.answer("Bob", "I3-H3") == "played"


def test_a_digest_tells_every_game_that_waits_with_a_link_to_it(office: Office) -> None:
    bob = office.game.players[1]
    other = another_game(office.room, office.game.players, "B3-C3", ruleset="kelasu/1")
    with office.room.workshop.open() as uow:
        set_preferences(uow, bob, MailPreferences(turns=TurnMail.DIGEST))
    office.send_all()
    office.room.clock.move(timedelta(days=1))
    with office.room.workshop.open() as uow:
        assert digest_next(uow)

    text = text_of(office.letters("Bob")[-1])

    places = [text.index(f"/games/{game.id}\n") for game in (office.game, other)]
    assert places == sorted(places)
    assert "\n\nThese games are waiting for your turn:" in text
    assert "Do not reply" in text


def test_a_digest_of_one_game_speaks_of_one(office: Office) -> None:
    with office.room.workshop.open() as uow:
        set_preferences(uow, office.game.players[1], MailPreferences(turns=TurnMail.DIGEST))
    office.room.clock.move(timedelta(days=1))
    with office.room.workshop.open() as uow:
        assert digest_next(uow)

    assert "\n\nThis game is waiting for your turn:" in office.last_text("Bob")
