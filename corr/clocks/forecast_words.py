"""A forecast as sentences: until when somebody has time, what happens after that, and what may save the game."""

from datetime import datetime

from corr.base.sentences import Sentence, joined
from corr.clocks.forecast import ClockForecast, Consequence, GameForecast
from corr.core.spans import left_words, span_words

_FROZEN = "The game is frozen until an administrator has looked at it. Nothing is lost, and the clocks are stopped."
_PAUSED = "The organisers of its league have paused the game. Nothing is lost, and the clocks are stopped."
_OUTAGE_NOW = (
    "The service could not be reached for a while. No time runs out now, nor in the 15 minutes after it. If it was "
    "longer than 15 minutes, every clock that ran gets all of it back."
)


def forecast_sentence(forecast: GameForecast, now: datetime | None) -> Sentence:
    """
    The whole forecast, for its reader.

    :param now: the moment from which the time left is counted; None to leave the time left out.
    """
    if forecast.is_paused:
        return Sentence.of(_PAUSED)
    if forecast.is_frozen:
        return Sentence.of(_FROZEN)
    if forecast.closes_at is not None:
        begun = "There is no time limit. If nobody does anything, the game is closed without a result on "
        return Sentence.of(begun, forecast.closes_at, ".")
    told = [_clock_sentence(forecast, clock, now) for clock in forecast.clocks]
    if forecast.is_outage:
        told.append(Sentence.of(_OUTAGE_NOW))
    return joined([*told, *([forecast.coming] if forecast.coming else [])])


def _clock_sentence(forecast: GameForecast, clock: ClockForecast, now: datetime | None) -> Sentence:
    if clock.due_at is None:
        return Sentence(())
    is_yours = clock.seat == forecast.you
    if clock.is_past:
        whose = "Your" if is_yours else f"{clock.name}’s"
        now_words = _what_now(forecast, clock)
        return Sentence.of(f"{whose} time ran out on ", clock.due_at, now_words, *_by_itself(forecast, clock))
    if is_yours:
        return Sentence.of(*_your_time(clock, clock.due_at, now), " ", _after_yours(clock))
    return Sentence.of(*_their_time(clock, clock.due_at, now), " ", _after_theirs(forecast, clock))


def _your_time(clock: ClockForecast, due_at: datetime, now: datetime | None) -> tuple[str | datetime, ...]:
    if clock.standstill is None:
        return "You have until ", due_at, f"{_left(due_at, now)}."
    why = "you are on leave" if clock.is_on_leave else "you rest"
    left = f", while {why}; then you have {span_words(clock.left)}, until "
    return "Your clock stands still until ", clock.standstill.until, left, due_at, "."


def _after_yours(clock: ClockForecast) -> str:
    follows = {
        Consequence.LOST: "After that you lose on time",
        Consequence.FORFEITED: "After that you forfeit the game",
        Consequence.CLAIM: f"After that {clock.opponent} may claim the game",
        Consequence.CANCELLED: "After that the game is cancelled without a result",
        Consequence.CANCELLED_BY_CLAIM: f"After that {clock.opponent} may have the game cancelled without a result",
    }[clock.consequence]
    return f"{follows} (a day of leave is used first)." if clock.has_rescue else f"{follows}."


def _their_time(clock: ClockForecast, due_at: datetime, now: datetime | None) -> tuple[str | datetime, ...]:
    if clock.standstill is None:
        return f"{clock.name} has until ", due_at, f"{_left(due_at, now)}."
    what = "is on leave" if clock.is_on_leave else "rests"
    left = f", and then has {span_words(clock.left)}, until "
    return f"{clock.name} {what} until ", clock.standstill.until, left, due_at, "."


def _after_theirs(forecast: GameForecast, clock: ClockForecast) -> str:
    claimant = clock.opponent if forecast.you is None else "you"
    follows = {
        Consequence.LOST: f"After that {clock.name} loses on time",
        Consequence.FORFEITED: f"After that {clock.name} forfeits the game",
        Consequence.CLAIM: f"After that {claimant} may claim the game",
        Consequence.CANCELLED: "After that the game is cancelled without a result",
        Consequence.CANCELLED_BY_CLAIM: f"After that {claimant} may have the game cancelled without a result",
    }[clock.consequence]
    # Whether the other player has any leave left is private.
    return f"{follows}, unless automatic leave gives another day." if clock.may_be_saved else f"{follows}."


def _what_now(forecast: GameForecast, clock: ClockForecast) -> str:
    """How the sentence about a clock that has run out ends."""
    if forecast.is_outage:
        return "."
    if clock.consequence in {Consequence.LOST, Consequence.FORFEITED}:
        return ". The game is about to end because of that."
    if clock.consequence is Consequence.CANCELLED:
        return ". The game is about to be cancelled without a result."
    may = "claim the game" if clock.consequence is Consequence.CLAIM else "have the game cancelled without a result"
    if clock.seat == forecast.you:
        return f". {clock.opponent} may {may}; until then you may still play."
    if clock is forecast.claimable:
        return f"; you may {may}, or wait."
    return f". {clock.opponent} may {may}." if forecast.you is None else ". Nothing happens until you have played."


def _by_itself(forecast: GameForecast, clock: ClockForecast) -> tuple[str | datetime, ...]:
    """When and how a game ends that nobody claims."""
    if clock.ends_at is None or forecast.is_outage:
        return ()
    if clock.ends_without_result or clock.is_unmoved:
        what = "the game ends without a result on "
    elif clock.seat == forecast.you:
        what = "you lose the game on "
    else:
        what = f"{clock.name} loses the game on "
    return " If nobody does anything, ", what, clock.ends_at, "."


def _left(due_at: datetime, now: datetime | None) -> str:
    return "" if now is None else f" ({left_words(due_at, now)})"
