"""A turn that is taken back by other words than a turn, or that only looks introduced, is asked about."""

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, read_orders
from tests.mail.meaning import done, done_at_once

RULES = Registry.discover().get_rules_of_game("kelasu")


def read(text: str) -> Orders:
    """What *text*, written as a whole mail, asks for."""
    return read_orders(new_text(text), RULES.formed)


@pytest.mark.parametrize(
    "words",
    [
        "Please ignore this.", "No, wait.", "Wait, let me think", "Actually no, I need more time.", "Scratch that!",
        "Sorry, that was meant for another game.", "Oh well, not yet.", "Just kidding!", "Oops – wrong game", "Cancel",
        "Hmm, maybe not.", "Or should I wait?", "That is what I would play if I could.", "Just thinking aloud!",
        "I'll decide tomorrow.", "This is only an idea", "Forget the above", "Rather: one more day", "Was only a joke",
        "Das war nur Spaß", "Ich überlege noch.", "Vielleicht doch nicht", "Peut-être pas", "Forse no",
        "Good luck! But please don't play it yet", "Hm, hang on", "Never mind",
        "Halt, doch nicht!", "Sorry, falsches Spiel", "Bitte ignorieren", "Nein, vergiss es",
        "Non, attends.", "Pardon, oublie ça", "Perdón, no, espera", "Scusa, annulla", "Desculpe, esqueça",
        "Sorry, toch niet", "Nej, vänta", "Ei, odota", "Nie, czekaj", "Ne, počkej", "Нет, подожди.", "Извини, отмени",
        "Ні, зачекай", "Nem, várj", "Nu, stai", "Όχι, περίμενε", "Hayır, bekle", "לא, רגע", "لا، انتظر",
        "やっぱりやめます", "아니, 취소", "等一下", "Không, khoan", "Tidak, tunggu",
    ],
)  # fmt: skip
@pytest.mark.parametrize("layout", ["d4-e5\n\n{}", "d4-e5\n\nHow are you?\n\n{}\n\nBob", "My turn: d4-e5\n{}"])
def test_a_turn_that_is_taken_back_below_is_asked_about(layout: str, words: str) -> None:
    orders = read(layout.format(words))

    assert not done_at_once(orders)
    assert orders.turn == "d4-e5"


@pytest.mark.parametrize(
    "text",
    [
        "Ich spiele d4-e5 nicht", "Ich nehme d4-e5 zurück", "Ich ziehe d4-e5 in Betracht", "d4-e5... not!",
        "Ik speel d4-e5 niet", "Jag spelar d4-e5 inte", "Jeg spiller d4-e5 ikke",
        "d4-e5\nAch nein", "d4-e5\nToch maar niet", "d4-e5\nLaat maar", "d4-e5\nAnzi no", "d4-e5\nJednak nie",
        "d4-e5\nDzięki, ale nie", "d4-e5\nХотя нет", "d4-e5\nСпасибо, но нет", "d4-e5\nVazgeçtim", "d4-e5\nRadši ne",
        "d4-e5\nNej förresten", "d4-e5\nMe arrepentí", "d4-e5\nThanks, but no",
    ],
)  # fmt: skip
def test_a_turn_that_is_denied_in_a_word_or_two_behind_it_is_asked_about(text: str) -> None:
    orders = read(text)

    assert not done(orders)
    assert orders.turn == "d4-e5"


@pytest.mark.parametrize(
    "end",
    [
        "Best regards,\nPlease do not play it yet", "Best regards,\nBob\nWait, not this one!", "-just kidding",
        "—oops", "Best regards,\nBob\n\nPS: only an example, my turn comes tomorrow", "~not final",
        "Best regards,\nJust kidding!",
        "Mit freundlichen Grüßen\nBob\nPS: Das war nur ein Test", "Cordialement,\nBob\n\nP.S. ne le joue pas encore",
        "Kind regards\nBob\nIs this legal?", "---\nBob\nplease do not play it", "--Bob\nplease do not play it",
        "--\nIgnore this", "-- \nJust kidding!", "Bob\nmy cat did it", "Best regards,\nNur Spaß!",
        "Best regards,\nやっぱりやめます",
    ],
)  # fmt: skip
@pytest.mark.parametrize("order", ["d4-e5", "resign"])
def test_an_order_that_is_taken_back_below_a_farewell_or_a_dash_is_asked_about(order: str, end: str) -> None:
    assert not done_at_once(read(f"{order}\n\n{end}"))


@pytest.mark.parametrize(
    "end",
    [
        "Kind regards,\nBob Stone\nHead of Drafts", "Best regards\nBob\nExample Ltd", "Best regards\nBob\n0123 45678",
        "-Bob", "Best regards,\nBob Stone\nMaybe & Son\nQuestions? 0123 45678\nbob@draft.example",
    ],
)  # fmt: skip
def test_the_name_of_an_office_takes_nothing_back(end: str) -> None:
    assert done(read(f"d4-e5\n\n{end}")) == (Act.TURN,)


def test_a_postscript_below_a_farewell_goes_with_the_turn() -> None:
    orders = read("d4-e5\n\nBest regards,\nBob\n\nPS: my dog is ill")

    assert orders.words.endswith("PS: my dog is ill")
    assert not done_at_once(orders)


@pytest.mark.parametrize(
    "words",
    [
        "No hurry!", "Waiting for your answer.", "Warte auf deine Antwort!",
        "That was hard, and it took me two evenings of walking up and down to find it.",
        "There is nothing new here, but for the neighbours, who have bought a second donkey.",
        "Sorry for the delay, I had to wait for the train.", "No problem if it takes you long.",
        "Stopover in Rome next week, and then we shall stay in the village for a month!", "Nice to hear from you.",
    ],
)  # fmt: skip
def test_words_below_a_turn_that_take_nothing_back_leave_it(words: str) -> None:
    assert done(read(f"d4-e5\n\n{words}\n\nBob")) == (Act.TURN,)


def test_what_is_said_to_the_other_player_takes_nothing_back() -> None:
    assert done(read("d4-e5\nsay: no, wait for me")) == (Act.TURN, Act.SAY)


@pytest.mark.parametrize(
    "text",
    [
        "I had nearly sent\n\nd4-e5\n\nwhen I saw your trap.",
        "I already sent\n\nd4-e5\n\nyesterday!",
        "i thought of\n\nd4-e5\n\nbut it loses",
    ],
)
def test_a_sentence_that_runs_on_over_blank_lines_makes_a_turn_asked_about(text: str) -> None:
    orders = read(text)

    assert not done_at_once(orders)
    assert orders.turn == "d4-e5"


@pytest.mark.parametrize(
    "text",
    [
        "sorry for the long silence\n\nd4-e5\n\nhow is your mother",
        "Hi Ada\n\nd4-e5\n\nhow is your mother",
        "What a day.\n\nd4-e5\n\nhow is your mother",
    ],
)
def test_who_writes_everything_in_small_is_understood(text: str) -> None:
    assert done(read(text)) == (Act.TURN,)


@pytest.mark.parametrize(
    "text",
    [
        "Good move d4-e5", "Good move: d4-e5", "Good luck with d4-e5", "Hi Ada you played d4-e5",
        "Hello you played d4-e5",
        "Hallo Ada du spieltest d4-e5", "Hey you played\nd4-e5", "Beste zet d4-e5", "Boa jogada d4-e5",
        "Sehr gut: d4-e5",
        "d4-e5 good move!", "d4-e5 you played", "d4-e5, nice move", "Next time: d4-e5", "For the next game: d4-e5",
        "Game 12: d4-e5", "Move 12 was: d4-e5", "next I play d4-e5", "Two years ago I lost after\n\nd4-e5",
        "I would have said\n\nd4-e5",
        "Tu jugada: d4-e5", "Solltest du warten,\ndann d4-e5", "My answer for d4-e5",
    ],
)  # fmt: skip
def test_what_is_said_of_another_turn_is_not_taken_for_a_greeting_or_a_label(text: str) -> None:
    assert not done_at_once(read(text))


@pytest.mark.parametrize(
    "text",
    [
        "I hope that you are well. My reply: d4-e5.", "Thank you. I play d4-e5",
        "Turn 12: d4-e5", "Zug 7: d4-e5", "1 - d4-e5", "I would like to play:\n\nd4-e5", "Let me try this:\nd4-e5",
        "Hi Ada, my move: d4-e5", "hi ada, d4-e5", "hi ada,\nd4-e5", "Dear ada,\nd4-e5",
        "Good morning Ada! I play d4-e5", "Guten Abend, d4-e5",
        "Hello Ada and Bob:\nd4-e5", "Liebe Ada, mein Zug: d4-e5", "Buenos días Ada, juego d4-e5",
        "d4-e5, well played!",
        "Hello Mr Smith, d4-e5", "Bună Ada, d4-e5", "Hi all\nd4-e5", "Sehr geehrte Frau Müller,\nd4-e5",
        "d4-e5, your move!",
    ],
)  # fmt: skip
def test_names_after_greetings_leave_a_turn_as_it_is(text: str) -> None:
    assert done(read(text)) == (Act.TURN,)
