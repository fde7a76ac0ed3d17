"""Changing a mail address: the mailboxes decide, and what was sent to the old one is of no use afterwards."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial

import pytest

from corr.administration.game_freezes import FreezeOrder, freeze
from corr.base.uow import UnitOfWork
from corr.errors import ConflictError, CorrError, InputError, NotAllowedError, NotFoundError, TooManyError
from corr.mail.queues.address_changes import (
    AskForAddress,
    ask_for_address,
    call_off_change,
    changes_by_admins,
    confirm_change,
    get_change,
    hold_next_change,
    open_change,
    remove_address,
    stop_change,
)
from corr.mail.queues.held_orders import NewHeldOrder, find_held, hold
from corr.players import profiles
from corr.players.profiles import addresses_of
from corr.players.reply_tokens import (
    find_command_target,
    find_command_token,
    find_reply_target,
    mint_reply_token,
    store_command_tokens,
)
from corr.players.sessions import find_session
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import AddressChange, Player
from tests.builders import a_member, ask_to_sign_in, follow
from tests.playing import Room, a_game
from tests.posting import an_arrived_mail
from tests.racing import at_once

DAY = timedelta(days=1)
OLD, NEW = "alice@example.org", "alice@new.example"


def do(room: Room, work: Callable[[UnitOfWork], object]) -> None:
    with room.workshop.open() as uow:
        work(uow)


def confirm(room: Room, token: str) -> None:
    """Press the button behind the link of a letter."""
    with room.workshop.open() as uow:
        confirm_change(uow, token)


def ask(room: Room, player_id: int, address: str = NEW, **more: object) -> dict[str, str]:
    """The tokens of the two letters that go out for a change."""
    with room.workshop.open() as uow:
        ask_for_address(uow, AskForAddress(player_id, address, **more))  # type: ignore[arg-type] # as the order has them
    rows = {row["kind"]: row["facts"].get("token") for row in room.rows(Outbox) if row["kind"].startswith("address-")}
    return {"new": rows["address-to-confirm"], "old": rows["address-asked-for"]}


def addresses(room: Room, player_id: int) -> tuple[str, ...]:
    with room.workshop.look() as reader:
        return addresses_of(reader, player_id)


def settle(room: Room) -> None:
    """Let the clock do its work."""
    with room.workshop.open() as uow:
        while hold_next_change(uow):
            pass


@pytest.mark.both_databases
@pytest.mark.parametrize("order", [("new", "old"), ("old", "new"), ("new", "new", "old", "old")])
def test_a_change_confirmed_at_both_addresses_holds_at_once(room: Room, order: tuple[str, ...]) -> None:
    alice = a_member(room).player_id
    tokens = ask(room, alice)

    for side in order:
        confirm(room, tokens[side])

    assert addresses(room, alice) == (NEW,)
    told = [row["address"] for row in room.rows(Outbox) if row["kind"] == "address-changed"]
    assert sorted(told) == sorted([NEW, OLD])


@pytest.mark.both_databases
def test_a_change_confirmed_at_the_new_address_alone_holds_after_seven_days(room: Room) -> None:
    alice = a_member(room).player_id
    tokens = ask(room, alice)
    confirm(room, tokens["new"])

    room.clock.move(7 * DAY - timedelta(seconds=1))
    settle(room)
    before = addresses(room, alice)
    room.clock.move(timedelta(seconds=1))
    settle(room)
    settle(room)

    assert (before, addresses(room, alice)) == ((OLD,), (NEW,))


def test_the_old_address_can_stop_it_on_the_last_day_and_signs_nobody_in(room: Room) -> None:
    member = a_member(room)
    tokens = ask(room, member.player_id)
    confirm(room, tokens["new"])
    room.clock.move(6 * DAY)

    do(room, lambda uow: stop_change(uow, tokens["old"]))
    room.clock.move(2 * DAY)
    settle(room)

    assert addresses(room, member.player_id) == (OLD,)
    with pytest.raises(ConflictError, match="stopped"):
        confirm(room, tokens["new"])


def test_confirmed_at_the_old_address_alone_it_never_holds(room: Room) -> None:
    alice = a_member(room).player_id
    tokens = ask(room, alice)
    confirm(room, tokens["old"])

    room.clock.move(30 * DAY)
    settle(room)

    assert addresses(room, alice) == (OLD,)
    with pytest.raises(ConflictError, match="not confirmed in time"):
        confirm(room, tokens["new"])


def test_what_was_sent_to_the_old_address_is_of_no_use_afterwards(room: Room) -> None:
    member, other = a_member(room), a_member(room, "Bob")
    game = a_game(room, names="Xenia Yuri")
    second = follow(room, ask_to_sign_in(room, OLD))
    with room.workshop.open() as uow:
        mine = find_session(uow, second.token)
        assert mine is not None
        token = mint_reply_token(uow, member.player_id, game.id, 1)
        others = mint_reply_token(uow, other.player_id, game.id, 1)
    tokens = ask(room, member.player_id, session_id=mine.session_id)
    to_old = ask_to_sign_in(room, OLD)

    for side in tokens:
        confirm(room, tokens[side])

    with room.workshop.look() as reader:
        assert find_reply_target(reader, token) is None
        assert find_reply_target(reader, others) is not None
        assert find_session(reader, member.token) is None
        assert find_session(reader, second.token) is not None
    with pytest.raises(CorrError):
        follow(room, to_old)


def test_the_address_for_commands_in_letters_to_the_old_address_counts_no_more(room: Room) -> None:
    game = a_game(room)
    ada, bob = game.players
    with room.workshop.open() as uow:
        store_command_tokens(uow, [ada, bob])
        old = {player: find_command_token(uow, player) for player in (ada, bob)}
    tokens = ask(room, ada, "ada@new.example")

    for side in tokens:
        confirm(room, tokens[side])

    with room.workshop.look() as reader:
        assert find_command_target(reader, old[ada]) is None
        assert find_command_target(reader, old[bob]) is not None
        assert find_command_target(reader, find_command_token(reader, ada)) is not None


def test_what_a_letter_to_the_old_address_asked_for_can_be_confirmed_no_more(room: Room) -> None:
    game = a_game(room)
    ada, bob = game.players
    links = []
    for player_id in (ada, bob):
        mail_id = an_arrived_mail(room, player_id, game.id)
        with room.workshop.open() as uow:
            asked = NewHeldOrder(mail_id, player_id, game.id, 1, {"turn": "A1"}, "eve@example.net", uow.now)
            links.append(hold(uow, asked).token)
    tokens = ask(room, ada, "ada@new.example")

    for side in tokens:
        confirm(room, tokens[side])

    with room.workshop.look() as reader:
        held = [find_held(reader, link) for link in links]
    assert [order and (order.may_confirm, dict(order.orders)) for order in held] == [
        (False, {}),
        (True, {"turn": "A1"}),
    ]


def test_a_turn_of_a_frozen_game_is_not_told_at_the_new_address(room: Room) -> None:
    game = a_game(room)
    with room.workshop.open() as uow:
        freeze(uow, FreezeOrder(game.id, "Somebody has to have a look."))
    before = room.letters("your-turn")
    tokens = ask(room, game.players[0], "ada@new.example")

    for side in tokens:
        confirm(room, tokens[side])

    assert room.letters("your-turn") == before


def test_turns_that_are_due_are_told_again_at_the_new_address(room: Room) -> None:
    game = a_game(room, "B2")
    ada = game.players[0]
    bob = game.players[1]
    tokens = ask(room, bob, "bob@new.example")

    for side in tokens:
        confirm(room, tokens[side])

    keys = [row["key"] for row in room.rows(Outbox) if row["kind"] == "your-turn" and row["player_id"] in {ada, bob}]
    assert keys[-1] == f"your-turn:{game.id}:2:{bob}:address-1"


def test_a_second_address_stands_beside_the_first_and_revokes_nothing(room: Room) -> None:
    member = a_member(room)
    tokens = ask(room, member.player_id, is_second=True)

    for side in tokens:
        confirm(room, tokens[side])

    assert addresses(room, member.player_id) == (OLD, NEW)
    with room.workshop.look() as reader:
        assert find_session(reader, member.token) is not None
    with pytest.raises(InputError, match="cannot have more"):
        ask(room, member.player_id, "third@new.example", is_second=True)
    with pytest.raises(InputError):
        do(room, lambda uow: remove_address(uow, member.player_id, OLD, 0))
    do(room, lambda uow: remove_address(uow, member.player_id, NEW, 0))
    assert addresses(room, member.player_id) == (OLD,)


def add_second(room: Room, player_id: int) -> None:
    """Let a player have a second address."""
    tokens = ask(room, player_id, is_second=True)
    for side in tokens:
        confirm(room, tokens[side])


def told_of_removals(room: Room) -> list[str]:
    return sorted(row["address"] for row in room.rows(Outbox) if row["kind"] == "address-removed")


def test_a_second_address_that_is_removed_is_told_at_both_each_time(room: Room) -> None:
    member = a_member(room)
    for times in (1, 2):
        add_second(room, member.player_id)

        do(room, lambda uow: remove_address(uow, member.player_id, NEW, 0))

        assert told_of_removals(room) == sorted([OLD, NEW] * times)
        room.clock.move(timedelta(minutes=1))


@pytest.mark.both_databases
def test_a_removal_asked_for_several_times_at_once_is_told_once(room: Room) -> None:
    member = a_member(room)
    add_second(room, member.player_id)

    def remove() -> None:
        with suppress(InputError):
            do(room, lambda uow: remove_address(uow, member.player_id, NEW, 0))

    at_once(*[remove] * 4)

    assert told_of_removals(room) == sorted([OLD, NEW])


def test_turns_that_are_due_are_told_again_when_an_address_is_removed(room: Room) -> None:
    game = a_game(room)
    ada = game.players[0]
    add_second(room, ada)
    before = [row["key"] for row in room.rows(Outbox)]

    do(room, lambda uow: remove_address(uow, ada, NEW, 0))

    new = [row["key"] for row in room.rows(Outbox) if row["key"] not in before and row["kind"] == "your-turn"]
    assert len(new) == 1


def test_a_new_request_drops_the_one_before(room: Room) -> None:
    alice = a_member(room).player_id
    first = ask(room, alice)
    ask(room, alice, "other@new.example")

    with pytest.raises(ConflictError, match="stopped"):
        confirm(room, first["new"])


def test_an_address_with_an_account_looks_free_until_its_owner_confirms(room: Room) -> None:
    alice, bob = a_member(room).player_id, a_member(room, "Bob").player_id
    tokens = ask(room, alice, "bob@example.org")

    confirm(room, tokens["old"])
    with pytest.raises(ConflictError, match="belongs to an account"):
        confirm(room, tokens["new"])

    assert (addresses(room, alice), addresses(room, bob)) == ((OLD,), ("bob@example.org",))


@pytest.mark.both_databases
def test_a_change_whose_address_was_taken_meanwhile_is_dropped_by_the_clock(room: Room) -> None:
    alice = a_member(room).player_id
    tokens = ask(room, alice)
    confirm(room, tokens["new"])
    a_member(room, "Bob", NEW)

    room.clock.move(8 * DAY)
    settle(room)

    assert addresses(room, alice) == (OLD,)
    assert [row["state"] for row in room.rows(AddressChange)] == ["stopped"]


@pytest.mark.parametrize("address", ["", "x", "alice@example.org", "ALICE@EXAMPLE.ORG", "a@b", "a\r\nBcc: b@c.de"])
def test_what_is_no_new_address_is_refused_in_words(room: Room, address: str) -> None:
    alice = a_member(room).player_id

    with pytest.raises(InputError) as refusal:
        ask(room, alice, address)

    assert refusal.value.field == "address"
    assert room.count(AddressChange) == 0


def test_nobody_floods_a_mailbox_with_letters_about_changes(room: Room) -> None:
    alice, bob = a_member(room).player_id, a_member(room, "Bob").player_id
    for dotted in ("v+1@victim.example", "v+2@victim.example", "v@victim.example"):
        ask(room, alice, dotted)

    with pytest.raises(TooManyError):
        ask(room, alice, "v+9@victim.example")
    # Others are not in the way of whoever owns the mailbox.
    ask(room, bob, "v@victim.example")


@pytest.mark.both_databases
def test_an_administrator_may_begin_a_change_that_the_old_address_can_stop(room: Room) -> None:
    alice, zoe = a_member(room).player_id, room.player("Zoe")
    tokens = ask(room, alice, admin_id=zoe, reason="She wrote to us.")
    confirm(room, tokens["new"])

    do(room, lambda uow: stop_change(uow, tokens["old"]))

    with room.workshop.look() as reader:
        (line,) = changes_by_admins(reader)
        assert (line.admin, line.player, line.reason, line.state) == ("Zoe", "Alice", "She wrote to us.", "stopped")
    assert addresses(room, alice) == (OLD,)


def test_an_administrator_never_changes_the_address_of_another(room: Room) -> None:
    a_member(room)
    zoe = room.player("Zoe")
    with room.workshop.open() as uow:
        profiles.grant(uow, "Alice")
    (alice,) = (row["id"] for row in room.rows(Player) if row["name"] == "Alice")

    with pytest.raises(NotAllowedError):
        ask(room, alice, admin_id=zoe, reason="Trust me.")
    with pytest.raises(InputError, match="give a reason"):
        ask(room, zoe, admin_id=alice, reason=" ")


@pytest.mark.both_databases
def test_a_player_can_call_it_off(room: Room) -> None:
    alice = a_member(room).player_id
    ask(room, alice)

    with room.workshop.open() as uow:
        assert call_off_change(uow, alice)
        assert not call_off_change(uow, alice)

    with room.workshop.look() as reader:
        assert open_change(reader, alice) is None


@pytest.mark.both_databases
def test_confirmed_at_both_at_the_same_moment_it_holds_once(room: Room) -> None:
    alice = a_member(room).player_id
    tokens = ask(room, alice)

    at_once(*(partial(confirm, room, tokens[side]) for side in ("new", "old", "new", "old")))

    assert addresses(room, alice) == (NEW,)
    assert sum(row["kind"] == "address-changed" for row in room.rows(Outbox)) == 2


def test_links_are_kept_as_hashes_alone(room: Room) -> None:
    tokens = ask(room, a_member(room).player_id)

    (row,) = room.rows(AddressChange)

    assert not {tokens["new"], tokens["old"]} & set(map(str, row.values()))
    with room.workshop.look() as reader, pytest.raises(NotFoundError):
        get_change(reader, "x" * 26)
    with pytest.raises(NotFoundError):
        do(room, lambda uow: stop_change(uow, "x" * 26))
