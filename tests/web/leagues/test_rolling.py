"""What organisers and players read of seasons that open by themselves, or could not."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import event, update

from corr.leagues.acts.before_start import CallOff
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.rows import SEASON
from corr.store.tables.leagues import Season as SeasonTable
from tests.league_builders import look_after
from tests.playing import DAY
from tests.web.browsing import Site, words
from tests.web.leagues.filling import form_of, send
from tests.web.leagues.grounds import TINY, Season, a_running_season, a_sign_up

ROLLING = replace(TINY, rolls_over=True, sign_up_days=10)
LASTS = 91 * DAY
"""How long a season here is to last."""


def write(season: Season, **values: object) -> None:
    with season.room.workshop.open() as uow:
        uow.connection.execute(update(SEASON).where(SEASON.c.id == season.id).values(**values))


def pass_time(season: Season, span: timedelta = DAY) -> None:
    season.room.clock.move(span)
    look_after(season.room)


def hub(season: Season, site: Site) -> str:
    return words(site.browser(season.organiser).get(f"/leagues/{season.league_id}/organise"))


def attention(season: Season, site: Site) -> str:
    """What needs the organiser's attention."""
    text = hub(season, site)
    assert "Needs your attention" in text
    return text.split("Needs your attention")[1].split("How it")[0]


def page(season: Season, site: Site) -> str:
    return words(site.browser().get(f"/leagues/{season.league_id}"))


def test_a_season_that_could_not_open_needs_attention_and_is_opened_by_hand(site: Site) -> None:
    season = a_running_season(site.room, settings=ROLLING)
    write(season, planned_ends_at=season.row().dates.starts_at - DAY)
    season.end_all()

    pass_time(season)

    assert (
        "The next season did not open by itself. The end date has to be at least a day after the start. Choose a "
        "later one. Open the next season"
    ) in attention(season, site)
    assert "once an organiser opens it" in page(season, site)


def test_a_season_whose_opening_met_a_fault_needs_attention(site: Site) -> None:
    season = a_running_season(site.room, settings=ROLLING)
    season.end_all()

    def fail(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if statement.startswith("INSERT INTO season "):
            raise RuntimeError("a fault")

    event.listen(site.room.database.engine, "before_cursor_execute", fail)
    pass_time(season)
    event.remove(site.room.database.engine, "before_cursor_execute", fail)

    assert "something went wrong. It is tried again every hour." in attention(season, site)
    pass_time(season)
    assert site.room.count(SeasonTable) == 2


def test_an_end_before_the_start_needs_attention_before_and_after_it(site: Site) -> None:
    season = a_sign_up(site.room, settings=ROLLING)
    dates = season.row().dates
    write(season, ends_at=dates.starts_at - DAY)
    before, how_it_stands = attention(season, site), hub(season, site).partition("How it stands")[2]
    write(season, ends_at=dates.ends_at)
    season.begin()
    write(season, ends_at=season.row().started_at)

    assert "The end date is before the start, so the season cannot begin. Change the dates" in before
    assert "All games begin by themselves" not in how_it_stands
    assert "The end date is before the start. Move the end date" in attention(season, site)


def test_a_season_that_does_not_begin_on_its_day_needs_attention(site: Site) -> None:
    season = a_sign_up(site.room)
    site.room.clock.move(season.row().dates.starts_at + 2 * timedelta(hours=1) - site.room.clock.now())

    assert "The season should have begun by now" in attention(season, site)


def test_a_league_without_enough_players_says_when_it_opens_again_and_then_that_it_rests(site: Site) -> None:
    season = a_sign_up(site.room, settings=ROLLING, names=())
    pass_time(season, 9 * DAY)
    opens = f"{season.row().look_at:%Y-%m-%d}"

    tried = page(season, site), hub(season, site)
    pass_time(season, 10 * DAY)
    pass_time(season, 20 * DAY)

    assert "Season 1 was called off. The sign-up for the next one opens here on" in tried[0]
    assert "for 10 days." in tried[0]
    assert "The next sign-up opens by itself on" in tried[1]
    assert opens == f"{site.room.clock.now() - 20 * DAY:%Y-%m-%d}"
    rests = "The league rests now. The sign-up for the next season will be here once an organiser opens it."
    assert f"Season 2 was called off. {rests}" in page(season, site)
    assert "The league rests now: no season opens by itself until you open one." in hub(season, site)


def test_whoever_calls_off_a_season_of_a_rolling_league_reads_that_none_follows_by_itself(site: Site) -> None:
    season = a_sign_up(site.room, settings=ROLLING)

    asked = words(site.browser(season.organiser).get(f"{season.path}/organise/call-off"))

    assert "No season opens by itself then until you open one." in asked
    with site.room.workshop.open() as uow:
        CallOff(season.id).carry_out(uow, ActRequest(season.organiser))
    assert "The league rests now" in hub(season, site)


def test_the_form_for_the_next_season_suggests_the_length_that_was_agreed(site: Site) -> None:
    season = a_running_season(site.room)
    write(season, ends_at=season.row().dates.ends_at + 30 * DAY)
    season.end_all()
    pass_time(season)

    form = form_of(site.browser(season.organiser).get(f"/leagues/{season.league_id}/organise/next"))

    # The clocks of the organiser's zone change in between.
    starts, ends = (datetime.fromisoformat(form[name]) for name in ("starts_at", "ends_at"))
    assert ends - starts == LASTS + timedelta(hours=1)


def test_a_season_too_short_for_its_pace_is_refused_beside_its_end_date(site: Site) -> None:
    season = a_sign_up(site.room)
    olga, path = site.browser(season.organiser), f"{season.path}/organise/settings"

    answer = send(olga, path, form_of(olga.get(path)), pace="another", own_pace="90d/turn", ends_at="2026-04-20T12:00")

    assert answer.status_code == 400
    assert "The season is too short for its pace, 90 days for each turn" in words(answer)
