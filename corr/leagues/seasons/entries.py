"""The entries of a season before it begins: players join and leave."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import bindparam, func, insert, select, update

from corr.base.rate_limits import Limit, count
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, NotAllowedError
from corr.game.game_row import PLAYER
from corr.leagues.consents import find_open_ask, note_answer
from corr.leagues.journal import LeagueAct, check_in_sign_up, name_of, note_act
from corr.leagues.rows import (
    ENTRY,
    SeasonRow,
    find_entry,
    get_league,
    get_season_locked,
    show_season_anew,
)
from corr.players.profiles import addresses_of
from corr.ratings.reliability import reliability_of
from corr.states import AskAnswer, EntryState, SeasonState

MOST_PLAYERS = 400
"""How many players a season has at most: 20 divisions of 20."""
_SIGN_UPS = Limit(
    "league-joins", 40, timedelta(days=1), "You have joined and left leagues 40 times, the most for one day."
)
_COUNT = select(func.count()).where(ENTRY.c.season_id == bindparam("season"), ENTRY.c.state == EntryState.JOINED.value)
_THESE = update(ENTRY).where(
    ENTRY.c.season_id == bindparam("of_season"), ENTRY.c.player_id.in_(bindparam("players", expanding=True))
)
_JOIN_AGAIN = _THESE.values(state=EntryState.JOINED.value, left_at=None, planned_tier=None, door=bindparam("through"))
_WISH = (
    update(ENTRY)
    .where(ENTRY.c.season_id == bindparam("of_season"), ENTRY.c.player_id == bindparam("of_player"))
    .values(planned_tier=bindparam("tier"))
)
_LEAVE = _THESE.values(state=EntryState.LEFT.value, left_at=bindparam("at"), planned_tier=None)
_PLAYER = select(PLAYER.c.closed_at).where(PLAYER.c.id == bindparam("player"))


def check_room(uow: UnitOfWork, season: SeasonRow, more: int) -> None:
    """
    Refuse *more* players than a locked season has room for.

    :raises ConflictError: the season would have too many.
    """
    present = int(uow.connection.execute(_COUNT, {"season": season.id}).scalar_one())
    if more and present + more > MOST_PLAYERS:
        raise ConflictError(f"A season has room for {MOST_PLAYERS} players, and {present} are in this one.")


def write_entries(
    uow: UnitOfWork, season: SeasonRow, players: Sequence[int], known: Collection[int], *, door: str
) -> None:
    """Store the entries of *players*; *known* are those who have an entry already, which they left."""
    rows = [
        {
            "season_id": season.id,
            "player_id": player_id,
            "state": EntryState.JOINED.value,
            "door": door,
            "joined_at": uow.now,
        }
        for player_id in players
        if player_id not in known
    ]
    if rows:
        uow.connection.execute(insert(ENTRY), rows)
    again = [player_id for player_id in players if player_id in known]
    if again:
        uow.connection.execute(_JOIN_AGAIN, {"of_season": season.id, "players": again, "through": door})


def plan_divisions(uow: UnitOfWork, season: SeasonRow, tiers: Mapping[int, int]) -> None:
    """Store the divisions that an organiser chose for players."""
    rows = [{"of_season": season.id, "of_player": player_id, "tier": tier} for player_id, tier in tiers.items()]
    if rows:
        uow.connection.execute(_WISH, rows)


def write_departures(uow: UnitOfWork, season: SeasonRow, players: Sequence[int]) -> None:
    """Store that *players* have left a season before its start."""
    if players:
        uow.connection.execute(_LEAVE, {"of_season": season.id, "players": players, "at": uow.now})


@dataclass(frozen=True, slots=True)
class JoinSeason:
    """A player enters a season."""

    season_id: int
    player_id: int
    door: str
    """How it came: "web" or "mail"."""


@dataclass(frozen=True, slots=True)
class LeaveSeason:
    """A player leaves a season that has not begun."""

    season_id: int
    player_id: int
    door: str


@dataclass(frozen=True, slots=True)
class JoinReceipt:
    """What became of an order to enter or to leave."""

    season: SeasonRow
    is_changed: bool
    """False if nothing had to be changed."""


def join_season(uow: UnitOfWork, order: JoinSeason) -> JoinReceipt:
    """
    Enter a season; for a player who is in it already nothing changes.

    :raises ConflictError: its sign-up is over, it has begun, or it is full.
    :raises TooManyError: the player joins and leaves too often.
    """
    season = get_season_locked(uow, order.season_id)
    entry = find_entry(uow, season.id, order.player_id)
    if entry is not None and entry.is_in and season.state in {SeasonState.SIGN_UP, SeasonState.RUNNING}:
        return JoinReceipt(season, is_changed=False)
    check_may_join(uow, season, order.player_id)
    check_room(uow, season, 1)
    count(uow, {_SIGN_UPS: str(order.player_id)})
    write_entries(uow, season, [order.player_id], [] if entry is None else [entry.player_id], door=order.door)
    ask = find_open_ask(uow, season.id, order.player_id)
    if ask is not None:
        note_answer(uow, ask, AskAnswer.YES)
        plan_divisions(uow, season, {} if ask.planned_tier is None else {order.player_id: ask.planned_tier})
    facts = {"player": name_of(uow, order.player_id), "door": order.door}
    note_act(uow, season, LeagueAct.JOINED, facts=facts, by_player_id=order.player_id)
    show_season_anew(uow, season.id)
    return JoinReceipt(season, is_changed=True)


def decline_season(uow: UnitOfWork, season_id: int, player_id: int) -> JoinReceipt:
    """Answer no to the question whether a player joins a season; without an open question nothing changes."""
    season = get_season_locked(uow, season_id)
    ask = find_open_ask(uow, season.id, player_id)
    if ask is not None:
        note_answer(uow, ask, AskAnswer.NO)
        show_season_anew(uow, season.id)
    return JoinReceipt(season, is_changed=ask is not None)


def leave_season(uow: UnitOfWork, order: LeaveSeason) -> JoinReceipt:
    """
    Leave a season before it begins; for a player who is not in it nothing changes.

    :raises ConflictError: it has begun, so that it takes a withdrawal.
    :raises TooManyError: the player joins and leaves too often.
    """
    season = get_season_locked(uow, order.season_id)
    entry = find_entry(uow, season.id, order.player_id)
    if entry is None or entry.state is EntryState.LEFT:
        return JoinReceipt(season, is_changed=False)
    if season.is_running:
        raise ConflictError(f"{season.name} has begun. You can withdraw from it on its page; that ends your games.")
    check_in_sign_up(season)
    count(uow, {_SIGN_UPS: str(order.player_id)})
    write_departures(uow, season, [order.player_id])
    facts = {"player": entry.name, "door": order.door}
    note_act(uow, season, LeagueAct.LEFT, facts=facts, by_player_id=order.player_id)
    show_season_anew(uow, season.id)
    return JoinReceipt(season, is_changed=True)


def check_may_join(reader: Reader, season: SeasonRow, player_id: int) -> None:
    """
    Refuse a player who may not enter a season now; pages call it too, to show a button or the reason for its absence.

    A player whom an organiser asked may enter until the season begins, reliable or not.

    :raises ConflictError: its sign-up is over, or it has begun.
    :raises NotAllowedError: the league is closed, the player has no address, or is not reliable enough.
    """
    check_in_sign_up(season)
    if get_league(reader, season.league_id).closed_at is not None:
        raise NotAllowedError("This league is closed: nobody can join it any more.")
    ask = find_open_ask(reader, season.id, player_id)
    is_asked = ask is not None and ask.by_player_id is not None
    if reader.now >= season.dates.sign_up_until and not is_asked:
        raise ConflictError(f"The sign-up for {season.name} is over. The organisers may still ask you: write to them.")
    found = reader.connection.execute(_PLAYER, {"player": player_id}).first()
    if found is None or found.closed_at is not None or not addresses_of(reader, player_id):
        raise NotAllowedError("Only players with an account and a verified mail address can join.")
    if not is_asked:
        _check_reliable(reader, season, player_id)


def _check_reliable(reader: Reader, season: SeasonRow, player_id: int) -> None:
    least, mine = season.settings.minimum_reliability, reliability_of(reader, player_id)
    if least and mine is not None and mine.percent < least:
        raise NotAllowedError(
            f"This season asks for a reliability of {least} %, and yours is {mine.percent} %: the share of your last "
            "games that were not lost on time. The organisers may still ask you: write to them."
        )
