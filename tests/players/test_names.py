"""Display names: which are possible, and which look alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from corr.errors import InputError
from corr.players.names import isolated, look_key, name_key, read_league_name, read_name


@pytest.mark.parametrize(
    "name",
    [
        *("Al", "Alice", "Anne-Marie O'Neil", "Zoë", "Иван", "山田", "x" * 30, "Łukasz"),
        *("J. R. 3", "J.R.R. Tolkien", "Dr. No", "Ada M.", "2.0", "Corrie", "Administer", "Ada-Corr"),
    ],
)
def test_an_ordinary_name_is_kept_as_it_is(name: str) -> None:
    assert read_name(name).name == name


def test_spaces_around_and_between_are_tidied() -> None:
    assert read_name("  Alice    B ").name == "Alice B"


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "A",
        "x" * 31,
        "x" * 1_000_000,
        "alice@example.org",
        "http://evil",
        "evil.com",
        "www.evil.com",
        "Go to evil.com now",
        "evil。com",
        "пример.рф",
        "WWW.Ada",
        "<script>",
        "{{7*7}}",
        "%s",
        "a\r\nBcc: b",
        "a\0b",
        "a\u202eb",
        "a\u200bb",
        "a\ud800b",
        "a\tb",
        "a\u2028b",
        "Ada\u034f",
        "Ada\ufe0f",
        "Ada\U000e0100",
        "\u3164\u3164",
        "\uffa0\u115f",
        "\u17b4\u17b5Ada",
        "a" + "\u0301" * 3,
        "a" + "\u0301" * 1000,
        "...",
        "admin",
        *("corr-team", "Corr Team", "С0rr.support", "no-reply 2", "Admin_1"),
        "Post Master",
        "Аdmin",
        "C0rr",
    ],
)
def test_a_name_that_could_harm_or_mislead_is_refused(name: str) -> None:
    with pytest.raises(InputError) as refusal:
        read_name(name)

    assert refusal.value.field == "name"
    refusal.value.sentence.encode()


@pytest.mark.parametrize(
    ("one", "other"), [("Alice", "ALICE"), ("Zoë", "Zoe\u0308"), ("John", "ｊｏｈｎ"), ("Strasse", "Straße")]
)
def test_case_width_and_storage_make_no_other_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("paypal", "pаypаl"),
        ("Ian", "lan"),
        ("Bob1", "Bobl"),
        ("John", "J0hn"),
        ("Bern", "Bem"),
        ("Anne-Marie", "Anne Marie"),
        ("Ivvo", "Iwo"),
        ("Alice", "Alịce"),
    ],
)
def test_names_that_look_alike_have_one_look(one: str, other: str) -> None:
    assert look_key(one) == look_key(other)


@pytest.mark.parametrize(("one", "other"), [("Neil", "Nell"), ("Zoe", "Zoë"), ("Ann", "Anna"), ("Muller", "Müller")])
def test_names_that_people_really_have_stay_apart(one: str, other: str) -> None:
    assert look_key(one) != look_key(other)


@given(some.text(max_size=40))
def test_any_text_is_a_name_or_refused_in_words(text: str) -> None:
    try:
        name = read_name(text)
    except InputError as refusal:
        refusal.sentence.encode()
    else:
        assert read_name(name.name) == name


@pytest.mark.parametrize("name", ["+1+2", "-2+3", "– Cup"])
def test_the_name_of_a_league_begins_like_no_formula(name: str) -> None:
    with pytest.raises(InputError, match="cannot begin with"):
        read_league_name(name)
    assert read_league_name(f"Cup {name}").name == f"Cup {name}"
    assert read_league_name("Corr Cup").name == "Corr Cup"


def test_a_name_from_right_to_left_turns_nothing_around_it_and_others_stay_as_they_are() -> None:
    assert isolated("\u05d3\u05e0\u05d4") == "\u2068\u05d3\u05e0\u05d4\u2069"
    assert isolated("Zoë 2") == "Zoë 2"
