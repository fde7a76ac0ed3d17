"""Founding leagues: who may, what they may be called, and what those who run them may change."""

from dataclasses import replace

import pytest

from corr.errors import ConflictError, CorrError, InputError, NotAllowedError, NotFoundError, TooManyError
from corr.leagues.acts.before_start import CallOff
from corr.leagues.acts.league_changes import AddOrganiser, ChangeLeague, CloseLeague, ReopenLeague
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.rows import LeagueRow, get_league, is_organiser
from corr.leagues.rules.settings import Dates
from corr.leagues.seasons.league_founding import FoundedLeague, MakeLeague, make_league, suggested_id
from corr.leagues.seasons.season_opening import OpenSeason, open_season
from corr.states import SeasonState
from corr.store.tables.leagues import League, LeagueEvent
from corr.store.tables.mails import Outbox
from tests.league_builders import SETTINGS, SIGN_UP, a_league, dates_from, some_players
from tests.playing import DAY, Room
from tests.racing import at_once, in_units_of_work


def order(room: Room, by: int, **changed: object) -> MakeLeague:
    """A league that anybody could found."""
    usual = MakeLeague(by, "", "Summer Cup", "For everybody.", SETTINGS, dates_from(room))
    return replace(usual, **changed)  # type: ignore[arg-type] # Tests give the fields their types.


def make(room: Room, wanted: MakeLeague) -> FoundedLeague:
    with room.workshop.open() as uow:
        return make_league(uow, wanted)


def league(room: Room, league_id: str = "summer-cup") -> LeagueRow:
    with room.workshop.look() as reader:
        return get_league(reader, league_id)


@pytest.mark.both_databases
def test_whoever_founds_a_league_runs_it_and_its_first_season_is_open_at_once(room: Room) -> None:
    ada = room.player("Ada")

    receipt = make(room, order(room, ada))

    with room.workshop.look() as reader:
        runs_it = is_organiser(reader, receipt.id, ada)
    assert (receipt.id, league(room).name, runs_it) == ("summer-cup", "Summer Cup", True)
    (event, opened) = (row["kind"] for row in room.rows(LeagueEvent))
    assert (event, opened) == ("made", "opened")


def test_the_first_season_is_looked_after_when_its_sign_up_ends(room: Room) -> None:
    season = a_league(room)

    assert season.row.state is SeasonState.SIGN_UP
    assert season.row.look_at == room.clock.now() + SIGN_UP


def test_the_same_form_sent_twice_makes_one_league(room: Room) -> None:
    wanted = order(room, room.player("Ada"), order_key="k")

    first, second = make(room, wanted), make(room, wanted)

    assert second == replace(first, repeated=True)
    assert room.count(League) == 1


@pytest.mark.both_databases
def test_the_same_form_from_two_tabs_at_once_makes_one_league(room: Room) -> None:
    wanted = order(room, room.player("Ada"), order_key="k")

    receipts = in_units_of_work(room, *[lambda uow: make_league(uow, wanted)] * 3)

    assert sorted(receipt.repeated for receipt in receipts) == [False, True, True]
    assert room.count(League) == 1


def test_the_same_key_of_somebody_else_is_another_form(room: Room) -> None:
    make(room, order(room, room.player("Ada"), order_key="k"))

    receipt = make(room, order(room, room.player("Bob"), name="Winter Cup", order_key="k"))

    assert (receipt.id, receipt.repeated) == ("winter-cup", False)


@pytest.mark.parametrize("name", ["SUMMER CUP", "Summer  Cup", "Surnmer Cup", "Summer-Cup", "Summеr Cup"])
def test_a_name_that_looks_like_another_leagues_is_refused(quick: Room, name: str) -> None:
    ada = quick.player("Ada")
    make(quick, order(quick, ada))

    with pytest.raises(InputError, match="There is a league of that name") as refused:
        make(quick, order(quick, ada, name=name, id="another"))

    assert refused.value.field == "name"
    assert quick.count(League) == 1


@pytest.mark.parametrize(
    "name", ["", "A", "x" * 61, "Cup\u202e", "Cup\x00", "Cup\r\nBcc: all", "<b>Cup</b>", "Z" + "\u0300" * 9, "Corr"]
)
def test_a_name_that_cannot_be_shown_is_refused(quick: Room, name: str) -> None:
    with pytest.raises(InputError) as refused:
        make(quick, order(quick, quick.player("Ada"), name=name))

    assert refused.value.field == "name"
    assert quick.count(League) == 0


def test_a_name_may_be_longer_than_a_players_and_have_brackets(room: Room) -> None:
    name = "Club (A & B): Summer Cup 2026/27, Oberliga Süd – 1. Runde"

    receipt = make(room, order(room, room.player("Ada"), name=name))

    assert league(room, receipt.id).name == name


def test_the_letters_of_a_name_are_stored_in_one_way(room: Room) -> None:
    receipt = make(room, order(room, room.player("Ada"), name="Cafe\u0301 Cup"))

    assert (receipt.id, league(room, receipt.id).name) == ("cafe-cup", "Café Cup")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Summer Cup", "summer-cup-2"),
        ("Winter Cup!", "winter-cup"),
        ("夏の大会", "league-2"),
        ("New", "league-new"),
        ("A1", "league-a1"),
        ("x" * 60, "x" * 36),
    ],
)
def test_a_short_name_that_is_free_is_made_from_the_name(quick: Room, name: str, expected: str) -> None:
    make(quick, order(quick, quick.player("Ada")))

    with quick.workshop.look() as reader:
        assert suggested_id(reader, name) == expected


@pytest.mark.parametrize("short", ["ab", "x" * 41, "Sümmer", "a--", "-ab", "a b c", "new", "a/b", "٣٣٣", "a\x00b"])
def test_a_short_name_that_is_no_good_in_an_address_is_refused(quick: Room, short: str) -> None:
    with pytest.raises(InputError) as refused:
        make(quick, order(quick, quick.player("Ada"), id=short))

    assert refused.value.field == "id"


def test_a_short_name_belongs_to_one_league(room: Room) -> None:
    ada = room.player("Ada")
    make(room, order(room, ada, id="Cup-1"))

    with pytest.raises(InputError, match="There is a league with that short name"):
        make(room, order(room, ada, name="Winter Cup", id="cup-1"))


@pytest.mark.parametrize("text", ["x" * 4001, "a\x00b", "a\u202eb"])
def test_a_description_that_cannot_be_shown_is_refused(quick: Room, text: str) -> None:
    with pytest.raises(InputError) as refused:
        make(quick, order(quick, quick.player("Ada"), description=text))

    assert refused.value.field == "description"


@pytest.mark.parametrize(
    ("days", "field"),
    [
        ((-1, 2, 30), "sign_up_until"),
        ((5, 4, 30), "starts_at"),
        ((5, 6, 6), "ends_at"),
        ((5, 6, 3), "ends_at"),
        ((5, 6, 6 + 733), "ends_at"),
        ((5, 400, 500), "starts_at"),
    ],
)
def test_dates_that_do_not_fit_together_are_refused(quick: Room, days: tuple[int, ...], field: str) -> None:
    now = quick.clock.now()
    dates = Dates(*(now + number * DAY for number in days))

    with pytest.raises(InputError) as refused:
        make(quick, order(quick, quick.player("Ada"), dates=dates))

    assert refused.value.field == field
    assert quick.count(League) == 0


@pytest.mark.parametrize("ruleset", ["chess/1", "kelasu", "", "tiny/2"])
def test_a_game_that_nobody_can_play_here_is_refused(quick: Room, ruleset: str) -> None:
    with pytest.raises(InputError) as refused:
        make(quick, order(quick, quick.player("Ada"), settings=replace(SETTINGS, ruleset=ruleset)))

    assert refused.value.field == "game"


def test_a_player_founds_five_leagues_a_day_and_no_more(room: Room) -> None:
    ada = room.player("Ada")
    for number in range(5):
        make(room, order(room, ada, name=f"Cup number {number}"))

    with pytest.raises(TooManyError, match="You have created 5 leagues"):
        make(room, order(room, ada, name="One more"))

    room.clock.move(DAY)
    assert make(room, order(room, ada, name="One more")).id == "one-more"


def test_nobody_without_an_account_founds_a_league(room: Room) -> None:
    with pytest.raises(NotAllowedError):
        make(room, order(room, 99))


def test_of_two_organisers_who_change_a_league_at_once_the_second_is_told(room: Room) -> None:
    season = a_league(room)
    act = ChangeLeague(season.league_id, "Autumn Cup", "Later.")
    request = ActRequest(season.organiser, version=league(room).version)

    with room.workshop.open() as uow:
        act.carry_out(uow, request)
    with pytest.raises(ConflictError, match="This has changed since you opened the page"), room.workshop.open() as uow:
        replace(act, name="Spring Cup").carry_out(uow, request)

    assert (league(room).name, league(room).description) == ("Autumn Cup", "Later.")


def test_pages_of_all_seasons_show_a_new_name(room: Room) -> None:
    season = a_league(room)
    before = season.row.version

    with room.workshop.open() as uow:
        ChangeLeague(season.league_id, "Autumn Cup", "").carry_out(uow, ActRequest(season.organiser, version=0))

    assert (season.row.name, season.row.version) == ("Autumn Cup, season 1", before + 1)


def test_a_form_that_changes_a_league_counts_once(room: Room) -> None:
    season = a_league(room)
    act = ChangeLeague(season.league_id, "Autumn Cup", "")
    request = ActRequest(season.organiser, version=0, order_key="k")

    for _ in range(2):
        with room.workshop.open() as uow:
            act.carry_out(uow, request)

    assert league(room).version == 1


@pytest.mark.both_databases
def test_only_those_who_run_a_league_change_it(room: Room) -> None:
    season = a_league(room, ["Ada"])
    ada = season.player("Ada")

    with pytest.raises(NotAllowedError), room.workshop.open() as uow:
        ChangeLeague(season.league_id, "Ada’s Cup", "").carry_out(uow, ActRequest(ada, version=0))
    with pytest.raises(NotAllowedError), room.workshop.open() as uow:
        CloseLeague(season.league_id).carry_out(uow, ActRequest(ada))
    with pytest.raises(NotFoundError), room.workshop.open() as uow:
        CloseLeague("no-such-league").carry_out(uow, ActRequest(ada))


def test_a_league_is_closed_between_two_seasons_and_opened_again(room: Room) -> None:
    season = a_league(room)
    act, request = CloseLeague(season.league_id), ActRequest(season.organiser)

    with pytest.raises(ConflictError, match="Season 1 is not over yet"), room.workshop.open() as uow:
        act.carry_out(uow, request)
    with room.workshop.open() as uow:
        CallOff(season.id).carry_out(uow, ActRequest(season.organiser))
        act.carry_out(uow, request)
        act.carry_out(uow, request)
    closed_at = league(room).closed_at
    with room.workshop.open() as uow:
        ReopenLeague(season.league_id).carry_out(uow, request)
        ReopenLeague(season.league_id).carry_out(uow, request)

    assert (closed_at, league(room).closed_at) == (room.clock.now(), None)
    kinds = [row["kind"] for row in room.rows(LeagueEvent)]
    assert (kinds.count("closed"), kinds.count("reopened")) == (1, 1)


def test_what_an_organiser_does_to_a_league_is_told_to_the_others(room: Room) -> None:
    season = a_league(room, ["Ada"])
    (otto,) = some_players(room, ["Otto"])
    act, request = ChangeLeague(season.league_id, "Winter Cup", "For everybody."), ActRequest(season.organiser)
    with room.workshop.open() as uow:
        AddOrganiser(season.league_id, "Otto").carry_out(uow, ActRequest(season.organiser))
        act.carry_out(uow, replace(request, version=0))
        CallOff(season.id).carry_out(uow, request)
        CloseLeague(season.league_id).carry_out(uow, request)
        ReopenLeague(season.league_id).carry_out(uow, request)
        open_season(uow, OpenSeason(season.organiser, season.league_id, SETTINGS, dates_from(room)))

    told = [(row["player_id"], row["facts"]["title"]) for row in room.rows(Outbox) if row["kind"] == "league-news"]

    titles = ["The league was changed", "The league is closed", "The league is open again", "Season 2 is open"]
    assert [title for player, title in told if player == otto and title in titles] == titles
    assert (season.player("Ada"), "The league is closed") in told
    assert not {(season.organiser, title) for title in titles} & set(told)


@pytest.mark.both_databases
def test_two_who_found_a_league_of_one_name_at_once_make_one(room: Room) -> None:
    ada, bob = some_players(room, ["Ada", "Bob"])

    def found(by: int) -> str:
        try:
            return make(room, order(room, by)).id
        except CorrError as refused:
            return refused.code

    found_by = at_once(lambda: found(ada), lambda: found(bob))

    assert sorted(found_by) == ["input", "summer-cup"]
