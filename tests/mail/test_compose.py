"""Letters: what stands in them, and what must never."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message

import pytest

from corr.games.registry import Registry
from corr.mail.letters.compose import compose_letter
from corr.mail.letters.tokens import Addresses
from corr.mail.reading.hypertext import text_of_html
from corr.mail.reading.orders import Orders, asks_for_something, read_orders
from corr.mail.reading.quoting import NewText, new_text
from corr.render.text import text_board
from corr.service.contexts import LetterContext, ReminderLine
from corr.service.notices import NoticeKind
from corr.service.outbox import ClaimedLetter
from corr.service.shown import ChallengeView
from tests.mail.office import POST, Office, an_office, html_of, text_of
from tests.playing import a_room

RULES = Registry.discover().get_rules_of_game("kelasu")
MOMENT = datetime(2026, 3, 2, 13, 30, tzinfo=UTC)
CHALLENGE = ChallengeView(
    id="mnpqrstvwxz2",
    challenger="Ada <b>",
    opponent="Bob",
    game_title="Kelasu",
    ruleset="kelasu/1",
    options=("All energy must be spent",),
    pace="3d/turn",
    pace_words="10 days at the start, 36 hours more after each turn, up to 20 days",
    your_seat_words="You play Red, who moves second.",
    message="Hello!\nB3-C3\n<script>",
    state="open",
    created_at=MOMENT,
    expires_at=MOMENT,
    is_yours=False,
    may_accept=True,
    may_decline=True,
    may_withdraw=False,
    game_id=None,
)
FACTS = {
    "token": "a" * 26, "code": "123456", "minutes": 15, "asked": "sign-in", "name": "Bob", "title": "A title",
    "lines": ["Action 2, “I4-E4”: a Blank goes one square."], "turns": ["B3-C3, B4-C4"], "yours": ["B3-C3", "help"],
    "has_board": True, "has_hints": True, "in_reply_to": "x@example.org",
}  # fmt: skip


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3, B4-C4, B5-C5, B6-C6")


def composed(
    office: Office, kind: str, *, token: str = "b" * 26, name: str = "Bob", zone: str = "Europe/Berlin"
) -> Message:
    """A letter of *kind* to Bob about the game."""
    game = office.game.view(office.game.players[1])
    reminder = ReminderLine(game.id, game.title, "Ada", 2, MOMENT)
    with_game = kind not in {"sign-in", "sign-up", "invitation", "reminder"} and not kind.startswith("challenge")
    context = LetterContext(
        recipient="bob@example.org",
        name=name,
        zone=zone,
        kind=kind,
        facts=FACTS,
        game=game if with_game else None,
        turn_number=2,
        since_last=game.turns[-1:] if with_game else (),
        hints=("General from I3: to " + ", ".join(f"{row}{file}" for row in "HGF" for file in range(10)),),
        reminders=(reminder, reminder),
        challenge=CHALLENGE,
    )
    letter = ClaimedLetter(7, kind, f"{kind}:x", 2, None, game.id, 2, FACTS, MOMENT, 1, None, None, None)
    made = compose_letter(letter, context, POST, rules=RULES if with_game else None, addresses=Addresses(token))
    raw = made.message
    assert all(len(line) <= 998 for line in raw.split(b"\r\n"))
    assert b"\n" not in raw.replace(b"\r\n", b"")
    return message_from_bytes(raw)


@pytest.mark.parametrize("kind", [kind.value for kind in NoticeKind])
def test_every_kind_of_letter_can_be_read_in_any_client(office: Office, kind: str) -> None:
    letter = composed(office, kind)

    text = text_of(composed(office, kind, zone="America/Argentina/Buenos_Aires"))
    assert [line for line in text.split("\n") if len(line) > 72 and "http" not in line] == []
    wide = [line for line in text_of(letter).split("\n") if len(line) > 72]
    assert all(line in text_board(office.game.view(2).scene) for line in wide)
    assert len(html_of(letter)) < 90_000
    assert "prefers-color-scheme: dark" in html_of(letter)
    assert "<script>" not in html_of(letter)
    assert "{{" not in text_of(letter) + html_of(letter) + letter["Subject"]


@pytest.mark.parametrize("kind", [kind.value for kind in NoticeKind])
def test_nothing_is_loaded_from_afar_when_a_letter_is_opened(office: Office, kind: str) -> None:
    html = html_of(composed(office, kind))

    assert all(source.startswith("cid:") for source in (part.split('"')[0] for part in html.split('src="')[1:]))
    assert "url(" not in html
    assert "<link" not in html


@pytest.mark.parametrize("kind", [kind.value for kind in NoticeKind if kind != NoticeKind.REMINDER])
def test_no_line_of_a_letter_about_a_game_reads_as_an_order(office: Office, kind: str) -> None:
    letter = composed(office, kind)
    if letter["List-Id"] is None:
        return

    lines = [*text_of(letter).split("\n"), *text_of_html(html_of(letter)).split("\n")]
    assert [line for line in lines if asks_for_something(line, RULES) and not line.lstrip().startswith("|")] == []


def test_a_letter_that_comes_back_without_any_sign_of_quoting_plays_nothing(office: Office) -> None:
    letter = composed(office, "your-turn")
    text, html = new_text(text_of(letter)), new_text(text_of_html(html_of(letter)))

    assert (text, html) == (NewText("", ""), NewText("", ""))


def test_the_lines_below_the_marker_alone_play_nothing_either(office: Office) -> None:
    lines = text_of(composed(office, "your-turn")).split("\n")[1:]

    assert read_orders(new_text("\n".join(lines)), RULES).acts == Orders().acts


def test_a_turn_letter_tells_what_is_needed_to_answer_it(office: Office) -> None:
    text = text_of(composed(office, "your-turn"))

    assert text.startswith(f"#{office.game.id}# Write your turn above this line.\n")
    assert "  | Turn 1, Blue: B3-C3, B4-C4, B5-C5, B6-C6\n" in text
    assert "C  S  .  S [B][B][B][B] S  .  S  C\n" in text
    assert "Your deadline: Thursday 5 March 2026, 14:00 CET (Europe/Berlin). Time\nleft" in text
    assert "2 days 23 hours" in text
    assert "HOW TO ANSWER" in text


def test_a_letter_that_cannot_be_answered_does_not_ask_for_a_turn(office: Office) -> None:
    letter = composed(office, "game-over", token="")

    assert letter["Reply-To"] is None
    assert "Write your turn" not in text_of(letter)


def test_the_headers_thread_the_letters_of_a_game(office: Office) -> None:
    one, other = composed(office, "your-turn"), composed(office, "draw-offered")

    assert one["Subject"] == other["Subject"]
    assert one["References"].split()[0] == other["References"].split()[0] == f"<g.{office.game.id}@play.example>"
    assert one["Message-ID"] != other["Message-ID"]


def test_the_headers_keep_robots_quiet_and_people_at_the_right_address(office: Office) -> None:
    letter = composed(office, "your-turn")

    assert letter["From"] == '"Ada via Corr" <game@play.example>'
    assert letter["Reply-To"] == f'"Reply with your turn" <r+{"b" * 26}@play.example>'
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["X-Auto-Response-Suppress"] == "All"
    assert letter["Date"] == "Mon, 02 Mar 2026 13:30:00 +0000"
    assert letter["Sender"] is None
    assert letter["Return-Path"] is None


def test_the_same_notice_is_the_same_letter_to_the_letter(office: Office) -> None:
    assert composed(office, "your-turn").as_bytes() == composed(office, "your-turn").as_bytes()


def test_the_board_comes_as_a_picture_that_says_what_it_shows(office: Office) -> None:
    letter = composed(office, "your-turn")
    picture = next(part for part in letter.walk() if part.get_content_type() == "image/png")
    identity = picture["Content-ID"].strip("<>")

    assert f'src="cid:{identity}"' in html_of(letter)
    assert 'alt="Blue: Stones C0, C2' in html_of(letter)
    assert picture["Content-Disposition"].startswith("inline")


@pytest.mark.parametrize("name", ["Eve\r\nBcc: x@example.org", "Eve\u2028x", "Ж" * 100, '"', "\u202eEve", "x" * 5000])
def test_a_name_never_becomes_a_header(office: Office, name: str) -> None:
    letter = composed(office, "your-turn", name=name)

    assert letter["Bcc"] is None
    assert letter["To"].endswith("<bob@example.org>")


def test_an_odd_message_id_of_a_client_is_not_repeated(office: Office) -> None:
    game = office.game.view(office.game.players[1])
    facts = FACTS | {"in_reply_to": "a@b>\r\nBcc: <x@example.org"}
    context = LetterContext("bob@example.org", "Bob", "No/Where", "answer", facts, game, 2)
    letter = ClaimedLetter(7, "answer", "answer:1", 2, None, game.id, 2, facts, MOMENT, 1, None, None, None)

    raw = compose_letter(replace(letter, id=8), context, POST, rules=RULES, addresses=Addresses()).message

    assert message_from_bytes(raw)["In-Reply-To"] is None
    assert b"Bcc:" not in raw


def test_a_sign_in_letter_has_the_link_the_code_and_how_long_they_work(office: Office) -> None:
    text = text_of(composed(office, "sign-in", token=""))

    assert f"http://127.0.0.1:8000/link/{'a' * 26}\n" in text
    assert "    123456\n" in text
    assert "15 minutes" in text
