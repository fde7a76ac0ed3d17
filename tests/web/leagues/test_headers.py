"""What browsers and caches are told about every page of leagues and ratings: nothing of one reader reaches another."""

import pytest

from tests.web.browsing import Site
from tests.web.leagues.test_who_may_do_what import a_club

_SHARED = ("/1/1/embed", "/1/1/standings.csv", "/1/1/crosstable.json", "/1/1/rounds.csv")
"""Alike for everybody; nobody's session is looked at."""
_PAGES = ("", "/journal", "/1", "/1/1", "/1/1/why", "/1/1/rounds", "/1/1/schedule", "/1/withdraw")
_OURS = (
    "/organise", "/organise/about", "/organise/organisers", "/1/organise", "/1/organise/results", "/1/organise/late",
    "/1/organise/players", "/1/organise/mail", "/1/organise/roster.csv", "/1/organise/league.yaml",
)  # fmt: skip
_RATINGS = ("/ratings", "/ratings/tiny", "/ratings/tiny.csv", "/players/Ada/ratings/tiny", "/leagues", "/leagues/new")


@pytest.mark.parametrize("who", ["player", "organiser"])
def test_whatever_is_shown_to_somebody_signed_in_is_kept_by_no_shared_cache(site: Site, who: str) -> None:
    club = a_club(site)
    browser = club.browser(who)
    paths = [f"/leagues/{club.league}{path}" for path in (*_PAGES, *(_OURS if who == "organiser" else ()))]

    for path in (*paths, *_RATINGS):
        answer = browser.get(path)
        assert answer.headers["Cache-Control"] in {"no-store", "private, no-cache"}, path
        assert answer.headers["X-Frame-Options"] == "DENY", path
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], path
        assert "unsafe" not in answer.headers["Content-Security-Policy"], path
        assert answer.headers["Referrer-Policy"] == "same-origin", path
        assert "Access-Control-Allow-Origin" not in answer.headers, path


@pytest.mark.parametrize("path", ["/1", "/1/1", "/1/1/why", "/1/1/rounds"])
def test_the_page_of_one_reader_is_never_taken_for_that_of_another(any_site: Site, path: str) -> None:
    club = a_club(any_site)
    address = f"/leagues/{club.league}{path}"
    readers = ("nobody", "other", "player", "organiser", "admin")
    tags = {who: club.browser(who).get(address).headers.get("ETag", who) for who in readers}

    assert len(set(tags.values())) == len(readers)
    for who in readers:
        for other in readers:
            answer = club.browser(who).get(address, If_None_Match=tags[other])
            assert answer.status_code == 200 or who == other, (who, other)


def test_what_is_alike_for_everybody_reads_no_session_and_names_nobody(any_site: Site) -> None:
    club = a_club(any_site)

    for path in _SHARED:
        address = f"/leagues/{club.league}{path}"
        answers = [club.browser(who).get(address) for who in ("nobody", "player", "organiser")]
        assert len({answer.data for answer in answers}) == 1, path
        for answer in answers:
            assert "Set-Cookie" not in answer.headers, path
            assert "csrf" not in answer.text, path
            assert "is-you" not in answer.text, path


def test_a_frame_cannot_be_used_to_click_anything(site: Site) -> None:
    club = a_club(site)

    answer = club.browser("player").get(f"/leagues/{club.league}/1/1/embed")

    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "form-action 'none'" in policy
    assert "script-src" not in policy
    assert "default-src 'none'" in policy
    for element in ("<form", "<button", "<input", "<script", "onclick"):
        assert element not in answer.text
    assert 'target="_blank" rel="noopener"' in answer.text


@pytest.mark.parametrize("path", ["/9/1/embed", "/1/9/embed", "/1/1/embed/x"])
def test_a_frame_of_nothing_is_a_page_that_no_site_may_frame(site: Site, path: str) -> None:
    club = a_club(site)

    answer = club.browser("player").get(f"/leagues/{club.league}{path}")

    assert answer.status_code == 404
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Frame-Options"] == "DENY"
