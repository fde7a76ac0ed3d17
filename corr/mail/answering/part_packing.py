"""Orders as values that JSON knows: a held mail keeps what it asked for until its player confirms it."""

from collections.abc import Mapping

from corr.mail.reading.words.acts import Act, Doubt
from corr.mail.reading.words.orders import Orders


def packed(orders: Orders) -> dict[str, object]:
    """What *orders* ask for. Rivals are left out: what is not clear is never held."""
    return {
        "acts": [act.value for act in orders.acts],
        "turn": orders.turn,
        "typed": list(orders.typed),
        "say": orders.say,
        "rest": orders.rest,
        "away": orders.away,
        "league": orders.league,
        "doubt": orders.doubt.value,
    }


def unpacked(kept: Mapping[str, object]) -> Orders:
    """The orders that were packed; none where nothing is kept any more."""
    acts, typed = kept.get("acts", []), kept.get("typed", [])
    assert isinstance(acts, list)
    assert isinstance(typed, list)
    return Orders(
        acts=tuple(Act(act) for act in acts),
        turn=str(kept.get("turn", "")),
        typed=tuple(map(str, typed)),
        say=str(kept.get("say", "")),
        rest=str(kept.get("rest", "")),
        away=str(kept.get("away", "")),
        league=str(kept.get("league", "")),
        doubt=Doubt(str(kept.get("doubt", ""))),
    )
