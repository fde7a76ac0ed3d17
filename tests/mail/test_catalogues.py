"""A language is a catalogue of whole sentences: one subject in letters of another language."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from corr.base.sentences import Sentence, joined
from corr.mail.letters.compose import mail_templates
from corr.play.endings import resign
from corr.resources import templates_folder
from tests.mail.composing import GAMES, composed
from tests.mail.office import IDENTITY, Office, an_office, text_of
from tests.playing import a_room

GERMAN = {
    "You have until {until}.": "Bis {until} hast du Zeit.",
    "After that the game is cancelled without a result, unless automatic leave gives another day.": (
        "Danach wird das Spiel ohne Ergebnis abgebrochen, es sei denn, ein Urlaubstag rettet dich."
    ),
}
NOON = datetime(2026, 3, 5, 12, tzinfo=UTC)


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    with a_room(sqlite_url) as room:
        yield an_office(room, *GAMES["kelasu/1"], ruleset="kelasu/1")


def test_a_letter_says_its_forecast_in_the_words_of_a_catalogue(office: Office) -> None:
    german = replace(IDENTITY, templates=mail_templates(templates_folder(), GERMAN))

    text = " ".join(text_of(composed(office, "your-turn", identity=german)).split())

    assert "Bis Thursday 5 March 2026, 14:00 CET (Europe/Berlin) hast du Zeit. Danach wird das Spiel" in text
    assert "You have until" not in text


def test_a_letter_says_how_a_game_ended_in_the_words_of_a_catalogue(office: Office) -> None:
    resigned = {"{winner} won: {loser} resigned.": "{loser} hat aufgegeben, also hat {winner} gewonnen."}
    german = replace(IDENTITY, templates=mail_templates(templates_folder(), resigned))
    with office.room.workshop.open() as uow:
        resign(uow, office.game.id, office.game.players[0], "web")

    text = " ".join(text_of(composed(office, "game-over", identity=german)).split())

    assert "hat aufgegeben, also hat" in text
    assert "won:" not in text


def test_gaps_stand_where_the_other_language_wants_them() -> None:
    told = Sentence.filled("{name} has until {until}.", name="{until}", until=NOON)

    german = told.translated({"{name} has until {until}.": "Bis {until} hat {name} Zeit."})

    assert str(told) == "{until} has until 2026-03-05 12:00."
    assert str(german) == "Bis 2026-03-05 12:00 hat {until} Zeit."


def test_what_a_catalogue_does_not_know_stays_as_it_is() -> None:
    told = joined([Sentence.filled("You have until {until}.", until=NOON), Sentence.of("Until ", NOON, ".")])

    assert str(told.translated(GERMAN)) == "Bis 2026-03-05 12:00 hast du Zeit. Until 2026-03-05 12:00."
    assert told.translated({}) == told
