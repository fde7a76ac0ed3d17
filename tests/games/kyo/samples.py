"""Positions and half-made turns that tests start from."""

from collections.abc import Mapping

from hypothesis import strategies as st

from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.position import NAMES, Position
from corr.games.kyo.rules import KyoRules
from corr.games.kyo.steps import Action
from corr.games.seats import Seat

RULES = KyoRules()
TALL = "9,K/10/10/10/4,DLDLDLDLDLDLDLDLDLDLDLDLDL,5/10/10/10/8,d,1/9,k g"
"""All of Gold's Mana on one tile, without a pawn."""


def a_position(side: str = "g", **stacks: str) -> str:
    """A position with some stacks; unless they say otherwise, both sides have Mana in far corners, and Kings on it."""
    kings = "".join(stacks.values())
    stacks.setdefault("J0", "D" if "K" in kings else "DK")
    stacks.setdefault("J9", "d" if "k" in kings else "dk")
    tiles = [stacks.get(name, "") for name in NAMES]
    return f"{'/'.join(_row(tiles[start : start + 10]) for start in range(0, 100, 10))} {side}"


def _row(stacks: list[str]) -> str:
    parts: list[str] = []
    for stack in stacks:
        if stack:
            parts.append(stack)
        elif parts and parts[-1].isdigit():
            parts[-1] = str(int(parts[-1]) + 1)
        else:
            parts.append("1")
    return ",".join(parts)


def a_draft(position: str | None = None, turn: str = "", *, rules: KyoRules = RULES) -> KyoDraft:
    """A turn of the player who is due, with some actions made."""
    start = rules.start() if position is None else rules.parse_position(position)
    return rules.read(rules.begin(start, start.seat), turn)


def legal(draft: KyoDraft) -> set[str]:
    """The legal next actions as text."""
    return set(map(RULES.write_action, draft.actions()))


def ways(position: str, source: str, goal: str = "", *, turn: str = "") -> str:
    """What the stack on *source* may do, to *goal* alone or at all, sorted, without its own tile: "-B1 -B1:1"."""
    found = legal(a_draft(position, turn))
    return " ".join(sorted(action[2:] for action in found if action.startswith(source) and goal in action[2:]))


def played(draft: KyoDraft, rules: KyoRules = RULES) -> Position:
    """The position after *draft*."""
    turns: Mapping[Seat, KyoDraft] = {draft.seat: draft}
    return rules.play(draft.position, turns)


def after(position: str, turn: str, *names: str) -> str:
    """The stacks on some tiles after a whole turn, "." for none."""
    stacks = played(a_draft(position, turn)).stacks
    return " ".join(stacks[NAMES.index(name)] or "." for name in names)


def ended(draft: KyoDraft) -> str:
    """How the game ended after a turn: "g king", or an empty string while it goes on."""
    outcome = RULES.outcome(played(draft))
    if outcome is None:
        return ""
    return f"{'draw' if outcome.winner is None else RULES.info.letters[outcome.winner]} {outcome.reason}"


def chosen(draft: KyoDraft, numbers: list[int], most: int = 400) -> KyoDraft:
    """*draft* with some legal actions made, chosen by numbers."""
    for number in numbers:
        actions = first_actions(draft, most)
        if not actions:
            break
        draft = draft.after(actions[number % len(actions)])
    return draft


def first_actions(draft: KyoDraft, most: int) -> list[Action]:
    """The legal next actions, so many at most."""
    return [action for action, _ in zip(draft.actions(), range(most), strict=False)]


_STACKS = st.builds(
    "".join,
    st.tuples(
        st.text("DLdl", max_size=7),
        st.text("+", max_size=3),
        st.sampled_from(["", "", "P", "H", "T", "p", "h", "t"]),
    ),
)


@st.composite
def positions(draw: st.DrawFn, most: int = 30) -> str:
    """Positions of any stacks anywhere, crowded in a corner of the board so that they meet, over or not."""
    places = draw(st.lists(st.integers(0, 99), unique=True, min_size=4, max_size=most))
    width = draw(st.sampled_from([4, 6, 10]))
    tiles = {NAMES[place // 10 % width * 10 + place % 10 % width]: draw(_STACKS) for place in places}
    royals = zip(draw(st.permutations(sorted(tiles))), "KkQq", strict=False)
    for tile, letter in royals:
        if draw(st.integers(0, 9)):
            tiles[tile] = tiles[tile].rstrip("PHTpht") + letter
    stacks = [tiles.get(name, "") for name in NAMES]
    rows = "/".join(_row(stacks[start : start + 10]) for start in range(0, 100, 10))
    return f"{rows} {draw(st.sampled_from('gr'))}"


choices_of_actions = st.lists(st.integers(0, 2**32), max_size=6)
"""Numbers that choose actions one after another."""
