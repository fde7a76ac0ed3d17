"""
Deliberate breaks: faults that are put into the running program, to see that the laws report them.

Each is laid by the launcher before the program begins; no code of the service knows of any.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.crash import broken_letters, broken_seasons, broken_sweeps, broken_turns


@dataclass(frozen=True, slots=True)
class Break:
    """A fault, and the laws that have to report it; what `corr verify` says may come besides."""

    lay: Callable[[], None]
    laws: frozenset[str]
    failpoint: str = ""
    """A process has to die there before anything is to be seen."""
    is_on_postgresql: bool = False
    """Whether it takes a database that several write to at once, or whose keys can be dropped."""
    besides: frozenset[str] = frozenset()
    """Laws that may be reported too, since one fault leads to the other."""
    leaves: frozenset[str] = frozenset()
    """The tables in which something is left to do for ever."""


BREAKS: Mapping[str, Break] = {
    "turn-lost-after-answer": Break(broken_turns.lose_some, frozenset({"L1"})),
    # A turn that its player saw kept waits for the other's, with which it is written twice.
    "turn-written-twice": Break(
        broken_turns.write_twice_and_die, frozenset({"L2"}), is_on_postgresql=True, besides=frozenset({"L1"})
    ),
    "words-from-nowhere": Break(broken_turns.say_what_nobody_said, frozenset({"L3"})),
    # Nobody was told of the turns that have the skipped numbers, nor until when; so their deadlines fall unforeseen.
    "counter-skips": Break(broken_turns.skip_numbers, frozenset({"L4"}), besides=frozenset({"L10", "L13"})),
    "snapshot-lags": Break(broken_turns.let_snapshots_lag, frozenset({"L14"})),
    "outbox-after-commit": Break(broken_letters.tell_after_commit, frozenset({"L5"}), "turn-after-commit"),
    "no-unique-key": Break(
        broken_letters.tell_twice_without_key, frozenset({"L5"}), is_on_postgresql=True, besides=frozenset({"L9"})
    ),
    "mark-before-sending": Break(broken_letters.mark_before_sending, frozenset({"L6"}), "send-before-250"),
    "letter-without-notice": Break(broken_letters.send_strays, frozenset({"L7"})),
    "message-id-made-at-sending": Break(broken_letters.make_identities_late, frozenset({"L8"})),
    "never-marked": Break(broken_letters.send_twice, frozenset({"L9"})),
    "sweep-without-lock": Break(broken_sweeps.sweep_without_lock, frozenset({"L10"}), is_on_postgresql=True),
    "late-turns-accepted": Break(broken_sweeps.accept_late_turns, frozenset({"L11"})),
    "sweep-asleep": Break(broken_sweeps.never_sweep, frozenset({"L12"}), leaves=frozenset({"game_seat"})),
    "sweep-too-early": Break(broken_sweeps.sweep_early, frozenset({"L13"})),
    "delayed-turn-too-early": Break(broken_sweeps.play_delayed_early, frozenset({"L19"})),
    "season-begins-by-half": Break(broken_seasons.begin_by_half, frozenset({"L15"})),
    # Two in one, since each takes a season to its end.
    "season-ends-badly": Break(broken_seasons.end_badly, frozenset({"L17", "L18"})),
    "games-uncounted": Break(broken_seasons.count_nothing, frozenset({"L16"})),
}
"""All breaks, by name."""
