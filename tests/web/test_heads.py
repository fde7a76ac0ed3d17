"""What the heads of pages say to search engines, and to messengers that are sent a link."""

import re
from html import unescape

from corr.play.lifecycle import NewGame, start_game
from tests.known_games import FIRST_GAME
from tests.league_builders import a_running_season
from tests.playing import STRICT, a_game
from tests.web.browsing import Site

_META = re.compile(r'<meta (?:name|property)="([\w:]+)" content="([^"<>]*)">')


def head(site: Site, path: str, player: int | None = None) -> dict[str, str]:
    """What the head of a page says."""
    text = site.browser(player).get(path).text.partition("</head>")[0]
    return {name: unescape(words) for name, words in _META.findall(text)}


def test_public_pages_say_in_a_sentence_what_they_are(any_site: Site) -> None:
    game = a_game(any_site.room, names="Ada&Co Bob")
    a_running_season(any_site.room)
    paths = {
        "/": "Slow board games for two: ",
        "/rules": "The rules of all games",
        "/rules/kyo": "The rules of Kyo, with diagrams, and how to write a turn. Pawns on stacks",
        f"/games/{game.id}": "A game of Tiny between Ada&Co and Bob, turn by turn.",
        "/games": "Slow board games to watch",
        "/offers": "Open offers",
        "/players/Bob": "Bob on Corr: ",
        "/leagues/summer-cup": "Summer Cup: a league of slow board games",
    }

    heads = {path: head(any_site, path) for path in paths}

    for path, words in paths.items():
        assert words in heads[path]["description"], path
        assert heads[path]["og:description"] == heads[path]["description"]
        assert heads[path]["og:title"]
    assert len({one["description"] for one in heads.values()}) == len(paths)
    assert heads["/"]["og:image"] == f"http://localhost:8000/games/start/{FIRST_GAME}.png"


def test_private_pages_say_nothing(site: Site) -> None:
    ada, bob = site.room.player("Ada"), site.room.player("Bob")
    with site.room.workshop.open() as uow:
        game = start_game(uow, NewGame("tiny/1", {}, STRICT, (ada, bob), is_private=True))

    for path in ("/", "/account", "/account/addresses", "/account/mails", f"/games/{game}", "/nowhere"):
        assert not {"description", "og:title", "og:description"} & set(head(site, path, ada)), path
