"""Whole replies in the layouts of the common clients: the writer's turn is found, the quoted ones never are."""

import json
from pathlib import Path

import pytest

from corr.games.registry import Registry
from corr.mail.reading.parsed_mail import read_mail
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.hypertext import text_of_html
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, read_both

FOLDER = Path(__file__).parent / "letters"
EXPECTED: dict[str, str] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
UNCLEAR = "?"
GAMES = Registry.discover()


def orders_of(name: str) -> Orders:
    """What is read from the letter called *name*."""
    mail = read_mail((FOLDER / f"{name}.eml").read_bytes())
    game = name.partition("-")[0]
    rules = GAMES.get_rules_of_game(game if game in {info.game for info in GAMES.games()} else "kelasu")
    return read_both(new_text(mail.text), new_text(text_of_html(mail.html)), rules)


def played(turn: str) -> list[str]:
    """The actions of *turn*, however they were parted and spelt."""
    return turn.replace(",", " ").replace(";", " ").split()


def spelt(turn: str) -> str:
    """*turn* in one spelling, so that differences of form do not count."""
    folded = turn.translate(str.maketrans("–−—、－ＨＧ３４", "---,-HG34"))
    return "".join(played(folded.upper())).replace(".", "").replace("!", "")


@pytest.mark.parametrize("name", [name for name, turn in EXPECTED.items() if turn not in {"", UNCLEAR}])
def test_the_turn_of_a_reply_is_read(name: str) -> None:
    orders = orders_of(name)

    assert orders.acts == (Act.TURN,)
    assert spelt(orders.turn) == spelt(EXPECTED[name])


@pytest.mark.parametrize("name", [name for name, turn in EXPECTED.items() if turn == ""])
def test_a_reply_without_new_words_plays_nothing(name: str) -> None:
    assert orders_of(name) == Orders()


@pytest.mark.parametrize("name", [name for name, turn in EXPECTED.items() if turn == UNCLEAR])
def test_a_reply_that_can_mean_two_turns_or_may_not_be_meant_is_asked_back(name: str) -> None:
    orders = orders_of(name)

    assert bool(orders.rivals) != bool(orders.row)
    assert bool(orders.acts) == bool(orders.row)


def test_every_letter_of_the_folder_is_expected_to_say_something() -> None:
    assert {path.stem for path in FOLDER.glob("*.eml")} == set(EXPECTED)
