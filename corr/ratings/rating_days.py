"""Rating days: the games of one kind that were finished on one day, and stretches of days worked out anew."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from corr.ratings.glicko2 import PERIOD_DAYS, Played, Strength, aged, updated

_NOBODY = Strength()
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Met:
    """A game that counts: two players, and what the first of them scored."""

    day: date
    """On which it was finished, in UTC."""
    first: int
    second: int
    score: float

    def opponent_of(self, player: int) -> int:
        """Whom *player*, one of the two, met."""
        return self.second if player == self.first else self.first

    def score_of(self, player: int) -> float:
        """What *player*, one of the two, scored."""
        return self.score if player == self.first else 1 - self.score


@dataclass(frozen=True, slots=True)
class Rated:
    """A player after a day with games that count."""

    day: date
    strength: Strength
    games: int
    """How many counted up to and with that day."""

    def on(self, day: date) -> Strength:
        """The strength on a later *day*, before its games."""
        return aged(self.strength, _periods(self.day, day))


def score_of(winner: int | None) -> float:
    """What the first seat scored in a game with a result; None for a draw."""
    return _HALF if winner is None else float(winner == 0)


def rated(player: int, day: date, games: Sequence[Met], before: Mapping[int, Rated]) -> Rated:
    """
    *player* after a *day*.

    :param games: the player's games of that day.
    :param before: the player and all whom the player met, as they were left by the days before; new ones are missing.
    """
    played = [Played(_strength(before.get(met.opponent_of(player)), day), met.score_of(player)) for met in games]
    own = before.get(player)
    if own is None:
        return Rated(day, updated(_NOBODY, played, 0), len(games))
    return Rated(day, updated(own.strength, played, _periods(own.day, day)), own.games + len(games))


def history(games: Iterable[Met], present: dict[int, Rated] | None = None) -> Iterator[tuple[int, Rated]]:
    """
    Everybody's ratings, day by day: each player after each day.

    :param games: all that count, of one kind, in the order of their days.
    :param present: everybody as the days before left them, and afterwards as these days do; None at the very beginning.
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
"""How players are rated after days."""
Changes = Mapping[date, Mapping[int, Rated | None]]
"""The same, where it is other than before; None for who played no game that counts on a day."""


class Stretch:
    """
    Some days, as they are stored.

    :param games: all of these days that count.
    :param stored: how everybody is stored after each of these days.
    :param due: whose days are to be worked out.
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
        """What is other than it is stored; None for who played no game that counts on that day."""
        self.spilled: set[int] = set()
        """Whose next day after these has to be worked out too."""
        self.touched: set[int] = set()
        """Whose days were worked out."""

    @property
    def days(self) -> Sequence[date]:
        """All days on which anything is there, in order; the due ones are worked out in this order."""
        return sorted({*self._games, *self.stored, *self._due})

    def unknown_on(self, days: Iterable[date]) -> set[int]:
        """Of whom has to be known how the days before all these left them, for what is due on *days* by now."""
        needed: set[int] = set()
        for day in days:
            wanted = self._wanted(day)
            needed |= wanted | self._met_by(day, wanted)
        return needed.difference(self._before)

    def know(self, players: Collection[int], before: Mapping[int, Rated]) -> None:
        """Take to heart how the days before these left *players*; who is missing in *before* was new."""
        for player in players:
            self._before[player] = before.get(player)

    def work_out(self, day: date) -> None:
        """Work out what is due on a *day*, the earliest first, and let follow what follows from it."""
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
        """How the days up to the one that was worked out last left a player; None for who was never rated."""
        return self._latest.get(player) or self._before.get(player)

    def _wanted(self, day: date) -> set[int]:
        """Who is due on a day, and whom they met: those may have come to it changed."""
        due = self._due.get(day, set())
        return due | self._met_by(day, due)

    def _met_by(self, day: date, players: Collection[int]) -> set[int]:
        games = self._games.get(day, {})
        return {met.opponent_of(player) for player in players for met in games.get(player, ())}

    def _follow(self, player: int, day: date) -> None:
        """Let the next day of a player be worked out too."""
        following = next((each for each in self._days_of.get(player, ()) if each > day), None)
        if following is None:
            self.spilled.add(player)
        else:
            self._due.setdefault(following, set()).add(player)
