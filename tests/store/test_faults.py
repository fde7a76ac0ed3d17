"""What the database complains about can be logged: it never holds the values that were to be stored."""

from contextlib import closing

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import SQLAlchemyError

from corr.store.base import table
from corr.store.db import Database
from corr.store.tables.mails import ReplyToken

pytestmark = pytest.mark.both_databases

CANARY = "canary-that-nobody-may-see"


def test_a_fault_does_not_tell_the_values(database_url: str) -> None:
    row = {"token_hash": CANARY, "player_id": None, "game_id": CANARY}

    with (
        closing(Database(database_url)) as database,
        pytest.raises(SQLAlchemyError) as caught,
        database.writing() as connection,
    ):
        connection.execute(insert(table(ReplyToken)).values(row))

    # PostgreSQL quotes the row by itself behind this word; the log leaves that out.
    assert "reply_token" in str(caught.value)
    assert CANARY not in str(caught.value).partition("DETAIL")[0]
