"""
What stands in each kind of letter, whole and once: one file for each in `golden`; elsewhere facts of them are asserted.

Whoever changes a sentence reads what becomes of the letters, and keeps it:

    WRITE_LETTERS=true .venv/bin/pytest -n0 tests/mail/test_golden_letters.py; git diff tests/mail/golden
"""

import os
import re
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from pathlib import Path

import pytest

from corr.administration.game_freezes import FreezeOrder, freeze
from corr.base.notices import NoticeKind
from corr.core.pace import Late
from corr.play.deadlines import enforce_next_deadline
from corr.players.reply_tokens import store_command_tokens
from tests.mail.composing import GAMES, KINDS, claimed, composed, rendered
from tests.mail.office import IDENTITY, PROVED, Office, an_office, text_of
from tests.playing import a_room, another_game, terms

_GOLDEN = Path(__file__).with_name("golden")
_GAME, _CHALLENGE = re.compile(r"(?<=/games/)\w{7}"), re.compile(r"(?<=/challenges/)\w+")
_NEWCOMER, _TOGETHER = "newcomer", "answers-together"
_HELD = re.compile(r"/held/\w+")
_SEVERAL = "reminder-of-several-games"


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        office = an_office(room, *GAMES["kelasu/1"], ruleset="kelasu/1")
        # The first letter of all has told Bob his address for commands.
        with room.workshop.open() as uow:
            store_command_tokens(uow, office.game.players)
        yield office


def shown(letter: Message) -> str:
    """A letter as its reader sees it, without what chance drew: games are numbered as they come."""
    text = f"Subject: {make_header(decode_header(letter['Subject']))}\n\n{text_of(letter)}"
    games = dict.fromkeys(_GAME.findall(text))
    for number, game_id in enumerate(games, 1):
        text = text.replace(game_id, f"GAME{number}")
    return _CHALLENGE.sub("CHALLENGE", text)


def assert_is_golden(name: str, text: str) -> None:
    path = _GOLDEN / f"{name}.txt"
    if os.environ.get("WRITE_LETTERS") == "true":
        path.write_text(text, encoding="utf-8")
    assert path.exists(), "a kind of letter has no file yet"
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_letter_says_what_was_agreed(office: Office, kind: str) -> None:
    assert_is_golden(kind, shown(composed(office, kind)))


def test_a_reminder_of_several_games_lists_each_with_its_deadline(office: Office) -> None:
    office.room.clock.move(timedelta(hours=5))
    other = another_game(office.room, office.game.players, *GAMES["kelasu/1"], ruleset="kelasu/1")
    turns = [[game.id, game.view().turn_number] for game in (office.game, other)]
    letter = claimed(office, NoticeKind.REMINDER, {"turns": turns})

    text = shown(message_from_bytes(rendered(office, letter).message))

    assert_is_golden(_SEVERAL, text)


def test_the_letter_to_a_newcomer_says_what_was_agreed(office: Office) -> None:
    office.arrive(f"{PROVED}From: eve@example.org\nSubject: Hello\n\nI would like to play.\n", IDENTITY.sender_address)
    office.send_all()

    assert_is_golden(_NEWCOMER, shown(message_from_bytes(office.transport.sent[-1][2])))


def test_the_letter_with_all_further_answers_says_what_was_agreed(office: Office) -> None:
    for text in [*["Hello?"] * 20, "resign, or should I?", "B3-C3", "games"]:
        office.answer("Bob", text)
    office.room.clock.move(timedelta(hours=1, minutes=2))

    assert_is_golden(_TOGETHER, _HELD.sub("/held/TOKEN", shown(office.letters("Bob")[-1])))


@pytest.mark.parametrize(
    ("kind", "turns"), [(NoticeKind.LAPSED, ["B3-C3"]), (NoticeKind.CLAIMABLE, ["B3-C3", "I3-H3"])]
)
def test_letters_about_time_that_ran_out_say_what_was_agreed(sqlite_url: str, kind: str, turns: list[str]) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room, *turns, agreed=terms("3d/turn", late=Late.CLAIM, leave=False))
        room.clock.move(timedelta(days=3, hours=1))
        with room.workshop.open() as uow:
            enforce_next_deadline(uow)

        letter = composed(office, kind)

    assert_is_golden(kind, shown(letter))


def test_the_letter_about_a_game_that_was_frozen_says_what_was_agreed(office: Office) -> None:
    order = FreezeOrder(office.game.id, "A turn was not kept as it was made.")
    with office.room.workshop.open() as uow:
        freeze(uow, order)
    letter = claimed(office, NoticeKind.FROZEN, {"why": order.reason})

    assert_is_golden(NoticeKind.FROZEN, shown(message_from_bytes(rendered(office, letter).message)))


def test_no_letter_is_kept_that_is_not_written_any_more() -> None:
    assert {path.stem for path in _GOLDEN.iterdir()} == {*NoticeKind, _SEVERAL, _NEWCOMER, _TOGETHER}
