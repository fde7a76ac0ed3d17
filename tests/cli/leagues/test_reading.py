"""The file of a league: what it says, and what is told about what it should not say."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from corr.cli.leagues.file_reader import LARGEST, read_keys, read_league_file
from corr.errors import InputError
from corr.leagues.rules.league_file import ALL_KEYS, LeagueFile, write_document, write_schema
from corr.leagues.rules.settings import Unfinished
from corr.leagues.rules.tiebreaks import TieBreak
from tests.cli.leagues.terminal import NOW, REGISTRY, SHORT, USUAL, a_file, settings, written
from tests.known_games import KNOWN_GAMES, KNOWN_TITLES
from tests.leagues.rules.test_moments import at
from tests.leagues.rules.test_reading import READ


def read(body: str | bytes) -> LeagueFile:
    """What a file says."""
    return read_league_file(body if isinstance(body, bytes) else body.encode(), REGISTRY, NOW)[0]


def told(body: str | bytes) -> list[str]:
    """What is wrong with a file, line by line."""
    with pytest.raises(InputError) as caught:
        read(body)
    return caught.value.sentence.split("\n")


def test_a_short_file_will_do() -> None:
    file = read(SHORT)

    assert (file.id, file.name, file.description, file.organisers) == ("", "Summer Cup", "", ("Ada",))
    assert (file.dates.sign_up_until, file.dates.starts_at) == (at(2030, 1, 2), at(2030, 1, 8))
    assert file.settings == USUAL


@pytest.mark.parametrize("chosen", [USUAL, READ, settings(unfinished="play-on", tie_breaks="")])
def test_what_is_written_reads_back_as_it_was(chosen: object) -> None:
    file = a_file(chosen)  # type: ignore[arg-type] # The table holds settings alone.

    assert read(written(file)) == file


@pytest.mark.parametrize(
    "description",
    [
        "",
        "One line.",
        "Two\nlines.",
        "Above\n\n\nbelow.",
        "- a list\n- of two",
        "key: value\n# no comment",
        "  indented\nand not",
        "'quoted' \"twice\" \\ & * ! | > % @ `",
        "no",
        "1:30",
        "~",
        "ends with spaces",
        "tab\there",
        "ümläut — ½ 🎲",
        ": ",
        "a: b",
        "a #b",
        "[x]",
        "{x}",
        "true",
        "0x10",
    ],
)
def test_any_description_survives(description: str) -> None:
    file = a_file(description=description)

    assert read(written(file)).description == description.strip()


@given(description=some.text(some.characters(exclude_categories=["C", "Z"], include_characters=" \n"), max_size=60))
def test_whatever_can_be_shown_survives(description: str) -> None:
    kept = read_keys(written(a_file(description=description))).typed["description"]

    assert kept == description


@pytest.mark.parametrize("name", ["Cup: the second", "#1 Cup", "No", "Cup & Co (B)", "Ünal's Cup!", "2027"])
def test_any_name_survives(name: str) -> None:
    assert read(written(a_file(name=name))).name == name


def test_what_is_typed_stays_what_it_is_for_people() -> None:
    typed = read_keys(b"a: no\nb: 1:30\nc: 2027-03-01\nd: 0o14\ne: ~\nf: 1_000\ng:\nh: '1'\n").typed

    assert typed == {
        "a": "no", "b": "1:30", "c": "2027-03-01", "d": "0o14", "e": "~", "f": "1_000", "g": "", "h": "1",
    }  # fmt: skip


def test_dates_are_read_in_the_zone_of_the_file() -> None:
    file = read(SHORT.replace("2030-01-08", "2030-01-08 18:00") + "zone: berlin\n")

    assert file.dates.starts_at == at(2030, 1, 8, 17)
    assert file.dates.sign_up_until == at(2030, 1, 1, 23)


def test_lists_may_be_written_line_by_line() -> None:
    file = read(SHORT + "tie_breaks:\n  - sb\n  - lot\n")

    assert file.settings.tie_breaks == (TieBreak.SONNEBORN_BERGER, TieBreak.LOT)


def test_a_byte_order_mark_and_other_ends_of_lines_do_not_matter() -> None:
    assert read(b"\xef\xbb\xbf" + SHORT.replace("\n", "\r\n").encode()) == read(SHORT)


@pytest.mark.parametrize("ends", ["", "---\n", "...\n"])
def test_the_frame_of_yaml_does_not_matter(ends: str) -> None:
    assert read(f"%YAML 1.2\n---\n{SHORT}...\n" if ends == "---\n" else SHORT + ends) == read(SHORT)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("tie_breaks: [sb, sb]", "Line 7, key tie_breaks: The tie-break “sb” is given twice;"),
        ("tie_breaks: [buchholz]", "Line 7, key tie_breaks: A tie-break is wins or sb or"),
        ("points:\n  win: 1\n  draw: 2", "Line 9, key points.draw: A draw brings no more than a win,"),
        ("points:\n  win: 0", "Line 8, key points.win: A win has to bring more than a loss."),
        ("points: 3", "Line 7, key points: It has keys below it,"),
        ("points:\n  won: 3", "Line 8, key points.won: There is no setting “points.won”; did you mean “points.win”?"),
        ("options:\n  jokers: yes", "Line 8, key options.jokers: Kelasu has no option “jokers”;"),
        ("points: [3, 1]", "Line 7, key points: It has keys below it, each on a line of its own and indented, such as"),
        ("options: spend_all", "Line 7, key options: The options of the game stand below it, each with its value on a"),
        ("options:\n  spend_all: maybe", "Line 8, key options.spend_all: The option “spend_all” is yes or no,"),
        ("options:\n  spend_all:", "Line 8, key options.spend_all: The option “spend_all” is yes or no, not nothing."),
        ("options:\n  spend_all: [yes]", "Line 8, key options.spend_all: One value goes here, not a list of 1."),
        ("pace: untimed", "Line 7, key pace: In a league somebody always waits,"),
        ("pace: 3 days", "Line 7, key pace: A pace looks like “3d/turn” or “7d+1d/14d”, with d for days"),
        ("pace: [3d/turn, 5d/turn]", "Line 7, key pace: One value goes here, not a list of 2."),
        ("players_per_division: 1_0", "Line 7, key players_per_division: The number of players in a division is a"),
        ("players_per_division: １２", "Line 7, key players_per_division: The number of players in a division is a"),
        ("up:", "Line 7, key up: How many are promoted is a whole number from 0 to 20, not nothing."),
        ("unfinishd: draw", "Line 7, key unfinishd: There is no setting “unfinishd”; did you mean “unfinished”?"),
        ("Tie-Breaks: sb", "Line 7, key Tie-Breaks: There is no setting “Tie-Breaks”; did you mean “tie_breaks”?"),
        ("win: 3", "Line 7, key win: There is no setting “win”; did you mean “points.win”?"),
        ("points:\n  victory: 3", "Line 8, key points.victory: There is no setting “points.victory”; did you mean “"),
        ("newcomer_rating: yes", "Line 7, key newcomer_rating: There is no setting “newcomer_rating”; did you mean "),
        ("foo: 1", "Line 7, key foo: There is no setting “foo”; “corr league schema” lists all that there are."),
        ("legs:\n  count: 2", "Line 8, key legs.count: Nothing lies below “legs”; its value stands behind the colon."),
        ("zone: Mars/Base", "Line 7, key zone: There is no time zone of that name."),
        ("id: X", "Line 7, key id: A short name has 3 to 40 letters."),
        ("id: new", "Line 7, key id: That short name is kept for the service itself."),
        ("organisers: [Ben]", "Line 2, key organisers: It stands in line 7 again. Delete one of the two."),
        ("description: |\n" + "  x\n" * 3000, "Line 7, key description: A description has at most 4000 letters."),
        ("game:\n  name: x", "Line 6, key game: It stands in line 7 again. Delete one of the two."),
    ],
)
def test_a_fault_is_told_with_its_line_and_key(more: str, sentence: str) -> None:
    assert told(f"{SHORT}{more}\n")[0].startswith(sentence)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("2030-01-08", "2030-01-01", "Line 4, key starts_at: The season would start before the sign-up ends."),
        ("2030-06-30", "2030-01-07", "Line 5, key ends_at: The end date has to be at least a day after the start."),
        ("2030-06-30", "2039-01-07", "Line 5, key ends_at: A season lasts two years at most."),
        ("2030-01-01", "2028-01-01", "Line 3, key sign_up_until: The sign-up would be over already."),
        ("2030-01-01", "0000-01-01", "Line 3, key sign_up_until: The year 0 cannot be meant."),
        ("2030-01-01", "soon", "Line 3, key sign_up_until: Write a day such as 2027-03-01,"),
        ("sign_up_until: 2030-01-01\n", "", "Key sign_up_until: Say until when players sign up: write a day such as"),
        ("starts_at: 2030-01-08\n", "", "Key starts_at: Say when the season starts: write a day such as 2027-03-01,"),
        ("ends_at: 2030-06-30\n", "", "Key ends_at: Say when the season ends: write a day such as 2027-03-01,"),
        ("2030-06-30", "", "Line 5, key ends_at: Write a day such as 2027-03-01,"),
        ("name: Summer Cup\n", "", "Key name: What is the league called?"),
        ("game: kelasu\n", "", f"Key game: Which game is played? Give one of these: {KNOWN_GAMES}."),
        ("game: kelasu", "game: chess", f"Line 6, key game: There’s no game called “chess”. We have {KNOWN_TITLES}."),
        ("name: Summer Cup", "name: \u202eCup", "Line 1, key name: "),
    ],
)
def test_what_has_to_be_there_and_to_fit_is_told(before: str, after: str, sentence: str) -> None:
    assert told(SHORT.replace(before, after))[0].startswith(sentence)


def test_all_dates_that_have_passed_are_told_at_once() -> None:
    # As in a file that was exported last year.
    lines = told(SHORT.replace("2030-", "2028-"))

    assert [line.partition(":")[0] for line in lines] == [
        "Line 3, key sign_up_until",
        "Line 4, key starts_at",
        "Line 5, key ends_at",
    ]


def test_a_date_with_two_faults_is_told_once() -> None:
    lines = told(SHORT.replace("2030-01-08", "2028-01-01").replace("2030-06-30", "2027-01-01"))

    assert [line.partition(":")[0] for line in lines] == ["Line 4, key starts_at", "Line 5, key ends_at"]


def test_all_faults_are_told_in_the_order_of_the_file() -> None:
    lines = told(SHORT + "late: x\nup: y\nname: Again\nfoo: 1\n")

    assert [line.partition(",")[0] for line in lines] == ["Line 1", "Line 7", "Line 8", "Line 10"]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("", "The file is empty."),
        ("# nothing\n", "The file is empty."),
        ("''", "The file is empty."),
        ("- a\n- b\n", "Line 1: the file holds keys with values,"),
        ("just words", "Line 1: the file holds keys with values,"),
        ("name\ngame: x\n", "Line 1: the file holds keys with values,"),
        ("name: &a Cup\n", "Line 1: texts with & and * are references in YAML,"),
        ("name: Cup\ndescription: *name\n", "Line 2: texts with & and * are references in YAML,"),
        ("a: &a [x]\nb: *a\n", "Line 1: texts with & and * are references in YAML,"),
        ("name: !!python/object:os.system Cup\n", "Line 1: tags with ! are not used here."),
        ("name: !Cup x\n", "Line 1: tags with ! are not used here."),
        ("name: x\n---\nname: y\n", "Line 2: a file holds one league;"),
        ("a:\n  b:\n    c:\n      d: x\n", "Line 3: the key “a.b.c” lies too deep within others."),
        ("a: [[x]]\n", "Line 1: the list of “a” holds plain words and nothing else."),
        ("a: [{x: y}]\n", "Line 1: the list of “a” holds plain words and nothing else."),
        ("name: x\n'': y\n", "Line 2: a key is a plain word, such as “name”."),
        ("points:\n  '': 1\n", "Line 2: a key is a plain word, such as “name”."),
        ("[a]: x\n", "Line 1: a key is a plain word, such as “name”."),
        ("? {a: b}\n: x\n", "Line 1: a key is a plain word, such as “name”."),
        ("[" * 100_000, "Line 1: the file holds keys with values,"),
        ("a: " + "[" * 100_000, "Line 1: the list of “a” holds plain words and nothing else."),
        ("a: " + "{a: " * 50_000, "Line 1: the key “a.a.a” lies too deep within others."),
        ("a: x\n" * 5000, "Line 1000: no league has so many keys."),
        ("a: [" + "x, " * 5000 + "]", "Line 1: no league has so many keys."),
        ("x" * (LARGEST + 1), "The file of a league has at most 256 KB; this is larger."),
    ],
)  # fmt: skip
def test_what_is_no_such_file_is_told_with_its_line(body: str, sentence: str) -> None:
    (line,) = told(body)

    assert line.startswith(sentence)


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("name: Cup: the second\n", "Line 1, column 10"),
        ("name: Cup\n\tgame: x\n", "Line 2, column 1"),
        ("name: 'Cup\n", "Line 2, column 1"),
        ("tie_breaks: [a, b\nup: 2\n", "Line 2, column 3"),
        ('name: "C\\up"\n', "Line 1, column 11"),
        ('name: "C\\Xp"\n', "Line 1, column 10"),
        ("name: x\ngame\nup: 2\n", "Line 3, column 1"),
        (" name: x\ngame: y\n", "Line 2, column 1"),
        ("name: - x\n", "Line 1, column 7"),
        ("name: |x\n", "Line 1, column 8"),
        ('name: "x" y\n', "Line 1, column 11"),
        ("name: {x: 1\n", "Line 2, column 1"),
        ("name: @Cup\n", "Line 1, column 7"),
        ("name: %Cup\n", "Line 1, column 7"),
        ("name: x\n  game: y\n", "Line 2, column 7"),
        ("name: x\nlegs :\u2009double\n", "Line 3, column 1"),
        ("name: \0\n", "Line 1"),
        ("name: x\ngame: \x07\n", "Line 2"),
        (SHORT.encode("utf-16-le").decode(), "Line 1"),
    ],
)
def test_what_is_no_yaml_is_told_with_its_line(body: str, place: str) -> None:
    (line,) = told(body)

    assert line.startswith(f"{place}: this cannot be read as YAML (")
    assert line.endswith(").")


@pytest.mark.parametrize("body", [SHORT.encode("utf-16"), b"name: C\xfcp\n", b"\xff\xfe\xff", b"name: \xed\xa0\x80\n"])
def test_another_encoding_is_told(body: bytes) -> None:
    (line,) = told(body)

    assert line.startswith("Line 1: the file is not written in UTF-8.")


@given(
    body=some.text(
        some.characters(exclude_categories=["Cs"]) | some.sampled_from(list(":\n -[]{}&*!|>'\"%@#,? ")), max_size=80
    )
)
def test_any_file_is_refused_in_words(body: str) -> None:
    for line in told(body):
        assert line.endswith((".", "?"))
        assert line[0].isupper()


def test_without_a_present_moment_dates_that_have_passed_will_do() -> None:
    old = SHORT.replace("2030", "2020").encode()

    file, _ = read_league_file(old, REGISTRY, None)

    assert file.dates.starts_at == at(2020, 1, 8)


def test_every_key_is_explained() -> None:
    text = write_document(a_file(settings(**{"options.spend_all": "yes"})), REGISTRY.get_info("kelasu"))
    schema = write_schema()

    for path in ALL_KEYS:
        assert f"\n{path}\n    " in f"\n{schema}"
        assert f"{path.rpartition('.')[2]}:" in text
    assert "# All energy must be spent: yes or no.\n  spend_all: yes\n" in text
    assert Unfinished.PLAY_ON.value in text
    assert max(map(len, text.splitlines())) <= 100
