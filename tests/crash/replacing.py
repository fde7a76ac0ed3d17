"""Putting other parts into a program that is loaded already."""

import sys

from sqlalchemy import Connection, text

_THERE = text("SELECT 1 FROM pg_constraint WHERE conname = :name")


def put(owner: object, name: str, part: object) -> None:
    """Let *owner*, a class or a module, have another *part* under that name, under which it has one."""
    assert hasattr(owner, name), f"{owner} has no {name}, so nothing would be replaced"
    setattr(owner, name, part)


def put_everywhere(name: str, old: object, new: object) -> None:
    """Put *new* in the place of *old* in every module that has it under that name."""
    ours = [module for module in list(sys.modules.values()) if getattr(module, "__name__", "").startswith("corr.")]
    having = [module for module in ours if getattr(module, name, None) is old]
    assert having, f"no module has {name}, so nothing would be replaced"
    for module in having:
        put(module, name, new)


def drop_key(connection: Connection, table: str, name: str) -> None:
    """Take a key of PostgreSQL away, if it is still there: to try it each time would lock everybody out each time."""
    if connection.execute(_THERE, {"name": name}).first() is not None:
        connection.execute(text(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name}"))
