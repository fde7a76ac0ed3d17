"""The commands that ask the engines, as a person at a terminal or a script sees them."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from corr.cli import main
from corr.games.registry import Registry

_START = "BBBBBBBBBB/BBBBBBBBBB/S1S4S1S/10/10/10/10/s1s4s1s/bbbbbbbbbb/bbbbbbbbbb b 0"
_BLOCK = "SS8/10/10/BBBBBBBBBB/BBBBBBBBBB/10/10/10/9b/9s b 0"
_SPENDING = "S1S7/10/10/1BB1D5/2w7/10/10/6C3/b8b/9s b 0"
_WON = "SS8/10/10/3BB5/4B1R3/4WW4/10/10/9b/9s b 0"


def run(*words: str, typed: str | bytes = "") -> Result:
    """What a command did."""
    return CliRunner().invoke(main, list(words), input=typed)


def test_perft_prints_the_count_alone_on_the_last_line() -> None:
    result = run("perft", "kelasu", "3")

    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "490")


def test_perft_takes_a_position_and_options() -> None:
    strict = run("perft", "kelasu", "2", "--position", _SPENDING, "--option", "spend_all=true")
    lenient = run("perft", "kelasu", "2", "--position", _SPENDING)

    assert (strict.stdout, lenient.stdout) == ("570\n", "600\n")


@pytest.mark.parametrize("word", ["yes", "On", "1", "TRUE"])
def test_a_switch_is_set_by_any_word_for_yes(word: str) -> None:
    assert run("perft", "Kelasu", "2", "-p", _SPENDING, "-o", f"Spend-All={word}").stdout == "570\n"


def test_actions_are_listed_one_a_line_and_sorted() -> None:
    assert run("actions", "kelasu").stdout.splitlines() == ["B1-C1", "B3-C3", "B4-C4", "B5-C5", "B6-C6", "B8-C8"]


def test_actions_go_on_from_a_turn_that_has_begun() -> None:
    lines = run("actions", "kelasu", "--begun", "b3-c3, B4-C4").stdout.splitlines()

    assert lines[-1] == "end"
    assert "B3-C3" not in lines
    assert "A3-B3" in lines


def test_no_end_is_listed_where_all_energy_must_be_spent() -> None:
    assert "end" not in run("actions", "kelasu", "--begun", "B3-C3", "-o", "spend_all=yes").stdout.splitlines()


def test_a_thousand_merges_of_a_kind_are_listed_and_the_rest_is_counted() -> None:
    lines = run("actions", "kelasu", "--position", _BLOCK).stdout.splitlines()
    everything = run("actions", "kelasu", "--position", _BLOCK, "--all").stdout.splitlines()

    assert sum("=G@" in line for line in lines) == 1000
    assert lines[:-1] == sorted(lines[:-1])
    assert lines[-1] == f"# {len(everything) - len(lines) + 1} more"
    assert set(lines[:-1]) < set(everything)


def test_check_prints_each_turn_and_the_position_after_it() -> None:
    result = run("check", "kelasu", typed="b3-c3 b4-c4\n\n  I3→H3\n")

    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "B3-C3, B4-C4\tBBBBBBBBBB/BBB2BBBBB/S1SBB2S1S/10/10/10/10/s1s4s1s/bbbbbbbbbb/bbbbbbbbbb r 0",
        "I3-H3\tBBBBBBBBBB/BBB2BBBBB/S1SBB2S1S/10/10/10/10/s1sb3s1s/bbb1bbbbbb/bbbbbbbbbb b 0",
    ]


@pytest.mark.parametrize("typed", ["1. B3-C3, B4-C4", "1) B3-C3 2) B4-C4", "- B3C3 & B4C4", "(B3 C3 then B4 C4)"])
def test_check_reads_turns_that_are_written_as_lists(typed: str) -> None:
    assert run("check", "kelasu", typed=f"{typed}\n").stdout.startswith("B3-C3, B4-C4\t")


def test_check_of_a_file_says_how_a_record_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    file.write_text("")

    result = run("check", str(file))

    assert result.exit_code == 2
    assert "is a file, and no game. If it is a record: corr check --record " in result.stderr


def test_check_tells_how_the_game_ended() -> None:
    result = run("check", "kelasu", "--position", _WON, typed="D4-D5\nI9-I8\nD5-E5\n")

    assert result.stdout.splitlines()[-1] == "D5-E5\tover b victory-squares"


def test_check_knows_the_history_of_the_game() -> None:
    lone = "S9/10/10/5W4/10/10/10/10/4w5/9s b 0"
    turns = ["D5-D6", "I4-I3", "D6-D5", "I3-I4"] * 3

    assert run("check", "kelasu", "-p", lone, typed="\n".join(turns)).stdout.splitlines()[-1] == (
        "I3-I4\tover draw repetition"
    )


def test_a_refused_turn_is_one_sentence_on_stderr_and_status_two() -> None:
    result = run("check", "kelasu", typed="B3-C3\nI3-H3, I4-I2\nB4-C4\n")

    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 1
    assert result.stderr == (
        "Line 2: Action 2, “I4-I2”: I2 is taken by Red’s own Blank. Legal instead: I4-H4, I4-I3.\n"
    )


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("D4-D5\nI9-I8\nD5-E5, D3-E3\n", "Line 3: Action 2, “D3-E3”: The game is over after action 1"),
        (
            "D4-D5\nI9-I8\nD5-E5\n\nI8-I7\n",
            "Line 5: The game is over: all four victory squares were taken. No",
        ),
        ("hello\n", "Line 1: “hello”: This is no action"),
        (b"\xff\xfe\n", "Line 1: The line is not UTF-8 text: see its byte 1."),
        ("x" * 1_000_000, "Line 1: A turn has at most 2,000 characters"),
        ("D4-D5\x00\n", "Line 1: “D4-D5�”: It has a control character, U+0000"),
        (".\n", "Line 1: A turn has at least one action."),
    ],
)
def test_bad_lines_are_refused_in_words(typed: str | bytes, sentence: str) -> None:
    result = run("check", "kelasu", "--position", _WON, typed=typed)

    assert result.exit_code == 2
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["perft", "nim", "1"], "There’s no game called “nim”. We have "),
        (["actions", "kelasu", "-p", "10/10 b 0"], "The board has 10 rows"),
        (["board", "kelasu", "-p", ""], "A Kelasu position has three fields"),
        (["check", "kelasu", "-o", "spend_all=maybe"], "The option “spend_all” is yes or no, not “maybe”."),
        (["check", "kelasu", "-o", "speed=1"], "Kelasu has no option “speed”; its options are: spend_all."),
        (["perft", "kelasu", "1", "-o", "spend_all"], "An option is written as name=value"),
        (["perft", "kelasu", "1", "-o", "a=1", "-o", "a=2"], "The option “a” is given twice."),
        (["actions", "kelasu", "--begun", "B3-D3"], "“B3-D3”: A Blank moves one square"),
    ],
)
def test_what_cannot_be_asked_is_told_with_status_two(words: list[str], sentence: str) -> None:
    result = run(*words)

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(sentence)


def test_a_refused_beginning_of_a_turn_names_what_is_legal() -> None:
    result = run("actions", "kelasu", "--begun", "B3-C3, B4-D4")

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "Action 2, “B4-D4”: A Blank moves one square forward or sideways; B4–D4 is neither. "
        "Legal instead: B4-B3, B4-C4.\n"
    )


@pytest.mark.parametrize("depth", ["three", "1.5", "", "-1", "401", "5000", "9" * 5000])
def test_a_depth_that_is_none_is_answered_with_those_that_are(depth: str) -> None:
    result = run("perft", "kelasu", "--", depth)

    said = result.stderr.splitlines()[-1]
    assert result.exit_code == 2
    assert said.startswith("Error: Invalid value for 'DEPTH': write a whole number from 0 to 400, not “")
    assert len(said) < 200


@pytest.mark.parametrize("command", ["actions", "board", "check", "perft"])
def test_the_help_of_a_command_says_which_games_there_are(command: str) -> None:
    said = run(command, "--help").stdout

    assert all(info.game in said.partition("Games:")[2] for info in Registry.discover().games())


def test_the_end_of_a_game_is_counted_at_any_depth() -> None:
    assert run("perft", "kelasu", "400", "-p", "SS7B/10/10/10/10/10/10/10/10/9b b 0").stdout == "0\n"


def test_board_shows_the_text_board_in_at_most_76_columns() -> None:
    result = run("board", "kelasu", "--position", _START)

    assert result.stdout.splitlines()[3].startswith("C  S  .  S")
    assert max(map(len, result.stdout.splitlines())) <= 76


def test_a_reader_who_has_enough_is_not_complained_to() -> None:
    command = f"{sys.executable} -m corr actions kelasu --all --position '{_BLOCK}' | head -1"

    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=True)

    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("check kelasu <&-", "There is no standard input to read from.\n"),
        ("actions kelasu >/dev/full", "The output cannot be written: No space left on device.\n"),
        ("actions kelasu >&-", ""),
    ],
)
def test_missing_or_full_streams_are_told_in_words(words: str, sentence: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m corr {words}"], capture_output=True, text=True, timeout=60, check=False
    )

    assert done.stderr == sentence


def test_the_engine_commands_load_no_web_library() -> None:
    program = (
        "import sys, click.testing, corr.cli as cli\n"
        "click.testing.CliRunner().invoke(cli.main, ['perft', 'kelasu', '1'])\n"
        "print([name for name in ('flask', 'sqlmodel', 'apscheduler') if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)

    assert done.stdout == "[]\n"


def test_a_divided_count_says_what_each_first_action_leads_to() -> None:
    lines = run("perft", "kelasu", "3", "--divide").stdout.splitlines()

    counts = [int(line.partition(": ")[2]) for line in lines[:-1]]
    assert [line.partition(": ")[0] for line in lines[:-1]] == run("actions", "kelasu").stdout.splitlines()
    assert (sum(counts), lines[-1]) == (490, "490")


def test_a_count_that_cannot_be_divided_is_one_line_or_refused() -> None:
    position = run("check", "kelasu", typed="B3-C3, B4-C4").stdout.partition("\t")[2].strip()

    assert run("perft", "kelasu", "0", "--divide", "-p", position).stdout == "1\n"
    assert run("perft", "kerd", "2", "--divide").exit_code == 2
