"""Whole games: how they go on, end, and are told by their logs."""

import pytest

from corr.errors import IllegalError
from corr.games.api import Progress
from corr.games.replay import Track, replay

from .cases import ROUNDS, Case, every_case, games, positions, rounds


@every_case
def test_random_games_end_or_go_on_and_never_stick(case: Case) -> None:
    for game in games(case):
        assert game.rounds
        assert (game.last.outcome is not None) == (not game.last.due)
        assert game.last.outcome or len(game.rounds) == ROUNDS


@every_case
def test_a_position_has_an_outcome_or_somebody_who_is_due(case: Case) -> None:
    for position in positions(case):
        assert (case.rules.outcome(position) is None) == bool(case.rules.due(position))


@every_case
def test_how_a_game_ended_is_among_the_endings(case: Case) -> None:
    for position in positions(case):
        outcome = case.rules.outcome(position)

        if outcome is not None:
            assert outcome.reason in case.rules.info.endings
            assert outcome.winner in {None, 0, 1}


@every_case
def test_the_log_gives_the_same_game_as_the_positions(case: Case) -> None:
    for game in games(case):
        log = [one.texts for one in game.rounds]

        replayed = replay(case.rules, log)

        assert replayed.position == game.last.position
        assert replayed.outcome == game.last.outcome
        assert replayed.occurrences == game.last.occurrences


@every_case
def test_a_game_goes_on_from_a_stored_position_as_from_its_log(case: Case) -> None:
    rules = case.rules
    for one in list(rounds(case))[::5]:
        stored = rules.parse_position(one.track.text)

        after = Track(rules, stored, one.track.occurrences, None).after_texts(one.texts)

        assert after.position == one.track.after(one.drafts).position


@every_case
def test_an_empty_turn_and_one_that_must_go_on_are_not_played(case: Case) -> None:
    rules = case.rules
    for one in list(rounds(case))[::3]:
        drafts = {seat: rules.begin(one.track.position, seat) for seat in one.drafts}
        assert all(rules.progress(draft) is Progress.MUST_GO_ON for draft in drafts.values())

        with pytest.raises(IllegalError) as caught:
            rules.play(one.track.position, drafts)

        assert caught.value.refusal.rule.endswith(".")
        assert not rules.formed(caught.value.sentence)


@every_case
def test_a_turn_changes_the_position(case: Case) -> None:
    for one in rounds(case):
        assert case.rules.play(one.track.position, one.drafts) != one.track.position
