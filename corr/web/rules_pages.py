"""The rules that games bring as pages: how long they take to read, and their diagrams, drawn like every board."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from urllib.parse import urlencode

from jinja2 import Environment, Template, TemplateSyntaxError, nodes
from jinja2.meta import find_undeclared_variables
from markupsafe import Markup

from corr.games.api import AnyDraft, AnyRules, Info
from corr.games.game_files import Diagram, read_diagrams
from corr.games.registry import Registry, broken_file, game_text, read_options
from corr.games.scene import Scene
from corr.games.seats import FIRST
from corr.render.svg import WIDE, board_picture, picture_size, picture_words

_DIAGRAMS = "data/diagrams.txt"
_PAGE = "rules.html"
_DIAGRAM = "diagram"
_KNOWN = frozenset({"page", _DIAGRAM, "static", "request_session", "is_demo", "has_mailbox"})
"""What such a page is given beside what all templates know."""
_GAMES = 16
"""The number of games whose diagrams are kept, without their pictures."""
_WORDS_A_MINUTE = 230
"""The words of such a text that people read in a minute."""
_INCLUDED = re.compile(r"\{%-?\s*include\s+\"([^\"]+)\"")
_NO_WORDS = re.compile(r"<nav\b.*?</nav>|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<[^>]*>", re.DOTALL)
_WORD = re.compile(r"\w[\w’'-]*")


@dataclass(frozen=True, slots=True)
class Figure:
    """One diagram as the page shows it."""

    name: str
    caption: str
    words: str
    """What it shows, for those who do not see it."""
    columns: int
    """How many columns the board has."""
    size: tuple[int, int]
    """The width and the height of the picture, in units of its own."""
    address: str
    """The address of a practice board with its position."""

    @property
    def is_wide(self) -> bool:
        """Whether it needs the whole width of a phone."""
        return self.columns >= WIDE


@lru_cache(maxsize=_GAMES)
def figures(rules: AnyRules) -> Mapping[str, Figure]:
    """The diagrams of a game by their names."""
    return MappingProxyType({diagram.name: _figure(rules, diagram) for diagram in diagrams_of(rules)})


def diagrams_of(rules: AnyRules) -> tuple[Diagram, ...]:
    """
    The diagrams of a game's page, as they lie in its folder.

    :raises BrokenGameError: one of them is malformed.
    """
    text = game_text(rules, _DIAGRAMS)
    try:
        return read_diagrams(text)
    except ValueError as fault:
        raise broken_file(
            rules, _DIAGRAMS, "has a diagram without a position, or with a field without a value"
        ) from fault


def begun_draft(rules: AnyRules, diagram: Diagram) -> AnyDraft:
    """The half-made turn that a diagram shows."""
    bound = type(rules)(read_options(rules.info, diagram.options)) if diagram.options else rules
    position = bound.parse_position(diagram.position)
    draft: AnyDraft = bound.read(bound.empty_turn(position), diagram.begun)
    return draft


@dataclass(frozen=True, slots=True)
class WrittenRules:
    """The rules that a game brings in its own folder, as `rules.html`."""

    template: Template
    minutes: int
    """How long they take to read, with the captions of their diagrams."""


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of one game."""

    info: Info
    sample: str
    """A legal first turn, as an example of how turns are written."""
    commands: tuple[tuple[str, str], ...]
    """The commands of mails that do what they say, each with what is added to it."""
    groups: Mapping[str, tuple[tuple[str, str], ...]]
    """The commands of mails that are about no game, by their groups."""
    board: Markup
    figures: Mapping[str, Figure]
    written: WrittenRules | None
    """None if this game has no rules page."""


@lru_cache(maxsize=_GAMES)
def written_rules(templates: Environment, rules: AnyRules) -> WrittenRules | None:
    """
    The rules of a game as it has them written down; None if it has none.

    :raises BrokenGameError: they cannot be read.
    """
    source = game_text(rules, _PAGE)
    if not source:
        return None
    return WrittenRules(templates.from_string(source), _minutes_to_read(templates, source, diagrams_of(rules)))


def check_rules_pages(templates: Environment, registry: Registry) -> None:
    """
    Refuse games with a page of rules, or diagrams for it, that cannot be read: the list of all rules needs every one.

    :raises BrokenGameError: there is one.
    """
    for info in registry.games():
        rules = registry.get_rules(info.ruleset)
        diagrams, source = {diagram.name for diagram in diagrams_of(rules)}, game_text(rules, _PAGE)
        try:
            templates.from_string(source)
        except TemplateSyntaxError as fault:
            raise broken_file(rules, _PAGE, f"is no template, see its line {fault.lineno}") from fault
        parsed = templates.parse(source)
        if unknown := find_undeclared_variables(parsed) - {*_KNOWN, *templates.globals}:
            raise broken_file(rules, _PAGE, f"uses “{min(unknown)}”, which is not given to it")
        if wrong := _unknown_fields(parsed):
            raise broken_file(rules, _PAGE, f"uses “{min(wrong)}”, which there is not")
        if missing := _shown_diagrams(parsed) - diagrams:
            raise broken_file(rules, _PAGE, f"shows the diagram “{min(missing)}”, which is not in {_DIAGRAMS}")


def _unknown_fields(parsed: nodes.Template) -> set[str]:
    """What is asked of the page, or of its game, that they have not."""
    page = nodes.Name("page", "load")
    given = ((page, "page", RulesPage), (nodes.Getattr(page, "info", "load"), "page.info", Info))
    return {
        f"{words}.{asked.attr}"
        for asked in parsed.find_all(nodes.Getattr)
        for value, words, kind in given
        if asked.node == value and not hasattr(kind, asked.attr)
    }


def _shown_diagrams(parsed: nodes.Template) -> set[str]:
    calls = [call for call in parsed.find_all(nodes.Call) if call.node == nodes.Name(_DIAGRAM, "load")]
    return {name.value for call in calls for name in call.args[:1] if isinstance(name, nodes.Const)}


def _minutes_to_read(templates: Environment, source: str, diagrams: Iterable[Diagram]) -> int:
    text = " ".join([_NO_WORDS.sub(" ", _whole(templates, source)), *(diagram.caption for diagram in diagrams)])
    return max(1, round(len(_WORD.findall(text)) / _WORDS_A_MINUTE))


def find_diagram(rules: AnyRules, name: str) -> Diagram | None:
    """The diagram of a game with that name, if there is one."""
    return _named(type(rules)).get(name)


@lru_cache(maxsize=_GAMES)
def _named(game: type[AnyRules]) -> Mapping[str, Diagram]:
    return {diagram.name: diagram for diagram in diagrams_of(game())}


def diagram_picture(rules: AnyRules, diagram: Diagram, *, theme: str, scheme: str) -> str:
    """A diagram as an SVG file, as the player sees the board who begins."""
    return board_picture(
        _shown(rules, diagram),
        flipped=rules.info.bottom != FIRST,
        targets=diagram.targets,
        picked=frozenset(diagram.picks),
        theme=theme,
        scheme=scheme,
    )


def _figure(rules: AnyRules, diagram: Diagram) -> Figure:
    scene = _shown(rules, diagram)
    return Figure(
        name=diagram.name,
        caption=diagram.caption,
        words=picture_words(scene, targets=diagram.targets, picked=frozenset(diagram.picks)),
        columns=len(scene.columns),
        size=picture_size(scene),
        address=_practice(rules, diagram),
    )


def _shown(rules: AnyRules, diagram: Diagram) -> Scene:
    scene = rules.scene(begun_draft(rules, diagram))
    return scene.window(*diagram.window) if diagram.window else scene


def _practice(rules: AnyRules, diagram: Diagram) -> str:
    """The address of the practice board with the position, the actions and the task of a diagram."""
    options = [(f"option.{name}", value) for name, value in diagram.options.items()]
    begun = [("begun", diagram.begun)] if diagram.begun else []
    query = urlencode([*options, ("position", diagram.position), ("task", diagram.name), *begun], safe=",:/*~!@")
    return f"/practice/{rules.info.game}?{query}#board"


def _whole(templates: Environment, source: str) -> str:
    """The text of a template, with the templates that it includes."""
    loader = templates.loader
    assert loader is not None, "pages are made from templates"

    def included(found: re.Match[str]) -> str:
        return _whole(templates, loader.get_source(templates, found[1])[0])

    return _INCLUDED.sub(included, source)
