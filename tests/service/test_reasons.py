"""Every code that a mail can end with has words for its writer."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from corr.errors import CorrError
from corr.mail.reading.orders import Act
from corr.mail.reading.reading import MailClass
from corr.service.reasons import FATES, UNKNOWN, fate_of
from tests.gates import tree

_WRITERS = ("corr/mail/answering/", "corr/mail/reading/evidence", "corr/mail/reading/rob", "corr/service/held.py")
"""Where codes are written down."""
_CODE = re.compile(r"[a-z]+(?:-[a-z]+)+|[a-z]{4,}")
_CALLS = {"Understood": 1, "park_mail": 2, "put_off_mail": 2, "_understood": 2, "_parked": 1}
"""Calls that are given a code, with its place among the arguments."""


def _codes(path: Path) -> Iterator[str]:
    """The codes that a module gives to what notes them, or gives back beside an answer."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            place = _CALLS.get(name)
            if place is not None:
                yield from (word for argument in node.args[place : place + 1] for word in _words(argument))
            yield from (word for given in node.keywords if given.arg == "reason" for word in _words(given.value))
        elif isinstance(node, ast.Tuple) and node.elts and isinstance(node.elts[0], ast.Constant):
            yield from _beside_something(node)
        elif isinstance(node, ast.Assign) and any(_is_reason(target) for target in node.targets):
            yield from _words(node.value)


def _beside_something(node: ast.Tuple) -> Iterator[str]:
    """The code in `"held", answers.held(…)`, or in `"bounce", _is_bounce(…)`."""
    if len(node.elts) == 2 and isinstance(node.elts[1], ast.Call | ast.Compare):
        yield from _words(node.elts[0])


def _words(node: ast.expr) -> Iterator[str]:
    """The texts that an expression can stand for, as far as they stand in it."""
    for found in ast.walk(node):
        if isinstance(found, ast.Constant) and isinstance(found.value, str) and _CODE.fullmatch(found.value):
            yield found.value


def _is_reason(target: ast.expr) -> bool:
    return any(isinstance(name, ast.Name) and name.id == "reason" for name in ast.walk(target))


def _modules() -> list[Path]:
    return [path for path in tree.files() if path.suffix == ".py" and tree.name(path).startswith(_WRITERS)]


def _kinds(of: type[CorrError] = CorrError) -> Iterator[type[CorrError]]:
    yield of
    for kind in of.__subclasses__():
        yield from _kinds(kind)


@pytest.mark.parametrize("path", _modules(), ids=tree.name)
def test_every_code_that_is_written_beside_a_mail_has_words(path: Path) -> None:
    assert {code for code in _codes(path) if code not in FATES} == set()


def test_the_codes_are_found_where_they_are_written() -> None:
    found = {code for path in _modules() for code in _codes(path)}

    assert found >= {"held", "duplicate", "for-people", "nothing-found", "wrong-address"}


def test_every_refusal_has_words() -> None:
    assert {kind.code for kind in _kinds() if kind.__module__.startswith("corr.") and kind.code not in FATES} == set()


def test_everything_that_can_be_asked_for_has_words() -> None:
    assert {act for act in Act if act.value.replace(" ", "-") not in FATES} == set()


def test_no_code_is_told_without_a_sentence() -> None:
    assert [code for code, fate in FATES.items() if not fate.tag or not fate.sentence.endswith(".")] == []


def test_a_code_of_another_version_is_told_as_read() -> None:
    assert fate_of("of tomorrow") is UNKNOWN


def test_every_kind_of_mail_that_no_person_wrote_has_words() -> None:
    kinds = {kind.value for kind in MailClass} - {"human", "auto", "own"}

    assert {kind for kind in kinds if kind not in FATES} == set()
