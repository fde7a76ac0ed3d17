"""Turns in the letters, digits and signs that keyboards, telephones and mail programs make of them."""

import pytest

from corr.games.api import AnyRules
from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, read_orders, same
from corr.mail.reading.words.verdicts import Verdict, VerdictRow
from tests.mail.meaning import done

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


@pytest.mark.parametrize("text", ["Infiltrator: F11", "infiltrator А11", "Infiltrator: F 11"])
def test_a_turn_of_words_that_is_nearly_right_is_kept_so_that_the_refusal_teaches(text: str) -> None:
    orders = read_orders(new_text(text), KERD.formed)

    assert orders.acts == (Act.TURN,)
    assert orders.turn == text


@pytest.mark.parametrize("text", ["I live in F 11", "Chapter: F11 of the book", "That is my plan B2 of course"])
def test_prose_with_a_square_in_it_is_no_turn(text: str) -> None:
    assert read_orders(new_text(text), KERD.formed) == Orders()


@pytest.mark.parametrize(
    "sign",
    [
        "👍 ", "👍🏽 ", "✅ ", "✅", "☑️ ", "✔ ", "👉", "→ ", "➡️ ", "-> ", "=> ", "=>", "• ", "•", "* ", "- ", "-", "–",
        "1) ",
        "1.", "1️⃣ ", "① ", "✅ - ", "- ✅ ", "1) ✅ ", "**", "▶ ",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (KELASU, "D4-E5"), (KELASU, "H5+H6=C@H5"), (KERD, "B1xC3"), (KERD, "A7-A8=Q"), (KERD, "F2-F3&F3-F4"),
        (KERD, "reveal F11"),
        (KERD, "infiltrator F11"), (KYO, "F0~LD"), (KYO, "A0/B1:2"), (KYO, "H0>G1"), (KYO, "E1^E2:1"), (KYO, "C0→C1"),
    ],
)  # fmt: skip
def test_a_sign_ahead_of_a_turn_is_left_out(sign: str, rules: AnyRules, text: str) -> None:
    found = read_orders(new_text(f"{sign}{text}"), rules.formed)

    assert (found.verdict, found.turn) == (Verdict.CLEAR, text)


@pytest.mark.parametrize("sign", ["✅ ", "👉", "-", "• ", "→ ", "1️⃣ ", "- "])
@pytest.mark.parametrize(
    ("rules", "actions"),
    [(KELASU, ("D4-E5", "H3-G3")), (KERD, ("F2-F3", "F3-F4")), (KYO, ("A0-B1:2", "C0-D1"))],
)
def test_lines_with_a_sign_ahead_are_the_actions_of_one_turn(
    sign: str, rules: AnyRules, actions: tuple[str, ...]
) -> None:
    found = read_orders(new_text("\n".join(f"{sign}{action}" for action in actions)), rules.formed)

    assert (found.verdict, found.turn) == (Verdict.CLEAR, "\n".join(actions))


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (KYO, "A0-B1\n-C1-D1"), (KYO, "A0-B1-\nC1"), (KYO, "A0-B1-\nC1-D1"), (KYO, "C0→C1\n→D1→D2"), (KYO, "F0~\nLD"),
        (KYO, "C0 → C1 ⎯2→ D2\n→ E3"), (KERD, "F2-F3\n&F3-F4"), (KERD, "A7-A8=\nQ"), (KELASU, "H5+H6\n+I4=C@H5"),
    ],
)  # fmt: skip
def test_a_sign_where_a_client_broke_an_action_belongs_to_it(rules: AnyRules, text: str) -> None:
    assert read_orders(new_text(text), rules.formed).turn == text


@pytest.mark.parametrize("text", ["~F0~LD", "^E1^E2:1", "/A0/B1:2", ":A0-B1:2", "A0/B1:2/", "A0-B1:2>"])
def test_a_sign_of_the_notation_at_an_end_is_left_for_the_game_to_refuse(text: str) -> None:
    assert read_orders(new_text(text), KYO.formed).turn == text


@pytest.mark.parametrize("text", ["O-O-", "-O-O", "O-O-\nO"])
def test_a_castling_with_a_dash_too_many_is_not_played_as_the_short_one(text: str) -> None:
    assert not done(read_orders(new_text(text), KERD.formed))


def test_a_sign_ahead_of_a_mistyped_turn_is_not_what_is_refused() -> None:
    assert read("👍 d4-e55").turn == "d4-e55"


@pytest.mark.parametrize(
    "text", ["❌ d4-e5", "d4-e5 ❌", "d4-e5 ❓", "🚫d4-e5", "☐ d4-e5", "✗ d4-e5", "d4-e5 👎", "d4-e5 🤔", "d4-e5 🤷‍♂️"]
)
def test_a_turn_that_is_crossed_out_or_questioned_by_a_sign_is_asked_back(text: str) -> None:
    orders = read(text)

    assert (orders.verdict, orders.turn) == (Verdict.IN_DOUBT, "d4-e5")


@pytest.mark.parametrize("text", ["❌ d4-e5\n✅ h3-g3", "☐ d4-e5\n☑ h3-g3"])
def test_a_crossed_turn_and_a_ticked_one_are_two(text: str) -> None:
    assert set(read(text).rivals) >= {"d4-e5", "h3-g3"}


@pytest.mark.parametrize(
    ("rules", "text", "turn"),
    [
        (KELASU, "D 4 - E 5", "D4 - E5"), (KELASU, "d 4-e 5", "d4-e5"), (KELASU, "d 4 to e 5", "d4 to e5"),
        (KELASU, "d4 to e5", "d4 to e5"),
        (KELASU, "d 4 e 5", "d4 e5"), (KELASU, "d 4 to e 5 and h 3 to g 3", "d4 to e5 and h3 to g3"),
        (KELASU, "D4-E5-", "D4-E5"),
        (KELASU, "D4-E5 –", "D4-E5"), (KELASU, "My turn: d 4 to e 5", "d4 to e5"),
        (KELASU, "d 4 to e 5, thanks!", "d4 to e5"),
        (KELASU, "- d 4 to e 5", "d4 to e5"), (KELASU, "D4 nach E5", "D4 to E5"), (KELASU, "d 4 à e 5", "d4 to e5"),
        (KERD, "B 10 - B 11", "B10 - B11"), (KERD, "b 1 x c 3", "b1 x c3"),
        (KERD, "infiltrator F 11", "infiltrator F11"),
        (KERD, "execute E 2", "execute E2"), (KYO, "A 0 / B 1 : 2", "A0 / B1 : 2"),
        (KYO, "a 0 to b 1 : 2", "a0 to b1 : 2"),
    ],
)  # fmt: skip
def test_a_turn_as_it_was_dictated_is_read(rules: AnyRules, text: str, turn: str) -> None:
    found = read_orders(new_text(text), rules.formed)

    assert (found.verdict, found.turn) == (Verdict.CLEAR, turn)


@pytest.mark.parametrize(
    "text",
    [
        "go from d 4 to e 5 tomorrow?", "I go from d 4 to e 5", "I have a 3 to a 4 chance", "a 3 to b 4 chance of rain",
        "I was in D 4, E 5 was empty", "we are in group B 3 to 5",
    ],
)  # fmt: skip
def test_squares_in_two_pieces_within_prose_are_no_turn(text: str) -> None:
    assert read(text) == Orders()
    assert read(f"d4-e5.\n\n{text}").turn.rstrip(".") == "d4-e5"
