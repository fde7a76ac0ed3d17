"""What the clocks of games will bring about if nobody does anything: in one game, or in all games of a player."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import NamedTuple

from sqlalchemy import bindparam, case, exists, func, or_, select

from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.clocks.leave import owner_of
from corr.clocks.outages import is_outage
from corr.clocks.seat_clocks import clock_of, habits_of_seats, losing_at
from corr.core.clock import Habits
from corr.core.days_off import NO_REST, merged
from corr.core.pace import Late, Terms, closing_at, is_late
from corr.game.game_row import GAME, SEAT, TURN, GameRow, Seated, get_game_row
from corr.game.words import EventKind
from corr.games.seats import Seat, other
from corr.store.base import table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.games import GameEvent, SealedTurn

_SEALED = table(SealedTurn)
_EVENT = table(GameEvent)
_MADE, _HANDED_IN, _MISSED = (
    exists(select(rows.c.seat).where(rows.c.game_id == SEAT.c.game_id, rows.c.seat == SEAT.c.seat))
    for rows in (TURN, _SEALED, _EVENT)
)
_HAS_BEGUN = or_(_MADE, _HANDED_IN)
# In a game that is over, the clock no longer shows it, so the history is asked.
_HAS_MISSED = _MISSED.where(_EVENT.c.kind.in_([EventKind.FORFEITED.value, EventKind.CANCELLED.value]))
_SEASONS = (
    select(
        SEAT.c.player_id,
        GAME.c.season_id,
        func.max(case((_HAS_BEGUN, 1), else_=0)).label("has_begun"),
        func.max(case((_HAS_MISSED, 1), else_=0)).label("has_missed"),
        func.min(SEAT.c.due_at).label("first_due"),
    )
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(
        SEAT.c.player_id.in_(bindparam("players", expanding=True)),
        GAME.c.season_id.in_(bindparam("seasons", expanding=True)),
    )
    .group_by(SEAT.c.player_id, GAME.c.season_id)
)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """
    A game of a season in which somebody never made a first turn, and so forfeits it.

    The opponent wins it only if they have begun to play: not if they have made no turn in the whole season and have let
    the time for a first turn run out by the same moment.
    """

    season_id: int
    winner_id: int
    """The player who wins it, unless that player has not begun to play either."""
    deadline: datetime
    """When the time for the first turn runs out."""


class _BeginnerRow(NamedTuple):
    game_id: str
    seat: Seat


_BEGINNERS = CompiledQuery(
    select(SEAT.c.game_id, SEAT.c.seat).where(
        SEAT.c.game_id.in_(bindparam("games", expanding=True)),
        ~_MADE,
        ~_HANDED_IN,
    ),
    _BeginnerRow,
)
_NO_HABITS = Habits(NO_REST, (), has_automatic_leave=False, leaves=())
"""For players whose clocks do not run, and whose habits were not looked up."""


ComingPaces = Callable[[Reader, Collection[int]], Mapping[int, Sentence]]
"""A function that gives what is announced about the pace of seasons, by the ids of seasons; leagues provide it."""


class Consequence(Enum):
    """What happens when a player's time runs out."""

    LOST = auto()
    """The game is lost."""
    CLAIM = auto()
    """The other player may claim it."""
    FORFEITED = auto()
    """The game, of a league, is forfeited, because the player never made a turn."""
    CANCELLED = auto()
    """The game is cancelled, because the player never made a turn."""
    CANCELLED_BY_CLAIM = auto()
    """The other player may have it cancelled."""


_CLAIMED = frozenset({Consequence.CLAIM, Consequence.CANCELLED_BY_CLAIM})
"""The consequences that come only if the other player wants them."""


# Lists make hundreds of these at once, and frozen dataclasses take three times as long to make.


class Standstill(NamedTuple):
    """The time during which a clock stands still."""

    until: datetime
    is_leave: bool
    """Whether its player is on leave; else it is a rest."""
    left: timedelta
    """How long the clock has to run after that; time in which it stands still again does not count."""
    comes_again: bool
    """Whether it stands still again before the deadline."""


class ClockForecast(NamedTuple):
    """What will happen if the player at one seat, who is due, does nothing."""

    seat: Seat
    name: str
    """The name of the player."""
    opponent: str
    due_at: datetime | None
    """The deadline; None in games in which no clock runs."""
    is_past: bool
    """Whether the deadline has passed, and nothing has happened because of it yet."""
    consequence: Consequence
    standstill: Standstill | None
    """None while the clock runs."""
    may_be_saved: bool
    """Whether the game allows leave, so that a day of automatic leave may save it."""
    has_rescue: bool
    """Whether a day of automatic leave will begin; known to the player alone."""
    ends_at: datetime | None = None
    """When the game ends if nobody claims it; None unless it is one to be claimed and its deadline has passed."""
    is_unmoved: bool = False
    """Whether nobody has made a turn in the game yet: then it ends without a result."""

    @property
    def ends_without_result(self) -> bool:
        """Whether the game will have no result, because the player never made a turn."""
        return self.consequence in {Consequence.CANCELLED, Consequence.CANCELLED_BY_CLAIM}

    @property
    def is_on_leave(self) -> bool:
        """Whether the clock stands still because the player is on leave."""
        return self.standstill is not None and self.standstill.is_leave


class GameForecast(NamedTuple):
    """What will happen in one game."""

    you: Seat | None
    """The reader's seat; None for a spectator."""
    is_frozen: bool
    is_outage: bool
    """Whether no deadline is enforced, because the service could not be reached."""
    closes_at: datetime | None
    """When an untimed game is closed if nobody acts; None for games with a time limit."""
    clocks: tuple[ClockForecast, ...]
    """Of the seats that are due, the reader's own first."""
    is_paused: bool = False
    """Whether it is frozen because the organisers of its league paused it."""
    coming: Sentence | None = None
    """What is announced about the pace of its season; None if that does not change."""

    @property
    def is_yours_past(self) -> bool:
        """Whether the reader's own time has run out."""
        return any(clock.seat == self.you and clock.is_past for clock in self.clocks)

    @property
    def claimable(self) -> ClockForecast | None:
        """The clock that ran out and lets the reader claim the game; None if the reader cannot claim it."""
        if self.you is None or self.is_frozen or self.is_outage:
            return None
        past = [clock for clock in self.clocks if clock.is_past and clock.consequence in _CLAIMED]
        return past[0] if len(past) == 1 and past[0].seat != self.you else None


@dataclass(frozen=True, slots=True)
class GameClocks:
    """A running game, as far as its clocks go."""

    id: str
    terms: Terms
    is_frozen: bool
    changed_at: datetime
    warned_at: datetime | None
    seats: tuple[Seated, ...]
    due: tuple[Seated, ...]
    """The seats that owe a turn."""
    is_paused: bool = False
    """Whether it is frozen because the organisers of its league paused it."""
    season_id: int | None = None
    """The season that it belongs to; None for a game outside leagues."""
    beginners: Collection[Seat] | None = None
    """The seats that never made a turn; None if that was not looked up."""

    @staticmethod
    def of(game_row: GameRow, beginners: Collection[Seat] | None = None) -> "GameClocks":
        """The clocks of a game whose row was read already, and perhaps its *beginners*."""
        is_frozen = game_row.frozen_at is not None
        return GameClocks(
            game_row.id,
            game_row.terms,
            is_frozen,
            game_row.changed_at,
            game_row.warned_at,
            game_row.seats,
            tuple(seated for seated in game_row.seats if seated.is_due),
            game_row.is_paused,
            game_row.season_id,
            beginners,
        )


@dataclass(frozen=True, slots=True)
class _Known:
    """What was looked up for several games at once."""

    now: datetime
    habits: Mapping[int, Habits]
    beginners: Collection[tuple[str, int]]
    """The seats that never made a turn."""
    forfeits: Collection[Forfeit]
    """The games of leagues that somebody wins if the opponent never makes a first turn."""
    viewer: int | None
    viewer_has_rescue: bool
    is_outage: bool
    coming: Mapping[int, Sentence]
    """What is announced about the pace, by the ids of seasons."""


def find_game_forecast(
    reader: Reader,
    game_id: str,
    viewer: int | None,
    coming_paces: ComingPaces,
    *,
    beginners: Collection[Seat] | None = None,
) -> GameForecast | None:
    """
    The forecast for a game, as *viewer*, a player's id or None, may see it; None if the game is over.

    :param beginners: the seats that never made a turn, where that is known.
    """
    game_row = get_game_row(reader, game_id)
    if game_row.is_over:
        return None
    return game_forecasts(reader, [GameClocks.of(game_row, beginners)], viewer, coming_paces)[game_id]


def game_forecasts(
    reader: Reader,
    games: Sequence[GameClocks],
    viewer: int | None,
    coming_paces: ComingPaces,
    *,
    habits: Mapping[int, Habits] | None = None,
) -> Mapping[str, GameForecast]:
    """
    The forecasts for running games, by their ids, with a few statements for all of them.

    :param habits: the `habits_of_games`, where they are known.
    """
    known = _known(reader, games, viewer, coming_paces, habits=habits)
    return {game.id: _game_forecast(game, known) for game in games}


def _known(
    reader: Reader,
    games: Sequence[GameClocks],
    viewer: int | None,
    coming_paces: ComingPaces,
    *,
    habits: Mapping[int, Habits] | None,
) -> _Known:
    timed = [game for game in games if not game.terms.pace.is_untimed and not game.is_frozen]
    due = {seated.player_id for game in timed for seated in game.due}
    if habits is None:
        habits = habits_of_games(reader, games) if due else {}
    beginners = _beginners(reader, [game for game in timed if game.due])
    forfeits = [
        lost
        for game in timed
        for seated in game.due
        if (game.id, seated.seat) in beginners and (lost := _forfeit(game, seated))
    ]
    saves = viewer is not None and viewer in due and habits[viewer].has_automatic_leave
    return _Known(
        reader.now,
        habits,
        beginners,
        forfeits_won(reader, forfeits),
        viewer,
        viewer is not None and saves and owner_of(reader, viewer).days_left(reader.now) > 0,
        bool(due) and is_outage(reader),
        coming_paces(reader, {game.season_id for game in timed if game.season_id is not None}),
    )


def habits_of_games(reader: Reader, games: Sequence[GameClocks]) -> Mapping[int, Habits]:
    """The habits of all players of *games*, with all leaves since the turns that are due now began."""
    return habits_of_seats(reader, [seated for game in games for seated in game.seats])


def away_until(habits: Mapping[int, Habits], now: datetime) -> Mapping[int, datetime]:
    """Until when each player who is on leave *now* is away; a leave that follows at once is included."""
    spans = {player: merged(each.leaves) for player, each in habits.items() if each.leaves}
    return {player: span.end for player, found in spans.items() for span in found if span.holds(now)}


def _beginners(reader: Reader, games: Sequence[GameClocks]) -> Collection[tuple[str, int]]:
    """The seats of *games* that never made a turn; asked only for games that do not tell it themselves."""
    found = {(game.id, seat) for game in games for seat in game.beginners or ()}
    unknown = [game.id for game in games if game.beginners is None]
    if unknown:
        found |= {(row.game_id, row.seat) for row in reader.rows(_BEGINNERS, {"games": unknown})}
    return found


def _game_forecast(game: GameClocks, known: _Known) -> GameForecast:
    mine = next((seated for seated in game.seats if seated.player_id == known.viewer), None)
    is_untimed = game.terms.pace.is_untimed
    # One's own first.
    due = sorted(game.due, key=lambda seated: seated is not mine)
    return GameForecast(
        you=mine.seat if mine else None,
        is_frozen=game.is_frozen,
        is_outage=known.is_outage,
        closes_at=closing_at(game.changed_at, game.warned_at, known.now) if is_untimed else None,
        clocks=tuple(_clock_forecast(game, seated, known) for seated in due),
        is_paused=game.is_paused,
        coming=known.coming.get(game.season_id or 0),
    )


def _clock_forecast(game: GameClocks, seated: Seated, known: _Known) -> ClockForecast:
    is_yours = seated.player_id == known.viewer
    return ClockForecast(
        seat=seated.seat,
        name=seated.name,
        due_at=seated.due_at,
        is_past=seated.lapsed_at is not None or is_late(known.now, seated.due_at),
        opponent=game.seats[other(seated.seat)].name,
        consequence=_consequence(game, seated, known),
        standstill=None if game.is_frozen else _standstill(game, seated, known),
        may_be_saved=game.terms.allows_leave,
        has_rescue=is_yours and game.terms.allows_leave and known.viewer_has_rescue,
        ends_at=losing_at(seated, game.warned_at),
        is_unmoved=all((game.id, one.seat) in known.beginners for one in game.seats),
    )


def _standstill(game: GameClocks, seated: Seated, known: _Known) -> Standstill | None:
    """Why and until when a clock stands still; that somebody is on leave is shown to the two players only."""
    clock = clock_of(game.terms, seated, known.habits.get(seated.player_id, _NO_HABITS))
    span = clock.standstill_at(known.now) if clock is not None else None
    if clock is None or span is None:
        return None
    is_away = clock.is_away_at(known.now)
    if is_away and all(one.player_id != known.viewer for one in game.seats):
        return None
    left = timedelta(milliseconds=clock.left_ms(known.now))
    return Standstill(span.end, is_away, left, clock.stands_still_between(span.end, seated.due_at or span.end))


def _consequence(game: GameClocks, seated: Seated, known: _Known) -> Consequence:
    is_beginner = (game.id, seated.seat) in known.beginners
    if game.terms.late is Late.CLAIM:
        # In a league, a player who claims a game that never began wins it by forfeit.
        return Consequence.CANCELLED_BY_CLAIM if is_beginner and game.season_id is None else Consequence.CLAIM
    if not is_beginner:
        return Consequence.LOST
    beginners = [one for one in game.due if (game.id, one.seat) in known.beginners]
    is_alone = all(one is seated or one.due_at != seated.due_at for one in beginners)
    is_won = is_alone and _forfeit(game, seated) in known.forfeits
    return Consequence.FORFEITED if is_won else Consequence.CANCELLED


def _forfeit(game: GameClocks, seated: Seated) -> Forfeit | None:
    """The forfeit by *seated* if no first turn is ever made; None outside leagues, and while no clock runs."""
    if game.season_id is None or seated.due_at is None:
        return None
    return Forfeit(game.season_id, game.seats[other(seated.seat)].player_id, seated.due_at)


def forfeits_won(reader: Reader, forfeits: Collection[Forfeit]) -> set[Forfeit]:
    """Those of *forfeits* that the opponent wins; the other games end without a result."""
    if not forfeits:
        return set()
    asked = {
        "players": sorted({forfeit.winner_id for forfeit in forfeits}),
        "seasons": sorted({forfeit.season_id for forfeit in forfeits}),
    }
    found = {(row.player_id, row.season_id): row for row in reader.connection.execute(_SEASONS, asked)}

    def is_won(forfeit: Forfeit) -> bool:
        row = found[(forfeit.winner_id, forfeit.season_id)]
        has_missed = row.has_missed or (row.first_due is not None and row.first_due <= forfeit.deadline)
        return bool(row.has_begun or not has_missed)

    return set(filter(is_won, forfeits))
