"""`corr record` and `corr check --record`, as a person at a terminal sees them."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corr.cli import main
from corr.cli.engine import checked
from corr.cli.maintenance import record_for
from corr.config import read_settings
from corr.errors import CorrError
from corr.games.registry import Registry
from corr.records.parser import LARGEST, read_record
from tests.gates import tree
from tests.playing import Room, TestGame, a_game, a_room
from tests.records.samples import WON, a_text, registry
from tests.sealed_game import HideRules

_TURNS = ("B3-C3, B4-C4", "I3-H3", "C3-D3")


def run(*words: str, typed: str | bytes = "", url: str = "") -> Result:
    """What a command did, by a service whose data lies at *url*."""
    environ = {"CORR_DATABASE_URL": url, "CORR_URL": None, "CORR_VAR": None}
    return CliRunner(env={name: value or None for name, value in environ.items()}).invoke(main, list(words), typed)


@pytest.fixture
def kept(sqlite_url: str) -> tuple[str, str]:
    """A game that is kept: its id, and where."""
    with a_room(sqlite_url) as room:
        return a_game(room, *_TURNS, ruleset="kelasu/1").id, sqlite_url


def test_a_record_is_printed(kept: tuple[str, str]) -> None:
    result = run("record", kept[0], url=kept[1])

    assert (result.exit_code, result.stderr) == (0, "")
    record = read_record(result.stdout)
    assert (record.game, record.site, record.players) == (kept[0], "http://127.0.0.1:8000", ("Ada", "Bob"))
    assert tuple(turn.text for turn in record.turns) == _TURNS


def test_a_record_is_written_into_a_file_and_is_right(kept: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"

    written = run("record", kept[0], "-o", str(file), url=kept[1])
    judged = run("check", "--record", str(file))

    assert (written.exit_code, written.output) == (0, "")
    assert b"\r" not in file.read_bytes()
    assert judged.output == (f"All is right: Kelasu {kept[0]}, Ada (Blue) against Bob (Red), 3 turns, not over yet.\n")


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("begin", [b"", b"\xef\xbb\xbf"])
def test_a_record_comes_from_standard_input_too(kept: tuple[str, str], ends: str, begin: bytes) -> None:
    text = run("record", kept[0], url=kept[1]).stdout

    judged = run("check", "--record", "-", typed=begin + text.replace("\n", ends).encode())

    assert (judged.exit_code, judged.stdout[:14]) == (0, "All is right: ")


def test_a_letter_that_was_changed_is_told(kept: tuple[str, str]) -> None:
    text = run("record", kept[0], url=kept[1]).stdout

    judged = run("check", "--record", "-", typed=text.replace("I3-H3", "I4-H4"))

    assert (judged.exit_code, judged.stdout) == (2, "")
    assert judged.stderr == "Line 19: the digest does not fit what stands above: something was changed there.\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("record", "nothing"), "There is no such game."),
        (("record", "../x"), "There is no such game."),
        (("record", "GAME", "--seat", "green"), "Kelasu has no seat “green”; its seats are b (Blue) and r (Red)."),
        (("record", "GAME", "-o", "/nowhere/x"), "The file /nowhere/x cannot be written: no such file or directory."),
        (("record", "GAME", "-o", ""), "The name of the file is missing."),
        (("record", "GAME", "-o", "/"), "The file / cannot be written: is a directory."),
    ],
)
def test_what_cannot_be_recorded_is_told_in_a_sentence(
    kept: tuple[str, str], words: tuple[str, ...], sentence: str
) -> None:
    result = run(*(word.replace("GAME", kept[0]) for word in words), url=kept[1])

    assert (result.exit_code, result.stdout, result.stderr) == (2, "", sentence + "\n")


def test_asking_for_a_record_makes_no_database(tmp_path: Path) -> None:
    result = run("record", "k3m9xq", url=f"sqlite:///{tmp_path}/corr.sqlite")

    assert result.exit_code == 2
    assert result.stderr == f"There is no database {tmp_path}/corr.sqlite. Check CORR_VAR and CORR_DATABASE_URL.\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("check",), "Say which game, such as: corr check GAME, with one of "),
        (("check", "--record", "/nowhere/x"), "The file /nowhere/x cannot be read: no such file or directory."),
        (("check", "--record", "/"), "The file / cannot be read: is a directory."),
        (
            ("check", "kelasu", "--record", "-"),
            "A record says itself what is played: with --record, leave the game and",
        ),
        (("check", "-p", "x", "--record", "-"), "A record says itself what is played"),
        (("check", "-o", "a=b", "--record", "-"), "A record says itself what is played"),
        (("check", "-s", "b", "--record", "-"), "A record says itself what is played"),
    ],
)
def test_what_is_asked_wrongly_is_answered_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    result = run(*words)

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", "Line 1: this is empty"),
        (b"\x00" * 1000, "Line 1: this is no record of a game"),
        (b"x" * (2 * LARGEST), "Line 1: a record has at most 1,048,576 bytes; this is more."),
        ("[Record]".encode("utf-16"), "Line 1: this is UTF-16 text; save it as UTF-8."),
        (
            '[Record "corr/1"]\n[Player1 "Zoë"]'.encode("latin-1"),
            "Line 2: this is not UTF-8 text: see byte 13 of the l",
        ),
        (b"\xef\xbb\xbf\r\n\r\n", "Line 1: this is empty"),
    ],
)
def test_a_file_that_is_no_record_is_refused_in_a_sentence(raw: bytes, sentence: str) -> None:
    result = run("check", "--record", "-", typed=raw)

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1


def test_how_a_game_ended_is_told() -> None:
    assert checked(a_text(*WON).encode(), registry()) == (
        "All is right: Tiny k3m9xq, Ada (Cross) against Bob (Nought), 5 turns, won by Ada (line)."
    )


def test_an_unknown_game_is_told() -> None:
    with pytest.raises(CorrError, match="Line 4: the tag Ruleset: There is no ruleset “tiny/1”"):
        checked(a_text(*WON).encode(), Registry.discover())


def a_hiding(room: Room) -> TestGame:
    """A game in which both hid."""
    game = a_game(room, ruleset="hide/1")
    for seat, text in enumerate(("hide A1", "hide B2")):
        game.play(text, seat=seat, number=1)
    return game


@pytest.mark.parametrize(
    ("seat", "texts"), [(None, "hide ?, hide ?"), ("r", "hide A1, hide ?"), ("GREEN", "hide ?, hide B2")]
)
def test_a_record_for_a_seat_has_its_secrets_alone(sqlite_url: str, seat: str | None, texts: str) -> None:
    with a_room(sqlite_url) as room:
        game = a_hiding(room)
        with room.workshop.look() as reader:
            text = record_for(reader, game.id, seat, read_settings({}))

    assert ", ".join(turn.text for turn in read_record(text).turns) == texts
    assert checked(text.encode(), Registry([HideRules])).endswith(
        "2 turns (2 of them cannot be judged before the end of the game), not over yet."
    )


def test_the_record_in_the_readme_is_right() -> None:
    readme = (tree.ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"^    \[Record .*?^    digest [0-9a-f]{64}\n", readme, re.DOTALL | re.MULTILINE)
    assert found is not None
    text = "".join(line.removeprefix("    ") for line in found[0].splitlines(keepends=True))

    assert checked(text.encode(), Registry.discover()).startswith("All is right: ")
