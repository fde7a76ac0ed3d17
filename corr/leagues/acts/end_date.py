"""Another end date of a running season."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

from sqlalchemy import bindparam, update

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError
from corr.leagues.act_basics import CHANGES
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
from corr.leagues.paused_games import open_game_rows_locked, resume_games
from corr.leagues.rows import SEASON, SeasonRow, get_season
from corr.leagues.rules.setting_table import unfinished_words

_LATEST = timedelta(days=3 * 365)
_END = update(SEASON).where(SEASON.c.id == bindparam("of_season")).values(ends_at=bindparam("end"))


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
