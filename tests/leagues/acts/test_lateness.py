"""Being late in a league: who never begins forfeits, organisers may give time, and the late list says who is late."""

from datetime import timedelta

import pytest

from corr.administration.verification import verify_games
from corr.clocks.forecast import find_game_forecast
from corr.clocks.forecast_words import forecast_sentence
from corr.clocks.reminders import remind_next
from corr.core.pace import Late
from corr.errors import NotAllowedError
from corr.leagues.extensions import ExtendTime, extend_time, may_extend
from corr.leagues.pairings import coming_paces
from corr.leagues.rules.settings import SeasonSettings, Unfinished
from corr.leagues.settings_words import setting_lines
from corr.leagues.views.organiser_view import LateLine, late_list
from corr.play.deadlines import ClaimTime, claim_time, enforce_next_deadline
from corr.store.tables.mails import Outbox
from tests.leagues.acts.test_replacing import replaced
from tests.leagues.running import REASON, RunningSeason, a_running_season
from tests.playing import DAY, Room, terms


def ticked(room: Room) -> None:
    """Let all deadlines that passed be enforced."""
    while True:
        with room.workshop.open() as uow:
            if enforce_next_deadline(uow) is None:
                return


def lines(season: RunningSeason) -> dict[str, LateLine]:
    """The late list, by name."""
    with season.room.workshop.look() as reader:
        return {
            line.name: line for division in late_list(reader, season.id, season.organiser) for line in division.lines
        }


def test_who_never_makes_a_first_turn_forfeits_in_a_league(room: Room) -> None:
    season = a_running_season(room)
    # Nobody wins who has not begun to play either.
    season.games["Bob-Cleo"].play("A1")
    room.clock.move(3 * DAY + timedelta(minutes=1))

    ticked(room)

    view = season.games["Ada-Bob"].view()
    assert (view.winner, view.reason) == (1, "forfeit")
    assert str(view.events[-1].sentence) == "Cross never made a first turn."
    assert all(meeting.is_forfeit for meeting in season.division.table.counted())
    assert list(verify_games(room.workshop)) == []


def test_who_has_begun_loses_on_time_as_elsewhere(room: Room) -> None:
    season = a_running_season(room)
    game = season.games["Ada-Bob"]
    game.play("A1")
    game.play("B1")
    room.clock.move(3 * DAY + timedelta(minutes=1))

    ticked(room)

    assert (game.view().winner, game.view().reason) == (1, "time")
    assert list(verify_games(room.workshop)) == []


def test_a_game_that_the_other_never_began_may_be_claimed_as_a_forfeit(room: Room) -> None:
    agreed = terms("3d/turn", late=Late.CLAIM, leave=False)
    season = a_running_season(room, settings=SeasonSettings("tiny/1", terms=agreed))
    game = season.games["Ada-Bob"]
    room.clock.move(3 * DAY + timedelta(minutes=1))
    ticked(room)

    with room.workshop.open() as uow:
        claimed = claim_time(uow, ClaimTime(game.id, season.players["Bob"], "web", uow.now))
        again = claim_time(uow, ClaimTime(game.id, season.players["Bob"], "web", uow.now))

    assert claimed.sentence == "Nought won: Cross forfeited the game."
    assert again.repeated
    assert list(verify_games(room.workshop)) == []


def foretold(season: RunningSeason, names: str, reader_name: str) -> str:
    """What the page of a game says about it to a player."""
    with season.room.workshop.look() as reader:
        forecast = find_game_forecast(reader, season.games[names].id, season.players[reader_name], coming_paces)
    assert forecast is not None
    return str(forecast_sentence(forecast, None))


FORFEITED, CANCELLED = "forfeit", "cancelled"
OUTLOOK = {
    FORFEITED: ("After that you forfeit the game.", "After that Ada forfeits the game."),
    CANCELLED: ("After that the game is cancelled without a result.",) * 2,
    "time": ("After that you lose on time.", "After that Ada loses on time."),
}


@pytest.mark.parametrize(
    ("turns", "names", "reason"),
    [
        # Bob has a turn of his own to miss at the same moment; Dan never moves first, and has none.
        ([], "Ada-Bob", CANCELLED),
        ([], "Ada-Dan", FORFEITED),
        ([("Bob-Cleo", "A1")], "Ada-Bob", FORFEITED),
        ([("Bob-Cleo", "A1")], "Ada-Cleo", CANCELLED),
        ([("Ada-Bob", "A1"), ("Ada-Bob", "B1")], "Ada-Bob", "time"),
    ],
)
def test_what_becomes_of_a_game_is_what_its_page_foretold_to_both(
    room: Room, turns: list[tuple[str, str]], names: str, reason: str
) -> None:
    season = a_running_season(room)
    for played, text in turns:
        season.games[played].play(text)
    told = [foretold(season, names, name) for name in names.split("-")]

    room.clock.move(3 * DAY + timedelta(minutes=1))
    ticked(room)

    assert season.games[names].view().reason == reason
    assert [words.endswith(end) for words, end in zip(told, OUTLOOK[reason], strict=True)] == [True, True]


@pytest.mark.both_databases
def test_where_both_were_to_choose_and_neither_did_nobody_wins_and_both_were_told_so(room: Room) -> None:
    season = a_running_season(room, settings=SeasonSettings("hide/1", terms=terms("3d/turn", leave=False)))
    for seat in (0, 1):
        season.games["Bob-Cleo"].play("hide A1", seat=seat)
    told = [foretold(season, "Ada-Bob", name) for name in ("Ada", "Bob")]

    room.clock.move(3 * DAY + timedelta(minutes=1))
    ticked(room)

    assert season.games["Ada-Bob"].view().reason == CANCELLED
    assert [words.count("the game is cancelled without a result") for words in told] == [2, 2]


def test_who_has_made_a_choice_that_waits_sealed_has_begun_to_play(room: Room) -> None:
    season = a_running_season(room, settings=SeasonSettings("hide/1", terms=terms("3d/turn", leave=False)))
    season.games["Ada-Bob"].play("hide A1", seat=1)

    room.clock.move(3 * DAY + timedelta(minutes=1))
    ticked(room)

    view = season.games["Ada-Bob"].view()
    assert (view.winner, view.reason) == (1, FORFEITED)


def test_who_would_have_had_time_left_to_begin_wins_however_late_it_is_looked_at(room: Room) -> None:
    season = a_running_season(room)
    for names in ("Bob-Cleo", "Bob-Dan"):
        with room.workshop.open() as uow:
            extend_time(uow, ExtendTime(season.games[names].id, season.organiser, None, "1", REASON, names))
    assert foretold(season, "Ada-Bob", "Ada").endswith("After that you forfeit the game.")

    room.clock.move(6 * DAY)
    ticked(room)

    assert season.games["Ada-Bob"].view().reason == FORFEITED


@pytest.mark.parametrize(
    ("late", "said"),
    [
        (Late.LOSE, "A player who never makes a first turn forfeits the game."),
        (Late.CLAIM, "A player who never makes a first turn forfeits the game to an opponent who claims it, or who"),
    ],
)
def test_the_terms_say_what_becomes_of_a_game_that_somebody_never_begins(room: Room, late: Late, said: str) -> None:
    season = a_running_season(room, settings=SeasonSettings("tiny/1", terms=terms("3d/turn", late=late)))

    with room.workshop.look() as reader:
        settled = setting_lines(reader.registry, season.row)

    assert any(said in str(sentence) for line in settled for sentence in line.sentences)
    assert any(said in sentence for sentence in season.games["Ada-Bob"].view().terms)


@pytest.mark.both_databases
def test_organisers_may_give_time_where_they_do_not_play(room: Room) -> None:
    season = a_running_season(room, organiser="Dan")
    before = season.games["Ada-Bob"].seats()[0]["due_at"]

    with room.workshop.open() as uow:
        extend_time(uow, ExtendTime(season.games["Ada-Bob"].id, season.players["Dan"], None, "2", REASON, "k"))
    with room.workshop.open() as uow, pytest.raises(NotAllowedError, match="an organiser of its league, or an admin"):
        extend_time(uow, ExtendTime(season.games["Ada-Dan"].id, season.players["Dan"], None, "2", REASON, "k"))

    view = season.games["Ada-Bob"].view()
    told = [row["facts"]["by"] for row in room.rows(Outbox) if row["kind"] == "time-extended"]
    assert told == ["An organiser of its league"] * 2
    assert season.games["Ada-Bob"].seats()[0]["due_at"] == before + 2 * DAY
    assert str(view.events[-1].sentence) == f"The organiser Dan gave both players 2 days each: “{REASON}”"
    with room.workshop.look() as reader:
        assert may_extend(reader, season.players["Dan"], [season.players["Ada"]], "cup")
        assert not may_extend(reader, season.players["Bob"], [season.players["Ada"]], "cup")
        assert not may_extend(reader, season.players["Dan"], [season.players["Ada"]])


def test_the_late_list_counts_deadlines_reminders_and_what_is_urgent(room: Room) -> None:
    season = a_running_season(room)
    for names in ("Ada-Bob", "Ada-Cleo", "Ada-Dan"):
        season.games[names].play("A1")
    room.clock.move(timedelta(hours=50))
    while True:
        with room.workshop.open() as uow:
            if not remind_next(uow):
                break

    before = lines(season)
    room.clock.move(timedelta(hours=23))
    overdue = lines(season)
    ticked(room)
    after = lines(season)

    assert "Ada" not in before
    assert (before["Dan"].missed, before["Dan"].reminders) == (0, 1)
    assert [(turn.opponent, turn.is_overdue) for turn in before["Dan"].turns] == [("Ada", False)]
    assert [turn.is_overdue for turn in overdue["Dan"].turns] == [True]
    assert (after["Bob"].missed, after["Bob"].lost, after["Bob"].turns) == (3, 1, ())
    assert next(iter(after)) == "Bob"


def test_who_takes_over_is_not_late_for_the_one_before(room: Room) -> None:
    agreed = terms("3d/turn", late=Late.CLAIM, leave=False)
    season = a_running_season(room, settings=SeasonSettings("tiny/1", terms=agreed))
    room.player("Eve")
    room.clock.move(3 * DAY + timedelta(minutes=1))
    ticked(room)
    assert lines(season)["Ada"].missed == 3

    replaced(season, "Ada", "Eve")
    fresh = lines(season)
    room.clock.move(3 * DAY + timedelta(minutes=1))
    ticked(room)

    assert "Eve" not in fresh
    assert lines(season)["Eve"].missed == 3


@pytest.mark.parametrize(
    ("turns", "late", "reason"), [(("A1",), "Bob", "forfeit"), (("A1", "C3", "A2", "B3"), "Ada", "time")]
)
@pytest.mark.parametrize("is_claimed", [True, False])
def test_a_deadline_after_which_the_game_is_lost_is_missed_once(
    room: Room, turns: tuple[str, ...], late: str, reason: str, *, is_claimed: bool
) -> None:
    agreed = terms("3d/turn", late=Late.CLAIM, leave=False)
    settings = SeasonSettings("tiny/1", terms=agreed, unfinished=Unfinished.PLAY_ON)
    season = a_running_season(room, settings=settings)
    game = season.games["Ada-Bob"]
    for text in turns:
        game.play(text)
    room.clock.move(3 * DAY + timedelta(minutes=1))
    ticked(room)
    before = lines(season)[late]

    if is_claimed:
        winner = season.players["Ada" if late == "Bob" else "Bob"]
        with room.workshop.open() as uow:
            claim_time(uow, ClaimTime(game.id, winner, "web", uow.now))
    else:
        for days in (23, 7):
            room.clock.move(days * DAY)
            ticked(room)

    after = lines(season)[late]
    assert game.view().reason == reason
    assert (before.missed, before.lost) == (3, 0)
    assert (after.missed, after.lost) == (3, 1)


def test_only_organisers_read_the_late_list(room: Room) -> None:
    season = a_running_season(room)

    with room.workshop.look() as reader, pytest.raises(NotAllowedError):
        late_list(reader, season.id, season.players["Ada"])
