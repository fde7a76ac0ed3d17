"""
The people of a show, and their games: random turns, and then an end; stronger players win more often.

Names and numbers look random and are the same every time. The clock is set by hand.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import islice
from typing import TypeVar

from corr.base.uow import Reader, UnitOfWork, Workshop
from corr.core.pace import Late
from corr.errors import CorrError, InputError
from corr.game.game_row import get_game_row
from corr.games.api import AnyDraft, AnyRules, Progress
from corr.games.seats import Seat
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.rulings import SetResult
from corr.leagues.division_tables import division_tables
from corr.leagues.rows import SeasonRow
from corr.play.deadlines import ClaimTime, claim_time, enforce_deadline_of
from corr.play.endings import accept_draw, offer_draw, resign
from corr.play.turns import SubmitTurn, submit_turn
from corr.players.names import Name, read_name
from corr.states import Result

T = TypeVar("T")
DOMAIN = "crowd.example"
"""The domain of their mail addresses, which does not exist."""
_FIRST = (
    "Agnes Albert Alma Amir Anna Anton Astrid Aylin Bela Berta Bruno Carla Cem Clara Daan Dana David Dina Edda Elif "
    "Elsa Emil Emma Enzo Erik Esra Eva Fabian Farid Felix Finn Flora Frida Georg Greta Hanna Hassan Hedda Helga Henri "
    "Hugo Ida Irina Ivan Jakob Jan Jasmin Joana Johan Josef Judith Julia Kaan Karin Karl Katja Kim Klara Lars Lea Lena "
    "Leon Lina Lotte Luis Lukas Maja Malik Mara Marta Mats Maya Mia Milan Mina Moritz Nadia Nele Nils Nina Nora Oskar "
    "Otto Paula Petra Pia Rafael Rita Robin Rosa Ruben Ruth Samir Sara Selma Simon Sofia Theo Tilda Tom Vera Wanda"
)
_LAST = (
    "Adler Ahmadi Albers Amann Arslan Bach Bauer Becker Berg Blum Bosch Brandt Braun Brecht Busch Costa Demir Dietrich "
    "Ebert Engel Esposito Falk Farkas Fischer Frank Fuchs Garcia Gerber Graf Gross Haas Hahn Hansen Hartmann Heller "
    "Hoffmann Horvat Huber Jansen Jensen Jung Kaiser Kaya Keller Klein Koch Kovac Kowalski Kraus Krueger Lang Larsen "
    "Lehmann Lindberg Lorenz Ludwig Maier Martin Meyer Moreau Moser Mueller Nagy Neumann Nguyen Novak Olsen Orlov Otto "
    "Peters Petrov Pohl Popov Richter Ritter Rossi Roth Sahin Sander Santos Schmidt Schulz Schwarz Seidel Silva Simon "
    "Sommer Stein Suzuki Tanaka Toth Vogel Vogt Wagner Weber Weiss Winter Wolf Yilmaz Ziegler Zimmer"
)
_MIDDLE = "ABCDEFGHKLMNPRSTW"
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


def below(limit: int, *seed: object) -> int:
    """A number from 0 to *limit* - 1 that *seed* decides."""
    return int.from_bytes(sha256(repr(seed).encode()).digest()[:8]) % limit


def pick(things: Sequence[T], *seed: object) -> T:
    """One of *things*, which *seed* decides."""
    return things[below(len(things), *seed)]


def people(number: int) -> list[tuple[Name, str]]:
    """The first *number* people, always the same: their names, none of which looks like another, and addresses."""
    return list(islice(_people(), number))


def _people() -> Iterator[tuple[Name, str]]:
    seen: set[str] = set()
    given, families = _FIRST.split(), _LAST.split()
    for middle in _MIDDLE:
        for shift in range(len(families)):
            for at, first in enumerate(given):
                last = families[(at + shift) % len(families)]
                try:
                    name = read_name(f"{first} {middle}. {last}")
                except InputError:
                    continue
                if name.look_key not in seen:
                    seen.add(name.look_key)
                    yield name, f"{first}.{middle}.{last}@{DOMAIN}".lower()


class ManualClock:
    """A `ServiceClock` that stands still until it is set forward."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def now(self) -> datetime:
        """The moment that it was set to."""
        return self._now

    def machine(self, span: timedelta) -> timedelta:
        """The same *span*."""
        return span

    def move(self, by: timedelta) -> None:
        """Set it forward."""
        self._now += by

    def move_to(self, moment: datetime) -> None:
        """Set it forward to a moment; one that has passed changes nothing."""
        self._now = max(self._now, moment)


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
