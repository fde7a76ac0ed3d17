"""The secret of the embedded default: made once, kept from others, and the same for all who start at once."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from corr.config import Settings, read_settings
from corr.errors import ConfigError
from corr.wiring.assembly import secret_of


def settings_in(folder: Path, **environ: str) -> Settings:
    """Embedded settings with everything kept in *folder*."""
    return read_settings({"CORR_VAR": str(folder), **environ})


def test_a_secret_is_made_once_and_kept(tmp_path: Path) -> None:
    first = secret_of(settings_in(tmp_path))

    assert secret_of(settings_in(tmp_path)) == first
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


def test_nobody_else_can_read_the_secret(tmp_path: Path) -> None:
    secret_of(settings_in(tmp_path))

    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


def test_two_installations_have_two_secrets(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()

    assert secret_of(settings_in(tmp_path / "one")) != secret_of(settings_in(tmp_path / "two"))


def test_all_who_start_at_once_agree(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)

    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda _: secret_of(settings), range(8)))

    assert len(found) == 1


def test_a_secret_that_is_given_is_used_and_no_file_made(tmp_path: Path) -> None:
    given = secret_of(settings_in(tmp_path, CORR_SECRET="s" * 32))

    assert given == secret_of(settings_in(tmp_path, CORR_SECRET="s" * 32))
    assert not (tmp_path / "secret").exists()


def test_a_secret_that_is_no_text_is_taken_as_it_is(tmp_path: Path) -> None:
    one, other = (secret_of(settings_in(tmp_path, CORR_SECRET=os.fsdecode(sign * 40))) for sign in (b"\xff", b"\xfe"))

    assert one != other


@pytest.mark.parametrize("damage", [b"", b"short", b"\xff" * 80, b"\0" * 64])
def test_a_damaged_secret_is_told(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "secret").write_bytes(damage)

    with pytest.raises(ConfigError, match="secret"):
        secret_of(settings_in(tmp_path))
