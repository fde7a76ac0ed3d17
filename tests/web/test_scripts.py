"""What the scripts of pages weigh, and how long browsers keep them."""

import gzip
import re
from pathlib import Path

import corr.web
from tests.web.browsing import Site

_SCRIPTS = Path(corr.web.__file__).parent / "static/scripts"
_MOST_OF_A_GAME = 36_000
"""Bytes on the wire of all that the page of a game asks for: at once, and when it is needed."""


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


def _loaded_by(*names: str) -> set[str]:
    """Scripts with all that they import and all that they ask for later."""
    asked = set().union(*map(_imported, names))
    later = set().union(*map(_later, asked))
    return asked if later <= asked else _loaded_by(*asked | later)


def test_what_few_turns_need_comes_when_it_is_needed() -> None:
    assert {"keys.js", "sets.js", "left.js"} <= set().union(*map(_later, _imported("turn.js")))


def test_the_scripts_weigh_little_as_they_are_sent(site: Site) -> None:
    browser = site.browser()
    address = re.search(r'src="(/static/scripts/[^"]+)/practice.js"', browser.get("/practice/kyo").text)
    assert address is not None

    sent = {
        path.name: browser.get(f"{address[1]}/{path.name}", Accept_Encoding="gzip").data for path in _SCRIPTS.iterdir()
    }

    # What fits into one packet is sent as it is.
    assert all(data.startswith(b"\x1f\x8b") for data in sent.values() if len(data) >= 1_000)
    assert (
        sum(len(sent[name]) for name in _loaded_by("turn.js", "history.js", "unread.js", "live.js")) < _MOST_OF_A_GAME
    )


def test_scripts_are_sent_without_the_lines_that_only_comment(site: Site) -> None:
    browser = site.browser()
    address = re.search(r'src="(/static/scripts/[^"]+)/practice.js"', browser.get("/practice/kyo").text)
    assert address is not None

    text = gzip.decompress(browser.get(f"{address[1]}/turn.js", Accept_Encoding="gzip").data).decode()

    assert [line for line in text.splitlines() if line.lstrip().startswith(("//", "/**", "*"))] == []
    assert [line for line in text.splitlines() if line not in _text("turn.js").splitlines()] == []
    assert "class Desk" in text
