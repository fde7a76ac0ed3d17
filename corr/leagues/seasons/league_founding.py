"""The founding of leagues: any player may found one."""

import re
import unicodedata
from dataclasses import dataclass, field
from datetime import timedelta

from sqlalchemy import bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from corr.base import rate_limits
from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError, NotAllowedError
from corr.game.game_row import PLAYER
from corr.leagues.journal import LeagueAct, LeagueHappening, act_key, note
from corr.leagues.rows import (
    LEAGUE,
    ORGANISER,
    SEASON,
)
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.seasons.season_opening import begin_sign_up, check_dates, check_settings
from corr.players.names import Name, read_league_name
from corr.players.profiles import is_open
from corr.players.sanctions import Outreach, check_may_reach

LONGEST_DESCRIPTION = 4000
SHORTEST_ID, LONGEST_ID = 3, 40
_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_KEPT_IDS = frozenset({"admin", "all", "closed", "embed", "help", "league", "leagues", "make", "mine", "new", "search"})
"""Short names that no league can have, since addresses of pages hold them."""
_WITH_ID = select(LEAGUE.c.id).where(LEAGUE.c.id == bindparam("league"))
_LEAGUES = rate_limits.Limit("leagues", 5, timedelta(days=1), "You have created 5 leagues, the most for one day.")
_TAKEN = "There is a league of that name, or of one that looks like it. Choose another."
_ID_TAKEN = "There is a league with that short name. Choose another."
_LOCK_MAKER = select(PLAYER.c.id).where(PLAYER.c.id == bindparam("player")).with_for_update(key_share=True)
_EARLIER = (
    select(LEAGUE.c.id, SEASON.c.id.label("season_id"))
    .join(SEASON, SEASON.c.league_id == LEAGUE.c.id)
    .where(LEAGUE.c.made_by == bindparam("player"), LEAGUE.c.order_key == bindparam("key"), SEASON.c.number == 1)
)
_WITH_NAME = select(LEAGUE.c.id).where(LEAGUE.c.name_key == bindparam("key"), LEAGUE.c.id != bindparam("besides"))


def suggested_id(reader: Reader, name: str) -> str:
    """A free short name, made from the *name* of a league."""
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[: LONGEST_ID - 4].strip("-")
    if len(stem) < SHORTEST_ID or stem in _KEPT_IDS:
        stem = f"league-{stem}".strip("-")
    wanted, number = stem, 1
    while wanted in _KEPT_IDS or is_taken(reader, wanted):
        number += 1
        wanted = f"{stem}-{number}"
    return wanted


def read_league_id(text: str) -> str:
    """
    The short name that was typed, checked.

    :raises InputError: it cannot be used as one.
    """
    wanted = text.strip().lower()
    if not SHORTEST_ID <= len(wanted) <= LONGEST_ID:
        raise InputError(f"A short name has {SHORTEST_ID} to {LONGEST_ID} letters.", field="id")
    if not _ID.fullmatch(wanted):
        raise InputError(
            "A short name is made of the letters a to z, digits and hyphens between them, such as “summer-cup”.",
            field="id",
        )
    if wanted in _KEPT_IDS:
        raise InputError("That short name is kept for the service itself. Choose another.", field="id")
    return wanted


def read_description(text: str) -> str:
    """
    The description that was typed, checked.

    :raises InputError: it is too long, or cannot be shown.
    """
    description = "\n".join(line.rstrip() for line in text.strip().splitlines())
    if len(description) > LONGEST_DESCRIPTION:
        raise InputError(f"A description has at most {LONGEST_DESCRIPTION} letters.", field="description")
    if not description.replace("\n", "").replace("\t", "").isprintable():
        raise InputError(
            "The description has characters that cannot be shown; please type it again.", field="description"
        )
    return unicodedata.normalize("NFC", description)


def is_taken(reader: Reader, league_id: str) -> bool:
    """Whether a league has that short name."""
    return reader.connection.execute(_WITH_ID, {"league": league_id}).first() is not None


@dataclass(frozen=True, slots=True)
class MakeLeague:
    """A player founds a league, whose first season opens with it."""

    by_player_id: int
    id: str
    """The short name for addresses; empty to take one from the name."""
    name: str
    description: str
    settings: SeasonSettings
    dates: Dates
    order_key: str | None = field(default=None, repr=False)
    """The same key is the same league, however often it comes."""


@dataclass(frozen=True, slots=True)
class FoundedLeague:
    """A league that was founded."""

    id: str
    season_id: int
    """Its first season."""
    repeated: bool = False
    """Whether the order was carried out before."""


def make_league(uow: UnitOfWork, order: MakeLeague) -> FoundedLeague:
    """
    Found a league, run by whoever founds it, and open its first season.

    :raises InputError: something cannot be used; the field says what.
    :raises ForbiddenError: an administrator has forbidden it.
    :raises NotAllowedError: the player has no account any more.
    :raises TooManyError: the player has founded too many today.
    """
    act_key(order.by_player_id, order.order_key)
    uow.connection.execute(_LOCK_MAKER, {"player": order.by_player_id})
    earlier = _find_earlier(uow, order)
    if earlier is not None:
        return earlier
    if not is_open(uow, order.by_player_id):
        raise NotAllowedError("Only players with an account can create a league.")
    name, description = read_league_name(order.name), read_description(order.description)
    check_may_reach(uow, order.by_player_id, Outreach.LEAGUE, "name")
    check_settings(uow, order.settings)
    check_dates(order.dates, order.settings.terms.pace, uow.now)
    league_id = read_league_id(order.id) if order.id.strip() else suggested_id(uow, name.name)
    rate_limits.count(uow, {_LEAGUES: str(order.by_player_id)})
    _write(uow, order, league_id, name, description=description)
    season_id = begin_sign_up(uow, league_id, 1, order.settings, dates=order.dates)
    note(uow, LeagueHappening(LeagueAct.MADE, league_id, None, order.by_player_id, {"name": name.name}))
    note(uow, LeagueHappening(LeagueAct.OPENED, league_id, season_id, order.by_player_id, {"number": 1}))
    return FoundedLeague(league_id, season_id)


def check_name_free(reader: Reader, name: Name, *, besides: str = "") -> None:
    """
    Refuse a name that another league has, or one that looks like it.

    :param besides: the id of the league that may have it.
    :raises InputError: it is taken.
    """
    if reader.connection.execute(_WITH_NAME, {"key": name.look_key, "besides": besides}).first() is not None:
        raise InputError(_TAKEN, field="name")


def _find_earlier(uow: UnitOfWork, order: MakeLeague) -> FoundedLeague | None:
    if order.order_key is None:
        return None
    asked = {"player": order.by_player_id, "key": order.order_key}
    row = uow.connection.execute(_EARLIER, asked).first()
    return None if row is None else FoundedLeague(row.id, row.season_id, repeated=True)


def _write(uow: UnitOfWork, order: MakeLeague, league_id: str, name: Name, *, description: str) -> None:
    check_name_free(uow, name)
    if is_taken(uow, league_id):
        raise InputError(_ID_TAKEN, field="id")
    row = {
        "id": league_id,
        "name": name.name,
        "name_key": name.look_key,
        "description": description,
        "version": 0,
        "made_by": order.by_player_id,
        "made_at": uow.now,
        "order_key": order.order_key,
    }
    try:
        with uow.attempt():
            uow.connection.execute(insert(LEAGUE).values(**row))
    except IntegrityError:
        # Somebody else was faster and took the name or the short name; which of the two is not known.
        raise InputError(_TAKEN, field="name") from None
    organiser = {"league_id": league_id, "player_id": order.by_player_id, "since": uow.now}
    uow.connection.execute(insert(ORGANISER).values(**organiser))
