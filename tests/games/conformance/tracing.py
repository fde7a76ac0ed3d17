"""What holds of the trace of every action, whatever the game."""

import re
from collections.abc import Hashable

from corr.games.api import AnyDraft, AnyRules
from corr.games.scene import Scene, Trace, lost_on
from corr.games.seats import other

_SQUARE = re.compile(r"[A-Za-z]\d{1,2}")


def assert_trace_fits(rules: AnyRules, draft: AnyDraft, action: Hashable) -> None:
    """The trace of a legal action shows where it goes, and what became of the pieces there."""
    trace: Trace = rules.trace(draft, action)
    before, after = rules.scene(draft), rules.scene(draft.after(action))
    touched = rules.touched(action)
    paths = (trace.path, *trace.further)

    squares = {*trace.captured, *trace.converted, *trace.merged, *(name for path in paths for name in path)}
    assert set(touched) <= squares <= {square.name for square in before.squares}
    if not touched:
        assert trace == Trace(())
        return
    written = _SQUARE.findall(rules.write_action(action)) or touched
    assert (trace.merged or trace.path)[0] == written[0]
    assert paths[-1][-1] == written[-1]
    assert all(trace.further)
    assert set(lost_on(touched, other(draft.seat), before=before, after=after)) <= {*trace.captured, *trace.converted}
    _assert_pieces_fit(trace, _pieces(before), _pieces(after))


def _assert_pieces_fit(trace: Trace, before: dict[str, object], after: dict[str, object]) -> None:
    for name in (*trace.captured, *trace.converted):
        assert before[name]
        assert after[name] != before[name]
    if trace.merged:
        assert len(trace.merged) > 1
        assert all(before[name] for name in trace.merged)
        assert {name for name in trace.merged if after[name]} <= {trace.path[-1]}


def _pieces(scene: Scene) -> dict[str, object]:
    """What stands on each square."""
    return {square.name: square.pieces for square in scene.squares}
