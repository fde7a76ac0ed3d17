"""Entering a season before it begins, and leaving it again, by a player's own wish."""

from dataclasses import dataclass

from sqlalchemy import bindparam, select

from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, NotAllowedError
from corr.game.game_row import PLAYER
from corr.leagues.acting import check_in_sign_up, name_of, note_act
from corr.leagues.asks import find_open_ask, note_answer
from corr.leagues.journal import LeagueAct
from corr.leagues.part_often import count_wish
from corr.leagues.rows import SeasonRow, find_entry, get_league, get_season_locked, show_season_anew
from corr.leagues.seasons.part_entries import check_room, let_leave, wish_divisions, write_entries
from corr.players.profiles import addresses_of
from corr.ratings.reliability import reliability_of
from corr.states import AskAnswer, EntryState, SeasonState

_PLAYER = select(PLAYER.c.closed_at).where(PLAYER.c.id == bindparam("player"))


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
    """What became of a wish to enter or to leave."""

    season: SeasonRow
    is_changed: bool
    """Whether it was not so before."""


def join_season(uow: UnitOfWork, order: JoinSeason) -> JoinReceipt:
    """
    Enter a season; who is in it already stays.

    :raises NotFoundError: there is no such season.
    :raises ConflictError: its sign-up is over, it has begun, or it is full.
    :raises NotAllowedError: the player may not enter it.
    :raises TooManyError: the player joins and leaves too often.
    """
    season = get_season_locked(uow, order.season_id)
    entry = find_entry(uow, season.id, order.player_id)
    if entry is not None and entry.is_in and season.state in {SeasonState.SIGN_UP, SeasonState.RUNNING}:
        return JoinReceipt(season, is_changed=False)
    check_may_join(uow, season, order.player_id)
    check_room(uow, season, 1)
    count_wish(uow, order.player_id)
    write_entries(uow, season, [order.player_id], [] if entry is None else [entry.player_id], door=order.door)
    ask = find_open_ask(uow, season.id, order.player_id)
    if ask is not None:
        note_answer(uow, ask, AskAnswer.YES)
        wish_divisions(uow, season, {} if ask.planned_tier is None else {order.player_id: ask.planned_tier})
    facts = {"player": name_of(uow, order.player_id), "door": order.door}
    note_act(uow, season, LeagueAct.JOINED, facts=facts, by_player_id=order.player_id)
    show_season_anew(uow, season.id)
    return JoinReceipt(season, is_changed=True)


def decline_season(uow: UnitOfWork, season_id: int, player_id: int) -> JoinReceipt:
    """
    Say no to the question whether somebody joins a season; who was not asked, or has answered, changes nothing.

    :raises NotFoundError: there is no such season.
    """
    season = get_season_locked(uow, season_id)
    ask = find_open_ask(uow, season.id, player_id)
    if ask is not None:
        note_answer(uow, ask, AskAnswer.NO)
        show_season_anew(uow, season.id)
    return JoinReceipt(season, is_changed=ask is not None)


def leave_season(uow: UnitOfWork, order: LeaveSeason) -> JoinReceipt:
    """
    Leave a season before it begins; who is not in it stays out.

    :raises NotFoundError: there is no such season.
    :raises ConflictError: it has begun: now it takes a withdrawal.
    :raises TooManyError: the player joins and leaves too often.
    """
    season = get_season_locked(uow, order.season_id)
    entry = find_entry(uow, season.id, order.player_id)
    if entry is None or entry.state is EntryState.LEFT:
        return JoinReceipt(season, is_changed=False)
    if season.is_running:
        raise ConflictError(f"{season.name} has begun. You can withdraw from it on its page; that ends your games.")
    check_in_sign_up(season)
    count_wish(uow, order.player_id)
    let_leave(uow, season, [order.player_id])
    facts = {"player": entry.name, "door": order.door}
    note_act(uow, season, LeagueAct.LEFT, facts=facts, by_player_id=order.player_id)
    show_season_anew(uow, season.id)
    return JoinReceipt(season, is_changed=True)


def check_may_join(reader: Reader, season: SeasonRow, player_id: int) -> None:
    """
    Refuse a player who may not enter a season now; also for a page that shows a button or the reason why there is none.

    Whom an organiser asks may enter until the season begins, reliable or not.

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
