"""Seasons: opened by hand, which settings and dates they may have, those of the next one, and called off."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import insert

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.core.pace import Pace
from corr.core.spans import counted
from corr.errors import ConflictError, InputError, NotFoundError
from corr.leagues.journal import LeagueAct, LeagueHappening, act_key, is_noted, note
from corr.leagues.league_news import Link, members_of, organiser_ids, tell_news, tell_of_league
from corr.leagues.rows import (
    SEASON,
    UPDATE_SEASON,
    SeasonRow,
    check_organiser,
    find_latest_season,
    get_league,
    lock_league,
)
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.rules.settings_conversion import mapping_of
from corr.leagues.rules.typed_values import SettingFault
from corr.play.followed_facts import note_season
from corr.players.sanctions import Outreach, check_may_reach
from corr.states import SeasonState
from corr.store.tables.follows import FactKind

SHORTEST_SEASON = timedelta(days=1)
LONGEST_SEASON = timedelta(days=2 * 366)
FURTHEST_START = timedelta(days=366)
"""How long from now a season may start at the latest."""


def check_dates(dates: Dates, pace: Pace, now: datetime, before: Dates | None = None) -> None:
    """
    Refuse dates of a season that do not fit together, or not its *pace*.

    :param before: the dates so far; those of them that do not change may have passed.
    :raises InputError: they do not fit; the field says which of them.
    """
    for fault in date_faults(dates, pace, now, before):
        raise InputError(fault.sentence, field=fault.field)


def date_faults(dates: Dates, pace: Pace, now: datetime, before: Dates | None = None) -> Iterator[SettingFault]:
    """What is wrong with dates of a season; *pace* and *before* as in `check_dates`."""
    if dates.sign_up_until <= now and (before is None or dates.sign_up_until != before.sign_up_until):
        yield SettingFault("sign_up_until", "The sign-up would be over already. Choose a later day for it.")
    if dates.starts_at <= now and (before is None or dates.starts_at != before.starts_at):
        yield SettingFault("starts_at", "That start has passed already. Choose a later day.")
    if dates.ends_at <= now:
        yield SettingFault("ends_at", "That end date has passed already. Choose a later day.")
    if dates.starts_at > now + FURTHEST_START:
        yield SettingFault("starts_at", "A season starts within a year from now. Choose an earlier day.")
    yield from _span_faults(dates, pace)


def _span_faults(dates: Dates, pace: Pace) -> Iterator[SettingFault]:
    if dates.starts_at < dates.sign_up_until:
        yield SettingFault(
            "starts_at",
            "The season would start before the sign-up ends. Choose a later start, or an earlier end of the sign-up.",
        )
    if dates.ends_at < dates.starts_at + SHORTEST_SEASON:
        yield SettingFault("ends_at", "The end date has to be at least a day after the start. Choose a later one.")
    elif dates.ends_at < dates.starts_at + timedelta(milliseconds=pace.bank_ms):
        yield SettingFault(
            "ends_at",
            f"The season is too short for its pace, {pace.words}: it would end before the time for a first turn is "
            "over. Choose a later end date, or a faster pace.",
        )
    if dates.ends_at > dates.starts_at + LONGEST_SEASON:
        yield SettingFault("ends_at", "A season lasts two years at most. Choose an earlier end date.")


def check_settings(reader: Reader, settings: SeasonSettings) -> None:
    """
    Refuse settings for an unknown game; the options were checked when they were read.

    :raises InputError: there is no such ruleset.
    """
    try:
        reader.registry.get_rules(settings.ruleset)
    except NotFoundError as unknown:
        raise InputError(unknown.sentence, field="game") from None


@dataclass(frozen=True, slots=True)
class OpenSeason:
    """An organiser opens a further season."""

    by_player_id: int
    league_id: str
    settings: SeasonSettings
    dates: Dates
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class SeasonReceipt:
    """A season that was opened."""

    season_id: int
    league_id: str
    number: int
    repeated: bool = False


def open_season(uow: UnitOfWork, order: OpenSeason) -> SeasonReceipt:
    """
    Open the sign-up for a further season.

    :raises ConflictError: the league is closed, or its last season is not over yet.
    :raises InputError: something cannot be used; the field says what.
    :raises ForbiddenError: an administrator has forbidden it.
    """
    league = get_league(uow, order.league_id)
    check_organiser(uow, league.id, order.by_player_id)
    key = act_key(order.by_player_id, order.order_key)
    latest = lock_for_next(uow, league.id)
    if latest is not None and is_noted(uow, league.id, key):
        return SeasonReceipt(latest.id, league.id, latest.number, repeated=True)
    if latest is not None and latest.state in {SeasonState.SIGN_UP, SeasonState.RUNNING}:
        raise ConflictError(f"{latest.name} is not over yet. The next one can be opened when it is.")
    check_may_reach(uow, order.by_player_id, Outreach.SEASON, "starts_at")
    check_settings(uow, order.settings)
    check_dates(order.dates, order.settings.terms.pace, uow.now)
    number = 1 if latest is None else latest.number + 1
    season_id = begin_sign_up(uow, league.id, number, order.settings, dates=order.dates)
    facts = {"number": number}
    note(uow, LeagueHappening(LeagueAct.OPENED, league.id, season_id, order.by_player_id, facts, key))
    said = f"The sign-up for season {number} is open."
    tell_of_league(uow, league.id, order.by_player_id, title=f"Season {number} is open", said=said)
    return SeasonReceipt(season_id, league.id, number)


def suggested_next(season: SeasonRow, reader: Reader) -> tuple[SeasonSettings, Dates]:
    """Settings and dates for the form of the season after *season*: the same settings, length and time of day."""
    return season.settings, next_dates(season, max(reader.now, season.ended_at or reader.now))


def call_off_season(
    uow: UnitOfWork, season: SeasonRow, why: str, opens_again_at: datetime | None = None
) -> dict[str, int | str]:
    """
    Call off a locked season that has not begun, and tell everybody who has joined, and the organisers, *why*.

    :param opens_again_at: when the next one opens by itself; None if it does not.
    :return: the facts for the journal.
    """
    values = {"state": SeasonState.CALLED_OFF.value, "look_at": opens_again_at, "report_at": None}
    uow.connection.execute(UPDATE_SEASON.values(**values), {"of_season": season.id})
    organisers = organiser_ids(uow, season.league_id)
    players = [player_id for player_id in members_of(uow, season.id) if player_id not in organisers]
    off = Sentence.of(f"{season.name} will not take place. {why}")
    again = [] if opens_again_at is None else [Sentence.of("The next sign-up opens by itself on ", opens_again_at, ".")]
    link = Link("Open the next season", season.next_path)
    occasion, title = "called-off", "The season is called off"
    idle = Sentence.of("You can join again then." if again else "Nothing is left for you to do.")
    tell_news(uow, season, players, occasion=occasion, title=title, sentences=(off, *again, idle))
    said = (off, *again, Sentence.of(_next_words(season.settings, is_to_open=bool(again))))
    tell_news(uow, season, organisers, occasion=occasion, title=title, sentences=said, link=link)
    return {"number": season.number, "why": why}


def _next_words(settings: SeasonSettings, *, is_to_open: bool) -> str:
    """What organisers can do after a season that was called off."""
    if is_to_open:
        return f"It lasts {counted(settings.sign_up_days, 'day')}. You can also open the next season sooner."
    if settings.rolls_over:
        return "The league rests now: no season opens by itself until you open one."
    return "You can open another season whenever you like."


def begin_sign_up(uow: UnitOfWork, league_id: str, number: int, settings: SeasonSettings, *, dates: Dates) -> int:
    """Store a season whose sign-up is open from now on; gives its id. Settings and dates were checked before."""
    row = {
        "league_id": league_id,
        "number": number,
        "state": SeasonState.SIGN_UP.value,
        "settings": mapping_of(settings),
        "sign_up_until": dates.sign_up_until,
        "starts_at": dates.starts_at,
        "ends_at": dates.ends_at,
        "tighter_pace": "",
        "seed": "",
        "version": 0,
        "look_at": dates.sign_up_until,
    }
    season_id = int(uow.connection.execute(insert(SEASON).values(**row).returning(SEASON.c.id)).scalar_one())
    note_season(uow, FactKind.SEASON_OPENED, league_id, season_id)
    return season_id


def lock_for_next(uow: UnitOfWork, league_id: str) -> SeasonRow | None:
    """
    Lock a league, so that only one season of it is opened at a time; gives the latest season.

    :raises ConflictError: the league is closed.
    """
    lock_league(uow, league_id)
    if get_league(uow, league_id).closed_at is not None:
        raise ConflictError("This league is closed: there are no more seasons of it. Open the league again before.")
    return find_latest_season(uow, league_id)


def next_dates(season: SeasonRow, opens_at: datetime) -> Dates:
    """
    The dates of the season after *season* if its sign-up opens at that moment.

    It lasts as long as was agreed when that one began, and all its dates have the same time of day.
    """
    before = season.dates
    earliest = opens_at + timedelta(days=season.settings.sign_up_days)
    until = datetime.combine(earliest.date(), before.sign_up_until.timetz())
    until = until if until >= earliest else until + timedelta(days=1)
    starts_at = until + (before.starts_at - before.sign_up_until)
    return Dates(until, starts_at, starts_at + season.length)
