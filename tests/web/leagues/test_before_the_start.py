"""What organisers do before a season begins: settings, players, divisions, the start, and calling it off."""

import io
import re
from dataclasses import replace

import pytest

from corr.leagues.acts.before_start import ChangeSettings
from corr.leagues.acts.organiser_act import ActRequest
from corr.states import SeasonState
from corr.store.tables.games import Game
from corr.store.tables.leagues import Ask
from corr.store.tables.mails import Outbox
from tests.playing import DAY
from tests.web.browsing import Site, words
from tests.web.leagues.filling import confirm, form_of, send
from tests.web.leagues.grounds import NAMES, TINY, Season, a_sign_up


def news(season: Season) -> list[tuple[str, str]]:
    """The titles of the news that go to players, with the kind of their letters."""
    return [(row["kind"], str(row["facts"].get("title", ""))) for row in season.room.rows(Outbox)]


def test_the_hub_says_what_is_due_and_leads_to_every_tool(any_site: Site) -> None:
    season = a_sign_up(any_site.room)

    page = any_site.browser(season.organiser).get(f"/leagues/{season.league_id}/organise")

    assert "The sign-up ends" in words(page)
    assert "4 players have joined." in words(page)
    for tool in ("settings", "ask", "players", "roster", "plan", "mail", "start", "call-off", "league.yaml"):
        assert f'href="{season.path}/organise/{tool}"' in page.text, tool


def test_the_hub_warns_of_too_few_players(site: Site) -> None:
    season = a_sign_up(site.room, NAMES[:1])

    page = site.browser(season.organiser).get(f"{season.path}/organise")

    assert "1 player has joined. With fewer than 3 the season is called off" in words(page)
    assert words(page).count("joined.") == 1


def test_the_hub_says_once_that_nobody_has_joined(site: Site) -> None:
    season = a_sign_up(site.room, [])

    page = site.browser(season.organiser).get(f"{season.path}/organise")

    assert "Nobody has joined. With fewer than 3 the season is called off" in words(page)
    assert "0 players" not in words(page)


@pytest.mark.both_databases
def test_changed_settings_are_shown_before_and_told_after(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    olga, path = any_site.browser(season.organiser), f"{season.path}/organise/settings"

    draft = send(olga, path, form_of(olga.get(path)), legs="double", act="preview")
    saved = send(olga, path, form_of(draft), act="save")

    assert "Everyone in a division plays everyone else twice" in words(draft)
    assert "4 players who have joined are told" in words(draft)
    assert saved.status_code == 303
    assert season.row().settings.legs == 2
    assert news(season).count(("league-news", "The settings have changed")) == 4


def test_settings_that_are_sent_again_with_another_choice_are_shown_beside_the_first(site: Site) -> None:
    season = a_sign_up(site.room)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/settings"
    form = form_of(olga.get(path))
    send(olga, path, form, legs="double", act="save")

    answer = send(olga, path, form, players_per_division="7", act="save")

    assert answer.status_code == 409
    assert "This has changed since you opened the page" in words(answer)
    assert form_of(answer)["players_per_division"] == "7"
    assert season.row().settings.legs == 2


def test_settings_that_were_not_touched_stay_exactly_as_they_were(site: Site) -> None:
    season = a_sign_up(site.room)
    before, olga, path = season.row(), site.browser(season.organiser), f"{season.path}/organise/settings"

    answer = send(olga, path, form_of(olga.get(path)), act="preview")

    assert answer.status_code == 303
    assert olga.sentence() == "Nothing is different, so nothing was changed."
    assert season.row() == before


def test_an_organiser_who_was_overtaken_sees_what_the_form_would_change_now(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    olga, path = any_site.browser(season.organiser), f"{season.path}/organise/settings"
    stale = form_of(olga.get(path))
    row = season.row()
    with any_site.room.workshop.open() as uow:
        settings = replace(row.settings, rolls_over=True)
        ChangeSettings(season.id, settings, row.dates).carry_out(uow, ActRequest(season.organiser, version=row.version))

    answer = send(olga, path, stale, legs="double", act="save")
    again = send(olga, path, form_of(answer), rolls_over="yes", act="save")

    assert answer.status_code == 409
    assert "This has changed since you opened the page" in words(answer)
    assert "If you send this form now, this changes" in words(answer)
    assert "Afterwards, before" in words(answer)
    assert again.status_code == 303
    assert (season.row().settings.legs, season.row().settings.rolls_over) == (2, True)


def test_a_form_for_settings_that_comes_after_the_start_is_told_so(site: Site) -> None:
    season = a_sign_up(site.room)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/settings"
    form = form_of(olga.get(path))
    season.begin()

    answer = send(olga, path, form, legs="double", act="save")

    assert answer.status_code == 409
    assert "This is how it is now" in answer.text
    assert season.row().settings.legs == 1


def test_dates_in_the_wrong_order_change_nothing(site: Site) -> None:
    season = a_sign_up(site.room)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/settings"
    form = form_of(olga.get(path))
    before = season.row()

    answer = olga.post_raw(path, form | {"ends_at": form["sign_up_until"], "act": "save"})

    assert answer.status_code == 400
    assert 'id="fault.ends_at"' in answer.text
    assert season.row() == before


def test_players_are_asked_once(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    any_site.room.player("Eve")
    olga, path = any_site.browser(season.organiser), f"{season.path}/organise/ask"
    form = form_of(olga.get(path)) | {"names": "Eve\nAda\n\n"}

    answers = [send(olga, path, form).status_code for _ in range(2)]

    assert answers == [303, 303]
    assert news(season).count(("season-opens", "")) == 1


def test_names_that_nobody_has_are_told_and_nobody_is_asked(site: Site) -> None:
    season = a_sign_up(site.room)
    site.room.player("Eve")
    olga, path = site.browser(season.organiser), f"{season.path}/organise/ask"

    answer = send(olga, path, form_of(olga.get(path)), names="Eve\n<script>Nobody\nZoe")

    assert answer.status_code == 400
    assert "There is no player called “<script>Nobody” or “Zoe”. Nobody was asked." in words(answer)
    assert "<script>Nobody" not in answer.text
    assert "Eve" in form_of(answer)["names"]
    assert ("season-opens", "") not in news(season)


def test_a_player_is_taken_out_and_told(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    olga = any_site.browser(season.organiser)

    answer = confirm(olga, f"{season.path}/organise/players/{season.players['Ada']}/remove")

    assert answer.status_code == 303
    assert "Ada is out of the season" in olga.sentence()
    assert "Ada" not in words(olga.get(f"{season.path}/organise/players"))
    assert ("league-news", "You were taken out") in news(season)


def a_season_of_two_divisions(site: Site) -> Season:
    """Eight players in two divisions of four."""
    return a_sign_up(site.room, NAMES[:8], settings=replace(TINY, players_per_division=4))


@pytest.mark.both_databases
def test_a_player_is_moved_to_another_division_by_a_button(any_site: Site) -> None:
    season = a_season_of_two_divisions(any_site)
    olga, path = any_site.browser(season.organiser), f"{season.path}/organise/plan"
    page = olga.get(path)
    move = re.search(r'name="move" value="(\d+):2"', page.text)
    assert move is not None

    answer = send(olga, path, form_of(page), move=f"{move[1]}:2")

    assert answer.status_code == 303
    after = olga.get(path)
    assert f'value="{move[1]}:1"' in after.text
    assert "chosen by the organisers" in words(after)
    confirm(olga, f"{path}/reset")
    assert "chosen by the organisers" not in words(olga.get(path))


def test_the_page_says_who_else_is_moved_to_fill_a_division(site: Site) -> None:
    season = a_sign_up(site.room, NAMES[:6])
    olga, path = site.browser(season.organiser), f"{season.path}/organise/plan"
    page = olga.get(path)
    move = re.search(r'name="move" value="(\d+:2)"', page.text)
    assert move is not None

    send(olga, path, form_of(page), move=move[1])

    after = words(olga.get(path))
    assert "Ada is in division 2; Eve and Finn too, since a division needs at least 3 players." in after
    assert after.count("to fill the division") == 2
    assert after.count("chosen by the organisers") == 1


def test_two_organisers_who_move_players_at_once_do_not_overwrite_each_other(site: Site) -> None:
    season = a_season_of_two_divisions(site)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/plan"
    page = olga.get(path)
    one, two = re.findall(r'name="move" value="(\d+:2)"', page.text)[:2]
    form = form_of(page)

    answers = [send(olga, path, form, move=move) for move in (one, two)]

    assert [answer.status_code for answer in answers] == [303, 409]
    assert "This has changed since you opened the page" in words(answers[1])
    assert f'value="{one.removesuffix("2")}1"' in answers[1].text


@pytest.mark.parametrize("move", ["", "1", "x:y", "1:1:1", "99999999999999999999:1", "1:0", "١:٢"])
def test_a_move_that_no_button_makes_is_refused(site: Site, move: str) -> None:
    season = a_sign_up(site.room)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/plan"

    answer = send(olga, path, form_of(olga.get(path)), move=move)

    assert answer.status_code == 400


def test_the_pairings_are_shown_before_the_start(site: Site) -> None:
    season = a_sign_up(site.room)

    page = site.browser(season.organiser).get(f"{season.path}/organise/plan")

    assert "This would begin now: 6 games in 1 division." in words(page)
    assert page.text.count('class="first"') == 6


def test_starting_now_begins_all_games_once(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    olga, path = any_site.browser(season.organiser), f"{season.path}/organise/start"
    asked = olga.get(path)

    answers = [send(olga, path, form_of(asked)).status_code for _ in range(2)]

    assert "6 games of 4 players begin at once" in words(asked)
    assert answers == [303, 303]
    assert any_site.room.count(Game) == 6
    assert season.row().is_running


@pytest.mark.both_databases
def test_nobody_begins_with_other_players_than_were_shown(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    olga, path = any_site.browser(season.organiser), f"{season.path}/organise/start"
    stale = form_of(olga.get(path))
    confirm(olga, f"{season.path}/organise/players/{season.players['Dan']}/remove")

    answer = send(olga, path, stale)

    assert answer.status_code == 409
    assert "3 games of 3 players begin at once" in words(answer)
    assert any_site.room.count(Game) == 0
    assert send(olga, path, form_of(answer)).status_code == 303


@pytest.mark.both_databases
def test_a_season_that_is_called_off_is_over_for_good(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    olga = any_site.browser(season.organiser)

    answer = confirm(olga, f"{season.path}/organise/call-off")

    assert answer.status_code == 303
    assert season.row().state is SeasonState.CALLED_OFF
    assert news(season).count(("league-news", "The season is called off")) == 5
    assert "Open the next season" in words(olga.get(f"/leagues/{season.league_id}/organise"))


@pytest.mark.parametrize(
    ("typed", "told"), [("", "The organisers gave no reason."), ("Too few of us", "Too few of us.")]
)
def test_those_who_joined_read_why_a_season_is_called_off(site: Site, typed: str, told: str) -> None:
    season = a_sign_up(site.room)
    olga = site.browser(season.organiser)

    confirm(olga, f"{season.path}/organise/call-off", reason=typed)

    sentences = {str(row["facts"]["sentences"]) for row in site.room.rows(Outbox) if row["kind"] == "league-news"}
    assert sentences
    assert all(f"season 1 will not take place. {told}'" in each for each in sentences)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ((), "The organisers get a mail."),
        (NAMES[:1], "1 player who joined and the organisers get a mail."),
        (NAMES[:2], "2 players who joined and the organisers get a mail."),
    ],
)
def test_before_calling_off_one_reads_who_is_told(site: Site, names: tuple[str, ...], told: str) -> None:
    season = a_sign_up(site.room, names)

    page = site.browser(season.organiser).get(f"{season.path}/organise/call-off")

    assert f"you can open another one. {told}" in words(page)


def test_a_season_that_was_called_off_says_how_it_would_have_been_played(site: Site) -> None:
    season = a_sign_up(site.room)
    olga = site.browser(season.organiser)
    confirm(olga, f"{season.path}/organise/call-off")

    assert "How this season would have been played" in words(olga.get(season.path))
    assert "How season 1 would have been played" in words(olga.get(f"/leagues/{season.league_id}"))


def test_a_mail_to_all_is_shown_before_it_is_sent_and_goes_out_once(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    olga, path = any_site.browser(season.organiser), f"{season.path}/organise/mail"
    said = "Hello all,\n\n<b>soon</b> it begins."

    draft = send(olga, path, form_of(olga.get(path)), title="Soon", text=said, act="preview")
    sent = [send(olga, path, form_of(draft), act="send").status_code for _ in range(2)]

    assert "This goes to 4 players: Ada , Bob , Cleo , Dan ." in words(draft)
    assert "<b>soon" not in draft.text
    assert sent == [303, 303]
    assert [kind for kind, _ in news(season)].count("announcement") == 4


def test_a_form_that_is_sent_again_with_other_words_is_another_order(any_site: Site) -> None:
    season = a_sign_up(any_site.room)
    for name in ("Eve", "Finn", "Gus", "Hal"):
        any_site.room.player(name)
    olga, path = any_site.browser(season.organiser), f"{season.path}/organise"
    forms = {part: form_of(olga.get(f"{path}/{part}")) for part in ("mail", "ask", "roster")}

    for title in ("Soon", "Sooner", "Soon"):
        send(olga, f"{path}/mail", forms["mail"], title=title, text="It begins.", act="send")
    for name in ("Eve", "Finn"):
        send(olga, f"{path}/ask", forms["ask"], names=name)
    for body in (b"Gus", b"Hal"):
        olga.post_raw(
            f"{path}/roster", dict[str, object](forms["roster"]) | {"file": (io.BytesIO(body), "a.csv"), "act": "enter"}
        )

    kinds = [kind for kind, _ in news(season)]
    assert kinds.count("announcement") == 2 * 4
    assert any_site.room.count(Ask) == 4


def test_a_mail_without_words_is_refused_with_what_was_typed(site: Site) -> None:
    season = a_sign_up(site.room)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/mail"

    answer = send(olga, path, form_of(olga.get(path)), title="", text="Hello", act="send")

    assert answer.status_code == 400
    assert form_of(answer)["text"] == "Hello"


def test_the_settings_can_be_taken_home_as_a_file(site: Site) -> None:
    season = a_sign_up(site.room)

    file = site.browser(season.organiser).get(f"{season.path}/organise/league.yaml")

    assert file.content_type == "application/yaml; charset=utf-8"
    assert "name: Summer Cup" in file.text
    assert "game: tiny/1" in file.text


def test_untouched_dates_keep_their_seconds(site: Site) -> None:
    season = a_sign_up(site.room)
    row = season.row()
    with site.room.workshop.open() as uow:
        dates = replace(row.dates, ends_at=(row.dates.ends_at + DAY).replace(second=17))
        ChangeSettings(season.id, row.settings, dates).carry_out(uow, ActRequest(season.organiser, version=row.version))
    olga, path = site.browser(season.organiser), f"{season.path}/organise/settings"

    draft = send(olga, path, form_of(olga.get(path)), legs="double", act="preview")
    send(olga, path, form_of(draft), act="save")

    assert season.row().dates == dates
