"""What nobody needs any more is forgotten, a little at a time, by however many processes."""

from datetime import timedelta
from threading import Thread

import pytest
from sqlalchemy import insert

from corr.administration.purge import AT_ONCE, purge
from corr.mail.queues.inbox import Understood, claim_mail, finish_mail
from corr.players.reply_tokens import mark_answered, mint_reply_token
from corr.store.base import table
from corr.store.tables.mails import AccountToken, Inbox, ReplyToken
from corr.store.tables.player_accounts import RateCount, Session, SignIn
from tests.builders import a_letter, a_mail, a_member, ask_to_sign_in
from tests.playing import Room, a_game, a_room, statements_of
from tests.posting import mint_account_token

_GROWING = ("inbox", "outbox", "held_order", "reply_token", "account_token", "rate_count")


def purged(room: Room) -> bool:
    with room.workshop.open() as uow:
        return purge(uow)


def many_read_mails(room: Room, count: int) -> None:
    """Mails that were understood, and are kept to the letter."""
    one = {"source": "smtp", "sender": "", "recipient": "r+x@play.example", "raw": b"hello", "raw_hash": "x"}
    whose = {"mail_class": "human", "player_id": room.player(f"Writer{room.count(Inbox)}")}
    more = {"received_at": room.clock.now(), "try_at": room.clock.now(), "state": "done", "tries": 1}
    with room.workshop.open() as uow:
        uow.connection.execute(insert(table(Inbox)), [{**one, **whose, **more, "reason": "", "new_text": ""}] * count)


def plan_of(room: Room, statement: str) -> list[str]:
    """How SQLite goes about it."""
    with room.workshop.look() as reader:
        nothing = (None,) * statement.count("?")
        found = reader.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", nothing)
        return [str(row[3]) for row in found]


def kept_raw(room: Room) -> int:
    return sum(row["raw"] is not None for row in room.rows(Inbox))


def test_old_secrets_are_forgotten_and_young_ones_kept(room: Room) -> None:
    game = a_game(room)
    a_member(room, "Carol")
    ask_to_sign_in(room, "carol@example.org")
    read, unread = a_mail(room), a_mail(room)
    with room.workshop.open() as uow:
        mint_reply_token(uow, game.players[0], game.id, 1)
        mail = claim_mail(uow, "reader")
        assert mail is not None
        finish_mail(uow, mail.id, Understood("key", "played"))

    purged(room)
    kept = [room.count(of) for of in (ReplyToken, SignIn, Session, RateCount)]
    room.clock.move(timedelta(days=200))
    purged(room)

    assert all(kept)
    assert [room.count(of) for of in (ReplyToken, SignIn, Session, RateCount)] == [0] * 4
    assert {row["id"]: row["raw"] is None for row in room.rows(Inbox)} == {read: True, unread: False}


def test_of_letters_without_a_game_only_an_answered_test_letter_is_remembered(room: Room) -> None:
    player_id, letter_id = a_member(room).player_id, a_letter(room)
    with room.workshop.open() as uow:
        mint_account_token(uow, player_id, "digest", letter_id)
        mint_account_token(uow, player_id, "test", letter_id)
        mark_answered(uow, mint_account_token(uow, player_id, "test", letter_id))

    purged(room)
    at_first = room.count(AccountToken)
    room.clock.move(timedelta(days=200))
    purged(room)

    assert at_first == 3
    assert [row["answered_at"] is not None for row in room.rows(AccountToken)] == [True]


def test_so_little_is_forgotten_at_once_that_nobody_waits_for_it(room: Room) -> None:
    many_read_mails(room, AT_ONCE + 5)
    room.clock.move(timedelta(days=31))

    has_more = purged(room)
    left = kept_raw(room)
    has_still_more = purged(room)

    assert (has_more, left) == (True, 5)
    assert (has_still_more, kept_raw(room)) == (False, 0)


@pytest.mark.both_databases
def test_several_that_forget_at_once_are_not_in_each_others_way(room: Room) -> None:
    many_read_mails(room, 5 * AT_ONCE)
    room.clock.move(timedelta(days=31))
    faults = list[Exception]()

    def work() -> None:
        try:
            while purged(room):
                pass
        except Exception as fault:  # noqa: BLE001 - told below
            faults.append(fault)

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    purged(room)

    assert faults == []
    assert kept_raw(room) == 0


def test_what_is_old_is_found_without_looking_at_all_that_is_not(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        with statements_of(room) as statements:
            purged(room)
        changes = [found for found in statements if found.startswith(("UPDATE", "DELETE", "WITH"))]
        plans = [line for change in changes for line in plan_of(room, change)]

    assert len(changes) >= len(_GROWING)
    assert not [plan for plan in plans if plan.startswith(tuple(f"SCAN {name}" for name in _GROWING))]
