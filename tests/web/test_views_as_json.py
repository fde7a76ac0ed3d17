"""What a page shows is a value: a second reader can write it as JSON, without a template."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import pytest
from flask import template_rendered
from jinja2 import Template
from pydantic import TypeAdapter

from corr.games.api import Rules
from corr.leagues.rules.division_table import Scores
from tests.playing import Room
from tests.web.browsing import Browser, Site, links
from tests.web.leagues.grounds import NAMES, Season, a_running_season

_WORKS_THINGS_OUT = (FunctionType, Rules, Scores, Template)
"""What a view may hold beside values: rules, scores and templates, which work values out."""
_PAGES = 25
"""At least so many kinds of pages lead from one to the other."""


def as_json(view: object) -> Any:  # noqa: ANN401 - whatever JSON has
    """A view as objects, lists, texts, numbers and so on; what works values out is left out."""
    return TypeAdapter(object).dump_python(view, mode="json", fallback=_plain)


def _plain(part: object) -> object:
    if isinstance(part, Mapping):
        return dict(part)
    if isinstance(part, _WORKS_THINGS_OUT):
        return None
    raise TypeError(f"no value: {type(part).__qualname__}")


def _is_plain(view: object) -> bool:
    try:
        return bool(json.dumps(as_json(view)))
    except TypeError:
        return False


@contextmanager
def _views() -> Iterator[dict[str, object]]:
    """The latest view of each template that is rendered meanwhile."""
    found: dict[str, object] = {}

    def note(_app: object, template: Template, context: dict[str, object], **_more: object) -> None:
        if template.name is not None and "page" in context:
            found[template.name] = context["page"]

    with template_rendered.connected_to(note):
        yield found


@pytest.fixture
def season(room: Room) -> Season:
    found = a_running_season(room, NAMES[:4])
    found.end(found.divisions()[0].table.meetings[0].game_id, NAMES[0], "resignation")
    return found


def _walk(browser: Browser, most: int) -> None:
    """Open the pages that lead from one to the other, from the first one on."""
    waiting, opened = ["/"], set[str]()
    while waiting and len(opened) < most:
        path = waiting.pop(0)
        if path not in opened:
            opened.add(path)
            page = browser.get(path)
            waiting += [link for link in links(page) if link.startswith("/")] if "html" in page.content_type else []


@pytest.mark.slow
def test_every_page_that_a_player_comes_to_shows_what_json_can_show(season: Season) -> None:
    with _views() as views:
        _walk(Site(season.room).browser(season.players[NAMES[0]]), most=120)

    assert len(views) >= _PAGES
    assert [name for name, view in views.items() if not _is_plain(view)] == []


def test_a_division_as_json_has_its_standings(season: Season) -> None:
    with _views() as views:
        Site(season.room).browser().get(f"{season.path}/1")

    rows = as_json(views["leagues/division.html"])["view"]["shown"]["rows"]

    assert sorted(row["entry"]["name"] for row in rows) == sorted(NAMES[:4])
    assert [row["standing"]["won"] for row in rows] == [1, 0, 0, 0]


def test_a_game_as_json_tells_whose_turn_it_is(season: Season) -> None:
    with _views() as views:
        Site(season.room).browser().get(f"/games/{season.game(NAMES[1], NAMES[2])}")

    game = as_json(views["games/game.html"])["game"]

    assert game["turn_number"] == 1
    assert {seat["name"] for seat in game["seats"]} == {NAMES[1], NAMES[2]}
