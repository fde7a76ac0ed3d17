"""
The bare programs that ours are compared with: `python -m tests.bench._bare web PORT URL` and `… mail PORT URL`.

On the web: a route with one INSERT and its COMMIT by SQLAlchemy Core, and a page of Jinja with a hundred cells, as
large as is wished for. For mail: a handler of aiosmtpd that inserts one row by the driver and commits. All as safe from
a loss of power as ours: SQLite flushes each commit, and PostgreSQL does so as it comes.
"""

import logging
import sqlite3
import sys
import time
from typing import Any

import psycopg
import waitress
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from flask import Flask, Response, request
from jinja2 import Environment
from sqlalchemy import Column, Float, Integer, MetaData, Table, Text, create_engine, event, insert, make_url

_HOST = "127.0.0.1"
_CELLS = 100
_PAGE = Environment(autoescape=True).from_string(
    "<!doctype html><title>{{ title }}</title><svg>"
    "{% for square in squares %}<a href='/g?pick={{ square.name }}'><rect class='{{ square.ground }}' "
    "x='{{ square.x }}' y='{{ square.y }}' width='10' height='10'/>"
    "{% if square.piece %}<use href='#{{ square.piece }}' x='{{ square.x }}' y='{{ square.y }}'/>{% endif %}</a>"
    "{% endfor %}</svg><p>{{ filler }}</p>"
)
_TURN = Table(
    "bare_turn",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("game_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("received_at", Float, nullable=False),
)
_NEW_TURN = insert(_TURN)


class _Handler:
    """Inserts one row for each mail, by the driver alone: nothing else is as little."""

    def __init__(self, url: str) -> None:
        where = make_url(url)
        self._connection: Any
        if where.get_backend_name() == "sqlite":
            self._connection = sqlite3.connect(str(where.database), check_same_thread=False)
            _flush_commits(self._connection, None)
            self._connection.execute("CREATE TABLE mail (id INTEGER PRIMARY KEY, recipient TEXT, raw BLOB)")
            self._insert = "INSERT INTO mail (recipient, raw) VALUES (?, ?)"
        else:
            self._connection = psycopg.connect(
                host=str(where.query["host"]), user=where.username, dbname=where.database
            )
            self._connection.execute("CREATE TABLE mail (id serial PRIMARY KEY, recipient text, raw bytea)")
            self._insert = "INSERT INTO mail (recipient, raw) VALUES (%s, %s)"
        self._connection.commit()

    async def handle_DATA(  # noqa: N802 - the library's name
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """One mail, one row."""
        self._connection.execute(self._insert, (envelope.rcpt_tos[0], envelope.content))
        self._connection.commit()
        return "250 OK"


def pages(url: str) -> Flask:
    """The bare routes, on an empty database."""
    app, engine = Flask("bare"), create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _flush_commits)
    _TURN.metadata.create_all(engine)
    squares = [
        {"name": f"{n // 10}{n % 10}", "ground": "plain", "x": n % 10, "y": n // 10, "piece": "w" if n % 3 else ""}
        for n in range(_CELLS)
    ]

    @app.post("/turn")
    def turn() -> Response:
        form = request.form
        with engine.begin() as connection:
            row = {
                "game_id": form["game"],
                "number": int(form["turn"]),
                "text": form["text"],
                "received_at": time.time(),
            }
            connection.execute(_NEW_TURN, row)
        return Response(status=303, headers={"Location": "/page"})

    @app.get("/page")
    def page() -> str:
        return _PAGE.render(title="bare", squares=squares, filler="x" * int(request.args.get("filler", "0")))

    return app


def _flush_commits(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's own
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")


def main() -> None:
    """Serve until killed."""
    kind, port, where = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    if kind == "web":
        # A full queue is no news here.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        waitress.serve(pages(where), host=_HOST, port=port, threads=4)
    else:
        Controller(_Handler(where), hostname=_HOST, port=port).start()
        while True:
            time.sleep(60)


if __name__ == "__main__":
    main()
