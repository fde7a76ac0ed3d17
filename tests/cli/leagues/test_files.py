"""`corr league create`, `export`, `sample` and `schema`."""

from pathlib import Path

import pytest
from click.testing import Result

from corr.cli.leagues.file_reader import read_league_file
from corr.leagues.rows import find_latest_season, get_league, organisers_of
from corr.leagues.rules.league_file import LeagueFile
from corr.store.tables.leagues import League, Season
from tests.cli.leagues.terminal import REGISTRY, run
from tests.known_games import FIRST_GAME, KNOWN_TITLES
from tests.league_builders import a_league, some_players
from tests.playing import Room, a_room


@pytest.fixture
def sample() -> str:
    """The file that `corr league sample` prints."""
    return run("sample", "kelasu").stdout


@pytest.fixture
def room(sqlite_url: str) -> Room:
    """A service with a player named Ada, and one named Ben."""
    with a_room(sqlite_url) as made:
        some_players(made, ["Ada", "Ben"])
        return made


def read(text: str) -> LeagueFile:
    """What a file says."""
    return read_league_file(text.encode(), REGISTRY, None)[0]


def told(result: Result) -> str:
    """The words of a refusal."""
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.stderr


@pytest.mark.parametrize("words", [(), ("kerd",), ("Kyo",), ("kelasu/1",)])
def test_the_sample_is_a_file_that_can_be_used(words: tuple[str, ...]) -> None:
    result = run("sample", *words)

    assert (result.exit_code, result.stderr) == (0, "")
    assert read(result.stdout).settings.ruleset.startswith(words[0].lower() if words else FIRST_GAME)


def test_a_sample_for_a_game_that_is_none_is_refused() -> None:
    assert told(run("sample", "chess")) == f"There’s no game called “chess”. We have {KNOWN_TITLES}.\n"


def test_the_schema_explains_every_key() -> None:
    result = run("schema")

    assert result.exit_code == 0
    assert "tie_breaks\n    What separates equal points, in order: wins, sb (" in result.stdout
    assert "points.draw\n    What a draw is worth: 1, ½, 0.5 or 1/2. Left out, it is ½.\n" in result.stdout


def test_the_schema_says_what_has_to_be_there_and_what_the_rest_is_otherwise() -> None:
    parts = run("schema").stdout.split("\n")
    told = dict(zip(parts[::2], parts[1::2], strict=False))

    needed = {key for key, words in told.items() if words.endswith("It has to be there.")}
    assert needed == {"name", "organisers", "sign_up_until", "starts_at", "ends_at", "game"}
    assert told["zone"].endswith("Left out, it is UTC.")
    assert told["tie_breaks"].endswith("Left out, it is wins, sb, h2h, lot.")
    assert told["options.NAME"] == "    An option of the game; “corr league sample GAME” prints them."


def test_a_league_is_founded_from_a_file_with_its_first_season(
    room: Room, sqlite_url: str, sample: str, tmp_path: Path
) -> None:
    file = tmp_path / "league.yaml"
    file.write_text(sample.replace("[Ada]", "[ben@example.org, Ada]").replace("up: 2", "up: 3"))

    result = run("create", str(file), url=sqlite_url)

    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(
        "Summer Cup is founded, and its first season is open: http://127.0.0.1:8000/leagues/summer-cup/1\n"
    )
    with room.workshop.look() as reader:
        assert get_league(reader, "summer-cup").description.startswith("Everybody is welcome.\n")
        assert [name for _, name in organisers_of(reader, "summer-cup")] == ["Ben", "Ada"]
        season = find_latest_season(reader, "summer-cup")
    assert season is not None
    assert season.settings.up == 3
    assert season.dates == read(sample).dates


def test_a_file_comes_from_standard_input_too(room: Room, sqlite_url: str, sample: str) -> None:
    assert run("create", "-", url=sqlite_url, typed=sample).exit_code == 0
    assert room.count(League) == 1


def test_a_league_is_founded_once(room: Room, sqlite_url: str, sample: str) -> None:
    run("create", "-", url=sqlite_url, typed=sample)

    again = run("create", "-", url=sqlite_url, typed=sample)

    line = next(number for number, text in enumerate(sample.splitlines(), 1) if text.startswith("name:"))
    assert told(again).startswith(f"Line {line}, key name: There is a league of that name")
    assert room.count(League) == 1


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("[Ada]", "[Nobody]", "key organisers: “Nobody”: There is no player of that name.\n"),
        ("[Ada]", "[Ada, x@y.example]", "key organisers: “x@y.example”: There is no player with that mail address.\n"),
        ("[Ada]", "[]", "key organisers: Who runs the league? Write, for example, “organisers: [Ada]”.\n"),
        ("legs: single", "legs: thrice", "key legs: Each pair meets once or twice: write single or double, not “thr"),
        ("20", "19", "key sign_up_until: The year 19"),
    ],
)
def test_nothing_is_founded_from_a_file_with_a_fault(  # noqa: PLR0917 - a table, and what each case begins with
    room: Room, sqlite_url: str, sample: str, before: str, after: str, words: str
) -> None:
    result = run("create", "-", url=sqlite_url, typed=sample.replace(before, after))

    assert words in told(result)
    assert told(result).startswith("Line ")
    assert room.count(League) == room.count(Season) == 0


@pytest.mark.usefixtures("room")
@pytest.mark.parametrize("file", ["/no/such/file", "/", "a\x01b"])
def test_a_file_that_is_not_there_is_told(sqlite_url: str, file: str) -> None:
    assert "cannot be read" in told(run("create", file, url=sqlite_url))


@pytest.mark.usefixtures("room")
def test_a_file_without_a_name_is_told(sqlite_url: str, sample: str) -> None:
    run("create", "-", url=sqlite_url, typed=sample)

    assert told(run("create", "", url=sqlite_url)) == "The name of the file is missing.\n"
    assert told(run("export", "summer-cup", "-o", "", url=sqlite_url)) == "The name of the file is missing.\n"


@pytest.mark.usefixtures("room")
def test_what_is_exported_is_what_was_founded(sqlite_url: str, sample: str, tmp_path: Path) -> None:
    run("create", "-", url=sqlite_url, typed=sample)
    file = tmp_path / "export.yaml"

    result = run("export", "Summer-Cup", "-o", str(file), url=sqlite_url)

    assert (result.exit_code, result.output) == (0, "")
    assert read(file.read_text()) == read(sample)
    assert file.read_text() == run("export", "summer-cup", "--season", "1", url=sqlite_url).stdout


def test_a_running_league_is_exported_with_its_organisers(room: Room, sqlite_url: str, sample: str) -> None:
    settings = read(sample).settings
    a_league(room, 0, settings, name="Winter: the Cup", organiser="Olga")

    file = read(run("export", "winter-the-cup", url=sqlite_url).stdout)

    assert (file.name, file.organisers, file.settings) == ("Winter: the Cup", ("Olga",), settings)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nope",), "There is no league “nope”. Perhaps you mean one of these: summer-cup (Summer Cup).\n"),
        (("../..",), "There is no league “../..”. Perhaps you mean one of these: summer-cup (Summer Cup).\n"),
        (("9" * 5000,), "There is no league “9999999"),
        (("",), "There is no league “”. Perhaps you mean one of these: summer-cup (Summer Cup).\n"),
        (("Summer Cup",), "There is no league “Summer Cup”. Perhaps you mean one of these: summer-cup (Summer Cup).\n"),
        (("summer-cup", "--season", "7"), "There is no such season.\n"),
        (("summer-cup", "--season", str(2**70)), "There is no such season.\n"),
        (("summer-cup", "-o", "/no/such/folder/x"), "The file /no/such/folder/x cannot be written:"),
    ],
)
def test_what_cannot_be_exported_is_told(room: Room, sqlite_url: str, words: tuple[str, ...], sentence: str) -> None:
    a_league(room, 0, read(run("sample", "kelasu").stdout).settings)

    assert told(run("export", *words, url=sqlite_url)).startswith(sentence)
