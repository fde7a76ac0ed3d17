"""What commands say if the words for reading mails, which anybody may mend in an installation, are broken."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import corr
from tests.ports import free_ports

PACKAGE = Path(corr.__file__).parent
PATIENCE = 120.0


def test_a_file_of_words_that_cannot_be_read_is_told_in_a_sentence(tmp_path: Path) -> None:
    _words_of(tmp_path, "cs", b"name = [")

    ended = _run(tmp_path, "mail", "list")

    assert ended.returncode == 2
    assert ended.stderr.startswith("The words for reading mails cannot be used. cs.toml: ")
    assert "Traceback" not in ended.stderr


def test_a_pattern_that_is_none_is_told_before_the_first_mail(tmp_path: Path) -> None:
    _words_of(tmp_path, "cs", b"name = 'Czech'\n[doubt]\ntaking_back = '(zru'")

    ended = _run(tmp_path, "serve")

    assert ended.returncode == 2
    assert "cs.toml: doubt.taking_back: “(zru” is not a pattern" in ended.stderr
    assert "Traceback" not in ended.stderr


def _words_of(place: Path, language: str, content: bytes) -> None:
    """An installation at *place* like this one, but for the words of a language."""
    for name in ("corr", "templates", "migrations"):
        copytree(PACKAGE.parent / name, place / name, copy_function=os.symlink)
    path = place / "corr" / "mail" / "reading" / "languages" / f"{language}.toml"
    path.unlink()
    path.write_bytes(content)


def _run(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    web, mail = free_ports(2)
    environ = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(place),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "CORR_VAR": str(place / "var"),
        "CORR_WEB_LISTEN": f"127.0.0.1:{web}",
        "CORR_MAIL_LISTEN": f"127.0.0.1:{mail}",
    }
    command = [sys.executable, "-m", "corr", *words]
    return subprocess.run(
        command, cwd=place, env=environ, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
    )
