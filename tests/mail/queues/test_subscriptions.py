"""Ending letters by the address that stands in them."""

from dataclasses import replace

import pytest

from corr.base.notices import Category
from corr.base.uow import Workshop
from corr.errors import NotFoundError
from corr.game.views import ChallengeReceipt
from corr.mail.queues.address_changes import remove_address
from corr.mail.queues.subscriptions import Subscription, find_subscription, resubscribe, unsubscribe, unsubscribe_tokens
from corr.play.challenges import MakeChallenge, make_challenge
from corr.play.proposed_terms import TypedTerms
from corr.players.mail_preferences import SWITCHED, preferences, reason_to_withhold, set_preferences
from corr.store.tables.mails import MailPreference, MailStanding, Outbox, TurnMail, UnsubscribeToken
from tests.builders import token_to_end
from tests.mail.queues.test_address_changes import ask, confirm
from tests.players.test_mail_preferences import NEVER_ENDED, choose, reason, wanted
from tests.playing import Room, a_game

OF_PLAYERS = (Category.TURNS, *SWITCHED)
A_LETTER_OF = {
    "turns": "your-turn",
    "reminders": "reminder",
    "messages": "message",
    "challenges": "challenge",
    "leagues": "season-report",
    "follows": "followed",
}


def token_of_address(room: Room, address_key: str) -> str:
    with room.workshop.open() as uow:
        return unsubscribe_tokens(uow, [(None, address_key, Category.INVITATIONS)])[0]


def end(room: Room, token: str) -> bool:
    with room.workshop.open() as uow:
        return unsubscribe(uow, token)


def found(room: Room, token: str) -> Subscription | None:
    with room.workshop.look() as reader:
        return find_subscription(reader, token)


def invite(room: Room, challenger: int, address: str) -> ChallengeReceipt:
    with room.workshop.open() as uow:
        order = MakeChallenge(challenger, address, TypedTerms("tiny", {}, pace="3d/turn", seat_wish="either"))
        return make_challenge(uow, order)


def test_every_letter_of_a_kind_carries_the_same_token(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")

    tokens = [
        token_to_end(room, ada),
        token_to_end(room, ada),
        token_to_end(room, bob),
        token_to_end(room, ada, Category.MESSAGES),
    ]

    assert tokens[0] == tokens[1]
    assert len(set(tokens)) == room.count(UnsubscribeToken) == 3
    assert all(len(token) == 26 and token.islower() for token in tokens)


def test_the_token_itself_is_stored_nowhere(room: Room) -> None:
    token = token_to_end(room, room.player("Ada"))

    assert token not in str(room.rows(UnsubscribeToken))


@pytest.mark.parametrize("category", OF_PLAYERS)
def test_a_token_ends_the_letters_of_its_category_and_no_others(room: Room, category: Category) -> None:
    ada = room.player("Ada")

    assert end(room, token_to_end(room, ada, category))

    ended = [name for name, kind in A_LETTER_OF.items() if reason(room, kind, ada)]
    assert ended == [category.value]
    assert {reason(room, kind, ada) for kind in NEVER_ENDED} == {""}


def test_ending_letters_twice_is_the_same_as_once(room: Room) -> None:
    token = token_to_end(room, room.player("Ada"))

    assert [end(room, token), end(room, token)] == [True, True]
    assert len(room.rows(MailPreference)) == 1


ADA, NEW = "ada@example.org", "ada@new.example"


def test_an_old_address_ends_and_resumes_no_letters_after_a_change(room: Room) -> None:
    ada = room.player("Ada")
    old = token_to_end(room, ada)
    for link in ask(room, ada, NEW).values():
        confirm(room, link)

    ended = [end(room, old), end(room, token_to_end(room, ada))]

    assert ended == [False, True]
    with room.workshop.open() as uow, pytest.raises(NotFoundError):
        resubscribe(uow, old)
    assert wanted(room, ada).turns is TurnMail.NONE


def test_an_address_that_goes_takes_its_own_tokens_along_and_no_others(room: Room) -> None:
    ada = room.player("Ada")
    for link in ask(room, ada, NEW, is_second=True).values():
        confirm(room, link)
    tokens = [token_to_end(room, ada, address=address) for address in (NEW, ADA)]

    with room.workshop.open() as uow:
        remove_address(uow, ada, NEW, 0)

    assert [end(room, token) for token in tokens] == [False, True]


def test_mail_servers_may_change_the_case_of_the_address(room: Room) -> None:
    ada = room.player("Ada")

    assert end(room, token_to_end(room, ada).upper())
    assert wanted(room, ada).turns is TurnMail.NONE


@pytest.mark.parametrize("token", ["", "x", "a" * 26, "a" * 5000, "ä\0\ud800", "' OR 1=1"])
def test_an_unknown_token_ends_nothing(room: Room, token: str) -> None:
    token_to_end(room, room.player("Ada"))

    assert found(room, token) is None
    assert not end(room, token)
    with pytest.raises(NotFoundError), room.workshop.open() as uow:
        resubscribe(uow, token)


def test_looking_at_what_a_token_ends_changes_nothing(room: Room) -> None:
    ada = room.player("Ada")
    token = token_to_end(room, ada)

    seen = [found(room, token), found(room, token)]

    assert seen == [Subscription(Category.TURNS, ada, None, "Ada", is_ended=False, turns=TurnMail.EACH)] * 2
    assert room.count(MailPreference) == 0


@pytest.mark.both_databases
def test_whoever_ends_the_digest_gets_none_and_may_have_it_back(room: Room) -> None:
    ada = room.player("Ada")
    before = choose(room, ada, turns=TurnMail.DIGEST, digest_hour=21, reminders=False)
    token = token_to_end(room, ada)

    end(room, token)
    ended = wanted(room, ada)
    with room.workshop.open() as uow:
        resubscribe(uow, token, TurnMail.DIGEST)

    assert (ended.turns, ended.digest_at) == (TurnMail.NONE, None)
    assert wanted(room, ada) == before


@pytest.mark.both_databases
@pytest.mark.parametrize("category", OF_PLAYERS)
def test_what_was_ended_can_be_ordered_again(room: Room, category: Category) -> None:
    ada = room.player("Ada")
    token = token_to_end(room, ada, category)
    end(room, token)

    for _ in range(2):
        with room.workshop.open() as uow:
            resubscribe(uow, token)

    assert [reason(room, kind, ada) for kind in A_LETTER_OF.values()] == [""] * len(A_LETTER_OF)


def test_ordering_again_what_was_never_ended_changes_nothing(room: Room) -> None:
    ada = room.player("Ada")
    chosen = choose(room, ada, turns=TurnMail.DIGEST)
    token = token_to_end(room, ada)

    with room.workshop.open() as uow:
        resubscribe(uow, token)

    assert wanted(room, ada) == chosen


def test_an_address_without_an_account_is_never_invited_again_once_its_owner_says_so(room: Room) -> None:
    token = token_of_address(room, "cleo@example.org")

    ended = [end(room, token), end(room, token)]

    assert ended == [True, True]
    assert reason(room, "invitation", None, "cleo@example.org")
    assert [row["suppressed_at"] for row in room.rows(MailStanding)] == [None]


def test_whoever_invites_is_told_the_same_whether_or_not_the_address_refuses_invitations(room: Room) -> None:
    ada = room.player("Ada")
    end(room, token_of_address(room, "cleo@example.org"))

    receipts = [invite(room, ada, address) for address in ("cleo@example.org", "dora@example.org")]

    assert [receipt.to for receipt in receipts] == ["cleo@example.org", "dora@example.org"]
    told = [row for row in room.rows(Outbox) if row["kind"] == "invitation"]
    assert [bool(reason(room, row["kind"], row["player_id"], row["address"])) for row in told] == [True, False]


@pytest.mark.both_databases
def test_an_address_can_be_invited_again_if_its_owner_changes_their_mind(room: Room) -> None:
    token = token_of_address(room, "cleo@example.org")
    end(room, token)

    with room.workshop.open() as uow:
        resubscribe(uow, token)

    assert reason(room, "invitation", None, "cleo@example.org") == ""


def test_a_service_with_another_secret_still_knows_the_addresses_in_older_letters(room: Room) -> None:
    ada = room.player("Ada")
    old = token_to_end(room, ada)
    other = Workshop(room.database, room.clock, room.workshop.registry, b"another secret")

    new = token_to_end(replace(room, workshop=other), ada)

    assert new != old
    assert [found(room, old), found(room, new)] == [found(room, old)] * 2


def test_ending_letters_about_turns_leaves_the_deadline_of_the_game_as_it_was(room: Room) -> None:
    game = a_game(room)
    before = game.view(game.players[0])

    end(room, token_to_end(room, game.players[0]))

    after = game.view(game.players[0])
    assert (after.due_at, after.is_your_turn) == (before.due_at, True)
    assert before.due_at is not None


def test_turn_letters_that_wait_already_are_withheld_too(room: Room) -> None:
    game = a_game(room, "A1")
    assert (game.players[1], 2) in room.letters("your-turn")

    end(room, token_to_end(room, game.players[1]))

    with room.workshop.open() as uow:
        assert reason_to_withhold(uow, "your-turn", game.players[1], None)
        # Undone before it was tried, it goes out after all.
        set_preferences(uow, game.players[1], replace(preferences(uow, game.players[1]), turns=TurnMail.EACH))
        assert not reason_to_withhold(uow, "your-turn", game.players[1], None)
