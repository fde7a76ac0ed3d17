"""Digests: once a day, for whoever asked for it, about everything and about nothing twice."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.base.notices import NoticeKind
from corr.core.pace import Late
from corr.mail.queues.digests import DigestView, digest_next, digest_of
from corr.play.challenges import MakeChallenge, decline_challenge, make_challenge
from corr.play.endings import resign
from corr.play.proposed_terms import TypedTerms
from corr.players.mail_preferences import MailPreferences
from corr.players.profiles import set_zone
from corr.store.base import table
from corr.store.tables.games import Game
from corr.store.tables.mails import Outbox, TurnMail
from corr.store.tables.player_accounts import Player
from tests.players.test_mail_preferences import choose, wanted
from tests.playing import DAY, Room, TestGame, a_game, another_game, terms

HOUR = timedelta(hours=1)


def wish(room: Room, player_id: int, hour: int = 14, *, challenges: bool = True) -> MailPreferences:
    """Ask for a digest at that hour in Berlin, where it is one o’clock when tests begin."""
    return choose(room, player_id, turns=TurnMail.DIGEST, digest_hour=hour, challenges=challenges)


def tick(room: Room) -> bool:
    with room.workshop.open() as uow:
        return digest_next(uow)


def tick_and_die(room: Room) -> None:
    with room.workshop.open() as uow:
        digest_next(uow)
        raise KeyboardInterrupt


def told(room: Room) -> list[str]:
    """The keys of all digests."""
    return [row["key"] for row in room.rows(Outbox) if row["kind"] == NoticeKind.DIGEST]


def last(room: Room, player_id: int) -> DigestView:
    """What the digest says that was told last."""
    facts = [row["facts"] for row in room.rows(Outbox) if row["kind"] == NoticeKind.DIGEST][-1]
    with room.workshop.look() as reader:
        return digest_of(reader, player_id, facts)


def give_up(game: TestGame, seat: int) -> None:
    """Let a player resign, some minutes after what was before."""
    game.room.clock.move(timedelta(minutes=5))
    with game.room.workshop.open() as uow:
        resign(uow, game.id, game.players[seat], "web")


def change_ruleset(room: Room, game: TestGame, ruleset: str) -> None:
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(Game)).where(table(Game).c.id == game.id).values(ruleset=ruleset))


def challenge(room: Room, challenger: int, opponent: str) -> str:
    with room.workshop.open() as uow:
        order = MakeChallenge(challenger, opponent, TypedTerms("tiny", {}, pace="3d/turn", seat_wish="either"))
        return make_challenge(uow, order).id


def test_before_its_hour_no_digest_is_told(room: Room) -> None:
    game = a_game(room)
    wish(room, game.players[0])
    room.clock.move(HOUR - timedelta(seconds=1))

    assert not tick(room)
    assert told(room) == []


def test_at_its_hour_one_digest_is_told_and_the_next_is_a_day_later(room: Room) -> None:
    game = a_game(room)
    first = wish(room, game.players[0])
    room.clock.move(HOUR)

    assert [tick(room), tick(room)] == [True, False]
    assert told(room) == [f"digest:{game.players[0]}:2026-03-02"]
    assert first.digest_at is not None
    assert wanted(room, game.players[0]).digest_at == first.digest_at + DAY


def test_whoever_wants_letters_at_once_gets_no_digest(room: Room) -> None:
    game = a_game(room)
    wish(room, game.players[0])
    choose(room, game.players[0], turns=TurnMail.EACH)
    room.clock.move(DAY)

    assert not tick(room)
    assert told(room) == []


@pytest.mark.both_databases
def test_a_digest_that_meets_a_fault_stops_no_other_and_is_tried_again(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    poisoned = a_game(room)
    sound = a_game(room, names="Cleo Dan")
    for game in (poisoned, sound):
        wish(room, game.players[0])
    change_ruleset(room, poisoned, "gone/1")
    room.clock.move(HOUR)

    ticks = [tick(room) for _ in range(3)]
    told_at_once = told(room)
    change_ruleset(room, poisoned, "tiny/1")
    room.clock.move(HOUR)
    tick(room)

    assert ticks == [True, True, False]
    assert told_at_once == [f"digest:{sound.players[0]}:2026-03-02"]
    assert f"digest of player {poisoned.players[0]} met a fault" in caplog.text
    assert told(room)[1:] == [f"digest:{poisoned.players[0]}:2026-03-02"]


def test_games_that_wait_are_listed_by_time_left(room: Room) -> None:
    slow = a_game(room, pace="7d/turn")
    ada, bob = slow.players
    quick = another_game(room, (ada, bob), pace="2d/turn")
    another_game(room, (bob, ada), pace="1d/turn")
    wish(room, ada)
    room.clock.move(HOUR)

    tick(room)

    waiting = last(room, ada).waiting
    assert [(line.game_id, line.opponent, line.turn_number) for line in waiting] == [
        (quick.id, "Bob", 1),
        (slow.id, "Bob", 1),
    ]
    assert [line.due_at for line in waiting] == [quick.view(ada).due_at, slow.view(ada).due_at]


def test_a_game_whose_time_has_run_out_waits_for_nobody(room: Room) -> None:
    game = a_game(room, pace="1d/turn")
    wish(room, game.players[0])
    room.clock.move(DAY + HOUR)

    tick(room)

    assert told(room) == []


def test_a_game_that_may_be_claimed_still_waits_for_the_turn_that_is_late(room: Room) -> None:
    game = a_game(room, agreed=terms("1d/turn", late=Late.CLAIM))
    wish(room, game.players[0])
    room.clock.move(DAY + HOUR)

    tick(room)

    assert [line.game_id for line in last(room, game.players[0]).waiting] == [game.id]


def test_a_game_that_ended_is_told_in_one_digest(room: Room) -> None:
    over = a_game(room, "A1")
    ada, bob = over.players
    another_game(room, (ada, bob), pace="30d/turn")
    wish(room, ada, 15)
    give_up(over, 1)
    room.clock.move(HOUR)

    tick(room)
    first = last(room, ada)
    room.clock.move(DAY)
    tick(room)

    assert [(line.game_id, line.opponent) for line in first.ended] == [(over.id, "Bob")]
    assert first.ended[0].outcome_words == "You won. Cross won: Nought resigned."
    assert last(room, ada).ended == ()
    assert len(last(room, ada).waiting) == 1


def test_who_lost_reads_who_won(room: Room) -> None:
    over = a_game(room, "A1")
    wish(room, over.players[1], 15)
    give_up(over, 1)
    room.clock.move(HOUR)

    tick(room)

    assert last(room, over.players[1]).ended[0].outcome_words == "Ada won. Cross won: Nought resigned."


def test_what_ended_before_somebody_asked_for_digests_was_told_by_a_letter_of_its_own(room: Room) -> None:
    over = a_game(room, "A1")
    give_up(over, 1)
    room.clock.move(HOUR)
    wish(room, over.players[0], 15)
    room.clock.move(HOUR)

    tick(room)

    assert told(room) == []


def test_after_a_long_outage_one_digest_tells_everything(room: Room) -> None:
    over = a_game(room, "A1")
    ada = over.players[0]
    chosen = wish(room, ada, 15)
    give_up(over, 1)
    room.clock.move(5 * DAY + 2 * HOUR)

    assert [tick(room), tick(room)] == [True, False]
    assert [line.game_id for line in last(room, ada).ended] == [over.id]
    assert chosen.digest_at is not None
    assert wanted(room, ada).digest_at == chosen.digest_at + 6 * DAY


def test_where_there_is_nothing_to_tell_no_digest_is_told(room: Room) -> None:
    ada = room.player("Ada")
    wish(room, ada)
    room.clock.move(HOUR)

    assert [tick(room), tick(room)] == [True, False]
    assert told(room) == []


def test_a_challenge_is_in_each_digest_and_makes_one_by_itself_only_while_it_is_new(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    wish(room, ada)
    challenge_id = challenge(room, bob, "Ada")
    room.clock.move(HOUR)

    tick(room)
    shown = [(line.id, line.challenger, line.title) for line in last(room, ada).challenges]
    room.clock.move(DAY)
    tick(room)

    assert shown == [(challenge_id, "Bob", "Tiny")]
    assert len(told(room)) == 1


@pytest.mark.both_databases
def test_a_challenge_that_is_answered_is_in_no_digest(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    wish(room, ada)
    with_game = challenge(room, bob, "Ada")
    with room.workshop.open() as uow:
        decline_challenge(uow, with_game, ada)
    room.clock.move(HOUR)

    tick(room)

    assert told(room) == []


def test_whoever_wants_no_letters_about_challenges_is_not_told_of_them_in_a_digest(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    wish(room, ada, challenges=False)
    challenge(room, bob, "Ada")
    room.clock.move(HOUR)

    tick(room)

    assert told(room) == []


def test_another_hour_makes_no_second_digest_on_the_same_day(room: Room) -> None:
    game = a_game(room, pace="30d/turn")
    ada, bob = game.players
    over = another_game(room, (ada, bob))
    wish(room, ada)
    room.clock.move(HOUR)
    tick(room)
    give_up(over, 1)

    wish(room, ada, 16)
    room.clock.move(2 * HOUR)
    assert tick(room)
    room.clock.move(DAY)
    tick(room)

    assert told(room) == [f"digest:{ada}:2026-03-02", f"digest:{ada}:2026-03-03"]
    assert [line.game_id for line in last(room, ada).ended] == [over.id]


def test_the_day_is_that_of_the_players_own_calendar(room: Room) -> None:
    game = a_game(room)
    wish(room, game.players[0], 3)
    with room.workshop.open() as uow:
        set_zone(uow, game.players[0], "Pacific/Auckland")
    room.clock.move(3 * HOUR)

    tick(room)

    assert told(room) == [f"digest:{game.players[0]}:2026-03-03"]


def test_somebody_who_left_gets_no_digest_and_holds_up_nobody(room: Room) -> None:
    game = a_game(room)
    for player in game.players:
        wish(room, player)
    players = table(Player)
    with room.workshop.open() as uow:
        uow.connection.execute(update(players).where(players.c.id == game.players[0]).values(closed_at=uow.now))
    game.play("A1")
    room.clock.move(HOUR)

    assert [tick(room), tick(room), tick(room)] == [True, True, False]
    assert told(room) == [f"digest:{game.players[1]}:2026-03-02"]


@pytest.mark.both_databases
def test_many_processes_at_once_tell_each_player_one_digest(room: Room) -> None:
    players = [a_game(room, names=f"A{number} B{number}").players[0] for number in range(6)]
    for player in players:
        wish(room, player)
    room.clock.move(HOUR)

    with ThreadPoolExecutor(4) as threads:
        went = list(threads.map(lambda _: tick(room), range(16)))

    assert sorted(told(room)) == sorted(f"digest:{player}:2026-03-02" for player in players)
    assert went.count(True) == 6


def test_a_process_that_is_killed_before_it_has_finished_leaves_the_digest_to_be_told(room: Room) -> None:
    game = a_game(room)
    wish(room, game.players[0])
    room.clock.move(HOUR)

    with pytest.raises(KeyboardInterrupt):
        tick_and_die(room)

    assert told(room) == []
    assert tick(room)
    assert len(told(room)) == 1


def test_what_the_digest_says_is_how_things_stand_when_it_is_written(room: Room) -> None:
    game = a_game(room)
    ada = game.players[0]
    wish(room, ada)
    room.clock.move(HOUR)
    tick(room)

    game.play("A1")

    assert not last(room, ada).is_worth_telling


@pytest.mark.both_databases
def test_a_game_without_a_time_limit_waits_too_and_a_frozen_one_does_not(room: Room) -> None:
    game = a_game(room, pace="untimed")
    wish(room, game.players[0])
    with room.workshop.look() as reader:
        facts = {"since": room.clock.now().isoformat(), "until": room.clock.now().isoformat()}
        waiting = digest_of(reader, game.players[0], facts).waiting
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(Game)).values(frozen_at=uow.now))

    with room.workshop.look() as reader:
        frozen = digest_of(reader, game.players[0], facts).waiting

    assert [(line.game_id, line.due_at) for line in waiting] == [(game.id, None)]
    assert frozen == ()
