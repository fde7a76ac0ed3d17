"""A player's own mails: all of them, nobody else's, each with what became of it."""

from datetime import timedelta

import pytest
from sqlalchemy import insert

from corr.administration.purge import purge
from corr.base.paging import Page
from corr.errors import NotFoundError
from corr.mail.queues.mail_history import PAGE, RAW_DAYS, MailLine, MailView, find_raw, get_mail, mails_of
from corr.store.base import table
from corr.store.tables.mails import HeldOrder
from tests.playing import DAY, Room, a_game
from tests.posting import RAW, a_parked_mail, a_read_mail, an_arrived_mail


def listed(room: Room, player_id: int, number: int = 1) -> Page[MailLine]:
    with room.workshop.look() as reader:
        return mails_of(reader, player_id, number)


def shown(room: Room, player_id: int, mail_id: int) -> MailView:
    with room.workshop.look() as reader:
        return get_mail(reader, player_id, mail_id)


def raw_of(room: Room, player_id: int, mail_id: int) -> bytes | None:
    with room.workshop.look() as reader:
        return find_raw(reader, player_id, mail_id)


def held(room: Room, player_id: int, game_id: str, state: str = "waiting") -> int:
    """A mail that came from a wrong sender, with what was asked for kept beside it."""
    mail_id = a_read_mail(room, player_id, game_id, reason="held", outcome="We asked you whether it is meant.")
    with room.workshop.open() as uow:
        order = {"token_hash": f"hash {mail_id}", "inbox_id": mail_id, "player_id": player_id, "game_id": game_id}
        more = {"turn_number": 1, "orders": "{}", "written_by": "eve@example.net", "state": state}
        until = uow.now + timedelta(hours=24)
        uow.connection.execute(insert(table(HeldOrder)).values(**order, **more, received_at=uow.now, expires_at=until))
    return mail_id


def test_mails_are_listed_the_latest_first_with_their_game_and_what_became_of_them(room: Room) -> None:
    game = a_game(room)
    first = a_read_mail(room, game.players[0], game.id, subject="One")
    room.clock.move(DAY)
    second = a_read_mail(room, game.players[0], None, subject="Two", reason="nothing-found")

    found = listed(room, game.players[0])

    assert [(line.id, line.subject, line.status.tag) for line in found.items] == [
        (second, "Two", "not played"),
        (first, "One", "played"),
    ]
    assert [line.game for line in found.items] == ["", "Tiny with Bob"]
    assert not found.has_more


def test_a_mail_tells_what_was_read_cut_away_and_done(room: Room) -> None:
    game = a_game(room)
    commands = (("A1", "Your turn was played."), ("say: hi", "Passed on."))
    mail_id = a_read_mail(
        room, game.players[0], game.id, new_text="A1", cut_text="> old", commands=commands, outcome="All done."
    )

    view = shown(room, game.players[0], mail_id)

    assert (view.new_text, view.cut_text, view.outcome, view.written_by) == (
        "A1",
        "> old",
        "All done.",
        "ada@example.org",
    )
    assert [(command.text, command.outcome) for command in view.commands] == list(commands)
    assert view.has_raw


def test_without_words_of_its_own_a_mail_is_told_by_its_code(room: Room) -> None:
    ada = room.player("Ada")

    view = shown(room, ada, a_read_mail(room, ada, reason="auto-reply"))

    assert "automatic reply" in view.outcome


def test_a_code_that_nobody_knows_is_no_fault(room: Room) -> None:
    ada = room.player("Ada")

    assert shown(room, ada, a_read_mail(room, ada, reason="of another version")).outcome == "It was read."


def test_a_mail_that_nobody_has_read_yet_is_on_its_way(room: Room) -> None:
    ada = room.player("Ada")
    an_arrived_mail(room, ada)

    (line,) = listed(room, ada).items

    assert (line.status.tag, line.subject) == ("on its way", "")


def test_a_mail_that_was_laid_aside_says_so(room: Room) -> None:
    ada = room.player("Ada")
    a_parked_mail(room, ada)

    (line,) = listed(room, ada).items

    assert (line.is_parked, line.status.tag) == (True, "laid aside")


def test_a_held_mail_waits_for_its_player_for_a_day(room: Room) -> None:
    game = a_game(room)
    mail_id = held(room, game.players[0], game.id)

    before = shown(room, game.players[0], mail_id)
    room.clock.move(DAY)
    after = shown(room, game.players[0], mail_id)

    assert (before.line.is_held, before.outcome) == (True, "We asked you whether it is meant.")
    assert (after.line.is_held, after.line.status.tag) == (False, "not confirmed")
    assert "not confirmed in time" in after.outcome


@pytest.mark.parametrize(("state", "tag"), [("confirmed", "confirmed"), ("rejected", "not meant")])
def test_a_held_mail_tells_what_its_player_decided(room: Room, state: str, tag: str) -> None:
    game = a_game(room)
    mail_id = held(room, game.players[0], game.id, state)

    view = shown(room, game.players[0], mail_id)

    assert (view.line.is_held, view.line.status.tag) == (False, tag)
    assert view.outcome == view.line.status.sentence


@pytest.mark.both_databases
def test_the_mails_of_others_are_not_there(room: Room) -> None:
    game = a_game(room)
    mail_id = a_read_mail(room, game.players[0], game.id)

    assert listed(room, game.players[1]).items == ()
    with pytest.raises(NotFoundError) as foreign:
        shown(room, game.players[1], mail_id)
    with pytest.raises(NotFoundError) as missing:
        shown(room, game.players[1], mail_id + 1)
    with pytest.raises(NotFoundError):
        raw_of(room, game.players[1], mail_id)
    assert foreign.value.sentence == missing.value.sentence


@pytest.mark.parametrize("mail_id", [0, -1, 2**31, 2**63, 10**400])
def test_a_number_that_no_mail_can_have_is_not_there(room: Room, mail_id: int) -> None:
    ada = room.player("Ada")

    with pytest.raises(NotFoundError):
        shown(room, ada, mail_id)


def test_the_raw_mail_is_given_to_the_letter_and_for_thirty_days(room: Room) -> None:
    ada = room.player("Ada")
    mail_id = a_read_mail(room, ada)

    before = raw_of(room, ada, mail_id)
    room.clock.move(timedelta(days=RAW_DAYS))
    after = raw_of(room, ada, mail_id)

    assert (before, after) == (RAW, None)
    assert not shown(room, ada, mail_id).has_raw


def test_what_was_purged_is_told_as_gone_and_the_rest_stands(room: Room) -> None:
    ada = room.player("Ada")
    mail_id = a_read_mail(room, ada, new_text="A1")
    room.clock.move(timedelta(days=RAW_DAYS, seconds=1))
    with room.workshop.open() as uow:
        purge(uow)

    view = shown(room, ada, mail_id)

    assert (view.has_raw, view.new_text) == (False, "A1")
    assert raw_of(room, ada, mail_id) is None


def test_a_long_list_is_cut_into_pages(room: Room) -> None:
    ada = room.player("Ada")
    ids = [a_read_mail(room, ada) for _ in range(PAGE + 1)]

    first, second, beyond = (listed(room, ada, number) for number in (1, 2, 10**9))

    assert [line.id for line in first.items] == ids[:0:-1]
    assert (first.has_more, second.has_more) == (True, False)
    assert [line.id for line in second.items] == ids[:1]
    assert beyond.items == ()
