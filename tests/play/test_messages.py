"""Words between the two players of a game."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from corr.errors import ConflictError, InputError, NotAllowedError, NotFoundError, TooManyError
from corr.game.refusals import GameOverError
from corr.game.views import ActReceipt
from corr.play.endings import resign
from corr.play.game_lists import my_games
from corr.play.game_record import record_of
from corr.play.messages import SendMessage, read_message, send_message
from corr.play.public_games import GamesWanted, public_games
from corr.play.turns import submit_turn
from corr.records.format import write_record
from corr.store.tables.games import Message
from corr.store.tables.mails import TurnMail
from tests.players.test_mail_preferences import choose
from tests.playing import DAY, Room, TestGame, a_game

HELLO = "Hello, and good luck!"


def write(game: TestGame, text: str = HELLO, *, seat: int = 0, key: str = "a form") -> ActReceipt:
    with game.room.workshop.open() as uow:
        return send_message(uow, SendMessage(game.id, game.players[seat], text, door="web", order_key=key))


def play_and_write(game: TestGame, turn: str, text: str = HELLO, *, key: str = "a mail") -> ActReceipt:
    """What a mail does that has a turn and words for the other player."""
    order = game.order(turn, door="mail", order_key=key)
    words = SendMessage(game.id, order.player_id, text, "mail", key, turn_number=order.turn_number)
    with game.room.workshop.open() as uow:
        submit_turn(uow, order)
        return send_message(uow, words)


def shown(game: TestGame, seat: int | None, at_turn: int | None = None) -> list[tuple[int, str, str]]:
    view = game.view(None if seat is None else game.players[seat], at_turn)
    return [(line.turn_number, line.name, line.text) for line in view.messages]


def told(game: TestGame) -> list[int | None]:
    """Whom letters with a message of their own wait for."""
    return [player for player, _ in game.room.letters("message")]


def test_both_players_are_shown_what_one_wrote(room: Room) -> None:
    game = a_game(room, "A1")

    receipt = write(game)

    assert receipt.sentence == "Your message is passed on to Bob."
    assert shown(game, 0) == shown(game, 1) == [(2, "Ada", HELLO)]
    assert [line.is_yours for line in game.view(game.players[0]).messages] == [True]
    assert [line.is_yours for line in game.view(game.players[1]).messages] == [False]
    assert [line.seat_title for line in game.view(game.players[1]).messages] == [game.view().seats[0].title]


def test_the_other_player_is_told_by_a_letter(room: Room) -> None:
    game = a_game(room, "A1")

    write(game)

    assert room.letters("message") == [(game.players[1], 2)]


def test_nobody_else_is_shown_it(room: Room) -> None:
    game = a_game(room)
    write(game)

    assert shown(game, None) == []
    assert game.view(room.player("Eve")).messages == ()
    assert not game.view().may_write


def test_nobody_else_can_write(room: Room) -> None:
    game = a_game(room)
    eve = room.player("Eve")

    with pytest.raises(NotAllowedError), room.workshop.open() as uow:
        send_message(uow, SendMessage(game.id, eve, HELLO, door="web", order_key="a form"))
    with pytest.raises(NotFoundError), room.workshop.open() as uow:
        send_message(uow, SendMessage("nosuch", eve, HELLO, door="web", order_key="a form"))

    assert room.count(Message) == 0


@pytest.mark.both_databases
def test_no_list_and_no_record_of_the_game_has_it(room: Room) -> None:
    game = a_game(room, "A1")
    write(game)

    with room.workshop.look() as reader:
        records = [
            write_record(record_of(reader, game.id, viewer, site="https://play.example"))
            for viewer in (None, *game.players)
        ]
        lists = [my_games(reader, game.players[0]), public_games(reader, GamesWanted())]

    assert HELLO not in "\n".join(records)
    assert HELLO not in repr(lists)


def test_the_same_order_is_carried_out_once(room: Room) -> None:
    game = a_game(room)

    receipts = [write(game), write(game)]

    assert [receipt.repeated for receipt in receipts] == [False, True]
    assert receipts[1].sentence == "Your message was sent to Bob already."
    assert (room.count(Message), len(told(game))) == (1, 1)


@pytest.mark.parametrize(("seat", "text"), [(0, "Something else"), (1, HELLO)])
def test_an_order_is_not_taken_for_another_one(room: Room, seat: int, text: str) -> None:
    game = a_game(room)
    write(game)

    with pytest.raises(ConflictError):
        write(game, text, seat=seat)

    assert room.count(Message) == 1


@pytest.mark.both_databases
def test_the_same_order_at_once_in_many_processes_is_carried_out_once(room: Room) -> None:
    game = a_game(room)

    with ThreadPoolExecutor(4) as threads:
        receipts = list(threads.map(lambda _: write(game), range(8)))

    assert [receipt.repeated for receipt in receipts].count(False) == 1
    assert (room.count(Message), len(told(game))) == (1, 1)


def test_words_with_a_turn_come_in_its_letter_and_in_no_other(room: Room) -> None:
    game = a_game(room)

    play_and_write(game, "A1")

    assert shown(game, 1) == [(1, "Ada", HELLO)]
    assert told(game) == []
    assert (game.players[1], 2) in room.letters("your-turn")


def test_words_with_the_last_turn_of_a_game_come_in_the_letter_about_its_end(room: Room) -> None:
    game = a_game(room, "A1", "B1", "A2", "B2")

    play_and_write(game, "A3")

    assert game.view().is_over
    assert told(game) == []
    assert room.letters("game-over") == [(game.players[1], 6)]


@pytest.mark.parametrize("way", [TurnMail.DIGEST, TurnMail.NONE])
def test_words_with_a_turn_have_a_letter_of_their_own_for_whoever_gets_none_about_the_turn(
    room: Room, way: TurnMail
) -> None:
    game = a_game(room)
    choose(room, game.players[1], turns=way)

    play_and_write(game, "A1")

    assert told(game) == [game.players[1]]


def test_words_with_a_choice_that_waits_unseen_have_a_letter_of_their_own(room: Room) -> None:
    game = a_game(room, ruleset="hide/1")

    order = game.order("hide A1", seat=0)
    with room.workshop.open() as uow:
        submit_turn(uow, order)
        send_message(uow, SendMessage(game.id, game.players[0], HELLO, "mail", "a mail", turn_number=1))

    assert told(game) == [game.players[1]]
    assert shown(game, 1) == [(1, "Ada", HELLO)]


def test_a_mail_that_was_sent_twice_says_its_words_once(room: Room) -> None:
    game = a_game(room)
    play_and_write(game, "A1", key="a mail")

    again = SendMessage(game.id, game.players[0], HELLO, "mail", "the same mail, sent again", turn_number=1)
    with room.workshop.open() as uow:
        receipt = send_message(uow, again)

    assert receipt.repeated
    assert room.count(Message) == 1


def test_words_in_answer_to_an_old_letter_belong_to_the_turn_that_is_due(room: Room) -> None:
    game = a_game(room, "A1", "B1")
    room.clock.move(timedelta(minutes=1))

    with room.workshop.open() as uow:
        send_message(uow, SendMessage(game.id, game.players[0], HELLO, "mail", "a mail", turn_number=1))

    assert shown(game, 1) == [(3, "Ada", HELLO)]
    assert told(game) == [game.players[1]]


def test_words_with_a_turn_that_was_played_before_them_have_a_letter_of_their_own(room: Room) -> None:
    game = a_game(room, "A1")
    room.clock.move(timedelta(hours=1))

    with room.workshop.open() as uow:
        send_message(uow, SendMessage(game.id, game.players[0], HELLO, "mail", "a mail", turn_number=1))

    assert told(game) == [game.players[1]]
    assert shown(game, 1) == [(2, "Ada", HELLO)]


def test_a_view_of_the_past_shows_what_was_said_until_then(room: Room) -> None:
    game = a_game(room)
    write(game, "At first", key="1")
    game.play("A1")
    write(game, "Then", seat=1, key="2")
    game.play("B1")
    write(game, "At last", key="3")

    texts = [[text for _, _, text in shown(game, 0, number)] for number in (1, 2, 3)]

    assert texts == [["At first"], ["At first", "Then"], ["At first", "Then", "At last"]]
    assert not game.view(game.players[0], 1).may_write


def test_a_page_that_was_kept_is_another_one_after_a_message(room: Room) -> None:
    game = a_game(room)
    before = game.stamp(game.players[1])

    write(game)
    after = game.stamp(game.players[1])
    write(game)

    assert before != after == game.stamp(game.players[1])


def test_a_message_leaves_the_clock_and_the_turn_as_they_are(room: Room) -> None:
    game = a_game(room, "A1")
    before = (game.seats(), game.view().turn_number, game.view().position)
    room.clock.move(timedelta(hours=1))

    write(game)

    seats = [{**seat, "unread_message": None} for seat in game.seats()]
    assert (seats, game.view().turn_number, game.view().position) == before


def test_after_the_end_words_can_be_exchanged_for_30_days(room: Room) -> None:
    game = a_game(room, "A1")
    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")
    room.clock.move(29 * DAY)
    assert not write(game).repeated
    assert game.view(game.players[0]).may_write
    room.clock.move(DAY)

    with pytest.raises(GameOverError, match="more than 30 days ago"):
        write(game, key="another")
    assert not game.view(game.players[0]).may_write


def test_too_many_messages_in_an_hour_are_refused_and_later_ones_are_not(room: Room) -> None:
    game = a_game(room)
    for number in range(20):
        write(game, key=str(number))

    with pytest.raises(TooManyError, match="20 messages in this game"):
        write(game, key="one more")
    assert write(game, seat=1, key="the other player may").sentence
    room.clock.move(timedelta(hours=1))
    assert not write(game, key="one more").repeated


def test_an_order_that_comes_again_is_not_counted(room: Room) -> None:
    game = a_game(room)
    for _ in range(30):
        write(game)

    assert not write(game, key="another").repeated


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Hello  \n\n\n\n there \t you \n", "Hello\n\n there   you"),
        ("one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\nfour"),
        ("a\u202eb\u2066c\u200fd\u00ade\ufefff", "abcdef"),
        ("nul\0 bell\a escape\x1b[31m", "nul bell escape[31m"),
        ("lone \ud800 half", "lone  half"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\U0001f469\u200d\U0001f680 won", "\U0001f469\u200d\U0001f680 won"),
        ("e" + "\u0301" * 500, "é" + "\u0301" * 3),
        ("<b>&amp;", "<b>&amp;"),
    ],
)
def test_what_was_written_is_kept_without_what_nobody_sees(typed: str, kept: str) -> None:
    assert read_message(typed) == kept


@pytest.mark.parametrize("typed", ["", "   \n\t ", "\u200d\u200c", "\u202e", "\0"])
def test_a_message_without_words_is_refused(typed: str) -> None:
    with pytest.raises(InputError, match="nothing in the message") as refused:
        read_message(typed)

    assert refused.value.field == "text"


def test_a_message_has_at_most_1000_characters() -> None:
    assert len(read_message("x" * 1000)) == 1000
    with pytest.raises(InputError, match="1,001 characters; at most 1,000"):
        read_message("x" * 1001)
