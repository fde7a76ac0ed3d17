"""
Actions of Kyo in words, the board as it is shown, hints, and actions built click by click.

First the stack is clicked, then what to do with it: `2` lifts two chips (`0` none), `/2` moves two chips from under the
pawn, `^2` deploys two Shields, `~` shuffles. Where only one of these is possible it is left out. Then comes the tile.
A shuffle is chosen whole where there are few; in a tall stack first how many Mana change places (`~3`), then the Mana
from the lowest up, one by one. Only what can be completed is offered, so no way of picking is a dead end.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby, islice

from corr.games.api import Rules
from corr.games.drawing import read_drawings
from corr.games.guide import Choices, Pick, Ways, hint_lines, sorted_picks, square_pick, stale_picks
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.position import GRID, HEADING, NAMES, SIDES, TILES, Position, each
from corr.games.kyo.stacks import DARK, LIGHT, MANA, MANA_OF, SHIELD, TITLES, Sign, cleared, mana_part, owner, pawn_of
from corr.games.kyo.steps import Action, Shuffle, Step, shuffles
from corr.games.scene import Material, Piece, Scene, Square, Trace
from corr.games.seats import FIRST, SECOND, Seat, other

_SHORT = {DARK: "Dark", LIGHT: "Light", SHIELD: "Shield"}
_MOST_RUNS = 26
"""No side has more Mana than that; only a text that was made up has taller stacks."""
MANA_LEFT = (f"{_SHORT[DARK]} Mana", f"{_SHORT[LIGHT]} Mana")
"""What a Mana move leaves on top: by orthogonal steps, and by diagonal ones."""
_WAYS = {
    Sign.MANA_MOVE: "Mana move to",
    Sign.DIRECT: "Direct move to",
    Sign.STRIKE: "strike on",
    Sign.STRIKE_SHIELD: "strike at the Shield on",
    Sign.UNDER: "chips from under it to",
    Sign.DEPLOY: "deploy to",
}
"""What an action of each sign is, before the tiles."""
_DEEDS = {
    Sign.MANA_MOVE: "Mana move",
    Sign.DIRECT: "Direct move",
    Sign.STRIKE: "strike",
    Sign.STRIKE_SHIELD: "strike the Shield and stay",
    Sign.UNDER: "chips go there, the pawn stays",
    Sign.DEPLOY: "deploy",
}
"""What a click on a tile does, shortly."""
_COUNTED = ("DLQTHP", "dlqthp")
"""The letters of what is counted, of each seat."""
_STAYING = (Sign.UNDER, Sign.DEPLOY)
"""The signs of actions in which the pawn stays."""
_STRIKES = (Sign.STRIKE, Sign.STRIKE_SHIELD)
"""The signs of actions that remove what stands on the tile that they name."""
SIGNS = read_drawings(__file__)
"""The signs on Kyo’s pieces that no other game has."""


class KyoGuide(Rules[Position, Action, KyoDraft]):
    """The part of the rules that is for people."""

    def scene(self, draft: KyoDraft) -> Scene:
        squares = tuple(map(_square, NAMES, draft.stacks))
        board = "".join(draft.stacks)
        return Scene(
            GRID.rows,
            GRID.columns,
            squares,
            notes=_doomed(draft),
            marked=self.touched_by([draft]),
            material=tuple(_material(board, seat) for seat in (FIRST, SECOND) if any(map(board.count, _COUNTED[seat]))),
            counts=(_mana_left(board),),
            explained="end",
        )

    def trace(self, draft: KyoDraft, action: Action) -> Trace:  # noqa: ARG002 - the signs say it
        path = self.touched(action)
        return Trace(path, path[1:] if isinstance(action, Step) and action.sign in _STRIKES else ())

    def describe(self, draft: KyoDraft, action: Action) -> str:
        stack = draft.stacks[action.source]
        actor = f"{actor_title(stack)} on {NAMES[action.source]}"
        if isinstance(action, Shuffle):
            return f"{actor}: the topmost {len(action.order)} Mana are put back as {chips(action.order)}, bottom to top"
        if not pawn_of(stack):
            moved, verb = number(action.count, "Mana"), "goes" if action.count == 1 else "go"
            source, goal = NAMES[action.source], NAMES[action.goal]
            return f"{moved} from {source} {verb} to {goal}{_slid(draft, action)}, a Direct move"
        return f"{actor} {_deed(draft, action)}"

    def hints(self, draft: KyoDraft) -> tuple[str, ...]:
        """The legal beginnings, one line for each stack that may act."""
        lines = [_hint(draft, tile) for tile in each(draft.acting()) if draft.steps(tile)]
        return hint_lines(lines, left="more stacks can act")

    def choices(self, draft: KyoDraft, picks: tuple[str, ...]) -> Choices[Action]:
        if picks[1:2] == (Sign.SHUFFLE,) and TILES.get(picks[0], -1) in draft.tall():
            return self._in_tall_stack(draft, TILES[picks[0]], picks[2:])
        if picks:
            return super().choices(draft, picks)
        first = [steps[0] for tile in each(draft.acting()) if (steps := draft.steps(tile))]
        return Choices(self.question(draft, picks, first), sorted_picks(square_pick(NAMES[s.source]) for s in first))

    def clickable(self, draft: KyoDraft, picks: tuple[str, ...]) -> list[Action]:
        tile = TILES.get(picks[0], -1)
        if tile < 0 or not draft.acting() >> tile & 1:
            return []
        steps = draft.steps(tile)
        found = sorted([step for step in steps if picks[1:] and _way(step) == picks[1]] or steps, key=_order)
        return [*found, next(shuffles(tile, draft.lift(tile)))] if draft.is_tall(tile) else found

    def ways(self, draft: KyoDraft, picks: tuple[str, ...]) -> Ways[Action]:
        found = self.clickable(draft, picks) if picks else []
        if not found:
            return [] if picks else None
        if picks[1:2] in {(), (Sign.SHUFFLE,)} and draft.is_tall(found[0].source):
            return None
        has_ways = _are_ways(found) or _has_ways(draft, found[0])
        return [(_clicks(draft.stacks[action.source], action, has_ways), action) for action in found]

    def clicks(self, draft: KyoDraft, action: Action) -> tuple[Pick, ...]:
        return _clicks(draft.stacks[action.source], action, _has_ways(draft, action))

    def question(self, draft: KyoDraft, picks: tuple[str, ...], actions: list[Action]) -> str:
        if not actions:
            return "No action is possible."
        if not picks:
            actor = draft.actor
            going_on = f"Go on with the {actor_title(draft.stacks[actor])} on {NAMES[actor]}, or stop here."
            return "Choose a stack." if actor < 0 else going_on
        if len(picks) == 1 and (_are_ways(actions) or draft.is_tall(actions[0].source)):
            has_pawn = pawn_of(draft.stacks[actions[0].source])
            return "How many chips go, with or without the pawn?" if has_pawn else "How many chips go?"
        ways = told_ways(action for action in actions if isinstance(action, Step))
        return f"Where to? {ways[0].upper()}{ways[1:]}." if ways else "In which order, bottom to top?"

    def _in_tall_stack(self, draft: KyoDraft, tile: int, rest: tuple[str, ...]) -> Choices[Action]:
        """A shuffle that is built Mana by Mana."""
        mana = draft.lift(tile).mana
        # So many change places that the lowest of them does.
        sizes = {f"{Sign.SHUFFLE}{size}": size for size in range(2, len(mana) + 1) if len(set(mana[-size:])) > 1}
        if not rest:
            picks = (Pick(value, f"the topmost {size} Mana change places", kind="way") for value, size in sizes.items())
            return Choices("How many of the topmost Mana shall change places?", tuple(picks))
        if rest[0] not in sizes:
            raise stale_picks()
        left = list(mana[-sizes[rest[0]] :])
        # The lowest of them changes: that is why so many were chosen.
        order = LIGHT if left[0] == DARK else DARK
        left.remove(order)
        for letter in rest[1:]:
            if letter not in left or len(set(left)) == 1:
                raise stale_picks()
            left.remove(letter)
            order += letter
        if len(set(left)) > 1:
            question = f"So far, bottom to top: {chips(order)}. What comes next?"
            return Choices(question, tuple(Pick(letter, TITLES[letter], kind="way") for letter in MANA))
        action = Shuffle(tile, order + "".join(left))
        return Choices(self.describe(draft, action), action=action)


def title(piece: str) -> str:
    """The name of a piece for people, without its owner: "Heavy Pawn"."""
    return TITLES[piece.upper()]


def actor_title(stack: str) -> str:
    """The acting part of a stack that somebody owns: its pawn, or its Mana."""
    return TITLES[pawn_of(stack)] if pawn_of(stack) else "Mana"


def owned(piece: str) -> str:
    """A piece with its owner: "Red's Heavy Pawn"; a Shield has none."""
    return "a Shield" if piece == SHIELD else f"{SIDES[owner(piece)]}’s {title(piece)}"


def number(count: int, noun: str) -> str:
    """A count and what is counted: "1 chip", "2 chips"; of Mana there is no plural."""
    return f"{count} {noun}" if count == 1 or noun == "Mana" else f"{count} {noun}s"


def chips(letters: str) -> str:
    """Chips one by one, bottom to top: "Dark, Light, Shield"; many alike are counted."""
    runs = [(_SHORT[letter], len(list(run))) for letter, run in islice(groupby(letters.upper()), _MOST_RUNS + 1)]
    said = [name if count == 1 else f"{count} × {name}" for name, count in runs[:_MOST_RUNS]]
    return ", ".join(said) + (" …" if len(runs) > _MOST_RUNS else "")


def _deed(draft: KyoDraft, action: Step) -> str:
    goal, count = NAMES[action.goal], action.count
    carried = f" with {number(count, 'chip')}" if count else ""
    kind = MANA_LEFT[HEADING[action.source, action.goal] & 1]
    deeds = {
        Sign.MANA_MOVE: f"moves to {goal}{carried}, over {kind}",
        Sign.DIRECT: f"moves to {goal}{carried}, a Direct move",
        Sign.STRIKE_SHIELD: f"strikes the Shield on {goal} and stays",
        Sign.DEPLOY: f"deploys {number(count, 'Shield')} to {goal}",
    }
    if action.sign == Sign.UNDER:
        return f"stays and sends {number(count, 'chip')} to {goal}{_slid(draft, action)}, a Direct move"
    if action.sign == Sign.STRIKE:
        struck = draft.stacks[action.goal]
        return f"strikes {owned(struck[-1])} on {goal}{carried}{_gone_with(struck)}"
    return deeds[action.sign]


def _gone_with(struck: str) -> str:
    """How much Mana is removed with a pawn that is struck."""
    below, pawn = struck[:-1], struck[-1]
    gone = len(below) - len(below.rstrip(MANA_OF[owner(pawn)]))
    return f"; the {gone} Mana directly below it {'goes' if gone == 1 else 'go'}, too" if gone else ""


def _slid(draft: KyoDraft, action: Step) -> str:
    """Below what chips slide in on their new tile, if they do."""
    above = draft.stacks[action.goal].removeprefix(mana_part(draft.stacks[action.goal]))
    moving = draft.stacks[action.source][:-1] if action.sign == Sign.UNDER else ""
    if not above or SHIELD in moving[len(moving) - action.count :]:
        return ""
    return f", below {owned(above[-1]) if above[-1] != SHIELD else 'the Shields'}"


def _hint(draft: KyoDraft, tile: int) -> str:
    actions = draft.steps(tile)
    ways = [told_ways(action for action in actions if isinstance(action, Step))]
    if draft.is_tall(tile) or any(isinstance(action, Shuffle) for action in actions):
        ways.append("may shuffle its Mana")
    return f"{actor_title(draft.stacks[tile])} from {NAMES[tile]}: {'; '.join(filter(None, ways))}"


def told_ways(steps: Iterable[Step]) -> str:
    """The kinds and goals of *steps*: "Mana move to D3, D5; strike on E5"."""
    goals: dict[str, list[str]] = {}
    for step in steps:
        goals.setdefault(step.sign, []).append(NAMES[step.goal])
    return "; ".join([f"{way} {', '.join(sorted({*goals[sign]}))}" for sign, way in _WAYS.items() if sign in goals])


# -- the board -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _square(name: str, stack: str) -> Square:
    """A square with the pieces of a stack from bottom to top; a megabyte of them is kept at most."""
    return Square(name, tuple(map(_piece, stack)))


@lru_cache(maxsize=32)
def _piece(letter: str) -> Piece:
    title = TITLES[letter.upper()]
    shape = title.lower().replace(" ", "-")
    if letter == SHIELD:
        return Piece(None, shape, letter, title, is_chip=True)
    seat = owner(letter)
    is_chip, sign = letter.upper() in MANA, SIGNS.get(shape, ())
    return Piece(seat, shape, letter, f"{SIDES[seat]} {title}", is_chip=is_chip, sign=sign)


def _mana_left(board: str) -> str:
    """How much Mana each side has: a side without any has lost."""
    left = " · ".join(f"{SIDES[seat]}: {sum(map(board.count, MANA_OF[seat]))}" for seat in (FIRST, SECOND))
    return f"Mana left (none = lost): {left}"


def _material(board: str, seat: Seat) -> Material:
    """The Mana and the pawns of a seat, but for the King."""
    counts = ((letter, board.count(letter)) for letter in _COUNTED[seat])
    return Material(seat, "Mana and pawns", tuple((_piece(letter), count) for letter, count in counts if count))


def _doomed(draft: KyoDraft) -> tuple[str, ...]:
    """What the end of the turn would remove."""
    if draft.brought < 0:
        return ()
    stack = draft.stacks[draft.actor]
    gone = len(stack) - len(cleared(stack, draft.brought, draft.seat))
    side, pawn = SIDES[other(draft.seat)], actor_title(stack)
    where = f"{side}’s Mana under the {pawn} on {NAMES[draft.actor]}"
    return (f"If the turn ends here, {gone} of {where} {'is' if gone == 1 else 'are'} removed",) if gone else ()


# -- clicks ----------------------------------------------------------------------------------------------------


def _clicks(stack: str, action: Action, has_ways: bool) -> tuple[Pick, ...]:  # noqa: FBT001 - of all of a stack
    source = square_pick(NAMES[action.source])
    if isinstance(action, Step):
        last = square_pick(NAMES[action.goal], _DEEDS[action.sign])
    else:
        last = _order_pick(action.order)
    return (source, _way_pick(stack, _way(action)), last) if has_ways else (source, last)


def _way(action: Action) -> str:
    """The pick that says how a stack acts: the number of chips, behind a sign where the pawn stays."""
    if isinstance(action, Shuffle):
        return Sign.SHUFFLE
    return f"{action.sign if action.sign in _STAYING else ''}{action.count}"


def _has_ways(draft: KyoDraft, action: Action) -> bool:
    tile, way = action.source, _way(action)
    return draft.is_tall(tile) or any(_way(other_action) != way for other_action in draft.steps(tile))


def _are_ways(actions: list[Action]) -> bool:
    return _way(actions[0]) != _way(actions[-1])


def _order(action: Action) -> tuple[bool, str, int, int]:
    """Steps of the whole group first, those with few chips before those with many; shuffles last, as they are."""
    if isinstance(action, Shuffle):
        return True, "", 0, 0
    return False, action.sign if action.sign in _STAYING else "", action.count, action.goal


@lru_cache(maxsize=2048)
def _way_pick(stack: str, way: str) -> Pick:
    return Pick(way, _way_label(stack, way), kind="count" if way.isdigit() else "way", group=_group(stack, way))


def _order_pick(order: str) -> Pick:
    return Pick(f"{Sign.SHUFFLE}{order}", f"put the topmost {len(order)} Mana back as {chips(order)}")


def _group(stack: str, way: str) -> str:
    """Among which numbers the one of a way stands; empty for a shuffle, which has none."""
    if way.isdigit():
        return "Pawn goes with … chips" if pawn_of(stack) else "Chips that go"
    return {Sign.UNDER: "Pawn stays, chips go", Sign.DEPLOY: "Deploy Shields"}.get(way[0], "")


def _way_label(stack: str, way: str) -> str:
    pawn = pawn_of(stack)
    if way == Sign.SHUFFLE:
        return "shuffle the Mana"
    count = int(way.lstrip(Sign.UNDER + Sign.DEPLOY))
    below = stack[:-1] if pawn else stack
    lifted = chips(below[len(below) - count :]) if count else ""
    if way[0] == Sign.DEPLOY:
        return f"deploy {number(count, 'Shield')}"
    if way[0] == Sign.UNDER:
        return f"{number(count, 'chip')} {'goes' if count == 1 else 'go'}, the pawn stays"
    if not pawn:
        return f"lift {number(count, 'chip')}: {lifted}"
    return f"with {number(count, 'chip')}: {lifted or f'the {TITLES[pawn]} alone'}"
