"""What stops a turn that will be played by itself: a no, another turn, and whatever else its writer sends."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.administration.game_freezes import FreezeOrder, freeze, thaw
from corr.mail.answering.delayed_play import play_next_delayed
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.verdicts import VerdictRow
from corr.play.endings import offer_draw, resign
from corr.store.tables.games import Game, Message
from corr.store.tables.mails import HeldOrder
from tests.mail.asking import doubted
from tests.mail.delaying import CHATTY, HOUR, MINUTE, delay, delay_unsent, fates, tick
from tests.mail.office import PROVED, Office, an_office, understand_next
from tests.playing import STRICT, a_room


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3", agreed=STRICT)


def an_hour_later(office: Office) -> list[str]:
    """The turns of the game once the time to stop one is over."""
    office.room.clock.move(2 * HOUR)
    tick(office.room)
    return office.turns()


@pytest.mark.both_databases
def test_a_no_drops_it(office: Office) -> None:
    delay(office)

    assert office.answer("Bob", "no") == "reject"

    assert "It was dropped. Nothing was done, and nothing was passed on." in office.last_words()
    assert an_hour_later(office) == ["B3-C3"]
    assert [(row["state"], row["orders"]) for row in office.room.rows(HeldOrder)] == [("rejected", "{}")]


@pytest.mark.both_databases
def test_a_yes_plays_it_now_and_once(office: Office) -> None:
    delay(office)

    assert office.answer("Bob", "yes") == "played"

    assert an_hour_later(office) == ["B3-C3", "I3-H3"]
    assert fates(office) == ["confirmed"]
    assert "My dog is ill." in office.last_words("Ada")


@pytest.mark.parametrize("word", ["no", "yes"])
def test_a_yes_or_no_counts_in_answer_to_any_letter_of_the_game(office: Office, word: str) -> None:
    earlier = office.reply_address("Bob")
    delay(office)

    assert office.answer("Bob", word, recipient=earlier) == {"no": "reject", "yes": "played"}[word]
    assert an_hour_later(office) == ["B3-C3", "I3-H3"][: 1 if word == "no" else 2]


def test_a_no_after_it_was_played_is_too_late(office: Office) -> None:
    delay(office)
    address = office.reply_address("Bob")
    an_hour_later(office)

    assert office.answer("Bob", "no", recipient=address) == "repeated"
    assert "It was played already. A turn that was played cannot be taken back." in office.last_words()


@pytest.mark.both_databases
def test_the_same_turn_again_plays_it_once_with_its_words(office: Office) -> None:
    delay(office)

    assert office.answer("Bob", "i3 - h3") == "played"

    assert an_hour_later(office) == ["B3-C3", "I3-H3"]
    assert fates(office) == ["confirmed"]
    assert office.room.count(Message) == 1


def test_the_same_turn_beside_other_words_again_changes_nothing(office: Office) -> None:
    delay(office)
    office.room.clock.move(30 * MINUTE)

    assert delay(office) == "repeated"

    assert "I3-H3 will be played for you at 15:00 CET" in office.last_words()
    office.room.clock.move(30 * MINUTE)
    tick(office.room)
    assert office.turns() == ["B3-C3", "I3-H3"]


@pytest.mark.both_databases
def test_another_turn_is_played_instead(office: Office) -> None:
    delay(office)

    assert office.answer("Bob", "I4-H4") == "played"

    assert an_hour_later(office) == ["B3-C3", "I4-H4"]
    assert fates(office) == ["overtaken"]


def test_another_turn_after_a_no_is_played_instead(office: Office) -> None:
    delay(office)

    assert office.answer("Bob", "No, I4-H4") == "played"

    assert an_hour_later(office) == ["B3-C3", "I4-H4"]
    assert fates(office) == ["rejected"]


@pytest.mark.parametrize("row", [VerdictRow.OTHER_WORDS, VerdictRow.TAKEN_BACK])
def test_after_another_turn_that_may_not_be_meant_none_is_played_without_a_yes(office: Office, row: VerdictRow) -> None:
    delay(office)

    assert doubted(office, "Bob", "I4-H4\n\nWhat a day.", row) == "asked"

    assert an_hour_later(office) == ["B3-C3"]
    assert fates(office) == ["replaced", "waiting"]
    assert office.answer("Bob", "yes") == "played"
    assert office.turns() == ["B3-C3", "I4-H4"]


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Wait, I am not sure about that.", "nothing-found"),
        ("I4-E4", "illegal"),
        ("I4-H4\n\nor perhaps better\n\nI5-H5", "unclear"),
        ("", "empty"),
        ("board", "board"),
        ("say: I am thinking again", "say"),
        ("yes, but what about I4-H4?", "asked"),
        ("yes and no", "nothing-found"),
    ],
)
def test_after_anything_else_it_is_played_only_after_a_yes(office: Office, text: str, code: str) -> None:
    delay(office)

    assert office.answer("Bob", text) == code

    assert an_hour_later(office) == ["B3-C3"]
    assert "waiting" in fates(office)
    assert office.answer("Bob", "yes") == "played"


def test_the_answer_says_that_it_is_stopped_and_asks(office: Office) -> None:
    delay(office)
    office.answer("Bob", "Wait, I am not sure about that.")

    told = office.last_words()
    assert "Your earlier turn is not played by itself any more, since you have written again." in told
    assert "I3-H3" in told
    assert "| yes plays it | no drops it" in told
    assert office.room.events() == ["mail-held"]


def test_a_mail_that_cannot_be_read_makes_it_a_question(office: Office) -> None:
    delay(office)
    raw = (
        f"{PROVED}From: bob@example.org\nMIME-Version: 1.0\nContent-Type: multipart/encrypted; boundary=b\n\n"
        "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n\n--b\n"
        "Content-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n\n--b--\n"
    )
    office.arrive(raw, office.reply_address("Bob"))

    assert office.reasons()[-1] == "encrypted"
    assert fates(office) == ["waiting"]


def test_a_resignation_that_is_asked_about_makes_it_a_question(office: Office) -> None:
    delay(office)

    assert doubted(office, "Bob", "resign", VerdictRow.OTHER_WORDS) == "asked"

    assert fates(office) == ["waiting", "waiting"]
    assert an_hour_later(office) == ["B3-C3"]


def test_a_clear_resignation_ends_the_game_without_it(office: Office) -> None:
    delay(office)

    assert office.answer("Bob", "resign") == "resign"

    assert an_hour_later(office) == ["B3-C3"]
    assert fates(office) == ["overtaken"]


def test_another_turn_on_the_page_is_played_instead(office: Office) -> None:
    delay(office)
    office.game.play("I4-H4")

    assert an_hour_later(office) == ["B3-C3", "I4-H4"]
    assert fates(office) == ["overtaken"]


def test_one_that_was_overtaken_in_a_frozen_game_keeps_no_other_waiting(office: Office) -> None:
    delay(office)
    office.game.play("I4-H4")
    order = FreezeOrder(office.game.id, "It cannot be replayed.")
    with office.room.workshop.open() as uow:
        freeze(uow, order)

    with office.room.workshop.open() as uow:
        assert not play_next_delayed(uow)

    with office.room.workshop.open() as uow:
        thaw(uow, order)
    assert an_hour_later(office) == ["B3-C3", "I4-H4"]
    assert fates(office) == ["overtaken"]


def test_a_no_stops_it_and_declines_no_draw(office: Office) -> None:
    with office.room.workshop.open() as uow:
        offer_draw(uow, office.game.id, office.game.players[0], "web")
    delay(office)

    assert office.answer("Bob", "no") == "reject"

    assert an_hour_later(office) == ["B3-C3"]
    assert fates(office) == ["rejected"]
    assert office.room.rows(Game)[0]["draw_offer"] == 0


def test_a_yes_to_one_that_was_replaced_does_not_say_that_the_newer_one_needs_a_yes(office: Office) -> None:
    doubted(office, "Bob", "I4-H4", VerdictRow.QUESTION)
    office.send_all()
    question = office.reply_address("Bob")
    delay(office)
    office.room.clock.move(HOUR)
    tick(office.room)

    assert office.answer("Bob", "yes", recipient=question) == "repeated"

    assert "A newer turn of yours took its place." in office.last_words()
    assert "waiting for your yes" not in office.last_words()


def test_the_same_turn_on_the_page_is_played_once(office: Office) -> None:
    delay(office)
    office.game.play("I3-H3")

    assert an_hour_later(office) == ["B3-C3", "I3-H3"]


def test_resigning_on_the_page_drops_it(office: Office) -> None:
    delay(office)
    with office.room.workshop.open() as uow:
        resign(uow, office.game.id, office.game.players[1], "web")

    assert an_hour_later(office) == ["B3-C3"]


@pytest.mark.parametrize(("act", "turns"), [(Act.CONFIRM, ["B3-C3", "I3-H3"]), (Act.REJECT, ["B3-C3"])])
def test_its_page_plays_it_now_or_drops_it(office: Office, act: Act, turns: list[str]) -> None:
    delay(office)

    office.settle_first(act)

    assert an_hour_later(office) == turns


def test_a_mail_with_less_proof_than_the_turn_had_changes_nothing(office: Office) -> None:
    delay(office, is_proved=True)
    for text in ("no", "I4-H4", "What?"):
        office.arrive(f"From: bob@example.org\n\n{text}\n", office.reply_address("Bob"))

        assert "Your mail changed nothing." in office.last_words()
        assert fates(office) == ["delayed"]
    assert an_hour_later(office) == ["B3-C3", "I3-H3"]


def test_a_mail_without_proof_stops_a_turn_without_proof(office: Office) -> None:
    delay(office)
    office.arrive("From: bob@example.org\n\nno\n", office.reply_address("Bob"))

    assert an_hour_later(office) == ["B3-C3"]


@pytest.mark.parametrize("text", ["no", "yes"])
def test_a_mail_without_a_reply_address_counts_only_if_its_sender_is_proved(office: Office, text: str) -> None:
    delay(office)
    named = f"From: bob@example.org\nReferences: {office.letters('Bob')[-1]['Message-ID']}\n\n{text}\n"
    office.arrive(named, "game@play.example")
    assert fates(office) == ["delayed"]

    office.arrive(f"{PROVED}Message-ID: <2@example.org>\n{named}", "game@play.example")

    assert fates(office) == [{"no": "rejected", "yes": "confirmed"}[text]]


def test_another_turn_after_a_no_needs_a_reply_address_or_a_proved_sender(office: Office) -> None:
    delay(office)
    named = f"From: bob@example.org\nReferences: {office.letters('Bob')[-1]['Message-ID']}\n\nNo, I4-H4\n"
    office.arrive(named, "game@play.example")
    assert fates(office) == ["delayed"]

    office.arrive(f"{PROVED}Message-ID: <2@example.org>\n{named}", "game@play.example")

    assert fates(office) == ["rejected"]
    assert office.turns() == ["B3-C3", "I4-H4"]


def test_a_stranger_stops_nothing(office: Office) -> None:
    delay(office)
    office.arrive("From: eve@example.org\n\nno\n", office.reply_address("Bob"), "eve@example.org")
    office.arrive("From: eve@example.org\n\nI4-H4\n", office.reply_address("Bob"), "eve@example.org")

    assert an_hour_later(office) == ["B3-C3", "I3-H3"]


@pytest.mark.both_databases
def test_a_mail_that_came_before_the_moment_and_is_unread_holds_it_up(office: Office) -> None:
    delay(office)
    office.room.clock.move(59 * MINUTE)
    office.store_reply("Bob", "no")
    office.room.clock.move(9 * MINUTE)

    assert tick(office.room) == 0
    understand_next(office.room)
    assert an_hour_later(office) == ["B3-C3"]


def test_an_unread_mail_holds_it_up_for_ten_minutes(office: Office) -> None:
    delay(office)
    office.store_reply("Bob", "no")
    office.room.clock.move(HOUR + 9 * MINUTE)
    assert tick(office.room) == 0
    office.room.clock.move(2 * MINUTE)

    assert tick(office.room) == 1


def test_a_mail_that_came_after_the_moment_or_of_the_other_player_does_not(office: Office) -> None:
    delay(office)
    office.store_reply("Ada", "board")
    office.room.clock.move(HOUR + MINUTE)
    office.store_reply("Bob", "no")

    assert tick(office.room) == 1


def test_as_a_question_it_is_not_played_at_the_deadline(office: Office) -> None:
    delay_unsent(office)
    office.answer("Bob", "Wait, I am not sure.")
    office.room.clock.move(timedelta(days=3))

    assert tick(office.room) == 0
    assert office.turns() == ["B3-C3"]


def test_what_was_said_about_it_earlier_stays_unsent_until_it_is_played(office: Office) -> None:
    delay(office, CHATTY)
    office.answer("Bob", "Wait, I am not sure.")

    assert office.room.count(Message) == 0
