"""Pages that ask players, and those on which they say what organisers may do."""

import pytest

from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.replacement import AskToReplace
from corr.leagues.rows import entries_of
from corr.leagues.seasons.entry_requests import AskPlayers, ask_players
from corr.states import EntryState
from corr.store.tables.leagues import Ask, AskRefusal, StandingYes
from tests.web.browsing import Browser, Site, links, words
from tests.web.leagues.filling import form_of, send
from tests.web.leagues.grounds import Season, a_running_season, a_sign_up

pytestmark = pytest.mark.both_databases


def asked(site: Site, *names: str) -> tuple[Season, dict[str, int]]:
    """A season to which Olga asks players."""
    season = a_sign_up(site.room)
    players = {name: site.room.player(name) for name in names}
    with site.room.workshop.open() as uow:
        ask_players(uow, AskPlayers(season.organiser, season.id, names))
    return season, players


def joined(season: Season) -> set[str]:
    """Who is in it."""
    with season.room.workshop.look() as reader:
        return {entry.name for entry in entries_of(reader, season.id, (EntryState.JOINED, EntryState.PLAYING))}


def answer(browser: Browser, season: Season, word: str) -> int:
    """Use a button of the question."""
    path = f"{season.path}/asked"
    return send(browser, path, form_of(browser.get(path)), answer=word).status_code


def test_the_question_stands_on_the_home_page_and_has_all_terms(any_site: Site) -> None:
    season, players = asked(any_site, "Eve")
    eve = any_site.browser(players["Eve"])

    page = eve.get(f"{season.path}/asked")

    assert f"{season.path}/asked" in links(eve.get("/"))
    assert "Olga , who organises the league, asks you to play." in words(page)
    assert "A player who never makes a first turn forfeits the game." in words(page)
    for title in ("Sign-up", "Start", "End date", "Time to think", "Points", "Withdrawing"):
        assert title in words(page)
    assert joined(season) == {"Ada", "Bob", "Cleo", "Dan"}


def test_a_yes_joins_and_a_no_does_not(any_site: Site) -> None:
    season, players = asked(any_site, "Eve", "Finn")

    answers = [
        answer(any_site.browser(players["Eve"]), season, "yes"),
        answer(any_site.browser(players["Finn"]), season, "no"),
    ]

    assert answers == [303, 303]
    assert joined(season) == {"Ada", "Bob", "Cleo", "Dan", "Eve"}
    assert [row["answer"] for row in any_site.room.rows(Ask)] == ["yes", "no"]


def test_looking_answers_nothing_and_a_word_that_is_no_button_neither(site: Site) -> None:
    season, players = asked(site, "Eve")
    eve = site.browser(players["Eve"])

    status = answer(eve, season, "perhaps")

    assert status == 400
    assert [row["answer"] for row in site.room.rows(Ask)] == [None]


@pytest.mark.slow
def test_organisers_read_who_has_not_answered_and_who_is_left_out_by_a_start_now(site: Site) -> None:
    season, players = asked(site, "Eve", "Finn")
    answer(site.browser(players["Eve"]), season, "yes")
    olga = site.browser(season.organiser)

    plan, start = (words(olga.get(f"{season.path}/organise/{page}")) for page in ("plan", "start"))

    assert "Asked, not yet answered: Finn . Anyone who has not answered when the season begins is left out." in plan
    assert "Finn has not answered yet, and is left out." in start
    assert "Eve" not in start


@pytest.mark.slow
def test_one_click_and_an_organiser_never_asks_again_until_that_is_undone(any_site: Site) -> None:
    season, players = asked(any_site, "Eve")
    eve = any_site.browser(players["Eve"])
    path = f"/account/asks/{season.organiser}"

    looked = eve.get(path)
    before = any_site.room.count(AskRefusal)
    status = send(eve, path, form_of(looked), asks="never").status_code

    assert path in eve.get(f"{season.path}/asked").text or before == 0
    assert (before, status, any_site.room.count(AskRefusal)) == (0, 303, 1)
    preferences = eve.get("/account/people")
    assert "Organisers you do not hear from" in words(preferences)
    assert "Let Olga ask again" in words(preferences)
    send(eve, path, form_of(eve.get(path)), asks="again")
    assert any_site.room.count(AskRefusal) == 0
    assert "Organisers you do not hear from" not in words(eve.get("/account/people"))


@pytest.mark.parametrize("path", ["/account/asks/999999", "/account/asks/0"])
def test_nobody_is_refused_who_does_not_exist(site: Site, path: str) -> None:
    season = a_sign_up(site.room)

    assert site.browser(season.players["Ada"]).get(path).status_code == 404


def test_whether_the_organisers_may_enter_one_is_shown_given_and_taken_back(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    ada = any_site.browser(season.players["Ada"])
    path = f"{season.path}/standing"

    before = words(ada.get(season.path))
    send(ada, path, form_of(ada.get(path)), answer="yes")
    given = words(ada.get(season.path))
    count = any_site.room.count(StandingYes)
    send(ada, path, form_of(ada.get(path)), answer="no")

    assert "You are asked before each season. Change that …" in before
    assert "The organisers may sign you up for the next season. Change that …" in given
    assert (count, any_site.room.count(StandingYes)) == (1, 0)


def test_who_is_asked_to_play_on_sees_each_position_and_clock(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    eve = any_site.browser(any_site.room.player("Eve"))
    with any_site.room.workshop.open() as uow:
        act = AskToReplace(season.id, season.players["Ada"], "Eve")
        request = ActRequest(season.organiser, "Ada is ill.")
        act.carry_out(uow, request)

    page = eve.get(f"{season.path}/asked")

    for opponent in ("Bob", "Cleo", "Dan"):
        assert f"Against {opponent}" in words(page)
    assert words(page).count("You would have 3 days for") == 3
    assert "Ada is ill." in words(page)
    assert answer(eve, season, "no") == 303
    assert "Eve" not in joined(season)


def test_strangers_and_others_are_told_that_nothing_is_asked(site: Site) -> None:
    season, _ = asked(site, "Eve")

    answer_of_ada = site.browser(season.players["Ada"]).get(f"{season.path}/asked")

    assert (answer_of_ada.status_code, answer_of_ada.headers["Location"]) == (303, season.path)
    assert "Answer …" not in words(site.browser(season.players["Ada"]).get(season.path))
