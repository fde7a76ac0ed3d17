"""Strange requests to every address: a clear page, never a fault, and nothing changed."""

import pytest
from sqlalchemy import text

from corr.store.tables.games import Challenge, Turn
from tests.playing import TestGame, a_game
from tests.web.browsing import Browser, Site, words

_TEXTS = {
    "nothing": "",
    "spaces": " \t ",
    "nul": "a\x00b",
    "a control character": "a\x07b",
    "right to left": "a\u202eb",
    "zero width": "a\u200bb",
    "combining marks": "e" + "\u0301" * 1000,
    "a surrogate in utf-8": b"\xed\xa0\x80",
    "not utf-8": b"\xff\xfe\xc0\xaf",
    "markup": "<script>alert(1)</script>",
    "a template": "{{7*7}}{% raise %}",
    "a format": "%s%n%x",
    "header lines": "a\r\nSet-Cookie: x=y",
    "far too long": "x" * 30_000,
    "an emoji": "🎲" * 50,
}
_NUMBERS = ("", "x", "-1", "1.5", "1e400", "NaN", "٣", " 1_0 ", "0x10", "true", str(2**31), str(2**63), "9" * 5000)
_FORMS = {
    "/sign-in": ("address",),
    "/sign-up": ("name", "address", "zone"),
    "/code": ("code", "name", "zone"),
    "/link/abcdefgh": ("name", "zone"),
    "/account": ("name", "zone", "turns", "unlisted", "shown"),
    "/account/sessions/end": ("session",),
    "/account/browsers/forget": ("browser",),
    "/challenge": (
        "opponent",
        "game",
        "pace",
        "own_pace",
        "seat_wish",
        "message",
        "order_key",
        "option.kelasu.spend_all",
    ),
    "/account/address": ("address", "keep"),
    "/games/{game}/turns": ("text", "turn", "act", "words"),
    "/games/{game}/draw": ("act",),
    "/account/mail/test": ("order_key",),
    "/admin/mail/host/drop": ("host",),
    "/admin/mail/addresses/lift": ("address",),
}
_PAGES = (
    "/?page={}",
    "/games?page={}",
    "/games?state={}",
    "/challenge?opponent={}",
    "/challenge?game={}",
    "/challenge?rematch={}",
    "/players/{}",
    "/rules/{}",
    "/link/{}",
    "/link/{}/not-asked",
    "/invitations/{}",
    "/challenges/{}",
    "/games/{}",
    "/games/{}/turns",
    "/games/{}/board.png",
    "/games/{}/compose",
    "/games/{game}/turns/{}",
    "/games/{game}/compose?turn={}",
    "/games/{game}/compose?turn=1&begun={}",
    "/games/{game}/compose?turn=1&pick={}",
    "/games/{game}/preview?turn=1&text={}",
    "/games/{game}?turned={}",
    "/games/{}/commitments",
    "/practice/{}",
    "/practice/tiny?position={}",
    "/practice/tiny?turns={}",
    "/practice/tiny?turns=A1_{}",
    "/practice/tiny?begun={}",
    "/practice/tiny?pick={}",
    "/practice/tiny?text={}",
    "/practice/tiny?option.edge={}",
    "/practice/tiny?option.{}=1",
    "/practice/tiny?turned={}&folded={}",
    "/held/{}",
    "/account/mails?page={}",
    "/account/mails/{}",
    "/account/mails/{}/raw",
    "/account/mails/{}/held",
    "/account/letters?page={}",
    "/account/letters/{}",
    "/admin/mail/letters/{}",
    "/admin/mail/parked/{}",
    "/admin/mail/host?host={}",
    "/static/{}",
)
_PARTS = (
    "x", "%00", "%ff", "%c0%ae%c0%ae", "%2e%2e%2f", "..%2f..%2fetc%2fpasswd", "%ED%A0%80", str(2**31), str(2**63),
    "9" * 5000, "a" * 8000, "%E2%80%AE", "{{7*7}}", "%3Cscript%3E", "%0d%0aX:1", "%D9%A3", "//evil.example", "%5Cevil",
)  # fmt: skip


def _game(site: Site) -> tuple[TestGame, Browser]:
    game = a_game(site.room, ruleset="kelasu/1")
    return game, site.browser(game.players[0])


@pytest.mark.both_databases
@pytest.mark.slow
def test_no_text_in_any_field_of_any_form_is_a_fault(any_site: Site) -> None:
    game, browser = _game(any_site)
    csrf = browser.csrf()

    for path, names in _FORMS.items():
        for name in names:
            for kind, strange in _TEXTS.items():
                fields = {"turn": "1", "text": "B3-C3, B3-C3", "game": "kelasu", "pace": "3d/turn", "opponent": "Zoe"}
                form = {"csrf": csrf} | {key: value for key, value in fields.items() if key in names} | {name: strange}
                answer = browser.post_raw(path.replace("{game}", game.id), form)
                assert answer.status_code < 500, (path, name, kind)
                assert b"<script>alert" not in answer.data, (path, name, kind)
                assert "\nSet-Cookie: x" not in str(answer.headers), (path, name, kind)
    assert any_site.room.count(Turn) == any_site.room.count(Challenge) == 0


@pytest.mark.parametrize("number", _NUMBERS)
def test_what_is_no_number_is_told_as_such(any_site: Site, number: str) -> None:
    game, browser = _game(any_site)

    turn = browser.post(f"/games/{game.id}/turns", turn=number, text="B3-C3", act="submit")
    session = browser.post("/account/sessions/end", session=number)

    assert turn.status_code in {400, 409}
    assert session.status_code in {400, 404}
    assert any_site.room.count(Turn) == 0


@pytest.mark.slow
def test_no_address_is_a_fault(any_site: Site) -> None:
    game, browser = _game(any_site)

    for pattern in _PAGES:
        for part in _PARTS:
            path = pattern.replace("{game}", game.id).replace("{}", part)
            answer = browser.get(path)
            assert answer.status_code < 500, path
            assert b"<script>alert" not in answer.data, path


def test_a_field_that_comes_twice_is_refused_with_a_sentence(site: Site) -> None:
    game, browser = _game(site)
    form = {"csrf": browser.csrf(), "turn": "1", "text": ["B3-C3", "B4-C4"], "act": "submit"}

    answer = browser.post_raw(f"/games/{game.id}/turns", form)

    assert answer.status_code == 400
    assert "came 2 times" in words(answer)
    assert site.room.count(Turn) == 0


@pytest.mark.parametrize("size", [65_537, 5_000_000])
@pytest.mark.parametrize("is_multipart", [True, False])
def test_a_body_beyond_the_limit_is_refused(site: Site, size: int, *, is_multipart: bool) -> None:
    game, browser = _game(site)
    start = b'--part\r\nContent-Disposition: form-data; name="text"\r\n\r\n' if is_multipart else b"text="
    kind = "multipart/form-data; boundary=part" if is_multipart else "application/x-www-form-urlencoded"

    answer = browser.post_raw(f"/games/{game.id}/turns", start + b"x" * size, Content_Type=kind)

    assert answer.status_code == 413
    assert "more than 64 KB" in words(answer)


def test_a_form_of_very_many_fields_is_refused(site: Site) -> None:
    game, browser = _game(site)
    form = {f"f{number}": "x" for number in range(5000)} | {"csrf": browser.csrf()}

    assert browser.post_raw(f"/games/{game.id}/draw", form).status_code in {400, 413}


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b'{"turn": 1}', "application/json"),
        (b"[" * 50_000, "application/json"),
        (b"csrf=x", "text/plain"),
        (b"csrf=x", ""),
        (b"--x\r\nbroken", "multipart/form-data; boundary=x"),
        (b"--x\r\nbroken", "multipart/form-data"),
        (b"a=b", "application/x-www-form-urlencoded; charset=utf-99"),
    ],
)
def test_a_body_of_another_kind_does_nothing(site: Site, body: bytes, kind: str) -> None:
    game, browser = _game(site)

    answer = browser.post_raw(f"/games/{game.id}/turns", body, Content_Type=kind)

    assert 400 <= answer.status_code < 500
    assert site.room.count(Turn) == 0


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "BREW"])
def test_a_method_that_no_page_knows_is_refused(site: Site, method: str) -> None:
    game, browser = _game(site)

    answer = browser.client.open(f"/games/{game.id}", method=method, base_url=browser.url)

    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_asking_for_the_head_of_a_page_gives_no_body(site: Site) -> None:
    game, browser = _game(site)

    answer = browser.client.head(f"/games/{game.id}", base_url=browser.url)

    assert (answer.status_code, answer.data) == (200, b"")


def test_getting_an_address_that_takes_forms_is_refused(site: Site) -> None:
    game, browser = _game(site)

    for path in ("/sign-out", "/account/address", f"/games/{game.id}/draw", "/code"):
        answer = browser.get(path)
        assert answer.status_code == 405
        assert "POST" in answer.headers["Allow"]


def test_no_page_leads_away_from_the_site(site: Site) -> None:
    _, browser = _game(site)

    for path in ("//evil.example", "/\\evil.example", "/sign-in?next=//evil.example", "/%5Cevil.example/.."):
        answer = browser.get(path)
        assert "evil.example" not in (answer.location or "").partition("?")[0].removeprefix("http://localhost:8000")


def test_a_fault_of_ours_is_a_page_with_a_number_and_no_secrets(site: Site) -> None:
    game, browser = _game(site)
    csrf = browser.csrf()
    with site.room.database.engine.begin() as connection:
        connection.execute(text("ALTER TABLE turn RENAME TO lost"))

    answer = browser.get(f"/games/{game.id}")

    assert answer.status_code == 500
    assert "A fault of ours" in words(answer)
    assert "If you report this, please quote the number" in words(answer)
    assert "no such table" not in answer.text
    assert csrf not in answer.text


@pytest.mark.parametrize("path", ["/nowhere", "/games/nosuchgame", "/account/sessions/end"])
def test_a_fault_that_is_not_ours_asks_for_no_report(site: Site, path: str) -> None:
    answer = site.browser().get(path)

    assert answer.status_code in {404, 405}
    assert "report" not in words(answer)
