"""Turns and commands among own words."""

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.new_text import NewText, new_text
from corr.mail.reading.words.orders import Orders, asks_for_something, read_orders, same
from tests.mail.meaning import done, is_asked_back

RULES = Registry.discover().get_rules_of_game("kelasu")


def read(text: str) -> Orders:
    """What *text*, written as a whole mail, asks for."""
    return read_orders(new_text(text), RULES.formed, frozenset({"ada"}))


@pytest.mark.parametrize(
    "text",
    [
        "D4-E5", "d4-e5", "- d4-e5", "* d4-e5", "17. d4-e5", "d4-e5!", "D4 – E5", "d4—e5", "/move d4-e5", "d٤-e٥",
        "ｄ４－ｅ５", "d4\u200b-e5", "d4\u00ad-e5", "\u202ed4-e5\u202c", "*d4-e5*", "(d4-e5)", "“d4-e5”", "d4-e5\xa0",
        "My turn:\n\nd4-e5", "d4-e5\n\nThanks, good game!", "d4-e5 and good luck :)", "On second thought: d4-e5",
        "d4-e5\nThanks!\nd4-e5", "d4-e5\n\nd4-e5",
    ],
)  # fmt: skip
def test_one_action_is_read_in_all_its_spellings(text: str) -> None:
    assert same(read(text), Orders((Act.TURN,), "d4-e5"))


@pytest.mark.parametrize(
    "text",
    [
        "B3-C3, B4-C4, B5-C5", "B3-C3\nB4-C4\nB5-C5", "B3-C3,\nB4-C4,\nB5-C5.", "- B3-C3\n- B4-C4\n- B5-C5",
        "1. B3-C3\n2. B4-C4\n3. B5-C5", "1) B3-C3 2) B4-C4 3) B5-C5", "B3-C3\n\nB4-C4\n\nB5-C5",
        "Hello!\n\nB3-C3 B4-C4\nB5-C5\n\nBye\nBob\n+1 555 1234",
    ],
)  # fmt: skip
def test_neighbouring_lines_of_actions_are_one_turn(text: str) -> None:
    assert same(read(text), Orders((Act.TURN,), "B3-C3 B4-C4 B5-C5"))


@pytest.mark.parametrize(
    "text",
    [
        "A) {}\nB) {}", "a) {}\nb) {}", "a. {}\nb. {}", "(a) {}\n(b) {}", "A) {}\n\nB) {}", "A){}\nB){}",
        "A: {}\nB: {}",
        "*A)* {}\n*B)* {}", "A)\n{}\n\nB)\n{}", "A) {} B) {}", "Ⓐ {}\nⒷ {}", "🅰 {}\n🅱 {}", "🅰️ {}\n🅱️ {}",
        "i) {}\nii) {}",
        "Hi Ada!\n\nA) {}\nB) {}\n\nBob", "{} or {}", "{}, or {}", "{}\nor\n{}", "{}\nor {}", "either {} or {}",
        "{} 或 {}", "{} ou {}",
        "1. {}\nor\n2. {}",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("kelasu", "B3-C3", "B4-C4"),
        ("kerd", "F2-F3", "F3-F4"),
        ("kyo", "A0-B1:2", "C0-D1"),
        ("kyo", "A0>B1:2", "A0/B1:2"),
    ],
)
def test_alternatives_are_asked_back(text: str, game: str, one: str, other: str) -> None:
    orders = read_orders(new_text(text.format(one, other)), Registry.discover().get_rules_of_game(game).formed)

    assert orders.acts == ()
    assert set(orders.rivals) == {one, other}


def test_a_lettered_alternative_may_have_many_lines() -> None:
    assert read("A) B3-C3\n   B4-C4\nB) B5-C5").rivals == ("B3-C3\nB4-C4", "B5-C5")


@pytest.mark.parametrize("text", ["A) B3-C3", "A) B3-C3\nB) B3-C3"])
def test_one_turn_with_a_letter_ahead_has_no_alternative(text: str) -> None:
    assert same(read(text), Orders((Act.TURN,), "B3-C3"))


def test_a_merge_that_a_client_broke_in_the_middle_is_one_action() -> None:
    assert same(read("H5+H6+I4+\nI5+J5=C@J5"), Orders((Act.TURN,), "H5+H6+I4+I5+J5=C@J5"))


@pytest.mark.parametrize(
    "text",
    [
        "B3-C3\nelse\nB4-C4", "B3-C3\n\nI first wanted B4-C4.", "B3-C3 or B4-C4", "B3-C3\nSorry, I mean B4-C4",
        "resign\nB3-C3", "accept draw\nB3-C3", "resign\noffer draw", "I think that B3-C3 was bad and B4-C4 is good",
    ],
)  # fmt: skip
def test_what_can_mean_two_things_is_asked_back(text: str) -> None:
    orders = read(text)

    assert orders.acts == ()
    assert len(orders.rivals) > 1


@pytest.mark.parametrize("text", ["Should I have played B3-C3?", "I wonder about B3-C3 here", "B3-C3 or not?"])
def test_an_action_within_a_sentence_is_not_played(text: str) -> None:
    orders = read(text)

    assert is_asked_back(orders)
    assert orders.turn == "B3-C3"


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("resign", Act.RESIGN), ("Resign!", Act.RESIGN), ("I resign.", Act.RESIGN), ("> x\n\nRESIGN", Act.RESIGN),
        ("offer draw", Act.OFFER_DRAW), ("I offer a draw", Act.OFFER_DRAW), ("Accept the draw.", Act.ACCEPT_DRAW),
        ("Hi Bob\naccept draw\nAda", Act.ACCEPT_DRAW), ("decline draw", Act.DECLINE_DRAW),
        ("- withdraw draw", Act.WITHDRAW_DRAW), ("board", Act.BOARD), ("Help?", Act.HELP), ("*help*", Act.HELP),
        ("Board please", Act.BOARD), ("Please show the board!", Act.BOARD),
        ("games, please", Act.GAMES), ("help pls", Act.HELP),
    ],
)  # fmt: skip
def test_a_command_alone_on_its_line_is_obeyed(text: str, act: Act) -> None:
    assert done(read(text)) == (act,)


@pytest.mark.parametrize(
    "text",
    [
        "draw",
        "a draw offer would be fair",
        "offer",
        "> resign",
    ],
)
def test_a_command_within_a_sentence_is_none(text: str) -> None:
    assert read(text) == Orders()


def test_a_turn_and_an_offer_are_done_in_that_order() -> None:
    assert read("offer draw\nB3-C3").acts == (Act.TURN, Act.OFFER_DRAW)


def test_an_offer_is_declined_before_the_turn() -> None:
    assert read("B3-C3\ndecline draw").acts == (Act.DECLINE_DRAW, Act.TURN)


def test_a_mistyped_action_is_kept_in_its_turn_so_that_it_can_be_refused() -> None:
    assert same(read("B3-C3\nB4-C44"), Orders((Act.TURN,), "B3-C3 B4-C44"))
    assert same(read("B3-C3, B4-C4x"), Orders((Act.TURN,), "B3-C3, B4-C4x"))


@pytest.mark.parametrize(
    "line", ["https://a.example/b3-c3", "bob2@example.org", "12/12/2026", "+49 170 1234567", "L-149"]
)
def test_addresses_and_numbers_are_no_attempts_at_a_turn(line: str) -> None:
    assert read(line) == Orders()


def test_a_letter_of_another_alphabet_is_not_dropped_silently() -> None:
    assert read("B3-С3").turn == "B3-С3"


def test_words_below_the_quote_count_only_if_those_above_ask_for_nothing() -> None:
    assert read_orders(NewText("Hi!", "B3-C3"), RULES.formed).turn == "B3-C3"
    assert read_orders(NewText("B4-C4", "Thank you!"), RULES.formed).turn == "B4-C4"


@pytest.mark.parametrize("line", ["B3-C3", "- B3-C3", "3. B3-C3", "help", " Board."])
def test_a_line_that_would_be_read_as_an_order_is_recognised(line: str) -> None:
    assert asks_for_something(line, RULES)


@pytest.mark.parametrize("line", ["| B3-C3", "Turn 3, Blue: B3-C3", "resign, offer draw, help", ""])
def test_a_line_that_is_no_order_is_left_alone(line: str) -> None:
    assert not asks_for_something(line, RULES)
