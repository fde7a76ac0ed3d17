"""Settings about how mails come in and how letters are signed: what they mean, and what is refused."""

from pathlib import Path

import pytest

from corr.config import read_settings
from corr.config.values import Listen, Mailbox
from corr.errors import ConfigError

PUBLIC = {"CORR_URL": "https://play.example.org", "CORR_SMTP_URL": "smtp://mail.example.org"}
KEY = "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\n"


def test_without_settings_mail_comes_in_by_smtp_alone() -> None:
    settings = read_settings({})

    assert (settings.lmtp_listen, settings.mailbox, settings.hook_secret) == (None, None, None)
    assert (settings.dkim_key, settings.authserv_id) == (None, "")


@pytest.mark.parametrize(
    ("text", "host", "port", "is_implicit_tls"),
    [
        ("imaps://u:p@mail.example.org", "mail.example.org", 993, True),
        ("imap://u:p@mail.example.org", "mail.example.org", 143, False),
        ("imaps://u:p@mail.example.org:1993", "mail.example.org", 1993, True),
        ("imap://u:p@[::1]:1143/", "::1", 1143, False),
    ],
)
def test_a_mailbox_is_read_from_its_address(text: str, host: str, port: int, *, is_implicit_tls: bool) -> None:
    mailbox = read_settings({"CORR_IMAP_URL": text}).mailbox

    assert mailbox == Mailbox(host, port, is_implicit_tls=is_implicit_tls, user="u", password="p", folder="INBOX")


def test_a_mailbox_may_have_signs_in_its_name_and_a_folder() -> None:
    mailbox = read_settings({"CORR_IMAP_URL": "imaps://game%40example.org:p%2F%3A%40@h/Games%2FCorr"}).mailbox

    assert mailbox is not None
    assert (mailbox.user, mailbox.password, mailbox.folder) == ("game@example.org", "p/:@", "Games/Corr")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pop3://u:p@mail.example.org", "it must begin with imap:// or imaps://."),
        ("mail.example.org", "it must begin with imap:// or imaps://."),
        ("imaps://mail.example.org", "it must name a user and a password"),
        ("imaps://u@mail.example.org", "it must name a user and a password"),
        ("imaps://:p@mail.example.org", "it must name a user and a password"),
        ("imaps://u:p@", "it must name a host"),
        ("imaps://u:p@mail.example.org:0", "a port from 1 to 65535"),
        ("imaps://u:p@mail.example.org:x", "the port must be from 1 to 65535"),
        ("imaps://u:p@mail.example.org/INBOX?x", "nothing may follow the folder"),
        ("imaps://u:p@mail.example.org/INBOX#x", "nothing may follow the folder"),
    ],
)
def test_what_names_no_mailbox_is_told(text: str, words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_settings({"CORR_IMAP_URL": text})

    assert "- CORR_IMAP_URL: " in caught.value.sentence
    assert words in caught.value.sentence
    assert "Example: CORR_IMAP_URL=imaps://user:password@mail.example.org/INBOX" in caught.value.sentence


def test_a_fault_in_the_mailbox_never_repeats_its_password() -> None:
    with pytest.raises(ConfigError) as caught:
        read_settings({"CORR_IMAP_URL": "imaps://u:hunter2@mail.example.org:hunter2", "CORR_HOOK_SECRET": "hunter2"})

    assert caught.value.sentence.count("\n- ") == 2
    assert "hunter2" not in caught.value.sentence


def test_settings_show_no_secret_of_a_door() -> None:
    settings = read_settings({"CORR_IMAP_URL": "imaps://u:hunter2@mail.example.org", "CORR_HOOK_SECRET": "hunter2" * 8})

    assert settings.hook_secret == "hunter2" * 8
    assert "hunter2" not in repr(settings)


def test_secrets_of_doors_may_stand_in_files(tmp_path: Path) -> None:
    (tmp_path / "url").write_text("imaps://u:p@mail.example.org\n")
    (tmp_path / "secret").write_text("s" * 40 + "\n")
    environ = {"CORR_IMAP_URL_FILE": str(tmp_path / "url"), "CORR_HOOK_SECRET_FILE": str(tmp_path / "secret")}

    settings = read_settings(environ)

    assert settings.mailbox is not None
    assert settings.hook_secret == "s" * 40


def test_a_secret_of_the_hook_that_could_be_guessed_is_refused() -> None:
    with pytest.raises(ConfigError, match="CORR_HOOK_SECRET: it must be random and have at least 32 characters"):
        read_settings({"CORR_HOOK_SECRET": "open sesame"})


def test_lmtp_is_listened_for_where_it_is_asked_for() -> None:
    assert read_settings({"CORR_LMTP_LISTEN": "127.0.0.1:8024"}).lmtp_listen == Listen("127.0.0.1", 8024)


def test_a_door_that_others_can_reach_ends_the_embedded_default() -> None:
    with pytest.raises(ConfigError, match="- CORR_SMTP_URL: it is missing"):
        read_settings({"CORR_LMTP_LISTEN": "0.0.0.0:24"})

    assert not read_settings({**PUBLIC, "CORR_LMTP_LISTEN": "0.0.0.0:24"}).is_embedded
    assert read_settings({"CORR_LMTP_LISTEN": "127.0.0.1:8024"}).is_embedded


@pytest.mark.parametrize("text", ["8024", "localhost", "127.0.0.1:0"])
def test_a_place_for_lmtp_that_is_none_is_told(text: str) -> None:
    with pytest.raises(ConfigError, match=f"- CORR_LMTP_LISTEN is “{text}”: it must be a host, a colon and a port"):
        read_settings({"CORR_LMTP_LISTEN": text})


def test_the_key_for_signing_is_read_from_its_file(tmp_path: Path) -> None:
    (tmp_path / "dkim.pem").write_text(KEY)

    settings = read_settings({"CORR_DKIM_KEY_FILE": str(tmp_path / "dkim.pem"), "CORR_DKIM_SELECTOR": "Corr2027"})

    assert settings.dkim_key == KEY
    assert settings.dkim_selector == "corr2027"
    assert "abc" not in repr(settings)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "the file cannot be read."),
        (b"\xff\xfe", "the file cannot be read."),
        (b"", "the file holds no private key in PEM."),
        (b"-----BEGIN PUBLIC KEY-----\n", "the file holds no private key in PEM."),
    ],
)
def test_a_file_without_a_private_key_is_told(tmp_path: Path, content: bytes | None, words: str) -> None:
    path = tmp_path / "dkim.pem"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(ConfigError, match=f"- CORR_DKIM_KEY_FILE is “.*”: {words}"):
        read_settings({"CORR_DKIM_KEY_FILE": str(path)})


@pytest.mark.parametrize("text", ["corr._domainkey", "-corr", "corr;x", "corr key"])
def test_a_name_that_no_key_can_have_is_told(text: str) -> None:
    with pytest.raises(ConfigError, match=r"- CORR_DKIM_SELECTOR is “.*”: it must be a name as in the DNS"):
        read_settings({"CORR_DKIM_SELECTOR": text})


@pytest.mark.parametrize("text", ["mx@example.org", "mx example", "mx.example.org;"])
def test_a_mail_server_that_has_no_name_is_told(text: str) -> None:
    with pytest.raises(ConfigError, match=r"- CORR_AUTHSERV_ID is “.*”: it must be a domain"):
        read_settings({"CORR_AUTHSERV_ID": text})


@pytest.mark.parametrize("text", ["u@{domain}", "u+{token}{token}@{domain}", "u@{token}.example.org"])
def test_a_pattern_for_unsubscribing_without_its_token_is_told(text: str) -> None:
    with pytest.raises(
        ConfigError, match=r"- CORR_UNSUBSCRIBE_PATTERN is “.*”: it must be a mail address with {token}"
    ):
        read_settings({"CORR_UNSUBSCRIBE_PATTERN": text})


@pytest.mark.parametrize(
    ("environ", "named", "other"),
    [
        ({"CORR_BOUNCE_PATTERN": "r+{token}@{domain}"}, "CORR_BOUNCE_PATTERN", "CORR_REPLY_PATTERN"),
        ({"CORR_UNSUBSCRIBE_PATTERN": "B+{token}@corr.localhost"}, "CORR_UNSUBSCRIBE_PATTERN", "CORR_BOUNCE_PATTERN"),
    ],
)
def test_patterns_that_nobody_could_tell_apart_are_refused(environ: dict[str, str], named: str, other: str) -> None:
    with pytest.raises(ConfigError, match=f"- {named}: it makes the same addresses as {other}"):
        read_settings(environ)
