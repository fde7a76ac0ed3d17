"""What the scripts of pages weigh, and how long browsers keep them."""

import re
from pathlib import Path

import corr.web
from tests.web.browsing import Site

_SCRIPTS = Path(corr.web.__file__).parent / "static/scripts"
_TURN = {"turn.js", "draft.js", "board.js"}
_MOST_OF_A_TURN = 40_000
"""
Bytes of the scripts with which turns are made, with their comments and unpacked.

What few turns need comes when it is needed: keys on the board, squares that are picked as a set, a turn that was left
half-made. What steps through the game, and what an open page asks, belongs to no turn.
"""
_WHEN_NEEDED = {"keys.js", "sets.js", "left.js"}
_MOST_WHEN_NEEDED = 3_000
"""Bytes of each of those that come when they are needed."""


def test_scripts_are_kept_for_ever_under_the_address_with_their_digest_only(site: Site) -> None:
    browser = site.browser()
    page = browser.get("/practice/kelasu").text
    address = page.partition('<script type="module" src="')[2].partition('"')[0]
    folder = address.rpartition("/")[0]

    script = browser.get(address)

    assert script.mimetype == "text/javascript"
    assert "immutable" in script.headers["Cache-Control"]
    assert browser.get(address.replace(folder, "/static/scripts/0123456789ab")).headers["Cache-Control"] == "no-cache"
    assert browser.get(f"{folder}/draft.js").status_code == 200
    assert "connect-src 'self'" in browser.get("/practice/kelasu").headers["Content-Security-Policy"]


def _imported(name: str) -> set[str]:
    """A script and all that it imports at once."""
    return {name}.union(*map(_imported, re.findall(r'^import .* from "./(.*)";$', _text(name), re.MULTILINE)))


def _text(name: str) -> str:
    return (_SCRIPTS / name).read_text(encoding="utf-8")


def _later(name: str) -> set[str]:
    """What a script asks for when it is needed."""
    return set(re.findall(r'import\("./(.*?)"\)', re.sub(r"/\*\*.*?\*/", "", _text(name), flags=re.DOTALL)))


def test_the_scripts_of_a_turn_are_three_modules_of_little_weight() -> None:
    turn = _imported("turn.js")

    assert turn == _TURN
    assert sum((_SCRIPTS / name).stat().st_size for name in turn) <= _MOST_OF_A_TURN
    assert _imported("practice.js") == {"practice.js", *turn}
    # What a page needs where no turn can be made.
    assert _imported("history.js") == {"history.js", "board.js"}
    assert _imported("live.js") == {"live.js"}


def test_what_few_turns_need_comes_when_it_is_needed() -> None:
    later = set().union(*map(_later, _TURN))

    assert later == _WHEN_NEEDED
    assert [name for name in later if (_SCRIPTS / name).stat().st_size > _MOST_WHEN_NEEDED] == []
    assert [name for name in later if not _imported(name) <= {name, *_TURN}] == []


def test_the_scripts_weigh_little_as_they_are_sent(site: Site) -> None:
    browser = site.browser()
    address = re.search(r'src="(/static/scripts/[^"]+)/practice.js"', browser.get("/practice/kyo").text)
    assert address is not None

    sent = {
        path.name: browser.get(f"{address[1]}/{path.name}", Accept_Encoding="gzip").data for path in _SCRIPTS.iterdir()
    }

    # What fits into one packet is sent as it is.
    assert all(data.startswith(b"\x1f\x8b") for data in sent.values() if len(data) >= 1_000)
    # All that a turn needs, and what steps through a game beside it.
    assert sum(len(sent[name]) for name in _imported("turn.js")) < 15_000
    assert len(sent["history.js"]) < 8_000
    assert len(sent["live.js"]) < 4_000
    assert len(sent["renewal.js"]) + len(sent["merge.js"]) < 4_000
