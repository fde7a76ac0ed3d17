"""A tighter pace for the rest of a season: announced seven days in advance; until then it can be taken back."""

from dataclasses import dataclass
from datetime import datetime
from typing import Self

from sqlalchemy import bindparam, update

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.core.pace import Pace, read_pace
from corr.errors import ConflictError, InputError
from corr.game.game_row import GAME, SEAT, change_games
from corr.game.history import Happening, record_events
from corr.game.words import EventKind
from corr.leagues.act_basics import CHANGES, check_season_runs, note_act
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
    check_goes_on,
    everybody_told,
)
from corr.leagues.journal import LeagueAct
from corr.leagues.pairings import coming_words
from corr.leagues.paused_games import open_game_rows_locked
from corr.leagues.rows import SEASON, SeasonRow, get_season, get_season_locked, show_season_anew
from corr.leagues.rules.settings import Unfinished

_DAY_MS = 24 * 3_600_000
_THIS = update(SEASON).where(SEASON.c.id == bindparam("of_season"))
_TIGHTEN = _THIS.values(tighter_pace=bindparam("pace"), tighter_from=bindparam("holds"), tightened_at=None)
_IN_FORCE = _THIS.values(tightened_at=bindparam("at"))
_GAMES = update(GAME).where(GAME.c.id.in_(bindparam("games", expanding=True)))
_SET_PACE = _GAMES.values(pace=bindparam("new_pace"), version=GAME.c.version + 1)
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
_PER_TURN = "2d/turn, two days for each turn"
_WITH_BANK = "5d+1d/10d, five days in all and a day more after each turn, but never more than ten days"


@dataclass(frozen=True, slots=True)
class Tighten(SeasonAct):
    """An organiser announces less time for turns, from a day that is at least seven days away."""

    pace: str
    """The pace in its notation: "2d/turn"."""
    holds_from: datetime | None = None
    """From when it holds; None for as soon as possible."""

    kind = LeagueAct.TIGHTENED
    tool = ("Tighter pace", "Less time for the rest, told a week before.")
    why = ReasonField.MUST
    is_versioned = True
    limit = CHANGES
    typed_fields = (("pace", 60), ("holds_from", 40))

    @classmethod
    def read(cls, target: ActTarget) -> Self:
        holds_from = target.moment("holds_from") if target.word("holds_from") else None
        return cls(target.season_id, target.word("pace"), holds_from)

    @classmethod
    def form(cls, reader: Reader, target: ActTarget) -> ActForm:
        season = get_season(reader, target.season_id)
        _check_may_tighten(season)
        present = current_pace(season)
        if present.is_untimed:
            raise ConflictError("Turns of this season have no time limit.")
        example = _PER_TURN if present.is_per_turn else _WITH_BANK
        how = f"Written as {example}; at present it is {present.text}."
        zone = Sentence.of(f"In the time zone {target.zone}, not before ", reader.now + NOTICE, ".")
        return ActForm(
            "A tighter pace",
            Sentence.of(
                f"Now: {present.words}. You can give less time for each turn for the rest of the season. Everyone is "
                "told a week before it takes effect, and you can take it back until then."
            ),
            (
                FormField("pace", "The new pace", Sentence.of(how), longest=40),
                FormField("holds_from", "From when", zone, None, note="empty: as soon as possible"),
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
        pace, present = read_pace(self.pace), current_pace(season)
        if not is_tighter(pace, present):
            raise InputError(
                f"The pace may only become tighter for the rest of a season; at present it is {present.words}. "
                "To give more time, move the end date or add time in a game.",
                field="pace",
            )
        joined = season.settings.terms.pace
        if not is_bearable(pace, joined):
            raise InputError(
                f"A tighter pace leaves everybody at least half of what they joined for ({joined.words}), of each part "
                "of it, and at least a day for each turn.",
                field="pace",
            )
        holds = now + NOTICE if self.holds_from is None else self.holds_from
        if holds < now + NOTICE:
            raise InputError("A tighter pace is told seven days before: choose a later day.", field="holds_from")
        if holds >= season.dates.ends_at and season.settings.unfinished is not Unfinished.PLAY_ON:
            raise InputError("The season ends before that day, so nothing would change.", field="holds_from")
        return pace, holds


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


def _pace_words(pace: Pace, holds: datetime) -> tuple[Sentence, ...]:
    keeps = "A turn that goes on then keeps its deadline"
    if pace.is_per_turn:
        return (coming_words(pace, holds), Sentence.of(f"{keeps}."))
    cut = f"Banks with more than {pace.cap_words} are cut to {pace.cap_words}."
    return (coming_words(pace, holds), Sentence.of(f"{cut} {keeps}, and its bank is cut when it is over."))
