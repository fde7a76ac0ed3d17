"""A forecast in words: until when somebody has time, what happens after that, and what may save the game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from corr.base.sentences import Sentence, joined
from corr.clocks.forecast import ClockForecast, Consequence, GameForecast
from corr.core.spans import brief_words, left_words, span_words

_FROZEN = "The game is frozen until an administrator has looked at it. Nothing is lost, and the clocks are stopped."
_PAUSED = "The organisers of its league have paused the game. Nothing is lost, and the clocks are stopped."
OUTAGE_NOW = (
    "The service could not be reached for a while. No time runs out now, nor in the 15 minutes after it. If it was "
    "longer than 15 minutes, every clock that ran gets all of it back."
)
_UNTIMED = "There is no time limit. If nobody does anything, the game is closed without a result on {closes_at}."

_UNTIL = "You have until {until}."
_UNTIL_LEFT = "You have until {until} ({left})."
_UNTIL_LEAVE = "Your clock stands still until {still}, while you are on leave; then you have {left}, until {until}."
_UNTIL_REST = "Your clock stands still until {still}, while you rest; then you have {left}, until {until}."
_IN_EACH: Mapping[str, str] = {
    _UNTIL: "In each of them you have until {until}.",
    _UNTIL_LEAVE: "In each of them your clock stands still until {still}, while you are on leave; then you have "
    "{left}, until {until}.",
    _UNTIL_REST: "In each of them your clock stands still until {still}, while you rest; then you have {left}, until "
    "{until}.",
}
"""The same about several games at once."""
_THEY = "{name} has until {until}."
_THEY_LEFT = "{name} has until {until} ({left})."
_THEY_LEAVE = "{name} is on leave until {still}, and then has {left}, until {until}."
_THEY_REST = "{name} rests until {still}, and then has {left}, until {until}."
_STILL_AGAIN = "In between your clock stands still again."

_CANCELLED = "After that the game is cancelled without a result."
_CANCELLED_OR_LEAVE = "After that the game is cancelled without a result, unless automatic leave gives another day."
_AFTER_YOURS: Mapping[Consequence, str] = {
    Consequence.LOST: "After that you lose on time.",
    Consequence.FORFEITED: "After that you forfeit the game.",
    Consequence.CLAIM: "After that {opponent} may claim the game.",
    Consequence.CANCELLED: _CANCELLED,
    Consequence.CANCELLED_BY_CLAIM: "After that {opponent} may have the game cancelled without a result.",
}
_AFTER_YOURS_OR_LEAVE: Mapping[Consequence, str] = {
    Consequence.LOST: "After that you lose on time, unless automatic leave gives another day.",
    Consequence.FORFEITED: "After that you forfeit the game, unless automatic leave gives another day.",
    Consequence.CLAIM: "After that {opponent} may claim the game, unless automatic leave gives another day.",
    Consequence.CANCELLED: _CANCELLED_OR_LEAVE,
    Consequence.CANCELLED_BY_CLAIM: "After that {opponent} may have the game cancelled without a result, unless "
    "automatic leave gives another day.",
}
_AFTER_THEIRS: Mapping[Consequence, str] = {
    Consequence.LOST: "After that {name} loses on time.",
    Consequence.FORFEITED: "After that {name} forfeits the game.",
    Consequence.CLAIM: "After that you may claim the game.",
    Consequence.CANCELLED: _CANCELLED,
    Consequence.CANCELLED_BY_CLAIM: "After that you may have the game cancelled without a result.",
}
_AFTER_THEIRS_OR_LEAVE: Mapping[Consequence, str] = {
    Consequence.LOST: "After that {name} loses on time, unless automatic leave gives another day.",
    Consequence.FORFEITED: "After that {name} forfeits the game, unless automatic leave gives another day.",
    Consequence.CLAIM: "After that you may claim the game, unless automatic leave gives another day.",
    Consequence.CANCELLED: _CANCELLED_OR_LEAVE,
    Consequence.CANCELLED_BY_CLAIM: "After that you may have the game cancelled without a result, unless automatic "
    "leave gives another day.",
}
_SEEN_BY_OTHERS: Mapping[str, str] = {
    _AFTER_THEIRS[Consequence.CLAIM]: _AFTER_YOURS[Consequence.CLAIM],
    _AFTER_THEIRS[Consequence.CANCELLED_BY_CLAIM]: _AFTER_YOURS[Consequence.CANCELLED_BY_CLAIM],
    _AFTER_THEIRS_OR_LEAVE[Consequence.CLAIM]: _AFTER_YOURS_OR_LEAVE[Consequence.CLAIM],
    _AFTER_THEIRS_OR_LEAVE[Consequence.CANCELLED_BY_CLAIM]: _AFTER_YOURS_OR_LEAVE[Consequence.CANCELLED_BY_CLAIM],
}
"""The same for somebody who only watches."""

_YOURS_PAST = "Your time ran out on {due_at}."
_THEIRS_PAST = "{name}’s time ran out on {due_at}."
_ENDING = "The game is about to end because of that."
_ENDING_WITHOUT_RESULT = "The game is about to be cancelled without a result."
_MAY_CLAIM = "{opponent} may claim the game."
_MAY_CANCEL = "{opponent} may have the game cancelled without a result."
_MAY_CLAIM_YOURS = "{opponent} may claim the game; until then you may still play."
_MAY_CANCEL_YOURS = "{opponent} may have the game cancelled without a result; until then you may still play."
_YOU_MAY_CLAIM = "{name}’s time ran out on {due_at}; you may claim the game, or wait."
_YOU_MAY_CANCEL = "{name}’s time ran out on {due_at}; you may have the game cancelled without a result, or wait."
_YOUR_TURN_FIRST = "Nothing happens until you have played."
_ENDS_WITHOUT_RESULT = "If nobody does anything, the game ends without a result on {ends_at}."
_YOU_LOSE = "If nobody does anything, you lose the game on {ends_at}."
_THEY_LOSE = "If nobody does anything, {name} loses the game on {ends_at}."
_SOON = timedelta(days=1)
"""The last part of one's time, in which a row says what follows; there the time left is told to the minute."""
CLOSING = timedelta(days=30)
"""How long before a game without a time limit is closed its row says so."""
_LINE_AFTER_YOURS: Mapping[Consequence, str] = {
    Consequence.LOST: "Then you lose on time.",
    Consequence.FORFEITED: "Then you forfeit the game.",
    Consequence.CLAIM: "Then {opponent} may claim the game.",
    Consequence.CANCELLED: "Then the game is cancelled.",
    Consequence.CANCELLED_BY_CLAIM: "Then {opponent} may have it cancelled.",
}
_LINE_RESCUED = "Then a day of leave begins."
_LINE_PAST_YOURS: Mapping[Consequence, str] = {
    Consequence.CLAIM: "{opponent} may claim the game. You can still play.",
    Consequence.CANCELLED_BY_CLAIM: "{opponent} may have it cancelled. You can still play.",
}
_LINE_CLAIMABLE: Mapping[Consequence, str] = {
    Consequence.CLAIM: "You may claim it",
    Consequence.CANCELLED_BY_CLAIM: "You may cancel it",
}
_LINE_ENDING = "The game is about to end."
_LINE_YOUR_TURN_FIRST = "Play first, then you may claim the game."


def forecast_sentence(forecast: GameForecast, now: datetime | None) -> Sentence:
    """
    The whole forecast, for its reader.

    :param now: the moment from which the time left is counted; None to leave the time left out.
    """
    return joined([*_sentences(forecast, now)])


def clock_words(clock: ClockForecast, now: datetime) -> str:
    """The time that is left on a clock in few words: "2d 3h"; empty where none runs."""
    if clock.is_past:
        return "time is up"
    if clock.standstill is not None:
        return f"{brief_words(clock.standstill.left)}, stopped"
    return "" if clock.due_at is None else brief_words(clock.due_at - now)


def forecast_of_each(forecast: GameForecast) -> Sentence:
    """The forecast that is the same for each of several games which wait for the reader, without the time left."""
    first, *others = _sentences(forecast, None)
    return joined([first.translated(_IN_EACH), *others])


def _sentences(forecast: GameForecast, now: datetime | None) -> Iterator[Sentence]:
    if forecast.is_paused:
        yield Sentence.filled(_PAUSED)
    elif forecast.is_frozen:
        yield Sentence.filled(_FROZEN)
    elif forecast.closes_at is not None:
        yield Sentence.filled(_UNTIMED, closes_at=forecast.closes_at)
    else:
        for clock in forecast.clocks:
            if clock.due_at is not None:
                yield from _clock_sentences(forecast, clock, clock.due_at, now)
        if forecast.is_outage:
            yield Sentence.filled(OUTAGE_NOW)
        if forecast.coming:
            yield forecast.coming


def _clock_sentences(
    forecast: GameForecast, clock: ClockForecast, due_at: datetime, now: datetime | None
) -> Iterator[Sentence]:
    is_yours = clock.seat == forecast.you
    if clock.is_past:
        yield from _past(forecast, clock, due_at)
        yield from _by_itself(forecast, clock)
        return
    still, by_leave, by_rest = (_UNTIL, _UNTIL_LEAVE, _UNTIL_REST) if is_yours else (_THEY, _THEY_LEAVE, _THEY_REST)
    if clock.standstill is not None:
        words = by_leave if clock.is_on_leave else by_rest
        left = span_words(clock.standstill.left)
        yield Sentence.filled(words, name=clock.name, still=clock.standstill.until, left=left, until=due_at)
        if is_yours and clock.standstill.comes_again:
            yield Sentence.filled(_STILL_AGAIN)
    elif now is None:
        yield Sentence.filled(still, name=clock.name, until=due_at)
    else:
        words = _UNTIL_LEFT if is_yours else _THEY_LEFT
        yield Sentence.filled(words, name=clock.name, until=due_at, left=left_words(due_at, now))
    yield _after(forecast, clock)


def _after(forecast: GameForecast, clock: ClockForecast) -> Sentence:
    """What follows when the time is over."""
    if clock.seat == forecast.you:
        words = (_AFTER_YOURS_OR_LEAVE if clock.has_rescue else _AFTER_YOURS)[clock.consequence]
    else:
        # Whether the other player has any leave left is private.
        words = (_AFTER_THEIRS_OR_LEAVE if clock.may_be_saved else _AFTER_THEIRS)[clock.consequence]
        words = _SEEN_BY_OTHERS.get(words, words) if forecast.you is None else words
    return Sentence.filled(words, name=clock.name, opponent=clock.opponent)


def _past(forecast: GameForecast, clock: ClockForecast, due_at: datetime) -> Iterator[Sentence]:
    """That a clock has run out, and what that means now."""
    is_yours = clock.seat == forecast.you
    is_claimed = clock.consequence is Consequence.CLAIM
    ran_out = Sentence.filled(_YOURS_PAST if is_yours else _THEIRS_PAST, name=clock.name, due_at=due_at)
    if forecast.is_outage:
        yield ran_out
    elif clock.consequence in {Consequence.LOST, Consequence.FORFEITED}:
        yield from (ran_out, Sentence.filled(_ENDING))
    elif clock.consequence is Consequence.CANCELLED:
        yield from (ran_out, Sentence.filled(_ENDING_WITHOUT_RESULT))
    elif is_yours:
        words = _MAY_CLAIM_YOURS if is_claimed else _MAY_CANCEL_YOURS
        yield from (ran_out, Sentence.filled(words, opponent=clock.opponent))
    elif clock is forecast.claimable:
        yield Sentence.filled(_YOU_MAY_CLAIM if is_claimed else _YOU_MAY_CANCEL, name=clock.name, due_at=due_at)
    elif forecast.you is None:
        yield from (ran_out, Sentence.filled(_MAY_CLAIM if is_claimed else _MAY_CANCEL, opponent=clock.opponent))
    else:
        yield from (ran_out, Sentence.filled(_YOUR_TURN_FIRST))


def _by_itself(forecast: GameForecast, clock: ClockForecast) -> Iterator[Sentence]:
    """When and how a game ends that nobody claims."""
    if clock.ends_at is None or forecast.is_outage:
        return
    if clock.ends_without_result or clock.is_unmoved:
        yield Sentence.filled(_ENDS_WITHOUT_RESULT, ends_at=clock.ends_at)
    elif clock.seat == forecast.you:
        yield Sentence.filled(_YOU_LOSE, ends_at=clock.ends_at)
    else:
        yield Sentence.filled(_THEY_LOSE, name=clock.name, ends_at=clock.ends_at)


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
        claim="" if claimable is None else _LINE_CLAIMABLE[claimable.consequence],
    )


def _what(forecast: GameForecast, clock: ClockForecast, *, is_soon: bool) -> str:
    if forecast.is_outage or clock is forecast.claimable:
        return ""
    if is_soon:
        return _LINE_RESCUED if clock.has_rescue else _LINE_AFTER_YOURS[clock.consequence]
    if not clock.is_past:
        return ""
    if clock.seat == forecast.you:
        return _LINE_PAST_YOURS.get(clock.consequence, _LINE_ENDING)
    return _LINE_YOUR_TURN_FIRST if clock.consequence in _LINE_CLAIMABLE else _LINE_ENDING
