"""Whether a game's log can be replayed, and all that is kept beside it follows from it."""

from collections.abc import Iterator

from corr.games.replay import CorruptLogError
from corr.service.upkeep.cases import Case
from corr.service.upkeep.findings import LOOK, TELL, Finding
from corr.service.upkeep.retelling import Retold, check_length, fault_words, retell

_NONCE = frozenset("0123456789abcdef")
_NONCE_LENGTH = 32


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
    yield from _check_secrets(case, retold)


def _check_secrets(case: Case, retold: Retold) -> Iterator[Finding]:
    for row in case.turns:
        secret = retold.secrets.get((row.number, row.seat))
        has_word, has_nonce = row.secret is not None, row.nonce is not None
        whose = f"turn {row.number} of {case.title(row.seat)}"
        if row.secret != secret and (has_word or secret is not None):
            yield case.finding(f"What {whose} kept secret is not what the log says.")
        elif has_word != has_nonce or (has_nonce and not _is_nonce(row.nonce)):
            yield case.finding(
                f"The commitment of {whose} cannot be checked: what hides its word is missing or damaged."
            )


def _is_nonce(text: str) -> bool:
    return len(text) == _NONCE_LENGTH and set(text) <= _NONCE
