"""The first line of a letter says what it is, whatever its players are called, and quotations are cut there."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes
from email.message import Message

import pytest

from corr.base.notices import NoticeKind
from corr.mail.reading.words.hypertext import text_of_html
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import asks_for_something, read_orders
from tests.mail.composing import ABOUT_GAMES, GAMES, KINDS, claimed, composed, read_letter, rendered
from tests.mail.office import Office, an_office, html_of, text_of
from tests.playing import a_room

MARK = re.compile(r" Write above this line\. #[a-z0-9]{7}#$")
UNMARKED = {
    NoticeKind.SIGN_IN, NoticeKind.SIGN_UP, NoticeKind.CHALLENGE_DECLINED, NoticeKind.CHALLENGE_WITHDRAWN,
    NoticeKind.CHALLENGE_EXPIRED, NoticeKind.OFFER_EXPIRED, NoticeKind.OFFERS_PAUSED, NoticeKind.FROZEN,
    NoticeKind.FOLLOWED, NoticeKind.AUTOMATIC_LEAVE, NoticeKind.DIGEST, NoticeKind.SEASON_STARTED,
    NoticeKind.SEASON_ENDED, NoticeKind.SEASON_REPORT, NoticeKind.ANNOUNCEMENT, NoticeKind.LEAGUE_NEWS,
    NoticeKind.ADDRESS_TO_CONFIRM, NoticeKind.ADDRESS_ASKED_FOR, NoticeKind.ADDRESS_CHANGED,
    NoticeKind.ADDRESS_REMOVED, NoticeKind.MODERATION,
}  # fmt: skip
HOSTILE = [
    "Ben #7f3a9c#", "Write above this line", "Write above this line. #abcdefg#", "I3-H3", "I3-H3, I4-H4", "resign",
    "yes", "accept draw", "Your turn 9", "On Mon, 4 Jan 2027 at 10:00, Ada wrote:", "> Ada", "-- ", "x" * 200,
    "<b>Ben</b>", "\u202eneB", "A\nI3-H3", "say: hi", "|",
]  # fmt: skip
NAMING = [NoticeKind.YOUR_TURN, NoticeKind.REMINDER, NoticeKind.MESSAGE, NoticeKind.DRAW_OFFERED, NoticeKind.TIME_GIVEN]


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: object) -> Iterator[Office]:
    path = shutil.copy(str(migrated_sqlite), tmp_path_factory.mktemp("office") / "corr.sqlite")
    with a_room(f"sqlite:///{path}") as room:
        yield an_office(room, *GAMES["kelasu/1"], ruleset="kelasu/1")


def first_line(text: str) -> str:
    return " ".join(text.strip().partition("\n\n")[0].split())


def of_html(letter: Message) -> str:
    """The first line of what a client shows of the HTML."""
    return text_of_html(html_of(letter)).strip().split("\n")[0]


def named(office: Office, kind: str, name: str) -> Message:
    """A letter of *kind* whose reader's opponent has that name."""
    letter = claimed(office, kind)
    game = read_letter(office, letter).game
    assert game is not None
    first, second = (seat if seat.is_you else replace(seat, name=name) for seat in game.seats)
    return message_from_bytes(rendered(office, letter, game=replace(game, seats=(first, second))).message)


@pytest.mark.parametrize("kind", KINDS)
def test_each_letter_begins_with_one_line_in_text_and_html(office: Office, kind: str) -> None:
    letter = composed(office, kind)

    first = first_line(text_of(letter))

    assert of_html(letter).replace("\xa0", " ") == first
    assert (MARK.search(first) is not None) is (kind not in UNMARKED)
    said = MARK.sub("", first)
    assert said[-1] in ".?!"
    assert "#" not in said
    assert len(said) <= 100


@pytest.mark.parametrize("kind", ABOUT_GAMES)
def test_the_first_line_has_no_notation_and_names_the_game_by_its_mark(office: Office, kind: str) -> None:
    first = first_line(text_of(composed(office, kind)))

    rules = office.room.workshop.registry.get_rules("kelasu/1")
    assert not re.search(r"\b[A-J]\d", first)
    assert not asks_for_something(first, rules)
    assert kind == NoticeKind.FROZEN or first.endswith(f"#{office.game.id}#")


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (NoticeKind.YOUR_TURN, "Your turn 2: Ada has played, until Thu 5 Mar, 14:00."),
        (NoticeKind.REMINDER, "Reminder: your turn 2 against Ada, 3 days left, until Thu 5 Mar, 14:00."),
        (NoticeKind.MESSAGE, "A message from Ada in your game of Kelasu; it is your turn 2, until Thu 5 Mar, 14:00."),
        (NoticeKind.HELD, "Is this from you? A mail for your game against Ada waits for your yes."),
    ],
)
def test_what_a_letter_is_is_seen_in_a_list_of_mails(office: Office, kind: str, said: str) -> None:
    assert MARK.sub("", first_line(text_of(composed(office, kind)))) == said


def test_the_deadline_is_in_the_zone_of_the_reader(office: Office) -> None:
    assert "until Thu 5 Mar, 22:00." in first_line(text_of(composed(office, "your-turn", zone="Asia/Tokyo")))


def test_the_end_says_who_has_won_and_how(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room, "B3-C3")
        office.answer("Bob", "resign", recipient=office.new_address("Bob"))

        won = MARK.sub("", first_line(text_of(office.letters("Ada")[-1])))

    assert won == "The game is over: you have won (resignation)."


def test_a_confirmation_says_which_turn_was_played(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room, "B3-C3")
        office.answer("Bob", "I3-H3", recipient=office.new_address("Bob"))

        first = first_line(office.last_text("Bob"))

    assert MARK.sub("", first) == "Your turn 2 was played."


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", NAMING)
def test_no_name_of_a_player_is_read_as_anything_in_an_answer(office: Office, kind: str, name: str) -> None:
    letter = named(office, kind, name)
    rules = office.room.workshop.registry.get_rules("kelasu/1")
    text, html = text_of(letter), text_of_html(html_of(letter))

    for quoted in (
        text,
        html,
        "\n".join(f"> {line}" for line in text.split("\n")),
        f"On Mon, 4 Jan 2027 at 10:00, Corr wrote:\n\n{text}",
    ):
        assert new_text(f"I4-H4\n\n{quoted}").text == "I4-H4"
        assert read_orders(new_text(quoted), rules.formed).acts == ()
    assert new_text(text).text == new_text(html).text == ""
    assert MARK.search(first_line(text))
    assert "<b>Ben" not in html_of(letter)
