"""What the repository's site reads to take reports in and to judge changes."""

from typing import Any

import pytest
import yaml

from tests.gates import tree

_SITE = tree.ROOT / ".github"
_FORMS = sorted((_SITE / "ISSUE_TEMPLATE").glob("*.yml"))
_ASKED = {"input", "textarea", "dropdown", "checkboxes"}


def _read(name: str) -> dict[str, Any]:
    found = yaml.safe_load((_SITE / name).read_text("utf-8"))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("form", [path.name for path in _FORMS if path.name != "config.yml"])
def test_every_form_asks_for_something_and_names_each_answer_once(form: str) -> None:
    found = _read(f"ISSUE_TEMPLATE/{form}")

    asked = [part["id"] for part in found["body"] if part["type"] in _ASKED]

    assert found["name"]
    assert found["description"]
    assert asked
    assert len(set(asked)) == len(asked)
    assert all(part["type"] in {*_ASKED, "markdown"} for part in found["body"])


def test_changes_are_judged_by_the_script_of_the_tree_on_a_bare_debian() -> None:
    (job,) = _read("workflows/judge.yml")["jobs"].values()

    commands = [step["run"] for step in job["steps"] if "run" in step]

    assert job["container"] == "debian:bookworm"
    assert commands[-1] == ".ci/run"
    assert {"gcc", "git", "make", "python3.11-venv"} <= set(commands[0].split())
