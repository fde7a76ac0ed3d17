"""The example of a real service's settings can be used as it stands."""

import re
from pathlib import Path

import pytest

from corr.config import read_settings
from corr.errors import ConfigError

IN_FILES = {
    "CORR_SMTP_URL_FILE": "smtp://localhost",
    "CORR_IMAP_URL_FILE": "imaps://game:password@mail.example.org",
    "CORR_DKIM_KEY_FILE": "-----BEGIN PRIVATE KEY-----\nnone\n-----END PRIVATE KEY-----\n",
}
EXAMPLE = Path(__file__).parents[2] / "deploy" / "corr.env.example"
UNIT = EXAMPLE.with_name("corr.service")


def test_the_example_is_a_real_service() -> None:
    environ = dict(re.findall(r"^(CORR_\w+)=(.*)$", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE))

    settings = read_settings(environ | {"CORR_SMTP_URL": "smtps://user:password@mail.example.org"})

    assert not settings.is_embedded


def test_every_setting_in_the_example_exists(tmp_path: Path) -> None:
    lines = re.findall(r"^#?(CORR_\w+)=(.*)$", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)
    environ = {name: text for name, text in lines if not name.endswith("_FILE")}
    for name, _ in lines:
        if name.endswith("_FILE"):
            environ.pop(name.removesuffix("_FILE"), None)
            (tmp_path / name).write_text(IN_FILES.get(name, "s" * 40))
            environ[name] = str(tmp_path / name)

    settings = read_settings(environ)

    assert not settings.is_sqlite
    assert settings.mailbox is not None
    assert settings.dkim_key is not None


def test_the_example_names_every_setting() -> None:
    named = set(re.findall(r"\bCORR_\w+", EXAMPLE.read_text(encoding="utf-8")))

    with pytest.raises(ConfigError) as caught:
        read_settings({"CORR_NONSENSE_OF_A_TEST": "x"})
    exist = set(re.findall(r"\bCORR_\w+", caught.value.sentence.partition("There are:")[2]))

    assert len(exist) > 15
    assert exist - {name.removesuffix("_FILE") for name in named} - named == set()


def test_the_unit_hands_over_every_file_that_root_alone_may_read() -> None:
    example, unit = EXAMPLE.read_text(encoding="utf-8"), UNIT.read_text(encoding="utf-8")
    handed = dict(re.findall(r"^#?LoadCredential=([\w.-]+):(\S+)$", unit, re.MULTILINE))
    named = dict(re.findall(r"^#?Environment=(CORR_\w+_FILE)=%d/(\S+)$", unit, re.MULTILINE))

    files = dict(re.findall(r"^#?(CORR_\w+_FILE)=(\S+)$", example, re.MULTILINE))

    assert {name: handed[credential] for name, credential in named.items()} == files
