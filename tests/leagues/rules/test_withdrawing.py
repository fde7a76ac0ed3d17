"""What becomes of the results of a player who withdraws."""

import pytest

from corr.leagues.rules.division_table import Entrant, EntryId, Meeting, Table
from corr.leagues.rules.settings import WithdrawalRule, withdrawal_of
from corr.states import Result, Withdrawal

ME = EntryId(1)


def table(*results: Result | None, is_forfeit: bool = False, gone: int = 0) -> Table:
    """My meetings with others, who follow me; the last *gone* of them have left the table."""
    others = [EntryId(number) for number in range(2, len(results) + 2)]
    entrants = [Entrant(ME), *(Entrant(one, is_removed=one > len(results) + 1 - gone) for one in others)]
    meetings = [Meeting(1, ME, one, result, is_forfeit) for one, result in zip(others, results, strict=True)]
    return Table(tuple(entrants), tuple(meetings))


@pytest.mark.parametrize(
    ("finished", "games", "becomes"),
    [
        (0, 4, Withdrawal.REMOVED),
        (1, 4, Withdrawal.REMOVED),
        (2, 4, Withdrawal.FORFEITS),
        (2, 5, Withdrawal.REMOVED),
        (3, 5, Withdrawal.FORFEITS),
        (4, 4, Withdrawal.FORFEITS),
    ],
)
def test_with_less_than_half_of_the_games_finished_the_results_leave(
    finished: int, games: int, becomes: Withdrawal
) -> None:
    found = table(*[Result.FIRST] * finished, *[None] * (games - finished))

    assert withdrawal_of(found, ME, WithdrawalRule.HALF) is becomes


def test_by_the_rule_of_forfeits_results_never_leave() -> None:
    assert withdrawal_of(table(None, None), ME, WithdrawalRule.FORFEITS) is Withdrawal.FORFEITS


def test_a_forfeit_counts_as_finished() -> None:
    found = table(Result.SECOND, Result.SECOND, is_forfeit=True)

    assert withdrawal_of(found, ME, WithdrawalRule.HALF) is Withdrawal.FORFEITS


def test_a_game_without_a_result_is_no_game() -> None:
    assert withdrawal_of(table(Result.DRAW, None, Result.NONE), ME, WithdrawalRule.HALF) is Withdrawal.FORFEITS
    assert withdrawal_of(table(Result.NONE, None), ME, WithdrawalRule.HALF) is Withdrawal.REMOVED


def test_a_game_against_somebody_who_has_left_is_no_game() -> None:
    found = table(None, None, Result.FIRST, Result.FIRST, gone=2)

    assert withdrawal_of(found, ME, WithdrawalRule.HALF) is Withdrawal.REMOVED


def test_games_of_others_do_not_matter() -> None:
    found = table(Result.DRAW, None, None)
    others = Meeting(2, EntryId(2), EntryId(3), Result.FIRST)

    assert withdrawal_of(Table(found.entrants, (*found.meetings, others)), ME, WithdrawalRule.HALF) is (
        Withdrawal.REMOVED
    )


def test_without_any_game_there_is_nothing_to_forfeit() -> None:
    assert withdrawal_of(table(), ME, WithdrawalRule.HALF) is Withdrawal.REMOVED
