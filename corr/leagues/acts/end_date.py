"""Another end date of a season that runs."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import bindparam, update

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError
from corr.leagues.acting import LeagueReceipt, Preview, because, find_repeated, read_why
from corr.leagues.acts.part_changing import NOTICE, check_goes_on, everybody_told, note_change, tell_everybody
from corr.leagues.journal import LeagueAct
from corr.leagues.part_often import count_change
from corr.leagues.paused_games import let_go_on, open_standings_locked
from corr.leagues.rows import SEASON, SeasonRow, check_organiser, check_version, get_season, get_season_locked
from corr.leagues.settings_words import unfinished_words

_LATEST = timedelta(days=3 * 365)
_END = update(SEASON).where(SEASON.c.id == bindparam("of_season")).values(ends_at=bindparam("end"))


@dataclass(frozen=True, slots=True)
class MoveEnd:
    """The end date of a season is to be another."""

    season_id: int
    by_player_id: int
    ends_at: datetime
    """Later than before, or at least seven days from now."""
    reason: str
    version: int
    """The version of the season that the organiser saw."""
    order_key: str | None = field(default=None, repr=False)


def end_preview(reader: Reader, season_id: int, *, ends_at: datetime, by_player_id: int) -> Preview:
    """
    What moving the end date would do.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: the season does not run, or is paused.
    :raises InputError: the date cannot be.
    """
    season = get_season(reader, season_id)
    check_organiser(reader, season.league_id, by_player_id)
    _check_end(season, ends_at, reader.now)
    return Preview((*_end_words(season, ends_at, reader.now), everybody_told(reader, season)), season.version)


def move_end(uow: UnitOfWork, order: MoveEnd) -> LeagueReceipt:
    """
    Move the end date of a season, and tell everybody. Games that wait for a decision since then go on.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: the season does not run, or is paused, or has changed since the organiser saw it.
    :raises InputError: the date or the reason cannot be used.
    :raises TooManyError: the players were told of too many changes today.
    """
    check_organiser(uow, get_season(uow, order.season_id).league_id, order.by_player_id)
    standings = open_standings_locked(uow, order.season_id)
    season = get_season_locked(uow, order.season_id)
    repeated = find_repeated(uow, season, order.by_player_id, order.order_key)
    if repeated or season.dates.ends_at == order.ends_at:
        return repeated or LeagueReceipt("The season ends on that date already; nothing changed now.", repeated=True)
    reason = read_why(order.reason)
    _check_end(season, order.ends_at, uow.now)
    check_version(season.version, order.version)
    count_change(uow, season.id)
    uow.connection.execute(_END, {"of_season": season.id, "end": order.ends_at})
    let_go_on(uow, standings, reason, order.by_player_id)
    said = (*_end_words(season, order.ends_at, uow.now), because(reason))
    title = f"The season ends {_direction(season, order.ends_at)}"
    tell_everybody(uow, season, LeagueAct.EXTENDED, title=title, sentences=said)
    facts = {"was": season.dates.ends_at.isoformat(), "ends_at": order.ends_at.isoformat(), "reason": reason}
    note_change(uow, season, LeagueAct.EXTENDED, order, facts=facts)
    return LeagueReceipt("The end date is moved, and everybody is told.")


def _check_end(season: SeasonRow, ends_at: datetime, now: datetime) -> None:
    """
    Refuse an end date that cannot be.

    :raises ConflictError: the season does not run, or is paused.
    :raises InputError: it is earlier without notice, or too far away.
    """
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
