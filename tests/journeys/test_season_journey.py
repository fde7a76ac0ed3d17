"""A club and its league: founded on the web, two seasons, and nobody writes a mail by hand but those who play by it."""

import csv
import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.journeys.season_tables import Division
from tests.journeys.seasons import (
    Club,
    Met,
    a_club,
    agree_on_a_draw,
    all_lose,
    answer_turn,
    make_turn,
    pairs,
    resign,
    until,
)
from tests.journeys.steps import words_of
from tests.journeys.test_whole_game import TURNS
from tests.journeys.wound import GRACE

pytestmark = pytest.mark.slow

NOON = datetime(2027, 1, 11, 11, tzinfo=UTC)
SIGN_UP_IS_OVER = datetime(2027, 1, 15, 17, 1, tzinfo=UTC)
START = datetime(2027, 1, 16, 17, 1, tzinfo=UTC)
BEFORE_THE_DEADLINE = datetime(2027, 1, 22, 9, tzinfo=UTC)
A_WEEK_LATER = START + timedelta(days=7, hours=1)
"""The report is due, and a game whose time is up has not fallen yet."""
FALLEN = A_WEEK_LATER + GRACE
END = datetime(2027, 1, 28, 17, tzinfo=UTC) + GRACE + timedelta(hours=1)
SECOND_SIGN_UP_IS_OVER = datetime(2027, 2, 3, 17, 1, tzinfo=UTC)
SECOND_START = datetime(2027, 2, 4, 17, 1, tzinfo=UTC)
TOP = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus")
LOWER = ("Hana", "Ivo", "Joan", "Kim", "Leo", "Mia", "Nils")
"""In the order in which they join, and of their strength."""
TO_THE_END = (*TOP[:-1], "Petra", *LOWER[:-1])
"""Who plays then: Petra for Gus, and Nils withdrew."""
LEAGUE = "/leagues/winter-club"
FIRST, SECOND = f"{LEAGUE}/1", f"{LEAGUE}/2"
HAS_BEGUN = "has begun, and so have all your games. You play in"
WILL_YOU_PLAY = "is open: will you play?"


def test_a_club_plays_a_season_and_begins_the_next(tmp_path: Path) -> None:
    with a_club(tmp_path, NOON) as club:
        club.sign_up("Olga", *TOP, *LOWER, "Petra", "Quinn")
        found_the_league(club)
        join_by_web(club)
        join_by_mail(club)
        begin_by_itself(club)
        play_the_first_week(club)
        withdraw(club)
        replace(club)
        set_results(club)
        write_to_a_division(club)
        look_at_the_second_week(club)
        end_with_two_open_games(club)
        follow_what_the_season_left(club)
        join_the_next_season(club)
        begin_with_those_who_went_up_and_down(club)
        everything_was_said_once(club)
        nothing_is_left_to_correct(club)

    assert '"level": "error"' not in club.served.said


def found_the_league(club: Club) -> None:
    """Olga fills in the form, reads what players will read, and says yes; strangers can read it too."""
    olga = club["Olga"]
    chosen = {"game": "kelasu", "pace": "7d/turn", "leave": "no", "players_per_division": "7"}
    dates = {"sign_up_until": "2027-01-15T18:00", "starts_at": "2027-01-16T18:00", "ends_at": "2027-01-28T18:00"}
    next_season = {"rolls_over": "yes", "sign_up_days": "5"}
    draft = olga.submit("/leagues/new", "/leagues/new", name="Winter Club", **chosen, **dates, **next_season)
    assert "The league is not created yet." in draft.words
    assert "Winter Club" not in club.look("/leagues").words
    founded = olga.confirm(draft, "/leagues/new", act="found")
    assert "The end date is Thu 28 Jan 2027, 18:00 CET" in founded.words
    shown = club.look(FIRST).words
    for settled in (
        "Kelasu, with the usual rules",
        "7 days for each turn",
        "Leave does not stop the clocks",
        "About 7 players each",
        "2 of each division go up and 2 go down",
        "an organiser sets the result of each",
        "opens by itself, for 5 days",
    ):
        assert settled in draft.words
        assert settled in shown


def join_by_web(club: Club) -> None:
    """Ten join and read before what they join; Quinn joins among them, and leaves again."""
    assert "2 of each division go up and 2 go down" in club["Ada"].look(f"{FIRST}/join").words
    for name in (*TOP, "Quinn", *LOWER[:3]):
        assert "You have joined" in club[name].submit(f"{FIRST}/join", "/join").words
    assert "You have left" in club["Quinn"].submit(f"{FIRST}/leave", "/leave").words


def join_by_mail(club: Club) -> None:
    """Olga has four asked; three answer that letter, Nils another one of ours."""
    asked = club["Olga"].submit(f"{FIRST}/organise/ask", "/ask", names="\n".join(LOWER[3:])).words
    assert "A letter goes to Kim, Leo, Mia and Nils." in asked
    letters = {name: club[name].letter(WILL_YOU_PLAY) for name in LOWER[3:]}
    assert "10 players have joined so far" in words_of(letters["Kim"])
    assert "About 7 players each" in words_of(letters["Kim"])
    club["Nils"].submit("/account/addresses", "/mail/test")
    letters["Nils"] = club["Nils"].letter("This test letter has reached you.")
    for name, letter in letters.items():
        club[name].mail.answer(letter, "join winter-club" if name == "Nils" else "join")
    for name in letters:
        club[name].letter("You have joined Winter Club, season 1.")
    assert "14 players have joined" in club.look(LEAGUE).words
    roster = club["Olga"].look(f"{FIRST}/organise/roster.csv").html.removeprefix("\ufeff")
    states = {line["name"]: line["state"] for line in csv.DictReader(roster.splitlines())}
    assert states == dict.fromkeys((*TOP, *LOWER), "joined") | {"Quinn": "left"}


def begin_by_itself(club: Club) -> None:
    """Olga looks at the divisions when the sign-up is over; on its day the season begins, and everybody is told."""
    club.wind(SIGN_UP_IS_OVER)
    told = club["Olga"].letter("The sign-up is over, and 14 players have joined.")
    plan = club["Olga"].look(told.link("/organise/plan")).words
    assert "42 games in 2 divisions" in plan
    assert "Bob – Gus" in plan
    club.wind(START)
    for name in (*TOP, *LOWER):
        letter = words_of(club[name].letter(HAS_BEGUN))
        assert f"You play in Division {1 if name in TOP else 2}." in letter
        assert "YOUR 6 GAMES" in letter
        assert "In 3 of them the first turn is yours." in letter
    for division, players in ((top(club), TOP), (lower(club), LOWER)):
        assert sorted(division.names()) == sorted(players)
        assert set(Counter(met.first for met in club.games(division.address)).values()) == {3}
        division.check()


def play_the_first_week(club: Club) -> None:
    """A whole game, draws, and many that somebody gives up, by web and by mail; a few go on."""
    for number, text in enumerate(TURNS, 1):
        if number % 2:
            make_turn(club["Ada"], game(club, "Ada", "Bob"), number, text)
        else:
            answer_turn(club["Bob"], game(club, "Ada", "Bob"), text, " was played.")
    club["Cleo"].submit(f"/games/{game(club, 'Cleo', 'Dan')}", "/draw", act="offer")
    offer = club["Dan"].mail.next_letter(game(club, "Cleo", "Dan"), "Cleo offers you a draw")
    club["Dan"].mail.answer(offer, "accept draw")
    agree_on_a_draw(club["Hana"], club["Ivo"], game(club, "Hana", "Ivo"))
    answer_turn(club["Leo"], game(club, "Leo", "Mia"), "B4-C4", " was played.")
    answer_turn(club["Mia"], game(club, "Leo", "Mia"), "resign", "Red resigned.")
    going_on = pairs("Eve-Finn Dan-Gus Eve-Gus Finn-Gus Joan-Kim Joan-Nils Kim-Nils Leo-Nils Mia-Nils")
    until(lambda: not club.game(top(club).address, "Cleo", "Dan").is_open, "the draw by mail")
    left = [met for met in all_games(club) if met.is_open and met.names not in going_on]
    all_lose(club, left, (*TOP, *LOWER))

    assert {met.names for met in all_games(club) if met.is_open} == going_on
    assert top(club).points() | lower(club).points() == (
        {"Ada": "6", "Bob": "5", "Cleo": "3½", "Dan": "2½", "Eve": "0", "Finn": "0", "Gus": "0"}
        | {"Hana": "5½", "Ivo": "5½", "Joan": "2", "Kim": "2", "Leo": "1", "Mia": "0", "Nils": "0"}
    )
    check_both(club)


def withdraw(club: Club) -> None:
    """Nils, who has finished two of six games, withdraws: they leave the table, and four opponents are told."""
    club.wind(BEFORE_THE_DEADLINE)
    asked = club["Nils"].look(f"{FIRST}/withdraw")
    assert "All of your results leave the table." in asked.words
    done = club["Nils"].confirm(asked, "/withdraw", reason="I move house.")
    assert "You have withdrawn." in done.words
    for name in ("Joan", "Kim", "Leo", "Mia"):
        club[name].letter("Nils has withdrawn")
    assert "Nils" not in lower(club).names()
    assert "Nils withdrew: all results left the table." in lower(club).words
    assert lower(club).points()["Hana"] == "4½"
    check_both(club)


def replace(club: Club) -> None:
    """Gus has asked Olga to find somebody: Petra takes his row over with three games, plays one turn, and wins one."""
    olga = club["Olga"]
    links = olga.look(f"{FIRST}/organise/players").links
    after = [words for words, _ in links].index("Gus")
    asked = olga.submit(next(one for _, one in links[after:] if one.endswith("/replace")), "/replace", name="Petra")
    assert "Petra is asked" in olga.confirm(asked, "/replace", reason="Gus asked for it.").words
    club["Petra"].letter("Will you play on for Gus")
    assert "You play on for Gus" in club["Petra"].submit(f"{FIRST}/asked", "/asked", answer="yes").words
    assert "against Dan, Eve and Finn" in words_of(club["Petra"].letter("You take over from Gus"))
    assert "“Gus asked for it.”" in words_of(club["Gus"].letter("Petra plays on for you"))
    resign(club["Eve"], game(club, "Eve", "Petra"))
    resign(club["Petra"], game(club, "Finn", "Petra"))
    assert "Petra plays for Gus since" in top(club).words
    check_both(club)


def set_results(club: Club) -> None:
    """Olga sets one result, and another by mistake, which she takes back; all three are told and written down."""
    draw, mistake = game(club, "Bob", "Eve"), game(club, "Bob", "Finn")
    set_result(club, draw, "draw", "They had agreed on a draw.")
    set_result(club, mistake, "none", "It was played too early.")
    assert top(club).points()["Bob"] == "3½"
    check_both(club)
    undone = club["Olga"].submit(f"{FIRST}/organise/results/{mistake}/undo", "/undo", reason="Another game was meant.")
    assert "The result that was played stands again." in undone.words
    for name in ("Bob", "Eve"):
        assert "set another result: a draw." in words_of(club[name].letter("They had agreed on a draw."))
    for name, wins in (("Bob", "you win"), ("Finn", "Bob wins")):
        assert "set another result: no result." in words_of(club[name].letter("It was played too early."))
        assert f"What was played counts again: {wins}." in words_of(club[name].letter("Another game was meant."))
    assert re.search(r"Set by Olga , Fri 22 Jan 2027, 09:\d\d UTC : “They had agreed on a draw.”", top(club).words)
    assert top(club).points()["Bob"] == "4½"
    check_both(club)


def write_to_a_division(club: Club) -> None:
    """Olga writes to those in the lower division, looks at it, and sends it once."""
    [division] = re.findall(r'value="(\d+)">Division 2', club["Olga"].look(f"{FIRST}/organise/mail").html)
    written = {"division": division, "title": "Next week", "text": "I am away until Monday."}
    preview = club["Olga"].submit(f"{FIRST}/organise/mail", "/mail", **written, act="preview")
    assert "I am away until Monday." in preview.words
    club["Olga"].confirm(preview, "/mail", act="send")
    for name in LOWER[:-1]:
        club[name].letter("Olga, who runs Winter Club, writes to Division 2. | I am away until Monday.")


def look_at_the_second_week(club: Club) -> None:
    """Two games were kept alive by web and by mail, everybody gets the report, and one that was never begun falls."""
    on_the_web, by_mail = game(club, "Eve", "Finn"), meeting(club, "Joan", "Kim")
    make_turn(club["Eve"], on_the_web, 1, "B4-C4")
    answer_turn(club[by_mail.first], by_mail.id, "B4-C4", " was played.")
    club.wind(A_WEEK_LATER)
    for name in TO_THE_END:
        report = words_of(club[name].letter(f"The week in Division {2 if name in LOWER else 1} of"))
        assert f"{'One game is' if name in LOWER else '2 games are'} still open." in report
    club.wind(FALLEN)
    until(lambda: not meeting(club, "Dan", "Petra").is_open, "the end of a game that was never begun")
    club["Petra"].mail.next_letter(game(club, "Dan", "Petra"), "never made a first turn.")
    make_turn(club["Finn"], on_the_web, 2, "I4-H4")
    answer_turn(club[by_mail.second], by_mail.id, "I4-H4", " was played.")
    assert (
        "Dan 1 deadline missed 0 saved by leave 1 game lost by it" in club["Olga"].look(f"{FIRST}/organise/late").words
    )
    assert "Eve Blue – Finn Red" in club.look(f"{FIRST}/1/schedule").words
    assert "held up by 1 game" in top(club).words
    assert top(club).points()["Petra"] == "2"
    check_both(club)


def end_with_two_open_games(club: Club) -> None:
    """The end date comes: both games stand still until Olga has decided; with the second decision the season ends."""
    club.wind(END)
    letter = club["Olga"].letter("Games wait for your decision")
    waiting = club["Olga"].look(letter.link("/organise/results")).words
    assert all(f"{pair}." in words_of(letter) and f"{pair} ongoing" in waiting for pair in ("Eve – Finn", "Joan – Kim"))
    for name in ("Eve", "Finn", "Joan", "Kim"):
        club[name].letter("stands still until the organisers have decided")
    assert "This game is paused" in club["Eve"].look(f"/games/{game(club, 'Eve', 'Finn')}").words
    assert "2 games wait for your decision" in club["Olga"].look(f"{FIRST}/organise").words
    check_both(club)
    set_result(club, game(club, "Eve", "Finn"), "draw", "Nobody stands better.")
    joan = "first" if meeting(club, "Joan", "Kim").first == "Joan" else "second"
    set_result(club, game(club, "Joan", "Kim"), joan, "Joan is one step ahead.")


def follow_what_the_season_left(club: Club) -> None:
    """Everybody hears how it ended and what follows; ratings count what was played, and the journal holds every act."""
    for name in TO_THE_END:
        club[name].letter("Winter Club, season 1 is over.")
    assert "Division 1 was won by Ada." in words_of(club["Olga"].letter("All games of Winter Club, season 1 are over."))
    assert "all games are over" in top(club).words
    assert top(club).names() == ["Ada", "Bob", "Cleo", "Dan", "Petra", "Finn", "Eve"]
    assert set(lower(club).names()[:2]) == {"Hana", "Ivo"}
    assert lower(club).names()[2:] == ["Joan", "Kim", "Leo", "Mia"]
    check_both(club)
    until(lambda: rated_games(club) == RATED, "ratings of the game that was played")
    journal = club["Ada"].look(f"{LEAGUE}/journal").words
    for act in JOURNAL:
        assert act in journal


RATED = {"Ada": 1, "Bob": 1}
"""How many games count for whose rating: all but one were given up, drawn or decided before both had made two turns."""
JOURNAL = (
    "Olga created the league “Winter Club”.",
    "Olga asked Kim, Leo, Mia and Nils whether they play.",
    "Quinn left before the start.",
    "Nils joined by mail.",
    "The season began: 14 players in 2 divisions, 42 games.",
    "Nils withdrew from Division 2. The results leave the table. The reason: “I move house.”",
    "Petra plays on for Gus in 3 open games, as Olga had asked. The reason: “Gus asked for it.”",
    "Olga set the result of Bob – Eve: a draw.",
    "Olga took back the result that was set for Finn – Bob. It is again: Bob wins.",
    "The end date came with 2 open games: they stand still until the organisers have decided.",
    "Olga set the result of Joan – Kim: Joan wins.",
    "The season is over. The first place went to Ada.",
    "The league opened the sign-up for season 2.",
    "The league asked Ada, Bob, Cleo,",
)
"""What members of the league can read there, among other things."""


def rated_games(club: Club) -> dict[str, int]:
    """How many games count for whose rating."""
    return {row["name"]: row["games"] for row in club.file("/ratings/kelasu.json")["players"]}


def join_the_next_season(club: Club) -> None:
    """All who played are asked; who won the lower division does not return, and Quinn and a newcomer come."""
    leaver = lower(club).names()[0]
    club.sign_up("Rita")
    club["Quinn"].sign_in_again()
    for name in TO_THE_END:
        asked = club[name].letter(f"Winter Club, season 2 {WILL_YOU_PLAY}")
        if name == leaver:
            club[name].mail.answer(asked, "no thanks")
        elif name in TOP:
            club[name].mail.answer(asked, "join")
        else:
            club[name].submit(f"{SECOND}/join", "/join")
    for name in ("Quinn", "Rita"):
        club[name].submit(f"{SECOND}/join", "/join")
    for name in TOP[:-1]:
        club[name].letter("You have joined Winter Club, season 2.")


def begin_with_those_who_went_up_and_down(club: Club) -> None:
    """The free place above goes to the next in order; who is new begins below."""
    _, runner_up, third, *others = lower(club).names()
    above, below = {"Ada", "Bob", "Cleo", "Dan", "Petra", runner_up, third}, {"Finn", "Eve", *others, "Quinn", "Rita"}
    club.wind(SECOND_SIGN_UP_IS_OVER)
    club["Olga"].letter("The sign-up is over")
    plan = club["Olga"].look(f"{SECOND}/organise/plan").words
    for name, move in ((runner_up, "promoted"), (third, "promoted"), ("Finn", "relegated"), ("Rita", "newcomer")):
        assert f"{name} {move}" in plan
    club.wind(SECOND_START)
    for name in above | below:
        letter = words_of(club[name].letter(f"Winter Club, season 2 {HAS_BEGUN}"))
        assert f"You play in Division {1 if name in above else 2}." in letter
    for division, players in ((Division(club, SECOND, 1), above), (Division(club, SECOND, 2), below)):
        assert set(division.names()) == players
        division.check()


def everything_was_said_once(club: Club) -> None:
    """No letter came twice, and each of these went to those whom it is about, once."""
    letters = [(letter.to, letter.subject, letter.text) for letter in club.sink.letters()]
    assert [letter for letter, times in Counter(letters).items() if times > 1] == []
    assert Counter(club.letters("Winter Club, season 1 " + HAS_BEGUN)) == Counter((*TOP, *LOWER))
    assert Counter(club.letters("The week in Division")) == Counter(TO_THE_END)
    assert Counter(club.letters("I am away until Monday.")) == Counter(LOWER[:-1])
    assert Counter(club.letters("Winter Club, season 1: The end date has come.")) == Counter(TO_THE_END)
    assert Counter(club.letters("Winter Club, season 1 is over.")) == Counter(TO_THE_END)
    assert Counter(club.letters(f"Winter Club, season 2 {WILL_YOU_PLAY}")) == Counter((*TOP, *LOWER, "Petra"))


def nothing_is_left_to_correct(club: Club) -> None:
    """All games are what their logs tell, and all ratings what follows from the games."""
    verified, compared = club.run("verify", "ratings recompute --dry-run")
    assert "84 games verified, 0 with findings." in verified
    assert "all as it was" in compared


def set_result(club: Club, game_id: str, result: str, reason: str) -> None:
    """Olga chooses a result, reads what that means, and says why."""
    asked = club["Olga"].submit(f"{FIRST}/organise/results/{game_id}", f"/{game_id}", result=result)
    assert "everybody can read your reason" in asked.words
    assert "The result is set." in club["Olga"].confirm(asked, f"/{game_id}", reason=reason).words


def top(club: Club) -> Division:
    """The highest division of the first season."""
    return Division(club, FIRST, 1)


def lower(club: Club) -> Division:
    """The other one."""
    return Division(club, FIRST, 2)


def check_both(club: Club) -> None:
    """Pages, files and a second opinion agree about both divisions."""
    top(club).check()
    lower(club).check()


def meeting(club: Club, one: str, other: str) -> Met:
    """The game of these two in the first season."""
    return next(met for met in all_games(club) if met.names == {one, other})


def game(club: Club, one: str, other: str) -> str:
    """Its id."""
    return meeting(club, one, other).id


def all_games(club: Club) -> list[Met]:
    """All games of the first season."""
    return [*club.games(f"{FIRST}/1"), *club.games(f"{FIRST}/2")]
