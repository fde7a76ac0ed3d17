"""A turn that is delayed changes no byte of anything that anybody but its player can get."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from corr.play.feeds import renew_feed
from tests.mail.delaying import HOUR, MINUTE, delay, fates, tick
from tests.mail.office import Office
from tests.playing import a_game, a_room
from tests.twins import parted, told_alike
from tests.web.browsing import Site
from tests.web.test_half_made_turns_are_secret import Twin
from tests.web.test_secrets_on_pages import browsers, session_of

_GAMES = {"kelasu": ("kelasu/1", "B3-C3, B5-C5"), "kerd": ("kerd/1", "infiltrator F11")}
"""For each game the ruleset, and the turn that is delayed."""


@pytest.fixture(params=_GAMES)
def twins(request: pytest.FixtureRequest, migrated_sqlite: Path, tmp_path: Path) -> Iterator[list[Twin]]:
    """Two copies of a service; in the first a turn of Ada's is delayed, in the other she asked for the board."""
    ruleset, turn = _GAMES[request.param]
    shutil.copyfile(migrated_sqlite, tmp_path / "begun.sqlite")
    with ExitStack() as stack:
        room = stack.enter_context(a_room(f"sqlite:///{tmp_path}/begun.sqlite"))
        game = a_game(room, ruleset=ruleset)
        signed_in = {"Bob": game.players[1], "Carol": room.player("Carol")}
        cookies = {name: session_of(Site(room).browser(player)) for name, player in signed_in.items()}
        with room.workshop.open() as uow:
            feed = renew_feed(uow, game.players[1], 0).token
        copies = stack.enter_context(parted(game, ((), ()), tmp_path))
        yield [Twin(copy, turn, feed, browsers(copy, cookies)) for copy in copies]


def ask_all(twin: Twin, offices: list[Office], mails: tuple[str, str]) -> None:
    """Let Ada write, and all others ask for everything before and after it."""
    at = [office.game for office in offices].index(twin.game)
    twin.ask_all("before", "Bob")
    if at == 0:
        assert delay(offices[0], mails[0], "Ada") == "delayed"
    else:
        offices[1].answer("Ada", "board")
    twin.ask_all("while it is delayed", *twin.readers)
    twin.game.room.clock.move(10 * MINUTE)
    offices[at].answer("Ada", "no" if at == 0 else "board")
    twin.ask_all("after it was dropped", *twin.readers)


def test_nobody_else_is_told_of_a_delayed_turn(twins: list[Twin]) -> None:
    offices = [Office(twin.game) for twin in twins]

    for twin in twins:
        ask_all(twin, offices, (f"{twin.half}\n\nMy dog is ill.", "board"))

    assert fates(offices[0]) == ["rejected"]
    one, other = (twin.told for twin in twins)
    assert [key for key in one if one[key] != other[key]] == []
    assert len(one) == len(other) > 200


def test_no_letter_to_anybody_else_tells_of_it(twins: list[Twin]) -> None:
    told = []
    for number, twin in enumerate(twins):
        office = Office(twin.game)
        if number == 0:
            delay(office, f"{twin.half}\n\nMy dog is ill.", "Ada")
        else:
            office.answer("Ada", "board")
        office.answer("Bob", "board")
        told.append([told_alike(letter.as_string(), twin.game) for letter in office.letters("Bob")])

    assert told[0] == told[1]
    assert len(told[0]) >= 2


def test_a_choice_is_not_sealed_before_it_is_played(twins: list[Twin]) -> None:
    twin = twins[0]
    office = Office(twin.game)
    delay(office, f"{twin.half}\n\nMy dog is ill.", "Ada")
    before = twin.game.view()
    twin.game.room.clock.move(HOUR)

    assert tick(twin.game.room) == 1
    assert before.commitments == ()
    assert twin.game.view().version > before.version
