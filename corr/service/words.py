"""Sentences about games for people: plain, short, and without blame."""

from enum import StrEnum

from corr.games.api import Info, OptionValue
from corr.games.seats import Seat, other

RESIGNATION = "resignation"
TIME = "time"
AGREEMENT = "agreement"


class EventKind(StrEnum):
    """What can stand in a game's history beside turns."""

    DRAW_OFFERED = "draw-offered"
    DRAW_WITHDRAWN = "draw-withdrawn"
    DRAW_DECLINED = "draw-declined"
    DRAW_AGREED = "draw-agreed"
    RESIGNED = "resigned"
    TIME = "time"


_EVENTS = {
    EventKind.DRAW_OFFERED: "{title} offered a draw.",
    EventKind.DRAW_WITHDRAWN: "{title} took the draw offer back.",
    EventKind.DRAW_DECLINED: "{title} declined the draw.",
    EventKind.DRAW_AGREED: "{title} accepted the draw.",
    EventKind.RESIGNED: "{title} resigned.",
    EventKind.TIME: "{title}’s time ran out.",
}


def event_words(info: Info, kind: str, seat: int | None) -> str:
    """An event of a game's history in one sentence."""
    title = info.seats[seat] if seat is not None else info.title
    return _EVENTS[EventKind(kind)].format(title=title)


def outcome_words(info: Info, winner: Seat | None, reason: str) -> str:
    """How a game ended, in one sentence."""
    if winner is None:
        clause = "the players agreed" if reason == AGREEMENT else info.endings[reason]
        return f"The game is a draw: {clause}."
    loser = info.seats[other(winner)]
    if reason == RESIGNATION:
        clause = f"{loser} resigned"
    elif reason == TIME:
        clause = f"{loser}’s time ran out"
    else:
        clause = info.endings[reason]
    return f"{info.seats[winner]} won: {clause}."


def option_words(info: Info, options: dict[str, OptionValue]) -> tuple[str, ...]:
    """A short line for each option that differs from the usual."""
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


def seat_words(info: Info, seat: Seat) -> str:
    """Which seat somebody gets: "You play Blue and move first."."""
    return f"You play {info.seats[seat]} and move {('first', 'second')[seat]}."
