"""The search for the season that is meant by the short name of a league, as in mails."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from sqlalchemy import Select, bindparam, select

from corr.base.uow import Reader
from corr.errors import ConflictError, NotFoundError
from corr.games.notation import shown
from corr.leagues.rows import ENTRY, LEAGUE, SEASON, LeagueRow, SeasonRow, find_latest_season, get_league, get_season
from corr.states import EntryState, SeasonState

_MOST = 200
_SHOWN = 3
_OPEN: Select[Any] = (
    select(LEAGUE.c.id, LEAGUE.c.name)
    .join(SEASON, SEASON.c.league_id == LEAGUE.c.id)
    .where(SEASON.c.state == SeasonState.SIGN_UP.value, SEASON.c.sign_up_until > bindparam("now"))
    .order_by(SEASON.c.sign_up_until, LEAGUE.c.id)
    .limit(_MOST)
)
_ALL = select(LEAGUE.c.id, LEAGUE.c.name).order_by(LEAGUE.c.made_at.desc(), LEAGUE.c.id).limit(_MOST)
_MINE: Select[Any] = (
    select(SEASON.c.id, SEASON.c.league_id, LEAGUE.c.name)
    .join(LEAGUE, LEAGUE.c.id == SEASON.c.league_id)
    .join(ENTRY, ENTRY.c.season_id == SEASON.c.id)
    .where(
        ENTRY.c.player_id == bindparam("player"),
        ENTRY.c.state.in_((EntryState.JOINED.value, EntryState.PLAYING.value)),
        SEASON.c.state.in_((SeasonState.SIGN_UP.value, SeasonState.RUNNING.value)),
    )
    .order_by(SEASON.c.starts_at.desc(), SEASON.c.id.desc())
    .limit(_MOST)
)
_WITHDRAWN = (
    select(SEASON.c.id)
    .join(ENTRY, ENTRY.c.season_id == SEASON.c.id)
    .where(
        SEASON.c.league_id == bindparam("league"),
        SEASON.c.state == SeasonState.RUNNING.value,
        ENTRY.c.player_id == bindparam("player"),
        ENTRY.c.state == EntryState.WITHDRAWN.value,
    )
)


@dataclass(frozen=True, slots=True)
class LeagueNames:
    """The short name and the name of a league."""

    id: str
    name: str


def league_named(reader: Reader, league_id: str) -> LeagueRow:
    """
    The league with that short name.

    :raises NotFoundError: there is none; the sentence names some that may be meant.
    """
    try:
        return get_league(reader, league_id)
    except NotFoundError:
        known = (LeagueNames(row.id, row.name) for row in reader.connection.execute(_ALL))
        raise NotFoundError(_unknown(shown(league_id), known, "Perhaps you mean one of these")) from None


def league_called(reader: Reader, text: str) -> LeagueRow:
    """
    The league with that short name or that name, in whatever case.

    :raises NotFoundError: there is none; the sentence names some that may be meant.
    """
    wanted = " ".join(text.split()).casefold()
    same = (row.id for row in reader.connection.execute(_ALL) if row.name.casefold() == wanted)
    return league_named(reader, next(same, text))


def season_to_join(reader: Reader, league_id: str) -> SeasonRow:
    """
    The season of a league that has not begun, whether or not its sign-up is over.

    :raises NotFoundError: there is no such league; the sentence names similar ones that take players.
    :raises ConflictError: it has no such season.
    """
    try:
        league = get_league(reader, league_id)
    except NotFoundError:
        raise NotFoundError(_unknown(league_id, leagues_to_join(reader), "These take players now")) from None
    season = find_latest_season(reader, league.id)
    if season is None or season.state is not SeasonState.SIGN_UP:
        raise ConflictError(f"{league.name} has no season that takes players now.")
    return season


def season_to_leave(reader: Reader, league_id: str, player_id: int) -> SeasonRow:
    """
    The season of a league that the player takes part in; the later one, if there are two.

    :raises NotFoundError: there is none; the sentence names those that there are.
    :raises ConflictError: the player has withdrawn from it.
    """
    mine = reader.connection.execute(_MINE, {"player": player_id}).all()
    found = next((row.id for row in mine if row.league_id == league_id.lower()), None)
    if found is None:
        _check_not_withdrawn(reader, league_id, player_id)
        named = dict.fromkeys(LeagueNames(row.league_id, row.name) for row in mine)
        raise NotFoundError(_unknown(league_id, named, "You take part in these", where=" among yours"))
    return get_season(reader, found)


def _check_not_withdrawn(reader: Reader, league_id: str, player_id: int) -> None:
    found = reader.connection.execute(_WITHDRAWN, {"player": player_id, "league": league_id.lower()}).scalar()
    if found is not None:
        raise ConflictError(f"You have withdrawn from {get_season(reader, found).name} already.")


def leagues_to_join(reader: Reader) -> tuple[LeagueNames, ...]:
    """The leagues with an open sign-up, those first whose sign-up ends soonest."""
    return tuple(LeagueNames(row.id, row.name) for row in reader.connection.execute(_OPEN, {"now": reader.now}))


def _unknown(wanted: str, leagues: Iterable[LeagueNames], which: str, *, where: str = "") -> str:
    """The sentence that there is no such league, with those that may be meant."""
    known = {league.id: league for league in leagues}
    near = get_close_matches(wanted.lower(), known, n=_SHOWN, cutoff=0.4) or list(known)[:_SHOWN]
    said = f"There is no league “{wanted}”{where}."
    if not near:
        return said
    return f"{said} {which}: {', '.join(f'{known[one].id} ({known[one].name})' for one in near)}."
