"""The pause of a season, in which all games and clocks stand still, and its end."""

from datetime import datetime, timedelta

from sqlalchemy import bindparam, update

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.core.spans import counted
from corr.errors import ConflictError
from corr.leagues.act_basics import CHANGES, check_season_runs
from corr.leagues.acts.organiser_act import (
    ActQuestion,
    ActRequest,
    Done,
    ReasonField,
    SeasonGamesAct,
    everybody_told,
)
from corr.leagues.journal import LeagueAct
from corr.leagues.paused_games import open_game_rows_locked, open_games, pause_games, resume_games
from corr.leagues.rows import SEASON, SeasonRow
from corr.leagues.rules.settings import Unfinished

_DAY = timedelta(days=1)
_PAUSE = update(SEASON).where(SEASON.c.id == bindparam("of_season")).values(paused_at=bindparam("at"))
_RESUME = (
    update(SEASON)
    .where(SEASON.c.id == bindparam("of_season"))
    .values(paused_at=None, ends_at=bindparam("end"), tighter_from=bindparam("tighter"))
)
_CLOCKS = "No clock runs meanwhile, and nothing is lost: each turn goes on with the time that is left."


class Pause(SeasonGamesAct):
    """An organiser pauses a season: all its games stand still."""

    kind = LeagueAct.PAUSED
    tool = ("Pause", "Let all games stand still.")
    why = ReasonField.MUST
    limit = CHANGES

    def judge(self, reader: Reader, season: SeasonRow) -> str:
        if season.paused_at is not None:
            return "The season was paused already; nothing changed now."
        check_season_runs(season)
        if reader.now >= season.dates.ends_at and season.settings.unfinished is not Unfinished.PLAY_ON:
            raise ConflictError("The end date has come, so no games go on that could be paused.")
        return ""

    def question(self, reader: Reader, season: SeasonRow, _by_player_id: int) -> ActQuestion:
        if season.paused_at is not None:
            raise ConflictError("The season is paused already.")
        count = len(open_games(reader, season.id))
        stands, it = ("stands", "it") if count == 1 else ("stand", "them")
        said = (
            f"{counted(count, 'game')} of {season.name} {stands} still until you let {it} go on. {_CLOCKS}",
            "The end date moves by the days of the pause, each day that has begun counted.",
        )
        sentences = (*map(Sentence.of, said), everybody_told(reader, season))
        return ActQuestion("Pause the season?", "Pause", sentences)

    def perform(self, uow: UnitOfWork, season: SeasonRow, request: ActRequest) -> Done:
        game_rows = open_game_rows_locked(uow, season.id)
        pause_games(uow, game_rows, request.reason, request.by_player_id)
        uow.connection.execute(_PAUSE, {"of_season": season.id, "at": uow.now})
        said = Sentence.of(f"All games stand still until the organisers let them go on. {_CLOCKS}")
        self.tell_everybody(uow, season, "The season is paused", [said], reason=request.reason)
        facts = {"games": len(game_rows), "reason": request.reason}
        return Done("The season is paused, and everybody is told.", facts)


class Resume(SeasonGamesAct):
    """An organiser resumes a season: its games have the time that was left, and its end date moves."""

    kind = LeagueAct.RESUMED
    tool = ("Resume", "Let all games continue.")
    why = ReasonField.MAY

    def judge(self, _reader: Reader, season: SeasonRow) -> str:
        check_season_runs(season)
        return "" if season.paused_at is not None else "The season is not paused; nothing changed now."

    def question(self, reader: Reader, season: SeasonRow, _by_player_id: int) -> ActQuestion:
        if season.paused_at is None:
            raise ConflictError("The season is not paused.")
        sentences = (*_words(season, reader.now), everybody_told(reader, season))
        return ActQuestion("Resume the season?", "Resume", sentences)

    def perform(self, uow: UnitOfWork, season: SeasonRow, request: ActRequest) -> Done:
        resume_games(uow, open_game_rows_locked(uow, season.id), request.reason, request.by_player_id)
        end, tighter = _end_after(season, uow.now), _after_pause(season, season.tighter_from, uow.now)
        uow.connection.execute(_RESUME, {"of_season": season.id, "end": end, "tighter": tighter})
        self.tell_everybody(uow, season, "The season goes on", _words(season, uow.now), reason=request.reason)
        facts = {"ends_at": end.isoformat(), "reason": request.reason}
        return Done("The season goes on, and everybody is told.", facts)


def _end_after(season: SeasonRow, now: datetime) -> datetime:
    """The end date of a paused season if it goes on now."""
    return _after_pause(season, season.dates.ends_at, now) or season.dates.ends_at


def _after_pause(season: SeasonRow, moment: datetime | None, now: datetime) -> datetime | None:
    """A moment after the beginning of the pause, moved by the days of the pause; any other unchanged."""
    if moment is None or season.paused_at is None or moment <= season.paused_at:
        return moment
    return moment + _DAY * -(-(now - season.paused_at) // _DAY)


def _words(season: SeasonRow, now: datetime) -> tuple[Sentence, ...]:
    end = _end_after(season, now)
    said = [Sentence.of("All games go on, and each turn has the time that was left when the season was paused.")]
    if end != season.dates.ends_at:
        said.append(Sentence.of("The end date moves by the days of the pause, to ", end, "."))
    if season.tighter_pace is not None and season.tightened_at is None:
        tighter = _after_pause(season, season.tighter_from, now)
        assert tighter is not None
        said.append(Sentence.of("So does the day from which turns have less time: it is ", tighter, "."))
    return tuple(said)
