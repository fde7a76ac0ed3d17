"""A player is asked to take over, and does so only after a yes."""

import pytest

from corr.administration.verification import verify_games
from corr.errors import ConflictError
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.replacement import AskToReplace, TakeOver, decline_to_take_over, take_over
from corr.leagues.consents import refuse_asks
from corr.leagues.journal import LeagueReceipt
from corr.leagues.seasons.entry_requests import AskPlayers, ask_players
from corr.store.base import table
from corr.store.tables.leagues import StandingYes
from tests.league_builders import a_league
from tests.leagues.acts.test_replacing import players_of
from tests.leagues.acts.test_withdrawing import withdrawn
from tests.leagues.running import REASON, RunningSeason, a_running_season
from tests.playing import Room
from tests.racing import at_once


def asked(season: RunningSeason, name: str, new: str, by: int | None = None) -> LeagueReceipt:
    """Ask somebody to play on for another player."""
    with season.room.workshop.open() as uow:
        act, request = AskToReplace(season.id, season.players[name], new), ActRequest(by or season.organiser, REASON)
        return act.carry_out(uow, request)


def accepted(season: RunningSeason, name: str) -> LeagueReceipt:
    """Somebody who was asked says yes."""
    with season.room.workshop.open() as uow:
        return take_over(uow, TakeOver(season.id, season.players[name]))


def with_newcomers(room: Room, *names: str) -> RunningSeason:
    """A season, and players who are not in it."""
    season = a_running_season(room)
    for name in names:
        season.players[name] = room.player(name)
    return season


def test_nothing_changes_until_whoever_is_asked_says_yes(room: Room) -> None:
    season = with_newcomers(room, "Eve")

    receipt = asked(season, "Ada", "Eve")

    assert receipt.sentence == "Eve is asked, and Ada plays on until then."
    assert players_of(season, "Ada-Bob") == ["Ada", "Bob"]
    assert season.acts() == ["asked-to-replace"]
    assert [player_id for player_id, _ in room.letters("replacement")] == [season.players["Eve"]]
    accepted(season, "Eve")
    assert players_of(season, "Ada-Bob") == ["Eve", "Bob"]


def test_nobody_takes_over_what_they_were_not_asked_to(room: Room) -> None:
    season = with_newcomers(room, "Eve", "Fay")
    asked(season, "Ada", "Eve")

    with pytest.raises(ConflictError, match="You are not asked to play on"):
        accepted(season, "Fay")

    assert players_of(season, "Ada-Bob") == ["Ada", "Bob"]


def test_a_yes_that_comes_twice_is_one(room: Room) -> None:
    season = with_newcomers(room, "Eve")
    asked(season, "Ada", "Eve")
    accepted(season, "Eve")

    assert accepted(season, "Eve").repeated
    assert season.acts() == ["asked-to-replace", "replaced"]


def test_whoever_is_asked_last_is_the_one_who_may_say_yes(room: Room) -> None:
    season = with_newcomers(room, "Eve", "Fay")
    asked(season, "Ada", "Eve")

    asked(season, "Ada", "Fay")

    with pytest.raises(ConflictError, match="not asked to play on"):
        accepted(season, "Eve")
    accepted(season, "Fay")
    assert players_of(season, "Ada-Bob") == ["Fay", "Bob"]


def test_a_question_is_gone_once_whoever_would_be_replaced_has_withdrawn(room: Room) -> None:
    season = with_newcomers(room, "Eve")
    asked(season, "Ada", "Eve")

    withdrawn(season, "Ada")

    with pytest.raises(ConflictError, match="not asked to play on"):
        accepted(season, "Eve")


def test_questions_to_play_on_count_among_the_three_a_day(room: Room) -> None:
    season = with_newcomers(room, "Eve")
    others = [a_league(room, 0, name=f"Cup {number}", organiser=f"Org {number}") for number in range(3)]
    for other in others:
        with room.workshop.open() as uow:
            ask_players(uow, AskPlayers(other.organiser, other.id, ["Eve"]))

    with pytest.raises(ConflictError, match="Eve cannot be asked now"):
        asked(season, "Ada", "Eve")
    assert room.letters("replacement") == []


@pytest.mark.both_databases
def test_an_organiser_who_is_refused_cannot_ask_to_play_on(room: Room) -> None:
    season = with_newcomers(room, "Eve")
    with room.workshop.open() as uow:
        refuse_asks(uow, season.players["Eve"], season.organiser)

    with pytest.raises(ConflictError, match="Eve cannot be asked now"):
        asked(season, "Ada", "Eve")


def test_a_standing_yes_takes_nobody_over(room: Room) -> None:
    season = with_newcomers(room, "Eve")
    with room.workshop.open() as uow:
        row = {"league_id": season.row.league_id, "player_id": season.players["Eve"], "since": uow.now}
        uow.connection.execute(table(StandingYes).insert().values(**row))

    asked(season, "Ada", "Eve")

    assert players_of(season, "Ada-Bob") == ["Ada", "Bob"]


def test_whoever_says_no_stays_out_and_the_organiser_is_told(room: Room) -> None:
    season = with_newcomers(room, "Eve")
    asked(season, "Ada", "Eve")

    with room.workshop.open() as uow:
        decline_to_take_over(uow, season.id, season.players["Eve"])

    assert season.news("Olga") == ["Eve does not play on for Ada. You can ask somebody else."]
    with pytest.raises(ConflictError):
        accepted(season, "Eve")


@pytest.mark.both_databases
def test_two_processes_that_say_yes_at_once_exchange_once(room: Room) -> None:
    season = with_newcomers(room, "Eve")
    asked(season, "Ada", "Eve")

    at_once(lambda: accepted(season, "Eve"), lambda: accepted(season, "Eve"))

    assert season.acts() == ["asked-to-replace", "replaced"]
    assert list(verify_games(room.workshop)) == []
