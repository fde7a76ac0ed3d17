"""What organisers do about the league itself, and between seasons."""

import pytest

from corr.leagues.acts.league_changes import ChangeLeague
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.rows import get_league, organisers_of
from corr.leagues.seasons.season_end import end_season
from corr.store.tables.leagues import Season as SeasonTable
from corr.store.tables.mails import Outbox
from tests.web.browsing import Site, words
from tests.web.leagues.filling import confirm, form_of, send
from tests.web.leagues.grounds import Season, a_running_season, a_sign_up


def a_season_that_is_over(site: Site) -> Season:
    """A season all of whose games are over."""
    season = a_running_season(site.room)
    season.end_all()
    with site.room.workshop.open() as uow:
        end_season(uow, season.id)
    return season


def test_the_next_season_begins_with_what_was_settled_about_the_last(any_site: Site) -> None:
    season = a_season_that_is_over(any_site)
    olga, path = any_site.browser(season.organiser), f"/leagues/{season.league_id}/organise/next"

    draft = send(olga, path, form_of(olga.get(path)), legs="double", act="preview")
    opened = [send(olga, path, form_of(draft), act="found").location for _ in range(2)]

    assert opened == [f"/leagues/{season.league_id}/2/organise"] * 2
    assert any_site.room.count(SeasonTable) == 2
    assert "This is an earlier season." in words(olga.get(f"{season.path}/organise"))


def test_settings_that_come_after_the_season_was_opened_are_refused_and_shown(site: Site) -> None:
    season = a_season_that_is_over(site)
    olga, path = site.browser(season.organiser), f"/leagues/{season.league_id}/organise/next"
    form = form_of(send(olga, path, form_of(olga.get(path)), act="preview"))
    send(olga, path, form, act="found")

    answer = send(olga, path, form, legs="double", act="found")

    assert answer.status_code == 409
    assert "season 2 is not over yet" in words(answer)
    assert form_of(answer)["legs"] == "double"
    assert site.room.count(SeasonTable) == 2


@pytest.mark.both_databases
def test_those_of_the_last_season_are_asked_without_typing_their_names(any_site: Site) -> None:
    season = a_season_that_is_over(any_site)
    olga, path = any_site.browser(season.organiser), f"/leagues/{season.league_id}/organise/next"
    send(olga, path, form_of(send(olga, path, form_of(olga.get(path)), act="preview")), act="found")
    asking = f"/leagues/{season.league_id}/2/organise/ask"
    form = form_of(olga.get(asking))

    answer = send(olga, asking, form)

    assert sorted(form["names"].split()) == sorted(season.players)
    assert answer.status_code == 303
    asked = [row["player_id"] for row in any_site.room.rows(Outbox) if row["kind"] == "season-opens"]
    assert sorted(asked) == sorted(season.players.values())
    assert form_of(olga.get(asking))["names"].split() == []


def test_no_further_season_is_opened_while_one_is_open(site: Site) -> None:
    season = a_sign_up(site.room)
    olga = site.browser(season.organiser)

    answer = olga.get(f"/leagues/{season.league_id}/organise/next")

    assert answer.status_code == 409
    assert "season 1 is not over yet" in words(answer)


@pytest.mark.both_databases
def test_a_league_is_closed_and_opened_again(any_site: Site) -> None:
    season = a_season_that_is_over(any_site)
    olga, path = any_site.browser(season.organiser), f"/leagues/{season.league_id}/organise"

    closed = confirm(olga, f"{path}/close")
    hub, refused = words(olga.get(path)), olga.get(f"{path}/next").status_code
    opened = confirm(olga, f"{path}/reopen")

    assert (closed.status_code, opened.status_code, refused) == (303, 303, 409)
    assert "The league is closed" in hub
    assert "Open the next season" in words(olga.get(path))


def test_a_league_with_a_season_that_is_not_over_is_not_closed(site: Site) -> None:
    season = a_sign_up(site.room)
    olga = site.browser(season.organiser)

    asked = olga.get(f"/leagues/{season.league_id}/organise/close")
    answer = olga.post(f"/leagues/{season.league_id}/organise/close", order_key="k" * 16, version="0")

    assert (asked.status_code, answer.status_code) == (409, 409)
    assert "Season 1 is not over yet." in words(asked)
    assert "Season 1 is not over yet." in words(answer)


def test_whoever_closes_a_league_reads_who_gets_a_mail(site: Site) -> None:
    season = a_season_that_is_over(site)
    olga, path = site.browser(season.organiser), f"/leagues/{season.league_id}/organise"
    before = site.room.count(Outbox)

    asked = olga.get(f"{path}/close")
    confirm(olga, f"{path}/close")

    told = [row["player_id"] for row in site.room.rows(Outbox)][before:]
    assert "The players of its last season and the other organisers get one mail each." in words(asked)
    assert sorted(told) == sorted({*season.players.values()} - {season.organiser})
    assert "the other organisers get a mail" in words(olga.get(f"{path}/reopen"))
    assert "the other organisers get a mail" in words(olga.get(f"{path}/about"))


def test_a_league_is_described_anew(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    olga, path = any_site.browser(season.organiser), f"/leagues/{season.league_id}/organise/about"

    answer = confirm(olga, path, name="Winter Cup", description="For the\n\nwinter <b>only</b>.")

    assert answer.status_code == 303
    page = any_site.browser().get(f"/leagues/{season.league_id}")
    assert "Winter Cup" in words(page)
    assert "&lt;b&gt;only" in page.text


def test_an_organiser_who_was_overtaken_sees_both_descriptions(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    olga, path = any_site.browser(season.organiser), f"/leagues/{season.league_id}/organise/about"
    stale = form_of(olga.get(path))
    with any_site.room.workshop.open() as uow:
        version = get_league(uow, season.league_id).version
        act = ChangeLeague(season.league_id, "Autumn Cup", "By another.")
        request = ActRequest(season.organiser, version=version)
        act.carry_out(uow, request)

    answer = send(olga, path, stale, name="Winter Cup")
    again = send(olga, path, form_of(answer))

    assert answer.status_code == 409
    assert "By another." in words(answer)
    assert form_of(answer)["name"] == "Winter Cup"
    assert again.status_code == 303
    assert "Winter Cup" in words(olga.get(path))


def test_whoever_sends_the_form_again_is_not_told_of_somebody_else(site: Site) -> None:
    season = a_sign_up(site.room)
    olga, path = site.browser(season.organiser), f"/leagues/{season.league_id}/organise/about"
    form = form_of(olga.get(path))

    first, same = (send(olga, path, form, description="A cup.") for _ in range(2))
    told = words(olga.get(same.location))
    other = send(olga, path, form, description="A cup for all.")

    assert (first.status_code, same.status_code, other.status_code) == (303, 303, 409)
    assert "This was done already" in told
    assert "This has changed since you opened the page" in words(other)
    assert form_of(other)["description"] == "A cup for all."


@pytest.mark.parametrize("name", ["", "a\u202eb", "x" * 100, "🎲"])
def test_a_name_that_cannot_be_is_told_with_what_was_typed(site: Site, name: str) -> None:
    season = a_sign_up(site.room)
    olga, path = site.browser(season.organiser), f"/leagues/{season.league_id}/organise/about"

    answer = confirm(olga, path, name=name, description="Kept.")

    assert answer.status_code == 400
    assert form_of(answer)["description"] == "Kept."


@pytest.mark.both_databases
def test_an_organiser_is_added_by_name_and_removed_again(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    olga, path = any_site.browser(season.organiser), f"/leagues/{season.league_id}/organise/organisers"

    asked = olga.get(f"{path}?name=ada")
    added = send(olga, path, form_of(asked))
    ada = season.players["Ada"]
    seen = any_site.browser(ada).get(f"{season.path}/organise").status_code
    removed = confirm(olga, f"{path}/{ada}/remove")

    assert "may then do everything on these pages" in words(asked)
    assert (added.status_code, seen, removed.status_code) == (303, 200, 303)
    with any_site.room.workshop.look() as reader:
        assert [name for _, name in organisers_of(reader, season.league_id)] == ["Olga"]


def test_the_last_organiser_stays(site: Site) -> None:
    season = a_sign_up(site.room)
    olga, path = site.browser(season.organiser), f"/leagues/{season.league_id}/organise/organisers"

    answer = confirm(olga, f"{path}/{season.organiser}/remove")

    assert answer.status_code == 409
    assert "at least one organiser" in words(answer)


def test_an_organiser_whom_nobody_knows_is_told_beside_the_field(site: Site) -> None:
    season = a_sign_up(site.room)
    olga, path = site.browser(season.organiser), f"/leagues/{season.league_id}/organise/organisers"

    answer = olga.get(f"{path}?name=<script>Nobody")

    assert answer.status_code == 400
    assert "<script>Nobody" not in answer.text
    assert 'aria-invalid="true"' in answer.text
