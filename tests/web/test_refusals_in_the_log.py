"""Refused access, forged forms and limits: each is a line of the log, and a flood of them is a few."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from werkzeug.test import TestResponse

from corr.cli.life import JsonLines
from corr.web.refusal_log import Refusals, Refused
from tests.playing import TestGame, a_game
from tests.web.browsing import Browser, Site

PLACE = "192.0.2.7"
TOKEN = "m" * 26
WORDS = "A word of mine"


@dataclass(frozen=True)
class Scene:
    """A game, and who is refused."""

    site: Site
    game: TestGame
    eve: int

    def browser(self, player: int | None = None, place: str = PLACE) -> Browser:
        """A browser in that network."""
        browser = self.site.browser(player)
        browser.client.environ_base["REMOTE_ADDR"] = place
        return browser


@pytest.fixture
def scene(site: Site) -> Scene:
    """A game of Ada and Bob, and Eve."""
    return Scene(site, a_game(site.room), site.room.player("Eve"))


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, object]]:
    """The lines about refusals as the log has them, without their moments."""
    records = [record for record in caplog.records if hasattr(record, "event")]
    return [{**json.loads(JsonLines().format(record)), "at": ""} for record in records]


def line(event: str, rule: str, method: str, **more: object) -> dict[str, object]:
    """Such a line."""
    return {
        "at": "",
        "level": "warning",
        "from": "corr.web.security",
        "message": f"refused: {event} at {method} {rule} from 192.0.2.0/24",
        "event": event,
        "rule": rule,
        "method": method,
        "network": "192.0.2.0/24",
        **more,
    }


Asking = Callable[[Scene], TestResponse]
CASES: dict[str, tuple[Asking, dict[str, object]]] = {
    "a form without a token": (
        lambda scene: scene.browser(scene.eve).post_raw("/account", {"name": WORDS}),
        line("form", "/account", "POST", status=403),
    ),
    "a form of another site": (
        lambda scene: scene.browser().post_raw("/sign-in", {"address": WORDS}, Origin="https://evil.example"),
        line("form", "/sign-in", "POST", status=403),
    ),
    "a form of somebody who is not signed in": (
        lambda scene: scene.browser().post("/account", name=WORDS),
        line("access", "/account", "POST", status=403),
    ),
    "somebody else’s turn": (
        lambda scene: scene.browser(scene.eve).post(f"/games/{scene.game.id}/turns", turn="1", text=WORDS),
        line("access", "/games/<id:game_id>/turns", "POST", status=403),
    ),
    "a page of administrators": (
        lambda scene: scene.browser(scene.eve).get("/admin/status"),
        line("access", "/admin/status", "GET", status=404),
    ),
    "a form of administrators": (
        lambda scene: scene.browser(scene.eve).post("/admin/mail/addresses/lift", address=WORDS),
        line("access", "/admin/mail/addresses/lift", "POST", status=404),
    ),
    "a link that does not exist": (
        lambda scene: scene.browser().get(f"/l/{TOKEN}"),
        line("access", "/l/<token:token>", "GET", status=404),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_refusal_is_logged_with_its_network(scene: Scene, caplog: pytest.LogCaptureFixture, case: str) -> None:
    ask, expected = CASES[case]

    answer = ask(scene)

    assert answer.status_code == expected["status"]
    assert [{**one, "player_id": None} for one in lines(caplog)] == [{**expected, "player_id": None}]
    assert not any(secret in record.getMessage() for record in caplog.records for secret in (TOKEN, WORDS, PLACE))


def test_the_player_is_named_by_id(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    scene.browser(scene.eve).get("/admin/status")
    scene.browser().get("/admin/status")

    assert [one.get("player_id") for one in lines(caplog)] == [scene.eve, None]


def test_limits_are_logged_beside_a_flood(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    browser = scene.browser()

    statuses = [browser.get(f"/l/{TOKEN}").status_code for _ in range(31)]

    assert statuses == [404] * 30 + [429]
    assert lines(caplog)[20:] == [line("limit", "/l/<token:token>", "GET", status=429)]


def test_what_is_just_not_there_or_wants_a_sign_in_is_no_refusal(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    browser = scene.browser()

    statuses = [browser.get(path).status_code for path in ("/wp-admin", "/static/nosuch.css", "/account", "/")]

    assert statuses == [404, 404, 303, 200]
    assert lines(caplog) == []


def test_a_flood_fills_no_disk_and_is_counted(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    attacker, other = scene.browser(), scene.browser(place="198.51.100.1")
    for _ in range(500):
        attacker.get("/admin/status")
    other.get("/admin/status")

    assert [one["network"] for one in lines(caplog)] == ["192.0.2.0/24"] * 20 + ["198.51.100.0/24"]

    caplog.clear()
    scene.site.room.clock.move(timedelta(minutes=10))
    attacker.get("/admin/status")

    told = [(one["event"], one["network"], one.get("left_out")) for one in lines(caplog)]
    assert told == [("access", "192.0.2.0/24", 480), ("access", "192.0.2.0/24", None)]


def test_a_flood_from_many_networks_fills_no_disk_either(scene: Scene) -> None:
    refusals, now = Refusals(), scene.site.room.clock.now()

    logged = [
        refusals.note(now, Refused("access", f"10.{number}.{again}.0/24"))[0]
        for number in range(256)
        for again in range(9)
    ]
    _, left_out = refusals.note(now + timedelta(minutes=10), Refused("access", "10.0.0.0/24"))

    assert sum(logged) == 200
    assert sum(left_out.values()) == 256 * 9 - 200
    assert len(left_out) <= 21
