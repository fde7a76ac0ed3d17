"""A player who withdraws: results leave the table or the rest are forfeits, and everybody concerned is told."""

from typing import Any

import pytest

from corr.administration.verification import verify_games
from corr.errors import ConflictError, InputError, NotAllowedError, NotFoundError
from corr.leagues.acts.organiser_act import ActQuestion, ActRequest
from corr.leagues.acts.withdrawal import OwnWithdrawal, Withdraw
from corr.leagues.journal import LeagueReceipt
from corr.play.endings import resign
from corr.states import Withdrawal
from corr.store.base import table
from corr.store.tables.leagues import Season
from corr.store.tables.mails import Outbox
from tests.leagues.running import RunningSeason, a_running_season
from tests.playing import Room
from tests.racing import in_units_of_work


def withdrawn(season: RunningSeason, name: str, by: str = "", **more: Any) -> LeagueReceipt:  # noqa: ANN401
    """Let somebody withdraw, by an organiser if nobody else is named."""
    by_id = season.players.get(by, season.organiser)
    with season.room.workshop.open() as uow:
        request = ActRequest(by_id, **{"reason": "Ill", **more})
        return kind_of(name, by)(season.id, season.players[name]).carry_out(uow, request)


def kind_of(name: str, by: str) -> type[Withdraw]:
    """What it is if somebody withdraws by whose order."""
    return OwnWithdrawal if name == by else Withdraw


def preview(season: RunningSeason, name: str, by: str = "") -> ActQuestion:
    """What would happen."""
    with season.room.workshop.look() as reader:
        act = kind_of(name, by)(season.id, season.players[name])
        return act.preview(reader, season.players.get(by, season.organiser))


def test_with_less_than_half_finished_all_results_leave_the_table_and_open_games_end_without_one(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob")

    withdrawn(season, "Bob")

    assert season.entry("Bob")["withdrawal"] == Withdrawal.REMOVED
    assert season.entry("Bob")["state"] == "withdrawn"
    assert season.games["Ada-Bob"].view().reason == "resignation"
    assert [season.games[names].view().reason for names in ("Bob-Cleo", "Bob-Dan")] == ["annulled", "annulled"]
    assert season.division.table.counted() == ()
    assert list(verify_games(room.workshop)) == []


def test_from_half_on_the_rest_are_forfeits_that_the_opponents_win(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob", "Bob-Cleo")

    withdrawn(season, "Bob")

    game = season.games["Bob-Dan"].view()
    assert (game.reason, game.winner) == ("forfeit", 1)
    assert game.outcome_words == "Nought won: Cross forfeited the game."
    assert season.pairing("Bob-Dan")["is_forfeit"]
    assert len(season.division.table.counted()) == 3
    assert list(verify_games(room.workshop)) == []


@pytest.mark.parametrize(
    ("finished", "by", "reason", "said"),
    [
        ((), "Bob", "", "Cross left the season."),
        ((), "Bob", "No time.", "Cross left the season: “No time.”"),
        ((), "Olga", "Ill.", "The organiser Olga took Cross out of the season: “Ill.”"),
        (("Ada-Bob", "Bob-Cleo"), "Bob", "", "Cross left the season."),
        (("Ada-Bob", "Bob-Cleo"), "Olga", "Ill.", "The organiser Olga took Cross out of the season: “Ill.”"),
    ],
)
def test_the_games_that_a_withdrawal_ends_say_so(
    room: Room, *, finished: tuple[str, ...], by: str, reason: str, said: str
) -> None:
    season = a_running_season(room)
    season.win(*finished)

    withdrawn(season, "Bob", by, reason=reason)

    assert str(season.games["Bob-Dan"].view().events[-1].sentence) == said


def test_whoever_is_about_to_withdraw_reads_before_what_will_happen(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob")

    found = preview(season, "Bob", "Bob")

    assert found.intro == "You have finished 1 of 3 games."
    assert [str(sentence) for sentence in found.sentences] == [
        (
            "All of your results leave the table. The 2 open games end without a result. Games that are finished stay "
            "in the archive, and in the ratings."
        ),
        "This cannot be undone: games that end this way cannot be resumed.",
    ]


@pytest.mark.both_databases
def test_the_division_and_the_organisers_are_told_once(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob", "Bob-Cleo")

    withdrawn(season, "Bob", "Bob", reason="")

    words = "Bob does not play on in Division 1. All results stay in the table. The one open game is forfeited: "
    for name in ("Ada", "Cleo", "Dan", "Olga"):
        assert season.news(name) == [f"{words}the opponent wins it."], name
    assert season.news("Bob") == [f"{words.replace('Bob does', 'You do')}the opponent wins it."]
    told = {row["player_id"]: row["facts"]["title"] for row in room.rows(Outbox) if row["kind"] == "league-news"}
    assert told[season.players["Bob"]] == "You have withdrawn"
    assert told[season.players["Ada"]] == "Bob has withdrawn"
    over = [row["player_id"] for row in room.rows(Outbox) if row["game_id"] == season.games["Bob-Dan"].id]
    assert over.count(season.players["Dan"]) == 1
    assert season.acts() == ["withdrawn"]


def test_whom_an_organiser_withdraws_reads_why_without_being_talked_about(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob")

    withdrawn(season, "Bob", reason="Ill.")

    (told,) = season.news("Bob")
    assert told.startswith("You do not play on in Division 1, as the organisers decided. All of your results leave the")
    assert told.endswith("The reason: “Ill.”")


def test_who_has_finished_nothing_leaves_no_results_behind(room: Room) -> None:
    season = a_running_season(room)

    receipt = withdrawn(season, "Bob", "Bob", reason="")

    ended = "The 3 open games end without a result."
    assert season.news("Ada") == [f"Bob does not play on in Division 1. Bob leaves the table. {ended}"]
    assert receipt.sentence == f"You have withdrawn. You leave the table. {ended}"


def test_a_withdrawal_that_comes_again_changes_nothing(room: Room) -> None:
    season = a_running_season(room)
    first = withdrawn(season, "Bob", order_key="k")
    letters, stands = room.count(Outbox), season.row.version

    again = withdrawn(season, "Bob", order_key="k")
    otherwise = withdrawn(season, "Bob", "Bob")

    assert (first.repeated, again.repeated, otherwise.repeated) == (False, True, True)
    assert otherwise.sentence == "You have withdrawn already."
    assert (room.count(Outbox), season.row.version) == (letters, stands)


@pytest.mark.both_databases
def test_only_the_player_and_organisers_may_do_it(room: Room) -> None:
    season = a_running_season(room)

    with pytest.raises(NotAllowedError, match="Only the player and the organisers of this league may do that"):
        withdrawn(season, "Bob", "Ada")

    assert season.acts() == []


def test_an_organiser_gives_a_reason(room: Room) -> None:
    season = a_running_season(room)

    with pytest.raises(InputError, match="Write a short reason: everybody in the league can read it"):
        withdrawn(season, "Bob", reason=" ")

    assert season.entry("Bob")["state"] == "playing"


def test_a_reason_may_be_as_long_as_it_says_with_its_full_stop_or_without(room: Room) -> None:
    season = a_running_season(room)

    with pytest.raises(InputError, match="A reason has at most 300 letters"):
        withdrawn(season, "Bob", reason="x" * 301)
    withdrawn(season, "Bob", reason="x" * 300)

    assert season.entry("Bob")["state"] == "withdrawn"


def test_nobody_withdraws_who_does_not_play_or_from_a_season_that_is_over(room: Room) -> None:
    season = a_running_season(room)
    stranger = room.player("Eve")
    with room.workshop.open() as uow, pytest.raises(NotFoundError, match="That player is not in this season"):
        Withdraw(season.id, stranger).carry_out(uow, ActRequest(season.organiser, "Ill"))
    with room.workshop.open() as uow:
        uow.connection.execute(table(Season).update().values(state="over"))

    with pytest.raises(ConflictError, match="The season is over"):
        withdrawn(season, "Bob")


@pytest.mark.both_databases
def test_a_game_that_ends_at_the_same_moment_keeps_its_result(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob")
    game = season.games["Bob-Cleo"]

    def end(uow: Any) -> object:  # noqa: ANN401
        try:
            return resign(uow, game.id, game.players[1], "web")
        except ConflictError as refused:
            return refused

    def leave(uow: Any) -> object:  # noqa: ANN401
        return Withdraw(season.id, season.players["Bob"]).carry_out(uow, ActRequest(season.organiser, "Ill"))

    in_units_of_work(room, end, leave)

    kept = {"resignation": Withdrawal.FORFEITS, "annulled": Withdrawal.REMOVED}
    assert season.entry("Bob")["withdrawal"] == kept[season.games["Bob-Cleo"].view().reason]
    assert list(verify_games(room.workshop)) == []
