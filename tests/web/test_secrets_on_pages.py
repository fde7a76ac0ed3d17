"""Twins on the web: whoever may not know a secret is sent the same bytes, by the same work, whatever it is."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha1
from html import unescape
from pathlib import Path
from urllib.parse import quote_plus

import pytest
from werkzeug.test import TestResponse

from corr.play.endings import resign
from tests.late_game import LateRules
from tests.playing import TestGame, a_game, a_room
from tests.twins import HALF_MADE, STORIES, Effort, Story, effort, parted
from tests.web.browsing import Browser, Site, links, words

_CLICKS = 3
"""How many clicks deep a turn is made."""

_COUNTED = 3
"""Of so many pages the work of one is counted, for counting takes longer than the work."""

_STORIES = {**STORIES, "a half-made choice is kept": HALF_MADE}
_TOLD = (
    "a choice waits",
    "a choice was changed",
    "a half-made choice is kept",
    "both have chosen",
    "it was changed before both had chosen",
    "it was executed or not",
    "it may be revealed",
    "it was captured or not",
    "it was replaced or not",
    "nothing will help but to reveal it",
    "nothing helps but to reveal it",
)

Key = tuple[str, str]
"""Who asked for what."""


@dataclass(frozen=True)
class Twin:
    """One of the games that differ in a secret, and who reads about it without being let in on it."""

    game: TestGame
    story: Story
    readers: Mapping[str, Browser]
    """Bob, who is the other player; Carol, who watches; and somebody who is not signed in."""

    @property
    def address(self) -> str:
        """Of the game's page."""
        return f"/games/{self.game.id}"

    @property
    def number(self) -> int:
        """Of the turn that is due."""
        return self.game.view().turn_number


@dataclass(frozen=True)
class Found:
    """What a twin gave away, if anything."""

    pages: Mapping[Key, str]
    efforts: Mapping[Key, Effort]
    answers: Mapping[Key, str]
    """To turns that were handed in, and the pages afterwards."""


_SOONEST = "a choice waits"
"""Which story `make test` goes through."""


@pytest.fixture(
    scope="module", params=[pytest.param(name, marks=[] if name == _SOONEST else pytest.mark.slow) for name in _TOLD]
)
def found(
    request: pytest.FixtureRequest, migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Found, Found]:
    """All that both twins of a story give."""
    folder = tmp_path_factory.mktemp("twins")
    with twins_of(_STORIES[request.param], migrated_sqlite, folder) as (before, one, other):
        # The first is thrown away: it fills what is worked out once for all.
        keys = [*every_key(before)]
        return found_at(one, keys), found_at(other, keys)


@contextmanager
def twins_of(story: Story, template: Path, folder: Path) -> Iterator[tuple[Twin, ...]]:
    """Three sites on which all is the same, ids and sessions included, but for the secret of the last."""
    shutil.copyfile(template, folder / "begun.sqlite")
    with a_room(f"sqlite:///{folder}/begun.sqlite", LateRules) as room:
        game = a_game(room, ruleset=story.ruleset)
        signed_in = {"Bob": game.players[1], "Carol": room.player("Carol")}
        cookies = {name: session_of(Site(room).browser(player)) for name, player in signed_in.items()}
        with parted(game, (story.one, story.one, story.other), folder) as games:
            yield tuple(Twin(twin, story, browsers(twin, cookies)) for twin in games)


def session_of(browser: Browser) -> str:
    cookie = browser.client.get_cookie("sid", domain="localhost")
    assert cookie is not None
    return cookie.value


def browsers(game: TestGame, sessions: Mapping[str, str]) -> dict[str, Browser]:
    """Three browsers that ask the same web server."""
    site = Site(game.room)
    found = {name: site.browser() for name in (*sessions, "anybody")}
    for name, session in sessions.items():
        found[name].client.set_cookie("sid", session, domain="localhost")
    found["anybody"].client.set_cookie("visit", "a" * 32, domain="localhost")
    return found


def found_at(twin: Twin, keys: list[Key]) -> Found:
    pages, efforts = {}, {}
    for number, (name, path) in enumerate(keys):
        answers: list[TestResponse] = []
        ask = partial(_keep, answers, twin.readers[name], path)
        if number % _COUNTED:
            ask()
        else:
            efforts[name, path] = effort(twin.game.room, ask)
        pages[name, path] = told_by(answers[0])
    return Found(pages, efforts, every_answer(twin))


def _keep(answers: list[TestResponse], browser: Browser, path: str) -> None:
    answers.append(browser.get(path))


def every_key(twin: Twin) -> Iterator[Key]:
    """Where there is something to be looked at, and by whom; all of it is looked at on the way."""
    for name, browser in twin.readers.items():
        for path in paths(twin) if name != "Carol" else paths(twin)[:7]:
            browser.get(path)
            yield name, path
        practice = practice_path(browser, twin)
        browser.get(practice)
        yield name, practice
    for path in (*past_paths(twin), *tried_paths(twin), *clicked_paths(twin)):
        twin.readers["Bob"].get(path)
        yield "Bob", path


def paths(twin: Twin) -> list[str]:
    """Where everybody may look."""
    boards = ("/board.png", "/small-board.svg", "/small-board.svg?seat=0", "/small-board.svg?seat=1")
    pages = ("", "/turns", f"/turns/{twin.number - 1}", *boards, "/commitments", "/record.txt", "/compose")
    return [*(twin.address + page for page in pages), "/", "/games"]


def practice_path(browser: Browser, twin: Twin) -> str:
    found = next(link for link in links(browser.get(twin.address)) if link.startswith("/practice/"))
    return found.partition("#")[0]


def past_paths(twin: Twin) -> list[str]:
    kinds = ("", ".json", ".json?action=1", ".png")
    return [f"{twin.address}/turns/{number}{kind}" for number in range(twin.number + 1) for kind in kinds]


def tried_paths(twin: Twin) -> Iterator[str]:
    """Where the other player may look at turns, legal and illegal, of now and of before."""
    for text in map(quote_plus, twin.story.tries):
        yield f"{twin.address}/preview?turn={twin.number}&text={text}"
    for text in map(quote_plus, twin.story.tries[:6:2]):
        yield f"{twin.address}/compose?turn={twin.number}&begun={text}"
        yield f"{twin.address}/preview?turn={twin.number - 1}&text={text}"
        yield f"{twin.address}/draft?turn={twin.number}&text={text}"
        yield f"{twin.address}/draft?turn={twin.number}&begun={text}"
    yield f"{twin.address}/draft?turn={twin.number}"


def clicked_paths(twin: Twin) -> Iterator[str]:
    """A turn of the other player that is clicked together: a piece in the middle of those that may go, and so on."""
    path = f"{twin.address}/compose?turn={twin.number}"
    for _ in range(_CLICKS):
        ways = [link for link in links(twin.readers["Bob"].get(path)) if "pick=" in link]
        if not ways:
            return
        path = ways[len(ways) // 2].partition("#")[0]
        yield path


def every_answer(twin: Twin) -> dict[Key, str]:
    """What turns of the other player are answered, and what everybody sees after them."""
    bob, number = twin.readers["Bob"], twin.number
    csrf, told = bob.csrf(), {}
    for text in twin.story.tries:
        for turn in (number, number - 1):
            form = {"csrf": csrf, "turn": str(turn), "text": text, "act": "submit"}
            told["Bob", f"{turn}: {text}"] = told_by(bob.post_raw(f"{twin.address}/turns", form))
    after = (twin.address, f"{twin.address}/turns", f"{twin.address}/record.txt")
    return told | {(name, path): told_by(twin.readers[name].get(path)) for name in ("Bob", "anybody") for path in after}


def told_by(answer: TestResponse) -> str:
    """All of an answer but the time of day, digests, which are drawn by chance, and an ETag that is one of the body."""
    headers = re.sub(r"\b\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT", "NOW", str(answer.headers))
    text = f"{answer.status}\n{headers}\n{answer.data.decode('latin-1')}"
    of_body = sha1(answer.data, usedforsecurity=False).hexdigest()
    return re.sub(r"\b[0-9a-f]{64}\b", "DIGEST", text.replace(of_body, "OF THE BODY"))


def differing(one: Mapping[Key, object], other: Mapping[Key, object]) -> list[Key]:
    """Where two twins differ."""
    return [key for key in (*one, *(other.keys() - one.keys())) if one.get(key) != other.get(key)]


def test_no_page_tells_a_secret(found: tuple[Found, Found]) -> None:
    one, other = found

    assert differing(one.pages, other.pages) == []


def test_no_page_takes_more_work(found: tuple[Found, Found]) -> None:
    one, other = found

    assert differing(one.efforts, other.efforts) == []


def test_no_answer_tells_a_secret(found: tuple[Found, Found]) -> None:
    one, other = found

    assert differing(one.answers, other.answers) == []


def choosing(site: Site) -> tuple[TestGame, list[Browser]]:
    """A game in which Ada has chosen, and the browsers of Ada, Bob, Carol and somebody who is not signed in."""
    game = a_game(site.room, ruleset="kerd/1")
    game.play("infiltrator E11", seat=0)
    return game, [*map(site.browser, (*game.players, site.room.player("Carol"))), site.browser()]


@pytest.mark.both_databases
def test_what_anybody_keeps_of_a_game_is_old_when_a_choice_is_changed(any_site: Site) -> None:
    game, browsers = choosing(any_site)
    kept = [(browser, browser.get(f"/games/{game.id}").headers["ETag"]) for browser in browsers]

    changed = browsers[0].post(f"/games/{game.id}/turns", turn="1", text="infiltrator F11", act="submit")

    assert changed.status_code == 303
    for browser, tag in kept:
        assert browser.get(f"/games/{game.id}", If_None_Match=tag).status_code == 200


def test_the_board_that_others_keep_stays_right_when_a_choice_is_changed(any_site: Site) -> None:
    game, (_, *others) = choosing(any_site)
    path = f"/games/{game.id}/board.png"
    kept = [(browser, browser.get(path).headers["ETag"]) for browser in others]

    game.play("infiltrator F11", seat=0)

    for browser, tag in kept:
        assert browser.get(path, If_None_Match=tag).status_code == 304


def test_a_preview_does_not_tell_whether_a_turn_is_mate(migrated_sqlite: Path, tmp_path: Path) -> None:
    saved = STORIES["nothing will help but to reveal it"].one
    lost = ((0, "infiltrator H8"), *saved[1:])
    story = Story("late/1", saved, lost, ())
    with twins_of(story, migrated_sqlite, tmp_path) as (_, one, other):
        previews = [
            told_by(twin.readers["Bob"].get(f"{twin.address}/preview?turn={twin.number}&text=B6-A4"))
            for twin in (one, other)
        ]
        for twin in (one, other):
            twin.game.play("B6-A4")

        assert previews[0] == previews[1]
        assert [twin.game.view().is_over for twin in (one, other)] == [False, True]


def test_what_was_shown_at_the_beginning_is_what_the_shown_line_prints_in_the_end(any_site: Site) -> None:
    game, (*_, watcher) = choosing(any_site)
    game.play("infiltrator E2", seat=1)
    shown = re.findall(r"\b[0-9a-f]{64}\b", words(watcher.get(f"/games/{game.id}")))
    game.play("A2-A3")
    with any_site.room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")

    page = watcher.get(f"/games/{game.id}/commitments")
    lines = [unescape(line) for line in re.findall(r"<code>(printf .*?)</code>", page.text)]
    printed = [subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True).stdout for line in lines]

    assert re.fullmatch(rf"printf '%s %s %s' {game.id} E11 [0-9a-f]{{32}} \| sha256sum", lines[0])
    assert re.fullmatch(rf"printf '%s %s %s' {game.id} E2 [0-9a-f]{{32}} \| sha256sum", lines[1])
    assert printed == [f"{digest}  -\n" for digest in shown]
    assert len(set(shown)) == len(lines)
