"""Games that other packages bring, and games that cannot be used."""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from jinja2 import Environment

from corr.base.uow import Workshop
from corr.cli import main
from corr.demo import set_up_demo
from corr.errors import BrokenGameError
from corr.games.game_files import shown_turns
from corr.games.registry import Registry
from corr.store.db import Database
from corr.store.migrate import upgrade
from corr.web.rules_pages import check_rules_pages
from tests.fakes import FakeClock

Installs = Callable[..., None]

_COUNTING = "from tests.games.counting import Counting\nRULES = Counting\n"
_RENAMED = """
from dataclasses import replace
from tests.games.counting import Counting
class RULES(Counting):
    info = replace(Counting.info, title="KELASU")
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installs]:
    """Installs a package with one module that brings a game, as pip would lay it down."""
    monkeypatch.syspath_prepend(tmp_path)
    modules = []

    def installed(text: str, *, package: str = "a_game", name: str = "counting") -> None:
        (tmp_path / f"{package}.py").write_text(text)
        info = tmp_path / f"{package}-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
        (info / "entry_points.txt").write_text(f"[corr.games]\n{name} = {package}:RULES\n")
        modules.append(package)

    yield installed
    for module in modules:
        sys.modules.pop(module, None)


def test_a_package_brings_a_game(install: Installs) -> None:
    install(_COUNTING)

    found = Registry.discover()

    assert found.get_rules_of_game("counting").info.title == "Counting"
    assert found.games()[-1].game == "counting"


def test_a_game_of_a_package_is_played_by_commands(install: Installs) -> None:
    install(_COUNTING)

    result = CliRunner().invoke(main, ["check", "counting"], input="1, 2\n2\n")

    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "2\tover 2 goal")


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ("import nothing_of_the_kind\n", "counting", "cannot be loaded: ModuleNotFoundError: No module named"),
        ("RULES =\n", "counting", "cannot be loaded: SyntaxError: "),
        ("raise SystemExit(0)\n", "counting", "cannot be loaded: SystemExit: 0. Mend it"),
        ("raise ValueError('a\\n b' * 999)\n", "counting", "cannot be loaded: ValueError: a ba ba b"),
        ("RULES = ()\n", "counting", "has no class of rules. Mend it"),
        (
            "from corr.games.drawing import read_drawings\nread_drawings('/no/x.py')\n",
            "counting",
            "cannot be loaded: The drawings in data/drawings.txt beside /no/x.py cannot be read. Mend it",
        ),
        ("", "counting", "cannot be loaded: AttributeError: "),
        ("RULES = 3\n", "counting", "has 3 where its class of rules should be"),
        ("RULES = str, int\n", "counting", "has <class 'str'> where its class of rules should be"),
        (
            "from corr.games.api import Rules\nclass RULES(Rules): pass\n",
            "counting",
            "leaves something out of its rules: ",
        ),
        (_COUNTING, "adding", "has the ruleset “counting/1”, not “adding/1” or a later one"),
        (
            _RENAMED,
            "counting",
            "has the name of another game",
        ),
    ],
)
def test_a_game_that_cannot_be_used_is_named_with_its_package_and_no_command_begins(
    install: Installs, text: str, name: str, reason: str
) -> None:
    install(text, name=name)

    with pytest.raises(BrokenGameError) as caught:
        Registry.discover()
    result = CliRunner().invoke(main, ["board", "anything"])

    assert caught.value.sentence.startswith(f"The game “{name}” of the package a_game 1.2 {reason}")
    assert (result.exit_code, result.stderr) == (2, f"{caught.value.sentence}\n")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("rules.html", b"\xff"),
        ("rules.html", b"{% if %}"),
        ("rules.html", b"{{ 1 | doubled }}"),
        ("rules.html", b"{{ board.title }}"),
        ("rules.html", b"{{ page.nothing.more }}"),
        ("rules.html", b"{% if page.info.nothing %}{% endif %}"),
        ("rules.html", b"{{ diagram('middle') }}"),
        ("data/diagrams.txt", b"\xff"),
        ("data/diagrams.txt", b"start"),
        ("data/diagrams.txt", b"start\nWords.\nposition"),
        ("data/diagrams.txt", b"start\nWords.\npicks A1"),
    ],
)
def test_a_page_of_rules_that_cannot_be_read_is_told_when_pages_begin(
    install: Installs, tmp_path: Path, name: str, content: bytes
) -> None:
    install(f"{_COUNTING.replace('RULES = Counting', 'class RULES(Counting): pass')}")
    registry = Registry.discover()
    check_rules_pages(Environment(autoescape=True), registry)
    (tmp_path / "data").mkdir()
    (tmp_path / name).write_bytes(content)

    with pytest.raises(BrokenGameError) as caught:
        check_rules_pages(Environment(autoescape=True), registry)

    assert caught.value.sentence.startswith(f"The file {name} of Counting ")


def test_turns_for_a_demo_that_cannot_be_read_are_told(install: Installs, tmp_path: Path) -> None:
    install(f"{_COUNTING.replace('RULES = Counting', 'class RULES(Counting): pass')}")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "demo.txt").write_bytes(b"running\n\xff")

    with pytest.raises(BrokenGameError, match=r"The file data/demo\.txt of Counting cannot be read"):
        shown_turns(Registry.discover().get_rules_of_game("counting"))


@pytest.mark.parametrize(
    ("turns", "reason"),
    [
        ("1, 2\n9", "has a turn that cannot be played, “9”: "),
        ("1, 2\n2\n1", "has turns after the end of a game."),
    ],
)
def test_turns_for_a_demo_that_cannot_be_played_are_told(
    install: Installs, tmp_path: Path, turns: str, reason: str
) -> None:
    install(f"{_COUNTING.replace('RULES = Counting', 'class RULES(Counting): pass')}")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "demo.txt").write_text(f"running\n{turns}\n")
    with closing(Database(f"sqlite:///{tmp_path}/corr.sqlite")) as database:
        upgrade(database)
        workshop = Workshop(database, FakeClock(), Registry.discover(), b"secret")

        with pytest.raises(BrokenGameError) as caught:
            set_up_demo(workshop, lambda token: f"r+{token}@play.example")

    assert caught.value.sentence.startswith(f"The file data/demo.txt of Counting {reason}")


def test_two_packages_with_one_game_are_refused(install: Installs) -> None:
    install(_COUNTING)
    install(_COUNTING, package="b_game")

    with pytest.raises(BrokenGameError, match=r"of the package [ab]_game 1\.2 has the name of another game"):
        Registry.discover()
