"""Asking players by letter to join: whom an organiser names, each once."""

import pytest

from corr.errors import ConflictError, InputError, NotAllowedError, TooManyError
from corr.leagues.seasons.entries import LeaveSeason, leave_season
from corr.leagues.seasons.entry_requests import AskPlayers, AskReceipt, ask_players
from corr.store.tables.leagues import LeagueEvent
from tests.league_builders import TestSeason, a_league, a_running_season, some_players
from tests.playing import DAY, Room
from tests.racing import at_once


def ask(season: TestSeason, *names: str, by: int | None = None, key: str | None = None) -> AskReceipt:
    with season.room.workshop.open() as uow:
        return ask_players(uow, AskPlayers(by or season.organiser, season.id, names, key))


def asked(room: Room) -> list[int | None]:
    return [player_id for player_id, _ in room.letters("season-opens")]


def test_whoever_is_named_gets_one_letter(room: Room) -> None:
    season, (ada, bob) = a_league(room, 0), some_players(room, ["Ada", "Bob"])

    receipt = ask(season, "ada", " Bob ", "", "ADA")

    assert (receipt.asked, receipt.known) == (("Ada", "Bob"), ())
    assert asked(room) == [ada, bob]


def test_nobody_is_asked_twice_for_one_season(room: Room) -> None:
    season, (ada, bob) = a_league(room, 0), some_players(room, ["Ada", "Bob"])

    ask(season, "Ada")
    receipt = ask(season, "Ada", "Bob")

    assert (receipt.asked, receipt.known) == (("Bob",), ("Ada",))
    assert asked(room) == [ada, bob]


@pytest.mark.both_databases
def test_two_organisers_who_ask_the_same_player_at_once_send_one_letter(room: Room) -> None:
    season, ada = a_league(room, 0), room.player("Ada")

    receipts = at_once(lambda: ask(season, "Ada"), lambda: ask(season, "Ada"))

    assert sorted(receipt.asked for receipt in receipts) == [(), ("Ada",)]
    assert asked(room) == [ada]


def test_who_is_in_the_season_is_not_asked_and_who_has_left_it_may_be(room: Room) -> None:
    season = a_league(room, ["Ada", "Bob"])
    bob = season.player("Bob")
    with room.workshop.open() as uow:
        leave_season(uow, LeaveSeason(season.id, bob, "web"))

    receipt = ask(season, "Ada", "Bob")

    assert (receipt.asked, receipt.known, asked(room)) == (("Bob",), ("Ada",), [bob])


def test_whoever_is_asked_may_join_after_the_sign_up_and_nobody_else(room: Room) -> None:
    season, (ada, bob) = a_league(room, 0), some_players(room, ["Ada", "Bob"])
    ask(season, "Ada")
    room.clock.move(season.row.dates.sign_up_until - room.clock.now())

    season.join(ada)

    with pytest.raises(ConflictError, match="The sign-up for"):
        season.join(bob)
    assert [entry.name for entry in season.entries()] == ["Ada"]


def test_with_one_unknown_name_nobody_is_asked_and_all_such_names_are_told(room: Room) -> None:
    season, _ = a_league(room, 0), room.player("Ada")

    with pytest.raises(InputError, match="“Zoe” or “<b>Yan</b>”") as refused:
        ask(season, "Ada", "Zoe", "<b>Yan</b>")

    assert (refused.value.field, asked(room)) == ("names", [])


@pytest.mark.both_databases
def test_names_may_stand_in_one_line_with_commas_between(room: Room) -> None:
    season, _ = a_league(room, 0), some_players(room, ["Ada", "Bob", "Cleo"])

    receipt = ask(season, "Ada, Bob;", "Cleo,")

    assert receipt.asked == ("Ada", "Bob", "Cleo")


@pytest.mark.parametrize("names", [(), ("", " "), tuple(f"Player {number}" for number in range(101))])
def test_no_name_and_too_many_names_are_refused(quick: Room, names: tuple[str, ...]) -> None:
    season = a_league(quick, 0)

    with pytest.raises(InputError) as refused:
        ask(season, *names)

    assert refused.value.field == "names"


@pytest.mark.parametrize("name", ["A\x00da", "\ud800", "A" * 100_000])
def test_a_name_that_no_player_can_have_is_refused(room: Room, name: str) -> None:
    season = a_league(room, 0)

    with pytest.raises(InputError):
        ask(season, name)


def test_only_organisers_ask_and_only_before_the_start(quick: Room) -> None:
    season = a_running_season(quick)
    quick.player("Zoe")

    with pytest.raises(NotAllowedError):
        ask(season, "Zoe", by=season.player("Ada"))
    with pytest.raises(ConflictError, match="has begun"):
        ask(season, "Zoe")


def test_a_form_that_asks_counts_once(quick: Room) -> None:
    season = a_league(quick, 0)
    quick.player("Ada")

    receipts = [ask(season, "Ada", key="k") for _ in range(2)]

    assert [receipt.asked for receipt in receipts] == [("Ada",), ()]
    assert [row["kind"] for row in quick.rows(LeagueEvent)].count("asked") == 1


def test_an_organiser_asks_twenty_times_a_day_at_most(quick: Room) -> None:
    season = a_league(quick, 0)
    names = [f"Player {number}" for number in range(21)]
    some_players(quick, names)
    for name in names[:20]:
        ask(season, name)

    with pytest.raises(TooManyError, match="You have asked players to join 20 times"):
        ask(season, names[20])

    quick.clock.move(DAY)
    assert ask(season, names[20]).asked == (names[20],)
