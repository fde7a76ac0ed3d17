"""The games of a show: a few random turns, and then an end; stronger players win more often."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from corr.base.uow import Reader, UnitOfWork, Workshop
from corr.core.pace import Late
from corr.demo.manual_clock import ManualClock
from corr.demo.people import below, pick
from corr.errors import CorrError
from corr.game.game_row import get_game_row
from corr.games.api import AnyDraft, AnyRules, Progress
from corr.games.seats import Seat
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.rulings import SetResult
from corr.leagues.division_tables import division_tables
from corr.leagues.rows import SeasonRow
from corr.play.claims import ClaimTime, claim_time
from corr.play.deadlines import enforce_deadline_of
from corr.play.endings import accept_draw, offer_draw, resign
from corr.play.turns import SubmitTurn, submit_turn
from corr.states import Result

DOOR = "web"
_MOST_TURNS = 3
_WEAKEST, _STRONGEST, _SCALE = 1100, 1900, 400
_HUNDRED, _THOUSAND = 100, 1000
_DRAWN, _OVERSLEPT, _UNFINISHED = 10, 14, 16
"""Of a hundred games, those below the first number are drawn, below the second time out, below the third do not end."""
_MOST_WAITS = 100
_REASON = "Decided by the position."
_BRIEF = timedelta(seconds=1)
_LISTED = 60
"""The number of next actions among which one is chosen."""
_MOST_ACTIONS = 4

Told = Callable[[], None]
"""A function that is called after each game."""


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game of a show."""

    id: str
    players: tuple[int, int]

    def other(self, player_id: int) -> int:
        """The opponent of *player_id*."""
        first, second = self.players
        return second if player_id == first else first


class ShowGames:
    """The games of one season."""

    def __init__(self, workshop: Workshop, clock: ManualClock, season: SeasonRow, seed: str) -> None:
        self._workshop, self._clock, self._season, self._seed = workshop, clock, season, seed
        found = sorted(self._all(), key=lambda game: below(2**32, "order", season.number, seed, *game.players))
        lots = [below(_HUNDRED, "fate", season.number, seed, *game.players) for game in found]
        fates = list(zip(found, lots, strict=True))
        self.played = tuple(game for game, lot in fates if lot < _DRAWN or lot >= _UNFINISHED)
        """The games that players end, in this order."""
        self.overslept = tuple(game for game, lot in fates if _DRAWN <= lot < _OVERSLEPT)
        """The games in which somebody's time runs out."""
        self.count = len(found)

    def play(self, games: Iterable[ShownGame], told: Told) -> None:
        """Play *games* to their ends, so fast that nobody's time runs out."""
        bank = timedelta(milliseconds=self._season.settings.terms.pace.bank_ms)
        pause = min(timedelta(minutes=1), bank / (4 * self.count))
        for game in games:
            self._clock.move(pause)
            with self._workshop.open() as uow:
                self._play(uow, game)
            told()

    def oversleep(self, games: Iterable[ShownGame], told: Told) -> None:
        """Let the time run out in *games*, until the season ends."""
        for game in games:
            for _ in range(_MOST_WAITS):
                due_at = self._due_at(game)
                if due_at is None or due_at + _BRIEF >= self._season.dates.ends_at:
                    break
                self._clock.move_to(due_at + timedelta(minutes=1))
                self._let_fall(game)
            told()

    def let_all_run_out(self) -> None:
        """Let the time run out in all games that are left, also after the end of the season."""
        for game in self._all():
            for _ in range(_MOST_WAITS):
                due_at = self._due_at(game)
                if due_at is None:
                    break
                self._clock.move_to(due_at + timedelta(minutes=1))
                self._let_fall(game)

    def decide(self, organiser: int) -> list[str]:
        """Set a result for each game that is left, as an organiser does; the sentences about them."""
        said = []
        for game in self._all():
            with self._workshop.open() as uow:
                game_row = get_game_row(uow, game.id)
                if not game_row.is_over:
                    result = Result.DRAW if below(2, "ruling", self._seed, *game.players) else self._better(game)
                    act, request = SetResult(game.id, result.value), ActRequest(organiser, _REASON, game_row.version)
                    said.append(act.carry_out(uow, request).sentence)
        return said

    def _all(self) -> tuple[ShownGame, ...]:
        with self._workshop.look() as reader:
            return games_of(reader, self._season)

    def _play(self, uow: UnitOfWork, game: ShownGame) -> None:
        """Play a few turns, and end the game."""
        seed = (self._season.number, self._seed, *game.players)
        turns = below(_MOST_TURNS + 1, "turns", *seed)
        while (game_row := get_game_row(uow, game.id)).turn_number <= turns and not game_row.is_over:
            rules = game_row.rules(uow)
            position = rules.parse_position(game_row.position)
            for seat in sorted(rules.due(position)):
                draft = drafted(rules, rules.begin(position, seat), (below(2**32, *seed), game_row.turn_number, seat))
                if rules.progress(draft) is Progress.MUST_GO_ON:
                    # The turn has reached a dead end.
                    turns = 0
                    break
                text, player = rules.write(draft.made), game_row.seats[seat].player_id
                submit_turn(uow, SubmitTurn(game.id, player, game_row.turn_number, text, DOOR, uow.now))
        if not game_row.is_over:
            self._end(uow, game, is_draw=below(_HUNDRED, "fate", *seed) < _DRAWN)

    def _end(self, uow: UnitOfWork, game: ShownGame, *, is_draw: bool) -> None:
        if is_draw:
            # If the game has no draws, somebody resigns.
            with suppress(CorrError), uow.attempt():
                offer_draw(uow, game.id, game.players[0], DOOR)
                accept_draw(uow, game.id, game.players[1], DOOR)
                return
        resign(uow, game.id, game.players[self._better(game) is Result.FIRST], DOOR)

    def _better(self, game: ShownGame) -> Result:
        """The winner by strength and luck, with Elo's formula for the expected score."""
        strengths = [self._strength(player) for player in game.players]
        chance = _THOUSAND / (1 + 10 ** ((strengths[1] - strengths[0]) / _SCALE))
        lot = below(_THOUSAND, "luck", self._season.number, self._seed, *game.players)
        return Result.FIRST if lot < chance else Result.SECOND

    def _strength(self, player_id: int) -> int:
        return _WEAKEST + below(_STRONGEST - _WEAKEST, "strength", self._seed, player_id)

    def _due_at(self, game: ShownGame) -> datetime | None:
        """The earliest deadline of a game; None if it is over or frozen."""
        with self._workshop.look() as reader:
            game_row = get_game_row(reader, game.id)
        moments = [seated.due_at for seated in game_row.seats if seated.due_at is not None]
        return min(moments) if moments and game_row.frozen_at is None and not game_row.is_over else None

    def _let_fall(self, game: ShownGame) -> None:
        """Do what the service does when a deadline has passed; a claimable game is claimed."""
        with self._workshop.open() as uow:
            enforce_deadline_of(uow, game.id)
        with self._workshop.open() as uow:
            game_row = get_game_row(uow, game.id)
            if game_row.is_over or self._season.settings.terms.late is not Late.CLAIM:
                return
            late = min((seat for seat in game_row.seats if seat.due_at), key=lambda seat: seat.due_at or uow.now)
            with suppress(CorrError), uow.attempt():
                claim_time(uow, ClaimTime(game.id, game.other(late.player_id), DOOR, uow.now))


def games_of(reader: Reader, season: SeasonRow) -> tuple[ShownGame, ...]:
    """The games of a season that are not over."""
    return tuple(
        ShownGame(meeting.game_id, (players[meeting.first], players[meeting.second]))
        for division in division_tables(reader, season)
        for players in [{entry.id: entry.player_id for entry in division.entries}]
        for meeting in division.table.meetings
        if meeting.result is None
    )


def drafted(rules: AnyRules, draft: AnyDraft, seed: tuple[int, int, Seat]) -> AnyDraft:
    """A turn of a few random actions; of more if it may not stop there."""
    wanted = 1 + below(_MOST_ACTIONS, "actions", *seed)
    while len(draft.made) < wanted or rules.progress(draft) is Progress.MUST_GO_ON:
        actions = list(islice(draft.actions(), _LISTED))
        if not actions:
            break
        draft = draft.after(pick(actions, "action", *seed, len(draft.made)))
    return draft
