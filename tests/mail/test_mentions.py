"""What cannot be undone, within other words: it is asked back whether it is meant."""

import re

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, read_orders
from tests.mail.meaning import done, done_at_once

KELASU = Registry.discover().get_rules_of_game("kelasu")
TURN = "d4-e5"


def read(text: str) -> Orders:
    """What *text*, written as a whole mail with `T` for the turn, asks for."""
    return read_orders(new_text(re.sub(r"\bT\b", TURN, text)), KELASU.formed)


MENTIONED = [
    ("I think I should resign.", Act.RESIGN), ("I won't resign", Act.RESIGN), ("resign?", Act.RESIGN),
    ("If you take my queen I resign.", Act.RESIGN), ("Chyba resign", Act.RESIGN), ("我想resign", Act.RESIGN),
    ("Should I resign?", Act.RESIGN), ("Je crois que je vais resign", Act.RESIGN), ("resign します", Act.RESIGN),
    ("Please resign", Act.RESIGN), ("I may resign soon", Act.RESIGN),
    ("I hereby tender my resignation.", Act.RESIGN), ("I am resigning.", Act.RESIGN), ("Möchte\nresign", Act.RESIGN),
    ("accept draw?", Act.ACCEPT_DRAW), ("I would only accept draw if you had offered one.", Act.ACCEPT_DRAW),
    ("I don't accept draw", Act.ACCEPT_DRAW), ("Draw accepted.", Act.ACCEPT_DRAW),
    ("I'll accept the draw", Act.ACCEPT_DRAW), ("Why should I accept a draw?", Act.ACCEPT_DRAW),
    ("I would never claim a game against a friend in hospital.", Act.CLAIM), ("Can I claim?", Act.CLAIM),
    ("I'd like to claim the game", Act.CLAIM),
]  # fmt: skip


@pytest.mark.parametrize(("text", "act"), MENTIONED)
def test_what_cannot_be_undone_is_asked_back_in_whatever_words_it_stands(text: str, act: Act) -> None:
    orders = read(text)

    assert orders.acts == (act,)
    assert not done_at_once(orders)


@pytest.mark.parametrize(
    "words",
    [
        "Perhaps I should resign, but my brother says that there is still some hope on the right side of the board.",
        "If you take my last general, I resign, and then we can start another one with you going first for a change.",
    ],
)
def test_a_turn_beside_a_thought_of_resigning_is_asked_about(words: str) -> None:
    turn, act = read(f"T\n\n{words}").rivals

    assert turn == TURN
    assert "resign" in act


@pytest.mark.parametrize(
    "words",
    [
        "Our treasurer had to resign over the summer, so I keep the books of the club, which nobody else wanted.",
        "The minister was told to resign as head of the party yesterday, and here in Rome nobody talks of else.",
        "We claim to be a quiet street, but the new neighbours have three drums and a trumpet, and are up late.",
        "My aunt's resignation has been in all the papers, and the whole family has talked of little else for a week.",
    ],
)
def test_who_leaves_an_office_gives_up_no_game(words: str) -> None:
    assert done(read(f"T\n\n{words}")) == (Act.TURN,)
