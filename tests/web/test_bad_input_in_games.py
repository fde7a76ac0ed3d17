"""Strange addresses of boards, records and clicks, in every game and at every stage: a page, and nothing changed."""

from collections.abc import Sequence
from random import Random
from urllib.parse import quote_plus

import pytest

from corr.games.registry import Registry
from corr.play.endings import resign
from corr.store.base import Row
from corr.store.tables.games import Game, GameEvent, GameSeat, SealedTurn, Turn
from corr.store.tables.mails import Outbox
from tests.playing import Room, TestGame, another_game
from tests.web.browsing import Browser, Site

_RULESETS = tuple(info.ruleset for info in Registry.discover().rulesets())
_STAGES: dict[str, Sequence[tuple[str, int]]] = {
    "before both have chosen": (),
    "one has chosen": (("infiltrator F11", 0),),
    "both have chosen": (("infiltrator F11", 0), ("infiltrator E2", 1)),
    "check was given": (
        ("infiltrator F11", 0),
        ("infiltrator E2", 1),
        ("I2-I4", 0),
        ("F11-F8&F10-F7", 1),
        ("J1-C8", 0),
    ),
}
_SEALED = "kerd/1"
_PICKS = (
    "A0", "A1", "B3", "D3", "D4", "E0", "E2", "F2", "F9", "F11", "J9", "L12", "G1", "0", "1", "2", "5", "6", "99", "-1",
    "+1", "/1", "/2", "^1", "^2", "~", "~2", "~99", "D", "L", "~LD", "reveal", "execute", "yes", "leave", "=Q", "=P",
    "with-F3", "with-A1", "O-O", "merge", "A1+A2", "Ａ０", "А1", "²", "٣", "<b>", "%s", "{{7*7}}",
    "", " ", "A0 ", "infiltrator F11", "x" * 20,
)  # fmt: skip
_PARTS = (
    "x", "%00", "%ff", "%c0%ae", "%ED%A0%80", "9" * 5000, "%E2%80%AE", "{{7*7}}", "%3Cscript%3Ealert(1)%3C/script%3E",
    "%22%3E%3Csvg/onload=1%3E", "%0d%0aX-Planted:1", "%D9%A3", "%zz", "..%2f..%2fetc%2fpasswd", "-1", "1e9",
)  # fmt: skip
_ADDRESSES = (
    "/games/{}/record.txt", "/games/{}/commitments", "/games/{game}/record.txt?{}", "/games/{game}/commitments?{}=1",
    "/games/{game}/turns/{}", "/games/{game}/turns?{}=1", "/games/{game}/board.png?turned={}",
    "/games/{game}/turns/{}.json", "/games/{game}/turns/{}.png", "/games/{game}/turns/0.json?action={}",
)  # fmt: skip
_WITHOUT_GAMES = (
    "/rules/{}", "/practice/{}", "/practice?{}", "/practice/{play}?{}", "/practice/{play}?position={}",
    "/practice/{play}?turns={}", "/practice/{play}?turns=_{}", "/practice/{play}?begun={}",
    "/practice/{play}?text={}", "/practice/{play}?pick={}",
    "/practice/{play}?option.start={}", "/practice/{play}?option.{}=1", "/practice/{play}?folded={}&turned={}",
    "/practice/{play}?position=a&position={}",
)  # fmt: skip
"""Addresses that read no game, so that one kind of database will do."""


def _game(site: Site, ruleset: str, stage: Sequence[tuple[str, int]] = ()) -> TestGame:
    players = site.room.player("Ada"), site.room.player("Bob")
    game = another_game(site.room, players, ruleset=ruleset)
    for text, seat in stage:
        game.play(text, seat=seat)
    return game


def _everything(room: Room) -> list[object]:
    tables: tuple[type[Row], ...] = (Game, GameSeat, GameEvent, Turn, SealedTurn, Outbox)
    return [room.rows(of) for of in tables]


def _browsers(site: Site, game: TestGame) -> list[Browser]:
    """Those of both players and of somebody who watches."""
    return [site.browser(player) for player in (*game.players, None)]


def _try(browsers: Sequence[Browser], address: str, number: int) -> None:
    """Ask for an address with all that is strange in one place."""
    for part in _PARTS:
        answer = browsers[number % 3].get(address.replace("{}", part))
        assert answer.status_code in {200, 303, 308, 400, 404, 422}, (address, part)
        assert "X-Planted" not in answer.headers
        assert b"<svg/onload" not in answer.data
        assert b"<script>alert" not in answer.data


@pytest.mark.parametrize("ruleset", _RULESETS)
@pytest.mark.parametrize("half", [0, 1])
def test_no_address_of_a_game_is_a_fault(any_site: Site, ruleset: str, half: int) -> None:
    game = _game(any_site, ruleset)
    browsers, before = _browsers(any_site, game), _everything(any_site.room)

    for number, address in enumerate(_ADDRESSES[half::2]):
        _try(browsers, address.replace("{game}", game.id), number)
    assert _everything(any_site.room) == before


@pytest.mark.parametrize("ruleset", _RULESETS)
def test_no_address_of_rules_or_of_practice_is_a_fault(site: Site, ruleset: str) -> None:
    browsers, before = _browsers(site, _game(site, ruleset)), _everything(site.room)

    for number, address in enumerate(_WITHOUT_GAMES):
        _try(browsers, address.replace("{play}", ruleset.partition("/")[0]), number)
    assert _everything(site.room) == before


def _picks(chance: Random) -> str:
    return "".join(f"&pick={quote_plus(chance.choice(_PICKS))}" for _ in range(chance.randrange(1, 5)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "stage"),
    [(ruleset, ()) for ruleset in _RULESETS if ruleset != _SEALED] + [(_SEALED, stage) for stage in _STAGES.values()],
    ids=[*(ruleset for ruleset in _RULESETS if ruleset != _SEALED), *_STAGES],
)
def test_made_up_clicks_lead_to_a_page_and_change_nothing(
    any_site: Site, ruleset: str, stage: Sequence[tuple[str, int]]
) -> None:
    game, chance = _game(any_site, ruleset, stage), Random(ruleset)
    browsers, before = _browsers(any_site, game), _everything(any_site.room)
    number = game.view().turn_number

    for round_ in range(150):
        path = f"/games/{game.id}/compose?turn={number}{_picks(chance)}"
        answer = browsers[round_ % 3].get(path)
        assert answer.status_code in {200, 303, 400, 403, 409, 422}, path
    assert _everything(any_site.room) == before


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", _RULESETS)
def test_made_up_clicks_in_practice_lead_to_a_page_and_change_nothing(site: Site, ruleset: str) -> None:
    chance, browsers = Random(ruleset), [site.browser(site.room.player("Ada")), site.browser()]
    before = _everything(site.room)

    for round_ in range(150):
        path = f"/practice/{ruleset.partition('/')[0]}?x=1{_picks(chance)}"
        answer = browsers[round_ % 2].get(path)
        assert answer.status_code in {200, 303, 400, 403, 409, 422}, path
    assert _everything(site.room) == before


@pytest.mark.parametrize("ruleset", _RULESETS)
def test_every_single_click_that_is_not_offered_is_refused_in_a_sentence(site: Site, ruleset: str) -> None:
    game = _game(site, ruleset)
    browser = site.browser(game.players[0])

    for pick in _PICKS:
        answer = browser.get(f"/games/{game.id}/compose?turn=1&pick={quote_plus(pick)}")
        assert answer.status_code in {200, 422}, pick
        assert answer.status_code == 200 or "These clicks do not lead to a legal" in answer.text, pick


def test_the_record_of_a_game_that_is_over_is_given_to_all_whatever_they_ask_with(site: Site) -> None:
    game = _game(site, _SEALED, _STAGES["one has chosen"])
    with site.room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")

    texts = {
        browser.get(f"/games/{game.id}/record.txt?viewer=0&seat=w&you=1").text for browser in _browsers(site, game)
    }

    assert len(texts) == 1


@pytest.mark.parametrize("asked", ["viewer=0", "seat=w", "you=0", "seat=0&view=everything", "player_id=1", "at=1"])
def test_no_field_of_an_address_opens_the_eyes_of_another(site: Site, asked: str) -> None:
    game = _game(site, _SEALED, _STAGES["both have chosen"])

    for browser in _browsers(site, game)[1:]:
        for page in ("record.txt", "turns", "turns/1", "commitments"):
            plain, asking = (browser.get(f"/games/{game.id}/{page}?{query}").text for query in ("", asked))
            assert asking == plain
            assert "infiltrator F11" not in plain
