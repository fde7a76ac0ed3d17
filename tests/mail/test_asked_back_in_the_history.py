"""What the history of a game says of a turn that came by mail and is asked back, to whom, and how long."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from corr.play.endings import resign
from corr.play.game_record import record_of
from tests.mail.asking import doubted
from tests.mail.office import Office, an_office
from tests.playing import STRICT, a_room

HOUR = timedelta(hours=1)
WAITS = "A turn that came by mail for Red waits to be confirmed. That does not stop Red’s clock."
NEVER = "A turn that came by mail for Red was never confirmed."


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3", agreed=STRICT)


def history(office: Office, viewer: int | None = 0) -> list[str]:
    """What the game's history says beside the turns, to Ada if nobody else is named."""
    view = office.game.view(None if viewer is None else office.game.players[viewer])
    return [str(event.sentence) for event in view.events]


def test_while_it_waits_both_players_read_that_no_clock_stops(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")

    assert history(office) == history(office, 1) == [WAITS]


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("yes", "A turn that came by mail for Red had to be confirmed, and was."),
        ("no", "A turn that came by mail for Red had to be confirmed, and was dropped."),
        ("I4-H4", NEVER),
    ],
)
def test_the_history_says_what_became_of_it(office: Office, word: str, sentence: str) -> None:
    doubted(office, "Bob", "I3-H3")

    office.answer("Bob", word)

    assert history(office) == [sentence]


def test_the_history_says_that_a_newer_turn_in_doubt_took_its_place(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")
    doubted(office, "Bob", "I4-H4")

    assert history(office) == [
        "A turn that came by mail for Red had to be confirmed; a newer one took its place.",
        WAITS,
    ]


def test_the_history_says_that_nobody_confirmed_it_in_time(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")

    office.room.clock.move(24 * HOUR)

    assert history(office) == [NEVER]


def test_the_history_says_that_the_game_ended_before_it_was_confirmed(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")

    with office.room.workshop.open() as uow:
        resign(uow, office.game.id, office.game.players[0], "web")

    assert history(office)[0] == NEVER


def test_who_only_watches_reads_nothing_of_it(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")

    with office.room.workshop.look() as reader:
        running = record_of(reader, office.game.id, None, site="").entries
    assert history(office, None) == []
    assert "mail-held" not in str(running)
    assert history(office, 1) == [WAITS]


def test_a_page_that_is_kept_for_the_other_player_changes_with_what_became_of_it(office: Office) -> None:
    ada = office.game.players[0]
    before = office.game.stamp(ada)
    doubted(office, "Bob", "I3-H3")
    waiting = office.game.stamp(ada)
    office.answer("Bob", "no")

    assert len({before.asked, waiting.asked}) == 2
    assert office.game.stamp(ada) == replace(waiting, asked=0)
