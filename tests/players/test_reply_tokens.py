"""Reply tokens: who may answer for which game."""

import pytest
from sqlalchemy import update

from corr.base.tokens import hash_token
from corr.players.profiles import letter_owner
from corr.players.reply_tokens import VALID_FOR, ReplyTarget, find_reply_target, mint_reply_token
from corr.store.base import table
from corr.store.tables.mails import ReplyToken
from tests.playing import Room, TestGame, a_game


def minted(game: TestGame) -> str:
    with game.room.workshop.open() as uow:
        return mint_reply_token(uow, game.players[0], game.id, 1)


def found(room: Room, token: str) -> ReplyTarget | None:
    with room.workshop.look() as reader:
        return find_reply_target(reader, token)


def test_a_token_stands_for_a_player_a_game_and_a_turn(room: Room) -> None:
    game = a_game(room)
    token = minted(game)

    assert found(room, token) == ReplyTarget(game.players[0], game.id, 1, is_expired=False, ruleset="tiny/1")
    assert len(token) == 26


@pytest.mark.both_databases
def test_a_token_is_known_in_capitals_too(room: Room) -> None:
    token = minted(a_game(room))

    assert found(room, token.upper()) is not None


def test_several_tokens_are_good_at_once(room: Room) -> None:
    game = a_game(room)
    tokens = [minted(game), minted(game)]

    assert all(found(room, token) for token in tokens)


@pytest.mark.parametrize("token", ["", "nothing", "a" * 26, "a" * 100_000, "\0", "\ud800", "é" * 26])
def test_what_is_no_token_stands_for_nothing(room: Room, token: str) -> None:
    assert found(room, token) is None


def test_an_old_token_is_known_as_expired(room: Room) -> None:
    token = minted(a_game(room))
    room.clock.move(VALID_FOR)

    target = found(room, token)

    assert target is not None
    assert target.is_expired


def test_a_revoked_token_stands_for_nothing(room: Room) -> None:
    token = minted(a_game(room))
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(ReplyToken)).values(revoked_at=uow.now))

    assert found(room, token) is None


def test_a_token_is_not_stored_itself(room: Room) -> None:
    token = minted(a_game(room))

    row = room.rows(ReplyToken)[0]

    assert row["token_hash"] == hash_token(token)
    assert token not in str(row)


@pytest.mark.parametrize(
    ("address", "is_hers"),
    [
        ("ada@example.org", True),
        ("ada@EXAMPLE.org", True),
        ("a.da@example.org", False),
        ("ada@example.org.evil.example", False),
        ("bob@example.org", False),
        ("", False),
        ("ada\0@example.org", False),
    ],
)
def test_an_address_is_a_players_to_the_letter_but_for_its_domain(room: Room, address: str, *, is_hers: bool) -> None:
    game = a_game(room)

    with room.workshop.look() as reader:
        assert letter_owner(reader, game.players[0]).has(address) == is_hers
