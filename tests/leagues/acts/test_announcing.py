"""An organiser's mail to everybody or to a division."""

from dataclasses import replace
from typing import Any

import pytest

from corr.errors import InputError, NotAllowedError, NotFoundError, TooManyError
from corr.leagues.acts.announcements import Announce
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.journal import LeagueReceipt
from corr.play.blocking import block_player
from corr.players.sanctions import ForbiddenError
from corr.store.tables.mails import Outbox
from corr.store.tables.moderation import SanctionKind
from tests.builders import forbid
from tests.league_builders import SETTINGS
from tests.league_builders import a_running_season as season_of
from tests.leagues.acts.test_withdrawing import withdrawn
from tests.leagues.running import RunningSeason, a_running_season
from tests.playing import DAY, Room


def order(season: RunningSeason, **more: Any) -> Announce:  # noqa: ANN401
    """A mail to all."""
    return Announce(season.id, **{"title": "Dates", "text": "Please play.\n\nThank you!", **more})


def announced(
    season: RunningSeason,
    by_player_id: int | None = None,
    order_key: str | None = None,
    **more: Any,  # noqa: ANN401
) -> LeagueReceipt:
    """Send it."""
    request = ActRequest(by_player_id or season.organiser, order_key=order_key)
    with season.room.workshop.open() as uow:
        return order(season, **more).carry_out(uow, request)


def letters(room: Room) -> list[dict[str, Any]]:
    """The announcements that wait."""
    return [row for row in room.rows(Outbox) if row["kind"] == "announcement"]


def test_a_block_keeps_no_mail_of_an_organiser_from_a_player(room: Room) -> None:
    season = a_running_season(room)
    with room.workshop.open() as uow:
        block_player(uow, season.players["Ada"], season.organiser)

    announced(season)

    assert season.players["Ada"] in [row["player_id"] for row in letters(room)]


def test_everybody_who_plays_gets_it_once(room: Room) -> None:
    season = a_running_season(room)
    withdrawn(season, "Dan")

    receipt = announced(season)

    assert receipt.sentence == "Your mail goes to 3 players."
    assert [row["player_id"] for row in letters(room)] == [season.players[name] for name in ("Ada", "Bob", "Cleo")]
    facts = letters(room)[0]["facts"]
    assert (facts["by"], facts["to"], facts["title"]) == ("Olga", "all players", "Dates")
    assert facts["text"] == "Please play.\n\nThank you!"
    assert season.acts() == ["withdrawn", "announced"]


def test_the_same_form_sends_it_once(room: Room) -> None:
    season = a_running_season(room)
    announced(season, order_key="k")

    assert announced(season, order_key="k").repeated
    assert len(letters(room)) == 4


def test_a_division_alone_gets_it(room: Room) -> None:
    season = season_of(room, 8, replace(SETTINGS, players_per_division=4))
    _, second = season.tables()
    act = Announce(season.id, "Dates", "Please play.", second.id)

    with room.workshop.open() as uow:
        act.carry_out(uow, ActRequest(season.organiser))

    assert {row["facts"]["to"] for row in letters(room)} == {"Division 2"}
    assert {row["player_id"] for row in letters(room)} == {entry.player_id for entry in second.entries}


def test_a_division_that_is_not_of_the_season_gets_nothing(room: Room) -> None:
    season = a_running_season(room)
    other = season_of(room, ("Gus", "Hana", "Ivo"), name="Winter Cup", organiser="Paul")

    for division in (other.tables()[0].id, 999):
        with pytest.raises(NotFoundError, match="There is no such division in this season"):
            announced(season, division_id=division)

    assert letters(room) == []


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"title": " "}, "Write what the mail is about"),
        ({"title": "x" * 101}, "A subject has at most 100 letters"),
        ({"title": "a\u202eb"}, "The subject has characters that cannot be shown"),
        ({"text": " \n "}, "There is nothing in the message"),
        ({"text": "x" * 5001}, "at most 5,000 are possible"),
    ],
)
def test_what_can_not_be_sent_is_refused(room: Room, more: dict[str, Any], words: str) -> None:
    season = a_running_season(room)

    with pytest.raises(InputError, match=words):
        announced(season, **more)

    assert letters(room) == []


def test_five_a_day_are_enough(room: Room) -> None:
    season = a_running_season(room)
    for number in range(5):
        announced(season, title=f"No. {number}")

    assert len(letters(room)) == 20
    with pytest.raises(TooManyError, match=r"Five mails were sent to this season today\. Try again in"):
        announced(season)


@pytest.mark.both_databases
def test_only_organisers_write_to_all(room: Room) -> None:
    season = a_running_season(room)

    with pytest.raises(NotAllowedError):
        announced(season, by_player_id=season.players["Ada"])


def test_the_organiser_sees_it_before(room: Room) -> None:
    season = a_running_season(room)
    with room.workshop.look() as reader:
        found = order(season, title="  Dates \n again ").draft(reader, season.organiser)

    assert (found.title, found.names, found.division) == ("Dates again", ("Ada", "Bob", "Cleo", "Dan"), "")


def test_whoever_may_write_no_messages_writes_none_to_a_season_either(room: Room) -> None:
    season = a_running_season(room)
    forbid(room, season.organiser, SanctionKind.WORDS, by=season.players["Ada"])

    with pytest.raises(ForbiddenError, match="cannot write to the players of a season for another 7 days") as refused:
        announced(season)

    assert refused.value.field == "text"
    assert letters(room) == []
    with room.workshop.look() as reader, pytest.raises(ForbiddenError):
        order(season).draft(reader, season.organiser)
    room.clock.move(7 * DAY)
    assert announced(season).sentence == "Your mail goes to 4 players."
