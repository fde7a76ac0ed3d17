"""What lies in `deploy/` for several processes can be used as it stands."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from corr.cli import COMMANDS, load
from corr.config import read_settings
from tests.conftest import lack
from tests.mail.roundtrip.daemon import deployed

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSE = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
UNITS = ("corr.service", "corr-web@.service", "corr-jobs@.service", "corr-mail.service")
SECRETS = {
    "CORR_DATABASE_URL_FILE": "postgresql://corr:password@database/corr",
    "CORR_SECRET_FILE": "s" * 64,
    "CORR_SMTP_URL_FILE": "smtps://user:password@mail.example.org",
}


def test_the_settings_of_the_containers_are_those_of_a_real_service(tmp_path: Path) -> None:
    environ = {name: value.strip('"') for name, value in re.findall(r"^ +(CORR_\w+): (.*)$", COMPOSE, re.MULTILINE)}
    for name, text in SECRETS.items():
        (tmp_path / name).write_text(text)

    settings = read_settings(environ | {name: str(tmp_path / name) for name in SECRETS})

    assert {name for name in environ if name.endswith("_FILE")} == set(SECRETS)
    assert not settings.is_sqlite
    assert not settings.is_on_one_machine
    assert settings.secret is not None


def test_every_secret_of_the_containers_comes_from_a_file() -> None:
    used = set(re.findall(r"/run/secrets/([\w-]+)", COMPOSE))
    listed = set(re.findall(r"[\w-]+", " ".join(re.findall(r"^ +secrets: \[(.*)\]$", COMPOSE, re.MULTILINE))))

    given = dict(re.findall(r"^  ([\w-]+):\n    file: secrets/([\w-]+)$", COMPOSE, re.MULTILINE))

    assert used == listed == set(given)
    assert all(name == file for name, file in given.items())


def test_the_containers_are_every_kind_of_process() -> None:
    commands = set(re.findall(r"^    command: \[(\w+)\]$", COMPOSE, re.MULTILINE))

    assert commands == {"web", "jobs", "mail"}


@pytest.mark.parametrize("unit", UNITS)
def test_every_unit_starts_a_command_that_there_is(unit: str) -> None:
    text = (DEPLOY / unit).read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=/opt/corr/venv/bin/corr (.*)$", text, re.MULTILINE)

    name, *arguments = command.replace("%i", "8001").split()
    found = load(COMMANDS[name].place)

    assert found.make_context(name, arguments, resilient_parsing=False).params is not None


@pytest.mark.parametrize("unit", UNITS[1:])
def test_every_unit_is_fenced_in_like_the_one_for_a_single_process(unit: str) -> None:
    one = (DEPLOY / UNITS[0]).read_text(encoding="utf-8")
    other = (DEPLOY / unit).read_text(encoding="utf-8")

    lines = set(one[one.index("StateDirectory=") :].splitlines())

    assert lines <= set(other.splitlines())
    assert set(re.findall(r"^#?Environment=(\w+)", one, re.MULTILINE)) <= set(
        re.findall(r"^#?Environment=(\w+)", other, re.MULTILINE)
    )


@pytest.mark.parametrize("unit", UNITS[1:])
def test_processes_that_share_a_database_are_given_its_address_and_the_secret(unit: str) -> None:
    text = (DEPLOY / unit).read_text(encoding="utf-8")

    handed = set(re.findall(r"^LoadCredential=([\w.-]+):", text, re.MULTILINE))
    named = set(re.findall(r"^Environment=CORR_\w+_FILE=%d/([\w.-]+)$", text, re.MULTILINE))

    assert handed == named == {"smtp-url", "secret", "database-url"}


def test_two_hosts_are_told_the_same_of_a_visitor_as_one() -> None:
    one, two = ((DEPLOY / name).read_text(encoding="utf-8") for name in ("nginx.conf", "nginx-two-hosts.conf"))
    told = r"^ +proxy_set_header (?:Host|X-|Forwarded).*$"

    assert re.findall(told, two, re.MULTILINE) == re.findall(told, one, re.MULTILINE)
    assert re.findall(r"proxy_pass (\S+);", two) == ["http://corr"] * 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nginx.conf", "nginx-two-hosts.conf"])
def test_nginx_takes_its_files(name: str, tmp_path: Path) -> None:
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        lack("nginx (Debian: nginx-light)")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=play.example.org"]
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    text = deployed(
        name,
        {
            "/etc/letsencrypt/live/play.example.org/fullchain.pem": str(certificate),
            "/etc/letsencrypt/live/play.example.org/privkey.pem": str(key),
            "/var/lib/nginx/": f"{tmp_path}/",
            "/var/log/nginx/": f"{tmp_path}/",
        },
    )
    whole = tmp_path / "nginx.conf"
    own = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole.write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{own}{text}}}\n")

    done = subprocess.run(
        [program, "-t", "-e", "stderr", "-c", whole], capture_output=True, text=True, check=False, timeout=60
    )

    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr
