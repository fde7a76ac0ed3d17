"""A result that an organiser sets: it changes the game, says why, can be taken back, and nobody rules on their own."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from corr.administration.verification import verify_games
from corr.base.uow import UnitOfWork
from corr.errors import ConflictError, InputError, NotAllowedError, NotFoundError
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.rulings import SetResult, UndoResult
from corr.leagues.acts.season_changes import Pause
from corr.leagues.journal import LeagueReceipt
from corr.mail.answering.confirmations import asked_of_game
from corr.play.turns import submit_turn
from corr.states import Result
from corr.store.base import table
from corr.store.tables.games import Game
from corr.store.tables.leagues import LeagueOrganiser, Season
from corr.store.tables.mails import Outbox
from tests.leagues.acts.test_withdrawing import withdrawn
from tests.leagues.running import REASON, RunningSeason, a_running_season
from tests.mail.asking import doubted
from tests.mail.office import Office
from tests.playing import Room, a_game
from tests.racing import in_units_of_work


def order(
    season: RunningSeason,
    names: str,
    result: str = "first",
    *,
    is_forfeit: bool = False,
    **more: Any,  # noqa: ANN401
) -> Callable[[UnitOfWork], LeagueReceipt]:
    """An organiser's ruling on a game as it stands."""
    game = season.games[names]
    request = ActRequest(**{**_usual(season, names), **more})
    return partial(SetResult(game.id, result, is_forfeit).carry_out, request=request)


def _usual(season: RunningSeason, names: str) -> dict[str, Any]:
    return {"by_player_id": season.organiser, "reason": REASON, "version": season.games[names].view().version}


def ruled(season: RunningSeason, names: str, result: str = "first", **more: Any) -> LeagueReceipt:  # noqa: ANN401
    """Let an organiser set a result."""
    wish = order(season, names, result, **more)
    with season.room.workshop.open() as uow:
        return wish(uow)


def undone(season: RunningSeason, names: str, **more: Any) -> LeagueReceipt:  # noqa: ANN401
    """Let an organiser take a result back."""
    request = ActRequest(**{**_usual(season, names), **more})
    with season.room.workshop.open() as uow:
        return UndoResult(season.games[names].id).carry_out(uow, request)


def counted(season: RunningSeason, names: str) -> None:
    """Let the result of a game have been counted for ratings."""
    games = table(Game)
    with season.room.workshop.open() as uow:
        uow.connection.execute(games.update().where(games.c.id == season.games[names].id).values(counted_at=uow.now))


def row(season: RunningSeason, names: str) -> dict[str, Any]:
    """The row of a game."""
    return next(found for found in season.room.rows(Game) if found["id"] == season.games[names].id)


@pytest.mark.parametrize(
    ("result", "is_forfeit", "winner", "reason", "words", "named"),
    [
        ("first", False, 0, "adjudicated", "Cross won by a decision of its league.", "Ada wins"),
        ("second", False, 1, "adjudicated", "Nought won by a decision of its league.", "Bob wins"),
        ("second", True, 1, "forfeit", "Nought won: Cross forfeited the game.", "Bob wins by forfeit"),
        ("draw", False, None, "adjudicated", "The game is a draw by a decision of its league.", "a draw"),
        ("none", False, None, "annulled", "The game was taken out of its league. There is no result.", "no result"),
    ],
)
def test_a_game_that_runs_ends_by_it(
    room: Room, *, result: str, is_forfeit: bool, winner: int | None, reason: str, words: str, named: str
) -> None:
    season = a_running_season(room)

    receipt = ruled(season, "Ada-Bob", result, is_forfeit=is_forfeit)

    view = season.games["Ada-Bob"].view()
    assert (view.winner, view.reason, view.outcome_words) == (winner, reason, words)
    assert receipt.sentence == f"The result is set. Ada – Bob: {named}."
    assert str(view.events[-1].sentence).startswith("The organiser Olga ")
    assert REASON in str(view.events[-1].sentence)
    told = {player for player, _ in room.letters("game-over")}
    assert told == {season.players["Ada"], season.players["Bob"]}
    assert season.pairing("Ada-Bob")["ruling"] == result
    assert list(verify_games(room.workshop)) == []


def test_a_game_that_is_over_gets_the_result_and_what_was_played_is_kept(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob")
    counted(season, "Ada-Bob")
    before = row(season, "Ada-Bob")

    ruled(season, "Ada-Bob", "draw")

    after = row(season, "Ada-Bob")
    assert (after["winner"], after["reason"]) == (None, "adjudicated")
    assert (after["ended_at"], after["counted_at"], after["version"]) == (
        before["ended_at"],
        None,
        before["version"] + 1,
    )
    pairing = season.pairing("Ada-Bob")
    assert (pairing["played_winner"], pairing["played_reason"]) == (0, "resignation")
    assert pairing["ruled_for"] == REASON
    for name in ("Ada", "Bob"):
        assert season.news(name) == [f"The organisers have set another result: a draw. The reason: “{REASON}”"]
    assert list(verify_games(room.workshop)) == []


def test_names_from_right_to_left_stay_where_they_belong(room: Room) -> None:
    season = a_running_season(room, "דנה Bob Cleo Dan")
    season.win("דנה-Bob")

    receipt = ruled(season, "דנה-Bob", "first", is_forfeit=True)

    assert receipt.sentence == "The result is set. \u2068דנה\u2069 – Bob: \u2068דנה\u2069 wins by forfeit."


def test_taking_it_back_brings_what_was_played(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob")
    ruled(season, "Ada-Bob", "draw")
    ruled(season, "Ada-Bob", "none")
    counted(season, "Ada-Bob")

    receipt = undone(season, "Ada-Bob")

    game, pairing = row(season, "Ada-Bob"), season.pairing("Ada-Bob")
    assert (game["winner"], game["reason"], game["counted_at"]) == (0, "resignation", None)
    assert (pairing["ruling"], pairing["played_reason"], pairing["ruled_for"]) == (None, "", "")
    assert receipt.sentence == "The result that was played stands again. Ada – Bob: Ada wins."
    back = "The result that was set is taken back. What was played counts again"
    assert season.news("Ada")[-1] == f"{back}: you win. The reason: “{REASON}”"
    assert season.news("Bob")[-1] == f"{back}: Ada wins. The reason: “{REASON}”"
    titles = [row["facts"]["title"] for row in room.rows(Outbox) if row["kind"] == "league-news"]
    assert set(titles) == {"The result of your game against Ada", "The result of your game against Bob"}
    assert season.acts() == ["ruled", "ruled", "ruling-undone"]
    assert list(verify_games(room.workshop)) == []


def test_what_ended_a_game_that_was_running_can_not_be_taken_back_but_set_anew(room: Room) -> None:
    season = a_running_season(room)
    ruled(season, "Ada-Bob", "draw")

    with pytest.raises(
        ConflictError, match="The game was running when its result was set, so there is none to go back"
    ):
        undone(season, "Ada-Bob")
    ruled(season, "Ada-Bob", "second")

    assert row(season, "Ada-Bob")["winner"] == 1
    assert list(verify_games(room.workshop)) == []


def test_a_result_that_was_never_set_can_not_be_taken_back(room: Room) -> None:
    season = a_running_season(room)

    with pytest.raises(ConflictError, match="No result was set for this game"):
        undone(season, "Ada-Bob")


def test_what_was_a_forfeit_is_one_again_when_the_result_is_taken_back(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob", "Ada-Cleo")
    withdrawn(season, "Ada")
    ruled(season, "Ada-Dan", "draw")

    undone(season, "Ada-Dan")

    assert season.pairing("Ada-Dan")["is_forfeit"]
    assert list(verify_games(room.workshop)) == []


def test_a_result_that_was_set_anew_is_not_taken_back_by_who_saw_the_one_before(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob")
    ruled(season, "Ada-Bob", "second")
    seen = season.games["Ada-Bob"].view().version
    ruled(season, "Ada-Bob", "draw")

    with pytest.raises(ConflictError, match="This has changed since you opened the page"):
        undone(season, "Ada-Bob", version=seen)

    assert season.pairing("Ada-Bob")["ruling"] == "draw"


def test_the_form_that_takes_a_result_back_does_so_once(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob")
    ruled(season, "Ada-Bob", "second")
    undone(season, "Ada-Bob", order_key="k")
    ruled(season, "Ada-Bob", "draw")

    again = undone(season, "Ada-Bob", order_key="k")

    assert again.repeated
    assert season.pairing("Ada-Bob")["ruling"] == "draw"


def test_the_same_result_again_changes_nothing(room: Room) -> None:
    season = a_running_season(room)
    ruled(season, "Ada-Bob", "draw", order_key="k")
    letters = room.count(Outbox)

    again = ruled(season, "Ada-Bob", "draw", order_key="k")
    otherwise = ruled(season, "Ada-Bob", "draw")

    assert (again.repeated, otherwise.repeated) == (True, True)
    assert room.count(Outbox) == letters


def test_the_form_that_ended_the_season_comes_again_and_is_known(room: Room) -> None:
    season = a_running_season(room)
    wish = order(season, "Ada-Bob", order_key="k")
    for again in (False, True):
        with room.workshop.open() as uow:
            assert wish(uow).repeated is again
            uow.connection.execute(table(Season).update().values(state="over"))

    with pytest.raises(ConflictError, match="The season is over"):
        ruled(season, "Ada-Cleo", order_key="other")


def test_organisers_who_play_in_the_division_do_not_rule_in_it(room: Room) -> None:
    season = a_running_season(room, organiser="Dan")

    with pytest.raises(NotAllowedError, match="You play in this division, so another organiser or an administrator"):
        ruled(season, "Ada-Bob")

    assert season.acts() == []


@pytest.mark.both_databases
def test_others_do_not_rule_at_all(room: Room) -> None:
    season = a_running_season(room)

    with pytest.raises(NotAllowedError, match="Only the organisers of this league may do that"):
        ruled(season, "Ada-Bob", by_player_id=season.players["Cleo"])


def test_a_game_of_no_league_and_a_season_that_is_over_are_not_ruled_on(room: Room) -> None:
    season = a_running_season(room)
    other = a_game(room, names="Xia Yan")
    with room.workshop.open() as uow, pytest.raises(NotFoundError, match="This game belongs to no season of a league"):
        SetResult(other.id, "draw").carry_out(uow, ActRequest(season.organiser, REASON, 0))
    with room.workshop.open() as uow:
        uow.connection.execute(table(Season).update().values(state="over"))

    with pytest.raises(ConflictError, match="The season is over"):
        ruled(season, "Ada-Bob")


@pytest.mark.parametrize(
    ("result", "more", "words"),
    [
        ("both", {}, "Choose one of the results: a win, a draw, or no result."),
        ("draw", {"is_forfeit": True}, "A forfeit is won by one of the two; choose who wins."),
        ("first", {"reason": ""}, "Write a short reason: everybody in the league can read it."),
        ("first", {"reason": "x" * 301}, "A reason has at most 300 letters"),
    ],
)
def test_what_cannot_be_used_is_refused(room: Room, result: str, more: dict[str, Any], words: str) -> None:
    season = a_running_season(room)

    with pytest.raises(InputError, match=words):
        ruled(season, "Ada-Bob", result, **more)

    assert not season.games["Ada-Bob"].view().is_over


def test_the_organiser_reads_before_what_will_happen(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Cleo")
    with room.workshop.look() as reader:
        running = SetResult(season.games["Ada-Bob"].id, "draw").preview(reader, season.organiser)
        over = SetResult(season.games["Ada-Cleo"].id, "second", is_forfeit=True).preview(reader, season.organiser)

    assert [str(sentence) for sentence in running.sentences] == [
        "The game Ada – Bob gets this result: a draw.",
        "The game is going on now. This ends it for good.",
        "As long as the season runs, you can set another result.",
        "Only play counts for ratings, so it counts for none.",
        "Both players are told, and everybody can read your reason.",
    ]
    assert [str(sentence) for sentence in over.sentences[1:5]] == [
        "Until now: Ada wins.",
        "You can undo that as long as the season runs.",
        "Only play counts for ratings: they stay as they are.",
        "The forfeit counts against Ada’s reliability, which everybody can read.",
    ]


def test_the_organiser_reads_that_a_game_is_paused(room: Room) -> None:
    season = a_running_season(room)
    with room.workshop.open() as uow:
        Pause(season.id).carry_out(uow, ActRequest(season.organiser, REASON))

    with room.workshop.look() as reader:
        act = SetResult(season.games["Ada-Bob"].id, "draw")
        preview = act.preview(reader, season.organiser)

    assert str(preview.sentences[1]) == "The game is paused now. This ends it for good."


def test_the_organiser_reads_before_that_the_last_result_is_final(room: Room) -> None:
    season = a_running_season(room, "Ada Bob Cleo")
    season.win("Ada-Bob")

    def read() -> str:
        with room.workshop.look() as reader:
            game, by = season.games["Bob-Cleo"].id, season.organiser
            preview = SetResult(game, "first").preview(reader, by)
        return " ".join(map(str, preview.sentences))

    before = read()
    season.win("Ada-Cleo")

    assert "As long as the season runs, you can set another result." in before
    assert "It is the last game of the season, which is over then: no result can be changed afterwards." in read()


def test_the_organiser_reads_before_what_taking_it_back_brings(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob")
    ruled(season, "Ada-Bob", "draw")

    with room.workshop.look() as reader:
        found = UndoResult(season.games["Ada-Bob"].id).preview(reader, season.organiser)

    assert str(found.sentences[0]) == "The game Ada – Bob has again the result that was played: Ada wins."


def _tried(work: Callable[[UnitOfWork], object]) -> Callable[[UnitOfWork], str]:
    def run(uow: UnitOfWork) -> str:
        try:
            with uow.attempt():
                work(uow)
        except ConflictError as refused:
            return refused.sentence
        return "done"

    return run


@pytest.mark.both_databases
def test_of_two_organisers_who_set_different_results_at_once_the_second_is_told(room: Room) -> None:
    season = a_running_season(room)
    paul = room.player("Paul")
    with room.workshop.open() as uow:
        uow.connection.execute(table(LeagueOrganiser).insert().values(league_id="cup", player_id=paul, since=uow.now))
    first, second = order(season, "Ada-Bob", "first"), order(season, "Ada-Bob", "second", by_player_id=paul)

    became = in_units_of_work(room, _tried(first), _tried(second))

    assert sorted(became) == [
        ("This has changed since you opened the page, so nothing was done now. Look at it as it is, then try again."),
        "done",
    ]
    assert season.acts() == ["ruled"]
    winner = became.index("done")
    assert row(season, "Ada-Bob")["winner"] == winner
    assert list(verify_games(room.workshop)) == []


@pytest.mark.both_databases
def test_a_turn_that_comes_in_while_the_result_is_set_is_played_before_or_not_at_all(room: Room) -> None:
    season = a_running_season(room)
    game = season.games["Ada-Bob"]
    wish, turn = order(season, "Ada-Bob", "second"), game.order("A1")

    became = in_units_of_work(room, _tried(wish), _tried(lambda uow: submit_turn(uow, turn)))

    assert became.count("done") == 1
    assert game.view().is_over == (became[0] == "done")
    assert game.view().turn_number == (1 if became[0] == "done" else 2)
    assert list(verify_games(room.workshop)) == []


def test_the_table_has_the_result_that_was_set(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob")
    ruled(season, "Ada-Bob", "second")

    (meeting,) = season.division.table.counted()

    assert meeting.result is Result.SECOND


@pytest.mark.both_databases
def test_what_a_player_was_asked_about_by_mail_waits_for_no_answer_any_more(room: Room) -> None:
    season = a_running_season(room)
    game = season.games["Ada-Bob"]
    office = Office(game)
    assert doubted(office, "Ada", "offer draw", recipient=office.new_address("Ada")) == "asked"
    question = office.reply_address("Ada")
    with room.workshop.look() as reader:
        assert len(asked_of_game(reader, game.players[0], game.id)) == 1

    ruled(season, "Ada-Bob")

    with room.workshop.look() as reader:
        assert asked_of_game(reader, game.players[0], game.id) == ()
    assert office.answer("Ada", "yes", recipient=question) == "stale"
