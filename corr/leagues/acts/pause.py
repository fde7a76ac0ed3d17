"""The pause of a season, in which all games and clocks stand still, and its end."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import bindparam, update

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.core.spans import counted
from corr.errors import ConflictError
from corr.leagues.act_basics import (
    LeagueReceipt,
    Preview,
    because,
    check_season_runs,
    count_change,
    find_repeated,
    read_optional_reason,
    read_required_reason,
)
from corr.leagues.acts.end_date import everybody_told, note_change, tell_everybody
from corr.leagues.journal import LeagueAct
from corr.leagues.paused_games import open_game_rows_locked, open_games, pause_games, resume_games
from corr.leagues.rows import SEASON, SeasonRow, check_organiser, get_season, get_season_locked
from corr.leagues.rules.settings import Dates, Unfinished

_DAY = timedelta(days=1)
_PAUSE = update(SEASON).where(SEASON.c.id == bindparam("of_season")).values(paused_at=bindparam("at"))
_RESUME = (
    update(SEASON)
    .where(SEASON.c.id == bindparam("of_season"))
    .values(paused_at=None, ends_at=bindparam("end"), tighter_from=bindparam("tighter"))
)
_CLOCKS = "No clock runs meanwhile, and nothing is lost: each turn goes on with the time that is left."


@dataclass(frozen=True, slots=True)
class Pause:
    """An organiser pauses a season, or lets it go on."""

    season_id: int
    by_player_id: int
    """The organiser."""
    reason: str = ""
    """Everybody reads it; it is required for a pause."""
    order_key: str | None = field(default=None, repr=False)


def pause_preview(reader: Reader, season_id: int, by_player_id: int) -> Preview:
    """
    What pausing the season would do.

    :raises ConflictError: the season does not run, is paused already, or its end date has come.
    """
    season = get_season(reader, season_id)
    check_organiser(reader, season.league_id, by_player_id)
    _check_may_pause(season, reader.now)
    if season.paused_at is not None:
        raise ConflictError("The season is paused already.")
    count = len(open_games(reader, season.id))
    stands, it = ("stands", "it") if count == 1 else ("stand", "them")
    said = (
        f"{counted(count, 'game')} of {season.name} {stands} still until you let {it} go on. {_CLOCKS}",
        "The end date moves by the days of the pause, each day that has begun counted.",
    )
    return Preview((*map(Sentence.of, said), everybody_told(reader, season)), season.version)


def resume_preview(reader: Reader, season_id: int, by_player_id: int) -> Preview:
    """
    What resuming the season would do.

    :raises ConflictError: the season is not paused.
    """
    season = get_season(reader, season_id)
    check_organiser(reader, season.league_id, by_player_id)
    check_season_runs(season)
    if season.paused_at is None:
        raise ConflictError("The season is not paused.")
    return Preview((*_going_on(season, reader.now), everybody_told(reader, season)), season.version)


def pause_season(uow: UnitOfWork, order: Pause) -> LeagueReceipt:
    """
    Pause all games of a season, and tell everybody once.

    :raises ConflictError: the season does not run, or its end date has come.
    :raises InputError: the reason cannot be used.
    :raises TooManyError: its players were told of too many changes today.
    """
    check_organiser(uow, get_season(uow, order.season_id).league_id, order.by_player_id)
    reason = read_required_reason(order.reason)
    game_rows = open_game_rows_locked(uow, order.season_id)
    season = get_season_locked(uow, order.season_id)
    repeated = find_repeated(uow, season, order.by_player_id, order.order_key)
    if repeated or season.paused_at is not None:
        return repeated or LeagueReceipt("The season was paused already; nothing changed now.", repeated=True)
    _check_may_pause(season, uow.now)
    count_change(uow, season.id)
    pause_games(uow, game_rows, reason, order.by_player_id)
    uow.connection.execute(_PAUSE, {"of_season": season.id, "at": uow.now})
    said = (Sentence.of(f"All games stand still until the organisers let them go on. {_CLOCKS}"), because(reason))
    tell_everybody(uow, season, LeagueAct.PAUSED, title="The season is paused", sentences=said)
    facts = {"games": len(game_rows), "reason": reason}
    note_change(uow, season, LeagueAct.PAUSED, order, facts=facts)
    return LeagueReceipt("The season is paused, and everybody is told.")


def resume_season(uow: UnitOfWork, order: Pause) -> LeagueReceipt:
    """
    Resume all games with the time that was left, move the end date by the days of the pause, and tell everybody.

    :raises ConflictError: the season does not run.
    :raises InputError: the reason cannot be used.
    """
    check_organiser(uow, get_season(uow, order.season_id).league_id, order.by_player_id)
    reason = read_optional_reason(order.reason)
    game_rows = open_game_rows_locked(uow, order.season_id)
    season = get_season_locked(uow, order.season_id)
    repeated = find_repeated(uow, season, order.by_player_id, order.order_key)
    if repeated:
        return repeated
    check_season_runs(season)
    if season.paused_at is None:
        return LeagueReceipt("The season is not paused; nothing changed now.", repeated=True)
    resume_games(uow, game_rows, reason, order.by_player_id)
    end, tighter = _end_after(season, uow.now), _moved(season, season.tighter_from, uow.now)
    uow.connection.execute(_RESUME, {"of_season": season.id, "end": end, "tighter": tighter})
    said = [*_going_on(season, uow.now), *([because(reason)] if reason else [])]
    tell_everybody(uow, season, LeagueAct.RESUMED, title="The season goes on", sentences=said)
    note_change(uow, season, LeagueAct.RESUMED, order, facts={"ends_at": end.isoformat(), "reason": reason})
    return LeagueReceipt("The season goes on, and everybody is told.")


def _check_may_pause(season: SeasonRow, now: datetime) -> None:
    check_season_runs(season)
    if now >= season.dates.ends_at and season.settings.unfinished is not Unfinished.PLAY_ON:
        raise ConflictError("The end date has come, so no games go on that could be paused.")


def _end_after(season: SeasonRow, now: datetime) -> datetime:
    """The end date of a paused season if it goes on now."""
    end: Dates = season.dates
    return _moved(season, end.ends_at, now) or end.ends_at


def _moved(season: SeasonRow, moment: datetime | None, now: datetime) -> datetime | None:
    """A moment after the beginning of the pause, moved by the days of the pause; any other unchanged."""
    if moment is None or season.paused_at is None or moment <= season.paused_at:
        return moment
    return moment + _DAY * -(-(now - season.paused_at) // _DAY)


def _going_on(season: SeasonRow, now: datetime) -> tuple[Sentence, ...]:
    end = _end_after(season, now)
    said = [Sentence.of("All games go on, and each turn has the time that was left when the season was paused.")]
    if end != season.dates.ends_at:
        said.append(Sentence.of("The end date moves by the days of the pause, to ", end, "."))
    if season.tighter_pace is not None and season.tightened_at is None:
        tighter = _moved(season, season.tighter_from, now)
        assert tighter is not None
        said.append(Sentence.of("So does the day from which turns have less time: it is ", tighter, "."))
    return tuple(said)
