"""The example of a real service's settings can be used as it stands."""

import re
from pathlib import Path

from corr.config import read_settings

EXAMPLE = Path(__file__).parents[2] / "deploy" / "corr.env.example"


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
            (tmp_path / name).write_text("smtp://localhost/".ljust(40, "/") if "SMTP" in name else "s" * 40)
            environ[name] = str(tmp_path / name)

    settings = read_settings(environ)

    assert not settings.is_sqlite
