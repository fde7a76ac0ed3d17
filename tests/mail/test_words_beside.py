"""The words that are read beside orders: all that their writer says, without how letters begin and end."""

import re
from time import perf_counter

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, read_orders

KELASU = Registry.discover().get_rules_of_game("kelasu")
TURN = "B3-C3"
LONG = "We spent all of Sunday on the boat, and came home when it was dark."


def read(text: str, writer: frozenset[str] = frozenset({"ada", "bob"})) -> Orders:
    """What *text*, written as a whole mail with `T` for the turn, asks for."""
    return read_orders(new_text(re.sub(r"\bT\b", TURN, text)), KELASU.formed, writer)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{LONG}\n\nT", LONG),
        (f"T\n\n{LONG}", LONG),
        (f"Hi Ada,\n\nIt rains.\n\nT\n\n{LONG}\n\nIt snows.\n\nCheers,\nBob", f"It rains.\n\n{LONG}\n\nIt snows."),
        ("T\n\nIs that allowed?", "Is that allowed?"),
        ("How are you?\n\nT", "How are you?"),
        ("T\n\n(not final)\n\nIt rains.", "(not final)\n\nIt rains."),
        ("T\n\nThanks, good game!", "Thanks, good game!"),
        ("T\n\nGood luck, Ada!", "Good luck, Ada!"),
        ("T\n\nFirst line,\nsecond line.", "First line,\nsecond line."),
        ("my dog is ill\nT\nso are the cats", "my dog is ill\n\nso are the cats"),
        ("T\n\n🙂", "🙂"),
        ("T\n\n:-)", ":-)"),
        ("Hello Ada, how are you?\n\nT\n\nHello Ada,\n\nwhat a game!", "Hello Ada, how are you?\n\nwhat a game!"),
        ("T\n\nOne.\n\nTwo.\n\nLG\nBob Miller", "One.\n\nTwo."),
        ("T\nsay: a\n\nAnd more.", "And more."),
        ("今日は寒いですね\n\nT", "今日は寒いですね"),
    ],
)
def test_words_are_read_on_both_sides_of_a_turn(text: str, words: str) -> None:
    orders = read(text)

    assert (orders.turn, orders.words) == (TURN, words)


@pytest.mark.parametrize(
    "text",
    [
        "T", "Hi Ada,\n\nT\n\nBob", "T\n\ncheers, Ben", "Cheers, Ben\n\nT",
        "T\n\nBest regards\nBob Miller\n+1 555 1234",
        "Ahoy Captain,\n\nT", "My turn:\n\nT", "My turn: T", "Hello Ada, here is my turn:\n\nT", "1. T", "T\n\n- Bob",
        "T\n\nKveðja,\nJón", "Je joue T. À bientôt,\nBob", "Ada,\n\nT", "T\n\nHi Ada,\n\nBob",
        "T\n\nBob", "T\n\nBye\nBob\n+1 555 1234", "T\n\nMit freundlichen Grüßen\nBob",
        "T\n\n* * *", "T\n\n_____\n", "Turn 12:\n\nT",
    ],
)  # fmt: skip
def test_greetings_farewells_and_labels_are_no_words(text: str) -> None:
    orders = read(text)

    assert (orders.turn, orders.words) == (TURN, "")


def test_the_name_of_the_writer_is_no_word_at_the_end() -> None:
    assert read("T\n\nIt rains.\notto", frozenset({"otto"})).words == "It rains."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I'm going with T. Cheers!", ""),
        ("I'm going with T. Have fun!", "Have fun!"),
        ("Well, well. I'm going with T. Let's see what comes of it.", "Let's see what comes of it."),
        ("Nice move, Ada! Here is mine: T", "Nice move, Ada!"),
        ("Thanks for your nice long letter. My turn:\n\nT", "Thanks for your nice long letter."),
        ("T. Thanks!", "Thanks!"),
        (
            "I have thought about this for a very long time now, and I am\ngoing with T. Let us see what comes of it.",
            "Let us see what comes of it.",
        ),
        (
            "It rains. I think that on the whole I am going with T because there is\nno better one. So long.",
            "It rains. because there is\nno better one. So long.",
        ),
        ("my dog is ill\nI think I am going with T now", "my dog is ill"),
        ("Should I play T?", ""),
    ],
)
def test_the_sentence_that_holds_a_turn_is_no_word_and_others_beside_it_are(text: str, words: str) -> None:
    orders = read(text)

    assert (orders.turn, orders.words) == (TURN, words)


@pytest.mark.parametrize(
    ("text", "turn", "words"),
    [
        ("It rains.\n\nB3-C3\nthen\nB4-C4\n\nSo long, everyone.", "B3-C3\nB4-C4", "It rains.\n\nSo long, everyone."),
        ("1. B3-C3\n2. B4-C4\nIt rains.", "B3-C3\nB4-C4", "It rains."),
        ("B3-C3\nIt rains.\n\nB3-C3", "B3-C3", "It rains."),
    ],
)
def test_no_line_of_a_turn_is_a_word(text: str, turn: str, words: str) -> None:
    orders = read(text)

    assert (orders.turn, orders.words) == (turn, words)


@pytest.mark.parametrize(
    ("text", "acts", "words"),
    [
        ("accept draw\n\nGood game!", (Act.ACCEPT_DRAW,), "Good game!"),
        ("Well played, Ada!\n\nresign", (Act.RESIGN,), "Well played, Ada!"),
        ("offer draw\n\nAda, I think this is dead equal.", (Act.OFFER_DRAW,), "Ada, I think this is dead equal."),
        ("It rains.\n\ndecline draw\n\nLet us play on!", (Act.DECLINE_DRAW,), "It rains.\n\nLet us play on!"),
        ("T\noffer draw\n\nIt is a close game.", (Act.TURN, Act.OFFER_DRAW), "It is a close game."),
        ("T\nsay: One.\n\nTwo.", (Act.TURN, Act.SAY), "Two."),
        ("board\n\nThanks!", (Act.BOARD,), "Thanks!"),
        ("Well played, I resign.", (Act.RESIGN,), "Well played"),
    ],
)
def test_words_are_read_beside_commands(text: str, acts: tuple[Act, ...], words: str) -> None:
    orders = read(text)

    assert (orders.acts, orders.words) == (acts, words)


def test_only_words_beside_an_act_in_the_game_are_for_the_other_player() -> None:
    assert read("board\n\nThanks!").message == ""
    assert read("away 7d\n\nI am ill.").message == ""
    assert read("say: One.\n\nTwo.").message == "One."
    assert read("T\n\nOne.\n\nsay: Two.").message == "Two.\n\nOne."


@pytest.mark.parametrize("turns", ["B3-C3. " * 4000, "B3-C3\n" * 290])
def test_of_a_turn_that_is_repeated_very_often_no_word_is_left_and_soon(turns: str) -> None:
    began = perf_counter()

    assert read(f"T\n\n{turns}").words == ""
    assert perf_counter() - began < 5
