"""The parts of letters: a text that is enough, HTML that every client shows, and pictures that hide nothing."""

import re
from binascii import a2b_qp
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from corr.games.courses import Course
from corr.games.scene import Trace
from corr.mail.letters.mime import picture, written
from corr.players.appearance import Appearance, keep_appearance
from corr.render.text import text_board
from corr.render.themes import PAGE, paints_of
from corr.render.words import told_board
from corr.resources import templates_folder
from corr.store.tables.player_accounts import Theme
from tests.mail.composing import FACTS, GAMES, challenged, claimed, composed, rendered, tell
from tests.mail.office import Office, an_office, html_of, text_of
from tests.playing import a_room
from tests.web.color_vision import palette

FIELDS = [("From", "a@play.example"), ("Message-ID", "<x@play.example>")]
HOSTILE = '<script>alert(1)</script><img src="https://evil.example/x.png">"\'&{{ 7*7 }}</p>'


@pytest.fixture(params=list(GAMES))
def office(sqlite_url: str, request: pytest.FixtureRequest) -> Iterator[Office]:
    """A game of each kind in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, *GAMES[request.param], ruleset=request.param)


@pytest.fixture
def kelasu(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, *GAMES["kelasu/1"], ruleset="kelasu/1")


def tree(part: Message) -> str:
    """The parts of a mail: "multipart/mixed(text/plain)"."""
    payload = part.get_payload()
    inner = [tree(child) for child in payload if isinstance(child, Message)] if isinstance(payload, list) else []
    return f"{part.get_content_type()}({', '.join(inner)})" if inner else part.get_content_type()


def images_of(letter: Message) -> list[Message]:
    return [part for part in letter.walk() if part.get_content_type() == "image/png"]


def contrast(one: str, other: str) -> float:
    """How well two colours can be told apart, from 1 to 21 (WCAG 2.2, contrast ratio)."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def colours(css: str) -> dict[str, dict[str, str]]:
    """The colours that each selector of *css* sets."""
    rules = re.findall(r"([^{}@]+)\{([^{}]*)\}", css)
    return {
        selector.strip(): dict(re.findall(r"(?:^|;|\s)(color|background):\s*(#[0-9a-f]{6})", body))
        for selector, body in rules
    }


def test_each_command_stands_on_one_line_with_what_it_does(office: Office) -> None:
    text = text_of(office.letters("Bob")[-1])

    listed = text.partition("alone on a line:\n\n")[2].partition("\n\n")[0].split("\n")

    assert len(listed) > 4
    assert [line for line in listed if not re.match(r"  \| [a-z0-9 ]+?  +\S", line)] == []


def test_a_letter_is_a_text_beside_html_with_its_picture(office: Office) -> None:
    letter = composed(office, "your-turn")

    assert tree(letter) == "multipart/alternative(text/plain, multipart/related(text/html, image/png))"


def test_a_letter_without_a_board_is_a_text_beside_html(kelasu: Office) -> None:
    assert tree(composed(kelasu, "sign-in")) == "multipart/alternative(text/plain, text/html)"


def test_the_picture_is_shown_in_the_letter_and_has_a_name(office: Office) -> None:
    letter = composed(office, "your-turn")
    [image] = images_of(letter)

    assert f'src="cid:{image["Content-ID"].strip("<>")}"' in html_of(letter)
    assert image["Content-Disposition"] == 'inline; filename="board.png"'


def test_the_words_in_place_of_the_picture_tell_the_whole_position(office: Office) -> None:
    game = office.game.view(office.game.players[1])

    html = html_of(composed(office, "your-turn"))

    words = told_board(game.scene)
    assert f'alt="{words}"' in html.replace("&#39;", "'").replace("&quot;", '"')
    assert words.endswith(".")
    assert "more" not in words


def test_the_text_alone_is_enough_to_play(office: Office) -> None:
    game = office.game.view(office.game.players[1])
    board = text_board(game.scene, flipped=game.you != game.bottom, last=game.course.touched)

    text = text_of(composed(office, "your-turn"))

    assert board.partition("\n\n")[0] in text
    assert "You can begin like this:" in text
    assert "HOW TO ANSWER" in text
    assert "You have until" in text


def test_the_picture_has_a_ground_of_its_own_in_dark_clients(office: Office) -> None:
    [image] = images_of(composed(office, "your-turn"))
    content = image.get_payload(decode=True)
    assert isinstance(content, bytes)

    with Image.open(BytesIO(content)) as drawn:
        assert "transparency" not in drawn.info
        assert drawn.mode in {"P", "RGB"}


def test_every_letter_keeps_its_dark_colours(office: Office) -> None:
    html = html_of(composed(office, "your-turn"))

    assert "@media (prefers-color-scheme: dark)" in html
    assert '<meta name="color-scheme" content="light dark">' in html


def test_every_colour_of_a_letter_can_be_read_in_the_light_and_in_the_dark() -> None:
    layout = (Path(templates_folder()) / "mail" / "layout.html").read_text()
    light, _, dark = layout.partition("<style>")[2].partition("</style>")[0].partition("@media")
    schemes = [colours(light), colours(light) | colours(dark.partition("{")[2])]

    for scheme in schemes:
        page = scheme["body"]
        for selector, found in scheme.items():
            ground = found.get("background", page["background"])
            assert contrast(found.get("color", page["color"]), ground) >= 4.5, selector


def test_letters_have_the_colours_of_the_site() -> None:
    layout = (Path(templates_folder()) / "mail" / "layout.html").read_text()
    site = [palette("warm", scheme).properties for scheme in ("light", "dark")]

    ground = "#" + "".join(f"{part:02x}" for part in PAGE)
    assert set(re.findall(r"#[0-9a-f]{6}\b", layout)) <= {code for colors in site for code in colors.values()} | {
        ground
    }


@pytest.mark.parametrize("kind", ["your-turn", "game-over", "held", "sign-in", "season-report", "digest"])
def test_every_letter_carries_name_and_sign_below_the_line_to_write_above(kelasu: Office, kind: str) -> None:
    html = html_of(composed(kelasu, kind))

    before, brand, _ = html.partition('<table class="brand"')
    assert brand
    assert '">Corr</a>' in html
    # What stands above that line is read as words of whoever answers.
    assert ("above this line" in before) == ("above this line" in html)


@pytest.mark.parametrize("kind", ["your-turn", "answer", "held", "message", "game-over"])
def test_bars_before_turns_are_for_clients_that_make_text_and_not_seen(kelasu: Office, kind: str) -> None:
    html = html_of(composed(kelasu, kind))

    bars = re.findall(r'<span class="bar" style="([^"]*)">\| </span>', html)
    assert kind == "game-over" or bars
    assert all("font-size: 1px" in style for style in bars)
    assert html.count("|") == len(bars)


def test_a_board_has_a_frame_of_its_own_ground_on_dark_pages(kelasu: Office) -> None:
    shown = re.search(r'<img class="board"[^>]*style="([^"]*)"', html_of(composed(kelasu, "your-turn")))

    ground = "#" + "".join(f"{part:02x}" for part in PAGE)
    assert shown is not None
    assert f"background: {ground}" in shown[1]
    assert "padding: 4px" in shown[1]


def test_words_of_players_are_never_markup(kelasu: Office) -> None:
    tell(kelasu, HOSTILE)
    facts = {"challenge_id": challenged(kelasu, HOSTILE)}
    letters = [composed(kelasu, "your-turn"), composed(kelasu, "message")]
    letters.append(message_from_bytes(rendered(kelasu, claimed(kelasu, "challenge", facts)).message))

    for html in map(html_of, letters):
        assert "<script" not in html
        assert "evil.example" in html
        assert not re.search(r"<img[^>]*evil", html)
        assert "{{ 7*7 }}" in html


def test_answers_repeat_what_was_written_without_markup(kelasu: Office) -> None:
    facts = FACTS | {"yours": [HOSTILE], "turns": [HOSTILE], "lines": [HOSTILE], "title": HOSTILE, "instead": HOSTILE}

    html = html_of(message_from_bytes(rendered(kelasu, claimed(kelasu, "answer", facts)).message))

    assert "<script" not in html
    assert not re.search(r"<img[^>]*evil", html)


@pytest.mark.parametrize(
    "text",
    ["From here on it gets hard\nFrom there too\n", ".\n..\n.\n", "ends in a blank \nand a tab\t\n", "é" * 300 + "\n",
     "x" * 3000 + "\n", "=_b0undary\n--=_x\n", "\U0001f600\u2028\u0085\n", "a\n" * 3000, "= =3D =\n", ""],
)  # fmt: skip
def test_a_text_arrives_as_it_was_written_and_gives_no_server_a_reason_to_change_it(text: str) -> None:
    raw = written(FIELDS, text, "<p>x</p>", [])

    lines = raw.split(b"\r\n")
    letter = message_from_bytes(raw)
    assert text_of(letter) == text
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert not any(line.startswith(b"From ") or line == b"." for line in lines)
    assert not any(line.endswith((b" ", b"\t")) for line in lines)
    assert max(map(len, lines)) <= 78
    assert raw.isascii()


def test_a_text_is_decoded_by_every_reader_alike() -> None:
    raw = written(FIELDS, "From me\n.\nZoë = 3\n", "<p>x</p>", [])

    encoded = raw.partition(b"quoted-printable\r\n\r\n")[2].partition(b"\r\n--=_")[0]

    assert a2b_qp(encoded) == "From me\r\n.\r\nZoë = 3\r\n".encode()


def test_a_picture_is_drawn_once_for_both_players_and_every_retry(kelasu: Office) -> None:
    scene = kelasu.game.view(kelasu.game.players[1]).scene
    shown = partial(picture, flipped=False, course=Course((Trace(("B3", "C3")),)), theme="warm")

    first = shown(scene)

    assert shown(kelasu.game.view(kelasu.game.players[0]).scene) is first
    assert shown(scene, flipped=True) is not first
    assert shown(scene, course=Course()) is not first
    assert shown(scene, theme="plain") is not first
    assert shown(scene.window("A0", "B3")) is not first


def test_the_pictures_of_a_letter_are_in_its_readers_theme(kelasu: Office) -> None:
    with kelasu.game.room.workshop.open() as uow:
        keep_appearance(uow, kelasu.game.players[1], Appearance(theme=Theme.PLAIN))

    content = images_of(composed(kelasu, "your-turn"))[0].get_payload(decode=True)

    assert isinstance(content, bytes)
    with Image.open(BytesIO(content)) as drawn:
        colors = {color for _, color in drawn.convert("RGB").getcolors() or []}
    plain, warm = (paints_of(theme)["blue-body"] for theme in ("plain", "warm"))
    assert plain in colors
    assert warm not in colors


def test_the_width_that_a_letter_gives_its_picture_is_the_true_one(office: Office) -> None:
    letter = composed(office, "your-turn")
    content = images_of(letter)[0].get_payload(decode=True)
    assert isinstance(content, bytes)

    with Image.open(BytesIO(content)) as drawn:
        assert f'width="{drawn.width}"' in html_of(letter)
