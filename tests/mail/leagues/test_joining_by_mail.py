"""Joining and leaving leagues by mail, through the gateway as real mails do."""

from collections.abc import Iterator
from dataclasses import dataclass
from email.utils import parseaddr

import pytest

from corr.base.notices import NoticeKind
from corr.mail.reading.words.commands import Act
from corr.play.endings import resign
from corr.store.tables.games import Game, GameState, Turn
from corr.store.tables.leagues import Entry, LeagueEvent
from tests.mail.leagues.seasons import a_season, begin, by_itself, change, close, entered, tell
from tests.mail.office import Office, an_office
from tests.playing import DAY, a_room


@dataclass(frozen=True)
class Club:
    """A league that takes players, and a game of Ada, who runs it, with Bob."""

    office: Office
    season_id: int

    @property
    def ada(self) -> int:
        """Who runs the league."""
        return self.office.game.players[0]

    @property
    def bob(self) -> int:
        """Who joins."""
        return self.office.game.players[1]

    def ask(self) -> None:
        """Ask Bob whether he plays; the last of his letters is that."""
        tell(self.office.room, NoticeKind.SEASON_OPENS, self.season_id, self.bob)
        self.office.send_all()

    def start(self) -> None:
        """Let the season begin with Bob and two others."""
        cleo = self.office.room.player("Cleo")
        begin(self.office.room, self.season_id, (self.ada, self.bob, cleo))

    @property
    def entries(self) -> list[str]:
        """What became of those who entered."""
        return entered(self.office.room, self.season_id)


@pytest.fixture
def club(database_url: str) -> Iterator[Club]:
    """A league that takes players."""
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3")
        yield Club(office, a_season(room, office.game.players[0]))


@pytest.fixture
def one_club(sqlite_url: str) -> Iterator[Club]:
    """The same on SQLite alone."""
    with a_room(sqlite_url) as room:
        office = an_office(room, "B3-C3")
        yield Club(office, a_season(room, office.game.players[0]))


def test_whoever_is_asked_joins_with_one_word(club: Club) -> None:
    club.ask()

    assert club.office.answer("Bob", "join") == "join"

    assert club.entries == ["joined"]
    assert "You have joined Summer Cup, season 1." in club.office.last_words()
    assert "It begins on Tue 17 Mar 2026, 14:00 (Europe/Berlin)" in club.office.last_words()
    assert "/leagues/summer-cup/1" in club.office.last_text()
    (entry,) = club.office.room.rows(Entry)
    assert (entry["player_id"], entry["door"]) == (club.bob, "mail")


@pytest.mark.parametrize(
    "text", ["Join!", "I join.", "Hi,\n\njoin\n\nBob", "yes", "yes\naway 3 days", "JOIN SUMMER-CUP", "join summer-cup"]
)
def test_joining_is_understood_in_several_ways(one_club: Club, text: str) -> None:
    one_club.ask()

    one_club.office.answer("Bob", text)

    assert one_club.entries == ["joined"]


def test_a_letter_about_a_game_can_be_answered_with_the_name_of_a_league(club: Club) -> None:
    assert club.office.answer("Bob", "join summer-cup") == "join"

    assert club.entries == ["joined"]
    assert club.office.turns() == ["B3-C3"]


def test_a_turn_and_a_league_go_in_one_mail(one_club: Club) -> None:
    assert one_club.office.answer("Bob", "I3-H3\njoin summer-cup") == "played"

    assert one_club.entries == ["joined"]
    assert one_club.office.turns() == ["B3-C3", "I3-H3"]
    assert "join: You have joined Summer Cup, season 1." in one_club.office.last_words()


def test_a_turn_that_is_refused_does_not_keep_its_player_out_of_a_league(one_club: Club) -> None:
    one_club.office.answer("Bob", "I3-I9\njoin summer-cup")

    assert "Your turn was not played." in one_club.office.last_words()
    assert one_club.entries == ["joined"]


def test_the_same_mail_twice_is_one_entry_and_one_answer(club: Club) -> None:
    club.ask()
    address = club.office.reply_address("Bob")
    club.office.answer("Bob", "join", recipient=address, mail_id="one")
    letters = len(club.office.letters("Bob"))

    assert club.office.answer("Bob", "join", recipient=address, mail_id="one") == "duplicate"

    assert club.entries == ["joined"]
    assert len(club.office.letters("Bob")) == letters
    assert [row["kind"] for row in club.office.room.rows(LeagueEvent)] == ["joined"]


def test_an_old_mail_that_comes_again_does_not_bring_back_who_has_left(one_club: Club) -> None:
    one_club.ask()
    address = one_club.office.reply_address("Bob")
    one_club.office.answer("Bob", "join", recipient=address, mail_id="one")
    one_club.office.answer("Bob", "leave summer-cup", recipient=address, mail_id="two")

    one_club.office.answer("Bob", "join", recipient=address, mail_id="one")

    assert one_club.entries == ["left"]


def test_whoever_joins_twice_is_told_so(one_club: Club) -> None:
    one_club.ask()
    address = one_club.office.reply_address("Bob")
    one_club.office.answer("Bob", "join", recipient=address)

    one_club.office.answer("Bob", "join please", recipient=address)

    assert "You are in Summer Cup, season 1 already." in one_club.office.last_words()
    assert one_club.entries == ["joined"]


def test_whoever_has_joined_can_leave_until_the_season_begins(club: Club) -> None:
    club.office.answer("Bob", "join summer-cup")

    assert club.office.answer("Bob", "leave summer-cup") == "leave-league"

    assert club.entries == ["left"]
    assert "You have left Summer Cup, season 1." in club.office.last_words()


@pytest.mark.parametrize("text", ["no thanks", "No, thanks!", "No thank you.\n\nBob", "no"])
def test_a_no_changes_nothing_and_is_answered_kindly(one_club: Club, text: str) -> None:
    one_club.ask()

    assert one_club.office.answer("Bob", text) == "no-thanks"
    assert "“join summer-cup”, alone on a line in an answer to any letter" in one_club.office.last_words()
    assert "/leagues/summer-cup/1" in one_club.office.last_words()

    assert one_club.entries == []
    assert "You do not play in Summer Cup, season 1." in one_club.office.last_words()


@pytest.mark.parametrize("text", ["no thanks", "leave"])
def test_a_no_of_somebody_who_has_joined_says_how_to_leave(one_club: Club, text: str) -> None:
    one_club.ask()
    address = one_club.office.reply_address("Bob")
    one_club.office.answer("Bob", "join", recipient=address)

    assert one_club.office.answer("Bob", text, recipient=address) == "league"

    assert one_club.entries == ["joined"]
    assert "“leave summer-cup”, alone on a line in an answer to this letter, leaves it." in one_club.office.last_words()


@pytest.mark.parametrize(
    "text",
    [
        "I'd love to join",
        "I'd love to\njoin",
        "I would love to\n\njoin",
        "We should\njoin summer-cup some day",
        "Should I join?",
        "join?",
        "> join",
        "join us tonight",
        "Who else will join\njoin the others?",
        "Thanks for the letter!\n\nOn Mon, 2 Mar 2026, Corr wrote:\n> Answer this letter:\n> | join    you play",
        "join summer-cup\nleave summer-cup",
    ],
)
def test_prose_about_joining_never_joins(one_club: Club, text: str) -> None:
    one_club.ask()

    one_club.office.answer("Bob", text)
    one_club.office.answer("Bob", text, recipient=one_club.office.new_address("Bob"))

    assert one_club.entries == []


@pytest.mark.parametrize("letters", ["season-opens", "announcement"])
def test_our_own_letter_that_comes_back_without_quoting_joins_nobody(one_club: Club, letters: str) -> None:
    facts = {"title": "x", "by": "Ada", "to": "all", "text": "join\n\njoin summer-cup\nyes"}
    tell(one_club.office.room, NoticeKind(letters), one_club.season_id, one_club.bob, **facts)
    text = one_club.office.last_text()

    one_club.office.answer("Bob", text)

    assert one_club.entries == []


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("From: Eve <eve@example.org>\n", "stranger"),
        ("From: Bob <bob@example.org>\nAuto-Submitted: auto-replied\n", "auto-reply"),
        ("From: Bob <bob@example.org>\nSubject: Out of Office\n", "auto-reply"),
        ("From: Bob <bob@example.org>\nList-Id: <x.y>\n", "list"),
        ("", "no-author"),
    ],
)
def test_nobody_else_and_no_robot_joins(club: Club, head: str, reason: str) -> None:
    club.ask()
    letters = len(club.office.letters("Bob"))

    club.office.arrive(f"{head}\njoin\n", club.office.reply_address("Bob"))

    assert club.office.reasons() == [reason]
    assert club.entries == []
    assert len(club.office.letters("Bob")) == letters


def test_joining_from_another_address_in_a_game_waits_until_the_player_confirms_it(one_club: Club) -> None:
    office = one_club.office
    address = office.reply_address("Bob")
    office.arrive("From: Eve <eve@example.org>\nSubject: Re\n\njoin summer-cup\n", address, "eve@example.org")
    before = one_club.entries

    office.settle_first(Act.CONFIRM)

    assert (office.reasons(), before) == (["held"], [])
    assert one_club.entries == ["joined"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("join sumer-cup", "There is no league “sumer-cup”. These take players now: summer-cup (Summer Cup)."),
        ("join", "That does not say which league you mean. These take players now: summer-cup (Summer Cup)."),
        ("leave summer-cup", "There is no league “summer-cup” among yours."),
        ("leave winter-cup", "There is no league “winter-cup” among yours."),
        ("confirm withdraw summer-cup", "There is no league “summer-cup” among yours."),
        ("join summer-cup\njoin winter-cup", "Which one do you mean?"),
        ("I want to join the Summer Cup", "“join” with the short name of a league, such as “join summer-cup”"),
    ],
)
def test_what_cannot_be_done_is_answered_with_what_to_write(one_club: Club, text: str, words: str) -> None:
    one_club.office.answer("Bob", text, recipient=one_club.office.new_address("Bob"))

    assert words in one_club.office.last_words()
    assert one_club.entries == []


def test_an_answer_to_an_answer_is_not_taken_for_one_to_a_digest(one_club: Club) -> None:
    one_club.ask()
    one_club.office.answer("Bob", "no thanks")

    assert one_club.office.answer("Bob", "yes") == "no-game"

    assert one_club.entries == []
    assert "digest" not in one_club.office.last_words()
    assert "such as “join summer-cup”" in one_club.office.last_words()


def test_what_becomes_of_a_part_in_a_league_says_nothing_of_a_game_that_is_over(club: Club) -> None:
    game = club.office.game
    address = club.office.new_address("Bob")
    with club.office.room.workshop.open() as uow:
        resign(uow, game.id, game.players[0], "web")

    assert club.office.answer("Bob", "join summer-cup", recipient=address) == "join"

    assert "You have joined Summer Cup, season 1." in club.office.last_words()
    assert "resigned" not in club.office.last_words()


def test_after_the_sign_up_nobody_joins_whom_no_organiser_asked(one_club: Club) -> None:
    one_club.ask()
    by_itself(one_club.office.room)
    address = one_club.office.reply_address("Bob")
    one_club.office.room.clock.move(14 * DAY)

    assert one_club.office.answer("Bob", "join", recipient=address) == "join"

    assert one_club.entries == []
    assert "You have not joined." in one_club.office.last_words()
    assert "The sign-up for Summer Cup, season 1 is over." in one_club.office.last_words()


@pytest.mark.parametrize("text", ["no thanks", "I3-H3", "leave summer-cup"])
def test_nobody_reads_how_to_join_a_season_whose_sign_up_is_over(one_club: Club, text: str) -> None:
    one_club.ask()
    by_itself(one_club.office.room)
    address = one_club.office.reply_address("Bob")
    if text.startswith("leave"):
        one_club.office.answer("Bob", "join", recipient=address)
    one_club.office.room.clock.move(14 * DAY)

    one_club.office.answer("Bob", text, recipient=address)

    assert "/leagues/summer-cup/1" in one_club.office.last_words()
    assert "“join" not in one_club.office.last_words()


def test_a_letter_that_is_too_old_says_where_to_join(one_club: Club) -> None:
    one_club.ask()
    address = one_club.office.reply_address("Bob")
    change(one_club.office.room, one_club.season_id, sign_up_until=one_club.office.room.clock.now() + 120 * DAY)
    one_club.office.room.clock.move(91 * DAY)

    assert one_club.office.answer("Bob", "join", recipient=address) == "expired"

    assert one_club.entries == []
    assert "That letter was too old to be answered." in one_club.office.last_words()


def test_leaving_a_season_that_runs_asks_back_and_tells_what_it_would_mean(club: Club) -> None:
    club.start()

    assert club.office.answer("Bob", "leave summer-cup") == "leave-league"

    assert "Do you want to withdraw from Summer Cup, season 1?" in club.office.last_words()
    assert "This is what we read in your mail: | leave summer-cup" in club.office.last_words()
    assert "It cannot be undone, so we always ask first." in club.office.last_words()
    assert "| yes does it | no drops it" in club.office.last_words()
    assert "withdrawn" not in club.entries


@pytest.mark.both_databases
def test_a_withdrawal_is_done_once_it_is_confirmed(club: Club) -> None:
    club.start()

    assert club.office.answer("Bob", "confirm withdraw summer-cup") == "confirm-withdrawal"

    assert club.entries.count("withdrawn") == 1
    running = [row for row in club.office.room.rows(Game) if row["state"] == GameState.RUNNING]
    assert len(running) == 2
    assert "You have withdrawn from Summer Cup, season 1. You leave the table." in club.office.last_words()


@pytest.mark.both_databases
@pytest.mark.parametrize("again", ["leave summer-cup", "confirm withdraw summer-cup"])
def test_who_has_withdrawn_is_told_so_and_not_that_there_is_no_such_league(club: Club, again: str) -> None:
    club.start()
    club.office.answer("Bob", "confirm withdraw summer-cup")

    club.office.answer("Bob", again)

    assert "Nothing was changed. You have withdrawn from Summer Cup, season 1 already." in club.office.last_words()


@pytest.mark.parametrize("word", ["yes", "confirm", "confirm withdraw summer-cup"])
def test_the_letter_that_asks_back_can_itself_be_answered(club: Club, word: str) -> None:
    club.ask()
    address = club.office.reply_address("Bob")
    club.start()
    club.office.answer("Bob", "leave summer-cup", recipient=address)
    asked = parseaddr(club.office.letters("Bob")[-1]["Reply-To"])[1]

    assert asked != ""
    assert club.office.answer("Bob", word, recipient=asked) == "confirm-withdrawal"
    assert club.entries.count("withdrawn") == 1


def test_a_withdrawal_never_goes_with_a_turn(one_club: Club) -> None:
    one_club.start()

    assert one_club.office.answer("Bob", "I3-H3\nconfirm withdraw summer-cup") == "unclear"

    assert "withdrawn" not in one_club.entries
    assert len(one_club.office.room.rows(Turn)) == 1


def test_a_turn_in_an_answer_to_a_letter_about_a_league_is_asked_back(one_club: Club) -> None:
    one_club.ask()

    assert one_club.office.answer("Bob", "I3-H3") == "league"

    assert "a turn is made by answering the letter of its game" in one_club.office.last_words()
    assert one_club.office.turns() == ["B3-C3"]


def test_the_help_by_mail_tells_how_to_join_a_league(one_club: Club) -> None:
    one_club.office.answer("Bob", "help")

    assert "join summer-cup enters the season that takes players" in one_club.office.last_words()


def test_a_bare_join_in_an_answer_about_an_earlier_season_means_the_one_that_takes_players(one_club: Club) -> None:
    one_club.start()
    close(one_club.office.room, one_club.season_id, {one_club.bob: 1})
    tell(one_club.office.room, NoticeKind.SEASON_ENDED, one_club.season_id, one_club.bob)
    following = a_season(one_club.office.room, one_club.ada)

    one_club.office.answer("Bob", "join")

    assert entered(one_club.office.room, following) == ["joined"]
    assert "You have joined Summer Cup, season 2." in one_club.office.last_words()
