"""Half-made turns and past positions as JSON, for the scripts that make turns and step through games."""

import json
from collections.abc import Mapping

from markupsafe import Markup

from corr.errors import TurnError
from corr.game.views import StepView, StopView
from corr.games.choice_trees import ChoiceTree, Deed
from corr.games.guide import Gathering
from corr.games.scene import Scene
from corr.play.past_positions import PastPosition
from corr.play.turn_preview import DraftView
from corr.render.svg import board_layer, board_legend
from corr.render.words import square_words, told_board
from corr.web.boards import chips_of

Json = Mapping[str, object]
"""An object as JSON has it."""


def draft_with_board(view: DraftView, *, flipped: bool, after: str | None = None) -> Json:
    """The same as `draft_object`, with what stands on the board as SVG, and what its signs mean."""
    layer = board_layer(view.scene, flipped=flipped, openings=_openings(view.choices), course=view.course)
    return {**draft_object(view, after), "board": f"<svg>{layer}</svg>{board_legend(view.scene)}"}


def in_page(draft: Json) -> Markup:
    """*draft* as text to be put into a `<script>`."""
    text = json.dumps(draft, ensure_ascii=False, separators=(",", ":"))
    # Nothing can end the element, or begin a comment in it.
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 - see above


def draft_object(view: DraftView, after: str | None = None) -> Json:
    """
    A half-made turn: what stands where in words, what it would mean to stop, and what can be chosen next.

    :param after: the query of the practice board after it, empty if it may not stop here; None in games.
    """
    scene = view.scene
    found: dict[str, object] = {
        "turn": view.turn_number,
        "begun": view.begun,
        "steps": list(map(_step, view.steps)),
        **_board(scene),
        "stop": _stop(view.stop),
        "choices": None if view.choices is None else _choices(view.choices),
    }
    if view.refused is not None:
        found["fault"] = _fault(view.refused)
    if after is not None:
        found["after"] = after
    return found


def position_object(shown: PastPosition, *, flipped: bool) -> Json:
    """A game after one of its turns: what stands where, as SVG and in words, the turn, and its actions in words."""
    scene = shown.game.scene
    return {
        "after": shown.after,
        "action": shown.action,
        "place": shown.words,
        "turns": [{"seat": turn.seat, "title": turn.seat_title, "text": turn.text} for turn in shown.made],
        "steps": [] if shown.action else list(map(_step, shown.steps)),
        **_board(scene),
        "layer": board_layer(scene, flipped=flipped, course=shown.game.course),
    }


def _board(scene: Scene) -> Json:
    return {
        "squares": _squares(scene),
        "stacks": _stacks(scene),
        "words": told_board(scene),
        "notes": scene.state,
        "alerts": scene.alerts,
    }


def _step(step: StepView) -> Json:
    return {"text": step.text, "sentence": step.sentence}


def _openings(choices: ChoiceTree | None) -> frozenset[str]:
    """The squares that can be picked next."""
    return (
        frozenset(branch.pick.square for branch in choices.branches if branch.pick.square) if choices else frozenset()
    )


def _squares(scene: Scene) -> dict[str, str]:
    """What each square says that is not just empty: "Blue Warrior", "empty, water"."""
    grounds = {region.key: f", {region.name}" for region in scene.regions}
    return {
        square.name: f"{square_words(square)}{grounds.get(square.region, '')}"
        for square in scene.squares
        if square.pieces or square.region in grounds
    }


def _stacks(scene: Scene) -> dict[str, list[tuple[str, str, int]]]:
    """The stacks, as a page draws them large."""
    return {
        square.name: [(chip.words, chip.look, chip.upwards) for chip in chips_of(square.pieces)]
        for square in scene.squares
        if square.pieces[1:]
    }


def _stop(stop: StopView) -> Json:
    return {
        "maySubmit": stop.may_submit,
        "words": stop.words,
        "whyOver": stop.why_over,
    }


def _choices(tree: ChoiceTree) -> Json:
    """What can be chosen: `deeds` and `questions`, each of them once, and a tree of their numbers."""
    deeds: dict[Deed, int] = {}
    questions: dict[str, int] = {}
    written = _written(tree, deeds, questions)
    return {"deeds": list(deeds), "questions": list(questions), "tree": written}


def _written(tree: ChoiceTree, deeds: dict[Deed, int], questions: dict[str, int]) -> list[object] | Json:
    """
    The number of a question; then for each entry the number of its deed, its squares and what follows.

    A set of squares stands as it is.
    """
    if tree.gather is not None:
        return _gathering(tree.gather)
    written: list[object] = [questions.setdefault(tree.asked, len(questions))]
    for deed, squares, branch in tree.entries:
        entry: list[object] = [deeds.setdefault(deed, len(deeds)), " ".join(squares)]
        if branch.then is not None:
            entry.append(_written(branch.then, deeds, questions))
        written.append(entry)
    return written


def _gathering(gather: Gathering) -> Json:
    found: dict[str, object] = {
        "squares": gather.squares,
        "count": gather.count,
        "chosen": gather.chosen,
        "question": gather.question,
    }
    if gather.last:
        found["last"] = {"question": gather.last, "prefix": gather.prefix}
    return found


def _fault(refused: TurnError) -> Json:
    return {"sentence": refused.sentence, "legal": refused.refusal.legal}
