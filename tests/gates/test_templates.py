"""What holds in every template of pages and letters."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from jinja2 import Environment, FileSystemLoader, nodes

from corr.resources import templates_folder
from tests.gates import tree

_TEMPLATES = {
    name: text
    for name, text in tree.texts(".html", ".txt", ".subject", ".xml").items()
    if name.startswith("templates/") or (name.startswith("corr/games/") and name.endswith(".html"))
}
_PAGES = [name for name in _TEMPLATES if not name.startswith("templates/mail/")]
"""Not the letters: a mail program knows no style but what is in the letter."""
_LONGEST = 200
"""Signs of a line at most."""
_OPERATORS = (nodes.And, nodes.Or, nodes.Not)
_FORM = re.compile(r"<form\b(?P<head>[^>]*)>(?P<body>.*?)</form>", re.DOTALL | re.IGNORECASE)
_INLINE = re.compile(
    r"""<script(?![^>]*\b(?:src=|type="application/json"))|<style\b|\sstyle=|\son[a-z]+=""", re.IGNORECASE
)
"""What a page may not carry; JSON is data, which no browser runs."""
_CHOICE = "It only chooses what the next page asks about; that page posts."
_FREE: dict[str, str] = {
    "templates/macros/practice.html": "A practice board is nothing but its address; the forms lead to another.",
    "templates/home/games.html": "It only chooses which games the next page lists.",
    "templates/mailbox/letters.html": "It only chooses which letters the next page lists.",
    "templates/players/players.html": "It only chooses which players the next page lists.",
    "templates/offers/offers.html": "It only chooses which offers the next page lists.",
    "templates/macros/my_games.html": "It only chooses which games the next page lists.",
    "templates/players/stop.html": "The token in its address is the proof; whoever has the letter may end it.",
    "templates/entry/unsubscribe.html": "The token in its address is the proof; mail programs post without any cookie.",
    **{f"templates/organise/{name}.html": _CHOICE for name in ("act",)},
}
"""Templates whose forms need no CSRF field, with the reason."""


@pytest.mark.parametrize("name", _TEMPLATES)
def test_a_template_can_be_read(name: str) -> None:
    assert isinstance(_parsed(name), nodes.Template)


@pytest.mark.parametrize("name", _TEMPLATES)
def test_a_template_names_only_templates_that_exist(name: str) -> None:
    parsed = _parsed(name)
    inherited = [node.template for node in parsed.find_all(nodes.Extends)]
    included = [node.template for node in parsed.find_all(nodes.Include)]
    imported = [node.template for node in parsed.find_all(nodes.Import)]
    taken_from = [node.template for node in parsed.find_all(nodes.FromImport)]
    named = [*inherited, *included, *imported, *taken_from]
    constant = [node.value for node in named if isinstance(node, nodes.Const)]

    assert [wanted for wanted in constant if not (templates_folder() / wanted).is_file()] == []


@pytest.mark.parametrize("name", _TEMPLATES)
def test_a_template_trusts_no_text_to_be_safe(name: str) -> None:
    filters = [node.name for node in _parsed(name).find_all(nodes.Filter)]
    switches = list(_parsed(name).find_all(nodes.ScopedEvalContextModifier))

    assert "safe" not in filters
    assert switches == []


@pytest.mark.parametrize("name", _TEMPLATES)
def test_every_form_posts_and_carries_a_csrf_field(name: str) -> None:
    unsafe = [form["head"] for form in _FORM.finditer(_TEMPLATES[name]) if not _is_guarded(form["head"], form["body"])]

    assert unsafe == [] or name in _FREE


@pytest.mark.parametrize("name", _PAGES)
def test_a_page_carries_no_script_or_style_of_its_own(name: str) -> None:
    inline = _INLINE.findall(_TEMPLATES[name])

    assert inline == []


@pytest.mark.parametrize("name", _TEMPLATES)
def test_no_line_of_a_template_is_too_long_to_be_read(name: str) -> None:
    lengths = {f"{name}:{number}": len(line) for number, line in enumerate(_TEMPLATES[name].splitlines(), start=1)}

    assert {place: length for place, length in lengths.items() if length > _LONGEST} == {}, (
        "break the line: where white space counts, with {%- and -%}; in the text of a letter, in {% filter paragraph %}"
    )


@pytest.mark.parametrize("name", _TEMPLATES)
def test_no_condition_of_a_template_has_more_than_one_operator(name: str) -> None:
    found = [f"{name}:{condition.lineno}" for condition in _conditions(_parsed(name)) if _operators(condition) > 1]

    assert found == [], "make the condition a property of the view: is_…, has_…, may_… or can_…"


@cache
def _parsed(name: str) -> nodes.Template:
    environment = Environment(loader=FileSystemLoader(templates_folder()), autoescape=True)
    return environment.parse(_TEMPLATES[name], name)


def _conditions(node: nodes.Node) -> Iterator[nodes.Node]:
    """Whatever in a template is true or false, and not part of something else that is."""
    for child in node.iter_child_nodes():
        if isinstance(child, (*_OPERATORS, nodes.Compare)):
            yield child
        else:
            yield from _conditions(child)


def _operators(condition: nodes.Node) -> int:
    """How often a condition says and, or, not, or compares."""
    parts = [condition, *condition.find_all(nodes.Node)]
    return sum(len(part.ops) if isinstance(part, nodes.Compare) else isinstance(part, _OPERATORS) for part in parts)


def _is_guarded(head: str, body: str) -> bool:
    return re.search(r'method="post"', head) is not None and "csrf" in body
