"""Letters: what stands in them, and what must never."""

import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

from corr.base.notices import NoticeKind
from corr.mail.reading.words.hypertext import text_of_html
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import asks_for_something, read_orders
from corr.play.endings import offer_draw
from corr.render.text import text_board
from tests.mail.composing import ABOUT_GAMES, FACTS, GAMES, KINDS, claimed, composed, rendered, tell
from tests.mail.meaning import done
from tests.mail.office import Office, an_office, html_of, text_of
from tests.playing import a_room

_PRE = re.compile(r"<pre>(.*?)</pre>", re.DOTALL)
_WIDEST_DRAWN = 48
"""Letters of one width, as they are set, that fit on a phone of 390 pixels."""


@dataclass(frozen=True)
class Letters:
    """A game, and a letter of each kind to one of its players, when all that a letter can tell has happened."""

    office: Office
    every: Sequence[tuple[str, Message]]

    @property
    def about_the_game(self) -> list[tuple[str, Message]]:
        """Those that tell of a game."""
        return [(kind, letter) for kind, letter in self.every if kind in ABOUT_GAMES]


@pytest.fixture(scope="module", params=list(GAMES))
def letters(
    request: pytest.FixtureRequest, migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Letters]:
    """A game of each kind in which Bob is due, and its letters, to be read."""
    path = tmp_path_factory.mktemp("letters") / "corr.sqlite"
    shutil.copyfile(migrated_sqlite, path)
    with a_room(f"sqlite:///{path}") as room:
        office = an_office(room, *GAMES[request.param], ruleset=request.param)
        tell(office, "I3-H3\nresign\nsay: hello\nWhat a beginning!")
        with office.room.workshop.open() as uow:
            offer_draw(uow, office.game.id, office.game.players[0], "web")
        yield Letters(office, [(kind, composed(office, kind)) for kind in KINDS])


@pytest.fixture
def kelasu(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, *GAMES["kelasu/1"], ruleset="kelasu/1")


def test_every_kind_of_letter_reads_well_in_any_client(letters: Letters) -> None:
    game = letters.office.game.view(letters.office.game.players[1])
    board = text_board(game.scene, flipped=game.you != game.bottom, last=game.course.touched)

    for kind, letter in letters.every:
        text = text_of(letter)
        wide = [line for line in text.split("\n") if len(line) > 72]
        assert [line for line in wide if line not in board and "http" not in line] == [], kind
        assert max(map(len, wide), default=0) <= 76, kind
        assert len(html_of(letter).encode()) < 90_000, kind
        # Boards in letters of one width are no wider than a phone.
        drawn = "\n".join(_PRE.findall(html_of(letter)))
        assert max(map(len, drawn.split("\n"))) <= _WIDEST_DRAWN, kind
        assert "{{" not in text + html_of(letter) + letter["Subject"], kind
        assert "None" not in text, kind


def test_nothing_is_loaded_from_afar_when_a_letter_is_opened(letters: Letters) -> None:
    for kind, letter in letters.every:
        html = html_of(letter)
        sources = [part.split('"')[0] for part in html.split('src="')[1:]]
        assert all(source.startswith("cid:") for source in sources), kind
        assert not any(sign in html for sign in ("url(", "<link", "@import", "<script", "srcset", "background=")), kind


def test_every_picture_that_a_letter_carries_is_shown_and_no_other(letters: Letters) -> None:
    for kind, letter in letters.every:
        images = [part for part in letter.walk() if part.get_content_type() == "image/png"]
        identities = sorted(image["Content-ID"].strip("<>") for image in images)
        shown = sorted(part.split('"')[0] for part in html_of(letter).split('src="cid:')[1:])
        assert identities == shown, kind


@pytest.mark.slow
def test_no_line_of_a_letter_about_a_game_reads_as_an_order(letters: Letters) -> None:
    rules = letters.office.room.workshop.registry.get_rules(letters.office.game.view().ruleset)

    for kind, letter in letters.about_the_game:
        lines = [*text_of(letter).split("\n"), *text_of_html(html_of(letter)).split("\n")]
        read = [line for line in lines if asks_for_something(line, rules) and not line.lstrip().startswith("|")]
        assert read == [], kind


def test_a_letter_that_comes_back_without_any_sign_of_quoting_plays_nothing(letters: Letters) -> None:
    for kind, letter in letters.about_the_game:
        if kind == NoticeKind.FROZEN:
            continue
        text, html = new_text(text_of(letter)), new_text(text_of_html(html_of(letter)))
        assert (text.above, text.below, html.above, html.below) == ("", "", "", ""), kind


@pytest.mark.slow
def test_the_lines_below_the_marker_alone_play_nothing_either(letters: Letters) -> None:
    rules = letters.office.room.workshop.registry.get_rules(letters.office.game.view().ruleset)

    for kind, letter in letters.about_the_game:
        lines = text_of(letter).partition("\n\n")[2].split("\n")
        assert done(read_orders(new_text("\n".join(lines)), rules.formed)) == (), kind


def test_a_turn_letter_tells_what_is_needed_to_answer_it(kelasu: Office) -> None:
    text = text_of(composed(kelasu, "your-turn"))

    first = " ".join(text.partition("\n\n")[0].split())
    assert first == f"Your turn 2: Ada has played, until Thu 5 Mar, 14:00. Write above this line. #{kelasu.game.id}#"
    assert "  | Turn 1, Blue: B3-C3, B4-C4, B5-C5, B6-C6\n" in text
    assert "C  S  .  S [B][B][B][B] S  .  S  C\n" in text
    assert "You have until Thursday 5 March 2026, 14:00 CET (Europe/Berlin). After that" in " ".join(text.split())
    assert "Time left when this was written: 3 days." in " ".join(text.split())
    assert "HOW TO ANSWER" in text


def test_a_letter_names_a_zone_by_what_its_clocks_show(kelasu: Office) -> None:
    text = text_of(composed(kelasu, "your-turn", zone="Etc/GMT-2"))

    assert "15:00 UTC+02" in " ".join(text.split())
    assert "Etc/" not in text


@pytest.mark.parametrize("zone", ["America/Argentina/Buenos_Aires", "No/Where"])
def test_a_letter_reads_well_in_any_zone(kelasu: Office, zone: str) -> None:
    text = text_of(composed(kelasu, "your-turn", zone=zone))

    assert [line for line in text.split("\n") if len(line) > 72 and "http" not in line] == []


def test_a_letter_that_cannot_be_answered_does_not_ask_for_a_turn(kelasu: Office) -> None:
    assert "above this line" not in text_of(composed(kelasu, "challenge-declined"))
    assert composed(kelasu, "challenge-declined")["Reply-To"] is None


def test_a_digest_says_that_it_cannot_be_answered_with_a_turn(kelasu: Office) -> None:
    text = " ".join(text_of(composed(kelasu, "digest")).split())

    assert "Do not reply to this one with a turn" in text
    assert "Kelasu against Ada until Thursday 5 March 2026, 14:00 CET (Europe/Berlin) time left" in text
    assert f"/games/{kelasu.game.id}" in text


def test_a_test_letter_asks_for_any_answer(kelasu: Office) -> None:
    letter = composed(kelasu, "test")

    assert "reply to it with anything at all" in " ".join(text_of(letter).split())
    assert letter["Reply-To"] is not None


def test_what_the_other_player_wrote_comes_first_in_its_letter(kelasu: Office) -> None:
    tell(kelasu, "Have you seen this?\nI3-H3")

    text = text_of(composed(kelasu, "message"))

    assert "Ada wrote:\n\n  | Have you seen this?\n  | I3-H3\n" in text
    assert text.count("Have you seen this?") == 1


def test_the_same_notice_is_the_same_letter_to_the_letter(kelasu: Office) -> None:
    letter = claimed(kelasu, "your-turn")

    assert rendered(kelasu, letter).message == rendered(kelasu, letter).message


def test_an_odd_message_id_of_a_client_is_not_repeated(kelasu: Office) -> None:
    letter = claimed(kelasu, NoticeKind.ANSWER, FACTS | {"in_reply_to": "a@b>\r\nBcc: <x@example.org"})

    raw = rendered(kelasu, replace(letter, id=8)).message

    assert message_from_bytes(raw)["In-Reply-To"] is None
    assert b"Bcc:" not in raw


def test_a_sign_in_letter_has_the_link_the_code_and_how_long_they_work(kelasu: Office) -> None:
    text = text_of(composed(kelasu, "sign-in"))

    assert f"http://127.0.0.1:8000/link/{'a' * 26}\n" in text
    assert "    123456\n" in text
    assert "15 minutes" in text
