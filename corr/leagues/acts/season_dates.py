"""What moves the dates of a running season: its pause, in which all games and clocks stand still; another end date."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

from sqlalchemy import bindparam, update

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.core.spans import counted
from corr.errors import ConflictError, InputError
from corr.leagues.act_basics import CHANGES, check_season_runs
from corr.leagues.acts.organiser_act import (
    NOTICE,
    ActForm,
    ActQuestion,
    ActRequest,
    ActTarget,
    Done,
    FormField,
    ReasonField,
    SeasonGamesAct,
    check_goes_on,
    everybody_told,
)
from corr.leagues.journal import LeagueAct
from corr.leagues.paused_games import open_game_rows_locked, open_games, pause_games, resume_games
from corr.leagues.rows import SEASON, SeasonRow, get_season
from corr.leagues.rules.setting_table import unfinished_words
from corr.leagues.rules.settings import Unfinished

_DAY = timedelta(days=1)
_PAUSE = update(SEASON).where(SEASON.c.id == bindparam("of_season")).values(paused_at=bindparam("at"))
_RESUME = (
    update(SEASON)
    .where(SEASON.c.id == bindparam("of_season"))
    .values(paused_at=None, ends_at=bindparam("end"), tighter_from=bindparam("tighter"))
)
_CLOCKS = "No clock runs meanwhile, and nothing is lost: each turn goes on with the time that is left."
_LATEST = timedelta(days=3 * 365)
_END = update(SEASON).where(SEASON.c.id == bindparam("of_season")).values(ends_at=bindparam("end"))


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


@dataclass(frozen=True, slots=True)
class MoveEnd(SeasonGamesAct):
    """An organiser moves the end date of a season; games that stood still since the old date go on."""

    ends_at: datetime
    """Later than before, or at least seven days from now."""

    kind = LeagueAct.EXTENDED
    tool = ("End date", "Later, or earlier with a week’s notice.")
    why = ReasonField.MUST
    is_versioned = True
    limit = CHANGES
    typed_fields = (("ends_at", 40),)

    @classmethod
    def read(cls, target: ActTarget) -> Self:
        return cls(target.season_id, target.moment("ends_at", is_end=True))

    @classmethod
    def form(cls, reader: Reader, target: ActTarget) -> ActForm:
        season = get_season(reader, target.season_id)
        check_goes_on(season)
        before, earliest = season.dates.ends_at, reader.now + NOTICE
        may = ". It may end later; or earlier, but not before "
        hint = f"In the time zone {target.zone}. Next you see what that means; nothing is moved until you confirm."
        return ActForm(
            "End date",
            Sentence.of("The season ends ", before, may, earliest, ", since everybody is told a week before."),
            (FormField("ends_at", "The new end date", Sentence.of(hint), before),),
        )

    def judge(self, reader: Reader, season: SeasonRow) -> str:
        if season.dates.ends_at == self.ends_at:
            return "The season ends on that date already; nothing changed now."
        _check_end(season, self.ends_at, reader.now)
        return ""

    def question(self, reader: Reader, season: SeasonRow, _by_player_id: int) -> ActQuestion:
        sentences = (*_end_words(season, self.ends_at, reader.now), everybody_told(reader, season))
        return ActQuestion("Move the end date?", "Move the end date", sentences)

    def perform(self, uow: UnitOfWork, season: SeasonRow, request: ActRequest) -> Done:
        uow.connection.execute(_END, {"of_season": season.id, "end": self.ends_at})
        resume_games(uow, open_game_rows_locked(uow, season.id), request.reason, request.by_player_id)
        title, said = f"The season ends {_direction(season, self.ends_at)}", _end_words(season, self.ends_at, uow.now)
        self.tell_everybody(uow, season, title, said, reason=request.reason)
        was, ends_at = season.dates.ends_at.isoformat(), self.ends_at.isoformat()
        facts = {"was": was, "ends_at": ends_at, "reason": request.reason}
        return Done("The end date is moved, and everybody is told.", facts)


def _check_end(season: SeasonRow, ends_at: datetime, now: datetime) -> None:
    """Refuse an end date in the past, in more than three years, or earlier than before without due notice."""
    check_goes_on(season)
    if ends_at < season.dates.ends_at and ends_at < now + NOTICE:
        raise InputError(
            "An earlier end date is told seven days before: choose one that is at least seven days from now.",
            field="ends_at",
        )
    if ends_at <= now:
        raise InputError("The end date lies in the future.", field="ends_at")
    if ends_at > now + _LATEST:
        raise InputError("The end date is at most three years from now.", field="ends_at")


def _end_words(season: SeasonRow, ends_at: datetime, now: datetime) -> tuple[Sentence, ...]:
    before = f": {_direction(season, ends_at)} than before. It was to end on "
    said = [Sentence.of("The season ends on ", ends_at, before, season.dates.ends_at, ".")]
    if season.dates.ends_at <= now:
        said.append(Sentence.of("Games that stand still since then go on with the time that was left."))
    becomes = unfinished_words(season.settings)
    return (*said, Sentence.of(f"Games that are unfinished then: {becomes[0].lower()}{becomes[1:]}"))


def _direction(season: SeasonRow, ends_at: datetime) -> str:
    return "later" if ends_at > season.dates.ends_at else "earlier"
