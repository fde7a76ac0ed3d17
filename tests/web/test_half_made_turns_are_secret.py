"""A half-made turn that the service keeps changes no byte of anything that anybody but its player can get."""

import logging
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from werkzeug.routing import Rule

from corr.cli import main
from corr.clocks.reminders import remind_next
from corr.play.feeds import renew_feed
from tests.mail.office import Office
from tests.playing import TestGame, a_game, a_room
from tests.twins import parted, told_alike
from tests.web.browsing import Browser, Site
from tests.web.test_secrets_on_pages import browsers, session_of, told_by

_GAMES = {
    "kelasu": ("kelasu/1", (), "B3-C3, B5-C5", "B4-C4"),
    "kyo": ("kyo/1", (), "A0-A1:3", "G3-F2"),
    "kerd": ("kerd/1", ((0, "infiltrator F11"), (1, "infiltrator E2")), "A2-A3", "C2-C3"),
}
"""For each game the ruleset, how it begins, a turn that is half-made, and another one that is played at last."""
_QUERIES = ("", "?turn={turn}&text={half}")
"""What pages about a game are asked besides."""


@dataclass
class Twin:
    """A copy of a service, and all that others were told there, by who asked for what."""

    game: TestGame
    half: str
    feed: str
    readers: Mapping[str, Browser]
    told: dict[tuple[str, str], str] = field(default_factory=dict)

    def ask_all(self, when: str, *readers: str) -> None:
        """Let *readers* ask for everything that there is an address for."""
        for name in readers:
            browser = self.readers[name]
            for path in self.paths(browser):
                # Keys of forms that count once, and when to ask again, are drawn by chance.
                told = re.sub(r'(?<=name="order_key" value=)"[^"]*"', "KEY", told_by(browser.get(path)))
                told = re.sub(r"(?<=Retry-After: )\d+", "SOON", told)
                self.told[name, f"{when}: {path}"] = told

    def paths(self, browser: Browser) -> Iterator[str]:
        """Every address that can be looked at, with each thing that there is in its gaps."""
        things = {
            "game_id": [self.game.id], "number": [*map(str, range(self.game.view().turn_number + 1))], "tier": ["1"],
            "name": ["Ada", "Bob"], "token": [self.feed], "game": ["kelasu", "kyo", "kerd"], "side": ["0", "1"],
        }  # fmt: skip
        turn = str(self.game.view().turn_number)
        for rule in browser.client.application.url_map.iter_rules():
            if "GET" in (rule.methods or ()) and rule.endpoint not in {"static", "script"}:
                for path in filled(rule, things):
                    queries = _QUERIES if "game_id" in rule.arguments else _QUERIES[:1]
                    yield from (path + query.format(turn=turn, half=self.half) for query in queries)

    def post(self, instead: str) -> list[str]:
        """All letters to both: of the beginning, a reminder, the turn that is played, and the answer to a mail."""
        office = Office(self.game)
        office.send_all()
        self.game.room.clock.move(timedelta(days=2, hours=12))
        with self.game.room.workshop.open() as uow:
            while remind_next(uow):
                pass
        office.send_all()
        self.game.play(instead, seat=0)
        office.send_all()
        office.answer("Bob", "board")
        office.send_all()
        letters = [*office.letters("Ada"), *office.letters("Bob")]
        return [told_alike(letter.as_string(), self.game) for letter in letters]

    def printed(self) -> list[str]:
        """What commands print about the game."""
        environ = {"CORR_DATABASE_URL": self.game.room.database.url, "CORR_URL": None, "CORR_VAR": None}
        commands = (["record", self.game.id], ["record", self.game.id, "--seat", "2"], ["verify"])
        return [CliRunner(env=environ).invoke(main, words).output for words in commands]


def filled(rule: Rule, things: Mapping[str, list[str]]) -> list[str]:
    """The addresses of a rule; none if there is nothing for one of its gaps."""
    paths = [""]
    for gap, text in re.findall(r"<(?:[^:<>]+:)?(\w+)>|([^<>]+)", re.sub(r"\([^)]*\)", "", rule.rule)):
        paths = [path + thing for path in paths for thing in ([text] if text else things.get(gap, []))]
    return paths


@pytest.fixture(params=_GAMES)
def name(request: pytest.FixtureRequest) -> str:
    found = request.param
    assert isinstance(found, str)
    return found


@pytest.fixture
def twins(name: str, migrated_sqlite: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[list[Twin]]:
    """Two copies of a service; in the first of them Ada has left a turn half-made, which stands in no log."""
    ruleset, begun, half, _ = _GAMES[name]
    shutil.copyfile(migrated_sqlite, tmp_path / "begun.sqlite")
    with ExitStack() as stack:
        room = stack.enter_context(a_room(f"sqlite:///{tmp_path}/begun.sqlite"))
        game = a_game(room, ruleset=ruleset)
        for seat, text in begun:
            game.play(text, seat=seat)
        signed_in = {"Bob": game.players[1], "Carol": room.player("Carol")}
        cookies = {name: session_of(Site(room).browser(player)) for name, player in signed_in.items()}
        with room.workshop.open() as uow:
            feed = renew_feed(uow, game.players[1], 0).token
        caplog.set_level(logging.DEBUG)
        ways = (((0, f"draft {half}"),), ((0, "draft "),))
        copies = stack.enter_context(parted(game, ways, tmp_path))
        yield [Twin(copy, half, feed, browsers(copy, cookies)) for copy in copies]
        assert half not in caplog.text


def test_nobody_else_is_told_of_a_half_made_turn(twins: list[Twin], name: str) -> None:
    *_, instead = _GAMES[name]
    assert [twin.game.kept_draft(0) is not None for twin in twins] == [True, False]

    for twin in twins:
        twin.ask_all("while it is half-made", *twin.readers)
        twin.game.play(instead, seat=0)
        twin.ask_all("after another turn", "Bob")

    one, other = (twin.told for twin in twins)
    assert [key for key in one if one[key] != other[key]] == []
    assert len(one) == len(other) > 200
    assert sum(answer.startswith("200") for answer in one.values()) > len(one) / 4


def test_no_letter_nor_command_tells_of_a_half_made_turn(twins: list[Twin], name: str) -> None:
    printed = [twin.printed() for twin in twins]
    *_, instead = _GAMES[name]

    letters = [twin.post(instead) for twin in twins]

    assert printed[0] == printed[1]
    assert letters[0] == letters[1]
    assert len(letters[0]) >= 3
