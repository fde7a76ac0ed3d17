"""The fields of letters: threads, addresses, one-click ends, and nothing that somebody could smuggle in."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from email.utils import parseaddr
from functools import cache
from pathlib import Path

import pytest

from corr.base.notices import NoticeKind, category_of
from corr.base.tokens import TOKEN
from corr.errors import InputError
from corr.mail.envelope_addresses import clean_address
from corr.players.accounts import RequestSignUp, request_sign_up
from corr.store.tables.mails import Inbox
from tests.mail.composing import (
    ABOUT_GAMES,
    FACTS,
    GAMES,
    KINDS,
    RECURRING,
    REPLY_TOKEN,
    UNSUBSCRIBE_TOKEN,
    claimed,
    composed,
    read_letter,
    rendered,
)
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import a_room

ALWAYS = {"From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "X-Auto-Response-Suppress",
          "X-Corr-Instance", "MIME-Version", "Content-Type"}  # fmt: skip
SOMETIMES = {"Reply-To", "In-Reply-To", "References", "List-Id", "List-Unsubscribe", "List-Unsubscribe-Post"}
EVIL = [
    *(f"Eve{sign}Bcc: x@example.org" for sign in ("\r\n", "\n", "\r", "\u2028", "\u2029", "\x00", "\x85", "\x0b")),
    "=?utf-8?q?=0d=0aBcc=3a?= x",
    *('"', "\\", "\u202eEve", "\ud800", "Ж" * 100, "x" * 5000, "x " * 2500, "😀" * 300),
]


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, *GAMES["kelasu/1"], ruleset="kelasu/1")


@pytest.fixture(scope="module")
def letter_of(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Message]:
    """What gives the letter of a kind, after an earlier one and to a Bob of another name; each is rendered once."""

    @cache
    def compose(kind: str) -> Message:
        path = shutil.copy(migrated_sqlite, tmp_path_factory.mktemp("office") / "corr.sqlite")
        with a_room(f"sqlite:///{path}") as room:
            office = an_office(room, *GAMES["kelasu/1"], ruleset="kelasu/1")
            return composed(office, kind, name="Ольга", previous_id="<before@play.example>")

    return compose


def names_of(letter: Message) -> list[str]:
    return [name for part in letter.walk() for name in part]


def with_names(office: Office, text: str) -> Message:
    """A turn letter in which everything that somebody chose is *text*."""
    letter = claimed(office, "your-turn")
    game = read_letter(office, letter).game
    assert game is not None
    seats = (replace(game.seats[0], name=text), replace(game.seats[1], name=text))
    return message_from_bytes(rendered(office, letter, name=text, game=replace(game, seats=seats, title=text)).message)


@pytest.mark.parametrize("text", EVIL)
def test_a_name_never_becomes_a_field(office: Office, text: str) -> None:
    letter = with_names(office, text)

    assert set(letter.keys()) <= ALWAYS | SOMETIMES
    assert len(letter.keys()) == len(set(letter.keys()))
    assert parseaddr(letter["To"])[1] == "bob@example.org"
    assert parseaddr(letter["From"])[1] == IDENTITY.sender_address


@pytest.mark.parametrize("text", EVIL)
def test_no_field_has_a_long_line_or_a_long_encoded_word(office: Office, text: str) -> None:
    lines = [line for value in with_names(office, text).values() for line in value.split("\r\n")]

    assert max(map(len, lines)) <= 998
    assert all(len(word) <= 75 for line in lines for word in line.split() if word.startswith("=?"))


def test_a_name_and_a_subject_in_other_letters_can_be_read(office: Office) -> None:
    letter = with_names(office, "Ольга Жукова")

    assert str(make_header(decode_header(letter["To"]))) == "Ольга Жукова <bob@example.org>"
    assert str(make_header(decode_header(letter["Subject"]))) == (
        f"[{office.game.id}] Ольга Жукова: Ольга Жукова – Ольга Жукова"
    )


@pytest.mark.parametrize("kind", KINDS)
def test_addresses_and_ids_are_never_encoded(letter_of: Callable[[str], Message], kind: str) -> None:
    letter = letter_of(kind)

    fields = [letter[name] or "" for name in (*SOMETIMES - {"Reply-To"}, "Message-ID", "Date")]
    assert not any("=?" in field for field in fields)
    assert letter["To"].endswith("@example.org>")


def test_a_domain_in_other_letters_is_written_in_ascii() -> None:
    assert clean_address("bob@bücher.example") == "bob@xn--bcher-kva.example"


def test_a_local_part_in_other_letters_is_refused_at_registration(office: Office) -> None:
    with office.room.workshop.open() as uow, pytest.raises(InputError, match="address"):
        request_sign_up(uow, RequestSignUp("жук@example.org", "Zhuk", "UTC", "browser", "127.0.0.1"))


def test_many_ids_and_a_long_address_stay_whole(office: Office) -> None:
    long = replace(IDENTITY, url=f"https://{'a' * 60}.example/{'b' * 220}")
    previous = f"<{'c' * 200}@play.example>"

    raw = rendered(office, claimed(office, "your-turn"), identity=long, previous_id=previous).message

    letter = message_from_bytes(raw)
    assert b"=?utf-8?q?=3C" not in raw.lower()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert previous in letter["References"]
    assert f"<{long.url}/u/{UNSUBSCRIBE_TOKEN}>" in letter["List-Unsubscribe"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_message_id_is_of_our_own_domain_and_the_same_at_every_rendering(office: Office, kind: str) -> None:
    letter = claimed(office, kind)
    office.room.clock.move(office.room.clock.now() - letter.created_at)
    first, second = (message_from_bytes(rendered(office, letter).message) for _ in range(2))

    assert first["Message-ID"] == second["Message-ID"]
    assert first["Message-ID"].endswith("@play.example>")


def test_no_two_notices_have_the_same_message_id(office: Office) -> None:
    letters = [claimed(office, kind) for kind in KINDS]
    letters += [replace(letter, key=f"{letter.key}2") for letter in letters[:5]]

    ids = [rendered(office, letter).message_id for letter in letters]

    assert len(set(ids)) == len(ids)


def test_the_date_is_that_of_the_notice_however_late_it_is_sent(office: Office) -> None:
    letter = claimed(office, "game-over")
    date = message_from_bytes(rendered(office, letter).message)["Date"]

    office.room.clock.move(letter.created_at - letter.created_at.replace(hour=0))

    assert message_from_bytes(rendered(office, letter).message)["Date"] == date == "Mon, 02 Mar 2026 13:00:00 +0000"


def test_all_letters_of_a_game_hang_on_one_root_under_one_subject(office: Office) -> None:
    letters = [composed(office, kind) for kind in ABOUT_GAMES]

    assert {letter["References"].split()[0] for letter in letters} == {IDENTITY.root_id(office.game.id)}
    assert {str(make_header(decode_header(letter["Subject"]))) for letter in letters} == {
        f"[{office.game.id}] Kelasu: Ada – Bob"
    }


def test_a_letter_follows_the_one_before_in_its_game(office: Office) -> None:
    office.answer("Bob", "I3-H3")
    office.send_all()
    office.game.play("C3-D3")

    *_, before, last = [letter for letter in office.letters("Bob") if letter["References"]]

    assert last["In-Reply-To"] == before["Message-ID"]
    assert last["References"].split()[1] == before["Message-ID"]


def test_the_first_letter_of_a_game_replies_to_nothing(office: Office) -> None:
    first = next(letter for letter in office.letters("Bob") if letter["References"])

    assert first["In-Reply-To"] is None
    assert first["References"] == IDENTITY.root_id(office.game.id)


def test_an_answer_follows_the_mail_that_it_answers(office: Office) -> None:
    office.answer("Bob", "help", mail_id="mine")

    answer = office.letters("Bob")[-1]

    assert answer["In-Reply-To"] == "<mine@example.org>"
    assert "<mine@example.org>" in answer["References"].split()


def test_an_answer_is_found_whatever_message_id_the_letter_got_on_its_way(office: Office) -> None:
    headers = "In-Reply-To: <0102018f-rewritten@provider.example>\nReferences: <0102018f-rewritten@provider.example>"

    assert office.answer("Bob", "I3-H3", headers=headers) == "played"
    assert office.room.rows(Inbox)[-1]["game_id"] == office.game.id


@pytest.mark.parametrize("kind", KINDS)
def test_robots_are_asked_to_keep_quiet(letter_of: Callable[[str], Message], kind: str) -> None:
    letter = letter_of(kind)

    assert letter["Auto-Submitted"] == ("auto-replied" if kind == NoticeKind.ANSWER else "auto-generated")
    assert letter["X-Auto-Response-Suppress"] == "All"


@pytest.mark.parametrize("kind", KINDS)
def test_no_letter_names_a_return_path_or_another_sender(letter_of: Callable[[str], Message], kind: str) -> None:
    assert not {"return-path", "sender", "bcc", "resent-from"} & {name.lower() for name in letter_of(kind)}


@pytest.mark.parametrize("kind", RECURRING)
def test_what_comes_again_and_again_can_be_ended_with_one_click(letter_of: Callable[[str], Message], kind: str) -> None:
    letter = letter_of(kind)

    web, mail = letter["List-Unsubscribe"].split(",")
    assert web.strip() == f"<http://127.0.0.1:8000/u/{UNSUBSCRIBE_TOKEN}>"
    assert mail.strip() == f"<mailto:u+{UNSUBSCRIBE_TOKEN}@play.example?subject=unsubscribe>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter["List-Id"].endswith(".play.example>")


TO_ONE = {
    *("sign-in", "sign-up", "address-to-confirm", "address-asked-for", "address-changed", "address-removed"),
    *("answer", "held", "test", "moderation"),
    # What changes in one's own games is told whatever one reads of leagues.
    "league-news",
}


def test_all_that_goes_to_many_can_be_ended() -> None:
    assert {kind for kind in NoticeKind if category_of(kind) is None} == TO_ONE


@pytest.mark.parametrize("kind", sorted(TO_ONE))
def test_what_somebody_asked_for_has_no_end_to_click(letter_of: Callable[[str], Message], kind: str) -> None:
    letter = letter_of(kind)

    assert not [name for name in letter if name.startswith("List-")]


def test_people_answer_to_the_token_and_see_who_plays(office: Office) -> None:
    letter = composed(office, "your-turn")

    assert letter["From"] == '"Ada via Corr" <game@play.example>'
    assert letter["Reply-To"] == f'"Reply with your turn" <r+{REPLY_TOKEN}@play.example>'


@pytest.mark.parametrize(
    "kind",
    [NoticeKind.ANSWER, NoticeKind.HELD, NoticeKind.REMINDER, NoticeKind.THAWED, NoticeKind.ABANDONING,
     NoticeKind.TIME_EXTENDED],
)  # fmt: skip
def test_what_the_service_says_comes_from_the_service(letter_of: Callable[[str], Message], kind: str) -> None:
    assert letter_of(kind)["From"] == '"Corr" <game@play.example>'


@pytest.mark.parametrize(
    "kind", [NoticeKind.YOUR_TURN, NoticeKind.DRAW_OFFERED, NoticeKind.DRAW_DECLINED, NoticeKind.TIME_GIVEN]
)
def test_what_the_other_player_did_comes_from_the_other_player(letter_of: Callable[[str], Message], kind: str) -> None:
    assert letter_of(kind)["From"] == '"Ada via Corr" <game@play.example>'


def test_a_first_turn_that_follows_nobody_s_comes_from_the_service(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room)

        assert office.letters("Ada")[-1]["From"] == '"Corr" <game@play.example>'


@pytest.mark.parametrize("kind", KINDS)
def test_tokens_stand_in_no_field_that_mail_programs_copy(letter_of: Callable[[str], Message], kind: str) -> None:
    letter = letter_of(kind)

    holding = {name for name, value in letter.items() if REPLY_TOKEN in value or UNSUBSCRIBE_TOKEN in value}
    assert holding <= {"Reply-To", "List-Unsubscribe"}
    assert not TOKEN.search(" ".join(letter[name] or "" for name in ("Message-ID", "In-Reply-To", "References")))


def test_nobody_works_out_an_id_without_the_secret(office: Office) -> None:
    letter = claimed(office, "your-turn")
    others = replace(IDENTITY, secret=b"of somebody else")

    ids = [
        {
            *message_from_bytes(rendered(office, letter, identity=identity).message)["References"].split(),
            identity.letter_id("x"),
        }
        for identity in (IDENTITY, others)
    ]

    assert not ids[0] & ids[1]
    assert rendered(office, letter).message_id != rendered(office, letter, identity=others).message_id


def test_an_answer_does_not_follow_what_is_no_id(office: Office) -> None:
    facts = FACTS | {"in_reply_to": "no id at all"}

    letter = message_from_bytes(rendered(office, claimed(office, "answer", facts)).message)

    assert letter["In-Reply-To"] is None
