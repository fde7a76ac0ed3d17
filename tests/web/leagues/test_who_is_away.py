"""Until when somebody is away is read by those who play in the division, and by those who run the league."""

import pytest

from corr.clocks.take_leave import TakeLeave, take_leave
from corr.core.days_off import ForDays
from corr.players import profiles
from tests.web.browsing import Site, words
from tests.web.leagues.grounds import NAMES, a_running_season

_PAGES = (
    "",
    "/1",
    "/1/why",
    "/1/rounds",
    "/1/schedule",
    "/1/embed",
    "/1/standings.json",
    "/1/rounds.json",
    "/1/crosstable.csv",
)


@pytest.mark.parametrize(
    ("who", "is_told"),
    [("nobody", False), ("stranger", False), ("opponent", True), ("organiser", True), ("administrator", True)],
)
def test_strangers_are_not_told_who_is_away_and_until_when(any_site: Site, who: str, is_told: bool) -> None:  # noqa: FBT001 - a table
    season = a_running_season(any_site.room, NAMES[:4])
    players = {"nobody": None, "opponent": season.players["Bob"], "organiser": season.organiser}
    players |= {"stranger": any_site.room.player("Eve"), "administrator": any_site.room.player("Zoe")}
    with any_site.room.workshop.open() as uow:
        profiles.grant(uow, "Zoe")
        take_leave(uow, TakeLeave(season.players["Ada"], ForDays(5), "web", "k"))
    browser = any_site.browser(players[who])

    found = [path for path in _PAGES if "away" in words(browser.get(season.path + path))]

    assert ("/1/schedule" in found) is is_told
    assert set(found) <= ({"", "/1/schedule"} if is_told else set())
