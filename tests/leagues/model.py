"""
What is promised about leagues, said once more: slowly, simply, and knowing nothing of how the service does it.

A season is its rows and its games; everything else is worked out from them whenever somebody asks.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from fractions import Fraction
from hashlib import sha256

from corr.leagues.rules.division_table import Entrant, EntryId, Meeting, Points, Table
from corr.leagues.rules.settings import SeasonSettings, Unfinished, WithdrawalRule
from corr.states import Result
from tests.leagues.rules.second_opinion import Opinion

DAY = timedelta(days=1)
NOTICE = 7 * DAY
RESULTS = ("first", "second", "draw", "none")


@dataclass(eq=False)
class Row:
    """A row of a table, whoever plays it now."""

    player: int
    rating: int
    began: int | None = None
    """Who began, if somebody else plays now."""
    withdrew: str = ""
    """What became of the results: "removed" or "forfeits"; empty for who plays on."""
    place: int | None = None
    """In the end; none for results that left the table."""


@dataclass(eq=False)
class Bout:
    """A game between two rows."""

    rows: tuple[Row, Row]
    """The first of them has the first seat."""
    players: tuple[int, int]
    """Who sits at the board."""
    is_rated: bool
    """By the season, between players with verified addresses."""
    result: str = ""
    """One of `RESULTS`; empty while it is open."""
    is_forfeit: bool = False
    day: date | None = None
    """On which it was over."""
    is_ruled: bool = False
    played: tuple[str, bool] | None = None
    """What was there before a ruling: the result, and whether it was a forfeit."""
    turns: int = 0
    """How many were made in it before it ended: with fewer than four it counts for no ratings."""
    has_changed_hands: bool = False

    def end(self, result: str, day: date, *, is_forfeit: bool = False) -> None:
        """The game is over."""
        self.result, self.is_forfeit, self.day = result, is_forfeit, day

    def against(self, row: Row) -> Row:
        """The other one."""
        return self.rows[1] if self.rows[0] is row else self.rows[0]

    @property
    def score(self) -> float | None:
        """What the first seat scored for ratings; None if the game counts for none."""
        worth = {"first": 1.0, "second": 0.0, "draw": 0.5}
        result, is_forfeit = self.played or (self.result, self.is_forfeit)
        is_played = self.turns >= 4 and not is_forfeit and (self.played is not None or not self.is_ruled)
        return worth.get(result) if self.is_rated and is_played and not self.has_changed_hands else None


@dataclass(eq=False)
class Group:
    """A division."""

    rows: list[Row]
    bouts: list[Bout]

    def of(self, row: Row) -> list[Bout]:
        """The games of a row that are games of the table: with a result or open, against rows that are in it."""
        own = [bout for bout in self.bouts if row in bout.rows]
        return [bout for bout in own if bout.result != "none" and bout.against(row).withdrew != "removed"]

    def places(self, season: "Edition") -> dict[Row, int]:
        """Where everybody stands who is in the table."""
        settings = season.settings
        ids = {id(row): EntryId(number) for number, row in enumerate(self.rows, 1)}
        entrants = [
            Entrant(ids[id(row)], row.rating, season.lot(row.began or row.player), row.withdrew == "removed")
            for row in self.rows
        ]
        meetings = [
            Meeting(1, ids[id(bout.rows[0])], ids[id(bout.rows[1])], Result(bout.result) if bout.result else None)
            for bout in self.bouts
        ]
        opinion = Opinion(Table(tuple(entrants), tuple(meetings), Points(*_worth(settings))))
        order = opinion.order(settings.tie_breaks, is_higher_rating_first=settings.is_higher_rating_first)
        return {row: order[ids[id(row)]] for row in self.rows if ids[id(row)] in order}

    def points(self, row: Row, settings: SeasonSettings) -> Fraction:
        """What came in."""
        win, draw, loss = _worth(settings)
        found = Fraction(0)
        for bout in self.of(row):
            if bout.result == "draw":
                found += draw
            elif bout.result:
                found += win if bout.rows[bout.result == "second"] is row else loss
        return found


@dataclass(eq=False)
class Edition:
    """A season."""

    settings: SeasonSettings
    starts_at: datetime
    ends_at: datetime
    length: timedelta
    """How long it was to last when it opened."""
    line: list[int] = field(default_factory=list)
    """Everybody who ever joined, in the order of joining first."""
    inside: set[int] = field(default_factory=set)
    """Who is in it, of them."""
    state: str = "sign-up"
    seed: str = ""
    groups: list[Group] = field(default_factory=list)
    paused_at: datetime | None = None
    is_up: bool = False
    """Whether the end date has come, and its rule was applied."""
    asked: list[int] = field(default_factory=list)
    is_second_try: bool = False
    """Whether it opened by itself after one that was called off."""
    opens_again_at: datetime | None = None
    """When the next one opens by itself after this one was called off."""

    @property
    def bouts(self) -> list[Bout]:
        """All games."""
        return [bout for group in self.groups for bout in group.bouts]

    @property
    def rows(self) -> list[Row]:
        """All rows."""
        return [row for group in self.groups for row in group.rows]

    def call_off(self, now: datetime) -> None:
        """Too few have joined: it is tried once more, after as many days as a sign-up lasts."""
        self.state = "called-off"
        if self.settings.rolls_over and not self.is_second_try:
            self.opens_again_at = now + self.settings.sign_up_days * DAY

    def lot(self, player: int) -> str:
        """SHA-256 of the published seed and the id of the player who began a row."""
        return sha256(f"{self.seed}:{player}".encode()).hexdigest()

    def row_of(self, player: int) -> Row | None:
        """The row that a player has now."""
        return next((row for row in self.rows if row.player == player), None)

    def group_of(self, row: Row) -> Group:
        """Where a row stands."""
        return next(group for group in self.groups if row in group.rows)

    def stands_still(self) -> bool:
        """Whether nobody can play: in a pause, and while an organiser decides about what is unfinished."""
        return self.paused_at is not None or (self.is_up and self.settings.unfinished is Unfinished.ADJUDICATE)

    def withdraw(self, row: Row, today: date) -> None:
        """A player withdraws: with less than half of the games finished all results leave the table."""
        group = self.group_of(row)
        own = group.of(row)
        finished = [bout for bout in own if bout.result]
        is_early = not own or 2 * len(finished) < len(own)
        removed = is_early and self.settings.withdrawal is WithdrawalRule.HALF
        for bout in [bout for bout in self.bouts if row in bout.rows and not bout.result]:
            if removed:
                bout.end("none", today)
            else:
                bout.end("second" if bout.rows[0] is row else "first", today, is_forfeit=True)
        row.withdrew = "removed" if removed else "forfeits"

    def may_replace(self, row: Row, new: int) -> bool:
        """Whether somebody may take over: nobody who is in the season already, or began in it, but in that very row."""
        is_known = any(new in {other.player, other.began} for other in self.rows if other is not row)
        has_open = any(not bout.result for bout in self.bouts if row in bout.rows)
        return not row.withdrew and has_open and not is_known and new != row.player

    def replace(self, row: Row, new: int) -> None:
        """Somebody else plays on: the finished results stay, the open games go on."""
        for bout in self.bouts:
            if row in bout.rows and not bout.result:
                first, second = bout.players
                bout.players = (new, second) if bout.rows[0] is row else (first, new)
                bout.has_changed_hands = True
        began = row.began or row.player
        row.player, row.began = new, None if began == new else began

    def rule(self, bout: Bout, verdict: str, today: date, *, is_forfeit: bool) -> bool:
        """An organiser sets a result; whether anything changed."""
        if bout.is_ruled and (bout.result, bout.is_forfeit) == (verdict, is_forfeit):
            return False
        if bout.result and not bout.is_ruled:
            bout.played = (bout.result, bout.is_forfeit)
        bout.is_ruled = True
        bout.end(verdict, bout.day or today, is_forfeit=is_forfeit)
        return True

    def undo(self, bout: Bout) -> bool:
        """What was played stands again; whether that can be."""
        if not bout.is_ruled or bout.played is None:
            return False
        (bout.result, bout.is_forfeit), bout.is_ruled, bout.played = bout.played, False, None
        return True

    def resume(self, now: datetime) -> None:
        """The games go on; the end date moves by the days of the pause, each that has begun."""
        assert self.paused_at is not None
        if self.ends_at > self.paused_at:
            self.ends_at += -((self.paused_at - now) // DAY) * DAY
        self.paused_at = None

    def may_end_at(self, moment: datetime, now: datetime) -> bool:
        """Whether that can be the end date: a later one, or one with notice of seven days."""
        return moment > now and (moment >= self.ends_at or moment >= now + NOTICE)

    def apply_end(self, today: date) -> None:
        """The end date has come: the season’s own rule holds."""
        self.is_up = True
        verdict = {Unfinished.DRAW: "draw", Unfinished.NO_RESULT: "none"}.get(self.settings.unfinished)
        for bout in self.bouts:
            if not bout.result and verdict:
                bout.end(verdict, today)
                bout.is_ruled = True

    def finish(self) -> None:
        """The last game is over."""
        self.state = "over"
        for group in self.groups:
            for row, place in group.places(self).items():
                row.place = place

    def played(self) -> set[int]:
        """Everybody who played in it."""
        return {player for row in self.rows for player in (row.player, row.began) if player is not None}


def divided(now: Edition, last: Edition | None, ratings: Mapping[int, int]) -> list[list[int]]:
    """The divisions in which a season begins, the highest first, each in order."""
    wanting = [player for player in now.line if player in now.inside]
    seeds = _led(last, set(wanting)) if last else []
    known = {player for player, _, _ in seeds}
    lowest = max((tier for _, tier, _ in seeds), default=1)
    new = [player for player in wanting if player not in known]
    by_rating = now.settings.newcomers.value == "rating"
    levels = {
        tier: [Fraction(ratings[player]) for player, its, _ in seeds if its == tier] for tier in range(1, lowest + 1)
    }
    for player in sorted(new, key=lambda one: -ratings[one]) if by_rating else new:
        reached = [
            tier for tier, found in levels.items() if found and ratings[player] >= sum(found, Fraction(0)) / len(found)
        ]
        seeds.append((player, min(reached) if by_rating and reached else lowest, "new"))
    claims = [sum(its == tier and why != "new" for _, its, why in seeds) for tier in range(1, len(seeds) + 1)]
    return _filled(seeds, _sizes(len(seeds), now.settings.players_per_division, claims))


def _led(last: Edition, wanting: Collection[int]) -> list[tuple[int, int, str]]:
    """Where last season’s result leads everybody who returns, in its order."""
    found = []
    for tier, group in enumerate(last.groups, 1):
        order = sorted(
            group.rows,
            key=lambda row: (bool(row.withdrew), row.place is None, row.place or 0, last.lot(row.began or row.player)),
        )
        here = [row for row in order if row.player in wanting]
        ups = [row for row in here if not row.withdrew][: last.settings.up] if tier > 1 else []
        gone = sum(bool(row.withdrew) for row in order)
        downs = order[max(0, len(order) - max(last.settings.down, gone)) :] if tier < len(last.groups) else []
        for row in here:
            if row in ups:
                found.append((row.player, tier - 1, "promoted"))
            elif row in downs:
                found.append((row.player, tier + 1, "relegated"))
            else:
                found.append((row.player, tier, "stays"))
    return found


def _sizes(players: int, wished: int, claims: Sequence[int]) -> list[int]:
    """As near to the size that is wished as can be; none under 3 or over 20, and the higher ones are the larger."""
    able = [count for count in range(1, players + 1) if 3 * count <= players <= 20 * count]
    if not able:
        return []
    count = min(able, key=lambda one: (abs(Fraction(players, one) - wished), one))
    sizes: list[int] = []
    for tier in range(count):
        left, others = players - sum(sizes), count - tier - 1
        even = left // (others + 1) + (left % (others + 1) > 0)
        promised = min(wished, claims[tier] if tier < len(claims) else 0)
        sizes.append(min(20, left - 3 * others, max(even, promised)))
    return sizes


def _filled(seeds: Sequence[tuple[int, int, str]], sizes: Sequence[int]) -> list[list[int]]:
    """From the top: who has to make room goes down, and free places are filled from below."""
    order = [player for player, _, _ in seeds]
    left = list(seeds)
    found = []
    for tier, size in enumerate(sizes, 1):
        pushed = [one for one in left if one[1] < tier]
        at_home = [one for why in ("relegated", "promoted", "stays", "new") for one in left if one[1:] == (tier, why)]
        below = [
            one
            for lower in range(tier + 1, len(seeds) + 2)
            for why in ("stays", "relegated", "promoted", "new")
            for one in left
            if one[1:] == (lower, why)
        ]
        chosen = [*pushed, *at_home, *below][:size]
        left = [one for one in left if one not in chosen]
        found.append(sorted((player for player, _, _ in chosen), key=order.index))
    return found


def _worth(settings: SeasonSettings) -> tuple[Fraction, Fraction, Fraction]:
    return settings.points.win, settings.points.draw, settings.points.loss
