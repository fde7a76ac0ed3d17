"""
Forms that were posted when their player was no longer signed in: they are kept, and shown again to that player only.

Nothing that they ask for is done until the player posts them again.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from sqlalchemy import insert, select

from corr.base.rate_limits import Limit, count
from corr.base.tokens import hash_given, hash_token, new_token
from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError, NotFoundError
from corr.store.base import table
from corr.store.tables.player_accounts import KeptForm

VALID_FOR = timedelta(days=1)
_LONGEST = 100_000
_MOST_FIELDS = 200
_PER_PLAYER = Limit(
    "kept-forms", 60, timedelta(hours=1), "60 forms of yours were kept within an hour, and no more can be."
)
_FORM = table(KeptForm)


@dataclass(frozen=True, slots=True)
class KeptFormView:
    """A form as it was filled in."""

    path: str
    """Where it was posted to."""
    fields: tuple[tuple[str, str], ...] = field(repr=False)
    """Names and values in the order of the form. They may hold a secret turn."""


def keep_form(uow: UnitOfWork, player_id: int, path: str, fields: Sequence[tuple[str, str]]) -> str:
    """
    Keep a form for its player for a day; gives the token that finds it.

    :raises InputError: it is too large to be kept.
    """
    kept = json.dumps(list(fields))
    if len(kept) > _LONGEST or len(fields) > _MOST_FIELDS:
        raise InputError("This form is too large to be kept.", field="text")
    count(uow, {_PER_PLAYER: str(player_id)})
    token = new_token()
    row = {"token_hash": hash_token(token), "player_id": player_id, "path": path, "fields": kept}
    uow.connection.execute(insert(_FORM).values(**row, expires_at=uow.now + VALID_FOR))
    return token


def get_kept_form(reader: Reader, token: str, player_id: int) -> KeptFormView:
    """The form that *token* finds, for its own player."""
    mine = (_FORM.c.token_hash == hash_given(token)) & (_FORM.c.player_id == player_id)
    row = reader.connection.execute(select(_FORM.c.path, _FORM.c.fields).where(mine, _FORM.c.expires_at > reader.now))
    found = row.first()
    if found is None:
        raise NotFoundError("There is no form here that waits for you. Forms are kept for a day.")
    return KeptFormView(found.path, tuple((name, value) for name, value in json.loads(found.fields)))
