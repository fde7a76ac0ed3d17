"""What is kept of the last turn: as text and back."""

import pytest

from corr.games.courses import NOTHING, Course, course_text, read_course
from corr.games.kelasu.rules import KelasuRules
from corr.games.scene import Trace
from corr.games.seats import FIRST
from tests.games.conformance.cases import Case, every_case, rounds


@every_case
def test_what_is_kept_of_a_turn_is_the_traces_of_its_actions(case: Case) -> None:
    rules = case.rules
    for one in rounds(case):
        seen = rules.observe(one.track.position, None)

        course = read_course(course_text(rules, one.track.position, one.drafts))

        assert course.touched == rules.touched_by(one.drafts.values())
        traces = []
        for seat, draft in sorted(one.drafts.items()):
            so_far = rules.begin(seen, seat)
            for action in draft.made:
                traces.append(rules.trace(so_far, action))
                so_far = so_far.after(action)
        assert course.last in {tuple(trace for trace in traces if trace.path), ()}
        assert course.last or not any(trace.path for trace in traces)


@pytest.mark.parametrize(
    ("text", "trace", "touched"),
    [
        (">B3-C3", Trace(("B3", "C3")), "B3 C3"),
        (">B4-C4*C4", Trace(("B4", "C4"), ("C4",)), "B4 C4"),
        (">E4-F5%F5", Trace(("E4", "F5"), converted=("F5",)), "E4 F5"),
        (">D3+D2+D3", Trace(("D3",), merged=("D2", "D3")), "D2 D3"),
        (">A3.B4-C5*C5", Trace(("A3", "B4", "C5"), ("C5",)), "A3 C5"),
        (">G1-I1&L1-H1", Trace(("G1", "I1"), further=(("L1", "H1"),)), "G1 I1 L1 H1"),
    ],
)
def test_a_word_tells_all_that_a_trace_shows(text: str, trace: Trace, touched: str) -> None:
    assert read_course(text) == Course((trace,), touched=frozenset(touched.split()))


def test_a_turn_is_kept_action_by_action() -> None:
    rules = KelasuRules()
    draft = rules.read(rules.begin(rules.start(), FIRST), "B3-C3, B4-C4")

    assert course_text(rules, rules.start(), {FIRST: draft}) == ">B3-C3 >B4-C4"


def test_games_of_earlier_versions_know_only_the_squares_of_their_last_turn() -> None:
    assert read_course("B3 C3") == Course(touched=frozenset({"B3", "C3"}))
    assert read_course("") == NOTHING


@pytest.mark.parametrize("text", [">", ">-", "> >A1", ">A1-&*%+", "<b>", ">A1->A2", "&A1 -B2", ".A1 >.A1"])
def test_a_damaged_course_is_read_as_something(text: str) -> None:
    assert isinstance(read_course(text), Course)
