"""Libraries that lead into the world stand behind one module each."""

import re

import pytest

from tests.gates import tree


@pytest.mark.parametrize(
    ("library", "modules"),
    [
        ("imap_tools", {"corr/mail/inbound/imap.py"}),
        ("imaplib", {"corr/mail/inbound/imap.py"}),
        ("icalendar", {"corr/web/pages/feed_pages.py"}),
        ("yaml", {"corr/cli/leagues/file_reader.py"}),
        ("alembic", {"corr/store/migrate.py"}),
        ("psycopg", {"corr/store/postgresql.py"}),
        ("aiosmtpd", {"corr/mail/inbound/listener.py", "corr/mail/inbound/smtp_sessions.py"}),
    ],
)
def test_a_library_is_known_behind_its_fence_alone(library: str, modules: set[str]) -> None:
    uses = re.compile(rf"^\s*(?:import|from) {library}\b", re.MULTILINE)

    found = {name for name, text in tree.texts(".py").items() if name.startswith("corr/") and uses.search(text)}

    assert found == modules
