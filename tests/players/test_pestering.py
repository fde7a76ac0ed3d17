"""Whoever has a mailbox is not pestered by letters that others ask for in its name."""

import pytest

from corr.base.addresses import read_address
from corr.base.notices import Category, NoticeKind
from corr.errors import TooManyError
from corr.mail.queues.subscriptions import unsubscribe, unsubscribe_tokens
from corr.play.challenges import MakeChallenge, make_challenge
from corr.play.proposed_terms import TypedTerms
from corr.players.mail_preferences import reason_to_withhold
from tests.playing import Room


def invite(room: Room, challenger_id: int, address: str) -> bool:
    """Whether an invitation is sent to *address*."""
    order = MakeChallenge(challenger_id, address, TypedTerms("kelasu", {}, "3d/turn", "either"))
    try:
        with room.workshop.open() as uow:
            make_challenge(uow, order)
    except TooManyError:
        return False
    return True


def test_many_inviters_do_not_bring_one_mailbox_many_invitations(room: Room) -> None:
    inviters = [room.player(name) for name in ("Ada", "Bob", "Cem", "Dora")]
    made = [invite(room, inviters[number % 4], f"victim+{number}@example.org") for number in range(8)]

    assert made == [True] * 6 + [False] * 2


@pytest.mark.both_databases
def test_whoever_wants_no_invitations_gets_none_by_another_spelling(room: Room) -> None:
    with room.workshop.open() as uow:
        (token,) = unsubscribe_tokens(uow, [(None, "victim@example.org", Category.INVITATIONS)])
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
        ("a.da@example.org", "a.da@example.org"),
        ("A.d.a+one@gmail.com", "ada@gmail.com"),
        ("ada@googlemail.com", "ada@gmail.com"),
    ],
)
def test_a_mailbox_is_one_whatever_follows_a_plus_sign_and_where_dots_do_not_count(typed: str, mailbox: str) -> None:
    assert read_address(typed).mailbox == mailbox
