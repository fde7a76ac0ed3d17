"""Another player takes over: finished results stay, open games go on, and everybody concerned is told."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from corr.administration.game_freezes import FreezeOrder, freeze, thaw
from corr.administration.verification import verify_games
from corr.base.uow import Reader
from corr.clocks.take_leave import TakeLeave, take_leave
from corr.core.days_off import ForDays
from corr.errors import ConflictError, InputError, NotAllowedError, NotFoundError
from corr.game.game_row import GAME, get_game_row
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.replacement import AskToReplace
from corr.leagues.journal import LeagueReceipt
from corr.leagues.rules.settings import SeasonSettings
from corr.mail.letters.letter import Letter
from corr.mail.letters.letter_facts import find_letters
from corr.mail.queues.outbox import ClaimedLetter
from corr.play.endings import offer_draw
from corr.play.messages import SendMessage, find_conversation, send_message
from corr.players.reply_tokens import find_reply_target, mint_reply_token
from corr.store.base import table
from corr.store.tables.leagues import Entry
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import Player
from tests.league_builders import replaced as play_on
from tests.leagues.acts.test_withdrawing import withdrawn
from tests.leagues.running import REASON, RunningSeason, a_running_season
from tests.mail.office import IDENTITY
from tests.playing import DAY, Room, terms
from tests.racing import in_units_of_work


def replaced(season: RunningSeason, name: str, new: str, by: int | None = None, **more: Any) -> LeagueReceipt:  # noqa: ANN401
    """Let somebody else play on."""
    values = {"reason": REASON, **more}
    by_id = season.organiser if by is None else by
    with season.room.workshop.open() as uow:
        return play_on(uow, AskToReplace(season.id, season.players[name], new), ActRequest(by_id, **values))


def players_of(season: RunningSeason, names: str) -> list[str]:
    """Who plays a game now."""
    return [seat.name for seat in season.games[names].view().seats]


@pytest.mark.both_databases
def test_open_games_go_on_with_the_new_player_and_finished_ones_stay_with_the_row(room: Room) -> None:
    season = a_running_season(room)
    season.win("Bob-Cleo")
    room.player("Eve")

    replaced(season, "Bob", "Eve")

    assert players_of(season, "Bob-Cleo") == ["Bob", "Cleo"]
    assert [players_of(season, names) for names in ("Ada-Bob", "Bob-Dan")] == [["Ada", "Eve"], ["Eve", "Dan"]]
    division = season.division
    (row,) = [entry for entry in division.entries if entry.name == "Eve"]
    assert row.began_by == season.players["Bob"]
    assert [meeting.winner for meeting in division.table.counted()] == [row.id]
    assert list(verify_games(room.workshop)) == []


def test_the_lot_stays_with_the_row_so_that_nobody_is_chosen_for_it(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")
    before = {entrant.id: entrant.lot for entrant in season.division.table.entrants}

    replaced(season, "Bob", "Eve")

    assert {entrant.id: entrant.lot for entrant in season.division.table.entrants} == before


def test_a_turn_that_is_due_has_all_of_the_time_again_and_never_less(room: Room) -> None:
    season = a_running_season(room)
    eve = room.player("Eve")
    room.clock.move(2 * DAY)

    replaced(season, "Ada", "Eve")

    seat = season.games["Ada-Bob"].seats()[0]
    assert (seat["player_id"], seat["due_at"]) == (eve, room.clock.now() + 3 * DAY)
    assert ("your-turn", eve) in [(row["kind"], row["player_id"]) for row in room.rows(Outbox)]
    assert list(verify_games(room.workshop)) == []


def test_a_bank_that_was_used_up_is_full_again_for_who_takes_over(room: Room) -> None:
    season = a_running_season(room, pace="10d+1d/14d")
    game = season.games["Ada-Bob"]
    whole = game.seats()[0]["due_at"] - room.clock.now()
    eve = room.player("Eve")
    room.clock.move(6 * DAY)
    game.play("A1")
    game.play("B1")
    left = game.seats()[0]["due_at"] - room.clock.now()

    replaced(season, "Ada", "Eve")

    seat = game.seats()[0]
    assert left < whole
    assert (seat["player_id"], seat["due_at"]) == (eve, room.clock.now() + whole)


def test_letters_to_the_one_before_can_not_be_answered_any_more(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")
    with room.workshop.open() as uow:
        token = mint_reply_token(uow, season.players["Ada"], season.games["Ada-Bob"].id, 1)

    replaced(season, "Ada", "Eve")

    with room.workshop.look() as reader:
        assert find_reply_target(reader, token) is None


@pytest.mark.both_databases
def test_letters_that_wait_for_the_one_before_are_not_sent(room: Room) -> None:
    season = a_running_season(room)
    eve = room.player("Eve")
    replaced(season, "Ada", "Eve")
    game_id = season.games["Ada-Bob"].id
    turns = [row for row in room.rows(Outbox) if row["kind"] == "your-turn" and row["game_id"] == game_id]

    with room.workshop.look() as reader:
        composed = {row["player_id"]: _letter(reader, _claimed(row)) for row in turns}

    assert composed[season.players["Ada"]] is None
    assert composed[eve] is not None


def test_a_message_to_the_one_before_that_waits_is_not_sent(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")
    game_id, ada = season.games["Ada-Bob"].id, season.players["Ada"]
    with room.workshop.open() as uow:
        send_message(uow, SendMessage(game_id, season.players["Bob"], "See you next year, Ada.", "web", "k"))
    (letter,) = [_claimed(row) for row in room.rows(Outbox) if (row["kind"], row["player_id"]) == ("message", ada)]
    with room.workshop.look() as reader:
        assert _letter(reader, letter) is not None

    replaced(season, "Ada", "Eve")

    with room.workshop.look() as reader:
        assert _letter(reader, letter) is None


def _claimed(row: dict[str, Any]) -> ClaimedLetter:
    names = ("id", "kind", "key", "player_id", "address", "game_id", "turn_number", "facts", "created_at", "tries")
    return ClaimedLetter(**{name: row[name] for name in names})


def _letter(reader: Reader, claimed: ClaimedLetter) -> Letter | None:
    return find_letters(reader, IDENTITY, [claimed]).get(claimed.id)


def test_a_draw_that_the_one_before_had_offered_is_taken_back(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")
    game = season.games["Ada-Bob"]
    with room.workshop.open() as uow:
        offer_draw(uow, game.id, season.players["Ada"], "web")

    replaced(season, "Ada", "Eve")

    with room.workshop.look() as reader:
        assert get_game_row(reader, game.id).draw_offer is None
    assert "draw-withdrawn" in room.events()
    assert list(verify_games(room.workshop)) == []


def test_who_takes_over_may_offer_a_draw_though_the_one_before_had_done_so(room: Room) -> None:
    season = a_running_season(room)
    eve = room.player("Eve")
    game = season.games["Ada-Bob"]
    with room.workshop.open() as uow:
        offer_draw(uow, game.id, season.players["Ada"], "web")

    replaced(season, "Ada", "Eve")

    assert game.view(eve).may_offer_draw
    with room.workshop.open() as uow:
        assert not offer_draw(uow, game.id, eve, "web").repeated


def test_no_clock_runs_in_a_frozen_game_that_is_taken_over(room: Room) -> None:
    season = a_running_season(room)
    eve = room.player("Eve")
    game = season.games["Ada-Bob"]
    room.clock.move(DAY)
    with room.workshop.open() as uow:
        freeze(uow, FreezeOrder(game.id, "Somebody has to have a look."))

    replaced(season, "Ada", "Eve")
    stood = game.seats()[0]
    room.clock.move(9 * DAY)
    with room.workshop.open() as uow:
        thaw(uow, FreezeOrder(game.id, ""))

    assert (stood["player_id"], stood["due_at"], stood["remind_at"]) == (eve, None, None)
    assert game.seats()[0]["due_at"] == room.clock.now() + 3 * DAY


def test_no_deadline_comes_earlier_by_a_take_over_than_it_would_have_come(room: Room) -> None:
    season = a_running_season(room, settings=SeasonSettings("tiny/1", terms=terms("3d/turn")))
    eve = room.player("Eve")
    game = season.games["Ada-Bob"]
    with room.workshop.open() as uow:
        take_leave(uow, TakeLeave(season.players["Ada"], ForDays(5), "web", "leave"))
    shown = game.seats()[0]["due_at"]

    replaced(season, "Ada", "Eve")

    seat = game.seats()[0]
    assert shown == room.clock.now() + 8 * DAY
    assert (seat["player_id"], seat["due_at"]) == (eve, shown)


@pytest.mark.both_databases
def test_what_was_said_to_the_one_before_stays_between_those_two(room: Room) -> None:
    season = a_running_season(room)
    eve = room.player("Eve")
    game = season.games["Ada-Bob"]
    with room.workshop.open() as uow:
        send_message(uow, SendMessage(game.id, season.players["Ada"], "I have to go.", "web", "k"))
    room.clock.move(timedelta(hours=1))

    replaced(season, "Ada", "Eve")

    assert game.view(eve).messages == ()
    assert [(line.name, line.text) for line in game.view(season.players["Bob"]).messages] == [("Ada", "I have to go.")]


@pytest.mark.both_databases
def test_who_takes_over_has_nothing_to_read_of_what_was_written_to_the_one_before(room: Room) -> None:
    season = a_running_season(room)
    eve, game = room.player("Eve"), season.games["Ada-Bob"]
    with room.workshop.open() as uow:
        send_message(uow, SendMessage(game.id, season.players["Bob"], "See you next year, Ada.", "web", "k"))
    assert has_unread(season, season.players["Ada"])

    replaced(season, "Ada", "Eve")

    assert not has_unread(season, eve)
    with room.workshop.open() as uow:
        send_message(uow, SendMessage(game.id, season.players["Bob"], "Welcome, Eve.", "web", "l"))
    assert has_unread(season, eve)


def has_unread(season: RunningSeason, player_id: int) -> bool:
    """Whether a message waits for a player in a game with Bob."""
    with season.room.workshop.look() as reader:
        conversation = find_conversation(reader, season.games["Ada-Bob"].id, player_id, 10)
    assert conversation is not None
    return conversation.unread is not None


def test_both_and_the_division_and_the_organisers_are_told(room: Room) -> None:
    season = a_running_season(room)
    season.players["Eve"] = room.player("Eve")

    replaced(season, "Ada", "Eve")

    unrated = "The games taken over count for no ratings any more."
    for name in ("Bob", "Cleo", "Dan", "Olga"):
        assert season.news(name) == [f"Eve plays on for Ada from now on. {unrated} The reason: “{REASON}”"], name
    assert season.news("Ada") == [
        f"Eve plays on for you from now on. Nothing is left for you to do. The reason: “{REASON}”"
    ]
    (mine,) = season.news("Eve")
    assert mine.startswith("You take over from Ada, against Bob, Cleo and Dan, as you were asked.")
    assert (
        "You have the full time for each turn that is due. The games taken over count for no ratings any more." in mine
    )
    assert season.acts() == ["asked-to-replace", "replaced"]


def test_an_order_that_comes_again_changes_nothing(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")
    replaced(season, "Ada", "Eve", order_key="k")

    again = replaced(season, "Ada", "Eve", order_key="k")

    assert again.repeated
    assert season.acts() == ["asked-to-replace", "replaced"]


def test_somebody_may_come_back_to_their_own_games(room: Room) -> None:
    season = a_running_season(room)
    season.players["Eve"] = room.player("Eve")
    replaced(season, "Ada", "Eve")

    replaced(season, "Eve", "Ada")

    assert season.entry("Ada")["began_by"] is None
    assert players_of(season, "Ada-Bob") == ["Ada", "Bob"]
    assert list(verify_games(room.workshop)) == []


def test_who_was_replaced_takes_over_from_nobody_else(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")
    replaced(season, "Ada", "Eve")

    with pytest.raises(ConflictError, match="Ada is in this season already, or was, and cannot take over"):
        replaced(season, "Bob", "Ada")

    assert players_of(season, "Ada-Bob") == ["Eve", "Bob"]


def test_whoever_left_before_the_start_may_take_over(room: Room) -> None:
    season = a_running_season(room)
    eve = room.player("Eve")
    with room.workshop.open() as uow:
        uow.connection.execute(
            table(Entry)
            .insert()
            .values(season_id=season.id, player_id=eve, state="left", door="web", joined_at=room.clock.now())
        )

    replaced(season, "Ada", "Eve")

    assert [row["state"] for row in room.rows(Entry) if row["player_id"] == eve] == ["playing"]


@pytest.mark.parametrize(
    ("new", "fault", "words"),
    [
        ("Bob", ConflictError, "Bob is in this season already, or was, and cannot take over."),
        ("Ada", ConflictError, "Ada plays these games already."),
        ("Nobody", InputError, "There is no player"),
        ("Gone", InputError, "There is no player"),
    ],
)
def test_who_cannot_take_over_is_refused(room: Room, new: str, fault: type[Exception], words: str) -> None:
    season = a_running_season(room)
    gone = room.player("Gone")
    with room.workshop.open() as uow:
        uow.connection.execute(table(Player).update().where(table(Player).c.id == gone).values(closed_at=uow.now))

    with pytest.raises(fault, match=words):
        replaced(season, "Ada", new)

    assert players_of(season, "Ada-Bob") == ["Ada", "Bob"]


def test_nobody_takes_over_from_who_is_not_in_it_or_has_withdrawn_or_has_no_open_game(room: Room) -> None:
    season = a_running_season(room)
    season.players["Eve"] = room.player("Eve")
    room.player("Fay")
    withdrawn(season, "Ada")
    season.win("Bob-Cleo", "Bob-Dan")

    with pytest.raises(NotFoundError, match="That player is not in this season"):
        replaced(season, "Eve", "Fay")
    with pytest.raises(ConflictError, match="Ada has withdrawn already"):
        replaced(season, "Ada", "Fay")
    with pytest.raises(ConflictError, match="All games of Bob are over, so there is nothing to take over"):
        replaced(season, "Bob", "Fay")


@pytest.mark.both_databases
def test_only_organisers_may_replace(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")

    with pytest.raises(NotAllowedError):
        replaced(season, "Ada", "Eve", season.players["Bob"])


def test_the_organiser_reads_before_what_will_happen(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")
    with room.workshop.look() as reader:
        found = AskToReplace(season.id, season.players["Ada"], "eve").preview(reader, season.organiser)

    assert [str(sentence) for sentence in found.sentences] == [
        "Eve gets a letter with all terms and open games, and is asked whether to play on for Ada.",
        "Until Eve says yes, nothing changes: Ada plays on, and the clocks run.",
        "If Eve says yes, 3 open games go on with Eve, with the full time for each turn that is due.",
        "Results of finished games stay in the row of the table.",
        "The games taken over count for no ratings any more.",
        "Ada is out of the season then, and both and the division are told.",
    ]


def test_who_plays_on_again_in_the_same_turn_gets_a_letter_that_can_be_answered(room: Room) -> None:
    season = a_running_season(room)
    season.players["Eve"] = room.player("Eve")
    games = {season.games[names].id for names in ("Ada-Bob", "Ada-Cleo", "Ada-Dan")}
    replaced(season, "Ada", "Eve")
    replaced(season, "Eve", "Ada")

    told = [
        row["game_id"]
        for row in room.rows(Outbox)
        if (row["kind"], row["player_id"], row["turn_number"]) == ("your-turn", season.players["Ada"], 1)
    ]

    assert sorted(told) == sorted([*games, *games])


@pytest.mark.both_databases
def test_of_two_who_are_to_take_over_at_once_one_does(room: Room) -> None:
    season = a_running_season(room)
    for name in ("Eve", "Fay"):
        season.players[name] = room.player(name)

    def exchange(new: str) -> Any:  # noqa: ANN401
        def work(uow: Any) -> object:  # noqa: ANN401
            try:
                return play_on(
                    uow, AskToReplace(season.id, season.players["Ada"], new), ActRequest(season.organiser, REASON)
                )
            except (ConflictError, NotFoundError) as refused:
                return refused

        return work

    in_units_of_work(room, exchange("Eve"), exchange("Fay"))

    assert season.acts() == ["asked-to-replace", "replaced"]
    now = {players_of(season, names)[0] for names in ("Ada-Bob", "Ada-Cleo", "Ada-Dan")}
    assert len(now) == 1
    assert now < {"Eve", "Fay"}
    assert list(verify_games(room.workshop)) == []


def test_the_history_says_who_plays_for_whom_now(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")

    replaced(season, "Ada", "Eve")

    told = str(season.games["Ada-Bob"].view().events[-1].sentence)
    assert told == f"Eve plays Cross from now on, for Ada: “{REASON}”"


def test_a_game_that_changed_hands_says_that_it_counts_for_no_ratings(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")
    assert all(game.view().void_words == "" for game in season.games.values())
    with room.workshop.open() as uow:
        uow.connection.execute(update(GAME).values(is_rated=True))

    replaced(season, "Ada", "Eve")

    told = {names: game.view().void_words for names, game in season.games.items()}
    assert told["Ada-Bob"] == "This game counts for no ratings, because somebody took a seat over."
    assert told["Bob-Cleo"] == ""


def test_where_no_game_counts_for_the_ratings_nothing_is_said_of_them(room: Room) -> None:
    season = a_running_season(room, settings=SeasonSettings("tiny/1", terms=terms("3d/turn"), is_rated=False))
    room.player("Eve")

    replaced(season, "Ada", "Eve")

    assert not any("ratings" in told for name in ("Bob", "Eve") for told in season.news(name))
