"""Settings: what goes without saying, what is refused, and that a refusal helps."""

from pathlib import Path

import pytest

from corr.config import read_settings
from corr.config.values import Listen, MailServer
from corr.errors import ConfigError

PUBLIC = {"CORR_URL": "https://play.example.org", "CORR_SMTP_URL": "smtp://mail.example.org"}


def test_without_any_variable_the_service_is_embedded() -> None:
    settings = read_settings({})

    assert settings.is_embedded
    assert settings.is_sqlite
    assert settings.url == "http://127.0.0.1:8000"
    assert settings.mail_listen == Listen("127.0.0.1", 8025)


def test_an_empty_variable_counts_as_missing() -> None:
    assert read_settings({"CORR_URL": "", "CORR_SMTP_URL": " "}) == read_settings({})


def test_variables_of_other_programs_are_left_alone() -> None:
    assert read_settings({"PATH": "/bin", "CORRECT": "yes"}) == read_settings({})


def test_the_database_lies_in_the_folder_that_is_named(tmp_path: Path) -> None:
    settings = read_settings({"CORR_VAR": str(tmp_path)})

    assert settings.database_url == f"sqlite:///{tmp_path}/corr.sqlite"


def test_the_address_of_the_pages_follows_the_port() -> None:
    assert read_settings({"CORR_WEB_LISTEN": "[::1]:8080"}).url == "http://[::1]:8080"


def test_letters_come_from_the_host_of_the_pages() -> None:
    settings = read_settings(PUBLIC)

    assert settings.mail_domain == "play.example.org"
    assert settings.mail_from == "game@play.example.org"


@pytest.mark.parametrize(
    "changed",
    [
        {"CORR_SMTP_URL": "smtp://mail.example.org", "CORR_MAIL_DOMAIN": "example.org"},
        {"CORR_PROXIES": "1", **PUBLIC},
        {"CORR_URL": "https://play.example.org", "CORR_SMTP_URL": "smtp://127.0.0.1"},
        {"CORR_WEB_LISTEN": "0.0.0.0:80", **PUBLIC},
        {"CORR_MAIL_LISTEN": "0.0.0.0:25", "CORR_MAIL_UNJUDGED": "yes", **PUBLIC},
    ],
)
def test_whatever_others_could_reach_is_not_embedded(changed: dict[str, str]) -> None:
    assert not read_settings(changed).is_embedded


@pytest.mark.parametrize(
    ("text", "server"),
    [
        ("smtp://mail.example.org", MailServer("mail.example.org", 25, is_implicit_tls=False)),
        (
            "smtp://u:p%2F@mail.example.org",
            MailServer("mail.example.org", 587, is_implicit_tls=False, user="u", password="p/"),
        ),
        ("smtps://mail.example.org", MailServer("mail.example.org", 465, is_implicit_tls=True)),
        ("smtps://mail.example.org:2465/", MailServer("mail.example.org", 2465, is_implicit_tls=True)),
        ("smtp://[::1]:2525", MailServer("::1", 2525, is_implicit_tls=False)),
    ],
)
def test_a_mail_server_is_read_from_its_address(text: str, server: MailServer) -> None:
    assert read_settings({**PUBLIC, "CORR_SMTP_URL": text}).mail_server == server


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_a_postgresql_address_names_its_driver(scheme: str) -> None:
    environ = {"CORR_DATABASE_URL": f"{scheme}://db.example.org/corr", "CORR_SECRET": "s" * 32}

    assert read_settings(environ).database_url == "postgresql+psycopg://db.example.org/corr"


def test_a_secret_may_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s" * 40 + "\n")

    assert read_settings({"CORR_SECRET_FILE": str(tmp_path / "secret")}).secret == "s" * 40


BROKEN = [
    ("CORR_URL", "play.example.org"),
    ("CORR_URL", "ftp://play.example.org"),
    ("CORR_URL", "https://play.example.org/games"),
    ("CORR_URL", "https://play.example.org?x=1"),
    ("CORR_URL", "https://me:secret@play.example.org"),
    ("CORR_URL", "https://play.example.org:99999"),
    ("CORR_URL", "https://pläy.example.org"),
    ("CORR_URL", "https://[::1"),
    ("CORR_WEB_LISTEN", "8000"),
    ("CORR_WEB_LISTEN", ":8000"),
    ("CORR_WEB_LISTEN", "127.0.0.1:0"),
    ("CORR_WEB_LISTEN", "127.0.0.1:65536"),
    ("CORR_WEB_LISTEN", "127.0.0.1:٨٠٠٠"),
    ("CORR_WEB_LISTEN", "127.0.0.1:" + "9" * 5000),
    ("CORR_WEB_LISTEN", "bad host:80"),
    ("CORR_MAIL_LISTEN", "localhost"),
    ("CORR_MAIL_UNJUDGED", "true"),
    ("CORR_MAIL_DOMAIN", "game@example.org"),
    ("CORR_MAIL_FROM", "example.org"),
    ("CORR_MAIL_FROM", "Corr <game@example.org>"),
    ("CORR_MAIL_FROM", "game@example.org\r\nBcc: all@example.org"),
    ("CORR_REPLY_PATTERN", "reply@{domain}"),
    ("CORR_REPLY_PATTERN", "r@{token}.example.org"),
    ("CORR_REPLY_PATTERN", "{token}{token}@{domain}"),
    ("CORR_DATABASE_URL", "mysql://db/corr"),
    ("CORR_DATABASE_URL", "sqlite://"),
    ("CORR_DATABASE_URL", "sqlite:///:memory:"),
    ("CORR_DATABASE_URL", "sqlite:////var/corr.sqlite?mode=ro"),
    ("CORR_VAR", "~nobody-of-that-name/corr"),
    ("CORR_VAR", "a" * 300),
    ("CORR_VAR", "/" + "a/" * 5000),
    ("CORR_SMTP_URL", "mail.example.org:25"),
    ("CORR_SMTP_URL", "smtp://mail.example.org:twenty"),
    ("CORR_SECRET", "short"),
    ("CORR_PROXIES", "-1"),
    ("CORR_PROXIES", "1_0"),
    ("CORR_PROXIES", "99"),
    ("CORR_SENDERS", "0"),
    ("CORR_SENDERS", "9"),
    ("CORR_WEB_THREADS", "0"),
    ("CORR_WEB_THREADS", "65"),
    ("CORR_WEB_THREADS", "²"),
    ("CORR_LOG_LEVEL", "loud"),
]


@pytest.mark.parametrize(("name", "text"), BROKEN)
def test_a_fault_names_the_variable_and_gives_an_example(name: str, text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_settings({name: text})

    assert caught.value.sentence.count(f"- {name}") == 1
    assert f"Example: {name}=" in caught.value.sentence
    assert "\r" not in caught.value.sentence


def test_mail_that_nobody_judges_is_taken_only_by_who_says_so() -> None:
    open_to_all = {**PUBLIC, "CORR_MAIL_LISTEN": "0.0.0.0:25"}

    with pytest.raises(ConfigError, match="say that you know that with CORR_MAIL_UNJUDGED=yes"):
        read_settings(open_to_all)

    assert read_settings({**open_to_all, "CORR_MAIL_UNJUDGED": "Yes"}).is_mail_unjudged
    assert read_settings({"CORR_MAIL_LISTEN": "[::1]:25"}).is_mail_unjudged is False


def test_all_faults_are_told_at_once() -> None:
    environ = {"CORR_WEB_LISTEN": "x", "CORR_PROXIES": "x", "CORR_URLS": "x", "CORR_DATABASE_URL": "postgresql://h/d"}

    with pytest.raises(ConfigError) as caught:
        read_settings(environ)

    told = caught.value.sentence.splitlines()[1:]
    assert [line.split()[1].rstrip(":") for line in told] == [
        "CORR_WEB_LISTEN",
        "CORR_PROXIES",
        "CORR_URLS",
        "CORR_SECRET",
    ]


def test_a_misspelt_variable_is_told_with_what_was_meant() -> None:
    with pytest.raises(ConfigError, match=r"CORR_LOGLEVEL: there is no such setting\. Did you mean CORR_LOG_LEVEL?"):
        read_settings({"CORR_LOGLEVEL": "info"})


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("CORR_SMTP_URL", "smtp://user:hunter2@mail.example.org:hunter2"),
        ("CORR_DATABASE_URL", "mysql://corr:hunter2@db/corr"),
        ("CORR_SECRET", "hunter2"),
    ],
)
def test_a_fault_never_repeats_a_secret(name: str, text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_settings({name: text})

    assert "hunter2" not in caught.value.sentence


def test_settings_show_no_secret() -> None:
    settings = read_settings(
        {
            **PUBLIC,
            "CORR_SECRET": "hunter2" * 8,
            "CORR_SMTP_URL": "smtp://user:hunter2@mail.example.org",
            "CORR_DATABASE_URL": "postgresql://corr:hunter2@db/corr",
        }
    )

    assert "hunter2" not in repr(settings)


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({"CORR_URL": "https://play.example.org"}, "CORR_SMTP_URL"),
        ({"CORR_MAIL_LISTEN": "0.0.0.0:25", "CORR_MAIL_UNJUDGED": "yes"}, "CORR_SMTP_URL"),
        ({**PUBLIC, "CORR_MAIL_LISTEN": "0.0.0.0:25"}, "CORR_MAIL_LISTEN"),
        ({**PUBLIC, "CORR_MAIL_LISTEN": "[::]:25", "CORR_MAIL_UNJUDGED": "no"}, "CORR_MAIL_LISTEN"),
        ({"CORR_PROXIES": "1"}, "CORR_SMTP_URL"),
        ({**PUBLIC, "CORR_URL": "http://play.example.org"}, "CORR_URL"),
        ({"CORR_DATABASE_URL": "postgresql://db/corr"}, "CORR_SECRET"),
        ({"CORR_SMTP_URL": "smtp://mail.example.org"}, "CORR_MAIL_DOMAIN"),
    ],
)
def test_settings_that_do_not_fit_together_are_refused(environ: dict[str, str], named: str) -> None:
    with pytest.raises(ConfigError, match=f"- {named}: "):
        read_settings(environ)


def test_a_secret_and_its_file_together_are_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s" * 40)

    with pytest.raises(ConfigError, match="CORR_SECRET: it is set and CORR_SECRET_FILE is set too"):
        read_settings({"CORR_SECRET": "s" * 40, "CORR_SECRET_FILE": str(tmp_path / "secret")})


def test_a_file_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"CORR_SECRET: the file “.*” of CORR_SECRET_FILE cannot be read"):
        read_settings({"CORR_SECRET_FILE": str(tmp_path / "none")})
