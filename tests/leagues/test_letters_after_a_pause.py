"""Whose letter was not sent since the game stood still is told when it goes on; and nobody is told twice."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.header import decode_header, make_header

import pytest

from corr.administration.verification import verify_games
from corr.base.uow import UnitOfWork, Workshop
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.season_changes import MoveEnd, Pause, Resume
from corr.leagues.seasons.season_end import apply_end_date
from corr.mail.letters.dispatch import BATCH, prepare, send_next
from corr.mail.queues.outbox import claim_letters
from corr.players.mail_preferences import set_turn_mail
from corr.store.tables.mails import ReplyToken, TurnMail
from tests.leagues.running import REASON, RunningSeason, a_running_season
from tests.mail.office import IDENTITY, FakeTransport
from tests.playing import DAY, Room


class Interrupted(Workshop):
    """A workshop of somebody who is interrupted once, after having looked and before writing what comes of it."""

    def __init__(self, room: Room, by: Callable[[], None]) -> None:
        super().__init__(room.database, room.clock, room.workshop.registry, room.workshop.secret)
        self._interruptions = [by]

    @contextmanager
    def open(self) -> Iterator[UnitOfWork]:
        """The same, after the interruption."""
        if self._interruptions:
            self._interruptions.pop()()
        with super().open() as uow:
            yield uow


def sent(season: RunningSeason) -> list[str]:
    """Send all letters that wait; gives whom those went to that are about games."""
    transport = FakeTransport()
    while send_next(season.room.workshop, IDENTITY, transport, "sender"):
        pass
    return sorted(to.partition("@")[0] for _, to, raw in transport.sent if "Tiny: " in _subject(raw))


def _subject(raw: bytes) -> str:
    return str(make_header(decode_header(message_from_bytes(raw)["Subject"])))


def paused(season: RunningSeason) -> None:
    """Let the season stand still."""
    with season.room.workshop.open() as uow:
        Pause(season.id).carry_out(uow, ActRequest(season.organiser, REASON))


def resumed(season: RunningSeason) -> None:
    """Let it go on a day later."""
    season.room.clock.move(DAY)
    with season.room.workshop.open() as uow:
        Resume(season.id).carry_out(uow, ActRequest(season.organiser))


def test_who_got_no_letter_before_the_pause_gets_it_after_and_can_answer_it(room: Room) -> None:
    season = a_running_season(room, "Ada Bob Cleo")
    paused(season)
    assert sent(season) == []

    resumed(season)

    assert sent(season) == ["ada", "ada", "bob"]
    targets = {(row["player_id"], row["game_id"]) for row in room.rows(ReplyToken)}
    players = season.players
    assert targets >= {(players["Ada"], season.games["Ada-Bob"].id), (players["Bob"], season.games["Bob-Cleo"].id)}


@pytest.mark.both_databases
def test_a_letter_that_is_written_anew_is_no_finding_of_a_verification(room: Room) -> None:
    season = a_running_season(room, "Ada Bob Cleo")
    paused(season)
    sent(season)
    resumed(season)
    sent(season)

    assert [finding.sentence for finding in verify_games(room.workshop)] == []


def test_who_got_the_letter_before_the_pause_gets_no_second_one(room: Room) -> None:
    season = a_running_season(room, "Ada Bob Cleo")
    assert len(sent(season)) == 3
    paused(season)

    resumed(season)

    assert sent(season) == []


def test_a_letter_that_still_waits_is_not_doubled(room: Room) -> None:
    season = a_running_season(room, "Ada Bob Cleo")
    paused(season)

    resumed(season)

    assert len(sent(season)) == 3


def test_a_second_pause_before_that_letter_is_no_end_of_it(room: Room) -> None:
    season = a_running_season(room, "Ada Bob Cleo")
    for _ in range(2):
        paused(season)
        assert sent(season) == []
        resumed(season)
    assert len(sent(season)) == 3

    paused(season)
    resumed(season)

    assert sent(season) == []


def test_only_whoever_is_due_now_is_told(room: Room) -> None:
    season = a_running_season(room, "Ada Bob Cleo")
    sent(season)
    season.games["Ada-Bob"].play("A1")
    paused(season)
    sent(season)

    resumed(season)

    assert sent(season) == ["bob"]


@pytest.mark.both_databases
def test_who_wants_no_letters_about_turns_gets_none(room: Room) -> None:
    season = a_running_season(room, "Ada Bob Cleo")
    with room.workshop.open() as uow:
        set_turn_mail(uow, season.players["Ada"], TurnMail.NONE)
    paused(season)
    sent(season)

    resumed(season)

    assert sent(season) == ["bob"]


def test_a_letter_that_a_sender_found_too_much_just_before_the_games_went_on_is_not_lost(room: Room) -> None:
    season = a_running_season(room, "Ada Bob Cleo")
    paused(season)
    with room.workshop.open() as uow:
        letters = claim_letters(uow, "sender", BATCH)

    prepare(Interrupted(room, lambda: resumed(season)), IDENTITY, letters)

    assert sent(season) == ["ada", "ada", "bob"]


@pytest.mark.both_databases
@pytest.mark.parametrize("is_sent_before", [True, False])
def test_games_that_waited_for_a_decision_are_told_again_in_the_same_way(room: Room, *, is_sent_before: bool) -> None:
    season = a_running_season(room, "Ada Bob Cleo", days=2)
    if is_sent_before:
        sent(season)
    room.clock.move(2 * DAY + DAY / 24)
    with room.workshop.open() as uow:
        apply_end_date(uow, season.row)
    assert sent(season) == []

    act, request = (
        MoveEnd(season.id, room.clock.now() + 30 * DAY),
        ActRequest(season.organiser, REASON, season.row.version),
    )
    with room.workshop.open() as uow:
        act.carry_out(uow, request)

    assert len(sent(season)) == (0 if is_sent_before else 3)
