"""
The end of a season: final places are stored, and everybody is told.

What becomes of unfinished games at the end date follows from the season's own rule. All of that is one transaction, and
happens once for each end date. Turns that came in before are played first: an unread mail holds the end up for a while,
as it does with deadlines, and so does a delayed turn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, exists, or_, select

from corr.base import notices
from corr.base.notices import NoticeKind
from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.outages import is_outage
from corr.core.spans import counted
from corr.game.delayed_turns import hurry_delayed
from corr.game.game_row import GAME, GameRow
from corr.game.words import ADJUDICATED, ANNULLED, EventKind
from corr.leagues.consents import end_standing_yeses
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.journal import LeagueAct, is_noted, note_act
from corr.leagues.league_news import Link, members_of, organiser_ids, tell_news
from corr.leagues.pairings import change_pairings
from corr.leagues.paused_games import open_game_rows_locked, pause_games
from corr.leagues.rows import (
    PAIRING,
    UPDATE_ENTRY,
    UPDATE_SEASON,
    SeasonRow,
    get_season,
    get_season_locked,
    lock_league,
    show_season_anew,
)
from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.settings import Unfinished
from corr.leagues.rules.standings import ranks
from corr.leagues.rules.table_words import listed
from corr.play.followed_facts import note_season
from corr.play.lifecycle import Ending, end_games
from corr.play.overdue import GRACE, IS_FOR_ANY, IS_WAITING, MAIL, mail_since
from corr.players.names import isolated
from corr.states import EntryState, Result, SeasonState
from corr.store.tables.follows import FactKind
from corr.store.tables.games import GameState

_HAS_OPEN = select(
    exists().where(
        PAIRING.c.season_id == bindparam("season"),
        GAME.c.id == PAIRING.c.game_id,
        GAME.c.state != GameState.OVER.value,
    )
)
_PLACE = UPDATE_ENTRY.values(final_place=bindparam("place"))
_END = UPDATE_SEASON.values(
    state=SeasonState.OVER.value, ended_at=bindparam("at"), report_at=None, look_at=bindparam("opens_next_at")
)
_ROLLS_OVER = (
    "The sign-up for the next season opens by itself, and everyone who played is asked to join. If it cannot open, "
    "another email tells you why."
)
_WEEK = timedelta(days=7)
_SOON = timedelta(minutes=1)
_MOST_PAIRS = 20
"""How many games of a division a reminder names."""
_WHY = "The end date of the season has come."
_STANDS = "The end date of the season has come: its organisers decide about this game."
_HAS_MAIL = select(
    exists().where(
        IS_WAITING,
        MAIL.c.received_at < bindparam("before"),
        or_(
            MAIL.c.game_id.in_(select(PAIRING.c.game_id).where(PAIRING.c.season_id == bindparam("season"))),
            IS_FOR_ANY,
        ),
    )
)
_ENDINGS = {
    Unfinished.DRAW: (Result.DRAW, Ending(None, ADJUDICATED, EventKind.RULED, None, note=_WHY)),
    Unfinished.NO_RESULT: (Result.NONE, Ending(None, ANNULLED, EventKind.ANNULLED, None, note=_WHY)),
}


@dataclass(frozen=True, slots=True)
class _Final:
    """A division with its final places by entries."""

    division: DivisionTable
    places: Mapping[EntryId, int]

    @property
    def champions(self) -> tuple[str, ...]:
        """The names of those on the first place."""
        return tuple(one.name for one in self.division.entries if self.places.get(one.id) == 1)


def has_open_games(reader: Reader, season_id: int) -> bool:
    """Whether a game of the season is not over yet."""
    return bool(reader.connection.execute(_HAS_OPEN, {"season": season_id}).scalar_one())


def end_season(uow: UnitOfWork, season_id: int) -> bool:
    """
    End a season whose last game is over, and tell everybody; whether it was ended. If it rolls over, the next check
    opens the next one.

    The league is locked before the season, as everywhere. The games are not locked: whoever lets one of them go on
    again locks the season too, and finds it over.
    """
    lock_league(uow, get_season(uow, season_id).league_id)
    season = get_season_locked(uow, season_id)
    if not season.is_running or has_open_games(uow, season.id):
        return False
    finals = [_final(season, division) for division in division_tables(uow, season)]
    rows = [{"of_entry": entry, "place": place} for final in finals for entry, place in final.places.items()]
    if rows:
        uow.connection.execute(_PLACE, rows)
    opens_next_at = uow.now if season.settings.rolls_over else None
    uow.connection.execute(_END, {"of_season": season.id, "at": uow.now, "opens_next_at": opens_next_at})
    note_season(uow, FactKind.SEASON_ENDED, season.league_id, season.id)
    end_standing_yeses(uow, season)
    champions = list(finals[0].champions) if finals else []
    note_act(uow, season, LeagueAct.ENDED, facts={"number": season.number, "champions": champions})
    show_season_anew(uow, season.id)
    _tell(uow, season, finals)
    return True


def _final(season: SeasonRow, division: DivisionTable) -> _Final:
    return _Final(division, ranks(division.table, season.settings))


def _tell(uow: UnitOfWork, season: SeasonRow, finals: Sequence[_Final]) -> None:
    """Tell everybody who played to the end by letter; places and moves are looked up when it is sent."""
    playing = [
        entry.player_id for final in finals for entry in final.division.entries if entry.state is EntryState.PLAYING
    ]
    for player_id in playing:
        uow.tell(notices.about_season(NoticeKind.SEASON_ENDED, season.id, player_id, occasion="", facts={}))
    _tell_organisers(uow, season, finals, playing)


def _tell_organisers(uow: UnitOfWork, season: SeasonRow, finals: Sequence[_Final], players: Sequence[int]) -> None:
    others = [player_id for player_id in organiser_ids(uow, season.league_id) if player_id not in players]
    said = [Sentence.of(f"All games of {season.name} are over.")]
    for final in finals:
        winners = listed(map(isolated, final.champions)) or "nobody"
        said.append(Sentence.of(f"{final.division.name} was won by {winners}."))
    link = None
    if season.settings.rolls_over:
        said.append(Sentence.of(_ROLLS_OVER))
    else:
        link = Link("Open the next season", season.next_path)
    tell_news(uow, season, others, occasion="ended", title="The season is over", sentences=said, link=link)


def apply_end_date(uow: UnitOfWork, season: SeasonRow) -> datetime | None:
    """
    Apply the season's rule once its end date has come; gives when to call again, None if nothing is left to do.

    The caller must not have locked the season: games are locked before it. Called twice it does nothing more. While
    games wait for an organiser's decision it reminds the organisers each week.
    """
    if not _is_time_up(season, uow.now - uow.machine(GRACE)):
        return None
    if is_outage(uow) or _has_mail(uow, season) or _has_delayed(uow, season):
        return uow.now + _SOON
    game_rows = open_game_rows_locked(uow, season.id)
    season = get_season_locked(uow, season.id)
    # Somebody may have moved the end date, or paused the season, while this waited for the locks on the games.
    if not _is_time_up(season, uow.now - uow.machine(GRACE)):
        return None
    if not is_noted(uow, season.league_id, _key(season)):
        _apply(uow, season, game_rows)
    elif season.settings.unfinished is Unfinished.ADJUDICATE and pause_games(uow, game_rows, _STANDS, None):
        # An administrator had thawed one of them meanwhile.
        show_season_anew(uow, season.id)
    if season.settings.unfinished is not Unfinished.ADJUDICATE or not game_rows:
        return None
    return _remind(uow, season, game_rows)


def _is_time_up(season: SeasonRow, now: datetime) -> bool:
    return season.is_running and season.paused_at is None and season.dates.ends_at <= now


def _key(season: SeasonRow) -> str:
    """The key in the journal by which the rule for unfinished games is applied once for each end date."""
    return f"time is up {season.number} {season.dates.ends_at.isoformat()}"


def _has_mail(uow: UnitOfWork, season: SeasonRow) -> bool:
    asked = {"before": season.dates.ends_at, "season": season.id, "mail_since": mail_since(uow)}
    return bool(uow.connection.execute(_HAS_MAIL, asked).scalar_one())


def _has_delayed(uow: UnitOfWork, season: SeasonRow) -> bool:
    """Whether delayed turns are still to be played before the rule, which they are soon."""
    games = select(PAIRING.c.game_id).where(PAIRING.c.season_id == season.id)
    return season.settings.unfinished is not Unfinished.PLAY_ON and hurry_delayed(uow, games, season.dates.ends_at)


def _apply(uow: UnitOfWork, season: SeasonRow, game_rows: Sequence[GameRow]) -> None:
    rule = season.settings.unfinished
    if rule in _ENDINGS:
        _end(uow, game_rows, *_ENDINGS[rule])
    elif rule is Unfinished.ADJUDICATE:
        pause_games(uow, game_rows, _STANDS, None)
    facts = {"rule": rule.value, "games": len(game_rows)}
    note_act(uow, season, LeagueAct.TIME_IS_UP, facts=facts, order_key=_key(season))
    _tell_members(uow, season, game_rows)
    show_season_anew(uow, season.id)


def _end(uow: UnitOfWork, game_rows: Sequence[GameRow], result: Result, ending: Ending) -> None:
    end_games(uow, [(game_row, ending) for game_row in game_rows])
    games = [game_row.id for game_row in game_rows]
    change_pairings(uow, games, ruling=result.value, ruled_at=uow.now, ruled_by=None, ruled_for=_WHY)


def _tell_members(uow: UnitOfWork, season: SeasonRow, game_rows: Sequence[GameRow]) -> None:
    """Tell everybody, in one letter each, what becomes of their open games."""
    open_of: dict[int, list[str]] = {player_id: [] for player_id in members_of(uow, season.id)}
    for game_row in game_rows:
        names = {seated.player_id: seated.name for seated in game_row.seats}
        for player_id in names:
            others = [name for other_id, name in names.items() if other_id != player_id]
            open_of.setdefault(player_id, []).extend(others)
    for player_id, opponents in open_of.items():
        mine = _becomes(season.settings.unfinished, opponents) if opponents else _of_others(season, len(game_rows))
        said = [Sentence.of(mine)]
        occasion = f"time-is-up:{season.dates.ends_at.isoformat()}"
        tell_news(uow, season, [player_id], occasion=occasion, title="The end date has come", sentences=said)


def _becomes(rule: Unfinished, opponents: Sequence[str]) -> str:
    is_one = len(opponents) == 1
    names = listed(map(isolated, sorted(set(opponents))))
    which = f"Your game against {names}" if is_one else f"Your games against {names}"
    words = {
        Unfinished.ADJUDICATE: f"{'stands' if is_one else 'stand'} still until the organisers have decided. "
        "Nothing is lost, and no clock runs.",
        Unfinished.DRAW: f"{'is a draw' if is_one else 'are draws'}, as the season’s rule says.",
        Unfinished.NO_RESULT: f"{'ends' if is_one else 'end'} without a result, as the season’s rule says.",
        Unfinished.PLAY_ON: f"{'goes' if is_one else 'go'} on; the season ends with its last game.",
    }
    return f"{which} {words[rule]}"


def _of_others(season: SeasonRow, count: int) -> str:
    """The sentence for players without an open game."""
    is_one = count == 1
    words = {
        Unfinished.ADJUDICATE: f"{'waits' if is_one else 'wait'} for the organisers to decide.",
        Unfinished.DRAW: f"{'is a draw' if is_one else 'are draws'}, as the season’s rule says.",
        Unfinished.NO_RESULT: f"{'ends' if is_one else 'end'} without a result, as the season’s rule says.",
        Unfinished.PLAY_ON: f"{'goes' if is_one else 'go'} on; the season ends with the last game.",
    }
    others = f" {counted(count, 'game')} of others {words[season.settings.unfinished]}" if count else ""
    return f"All of your games are over.{others}"


def _remind(uow: UnitOfWork, season: SeasonRow, game_rows: Sequence[GameRow]) -> datetime:
    """Remind the organisers, once a week, of the games that wait for their decision; gives when to do so again."""
    week = (uow.now - season.dates.ends_at) // _WEEK
    count = len(game_rows)
    waits = f"{counted(count, 'game')} of {season.name} {'waits' if count == 1 else 'wait'} for your decision"
    said = [Sentence.of(f"{waits}: the end date has come, and the organisers set each result.")]
    said += [_waiting(division) for division in division_tables(uow, season) if division.table.open()]
    said.append(Sentence.of("You can also move the end date: then these games go on."))
    occasion = f"decide:{season.dates.ends_at.isoformat()}:{week}"
    told, title = organiser_ids(uow, season.league_id), "Games wait for your decision"
    link = Link("Decide about them", f"{season.path}/organise/results?show=open")
    tell_news(uow, season, told, occasion=occasion, title=title, sentences=said, link=link)
    return season.dates.ends_at + (week + 1) * _WEEK


def _waiting(division: DivisionTable) -> Sentence:
    """The open games of a division, in the order of its rounds."""
    names = {entry: isolated(name) for entry, name in division.names().items()}
    open_ones = division.table.open()
    pairs = "; ".join(f"{names[each.first]} – {names[each.second]}" for each in open_ones[:_MOST_PAIRS])
    more = f"; and {len(open_ones) - _MOST_PAIRS} more" if len(open_ones) > _MOST_PAIRS else ""
    return Sentence.of(f"{division.name}: {pairs}{more}.")
