"""Rating days: ratings after the games of one kind that were finished on one day, and stretches of days."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from corr.ratings.glicko2 import PERIOD_DAYS, Played, Strength, aged, updated

_NOBODY = Strength()
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Met:
    """A game that counts: the ids of its players, and the score of the first."""

    day: date
    """The day on which it was finished, in UTC."""
    first: int
    second: int
    score: float
    """1 if the first player won, ½ for a draw, 0 if the second won."""
    is_absence: bool = False
    """Whether the loser lost on time while absent: see `corr/play/time_outs.py`."""

    def opponent_of(self, player: int) -> int:
        """The opponent of *player*, who is one of the two."""
        return self.second if player == self.first else self.first

    def score_of(self, player: int) -> float:
        """The score of *player*, who is one of the two."""
        return self.score if player == self.first else 1 - self.score


@dataclass(frozen=True, slots=True)
class Rated:
    """The rating of a player after a day with games that count."""

    day: date
    strength: Strength
    games: int
    """How many games counted up to and including that day."""

    def on(self, day: date) -> Strength:
        """The strength on a later *day*, before its games."""
        return aged(self.strength, _periods(self.day, day))


def score_of(winner: int | None) -> float:
    """The score of the first seat in a game with a result; *winner* is None for a draw."""
    return _HALF if winner is None else float(winner == 0)


class UncountableDayError(Exception):
    """The rating of a player after a day could not be worked out, for the fault that is its cause."""

    def __init__(self, day: date, players: tuple[int, ...]) -> None:
        super().__init__(day, players)
        self.day = day
        self.players = players
        """The player, and the opponents of that day."""


def rated(player: int, day: date, games: Sequence[Met], before: Mapping[int, Rated]) -> Rated:
    """
    The rating of *player* after a *day*.

    :param games: the player's games of that day.
    :param before: the ratings of the player and of all opponents before that day; new players are missing.
    :raises UncountableDayError: there was a fault.
    """
    try:
        return _rated(player, day, games, before)
    except Exception as fault:
        opponents = dict.fromkeys(met.opponent_of(player) for met in games)
        raise UncountableDayError(day, (player, *opponents)) from fault


def _rated(player: int, day: date, games: Sequence[Met], before: Mapping[int, Rated]) -> Rated:
    played = [_played(met, player, _strength(before.get(met.opponent_of(player)), day)) for met in games]
    own = before.get(player)
    if own is None:
        return Rated(day, updated(_NOBODY, played, 0), len(games))
    after = updated(own.strength, played, _periods(own.day, day), counted=own.games)
    return Rated(day, after, own.games + len(games))


def _played(met: Met, player: int, opponent: Strength) -> Played:
    """A game from the side of *player*: an absence is the loser's alone, and the winner has won in full."""
    score = met.score_of(player)
    return Played(opponent, score, is_absence=met.is_absence and score == 0)


def history(games: Iterable[Met], present: dict[int, Rated] | None = None) -> Iterator[tuple[int, Rated]]:
    """
    Everybody's ratings, day by day: each player after each day.

    :param games: all games of one kind that count, in the order of their days.
    :param present: everybody's ratings before these days, which are updated to those after them; None for no ratings.
    """
    present = {} if present is None else present
    for day, of_day in groupby(games, key=lambda met: met.day):
        of_players: dict[int, list[Met]] = {}
        for met in of_day:
            of_players.setdefault(met.first, []).append(met)
            of_players.setdefault(met.second, []).append(met)
        after = {player: rated(player, day, met, present) for player, met in sorted(of_players.items())}
        present.update(after)
        yield from after.items()


def _strength(rated_before: Rated | None, day: date) -> Strength:
    return _NOBODY if rated_before is None else rated_before.on(day)


def _periods(since: date, day: date) -> float:
    return (day - since).days / PERIOD_DAYS


Days = Mapping[date, Mapping[int, Rated]]
"""The ratings of players after days, by day and player."""
Changes = Mapping[date, Mapping[int, Rated | None]]
"""The ratings that changed, by day and player; None for a player who has no game that counts on that day any more."""


class Stretch:
    """
    A stretch of days whose ratings are worked out anew.

    :param games: all games of these days that count.
    :param stored: the stored ratings of everybody after each of these days.
    :param due: the days and players to be worked out.
    """

    def __init__(self, games: Iterable[Met], stored: Days, due: Iterable[tuple[date, int]]) -> None:
        self._games: dict[date, dict[int, list[Met]]] = {}
        for met in games:
            of_day = self._games.setdefault(met.day, {})
            of_day.setdefault(met.first, []).append(met)
            of_day.setdefault(met.second, []).append(met)
        self.stored = stored
        self._days_of: dict[int, list[date]] = {}
        for day in sorted(stored):
            for player in stored[day]:
                self._days_of.setdefault(player, []).append(day)
        self._due: dict[date, set[int]] = {}
        for day, player in due:
            self._due.setdefault(day, set()).add(player)
        self._latest: dict[int, Rated] = {}
        self._before: dict[int, Rated | None] = {}
        self.changed: dict[date, dict[int, Rated | None]] = {}
        """The ratings that differ from the stored ones; None for a player without a game that counts on that day."""
        self.spilled: set[int] = set()
        """The players whose next day after the stretch has to be worked out too."""
        self.touched: set[int] = set()
        """The players whose days were worked out."""

    @property
    def days(self) -> Sequence[date]:
        """All days with games, stored ratings or something due, in the order in which they are worked out."""
        return sorted({*self._games, *self.stored, *self._due})

    def unknown_on(self, days: Iterable[date]) -> set[int]:
        """The players whose ratings before the stretch are still needed for what is due on *days*."""
        needed: set[int] = set()
        for day in days:
            wanted = self._wanted(day)
            needed |= wanted | self._met_by(day, wanted)
        return needed.difference(self._before)

    def know(self, players: Collection[int], before: Mapping[int, Rated]) -> None:
        """Take over the ratings of *players* before the stretch; those who are missing in *before* are new."""
        for player in players:
            self._before[player] = before.get(player)

    def work_out(self, day: date) -> None:
        """Work out what is due on a *day*, and make later days due that depend on it; call it in the order of days."""
        stored, games = self.stored.get(day, {}), self._games.get(day, {})
        wanted = self._wanted(day)
        entering = {
            player: found
            for player in wanted | self._met_by(day, wanted)
            if (found := self.present(player)) is not None
        }
        after = {
            player: rated(player, day, games[player], entering) if player in games else None
            for player in sorted(wanted)
        }
        changed = {player: found for player, found in after.items() if found != stored.get(player)}
        for player in changed:
            self._follow(player, day)
        if changed:
            self.changed[day] = changed
        self.touched |= wanted
        self._latest.update((player, found) for player, found in {**stored, **after}.items() if found is not None)

    def present(self, player: int) -> Rated | None:
        """The rating of a player after the last day that was worked out; None for a player who was never rated."""
        return self._latest.get(player) or self._before.get(player)

    def _wanted(self, day: date) -> set[int]:
        """The players who are due on a day, and their opponents, whose ratings may change with them."""
        due = self._due.get(day, set())
        return due | self._met_by(day, due)

    def _met_by(self, day: date, players: Collection[int]) -> set[int]:
        games = self._games.get(day, {})
        return {met.opponent_of(player) for player in players for met in games.get(player, ())}

    def _follow(self, player: int, day: date) -> None:
        """Make the next day of a player due."""
        following = next((each for each in self._days_of.get(player, ()) if each > day), None)
        if following is None:
            self.spilled.add(player)
        else:
            self._due.setdefault(following, set()).add(player)
