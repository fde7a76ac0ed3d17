"""Organisers are offered no link that will be refused, whatever their season and their part in it."""

from collections.abc import Callable

import pytest

from corr.base.uow import UnitOfWork
from corr.game.game_row import get_game_row
from corr.leagues.acts.before_start import CallOff
from corr.leagues.acts.league_changes import CloseLeague
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.rulings import SetResult
from corr.leagues.acts.season_changes import Pause, Tighten
from corr.leagues.acts.withdrawal import Withdraw
from corr.leagues.rows import ORGANISER
from corr.leagues.rules.settings import Unfinished
from corr.leagues.seasons.season_end import end_season
from tests.web.browsing import Browser, Site, links, words
from tests.web.leagues.grounds import Season, a_running_season, a_sign_up


def lets(season: Season, act: Callable[[UnitOfWork], object]) -> Season:
    """Something is done in a season."""
    with season.room.workshop.open() as uow:
        act(uow)
    return season


def with_few(site: Site) -> Season:
    return a_sign_up(site.room, ["Ada", "Bob"])


def with_enough(site: Site) -> Season:
    return a_sign_up(site.room)


def running(site: Site) -> Season:
    return a_running_season(site.room)


def with_one_who_is_through(site: Site) -> Season:
    season = a_running_season(site.room)
    season.beats("Ada", "Bob", "Cleo", "Dan")
    return season


def with_a_set_result(site: Site) -> Season:
    season = with_one_who_is_through(site)
    game = season.game("Ada", "Bob")
    act, request = SetResult(game, "draw"), ActRequest(season.organiser, "Because.", version_of(season, game))
    return lets(season, lambda uow: act.carry_out(uow, request))


def version_of(season: Season, game_id: str) -> int:
    with season.room.workshop.look() as reader:
        return get_game_row(reader, game_id).version


def with_one_who_withdrew(site: Site) -> Season:
    season = a_running_season(site.room)
    act, request = Withdraw(season.id, season.players["Bob"]), ActRequest(season.organiser, "Because.")
    return lets(season, lambda uow: act.carry_out(uow, request))


def run_by_a_player(site: Site) -> Season:
    season = a_running_season(site.room)
    row = {"league_id": season.league_id, "player_id": season.players["Ada"], "since": site.room.clock.now()}
    lets(season, lambda uow: uow.connection.execute(ORGANISER.insert().values(**row)))
    season.beats("Bob", "Cleo")
    return season


def paused(site: Site) -> Season:
    season = a_running_season(site.room)
    act, request = Pause(season.id), ActRequest(season.organiser, "Because.")
    return lets(season, lambda uow: act.carry_out(uow, request))


def with_a_tighter_pace(site: Site) -> Season:
    season = a_running_season(site.room)
    act, request = Tighten(season.id, "2d/turn"), ActRequest(season.organiser, "Because.", season.row().version)
    return lets(season, lambda uow: act.carry_out(uow, request))


def past_its_end(site: Site) -> Season:
    season = a_running_season(site.room)
    assert season.row().settings.unfinished is Unfinished.ADJUDICATE
    site.room.clock.move(season.row().dates.ends_at - site.room.clock.now())
    return season


def over(site: Site) -> Season:
    season = a_running_season(site.room)
    season.end_all()
    return lets(season, lambda uow: end_season(uow, season.id))


def called_off(site: Site) -> Season:
    season = a_sign_up(site.room)
    return lets(season, lambda uow: CallOff(season.id).carry_out(uow, ActRequest(season.organiser)))


def closed(site: Site) -> Season:
    season = called_off(site)
    return lets(season, lambda uow: CloseLeague(season.league_id).carry_out(uow, ActRequest(season.organiser)))


@pytest.mark.parametrize(
    "ground",
    [
        with_few, with_enough, running, with_one_who_is_through, with_a_set_result, with_one_who_withdrew,
        run_by_a_player, paused, with_a_tighter_pace, past_its_end, over, called_off, closed,
    ],
)  # fmt: skip
def test_every_link_that_an_organiser_is_offered_leads_somewhere(site: Site, ground: Callable[[Site], Season]) -> None:
    season = ground(site)
    who = season.players["Ada"] if ground is run_by_a_player else season.organiser

    refused = refusals(site.browser(who), f"/leagues/{season.league_id}/organise", f"/leagues/{season.league_id}")

    assert refused == {}


def test_an_organiser_who_plays_reads_who_sets_the_results_instead(site: Site) -> None:
    season = run_by_a_player(site)

    page = site.browser(season.players["Ada"]).get(f"{season.path}/organise/results")

    assert "You play here, so another organiser or an administrator sets these results." in words(page)
    assert "Set" not in words(page).split("Division 1")[-1]
    assert "Actions" not in words(page)
    assert "Set the result of" in words(site.browser(season.organiser).get(f"{season.path}/organise/results"))


def refusals(browser: Browser, start: str, below: str) -> dict[str, int]:
    """What is answered with a refusal of all links below an address that can be followed from a page."""
    waiting, seen, refused = [start], {start}, {}
    while waiting:
        path = waiting.pop()
        answer = browser.get(path)
        if answer.status_code >= 400:
            refused[path] = answer.status_code
        for link in links(answer) if answer.mimetype == "text/html" else []:
            target = link.partition("#")[0]
            if target.startswith(below) and target not in seen:
                seen.add(target)
                waiting.append(target)
    return refused
