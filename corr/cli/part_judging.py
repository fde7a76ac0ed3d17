"""Whether what somebody typed is a turn: by the rules at a position, or by its form alone."""

import re
from collections.abc import Callable, Iterator

from corr.cli.game_parameters import Asked
from corr.errors import IllegalError, InputError, Refusal, TurnError
from corr.games.api import Progress
from corr.games.notation import ARROWS, folded, strange_sign, unlisted_turn
from corr.games.registry import Registry

_NAMED = re.compile(r"(?<![A-Za-z])(?=[A-Za-z]*\d)[A-Za-z0-9]+|(?<![A-Za-z])[A-Za-z](?![A-Za-z])")
"""Squares, and single letters for pieces: what every notation writes in capitals."""

_SIGN = re.compile(r"\s*([^\w\s])\s*")


def judged(text: str, about: Asked) -> str:
    """
    A turn that can be played at the position, in canonical notation.

    :raises TurnError: it cannot be played.
    :raises InputError: nobody is due.
    """
    rules, position = about.rules, about.position
    due = rules.due(position)
    seats = sorted(due.intersection({about.seat}) or due)
    if not seats:
        raise InputError("The game is over: no further turn can be played.")
    refusals: list[TurnError] = []
    for seat in seats:
        try:
            draft = rules.read(rules.begin(position, seat), unlisted_turn(text, rules.formed))
            if rules.progress(draft) is Progress.MUST_GO_ON:
                raise IllegalError(Refusal(rules.unfinished(draft), *rules.examples(draft)))
        except TurnError as refused:
            refusals.append(refused)
        else:
            return rules.write(draft.made)
    raise refusals[0]


def recognised(text: str, registry: Registry) -> str:
    """
    A text that is formed like a turn of some game, in capitals and with one comma between its actions.

    :raises InputError: it is formed like no turn of any game.
    """
    for info in registry.games():
        rules = registry.get_rules(info.ruleset)
        bare = unlisted_turn(text, rules.formed)
        if rules.formed(bare):
            words = folded(bare, kept=ARROWS).replace(",", ", ").split()
            return ", ".join(map(_in_capitals, _actions(words, rules.formed)))
    raise InputError(strange_sign(folded(text)) or "This is not formed like a turn of any game.")


def _in_capitals(action: str) -> str:
    return _NAMED.sub(lambda found: found[0].upper(), _SIGN.sub(r"\1", action.lower())).strip(",;.!")


def _actions(words: list[str], formed: Callable[[str], bool]) -> Iterator[str]:
    """The actions among *words*, each the shortest stretch that is formed like one, without words that it can spare."""
    start = 0
    for end in range(1, len(words) + 1):
        if not formed(" ".join(words[start:end])):
            continue
        # What goes on with a sign is a part of the same action.
        if end < len(words) and not formed(" ".join(words[end:])):
            continue
        while end - start > 1 and words[start].isalpha() and formed(" ".join(words[start + 1 : end])):
            start += 1
        yield " ".join(words[start:end])
        start = end
