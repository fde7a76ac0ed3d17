"""Sentences about the results, options and ends of games."""

from enum import StrEnum

from corr.base.sentences import Sentence
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
    ADJUDICATED: "{winner} won: so it was decided in its league.",
}
_WON_BY_THE_RULES = "{winner} won: {ending}."
_DRAWN = {
    AGREEMENT: "The game is a draw: the players agreed.",
    ADJUDICATED: "The game is a draw: so it was decided in its league.",
}
_DRAWN_BY_THE_RULES = "The game is a draw: {ending}."


class EventKind(StrEnum):
    """The kinds of events in a game's history."""

    DRAW_OFFERED = "draw-offered"
    DRAW_WITHDRAWN = "draw-withdrawn"
    DRAW_DECLINED = "draw-declined"
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


def outcome_words(info: Info, winner: Seat | None, reason: str) -> str:
    """How a game ended, in a sentence or two."""
    words, gaps = _outcome(info, winner, reason)
    return words.format(**gaps)


def outcome_sentence(info: Info, winner: Seat | None, reason: str) -> Sentence:
    """The same as a sentence that a catalogue may have in another language, but for the words of the game itself."""
    words, gaps = _outcome(info, winner, reason)
    return Sentence.filled(words, **gaps)


def _outcome(info: Info, winner: Seat | None, reason: str) -> tuple[str, dict[str, str]]:
    """How a game ended, as a whole sentence with gaps, and what fills them."""
    if reason in NO_RESULT:
        return _NO_RESULT_WORDS[reason], {}
    if winner is None:
        return (_DRAWN[reason], {}) if reason in _DRAWN else (_DRAWN_BY_THE_RULES, {"ending": info.endings[reason]})
    name = info.seats[winner]
    if reason in _WON:
        return _WON[reason], {"winner": name, "loser": info.seats[other(winner)]}
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
    return f"{told}, so the game will count for no ratings." if is_rated else f"{told}."


def seat_words(info: Info, seat: Seat) -> str:
    """The seat that somebody gets, in a sentence: "You play Blue and move first."."""
    return f"You play {info.seats[seat]} and move {('first', 'second')[seat]}."
