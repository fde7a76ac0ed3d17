"""Positions and half-made turns that tests start from."""

import re

from hypothesis import strategies as st

from corr.errors import PositionError
from corr.games.kerd.actions import Action
from corr.games.kerd.draft import KerdDraft
from corr.games.kerd.position import BITS, Position
from corr.games.kerd.rules import KerdRules
from corr.games.seats import FIRST, Seat

RULES = KerdRules()
BEGUN = (
    "t*jshbqk*bhsjt*/p*p*p*p*p*c*c*p*p*p*p*p*/5p*p*5/12/12/12/12/12/12/5P*P*5/P*P*P*P*P*C*C*P*P*P*P*P*/T*JSHBQK*BHSJT* "
    "w - - - F11,E2"
)
"""The position in which White begins, both infiltrators chosen."""
KINGS = "KG1 kG12"
"""Two Kings that do nothing."""


def a_position(
    pieces: str, side: str = "w", *, checked: str = "-", recapture: str = "-", reserve: str = "-", marks: str = "-,-"
) -> str:
    """A position with pieces that are given as "KG1* pA7"."""
    board = {square: letter + star for letter, square, star in re.findall(r"([A-Za-z])([A-L]\d+)(\*?)", pieces)}
    rows = []
    for rank in range(12, 0, -1):
        row = "".join(board.get(f"{file}{rank}", ".") for file in "ABCDEFGHIJKL")
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
    return f"{'/'.join(rows)} {side} {checked} {recapture} {reserve} {marks}"


def a_draft(position: str | None = None, turn: str = "", seat: Seat | None = None) -> KerdDraft:
    """A turn of the player who is due, or of *seat*, with an action made."""
    start = RULES.parse_position(BEGUN) if position is None else RULES.parse_position(position)
    due = start.seat if start.seat is not None else FIRST
    return RULES.read(RULES.begin(start, due if seat is None else seat), turn)


def legal(draft: KerdDraft) -> set[str]:
    """The legal turns as text."""
    return set(map(RULES.write_action, draft.actions()))


def goals(position: str, source: str) -> str:
    """What the piece on *source* may do but for pairs, sorted, without its own square: "-C3 xD4"."""
    found = (re.fullmatch(f"{source}([-x][^&]*)", action) for action in legal(a_draft(position)))
    return " ".join(sorted(match[1] for match in found if match))


def reached(pieces: str, source: str) -> str:
    """The same for a piece among others, the Kings out of the way."""
    return goals(a_position(f"KL1 kA12 {pieces}"), source)


def specials(position: str, word: str) -> str:
    """The legal turns that begin with a word or square, sorted."""
    return " ".join(sorted(action for action in legal(a_draft(position)) if action.startswith(word)))


def played(position: str, *turns: str) -> Position:
    """The position after some turns."""
    found = RULES.parse_position(position)
    for turn in turns:
        seat = found.seat
        assert seat is not None
        found = RULES.play(found, {seat: RULES.read(RULES.begin(found, seat), turn)})
    return found


def text_after(position: str, *turns: str) -> str:
    """The same as text."""
    return RULES.format_position(played(position, *turns))


def fields_after(position: str, *turns: str) -> list[str]:
    """Its fields: board, side, checked, recapture, reserve and infiltrators."""
    return text_after(position, *turns).split(" ")


def passed(position: Position, action: Action) -> Position:
    """The position after a legal action."""
    assert position.seat is not None
    draft = RULES.begin(position, position.seat).after(action)
    return RULES.resolve(position, {position.seat: draft})


def walked(position: Position, numbers: list[int]) -> Position:
    """The position after some legal turns that are chosen by numbers."""
    for number in numbers:
        assert position.seat is not None
        actions = list(RULES.begin(position, position.seat).actions())
        if not actions:
            break
        position = passed(position, actions[number % len(actions)])
    return position


@st.composite
def crowds(draw: st.DrawFn, letters: str = "PPPCBSHJTQppppccbshjtq", most: int = 24) -> Position:
    """Positions of any pieces anywhere in which the King that waits is safe."""
    places = draw(st.lists(st.sampled_from(sorted(BITS)), unique=True, min_size=2, max_size=most))
    signs = draw(st.lists(st.sampled_from(letters), min_size=len(places), max_size=len(places)))
    signs[:2] = ["K", "k"]
    pieces = [f"{sign}{place}" for sign, place in zip(signs, places, strict=True)]
    stars = draw(st.integers(0, 2 ** len(pieces)))
    pieces = [piece + "*" * (stars >> n & 1 and piece[0] in "PCKTpckt") for n, piece in enumerate(pieces)]
    white, black = ([p.strip("*")[1:] for p in pieces if p[0] in kinds] for kinds in ("pcbhj", "PCBHJ"))
    marks = [draw(st.sampled_from([*squares[:3], "-", "+"])) for squares in (white, black)]
    reserve = draw(st.sampled_from(["-", "Q", "CBbq", "HHTTjj", "CBSHJTQcbshjtq"]))
    checked = draw(st.sampled_from("+-"))
    side = draw(st.sampled_from("wb"))
    for turn in (side, "wb".replace(side, "")):
        text = a_position(" ".join(pieces), turn, checked=checked, reserve=reserve, marks=",".join(marks))
        found = _parsed(text)
        if found:
            return found
    return RULES.parse_position(BEGUN)


def _parsed(text: str) -> Position | None:
    """The position of a text, unless the King that waits is attacked there."""
    try:
        return RULES.parse_position(text)
    except PositionError as refused:
        if "is attacked" not in refused.sentence:
            raise
        return None


choices_of_actions = st.lists(st.integers(0, 2**32), max_size=6)
"""Numbers that choose actions one after another."""
