"""The dates of a season as they were, also where it was let begin before its day."""

import json
from datetime import datetime, timedelta

import pytest

from corr.leagues.acts.before_start import StartSeason
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.seasons.season_end import end_season
from corr.leagues.views.league_files import league_document
from tests.web.browsing import Site, words
from tests.web.leagues.grounds import Season, a_sign_up

_BEGAN = "Fri 6 Mar 2026, 12:00 UTC"
_PLANNED = ("Mon 9 Mar 2026", "Wed 11 Mar 2026", "2026-03-09", "2026-03-11")


@pytest.fixture
def early(site: Site) -> Season:
    """A season that was to begin on the 11th of March, and was let begin on the 6th."""
    season = a_sign_up(site.room)
    site.room.clock.move(datetime.fromisoformat("2026-03-06T12:00:00+00:00") - site.room.clock.now())
    with site.room.workshop.open() as uow:
        StartSeason(season.id).carry_out(uow, ActRequest(season.organiser, version=season.row().version))
    return season


def test_a_season_that_was_let_begin_early_shows_when_it_began(site: Site, early: Season) -> None:
    text = words(site.browser().get(early.path))

    assert f"Sign-up It ended on {_BEGAN} ." in text
    assert f"Start On {_BEGAN} : all games began together." in text
    assert "End date On Wed 10 Jun 2026, 12:00 UTC ." in text


@pytest.mark.parametrize("page", ["", "/1", "/1/why", "/1/rounds", "/organise"])
def test_no_page_of_it_has_the_dates_that_were_planned(site: Site, early: Season, page: str) -> None:
    text = words(site.browser(early.organiser).get(f"{early.path}{page}"))

    assert not [day for day in _PLANNED if day in text]


def test_no_file_of_it_has_the_dates_that_were_planned(site: Site, early: Season) -> None:
    with site.room.workshop.look() as reader:
        document = league_document(reader, early.league_id, 1)
    found = json.loads(site.browser().get(f"{early.path}/1/standings.json").data)

    assert "2026-03-06 12:00" in document
    assert not [day for day in _PLANNED if day in document]
    assert (found["began_at"], found["ended_at"]) == ("2026-03-06T12:00:00+00:00", None)
    assert found["ends_at"] == "2026-06-10T12:00:00+00:00"


def test_when_it_is_over_it_shows_when_it_ended_too(site: Site, early: Season) -> None:
    early.end_all()
    site.room.clock.move(timedelta(days=3))
    with site.room.workshop.open() as uow:
        end_season(uow, early.id)

    text = words(site.browser().get(early.path))

    assert f"Start On {_BEGAN} : all games began together." in text
    assert "It was Wed 10 Jun 2026, 12:00 UTC . The last game was over on Mon 9 Mar 2026, 12:00 UTC ." in text
    assert "Wed 11 Mar 2026" not in text


def test_a_season_that_was_called_off_keeps_the_dates_that_it_would_have_had(site: Site) -> None:
    season = a_sign_up(site.room, ["Ada"])
    season.begin()

    assert "Start On Wed 11 Mar 2026, 12:00 UTC" in words(site.browser().get(season.path))
