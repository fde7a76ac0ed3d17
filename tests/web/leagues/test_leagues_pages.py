"""The pages of leagues and seasons: what everybody can read before joining, and what belongs to whom."""

import re
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from corr.core.pace import Late, Terms, read_pace
from corr.leagues.acts.before_start import CallOff
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.rules.division_table import Points
from corr.leagues.rules.settings import Unfinished, WithdrawalRule
from corr.leagues.rules.tiebreaks import TieBreak
from corr.leagues.seasons.entry_requests import AskPlayers, ask_players
from tests.league_builders import look_after
from tests.playing import DAY, statements_of
from tests.web.browsing import Site, links, words
from tests.web.leagues.grounds import NAMES, TINY, a_running_season, a_sign_up

_HOSTILE = ("<script>alert(1)", "{{7*7}} {%x%}", "\u202egnihton", "A&B <b>", '"quoted"')


def test_without_any_league_the_page_says_so_and_how_to_found_one(any_site: Site) -> None:
    page = any_site.browser().get("/leagues")

    assert page.status_code == 200
    assert "No season is open to join now." in words(page)
    assert "/leagues/new" in links(page)


def test_leagues_are_in_the_navigation_of_every_page(site: Site) -> None:
    assert "/leagues" in links(site.browser().get("/rules"))


def test_a_season_stands_where_its_state_puts_it(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    browser = any_site.browser()

    in_sign_up = browser.get("/leagues")
    season.begin()
    running = browser.get("/leagues")

    assert "Open to join Summer Cup , season 1 Tiny" in words(in_sign_up)
    assert "4 players" in words(in_sign_up)
    assert "Running Summer Cup , season 1 Tiny" in words(running)


@pytest.mark.both_databases
@pytest.mark.parametrize(("state", "there"), [("sign-up", True), ("running", False), ("over", False)])
def test_seasons_of_one_state_are_listed_a_page_at_a_time(any_site: Site, state: str, there: bool) -> None:  # noqa: FBT001 - a table
    a_sign_up(any_site.room)

    page = any_site.browser().get(f"/leagues?state={state}")
    beyond = any_site.browser().get(f"/leagues?state={state}&page=999999999")

    assert ("Summer Cup" in words(page)) is there
    assert "No games here yet." in words(beyond)


def test_an_unknown_state_is_refused_with_what_could_be_written(site: Site) -> None:
    answer = site.browser().get("/leagues?state=lost")

    assert answer.status_code == 400
    assert "“sign-up”, “running” or “over”" in words(answer)


def test_a_player_s_own_seasons_come_first(site: Site) -> None:
    season = a_sign_up(site.room)

    mine, other = (site.browser(player).get("/leagues") for player in (season.players["Ada"], site.room.player("Zoe")))

    assert "Your seasons Summer Cup , season 1" in words(mine)
    assert "Your seasons" not in words(other)


def test_an_organiser_sees_the_leagues_that_they_run(site: Site) -> None:
    season = a_sign_up(site.room)

    assert "Leagues you run Summer Cup" in words(site.browser(season.organiser).get("/leagues"))


def test_all_that_is_settled_is_shown_to_strangers_before_they_join(any_site: Site) -> None:
    settings = replace(
        TINY,
        terms=Terms(read_pace("5d/turn"), has_weekends_off=True, late=Late.CLAIM, allows_leave=False),
        is_rated=False,
        legs=2,
        points=Points(Fraction(3), Fraction(4, 3), Fraction(0)),
        tie_breaks=(TieBreak.KOYA, TieBreak.RATING, TieBreak.LOT),
        is_higher_rating_first=True,
        players_per_division=7,
        up=1,
        down=3,
        unfinished=Unfinished.NO_RESULT,
        withdrawal=WithdrawalRule.FORFEITS,
        minimum_reliability=85,
        rolls_over=True,
        sign_up_days=10,
        has_reports=False,
    )
    a_sign_up(any_site.room, settings=settings)

    text = words(any_site.browser().get("/leagues/summer-cup"))

    for expected in (
        "Tiny, with the usual rules", "5 days for each turn", "Rest days do not count", "may claim the game",
        "Leave does not stop the clocks", "do not count for the ratings", "twice, once from each seat",
        "3 for a win, 1⅓ for a draw, 0 for a loss", "Koya: points against opponents with at least half",
        "Rating at the start: the rating at the start of the season, the higher one first", "Lot: an order",
        "About 7 players each", "1 of each division goes up and 3 go down", "end without a result",
        "the remaining games are forfeits", "at least 85 %", "for 10 days", "No weekly reports",
        "Until Mon 9 Mar 2026, 12:00 UTC", "On Wed 11 Mar 2026, 12:00 UTC", "On Wed 10 Jun 2026, 12:00 UTC",
    ):  # fmt: skip
        assert expected in text, expected
    assert text.index("Koya:") < text.index("Rating at the start:") < text.index("Lot:")


def test_before_the_start_one_reads_how_many_it_takes(site: Site) -> None:
    season = a_sign_up(site.room)
    needed = "all games begin together, if at least 3 players have joined."
    before = words(site.browser().get(season.path))

    season.begin()

    assert needed in before
    assert needed not in words(site.browser().get(season.path))


def test_dates_are_shown_in_the_zone_of_the_reader(site: Site) -> None:
    season = a_sign_up(site.room)

    assert "Until Mon 9 Mar 2026, 13:00 CET" in words(site.browser(season.players["Ada"]).get("/leagues/summer-cup"))


def test_who_has_joined_is_public(site: Site) -> None:
    a_sign_up(site.room, NAMES[:3])

    text = words(site.browser().get("/leagues/summer-cup"))

    assert "Who has joined Ada Bob Cleo" in text
    assert "3 players have joined" in text


def test_a_league_names_its_organisers_and_describes_itself(site: Site) -> None:
    a_sign_up(site.room, description="For members of the <club>.\n\nAll welcome.")

    page = site.browser().get("/leagues/summer-cup")

    assert "For members of the <club>. All welcome." in words(page)
    assert "Organised by Olga" in words(page)
    assert "<club>" not in page.text


def test_a_season_that_was_called_off_says_so(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    with any_site.room.workshop.open() as uow:
        CallOff(season.id).carry_out(uow, ActRequest(season.organiser))

    page, league = (any_site.browser().get(path) for path in (season.path, "/leagues/summer-cup"))

    assert "This season was called off. It never began." in words(page)
    assert "called off" in words(league)
    assert "No season yet Summer Cup" in words(any_site.browser().get("/leagues"))


@pytest.mark.both_databases
def test_a_running_season_shows_its_divisions_and_what_holds_them_up(any_site: Site) -> None:
    season = a_running_season(any_site.room, NAMES[:6], settings=replace(TINY, players_per_division=3))
    for division in season.divisions():
        names = sorted(division.names().values())
        season.beats(*names[:2])

    text = words(any_site.browser().get(season.path))

    assert "Division 1" in text
    assert "Division 2" in text
    assert text.count("1 of 3 games is over.") == 2
    season.end_all()
    assert words(any_site.browser().get(season.path)).count("All games are over.") == 2


def test_a_division_that_is_held_up_says_by_how_many_games(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:4])
    season.beats("Ada", "Bob", "Cleo", "Dan")
    season.beats("Bob", "Cleo", "Dan")

    page = site.browser().get(season.path)

    assert "Held up by 1 game: see which ." in words(page)
    assert f"{season.path}/1/schedule" in links(page)


def test_a_player_sees_the_own_games_and_deadlines_and_nobody_else_does(site: Site) -> None:
    season = a_running_season(site.room)

    mine, other = (site.browser(player).get(season.path) for player in (season.players["Ada"], None))

    assert "Your games" in words(mine)
    assert "Against Bob your turn until" in words(mine)
    assert "Your games" not in words(other)


def test_a_player_reads_the_own_place_first_and_the_own_turns_before_others(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:5])
    season.beats("Ada", "Bob")

    text = words(site.browser(season.players["Ada"]).get(season.path))

    assert "Division 1 : you are in 1st place with 1 point." in text
    assert text.index("you are in") < text.index("Place Player Points")
    assert text.rindex("your turn") < text.index("their turn")
    assert "you stand on" not in words(site.browser().get(season.path))


def test_a_season_whose_end_date_has_come_says_what_its_games_wait_for(site: Site) -> None:
    season = a_running_season(site.room, settings=replace(TINY, terms=Terms(read_pace("untimed"))))
    assert "The end date has come" not in words(site.browser().get(season.path))
    site.room.clock.move(200 * DAY)

    text = words(site.browser().get(season.path))

    assert "The end date has come: open games stand still until an organiser sets their results." in text
    assert "the end date was" in text


def test_a_season_that_is_over_names_its_champion(site: Site) -> None:
    season = a_running_season(site.room, settings=replace(TINY, players_per_division=4))
    season.end_all()
    site.room.clock.move(DAY)
    look_after(site.room)

    text = words(site.browser(season.players["Bob"]).get(season.path))

    assert "Champion: Ada" in text
    assert "Your season Division 1 : you finished in" in text


def test_a_season_says_what_the_signs_of_going_up_and_down_mean(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:6], settings=replace(TINY, players_per_division=3, up=1, down=1))
    before = words(site.browser().get(season.path))
    season.end_all()

    after = words(site.browser().get(season.path))

    assert "▲ leads to promotion" not in before
    assert "▲ leads to promotion, ▼ to relegation, as the table stands now." in after


def test_the_home_page_shows_a_player_s_seasons(site: Site) -> None:
    season = a_running_season(site.room)

    assert "Your leagues Summer Cup , season 1 Tiny" in words(site.browser(season.players["Ada"]).get("/"))


def test_the_home_page_shows_what_a_player_was_asked_to_join_until_it_is_answered(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    zoe = any_site.room.player("Zoe")
    browser = any_site.browser(zoe)
    assert "Invitations to join" not in words(browser.get("/"))
    with any_site.room.workshop.open() as uow:
        ask_players(uow, AskPlayers(season.organiser, season.id, ["Zoe"]))

    asked = browser.get("/")
    browser.post(f"{season.path}/join")

    assert "Invitations to join Summer Cup , season 1" in words(asked)
    assert "Invitations to join" not in words(browser.get("/"))


def test_the_page_of_a_player_lists_the_leagues(site: Site) -> None:
    a_running_season(site.room)

    shown = words(site.browser().get("/players/Ada"))

    assert "Leagues Summer Cup , season 1 Tiny · 3 days for each turn · 4 players until" in shown
    assert "Division 1 Corr" in shown


@pytest.mark.both_databases
def test_hostile_names_come_back_as_text_everywhere(any_site: Site) -> None:
    season = a_running_season(any_site.room, _HOSTILE)
    season.end_all()
    browser = any_site.browser(season.players[_HOSTILE[0]])

    for path in ("", "/1", "/1/why", "/1/rounds", "/1/schedule", "/1/embed", "/withdraw"):
        page = browser.get(f"{season.path}{path}")
        assert page.status_code in {200, 409}, path
        assert "<script" not in page.text.replace('<script type="module" src="/static/', ""), path
        assert "<b>" not in page.text.replace("<b>1</b>", "").replace("<b>0</b>", "").replace("<b>½</b>", ""), path
        # Keys of forms are chance, and may have any number in them.
        seen = re.sub(r'="[^"]*"', "", page.text)
        assert "49" not in seen or "{{7*7}}" in seen, path
        # What turns the direction of writing is held within its own name.
        assert all(before.endswith(("<bdi>", "\u2068")) for before in seen.split("\u202e")[:-1]), path


def test_a_league_page_asks_little_however_many_have_joined(site: Site) -> None:
    a_sign_up(site.room, NAMES)
    browser = site.browser()

    with statements_of(site.room) as seen:
        browser.get("/leagues/summer-cup")

    assert len([statement for statement in seen if statement.startswith("SELECT")]) <= 7


def test_a_sign_up_that_has_ended_offers_nothing_to_join(site: Site) -> None:
    season = a_sign_up(site.room)
    site.room.clock.move(timedelta(days=8))

    league, page = (site.browser().get(path) for path in ("/leagues/summer-cup", season.path))

    assert "The sign-up is over. The season begins" in words(league)
    assert not any(link.endswith("/join") for link in links(league) + links(page))


@pytest.mark.parametrize(("path", "most"), [("", 8), ("/1", 11), ("/1/why", 7), ("/1/rounds", 7), ("/1/schedule", 7)])
def test_a_season_s_pages_ask_little_however_many_play(site: Site, path: str, most: int) -> None:
    season = a_running_season(site.room, NAMES, settings=replace(TINY, players_per_division=10))
    season.beats("Ada", "Bob")
    browser = site.browser()

    with statements_of(site.room) as seen:
        browser.get(f"{season.path}{path}")

    assert len([statement for statement in seen if statement.startswith("SELECT")]) <= most


@pytest.mark.both_databases
def test_the_front_page_leads_those_who_run_a_league_to_their_tools(any_site: Site) -> None:
    season = a_running_season(any_site.room)

    organiser = any_site.browser(season.organiser).get("/")
    player = any_site.browser(season.players["Ada"]).get("/")

    tools = f"/leagues/{season.league_id}/organise"
    assert "Leagues you run" in words(organiser)
    assert tools in organiser.text
    assert tools not in player.text
