"""Records played again: every line is checked against the engine, and what is wrong is named with its line."""

from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

import pytest

from corr.games.registry import Registry
from corr.records.format import (
    Record,
    RecordedCommitment,
    RecordedEvent,
    RecordedTurn,
    RecordError,
    SeenPosition,
    write_record,
)
from corr.records.parser import read_record
from corr.records.validation import replay_record
from tests.records.samples import HOUR, START, WON, a_record, a_text, changed, registry
from tests.sealed_game import HideRules


def fault(text: str, games: Registry | None = None) -> str:
    """What is wrong with a record."""
    with pytest.raises(RecordError) as refused:
        replay_record(read_record(text), games or registry())
    return refused.value.sentence


def ended_by(kind: str, reason: str, result: str, side: str) -> Record:
    """A game of two turns that was ended otherwise."""
    record = a_record("A1", "B1", result=result, reason=reason, ended=START + 5 * HOUR, view="all")
    event = RecordedEvent(3, side, START + 5 * HOUR, "web", kind)
    return replace(record, entries=(*record.entries, event))


@pytest.mark.parametrize("count", range(len(WON) + 1))
def test_a_right_record_is_the_same_game_again(count: int) -> None:
    track = replay_record(read_record(a_text(*WON[:count])), registry())

    assert (track.rounds, track.outcome is not None) == (count, count == len(WON))
    assert track.text == a_record(*WON[:count]).position.text


@pytest.mark.parametrize(
    ("kind", "reason", "result", "side"),
    [
        ("resigned", "resignation", "o", "x"),
        ("time", "time", "x", "o"),
        ("draw-agreed", "agreement", "draw", "o"),
        ("settled", "adjudication", "draw", ""),
        ("time-claimed", "time", "x", "x"),
        ("cancelled", "cancelled", "void", "o"),
        ("abandoned", "abandoned", "void", ""),
        ("voided", "voided", "void", ""),
    ],
)
def test_a_game_may_end_without_a_turn(kind: str, reason: str, result: str, side: str) -> None:
    record = ended_by(kind, reason, result, side)

    assert replay_record(read_record(write_record(record)), registry()).outcome is None


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("tiny/1", "huge/1", "Line 4: the tag Ruleset: There is no ruleset “huge/1”; there are: tiny/1."),
        ("edge=sea", "edge=air", "Line 5: the tag Options: The option “edge” is sea or sand, not “air”."),
        (
            "edge=sea",
            "hedge=sea",
            "Line 5: the tag Options: Tiny has no option “hedge”; its options are: misery, edge.",
        ),
        ("web B1", "web C9", "Line 16: “C9”: A square looks like B2."),
        ("web B1", "web A1", "Line 16: “A1”: A1 is marked already."),
        ("web B1", "web b1", "Line 16: in canonical notation this turn is “B1”."),
        ("web B1", "web ,", "Line 16: A turn has at least one action."),
        ("turn 2 o", "turn 2 x", "Line 16: Nought should play here, not Cross."),
        ("turn 2 o", "turn 2 q", "Line 16: there is no seat “q”; there are x (Cross) and o (Nought)."),
        ("turn 2 o", "turn 1 o", "Line 17: turn 2 is due here, not turn 3."),
        ("turn 2 o", "turn 3 o", "Line 16: turn 2 is due here, not turn 3."),
        ("turn 2 o 2026-03-02T14", "turn 2 o 2026-03-02T12", "Line 16: this happened before what stands above it."),
        ("turn 1 x 2026-03-02T13", "turn 1 x 2026-03-01T13", "Line 15: this happened before what stands above it."),
        ("turn 5 x 2026-03-02T17", "turn 5 x 2026-03-02T18", "Line 19: this happened after the end of the game."),
        ('Ended "2026-03-02T17', 'Ended "2026-03-02T11', "Line 10: the tag Ended: this is before the start."),
        ('[Result "x"]', '[Result "o"]', "Line 11: the tag Result: by its turns the game ended so: x, line."),
        ('[Result "x"]', '[Result "z"]', "Line 11: the tag Result: it is one of x, o, draw, void and *, not “z”."),
        ('[Reason "line"]', '[Reason "full"]', "Line 11: the tag Result: by its turns the game ended so: x, line."),
        ('[Reason "line"]', '[Reason ""]', "Line 11: the tag Result: a game that is over has an end and a reason"),
        ('[View "all"]', '[View "x"]', "Line 13: the tag View: “x” does not fit the result “x”."),
        ("xxxoo....", "xxxo.o...", "Line 20: the turns lead to another position: xxxoo.... o"),
        ("xxxoo....", "xxx", "Line 20: A position is nine letters and a side."),
        ("position 6", "position 7", "Line 20: turn 6 is next here, not turn 7."),
        (
            "position",
            "turn 6 o 2026-03-02T17:00:00Z web C1\nposition",
            "Line 20: the game is over: three stood in a row.",
        ),
        ("turn 2", "seen 2 xx....... o\nturn 2", "Line 16: nothing is secret here: a line “seen” has no place."),
    ],
)
def test_what_is_not_right_is_named_with_its_line(old: str, new: str, sentence: str) -> None:
    assert fault(changed(a_text(*WON), old, new)).startswith(sentence)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('Result "*"', 'Result "x"', "Line 13: the tag View: “public” does not fit the result “x”."),
        (
            'Ended ""',
            'Ended "2026-03-03T12:00:00Z"',
            "Line 11: the tag Result: a game that is over has an end and a re",
        ),
        ('View "public"', 'View "z"', "Line 13: the tag View: “z” does not fit the result “*”."),
    ],
)
def test_a_game_that_goes_on_has_no_end(old: str, new: str, sentence: str) -> None:
    assert fault(changed(a_text("A1", "B1"), old, new)).startswith(sentence)


def test_a_game_that_its_turns_ended_does_not_go_on() -> None:
    running = a_text(*WON, result="*", reason="", ended=None, view="public")

    assert fault(running) == "Line 11: the tag Result: the game is over by its turns: three stood in a row."


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (
            ended_by("resigned", "weariness", "o", "x"),
            "Line 12: the tag Reason: the turns do not end the game by “weariness”",
        ),
        (
            ended_by("time", "resignation", "o", "x"),
            "Line 12: the tag Reason: the last thing that happened should then",
        ),
        (
            ended_by("resigned", "resignation", "x", "x"),
            "Line 17: Cross won the game, say the tags, so this was the oth",
        ),
        (
            ended_by("resigned", "resignation", "draw", "x"),
            "Line 11: the tag Result: “draw” does not fit the reason “res",
        ),
        (ended_by("draw-agreed", "agreement", "o", "x"), "Line 11: the tag Result: “o” does not fit the reason “agree"),
        (
            ended_by("cancelled", "cancelled", "draw", "o"),
            "Line 11: the tag Result: “draw” does not fit the reason “can",
        ),
        (
            ended_by("cancelled", "cancelled", "x", "o"),
            "Line 11: the tag Result: “x” does not fit the reason “cancelle",
        ),
        (ended_by("draw-agreed", "agreement", "void", "x"), "Line 11: the tag Result: “void” does not fit the reason "),
        (
            ended_by("voided", "abandoned", "void", ""),
            "Line 12: the tag Reason: the last thing that happened should th",
        ),
        (
            ended_by("time-claimed", "time", "o", "x"),
            "Line 17: Nought won the game, say the tags, so this was that one",
        ),
    ],
)
def test_an_end_without_a_turn_fits_what_happened(record: Record, sentence: str) -> None:
    assert fault(write_record(record)).startswith(sentence)


def test_a_game_that_its_turns_ended_has_a_result() -> None:
    drawn = changed(a_text(*WON), '[Result "x"]', '[Result "void"]')

    assert fault(drawn) == "Line 11: the tag Result: by its turns the game ended so: x, line."


def test_events_go_forward_among_themselves() -> None:
    offered = RecordedEvent(1, "x", START + 2 * HOUR, "web", "draw-offered")
    declined = RecordedEvent(1, "o", START + HOUR, "web", "draw-declined")
    record = a_record("A1")

    early = replace(record, entries=(offered, declined, *record.entries))

    assert fault(write_record(early)) == "Line 16: this happened before what stands above it."


# -- secrets ----------------------------------------------------------------------------------------------------------

_NONCE = "0123456789abcdef" * 2


def hidden(*more: RecordedTurn, texts: tuple[str, str] = ("hide A1", "hide B2"), **values: object) -> Record:
    """A game of hide and seek; both hid, Green first."""
    first, second = texts
    entries = (
        RecordedTurn(1, "g", START + HOUR, "web", second),
        RecordedTurn(1, "r", START + 2 * HOUR, "mail", first),
        *more,
    )
    changes = {"ruleset": "hide/1", "options": (), "entries": entries, **values}
    return replace(a_record(), **changes)  # type: ignore[arg-type]  # A table of whatever a test wants.


def found(*commitments: RecordedCommitment) -> Record:
    """A game of hide and seek that is over: Red found Green."""
    return hidden(
        RecordedTurn(2, "r", START + 3 * HOUR, "web", "B2"),
        result="r",
        reason="found",
        view="all",
        ended=START + 3 * HOUR,
        position=SeenPosition(3, "B2 g A1,B2 -"),
        commitments=commitments,
    )


def committed(word: str, side: str = "r", *, number: int = 1, is_open: bool = True) -> RecordedCommitment:
    """A commitment to *word*."""
    digest = sha256(f"k3m9xq {word} {_NONCE}".encode()).hexdigest()
    return RecordedCommitment(number, side, digest, word if is_open else "", _NONCE if is_open else "")


def hide_fault(record: Record) -> str:
    """What is wrong with a game of hide and seek."""
    return fault(write_record(record), Registry([HideRules]))


def test_turns_of_one_moment_come_in_any_order() -> None:
    record = read_record(write_record(found(committed("A1"), committed("B2", "g"))))

    assert replay_record(record, Registry([HideRules])).text == "B2 g A1,B2 -"


def test_secret_turns_are_passed_over_by_the_position_that_is_seen() -> None:
    record = hidden(
        texts=("hide ?", "hide ?"),
        position=SeenPosition(3, "C3 g !,! -"),
    )
    seen, search = SeenPosition(2, "- r !,! -"), RecordedTurn(2, "r", START + 3 * HOUR, "web", "C3")
    told = replace(record, entries=(*record.entries, seen, search), commitments=(committed("A1", is_open=False),))

    track = replay_record(read_record(write_record(told)), Registry([HideRules]))

    assert (track.text, track.rounds) == ("C3 g !,! -", 2)
    assert hide_fault(replace(told, position=SeenPosition(3, "C2 g !,! -"))).startswith("Line 19: the turns lead to")


def test_a_secret_turn_alone_is_no_turn() -> None:
    record = hidden(texts=("hide ?", "hide B2"), position=SeenPosition(2, "- r A1,B2 -"))

    assert hide_fault(record) == "Line 16: “hide ?”: A turn looks like B2."


def test_a_turn_of_one_moment_that_is_missing_is_named() -> None:
    record = hidden()

    alone = replace(record, entries=record.entries[:1])

    assert hide_fault(alone) == "Line 15: Red and Green play at the same time; Red’s turn is missing."


@pytest.mark.parametrize(
    ("commitment", "sentence"),
    [
        (committed("A2"), "Line 19: the word “A2” is not what the turn in line 16 kept secret."),
        (replace(committed("A1"), digest=64 * "0"), "Line 19: the digest of game, word and nonce is another one."),
        (committed("A1", number=2), "Line 19: the word “A1” is not what the turn in line 17 kept secret."),
        (committed("A1", number=3), "Line 19: there is no turn that this commitment is for."),
        (committed("A1", "x"), "Line 19: there is no seat “x”; there are r (Red) and g (Green)."),
        (committed("A1", is_open=False), "Line 19: the game is over, so word and nonce should stand here."),
    ],
)
def test_a_commitment_binds_what_was_played(commitment: RecordedCommitment, sentence: str) -> None:
    assert hide_fault(found(commitment)) == sentence


@pytest.mark.parametrize(
    ("number", "side", "sentence"),
    [
        (1, "r", ""),
        (1, "x", "Line 16: there is no seat “x”; there are r (Red) and g (Green)."),
        (2, "r", "Line 16: there is no turn that this commitment is for."),
    ],
)
def test_a_commitment_may_be_for_a_turn_that_waits(number: int, side: str, sentence: str) -> None:
    record = hidden(entries=(), position=SeenPosition(1, "- r ?,? -"), commitments=(_waiting(number, side),))

    if sentence:
        assert hide_fault(record) == sentence
    else:
        assert replay_record(read_record(write_record(record)), Registry([HideRules])).rounds == 0


def _waiting(number: int, side: str) -> RecordedCommitment:
    return committed("A1", side, number=number, is_open=False)


def test_a_moment_in_the_middle_of_a_second_is_not_lost() -> None:
    record = a_record("A1")
    assert isinstance(record.entries[0], RecordedTurn)
    late = replace(record.entries[0], at=START + HOUR + timedelta(microseconds=999_999))

    assert write_record(replace(record, entries=(late,))) == write_record(record)
