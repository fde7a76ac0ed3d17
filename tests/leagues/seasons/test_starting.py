"""The start of a season: all of it at one moment, once."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from corr.clocks.take_leave import TakeLeave, take_leave
from corr.core.days_off import ForDays
from corr.core.pace import Late
from corr.errors import ConflictError, CorrError, NotAllowedError
from corr.game.game_row import get_game_row
from corr.leagues.acts.before_start import StartSeason
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.division_tables import lot_of
from corr.leagues.journal import LeagueReceipt
from corr.leagues.seasons.entries import LeaveSeason, leave_season
from corr.leagues.seasons.season_start import start_due
from corr.states import EntryState, SeasonState
from corr.store.tables.games import Game, GameSeat
from corr.store.tables.leagues import Division, LeagueEvent, Pairing
from corr.store.tables.mails import Outbox
from tests.league_builders import LASTS, NAMES, SETTINGS, SIGN_UP, TestSeason, a_league, a_running_season, look_after
from tests.playing import DAY, Room, statements_of, terms
from tests.racing import at_once, in_units_of_work, meanwhile


def start(season: TestSeason, key: str | None = None, version: int | None = None) -> LeagueReceipt:
    seen = season.row.version if version is None else version
    with season.room.workshop.open() as uow:
        return StartSeason(season.id).carry_out(uow, ActRequest(season.organiser, version=seen, order_key=key))


def test_a_season_begins_by_itself_on_its_day(room: Room) -> None:
    season = a_league(room)
    room.clock.move(SIGN_UP + DAY - timedelta(seconds=1))
    look_after(room)
    before = season.row.state
    room.clock.move(timedelta(seconds=1))

    look_after(room)

    assert (before, season.row.state, season.row.started_at) == (
        SeasonState.SIGN_UP,
        SeasonState.RUNNING,
        room.clock.now(),
    )
    assert room.count(Game) == room.count(Pairing) == 6


@pytest.mark.both_databases
def test_all_games_of_all_divisions_begin_at_the_same_moment_and_every_first_seat_is_due(room: Room) -> None:
    season = a_league(room, 14, replace(SETTINGS, players_per_division=5))
    room.clock.move(SIGN_UP + DAY)

    look_after(room)

    assert len(season.tables()) == 3
    assert {row["created_at"] for row in room.rows(Game)} == {room.clock.now()}
    assert {(row["seat"], row["since"]) for row in room.rows(GameSeat)} == {(0, room.clock.now()), (1, None)}


@pytest.mark.both_databases
def test_every_pair_meets_once_with_seats_that_are_balanced(room: Room) -> None:
    season = a_running_season(room, 7)

    pairs = Counter(frozenset(names) for _, *names in season.games())
    first = Counter(one for _, one, _ in season.games())

    assert set(pairs.values()) == {1}
    assert len(pairs) == 21
    assert set(first.values()) == {3}


def test_in_a_double_round_robin_each_pair_plays_both_seats(room: Room) -> None:
    season = a_running_season(room, 4, replace(SETTINGS, legs=2))

    met = Counter((first, second) for _, first, second in season.games())

    assert met == Counter((one, two) for one in NAMES[:4] for two in NAMES[:4] if one != two)


def test_the_games_are_played_at_the_seasons_terms(room: Room) -> None:
    agreed = replace(terms("7d+1d/14d", weekends_off=True, late=Late.CLAIM), allows_leave=False)
    season = a_running_season(room, 3, replace(SETTINGS, terms=agreed, is_rated=False))

    with room.workshop.look() as reader:
        game_rows = [get_game_row(reader, game_id) for game_id, *_ in season.games()]

    assert {one.terms for one in game_rows} == {agreed}
    assert {(one.season_id, one.is_rated) for one in game_rows} == {(season.id, False)}
    assert [row["season_id"] for row in room.rows(Game)] == [season.id] * 3


def test_a_rated_season_has_rated_games(quick: Room) -> None:
    a_running_season(quick, 3)

    assert {row["is_rated"] for row in quick.rows(Game)} == {True}


def test_everybody_gets_one_letter_about_the_season_and_one_for_each_turn_that_is_due(room: Room) -> None:
    season = a_running_season(room, 5)

    players = {entry.player_id for entry in season.entries()}
    due = Counter(row["player_id"] for row in room.rows(GameSeat) if row["since"] is not None)

    assert Counter(who for who, _ in room.letters("season-started")) == Counter(players)
    assert Counter(who for who, _ in room.letters("your-turn")) == due
    assert room.letters("game-started") == []


def test_the_letter_about_the_season_goes_out_before_those_about_its_games(room: Room) -> None:
    a_running_season(room, 5)

    rows = sorted(room.rows(Outbox), key=lambda row: (row["try_at"], row["id"]))
    kinds = [row["kind"] for row in rows if row["kind"] in {"season-started", "your-turn"}]

    assert kinds == ["season-started"] * 5 + ["your-turn"] * 10


def test_a_seed_is_published_and_everybody_can_check_the_lots(room: Room) -> None:
    season = a_running_season(room, 3)

    seed = season.row.seed
    (division,) = season.tables()

    assert len(seed) == 32
    lots = {entrant.id: entrant.lot for entrant in division.table.entrants}
    assert lots == {entry.id: lot_of(seed, entry.player_id) for entry in division.entries}
    (event,) = (row for row in room.rows(LeagueEvent) if row["kind"] == "started")
    assert event["facts"] == {"number": 1, "players": 3, "divisions": 1, "games": 3, "seed": seed}


@pytest.mark.both_databases
@pytest.mark.parametrize("players", [0, 1, 2])
def test_a_season_with_too_few_players_is_called_off_and_everybody_is_told(room: Room, players: int) -> None:
    season = a_league(room, players)
    room.clock.move(SIGN_UP + DAY)

    look_after(room)

    assert (season.row.state, room.count(Game)) == (SeasonState.CALLED_OFF, 0)
    told = {row["player_id"] for row in room.rows(Outbox) if row["facts"].get("title") == "The season is called off"}
    assert told == {season.organiser, *(entry.player_id for entry in season.entries())}
    assert look_after(room) == 0


def test_an_organiser_cannot_begin_with_too_few(room: Room) -> None:
    season = a_league(room, 2)

    with pytest.raises(ConflictError, match="Fewer than 3 players have joined"):
        start(season)

    assert season.row.state is SeasonState.SIGN_UP


def test_three_players_are_enough(room: Room) -> None:
    assert a_running_season(room, 3).row.state is SeasonState.RUNNING


def test_a_season_begins_once_however_often_it_is_asked_for(room: Room) -> None:
    season = a_league(room)
    seen = season.row.version

    first, again = start(season, "k", seen), start(season, "k", seen)
    with pytest.raises(ConflictError, match="has begun"):
        start(season, "another")

    assert (first.sentence, again.repeated) == ("The season has begun with 6 games, and everybody is told.", True)
    assert room.count(Game) == 6


@pytest.mark.both_databases
def test_two_ticks_and_an_organiser_at_once_begin_one_season(room: Room) -> None:
    season = a_league(room, 5)
    room.clock.move(SIGN_UP + DAY)

    def by_hand() -> str:
        try:
            return start(season).sentence
        except CorrError as refused:
            return refused.code

    at_once(lambda: str(look_after(room)), by_hand, lambda: str(look_after(room)))

    assert (room.count(Game), room.count(Pairing), room.count(Division)) == (10, 10, 1)
    assert len(room.letters("season-started")) == 5


@pytest.mark.both_databases
def test_the_same_start_in_several_transactions_makes_one_set_of_games(room: Room) -> None:
    season = a_league(room, 4)
    room.clock.move(SIGN_UP + DAY)

    in_units_of_work(room, *[lambda uow: start_due(uow, season.id)] * 4)

    assert (room.count(Game), room.count(Pairing), room.count(Division)) == (6, 6, 1)
    assert len(room.letters("season-started")) == 4


@pytest.mark.both_databases
def test_what_an_organiser_has_not_seen_does_not_begin(room: Room) -> None:
    season = a_league(room)
    seen = season.row.version
    season.join(room.player("Zoe"))

    with pytest.raises(ConflictError, match="This has changed since you opened the page"):
        start(season, version=seen)
    with pytest.raises(NotAllowedError), room.workshop.open() as uow:
        StartSeason(season.id).carry_out(uow, ActRequest(season.player("Ada"), version=season.row.version))

    assert room.count(Game) == 0


def test_who_has_left_does_not_play(room: Room) -> None:
    season = a_league(room, 5)
    with room.workshop.open() as uow:
        leave_season(uow, LeaveSeason(season.id, season.player("Ada"), "mail"))

    start(season)

    assert {entry.name for entry in season.entries(EntryState.PLAYING)} == set(NAMES[1:5])
    assert "Ada" not in {name for _, *names in season.games() for name in names}


@pytest.mark.both_databases
def test_after_a_long_outage_a_season_lasts_as_long_as_was_promised(room: Room) -> None:
    season = a_league(room)
    promised = season.row.dates
    room.clock.move(SIGN_UP + 11 * DAY + timedelta(hours=3))

    look_after(room)

    assert season.row.dates == replace(promised, ends_at=promised.ends_at + 10 * DAY)


def test_a_season_that_begins_early_ends_on_its_day(room: Room) -> None:
    season = a_running_season(room)

    assert season.row.dates.ends_at == room.clock.now() + SIGN_UP + DAY + LASTS


def test_a_player_on_leave_has_clocks_that_stand_still(room: Room) -> None:
    season = a_league(room, 3)
    ada = season.player("Ada")
    room.clock.move(SIGN_UP)
    with room.workshop.open() as uow:
        take_leave(uow, TakeLeave(ada, ForDays(10), "web", order_key="k"))
    room.clock.move(DAY)
    look_after(room)

    due = {row["player_id"]: row["due_at"] for row in room.rows(GameSeat) if row["due_at"] is not None}

    assert due[ada] == room.clock.now() + 12 * DAY


@pytest.mark.both_databases
def test_a_leave_that_is_taken_while_a_season_begins_counts_in_its_games(room: Room) -> None:
    season = a_league(room, 3)
    ada = season.player("Ada")
    room.clock.move(SIGN_UP + DAY)

    def leave() -> None:
        with room.workshop.open() as uow:
            take_leave(uow, TakeLeave(ada, ForDays(10), "web", order_key="k"))

    with meanwhile(room, "INSERT INTO game_seat", work=leave):
        look_after(room)

    due = {row["player_id"]: row["due_at"] for row in room.rows(GameSeat) if row["due_at"] is not None}
    assert due[ada] == room.clock.now() + 13 * DAY


def test_the_number_of_statements_does_not_grow_with_the_players(quick: Room) -> None:
    small, large = a_league(quick, 4), a_league(quick, 14, name="Winter Cup")

    counts = []
    for season in (small, large):
        with statements_of(quick) as seen:
            start(season)
        counts.append(len(seen))

    assert counts[0] == counts[1]
    assert counts[0] < 30
