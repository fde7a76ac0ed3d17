"""`corr mail explain`: what is read in files, as lines of JSON."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corr.cli import main

LETTER = Path(__file__).parents[1] / "mail" / "letters" / "kelasu-list-of-dashes.eml"
QUOTED = "\n\nOn Mon, 4 Jan 2027 at 10:00, Alice <alice@play.example> wrote:\n> a1-b2\n"
KEYS = ["file", "class", "reason", "new_text", "cut_text", "commands", "row", "verdict", "outcome", "words"]


def explain(*arguments: str | Path, given: bytes = b"") -> Result:
    """What the command did."""
    return CliRunner().invoke(main, ["mail", "explain", *map(str, arguments)], input=given)


def told(*arguments: str | Path, given: bytes = b"") -> list[dict[str, object]]:
    """The objects that it printed."""
    return [json.loads(line) for line in explain(*arguments, given=given).stdout.splitlines()]


def one(text: str, *arguments: str) -> dict[str, object]:
    """The object about *text*, given as the body of a mail."""
    (found,) = told("-", "--kind", "text", *arguments, given=text.encode())
    return found


def test_a_body_is_explained_with_its_own_words_what_was_cut_and_its_commands() -> None:
    found = one(f"d4-e5\n\nIt rains all day.{QUOTED}")

    assert list(found) == KEYS
    assert (found["class"], found["reason"], found["new_text"]) == ("human", "", "d4-e5\n\nIt rains all day.")
    assert "a1-b2" in str(found["cut_text"])
    assert found["commands"] == [{"text": "d4-e5", "reading": "D4-E5"}]
    assert found["words"] == "It rains all day."


def test_why_a_turn_is_asked_back_is_told_with_the_words_that_go_with_it() -> None:
    found = one("d4-e5\n\nWait, not final.")

    commands = found["commands"]
    assert isinstance(commands, list)
    (command,) = commands
    assert command["reading"] is None
    assert "asks whether this is meant" in command["refusal"]
    assert "Some of your words might take it back or put it off." in command["refusal"]
    assert found["words"] == "Wait, not final."


@pytest.mark.parametrize(
    ("text", "row", "verdict", "outcome"),
    [
        ("d4-e5\n\nIt was raining all day.", "other-words", "unsure", "played by itself an hour after a letter"),
        ("d4-e5\n\nIs this legal?", "question", "in doubt", "asks whether this is meant"),
        ("resign\n\nIt was raining all day.", "other-words", "in doubt", "The service asks whether this is meant."),
        ("Hi Ada,\n\nd4-e5\n\nThanks!", "", "clear", "done at once"),
        ("d4-e5\n\nor perhaps rather this one:\n\nd4-d5", "", "in doubt", "more than one way"),
        ("It was raining all day.", "", "", ""),
    ],
)
def test_the_verdict_is_told_with_the_row_that_decided(text: str, row: str, verdict: str, outcome: str) -> None:
    found = one(text, "--names", "Ada")

    assert (found["row"], found["verdict"]) == (row, verdict)
    assert outcome in str(found["outcome"])
    assert bool(found["outcome"]) == bool(verdict)


def test_a_turn_that_is_played_by_itself_is_told_with_its_reading() -> None:
    commands = one("d4-e5\n\nIt was raining all day.")["commands"]

    assert commands == [{"text": "d4-e5", "reading": "D4-E5"}]


@pytest.mark.parametrize("kind", ["text", "html", "eml"])
def test_names_that_are_given_are_read_as_greetings_and_signatures(kind: str) -> None:
    body = b"d4-e5\n\nZoltan" if kind == "text" else b"<p>d4-e5</p><p>Zoltan</p>"
    raw = b"From: b@play.example\n\nd4-e5\n\nZoltan\n" if kind == "eml" else body

    verdicts = [
        told("-", "--kind", kind, *names, given=raw)[0]["verdict"]
        for names in ((), ("--names", "Ada Smith, Zoltan"), ("--names", ""))
    ]

    assert verdicts == ["unsure", "clear", "unsure"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It rains all day here.\n\nd4-e5", "It rains all day here."),
        ("offer draw\n\nIt rains.", "It rains."),
        ("d4-e5\n\nsay: It rains.", "It rains."),
        ("board\n\nIt rains.", ""),
        ("d4-e5", ""),
    ],
)
def test_the_words_that_go_to_the_other_player_are_told(text: str, words: str) -> None:
    assert one(text)["words"] == words


def test_beside_a_secret_choice_only_the_words_after_say_are_told() -> None:
    assert one("infiltrator f11\n\nIt rains.\n\nsay: Hello.", "--game", "kerd")["words"] == "Hello."
    assert one("infiltrator f11\n\nIt rains.\n\nsay: Hello.")["words"] != "Hello."


def test_the_help_says_which_names_are_known() -> None:
    text = " ".join(explain("--help").stdout.split())

    assert "It knows no names of the players but those" in text
    assert "The service may know more" in text


def test_html_is_read_without_its_quotes() -> None:
    (found,) = told("-", "--kind", "html", given=b"<p>d4-e5</p><blockquote>a1-b2</blockquote>")

    assert (found["new_text"], found["commands"]) == ("d4-e5", [{"text": "d4-e5", "reading": "D4-E5"}])


def test_a_raw_mail_is_taken_apart() -> None:
    (found,) = told(LETTER)

    assert found["file"] == str(LETTER)
    assert found["commands"] == [
        {"text": "H3-G3\nH4-G4\nH0+H1+H2+I0+I1=W@H0", "reading": "H3-G3, H4-G4, H0+H1+H2+I0+I1=W@H0"}
    ]


@pytest.mark.parametrize(
    ("header", "mail_class"),
    [
        ("Auto-Submitted: auto-replied", "auto"),
        ("List-Id: <a.b>", "list"),
        ("Return-Path: <>", "bounce"),
        ("X-A: b", "human"),
    ],
)
def test_a_raw_mail_is_told_by_its_class(header: str, mail_class: str) -> None:
    raw = f"{header}\nFrom: bob@example.org\nSubject: Hello\n\nd4-e5\n"

    (found,) = told("-", given=raw.encode())

    assert found["class"] == mail_class
    assert bool(found["reason"]) == (mail_class != "human")


def test_the_return_path_of_a_mail_within_a_mail_is_not_its_own() -> None:
    raw = b"From: bob@example.org\nSubject: Hello\n\nd4-e5\n\nReturn-Path: <>\n"

    (found,) = told("-", given=raw)

    assert found["class"] == "human"


def test_the_subject_of_a_mail_is_no_command() -> None:
    (found,) = told("-", given=b"From: bob@example.org\nSubject: d4-e5\n\n")

    assert found["commands"] == []


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("h3-g3, H0+H1+H2+\nI0+I1=W@H0", ["H3-G3, H0+H1+H2+I0+I1=W@H0"]), ("h3-g3,h4-g4", ["H3-G3, H4-G4"]),
        ("a0>b1:2,b1>c2", ["A0>B1:2, B1>C2"]),
        ("B3-c3 b4-C4\nB5 - C5", ["B3-C3, B4-C4, B5-C5"]), ("a0>b1:2, b1>c2", ["A0>B1:2, B1>C2"]), ("o-o", ["O-O"]),
        ("Infiltrator f11!", ["infiltrator F11"]), ("resign\nsay: bye", ["resign", "say: bye"]),
        ("away 7d", ["away 7d"]),
        ("d4-e5\noffer draw\nhelp", ["D4-E5", "offer draw", "help"]), ("Thank you!", []),
        ("d٤-e٥", ["D4-E5"]),
    ],
)  # fmt: skip
def test_commands_are_told_in_canonical_form(text: str, readings: list[str]) -> None:
    commands = one(text)["commands"]

    assert isinstance(commands, list)
    assert [command["reading"] for command in commands] == readings


def test_what_can_be_meant_in_two_ways_is_listed_with_both_and_refused() -> None:
    commands = one("d4-e5\n\nor perhaps rather this one:\n\nd4-d5")["commands"]

    assert isinstance(commands, list)
    assert [(command["text"], command["reading"]) for command in commands] == [("d4-e5", None), ("d4-d5", None)]
    assert all("asked back" in command["refusal"] for command in commands)


def test_a_choice_with_a_space_in_its_square_is_told_in_canonical_form() -> None:
    assert one("infiltrator F 11", "--game", "kerd")["commands"] == [
        {"text": "infiltrator F11", "reading": "infiltrator F11"}
    ]


def test_a_turn_is_judged_by_the_rules_of_the_game() -> None:
    assert one("b3-c3", "--game", "kelasu")["commands"] == [{"text": "b3-c3", "reading": "B3-C3"}]


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("kelasu", "d4-e5", "There is no piece on D4"), ("kelasu", "B3-С3", "is a Cyrillic letter"),
        ("kerd", "Infiltrator: F11", "infiltrator F11"),
    ],
)  # fmt: skip
def test_a_turn_that_cannot_be_played_is_told_with_the_reason(game: str, text: str, words: str) -> None:
    commands = one(text, "--game", game)["commands"]

    assert isinstance(commands, list)
    assert commands[0]["reading"] is None
    assert words in commands[0]["refusal"]


def test_a_turn_is_judged_at_the_position_that_is_given() -> None:
    position = "BBBBBBBBBB/BBBBBBBBBB/S1S4S1S/10/10/10/10/s1s4s1s/bbbbbbbbbb/bbbbbbbbbb r 0"

    commands = one("b3-c3", "--game", "kelasu", "--position", position)["commands"]

    assert isinstance(commands, list)
    assert commands[0]["reading"] is None


def test_the_kind_is_told_by_the_name_where_it_is_not_given(tmp_path: Path) -> None:
    for name, content in (("a.txt", "d4-e5"), ("b.html", "<p>d4-e5"), ("c.eml", "From: a@b.example\n\nd4-e5")):
        (tmp_path / name).write_text(content)

    found = told(tmp_path / "a.txt", tmp_path / "b.html", tmp_path / "c.eml")

    assert [one["new_text"] for one in found] == ["d4-e5"] * 3


def test_what_cannot_be_read_is_told_and_the_others_are_explained(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("d4-e5")
    (tmp_path / "b.txt").write_bytes(b"\x00\x01\x02" * 99)

    result = explain(tmp_path / "nothing.txt", tmp_path, tmp_path / "b.txt", tmp_path / "a.txt")

    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 1
    assert len(result.stderr.splitlines()) == 3
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [("--game", "ludo"), ("--game", "kelasu", "--position", "x"), ("--position", "x"), ("--kind", "pdf"), ("-s", "b")],
)
def test_a_wrong_option_is_refused_in_a_sentence(arguments: tuple[str, ...]) -> None:
    result = explain("-", *arguments, given=b"d4-e5")

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr


def test_the_output_is_ascii_on_one_line_for_each_file() -> None:
    result = explain("-", "--kind", "text", given="Grüße\u2028an dich\n".encode())

    assert result.stdout.isascii()
    assert result.stdout.count("\n") == 1


def test_a_mail_that_is_too_long_to_be_read_is_told_as_such() -> None:
    raw = b"From: bob@example.org\nContent-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\n" * 20_000

    (found,) = told("-", given=raw)

    assert (found["class"], found["commands"]) == ("human", [])
    assert found["reason"] == "too-complex"
