"""A database that goes away while a process begins: a sentence tells it, and the exit status that it failed."""

import sys
from contextlib import closing
from pathlib import Path
from subprocess import run

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from corr.cli import REFUSED
from corr.store.db import Database
from corr.store.migrate import open_database
from tests.ports import free_ports

AT_ONCE = {"options": "-c lock_timeout=100"}
"""What makes a server tell soon that it cannot give what is asked for."""


@pytest.mark.slow
@pytest.mark.parametrize("command", ["jobs", "mail", "web"])
def test_a_process_that_cannot_reach_its_data_as_it_begins_ends_with_a_sentence(
    command: str, postgresql_url: str, tmp_path: Path
) -> None:
    open_database(postgresql_url)[0].close()
    web, mail = free_ports(2)
    url = make_url(postgresql_url).set(drivername="postgresql").update_query_dict(AT_ONCE)
    environ = {
        "CORR_VAR": str(tmp_path),
        "CORR_SECRET": "s" * 32,
        "CORR_DATABASE_URL": url.render_as_string(hide_password=False),
        "CORR_WEB_LISTEN": f"127.0.0.1:{web}",
        "CORR_MAIL_LISTEN": f"127.0.0.1:{mail}",
    }

    with closing(Database(postgresql_url)) as other, other.writing() as connection:
        connection.execute(text("LOCK TABLE pulse IN ACCESS EXCLUSIVE MODE"))
        ended = run(
            [sys.executable, "-m", "corr", command],
            env=environ,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    assert ended.returncode == REFUSED
    assert ended.stderr.splitlines()[-1].startswith("The database cannot be reached, or did not answer in time.")
    assert "Traceback" not in ended.stdout + ended.stderr
