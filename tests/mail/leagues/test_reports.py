"""The weekly report of a season, as those who play in it read it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

import pytest

from corr.clocks.take_leave import TakeLeave, take_leave
from corr.core.days_off import ForDays
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.withdrawal import OwnWithdrawal
from corr.leagues.rows import get_season
from corr.leagues.weekly_report import report
from corr.store.tables.mails import Outbox
from tests.mail.leagues.seasons import a_season, begin, change, finish
from tests.mail.office import Office, an_office, text_of
from tests.playing import DAY, a_room


@dataclass(frozen=True)
class Week:
    """A season of four in one division and three in another, a week after its start."""

    office: Office
    season_id: int
    players: Mapping[str, int]
    games: Mapping[tuple[int, int], str]

    def game(self, first: str, second: str) -> str:
        """The game of two players."""
        return self.games[self.players[first], self.players[second]]

    def finish(self, first: str, second: str, winner: int | None, reason: str = "", *, turns: int = 1) -> None:
        """Let a game end after so many turns."""
        finish(self.office.room, self.game(first, second), winner, reason, turns=turns)

    def report(self) -> None:
        """Tell the report that is due now."""
        change(self.office.room, self.season_id, report_at=self.office.room.clock.now())
        with self.office.room.workshop.open() as uow:
            report(uow, get_season(uow, self.season_id))

    def words(self, name: str) -> str:
        """The last report to a player."""
        return self.office.last_words(name)


@pytest.fixture
def week(database_url: str) -> Iterator[Week]:
    """A season in which nothing has happened yet; each move of the clock is a week."""
    with a_room(database_url) as room:
        office = an_office(room)
        names = ("Cleo", "Dan", "Eva", "Finn", "Gil")
        players = dict(zip(("Ada", "Bob"), office.game.players, strict=True))
        players |= {name: room.player(name) for name in names}
        season_id = a_season(room, players["Ada"])
        upper, lower = ("Ada", "Bob", "Cleo", "Dan"), ("Eva", "Finn", "Gil")
        games = begin(room, season_id, [players[name] for name in upper], [players[name] for name in lower])
        room.clock.move(DAY)
        yield Week(office, season_id, players, games)


def test_a_report_tells_the_results_and_the_table_of_the_readers_division(week: Week) -> None:
    week.finish("Ada", "Bob", 0)
    week.finish("Eva", "Finn", 1)

    week.report()

    assert "The week in Division 1 of Summer Cup, season 1." in week.words("Bob")
    assert "Ada beat Bob. Blue won:" in week.words("Bob")
    assert "Finn" not in week.words("Bob")
    assert "Finn beat Eva." in week.words("Gil")
    assert "5 games are still open." in week.words("Cleo")


def test_the_second_report_tells_who_moved_and_nothing_twice(week: Week) -> None:
    week.finish("Ada", "Bob", 0)
    week.report()
    week.office.room.clock.move(7 * DAY)
    week.finish("Cleo", "Dan", 0)
    week.finish("Bob", "Cleo", 1)

    week.report()

    text = week.office.last_text("Ada")
    assert "Ada beat Bob." not in text
    assert [line.split()[-2:] for line in text.split("\n") if " 1. Cleo" in line] == [["up", "2"]]
    assert "Bob beat" not in text


def test_who_has_nothing_open_and_played_nothing_gets_no_report(week: Week) -> None:
    for first, second in (("Eva", "Finn"), ("Eva", "Gil"), ("Finn", "Gil")):
        week.finish(first, second, None)
    week.office.room.clock.move(7 * DAY)

    week.report()

    assert [row["kind"] for row in week.office.room.rows(Outbox)].count("season-report") == 4


def test_two_processes_that_report_at_once_tell_it_once(week: Week) -> None:
    week.report()
    with week.office.room.workshop.open() as uow:
        report(uow, get_season(uow, week.season_id))

    assert [row["kind"] for row in week.office.room.rows(Outbox)].count("season-report") == 7


def test_games_near_their_deadline_or_past_it_are_at_risk(week: Week) -> None:
    week.office.room.clock.move(timedelta(days=1, hours=12))

    week.report()

    assert "Ada has until Thursday 5 March 2026, 13:00 CET (Europe/Berlin) against Bob, Cleo and Dan." in week.words(
        "Bob"
    )

    week.office.room.clock.move(DAY)
    change(week.office.room, week.season_id, report_at=None)
    week.report()

    assert "Ada’s time has run out against Bob, Cleo and Dan." in week.words("Bob")


def test_the_last_games_hold_the_division_up(week: Week) -> None:
    pairs = [("Ada", "Bob"), ("Ada", "Cleo"), ("Ada", "Dan"), ("Bob", "Cleo"), ("Bob", "Dan")]
    for first, second in pairs:
        week.finish(first, second, 0)

    week.report()

    assert "The division waits for its last game: Cleo – Dan." in week.words("Ada")


def test_the_game_that_moved_the_table_most_is_the_game_of_the_week(week: Week) -> None:
    week.finish("Ada", "Bob", 0)
    week.finish("Cleo", "Dan", None)

    week.report()

    text = week.words("Dan")
    assert "THE GAME OF THE WEEK Ada beat Bob after 1 turn." in text
    assert f"/games/{week.game('Ada', 'Bob')}" in text


def test_results_that_nobody_played_for_are_told_together(week: Week) -> None:
    week.finish("Ada", "Bob", 0)
    week.finish("Ada", "Dan", 0, reason="forfeit")
    week.finish("Bob", "Cleo", None, reason="annulled")
    week.finish("Ada", "Cleo", 1, reason="adjudicated")
    week.finish("Cleo", "Dan", 0, reason="forfeit")
    week.finish("Bob", "Dan", None, reason="adjudicated")

    week.report()

    assert (
        "RESULTS Ada beat Bob. Blue won: Red resigned. "
        "Decided by the organisers: Cleo beat Ada; Bob – Dan is a draw. "
        "By forfeit: Ada and Cleo beat Dan. "
        "Without a result: Bob – Cleo. TABLE"
    ) in week.words("Dan")


def test_who_won_by_forfeit_is_told_by_who_did_not_play_on(week: Week) -> None:
    for first, second, winner in (("Ada", "Bob", 0), ("Bob", "Cleo", 1), ("Cleo", "Dan", 1), ("Bob", "Dan", 1)):
        week.finish(first, second, winner, reason="forfeit")

    week.report()

    assert "RESULTS By forfeit: Ada, Cleo and Dan beat Bob; Dan beat Cleo. TABLE" in week.words("Dan")


def test_games_that_wait_for_the_organisers_are_told_as_such(week: Week) -> None:
    change(week.office.room, week.season_id, ends_at=week.office.room.clock.now())
    week.finish("Ada", "Bob", 0)

    week.report()

    assert "5 games are still open: they wait for the organisers to decide." in week.words("Ada")
    assert "At risk" not in week.words("Ada")


def test_a_game_in_which_nobody_made_a_turn_is_no_drama(week: Week) -> None:
    week.finish("Ada", "Bob", 0, turns=0)

    week.report()

    assert "Ada beat Bob." in week.words("Dan")
    assert "THE GAME OF THE WEEK" not in week.words("Dan")


def test_a_forfeit_is_a_result_but_no_drama(week: Week) -> None:
    week.finish("Ada", "Bob", 0, reason="forfeit")

    week.report()

    assert "Ada beat Bob." in week.words("Dan")
    assert "THE GAME OF THE WEEK" not in week.words("Dan")


def test_who_is_away_is_named_without_until_when(week: Week) -> None:
    order = TakeLeave(week.players["Cleo"], ForDays(5), "web", "a form")
    with week.office.room.workshop.open() as uow:
        take_leave(uow, order)

    week.report()

    assert "On leave: Cleo." in week.words("Dan")
    assert "On leave" not in week.words("Gil")
    assert "7 March" not in week.words("Dan")


@pytest.mark.both_databases
def test_the_report_goes_to_those_who_still_play_in_that_division(week: Week) -> None:
    week.report()
    with week.office.room.workshop.open() as uow:
        OwnWithdrawal(week.season_id, week.players["Bob"]).carry_out(uow, ActRequest(week.players["Bob"]))

    week.office.room.clock.move(7 * DAY)
    week.report()

    told = [row["player_id"] for row in week.office.room.rows(Outbox) if row["kind"] == "season-report"]
    assert told.count(week.players["Bob"]) == 1
    assert told.count(week.players["Ada"]) == 2


def test_what_ends_between_a_report_and_its_moment_is_told_once_in_the_next_one(week: Week) -> None:
    due = week.office.room.clock.now()
    change(week.office.room, week.season_id, report_at=due)
    week.office.room.clock.move(DAY)
    week.finish("Ada", "Bob", 0)
    for report_at in (due, due + 7 * DAY):
        change(week.office.room, week.season_id, report_at=report_at)
        with week.office.room.workshop.open() as uow:
            report(uow, get_season(uow, week.season_id))

    first, second = (" ".join(text_of(letter).split()) for letter in week.office.letters("Dan")[-2:])

    assert "No game ended this week." in first
    assert "Ada 0 0–0–0" in first
    assert "Ada beat Bob." in second
    assert "1. Ada 1 1–0–0" in second


@pytest.mark.both_databases
def test_a_late_report_says_alike_what_is_open_and_what_the_division_waits_for(week: Week) -> None:
    for first, second in (("Ada", "Bob"), ("Ada", "Cleo"), ("Ada", "Dan"), ("Bob", "Cleo")):
        week.finish(first, second, 0)
    change(week.office.room, week.season_id, report_at=week.office.room.clock.now())
    week.office.room.clock.move(DAY)
    week.finish("Bob", "Dan", 0)

    with week.office.room.workshop.open() as uow:
        report(uow, get_season(uow, week.season_id))

    assert "One game is still open." in week.words("Ada")
    assert "The division waits for its last game: Cleo – Dan." in week.words("Ada")


def test_a_report_that_is_weeks_late_leaves_no_week_out(week: Week) -> None:
    due = week.office.room.clock.now()
    change(week.office.room, week.season_id, report_at=due)
    week.office.room.clock.move(10 * DAY)
    week.finish("Ada", "Bob", 0)
    week.office.room.clock.move(5 * DAY)

    with week.office.room.workshop.open() as uow:
        report(uow, get_season(uow, week.season_id))

    assert "Ada beat Bob." in week.words("Dan")
