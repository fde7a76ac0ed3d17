"""Nobody plays a league game who has not said yes: questions, their answers, and what players let organisers do."""

from dataclasses import replace
from datetime import timedelta

import pytest

from corr.core.pace import Late
from corr.errors import ConflictError, NotAllowedError
from corr.leagues.acts.before_start import ChangeSettings
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.withdrawal import OwnWithdrawal
from corr.leagues.consents import (
    MOST_UNANSWERED,
    allow_asks,
    allowed_in,
    find_open_ask,
    give_standing_yes,
    open_asks_of,
    refuse_asks,
    refused_by,
    revoke_standing_yes,
)
from corr.leagues.rules.settings import Dates, SeasonSettings, Unfinished, is_no_stricter
from corr.leagues.seasons.entries import (
    JoinSeason,
    LeaveSeason,
    check_may_join,
    decline_season,
    join_season,
    leave_season,
)
from corr.leagues.seasons.entry_requests import AskPlayers, AskReceipt, ask_players
from corr.leagues.seasons.rosters import ImportRoster, import_roster, roster_preview
from corr.leagues.seasons.season_end import end_season
from corr.leagues.seasons.season_opening import OpenSeason, open_season
from corr.states import EntryState
from corr.store.tables.mails import Outbox
from tests.league_builders import LASTS, SETTINGS, SIGN_UP, TestSeason, a_league, dates_from, look_after, some_players
from tests.playing import DAY, Room, terms
from tests.racing import at_once


def known(room: Room, name: str) -> int:
    return some_players(room, [name])[0]


def ask(season: TestSeason, *names: str, by: int | None = None) -> AskReceipt:
    with season.room.workshop.open() as uow:
        return ask_players(uow, AskPlayers(by or season.organiser, season.id, names))


def join(season: TestSeason, player_id: int) -> None:
    with season.room.workshop.open() as uow:
        join_season(uow, JoinSeason(season.id, player_id, "web"))


def decline(season: TestSeason, player_id: int) -> None:
    with season.room.workshop.open() as uow:
        decline_season(uow, season.id, player_id)


def names(season: TestSeason, state: EntryState = EntryState.JOINED) -> list[str]:
    return [entry.name for entry in season.entries(state)]


def unanswered(season: TestSeason) -> list[str]:
    with season.room.workshop.look() as reader:
        return [one.name for one in open_asks_of(reader, season.id)]


def give(season: TestSeason, *players: int) -> None:
    for player_id in players:
        with season.room.workshop.open() as uow:
            give_standing_yes(uow, season.league_id, player_id)


def has_given(season: TestSeason, player_id: int) -> bool:
    with season.room.workshop.look() as reader:
        return allowed_in(reader, season.league_id, player_id).has_standing_yes


def played(room: Room, settings: SeasonSettings = SETTINGS) -> TestSeason:
    """A season that Ada, Bob and Cleo played to its end."""
    season = a_league(room, ["Ada", "Bob", "Cleo"], settings)
    season.start()
    return season


def finished(season: TestSeason) -> TestSeason:
    season.end_all()
    with season.room.workshop.open() as uow:
        end_season(uow, season.id)
    return season


def following(season: TestSeason, settings: SeasonSettings = SETTINGS, dates: Dates | None = None) -> TestSeason:
    """The next season, opened by hand."""
    with season.room.workshop.open() as uow:
        order = OpenSeason(season.organiser, season.league_id, settings, dates or dates_from(season.room))
        opened = open_season(uow, order)
    return TestSeason(season.room, season.league_id, opened.season_id, season.organiser)


def news_of(room: Room, player_id: int) -> list[str]:
    return [
        row["facts"]["title"]
        for row in room.rows(Outbox)
        if row["player_id"] == player_id and row["kind"] == "league-news"
    ]


def test_who_has_not_answered_when_the_season_starts_is_left_out(room: Room) -> None:
    season = a_league(room, ["Ada", "Bob", "Cleo"])
    some_players(room, ["Dan", "Eve"])
    ask(season, "Dan", "Eve")
    join(season, known(room, "Dan"))

    season.start()

    assert names(season, EntryState.PLAYING) == ["Ada", "Bob", "Cleo", "Dan"]
    assert unanswered(season) == []


def test_a_player_gets_three_unanswered_questions_a_day_whoever_asks(room: Room) -> None:
    some_players(room, ["Ada"])
    seasons = [a_league(room, 0, name=f"Cup {number}", organiser=f"Olga {number}") for number in range(5)]

    receipts = [ask(season, "Ada") for season in seasons[:4]]

    assert [receipt.asked for receipt in receipts] == [("Ada",)] * MOST_UNANSWERED + [()]
    assert receipts[3].unasked == ("Ada",)
    assert len(room.letters("season-opens")) == 3
    room.clock.move(DAY)
    assert ask(seasons[4], "Ada").asked == ("Ada",)


def test_a_question_that_was_answered_makes_room_for_another(room: Room) -> None:
    (ada,) = some_players(room, ["Ada"])
    seasons = [a_league(room, 0, name=f"Cup {number}", organiser=f"Olga {number}") for number in range(4)]
    for season in seasons[:3]:
        ask(season, "Ada")

    decline(seasons[0], ada)

    assert ask(seasons[3], "Ada").asked == ("Ada",)


@pytest.mark.both_databases
def test_organisers_who_ask_at_once_send_no_more_than_three_questions(room: Room) -> None:
    some_players(room, ["Ada"])
    seasons = [a_league(room, 0, name=f"Cup {number}", organiser=f"Olga {number}") for number in range(4)]
    for season in seasons[:2]:
        ask(season, "Ada")

    receipts = at_once(lambda: ask(seasons[2], "Ada"), lambda: ask(seasons[3], "Ada"))

    assert sorted(len(receipt.asked) for receipt in receipts) == [0, 1]


@pytest.mark.both_databases
def test_an_organiser_who_is_refused_asks_no_more_and_does_not_hear_why(room: Room) -> None:
    season, (ada, _) = a_league(room, 0), some_players(room, ["Ada", "Bob"])
    with room.workshop.open() as uow:
        assert refuse_asks(uow, ada, season.organiser) == "Olga"
        refuse_asks(uow, ada, season.organiser)

    receipt = ask(season, "Ada", "Bob")

    assert (receipt.asked, receipt.unasked, unanswered(season)) == (("Bob",), ("Ada",), ["Bob"])
    with room.workshop.open() as uow:
        assert refused_by(uow, ada) == ((season.organiser, "Olga"),)
        allow_asks(uow, ada, season.organiser)
    assert ask(season, "Ada").asked == ("Ada",)


def test_who_said_no_is_not_asked_again_and_may_still_join(room: Room) -> None:
    season, (ada,) = a_league(room, 0), some_players(room, ["Ada"])
    ask(season, "Ada")

    decline(season, ada)

    assert (ask(season, "Ada").known, unanswered(season)) == (("Ada",), [])
    join(season, ada)
    assert names(season) == ["Ada"]


def test_whom_an_organiser_asks_may_join_after_the_sign_up_and_reliable_or_not(room: Room) -> None:
    season, (ada, bob) = a_league(room, 0), some_players(room, ["Ada", "Bob"])
    ask(season, "Ada")
    room.clock.move(SIGN_UP + timedelta(hours=1))

    join(season, ada)

    assert names(season) == ["Ada"]
    with pytest.raises(ConflictError, match="The organisers may still ask you"), room.workshop.look() as reader:
        check_may_join(reader, season.row, bob)


def test_who_joined_and_left_may_be_asked_again_with_another_letter(room: Room) -> None:
    season, (ada,) = a_league(room, 0), some_players(room, ["Ada"])
    ask(season, "Ada")
    join(season, ada)
    with room.workshop.open() as uow:
        leave_season(uow, LeaveSeason(season.id, ada, "web"))

    assert ask(season, "Ada").asked == ("Ada",)
    assert len(room.letters("season-opens")) == 2


def test_those_who_have_not_answered_are_told_of_other_settings(room: Room) -> None:
    season, (ada,) = a_league(room, ["Bob", "Cleo"]), some_players(room, ["Ada"])
    ask(season, "Ada")

    changed(season, replace(SETTINGS, legs=2))

    assert news_of(room, ada) == ["The settings have changed"]


def changed(season: TestSeason, settings: SeasonSettings) -> None:
    row = season.row
    with season.room.workshop.open() as uow:
        ChangeSettings(season.id, settings, row.dates).carry_out(uow, ActRequest(season.organiser, version=row.version))


def test_who_lets_the_organisers_enter_them_is_entered_and_told(room: Room) -> None:
    first = played(room)
    ada, bob = known(room, "Ada"), known(room, "Bob")
    give(first, ada)
    season = following(finished(first))

    receipt = ask(season, "Ada", "Bob")

    assert (receipt.entered, receipt.asked) == (("Ada",), ("Bob",))
    assert (names(season), unanswered(season)) == (["Ada"], ["Bob"])
    assert news_of(room, ada)[-1] == "You are in"
    assert "You are in" not in news_of(room, bob)


def test_a_form_that_enters_one_and_asks_another_counts_once(room: Room) -> None:
    first = played(room)
    give(first, known(room, "Ada"))
    season = following(finished(first))
    order = AskPlayers(season.organiser, season.id, ("Ada", "Bob"), "the key of the form")

    receipts = []
    for _ in range(2):
        with room.workshop.open() as uow:
            receipts.append(ask_players(uow, order))

    assert [receipt.is_changed for receipt in receipts] == [True, False]
    assert (names(season), unanswered(season)) == (["Ada"], ["Bob"])


@pytest.mark.both_databases
def test_a_roster_enters_only_those_who_let_the_organisers_do_so(room: Room) -> None:
    first = played(room)
    give(first, known(room, "Ada"))
    season = following(finished(first))
    order = ImportRoster(season.id, season.organiser, b"name,division\nAda,1\nBob,1\n")

    with room.workshop.open() as uow:
        seen = roster_preview(uow, order)
        receipt = import_roster(uow, order)

    assert (seen.entering, seen.new) == (("Ada",), ("Bob",))
    assert receipt.sentence == ("A letter goes to Bob. Ada is in the season now, and told: they let you sign them up.")
    assert names(season) == ["Ada"]


@pytest.mark.both_databases
def test_a_season_that_rolls_over_enters_those_who_let_it_and_asks_the_others(room: Room) -> None:
    settings = replace(SETTINGS, rolls_over=True)
    first = played(room, settings)
    give(first, known(room, "Ada"))

    finished(first)
    look_after(room)

    [season] = [TestSeason(room, first.league_id, number, first.organiser) for number in (first.id + 1,)]
    assert (names(season), sorted(unanswered(season))) == (["Ada"], ["Bob", "Cleo"])


@pytest.mark.parametrize(
    "stricter",
    [
        replace(SETTINGS, terms=terms("2d/turn")),
        replace(SETTINGS, terms=terms("3d/turn", leave=False)),
        replace(SETTINGS, is_rated=True),
        replace(SETTINGS, ruleset="hide/1"),
        replace(SETTINGS, terms=terms("3d/turn")),
    ],
)
def test_a_standing_yes_covers_no_season_that_is_stricter(room: Room, stricter: SeasonSettings) -> None:
    mild = replace(SETTINGS, is_rated=False, terms=terms("3d/turn", weekends_off=True))
    first = played(room, mild)
    give(first, known(room, "Ada"))

    season = following(finished(first), stricter)

    assert ask(season, "Ada").asked == ("Ada",)
    assert names(season) == []


_LAST = SeasonSettings("tiny/1", terms=terms("7d+1d/14d", late=Late.CLAIM), is_rated=False)


@pytest.mark.parametrize(
    ("settings", "is_covered"),
    [
        (_LAST, True),
        (replace(_LAST, terms=terms("8d+1d/14d", late=Late.CLAIM)), True),
        (replace(_LAST, terms=terms("untimed")), True),
        (replace(_LAST, up=1, has_reports=False), True),
        (replace(_LAST, legs=2), False),
        (replace(_LAST, unfinished=Unfinished.DRAW), False),
        (replace(_LAST, terms=terms("7d+1d/14d")), False),
        (replace(_LAST, terms=terms("6d+1d/14d", late=Late.CLAIM)), False),
        (replace(_LAST, terms=terms("7d+1d/13d", late=Late.CLAIM)), False),
        (replace(_LAST, terms=terms("7d+0d/14d", late=Late.CLAIM)), False),
        (replace(_LAST, terms=terms("7d+1d/14d", late=Late.CLAIM, leave=False)), False),
        (replace(_LAST, is_rated=True), False),
        (replace(_LAST, options={"size": "3"}), False),
    ],
)
def test_stricter_is_less_time_or_leave_or_another_game_or_a_rated_one(
    settings: SeasonSettings, *, is_covered: bool
) -> None:
    assert is_no_stricter(settings, _LAST) is is_covered


def test_in_a_double_round_robin_a_single_one_is_no_stricter() -> None:
    assert is_no_stricter(_LAST, replace(_LAST, legs=2))


@pytest.mark.parametrize(("lasts", "is_covered"), [(LASTS, True), (LASTS * 0.9, True), (LASTS * 0.89, False)])
def test_a_standing_yes_covers_no_season_that_is_shorter_by_more_than_a_tenth(
    room: Room, lasts: timedelta, *, is_covered: bool
) -> None:
    first = played(room)
    give(first, known(room, "Ada"))
    # What was agreed counts, not how long it lasted: this season ends weeks before its start was planned.
    finished(first)
    usual = dates_from(room)

    season = following(first, dates=replace(usual, ends_at=usual.starts_at + lasts))

    assert ask(season, "Ada").entered == (("Ada",) if is_covered else ())


def test_a_season_that_becomes_shorter_lets_those_go_who_never_said_yes_to_it(room: Room) -> None:
    first = played(room)
    ada = known(room, "Ada")
    give(first, ada)
    season = following(finished(first))
    ask(season, "Ada")
    row = season.row

    dates = replace(row.dates, ends_at=row.dates.ends_at - 10 * DAY)
    with room.workshop.open() as uow:
        ChangeSettings(season.id, row.settings, dates).carry_out(uow, ActRequest(season.organiser, version=row.version))

    assert names(season) == []


def test_after_an_untimed_season_any_clock_is_stricter() -> None:
    assert not is_no_stricter(replace(_LAST, terms=terms("90d/turn")), replace(_LAST, terms=terms("untimed")))


def test_a_standing_yes_ends_after_a_season_that_was_not_played(room: Room) -> None:
    first = played(room)
    ada = known(room, "Ada")
    give(first, ada)
    second = following(finished(first))
    second.join(*some_players(room, ["Bob", "Cleo", "Dan"]))

    second.start()

    assert not has_given(first, ada)
    third = following(finished(second))
    assert ask(third, "Ada").asked == ("Ada",)


def test_a_standing_yes_of_who_did_not_play_to_the_end_is_over(room: Room) -> None:
    first = played(room)
    ada = known(room, "Ada")
    give(first, ada, known(room, "Bob"))
    with room.workshop.open() as uow:
        OwnWithdrawal(first.id, ada).carry_out(uow, ActRequest(ada))

    finished(first)

    assert (has_given(first, ada), has_given(first, known(room, "Bob"))) == (False, True)


def test_a_standing_yes_is_for_those_who_take_part_and_can_be_taken_back(room: Room) -> None:
    first = played(room)
    ada, (zoe,) = known(room, "Ada"), some_players(room, ["Zoe"])
    with pytest.raises(ConflictError, match="Join Summer Cup first"):
        give(first, zoe)
    give(first, ada, ada)

    with room.workshop.open() as uow:
        revoke_standing_yes(uow, first.league_id, ada)

    season = following(finished(first))
    assert ask(season, "Ada").asked == ("Ada",)


@pytest.mark.both_databases
def test_a_season_that_becomes_stricter_lets_those_go_who_never_said_yes_to_it(room: Room) -> None:
    first = played(room)
    ada, bob = known(room, "Ada"), known(room, "Bob")
    give(first, ada)
    season = following(finished(first))
    ask(season, "Ada")
    join(season, bob)

    changed(season, replace(SETTINGS, terms=terms("1d/turn")))

    assert names(season) == ["Bob"]
    assert news_of(room, ada)[-1] == "The settings have changed"
    join(season, ada)
    assert sorted(names(season)) == ["Ada", "Bob"]


def test_nobody_answers_for_somebody_else(room: Room) -> None:
    season, (_, bob) = a_league(room, 0), some_players(room, ["Ada", "Bob"])
    ask(season, "Ada")

    decline(season, bob)

    assert unanswered(season) == ["Ada"]
    with room.workshop.look() as reader:
        assert find_open_ask(reader, season.id, bob) is None


@pytest.mark.both_databases
def test_only_organisers_ask(room: Room) -> None:
    season, (_, bob) = a_league(room, 0), some_players(room, ["Ada", "Bob"])

    with pytest.raises(NotAllowedError):
        ask(season, "Ada", by=bob)
