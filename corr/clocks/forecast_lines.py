"""A forecast in a few words, for one row of a list: a deadline, and what follows only where somebody has to know it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from corr.clocks.forecast import ClockForecast, Consequence, GameForecast

_SOON = timedelta(days=1)
"""The last part of one's time, in which a row says what follows; there the time left is told to the minute."""
CLOSING = timedelta(days=30)
"""How long before a game without a time limit is closed its row says so."""
_AFTER_YOURS: Mapping[Consequence, str] = {
    Consequence.LOST: "Then you lose on time.",
    Consequence.FORFEITED: "Then you forfeit the game.",
    Consequence.CLAIM: "Then {opponent} may claim the game.",
    Consequence.CANCELLED: "Then the game is cancelled.",
    Consequence.CANCELLED_BY_CLAIM: "Then {opponent} may have it cancelled.",
}
_RESCUED = "Then a day of leave begins."
_PAST_YOURS: Mapping[Consequence, str] = {
    Consequence.CLAIM: "{opponent} may claim the game. You can still play.",
    Consequence.CANCELLED_BY_CLAIM: "{opponent} may have it cancelled. You can still play.",
}
_CLAIMABLE: Mapping[Consequence, str] = {
    Consequence.CLAIM: "You may claim it",
    Consequence.CANCELLED_BY_CLAIM: "You may cancel it",
}
_ENDING = "The game is about to end."
_YOUR_TURN_FIRST = "Play first, then you may claim the game."


@dataclass(frozen=True, slots=True)
class ForecastLine:
    """What one row says of a game's time."""

    due_at: datetime | None = None
    """The deadline; None if no clock runs."""
    is_past: bool = False
    """Whether that time is up."""
    is_soon: bool = False
    """Whether it is the reader's own, and soon over."""
    what: str = ""
    """What follows, or what holds the game up, in one sentence; empty where nobody has to know it now."""
    until: datetime | None = None
    """The end of a rest or of a leave during which the clock stands still; None while it runs."""
    is_away: bool = False
    """Whether that is a leave."""
    closes_at: datetime | None = None
    """When the game, which has no time limit, is closed soon if nobody plays."""
    claim: str = ""
    """That the reader may claim the game, or have it cancelled; empty if not."""


def forecast_line(forecast: GameForecast, now: datetime) -> ForecastLine:
    """What a row says of a game to one of its players at the moment *now*."""
    if forecast.is_frozen or forecast.is_paused:
        return ForecastLine()
    if forecast.closes_at is not None:
        return ForecastLine(closes_at=forecast.closes_at if forecast.closes_at - now < CLOSING else None)
    claimable = forecast.claimable
    clock = claimable or next((clock for clock in forecast.clocks if clock.due_at is not None), None)
    if clock is None or clock.due_at is None:
        return ForecastLine()
    is_yours = clock.seat == forecast.you
    is_soon = is_yours and not clock.is_past and clock.due_at - now < _SOON
    standstill = None if clock.is_past else clock.standstill
    return ForecastLine(
        due_at=clock.due_at,
        is_past=clock.is_past,
        is_soon=is_soon,
        what=_what(forecast, clock, is_soon=is_soon).format(opponent=clock.opponent),
        until=None if standstill is None else standstill.until,
        is_away=clock.is_on_leave,
        claim="" if claimable is None else _CLAIMABLE[claimable.consequence],
    )


def _what(forecast: GameForecast, clock: ClockForecast, *, is_soon: bool) -> str:
    if forecast.is_outage or clock is forecast.claimable:
        return ""
    if is_soon:
        return _RESCUED if clock.has_rescue else _AFTER_YOURS[clock.consequence]
    if not clock.is_past:
        return ""
    if clock.seat == forecast.you:
        return _PAST_YOURS.get(clock.consequence, _ENDING)
    return _YOUR_TURN_FIRST if clock.consequence in _CLAIMABLE else _ENDING
