"""The short game in the folder of each game, which the front page steps through, as everybody may know it."""

from collections.abc import Iterator
from functools import lru_cache

from corr.games.api import AnyRules
from corr.games.courses import course_text, read_course
from corr.games.replay import Track
from corr.games.scene import Scene
from corr.games.seats import FIRST
from corr.games.shown_turns import USUAL, shown_turns

_KEPT = 16
"""Of how many games the positions are kept, of some kilobytes each."""
Board = tuple[Scene, frozenset[str]]
"""A position, and the squares on which something happened just before."""


@lru_cache(_KEPT)
def short_game(rules: AnyRules) -> tuple[Board, ...]:
    """The start, and the board after each turn in which everybody sees something happen."""
    start = Track.begin(rules)
    return ((_scene(start), frozenset()), *_played(start, shown_turns(rules).get(USUAL, [])))


def last_of(rules: AnyRules) -> int:
    """The number of its last position; that of the start is 0."""
    return len(short_game(rules)) - 1


def _played(track: Track, turns: list[str]) -> Iterator[Board]:
    rest, rules = list(turns), track.rules
    while track.due and len(rest) >= len(track.due):
        drafts = {seat: rules.read(rules.begin(track.position, seat), rest.pop(0)) for seat in sorted(track.due)}
        course = read_course(course_text(rules, track.position, drafts))
        track = track.after(drafts)
        if course.touched:
            yield _scene(track), course.touched


def _scene(track: Track) -> Scene:
    seen = track.rules.observe(track.position, None)
    return track.rules.scene(track.rules.begin(seen, min(track.due, default=FIRST)))
