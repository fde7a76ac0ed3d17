"""Positions that are none, as a person at a terminal sees them refused: one sentence that names the place."""

import pytest
from click.testing import CliRunner, Result

from corr.cli import main

_LONG = 100_000
_START = {
    "kelasu": "BBBBBBBBBB/BBBBBBBBBB/S1S4S1S/10/10/10/10/s1s4s1s/bbbbbbbbbb/bbbbbbbbbb b 0",
    "kerd": (
        "t*jshbqk*bhsjt*/p*p*p*p*p*c*c*p*p*p*p*p*/5p*p*5/12/12/12/12/12/12/5P*P*5/P*P*P*P*P*C*C*P*P*P*P*P*/"
        "T*JSHBQK*BHSJT* w - - - F11,E2"
    ),
    "kyo": (
        "DDDH,DDLH,DLLH,LLLH,+++K,DL+Q,LLLH,DLLH,DDLH,DDDH/4,++T,++T,4/10/P,P,P,P,2,P,P,P,P/10/10/p,p,p,p,2,p,p,p,p/10/"
        "4,++t,++t,4/dddh,ddlh,dllh,lllh,+++k,dl+q,lllh,dllh,ddlh,dddh g"
    ),
}
_CASES = (
    # More or fewer squares and rows than there are.
    ("kelasu", "S1S4S1S", "S1S4S1SBBB", "Row C must have 10 squares; “S1S4S1SBBB” has 13."),
    ("kelasu", "/10", "/13", "Row D: “13” is not a run of empty squares"),
    ("kelasu", "/10", "/9", "Row D must have 10 squares; “9” has 9."),
    ("kelasu", "/10/10", "/10", "The board has 10 rows with “/” between them; this has 9."),
    ("kelasu", "/10", "/55", "Row D: “55” is not a run of empty squares"),
    ("kelasu", "/10", "/010", "Row D: “010” is not a run of empty squares"),
    ("kerd", "/12", "/13", "Row 9: “13” is not a run of empty squares"),
    ("kerd", "bqk*b", "bqqk*b", "Row 12 must have 12 squares;"),
    ("kerd", "/12/12", "/12", "The board has 12 rows with “/” between them; this has 11."),
    ("kerd", "/12", "/66", "Row 9: “66” is not a run of empty squares"),
    ("kyo", "4,++T,++T,4", "4,++T,++T,++T,++T,++T,4", "Row 1 must have 10 tiles; “4,++T,++T,++T,++T,++T,4” has 13."),
    ("kyo", "/10/", "/13/", "Row 2: “13” is not a run of empty tiles here"),
    ("kyo", "/10/10/", "/10/", "The board has 10 rows with “/” between them; this has 9."),
    ("kyo", "P,P,P,P,2", "P,P,P,P,1,1", "Row 3: “1” is not a run of empty tiles here"),
    ("kyo", "P,P,P,P,2", "P,P,P,P,,", "Row 3: there is nothing between two commas or at an end"),
    # Letters that are no piece, and some that only look like one.
    ("kelasu", "S1S", "X1S", "Row C: “X” is not a piece"),
    ("kelasu", "BBBBBBBBBB", "ВBBBBBBBBB", "Row A: “В” is a Cyrillic letter; write the Latin B."),
    ("kelasu", "S1S", "Ｓ1S", "Row C: “Ｓ” is not a piece"),
    ("kelasu", "S1S", "S\x001S", "Row C: “�” is not a piece"),
    ("kelasu", " b ", " Ь ", "The side to move is “b” for Blue or “r” for Red, not “Ь”."),
    ("kerd", "T*J", "T*X", "Row 1: “X” is not a piece"),
    ("kerd", "T*J", "Т*J", "Row 1: “Т” is a Cyrillic letter; write the Latin T."),
    ("kerd", "t*jsh", "t*jѕh", "Row 12: “ѕ” is a Cyrillic letter; write the Latin s."),
    ("kerd", " w ", " ш ", "The side to move is “w” for White, “b” for Black, or “*” while infiltrators are being"),
    ("kerd", "F11,E2", "F11,Е2", "Black’s infiltrator in the last field is a square"),
    ("kyo", "DDDH", "DDXH", "Row 0, A0: “X” is not a piece"),
    ("kyo", "+++K", "+++К", "Row 0, E0: “К” is a Cyrillic letter; write the Latin K."),
    ("kyo", " g", " G", "The side to move is “g” for Gold or “r” for Red, not “G”."),
    # Pieces that cannot be there together.
    ("kyo", "DDDH", "DDDK", "Gold has 2 Kings, on A0 and E0; a side has at most one."),
    ("kyo", "dddh", "dddq", "Red has 2 Queens, on A9 and F9; a side has at most one."),
    ("kyo", "+++K", "++LK", "Row 0, E0: Mana lies above a Shield in “++LK”."),
    ("kyo", "DDDH", "DDDHP", "Row 0, A0: there are two pawns in “DDDHP”."),
    ("kyo", "DDDH", "HDDD", "Row 0, A0: a Heavy Pawn does not stand on top in “HDDD”."),
    ("kerd", "QK*B", "KK*B", "White must have exactly one King; here it has 2: F1, G1."),
    ("kerd", "QK*B", "QQB", "White must have exactly one King; here it has none."),
    ("kerd", "JSHBQK", "J*SHBQK", "Row 1: the “*” after “J” is wrong"),
    ("kerd", "F11,E2", "F9,E2", "White’s infiltrator in the last field is on F9, but no piece stands there."),
    ("kerd", "F11,E2", "F12,E2", "White’s infiltrator in the last field is on F12, but a Queen cannot be one"),
    (
        "kerd",
        "F11,E2",
        "F2,E2",
        "White’s infiltrator in the last field is on F2, but that Commander Pawn is White’s own",
    ),
    # Fields that are missing, too many, or wrong.
    ("kelasu", " 0", "", "A Kelasu position has three fields with one space between them"),
    ("kelasu", " 0", " 0 0", "A Kelasu position has three fields with one space between them"),
    ("kelasu", " 0", "  0", "A Kelasu position has three fields with one space between them"),
    ("kelasu", " 0", " ٠", "The last field counts quiet turns"),
    ("kelasu", " 0", " 9" + 5000 * "9", "The last field counts quiet turns"),
    ("kerd", " F11,E2", "", "A Kerd position has six fields with one space between them"),
    ("kerd", " F11,E2", " F11", "The last field"),
    ("kyo", " g", "", "A Kyo position has two fields with one space between them"),
    ("kyo", " g", " g 0", "A Kyo position has two fields with one space between them"),
    # Far too much.
    ("kyo", "DDDH", _LONG * "D", "A Kyo position has at most 1,200 characters; this has 100,"),
    ("kyo", "/10/", _LONG * "/", "A Kyo position has at most 1,200 characters; this has 100,"),
    ("kelasu", " 0", " " + _LONG * "0", "The last field counts quiet turns"),
    ("kelasu", "/10", "/" + _LONG * "1", "Row D: “11111111111111111111” is not a run of empty squares"),
    ("kelasu", "/10", _LONG * "/", "The board has 10 rows with “/” between them; this has 100"),
    ("kelasu", "BBBBBBBBBB", _LONG * "B", "Row A must have 10 squares"),
    ("kerd", "T*J", _LONG * "P", "Row 1 must have 12 squares"),
    ("kerd", "T*J", "T" + _LONG * "*" + "J", "Row 1: the “*” after “*” is wrong"),
    ("kerd", "F11,E2", _LONG * "F11,", "The last field"),
    ("kerd", " - - - ", _LONG * " -", "A Kerd position has six fields"),
)


def run(*words: str) -> Result:
    """What a command did."""
    return CliRunner().invoke(main, list(words))


def position(game: str, old: str, new: str) -> str:
    """A start with one part changed."""
    start = _START[game]
    assert old in start
    return start.replace(old, new, 1)


@pytest.mark.parametrize("command", ["board", "actions", "check"])
@pytest.mark.parametrize("case", _CASES, ids=range(len(_CASES)))
def test_a_position_that_is_none_is_refused_with_its_place(command: str, case: tuple[str, str, str, str]) -> None:
    game, old, new, sentence = case

    result = run(command, game, "--position", position(game, old, new))

    assert (result.exit_code, result.stdout) == (2, "")
    assert sentence in result.stderr
    assert (result.stderr.count("\n"), "Traceback" in result.stderr) == (1, False)
    assert len(result.stderr) < 600


@pytest.mark.parametrize("game", sorted(_START))
@pytest.mark.parametrize("text", ["", " ", "\n", "0", "-", "💥", "\ud800", "%s", "x" * _LONG, " " * _LONG])
def test_a_text_that_is_nothing_like_a_position_is_refused_in_a_sentence(game: str, text: str) -> None:
    result = run("board", game, "--position", text)

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("A ")


@pytest.mark.parametrize("game", sorted(_START))
def test_a_position_may_have_been_copied_with_a_line_break(game: str) -> None:
    assert run("board", game, "-p", f" {_START[game]}\n").stdout == run("board", game, "-p", _START[game]).stdout
