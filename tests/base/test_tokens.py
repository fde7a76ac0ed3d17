"""Ids, tokens and codes: of their shape, never twice, and no ids that could be read as squares."""

import re

import pytest

from corr.base.tokens import hash_token, hash_with, is_token, new_code, new_game_id, new_session_token, new_token

MANY = 500


def test_an_id_of_a_game_has_no_part_that_could_be_a_square() -> None:
    ids = {new_game_id() for _ in range(MANY)}

    assert len(ids) == MANY
    assert all(re.fullmatch("[a-z0-9]{7}", found) and not re.search("[a-l][0-9]", found) for found in ids)


def test_a_token_is_lower_case_base32_of_130_bits() -> None:
    tokens = {new_token() for _ in range(MANY)}

    assert len(tokens) == MANY
    assert all(re.fullmatch("[a-z2-7]{26}", token) and is_token(token) for token in tokens)


@pytest.mark.parametrize("text", ["", "a" * 25, "a" * 27, "A" * 26, "1" * 26, "é" * 26])
def test_what_has_another_shape_is_no_token(text: str) -> None:
    assert not is_token(text)


def test_a_sessions_token_has_256_bits() -> None:
    assert len(new_session_token()) == 43
    assert new_session_token() != new_session_token()


def test_a_code_always_has_six_digits() -> None:
    assert all(re.fullmatch("[0-9]{6}", new_code()) for _ in range(MANY))


def test_hashes_take_any_text() -> None:
    assert len({hash_token(text) for text in ("", "\0", "a", "a" * 100_000)}) == 4
    assert len(hash_token("\ud800")) == 64


def test_what_can_be_guessed_is_hashed_with_the_secret_and_its_purpose() -> None:
    hashes = {hash_with(secret, purpose, "123456") for secret in (b"one", b"two") for purpose in ("code", "rate")}

    assert len(hashes) == 4
