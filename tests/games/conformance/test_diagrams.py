"""The pictures of the rules pages, for every game that there is: each shows what is legal, and nothing else."""

import re

import pytest

from corr.games.api import AnyDraft, AnyRules
from corr.games.game_files import Diagram
from corr.games.registry import read_options
from corr.web.rules_pages import begun_draft, diagrams_of

from .cases import REGISTRY

_CASES = [
    pytest.param(REGISTRY.get_rules(info.ruleset), diagram, id=f"{info.game}-{diagram.name}")
    for info in REGISTRY.rulesets()
    for diagram in diagrams_of(REGISTRY.get_rules(info.ruleset))
]
_SQUARE = re.compile(r"\b(?:[A-Z](?:1[0-9]|[0-9]))\b")
"""What can be a square of a board in a sentence."""

cases = pytest.mark.parametrize(("rules", "diagram"), _CASES)


def begun(rules: AnyRules, diagram: Diagram) -> tuple[AnyRules, AnyDraft]:
    """The rules with the diagram's options, and the turn as far as it has begun."""
    bound = REGISTRY.get_rules(rules.info.ruleset, read_options(rules.info, diagram.options))
    return bound, begun_draft(rules, diagram)


def offered(rules: AnyRules, diagram: Diagram) -> set[str]:
    """The squares that can be clicked next."""
    bound, draft = begun(rules, diagram)
    return {pick.square for pick in bound.choices(draft, diagram.picks).picks if pick.square}


@cases
def test_a_diagram_has_its_position_and_its_actions_in_canonical_notation(rules: AnyRules, diagram: Diagram) -> None:
    bound, draft = begun(rules, diagram)

    assert bound.format_position(draft.position) == diagram.position
    assert bound.write(draft.made) == diagram.begun


@cases
def test_what_a_diagram_marks_is_what_can_be_clicked(rules: AnyRules, diagram: Diagram) -> None:
    # A diagram without picks and targets shows a board and makes no claim.
    assert not (diagram.picks or diagram.targets) or offered(rules, diagram) == diagram.targets


@cases
def test_a_diagram_that_picks_something_shows_where_it_may_go(rules: AnyRules, diagram: Diagram) -> None:  # noqa: ARG001
    assert bool(diagram.picks) <= bool(diagram.targets)


@cases
def test_all_that_a_diagram_marks_is_in_its_window(rules: AnyRules, diagram: Diagram) -> None:
    bound, draft = begun(rules, diagram)
    scene = bound.scene(draft)
    shown = {square.name for square in (scene.window(*diagram.window) if diagram.window else scene).squares}
    picked = {pick for pick in diagram.picks if pick in {square.name for square in scene.squares}}

    assert diagram.targets | scene.marked | picked <= shown


@cases
def test_a_caption_speaks_of_squares_that_can_be_seen(rules: AnyRules, diagram: Diagram) -> None:
    bound, draft = begun(rules, diagram)
    scene = bound.scene(draft)
    shown = {square.name for square in (scene.window(*diagram.window) if diagram.window else scene).squares}

    assert diagram.caption.endswith(".")
    assert set(_SQUARE.findall(diagram.caption)) <= shown


@cases
def test_a_task_can_be_done_on_its_board(rules: AnyRules, diagram: Diagram) -> None:
    bound, draft = begun(rules, diagram)
    made = list[str]()

    for end in diagram.goal:
        action, name = next((a, text) for a in draft.actions() if (text := bound.write((a,))).endswith(end))
        draft = draft.after(action)
        made.append(name)

    assert bool(diagram.task) == bool(diagram.goal)
    assert diagram.is_done_by(made) == bool(diagram.goal)
    assert not diagram.is_done_by(made[:-1])


@cases
def test_a_task_is_a_sentence_about_the_board_and_not_done_by_what_was_begun(rules: AnyRules, diagram: Diagram) -> None:
    bound, draft = begun(rules, diagram)
    scene = bound.scene(draft)

    assert diagram.task == "" or diagram.task.endswith(".")
    assert set(_SQUARE.findall(diagram.task)) <= {square.name for square in scene.squares}
    assert not diagram.is_done_by(bound.write((action,)) for action in draft.made)


@pytest.mark.parametrize("game", [info.game for info in REGISTRY.games()])
def test_the_diagrams_of_a_game_have_names_of_their_own(game: str) -> None:
    names = [diagram.name for diagram in diagrams_of(REGISTRY.get_rules_of_game(game))]

    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in names)
