"""What an administrator has forbidden a player for some days."""

from datetime import datetime

from sqlalchemy import ColumnElement, Integer, bindparam, exists, func, select

from corr.base.uow import Reader
from corr.errors import InputError
from corr.store.base import table
from corr.store.tables.moderation import Sanction, SanctionKind

SANCTION = table(Sanction)
_LATER = SANCTION.alias("later")
# What is allowed again is a row of its own, which ends as it begins.
IS_LIFTED = exists(
    select(_LATER.c.id).where(
        _LATER.c.player_id == SANCTION.c.player_id,
        _LATER.c.kind == SANCTION.c.kind,
        _LATER.c.until == _LATER.c.at,
        _LATER.c.id > SANCTION.c.id,
    )
)
"""The condition that what a sanction forbade was allowed again before its time."""
_UNTIL = select(func.max(SANCTION.c.until)).where(
    SANCTION.c.player_id == bindparam("player", type_=Integer),
    SANCTION.c.kind == bindparam("kind"),
    SANCTION.c.until > bindparam("now"),
    ~IS_LIFTED,
)
_FORBIDDEN = {
    SanctionKind.WORDS: "write messages",
    SanctionKind.OFFERS: "make offers or challenges",
    SanctionKind.INVITATIONS: "invite by mail address",
}


class ForbiddenError(InputError):
    """An administrator has forbidden it for some days."""

    code = "forbidden"


def is_forbidden(player_id: ColumnElement[int], kind: SanctionKind, now: datetime) -> ColumnElement[bool]:
    """The condition that an administrator has forbidden it that player."""
    of_player = SANCTION.c.player_id == player_id, SANCTION.c.kind == kind.value
    return exists(select(SANCTION.c.player_id).where(*of_player, SANCTION.c.until > now, ~IS_LIFTED))


def check_allowed(reader: Reader, player_id: int, kind: SanctionKind, field: str) -> None:
    """
    Refuse what an administrator has forbidden a player.

    :raises ForbiddenError: that is so; *field* is the field of the form beside which it is told.
    """
    asked = {"player": player_id, "kind": kind.value, "now": reader.now}
    until = reader.connection.execute(_UNTIL, asked).scalar()
    if until is not None:
        days = max(1, -((reader.now - until).days))
        span = "another day" if days == 1 else f"another {days} days"
        raise ForbiddenError(
            f"An administrator has decided that you cannot {_FORBIDDEN[kind]} for {span}.", field=field
        )
