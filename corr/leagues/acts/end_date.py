"""Another end date of a running season, and what this act shares with the pause and the tighter pace."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from sqlalchemy import bindparam, update

from corr.base.notices import Facts
from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.core.spans import counted
from corr.errors import ConflictError, InputError
from corr.leagues.act_basics import (
    LeagueReceipt,
    Preview,
    because,
    check_season_runs,
    count_change,
    find_repeated,
    note_act,
    read_required_reason,
)
from corr.leagues.journal import LeagueAct
from corr.leagues.league_news import members_of, organiser_ids, tell_news
from corr.leagues.paused_games import open_game_rows_locked, resume_games
from corr.leagues.rows import (
    SEASON,
    SeasonRow,
    check_organiser,
    check_version,
    get_season,
    get_season_locked,
    set_next_check,
    show_season_anew,
)
from corr.leagues.settings_words import unfinished_words

NOTICE = timedelta(days=7)
"""How long in advance players are told of a change to their disadvantage."""
_LATEST = timedelta(days=3 * 365)
_END = update(SEASON).where(SEASON.c.id == bindparam("of_season")).values(ends_at=bindparam("end"))


class Change(Protocol):
    """What the orders of organisers have in common."""

    @property
    def by_player_id(self) -> int:
        """The organiser."""

    @property
    def order_key(self) -> str | None:
        """The same key is the same order, however often it comes."""


def check_goes_on(season: SeasonRow) -> None:
    """
    Refuse what can be done only while a season runs and is not paused.

    :raises ConflictError: the season does not run, or is paused.
    """
    check_season_runs(season)
    if season.paused_at is not None:
        raise ConflictError("The season is paused. Resume it first: its dates then move by the days of the pause.")


def everybody_told(reader: Reader, season: SeasonRow) -> Sentence:
    """The sentence that says who gets a mail about a change."""
    players = counted(len(members_of(reader, season.id)), "player")
    return Sentence.of(f"{players} and the organisers get one mail each.")


def tell_everybody(
    uow: UnitOfWork, season: SeasonRow, act: LeagueAct, *, title: str, sentences: Sequence[Sentence]
) -> None:
    """Tell the players and the organisers of a locked season what was changed."""
    players = [*members_of(uow, season.id), *organiser_ids(uow, season.league_id)]
    tell_news(uow, season, players, occasion=f"{act.value}:{season.version + 1}", title=title, sentences=sentences)


def note_change(uow: UnitOfWork, season: SeasonRow, act: LeagueAct, order: Change, *, facts: Facts) -> None:
    """Write a change into the journal, count it so that pages are drawn anew, and let the season be checked at once."""
    note_act(uow, season, act, facts=facts, by_player_id=order.by_player_id, order_key=order.order_key)
    show_season_anew(uow, season.id)
    set_next_check(uow, season.id, uow.now)


@dataclass(frozen=True, slots=True)
class MoveEnd:
    """An organiser moves the end date of a season."""

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

    :raises ConflictError: the season does not run, or is paused.
    :raises InputError: the date cannot be.
    """
    season = get_season(reader, season_id)
    check_organiser(reader, season.league_id, by_player_id)
    _check_end(season, ends_at, reader.now)
    return Preview((*_end_words(season, ends_at, reader.now), everybody_told(reader, season)), season.version)


def move_end(uow: UnitOfWork, order: MoveEnd) -> LeagueReceipt:
    """
    Move the end date of a season, and tell everybody. Games that stood still since the old date go on.

    :raises ConflictError: the season does not run, or is paused, or has changed since the organiser saw it.
    :raises InputError: the date or the reason cannot be used.
    :raises TooManyError: the players were told of too many changes today.
    """
    check_organiser(uow, get_season(uow, order.season_id).league_id, order.by_player_id)
    game_rows = open_game_rows_locked(uow, order.season_id)
    season = get_season_locked(uow, order.season_id)
    repeated = find_repeated(uow, season, order.by_player_id, order.order_key)
    if repeated or season.dates.ends_at == order.ends_at:
        return repeated or LeagueReceipt("The season ends on that date already; nothing changed now.", repeated=True)
    reason = read_required_reason(order.reason)
    _check_end(season, order.ends_at, uow.now)
    check_version(season.version, order.version)
    count_change(uow, season.id)
    uow.connection.execute(_END, {"of_season": season.id, "end": order.ends_at})
    resume_games(uow, game_rows, reason, order.by_player_id)
    said = (*_end_words(season, order.ends_at, uow.now), because(reason))
    title = f"The season ends {_direction(season, order.ends_at)}"
    tell_everybody(uow, season, LeagueAct.EXTENDED, title=title, sentences=said)
    facts = {"was": season.dates.ends_at.isoformat(), "ends_at": order.ends_at.isoformat(), "reason": reason}
    note_change(uow, season, LeagueAct.EXTENDED, order, facts=facts)
    return LeagueReceipt("The end date is moved, and everybody is told.")


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
