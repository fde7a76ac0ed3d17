"""Commands where several seats choose at once, and commands that work for one seat's eyes."""

from itertools import count

import pytest
from click.testing import CliRunner

from corr.cli import main
from corr.cli.engine import begun_turn, counted, drawn, played
from corr.cli.game_parameters import AskedGames, asked, read_seat
from corr.errors import CorrError, InputError
from corr.games.registry import Registry
from tests.sealed_game import HideRules
from tests.tiny_game import TinyRules

_GAMES = Registry([HideRules, TinyRules])
_HIDDEN = "- r A1,B2 -"


def about(seat: str | None = None, position: str | None = None, game: str = "hide") -> AskedGames:
    """What a command is asked about."""
    return asked(game, position, (), seat, registry=_GAMES)


def listed(seat: str | None = None, position: str | None = None) -> list[str]:
    """What `corr actions` lists."""
    return [str(action) for action in begun_turn(about(seat, position), "").actions()]


def checked(*turns: str, seat: str | None = None, position: str | None = None) -> list[str]:
    """What `corr check` prints."""
    return list(played(about(seat, position), zip(count(1), (turn.encode() for turn in turns))))


def refusal(*turns: str, seat: str | None = None, position: str | None = None) -> str:
    """How `corr check` refuses."""
    with pytest.raises(CorrError) as refused:
        checked(*turns, seat=seat, position=position)
    return refused.value.sentence


@pytest.mark.parametrize("typed", ["g", "G", "green", " Green "])
def test_a_seat_is_known_by_its_letter_and_its_name(typed: str) -> None:
    assert read_seat(HideRules.info, typed) == 1


@pytest.mark.parametrize("typed", ["", "blue", "gr", "1"])
def test_a_wrong_seat_is_answered_with_those_there_are(typed: str) -> None:
    with pytest.raises(InputError) as refused:
        read_seat(HideRules.info, typed)

    assert refused.value.sentence == f"Hide and Seek has no seat “{typed}”; its seats are r (Red) and g (Green)."


def test_actions_ask_for_a_seat_where_two_choose_at_once() -> None:
    with pytest.raises(InputError) as refused:
        listed()

    assert refused.value.sentence == (
        "Red and Green choose at the same time here: say whose actions with --seat r or --seat g."
    )


def test_actions_of_a_seat_are_listed_while_two_choose() -> None:
    assert listed("r") == listed("g") == [f"hide {row}{column}" for row in "ABC" for column in "123"]


def test_a_seat_that_is_not_due_has_no_actions() -> None:
    with pytest.raises(InputError) as refused:
        listed("g", _HIDDEN)

    assert refused.value.sentence == "It is Red’s turn here, and Green has no actions."


def test_a_seat_may_be_named_where_only_one_is_due() -> None:
    assert listed("r", _HIDDEN) == listed(None, _HIDDEN)


def test_nobody_has_actions_when_the_game_is_over() -> None:
    assert listed("g", "B2 g A1,B2 -") == listed(None, "B2 g A1,B2 -") == []


def test_turns_of_two_at_once_go_to_the_first_who_can_make_them() -> None:
    assert checked("hide a1", "hide b2", "C3") == [
        "hide A1\t- r A1,? -",
        "hide B2\t- r A1,B2 -",
        "C3\tC3 g A1,B2 -",
    ]


def test_turns_of_two_at_once_begin_with_the_seat_that_is_named() -> None:
    assert checked("hide B2", "hide A1", "C3", seat="g") == [
        "hide B2\t- r ?,B2 -",
        "hide ?\t- r !,B2 -",
        "C3\tC3 g !,B2 -",
    ]


def test_what_is_printed_for_a_seat_shows_its_own_secrets_alone() -> None:
    twins = [checked("hide A1", other, "C3", "C2", seat="r") for other in ("hide B2", "hide C1")]

    assert twins[0] == twins[1]
    assert twins[0][-1] == "C2\tC2,C3 r A1,! -"


def test_the_end_opens_all_for_a_seat_too() -> None:
    assert checked("hide A1", "hide B2", "B2", seat="r")[-1] == "B2\tover r found"


def test_a_turn_that_nobody_can_make_is_refused_as_the_first_would_be() -> None:
    assert refusal("hide D9") == "Line 1: “hide D9”: A turn looks like B2."


def test_counting_is_not_defined_where_two_choose_at_once() -> None:
    with pytest.raises(InputError) as refused:
        counted(about(), 1)

    assert refused.value.sentence == (
        "Red and Green choose at the same time here, so counting is not defined: begin after that."
    )
    assert counted(about(None, _HIDDEN), 1) == 10


def test_a_board_shows_a_seat_what_it_may_know() -> None:
    whole, red, green = (drawn(about(seat, _HIDDEN)) for seat in (None, "r", "g"))

    assert ("Red" in whole, "Green" in whole) == (True, True)
    assert ("Red" in red, "Green" in red) == (True, False)
    assert ("Red" in green, "Green" in green) == (False, True)


def test_a_board_has_the_home_of_its_seat_at_the_bottom() -> None:
    position = "xo....... x"
    plain, cross, nought = (drawn(about(seat, position, "tiny")).splitlines() for seat in (None, "x", "o"))

    assert plain == nought
    assert cross[1].split() != plain[1].split()


def test_the_secret_choice_of_kerd_is_listed_for_a_seat() -> None:
    result = CliRunner().invoke(main, ["actions", "kerd", "--seat", "Black"])

    lines = result.stdout.splitlines()
    assert (result.exit_code, len(lines)) == (0, 20)
    assert {"infiltrator E2", "infiltrator F3", "infiltrator B1"} < set(lines)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("actions kerd", "White and Black choose at the same time here: say whose actions with --seat w or --seat b."),
        ("perft kerd 1", "White and Black choose at the same time here, so counting is not defined: begin after that."),
        ("actions kerd --seat green", "Kerd has no seat “green”; its seats are w (White) and b (Black)."),
        ("actions kelasu --seat r", "It is Blue’s turn here, and Red has no actions."),
    ],
)
def test_a_seat_that_is_missing_or_wrong_is_told_in_a_sentence(words: str, sentence: str) -> None:
    result = CliRunner().invoke(main, words.split())

    assert (result.exit_code, result.stdout, result.stderr) == (2, "", sentence + "\n")


def test_the_other_choice_is_not_printed_for_a_seat() -> None:
    twins = [
        CliRunner().invoke(main, ["check", "kerd", "--seat", "w"], f"infiltrator F11\ninfiltrator {square}\nG3-G4\n")
        for square in ("E2", "B1")
    ]

    assert twins[0].stdout == twins[1].stdout
    assert [line.split()[-1] for line in twins[0].stdout.splitlines()] == ["F11,?", "F11,!", "F11,!"]
