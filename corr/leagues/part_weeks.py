"""What happened in a division within a week, as a notice keeps it: values that JSON knows."""

from collections.abc import Mapping
from typing import Any

from corr.base.sentences import restored, stored
from corr.leagues.part_told import WeekView


def stored_week(week: WeekView) -> dict[str, Any]:
    """*week* as JSON knows it; `restored_week` reads it."""
    return {
        "division": week.division,
        "results": list(week.results),
        "left_out": week.left_out,
        "dramatic": week.dramatic,
        "dramatic_game": week.dramatic_game,
        "at_risk": [stored(sentence) for sentence in week.at_risk],
        "away": list(week.away),
        "open": week.open,
        "is_time_up": week.is_time_up,
    }


def restored_week(facts: Mapping[str, Any]) -> WeekView:
    """The week that `stored_week` wrote."""
    return WeekView(
        division=facts["division"],
        results=tuple(facts["results"]),
        left_out=facts["left_out"],
        dramatic=facts["dramatic"],
        dramatic_game=facts["dramatic_game"],
        at_risk=tuple(map(restored, facts["at_risk"])),
        away=tuple(facts["away"]),
        open=facts["open"],
        is_time_up=facts.get("is_time_up", False),
    )
