"""Heartbeats of the service's loops, and facts about the database as a whole."""

from datetime import datetime

from sqlmodel import Field

from corr.store.base import Row


class Pulse(Row, table=True):
    """The last heartbeat of one loop of one process."""

    __tablename__ = "pulse"

    loop: str = Field(primary_key=True)
    """The loop's name, such as "web", "outbox", "inbox" or "deadlines"."""
    owner: str = Field(primary_key=True)
    """The process: host name and process id."""
    at: datetime


class Setting(Row, table=True):
    """A fact about this database as a whole, such as that it is a demo."""

    __tablename__ = "setting"

    name: str = Field(primary_key=True)
    value: str
