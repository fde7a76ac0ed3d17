"""Sentences about games: their options, what happens in them beside turns, and how they end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from corr.base.sentences import Sentence
from corr.core.spans import span_words
from corr.games.api import Info, OptionValue
from corr.games.seats import Seat, other

RESIGNATION = "resignation"
TIME = "time"
AGREEMENT = "agreement"
CANCELLED = "cancelled"
ABANDONED = "abandoned"
VOIDED = "voided"
FORFEIT = "forfeit"
"""In a league: a player withdrew, or never made a first turn."""
NEVER_BEGAN = "The first turn was never made."
"""The reason of a forfeit in a league by a player who never made a first turn."""
ADJUDICATED = "adjudicated"
"""In a league: an organiser set the result, or the rule for games that are unfinished at the end date did."""
ANNULLED = "annulled"
"""In a league: an organiser or the rule for unfinished games decided that the game counts for nothing."""
NO_RESULT = frozenset({CANCELLED, ABANDONED, VOIDED, ANNULLED})
"""The end reasons of games without a result: nobody won, and they are no draws."""
BY_OTHERS = frozenset({VOIDED, ADJUDICATED, ANNULLED, FORFEIT})
"""Endings decided by an administrator or organiser; the latest event says by whom, and why."""
_NO_RESULT_WORDS = {
    CANCELLED: "The game was cancelled, because a first turn was never made. There is no result.",
    ABANDONED: "The game was closed, because nobody had acted in it for a long time. There is no result.",
    VOIDED: "An administrator ended the game. There is no result.",
    ANNULLED: "The game was taken out of its league. There is no result.",
}
_WON = {
    RESIGNATION: "{winner} won: {loser} resigned.",
    TIME: "{winner} won: {loser}’s time ran out.",
    FORFEIT: "{winner} won: {loser} forfeited the game.",
    ADJUDICATED: "{winner} won by a decision of its league.",
}
_WON_BY_THE_RULES = "{winner} won: {ending}."
_DRAWN = {
    AGREEMENT: "The game is a draw: the players agreed.",
    ADJUDICATED: "The game is a draw by a decision of its league.",
}
_DRAWN_BY_THE_RULES = "The game is a draw: {ending}."


class EventKind(StrEnum):
    """The kinds of events in a game's history."""

    DRAW_OFFERED = "draw-offered"
    DRAW_WITHDRAWN = "draw-withdrawn"
    DRAW_DECLINED = "draw-declined"
    DRAW_PASSED = "draw-passed"
    """The other player, who had seen the offer, played on."""
    DRAW_STANDS = "draw-stands"
    """The other player, who had not seen it, made a turn: the offer goes on standing."""
    DRAW_LAPSED = "draw-lapsed"
    """The next turn of the player who had made such an offer withdrew it."""
    DRAW_AGREED = "draw-agreed"
    RESIGNED = "resigned"
    TIME = "time"
    TIME_LAPSED = "time-lapsed"
    """A deadline passed in a game that the other player may claim."""
    TIME_CLAIMED = "time-claimed"
    TIME_GIVEN = "time-given"
    TIME_EXTENDED = "time-extended"
    LEAVE_TAKEN = "leave-taken"
    LEAVE_SHORTENED = "leave-shortened"
    LEAVE_AUTOMATIC = "leave-automatic"
    OUTAGE = "outage"
    MAIL_HELD = "mail-held"
    """A mail with a turn waits until its player confirms it."""
    MAIL_PARKED = "mail-parked"
    """A mail for the game could not be read."""
    FROZEN = "frozen"
    THAWED = "thawed"
    CANCELLED = "cancelled"
    """A player never made a first turn."""
    ABANDONED = "abandoned"
    """Nobody acted for a long time in an untimed game."""
    VOIDED = "voided"
    """An administrator ended it without a result."""
    FORFEITED = "forfeited"
    """A player of a league withdrew, or never made a first turn."""
    RULED = "ruled"
    """The result was set, by an organiser of its league or by the season's rule."""
    ANNULLED = "annulled"
    """The same, and the game counts for nothing."""
    RULING_UNDONE = "ruling-undone"
    """The result is again the one that was played."""
    PAUSED = "paused"
    RESUMED = "resumed"
    REPLACED = "replaced"
    """Somebody else plays on."""
    PACE_TIGHTENED = "pace-tightened"
    """Turns that begin from now on have less time."""


_MEANT = {
    "draw": ("offer draw", "accept draw"),
    "accept": ("accept draw",),
    "decline": ("decline draw",),
    "quit": ("resign",),
    "exit": ("resign",),
    "forfeit": ("resign",),
    "surrender": ("resign",),
    "concede": ("resign",),
}
"""Words that people know from elsewhere, with the words that do the same here."""


def meant_words(text: str) -> tuple[str, ...]:
    """The words that *text* may mean if it is a word used elsewhere; none if it is not."""
    return _MEANT.get(text.strip(" \t\r\n.!?/-").casefold(), ())


def outcome_words(info: Info, winner: Seat | None, reason: str, names: tuple[str, str] | None = None) -> str:
    """
    How a game ended, in a sentence or two.

    :param names: what its sides are called; None for their own titles.
    """
    words, gaps = _outcome(info, winner, reason, names)
    return words.format(**gaps)


def outcome_sentence(info: Info, winner: Seat | None, reason: str) -> Sentence:
    """The same as a sentence that a catalogue may have in another language, but for the words of the game itself."""
    words, gaps = _outcome(info, winner, reason)
    return Sentence.filled(words, **gaps)


def _outcome(
    info: Info, winner: Seat | None, reason: str, names: tuple[str, str] | None = None
) -> tuple[str, dict[str, str]]:
    """How a game ended, as a whole sentence with gaps, and what fills them."""
    if reason in NO_RESULT:
        return _NO_RESULT_WORDS[reason], {}
    if winner is None:
        return (_DRAWN[reason], {}) if reason in _DRAWN else (_DRAWN_BY_THE_RULES, {"ending": info.endings[reason]})
    names = names or info.seats
    name = names[winner]
    if reason in _WON:
        return _WON[reason], {"winner": name, "loser": names[other(winner)]}
    return _WON_BY_THE_RULES, {"winner": name, "ending": info.endings[reason]}


def option_words(info: Info, options: dict[str, OptionValue]) -> tuple[str, ...]:
    """A short line for each option that differs from its default."""
    lines = []
    for option in info.options:
        value = options.get(option.name, option.default)
        if value == option.default:
            continue
        if option.choices:
            lines.append(f"{option.title}: {dict(option.choices)[str(value)]}")
        else:
            lines.append(option.title if value else f"{option.title}: no")
    return tuple(lines)


RESIGNING_EARLY = "Resigning so early is free three times in 90 days; after that it counts against your reliability."
"""The warning before a game is resigned in which not both have made two turns."""


def rated_words(*, is_rated: bool, is_private: bool = False) -> str:
    """A sentence about whether a game counts for ratings, and who sees it, which both read before it begins."""
    if is_private:
        return "Only the two of you can see the game, and its result counts for no ratings."
    return "The result counts for both players’ ratings." if is_rated else "The result counts for no ratings."


def early_words(*, is_rated: bool) -> str:
    """The warning before a game is broken off in which not both have made two turns."""
    told = "You have not both made two turns yet"
    return f"{told}, so the game will not be rated." if is_rated else f"{told}."


def seat_words(info: Info, seat: Seat) -> str:
    """The seat that somebody gets, in a sentence: "You play Blue and move first."."""
    return f"You play {info.seats[seat]} and move {('first', 'second')[seat]}."


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event of a game's history that is not a turn, as it was recorded."""

    turn_number: int
    """The turn that was due when it happened."""
    seat: Seat | None
    """The seat whose act or clock it was; None if it was nobody's or concerns both."""
    at: datetime
    door: str
    """How the order came, "web" or "mail"; empty if nobody gave one."""
    kind: str
    """One word, such as "draw-offered"."""
    amount_ms: int | None = None
    """By how much a clock was changed, in milliseconds."""
    until: datetime | None = None
    """Until when it holds."""
    reason: str = ""
    by_name: str = ""
    """Who did it, if neither player did."""
    began_at: datetime | None = None
    """When the outage began, if it is about one."""
    is_by_admin: bool = True
    """Whether an administrator did it; otherwise it was an organiser of the game's league."""
    fate: str = ""
    """
    The state of a held order: "waiting", "confirmed", "rejected" or "replaced"; or `PASSED_OVER`. Empty for any other
    event.
    """
    left: str = ""
    """Who had the seat before, if it was taken over."""
    came: str = ""
    """Who took the seat over."""


@dataclass(frozen=True, slots=True)
class _Told:
    """The parts of an event in words."""

    who: str
    """The title of the seat; "both players" if it concerns both."""
    whom: str
    """The title of the other seat."""
    amount: str
    until: datetime | None
    began_at: datetime | None
    why: str
    """A colon with the reason, and the full stop."""
    by: str
    has_door: bool
    """Whether somebody did it, not the service."""

    def until_words(self, before: str = " until ") -> tuple[str | datetime, ...]:
        """Until when it holds, with *before* in front; nothing if that is not known."""
        return () if self.until is None else (before, self.until)

    def from_words(self) -> tuple[str | datetime, ...]:
        """Since when it held; nothing if that is not known."""
        return () if self.began_at is None else (" from ", self.began_at)


_SIMPLE = {
    EventKind.DRAW_OFFERED: "{who} offered a draw.",
    EventKind.DRAW_WITHDRAWN: "{who} took the draw offer back.",
    EventKind.DRAW_DECLINED: "{who} declined the draw.",
    EventKind.DRAW_PASSED: "{who} declined the draw by playing on.",
    EventKind.DRAW_STANDS: "{who} had not seen the draw offer when playing by email, so it stayed open.",
    EventKind.DRAW_LAPSED: "{who} withdrew the draw offer by playing on.",
    EventKind.DRAW_AGREED: "{who} accepted the draw.",
    EventKind.RESIGNED: "{who} resigned.",
    EventKind.TIME: "{who}’s time ran out.",
    EventKind.TIME_LAPSED: "{who}’s time ran out. {whom} may claim the game; until then {who} may still play.",
    EventKind.TIME_CLAIMED: "{who} claimed the game, because {whom}’s time had run out.",
    EventKind.TIME_GIVEN: "{who} gave {whom} {amount}.",
    EventKind.TIME_EXTENDED: "{by} gave {who} {amount}{why}",
    EventKind.MAIL_PARKED: "A mail that came for {who} could not be read. That did not stop {who}’s clock.",
    EventKind.FROZEN: "The game was frozen{why}",
    EventKind.THAWED: "The game goes on{why}",
    EventKind.CANCELLED: "The game was cancelled: {nobody} made a first turn.",
    EventKind.ABANDONED: "The game was closed, because nobody had acted in it for a long time.",
    EventKind.VOIDED: "{by} ended the game without a result{why}",
    EventKind.FORFEITED: "{who} never made a first turn.",
    EventKind.RULED: "{by} set the result{why}",
    EventKind.ANNULLED: "{by} took the game out of its league{why}",
    EventKind.RULING_UNDONE: "{by} undid that: the result is again the one that was played{why}",
    EventKind.PAUSED: "{by} paused the game{why}",
    EventKind.RESUMED: "{by} let the game go on{why}",
    EventKind.REPLACED: "{came} plays {who} from now on, for {left}{why}",
    EventKind.PACE_TIGHTENED: "Turns that begin from now on have less time{why}",
}


# Who wrote the mail is not known before it is confirmed.
_MAIL_HELD = {
    "waiting": "A turn that came by mail for {who} waits to be confirmed. That does not stop {who}’s clock.",
    "confirmed": "A turn that came by mail for {who} had to be confirmed, and was.",
    "rejected": "A turn that came by mail for {who} had to be confirmed, and was dropped.",
    "replaced": "A turn that came by mail for {who} had to be confirmed; a newer one took its place.",
}
_NEVER_CONFIRMED = "A turn that came by mail for {who} was never confirmed."
PASSED_OVER = "passed-over"
"""The fate of a draw offer that the other player answered by a turn."""
_BY_FATE = _MAIL_HELD | {PASSED_OVER: "{who} offered a draw, and {whom} played on."}

_OF_LEAGUES = frozenset({EventKind.RULED, EventKind.ANNULLED, EventKind.PAUSED, EventKind.RESUMED})
"""The events that a season's own rule brings about if nobody is named."""
BY_TURN = frozenset({EventKind.DRAW_PASSED, EventKind.DRAW_STANDS, EventKind.DRAW_LAPSED})
"""What turns do to draw offers."""
DRAWS = BY_TURN | {
    EventKind.DRAW_OFFERED,
    EventKind.DRAW_WITHDRAWN,
    EventKind.DRAW_DECLINED,
    EventKind.DRAW_AGREED,
}
"""A draw offer, and what becomes of it; in older games a turn of the other player ended it without an event."""
_LEFT = frozenset({EventKind.FORFEITED, EventKind.ANNULLED})
"""The events that end the games of a player who withdraws from a season."""


def _leave_taken(told: _Told) -> Sentence:
    words = f"{told.who} took leave" if told.has_door else f"{told.who}’s leave began"
    return Sentence.of(words, *told.until_words(" until " if told.has_door else ", until "), ".")


def _leave_shortened(told: _Told) -> Sentence:
    return Sentence.of(f"{told.who}’s leave was shortened", *told.until_words("; it ends "), ".")


def _leave_automatic(told: _Told) -> Sentence:
    return Sentence.of(f"{told.who}’s time had run out, so a day of leave began by itself", *told.until_words(), ".")


def _outage(told: _Told) -> Sentence:
    return Sentence.of(
        "The service could not be reached",
        *told.from_words(),
        *told.until_words(),
        f": {told.who}’s clock got {told.amount} back.",
    )


_WITH_MOMENTS: Mapping[EventKind, Callable[[_Told], Sentence]] = {
    EventKind.LEAVE_TAKEN: _leave_taken,
    EventKind.LEAVE_SHORTENED: _leave_shortened,
    EventKind.LEAVE_AUTOMATIC: _leave_automatic,
    EventKind.OUTAGE: _outage,
}


def event_sentence(event: LoggedEvent, info: Info) -> Sentence:
    """An event of a game's history in a sentence or two."""
    kind = EventKind(event.kind)
    told = _told(event, info)
    if kind in _WITH_MOMENTS:
        return _WITH_MOMENTS[kind](told)
    if kind in _LEFT and event.seat is not None and event.reason != NEVER_BEGAN:
        gone = f"{told.by} took {told.who} out of the season" if event.by_name else f"{told.who} left the season"
        return Sentence.of(f"{gone}{told.why}")
    nobody = "neither player" if event.seat is None else f"{told.who} never"
    facts = {
        "nobody": nobody,
        "who": told.who,
        "whom": told.whom,
        "amount": told.amount,
        "why": told.why,
        "by": told.by,
        "left": event.left or "another player",
        "came": event.came or "Somebody else",
    }
    words = _BY_FATE.get(event.fate) or (_NEVER_CONFIRMED if kind is EventKind.MAIL_HELD else _SIMPLE[kind])
    return Sentence.of(words.format(**facts))


def _told(event: LoggedEvent, info: Info) -> _Told:
    span = span_words(timedelta(milliseconds=event.amount_ms)) if event.amount_ms else "time"
    return _Told(
        who="both players" if event.seat is None else info.seats[event.seat],
        whom="" if event.seat is None else info.seats[other(event.seat)],
        amount=span if event.seat is not None else f"{span} each",
        until=event.until,
        began_at=event.began_at,
        why=_why(event.reason),
        by=_by(event),
        has_door=bool(event.door),
    )


def _by(event: LoggedEvent) -> str:
    if event.by_name:
        return f"The {'administrator' if event.is_by_admin else 'organiser'} {event.by_name}"
    return "The season’s rule" if event.kind in _OF_LEAGUES else "An administrator"


def _why(reason: str) -> str:
    """A colon with the reason, and a full stop unless the reason ends with one; without a reason, a full stop."""
    if not reason:
        return "."
    return f": “{reason}”" if reason.endswith((".", "!", "?", "…")) else f": “{reason}”."
