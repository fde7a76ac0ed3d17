"""What becomes of the results of a player who withdraws."""

from corr.leagues.rules.division_table import EntryId, Table
from corr.leagues.rules.settings import WithdrawalRule
from corr.states import Result, Withdrawal


def withdrawal_of(table: Table, entry: EntryId, rule: WithdrawalRule) -> Withdrawal:
    """
    Whether the results of *entry* leave the table, or the rest of its games are forfeits.

    Under the rule of one half they leave with less than half of the games finished. Forfeits count as finished; games
    that are over without a result, or against somebody whose results have left, are no games of the table any more.
    """
    if rule is WithdrawalRule.FORFEITS:
        return Withdrawal.FORFEITS
    gone = {entrant.id for entrant in table.entrants if entrant.is_removed}
    own = [
        meeting
        for meeting in table.meetings
        if entry in {meeting.first, meeting.second}
        and meeting.opponent(entry) not in gone
        and meeting.result is not Result.NONE
    ]
    finished = sum(meeting.result is not None for meeting in own)
    return Withdrawal.FORFEITS if own and 2 * finished >= len(own) else Withdrawal.REMOVED
