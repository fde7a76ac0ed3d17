"""Entering a season and leaving it again, by one's own wish or by an organiser's."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import delete, insert, update

from corr.errors import ConflictError, CorrError, NotAllowedError, NotFoundError
from corr.leagues.acts.before_start import CallOff, RemovePlayer
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.journal import LeagueReceipt
from corr.leagues.rows import LEAGUE
from corr.leagues.seasons.entries import (
    JoinReceipt,
    JoinSeason,
    LeaveSeason,
    check_may_join,
    join_season,
    leave_season,
    write_entries,
)
from corr.states import EntryState, SeasonState
from corr.store.base import table
from corr.store.tables.games import Game
from corr.store.tables.leagues import Entry, LeagueEvent
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import MailAddress, Player
from corr.store.tables.ratings import Conduct
from tests.league_builders import SETTINGS, SIGN_UP, TestSeason, a_league, a_running_season, look_after, some_players
from tests.playing import DAY, Room
from tests.racing import at_once, in_units_of_work


def join(season: TestSeason, player_id: int, door: str = "web") -> JoinReceipt:
    with season.room.workshop.open() as uow:
        return join_season(uow, JoinSeason(season.id, player_id, door))


def leave(season: TestSeason, player_id: int) -> JoinReceipt:
    with season.room.workshop.open() as uow:
        return leave_season(uow, LeaveSeason(season.id, player_id, "web"))


def remove(season: TestSeason, player_id: int) -> LeagueReceipt:
    with season.room.workshop.open() as uow:
        return RemovePlayer(season.id, player_id).carry_out(uow, ActRequest(season.organiser))


def joined(season: TestSeason) -> list[str]:
    return [entry.name for entry in season.entries(EntryState.JOINED)]


def acts(room: Room) -> list[str]:
    return [row["kind"] for row in room.rows(LeagueEvent)][2:]


def test_whoever_joins_is_in_the_season_and_everybody_can_read_it(room: Room) -> None:
    season, ada = a_league(room, 0), room.player("Ada")
    before = season.row.version

    receipt = join(season, ada, "mail")

    assert (receipt.is_changed, receipt.season.name) == (True, "Summer Cup, season 1")
    assert [(entry.name, entry.door) for entry in season.entries()] == [("Ada", "mail")]
    assert (acts(room), season.row.version) == (["joined"], before + 1)


def test_joining_twice_is_joining_once(room: Room) -> None:
    season, ada = a_league(room, 0), room.player("Ada")

    receipts = [join(season, ada) for _ in range(2)]

    assert [receipt.is_changed for receipt in receipts] == [True, False]
    assert (room.count(Entry), acts(room)) == (1, ["joined"])


@pytest.mark.both_databases
def test_two_tabs_that_join_at_once_make_one_entry(room: Room) -> None:
    season, ada = a_league(room, 0), room.player("Ada")

    receipts = in_units_of_work(room, *[lambda uow: join_season(uow, JoinSeason(season.id, ada, "web"))] * 3)

    assert sorted(receipt.is_changed for receipt in receipts) == [False, False, True]
    assert room.count(Entry) == 1


def test_who_joins_and_leaves_in_the_same_second_is_out_and_may_come_again(room: Room) -> None:
    season, ada = a_league(room, 0), room.player("Ada")

    steps = [join(season, ada), leave(season, ada)]
    out = joined(season)
    steps.append(join(season, ada))

    assert [step.is_changed for step in steps] == [True, True, True]
    assert (out, joined(season), acts(room)) == ([], ["Ada"], ["joined", "left", "joined"])


@pytest.mark.both_databases
def test_joining_and_leaving_at_once_ends_in_one_of_both(room: Room) -> None:
    season, ada = a_league(room, 0), room.player("Ada")
    join(season, ada)

    at_once(lambda: leave(season, ada), lambda: join(season, ada))

    assert room.count(Entry) == 1
    assert acts(room) in [["joined", "left"], ["joined", "left", "joined"]]


def test_who_leaves_and_joins_again_keeps_the_place_in_the_line(room: Room) -> None:
    season = a_league(room, ["Ada", "Bob", "Cleo"])
    ada = season.player("Ada")

    leave(season, ada)
    room.clock.move(timedelta(hours=1))
    join(season, ada)

    assert joined(season) == ["Ada", "Bob", "Cleo"]


def test_leaving_twice_and_leaving_what_one_never_joined_changes_nothing(room: Room) -> None:
    season, (ada, bob) = a_league(room, 0), some_players(room, ["Ada", "Bob"])
    join(season, ada)

    steps = [leave(season, ada), leave(season, ada), leave(season, bob)]

    assert [step.is_changed for step in steps] == [True, False, False]


def test_nobody_joins_when_the_sign_up_is_over(room: Room) -> None:
    season, (ada, bob) = a_league(room, 0), some_players(room, ["Ada", "Bob"])
    room.clock.move(SIGN_UP - timedelta(seconds=1))
    join(season, ada)
    room.clock.move(timedelta(seconds=1))

    with pytest.raises(ConflictError, match="The sign-up for Summer Cup, season 1 is over"):
        join(season, bob)

    assert joined(season) == ["Ada"]
    leave(season, ada)
    assert joined(season) == []


def test_nobody_joins_or_leaves_a_season_that_runs(room: Room) -> None:
    season, zoe = a_running_season(room), room.player("Zoe")

    with pytest.raises(ConflictError, match="has begun"):
        join(season, zoe)
    with pytest.raises(ConflictError, match="You can withdraw"):
        leave(season, season.player("Ada"))

    assert join(season, season.player("Ada")).is_changed is False
    assert len(season.entries(EntryState.PLAYING)) == 4


def test_nobody_joins_a_season_that_was_called_off(room: Room) -> None:
    season, zoe = a_league(room), room.player("Zoe")
    with room.workshop.open() as uow:
        CallOff(season.id).carry_out(uow, ActRequest(season.organiser))

    with pytest.raises(ConflictError, match="was called off"):
        join(season, zoe)


def test_who_is_in_a_season_that_will_not_be_or_is_over_is_told_so(room: Room) -> None:
    season = a_running_season(room, 3)
    season.end_all()
    room.clock.move(DAY)
    look_after(room)
    off = a_league(room, 3, name="Winter Cup", organiser="Otto")
    with room.workshop.open() as uow:
        CallOff(off.id).carry_out(uow, ActRequest(off.organiser))

    with pytest.raises(ConflictError, match="Summer Cup, season 1"):
        join(season, season.player("Ada"))
    with pytest.raises(ConflictError, match="was called off"):
        join(off, off.player("Ada"))


def test_nobody_joins_a_league_that_is_closed(quick: Room) -> None:
    season, zoe = a_league(quick), quick.player("Zoe")
    with quick.workshop.open() as uow:
        uow.connection.execute(update(LEAGUE).values(closed_at=uow.now))

    with pytest.raises(NotAllowedError, match="This league is closed"):
        join(season, zoe)


@pytest.mark.parametrize("season_id", [0, -1, 99, 2**31, 2**63])
def test_nobody_joins_a_season_that_does_not_exist(room: Room, season_id: int) -> None:
    ada = room.player("Ada")

    with pytest.raises(NotFoundError), room.workshop.open() as uow:
        join_season(uow, JoinSeason(season_id, ada, "web"))


def without_address(room: Room, player_id: int) -> None:
    addresses = table(MailAddress)
    with room.workshop.open() as uow:
        uow.connection.execute(delete(addresses).where(addresses.c.player_id == player_id))


def closed(room: Room, player_id: int) -> None:
    players = table(Player)
    with room.workshop.open() as uow:
        uow.connection.execute(update(players).where(players.c.id == player_id).values(closed_at=uow.now))


@pytest.mark.parametrize("spoil", [without_address, closed])
def test_only_who_has_an_account_and_an_address_joins(quick: Room, spoil: Callable[[Room, int], None]) -> None:
    season, ada = a_league(quick, 0), quick.player("Ada")
    spoil(quick, ada)

    with pytest.raises(NotAllowedError, match="an account and a verified mail address"):
        join(season, ada)


def conduct(room: Room, player_id: int, games: int, kept: int) -> None:
    with room.workshop.open() as uow:
        row = {"player_id": player_id, "games": games, "kept": kept, "worked_out_at": uow.now}
        uow.connection.execute(insert(table(Conduct)).values(**row))


@pytest.mark.parametrize(("games", "kept", "may"), [(4, 0, True), (5, 3, False), (5, 4, True), (100, 79, False)])
def test_a_season_may_ask_for_reliable_players(room: Room, games: int, kept: int, *, may: bool) -> None:
    season = a_league(room, 0, replace(SETTINGS, minimum_reliability=80))
    ada = room.player("Ada")
    conduct(room, ada, games, kept)

    if may:
        join(season, ada)
    else:
        with pytest.raises(NotAllowedError, match="asks for a reliability of 80 %, and yours is"):
            join(season, ada)

    assert joined(season) == (["Ada"] if may else [])


def test_who_has_played_nothing_has_no_figure_and_may_join(room: Room) -> None:
    season = a_league(room, 0, replace(SETTINGS, minimum_reliability=100))
    ada = room.player("Ada")

    assert join(season, ada).is_changed


def test_whom_an_organiser_takes_out_is_told(room: Room) -> None:
    season = a_league(room, ["Ada", "Bob"])

    removed = remove(season, season.player("Bob"))

    assert (removed.sentence, joined(season)) == ("Bob is out of the season, and is told.", ["Ada"])
    told = [(row["player_id"], row["facts"]["title"]) for row in room.rows(Outbox)]
    assert told == [(season.entries(EntryState.LEFT)[0].player_id, "You were taken out")]


@pytest.mark.both_databases
@pytest.mark.parametrize("player_id", [0, -1, 99, 2**63])
def test_somebody_unknown_is_not_taken_out(room: Room, player_id: int) -> None:
    season = a_league(room, ["Ada"])

    with pytest.raises(NotFoundError, match="That player is not in this season"):
        remove(season, player_id)

    assert joined(season) == ["Ada"]


def test_only_organisers_take_out_others(quick: Room) -> None:
    season = a_league(quick, ["Ada", "Bob"])
    ada, bob = season.player("Ada"), season.player("Bob")

    with pytest.raises(NotAllowedError), quick.workshop.open() as uow:
        RemovePlayer(season.id, bob).carry_out(uow, ActRequest(ada))

    assert joined(season) == ["Ada", "Bob"]


def test_organisers_take_out_nobody_once_it_runs(quick: Room) -> None:
    season = a_running_season(quick)

    with pytest.raises(ConflictError, match="has begun"):
        remove(season, season.player("Ada"))


@pytest.mark.both_databases
def test_a_season_has_room_for_400_players(room: Room) -> None:
    season, (yan, zoe) = a_league(room, 0), some_players(room, ["Yan", "Zoe"])
    many = some_players(room, [f"Player {number}" for number in range(399)])
    with room.workshop.open() as uow:
        write_entries(uow, season.row, many, (), door="web")

    join(season, yan)
    with pytest.raises(ConflictError, match="room for 400 players, and 400 are in this one"):
        join(season, zoe)


@pytest.mark.both_databases
def test_who_joins_at_the_moment_of_the_start_is_in_it_with_games_or_is_told_no(room: Room) -> None:
    season, zoe = a_league(room), room.player("Zoe")
    room.clock.move(SIGN_UP - timedelta(seconds=1))

    def late() -> str:
        try:
            return str(join(season, zoe).is_changed)
        except CorrError as refused:
            return refused.code

    def begin() -> str:
        try:
            season.start()
        except CorrError as refused:
            return refused.code
        return "begun"

    joined_it, began = at_once(late, begin)

    if began == "conflict":
        # Somebody joined after the organiser had looked: it begins when that was seen.
        season.start()
    playing = {entry.name for entry in season.entries(EntryState.PLAYING)}
    assert joined_it == ("True" if "Zoe" in playing else "conflict")
    assert room.count(Game) == len(playing) * (len(playing) - 1) // 2
    assert season.row.state is SeasonState.RUNNING


@pytest.mark.both_databases
def test_who_leaves_at_the_moment_of_the_start_plays_or_does_not(room: Room) -> None:
    season = a_league(room, 5)
    ada = season.player("Ada")
    room.clock.move(SIGN_UP + DAY)

    def gone() -> str:
        try:
            return str(leave(season, ada).is_changed)
        except CorrError as refused:
            return refused.code

    left, _ = at_once(gone, lambda: str(look_after(room)))

    playing = {entry.name for entry in season.entries(EntryState.PLAYING)}
    assert left == ("conflict" if "Ada" in playing else "True")
    assert room.count(Game) == len(playing) * (len(playing) - 1) // 2


def test_a_page_learns_why_somebody_cannot_join(quick: Room) -> None:
    season, ada = a_league(quick, 0), quick.player("Ada")

    with quick.workshop.look() as reader:
        check_may_join(reader, season.row, ada)
    quick.clock.move(SIGN_UP)
    with pytest.raises(ConflictError, match="The organisers may still ask you"), quick.workshop.look() as reader:
        check_may_join(reader, season.row, ada)
