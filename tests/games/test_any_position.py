"""What holds in every position, whether a game comes to it or not."""

import random

from hypothesis import given
from hypothesis import strategies as st

from corr.games.api import Progress
from tests.examples import up_to
from tests.games.conformance.cases import first
from tests.games.conformance.tracing import assert_trace_fits
from tests.games.conformance.walking import assert_tree_fits, reachable
from tests.games.crowds import Crowd, every_crowd


@every_crowd
@given(data=st.data())
def test_writing_what_was_parsed_gives_the_same_position(crowd: Crowd, data: st.DataObject) -> None:
    text = data.draw(crowd.full)

    position = crowd.rules.parse_position(text)

    assert crowd.rules.format_position(position) == text
    assert crowd.rules.parse_position(crowd.rules.format_position(position)) == position


@every_crowd
@up_to(60)
@given(data=st.data())
def test_every_listed_action_is_accepted(crowd: Crowd, data: st.DataObject) -> None:
    draft = data.draw(crowd.moments(crowd.usual, most=3))

    assert all(map(draft.accepts, first(draft, 500)))


@every_crowd
@given(data=st.data())
def test_counting_asking_and_listing_agree(crowd: Crowd, data: st.DataObject) -> None:
    draft, rules = data.draw(crowd.moments(crowd.usual)), crowd.rules

    actions = list(draft.actions())

    texts = sorted(map(rules.write_action, actions))
    listing = rules.listing(draft)
    assert draft.count() == len(actions) == len(set(actions)) == len(set(texts))
    assert draft.has_action() == bool(actions)
    assert listing.cuts or list(listing.actions) == texts
    if not draft.made:
        assert rules.progress(draft) is (Progress.MUST_GO_ON if actions else Progress.COMPLETE)


@every_crowd
@up_to(80)
@given(data=st.data())
def test_reading_what_was_written_gives_the_same_turn(crowd: Crowd, data: st.DataObject) -> None:
    draft, rules = data.draw(crowd.moments(crowd.usual)), crowd.rules
    start, text = rules.begin(draft.position, draft.seat), rules.write(draft.made)

    assert rules.read(start, text).made == draft.made
    assert rules.formed(text) == bool(draft.made)
    assert rules.write(rules.read(start, text.lower().replace(", ", "\n")).made) == text
    for action in first(draft, 40):
        further = rules.write_action(action)
        assert rules.read(draft, further).made == (*draft.made, action)
        assert rules.read(draft, f" {further.lower()}\n").made == (*draft.made, action)
        assert rules.formed(further)


@every_crowd
@up_to(60)
@given(data=st.data())
def test_every_legal_action_has_words_and_squares(crowd: Crowd, data: st.DataObject) -> None:
    draft, rules = data.draw(crowd.moments(crowd.usual, most=2)), crowd.rules
    names = {square.name for square in rules.scene(draft).squares}

    for action in first(draft, 100):
        words = rules.describe(draft, action)
        assert set() < set(rules.touched(action)) <= names
        assert words[0].isupper() or words[0].isdigit()
        assert not rules.formed(words)


@every_crowd
@up_to(60)
@given(data=st.data())
def test_every_legal_action_leaves_a_trace_that_fits(crowd: Crowd, data: st.DataObject) -> None:
    draft = data.draw(crowd.moments(crowd.usual, most=2))

    for action in first(draft, 60):
        assert_trace_fits(crowd.rules, draft, action)


@every_crowd
@up_to(60)
@given(data=st.data())
def test_clicks_lead_to_every_legal_action_and_to_no_other(crowd: Crowd, data: st.DataObject) -> None:
    draft = data.draw(crowd.moments(crowd.few_ways, most=3))

    assert set(reachable(crowd.rules, draft)) == set(draft.actions())


@every_crowd
@up_to(60)
@given(data=st.data())
def test_a_tree_of_choices_offers_what_is_offered_pick_by_pick(crowd: Crowd, data: st.DataObject) -> None:
    draft = data.draw(crowd.moments(crowd.usual, most=2))

    assert_tree_fits(crowd.rules, draft, random.Random(19), 25)
