"""Whoever has a mailbox is not pestered by letters that others ask for in its name."""

from datetime import timedelta

import pytest

from corr.errors import TooManyError
from corr.service.accounts import RequestSignIn, request_sign_in
from corr.service.addresses import read_address
from corr.service.challenges import MakeChallenge, make_challenge
from corr.service.mail.preferences import Category, reason_to_withhold
from corr.service.mail.unsubscribing import unsubscribe, unsubscribe_token
from corr.service.notices import NoticeKind
from corr.store.tables import Outbox
from tests.builders import BROWSER, SOURCE
from tests.playing import Room

DAY = timedelta(days=1)


def ask(room: Room, address: str) -> bool:
    """Whether a letter to sign in is sent to *address*."""
    try:
        with room.workshop.open() as uow:
            request_sign_in(uow, RequestSignIn(address, BROWSER, SOURCE))
    except TooManyError:
        return False
    return True


def invite(room: Room, challenger_id: int, address: str) -> bool:
    """Whether an invitation is sent to *address*."""
    order = MakeChallenge(challenger_id, address, "kelasu", {}, "3d/turn", "either")
    try:
        with room.workshop.open() as uow:
            make_challenge(uow, order)
    except TooManyError:
        return False
    return True


def test_many_spellings_of_one_mailbox_do_not_bring_it_many_letters(room: Room) -> None:
    sent = [ask(room, f"Victim+{number}@example.org") for number in range(35)]
    others = ask(room, "other@example.org")
    room.clock.move(DAY)

    assert sent == [True] * 30 + [False] * 5
    assert others
    assert ask(room, "victim+new@example.org")
    assert room.count(Outbox) == 32


def test_many_inviters_do_not_bring_one_mailbox_many_invitations(room: Room) -> None:
    inviters = [room.player(name) for name in ("Ada", "Bob", "Cem", "Dora")]
    made = [invite(room, inviters[number % 4], f"victim+{number}@example.org") for number in range(8)]

    assert made == [True] * 6 + [False] * 2


def test_whoever_wants_no_invitations_gets_none_by_another_spelling(room: Room) -> None:
    with room.workshop.open() as uow:
        token = unsubscribe_token(uow, address_key="victim@example.org", category=Category.INVITATIONS)
        unsubscribe(uow, token)

    with room.workshop.look() as reader:
        reasons = [
            reason_to_withhold(reader, NoticeKind.INVITATION, None, f"{name}@example.org")
            for name in ("victim", "Victim+chess", "victim+", "other", "victi+m")
        ]

    assert [bool(reason) for reason in reasons] == [True, True, True, False, False]


@pytest.mark.parametrize(
    ("typed", "mailbox"),
    [
        ("Ada@Example.org", "ada@example.org"),
        ("ada+one+two@example.org", "ada@example.org"),
        ("+ada@example.org", "+ada@example.org"),
    ],
)
def test_the_mailbox_behind_an_address_is_without_what_follows_a_plus_sign(typed: str, mailbox: str) -> None:
    assert read_address(typed).mailbox == mailbox
