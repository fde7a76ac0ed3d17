"""Replies in every layout and language that the tests can make up: the writer's turn is found, no other ever is."""

from itertools import chain

import pytest

from corr.games.api import AnyRules
from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.hypertext import text_of_html
from corr.mail.reading.words.new_text import NewText, new_text
from corr.mail.reading.words.orders import Orders, read_orders
from corr.mail.reading.words.turn_text import squeezed
from tests.mail.layouts import DECOY, HTML_LAYOUTS, TEXT_LAYOUTS, Reply, replies
from tests.mail.meaning import done

GAMES = Registry.discover()
KELASU, KYO, KERD = (GAMES.get_rules_of_game(name) for name in ("kelasu", "kyo", "kerd"))
TURNS = [
    (KELASU, "d4-e5", "d4-e5"),
    (KELASU, "H3-G3, H4-G4\nH0+H1+H2+I0+I1=W@H0", "H3-G3 H4-G4 H0+H1+H2+I0+I1=W@H0"),
    (KELASU, "Hello Alice,\n\n- H3-G3\n- H4-G4\n\nI look forward to your answer!\n\nBob", "H3-G3 H4-G4"),
    (KYO, "1. A0>B1:2\n2. B1-C2", "A0>B1:2 B1-C2"),
    (KYO, "My turn: A0>B1:2, E1^E2:1", "A0>B1:2 E1^E2:1"),
    (KERD, "F2-F3&F3-F4 and good luck :)", "F2-F3&F3-F4"),
    (KERD, "On second thought: O-O-O", "O-O-O"),
    (KERD, "infiltrator F11", "infiltrator F11"),
]
UNMEANT = ["Should I play {}?", "{} was a mistake.", "I would never play {}", "If you allow it, {}", "{} or not?"]


def own(reply: Reply) -> NewText:
    """The own words in *reply*."""
    return new_text(text_of_html(reply.body) if reply.kind == "html" else reply.body)


def spoken_of(orders: Orders) -> str:
    """Everything that was understood or is asked back, in one spelling."""
    return " ".join(squeezed(text) for text in (orders.turn, orders.words, *orders.rivals))


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "words", "turn"), TURNS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_turn_is_found_in_every_layout_and_language(rules: AnyRules, words: str, turn: str) -> None:
    found = {(one.layout, one.code): read_orders(own(one), rules.formed) for one in replies(words)}

    missed = [
        place
        for place, orders in found.items()
        if squeezed(orders.turn) != squeezed(turn) or Act.TURN not in done(orders)
    ]
    assert missed == []


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "words", "turn"), TURNS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_turn_in_a_quote_is_never_read_nor_asked_about(rules: AnyRules, words: str, turn: str) -> None:
    decoyed = [
        (one.layout, one.code)
        for one in chain(replies(words), replies("Thank you, I will think about it."))
        if squeezed(DECOY) in spoken_of(read_orders(own(one), rules.formed))
    ]

    assert turn
    assert decoyed == []


@pytest.mark.parametrize("rules", [KELASU, KYO, KERD])
def test_a_reply_with_nothing_new_asks_for_nothing_in_any_layout(rules: AnyRules) -> None:
    acting = [(one.layout, one.code) for one in replies("") if read_orders(own(one), rules.formed) != Orders()]

    assert acting == []


@pytest.mark.slow
@pytest.mark.parametrize("sentence", UNMEANT)
def test_a_turn_within_a_sentence_is_played_in_no_layout(sentence: str) -> None:
    played = [
        (one.layout, one.code)
        for one in replies(sentence.format("d4-e5"))
        if Act.TURN in done(read_orders(own(one), KELASU.formed))
    ]

    assert played == []


@pytest.mark.parametrize("half", [0, 1])
def test_own_words_are_cut_out_exactly_nearly_everywhere(half: int) -> None:
    words = "Hello Alice,\n\nd4-e5\n\nThat was a hard one. See you on Monday at 10:30!"
    every = [*replies(words)][half::2]

    exact = [one for one in every if own(one).text == words]

    assert len(every) > 450
    assert len(exact) > 0.99 * len(every)


def test_every_layout_shows_the_decoy_among_what_was_cut() -> None:
    shown = {one.layout for one in replies("d4-e5") if DECOY in own(one).cut}

    assert shown == {*TEXT_LAYOUTS, *HTML_LAYOUTS}
