"""Statements that a page sends to SQLite, counted at the driver: whatever sends them is seen."""

import sqlite3
from contextlib import closing

from sqlalchemy import event
from sqlalchemy.pool import Pool

from corr.base.uow import Workshop
from corr.games.registry import Registry
from corr.store.db import Database
from corr.web.app import create_app
from corr.web.app_state import WebSettings
from corr.wiring.service_clock import SystemClock
from tests.bench._programs import SECRET

_ORIGIN = "http://127.0.0.1:9999"
_ASKS = ("SELECT", "WITH", "INSERT", "UPDATE", "DELETE")


def statements_of(url: str, path: str, token: str) -> int:
    """How many a page takes that nobody has asked for before, once the program is warm."""
    seen: list[str] = []

    def watch(connection: sqlite3.Connection, _record: object) -> None:
        connection.set_trace_callback(seen.append)

    event.listen(Pool, "connect", watch)
    try:
        with closing(Database(url)) as database:
            workshop = Workshop(database, SystemClock(), Registry.discover(), SECRET.encode())
            browser = create_app(workshop, WebSettings(_ORIGIN)).test_client(use_cookies=False)
            cookie = {"Cookie": f"sid={token}"}
            assert browser.get("/account", base_url=_ORIGIN, headers=cookie).status_code == 200
            seen.clear()
            assert browser.get(path, base_url=_ORIGIN, headers=cookie).status_code == 200
            return sum(statement.lstrip().startswith(_ASKS) for statement in seen)
    finally:
        event.remove(Pool, "connect", watch)
