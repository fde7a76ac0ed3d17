"""
A PostgreSQL of the suite's own: one throw-away cluster for all processes of a run, reached by a socket in a temporary
folder, so that neither a port nor a server that runs already is touched.
"""

import fcntl
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg

OWNER = "corr"
"""The role that the suite connects as."""
_MEMORY = Path("/dev/shm")  # noqa: S108 - where Linux keeps files in memory
_ENOUGH = 4 << 30
"""Bytes that have to be free there: each database takes some ten million."""
_UNSAFE_BUT_QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")

Connection = psycopg.Connection[tuple[Any, ...]]
_TABLES = """
    SELECT relname FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'alembic_version'
"""
_LAYOUT = """
    SELECT
        (SELECT sum(hashtext((oid, xmin, relname)::text)) FROM pg_class WHERE relnamespace = 'public'::regnamespace),
        (SELECT sum(hashtext((oid, xmin)::text)) FROM pg_constraint),
        (SELECT sum(hashtext((attrelid, attname, xmin)::text)) FROM pg_attribute WHERE attrelid >= 16384),
        (SELECT sum(hashtext((oid, xmin)::text)) FROM pg_trigger),
        (SELECT sum(hashtext((oid, xmin)::text)) FROM pg_proc WHERE oid >= 16384),
        (SELECT sum(hashtext((setdatabase, setconfig)::text)) FROM pg_db_role_setting),
        (SELECT xmin::text FROM pg_database WHERE datname = current_database()),
        (SELECT string_agg(version_num, ' ') FROM alembic_version)
"""
"""What any change of the layout or of settings would change."""
_OTHERS_END = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
_MOMENT = 0.001
"""Seconds that a server process needs to end."""
_NUMBERS_BEGIN_ANEW = "SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence"


@dataclass(frozen=True, slots=True)
class Cluster:
    """A running server, by the folder of its socket."""

    folder: Path

    def url(self, database: str) -> str:
        """What SQLAlchemy connects to *database* with."""
        return f"postgresql+psycopg://{OWNER}@/{database}?host={self.folder}"

    def run(self, statement: str) -> None:
        """Run one statement that is about databases, outside any transaction."""
        with psycopg.connect(host=str(self.folder), user=OWNER, dbname="postgres", autocommit=True) as connection:
            connection.execute(statement.encode())

    @contextmanager
    def database(self, template: str) -> Iterator[str]:
        """A copy of the database *template*, dropped afterwards; what SQLAlchemy connects to it with."""
        name = f"test_{uuid4().hex}"
        # The quickest way where nothing is ever flushed to a disk.
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
        yield self.url(name)
        self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def control(self, programs: Path, *arguments: str) -> None:
        """Let `pg_ctl` do something with the server, and wait until it is done."""
        data = str(self.folder / "data")
        _run_as(_account(), self.folder, programs / "pg_ctl", "--pgdata", data, "--wait", *arguments)


@dataclass
class ReusedDatabase:
    """A copy of the database *template* that is emptied after each test, which takes a tenth of the time of a new."""

    cluster: Cluster
    template: str
    _name: str | None = None
    _cleaner: Connection | None = None
    _as_made: tuple[Any, ...] | None = None
    _emptying: str = ""

    @contextmanager
    def emptied(self) -> Iterator[str]:
        """The database with all tables and no rows; what SQLAlchemy connects to it with."""
        if self._name is None:
            self._make()
        yield self.cluster.url(str(self._name))
        self._empty()

    def close(self) -> None:
        """Let go of it."""
        if self._cleaner is not None:
            self._cleaner.close()

    def _make(self) -> None:
        self._name = f"test_{uuid4().hex}"
        self.cluster.run(f"CREATE DATABASE {self._name} TEMPLATE {self.template}")
        self._cleaner = self._connect()
        self._as_made = self._cleaner.execute(_LAYOUT).fetchone()
        names = [row[0] for row in self._cleaner.execute(_TABLES)]
        deleting = "".join(f'DELETE FROM "{name}";' for name in names)  # noqa: S608 - our own names
        self._emptying = f"SET session_replication_role = replica; {deleting} SET session_replication_role = origin"

    def _empty(self) -> None:
        """Leave no row, no number given and no connection; where a test changed the layout, begin with another one."""
        cleaner = self._alone()
        if cleaner.execute(_LAYOUT).fetchone() == self._as_made:
            cleaner.execute(self._emptying.encode())
            cleaner.execute(_NUMBERS_BEGIN_ANEW)
        else:
            cleaner.close()
            self.cluster.run(f"DROP DATABASE {self._name} WITH (FORCE)")
            self._name = None

    def _alone(self) -> Connection:
        """The only connection that is left."""
        assert self._cleaner is not None
        try:
            _end_others(self._cleaner)
        except psycopg.OperationalError:
            # A test ended all connections.
            self._cleaner.close()
            self._cleaner = self._connect()
            _end_others(self._cleaner)
        return self._cleaner

    def _connect(self) -> Connection:
        return psycopg.connect(host=str(self.cluster.folder), user=OWNER, dbname=self._name, autocommit=True)


def find_programs() -> Path | None:
    """The folder of the newest PostgreSQL server programs, or None where there are none."""
    # Debian keeps them out of PATH, one folder for each version.
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if debian:
        return debian[-1].parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock among the processes of one run."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def shared_cluster(shared: Path, programs: Path, *, run: int) -> Cluster:
    """
    The cluster of this run, started by whichever process asks first.

    :param shared: a folder that all processes of the run know.
    :param run: the process that ends last; the cluster ends with it.
    """
    note = shared / "postgresql"
    with locked(shared / "postgresql.lock"):
        if not note.exists():
            folder = start(programs, (*_UNSAFE_BUT_QUICK, "autovacuum=off"), below=roomy())
            end_with(run, folder)
            note.write_text(str(folder))
    return Cluster(Path(note.read_text()))


def start(programs: Path, settings: Sequence[str], below: str = "/tmp") -> Path:  # noqa: S108 - see below
    """Make a new cluster and start it; its folder, which holds the socket."""
    # Not below pytest's own folder: a socket's path has at most 107 bytes, and another user must reach it.
    folder = Path(tempfile.mkdtemp(prefix="corr-pg-", dir=below))
    account = _account()
    if account is not None:
        shutil.chown(folder, account, account)
    data = str(folder / "data")
    chosen = " ".join(f"-c {setting}" for setting in (*settings, "max_connections=300"))
    options = f"-k {folder} -c listen_addresses='' {chosen}"
    init = ("--username", OWNER, "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync")
    _run_as(account, folder, programs / "initdb", "--pgdata", data, *init)
    _run_as(
        account, folder, programs / "pg_ctl", "--pgdata", data, "--log", f"{data}/log", "--wait", "-o", options, "start"
    )
    return folder


def end_with(run: int, folder: Path) -> None:
    """However the run ends, even killed: stop its server and remove what it wrote."""
    # Asked for at the end: a server that was restarted is another process.
    server = f"$(head -n 1 {folder}/data/postmaster.pid)"
    script = f"while kill -0 {run}; do sleep 0.5; done; kill -QUIT {server}; sleep 0.5; rm -rf {folder}"
    quiet = subprocess.DEVNULL
    subprocess.run(
        ["sh", "-c", f"({script}) &"], check=True, start_new_session=True, stdin=quiet, stdout=quiet, stderr=quiet
    )


def roomy() -> str:
    """Where files are made and dropped soonest: in memory, if there is enough."""
    is_there = _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ENOUGH
    return str(_MEMORY) if is_there else "/tmp"  # noqa: S108 - the server's folder is made for it alone


def _end_others(cleaner: Connection) -> None:
    while cleaner.execute(_OTHERS_END).fetchall():
        time.sleep(_MOMENT)


def _account() -> str | None:
    """The system's account that the server runs as: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _run_as(account: str | None, folder: Path, program: Path, *arguments: str) -> None:
    group = None if account is None else pwd.getpwnam(account).pw_gid
    # The server keeps what it inherits; a pipe would never end.
    with (folder / "output").open("a+") as output:
        ended = subprocess.run(
            [program, *arguments],
            check=False,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            user=account,
            group=group,
            extra_groups=None if account is None else (),
        )
        output.seek(0)
        assert ended.returncode == 0, f"{program.name} failed:\n{output.read()}"
