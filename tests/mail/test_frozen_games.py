"""Letters about frozen games, about those that go on, and about those that are closed soon; and mails to them."""

from collections.abc import Iterator

import pytest
from sqlalchemy import update

from corr.administration.game_freezes import FreezeOrder, freeze, thaw, void
from corr.core.pace import UNTIMED, Terms
from corr.play.time_outs import close_next_abandoned
from corr.store.base import table
from corr.store.tables.games import Turn
from corr.store.tables.mails import Outbox
from tests.mail.office import Office, an_office, html_of
from tests.playing import DAY, a_room

_WHY = "Its rules were corrected."


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Ada is due, with its post."""
    with a_room(sqlite_url) as room:
        office = an_office(room, "B3-C3", "I3-H3")
        office.send_all()
        yield office


def decide(office: Office, act: object) -> None:
    """Let an administrator decide."""
    assert callable(act)
    with office.room.workshop.open() as uow:
        act(uow, FreezeOrder(office.game.id, _WHY))


@pytest.mark.parametrize("name", ["Ada", "Bob"])
def test_a_letter_says_that_and_why_the_game_is_frozen(office: Office, name: str) -> None:
    decide(office, freeze)

    assert f"is frozen. The reason: {_WHY} An administrator will look at it." in office.last_words(name)
    assert _WHY in html_of(office.letters(name)[-1])
    assert {row["fault"] for row in office.room.rows(Outbox)} == {""}


def test_it_goes_out_even_if_the_log_cannot_be_replayed(office: Office) -> None:
    rows = table(Turn)
    with office.room.workshop.open() as uow:
        uow.connection.execute(update(rows).where(rows.c.number == 1).values(text="A1-A9"))

    decide(office, freeze)

    assert _WHY in office.last_words("Ada")


def test_a_turn_by_mail_is_answered_with_why_it_was_not_played(office: Office) -> None:
    decide(office, freeze)

    reason = office.answer("Ada", "C3-D3")

    assert reason == "frozen"
    assert office.turns() == ["B3-C3", "I3-H3"]
    assert "This game has been frozen since" in office.last_words("Ada")
    assert "Nothing is lost, and no clock runs." in office.last_words("Ada")


@pytest.mark.parametrize("typed", ["resign", "offer draw"])
def test_so_is_an_act(office: Office, typed: str) -> None:
    decide(office, freeze)

    assert office.answer("Ada", typed) == "frozen"


def test_a_letter_says_that_the_game_goes_on_and_can_be_answered_with_a_turn(office: Office) -> None:
    decide(office, freeze)
    office.send_all()
    decide(office, thaw)

    assert " goes on." in office.last_words("Ada")
    assert office.answer("Ada", "C3-D3") == "played"


def test_who_was_not_told_yet_gets_no_letter_about_what_is_past(office: Office) -> None:
    before = len(office.letters("Ada"))
    decide(office, freeze)
    decide(office, thaw)

    assert len(office.letters("Ada")) == before + 1
    assert " goes on." in office.last_words("Ada")


@pytest.mark.parametrize("name", ["Ada", "Bob"])
def test_an_end_without_a_result_is_told_as_such_once_and_with_the_reason(office: Office, name: str) -> None:
    decide(office, freeze)
    decide(office, void)

    words = office.last_words(name).replace("| ", "")
    assert words.count("result. ") == 1
    assert words.count(f"An administrator ended the game without a result: “{_WHY}”") == 1
    assert _WHY in html_of(office.letters(name)[-1])
    assert "Thank you" not in words


def test_a_warning_says_how_the_game_is_kept_open_and_can_be_answered(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room, "B3-C3", "I3-H3", agreed=Terms(UNTIMED))
        office.send_all()
        room.clock.move(46 * DAY)
        with room.workshop.open() as uow:
            close_next_abandoned(uow)

        words = office.last_words()
        assert "A turn or a message to your opponent keeps it open." in words
        assert words.count("closed without a result on Friday 1 May 2026") == 1
        assert office.answer("Ada", "C3-D3") == "played"
