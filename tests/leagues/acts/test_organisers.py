"""Organisers: who runs a league may share that, and there is always one."""

import pytest

from corr.base.uow import UnitOfWork
from corr.errors import ConflictError, InputError, NotAllowedError, TooManyError
from corr.leagues.acts.league_changes import MOST_ORGANISERS, AddOrganiser, RemoveOrganiser
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.journal import LeagueReceipt
from corr.leagues.rows import organisers_of
from tests.leagues.running import RunningSeason, a_running_season
from tests.playing import Room
from tests.racing import in_units_of_work


def added(season: RunningSeason, name: str, by: int | None = None, key: str | None = None) -> LeagueReceipt:
    """Let somebody run the league too."""
    with season.room.workshop.open() as uow:
        return AddOrganiser("cup", name).carry_out(uow, ActRequest(by or season.organiser, order_key=key))


def removed(season: RunningSeason, player_id: int, by: int | None = None, key: str | None = None) -> LeagueReceipt:
    """Let somebody run the league no more."""
    with season.room.workshop.open() as uow:
        return RemoveOrganiser("cup", player_id).carry_out(uow, ActRequest(by or season.organiser, order_key=key))


def names(room: Room) -> list[str]:
    """Who runs the league."""
    with room.workshop.look() as reader:
        return sorted(name for _, name in organisers_of(reader, "cup"))


def test_the_form_that_added_somebody_adds_nobody_who_was_removed_since(room: Room) -> None:
    season = a_running_season(room)
    added(season, "Dan", key="add")
    removed(season, season.players["Dan"])

    again = added(season, "Dan", key="add")

    assert (again.repeated, names(room)) == (True, ["Olga"])


def test_the_form_that_removed_somebody_removes_nobody_who_was_added_since(room: Room) -> None:
    season = a_running_season(room)
    added(season, "Dan")
    removed(season, season.players["Dan"], key="remove")
    added(season, "Dan")

    again = removed(season, season.players["Dan"], key="remove")

    assert (again.repeated, names(room)) == (True, ["Dan", "Olga"])


def test_an_organiser_may_add_another_and_both_are_told(room: Room) -> None:
    season = a_running_season(room)

    added(season, "Dan")

    assert names(room) == ["Dan", "Olga"]
    assert season.news("Dan") == [
        "Olga made you an organiser of this league. What organisers can do stands on its pages."
    ]
    assert season.news("Olga") == ["Olga made Dan an organiser of this league."]
    assert season.news("Ada") == []
    assert season.acts() == ["organiser-added"]


def test_organisers_stand_in_the_order_in_which_they_came_though_it_was_in_one_moment(room: Room) -> None:
    season = a_running_season(room)

    with room.workshop.open() as uow:
        for name in ("Dan", "Bob", "Cleo", "Ada"):
            AddOrganiser("cup", name).carry_out(uow, ActRequest(season.organiser))

    with room.workshop.look() as reader:
        assert [name for _, name in organisers_of(reader, "cup")] == ["Olga", "Dan", "Bob", "Cleo", "Ada"]


def test_who_runs_it_already_is_not_added_again(room: Room) -> None:
    season = a_running_season(room)
    added(season, "Dan")

    assert added(season, "dan").repeated
    assert season.acts() == ["organiser-added"]


def test_organisers_may_be_removed_and_may_go_by_themselves(room: Room) -> None:
    season = a_running_season(room)
    added(season, "Dan")
    added(season, "Bob")

    removed(season, season.players["Dan"])
    removed(season, season.players["Bob"], season.players["Bob"])

    assert names(room) == ["Olga"]
    assert season.news("Dan")[-1] == "Olga took you from the organisers of this league."
    assert season.news("Bob")[-1] == "You do not run this league any more."
    assert removed(season, season.players["Bob"]).repeated


def test_the_last_one_stays(room: Room) -> None:
    season = a_running_season(room)

    with pytest.raises(ConflictError, match="A league has at least one organiser"):
        removed(season, season.organiser)

    assert names(room) == ["Olga"]


@pytest.mark.both_databases
def test_of_two_who_remove_each_other_at_once_one_stays(room: Room) -> None:
    season = a_running_season(room)
    dan = season.players["Dan"]
    added(season, "Dan")

    def take(whom: int, by: int, uow: UnitOfWork) -> str:
        try:
            with uow.attempt():
                return RemoveOrganiser("cup", whom).carry_out(uow, ActRequest(by)).sentence
        except (NotAllowedError, ConflictError) as refused:
            return refused.sentence

    in_units_of_work(room, lambda uow: take(dan, season.organiser, uow), lambda uow: take(season.organiser, dan, uow))

    assert len(names(room)) == 1


@pytest.mark.both_databases
def test_who_goes_by_a_form_that_comes_twice_at_once_hears_twice_that_it_is_done(room: Room) -> None:
    season = a_running_season(room)
    added(season, "Dan")
    act, request = RemoveOrganiser("cup", season.players["Dan"]), ActRequest(season.players["Dan"], order_key="k")

    receipts = in_units_of_work(room, lambda uow: act.carry_out(uow, request), lambda uow: act.carry_out(uow, request))

    assert sorted(receipt.repeated for receipt in receipts) == [False, True]
    assert season.acts() == ["organiser-added", "organiser-removed"]


@pytest.mark.both_databases
def test_others_add_and_remove_nobody(room: Room) -> None:
    season = a_running_season(room)

    with pytest.raises(NotAllowedError):
        added(season, "Dan", season.players["Dan"])
    with pytest.raises(NotAllowedError):
        removed(season, season.organiser, season.players["Dan"])


def test_there_is_an_end_to_how_many_and_nobody_is_nobody(room: Room) -> None:
    season = a_running_season(room)
    for number in range(MOST_ORGANISERS - 1):
        room.player(f"Helper{number}")
        added(season, f"Helper{number}")

    with pytest.raises(TooManyError, match="A league has at most 20 organisers"):
        added(season, "Dan")
    with pytest.raises(InputError, match="There is no player of that name"):
        added(season, "Nobody")
