"""Every code that a mail can end with has words for its writer."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from corr.errors import CorrError
from corr.mail.queues.mail_history import STATUSES, UNKNOWN, status_of
from corr.mail.reading.mail_facts import MailClass
from corr.mail.reading.words.commands import Act
from tests.gates import tree

_WRITERS = ("corr/mail/answering/", "corr/mail/reading/parsed_mail", "corr/mail/queues/inbox")
"""Where codes are written down."""
_CODE = re.compile(r"[a-z]+(?:-[a-z]+)*")
_CALLS = {"MailOutcome": 0, "park_mail": 2, "put_off_mail": 2}
"""Calls that are given a code, with its place among the arguments."""
_KEYWORDS = {"reason", "fault_code"}
_NAMES = {"code", "fault_code", "_SILENT"}
"""What codes are kept under."""
_FUNCTIONS = {"_code", "_fault", "silence"}
"""What gives codes back."""


def _codes(path: Path) -> Iterator[str]:
    """The codes that a module gives to what notes them, or gives back."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            place = _CALLS.get(node.func.id if isinstance(node.func, ast.Name) else "")
            given = [] if place is None else node.args[place : place + 1]
            named = [keyword.value for keyword in node.keywords if keyword.arg in _KEYWORDS]
            yield from (word for value in [*given, *named] for word in _words(value))
        elif isinstance(node, ast.Assign) and any(_is_kept(target) for target in node.targets):
            yield from _words(node.value)
        elif isinstance(node, ast.FunctionDef) and node.name in _FUNCTIONS:
            returned = [step.value for step in ast.walk(node) if isinstance(step, ast.Return) and step.value]
            yield from (word for value in returned for word in _words(value))


def _words(node: ast.expr) -> Iterator[str]:
    """The texts that an expression can stand for; not those that it is worked out from."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and _CODE.fullmatch(node.value):
            yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_words(node.body), *_words(node.orelse))
    elif isinstance(node, ast.BoolOp | ast.Dict):
        yield from (word for value in node.values for word in _words(value))


def _is_kept(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id in _NAMES


def _modules() -> list[Path]:
    return [path for path in tree.files() if path.suffix == ".py" and tree.name(path).startswith(_WRITERS)]


def _kinds(of: type[CorrError] = CorrError) -> Iterator[type[CorrError]]:
    yield of
    for kind in of.__subclasses__():
        yield from _kinds(kind)


@pytest.mark.parametrize("path", _modules(), ids=tree.name)
def test_every_code_that_is_written_beside_a_mail_has_words(path: Path) -> None:
    assert {code for code in _codes(path) if code not in STATUSES} == set()


def test_the_codes_are_found_where_they_are_written() -> None:
    found = {code for path in _modules() for code in _codes(path)}

    assert found >= {
        "held", "duplicate", "for-people", "nothing-found", "empty", "wrong-address", "played", "sealed", "auto-reply",
        "encrypted", "fault", "too-many-tries", "unsubscribed", "stranger",
    }  # fmt: skip


def test_every_refusal_has_words() -> None:
    assert {
        kind.code for kind in _kinds() if kind.__module__.startswith("corr.") and kind.code not in STATUSES
    } == set()


def test_everything_that_can_be_asked_for_has_words() -> None:
    assert {act for act in Act if act.value.replace(" ", "-") not in STATUSES} == set()


def test_no_code_is_told_without_a_sentence() -> None:
    assert [code for code, status in STATUSES.items() if not status.tag or not status.sentence.endswith(".")] == []


def test_a_code_of_another_version_is_told_as_read() -> None:
    assert status_of("of tomorrow") is UNKNOWN


def test_every_kind_of_mail_that_no_person_wrote_has_words() -> None:
    kinds = {kind.value for kind in MailClass} - {"human", "auto", "own"}

    assert {kind for kind in kinds if kind not in STATUSES} == set()
