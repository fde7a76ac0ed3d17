"""Rosters on their page: brought in by text or file, with all faults told, and taken home."""

import io
import re

import pytest

from corr.store.tables.leagues import Ask, Entry
from tests.web.browsing import Browser, Site, words
from tests.web.leagues.filling import form_of, send
from tests.web.leagues.grounds import Season, a_sign_up

pytestmark = pytest.mark.both_databases


def a_season(site: Site) -> Season:
    """A season that Ada and others are in, and Eve, Finn and Gus are not."""
    season = a_sign_up(site.room)
    for name in ("Eve", "Finn", "Gus"):
        site.room.player(name)
    return season


def brought(browser: Browser, season: Season, roster: str) -> list[str]:
    """The names of those who would be asked by a roster, as the page shows them; nobody if it is refused."""
    path = f"{season.path}/organise/roster"
    answer = send(browser, path, form_of(browser.get(path)), roster=roster, act="preview")
    found = re.search(r'(?s)play in season 1:</p>\s*<ul class="names">(.*?)</ul>', answer.text)
    return re.findall(r"<bdi>(.*?)</bdi>", found[1]) if found else []


def test_a_list_is_shown_before_anybody_is_asked(any_site: Site) -> None:
    season = a_season(any_site)
    olga, path = any_site.browser(season.organiser), f"{season.path}/organise/roster"

    draft = send(olga, path, form_of(olga.get(path)), roster="Eve\nFinn\nAda\n", act="preview")
    before = any_site.room.count(Entry)
    entered = [send(olga, path, form_of(draft), act="enter").status_code for _ in range(2)]

    assert "2 players get a letter each that asks whether they play in season 1: Eve Finn" in words(draft)
    assert "Already in the season, or asked before: Ada" in words(draft)
    assert before == 4
    assert entered == [303, 303]
    assert any_site.room.count(Entry) == 4
    assert any_site.room.count(Ask) == 2
    assert "Asked, and not answered yet Eve" in words(olga.get(f"{season.path}/organise/players"))


def test_what_is_shown_before_names_the_divisions_of_the_list(site: Site) -> None:
    season = a_season(site)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/roster"

    draft = send(olga, path, form_of(olga.get(path)), roster="name;division\nEve;2\nFinn;\nAda;1\n", act="preview")

    assert "Eve division 2 Finn" in words(draft)
    assert "Ada division 1" in words(draft)


@pytest.mark.parametrize(
    "roster",
    [
        "name;division\nEve;1\nFinn;1\n",
        "name\tdivision\nEve\t1\nFinn\t1\n",
        "name,division\r\nEve,1\r\nFinn,1",
        "Name\nEve\nEve\nFinn\n",
        "Eve\rFinn",
    ],
)
def test_lists_of_many_programs_are_understood(site: Site, roster: str) -> None:
    season = a_season(site)

    assert brought(site.browser(season.organiser), season, roster) == ["Eve", "Finn"]


@pytest.mark.parametrize("body", ["\ufeffname,division\nEve,1\n".encode(), "name\nEve\n".encode("utf-16")])
def test_a_file_is_taken_as_spreadsheets_write_it(site: Site, body: bytes) -> None:
    season = a_season(site)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/roster"
    form: dict[str, object] = {**form_of(olga.get(path)), "file": (io.BytesIO(body), "../../roster.csv")}

    draft = olga.post_raw(path, form | {"act": "preview"})
    entered = send(olga, path, form_of(draft), act="enter")

    assert "One player gets a letter that asks whether to play in season 1" in words(draft)
    assert entered.status_code == 303
    assert site.room.count(Ask) == 1


def test_names_beside_a_file_are_neither_taken_nor_lost(site: Site) -> None:
    season = a_season(site)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/roster"
    form: dict[str, object] = {**form_of(olga.get(path)), "file": (io.BytesIO(b"Eve"), "a.csv"), "roster": "Finn"}

    answer = olga.post_raw(path, form | {"act": "enter"})

    assert answer.status_code == 400
    assert "Send one of them at a time." in words(answer)
    assert form_of(answer)["roster"] == "Finn"
    assert site.room.count(Ask) == 0


@pytest.mark.parametrize(
    ("roster", "told"),
    [
        ("", "Choose a file, or write a player’s name"),
        ("Eve\nNobody Here\n", "Line 2"),
        ("name,division\nEve,x\n", "Line 2, column 2 (division)"),
        ("name,colour\nEve,red\n", "Line 1, column 2"),
        ('name,division\n"Eve,1\n', "a quotation mark"),
        ("name,division\nEve,1\nEve,2\n", "with another division"),
        ("<script>alert(1)</script>", "There is no player called"),
        ("=HYPERLINK(1)", "There is no player called"),
        ("no@such.example", "mail addresses are nobody’s business"),
    ],
)
def test_what_is_wrong_in_a_list_is_told_by_its_line_and_nobody_is_asked(site: Site, roster: str, told: str) -> None:
    season = a_season(site)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/roster"

    answer = send(olga, path, form_of(olga.get(path)), roster=roster, act="enter")

    assert answer.status_code == 400
    assert told in words(answer)
    assert "<script>alert" not in answer.text
    assert form_of(answer)["roster"] == roster.strip()
    assert site.room.count(Ask) == 0


@pytest.mark.parametrize("body", [b"PK\x03\x04" + b"\0" * 50, "Zoë\n".encode("latin-1"), b"Eve\0\n", b"\xff\xfeE"])
def test_files_that_are_no_lists_are_refused_with_advice(site: Site, body: bytes) -> None:
    season = a_season(site)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/roster"
    form: dict[str, object] = {**form_of(olga.get(path)), "file": (io.BytesIO(body), "roster.csv")}

    answer = olga.post_raw(path, form | {"act": "enter"})

    assert answer.status_code == 400
    assert "CSV UTF-8" in words(answer)
    assert site.room.count(Ask) == 0


@pytest.mark.parametrize(("line", "status"), [("x\n", 400), ("Ada\n", 200), ("Somebody Else\n", 413)])
def test_ten_thousand_lines_do_no_harm(site: Site, line: str, status: int) -> None:
    season = a_season(site)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/roster"

    answer = send(olga, path, form_of(olga.get(path)), roster=line * 10_000, act="preview")

    assert answer.status_code == status
    assert site.room.count(Ask) == 0


def test_many_unknown_names_are_counted(site: Site) -> None:
    season = a_season(site)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/roster"
    roster = "\n".join(f"Nobody {number}" for number in range(30))

    answer = send(olga, path, form_of(olga.get(path)), roster=roster, act="preview")

    assert answer.status_code == 400
    assert "So it is with 20 more." in words(answer)


def test_the_roster_that_goes_out_comes_in_again(site: Site) -> None:
    season = a_season(site)
    olga = site.browser(season.organiser)

    file = olga.get(f"{season.path}/organise/roster.csv")

    assert file.content_type.startswith("text/csv")
    assert file.text.startswith("\ufeffname,division,rating,state")
    path = f"{season.path}/organise/roster"
    form: dict[str, object] = {**form_of(olga.get(path)), "file": (io.BytesIO(file.data), "roster.csv")}
    assert "Nobody in this list is new" in words(olga.post_raw(path, form | {"act": "preview"}))


def test_a_list_with_a_character_that_cannot_be_is_told_with_its_line_and_not_lost(site: Site) -> None:
    season = a_season(site)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/roster"

    answer = send(olga, path, form_of(olga.get(path)), roster="Eve\nDana\x0c\nFrida", act="preview")

    assert answer.status_code == 400
    assert "holds a control character in line 2 (U+000C)" in words(answer)
    assert "Eve\nDana\nFrida</textarea>" in answer.text


def test_two_files_are_refused(site: Site) -> None:
    season = a_season(site)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/roster"
    files = [(io.BytesIO(name), "roster.csv") for name in (b"Eve", b"Dana")]

    answer = olga.post_raw(path, {**form_of(olga.get(path)), "file": files, "act": "preview"})

    assert answer.status_code == 400
    assert "There are 2 files. Send one of them at a time." in words(answer)


def test_a_list_that_comes_after_the_start_is_told_so(site: Site) -> None:
    season = a_season(site)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/roster"
    form = form_of(olga.get(path))
    season.begin()

    answer = send(olga, path, form, roster="Eve", act="enter")

    assert answer.status_code == 409
    assert "This is how it is now" in answer.text
    assert ">Eve</textarea>" in answer.text
