"""Founding a league on its page: one form, what players will read, and then it is so."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from werkzeug.test import TestResponse

from corr.leagues.rows import get_season_numbered
from corr.leagues.rules.settings import Unfinished
from corr.leagues.rules.tiebreaks import TieBreak
from corr.store.tables.leagues import League, Season
from tests.web.browsing import Browser, Site, words
from tests.web.leagues.filling import Fields, form_of, send

_BERLIN = ZoneInfo("Europe/Berlin")


def a_founder(site: Site) -> Browser:
    """The browser of somebody who is about to found a league."""
    return site.browser(site.room.player("Olga"))


def an_empty_form(browser: Browser) -> Fields:
    """The form as it comes."""
    return form_of(browser.get("/leagues/new"))


def test_a_name_is_enough_to_found_a_league(any_site: Site) -> None:
    olga = a_founder(any_site)

    draft = send(olga, "/leagues/new", an_empty_form(olga), name="Spring Cup", act="preview")
    founded = send(olga, "/leagues/new", form_of(draft), act="found")

    assert draft.status_code == 200
    assert "This is what players will read" in words(draft)
    assert founded.status_code == 303
    assert founded.location == "/leagues/spring-cup/organise"
    assert "Spring Cup" in words(any_site.browser().get("/leagues"))


def test_nothing_is_founded_before_it_was_said(site: Site) -> None:
    olga = a_founder(site)

    send(olga, "/leagues/new", an_empty_form(olga), name="Spring Cup", act="preview")

    assert site.room.count(League) == 0


def test_a_double_click_founds_one_league(any_site: Site) -> None:
    olga = a_founder(any_site)
    form = form_of(send(olga, "/leagues/new", an_empty_form(olga), name="Spring Cup", act="preview"))

    answers = [send(olga, "/leagues/new", form, act="found").location for _ in range(2)]

    assert answers == ["/leagues/spring-cup/organise"] * 2
    assert (any_site.room.count(League), any_site.room.count(Season)) == (1, 1)


def test_what_was_changed_after_going_back_is_not_taken_for_a_double_click(any_site: Site) -> None:
    olga = a_founder(any_site)
    form = form_of(send(olga, "/leagues/new", an_empty_form(olga), name="Spring Cup", act="preview"))
    send(olga, "/leagues/new", form, act="found")

    renamed = send(olga, "/leagues/new", form, name="Autumn Cup", act="found")
    changed = send(olga, "/leagues/new", form, legs="double", act="found")

    assert renamed.location == "/leagues/autumn-cup/organise"
    assert changed.status_code == 400
    assert 'id="fault.name"' in changed.text
    assert any_site.room.count(League) == 2


def test_every_setting_that_was_chosen_is_what_is_settled(site: Site) -> None:
    olga = a_founder(site)
    chosen = {
        "legs": "double", "rated": "no", "own_pace": "10d+36h/10d", "late": "claim", "weekends_off": "yes",
        "leave": "no", "points.win": "3", "points.draw": "1", "tie_breaks.1": "koya", "tie_breaks.2": "lot",
        "tie_breaks.3": "", "tie_breaks.4": "", "higher_rating_first": "yes", "players_per_division": "6", "up": "1",
        "down": "3", "newcomers": "rating", "minimum_reliability": "80", "unfinished": "play-on",
        "withdrawal": "forfeits", "reports": "no", "rolls_over": "yes", "sign_up_days": "21",
    }  # fmt: skip

    draft = olga.post_raw("/leagues/new", an_empty_form(olga) | chosen | {"name": "Cup", "act": "preview"})
    send(olga, "/leagues/new", form_of(draft), act="found")

    with site.room.workshop.look() as reader:
        settings = get_season_numbered(reader, "cup", 1).settings
    assert (settings.legs, settings.is_rated, settings.terms.pace.text) == (2, False, "10d+36h/10d")
    assert (settings.terms.has_weekends_off, settings.terms.allows_leave) == (True, False)
    assert settings.terms.late.value == "claim"
    assert settings.points.win == 3
    assert settings.tie_breaks == (TieBreak.KOYA, TieBreak.LOT)
    assert (settings.players_per_division, settings.up, settings.down) == (6, 1, 3)
    assert (settings.unfinished, settings.minimum_reliability) == (Unfinished.PLAY_ON, 80)
    assert (settings.has_reports, settings.rolls_over, settings.sign_up_days) == (False, True, 21)


def test_the_options_of_every_game_can_be_chosen(site: Site) -> None:
    olga = a_founder(site)
    page = olga.get("/leagues/new")
    name = re.search(r'name="(option\.(kelasu/\d+)\.(\w+))"', page.text)
    assert name is not None
    form = form_of(page) | {"name": "Cup", "game": name[2], name[1]: "yes"}

    draft = send(olga, "/leagues/new", form, act="preview")
    send(olga, "/leagues/new", form_of(draft), act="found")

    with site.room.workshop.look() as reader:
        settings = get_season_numbered(reader, "cup", 1).settings
    assert (settings.ruleset, settings.options[name[3]]) == (name[2], True)


def test_dates_are_those_of_the_founders_clocks(site: Site) -> None:
    olga = a_founder(site)
    olga.post("/account", zone="Europe/Berlin")
    form = an_empty_form(olga)
    year = int(form["starts_at"][:4])
    dates = {
        "sign_up_until": f"{year}-07-01T18:00",
        "starts_at": f"{year}-07-02T18:00",
        "ends_at": f"{year}-12-01T18:00",
    }

    draft = olga.post_raw("/leagues/new", form | dates | {"name": "Cup", "act": "preview"})
    send(olga, "/leagues/new", form_of(draft), act="found")

    with site.room.workshop.look() as reader:
        found = get_season_numbered(reader, "cup", 1).dates
    assert found.starts_at == datetime(year, 7, 2, 16, tzinfo=UTC)
    assert found.ends_at == datetime(year, 12, 1, 17, tzinfo=UTC)


def test_all_faults_are_told_at_once_beside_their_fields_and_nothing_typed_is_lost(site: Site) -> None:
    olga = a_founder(site)
    form = an_empty_form(olga)

    answer = olga.post_raw(
        "/leagues/new",
        form
        | {
            "name": "", "description": "Kind\npeople", "own_pace": "soon", "points.win": "many", "up": "-1",
            "id": "x", "tie_breaks.1": "wins", "tie_breaks.2": "wins", "act": "preview",
        },
    )  # fmt: skip

    assert answer.status_code == 400
    for field in ("name", "id", "pace", "points.win", "up", "tie_breaks"):
        assert f'id="fault.{field}"' in answer.text, field
    kept = form_of(answer)
    assert (kept["own_pace"], kept["points.win"], kept["up"]) == ("soon", "many", "-1")
    assert kept["description"].replace("\r\n", "\n") == "Kind\npeople"
    assert site.room.count(League) == 0


def test_a_pace_of_ones_own_that_was_emptied_is_not_turned_into_another(site: Site) -> None:
    olga = a_founder(site)
    wrong = send(olga, "/leagues/new", an_empty_form(olga), name="Cup", own_pace="soon", act="preview")

    answer = send(olga, "/leagues/new", form_of(wrong), own_pace="", act="preview")

    assert answer.status_code == 400
    assert form_of(answer)["pace"] == ""


@pytest.mark.parametrize(
    ("dates", "field"),
    [
        ({"starts_at": "2000-01-01T10:00"}, "starts_at"),
        ({"sign_up_until": "9999-01-01T10:00"}, "sign_up_until"),
        ({"sign_up_until": "2100-01-01T10:00"}, "starts_at"),
        ({"ends_at": "2001-01-01T10:00"}, "ends_at"),
        ({"ends_at": "soon"}, "ends_at"),
        ({"ends_at": ""}, "ends_at"),
        ({"ends_at": "2027-02-30T10:00"}, "ends_at"),
    ],
)
def test_dates_that_cannot_be_are_told_beside_their_field(site: Site, dates: dict[str, str], field: str) -> None:
    olga = a_founder(site)

    answer = olga.post_raw("/leagues/new", an_empty_form(olga) | dates | {"name": "Cup", "act": "found"})

    assert answer.status_code == 400
    assert f'id="fault.{field}"' in answer.text
    assert site.room.count(League) == 0


def test_a_start_that_has_passed_is_told_before_what_does_not_fit_to_it(site: Site) -> None:
    olga = a_founder(site)

    answer = send(olga, "/leagues/new", an_empty_form(olga), name="Cup", starts_at="2000-01-01T10:00", act="preview")

    assert "That start has passed already. Choose a later day." in words(answer)
    assert "The season would start before the sign-up ends." not in words(answer)


def test_a_name_that_is_taken_is_told_beside_its_field(site: Site) -> None:
    olga = a_founder(site)
    form = an_empty_form(olga)
    send(olga, "/leagues/new", form, name="Spring Cup", act="found")

    answer = send(olga, "/leagues/new", an_empty_form(olga), name="Spring  cup", act="found")

    assert answer.status_code == 400
    assert 'id="fault.name"' in answer.text
    assert site.room.count(League) == 1


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "{{7*7}}", "a\u202eb", "x" * 200, "\U0001f600", "e" + "\u0301" * 50, "%s"]
)
def test_hostile_names_are_refused_or_shown_as_they_are(site: Site, name: str) -> None:
    olga = a_founder(site)

    answer = send(olga, "/leagues/new", an_empty_form(olga), name=name, act="preview")

    assert answer.status_code in {200, 400}
    assert "<script>alert" not in answer.text
    assert "49" not in words(answer) or "{{7*7}}" not in name
    assert site.room.count(League) == 0


def test_a_hostile_description_is_shown_as_text(site: Site) -> None:
    olga = a_founder(site)
    said = "</textarea><script>alert(1)</script> {{7*7}}"

    draft = send(olga, "/leagues/new", an_empty_form(olga), name="Cup", description=said, act="preview")
    send(olga, "/leagues/new", form_of(draft), act="found")

    page = site.browser().get("/leagues/cup")
    assert "<script>alert" not in draft.text
    assert "<script>alert" not in page.text
    assert said in words(page) or "{{7*7}}" in page.text


def test_one_may_go_back_from_what_players_will_read_and_find_all_as_it_was(site: Site) -> None:
    olga = a_founder(site)
    form = an_empty_form(olga) | {"name": "Cup", "description": "One\n\ntwo", "up": "3", "own_pace": "4d/turn"}
    draft = send(olga, "/leagues/new", form, act="preview")

    again = form_of(send(olga, "/leagues/new", form_of(draft), act="edit"))

    assert {name: value.replace("\r\n", "\n") for name, value in again.items() if name != "pace"} == {
        name: value for name, value in form.items() if name != "pace"
    }


def test_a_field_that_came_twice_is_refused(site: Site) -> None:
    olga = a_founder(site)
    form = an_empty_form(olga)

    answer = olga.post_raw("/leagues/new", form | {"name": ["Cup", "Another"], "act": "found"})

    assert answer.status_code == 400
    assert site.room.count(League) == 0


def test_who_has_founded_too_many_leagues_today_keeps_what_was_typed(site: Site) -> None:
    olga = a_founder(site)
    for number in range(5):
        send(olga, "/leagues/new", an_empty_form(olga), name=f"Cup {number}", act="found")

    answer = send(olga, "/leagues/new", an_empty_form(olga), name="One Too Many", act="found")

    assert answer.status_code == 429
    assert "the most for one day" in words(answer)
    assert form_of(answer)["name"] == "One Too Many"
    assert site.room.count(League) == 5


def _open_sections(page: str) -> list[str]:
    """The sections that are open, by their titles."""
    return re.findall(r"<details[^>]* open>\s*<summary>\s*(?:<b>)?([^<]*)<", page)


def test_sections_are_folded_and_tell_how_they_are_set(site: Site) -> None:
    page = a_founder(site).get("/leagues/new")

    assert _open_sections(page.text) == []
    for said in (
        "Rules and ratings Played with",
        "When time runs out A player whose time runs out loses automatically.",
        "A player’s leave stops that player’s clock.",
        "Points and tie-breaks 1 for a win, ½ for a draw, 0 for a loss.",
        "Divisions About 10 players each.",
        "Sign-up and end date Sign-up until",
        "Unfinished games, reports, next season Games that are unfinished at the end date stop",
    ):
        assert said in words(page)


@pytest.mark.parametrize(
    ("typed", "opened"),
    [
        ({"name": ""}, []),
        ({"id": "x"}, ["Address and description"]),
        ({"own_pace": "soon"}, ["Another pace"]),
        ({"late": "claim", "name": ""}, ["When time runs out"]),
        ({"tie_breaks.1": "wins", "tie_breaks.2": "wins"}, ["Points and tie-breaks"]),
        ({"up": "-1"}, ["Divisions"]),
        ({"starts_at": "2000-01-01T10:00"}, ["Sign-up and end date"]),
        ({"option.kelasu/1.spend_all": "yes", "name": ""}, ["Rules and ratings"]),
    ],
)
def test_what_was_changed_or_is_wrong_is_unfolded(site: Site, typed: dict[str, str], opened: list[str]) -> None:
    olga = a_founder(site)

    answer = olga.post_raw(
        "/leagues/new", an_empty_form(olga) | {"name": "Cup", "game": "kelasu/1"} | typed | {"act": "found"}
    )

    assert answer.status_code == 400
    assert _open_sections(answer.text) == opened


def _summaries(page: TestResponse) -> dict[str, str]:
    """What each section says of itself, by its title."""
    found = re.findall(r"(?s)<summary>\s*<b>([^<]*)</b>(.*?)</summary>", page.text)
    return {title: re.sub(r"\s+", " ", re.sub("<[^>]*>", "", said)).strip() for title, said in found}


@pytest.mark.parametrize(
    "more", [{"act": "edit"}, {"act": "preview", "name": ""}, {"act": "found", "own_pace": "soon"}]
)
def test_sections_say_what_stands_in_their_fields_when_the_form_comes_again(site: Site, more: dict[str, str]) -> None:
    olga = a_founder(site)
    form = an_empty_form(olga) | {"name": "Cup", "game": "kelasu/1"}
    year = int(form["ends_at"][:4])
    typed = {
        "points.win": "3", "points.draw": "1.5", "tie_breaks.1": "koya", "tie_breaks.2": "", "tie_breaks.3": "",
        "tie_breaks.4": "", "up": "0", "down": "1", "late": "claim", "rolls_over": "yes", "sign_up_days": "21",
        "ends_at": f"{year + 1}-02-03T18:00", "option.kelasu/1.spend_all": "yes", "legs": "double",
    }  # fmt: skip

    said = _summaries(olga.post_raw("/leagues/new", form | typed | more))

    assert said["Rules and ratings"].startswith("Played with All energy must be spent. Everyone in a division plays")
    assert "twice" in said["Rules and ratings"]
    assert said["When time runs out"].startswith("When a player’s time runs out, the opponent may claim the game")
    assert said["Points and tie-breaks"].startswith("3 for a win, 1½ for a draw, 0 for a loss. Tie-breaks: ")
    assert "When the season is over, nobody goes up and 1 of each division goes down." in said["Divisions"]
    assert f"3 Feb {year + 1}" in said["Sign-up and end date"]
    assert "for 21 days." in said["Unfinished games, reports, next season"]


@pytest.mark.parametrize(
    ("typed", "silent"),
    [
        ({"points.win": "many"}, "Points and tie-breaks"),
        ({"tie_breaks.1": "wins", "tie_breaks.2": "wins"}, "Points and tie-breaks"),
        ({"up": "-1"}, "Divisions"),
        ({"ends_at": "soon"}, "Sign-up and end date"),
        ({"option.kelasu/1.spend_all": "maybe"}, "Rules and ratings"),
        ({"sign_up_days": "x"}, "Unfinished games, reports, next season"),
    ],
)
def test_a_section_with_a_field_that_cannot_be_read_says_nothing_of_itself(
    site: Site, typed: dict[str, str], silent: str
) -> None:
    olga = a_founder(site)

    said = _summaries(olga.post_raw("/leagues/new", an_empty_form(olga) | {"name": "Cup", "game": "kelasu/1"} | typed))

    assert len(said) == 7
    assert [title for title, words in said.items() if not words] == [silent]


def test_of_a_game_that_does_not_exist_no_section_says_anything_but_the_dates(site: Site) -> None:
    olga = a_founder(site)

    said = _summaries(olga.post_raw("/leagues/new", an_empty_form(olga) | {"name": "Cup", "game": "ludo/1"}))

    assert [title for title, words in said.items() if words] == ["Address and description", "Sign-up and end date"]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({}, "The address is made from the name. There is no description."),
        ({"id": "spring"}, "There is no description."),
        ({"description": "For all."}, "The address is made from the name."),
        ({"id": "spring", "description": "For all."}, ""),
    ],
)
def test_address_and_description_are_said_to_be_missing_only_where_they_are(
    site: Site, typed: dict[str, str], told: str
) -> None:
    olga = a_founder(site)

    said = _summaries(olga.post_raw("/leagues/new", an_empty_form(olga) | {"name": ""} | typed))

    assert said["Address and description"] == told


def test_dates_that_moved_with_the_start_are_those_that_their_section_says(site: Site) -> None:
    olga = a_founder(site)
    form = an_empty_form(olga)
    start, ends = (datetime.fromisoformat(form[key]) + timedelta(days=10) for key in ("starts_at", "ends_at"))

    page = send(olga, "/leagues/new", form, name="", starts_at=f"{start:%Y-%m-%dT%H:%M}", act="preview")

    assert f"{ends.day} {ends:%b}" in _summaries(page)["Sign-up and end date"]


def test_sign_up_and_end_date_move_with_the_start_unless_they_were_chosen(site: Site) -> None:
    olga = a_founder(site)
    olga.post("/account", zone="Europe/Berlin")
    form = an_empty_form(olga)
    start, until, ends = (datetime.fromisoformat(form[key]) for key in ("starts_at", "sign_up_until", "ends_at"))
    later = timedelta(days=10)

    moved = send(olga, "/leagues/new", form, name="Cup", starts_at=f"{start + later:%Y-%m-%dT%H:%M}", act="preview")
    chosen = form | {"starts_at": f"{start + later:%Y-%m-%dT%H:%M}", "ends_at": f"{ends + later / 2:%Y-%m-%dT%H:%M}"}
    kept = form_of(send(olga, "/leagues/new", chosen, name="Cup", act="preview"))
    send(olga, "/leagues/new", form_of(moved), act="found")

    with site.room.workshop.look() as reader:
        dates = get_season_numbered(reader, "cup", 1).dates
    found = [each.astimezone(_BERLIN) for each in (dates.starts_at, dates.sign_up_until, dates.ends_at)]
    assert found == [(each + later).replace(tzinfo=_BERLIN) for each in (start, until, ends)]
    assert (kept["sign_up_until"], kept["ends_at"]) == (form["sign_up_until"], chosen["ends_at"])
