"""What a board shows of turns and checks does not differ by what its viewer may not know."""

from collections.abc import Hashable, Iterator

import pytest

from corr.games.api import AnyRules
from corr.games.courses import course_text
from corr.games.kerd.rules import KerdRules
from corr.games.registry import Registry
from corr.games.replay import Track
from corr.games.seats import FIRST, SECOND, Seat
from tests.late_game import LateRules
from tests.sealed_game import HideRules
from tests.twins import STORIES, Step, Story

_VIEWERS = (SECOND, None)
"""Who may not know: the other seat, and the public."""
_GAMES = Registry([KerdRules, LateRules, HideRules])


@pytest.mark.parametrize("story", STORIES.values(), ids=list(STORIES))
@pytest.mark.parametrize("viewer", _VIEWERS, ids=["opponent", "public"])
def test_twins_leave_the_same_traces(story: Story, viewer: Seat | None) -> None:
    rules = _GAMES.get_rules(story.ruleset)

    one, other = (list(_shown(rules, steps, viewer)) for steps in (story.one, story.other))

    assert one == other
    assert one


@pytest.mark.parametrize("story", STORIES.values(), ids=list(STORIES))
def test_twins_leave_the_same_course_of_each_turn(story: Story) -> None:
    rules = _GAMES.get_rules(story.ruleset)

    one, other = (list(_courses(rules, steps)) for steps in (story.one, story.other))

    assert one == other


def _courses(rules: AnyRules, steps: tuple[Step, ...]) -> Iterator[str]:
    """What is kept of all turns, as everybody may know them."""
    track, waiting = Track.begin(rules), dict[Seat, str]()
    for seat, text in steps:
        waiting[Seat(seat)] = text
        if track.due == waiting.keys():
            drafts = {at: rules.read(rules.begin(track.position, at), turn) for at, turn in waiting.items()}
            yield course_text(rules, track.position, drafts)
            track, waiting = track.after_texts(waiting), {}


def _shown(rules: AnyRules, steps: tuple[Step, ...], viewer: Seat | None) -> Iterator[object]:
    """The traces of all turns, and of those that could follow each, and the checks, as *viewer* is shown them."""
    track, waiting = Track.begin(rules), dict[Seat, str]()
    for seat, text in steps:
        waiting[Seat(seat)] = text
        if track.due == waiting.keys():
            seen = rules.observe(track.position, viewer)
            for at, turn in sorted(waiting.items()):
                (action,) = rules.read(rules.begin(track.position, at), turn).made
                yield rules.trace(rules.begin(seen, at), action)
            track, waiting = track.after_texts(waiting), {}
            yield from _possible(rules, rules.observe(track.position, viewer))
    yield from _possible(rules, rules.observe(track.position, viewer))


def _possible(rules: AnyRules, seen: Hashable) -> Iterator[object]:
    for seat in (FIRST, SECOND):
        draft = rules.begin(seen, seat)
        yield rules.scene(draft).checks
        yield [rules.trace(draft, action) for action in draft.actions()]
