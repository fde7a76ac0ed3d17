"""Twins by mail: no letter tells a secret, by its text, its HTML, its picture, its headers, or by there being one."""

import logging
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from email.header import decode_header, make_header
from email.message import Message
from functools import partial
from pathlib import Path

import pytest

from corr.clocks.reminders import remind_next
from tests.late_game import LateRules
from tests.mail.office import FakeTransport, Office, html_of, text_of
from tests.playing import a_room
from tests.twins import STORIES, Story, a_twin, copied, effort, told_alike

_SOONEST = {
    "a choice waits",
    "both have chosen",
    "it was captured or not",
    "it was executed or not",
    "nothing will help but to reveal it",
    "one is searched",
}
"""The stories that `make test` goes through: one for each kind of secret and of what becomes of it."""


@pytest.fixture(
    scope="module", params=[pytest.param(name, marks=[] if name in _SOONEST else pytest.mark.slow) for name in STORIES]
)
def story(request: pytest.FixtureRequest) -> Story:
    return STORIES[request.param]


@pytest.fixture(scope="module")
def made(
    story: Story, migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Office, Office]]:
    """Two services with a game and its post each, which went in the two ways of the story."""
    folder = tmp_path_factory.mktemp("twins")
    with ExitStack() as stack:
        offices: list[Office] = []
        for number, steps in enumerate((story.one, story.other)):
            path = folder / f"{number}.sqlite"
            shutil.copyfile(migrated_sqlite, path)
            office = Office(a_twin(stack.enter_context(a_room(f"sqlite:///{path}", LateRules)), story, ()))
            offices.append(office)
            office.send_all()
            for seat, text in steps:
                office.game.play(text, seat=seat)
                office.send_all()
        yield offices[0], offices[1]


@pytest.fixture
def twins(made: tuple[Office, Office], tmp_path: Path) -> Iterator[list[Office]]:
    """Copies of both, with all that was sent so far, for one test."""
    with ExitStack() as stack:
        games = [stack.enter_context(copied(office.game, tmp_path / f"{at}.sqlite")) for at, office in enumerate(made)]
        sent = [FakeTransport(list(office.transport.sent)) for office in made]
        yield [*map(Office, games, sent)]


def told(office: Office, letter: Message) -> list[str]:
    """All of a letter but what chance drew."""
    pictures = [part.get_payload() for part in letter.walk() if part.get_content_type() == "image/png"]
    fields = [f"{name}: {make_header(decode_header(value))}" for part in letter.walk() for name, value in part.items()]
    texts = [text_of(letter), html_of(letter), *map(str, pictures), *fields]
    return [told_alike(text, office.game) for text in texts]


def all_told(office: Office, name: str = "Bob") -> list[list[str]]:
    return [told(office, letter) for letter in office.letters(name)]


def test_no_letter_tells_a_secret(twins: list[Office]) -> None:
    one, other = map(all_told, twins)

    assert one == other


def test_no_reminder_tells_a_secret(twins: list[Office]) -> None:
    for office in twins:
        office.room.clock.move(timedelta(days=2, hours=12))
        with office.room.workshop.open() as uow:
            while remind_next(uow):
                pass
    one, other = map(all_told, twins)

    assert one == other


@pytest.mark.slow
def test_no_answer_tells_a_secret(twins: list[Office], story: Story, caplog: pytest.LogCaptureFixture) -> None:
    logs, answers = [], []
    for office in twins:
        caplog.clear()
        with caplog.at_level(logging.INFO):
            address = office.reply_address("Bob")
            codes = [office.answer("Bob", text, recipient=address) for text in ("board", "help", *story.tries)]
        logs.append(told_alike(caplog.text, office.game))
        answers.append((codes, all_told(office)))

    assert answers[0] == answers[1]
    assert logs[0] == logs[1]


def test_no_letter_takes_more_work(twins: list[Office]) -> None:
    for office in twins:
        ask(office)

    one, other = (effort(office.room, partial(ask, office)) for office in twins)

    assert one == other


def ask(office: Office) -> None:
    office.answer("Bob", "board")
    office.send_all()
