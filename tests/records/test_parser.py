"""Records: read back as they were written, and refused with the line when anything was changed."""

import tracemalloc
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corr.records.format import (
    Record,
    RecordedCommitment,
    RecordedEvent,
    RecordedTurn,
    RecordError,
    SeenPosition,
    digest_of,
    quoted,
    write_record,
)
from corr.records.parser import LARGEST, decoded, read_record
from tests.records.samples import START, WON, a_record, a_text, changed

_MOMENTS = st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30), timezones=st.just(UTC)).map(
    lambda moment: moment.replace(microsecond=0)
)
_NUMBERS = st.integers(1, 999_999_999)
_SEATS = st.sampled_from("wbxo1")
_DOORS = st.sampled_from(("web", "mail"))
_ASCII = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=20)
_TEXTS = st.lists(_ASCII, min_size=1, max_size=3).map(" ".join)
_VALUES = st.text(min_size=1, max_size=30)
_HEX = st.text("0123456789abcdef", min_size=64, max_size=64)
_COMMITMENTS = st.one_of(
    st.builds(RecordedCommitment, _NUMBERS, _SEATS, _HEX),
    st.builds(
        RecordedCommitment, _NUMBERS, _SEATS, _HEX, _ASCII.filter(lambda word: word != "-"), _HEX.map(lambda h: h[:32])
    ),
)
_ENTRIES = st.one_of(
    st.builds(RecordedTurn, _NUMBERS, _SEATS, _MOMENTS, _DOORS, _TEXTS),
    st.builds(RecordedEvent, _NUMBERS, _SEATS | st.just(""), _MOMENTS, _DOORS | st.just(""), st.just("draw-offered")),
    st.builds(SeenPosition, _NUMBERS, _TEXTS),
)
_RECORDS = st.builds(
    Record,
    game=_VALUES,
    site=st.text(max_size=30),
    ruleset=_VALUES,
    options=st.sampled_from(((), (("edge", "sand"),), (("edge", "sea"), ("misery", "true")))),
    players=st.tuples(_VALUES, _VALUES),
    pace=_VALUES,
    started=_MOMENTS,
    ended=st.none() | _MOMENTS,
    result=_VALUES,
    reason=st.text(max_size=10),
    view=_VALUES,
    entries=st.lists(_ENTRIES, max_size=5).map(tuple),
    position=st.builds(SeenPosition, _NUMBERS, _TEXTS),
    commitments=st.lists(_COMMITMENTS, max_size=2).map(tuple),
    others=st.sampled_from(((), (("Later", "a tag of a later form"),))),
)


@given(_RECORDS)
def test_a_record_is_read_back_as_it_was(record: Record) -> None:
    text = write_record(record)

    found = read_record(text)

    assert found == record
    assert write_record(found) == text


@settings(deadline=None)
@given(st.data())
def test_a_letter_that_was_changed_is_noticed(data: st.DataObject) -> None:
    text = a_text(*WON)
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.characters(exclude_characters=text[place] + "\r\n", codec="utf-8"))

    with pytest.raises(RecordError):
        read_record(text[:place] + letter + text[place + 1 :])


@pytest.mark.parametrize("place", range(3, 12))
def test_a_line_that_was_left_out_is_noticed(place: int) -> None:
    lines = a_text(*WON).split("\n")

    with pytest.raises(RecordError):
        read_record("\n".join(lines[:place] + lines[place + 1 :]))


def test_a_file_that_went_through_windows_is_the_same_record() -> None:
    text = a_text(*WON)

    assert read_record("\ufeff" + text.replace("\n", "\r\n")) == read_record(text)
    assert read_record(text.rstrip("\n")) == read_record(text)


@pytest.mark.parametrize(
    "name", ['Ada "the rook" King', "Back\\slash", 'Ada\n[Result "x"]', "A\u202eda", "Zoë Ω", "\\u{41}", "-"]
)
def test_names_are_written_without_doubt(name: str) -> None:
    text = write_record(a_record(*WON, players=(name, "Bob")))

    assert read_record(text).players == (name, "Bob")
    assert all(sign.isprintable() for sign in text.replace("\n", ""))


def test_tags_of_later_forms_are_kept() -> None:
    text = changed(a_text(*WON), '[View "all"]\n', '[View "all"]\n[Later "word"]\n')

    record = read_record(text)

    assert record.others == (("Later", "word"),)
    assert write_record(record) == text


def test_a_line_is_known_by_its_number() -> None:
    record = read_record(a_text(*WON))

    assert [(turn.line, turn.text) for turn in record.turns] == list(enumerate(WON, 15))


def test_a_record_is_text_as_it_is_told_in_its_description() -> None:
    lines = a_text(*WON).splitlines()

    assert lines[0] == '[Record "corr/1"]'
    assert lines[14] == "turn 1 x 2026-03-02T13:00:00Z web A1"
    assert lines[-2] == "position 6 xxxoo.... o"
    assert lines[-1] == "digest " + digest_of("\n".join([*lines[:-1], ""]))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "corr/1",
            "corr/2",
            'Line 1: this is a record of another form; the first line of those read here is [Record "corr/1"].',
        ),
        ("[Record", "[Event", 'Line 1: this is no record of a game; the first line of one is [Record "corr/1"].'),
        ('[Game "k3m9xq"]', '[Pace "3d"]', "Line 8: the tag Pace stands in line 2 already."),
        ('[Game "k3m9xq"]\n', "", "Line 13: here the tags end, and Game is missing."),
        (
            '[Game "k3m9xq"]',
            "[Game k3m9xq]",
            'Line 2: this is no tag; one looks like [Game "k3m9xq"], and a blank line',
        ),
        ('"k3m9xq"', '""', "Line 2: the tag Game is empty."),
        ('"Ada"', '"\\u{110000}"', "Line 6: the tag Player1 has an escape beyond the last of all letters."),
        ('"Ada"', '"A\\da"', "Line 6: this is no tag"),
        (
            '"misery=false edge=sea"',
            '"misery"',
            "Line 5: options are written as name=value, with one space between them.",
        ),
        ('"misery=false edge=sea"', '"edge=sea edge=sand"', "Line 5: an option is given twice."),
        (
            '[Started "2026-03-02T12:00:00Z"]',
            '[Started "soon"]',
            "Line 9: this should be a moment, such as 2027-01-14T",
        ),
        ('[Ended "2026-03-02T17', '[Ended "2026-02-30T17', "Line 10: this should be a moment"),
        (
            "turn 2 ",
            "move 2 ",
            "Line 16: a line begins with one of the words turn, event, seen, position, commitment, di",
        ),
        ("turn 2 ", "turn two ", "Line 16: after “turn” field 1 should be the number of a turn; it is not."),
        ("turn 2 ", "turn 02 ", "Line 16: after “turn” field 1 should be the number of a turn; it is not."),
        ("turn 2 ", "turn ٢ ", "Line 16: after “turn” field 1 should be the number of a turn; it is not."),
        (" web B1", " web", "Line 16: after “turn” ASCII text is missing."),
        (" web B1", " web  B1", "Line 16: after “turn” field 5 should be ASCII text; it is not."),
        ("turn 2 o 2026", "turn 2 o 0000", "Line 16: after “turn” field 3 should be a moment"),
        ("T14:00:00Z", "T14:00:00+01:00", "Line 16: after “turn” field 3 should be a moment"),
        ("position 6 xxxoo.... o\n", "", "Line 20: the line with the last position is missing."),
        ("position 6", "position 6 xxxoo.... o\nposition 6", "Line 21: a line “position” cannot stand here."),
        ("position 6", "digest " + 64 * "0" + "\nposition 6", "Line 21: a line “position” cannot stand here."),
        ("turn 2 ", "\nturn 2 ", "Line 16: a line begins with one of the words"),
        (
            "turn 1",
            "commitment 1 x " + 64 * "0" + " - " + 32 * "0" + "\nturn 1",
            "Line 16: a line “turn” cannot stand h",
        ),
        (
            "position 6 xxxoo.... o\n",
            "position 6 xxxoo.... o\ncommitment 1 x " + 64 * "0" + " A1 -\n",
            "Line 21: word and",
        ),
    ],
)
def test_what_is_no_record_is_refused_with_the_line(old: str, new: str, sentence: str) -> None:
    text = changed(a_text(*WON), old, new)

    with pytest.raises(RecordError) as refused:
        read_record(text)

    assert refused.value.sentence.startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Line 1: this is empty; the first line of a record is [Record"),
        ("\n\n", "Line 1: this is empty"),
        ("hello", "Line 1: this is no record of a game"),
        ('[Record "corr/1"]', "Line 2: here the tags end, and Game is missing."),
        (a_text(*WON).rpartition("digest")[0], "Line 20: the record ends without its digest: a part of it is missing."),
        (a_text(*WON).partition("\nturn")[0], "Line 13: the record ends without its digest: a part of it is missing."),
        (a_text(*WON).replace("A3", "C3"), "Line 21: the digest does not fit what stands above: something was changed"),
        (a_text(*WON) + "turn", "Line 22: after “turn” field 1 should be the number of a turn"),
    ],
)
def test_a_part_is_not_taken_for_the_whole(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_record(text)

    assert refused.value.sentence.startswith(sentence)


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"x" * (LARGEST + 1), "Line 1: a record has at most 1,048,576 bytes; this is more."),
        ("[Record]".encode("utf-16"), "Line 1: this is UTF-16 text; save it as UTF-8."),
        (b"[Record]\n[Game \xff", "Line 2: this is not UTF-8 text: see byte 7 of the line."),
    ],
)
def test_bytes_that_are_no_text_are_refused(raw: bytes, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence.replace("[", r"\[")):
        decoded(raw)


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    for tried in (text, a_text(*WON).partition("turn 1")[0] + text):
        with pytest.raises(RecordError):
            read_record(tried)


@given(st.text())
def test_a_quoted_value_is_one_line_of_what_can_be_seen(value: str) -> None:
    assert quoted(value).isprintable()


def test_moments_are_written_in_utc() -> None:
    record = a_record(*WON)
    east = replace(record, started=START.astimezone(timezone(timedelta(hours=5))))

    assert write_record(east) == write_record(record)


def test_a_tag_of_a_million_signs_takes_no_memory_to_speak_of() -> None:
    text = '[Record "' + "\\" * 1_000_000 + '"]\n'

    tracemalloc.start()
    try:
        with pytest.raises(RecordError):
            read_record(text)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert most < 16_000_000
