"""Letters that ask to play, and to play on for somebody, answered through the gateway as real mails are."""

from datetime import timedelta

import pytest

from corr.leagues.acts.replacement import TakeOver, take_over
from corr.store.tables.games import GameSeat, Turn
from corr.store.tables.leagues import Ask, LeagueEvent
from tests.mail.leagues.seasons import ask_to_play_on, begin, change
from tests.mail.leagues.test_joining_by_mail import Club, one_club
from tests.mail.office import IDENTITY, PROVED, Office, text_of
from tests.playing import DAY, TestGame

__all__ = ["one_club"]


def asked_to_play_on(club: Club) -> dict[str, str]:
    """Bob is asked to play on for Cleo; the games of Ada and Cleo, and of Dan and Cleo."""
    room = club.office.room
    cleo, dan = room.player("Cleo"), room.player("Dan")
    games = begin(room, club.season_id, (club.ada, cleo, dan))
    ask_to_play_on(room, club.season_id, club.bob, cleo)
    club.office.send_all()
    return {"Ada": games[club.ada, cleo], "Dan": games[cleo, dan]}


def players_of(club: Club, game_id: str) -> set[int]:
    """Who sits at a game."""
    return {row["player_id"] for row in club.office.room.rows(GameSeat) if row["game_id"] == game_id}


@pytest.mark.parametrize("word", ["join", "yes", "Yes", "confirm", "join summer-cup"])
def test_whoever_is_asked_to_play_on_does_so_with_one_word(one_club: Club, word: str) -> None:
    games = asked_to_play_on(one_club)

    assert one_club.office.answer("Bob", word) == "join"

    assert all(one_club.bob in players_of(one_club, game_id) for game_id in games.values())
    assert "You play on for Cleo in Summer Cup, season 1, in 2 open games." in one_club.office.last_words()


def test_a_turn_that_came_before_somebody_else_played_on_is_answered_and_not_played(one_club: Club) -> None:
    room, dan = one_club.office.room, asked_to_play_on(one_club)["Dan"]
    seats = sorted((row for row in room.rows(GameSeat) if row["game_id"] == dan), key=lambda row: row["seat"])
    Office(TestGame(room, dan, (seats[0]["player_id"], seats[1]["player_id"]))).store_reply("Cleo", "B3-C3")
    room.clock.move(timedelta(seconds=1))
    with room.workshop.open() as uow:
        take_over(uow, TakeOver(one_club.season_id, one_club.bob))

    one_club.office.understand_all()

    assert one_club.office.reasons() == ["not-allowed"]
    assert [row for row in room.rows(Turn) if row["game_id"] == dan] == []
    told = one_club.office.last_words("Cleo")
    assert "You are not one of the players of this game; you may watch it." in told
    assert "You will get a letter" not in told


def test_the_first_letter_of_a_game_says_that_it_was_taken_over(one_club: Club) -> None:
    games = asked_to_play_on(one_club)
    one_club.office.answer("Bob", "join")

    one_club.office.send_all()

    texts = [" ".join(text_of(letter).split()) for letter in one_club.office.letters("Bob")]
    (text,) = (text for text in texts if f"/games/{games['Dan']}" in text and "HOW TO ANSWER" in text)
    assert "You have taken over the game of Kelasu against Dan, and it is your turn." in text
    assert "has begun" not in text


def test_the_letter_that_asks_to_play_on_shows_terms_positions_and_clocks(one_club: Club) -> None:
    asked_to_play_on(one_club)

    letter = one_club.office.letters("Bob")[-1]

    text = " ".join(text_of(letter).split())
    for expected in (
        "Ada, who organises Summer Cup, asks you. The reason:",
        "The reason: “Cleo is ill.”",
        "Kelasu against Ada, turn 1.", "It is Ada’s turn, until",
        "Kelasu against Dan, turn 1.", "It would be your turn.",
        "You would have 3 days for it.", "Time to think:", "Withdrawing:", "/leagues/summer-cup/1/asked",
        "Never be asked by Ada again:",
        "You have the full time for each turn that is due then. Games that are taken over are not rated.",
        "Games count for the ratings.", "Forfeits, games that somebody else takes over, and results",
    ):  # fmt: skip
        assert expected in text, expected
    assert text_of(letter).count(": victory square") == 2


@pytest.mark.parametrize("words", ["no thanks", "No.", "no"])
def test_whoever_does_not_want_to_play_on_says_no_and_the_organiser_hears_it(one_club: Club, words: str) -> None:
    games = asked_to_play_on(one_club)

    assert one_club.office.answer("Bob", words) == "no-thanks"

    assert not any(one_club.bob in players_of(one_club, game_id) for game_id in games.values())
    assert "Bob does not play on for Cleo." in text_of(one_club.office.letters("Ada")[-1])


def test_a_no_that_only_the_id_of_the_letter_finds_declines_nothing(one_club: Club) -> None:
    asked_to_play_on(one_club)
    letter_id = one_club.office.letters("Bob")[-1]["Message-ID"]
    names = f"From: bob@example.org\nMessage-ID: <1@y.org>\nIn-Reply-To: {letter_id}\n"

    one_club.office.arrive(f"{PROVED}{names}\nNo, thanks.\n", IDENTITY.sender_address, "bob@example.org")

    assert one_club.office.reasons()[-1] == "not-heard"
    assert [row["answer"] for row in one_club.office.room.rows(Ask)] == [None]


def test_a_yes_that_comes_too_late_takes_over_nothing(one_club: Club) -> None:
    games = asked_to_play_on(one_club)
    change(one_club.office.room, one_club.season_id, state="over")

    one_club.office.answer("Bob", "yes")

    assert not any(one_club.bob in players_of(one_club, game_id) for game_id in games.values())
    assert "Summer Cup has no season that takes players now." in one_club.office.last_words()


def test_a_yes_to_play_on_twice_is_once(one_club: Club) -> None:
    asked_to_play_on(one_club)
    one_club.office.answer("Bob", "yes")
    before = len(one_club.office.room.rows(LeagueEvent))

    one_club.office.answer("Bob", "yes")

    assert len(one_club.office.room.rows(LeagueEvent)) == before


def test_whoever_said_no_thanks_has_answered(one_club: Club) -> None:
    one_club.ask()

    one_club.office.answer("Bob", "no thanks")

    assert [row["answer"] for row in one_club.office.room.rows(Ask)] == ["no"]
    assert one_club.entries == []


def test_whoever_is_asked_by_name_may_say_yes_after_the_sign_up(one_club: Club) -> None:
    one_club.ask()
    one_club.office.room.clock.move(14 * DAY + DAY / 2)

    assert one_club.office.answer("Bob", "yes") == "join"
    assert one_club.entries == ["joined"]
