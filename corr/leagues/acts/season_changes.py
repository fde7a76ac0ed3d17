"""
What organisers change about a running season: its pause, in which all games and clocks stand still; another end date; a
tighter pace for the rest, announced seven days in advance, which can be taken back until then.
"""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Self

from sqlalchemy import bindparam, update

from corr.base.sentences import Sentence
from corr.base.time_zones import zone_words
from corr.base.uow import Reader, UnitOfWork
from corr.core.pace import UNTIMED, Pace, is_untimed, read_timed_pace
from corr.errors import ConflictError, InputError
from corr.game.game_row import GAME, SEAT, UPDATE_GAMES, change_games
from corr.game.history import Happening, record_events
from corr.game.words import EventKind
from corr.leagues.acts.organiser_act import (
    NOTICE,
    ActForm,
    ActQuestion,
    ActRequest,
    ActTarget,
    Done,
    FormField,
    ReasonField,
    SeasonAct,
    SeasonGamesAct,
    check_goes_on,
    everybody_told,
)
from corr.leagues.journal import CHANGES, LeagueAct, check_season_runs, note_act
from corr.leagues.pairings import coming_words
from corr.leagues.paused_games import open_game_rows_locked, open_games, pause_games, resume_games
from corr.leagues.rows import UPDATE_SEASON, SeasonRow, get_season, get_season_locked, show_season_anew
from corr.leagues.rules.setting_table import unfinished_words
from corr.leagues.rules.settings import Unfinished

_DAY = timedelta(days=1)
_HOUR_MS = 3_600_000
_DAY_MS = 24 * _HOUR_MS
_PAUSE = UPDATE_SEASON.values(paused_at=bindparam("at"))
_RESUME = UPDATE_SEASON.values(paused_at=None, ends_at=bindparam("end"), tighter_from=bindparam("tighter"))
_CLOCKS = "No clock runs meanwhile: each turn goes on with the time that is left."
_LATEST = timedelta(days=3 * 365)
_END = UPDATE_SEASON.values(ends_at=bindparam("end"))
_TIGHTEN = UPDATE_SEASON.values(tighter_pace=bindparam("pace"), tighter_from=bindparam("holds"), tightened_at=None)
_IN_FORCE = UPDATE_SEASON.values(tightened_at=bindparam("at"))
_SET_PACE = UPDATE_GAMES.values(pace=bindparam("new_pace"), version=GAME.c.version + 1)
# A clock that runs keeps its time; its bank is capped when the turn is over.
_CAP_BANKS = (
    update(SEAT)
    .where(
        SEAT.c.game_id.in_(bindparam("games", expanding=True)),
        SEAT.c.since.is_(None),
        SEAT.c.bank_ms > bindparam("cap"),
    )
    .values(bank_ms=bindparam("cap"))
)
_ANOTHER = "another"
"""The choice of a pace that is written in a field of its own."""
_SHARES = (Fraction(3, 4), Fraction(1, 2))
"""How much of the present time is left by the paces that are proposed."""


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
        stops = "The one open game stops" if count == 1 else f"All {count} open games stop"
        said = (
            f"{stops} until you resume the season. {_CLOCKS}",
            "The end date moves one day later for each day of the pause, including one that has only just begun.",
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
        may = ". You can move the end later; or earlier, but to no sooner than "
        hint = f"In the time zone {zone_words(target.zone)}. You can check what that means before anything changes."
        return ActForm(
            "Move the end date",
            Sentence.of("The end date is ", before, may, earliest, ": players get a week’s notice."),
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


@dataclass(frozen=True, slots=True)
class Tighten(SeasonAct):
    """An organiser announces less time for turns, from a day that is at least seven days away."""

    pace: str
    """The pace in its notation: "2d/turn"."""
    holds_from: datetime | None = None
    """From when it holds; None for as soon as possible."""
    pace_field: str = "pace"
    """Where the pace was written in the form."""

    kind = LeagueAct.TIGHTENED
    tool = ("Tighter pace", "Less time for the rest, told a week before.")
    why = ReasonField.MUST
    is_versioned = True
    limit = CHANGES
    typed_fields = (("pace", 60), ("own_pace", 60), ("holds_from", 40))

    @classmethod
    def read(cls, target: ActTarget) -> Self:
        holds_from = target.moment("holds_from") if target.word("holds_from") else None
        name = "own_pace" if target.word("pace") == _ANOTHER else "pace"
        return cls(target.season_id, target.word(name), holds_from, name)

    @classmethod
    def form(cls, reader: Reader, target: ActTarget) -> ActForm:
        season = get_season(reader, target.season_id)
        _check_may_tighten(season)
        present, least = current_pace(season), _tightest_of(season)
        proposed = _tighter_paces(present, season.settings.terms.pace) or [least]
        choices = (*((pace.text, pace.words) for pace in proposed), (_ANOTHER, "Another pace"))
        how = Sentence.of(
            f"Write it in short. The least possible is {least.text}: {least.words}. The present pace is {present.text}."
        )
        when = f"In the time zone {zone_words(target.zone)}. Leave it empty for the earliest possible: "
        return ActForm(
            "Tighten the pace",
            Sentence.of(
                f"Now: {present.words}. You can give less time for each turn for the rest of the season. Everyone is "
                "told a week before it takes effect, and you can take it back until then."
            ),
            (
                FormField("pace", "The new pace", choices=choices),
                FormField("own_pace", "Another pace", how, longest=40, note="only if you chose it above"),
                FormField("holds_from", "From", Sentence.of(when, reader.now + NOTICE, "."), None, note="optional"),
            ),
        )

    def judge(self, reader: Reader, season: SeasonRow) -> str:
        self._tightening(season, reader.now)
        return ""

    def question(self, reader: Reader, season: SeasonRow, _by_player_id: int) -> ActQuestion:
        sentences = (*_pace_words(*self._tightening(season, reader.now)), everybody_told(reader, season))
        return ActQuestion("Announce a tighter pace?", "Announce it", sentences)

    def perform(self, uow: UnitOfWork, season: SeasonRow, request: ActRequest) -> Done:
        pace, holds = self._tightening(season, uow.now)
        uow.connection.execute(_TIGHTEN, {"of_season": season.id, "pace": pace.text, "holds": holds})
        self.tell_everybody(uow, season, "Turns will have less time", _pace_words(pace, holds), reason=request.reason)
        facts = {"pace": pace.text, "holds_from": holds.isoformat(), "reason": request.reason}
        return Done("The tighter pace is announced, and everybody is told.", facts)

    def _tightening(self, season: SeasonRow, now: datetime) -> tuple[Pace, datetime]:
        """The tighter pace that was typed, checked, and the moment from which it holds."""
        _check_may_tighten(season)
        _tightest_of(season)
        pace, present = self._read_pace(), current_pace(season)
        if not is_tighter(pace, present):
            raise InputError(
                f"The pace may only become tighter for the rest of a season; at present it is {present.words}. "
                "To give a player more time, add some on the game’s page.",
                field=self.pace_field,
            )
        joined = season.settings.terms.pace
        if not is_bearable(pace, joined):
            raise InputError(
                f"A tighter pace leaves everybody at least half of what they joined for ({joined.words}), of each part "
                "of it, and at least a day for each turn.",
                field=self.pace_field,
            )
        holds = now + NOTICE if self.holds_from is None else self.holds_from
        if holds < now + NOTICE:
            raise InputError("A tighter pace is told seven days before: choose a later day.", field="holds_from")
        if holds >= season.dates.ends_at and season.settings.unfinished is not Unfinished.PLAY_ON:
            raise InputError("The season ends before that day, so nothing would change.", field="holds_from")
        return pace, holds

    def _read_pace(self) -> Pace:
        try:
            return UNTIMED if is_untimed(self.pace) else read_timed_pace(self.pace)
        except InputError as refused:
            raise InputError(refused.sentence, field=self.pace_field) from None


class UndoTightening(SeasonAct):
    """An organiser takes an announced tighter pace back before it is in force."""

    kind = LeagueAct.TIGHTENING_UNDONE
    tool = ("Take the tighter pace back", "As long as it is not in force.")
    why = ReasonField.MAY
    is_versioned = True

    def judge(self, _reader: Reader, season: SeasonRow) -> str:
        check_season_runs(season)
        if season.tighter_pace is None:
            raise ConflictError("No tighter pace was announced.")
        if season.tightened_at is not None:
            raise ConflictError("The tighter pace is in force already, so it cannot be taken back.")
        return ""

    def question(self, reader: Reader, season: SeasonRow, _by_player_id: int) -> ActQuestion:
        said = Sentence.of(f"Turns keep the time that they have: {current_pace(season).words}.")
        return ActQuestion("Take the tighter pace back?", "Take it back", (said, everybody_told(reader, season)))

    def perform(self, uow: UnitOfWork, season: SeasonRow, request: ActRequest) -> Done:
        uow.connection.execute(_TIGHTEN, {"of_season": season.id, "pace": "", "holds": None})
        pace = current_pace(season)
        said = Sentence.of(f"The tighter pace does not come. It stays as it is: {pace.words}.")
        self.tell_everybody(uow, season, "The pace stays as it is", [said], reason=request.reason)
        facts = {"pace": pace.text, "reason": request.reason}
        return Done("The tighter pace is taken back, and everybody is told.", facts)


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


def put_in_force(uow: UnitOfWork, season: SeasonRow) -> bool:
    """
    Put the announced pace in force for turns that begin from now on; whether anything changed.

    The caller must not have locked the season: games are locked before it. Doing it twice changes nothing more.
    """
    game_rows = open_game_rows_locked(uow, season.id)
    season = get_season_locked(uow, season.id)
    pace = season.tighter_pace
    if pace is None or not _is_due(season, uow.now):
        return False
    games = [game_row.id for game_row in game_rows]
    change_games(uow, _SET_PACE, {"games": games, "new_pace": pace.text})
    change_games(uow, _CAP_BANKS, {"games": games, "cap": pace.cap_ms})
    happening = Happening(EventKind.PACE_TIGHTENED, reason=f"{pace.words}.")
    record_events(uow, [(game_row.id, game_row.turn_number, happening) for game_row in game_rows])
    uow.connection.execute(_IN_FORCE, {"of_season": season.id, "at": uow.now})
    note_act(uow, season, LeagueAct.TIGHTENING_IN_FORCE, facts={"pace": pace.text})
    show_season_anew(uow, season.id)
    return True


def current_pace(season: SeasonRow) -> Pace:
    """The pace of turns that begin now: the tighter one if it is in force, else the settled one."""
    is_tighter = season.tightened_at is not None and season.tighter_pace is not None
    return season.tighter_pace if is_tighter and season.tighter_pace else season.settings.terms.pace


def is_tighter(pace: Pace, present: Pace) -> bool:
    """Whether *pace* gives less time than the *present* one in some part, and more in none."""
    if pace.is_untimed or present.is_untimed:
        return False
    bank, bonus, cap = (
        pace.bank_ms <= present.bank_ms,
        pace.bonus_ms <= present.bonus_ms,
        pace.cap_ms <= present.cap_ms,
    )
    return bank and bonus and cap and (pace.bonus_ms, pace.cap_ms) != (present.bonus_ms, present.cap_ms)


def _tighter_paces(present: Pace, joined: Pace) -> list[Pace]:
    """The paces that are proposed in place of the *present* one: bearable shares of it, in whole days."""
    found: dict[str, Pace] = {}
    for share in _SHARES:
        bank, bonus, cap = (
            min(part, math.ceil(part * share / _DAY_MS) * _DAY_MS)
            for part in (present.bank_ms, present.bonus_ms, present.cap_ms)
        )
        pace = Pace(bank, bonus, cap)
        if is_tighter(pace, present) and is_bearable(pace, joined):
            found[pace.text] = pace
    return list(found.values())


def tightest_pace(present: Pace, joined: Pace) -> Pace | None:
    """The pace with the least time that may follow the *present* one, in whole hours; None if there is none."""
    bank, bonus, cap = (
        -(-part // (2 * _HOUR_MS)) * _HOUR_MS for part in (joined.bank_ms, joined.bonus_ms, joined.cap_ms)
    )
    bonus = max(bonus, _DAY_MS)
    if joined.is_per_turn and present.is_per_turn:
        bank = bonus
    pace = Pace(bank, bonus, max(bank, bonus, cap))
    return pace if is_tighter(pace, present) else None


def is_bearable(pace: Pace, joined: Pace) -> bool:
    """
    Whether each part of *pace* is at least half of that which everybody *joined* for, and at least a day for each turn.

    The time at the start counts as well: a replacement begins with it.
    """
    has_half = (
        2 * pace.bank_ms >= joined.bank_ms and 2 * pace.bonus_ms >= joined.bonus_ms and 2 * pace.cap_ms >= joined.cap_ms
    )
    return has_half and pace.bonus_ms >= _DAY_MS


def _is_due(season: SeasonRow, now: datetime) -> bool:
    """Whether an announced pace has to be put in force now; during a pause its day moves on."""
    is_waiting = season.is_running and season.paused_at is None and season.tightened_at is None
    return is_waiting and season.tighter_from is not None and season.tighter_from <= now


def _check_may_tighten(season: SeasonRow) -> None:
    check_goes_on(season)
    if season.tighter_pace is not None and season.tightened_at is None:
        raise ConflictError("A tighter pace was announced already. Take it back first.")


def _tightest_of(season: SeasonRow) -> Pace:
    """
    The tightest pace that a season may have.

    :raises ConflictError: no tighter one than the present is allowed.
    """
    present = current_pace(season)
    if present.is_untimed:
        raise ConflictError("Turns of this season have no time limit.")
    least = tightest_pace(present, season.settings.terms.pace)
    if least is None:
        raise ConflictError(
            f"The pace cannot become tighter: at present it is {present.words}, and a tighter one would have to leave "
            "at least a day for each turn and half of what everyone joined for."
        )
    return least


def _pace_words(pace: Pace, holds: datetime) -> tuple[Sentence, ...]:
    keeps = "A turn that goes on then keeps its deadline"
    if pace.is_per_turn:
        return (coming_words(pace, holds), Sentence.of(f"{keeps}."))
    cut = f"Banks with more than {pace.cap_words} are cut to {pace.cap_words}."
    return (coming_words(pace, holds), Sentence.of(f"{cut} {keeps}, and its bank is cut when it is over."))
