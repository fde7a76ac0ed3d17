"""How tight the pace of a season may become, and what the form for that offers and refuses."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from corr.core.pace import Pace, read_pace
from corr.errors import ConflictError, InputError
from corr.leagues.acts.organiser_act import ActTarget
from corr.leagues.acts.season_changes import Tighten, is_bearable, is_tighter, tightest_pace
from tests.leagues.acts.test_dates import in_force, tightened
from tests.leagues.running import a_running_season
from tests.playing import DAY, Room

HOUR_MS = 3_600_000
PER_TURN = some.integers(1, 90).map(lambda hours: Pace(hours * HOUR_MS, hours * HOUR_MS, hours * HOUR_MS))
PACES = PER_TURN | some.tuples(*[some.integers(1, 200)] * 3).map(
    lambda hours: Pace(hours[0] * HOUR_MS, hours[1] * HOUR_MS, max(hours) * HOUR_MS)
)


@pytest.mark.parametrize("pace", ["1d/turn", "20h/turn", "10d+12h/10d"])
def test_a_pace_that_cannot_become_tighter_is_not_asked_for(room: Room, pace: str) -> None:
    season = a_running_season(room, pace=pace)
    target = ActTarget("cup", season.id, by_player_id=season.organiser)

    with pytest.raises(ConflictError, match="The pace cannot become tighter"), room.workshop.look() as reader:
        Tighten.form(reader, target)
    with pytest.raises(ConflictError, match="The pace cannot become tighter"):
        tightened(season, "12h/turn")
    with room.workshop.look() as reader:
        assert not Tighten.is_possible(reader, target)


def test_a_pace_that_is_the_tightest_already_does_not_become_tighter_again(room: Room) -> None:
    season = a_running_season(room, pace="4d/turn")
    tightened(season, "2d/turn")
    room.clock.move(7 * DAY)
    in_force(season)

    with pytest.raises(ConflictError, match="cannot become tighter: at present it is 2 days for each turn"):
        tightened(season, "1d/turn")


@pytest.mark.parametrize(
    ("paces", "proposed", "example"),
    [
        (["2d/turn"], ["1d/turn"], "1d/turn: 1 day for each turn"),
        (["7d/turn", "90h/turn"], ["84h/turn"], "84h/turn: 84 hours for each turn"),
        (["25h/turn"], ["1d/turn"], "1d/turn: 1 day for each turn"),
        (
            ["30d+1d/40d"], ["23d+1d/30d", "15d+1d/20d"],
            "15d+1d/20d: 15 days at the start, 1 day more after each turn, up to 20 days",
        ),
        (["2d+1d/9d"], ["2d+1d/7d", "1d+1d/5d"], "1d+1d/108h: 1 day at the start, 1 day more"),
    ],
)  # fmt: skip
def test_what_is_proposed_and_what_the_hint_writes_can_be_chosen(
    room: Room, paces: list[str], proposed: list[str], example: str
) -> None:
    season = a_running_season(room, pace=paces[0])
    for pace in paces[1:]:
        tightened(season, pace)
        room.clock.move(7 * DAY)
        in_force(season)

    with room.workshop.look() as reader:
        choices, own, _ = Tighten.form(reader, ActTarget("cup", season.id, zone="UTC")).fields

    assert [word for word, _ in choices.choices] == [*proposed, "another"]
    assert str(own.hint).startswith(f"Write it in short. The least possible is {example}")
    tightened(season, example.partition(":")[0])


@given(joined=PACES, present=PACES, wanted=PACES)
def test_some_pace_is_allowed_exactly_if_the_tightest_is(joined: Pace, present: Pace, wanted: Pace) -> None:
    least = tightest_pace(present, joined)

    if is_tighter(wanted, present) and is_bearable(wanted, joined):
        assert least is not None
    if least is not None:
        assert is_tighter(least, present)
        assert is_bearable(least, joined)
        assert read_pace(least.text) == least


@pytest.mark.parametrize("typed", ["abc", "", "3d", "2 days"])
def test_a_pace_that_cannot_be_read_is_told_beside_its_field_without_offering_untimed(room: Room, typed: str) -> None:
    season = a_running_season(room)

    with pytest.raises(InputError, match="A pace looks like") as refused, room.workshop.look() as reader:
        Tighten(season.id, typed, pace_field="own_pace").judge(reader, season.row)

    assert "untimed" not in refused.value.sentence
    assert refused.value.field == "own_pace"


def test_who_wants_to_give_more_time_is_sent_to_the_games_page(room: Room) -> None:
    season = a_running_season(room)

    with pytest.raises(InputError) as refused:
        tightened(season, "5d/turn")

    assert refused.value.sentence.endswith("To give a player more time, add some on the game’s page.")
