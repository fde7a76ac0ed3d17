"""Who asked to resign, was asked back and never answered has resigned, as far as reliability goes."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.administration.purge import purge
from corr.game.game_row import GAME
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.verdicts import VerdictRow
from corr.play.deadlines import enforce_next_deadline
from corr.store.tables.ratings import Conduct
from tests.mail.asking import doubted
from tests.mail.office import Office, an_office
from tests.playing import STRICT, a_room
from tests.ratings.building import count


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which both have made two turns, and Bob is due."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3", "I3-H3", "C3-D3", "H3-G3", "B4-C4", agreed=STRICT)


def kept(office: Office) -> tuple[int, int]:
    """How many games Bob kept, of how many, once the time of whoever is due has run out."""
    office.room.clock.move(timedelta(days=4))
    with office.room.workshop.open() as uow:
        purge(uow)
        assert enforce_next_deadline(uow) is not None
    assert office.game.view().reason == "time"
    count(office.room)
    (row,) = (row for row in office.room.rows(Conduct) if row["player_id"] == office.game.players[1])
    return row["kept"], row["games"]


def test_who_says_nothing_has_lost_on_time(office: Office) -> None:
    assert kept(office) == (0, 1)


def test_who_asked_to_resign_and_did_not_confirm_has_kept_the_game(office: Office) -> None:
    assert doubted(office, "Bob", "resign", VerdictRow.OTHER_WORDS) == "asked"

    assert kept(office) == (1, 1)


def test_who_did_not_write_the_wish_to_resign_has_not_kept_the_game_by_it(office: Office) -> None:
    address = "somebody@elsewhere.example"
    office.arrive(f"From: <{address}>\n\nresign\n", office.reply_address("Bob"), sender=address)
    assert office.reasons() == ["held"]

    assert kept(office) == (0, 1)


EARLY = "You have not both made two turns yet"
FREE = "Resigning so early is free three times in 90 days; after that it counts against your reliability."


@pytest.mark.parametrize(("turns", "times"), [(("B3-C3", "I3-H3"), 1), (("B3-C3", "I3-H3", "C3-D3", "H3-G3"), 0)])
@pytest.mark.parametrize("address", ["", "somebody@elsewhere.example"])
def test_the_letter_that_asks_back_a_resignation_says_what_it_means(
    sqlite_url: str, turns: tuple[str, ...], times: int, address: str
) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room, *turns, agreed=STRICT)
        with room.workshop.open() as uow:
            uow.connection.execute(update(GAME).values(is_rated=True))
        if address:
            office.arrive(f"From: <{address}>\n\nresign\n", office.reply_address("Ada"), sender=address)
        else:
            doubted(office, "Ada", "resign", VerdictRow.OTHER_WORDS)

        letter = office.last_words("Ada")

    assert letter.count(f"{EARLY}, so the game will not be rated. {FREE}") == times
    assert letter.count(EARLY) == times


def test_a_turn_in_doubt_is_asked_back_without_a_word_of_resigning(office: Office) -> None:
    doubted(office, "Bob", "I4-H4", VerdictRow.LED_INTO)

    assert FREE not in office.last_words("Bob")


def test_a_turn_in_doubt_keeps_no_game(office: Office) -> None:
    assert doubted(office, "Bob", "I4-H4", VerdictRow.LED_INTO) == "asked"

    assert kept(office) == (0, 1)


def test_who_took_the_resignation_back_has_lost_on_time(office: Office) -> None:
    doubted(office, "Bob", "resign", VerdictRow.OTHER_WORDS)
    assert office.settle_first(Act.REJECT).title == "It was dropped."

    assert kept(office) == (0, 1)


def test_who_played_on_after_it_has_lost_on_time(office: Office) -> None:
    doubted(office, "Bob", "resign", VerdictRow.OTHER_WORDS)
    office.game.play("I4-H4")
    office.game.play("B5-C5")

    assert kept(office) == (0, 1)
