"""Turns of any form are found in mails: with words, signs that quote elsewhere, and castling that looks like a rule."""

from collections.abc import Iterator

import pytest

from corr.games.api import AnyRules
from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.hypertext import text_of_html
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, read_both, read_orders, same
from tests.mail.meaning import done
from tests.mail.office import Office, an_office
from tests.playing import Room, a_room

WORDS = Registry.discover().get_rules_of_game("kerd")
SIGNS = Registry.discover().get_rules_of_game("kyo")
QUOTED = (
    "\n\nOn Mon, 2 Mar 2026 at 13:00, Corr <r+abc@play.example> wrote:\n> #abcdefg# Write your turn above this line.\n"
)
WRITTEN = [
    (WORDS, "infiltrator F11"), (WORDS, "Infiltrator f11."), (WORDS, "reveal"), (WORDS, "Reveal!"),
    (WORDS, "reveal F11"), (WORDS, "execute E2"), (WORDS, "O-O"), (WORDS, "O-O-O"), (WORDS, "0-0"), (WORDS, "0-0-0"),
    (WORDS, "o-o"), (WORDS, "O–O"), (WORDS, "F2-F3&F3-F4"), (WORDS, "A7-A8=Q"), (WORDS, "B1xC3"), (WORDS, "JB1-B3"),
    (SIGNS, "A0>B1:2, B1>C2"), (SIGNS, "A0>B1"), (SIGNS, "a0>b1:12"), (SIGNS, "F0~LD"), (SIGNS, "E1^E2:1"),
    (SIGNS, "A0>B1:2,\nB1>C2"), (SIGNS, "- A0>B1:2\n- B1>C2"), (SIGNS, "1. A0>B1\n2. B1>C2"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "text"), WRITTEN)
@pytest.mark.parametrize(
    "around", ["{}", "{}\n\nGood luck!\nBob", "Hello Ada,\n\n{}\n\nBob\n-- \nsent by hand", "> old\n\n{}"]
)
def test_a_turn_is_found_where_it_stands_alone(rules: AnyRules, text: str, around: str) -> None:
    found = read_orders(new_text(around.format(text) + QUOTED), rules.formed)

    assert same(found, Orders((Act.TURN,), text.replace("- ", "").replace("1. ", "").replace("2. ", "")))


@pytest.mark.parametrize(("rules", "text"), WRITTEN)
def test_a_turn_is_found_in_hypertext(rules: AnyRules, text: str) -> None:
    escaped = text.replace("&", "&amp;").replace(">", "&gt;").replace("\n", "<br>")
    html = f"<div>{escaped}</div><blockquote>#abcdefg# above this line<br>A1-A2</blockquote>"

    found = read_both(new_text(text), new_text(text_of_html(html)), rules)

    assert found.acts == (Act.TURN,)


@pytest.mark.parametrize("text", ["> A0>B1", ">A0>B1:2, B1>C2", "> infiltrator F11", "| A0>B1"])
def test_a_quoted_turn_is_none(text: str) -> None:
    assert read_orders(new_text(text), SIGNS.formed).acts == ()
    assert read_orders(new_text(text), WORDS.formed).acts == ()


@pytest.mark.parametrize(
    "text",
    [
        "Will you reveal it?", "I do not know whom to execute.", "O-O or O-O-O?", "Who is your infiltrator?",
        "infiltrator F11 or infiltrator E11", "I would never reveal F11 now",
    ],
)  # fmt: skip
def test_talk_about_turns_is_no_turn(text: str) -> None:
    assert Act.TURN not in done(read_orders(new_text(text), WORDS.formed))


@pytest.fixture
def room(sqlite_url: str) -> Iterator[Room]:
    """A service on an empty database."""
    with a_room(sqlite_url) as made:
        yield made


def test_a_game_of_words_is_played_by_mail(room: Room) -> None:
    office = an_office(room, ruleset="kerd/1")

    codes = [
        office.answer("Ada", "Infiltrator f11\n\nHave fun!"),
        office.answer("Bob", "infiltrator E2" + QUOTED),
        office.answer("Ada", "I2-I4"),
        office.answer("Bob", "F11-F8&F10-F7"),
        office.answer("Ada", "J1-C8."),
        office.answer("Bob", "execute B12"),
        office.answer("Bob", "E11-E10"),
        office.answer("Ada", "reveal"),
    ]

    assert codes[:5] == ["sealed", "played", "played", "played", "played"]
    assert codes[5:] == ["illegal", "played", "played"]
    assert [turn.text for turn in office.game.view().turns][-1] == "reveal F8"


def test_a_game_of_signs_is_played_by_mail(room: Room) -> None:
    office = an_office(room, ruleset="kyo/1")

    codes = [office.answer(name, first_turn(office) + QUOTED) for name in ("Ada", "Bob", "Ada")]

    assert codes == ["played"] * 3


def first_turn(office: Office) -> str:
    """A legal turn of whoever is due."""
    rules, view = SIGNS, office.game.view()
    position = rules.parse_position(view.position)
    (due,) = rules.due(position)
    draft = rules.begin(position, due)
    while not draft.made or (not draft.may_stop and draft.has_action()):
        draft = draft.after(next(draft.actions()))
    return rules.write(draft.made)
