"""Actions: what is listed, what is accepted, and what is said of them."""

import random

from corr.games.api import Progress
from corr.games.seats import FIRST, SECOND

from .cases import LOOKED_AT, Case, every_case, first, moments, positions, some, some_actions

_FEW = 12
_STRANGERS = 60
"""Actions of other moments that are tried at one."""


@every_case
def test_every_listed_action_is_accepted_and_can_be_made(case: Case) -> None:
    for draft in moments(case):
        actions = first(draft)

        assert len(set(actions)) == len(actions)
        for action in actions:
            assert draft.accepts(action)
            after = draft.after(action)
            assert (after.made, after.position, after.seat) == ((*draft.made, action), draft.position, draft.seat)


@every_case
def test_making_an_action_leaves_the_draft_as_it_was(case: Case) -> None:
    for draft in moments(case):
        before = first(draft, _FEW)

        for action in before:
            draft.after(action).has_action()

        assert first(draft, _FEW) == before


@every_case
def test_an_action_that_is_not_listed_is_refused_with_a_sentence(case: Case) -> None:
    chance = random.Random(1)
    pool = some_actions(case)
    for draft in moments(case):
        listed = set(first(draft, LOOKED_AT + 1))
        if len(listed) > LOOKED_AT:
            continue
        for action in chance.sample(pool, min(_STRANGERS, len(pool))):
            assert draft.accepts(action) == (action in listed), case.rules.write((*draft.made, action))
            if action not in listed:
                refusal = case.rules.refusal(draft, action)
                assert refusal.rule.strip().endswith((".", "!")), refusal.rule
                assert refusal.rule[0].isupper() or not refusal.rule[0].isalpha(), refusal.rule


@every_case
def test_what_a_refusal_offers_instead_is_legal(case: Case) -> None:
    chance = random.Random(2)
    pool, rules = some_actions(case), case.rules
    for draft in moments(case):
        for action in chance.sample(pool, min(_FEW, len(pool))):
            for text in () if draft.accepts(action) else rules.refusal(draft, action).legal:
                assert rules.write(rules.read(draft, text).made[len(draft.made) :]) == text


@every_case
def test_counting_asking_and_listing_agree(case: Case) -> None:
    for draft in moments(case):
        count, actions = draft.count(), first(draft, LOOKED_AT)

        assert draft.has_action() == bool(actions)
        assert count == len(actions) or count > len(actions) == LOOKED_AT


@every_case
def test_the_listing_holds_the_actions_as_text(case: Case) -> None:
    for draft in moments(case):
        listing = case.rules.listing(draft)

        assert len(set(listing.actions)) == len(listing.actions)
        assert list(listing.actions) == sorted(listing.actions)
        if draft.count() <= LOOKED_AT:
            assert listing.cuts == ()
            assert set(listing.actions) == set(map(case.rules.write_action, draft.actions()))
        else:
            assert all(cut.kind and cut.more != 0 for cut in listing.cuts)


@every_case
def test_examples_are_few_legal_and_say_whether_there_are_more(case: Case) -> None:
    rules = case.rules
    for draft in moments(case):
        texts, more = rules.examples(draft, _FEW)

        assert len(texts) == min(_FEW, draft.count())
        assert more == (draft.count() > len(texts))
        for text in texts:
            assert rules.write(rules.read(draft, text).made[len(draft.made) :]) == text


@every_case
def test_a_turn_stops_by_choice_only_where_it_could_go_on(case: Case) -> None:
    for draft in moments(case):
        progress = case.rules.progress(draft)

        assert (progress is Progress.COMPLETE) == (not draft.has_action())
        if draft.may_stop:
            assert draft.made
            assert draft.has_action()


@every_case
def test_who_is_due_can_act_and_nobody_else(case: Case) -> None:
    for position in positions(case):
        due = case.rules.due(position)

        for seat in (FIRST, SECOND):
            assert case.rules.begin(position, seat).has_action() == (seat in due)


@every_case
def test_every_action_has_words_and_squares(case: Case) -> None:
    chance, rules = random.Random(3), case.rules
    for draft in moments(case):
        names = {square.name for square in rules.scene(draft).squares}
        for action in some(draft, chance, _FEW):
            words = rules.describe(draft, action)

            assert words.strip()
            assert words[0].isupper() or words[0].isdigit()
            assert set(rules.touched(action)) <= names


@every_case
def test_what_is_given_away_is_told_in_few_words(case: Case) -> None:
    for draft in moments(case):
        assert len(draft.unused()) < 60
        assert "\n" not in draft.unused()
