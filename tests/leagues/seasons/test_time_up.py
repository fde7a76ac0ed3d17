"""The end date: the season's own rule applies by itself, once, and a turn that came in time is played before."""

from datetime import datetime, timedelta

import pytest

from corr.administration.verification import verify_games
from corr.base.uow import UnitOfWork
from corr.errors import ConflictError
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.rulings import SetResult
from corr.leagues.acts.season_changes import MoveEnd
from corr.leagues.rules.settings import Unfinished
from corr.leagues.seasons.season_end import apply_end_date
from corr.mail.reading.words.verdicts import VerdictRow
from corr.play.turns import submit_turn
from corr.store.tables.mails import Outbox
from tests.leagues.running import REASON, RunningSeason, a_running_season
from tests.mail.asking import doubted
from tests.mail.delaying import tick
from tests.mail.office import IDENTITY, Office, take_in
from tests.playing import DAY, Room, another_game
from tests.racing import in_units_of_work

ENDINGS = (Unfinished.DRAW, Unfinished.NO_RESULT)


def at_the_end(room: Room, rule: Unfinished, more: timedelta = timedelta(minutes=1)) -> RunningSeason:
    """A season with one finished game whose end date has come."""
    season = a_running_season(room, unfinished=rule, pace="90d/turn", days=30)
    season.win("Ada-Bob")
    room.clock.move(30 * DAY + more)
    return season


def applied(season: RunningSeason) -> datetime | None:
    """Let the end date come."""
    with season.room.workshop.open() as uow:
        return apply_end_date(uow, season.row)


def a_mail(season: RunningSeason, names: str | None, at: datetime) -> None:
    """Let a mail of Cleo's come in, which nobody has understood yet: for a game, or None if it may be for any."""
    address = IDENTITY.sender_address if names is None else Office(season.games[names]).new_address("Cleo")
    take_in(season.room.workshop, "From: cleo@example.org\n\nA1\n", address, "cleo@example.org", received_at=at)


def open_ones(season: RunningSeason) -> list[str]:
    """The games that are not over."""
    return [names for names, game in season.games.items() if not game.view().is_over]


@pytest.mark.parametrize(
    ("rule", "reason", "ruling"), [(ENDINGS[0], "adjudicated", "draw"), (ENDINGS[1], "annulled", "none")]
)
def test_games_end_by_the_rule(room: Room, rule: Unfinished, reason: str, ruling: str) -> None:
    season = at_the_end(room, rule)

    assert applied(season) is None

    assert open_ones(season) == []
    view = season.games["Cleo-Dan"].view()
    assert (view.winner, view.reason) == (None, reason)
    assert "The season’s rule" in str(view.events[-1].sentence)
    assert season.pairing("Cleo-Dan")["ruling"] == ruling
    assert season.games["Ada-Bob"].view().reason == "resignation"
    assert list(verify_games(room.workshop)) == []


def test_games_stand_still_until_the_organisers_have_decided(room: Room) -> None:
    season = at_the_end(room, Unfinished.ADJUDICATE)

    again = applied(season)

    assert again == season.row.dates.ends_at + 7 * DAY
    assert len(open_ones(season)) == 5
    assert season.games["Cleo-Dan"].view().is_paused
    (asked,) = [words for words in season.news("Olga") if "for your decision" in words]
    assert asked.startswith("5 games of Summer Cup, season 1 wait for your decision: the end date has come")
    pairs = "Ada – Bob; Ada – Cleo; Ada – Dan; Bob – Cleo; Bob – Dan; Cleo – Dan".replace("Ada – Bob; ", "")
    assert f" Division 1: {pairs}. " in asked
    assert list(verify_games(room.workshop)) == []


def test_organisers_are_reminded_each_week_until_each_game_has_a_result(room: Room) -> None:
    season = at_the_end(room, Unfinished.ADJUDICATE)
    for _ in range(3):
        applied(season)
        applied(season)
        room.clock.move(7 * DAY)

    assert len([words for words in season.news("Olga") if "for your decision" in words]) == 3
    for names in open_ones(season):
        game = season.games[names]
        with room.workshop.open() as uow:
            SetResult(game.id, "draw").carry_out(uow, ActRequest(season.organiser, REASON, game.view().version))
    assert applied(season) is None
    assert len([words for words in season.news("Olga") if "for your decision" in words]) == 3
    assert list(verify_games(room.workshop)) == []


def test_games_go_on_where_the_season_says_so(room: Room) -> None:
    season = at_the_end(room, Unfinished.PLAY_ON)

    assert applied(season) is None

    assert season.games["Cleo-Dan"].play("A1").text == "A1"
    (told,) = season.news("Dan")
    assert told.endswith("Your games against Ada, Bob and Cleo go on; the season ends with its last game.")


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Unfinished.ADJUDICATE, "1 game of others waits for the organisers to decide."),
        (Unfinished.DRAW, "1 game of others is a draw, as the season’s rule says."),
        (Unfinished.NO_RESULT, "1 game of others ends without a result, as the season’s rule says."),
        (Unfinished.PLAY_ON, "1 game of others goes on; the season ends with the last game."),
    ],
)
def test_who_has_no_open_game_hears_what_becomes_of_those_of_others(room: Room, rule: Unfinished, words: str) -> None:
    season = at_the_end(room, rule)
    season.win(*[names for names in open_ones(season) if names != "Cleo-Dan"])

    applied(season)

    assert season.news("Ada") == [f"All of your games are over. {words}"]


@pytest.mark.both_databases
@pytest.mark.parametrize("rule", Unfinished)
def test_everybody_is_told_in_one_letter_and_twice_does_no_harm(room: Room, rule: Unfinished) -> None:
    season = at_the_end(room, rule)
    applied(season)
    letters, version = room.count(Outbox), season.row.version

    applied(season)

    assert (room.count(Outbox), season.row.version) == (letters, version)
    assert season.acts() == ["time-is-up"]
    for name in ("Ada", "Bob", "Cleo", "Dan"):
        assert len(season.news(name)) == 1, name


def test_nothing_happens_before_nor_in_the_seconds_in_which_a_turn_is_being_played(room: Room) -> None:
    season = at_the_end(room, Unfinished.DRAW, more=timedelta(seconds=3))

    assert applied(season) is None

    assert len(open_ones(season)) == 5
    assert season.acts() == []


@pytest.mark.parametrize("names", ["Cleo-Dan", None])
def test_a_mail_that_came_in_time_is_understood_before_games_end(room: Room, names: str | None) -> None:
    season = at_the_end(room, Unfinished.DRAW)
    a_mail(season, names, season.row.dates.ends_at - timedelta(seconds=1))

    again = applied(season)

    assert again == room.clock.now() + timedelta(minutes=1)
    assert len(open_ones(season)) == 5


@pytest.mark.parametrize("names", ["Cleo-Dan", None])
def test_a_mail_from_the_end_date_on_holds_nothing_up(room: Room, names: str | None) -> None:
    season = at_the_end(room, Unfinished.DRAW)
    a_mail(season, names, season.row.dates.ends_at)

    assert applied(season) is None

    assert open_ones(season) == []


def test_a_mail_for_a_game_of_its_player_outside_the_season_holds_nothing_up(room: Room) -> None:
    season = at_the_end(room, Unfinished.DRAW)
    friendly = another_game(room, (season.players["Cleo"], season.players["Dan"]))
    at = season.row.dates.ends_at - timedelta(seconds=1)
    Office(friendly).store_reply("Cleo", "A1", received_at=at)

    assert applied(season) is None

    assert open_ones(season) == []


@pytest.mark.both_databases
@pytest.mark.parametrize("rule", ENDINGS)
def test_of_two_processes_one_applies_it(room: Room, rule: Unfinished) -> None:
    season = at_the_end(room, rule)
    row = season.row

    def apply(uow: UnitOfWork) -> object:
        return apply_end_date(uow, row)

    in_units_of_work(room, apply, apply)

    assert season.acts() == ["time-is-up"]
    assert list(verify_games(room.workshop)) == []


@pytest.mark.both_databases
def test_a_turn_that_comes_at_the_same_moment_is_played_before_or_not_at_all(room: Room) -> None:
    season = at_the_end(room, Unfinished.DRAW)
    game, row = season.games["Ada-Cleo"], season.row
    turn = game.order("A1")

    def play(uow: UnitOfWork) -> bool:
        try:
            with uow.attempt():
                submit_turn(uow, turn)
        except ConflictError:
            return False
        return True

    def apply(uow: UnitOfWork) -> bool:
        return apply_end_date(uow, row) is None

    played, _ = in_units_of_work(room, play, apply)

    view = game.view()
    assert (view.reason, view.turn_number) == ("adjudicated", 2 if played else 1)
    assert list(verify_games(room.workshop)) == []


@pytest.mark.both_databases
def test_games_that_wait_for_a_decision_go_on_when_the_end_date_is_moved(room: Room) -> None:
    season = at_the_end(room, Unfinished.ADJUDICATE)
    applied(season)
    later = room.clock.now() + 10 * DAY
    with room.workshop.open() as uow:
        MoveEnd(season.id, later).carry_out(uow, ActRequest(season.organiser, REASON, season.row.version))

    assert season.games["Cleo-Dan"].play("A1").text == "A1"
    room.clock.move(11 * DAY)
    applied(season)
    assert season.games["Cleo-Dan"].view().is_paused
    assert season.acts() == ["time-is-up", "extended", "time-is-up"]
    assert list(verify_games(room.workshop)) == []


def delayed(season: RunningSeason) -> Office:
    """The post of a game in which a turn of Ada's is delayed."""
    office = Office(season.games["Ada-Bob"])
    words, address = "B2\n\nMy dog is ill.", office.new_address("Ada")
    assert doubted(office, "Ada", words, VerdictRow.OTHER_WORDS, recipient=address) == "delayed"
    return office


@pytest.mark.both_databases
@pytest.mark.parametrize("rule", [*ENDINGS, Unfinished.ADJUDICATE])
def test_a_delayed_turn_that_came_before_is_played_first(room: Room, rule: Unfinished) -> None:
    season = a_running_season(room, unfinished=rule, pace="90d/turn", days=30)
    room.clock.move(30 * DAY - timedelta(minutes=1))
    office = delayed(season)
    room.clock.move(timedelta(minutes=2))

    assert applied(season) == room.clock.now() + timedelta(minutes=1)
    assert tick(room) == 1
    assert office.turns() == ["B2"]
    applied(season)
    with pytest.raises(ConflictError):
        office.game.play("C3")


def test_a_season_that_is_played_on_hurries_no_delayed_turn(room: Room) -> None:
    season = a_running_season(room, unfinished=Unfinished.PLAY_ON, pace="90d/turn", days=30)
    room.clock.move(30 * DAY - timedelta(minutes=1))
    delayed(season)
    room.clock.move(timedelta(minutes=2))
    applied(season)

    assert tick(room) == 0
