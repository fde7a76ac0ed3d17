"""What organisers do while a season runs: results, players who leave, pauses, dates, and who is late."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from corr.core.pace import Terms, read_pace
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.season_changes import MoveEnd
from corr.leagues.rules.settings import Unfinished
from corr.leagues.season_tick import advance_next_season
from corr.store.tables.leagues import LeagueEvent
from corr.store.tables.mails import Outbox
from tests.playing import DAY
from tests.web.browsing import Browser, Site, words
from tests.web.leagues.filling import confirm, form_of, send
from tests.web.leagues.grounds import NAMES, TINY, Season, a_running_season

WHY = "Because it had to be."


def olga_of(season: Season, site: Site) -> tuple[Browser, str]:
    """The organiser's browser, and where the tools lie."""
    return site.browser(season.organiser), f"{season.path}/organise"


def acts(season: Season) -> list[str]:
    """What stands in the journal, since the start."""
    kinds = [row["kind"] for row in season.room.rows(LeagueEvent)]
    return kinds[kinds.index("started") + 1 :]


def titles(season: Season) -> list[str]:
    """The titles of the news that were told."""
    return [str(row["facts"].get("title")) for row in season.room.rows(Outbox) if row["kind"] == "league-news"]


def test_the_hub_of_a_season_that_runs_leads_to_every_tool(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    olga, path = olga_of(season, any_site)

    page = olga.get(path)

    assert "The end date is" in words(page)
    assert "0 of 6 games are over." in words(page)
    for tool in ("results", "late", "players", "mail", "end", "pace", "pause", "roster.csv", "league.yaml"):
        assert f'href="{path}/{tool}"' in page.text, tool


@pytest.mark.both_databases
def test_a_result_is_set_with_a_reason_and_undone(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    game = season.game("Ada", "Bob")
    season.end(game, "Ada")
    olga, path = olga_of(season, any_site)

    asked = olga.get(f"{path}/results/{game}?result=draw")
    answer = send(olga, f"{path}/results/{game}", form_of(asked), reason=WHY)
    listed = olga.get(f"{path}/results?show=set")
    undone = confirm(olga, f"{path}/results/{game}/undo", reason="A mistake.")

    assert "You can undo that as long as the season runs." in words(asked)
    assert answer.status_code == 303
    assert "½ : ½" in words(listed)
    assert WHY in words(listed)
    assert undone.status_code == 303
    assert "No games here." in words(olga.get(f"{path}/results?show=set"))
    assert acts(season) == ["ruled", "ruling-undone"]


def test_a_double_click_sets_one_result(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    olga, path = olga_of(season, any_site)
    game = season.game("Ada", "Bob")
    form = form_of(olga.get(f"{path}/results/{game}?result=first"))

    answers = [send(olga, f"{path}/results/{game}", form, reason=WHY).status_code for _ in range(2)]

    assert answers == [303, 303]
    assert acts(season) == ["ruled"]


def test_a_result_needs_a_reason_and_the_page_asks_again_with_all_that_was_chosen(site: Site) -> None:
    season = a_running_season(site.room)
    olga, path = olga_of(season, site)
    game = season.game("Ada", "Bob")

    answer = send(olga, f"{path}/results/{game}", form_of(olga.get(f"{path}/results/{game}?result=first")))

    assert answer.status_code == 400
    assert "Write a short reason" in words(answer)
    assert form_of(answer)["result"] == "first"
    assert acts(season) == []


def test_a_result_that_came_meanwhile_is_not_overwritten(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    olga, path = olga_of(season, any_site)
    game = season.game("Ada", "Bob")
    stale = form_of(olga.get(f"{path}/results/{game}?result=draw"))
    season.end(game, "Bob")

    answer = send(olga, f"{path}/results/{game}", stale, reason=WHY)

    assert answer.status_code == 409
    assert "This has changed since you opened the page" in words(answer)
    assert "Until now:" in words(answer)
    assert form_of(answer)["reason"] == WHY
    assert acts(season) == []


@pytest.mark.parametrize("result", ["third", "none-forfeit", "<script>", "draw-forfeit"])
def test_there_are_no_other_results(site: Site, result: str) -> None:
    season = a_running_season(site.room)
    olga, path = olga_of(season, site)

    answer = olga.get(f"{path}/results/{season.game('Ada', 'Bob')}?result={result}")

    assert answer.status_code == 400
    assert "Choose one of the results." in words(answer)
    assert "<script>" not in answer.text


@pytest.mark.parametrize("query", ["show=strange", "division=x", "division=-1", "show=all&show=set"])
def test_results_that_cannot_be_listed_that_way_are_refused(site: Site, query: str) -> None:
    season = a_running_season(site.room)
    olga, path = olga_of(season, site)

    assert olga.get(f"{path}/results?{query}").status_code == 400


def listed(browser: Browser, path: str) -> int:
    """How many games a list of results has."""
    return len(re.findall(r'>(?:Set|Change)<span class="unseen"> the result of', browser.get(path).text))


def test_results_are_listed_by_division_and_by_what_became_of_them(site: Site) -> None:
    season = a_running_season(site.room, NAMES[:8], settings=replace(TINY, players_per_division=4))
    olga, path = olga_of(season, site)
    first = season.divisions()[0]
    season.end(first.table.meetings[0].game_id, None, "agreement")

    counts = [listed(olga, f"{path}/results{query}") for query in ("", "?division=1", "?show=over", "?show=open")]

    assert counts == [12, 6, 1, 11]


@pytest.mark.both_databases
def test_games_that_wait_for_a_decision_at_the_end_date_are_shown(any_site: Site) -> None:
    season = a_running_season(any_site.room, settings=replace(TINY, unfinished=Unfinished.ADJUDICATE))
    season.beats("Ada", "Bob", "Cleo", "Dan")
    season.beats("Bob", "Cleo")
    any_site.room.clock.move(season.row().dates.ends_at - any_site.room.clock.now() + timedelta(minutes=1))
    with any_site.room.workshop.open() as uow:
        advance_next_season(uow)
    olga, path = olga_of(season, any_site)

    hub = olga.get(path)

    assert "The end date has come, and 2 games wait for your decision." in words(hub)
    assert "The end date was" in words(hub)
    assert "Games that are unfinished then" not in words(hub), "that day is over"
    assert f'href="{path}/results?show=open"' in hub.text
    assert listed(olga, f"{path}/results?show=open") == 2


def test_withdrawing_a_player_says_what_happens_and_is_told(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    olga, path = olga_of(season, any_site)
    address = f"{path}/players/{season.players['Ada']}/withdraw"

    asked = olga.get(address)
    without = send(olga, address, form_of(asked))
    answer = send(olga, address, form_of(without), reason=WHY)

    assert "Ada leaves the table." in words(asked)
    assert (without.status_code, answer.status_code) == (400, 303)
    assert "Ada is withdrawn." in olga.sentence()
    assert acts(season) == ["withdrawn"]
    assert "Ada has withdrawn" in titles(season)


def test_a_player_is_asked_by_name_to_play_on_and_does_so_after_a_yes(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    eve = any_site.browser(any_site.room.player("Eve"))
    olga, path = olga_of(season, any_site)
    address = f"{path}/players/{season.players['Ada']}/replace"

    asked = olga.get(f"{address}?name=eve")
    answer = send(olga, address, form_of(asked), reason=WHY)

    assert "Until Eve says yes, nothing changes: Ada plays on" in words(asked)
    assert answer.status_code == 303
    assert "Eve to play on for Ada" in words(olga.get(f"{path}/players"))
    assert "Olga asks whether you play on for Ada . Answer …" in words(eve.get(season.path))
    question = eve.get(f"{season.path}/asked")
    assert "Will you play on for Ada ?" in words(question)
    assert question.text.count("<svg") >= 3
    assert acts(season) == ["asked-to-replace"]
    assert send(eve, f"{season.path}/asked", form_of(question), answer="yes").status_code == 303
    assert acts(season) == ["asked-to-replace", "replaced"]


@pytest.mark.parametrize(
    ("name", "told"), [("Nobody", "no player"), ("Bob", "is in this season already"), ("<script>", "no player")]
)
def test_who_cannot_take_over_is_told_beside_the_field(site: Site, name: str, told: str) -> None:
    season = a_running_season(site.room)
    olga, path = olga_of(season, site)

    answer = olga.get(f"{path}/players/{season.players['Ada']}/replace?name={name}")

    assert answer.status_code == 400
    assert told in words(answer)
    assert 'aria-invalid="true"' in answer.text
    assert "<script>" not in answer.text


@pytest.mark.both_databases
def test_a_pause_is_told_once_and_ends_again(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    olga, path = olga_of(season, any_site)
    form = form_of(olga.get(f"{path}/pause"))

    paused = [send(olga, f"{path}/pause", form, reason=WHY).status_code for _ in range(2)]
    hub = olga.get(path)
    resumed = confirm(olga, f"{path}/resume")

    assert paused == [303, 303]
    assert "All games stand still." in words(hub)
    assert resumed.status_code == 303
    assert acts(season) == ["paused", "resumed"]


def test_a_pause_that_somebody_else_began_is_shown(site: Site) -> None:
    season = a_running_season(site.room)
    olga, path = olga_of(season, site)
    confirm(olga, f"{path}/pause", reason=WHY)

    answer = olga.get(f"{path}/pause")

    assert answer.status_code == 409
    assert "The season is paused already." in words(answer)
    assert "This is how it is now" in words(answer)


@pytest.mark.both_databases
def test_the_end_date_is_moved_later(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    olga, path = olga_of(season, any_site)
    later = season.row().dates.ends_at + 30 * DAY

    local = later.astimezone(ZoneInfo("Europe/Berlin"))
    asked = olga.get(f"{path}/end?ends_at={local:%Y-%m-%dT%H:%M}")
    answer = send(olga, f"{path}/end", form_of(asked), reason=WHY)

    assert "later than before" in words(asked)
    assert answer.status_code == 303
    assert season.row().dates.ends_at == later
    assert acts(season) == ["extended"]


def ends(season: Season) -> Sequence[str]:
    """End dates that cannot be."""
    now = season.room.clock.now()
    return (f"{now + 6 * DAY:%Y-%m-%dT%H:%M}", f"{now - DAY:%Y-%m-%dT%H:%M}", "9999-01-01T00:00", "soon", "0001-01-01")


@pytest.mark.parametrize("number", range(5))
def test_an_end_date_that_cannot_be_is_told_beside_the_field(site: Site, number: int) -> None:
    season = a_running_season(site.room)
    olga, path = olga_of(season, site)

    answer = olga.get(f"{path}/end?ends_at={ends(season)[number]}")

    assert answer.status_code == 400
    assert 'aria-invalid="true"' in answer.text


def test_two_who_move_the_end_date_at_once_do_not_overwrite_each_other(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    olga, path = olga_of(season, any_site)
    row = season.row()
    stale = form_of(olga.get(f"{path}/end?ends_at={row.dates.ends_at + 30 * DAY:%Y-%m-%dT%H:%M}"))
    theirs = row.dates.ends_at + 60 * DAY
    with any_site.room.workshop.open() as uow:
        MoveEnd(season.id, theirs).carry_out(uow, ActRequest(season.organiser, WHY, row.version))

    answer = send(olga, f"{path}/end", stale, reason=WHY)

    assert answer.status_code == 409
    assert "earlier than before" in words(answer)
    assert season.row().dates.ends_at == theirs


@pytest.mark.both_databases
def test_a_tighter_pace_is_announced_and_taken_back(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    olga, path = olga_of(season, any_site)

    asked = olga.get(f"{path}/pace?pace=2d/turn&holds_from=")
    announced = send(olga, f"{path}/pace", form_of(asked), reason=WHY)
    hub = words(olga.get(path))
    undone = confirm(olga, f"{path}/pace/undo")

    assert announced.status_code == 303
    assert "Take the tighter pace back" in hub
    assert undone.status_code == 303
    assert season.row().tighter_pace is None
    assert acts(season) == ["tightened", "tightening-undone"]


def test_where_the_pace_cannot_become_tighter_the_page_says_so_and_no_tool_leads_to_it(site: Site) -> None:
    season = a_running_season(site.room, settings=replace(TINY, terms=Terms(read_pace("1d/turn"))))
    olga, path = olga_of(season, site)

    hub, page = olga.get(path), olga.get(f"{path}/pace")

    assert "Tighter pace" not in words(hub)
    assert page.status_code == 409
    assert (
        "The pace cannot become tighter: at present it is 1 day for each turn, and a tighter one would have to leave "
        "at least a day for each turn and half of what everyone joined for."
    ) in words(page)
    assert 'name="pace"' not in page.text


def test_tighter_paces_are_proposed_and_another_one_can_be_written(site: Site) -> None:
    season = a_running_season(site.room)
    olga, path = olga_of(season, site)

    form = olga.get(f"{path}/pace")
    chosen = olga.get(f"{path}/pace?pace=2d/turn&own_pace=&holds_from=")
    written = olga.get(f"{path}/pace?pace=another&own_pace=60h/turn&holds_from=")
    forgotten = olga.get(f"{path}/pace?pace=another&own_pace=&holds_from=")

    assert re.findall(r'name="pace" value="([^"]*)"', form.text) == ["2d/turn", "another"]
    assert "2 days for each turn" in words(chosen)
    assert "60 hours for each turn" in words(written)
    assert [page.status_code for page in (chosen, written, forgotten)] == [200, 200, 400]


@pytest.mark.parametrize(
    "query", ["pace=9d/turn", "pace=quick", "pace=1d/turn&holds_from=2001-01-01T10:00", "pace=%00"]
)
def test_a_pace_that_cannot_be_is_refused(site: Site, query: str) -> None:
    season = a_running_season(site.room)
    olga, path = olga_of(season, site)

    assert olga.get(f"{path}/pace?{query}").status_code == 400


def test_who_is_late_stands_in_the_list_and_on_the_hub(any_site: Site) -> None:
    season = a_running_season(any_site.room)
    any_site.room.clock.move(timedelta(days=3, minutes=1))
    olga, path = olga_of(season, any_site)

    assert "6 turns are overdue." in words(olga.get(path))
    assert "overdue since" in words(olga.get(f"{path}/late"))


@pytest.mark.both_databases
def test_a_mail_may_go_to_one_division(any_site: Site) -> None:
    season = a_running_season(any_site.room, NAMES[:8], settings=replace(TINY, players_per_division=4))
    olga, path = olga_of(season, any_site)
    division = str(season.divisions()[1].id)

    form = form_of(olga.get(f"{path}/mail")) | {"division": division, "title": "Hello", "text": "Be quick."}
    draft = send(olga, f"{path}/mail", form, act="preview")
    send(olga, f"{path}/mail", form_of(draft), act="send")

    assert "This goes to 4 players of Division 2" in words(draft)
    assert [row["kind"] for row in any_site.room.rows(Outbox)].count("announcement") == 4


@pytest.mark.parametrize("division", ["x", "99999999999999999999", "²"])
def test_a_mail_to_a_division_that_is_none_is_refused(site: Site, division: str) -> None:
    season = a_running_season(site.room)
    olga, path = olga_of(season, site)

    form = form_of(olga.get(f"{path}/mail")) | {"division": division, "title": "Hello", "text": "Be quick."}

    assert send(olga, f"{path}/mail", form, act="send").status_code in {400, 404}
