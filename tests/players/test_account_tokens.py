"""Tokens of letters that belong to no game."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.players.reply_tokens import VALID_FOR, AccountTarget, find_account_target, mark_answered, revoke_token
from corr.store.tables.mails import AccountToken, Outbox
from tests.playing import TestGame, a_game, a_room, statements_of
from tests.posting import mint_account_token


@pytest.fixture
def game(database_url: str) -> Iterator[TestGame]:
    """A game, for whose players letters wait."""
    with a_room(database_url) as room:
        yield a_game(room)


def minted(game: TestGame, purpose: str = "test") -> str:
    """A token of the first player."""
    with game.room.workshop.open() as uow:
        return mint_account_token(uow, game.players[0], purpose, game.room.rows(Outbox)[0]["id"])


@pytest.mark.both_databases
def test_a_token_that_is_revoked_stands_for_nothing_from_then_on(game: TestGame) -> None:
    token, other = minted(game), minted(game)
    before = game.room.clock.now()
    game.room.clock.move(timedelta(seconds=1))

    with game.room.workshop.open() as uow:
        revoke_token(uow, token.upper())

    with game.room.workshop.look() as reader:
        assert find_account_target(reader, token) is None
        assert find_account_target(reader, token, at=before) is not None
        assert find_account_target(reader, other) is not None


def test_a_token_stands_for_its_letter_until_it_expires(game: TestGame) -> None:
    token = minted(game, "digest")
    letter = game.room.rows(Outbox)[0]
    expected = AccountTarget(game.players[0], "digest", is_expired=False, kind=letter["kind"])

    with game.room.workshop.look() as reader:
        assert find_account_target(reader, token) == find_account_target(reader, token.upper()) == expected
    game.room.clock.move(VALID_FOR)
    with game.room.workshop.look() as reader:
        expired = find_account_target(reader, token)

    assert expired is not None
    assert expired.is_expired


def test_no_token_is_stored_in_clear(game: TestGame) -> None:
    token = minted(game)

    assert token not in str(game.room.rows(AccountToken))


def test_the_first_answer_is_noted(game: TestGame) -> None:
    token = minted(game)
    at = game.room.clock.now()
    with game.room.workshop.open() as uow:
        assert mark_answered(uow, token)
    game.room.clock.move(timedelta(hours=1))
    with game.room.workshop.open() as uow:
        assert not mark_answered(uow, token)

    assert game.room.rows(AccountToken)[0]["answered_at"] == at


def test_an_unknown_token_takes_as_much_work_as_a_known_one(game: TestGame) -> None:
    tokens = (minted(game), "a" * 26, "nothing like a token", "")
    found, counts = [], set()

    for token in tokens:
        with statements_of(game.room) as statements, game.room.workshop.look() as reader:
            found.append(find_account_target(reader, token) is not None)
        counts.add(len([statement for statement in statements if "SELECT" in statement]))

    assert found == [True, False, False, False]
    assert len(counts) == 1
