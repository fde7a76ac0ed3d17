"""Rosters: players are asked by a list, all of them or none, and go out as a table that is safe to open."""

import pytest

from corr.errors import ConflictError, InputError, NotAllowedError
from corr.leagues.journal import LeagueReceipt
from corr.leagues.rules.typed_values import FaultsError
from corr.leagues.seasons.entries import JoinSeason, join_season
from corr.leagues.seasons.rosters import ImportRoster, RosterPreview, import_roster, roster_csv, roster_preview
from corr.store.base import table
from corr.store.tables.leagues import Ask, Entry, Season
from corr.store.tables.player_accounts import Player
from tests.leagues.running import RunningSeason, a_running_season
from tests.playing import Room
from tests.racing import in_units_of_work


def signing_up(room: Room) -> RunningSeason:
    """A season whose sign-up is open, with players around who are not in it."""
    season = a_running_season(room)
    with room.workshop.open() as uow:
        uow.connection.execute(table(Season).update().values(state="sign-up", starts_at=season.row.dates.ends_at))
    for name in ("Eve", "Fay", "Gus"):
        season.players[name] = room.player(name)
    return season


def brought(season: RunningSeason, body: str, by: int | None = None, key: str | None = None) -> LeagueReceipt:
    """Bring a roster in."""
    with season.room.workshop.open() as uow:
        by_id = season.organiser if by is None else by
        return import_roster(uow, ImportRoster(season.id, by_id, body.encode(), key))


def seen(season: RunningSeason, body: str) -> RosterPreview:
    """What a roster would do."""
    with season.room.workshop.look() as reader:
        return roster_preview(reader, ImportRoster(season.id, season.organiser, body.encode()))


def joined(season: RunningSeason) -> set[int]:
    """Who has joined."""
    return {row["player_id"] for row in season.room.rows(Entry) if row["state"] == "joined"}


def asked(season: RunningSeason) -> set[int]:
    """Who was asked."""
    return {row["player_id"] for row in season.room.rows(Ask)}


def say_yes(season: RunningSeason, *names: str) -> None:
    """Some of those who were asked join."""
    for name in names:
        with season.room.workshop.open() as uow:
            join_season(uow, JoinSeason(season.id, season.players[name], "web"))


def test_players_are_asked_by_name_and_nobody_is_entered(room: Room) -> None:
    season = signing_up(room)

    receipt = brought(season, "name\nEve\nfay\n")

    assert asked(season) == {season.players["Eve"], season.players["Fay"]}
    assert joined(season) == set()
    assert receipt.sentence == "A letter goes to Eve and Fay."
    assert {player_id for player_id, _ in room.letters("season-opens")} == asked(season)
    assert season.acts() == ["asked"]


def test_whether_somebody_has_an_address_is_told_to_nobody(room: Room) -> None:
    season = signing_up(room)
    told = []

    for address in ("eve@example.org", "EVE@example.org", "nobody@example.org", "olga@example.org"):
        with pytest.raises(InputError) as refused:
            seen(season, f"Ada\n{address}\n")
        told.append(refused.value.sentence)

    assert len(set(told)) == 1
    assert told[0].startswith("Line 2: mail addresses are nobody’s business")


def test_because_of_one_line_that_means_nobody_nobody_is_asked(room: Room) -> None:
    season = signing_up(room)

    with pytest.raises(InputError, match="Line 2: There is no player called “Nobody”"):
        brought(season, "Eve\nNobody\nFay\n")

    assert asked(season) == set()


def test_the_same_roster_again_changes_nothing(room: Room) -> None:
    season = signing_up(room)
    brought(season, "Eve\nFay\n", key="k")

    assert brought(season, "Eve\nFay\n", key="k").repeated
    assert brought(season, "Eve\nFay\n").repeated
    assert season.acts() == ["asked"]


def test_a_roster_that_comes_again_overwrites_no_division_that_was_chosen_since(room: Room) -> None:
    season = signing_up(room)
    brought(season, "name,division\nEve,2\nFay,1\n", key="k")
    say_yes(season, "Eve")
    with room.workshop.open() as uow:
        uow.connection.execute(table(Entry).update().values(planned_tier=None))

    assert brought(season, "name,division\nEve,2\nFay,1\n", key="k").repeated
    assert season.entry("Eve")["planned_tier"] is None


@pytest.mark.both_databases
def test_divisions_of_players_who_are_in_it_already_are_noted_once(room: Room) -> None:
    season = signing_up(room)
    brought(season, "Eve\nFay\n")
    say_yes(season, "Eve")

    first = brought(season, "name,division\nEve,2\n", key="k")

    assert first.sentence == "All of them are known already. Their divisions are those of the list now."
    assert brought(season, "name,division\nEve,2\n", key="k").repeated
    assert brought(season, "name,division\nEve,2\n").repeated
    assert season.entry("Eve")["planned_tier"] == 2
    assert season.acts() == ["asked", "joined", "planned"]


@pytest.mark.both_databases
def test_two_who_bring_it_at_once_ask_everybody_once(room: Room) -> None:
    season = signing_up(room)
    order = ImportRoster(season.id, season.organiser, b"Eve\nFay\n")

    in_units_of_work(room, lambda uow: import_roster(uow, order), lambda uow: import_roster(uow, order))

    assert sorted(row["player_id"] for row in room.rows(Ask)) == sorted(asked(season))
    assert season.acts() == ["asked"]


@pytest.mark.both_databases
def test_a_roster_may_say_the_division(room: Room) -> None:
    season = signing_up(room)

    brought(season, "name;division\nEve;2\nFay;\n")
    say_yes(season, "Eve", "Fay")

    wished = {row["player_id"]: row["planned_tier"] for row in room.rows(Entry) if row["state"] == "joined"}
    assert wished == {season.players["Eve"]: 2, season.players["Fay"]: None}


def test_two_spellings_of_a_name_are_one_player_and_cannot_have_two_divisions(room: Room) -> None:
    season = signing_up(room)

    with pytest.raises(FaultsError) as caught:
        brought(season, "name,division\nEve,1\nFay,1\nЕve,2\nEve ,1\n")
    brought(season, "name,division\nEve,1\nЕve,1\n")

    assert [fault.sentence for fault in caught.value.faults] == [
        "Line 4: “Еve” is Eve, who stands in line 2 already, with another division."
    ]
    assert asked(season) == {season.players["Eve"]}


def test_the_organiser_sees_before_who_would_be_asked(room: Room) -> None:
    season = signing_up(room)
    brought(season, "Eve\n")

    found = seen(season, "Eve\nFay\nGus\n")

    assert (found.new, found.known) == (("Fay", "Gus"), ("Eve",))


def test_nobody_is_asked_to_join_a_season_that_has_begun(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")

    with pytest.raises(ConflictError):
        brought(season, "Eve\n")


def test_what_goes_out_is_safe_to_open_and_can_come_in_again(room: Room) -> None:
    season = signing_up(room)
    with room.workshop.open() as uow:
        players = table(Player)
        uow.connection.execute(
            players.update()
            .where(players.c.id == season.players["Eve"])
            .values(name="=HYPERLINK()", name_key="=hyperlink()")
        )
    brought(season, "=HYPERLINK()\nFay\n")
    say_yes(season, "Eve", "Fay")

    with room.workshop.look() as reader:
        text = roster_csv(reader, season.id, season.organiser)

    assert text.splitlines()[0] == "name,division,rating,state"
    assert "'=HYPERLINK(),,,joined" in text.splitlines()
    assert "@" not in text
    lines = [line for line in text.splitlines() if not line.endswith("playing")]
    assert brought(season, "\n".join(lines)).repeated


@pytest.mark.both_databases
def test_only_organisers_have_to_do_with_rosters(room: Room) -> None:
    season = signing_up(room)

    with pytest.raises(NotAllowedError):
        brought(season, "Eve\n", season.players["Ada"])
    with room.workshop.look() as reader, pytest.raises(NotAllowedError):
        roster_csv(reader, season.id, season.players["Ada"])
