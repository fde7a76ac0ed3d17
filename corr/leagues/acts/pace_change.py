"""A tighter pace for the rest of a season: announced seven days in advance; until then it can be taken back."""

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import bindparam, update

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.core.pace import Pace, read_pace
from corr.errors import ConflictError, InputError
from corr.game.game_row import GAME, SEAT
from corr.game.history import Happening, record_events
from corr.game.words import EventKind
from corr.leagues.act_basics import (
    LeagueReceipt,
    Preview,
    because,
    check_season_runs,
    count_change,
    find_repeated,
    note_act,
    read_optional_reason,
    read_required_reason,
)
from corr.leagues.acts.end_date import NOTICE, check_goes_on, everybody_told, note_change, tell_everybody
from corr.leagues.journal import LeagueAct
from corr.leagues.league_games import coming_words
from corr.leagues.paused_games import open_game_rows_locked
from corr.leagues.rows import (
    SEASON,
    SeasonRow,
    check_organiser,
    check_version,
    get_season,
    get_season_locked,
    show_season_anew,
)
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


@dataclass(frozen=True, slots=True)
class Tighten:
    """An organiser announces less time for turns, from a day that is at least seven days away."""

    season_id: int
    by_player_id: int
    pace: str
    """The pace in its notation: "2d/turn"."""
    reason: str
    version: int
    """The version of the season that the organiser saw."""
    holds_from: datetime | None = None
    """From when it holds; None for as soon as possible."""
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class UndoTightening:
    """An organiser takes an announced tighter pace back."""

    season_id: int
    by_player_id: int
    version: int
    """The version of the season that the organiser saw."""
    reason: str = ""
    order_key: str | None = field(default=None, repr=False)


def tightening_preview(
    reader: Reader, season_id: int, *, pace: str, by_player_id: int, holds_from: datetime | None = None
) -> Preview:
    """
    What a tighter pace would mean.

    :raises ConflictError: the season does not run, is paused, or a tighter pace was announced already.
    :raises InputError: the pace is none or not tighter, or the day comes too early or too late.
    """
    season = get_season(reader, season_id)
    check_organiser(reader, season.league_id, by_player_id)
    tighter, holds = _read_tightening(season, pace, holds_from, reader.now)
    return Preview((*_pace_words(tighter, holds), everybody_told(reader, season)), season.version)


def tightening_undo_preview(reader: Reader, season_id: int, by_player_id: int) -> Preview:
    """
    What taking the tighter pace back would mean.

    :raises ConflictError: the season does not run, none was announced, or it is in force.
    """
    season = get_season(reader, season_id)
    check_organiser(reader, season.league_id, by_player_id)
    check_season_runs(season)
    _check_not_in_force(season)
    said = Sentence.of(f"Turns keep the time that they have: {current_pace(season).words}.")
    return Preview((said, everybody_told(reader, season)), season.version)


def tighten_pace(uow: UnitOfWork, order: Tighten) -> LeagueReceipt:
    """
    Announce a tighter pace, and tell everybody.

    :raises ConflictError: the season does not run, is paused, one was announced already, or it has changed.
    :raises InputError: the pace is none or not tighter, the day cannot be, or the reason cannot be used.
    :raises TooManyError: the players were told of too many changes today.
    """
    season = get_season_locked(uow, order.season_id)
    check_organiser(uow, season.league_id, order.by_player_id)
    repeated = find_repeated(uow, season, order.by_player_id, order.order_key)
    if repeated:
        return repeated
    reason = read_required_reason(order.reason)
    tighter, holds = _read_tightening(season, order.pace, order.holds_from, uow.now)
    check_version(season.version, order.version)
    count_change(uow, season.id)
    uow.connection.execute(_TIGHTEN, {"of_season": season.id, "pace": tighter.text, "holds": holds})
    said = (*_pace_words(tighter, holds), because(reason))
    tell_everybody(uow, season, LeagueAct.TIGHTENED, title="Turns will have less time", sentences=said)
    facts = {"pace": tighter.text, "holds_from": holds.isoformat(), "reason": reason}
    note_change(uow, season, LeagueAct.TIGHTENED, order, facts=facts)
    return LeagueReceipt("The tighter pace is announced, and everybody is told.")


def undo_tightening(uow: UnitOfWork, order: UndoTightening) -> LeagueReceipt:
    """
    Take a tighter pace back before it is in force, and tell everybody.

    :raises ConflictError: none was announced, or it is in force, or the season has changed.
    :raises InputError: the reason cannot be used.
    """
    season = get_season_locked(uow, order.season_id)
    check_organiser(uow, season.league_id, order.by_player_id)
    repeated = find_repeated(uow, season, order.by_player_id, order.order_key)
    if repeated:
        return repeated
    reason = read_optional_reason(order.reason)
    _check_not_in_force(season)
    check_version(season.version, order.version)
    uow.connection.execute(_TIGHTEN, {"of_season": season.id, "pace": "", "holds": None})
    pace = current_pace(season)
    said = [Sentence.of(f"The tighter pace does not come. It stays as it is: {pace.words}.")]
    if reason:
        said.append(because(reason))
    act = LeagueAct.TIGHTENING_UNDONE
    tell_everybody(uow, season, act, title="The pace stays as it is", sentences=said)
    note_change(uow, season, act, order, facts={"pace": pace.text, "reason": reason})
    return LeagueReceipt("The tighter pace is taken back, and everybody is told.")


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
    uow.connection.execute(_SET_PACE, {"games": games, "new_pace": pace.text})
    uow.connection.execute(_CAP_BANKS, {"games": games, "cap": pace.cap_ms})
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


def _check_not_in_force(season: SeasonRow) -> None:
    """Refuse to take a tighter pace back that was not announced, or is in force."""
    if season.tighter_pace is None:
        raise ConflictError("No tighter pace was announced.")
    if season.tightened_at is not None:
        raise ConflictError("The tighter pace is in force already, so it cannot be taken back.")


def _read_tightening(season: SeasonRow, text: str, holds_from: datetime | None, now: datetime) -> tuple[Pace, datetime]:
    """The tighter pace that was typed, checked, and the moment from which it holds."""
    check_goes_on(season)
    if season.tighter_pace is not None and season.tightened_at is None:
        raise ConflictError("A tighter pace was announced already. Take it back first.")
    pace, present = read_pace(text), current_pace(season)
    if not is_tighter(pace, present):
        raise InputError(
            f"The pace may only become tighter for the rest of a season; at present it is {present.words}. "
            "To give more time, move the end date or add time in a game.",
            field="pace",
        )
    joined = season.settings.terms.pace
    if not is_bearable(pace, joined):
        raise InputError(
            f"A tighter pace leaves everybody at least half of what they joined for ({joined.words}), of each part of "
            "it, and at least a day for each turn.",
            field="pace",
        )
    holds = now + NOTICE if holds_from is None else holds_from
    if holds < now + NOTICE:
        raise InputError("A tighter pace is told seven days before: choose a later day.", field="holds_from")
    if holds >= season.dates.ends_at and season.settings.unfinished is not Unfinished.PLAY_ON:
        raise InputError("The season ends before that day, so nothing would change.", field="holds_from")
    return pace, holds


def _pace_words(pace: Pace, holds: datetime) -> tuple[Sentence, ...]:
    keeps = "A turn that goes on then keeps its deadline"
    if pace.is_per_turn:
        return (coming_words(pace, holds), Sentence.of(f"{keeps}."))
    cut = f"Banks with more than {pace.cap_words} are cut to {pace.cap_words}."
    return (coming_words(pace, holds), Sentence.of(f"{cut} {keeps}, and its bank is cut when it is over."))
