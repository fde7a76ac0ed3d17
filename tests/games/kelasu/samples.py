"""Positions and half-made turns that tests start from."""

from collections.abc import Mapping

from hypothesis import strategies as st

from corr.games.kelasu.draft import Action, KelasuDraft
from corr.games.kelasu.position import Position
from corr.games.kelasu.rules import KelasuRules
from corr.games.seats import Seat

RULES = KelasuRules()
STRICT = KelasuRules({"spend_all": True})
"""The game in which all energy must be spent."""

BLOCK = "SS8/10/10/BBBBBBBBBB/BBBBBBBBBB/10/10/10/9b/9s b 0"
"""Twenty Blanks in a block."""
LARGE_BLOCK = "SS8/10/10/BBBBBBBBBB/BBBBBBBBBB/BBBBBBBBBB/BBBBBBBBBB/10/9b/9s b 0"
"""Forty Blanks in a block."""


def a_position(*rows: str, side: str = "b", quiet: int = 0) -> str:
    """A position of ten rows, those that are given from the top and the rest empty."""
    return f"{'/'.join([*rows, *['10'] * (10 - len(rows))])} {side} {quiet}"


def a_draft(position: str | None = None, turn: str = "", *, rules: KelasuRules = RULES) -> KelasuDraft:
    """A turn of the player who is due, with some actions made."""
    start = rules.start() if position is None else rules.parse_position(position)
    return rules.read(rules.begin(start, start.seat), turn)


def legal(draft: KelasuDraft) -> set[str]:
    """The legal next actions as text."""
    return set(map(RULES.write_action, draft.actions()))


def goals(position: str, source: str, *, turn: str = "") -> str:
    """What the piece on *source* may do, sorted, without its own square: "-C3 xD4"."""
    found = legal(a_draft(position, turn))
    return " ".join(sorted(action[2:] for action in found if action.startswith(source) and "=" not in action))


def ended(position: Position, draft: KelasuDraft) -> str:
    """How the game ended after a turn: "b victory-squares", or an empty string while it goes on."""
    outcome = RULES.outcome(RULES.play(position, {position.seat: draft}))
    if outcome is None:
        return ""
    return f"{'draw' if outcome.winner is None else RULES.info.letters[outcome.winner]} {outcome.reason}"


def ended_after(position: str, turn: str) -> str:
    """How the game ended after a turn that is given as text."""
    draft = a_draft(position, turn)
    return ended(draft.position, draft)


def chosen(draft: KelasuDraft, numbers: list[int], most_merges: int = 300) -> KelasuDraft:
    """*draft* with some legal actions made, chosen by numbers."""
    for number in numbers:
        actions = first_actions(draft, most_merges)
        if not actions:
            break
        draft = draft.after(actions[number % len(actions)])
    return draft


def first_actions(draft: KelasuDraft, most: int) -> list[Action]:
    """The legal next actions, so many at most."""
    return [action for action, _ in zip(draft.actions(), range(most), strict=False)]


def played(rules: KelasuRules, draft: KelasuDraft) -> Position:
    """The position after *draft*."""
    turns: Mapping[Seat, KelasuDraft] = {draft.seat: draft}
    return rules.play(draft.position, turns)


@st.composite
def positions(draw: st.DrawFn, letters: str = "BBBBBWRDCGSbbbbbwrdcgs", most: int = 24) -> str:
    """Positions of any pieces anywhere, over or not."""
    places = draw(st.lists(st.integers(0, 99), unique=True, min_size=4, max_size=most))
    board = [""] * 100
    for place in places:
        board[place] = draw(st.sampled_from(letters))
    rows = [_row(board[start : start + 10]) for start in range(0, 100, 10)]
    return f"{'/'.join(rows)} {draw(st.sampled_from('br'))} {draw(st.integers(0, 127))}"


def _row(squares: list[str]) -> str:
    text = "".join(letter or "." for letter in squares)
    for length in range(10, 0, -1):
        text = text.replace("." * length, str(length))
    return text


choices_of_actions = st.lists(st.integers(0, 2**32), max_size=6)
"""Numbers that choose actions one after another."""
