"""Whether a game's log can be replayed, and all that is kept beside it follows from it."""

from collections.abc import Iterator

from corr.administration.cases import Case
from corr.administration.part_findings import LOOK, TELL, Finding
from corr.administration.replay import Retold, check_length, fault_words, retell
from corr.games.replay import CorruptLogError


def told(case: Case) -> Retold | Finding:
    """The game as its log tells it; what is wrong if it tells none."""
    try:
        retold = retell(case.rules, case.logged)
        check_length(retold, case.game.turn_number)
    except CorruptLogError as fault:
        return case.finding(fault_words(case.rules, fault, is_over=case.is_over), LOOK)
    return retold


def check_log(case: Case, retold: Retold) -> Iterator[Finding]:
    """What does not follow from the log as it should."""
    if case.game.position != retold.track.text:
        yield case.outdated("The board that is shown is not the one that the log leads to.")
    if case.game.last_squares != retold.squares:
        yield case.outdated("The squares that are marked are not those of the last turn.")
    wrong = [row.number for row in case.turns if row.repeat_key != retold.digests[row.number, row.seat]]
    if wrong:
        yield case.outdated(f"What repetitions are counted by is wrong, first after turn {wrong[0]}.")
    for number, seat in retold.odd:
        yield case.finding(f"Turn {number} of {case.title(seat)} is not written as the rules write it.", TELL)
