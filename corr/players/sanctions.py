"""
Sanctions: what an administrator has forbidden a player for some days.

`Outreach` is the one table of all that reaches others: words of a player's that they read, and questions of a player's
that they are asked. Each use case that passes some of it on asks `check_may_reach`, so that pages and mails obey it
alike. Leaving, resigning and reporting are forbidden to nobody.
"""

from datetime import datetime
from enum import Enum

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
    SANCTION.c.kind.in_(bindparam("kinds", expanding=True)),
    SANCTION.c.until > bindparam("now"),
    ~IS_LIFTED,
)
_WORDS, _OFFERS, _INVITATIONS = SanctionKind.WORDS, SanctionKind.OFFERS, SanctionKind.INVITATIONS
_BY_ANOTHER = "Another organiser or an administrator can do this."


class Outreach(Enum):
    """What of a player reaches others: what is forbidden in words, what else is possible, and by which sanctions."""

    MESSAGE = ("write messages", "", _WORDS)
    NOTE = ("write messages", "It goes without one.", _WORDS)
    """Words with a challenge, an offer or a link."""
    NAME = ("change your name", "", _WORDS)
    REASON = ("write reasons", "This needs none: leave the field empty.", _WORDS)
    """The reason of an act in a league, where it may be left out."""
    REQUIRED_REASON = ("write reasons", "This needs one: another organiser or an administrator can do it.", _WORDS)
    ANNOUNCEMENT = ("write to the players of a season", _BY_ANOTHER, _WORDS)
    LEAGUE_WORDS = ("change the name and description of a league", _BY_ANOTHER, _WORDS)
    CHALLENGE = ("make challenges", "You can accept those of others.", _OFFERS)
    """Also a rematch."""
    INVITATION = ("invite by mail address", "", _OFFERS, _INVITATIONS)
    OFFER = ("make offers", "You can take those of others.", _OFFERS)
    """Also a link, and a standing offer."""
    LEAGUE = ("create leagues", "", _WORDS, _OFFERS)
    SEASON = ("open seasons", _BY_ANOTHER, _OFFERS)
    ASK_TO_JOIN = ("ask anyone to join", _BY_ANOTHER, _OFFERS)
    """Also a roster."""
    ASK_TO_REPLACE = ("ask anyone to take over", _BY_ANOTHER, _OFFERS)

    def __init__(self, what: str, instead: str, *forbidden_by: SanctionKind) -> None:
        self.what = what
        self.instead = instead
        self.forbidden_by = forbidden_by


class ForbiddenError(InputError):
    """An administrator has forbidden it for some days."""

    code = "forbidden"


def is_forbidden(player_id: ColumnElement[int], kind: SanctionKind, now: datetime) -> ColumnElement[bool]:
    """The condition that an administrator has forbidden it that player."""
    of_player = SANCTION.c.player_id == player_id, SANCTION.c.kind == kind.value
    return exists(select(SANCTION.c.player_id).where(*of_player, SANCTION.c.until > now, ~IS_LIFTED))


def may_not_reach(reader: Reader, player_id: int, outreach: Outreach) -> str:
    """What an administrator has forbidden a player, in a sentence or two; empty if it is allowed."""
    asked = {"player": player_id, "kinds": [kind.value for kind in outreach.forbidden_by], "now": reader.now}
    until = reader.connection.execute(_UNTIL, asked).scalar()
    if until is None:
        return ""
    days = max(1, -((reader.now - until).days))
    span = "another day" if days == 1 else f"another {days} days"
    return f"An administrator has decided that you cannot {outreach.what} for {span}. {outreach.instead}".rstrip()


def check_may_reach(reader: Reader, player_id: int, outreach: Outreach, field: str) -> None:
    """
    Refuse what an administrator has forbidden a player.

    :raises ForbiddenError: that is so; *field* is the field of the form beside which it is told.
    """
    why_not = may_not_reach(reader, player_id, outreach)
    if why_not:
        raise ForbiddenError(why_not, field=field)
