"""
How each deliberate break comes to light: what has to happen, and how people play so that it does.

Breaks that do not disturb each other are laid together: each law has to report its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tests.crash import happened
from tests.crash.breaks import BREAKS
from tests.crash.house import House, Manners
from tests.crash.script import Happened, Script
from tests.crash.stage import Laid

_DEADLINES_FALL = 3600
"""So fast that many do within seconds."""
_SHORT = 4.0
"""Seconds after which a sweep that never comes is too late."""
_USUAL = Manners(insists=False, has_mail=False)
_UNTIL: Mapping[str, Happened] = {
    "turn-lost-after-answer": happened.many_turns_made,
    "turn-written-twice": happened.turn_kept_twice,
    "words-from-nowhere": happened.turn_made,
    "counter-skips": happened.turn_made,
    "snapshot-lags": happened.game_ended,
    "outbox-after-commit": happened.all_died,
    "no-unique-key": happened.told_twice,
    "mark-before-sending": happened.all_died,
    "letter-without-notice": happened.letter_arrived,
    "message-id-made-at-sending": happened.letter_arrived,
    "never-marked": happened.letter_arrived,
    "sweep-without-lock": happened.deadline_fell_twice,
    "late-turns-accepted": happened.turn_made_late,
    "sweep-asleep": happened.deadlines_are_near,
    "sweep-too-early": happened.deadline_fell_early,
    "delayed-turn-too-early": happened.delayed_turn_played,
    "season-begins-by-half": happened.season_ended,
    "season-ends-badly": happened.season_ended,
    "games-uncounted": happened.game_played_out,
}
"""What people have to play for, by the break."""
_AT_REST: Mapping[str, Happened] = {"sweep-asleep": happened.overdue_for(_SHORT)}
"""What has to have happened by the time at which all rests, by the break."""


@dataclass(frozen=True, slots=True)
class Showing:
    """A performance in which some breaks are laid."""

    faults: tuple[str, ...]
    manners: Manners = _USUAL
    factor: int = 600
    """How many times as fast time runs."""
    season: float = 0.0
    """Seconds after which a season ends that is played besides."""
    round: float = 12.0
    """Seconds after which a sweep or a sender must have come by."""

    @property
    def is_on_postgresql(self) -> bool:
        """Whether it takes a database that several write to at once, or whose keys can be dropped."""
        return any(BREAKS[name].is_on_postgresql for name in self.faults)

    @property
    def laws(self) -> frozenset[str]:
        """Those that have to report something."""
        return _union(BREAKS[name].laws for name in self.faults)

    @property
    def besides(self) -> frozenset[str]:
        """Those that may report something too."""
        return _union(BREAKS[name].besides for name in self.faults)

    def script(self, kinds: Sequence[str]) -> Script:
        """What is performed, by processes of these *kinds*."""
        points = tuple(BREAKS[name].failpoint for name in self.faults if BREAKS[name].failpoint)
        return Script(
            kinds=tuple(kinds),
            seconds=0,
            limit=300,
            until=self._have_shown,
            at_rest=self._are_shown_at_rest,
            manners=self.manners,
            factor=self.factor,
            players=4,
            laid=Laid(points, self.faults),
            drain=120,
            round=self.round,
            leaves=_union(BREAKS[name].leaves for name in self.faults),
            season=self.season,
            cut_once_in=0,
            is_hurried=True,
        )

    def _have_shown(self, house: House) -> bool:
        return all(_UNTIL[name](house) for name in self.faults)

    def _are_shown_at_rest(self, house: House) -> bool:
        return all(_AT_REST[name](house) for name in self.faults if name in _AT_REST)


SHOWINGS = (
    Showing(("counter-skips", "turn-lost-after-answer", "words-from-nowhere")),
    Showing(
        (
            "letter-without-notice",
            "message-id-made-at-sending",
            "never-marked",
            "season-begins-by-half",
            "season-ends-badly",
            "games-uncounted",
        ),
        # Games are given up as soon as they count.
        replace(_USUAL, long=4),
        # A season goes on by itself, and ends by its date.
        season=2,
    ),
    Showing(("mark-before-sending", "outbox-after-commit")),
    Showing(("snapshot-lags", "sweep-too-early"), replace(_USUAL, long=2)),
    Showing(
        ("late-turns-accepted", "sweep-asleep"), replace(_USUAL, is_tardy=True), factor=_DEADLINES_FALL, round=_SHORT
    ),
    Showing(("delayed-turn-too-early",), replace(_USUAL, has_mail=True, chatty=1.0)),
    Showing(("no-unique-key",)),
    Showing(("turn-written-twice",)),
    Showing(("sweep-without-lock",), replace(_USUAL, sleeps_in=2), factor=_DEADLINES_FALL),
)
"""Every break is laid in one of them."""


def alone() -> Iterator[Showing]:
    """Every break in a performance of its own."""
    for showing in SHOWINGS:
        yield from (replace(showing, faults=(name,)) for name in showing.faults)


def _union(sets: Iterator[frozenset[str]]) -> frozenset[str]:
    return frozenset[str]().union(*sets)
