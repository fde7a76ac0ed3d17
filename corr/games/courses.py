"""What happened last on a board, as the public may know it: for pictures, and as text to be kept beside a position."""

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import lru_cache

from corr.errors import TurnError
from corr.games.api import AnyDraft, AnyRules
from corr.games.scene import Trace
from corr.games.seats import Seat

_KEPT = 256
_NAME = re.compile(r"[A-Za-z0-9]+")
_TOUCHED = re.compile(r"(?<![A-Za-z0-9.])[A-Za-z0-9]+")
_WORD = re.compile(r">([^ &*%+]+)([^ *%+]*)([^ %+]*)([^ +]*)(\S*)")


@dataclass(frozen=True, slots=True)
class Course:
    """The last turn and a half-made one, as far as a viewer may know them."""

    last: tuple[Trace, ...] = ()
    """The actions of the last turn; none where only its squares are known."""
    made: tuple[Trace, ...] = ()
    """The actions of a half-made turn."""
    touched: frozenset[str] = frozenset()
    """The names of the squares that the last turn touched."""

    @property
    def framed(self) -> frozenset[str]:
        """The squares on which no arrow shows that something happened there."""
        traces = (*self.last, *self.made)
        alone = frozenset(trace.path[0] for trace in traces if len(trace.path) == 1 and not trace.merged)
        return alone if self.last else alone | self.touched


NOTHING = Course()
"""Of a board on which nothing happened yet."""


def course_text(rules: AnyRules, position: object, drafts: Mapping[Seat, AnyDraft]) -> str:
    """
    The turns *drafts*, made in *position*, as everybody may know them, in one line of text.

    Each action is a word, such as `>A3.B4-C5*C5`: `>` stands before the square where something begins, `-` before the
    next one, or a dot where that is only passed, `&` before one where something else begins that goes along, and `*`,
    `%` and `+` before those where something is captured, converted or merged.
    """
    seen = rules.observe(position, None)
    words: list[str] = []
    for seat, draft in sorted(drafts.items()):
        so_far, made = rules.begin(seen, seat), draft.made
        if seen != position:
            try:
                made = rules.read(so_far, rules.write(made)).made
            except TurnError:
                # What is hidden made it legal, so its arrows might tell of that.
                return " ".join(sorted(rules.touched_by(drafts.values())))
        for action in made:
            trace: Trace = rules.trace(so_far, action)
            so_far = so_far.after(action)
            words.append(trace_word(trace, rules.touched(action) if trace.path[2:] else ()))
    return " ".join(filter(None, words))


def trace_word(trace: Trace, touched: Container[str] = ()) -> str:
    """
    An action as a word of `course_text`.

    :param touched: the squares that it does not only pass.
    """
    first, middle, last = trace.path[:1], trace.path[1:-1], trace.path[1:][-1:]
    parts = [(">", first), *(("-" if name in touched else ".", (name,)) for name in middle), ("-", last)]
    parts += [part for way in trace.further for part in (("&", way[:1]), ("-", way[1:]))]
    parts += [("*", trace.captured), ("%", trace.converted), ("+", trace.merged)]
    return "".join([sign + name for sign, names in parts for name in names])


@lru_cache(maxsize=_KEPT)
def read_course(text: str) -> Course:
    """The course that *text* tells; where only the names of squares were kept, it has no actions."""
    traces = tuple(
        Trace(
            tuple(_NAME.findall(path)),
            tuple(_NAME.findall(captured)),
            tuple(_NAME.findall(merged)),
            tuple(tuple(_NAME.findall(way)) for way in further.split("&")[1:]),
            tuple(_NAME.findall(converted)),
        )
        for path, further, captured, converted, merged in _WORD.findall(text)
    )
    return Course(traces, touched=frozenset(_TOUCHED.findall(text)))
