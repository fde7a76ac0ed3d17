"""How often a position has occurred in a game: counted by the database, not by replaying."""

import hashlib
from collections.abc import Hashable

from sqlalchemy import bindparam, func, select

from corr.base.uow import Reader
from corr.games.api import AnyRules
from corr.store.base import table
from corr.store.tables.games import Turn

TURN = table(Turn)

_COUNT = select(func.count()).where(TURN.c.game_id == bindparam("game"), TURN.c.repeat_key == bindparam("key"))


def repeat_digest(rules: AnyRules, position: Hashable) -> str | None:
    """A short text that is equal for positions that count as a repetition; None if the game knows none."""
    key = rules.repetition_key(position)
    # The key is a plain value, a text or a tuple of such, whose repr is the same in every process.
    return None if key is None else hashlib.sha256(repr(key).encode()).hexdigest()[:32]


def times_seen(reader: Reader, game_id: str, rules: AnyRules, position: Hashable) -> int:
    """How often *position* will have occurred in the game if it stands after the turn that is due."""
    digest = repeat_digest(rules, position)
    if digest is None:
        return 1
    before = reader.connection.execute(_COUNT, {"game": game_id, "key": digest}).scalar_one()
    return int(before) + (digest == repeat_digest(rules, rules.start())) + 1
