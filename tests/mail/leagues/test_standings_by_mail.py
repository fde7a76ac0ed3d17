"""Standings and ratings by mail, and the letter to sign in."""

import pytest
from sqlalchemy import insert

from corr.base.notices import NoticeKind
from corr.store.base import table
from corr.store.tables.player_accounts import SignIn
from corr.store.tables.ratings import Rating
from tests.mail.leagues.seasons import a_season, begin, finish, tell
from tests.mail.leagues.test_joining_by_mail import Club, club, one_club
from tests.mail.office import PROVED, Office, html_of, text_of
from tests.mail.test_playing_by_mail import DESK, commands_of, send

__all__ = ["club", "one_club"]


def answered(office: Office) -> str:
    """The last letter to Bob that is none to sign in."""
    letters = [letter for letter in office.letters("bob") if letter["Subject"] != "Sign in to Corr"]
    return " ".join(text_of(letters[-1]).split())


@pytest.fixture
def running(one_club: Club) -> Club:
    """A season of two divisions; Bob plays in the second and has won one game there."""
    room = one_club.office.room
    cleo, dora = room.player("Cleo"), room.player("Dora")
    games = begin(room, one_club.season_id, (one_club.ada, cleo), (one_club.bob, dora))
    finish(room, games[one_club.bob, dora], 0)
    return one_club


@pytest.mark.parametrize("text", ["standings summer-cup", "Standings of the SUMMER cup", "standings summer-cup?"])
def test_the_standings_of_the_players_division_come_as_a_table(running: Club, text: str) -> None:
    office = running.office

    assert send(office, text, commands_of(office)) == "standings"

    told = office.last_text("bob")
    assert "Player" in told
    assert "W–D–L" in told
    (row,) = [line for line in told.split("\n") if line.lstrip().startswith("> ")]
    assert row.split() == [">", "1.", "Bob", "1", "1–0–0"]
    assert "Dora" in told
    assert "Cleo" not in told
    assert all(len(line) <= 72 for line in told.split("\n") if "–0–" in line)
    assert "/leagues/summer-cup/1" in told
    assert "Bob (you)</td>" in html_of(office.letters("bob")[-1])


def test_whoever_does_not_play_reads_the_first_division(running: Club) -> None:
    office = running.office
    office.room.player("Eve")
    address = commands_of(office, "ada")

    send(office, "standings summer-cup", address, sender="ada@example.org")

    assert "Cleo" in office.last_text("ada")


def test_in_answer_to_a_letter_of_a_league_the_word_alone_means_that_one(running: Club) -> None:
    tell(running.office.room, NoticeKind.SEASON_STARTED, running.season_id, running.bob)

    assert running.office.answer("Bob", "standings") == "standings"

    assert "Dora" in running.office.last_text("bob")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("standings", "That does not say which league you mean."),
        ("standings summr-cup", "Perhaps you mean one of these: summer-cup (Summer Cup)."),
        ("standings secret-cup", "There is no league “secret-cup”."),
        ("standings ' OR 1=1", "There is no league"),
    ],
)
def test_standings_that_cannot_be_shown_are_told_with_what_to_write(running: Club, text: str, told: str) -> None:
    send(running.office, text, commands_of(running.office))

    assert told in running.office.last_words("bob")


def test_before_the_first_season_there_are_no_standings(one_club: Club) -> None:
    send(one_club.office, "standings summer-cup", commands_of(one_club.office))

    assert "No season of it has begun yet." in one_club.office.last_words("bob")


def test_while_a_season_takes_players_the_standings_are_those_of_the_one_before(running: Club) -> None:
    a_season(running.office.room, running.ada)

    send(running.office, "standings summer-cup", commands_of(running.office))

    assert "Dora" in running.office.last_text("bob")


def test_ratings_come_in_the_words_of_the_pages(one_club: Club) -> None:
    office = one_club.office
    send(office, "ratings", commands_of(office))
    assert "You have no rating yet." in office.last_words("bob")
    row = {"player_id": one_club.bob, "game": "kelasu", "rating": 1612.3, "deviation": 150.2, "volatility": 0.06}
    with office.room.workshop.open() as uow:
        day = uow.now.date()
        uow.connection.execute(insert(table(Rating)).values(**row, games=3, last_day=day))

    office.answer("Bob", "my rating?", recipient=office.new_address("Bob"))

    told = office.last_words("bob")
    assert "Kelasu: 1612?, deviation ±150, 3 rated games" in told
    assert "A question mark means the rating is provisional" in told


@pytest.mark.parametrize("place", ["game", "commands", "desk"])
@pytest.mark.parametrize("proof", [PROVED, ""])
def test_the_letter_to_sign_in_goes_to_the_registered_address(one_club: Club, place: str, proof: str) -> None:
    office = one_club.office
    to = {"game": office.new_address("Bob"), "commands": commands_of(office), "desk": DESK}[place]
    before = len(office.letters("bob"))

    code = send(office, "sign in", to, proof=proof)

    assert code == "sign-in"
    letters = office.letters("bob")[before:]
    by_subject = {str(letter["Subject"]): letter for letter in letters}
    assert len(letters) == 2
    link = next(letter for subject, letter in by_subject.items() if subject == "Sign in to Corr")
    assert "/link/" in link.as_string()
    (answer,) = [letter for letter in letters if letter is not link]
    assert "/link/" not in answer.as_string()


def test_the_letter_to_sign_in_that_was_asked_for_by_mail_has_no_code(one_club: Club) -> None:
    send(one_club.office, "sign in", commands_of(one_club.office))
    texts = [letter.as_string() for letter in one_club.office.letters("bob") if "/link/" in letter.as_string()]

    assert len(texts) == 1
    assert "six-digit" not in texts[0]
    (row,) = one_club.office.room.rows(SignIn)
    assert (row["code_hash"], row["browser_hash"]) == ("", "")


def test_letters_to_sign_in_have_the_limits_of_the_page(one_club: Club) -> None:
    office, address = one_club.office, commands_of(one_club.office)

    for _ in range(7):
        send(office, "sign in", address)

    links = [letter for letter in office.letters("bob") if letter["Subject"] == "Sign in to Corr"]
    assert len(links) == 5
    assert "one every five minutes" in answered(office)


def test_a_stranger_and_a_forger_cause_no_letter_to_sign_in(one_club: Club) -> None:
    office, address = one_club.office, commands_of(one_club.office)
    forged = "Authentication-Results: mx.play.example; dmarc=fail header.from=example.org\n"

    send(office, "sign in", address, sender="eve@elsewhere.example")
    send(office, "sign in", address, proof=forged)
    send(office, "sign in", DESK, proof=forged)
    send(office, "sign in", office.new_address("Bob"), sender="eve@elsewhere.example")

    assert office.room.count(SignIn) == 0


def test_a_sign_in_beside_a_turn_is_both(one_club: Club) -> None:
    office = one_club.office

    assert office.answer("Bob", "I3-H3\n\nsign in", recipient=office.new_address("Bob")) == "played"

    assert "sign in: Look for our letter to sign in." in answered(office)
    assert office.room.count(SignIn) == 1
