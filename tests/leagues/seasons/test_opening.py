"""Opening further seasons by hand, changing what is settled while players sign up, and calling a season off."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from corr.base.sentences import Sentence, restored
from corr.errors import ConflictError, CorrError, InputError, NotAllowedError, NotFoundError
from corr.leagues.acts.before_start import CallOff, ChangeSettings
from corr.leagues.acts.league_changes import AddOrganiser, CloseLeague
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.seasons.season_opening import (
    OpenSeason,
    SeasonReceipt,
    next_dates,
    open_season,
    suggested_next,
)
from corr.states import SeasonState
from corr.store.tables.leagues import LeagueEvent, Season
from corr.store.tables.mails import Outbox
from tests.league_builders import (
    LASTS,
    SETTINGS,
    SIGN_UP,
    TestSeason,
    a_league,
    a_running_season,
    dates_from,
    look_after,
)
from tests.playing import DAY, Room, terms
from tests.racing import at_once


def open_next(season: TestSeason, by: int | None = None, key: str | None = None) -> SeasonReceipt:
    order = OpenSeason(by or season.organiser, season.league_id, SETTINGS, dates_from(season.room), key)
    with season.room.workshop.open() as uow:
        return open_season(uow, order)


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a wish for other settings, and the changes that the journal has of it."""

    changes: tuple[Sentence, ...]
    repeated: bool


def change(
    season: TestSeason,
    settings: SeasonSettings | None = None,
    dates: Dates | None = None,
    request: ActRequest | None = None,
    *,
    season_id: int = 0,
) -> Change:
    row = season.row
    wish = ChangeSettings(season_id or season.id, settings or row.settings, dates or row.dates)
    with season.room.workshop.open() as uow:
        receipt = wish.carry_out(uow, request or ActRequest(season.organiser, version=row.version))
    noted = [one["facts"]["changes"] for one in season.room.rows(LeagueEvent) if one["kind"] == "settings-changed"]
    return Change(() if receipt.repeated else tuple(map(restored, noted[-1])), receipt.repeated)


def drop(season: TestSeason) -> None:
    with season.room.workshop.open() as uow:
        CallOff(season.id).carry_out(uow, ActRequest(season.organiser))


def news(room: Room) -> list[tuple[int, str, str]]:
    """The news of leagues: to whom, about what, and what they say."""
    return [
        (row["player_id"], row["facts"]["title"], " ".join(str(restored(one)) for one in row["facts"]["sentences"]))
        for row in room.rows(Outbox)
        if row["kind"] == "league-news"
    ]


def test_the_next_season_opens_when_the_last_one_is_over(room: Room) -> None:
    season = a_running_season(room)
    with pytest.raises(ConflictError, match="Summer Cup, season 1 is not over yet"):
        open_next(season)
    season.end_all()
    room.clock.move(DAY)
    look_after(room)

    receipt = open_next(season)

    assert (receipt.number, season.next().row.state) == (2, SeasonState.SIGN_UP)
    assert [row["number"] for row in room.rows(Season)] == [1, 2]


def test_a_season_that_was_called_off_is_followed_by_another(room: Room) -> None:
    season = a_league(room)
    drop(season)

    assert open_next(season).number == 2


def test_a_form_that_opens_a_season_counts_once(room: Room) -> None:
    season = a_league(room)
    drop(season)

    receipts = [open_next(season, key="k") for _ in range(2)]

    assert [receipt.repeated for receipt in receipts] == [False, True]
    assert room.count(Season) == 2


@pytest.mark.both_databases
def test_of_two_organisers_who_open_a_season_at_once_the_second_is_told(room: Room) -> None:
    season = a_league(room)
    drop(season)

    def opened() -> str:
        try:
            return str(open_next(season).number)
        except CorrError as refused:
            return refused.code

    assert sorted(at_once(opened, opened)) == ["2", "conflict"]
    assert room.count(Season) == 2


@pytest.mark.both_databases
def test_only_organisers_open_seasons_and_none_of_a_closed_league(room: Room) -> None:
    season = a_league(room)
    drop(season)

    with pytest.raises(NotAllowedError):
        open_next(season, season.player("Ada"))
    with room.workshop.open() as uow:
        CloseLeague(season.league_id).carry_out(uow, ActRequest(season.organiser))
    with pytest.raises(ConflictError, match="This league is closed"):
        open_next(season)

    assert room.count(Season) == 1


def test_the_form_for_the_next_season_begins_with_what_the_last_one_had(quick: Room) -> None:
    season = a_league(quick, settings=replace(SETTINGS, sign_up_days=7, up=1))
    drop(season)
    quick.clock.move(100 * DAY + timedelta(hours=5))

    with quick.workshop.look() as reader:
        settings, dates = suggested_next(season.row, reader)

    first = season.row.dates
    assert settings == season.row.settings
    # Seven days and five hours from then would be at five; it ends at the hour of the last one.
    assert dates.sign_up_until == first.sign_up_until + timedelta(days=100 + 8 - 14)
    assert (dates.starts_at - dates.sign_up_until, dates.ends_at - dates.starts_at) == (DAY, LASTS)


def test_the_sign_up_of_the_next_season_is_never_shorter_than_was_settled(quick: Room) -> None:
    season = a_league(quick)
    until = season.row.dates.sign_up_until

    for hours in range(-30, 31):
        opens_at = until + timedelta(hours=hours)
        found = next_dates(season.row, opens_at).sign_up_until
        assert opens_at + SIGN_UP <= found < opens_at + SIGN_UP + DAY
        assert found.timetz() == until.timetz()


def with_another_pace(settings: SeasonSettings) -> SeasonSettings:
    return replace(settings, terms=terms("5d/turn"))


def test_those_who_have_joined_are_told_what_was_changed(room: Room) -> None:
    season = a_league(room, ["Ada", "Bob"])

    receipt = change(season, settings=with_another_pace(season.row.settings))

    ada, bob = season.player("Ada"), season.player("Bob")
    assert len(receipt.changes) == 1
    assert "3 days for each turn" in str(receipt.changes[0])
    assert str(receipt.changes[0]).index("3 days for each turn") < str(receipt.changes[0]).index("5 days for each turn")
    told = news(room)
    assert [(who, title) for who, title, _ in told] == [
        (ada, "The settings have changed"),
        (bob, "The settings have changed"),
    ]
    assert all(str(receipt.changes[0]) in words for _, _, words in told)
    assert season.row.settings.terms.pace.text == "5d/turn"


def test_the_other_organisers_are_told_too_and_not_that_they_may_leave(quick: Room) -> None:
    season = a_league(quick, ["Ada"])
    helpers = {name: quick.player(name) for name in ("Pia", "Quin")}
    for name in ("Ada", *helpers):
        with quick.workshop.open() as uow:
            AddOrganiser(season.league_id, name).carry_out(uow, ActRequest(season.organiser))

    change(season, settings=with_another_pace(season.row.settings))

    told = {who: words for who, title, words in news(quick) if title == "The settings have changed"}
    assert told.keys() == {season.player("Ada"), *helpers.values()}
    assert [who for who, words in told.items() if "you may leave" in words] == [season.player("Ada")]


def test_what_stays_as_it_was_is_not_told_again(quick: Room) -> None:
    season = a_league(quick)

    receipt = change(season, settings=replace(SETTINGS, up=1, legs=2))

    games, divisions = map(str, receipt.changes)
    assert games == (
        "Games, before: Everyone in a division plays everyone else once; everyone gets the first move "
        "about equally often. Now: Everyone in a division plays everyone else twice, once from each seat."
    )
    assert "2 of each division go up" in divisions
    assert "1 of each division goes up" in divisions
    assert "About 10 players" not in divisions


def test_another_order_of_tie_breaks_is_told_with_all_of_them(quick: Room) -> None:
    season = a_league(quick)

    (sentence,) = change(season, settings=replace(SETTINGS, tie_breaks=SETTINGS.tie_breaks[::-1])).changes

    before, now = str(sentence).split(" Now: ")
    assert before.index("Wins") < before.index("Lot")
    assert now.index("Lot") < now.index("Wins")


def test_a_date_that_moves_is_told_with_both_moments(quick: Room) -> None:
    season = a_league(quick)
    dates = season.row.dates

    (sentence,) = change(season, dates=replace(dates, ends_at=dates.ends_at + DAY)).changes

    assert str(sentence) == "End date, before: On 2026-05-16 12:00. Now: On 2026-05-17 12:00."


def test_a_change_that_changes_nothing_is_told_to_nobody(room: Room) -> None:
    season = a_league(room)
    before = season.row

    receipt = change(season)

    assert (receipt.changes, season.row, news(room)) == ((), before, [])


def test_of_two_organisers_who_change_the_settings_at_once_the_second_is_told(room: Room) -> None:
    season = a_league(room)
    seen = season.row.version

    request = ActRequest(season.organiser, version=seen)
    change(season, replace(SETTINGS, up=1), request=request)
    with pytest.raises(ConflictError, match="This has changed since you opened the page"):
        change(season, replace(SETTINGS, up=3), request=request)

    assert season.row.settings.up == 1


def test_a_form_that_changes_the_settings_counts_once(room: Room) -> None:
    season = a_league(room, ["Ada"])
    seen = season.row.version
    wish = replace(SETTINGS, up=1)

    request = ActRequest(season.organiser, version=seen, order_key="k")
    receipts = [change(season, wish, request=request) for _ in range(2)]

    assert [receipt.repeated for receipt in receipts] == [False, True]
    assert len(news(room)) == 1


def test_each_change_is_told(room: Room) -> None:
    season = a_league(room, ["Ada"])

    change(season, settings=replace(SETTINGS, up=1))
    change(season, settings=SETTINGS)

    assert len(news(room)) == 2


def test_settings_are_fixed_once_the_season_runs(room: Room) -> None:
    season = a_running_season(room)

    with pytest.raises(ConflictError, match="has begun, so this is fixed now"):
        change(season, settings=replace(SETTINGS, up=1))

    assert season.row.settings == SETTINGS


def test_only_organisers_change_settings(quick: Room) -> None:
    season = a_league(quick)

    with pytest.raises(NotAllowedError):
        change(season, replace(SETTINGS, up=1), request=ActRequest(season.player("Ada"), version=season.row.version))
    with pytest.raises(NotFoundError):
        change(season, season_id=99)


@pytest.mark.parametrize(
    ("moved", "field"),
    [
        (lambda dates: replace(dates, sign_up_until=dates.sign_up_until - SIGN_UP), "sign_up_until"),
        (lambda dates: replace(dates, starts_at=dates.sign_up_until - DAY), "starts_at"),
        (lambda dates: replace(dates, ends_at=dates.starts_at), "ends_at"),
    ],
)
def test_dates_cannot_be_changed_into_such_that_do_not_fit(
    quick: Room, moved: Callable[[Dates], Dates], field: str
) -> None:
    season = a_league(quick)

    with pytest.raises(InputError) as refused:
        change(season, dates=moved(season.row.dates))

    assert refused.value.field == field


def test_a_start_is_put_off_even_after_the_sign_up_has_ended(room: Room) -> None:
    season = a_league(room)
    room.clock.move(SIGN_UP + timedelta(hours=23))
    look_after(room)

    later = season.row.dates.starts_at + 7 * DAY
    change(season, dates=replace(season.row.dates, starts_at=later))
    room.clock.move(2 * DAY)
    look_after(room)

    assert (season.row.state, season.row.look_at) == (SeasonState.SIGN_UP, later)


def test_a_start_that_is_put_forward_comes_earlier(room: Room) -> None:
    season = a_league(room)
    now = room.clock.now()

    change(season, dates=replace(season.row.dates, sign_up_until=now + DAY, starts_at=now + DAY))
    room.clock.move(DAY)
    look_after(room)

    assert season.row.state is SeasonState.RUNNING


def test_who_has_joined_learns_that_the_season_is_called_off(room: Room) -> None:
    season = a_league(room, ["Ada", "Bob"])

    drop(season)
    drop(season)

    everybody = [season.player("Ada"), season.player("Bob"), season.organiser]
    assert [(who, title) for who, title, _ in news(room)] == [(who, "The season is called off") for who in everybody]
    assert (season.row.state, season.row.look_at) == (SeasonState.CALLED_OFF, None)
    assert [row["kind"] for row in room.rows(LeagueEvent)].count("called-off") == 1


def test_a_reason_to_call_a_season_off_is_read_by_everybody(quick: Room) -> None:
    season = a_league(quick, ["Ada"])

    with quick.workshop.open() as uow:
        CallOff(season.id).carry_out(uow, ActRequest(season.organiser, "Too few\r\nboards."))

    off = "Summer Cup, season 1 will not take place. Too few boards."
    assert [words for _, _, words in news(quick)] == [
        f"{off} Nothing is left for you to do.",
        f"{off} You can open another season whenever you like.",
    ]


def test_a_reason_that_cannot_be_shown_is_refused(quick: Room) -> None:
    season = a_league(quick)

    with pytest.raises(InputError), quick.workshop.open() as uow:
        CallOff(season.id).carry_out(uow, ActRequest(season.organiser, "Too\x00few"))

    assert season.row.state is SeasonState.SIGN_UP


def test_a_season_that_runs_is_not_called_off(quick: Room) -> None:
    season = a_running_season(quick)

    with pytest.raises(ConflictError, match="has begun"):
        drop(season)
    with pytest.raises(NotAllowedError), quick.workshop.open() as uow:
        CallOff(season.id).carry_out(uow, ActRequest(season.player("Ada")))
