"""A turn that its writer did not mean is never played: whatever a sentence says about it is asked about."""

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, read_orders, same
from tests.mail.meaning import done, done_at_once

RULES = Registry.discover().get_rules_of_game("kelasu")


def read(text: str) -> Orders:
    """What *text*, written as a whole mail, asks for."""
    return read_orders(new_text(text), RULES.formed)


@pytest.mark.parametrize(
    "text",
    [
        "d4-e5 was a mistake.", "I won’t play d4-e5", "Should I play d4-e5?", "d4-e5?", "is d4-e5 good",
        "If you play d4-e5, I win", "I played d4-e5 last time", "Mistake: d4-e5",
        "You played: d4-e5", "d4-e5, I fear",
        "the best was d4-e5", "my turn would be d4-e5", "my move is not d4-e5",
        "d4-e5, if you allow it", "no d4-e5", "d4-e5 ?!", "d4-e5?!",
        "d4-e5 no", "d4-e5 (just kidding)", "Last turn: d4-e5", "your move: d4-e5",
        "so d4-e5 was bad", "¿d4-e5?",
        "Ich wollte eigentlich d4-e5 spielen", "d4-e5 war ein Fehler", "nicht d4-e5", "Ziehe ich d4-e5",
        "Je ne joue pas d4-e5", "d4-e5 serait une erreur", "No juego d4-e5", "d4-e5 sarebbe un errore",
        "d4-e5 was een fout", "Nie gram d4-e5", "Jag spelar inte d4-e5", "d4-e5 было ошибкой",
        "d4-e5 nebyl dobrý tah",
        "d4-e5は悪い手だ", "d4-e5は悪い手？", "d4-e5 는 실수였어요",
        "d4-e5是个错误", "d4-e5 bir hataydı", "Không đi d4-e5",
    ],
)  # fmt: skip
def test_a_turn_in_a_sentence_of_any_language_is_asked_about(text: str) -> None:
    assert not done_at_once(read(text))


@pytest.mark.parametrize(
    "text",
    [
        "d4-e5\nwas a mistake", "I will never ever play\nd4-e5", "not\nd4-e5", "if\nd4-e5\nthen I have lost",
        "It would be wrong for me to go on now and to play\nd4-e5\nsince that loses at once",
        "What I fear:\n\nd4-e5",
        "Hi Bob. You played:\nd4-e5", "hi bob, you played:\n\nd4-e5", "Hello, that was:\nd4-e5",
        "I will not do it. My move:\nd4-e5", "What if? My move:\nd4-e5",
        "Your last move:\nd4-e5", "don’t play:\nd4-e5", "I’d rather not do this:\n\nd4-e5", "nein\nd4-e5",
    ],
)  # fmt: skip
def test_a_sentence_that_runs_through_the_line_of_a_turn_makes_it_asked_about(text: str) -> None:
    orders = read(text)

    assert not done_at_once(orders)
    assert orders.turn == "d4-e5"


@pytest.mark.parametrize(
    "text",
    [
        "My turn: d4-e5", "my move is d4-e5", "I play d4-e5.", "I move d4-e5!", "Hi Bob, d4-e5",
        "d4-e5 :-)", "#7 d4-e5", "12.d4-e5", "12... d4-e5",
        "d4-e5 and good luck :)", "Move:d4-e5", "d4-e5, your turn!", "[d4-e5]", "`d4-e5`",
        "**d4-e5**", "d4-e5 🙂",
        "Mein Zug: d4-e5", "Ich ziehe d4-e5", "Jetzt spiele ich d4-e5", "Mon coup : d4-e5",
        "Je joue d4-e5, bonne chance !",
        "Mi jugada: d4-e5", "La mia mossa: d4-e5", "Mijn zet: d4-e5", "Mój ruch: d4-e5", "Mitt drag: d4-e5",
        "Mit træk: d4-e5", "Siirtoni: d4-e5", "Мой ход: d4-e5", "Мій хід: d4-e5",
        "Můj tah: d4-e5", "Minha jogada: d4-e5",
        "私の手：d4-e5", "내 수: d4-e5", "我的走法：d4-e5", "我走d4-e5", "d4-e5谢谢", "Hamlem: d4-e5", "Lépésem: d4-e5",
        "Nước đi của tôi: d4-e5", "Mutarea mea: d4-e5", "Η κίνησή μου: d4-e5", "המהלך שלי: d4-e5",
        "نقلتي: d4-e5",
        "Моят ход: d4-e5", "Moj potez: d4-e5", "Môj ťah: d4-e5", "La meva jugada: d4-e5",
        "Langkah saya: d4-e5",
    ],
)  # fmt: skip
def test_labels_greetings_and_wishes_in_any_language_leave_a_turn_as_it_is(text: str) -> None:
    orders = read(text)

    assert done(orders) == (Act.TURN,)
    assert orders.turn.removeprefix("move ") == "d4-e5"


@pytest.mark.parametrize(
    "text",
    [
        "Hi Bob\nd4-e5\nBob", "Thanks!\nd4-e5", "Hola Alicia:\n\nd4-e5\n\nUn saludo",
        "Dear Alice,\nd4-e5\nthanks for the game\nBob",
        "How are you?\nd4-e5\nSee you!", "d4-e5\nBob",
        "Guten Morgen Alice,\nd4-e5",
        "I have thought about it for two whole days, and here it is.\nd4-e5\nNow I am curious what you will do.",
        "I hope that you and your family are well. Here is my turn:\n\nd4-e5", "That hit me hard! My move:\nd4-e5",
        "Heute regnet es. Mein Zug:\nd4-e5",
    ],
)  # fmt: skip
def test_whole_sentences_above_and_below_a_turn_leave_it_as_it_is(text: str) -> None:
    orders = read(text)

    assert done(orders) == (Act.TURN,)
    assert same(orders, Orders((Act.TURN,), "d4-e5"))


@pytest.mark.parametrize(
    "text",
    [
        "I think it would be silly of me to\nresign",
        "resign\nis not what I want",
        "What I will not do:\nresign",
        "resign?",
    ],
)
def test_a_sentence_that_runs_through_the_line_of_a_command_makes_it_asked_about(text: str) -> None:
    assert done(read(text)) == ()


def test_a_turn_that_is_said_again_in_prose_is_played() -> None:
    orders = read("d4-e5\n\nI know that d4-e5 is risky, but there is nothing else that I can see for me.")

    assert done(orders) == (Act.TURN,)
    assert orders.turn == "d4-e5"


def test_a_turn_of_which_a_few_words_follow_is_asked_about() -> None:
    assert not done_at_once(read("d4-e5\n\nI know that d4-e5 is risky."))


def test_another_turn_in_prose_makes_the_first_one_asked_about() -> None:
    assert read("d4-e5\n\nI know that d4-d5 is better.").rivals == ("d4-e5", "d4-d5")


def test_a_mistyped_turn_parted_by_prose_makes_the_first_one_asked_about() -> None:
    assert read("d4-e5\n\nSorry, rather this one.\n\nd4-e55").rivals == ("d4-e5", "d4-e55")
