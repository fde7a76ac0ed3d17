"""
The three verdicts: what is done at once, what a turn waits an hour for, and what is asked.

In each mail of the tables `T` stands for the turn; its writer is Otto, who plays against Ada.
"""

import re

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, read_orders
from corr.mail.reading.words.verdicts import TABLE, Left, Verdict, VerdictRow, row_of

REGISTRY = Registry.discover()
NAMES = frozenset({"otto", "ada"})
TURNS = {"kelasu": "B3-C3", "kyo": "F0~LD, E0~DL", "kerd": "infiltrator F11"}


def read(text: str, game: str = "kelasu") -> Orders:
    """What *text*, written as a whole mail with `T` for the turn, asks for."""
    formed = REGISTRY.get_rules_of_game(game).formed
    return read_orders(new_text(re.sub(r"\bT\b", TURNS[game], text)), formed, NAMES)


CLEAR = [
    "T\n\nSorry for the delay!", "T. Thanks for waiting", "sorry about the late reply\nT",
    "B3-C3, B4-C4. Thanks!", "T, good luck!", "T 🙂", "Hi Ada\nT\nthx\notto", "T\ncheers", "T\nHow are you?", "Ada!\nT",
    "ありがとう\nT\nよろしくお願いします", "I'm going with T. Cheers!", "T it is", "T", "My turn: T", "I play T",
    "my play is T", "let me try T", "here you go T", "mine is T", "Mein Zug: T", "ich nehme T", "je joue T",
    "gioco T", "juego T", "ik speel T", "gram T", "играю T", "T\n\nWell played!", "T\nBravo", "T\n\nMerci !\nÇa va?",
    "12. T", "→ T", "T\nsay: What a week! Should we meet?", "Hi Ada, how are you?\nT\n\nBest wishes\nOtto",
    "T\n\nCheers,\nOtto Meier\n+49 30 1234567", "liebe ada\nT\nlg otto", "Schönen Abend noch!\nT",
]  # fmt: skip
UNSURE = [
    "My dog is ill.\nT",
    "T\nmy dog is ill", "Phew.\nT", "T\n\nCan we meet on Friday?", "今日は寒いですね\nT",
    "T\n\nTake your time, I can't wait!", "Spaß\nT", "T\nSpaß", "T and now off to bed",
    "T\nkids screaming in the back have to go", "Right, I'm going with T. Let's see what you make of that.",
    "T\nwe should start a club", "T\n\nWe might be in your area.", "T / lg aus dem zug", "no me lo esperaba 😂 T",
    "what a match last night!!!\nT", "After three cups of tea and a walk: T", "T\nUnsere Waschmaschine ist kaputt",
    "omg ada so sorry totally forgot it was my turn\nT", "T\n\nDid you get the photos from the wedding?",
]  # fmt: skip
IN_DOUBT = {
    VerdictRow.AHEAD: [
        "I dreamt that I played T", "Should I go for T", "my brother says T", "I nearly took T",
        "ich hätte fast T gespielt",
        "would you hate me for T",
    ],
    VerdictRow.LED_INTO: [
        "z.B.\nT", "For example:\nT", "d. h.\nT", "np.\nT", "bv.\nT", "i.e.\nT", "We have tea and\nT", "You wrote:\nT",
        "If I dared:\nT", "On the train again,\nT", "Der Computer meint dass\nT",
    ],
    VerdictRow.QUESTION: [
        "T\n\nThanks for the evening.\n\nIs this legal?", "T?", "T\nok?", "T\n\nDoes B3 still hold?", "T\n\nOder?",
        "Is that a trap?\nT", "T\n\nIst der Zug erlaubt?", "T\nquoi?",
    ],
    VerdictRow.TAKEN_BACK: [
        "T\nnot final", "T\n\nIgnore that, my son typed it.", "T\nmaybe", "T\n\nJust a draft.",
        "T\n\nI'll sleep on it.", "Seulement un exemple.\nT", "Tylko przykład.\nT", "Просто пример.\nT",
        "T\n\nNo turn from me today.",
        "Csak egy példa.\nT", "T\nnur ein scherz", "T\n\nne le compte pas, c'est mon fils", "T\nhaha nur ein test",
        "T\n\nPlease leave the turn above for now, I did not mean it.", "T was a mistake",
    ],
}  # fmt: skip


@pytest.mark.parametrize("text", CLEAR)
def test_a_turn_with_nothing_but_harmless_words_beside_it_is_played_at_once(text: str) -> None:
    assert read(text).verdict is Verdict.CLEAR


@pytest.mark.parametrize(("game", "text"), [("kyo", "T"), ("kerd", "T\nViel Glück!")])
def test_signs_of_the_notation_raise_no_doubt(game: str, text: str) -> None:
    assert read(text, game).verdict is Verdict.CLEAR


@pytest.mark.parametrize("text", UNSURE)
def test_a_turn_beside_words_that_say_nothing_about_it_is_unsure(text: str) -> None:
    orders = read(text)

    assert (orders.verdict, orders.row, orders.rivals) == (Verdict.UNSURE, VerdictRow.OTHER_WORDS, ())


@pytest.mark.parametrize(("row", "text"), [(row, text) for row, texts in IN_DOUBT.items() for text in texts])
def test_a_turn_in_doubt_says_which_row_decided(row: VerdictRow, text: str) -> None:
    orders = read(text)

    assert (orders.verdict, orders.row) == (Verdict.IN_DOUBT, row)


@pytest.mark.parametrize(
    "text", ["B3-C3\nmy dog is ill\nB4-C4", "I looked at B5-C5, but no.\nB3-C3", "B3-C3 or B4-C4", "resign\n\nB3-C3"]
)
def test_two_different_turns_or_acts_are_rivals(text: str) -> None:
    orders = read(text)

    assert orders.rivals
    assert orders.verdict is Verdict.IN_DOUBT


@pytest.mark.parametrize("text", ["resign\n\nThank you for a lovely game, well played!", "resign\nwell played ada",
                                  "accept draw\n\nThanks, Otto", "accept draw 🙂"])  # fmt: skip
def test_what_cannot_be_undone_is_done_at_once_with_harmless_words(text: str) -> None:
    assert read(text).verdict is Verdict.CLEAR


@pytest.mark.parametrize("text", ["resign\nmy dog is ill", "resign\n\nSpaß", "resign\nGotcha", "accept draw\n\nPhew.",
                                  "accept draw\n\nCan we meet on Friday?", "claim\nwhat a week"])  # fmt: skip
def test_what_cannot_be_undone_is_never_unsure(text: str) -> None:
    assert read(text).verdict is Verdict.IN_DOUBT


@pytest.mark.parametrize("text", ["offer draw\nmy dog is ill", "away 7d\n\nOff to the sea with the kids!"])
def test_what_can_be_undone_is_done_beside_talk(text: str) -> None:
    assert read(text).verdict is Verdict.CLEAR


def test_the_first_row_that_fits_decides() -> None:
    rows = [row for row, _ in TABLE]
    left = Left(("Is that legal?", "Ignore it."), ("Is that legal?",), is_ahead=True, is_led_into=True)

    assert rows == [row for row in VerdictRow if row not in {VerdictRow.NOTHING, VerdictRow.OTHER_PART}]
    assert row_of(left) is VerdictRow.AHEAD
    assert row_of(Left()) is VerdictRow.NOTHING


def test_beside_more_sentences_than_anybody_writes_a_turn_is_asked_about() -> None:
    assert read(f"T\n\n{'Snow falls. ' * 900}").verdict is Verdict.UNSURE
    assert read(f"T\n\n{'Snow falls. ' * 1100}").verdict is Verdict.IN_DOUBT
