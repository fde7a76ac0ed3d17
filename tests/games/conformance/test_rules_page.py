"""The rules pages: whatever they show or write down is true."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from http import HTTPStatus

import pytest
from flask.testing import FlaskClient
from selectolax.lexbor import LexborHTMLParser, LexborNode

from corr.base.uow import Workshop
from corr.games.api import AnyDraft, AnyRules
from corr.games.registry import Registry
from corr.mail.reading.words.commands import NAMING, OF_LEAGUES, OF_PLAYING, Act, grouped_commands
from corr.resources import game_folder
from corr.store.db import Database
from corr.store.migrate import upgrade
from corr.web.app import create_app
from corr.web.app_state import WebSettings
from corr.web.rules_pages import begun_draft, diagrams_of
from corr.wiring import SystemClock

from .cases import INSTALLED, REGISTRY

_LARGEST = 100_000
"""Bytes of HTML; pictures of diagrams come by themselves, when they are near, and are kept for ever."""

games = pytest.mark.parametrize("game", [info.game for info in REGISTRY.games() if info.ruleset in INSTALLED])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """A browser at a service where nobody plays."""
    database = Database(f"sqlite:///{tmp_path_factory.mktemp('site')}/corr.sqlite")
    with closing(database):
        upgrade(database)
        workshop = Workshop(database, SystemClock(), Registry.discover(), secret=b"")
        yield create_app(workshop, WebSettings("http://localhost")).test_client()


def rules_page(site: FlaskClient, game: str) -> LexborHTMLParser:
    """The rules page of a game."""
    if not (game_folder(type(REGISTRY.get_rules_of_game(game))) / "rules.html").is_file():
        pytest.skip(f"{game} has no page of rules: no rules.html in its folder")
    response = site.get(f"/rules/{game}")
    assert response.status_code == HTTPStatus.OK
    return LexborHTMLParser(response.text)


def example_draft(rules: AnyRules, name: str) -> AnyDraft:
    """The half-made turn in which an example stands: that of a diagram, or the start of a game."""
    if name == "start":
        start: AnyDraft = rules.empty_turn(rules.start())
        return start
    return begun_draft(rules, next(diagram for diagram in diagrams_of(rules) if diagram.name == name))


def words(node: LexborNode) -> str:
    """The text of a part of a page on one line."""
    return " ".join(unescape(node.text()).split())


@games
def test_each_diagram_of_a_game_is_on_its_page_once(site: FlaskClient, game: str) -> None:
    shown = [node.id for node in rules_page(site, game).css("figure.diagram")]

    assert Counter(shown) == {f"diagram-{diagram.name}": 1 for diagram in diagrams_of(REGISTRY.get_rules_of_game(game))}


@games
def test_each_diagram_is_drawn_with_its_caption_and_a_way_to_its_position(site: FlaskClient, game: str) -> None:
    figures = {node.id: node for node in rules_page(site, game).css("figure.diagram")}

    for diagram in diagrams_of(REGISTRY.get_rules_of_game(game)):
        figure = figures[f"diagram-{diagram.name}"]
        picture = figure.css_first("img[loading=lazy][width][height]")
        assert picture is not None
        assert picture.attributes["alt"]
        answer = site.get(picture.attributes["src"] or "")
        assert (answer.mimetype, "immutable" in answer.headers["Cache-Control"]) == ("image/svg+xml", True)
        assert diagram.caption in words(figure)
        assert len(figure.css(f'a[href^="/practice/{game}?"]')) == 1


@games
def test_nothing_on_a_rules_page_has_an_id_twice(site: FlaskClient, game: str) -> None:
    ids = Counter(node.id for node in rules_page(site, game).css("[id]"))

    assert [name for name, count in ids.items() if count > 1] == []


@games
def test_what_drawings_and_links_refer_to_is_on_the_page(site: FlaskClient, game: str) -> None:
    page = rules_page(site, game)
    ids = {node.id for node in page.css("[id]")}
    inner = [node.attributes["href"] or "" for node in page.css("a[href^='#'], use[href^='#']")]
    fills = re.findall(r'"url\(#([^)"]+)\)"', page.html or "")

    assert {address.removeprefix("#") for address in inner} | set(fills) <= ids


@games
def test_the_contents_lead_to_every_part(site: FlaskClient, game: str) -> None:
    page = rules_page(site, game)
    listed = [node.attributes["href"] for node in page.css("nav.contents a")]

    assert listed == [f"#{node.id}" for node in page.css("article > section, article > details")]
    assert [words(node) for node in page.css("nav.contents a")] == [words(node) for node in page.css("article h2")][1:]


@games
@pytest.mark.parametrize("part", ["readings", "notation", "mail", "end", "credits"])
def test_a_rules_page_has_what_players_look_for(site: FlaskClient, game: str, part: str) -> None:
    assert rules_page(site, game).css_first(f"#{part} h2") is not None


@games
def test_every_turn_that_is_written_down_is_legal_where_it_says(site: FlaskClient, game: str) -> None:
    rules = REGISTRY.get_rules_of_game(game)

    for node in rules_page(site, game).css("code[data-diagram]"):
        draft = example_draft(rules, node.attributes["data-diagram"] or "")
        after = rules.read(draft, words(node))
        made = rules.write(after.made[len(draft.made) :])
        assert made == (node.attributes.get("data-means") or words(node))


@games
def test_no_turn_is_written_down_without_saying_where_it_is_legal(site: FlaskClient, game: str) -> None:
    rules = REGISTRY.get_rules_of_game(game)
    unbound = [words(node) for node in rules_page(site, game).css("code:not([data-diagram])")]

    assert [text for text in unbound if rules.formed(text)] == []


@games
def test_every_position_that_is_written_down_can_be_read(site: FlaskClient, game: str) -> None:
    rules = REGISTRY.get_rules_of_game(game)
    positions = [words(node) for node in rules_page(site, game).css("code[data-position]")]

    assert positions
    assert [rules.format_position(rules.parse_position(text)) for text in positions] == positions


@games
def test_a_rules_page_is_not_too_large(site: FlaskClient, game: str) -> None:
    assert len(site.get(f"/rules/{game}").data) < _LARGEST


@games
def test_the_position_of_each_diagram_can_be_tried(site: FlaskClient, game: str) -> None:
    page = rules_page(site, game)
    addresses = [node.attributes["href"] or "" for node in page.css("figure.diagram figcaption a")]

    answers = {address: site.get(address) for address in addresses}

    assert [address for address, answer in answers.items() if answer.status_code != 200] == []
    assert [address for address, answer in answers.items() if 'class="fault"' in answer.text] == []


@games
def test_what_may_scroll_on_a_phone_can_be_focused_and_has_a_name(site: FlaskClient, game: str) -> None:
    scrolling = rules_page(site, game).css("article pre, article div.scroll[role]")

    assert scrolling
    assert [node.html for node in scrolling if node.attributes.get("tabindex") != "0"] == []
    assert [node.html for node in scrolling if not node.attributes.get("aria-label")] == []


@games
def test_a_rules_page_says_how_long_it_takes_to_read(site: FlaskClient, game: str) -> None:
    article = rules_page(site, game).css_first("article")
    assert article is not None
    told = re.search(r"about (\d+) minutes to read", words(article))
    assert told is not None
    article.strip_tags(["svg", "nav", "style"], recursive=True)

    assert abs(int(told[1]) - len(words(article).split()) / 230) < 3
    assert f"{told[1]} minutes to read" in site.get("/rules").text


@games
def test_each_page_names_every_command_that_can_be_used_by_mail(site: FlaskClient, game: str) -> None:
    named = {words(code).rstrip(":") for code in rules_page(site, game).css("code")}

    # Leave is written with days, a league and what begins a game with names, and what rejects is "no".
    usable = {act.value for act in Act} - {Act.TURN, Act.AWAY, Act.BACK, Act.REJECT, *OF_LEAGUES, *OF_PLAYING, *NAMING}
    with_names = {name for rows in grouped_commands().values() for name, _ in rows}
    assert (usable | with_names | {"yes", "no"}) - named == set()
