"""Turns in the letters, digits and signs that keyboards, telephones and mail programs make of them."""

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, read_orders, same
from corr.mail.reading.words.verdicts import VerdictRow

GAMES = Registry.discover()
KELASU, KERD, KYO = (GAMES.get_rules_of_game(name) for name in ("kelasu", "kerd", "kyo"))
TURN = Orders((Act.TURN,), "d4-e5")


def read(text: str) -> Orders:
    """What *text*, written as a whole mail, asks for."""
    return read_orders(new_text(text), KELASU.formed)


@pytest.mark.parametrize(
    "text",
    ["\u202ed4-e5\u202c", "\u2067d4-e5\u2069", "\u200fd4-e5\u200f", "\u061cd4-e5", "\u202a\u202bd4-e5\u202c\u202c"],
)
def test_signs_of_direction_around_a_turn_mean_nothing(text: str) -> None:
    assert same(read(text), TURN)


@pytest.mark.parametrize("text", ["d4-\u202ee5\u202c", "d\u202e4-e5\u202c", "d4\u2067-e5\u2069"])
def test_signs_of_direction_within_a_turn_make_it_asked_about_as_it_looks_like_another(text: str) -> None:
    assert read(text).row is VerdictRow.ALTERNATIVES


@pytest.mark.parametrize(
    "text", ["d4\u200b-e5", "d4\u00ad-e5", "d4\u200d-e5", "d4\u2060-e5", "d4\xa0-\xa0e5", "\ufeffd4-e5"]
)
def test_what_cannot_be_seen_within_a_turn_is_passed_over(text: str) -> None:
    assert same(read(text), TURN)


@pytest.mark.parametrize("text", ["d٤-e٥", "d४-e५", "d４-e５", "ｄ４－ｅ５", "d۴-e۵", "𝐝𝟒-𝐞𝟓"])
def test_digits_and_letters_of_other_forms_are_those_that_they_stand_for(text: str) -> None:
    assert same(read(text), TURN)


@pytest.mark.parametrize("text", ["d4–e5", "d4—e5", "d4−e5", "d4‐e5", "D4 – E5", "D4-e5.", "D4-E5 !"])
def test_what_telephones_make_of_a_turn_is_read(text: str) -> None:
    assert same(read(text), TURN)


@pytest.mark.parametrize("text", ["d4→e5", "d4 ⇒ e5", "C0 → C1 ⎯2→ D2", "A0 =2⇏ A1", "E1 ⎯2⇥ E2", "F0 ↺▯▮ ⇒ F1"])
def test_arrows_reach_the_game_as_they_were_written(text: str) -> None:
    orders = read_orders(new_text(f"{text}\n\nCheers\n"), KYO.formed)

    assert (orders.acts, orders.turn) == ((Act.TURN,), text)


@pytest.mark.parametrize("text", ["C0 → C1\n\nthat is, C0-C1", "C0 → C1\n\nHm.\n\nC0-C1"])
def test_a_turn_with_an_arrow_is_not_the_same_as_one_with_a_dash(text: str) -> None:
    assert read_orders(new_text(text), KYO.formed).rivals == ("C0 → C1", "C0-C1")


@pytest.mark.parametrize("text", ["d4<http://d4>-e5", "d4-e5<https://d4-e5>", "d4-e5 (https://x.example/d4)"])
def test_links_that_a_client_made_of_a_turn_are_passed_over(text: str) -> None:
    assert same(read(text), TURN)


@pytest.mark.parametrize("text", ["&gt; d4-e5", "  &gt; d4-e5", "&gt;&gt; d4-e5"])
def test_a_quote_sign_as_an_entity_quotes(text: str) -> None:
    assert read(text) == Orders()


@pytest.mark.parametrize("text", ["d4-е5", "В3-С3", "d4-e5, В3-C3", "Α1-A2"])
def test_a_letter_of_another_alphabet_stays_in_the_turn_so_that_the_refusal_names_it(text: str) -> None:
    orders = read(text)

    assert orders.acts == (Act.TURN,)
    assert orders.turn == text


@pytest.mark.parametrize(
    "text", ["infiltrator F 11", "Infiltrator: F11", "infiltrator А11", "Infiltrator: F 11", "execute E 2"]
)
def test_a_turn_of_words_that_is_nearly_right_is_kept_so_that_the_refusal_teaches(text: str) -> None:
    orders = read_orders(new_text(text), KERD.formed)

    assert orders.acts == (Act.TURN,)
    assert orders.turn == text


@pytest.mark.parametrize("text", ["I live in F 11", "Chapter: F11 of the book", "That is my plan B2 of course"])
def test_prose_with_a_square_in_it_is_no_turn(text: str) -> None:
    assert read_orders(new_text(text), KERD.formed) == Orders()
