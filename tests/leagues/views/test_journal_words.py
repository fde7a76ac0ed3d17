"""The journal of a league tells each act in a sentence that its members can read."""

from typing import Any

import pytest

from corr.leagues.journal import LeagueAct, LeagueHappening, note
from corr.leagues.views.journal_words import PAGE, act_sentence, journal_page
from tests.leagues.acts.test_announcing import announced
from tests.leagues.acts.test_dates import moved, tightened
from tests.leagues.acts.test_organisers import added
from tests.leagues.acts.test_replacing import replaced
from tests.leagues.acts.test_ruling import ruled, undone
from tests.leagues.acts.test_withdrawing import withdrawn
from tests.leagues.running import a_running_season
from tests.playing import Room

pytestmark = pytest.mark.both_databases

AT = "2026-04-01T12:00:00+00:00"
WORDS: list[tuple[LeagueAct, str, dict[str, Any], str]] = [
    (LeagueAct.MADE, "Olga", {"name": "Cup"}, "Olga created the league “Cup”."),
    (
        LeagueAct.CHANGED,
        "Olga",
        {"name": "Cup", "was": "Cap", "is_described_anew": True},
        "Olga gave the league the name “Cup”; it was “Cap”. Olga described it anew.",
    ),
    (LeagueAct.CLOSED, "Olga", {}, "Olga closed the league: there will be no more seasons."),
    (LeagueAct.REOPENED, "Olga", {}, "Olga opened the league again."),
    (LeagueAct.ORGANISER_ADDED, "Olga", {"player": "Dan"}, "Olga made Dan an organiser."),
    (LeagueAct.ORGANISER_REMOVED, "Olga", {"player": "Dan"}, "Olga took Dan from the organisers."),
    (LeagueAct.ORGANISER_REMOVED, "Dan", {"player": "Dan"}, "Dan is no organiser any more, by their own wish."),
    (LeagueAct.OPENED, "", {"number": 2}, "The league opened the sign-up for season 2."),
    (
        LeagueAct.SETTINGS_CHANGED,
        "Olga",
        {"changes": [["Pace, before: 3 days. Now: 2 days."]]},
        "Olga changed the settings. Pace, before: 3 days. Now: 2 days.",
    ),
    (LeagueAct.JOINED, "Ada", {"player": "Ada", "door": "mail"}, "Ada joined by mail."),
    (LeagueAct.LEFT, "Ada", {"player": "Ada", "door": "web"}, "Ada left before the start."),
    (LeagueAct.ENTERED, "Olga", {"players": ["Ada", "Bob", "Cleo"]}, "Olga entered Ada, Bob and Cleo."),
    (
        LeagueAct.ENTERED,
        "Olga",
        {"players": ["Ada"], "player_ids": [1]},
        "Olga entered Ada, as they allow.",
    ),
    (LeagueAct.ASKED_TO_REPLACE, "Olga", {"player": "Bob", "new": "Eve"}, "Olga asked Eve to play on for Bob."),
    (
        LeagueAct.REPLACED,
        "Olga",
        {"player": "Bob", "new": "Eve", "games": 1},
        "Olga let Eve play on for Bob in 1 open game.",
    ),
    (LeagueAct.REMOVED, "Olga", {"players": ["Ada"]}, "Olga took Ada out before the start."),
    (LeagueAct.ASKED, "", {"players": ["Ada", "Bob"]}, "The league asked Ada and Bob whether they play."),
    (
        LeagueAct.PLANNED,
        "Olga",
        {"moves": [["Ada", 2, 1]]},
        "Olga changed the divisions before the start: Ada from division 2 to division 1.",
    ),
    (
        LeagueAct.STARTED,
        "",
        {"number": 1, "players": 4, "divisions": 1, "games": 6, "seed": "abc"},
        (
            "The season began: 4 players in 1 division, 6 games. The number for drawing lots begins with abc; "
            "the season’s page shows it in full."
        ),
    ),
    (LeagueAct.CALLED_OFF, "", {"why": "Too few."}, "The season was called off: Too few."),
    (
        LeagueAct.TIME_IS_UP,
        "",
        {"rule": "draw", "games": 2},
        "The end date came with 2 open games: they are draws.",
    ),
    (LeagueAct.TIME_IS_UP, "", {"rule": "draw", "games": 1}, "The end date came with 1 open game: it is a draw."),
    (
        LeagueAct.TIME_IS_UP,
        "",
        {"rule": "adjudicate", "games": 1},
        "The end date came with 1 open game: it stands still until the organisers have decided.",
    ),
    (LeagueAct.TIME_IS_UP, "", {"rule": "draw", "games": 0}, "The end date came. No games were open."),
    (
        LeagueAct.WITHDRAWN,
        "Olga",
        {"player": "Dan", "division": "Division 1", "becomes": "forfeits", "open": 1},
        "Olga withdrew Dan from Division 1. The one open game counts as a forfeit.",
    ),
    (
        LeagueAct.WITHDRAWN,
        "Dan",
        {"player": "Dan", "division": "Division 1", "becomes": "forfeits", "open": 2, "door": "mail"},
        "Dan withdrew by mail from Division 1. The 2 open games count as forfeits.",
    ),
    (
        LeagueAct.WITHDRAWN,
        "Dan",
        {"player": "Dan", "division": "Division 1", "becomes": "forfeits", "open": 0},
        "Dan withdrew from Division 1. All results stay in the table.",
    ),
    (
        LeagueAct.ENDED,
        "",
        {"number": 1, "champions": ["Ada", "Bob"]},
        "The season is over. The first place went to Ada and Bob.",
    ),
    (
        LeagueAct.RESUMED,
        "Olga",
        {"ends_at": AT, "reason": "All is well."},
        "Olga let the season go on. Its end date is 2026-04-01 12:00. The reason: “All is well.”",
    ),
    (LeagueAct.PAUSED, "Olga", {"games": 6, "reason": ""}, "Olga paused the season: 6 games stood still."),
    (
        LeagueAct.TIGHTENING_UNDONE,
        "Olga",
        {"pace": "3d/turn", "reason": ""},
        "Olga took the tighter pace back; it stays 3 days for each turn.",
    ),
]


@pytest.mark.parametrize(("act", "by", "facts", "words"), WORDS)
def test_an_act_is_told_in_a_sentence(act: LeagueAct, by: str, facts: dict[str, Any], words: str) -> None:
    assert str(act_sentence(act.value, facts, by)) == words


def test_names_that_are_written_from_the_right_do_not_change_places_in_a_list() -> None:
    facts = {"players": ["דוד כהן", "شهرزاد", "Ada"]}

    told = str(act_sentence(LeagueAct.ENTERED.value, facts, "שרה"))

    assert told == "\u2068שרה\u2069 entered \u2068דוד כהן\u2069, \u2068شهرزاد\u2069 and Ada."


def test_what_organisers_did_is_told_the_latest_first(room: Room) -> None:
    season = a_running_season(room)
    room.player("Eve")
    ruled(season, "Ada-Bob", "draw")
    season.win("Ada-Cleo")
    ruled(season, "Ada-Cleo", "second")
    undone(season, "Ada-Cleo")
    replaced(season, "Dan", "Eve")
    withdrawn(season, "Cleo")
    moved(season, 70)
    tightened(season)
    announced(season)
    added(season, "Bob")

    with room.workshop.look() as reader:
        page = journal_page(reader, "cup")

    assert [(line.season, line.by, str(line.sentence)) for line in page.items] == [
        (None, "Olga", "Olga made Bob an organiser."),
        (1, "Olga", "Olga wrote a mail to all players: “Dates”."),
        (
            1,
            "Olga",
            (
                "Olga announced a tighter pace: 2 days for each turn, for turns that begin from 2026-03-09 12:00 on. "
                "The reason: “Because it had to be.”"
            ),
        ),
        (
            1,
            "Olga",
            "Olga moved the end date from 2026-05-01 12:00 to 2026-05-11 12:00. The reason: “Because it had to be.”",
        ),
        (1, "Olga", "Olga withdrew Cleo from Division 1. The results leave the table. The reason: “Ill.”"),
        (1, "", "Eve plays on for Dan in 3 open games, as Olga had asked. The reason: “Because it had to be.”"),
        (1, "Olga", "Olga asked Eve to play on for Dan. The reason: “Because it had to be.”"),
        (
            1,
            "Olga",
            (
                "Olga took back the result that was set for Ada – Cleo. It is again: Ada wins. "
                "The reason: “Because it had to be.”"
            ),
        ),
        (
            1,
            "Olga",
            "Olga set the result of Ada – Cleo: Cleo wins. The reason: “Because it had to be.”",
        ),
        (
            1,
            "Olga",
            "Olga set the result of Ada – Bob: a draw. The reason: “Because it had to be.”",
        ),
    ]


def test_a_long_journal_has_pages(room: Room) -> None:
    season = a_running_season(room)
    with room.workshop.open() as uow:
        for number in range(PAGE + 1):
            happening = LeagueHappening(LeagueAct.JOINED, "cup", season.id, None, {"player": f"P{number}"})
            note(uow, happening)

    with room.workshop.look() as reader:
        first, second = journal_page(reader, "cup"), journal_page(reader, "cup", 2)

    assert (len(first.items), first.has_more) == (PAGE, True)
    assert str(second.items[0].sentence) == "P0 joined."


def test_each_act_has_words() -> None:
    told = {act for act, *_ in WORDS} | {
        LeagueAct.RULED,
        LeagueAct.RULING_UNDONE,
        LeagueAct.REPLACED,
        LeagueAct.EXTENDED,
        LeagueAct.TIGHTENED,
        LeagueAct.ANNOUNCED,
        LeagueAct.TIGHTENING_IN_FORCE,
    }

    assert told == set(LeagueAct)
    assert str(act_sentence("tightening-in-force", {"pace": "2d/turn"}, "")).endswith("2 days for each turn.")
