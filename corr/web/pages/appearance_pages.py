"""The page on which players and strangers choose how pages look."""

from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

from flask import Blueprint, Response
from markupsafe import Markup

from corr.games.api import AnyRules
from corr.games.registry import Registry
from corr.games.scene import Scene
from corr.players.appearance import Appearance, appearance_of, keep_appearance
from corr.render.svg import svg_board
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import reading, remember_appearance, request_session, writing
from corr.web.rendering import go_to, page
from corr.web.rules_pages import begun_draft, diagrams_of

_WORD_LENGTH = 20
_KEPT = 64
_LARGEST = 49
"""The most squares of an example."""
pages = Blueprint("appearance", __name__)


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose."""

    value: str
    name: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Choices of which one is taken."""

    field: str
    words: str
    choices: tuple[Choice, ...]


THEMES = Question(
    "theme",
    "Board and pieces",
    (
        Choice("warm", "Warm", "Wood and ivory."),
        Choice("plain", "Plain", "Grey ground, full colours."),
        Choice("contrast", "High contrast", "Also changes the rest of the page."),
        Choice("safe", "Colour-blind safe", "Sides and marks stay distinct."),
    ),
)
OTHERS = (
    Question(
        "scheme",
        "Light or dark",
        (Choice("system", "As my system has it"), Choice("light", "Light"), Choice("dark", "Dark")),
    ),
    Question(
        "coordinates",
        "Coordinates",
        (
            Choice("fit", "Beside the board"),
            Choice("beside", "On all sides of the board"),
            Choice("inside", "Inside the squares"),
            Choice("off", "None"),
        ),
    ),
    Question(
        "orientation",
        "Side at the bottom",
        (
            Choice("own", "My own"),
            Choice("first", "Always the first player’s"),
            Choice("second", "Always the second player’s"),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class AppearancePage:
    """The form, with a part of a board of each game in each theme."""

    chosen: dict[str, str]
    """The present values by field."""
    themes: Question
    boards: dict[str, tuple[tuple[str, Markup], ...]]
    """By theme: the title of each game, and its board."""
    others: tuple[Question, ...]


@pages.get("/appearance")
def appearance() -> Response:
    """The form; for a stranger it is about the browser."""
    with reading():
        now = request_session().appearance
    chosen = dict(zip((THEMES.field, *(other.field for other in OTHERS)), now.code.split("."), strict=True))
    boards = {theme.value: _examples(app_state().workshop.registry, theme.name) for theme in THEMES.choices}
    return page("account/appearance.html", AppearancePage(chosen, THEMES, boards, OTHERS))


@pages.post("/appearance")
def change_appearance() -> Response:
    """Keep what was chosen: for the player, and in this browser, so that it looks the same after signing out."""
    wanted = _wanted()
    with writing() as uow:
        player = request_session().player
        if player is not None:
            keep_appearance(uow, player.player_id, wanted)
    response = go_to("/appearance", "Saved.")
    remember_appearance(response, wanted)
    return response


def _wanted() -> Appearance:
    words = [forms.field(one.field, _WORD_LENGTH, missing=None) for one in (THEMES, *OTHERS)]
    theme, scheme, coordinates, orientation = words
    return appearance_of(theme, scheme, coordinates, orientation)


def _examples(registry: Registry, theme: str) -> tuple[tuple[str, Markup], ...]:
    """The title and a part of a board of each game; the name of the theme tells boards of one page apart."""
    rules = [registry.get_rules(info.ruleset) for info in registry.games()]
    found = ((each.info.title, _example(each, f"{each.info.title}, {theme}")) for each in rules)
    return tuple((title, board) for title, board in found if board)


@lru_cache(maxsize=_KEPT)
def _example(rules: AnyRules, title: str) -> Markup | None:
    """The fullest of the small diagrams of the game's rules that show where a piece may go; None if there is none."""
    shown = [
        (_fullness(scene), scene, diagram)
        for diagram in diagrams_of(rules)
        if diagram.picks and diagram.window
        if len((scene := rules.scene(begun_draft(rules, diagram)).window(*diagram.window)).squares) <= _LARGEST
    ]
    if not shown:
        return None
    _, scene, diagram = max(shown, key=itemgetter(0))
    return svg_board(scene, picked=frozenset(diagram.picks), targets=diagram.targets, title=title)


def _fullness(scene: Scene) -> tuple[int, float]:
    """How many sides have pieces on a board, and how full it is."""
    owners = {piece.owner for square in scene.squares for piece in square.pieces}
    return len(owners), sum(bool(square.pieces) for square in scene.squares) / len(scene.squares)
