"""The delivery ledger: what players see of their letters."""

import pytest

from corr.base import notices
from corr.base.delivery_ledger import PAGE, DeliveryLine, ledger, plain_words
from corr.mail.queues.outbox import (
    Attempt,
    RenderedLetter,
    give_up,
    keep_letters,
    mark_obsolete,
    mark_sent,
    mark_withheld,
    put_off,
)
from tests.playing import Room, a_game
from tests.posting import claim_letter

TOKEN = "abcdefghijklmnopqrstuvwx27"


def a_letter_to(room: Room, player_id: int, form: str = "a form") -> int:
    """A letter that is in hand; its id."""
    with room.workshop.open() as uow:
        uow.tell(notices.test_letter(player_id, form))
    with room.workshop.open() as uow:
        letter = claim_letter(uow, "a test")
        assert letter is not None
        made = RenderedLetter(b"x", f"<{form}@x>", "ada@example.org", f"b+{TOKEN}@play.example", form)
        keep_letters(uow, {letter.id: made})
    return letter.id


def lines(room: Room, player_id: int, page: int = 1) -> tuple[DeliveryLine, ...]:
    """One page of a player's ledger."""
    with room.workshop.look() as reader:
        return ledger(reader, player_id, page).items


def test_a_letter_is_queued_then_in_hand_then_accepted(room: Room) -> None:
    ada, outcomes = room.player("Ada"), []
    with room.workshop.open() as uow:
        uow.tell(notices.test_letter(ada, "a form"))
    outcomes.append(lines(room, ada)[0].outcome)
    with room.workshop.open() as uow:
        letter = claim_letter(uow, "a test")
        assert letter is not None
    outcomes.append(lines(room, ada)[0].outcome)
    with room.workshop.open() as uow:
        mark_sent(uow, Attempt(letter.id, "ada@example.org", uow.now, "250 OK"))
    outcomes.append(lines(room, ada)[0].outcome)

    assert outcomes == ["queued", "being handed over", "accepted for example.org: 250 OK"]


@pytest.mark.both_databases
def test_every_end_of_a_letter_is_said_in_a_sentence(room: Room) -> None:
    ada = room.player("Ada")
    ids = [a_letter_to(room, ada, f"form {number}") for number in range(3)]
    with room.workshop.open() as uow:
        put_off(uow, Attempt(ids[0], "ada@example.org", uow.now, "451 4.2.2 mailbox\r\nfull"))
        give_up(uow, Attempt(ids[1], "ada@example.org", uow.now, "550 no such user"))
        uow.tell(notices.test_letter(ada, "unneeded"))
        uow.tell(notices.test_letter(ada, "unwanted"))
    with room.workshop.open() as uow:
        unneeded, unwanted = claim_letter(uow, "a test"), claim_letter(uow, "a test")
        assert unneeded is not None
        assert unwanted is not None
        mark_obsolete(uow, unneeded)
        mark_withheld(uow, unwanted, "ada@example.org", "Not sent: you asked for none.")

    found = {line.letter_id: (line.outcome, line.is_trouble) for line in lines(room, ada)}
    assert found[ids[0]] == ("put off: 451 4.2.2 mailbox full", True)
    assert found[ids[1]] == ("refused: 550 no such user", True)
    assert found[unneeded.id] == ("not sent, as it was no longer needed", False)
    assert found[unwanted.id] == ("not sent: you asked for none.", False)


@pytest.mark.both_databases
def test_a_player_sees_only_own_letters_the_newest_first(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    own = [a_letter_to(room, ada, f"form {number}") for number in range(3)]
    a_letter_to(room, bob, "another")

    assert [line.letter_id for line in lines(room, ada)] == own[::-1]


@pytest.mark.both_databases
def test_a_long_ledger_has_pages(room: Room) -> None:
    ada = room.player("Ada")
    for number in range(PAGE + 2):
        a_letter_to(room, ada, f"form {number}")

    assert (len(lines(room, ada)), len(lines(room, ada, 2)), len(lines(room, ada, 3))) == (PAGE, 2, 0)
    assert lines(room, ada, 0) == lines(room, ada, 1) == lines(room, ada, -5)
    assert lines(room, ada, 10**12) == ()


def test_a_line_says_which_game_and_turn_it_is_about(room: Room) -> None:
    game = a_game(room)

    line = lines(room, game.players[0])[0]

    assert (line.about, line.game_id, line.turn_number) == ("Your turn in Tiny", game.id, 1)


def test_no_token_and_no_fact_is_shown(room: Room) -> None:
    ada = room.player("Ada")
    letter_id = a_letter_to(room, ada)
    with room.workshop.open() as uow:
        words = f"451 <b+{TOKEN}@play.example> and B+{TOKEN.upper()}@play.example are strange"
        put_off(uow, Attempt(letter_id, "ada@example.org", uow.now, words))

    shown = repr(lines(room, ada)).lower()
    assert TOKEN not in shown
    assert "b+…@play.example" in shown


def test_words_of_the_far_end_are_one_line_of_some_length() -> None:
    assert plain_words("one\r\n\0two \u2028 three\t") == "one two three"
    assert len(plain_words("x" * 10_000)) == 300
